"""Turns the rows of a block into statuses and solutions, and into columns."""
