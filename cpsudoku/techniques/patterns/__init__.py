"""Patterns of many cells: exocets, fireworks, tridagons."""
