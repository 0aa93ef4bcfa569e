"""Remarks for a person: what makes a run slower and changes nothing that it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Within it, ``listener`` gets every remark, from whichever thread it comes."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def note(text: str) -> None:
    """Pass a note to the listeners. Without any, it is dropped."""
    for listener in _listeners:
        listener(text)


def remark(text: str) -> None:
    """Pass a remark to the listeners. Without any, log it to ``cpsudoku``; nothing is printed."""
    for listener in _listeners:
        listener(text)
    if not _listeners:
        import logging

        logger = logging.getLogger("cpsudoku")
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        logger.warning(text)
