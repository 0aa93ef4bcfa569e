"""Counts of digits as lines of our rules."""

from __future__ import annotations


def exactly(value: str, count: int, cells: str) -> str:
    """The line for: exactly ``count`` of the cells hold the digit, which has one symbol."""
    other = f"[^{value}]*"
    return f"line {other}{f'{value}{other}' * count}: {cells}"
