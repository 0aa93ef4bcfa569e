"""Patterns of two strong links of one digit."""
