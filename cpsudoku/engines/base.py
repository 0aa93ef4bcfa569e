"""What an engine is: a search that reports evidence and judges nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.techniques.base import Step


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


class Moment(NamedTuple):
    """What an engine has just done, for who watches it, and the board after that.

    ``event`` is a name of EVENTS. ``digits`` is a byte a cell, 0 where empty; ``marks`` the
    candidates that the engine has left for each empty cell, as a set (bit d - 1 is d).
    """

    event: str
    digits: bytes
    marks: tuple[int, ...]
    depth: int = 0
    cell: int | None = None
    digit: int = 0
    step: Step | None = None
    words: str = ""


EVENTS = {
    "start": "the board before the first step",
    "try": "a digit is put into a cell, to be taken back if it fails",
    "back": "a digit is taken back",
    "step": "a technique shows what follows",
    "solution": "every cell is filled",
}
Observer = Callable[[Moment], None]


@runtime_checkable
class WatchableEngine(Engine, Protocol):
    """An engine whose search can be observed, moment by moment."""

    def watch(
        self, puzzle: Puzzle, observer: Observer, want: int = 1, limit: Limit = NO_LIMIT
    ) -> Found:
        """What ``search`` finds, in the same way; the observer is called after each thing done.

        An exception of the observer ends the search.
        """
