"""A deadline for work of many parts. The parts look at it, and none of them needs to know of it.

Whoever begins the work applies a ``Deadline``. Whatever may take long calls ``look`` now and then,
and once the deadline has passed, this raises DeadlineReached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

from cpsudoku.runtime.words import worded

T = TypeVar("T")


class DeadlineReached(Exception):
    """The time for the work is over. The message names the limit that ran out."""


class Deadline:
    """The end of the time for some work: ``seconds`` from now, or never (None).

    ``spent`` are seconds of the work that are already over. ``clock`` returns the seconds since any
    moment; a test brings its own.
    """

    def __init__(
        self,
        seconds: float | None = None,
        spent: float = 0.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.seconds, self._clock = seconds, clock
        self._end = None if seconds is None else clock() + seconds - spent

    @property
    def left(self) -> float | None:
        """The seconds that are left, 0 after the end; None without an end."""
        return None if self._end is None else max(0.0, self._end - self._clock())

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and self._clock() >= self._end

    @property
    def note(self) -> str:
        """``the limit of 5 s ran out``."""
        return worded("the limit of {seconds} s ran out", seconds=f"{self.seconds:g}")

    def look(self) -> None:
        """Raise DeadlineReached if the time is over."""
        if self.is_over:
            raise DeadlineReached(self.note)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Inside the context, ``look`` looks at this deadline. Never yield inside."""
        before = _PRESENT.set(self)
        try:
            yield
        finally:
            _PRESENT.reset(before)

    def over(self, values: Iterable[T]) -> Iterator[T]:
        """Yield the same values, with this deadline applied while each is made."""
        each = iter(values)
        while True:
            with self.applied():
                try:
                    value = next(each)
                except StopIteration:
                    return
            yield value


NO_DEADLINE = Deadline()
_PRESENT: ContextVar[Deadline] = ContextVar("deadline", default=NO_DEADLINE)


def present() -> Deadline:
    """The deadline that is applied."""
    return _PRESENT.get()


def look() -> None:
    """Raise DeadlineReached if the deadline that is applied has passed."""
    _PRESENT.get().look()
