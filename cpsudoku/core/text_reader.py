"""The reader of ``Puzzle.parse``: a place that the package fills when it is imported.

Readers belong to a higher room, which this room does not import. ``cpsudoku/__init__.py`` joins
the two.
"""

from __future__ import annotations

from collections.abc import Callable

read_text: Callable[[str, str | None], object]
"""The puzzle of a text, and the shape of its boxes if the caller names it."""
