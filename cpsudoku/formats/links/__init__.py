"""Links and strings in which other programs keep whole puzzles, one file per format."""
