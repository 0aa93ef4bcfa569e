"""Where blocks are judged: in this process, on several cores, or on a Ray cluster."""
