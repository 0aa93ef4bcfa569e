"""Rules that make cells differ: extra regions, diagonals, windows, disjoint groups."""
