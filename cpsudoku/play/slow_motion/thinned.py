"""Thins a long film evenly, while it runs, until it is short enough for a picture."""

from __future__ import annotations

from cpsudoku.play.slow_motion.film import Frame


class Thinned:
    """At most ``most`` frames: one in ``stride``, and always the last.

    It never holds more. When it is full, it drops every other frame.
    """

    def __init__(self, most: int) -> None:
        self.most = max(2, most)
        self.stride = 1
        self._kept: list[Frame] = []
        self._last: Frame | None = None

    def add(self, frame: Frame) -> None:
        """Add a frame."""
        self._last = frame
        if frame.number % self.stride:
            return
        self._kept.append(frame)
        if len(self._kept) >= self.most:
            self.stride *= 2
            self._kept = [kept for kept in self._kept if not kept.number % self.stride]

    @property
    def frames(self) -> list[Frame]:
        """The frames kept and the last frame."""
        last = [self._last] if self._last is not None and self._last not in self._kept[-1:] else []
        return self._kept + last
