"""Techniques for rules beyond houses: combinations of cages, sums of houses, relations of cells."""
