"""From the picture of a sheet to the grids on it."""
