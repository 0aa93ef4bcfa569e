"""Almost locked sets, and cells whose digits exclude each other."""
