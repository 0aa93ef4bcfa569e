"""The door to compiled code: whether to use the compiled form of some work, and when.

A process never waits for a compiler where another form of the work begins at once: plain Python, or
another engine. Loading a program takes 0.1 or 0.5 seconds, and compiling it up to 15 (the table in
``programs``). So work begins in its other form. When that has worked for as long as loading takes,
the program is loaded if it is ready, or else compiled in the background.

Where Numba is not installed, as in a browser, all work keeps its other form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from cpsudoku.runtime.compiled import HAS_COMPILER, compiling
from cpsudoku.runtime.compiled.plain_calls import plainly
from cpsudoku.runtime.compiled.programs import PROGRAMS, is_ready, loading_of
from cpsudoku.runtime.remarks import remark

BACKGROUND = 3.75  # seconds of work during which compiling beside it costs more than it saves


def is_compiled(*names: str) -> bool:
    """Whether programs are ready to be loaded. It asks nobody to compile them."""
    return HAS_COMPILER and (compiling.is_loaded(names) or all(map(is_ready, names)))


def is_at_hand(name: str) -> bool:
    """Whether a program is ready to be loaded. If not, another process starts to compile it."""
    return HAS_COMPILER and not compiling.start([name], is_beside=True)


def is_coming(name: str) -> bool:
    """Start to compile a program at the priority of this process; whether it will be ready soon."""
    return bool(compiling.unfinished([name], is_beside=False))


def open_all(names: Iterable[str], say: Callable[[str], None] = remark) -> None:
    """Load programs, and wait for those that must be compiled. A long wait is reported.

    Processes that are forked later inherit what is loaded.
    """
    wanted = list(names)
    if not compiling.is_loaded(wanted):
        compiling.load(wanted, say)


@contextmanager
def opened(names: Sequence[str], is_small: bool, say: Callable[[str], None]) -> Iterator[None]:
    """A context in which functions of programs with two forms can be called at once.

    If the programs are not ready and the work is small, they are called in their plain form, and
    other processes start to compile. Otherwise the programs are loaded first, as by ``open_all``.
    """
    if is_small and compiling.start(names, is_beside=True):
        with plainly():
            yield
    else:
        open_all(names, say)
        yield


def break_even(*names: str) -> int:
    """The number of usual pieces of work that take as long without programs as loading them.

    If they are not compiled, and begin in no quick form, the number is higher: compiling takes a
    core from the other form.
    """
    is_quick = is_compiled(*names) or all(PROGRAMS[name].has_quick_form for name in names)
    seconds = loading_of(names) if is_quick else BACKGROUND
    return math.ceil(seconds / max(PROGRAMS[name].piece for name in names))


class Work:
    """A kind of work that has two forms. ``spent`` are the seconds of plain work so far."""

    def __init__(self) -> None:
        self.spent = 0.0

    def is_plain(self, needed: Sequence[str], expected: float = 0.0) -> bool:
        """Whether to use the plain form next; if not, the programs it needs are loaded.

        ``expected`` are the seconds that the next piece takes in its plain form, if this is known;
        infinity makes it wait for the compiler.
        """
        if not HAS_COMPILER:
            return True
        if compiling.is_loaded(needed):
            return False
        if self.spent + expected < loading_of(needed):
            return True
        if not is_compiled(*needed) and expected < math.inf and self._goes_on(needed):
            return True
        open_all(needed)
        return False

    def _goes_on(self, needed: Sequence[str]) -> bool:
        """Whether the plain form goes on while nothing is ready.

        If no other process can compile the programs, it goes on for as long as compiling takes.
        """
        if self.spent < loading_of(needed) or compiling.unfinished(needed):
            return True
        missing = [name for name in needed if not is_ready(name)]
        return self.spent < sum(PROGRAMS[name].compiling for name in missing)

    @contextmanager
    def working(self) -> Iterator[None]:
        """A context that counts as plain work."""
        begin = perf_counter()
        try:
            yield
        finally:
            self.spent += perf_counter() - begin
