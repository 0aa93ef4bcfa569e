"""Verdicts, grids and steps as text and pictures."""
