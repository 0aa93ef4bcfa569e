"""The two forms of the searches, and when to use which.

The plain form begins at once, and the compiled one is a hundred times faster; the door to compiled
code chooses between them. Only nested chains wait for the compiler, because the plain form would
need minutes. Both forms have the same source, so their answers are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import inf
from threading import Timer
from typing import TYPE_CHECKING, Any, Protocol

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.compiled.door import Work
from cpsudoku.runtime.deadline import DeadlineReached, look, present
from cpsudoku.techniques.compiled.codes import FORCING_CHAIN, NESTED

if TYPE_CHECKING:
    from cpsudoku.techniques.compiled.ground import Ground
    from cpsudoku.techniques.compiled.records import (
        ChainRoom,
        Geometry,
        Room,
        State,
        StepRecord,
        Way,
    )

CELLS = 81  # of the boards for which the programs are compiled ahead
ANOTHER_SIZE = 20.0  # seconds that the search for chains takes to compile for another size
DYNAMIC_CHAINS = 1.0  # seconds or more that a search for them takes in the plain form


class Form(Protocol):
    """The searches on the rooms of one form. ``rater`` describes them."""

    def small_room(self, candidates: Candidates, ground: Ground | None = None) -> Room:
        """A new room for steps that need no chain, with these candidates on a ground or board."""

    def large_room(self, board: Board | Ground) -> AbstractContextManager[ChainRoom]:
        """A room for chains, which belongs to the caller until the block ends."""

    def load(self, room: Room | ChainRoom, candidates: Candidates) -> None:
        """Put candidates into the state of a room."""

    def new_way(self) -> Way:
        """A way that has no steps yet."""

    def easy(self, room: Room, way: Way, task: int) -> int:
        """Work by steps that need no chain."""

    def chain_step(self, room: ChainRoom, technique: int, level: int) -> bool:
        """Find the easiest chain of a technique. Raises DeadlineReached."""

    def take(self, geo: Geometry, state: State, found: StepRecord, way: Way) -> None:
        """Note and apply a step."""

    def steps_of(self, way: Way) -> Iterable[tuple[int, int]]:
        """The code of the technique and the rating of each step of a way."""


def form_for(needed: Sequence[str], technique: int = 0, cells: int = CELLS) -> Form:
    """The form for a search that needs these programs, for a technique, on a board of this size.

    The programs are compiled again for every other size. On a small board, the plain form is used
    until it has worked for as long as that takes.
    """
    if cells < CELLS and WORK.spent < ANOTHER_SIZE:
        return PLAIN
    expected = inf if technique == NESTED else DYNAMIC_CHAINS if technique > FORCING_CHAIN else 0.0
    return PLAIN if WORK.is_plain(needed, expected) else COMPILED


class _Compiled:
    """The compiled form."""

    def small_room(self, candidates: Candidates, ground: Ground | None = None) -> Room:
        from cpsudoku.techniques.compiled.room import small_room

        room = small_room(ground or candidates.board)
        self.load(room, candidates)
        return room

    def large_room(self, board: Board | Ground) -> AbstractContextManager[ChainRoom]:
        from cpsudoku.techniques.compiled.room import large_room

        return large_room(board)

    def load(self, room: Room | ChainRoom, candidates: Candidates) -> None:
        from cpsudoku.techniques.compiled.state import load

        load(room, candidates)

    def new_way(self) -> Way:
        from cpsudoku.techniques.compiled.room import new_way

        return new_way()

    def easy(self, room: Room, way: Way, task: int) -> int:
        from cpsudoku.techniques.compiled.rater import easy

        return easy(room, way, task)

    def chain_step(self, room: ChainRoom, technique: int, level: int) -> bool:
        from cpsudoku.techniques.compiled.rater import chain_step

        look()
        if present().left is None or not _is_slow(room, technique):
            return chain_step(room, technique, level)
        with stopped_in_time(room):
            return chain_step(room, technique, level)

    def take(self, geo: Geometry, state: State, found: StepRecord, way: Way) -> None:
        from cpsudoku.techniques.compiled.rater import take

        take(geo, state, found, way)

    def steps_of(self, way: Way) -> Iterable[tuple[int, int]]:
        # One list for all steps: reading the fields of each record took 0.7 ms per puzzle.
        every: Any = way.steps
        steps: list[tuple[int, int]] = every[: way.used].tolist()
        return steps


class _Plain:
    """The plain form."""

    def small_room(self, candidates: Candidates, ground: Ground | None = None) -> Room:
        from cpsudoku.techniques.compiled.plain import small_room

        return small_room(candidates, ground)

    @contextmanager
    def large_room(self, board: Board | Ground) -> Iterator[ChainRoom]:
        from cpsudoku.techniques.compiled.plain import large_room

        yield large_room(board)

    def load(self, room: Room | ChainRoom, candidates: Candidates) -> None:
        from cpsudoku.techniques.compiled.plain import load

        load(room, candidates)

    def new_way(self) -> Way:
        from cpsudoku.techniques.compiled.plain import new_way

        return new_way()

    def easy(self, room: Room, way: Way, task: int) -> int:
        return int(self._run("easy", room, way, task))

    def chain_step(self, room: ChainRoom, technique: int, level: int) -> bool:
        return bool(self._run("chain_step", room, technique, level))

    def take(self, geo: Geometry, state: State, found: StepRecord, way: Way) -> None:
        self._run("take", geo, state, found, way)

    def steps_of(self, way: Way) -> Iterable[tuple[int, int]]:
        return [(way.steps[at].technique, way.steps[at].rating) for at in range(way.used)]

    def _run(self, name: str, *arguments: object) -> Any:
        from cpsudoku.techniques.compiled.plain import functions

        search = functions()[name]
        look()
        with WORK.working():
            return search(*arguments)


def _is_slow(room: ChainRoom, technique: int) -> bool:
    """Whether a compiled search may take longer than a second."""
    return technique == NESTED or int(room.geo.n) ** 2 > CELLS


@contextmanager
def stopped_in_time(room: ChainRoom) -> Iterator[None]:
    """Inside the context, a thread stops the compiled search of a room at the deadline.

    Then it raises DeadlineReached, because the search has not seen everything.
    """
    deadline = present()
    timer = Timer(deadline.left or 0.0, _stop, [room, 1])
    timer.daemon = True
    try:
        timer.start()
        yield
    finally:
        timer.cancel()
        timer.join()  # so that it never stops the next search in this room
        is_stopped = bool(room.runs.stop)
        _stop(room, 0)
    if is_stopped:
        raise DeadlineReached(deadline.note)


def _stop(room: ChainRoom, now: int) -> None:
    room.runs.stop = room.subruns.stop = now


COMPILED, PLAIN, WORK = _Compiled(), _Plain(), Work()


def effect_of(found: StepRecord, size: int) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """What a step places and what it eliminates, ascending; digits count from 1."""
    placed = ((int(found.cell), int(found.digit) + 1),) if found.cell >= 0 else ()
    gone = sorted(int(found.gone[i]) for i in range(int(found.count)))
    return placed, tuple((at // size, at % size + 1) for at in gone)
