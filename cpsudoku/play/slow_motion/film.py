"""The moments of a search, numbered and counted, as they come from the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import perf_counter
from typing import Any

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.errors import Unsupported
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Verdict, judge
from cpsudoku.engines import ENGINES
from cpsudoku.engines.base import Moment, WatchableEngine
from cpsudoku.solving import refuse_unsupported

AHEAD = 256  # moments that an engine may be ahead of what is shown


@dataclass(frozen=True)
class Frame:
    """A moment of a search with what was counted up to it.

    ``number`` counts moments from 0, the start; ``steps`` digits tried and steps of techniques;
    ``backtracks`` digits taken back; ``solutions`` those found.
    """

    moment: Moment
    number: int = 0
    steps: int = 0
    backtracks: int = 0
    solutions: int = 0

    def next(self, moment: Moment) -> Frame:
        """The frame of the moment after this one."""
        return Frame(
            moment,
            self.number + 1,
            self.steps + (moment.event in ("try", "step")),
            self.backtracks + (moment.event == "back"),
            self.solutions + (moment.event == "solution"),
        )

    @cached_property
    def candidates_left(self) -> int:
        """The number of candidates in the empty cells."""
        return sum(map(int.bit_count, self.moment.marks))

    @cached_property
    def starved(self) -> tuple[int, ...]:
        """The empty cells that the digit just tried left no candidate."""
        if self.moment.event != "try":
            return ()
        pairs = enumerate(zip(self.moment.digits, self.moment.marks, strict=True))
        return tuple(cell for cell, (digit, marks) in pairs if not digit and not marks)

    def words(self, geometry: Geometry) -> str:
        """What happened: ``try r1c2 = 5``, ``take 5 back from r1c2``."""
        moment = self.moment
        if moment.event == "step":
            return moment.words
        if moment.event == "solution":
            return f"solution {self.solutions}"
        if moment.cell is None:
            return "start"
        name, digit = geometry.cell_name(moment.cell), SYMBOLS[moment.digit]
        if moment.event == "back":
            return f"take {digit} back from {name}"
        starved = "".join(
            f": nothing is left for {geometry.cell_name(c)}" for c in self.starved[:1]
        )
        return f"try {name} = {digit}{starved}"

    def line(self, geometry: Geometry) -> str:
        """The frame on one line, the same everywhere."""
        return f"{self.number:>6}  {self.words(geometry)}  ({self.counts})"

    @property
    def counts(self) -> str:
        """Depth, candidates left, steps and backtracks."""
        return (
            f"depth {self.moment.depth}, candidates left {self.candidates_left}, "
            f"steps {self.steps}, backtracks {self.backtracks}"
        )

    def to_data(self, geometry: Geometry) -> dict[str, Any]:
        """The frame as JSON values; cells by their names."""
        moment = self.moment
        data: dict[str, Any] = {"number": self.number, "event": moment.event}
        if moment.cell is not None:
            data |= {"cell": geometry.cell_name(moment.cell), "digit": moment.digit}
        if moment.step is not None:
            step = moment.step
            data |= {"technique": step.technique, "text": moment.words}
            for key, pairs in (("placed", step.placements), ("eliminated", step.eliminations)):
                data[key] = [[geometry.cell_name(cell), digit] for cell, digit in pairs]
        if self.starved:
            data["starved"] = [geometry.cell_name(cell) for cell in self.starved]
        return data | {
            "depth": moment.depth,
            "candidates_left": self.candidates_left,
            "steps": self.steps,
            "backtracks": self.backtracks,
            "grid": "".join(SYMBOLS[digit] for digit in moment.digits),
            "marks": [list(digits_of(marks)) for marks in moment.marks],
        }


@dataclass(frozen=True)
class Search:
    """What to watch: a puzzle, an engine by its name, how many solutions to want."""

    puzzle: Puzzle
    engine: str
    want: int = 1
    limit: Limit = NO_LIMIT

    def run(self, show: Callable[[Frame], None]) -> Verdict:
        """Run the engine, with each frame shown as it comes; the verdict on what it found."""
        engine = watchable(self.engine)
        refuse_unsupported(self.puzzle, self.engine)
        last: Frame | None = None

        def observe(moment: Moment) -> None:
            nonlocal last
            last = Frame(moment) if last is None else last.next(moment)
            show(last)

        start = perf_counter()
        found = engine.watch(self.puzzle, observe, self.want, self.limit)
        return judge(self.puzzle, found, self.engine, perf_counter() - start)


def watchable(name: str) -> WatchableEngine:
    """The engine of that name; raises Unsupported, with those that can be, if it can't be watched.

    Raises UnknownName for a name that is none.
    """
    engine = ENGINES[name]
    if not isinstance(engine, WatchableEngine):
        names = (name for name in ENGINES if isinstance(ENGINES[name], WatchableEngine))
        raise Unsupported(f"engine {name!r} can't be watched; try --engine {', '.join(names)}")
    return engine


class _Stopped(Exception):
    """Nobody watches any more."""


class Film:
    """The frames of a search that runs in a thread of its own, just ahead of who takes them.

    ``verdict`` is there when the frames have ended. ``close`` ends the search; what went wrong in
    it is raised where the next frame is taken.
    """

    def __init__(self, search: Search) -> None:
        watchable(search.engine)
        self.search = search
        self.verdict: Verdict | None = None
        self._frames: Queue[Frame | BaseException | None] = Queue(AHEAD)
        self._closed = Event()
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame]:
        """Each frame, waited for, until the search has ended."""
        while (frame := self._frames.get()) is not None:
            if isinstance(frame, BaseException):
                raise frame
            yield frame

    def ready(self) -> Iterator[Frame]:
        """The frames that are there already, one after the other; never waits."""
        while self.verdict is None or not self._frames.empty():
            try:
                frame = self._frames.get_nowait()
            except Empty:
                return
            if isinstance(frame, BaseException):
                raise frame
            if frame is not None:
                yield frame

    @property
    def has_ended(self) -> bool:
        """Whether the search is over and every frame was taken."""
        return self.verdict is not None and self._frames.empty()

    def close(self) -> None:
        """End the search and wait for its thread."""
        self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self.verdict = self.search.run(self._put)
            self._put(None)
        except _Stopped:
            pass
        except BaseException as error:  # handed to who watches
            self._put(error)

    def _put(self, frame: Frame | BaseException | None) -> None:
        while not self._closed.is_set():
            try:
                self._frames.put(frame, timeout=0.1)
            except Full:
                continue
            return
        raise _Stopped
