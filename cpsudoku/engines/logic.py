"""Human techniques, applied until none finds a step; no search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.base import Moment, Observer
from cpsudoku.runtime.deadline import Deadline, DeadlineReached
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import WordedError
from cpsudoku.techniques import ORDERS, TECHNIQUES, with_rules
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.walk import step_of


@dataclass(frozen=True)
class Logic:
    """The engine ``logic``, with the techniques it may use, in order.

    It finds at most one solution. Techniques that assume a single solution are tried last, and a
    result that rests on them proves nothing.
    """

    techniques: tuple[str, ...] = with_rules(ORDERS["human"])
    name: str = "logic"
    title: str = "human techniques only ('cpsudoku techniques'); never searches, may get stuck"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """The reason why it does not accept a puzzle with layers, or None."""
        return "does not reason about layers" if puzzle.board.layers else None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """The solution that the techniques find; ``exhausted`` if none of them assumed it."""
        return self._found(puzzle, _Walk(self.techniques, limit))

    def watch(
        self, puzzle: Puzzle, observer: Observer, want: int = 1, limit: Limit = NO_LIMIT
    ) -> Found:
        """The same search. The observer gets every step."""
        return self._found(puzzle, _Walk(self.techniques, limit, observer))

    def _found(self, puzzle: Puzzle, walk: _Walk) -> Found:
        if puzzle.conflicts:
            return Found((), exhausted=True)
        with walk.deadline.applied():
            return walk.through(Candidates.of(puzzle))


class _Walk:
    """One run: its limit, and whether a technique so far assumed one solution.

    A node is one attempt with one technique.
    """

    def __init__(
        self, techniques: Sequence[str], limit: Limit, observer: Observer | None = None
    ) -> None:
        self.observer = observer
        self.techniques = sorted(techniques, key=lambda name: TECHNIQUES[name].assumes_unique)
        self.limit = limit
        self.deadline = Deadline(limit.seconds, spent=limit.spent)
        self.nodes = 0
        self.assumed = ""  # the first technique used that assumes one solution

    def through(self, candidates: Candidates) -> Found:
        """The solution that the techniques find from these candidates."""
        self._report("start", candidates)
        while not candidates.is_solved and not is_contradictory(candidates):
            try:
                step = self._next(candidates)
            except (LogicLimitReached, DeadlineReached) as reason:
                return Found((), exhausted=False, note=str(reason))
            if step is None:
                empty = candidates.cells.count(0)
                return Found((), exhausted=False, note=f"stuck with {plural(empty, 'empty cell')}")
            before, candidates = candidates, step.apply(candidates)
            self._report("step", candidates, step, before)
        solved = candidates.is_solved and candidates.puzzle.is_solved_by(candidates.grid)
        if solved:
            self._report("solution", candidates)
        note = f"{self.assumed} assumed that there is one solution" if self.assumed else ""
        return Found((candidates.grid,) if solved else (), not self.assumed, note)

    def _next(self, candidates: Candidates) -> Step | None:
        """The first step that the techniques find, or None.

        Raises LogicLimitReached or DeadlineReached.
        """
        for name in self.techniques:
            self._count_node()
            step = step_of(name, candidates)
            if step is not None:
                if TECHNIQUES[name].assumes_unique:
                    self.assumed = self.assumed or name
                return step
        return None

    def _report(
        self,
        event: str,
        candidates: Candidates,
        step: Step | None = None,
        before: Candidates | None = None,
    ) -> None:
        """Report the state to the observer, with the step in words."""
        if self.observer is None:
            return
        words = ""
        if step is not None and before is not None:
            technique = TECHNIQUES[step.technique]
            words = f"{technique.title}: {technique.explain(step, before)}"
        moment = Moment(event, candidates.cells, candidates.marks, step=step, words=words)
        self.observer(moment)

    def _count_node(self) -> None:
        self.nodes += 1
        if self.limit.nodes is not None and self.nodes > self.limit.nodes:
            raise LogicLimitReached(
                "the limit of {nodes} ran out", nodes=plural(self.limit.nodes, "node")
            )


class LogicLimitReached(WordedError):
    """The search used up its nodes."""


def is_contradictory(candidates: Candidates) -> bool:
    """Whether an empty cell has no candidate left, or a digit has no place left in a house."""
    cells = zip(candidates.cells, candidates.marks, strict=True)
    can_be = [1 << (digit - 1) if digit else marks for digit, marks in cells]
    if 0 in can_be:
        return True
    board = candidates.board
    return any(
        reduce(or_, (can_be[cell] for cell in house.cells)) != board.all_digits
        for house in board.houses
    )


ENGINE = Logic()
