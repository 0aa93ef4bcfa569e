"""Whether compiled functions run as the Python that they are written in.

Inside ``plainly()``, a call of a function with a plain form takes no compiler and returns the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_PLAIN = ContextVar("plain", default=False)


def are_plain() -> bool:
    """Whether functions with a plain form are called in it here."""
    return _PLAIN.get()


@contextmanager
def plainly() -> Iterator[None]:
    """A context in which functions with a plain form are called in it; numbers wrap around."""
    import numpy as np

    before = _PLAIN.set(True)
    try:
        with np.errstate(over="ignore"):
            yield
    finally:
        _PLAIN.reset(before)
