"""Steps that place a digit."""
