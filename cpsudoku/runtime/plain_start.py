"""Work that begins in plain Python and goes on in compiled code, so that nobody waits.

The plain form begins at once. When it has worked for half a second, the compiled form is loaded if
it is ready, or else compiled in the background, while the plain form goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from cpsudoku.runtime.programs import is_loaded, load, unfinished
from cpsudoku.runtime.remarks import remark

PATIENCE = 0.5  # seconds that a plain form works before the compiled one is loaded


class PlainStart:
    """A kind of work that has both forms. ``spent`` are the seconds of plain work so far."""

    def __init__(self) -> None:
        self.spent = 0.0

    def is_plain(self, needed: Sequence[str]) -> bool:
        """Whether the next piece is plain; if not, the programs it needs are loaded."""
        if is_loaded(needed):
            return False
        if self.spent < PATIENCE or unfinished(needed):
            return True
        load(needed, remark)
        return False

    @contextmanager
    def working(self) -> Iterator[None]:
        """A context that counts as plain work."""
        begin = perf_counter()
        try:
            yield
        finally:
            self.spent += perf_counter() - begin
