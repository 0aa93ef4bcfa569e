"""Files that programs for many kinds of puzzles exchange."""
