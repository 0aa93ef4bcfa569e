"""The one road of puzzles: the blocks of a source are judged, counted and taken by a sink.

A block is what is judged at once: thousands of lines, whose verdicts are columns, or one puzzle,
whose verdict is a ``Result``. Nothing here depends on which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Sent = TypeVar("Sent")
Judged = TypeVar("Judged")


def travel(
    blocks: Iterator[Sent],
    judge: Callable[[Iterator[Sent]], Iterable[Judged]],
    count: Callable[[Iterable[Judged]], Iterator[Judged]],
    sink: Callable[[Iterator[Judged]], None],
) -> None:
    """Take the blocks of a source along the road.

    ``judge`` makes a judged block of each block, ``count`` yields those that the sink gets, and
    ``sink`` prints or writes them. A block is counted before it is written. A large
    block is dropped (``del``) before the next is asked for, which then gets its memory.
    """
    sink(count(judge(blocks)))
