"""Many puzzles: blocks of lines in, a verdict a row out."""
