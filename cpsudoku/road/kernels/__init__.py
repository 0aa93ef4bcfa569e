"""Compiled functions for blocks: text into cells, cells into text, hashes, and tests of grids."""
