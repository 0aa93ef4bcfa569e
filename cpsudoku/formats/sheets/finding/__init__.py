"""Finds the grids in the picture of a sheet."""
