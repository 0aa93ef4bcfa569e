"""Remarks for the user that change no result: what slows a run down, what a file holds besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """A context in which ``listener`` receives every remark from any thread."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def note(text: str) -> None:
    """Pass a note to the listeners. Without listeners, drop it."""
    for listener in _listeners:
        listener(text)


def remark(text: str) -> None:
    """Pass a remark to the listeners. Without listeners, log it to ``cpsudoku``."""
    for listener in _listeners:
        listener(text)
    if not _listeners:
        import logging

        logger = logging.getLogger("cpsudoku")
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        logger.warning(text)
