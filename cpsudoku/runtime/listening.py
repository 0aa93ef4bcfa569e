"""Whether boards are shown in words, for people who listen to them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_in_words: ContextVar[bool] = ContextVar("boards in words", default=False)


def are_boards_in_words() -> bool:
    """Whether boards are lines to listen to now."""
    return _in_words.get()


def a_person_reads() -> bool:
    """Whether stdout is read by a person: a terminal, or words that somebody asked for."""
    return sys.stdout.isatty() or are_boards_in_words()


@contextmanager
def boards_in_words(chosen: bool = True) -> Iterator[None]:
    """Show boards in words until the end of the block."""
    before = _in_words.set(chosen)
    try:
        yield
    finally:
        _in_words.reset(before)
