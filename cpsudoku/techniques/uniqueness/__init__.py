"""Techniques that assume that the puzzle has exactly one solution."""
