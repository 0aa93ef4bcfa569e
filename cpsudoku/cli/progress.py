"""Progress on stderr: after two seconds, a line shows the count."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.core.words import clock
from cpsudoku.runtime.language import in_words, marked, translated
from cpsudoku.runtime.plural import plural

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

SILENT_SECONDS = 2.0
SOLVING, LOOKING = marked("solving"), marked("looking for the next step")


class Counter:
    """Counts puzzles, and shows the count after two seconds if stderr is a terminal.

    ``pause`` removes the line before something else is printed on the same terminal. ``work`` is
    shown as long as the count is 0.
    """

    def __init__(self, enabled: bool, work: str = SOLVING) -> None:
        self.done = 0
        self._text = translated(work)
        self._enabled = enabled and sys.stderr.isatty()
        self._timer: threading.Timer | None = None
        self._shown: Progress | None = None
        self._lock = threading.Lock()
        self._base: tuple[int, float, float] | None = None  # count, part, time of the first update

    def __enter__(self) -> Counter:
        self._arm()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._enabled = False
        self.pause()

    @property
    def is_shown(self) -> bool:
        """Whether the line is on the terminal now."""
        return self._shown is not None

    def advance(self) -> None:
        """Count one more puzzle."""
        self.update(self.done + 1)

    def update(
        self, done: int, part: float = 0, whole: float = 0, total: int | None = None
    ) -> None:
        """Show that ``done`` puzzles are done, of ``total`` if that is known.

        ``part`` of ``whole`` is the share of the work that is done. The speed and the time left are
        counted from the first call on, because a resumed run has done a part of it before.
        """
        self.done = done
        if total is not None:
            part, whole = done, total
        now = monotonic()
        base = self._base = self._base or (done, part, now)
        speed = _speed(done - base[0], part - base[1], whole - part, now - base[2])
        self._text = f"{_count(done, total)}{speed}"
        with self._lock:
            if self._shown is not None:
                self._shown.update(self._shown.task_ids[0], description=self._text)

    def pausing(self, values: Iterable[T]) -> Iterator[T]:
        """Yield the same values, and remove the line before each, because it is printed then."""
        for value in values:
            self.pause()
            yield value

    @contextmanager
    def silenced(self) -> Iterator[None]:
        """Show nothing, because the user is asked something."""
        self.pause()
        was, self._enabled = self._enabled, False
        if self._timer is not None:
            self._timer.cancel()
        yield
        self._enabled = was
        self._arm()

    def pause(self) -> None:
        """Remove the line; it returns after two seconds without another call."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if self._shown is not None:
                self._shown.stop()
                self._shown = None
        self._arm()

    def _arm(self) -> None:
        if self._enabled:
            self._timer = threading.Timer(SILENT_SECONDS, self._show)
            self._timer.daemon = True
            self._timer.start()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self._lock:
            if not self._enabled:
                return
            columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
            # Otherwise Rich would take what is printed to a file or pipe, and show it here.
            redirected = sys.stdout.isatty()
            self._shown = Progress(
                *columns,
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=redirected,
            )
            self._shown.add_task(self._text, total=None)
            self._shown.start()


def _count(done: int, total: int | None) -> str:
    """``3 of 12 puzzles``."""
    if total is None:
        return in_words(plural(done, "puzzle"))
    puzzles = in_words(plural(total, "puzzle"))
    return translated("{done} of {puzzles}", done=f"{done:,}", puzzles=puzzles)


def _speed(done: int, part: float, rest: float, seconds: float) -> str:
    """The speed and the time left, if some work is done."""
    if not done or seconds <= 0:
        return ""
    left = ""
    if part > 0 and rest > 0:
        left = translated(", {time} left", time=clock(seconds * rest / part))
    return f", {per_second(done, seconds)}/s{left}"


def per_second(done: int, seconds: float) -> str:
    """How much is done in a second, with a decimal if it is little."""
    speed = done / seconds
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
