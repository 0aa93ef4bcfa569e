"""The frames of a search: each moment of the engine with its number and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import perf_counter

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import digits_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Verdict, judge
from cpsudoku.engines import ENGINES
from cpsudoku.engines.base import Moment, WatchableEngine
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.words import either
from cpsudoku.solving import refuse_unsupported

AHEAD = 256  # frames that the engine may be ahead of the display


@dataclass(frozen=True)
class Frame:
    """One moment of a search and the counts up to it.

    ``number`` counts the frames from 0, ``steps`` the digits tried and the steps of techniques,
    ``backtracks`` the digits removed again, ``solutions`` the solutions found.
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
        """The empty cells that have no candidate left after the digit just tried."""
        if self.moment.event != "try":
            return ()
        pairs = enumerate(zip(self.moment.digits, self.moment.marks, strict=True))
        return tuple(cell for cell, (digit, marks) in pairs if not digit and not marks)

    def words(self, board: Board) -> str:
        """What happened: ``try r1c2 = 5``, ``remove 5 from r1c2``."""
        moment = self.moment
        if moment.event == "step":
            return moment.words
        if moment.event == "solution":
            return translated("solution {number}", number=self.solutions)
        if moment.cell is None:
            return translated("start")
        name, digit = board.cell_name(moment.cell), board.symbols[moment.digit]
        if moment.event == "back":
            return translated("remove {digit} from {cell}", digit=digit, cell=name)
        tried = translated("try {cell} = {digit}", cell=name, digit=digit)
        if not self.starved:
            return tried
        empty = board.cell_name(self.starved[0])
        return f"{tried}: {translated('{cell} has no candidate left', cell=empty)}"

    def line(self, board: Board) -> str:
        """The frame on one line."""
        return f"{self.number:>6}  {self.words(board)}  ({self.counts})"

    @property
    def counts(self) -> str:
        """Depth, candidates left, steps and backtracks."""
        return translated(
            "depth {depth}, candidates left {left}, steps {steps}, backtracks {backtracks}",
            depth=self.moment.depth,
            left=self.candidates_left,
            steps=self.steps,
            backtracks=self.backtracks,
        )

    def to_data(self, board: Board) -> JsonObject:
        """The frame as JSON values; cells by their names."""
        moment = self.moment
        data: JsonObject = {"number": self.number, "event": moment.event}
        if moment.cell is not None:
            data |= {"cell": board.cell_name(moment.cell), "digit": moment.digit}
        if moment.step is not None:
            step = moment.step
            data |= {"technique": step.technique, "text": moment.words}
            for key, pairs in (("placed", step.placements), ("eliminated", step.eliminations)):
                data[key] = [[board.cell_name(cell), digit] for cell, digit in pairs]
        if self.starved:
            data["starved"] = [board.cell_name(cell) for cell in self.starved]
        return data | {
            "depth": moment.depth,
            "candidates_left": self.candidates_left,
            "steps": self.steps,
            "backtracks": self.backtracks,
            "grid": "".join(board.symbols[digit] for digit in moment.digits),
            "marks": [list(digits_of(marks)) for marks in moment.marks],
        }


@dataclass(frozen=True)
class FilmedSearch:
    """What to watch: a puzzle, an engine by name, and how many solutions to look for."""

    puzzle: Puzzle
    engine: str
    want: int = 1
    limit: Limit = NO_LIMIT

    def run(self, show: Callable[[Frame], None]) -> Verdict:
        """Run the engine and show each frame as it comes; return the verdict."""
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
    """The engine of that name.

    Raises Unsupported if it can't be watched; the message lists those that can. Raises
    UnknownName if there is no such engine.
    """
    engine = ENGINES[name]
    if not isinstance(engine, WatchableEngine):
        names = (name for name in ENGINES if isinstance(ENGINES[name], WatchableEngine))
        raise Unsupported(
            "engine {name} can't be watched; try {engine} {names}",
            name=repr(name),
            names=either(names),
        )
    return engine


class _Stopped(Exception):
    """Raised inside the engine when nobody is watching any longer."""


class Film:
    """The frames of a search that runs in its own thread, a little ahead of the reader.

    ``verdict`` is set after the last frame. ``close`` ends the search. An error in the search is
    raised when the next frame is read.
    """

    def __init__(self, search: FilmedSearch) -> None:
        watchable(search.engine)
        self.search = search
        self.verdict: Verdict | None = None
        self._frames: Queue[Frame | BaseException | None] = Queue(AHEAD)
        self._closed = Event()
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame]:
        """Each frame until the search ends; waits for the next one."""
        while (frame := self._frames.get()) is not None:
            if isinstance(frame, BaseException):
                raise frame
            yield frame

    def ready(self) -> Iterator[Frame]:
        """The frames that are ready, in order; never waits."""
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
        """Whether the search is over and every frame was read."""
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
        except BaseException as error:  # raised again in the reader's thread
            self._put(error)

    def _put(self, frame: Frame | BaseException | None) -> None:
        while not self._closed.is_set():
            try:
                self._frames.put(frame, timeout=0.1)
            except Full:
                continue
            return
        raise _Stopped
