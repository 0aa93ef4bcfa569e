"""The interface of an engine: a search that reports evidence and does not judge it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.techniques.base import Step


class Engine(Protocol):
    """One way to search. It obeys its limit and never decides what the evidence means."""

    @property
    def name(self) -> str:
        """The name in the table."""

    @property
    def title(self) -> str:
        """One line for ``cpsudoku engines``."""

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """The reason why the engine does not accept this puzzle, or None."""

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` different solutions. ``exhausted`` means that no other solution exists.

        ``want=1`` solves, ``want=2`` decides uniqueness, more enumerates.
        """


@runtime_checkable
class BatchEngine(Engine, Protocol):
    """An engine that accepts many puzzles at once."""

    def search_all(
        self, puzzles: list[Puzzle], want: int = 2, limit: Limit = NO_LIMIT
    ) -> list[Found]:
        """The evidence for each puzzle, as ``search`` would give it."""


class Moment(NamedTuple):
    """An event in the search of an engine, and the board after it, for an observer.

    ``event`` is a name of EVENTS. ``digits`` holds one byte per cell, 0 for an empty one;
    ``marks`` the candidates left in each empty cell, as a set (bit d - 1 means d).
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
    "try": "a digit is placed in a cell; it is removed again if it fails",
    "back": "a digit is removed again",
    "step": "a technique finds a step",
    "solution": "every cell is filled",
}
Observer = Callable[[Moment], None]


@runtime_checkable
class WatchableEngine(Engine, Protocol):
    """An engine whose search can be observed moment by moment."""

    def watch(
        self, puzzle: Puzzle, observer: Observer, want: int = 1, limit: Limit = NO_LIMIT
    ) -> Found:
        """The same search as ``search``; the observer is called after each event.

        An exception in the observer ends the search.
        """
