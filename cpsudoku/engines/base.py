"""What an engine is: a search that reports evidence and judges nothing."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from cpsudoku.puzzle import Puzzle
from cpsudoku.verdict import NO_LIMIT, Found, Limit


class Engine(Protocol):
    """One way to search; it obeys its limit and never says what the evidence means."""

    @property
    def name(self) -> str:
        """The name in the table."""

    @property
    def title(self) -> str:
        """One line for ``cpsudoku engines``."""

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """Why it can't take this puzzle, or None."""

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` different solutions; ``exhausted`` only where no other can exist.

        ``want=1`` solves, ``want=2`` settles uniqueness, more enumerates.
        """


@runtime_checkable
class BatchEngine(Engine, Protocol):
    """An engine that takes many puzzles at once."""

    def search_all(
        self, puzzles: list[Puzzle], want: int = 2, limit: Limit = NO_LIMIT
    ) -> list[Found]:
        """The evidence for each puzzle, as ``search`` would give it."""
