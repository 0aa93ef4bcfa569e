"""Counts of digits as patterns of the rule ``line``."""

from __future__ import annotations


def exactly(value: str, count: int) -> str:
    """The pattern of cells of which ``count`` hold the digit, which has one symbol."""
    other = f"[^{value}]*"
    return f"{other}{f'{value}{other}' * count}"
