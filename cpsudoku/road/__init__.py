"""Many puzzles: blocks of lines in, one row with the verdict of each out."""
