"""Progress on stderr: nothing for the first two seconds, then a line that counts."""

from __future__ import annotations

import sys
import threading
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

SILENT_SECONDS = 2.0


class Counter:
    """Counts puzzles; shows the count when it takes longer, and stderr is a terminal.

    ``pause`` takes the line away before something else is printed on the same terminal.
    """

    def __init__(self, enabled: bool) -> None:
        self.done = 0
        self._enabled = enabled and sys.stderr.isatty()
        self._timer: threading.Timer | None = None
        self._shown: Progress | None = None
        self._lock = threading.Lock()
        self._start = monotonic()

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

    def advance(self) -> None:
        """One more puzzle is done."""
        self.update(self.done + 1)

    def update(self, done: int, part: int = 0, whole: int = 0) -> None:
        """So many puzzles are done, which is that part of the whole where that is known."""
        self.done = done
        with self._lock:
            if self._shown is not None:
                task = self._shown.task_ids[0]
                rate = done / max(1e-9, monotonic() - self._start)
                self._shown.update(task, completed=part, total=whole or None, done=done, rate=rate)

    def pause(self) -> None:
        """Take the line away; it comes back after another two seconds without a word."""
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
        from rich.progress import (
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        with self._lock:
            if not self._enabled:
                return
            counted = TextColumn("{task.fields[done]:,} puzzles, {task.fields[rate]:,.0f}/s")
            times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
            console = Console(stderr=True)
            self._shown = Progress(
                SpinnerColumn(), counted, *times, console=console, transient=True
            )
            self._shown.add_task("", total=None, done=self.done, rate=0.0)
            self._shown.start()
