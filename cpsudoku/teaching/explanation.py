"""A puzzle solved like a person, step by step, each step in words and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.core.constraints.pencilmarks import Pencilmarks
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict
from cpsudoku.core.views import Shown
from cpsudoku.solving import Solvable, settle
from cpsudoku.teaching.hints import Mistake, mistakes
from cpsudoku.teaching.positions import candidates_of
from cpsudoku.techniques import SCALE, TABLE, TECHNIQUES, in_turn, select, technique_name
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import removal_text
from cpsudoku.techniques.walk import check_sound, walk

DEFAULT_ORDER = "human"
WRONG = "wrong"  # the word for a position that contradicts the only solution of its puzzle


@dataclass(frozen=True)
class Start:
    """A position to explain, and what CP-SAT knows of it.

    ``verdict`` is of the puzzle; where that has not one solution, of this position. ``left_out``
    are the techniques that assume one solution where there may be more; ``mistakes`` the cells that
    contradict the only solution.
    """

    candidates: Candidates
    verdict: Verdict
    techniques: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    @property
    def word(self) -> str:
        """A status word, or ``wrong``."""
        return WRONG if self.mistakes else self.verdict.word

    @property
    def can_be_explained(self) -> bool:
        """Whether steps make sense: there may be a solution, and nothing contradicts it."""
        return not self.mistakes and self.verdict.status is not Status.NO_SOLUTION

    def to_data(self) -> dict[str, Any]:
        """What is known as JSON values."""
        puzzle, solution = self.candidates.puzzle, self.verdict.solution
        name = puzzle.geometry.cell_name
        return {
            "puzzle": puzzle.givens.line,
            "grid": self.candidates.grid.line,
            "label": puzzle.label,
            "source": str(puzzle.source),
            "status": self.word,
            "scale": SCALE,
            "solution": solution.line if self.verdict.is_unique and solution else None,
            "left_out": list(self.left_out),
            "mistakes": [
                {"cell": name(mistake.cell), "found": mistake.found or None, "right": mistake.right}
                for mistake in self.mistakes
            ],
        }


@dataclass(frozen=True, repr=False)
class Told(Shown, view="step"):
    """One step of an explanation; ``before`` is the position that it was found in."""

    number: int
    before: Candidates
    step: Step
    text: str

    @property
    def title(self) -> str:
        """``X-Wing``."""
        return TECHNIQUES[self.step.technique].title

    @property
    def effect(self) -> str:
        """What follows: ``r1c2 = 5`` or ``remove 4 from r1c23``."""
        geometry = self.before.board.geometry
        placed = ", ".join(
            f"{geometry.cell_name(cell)} = {SYMBOLS[digit]}" for cell, digit in self.step.placements
        )
        gone = self.step.eliminations
        removed = f"remove {removal_text(gone, geometry)}" if gone else ""
        return "; ".join(part for part in (placed, removed) if part)

    @property
    def after(self) -> Candidates:
        """The position after it."""
        return self.step.apply(self.before)

    def to_data(self) -> dict[str, Any]:
        """The step as JSON values; cells by their names, candidates as cell and digit."""
        step, board = self.step, self.before.board
        row = TABLE[step.technique]
        names = board.geometry.cell_name
        cells: dict[str, list[str]] = {}
        for role in step.roles:
            key = f"{role.name} {role.label}".strip()
            found = cells.setdefault(key, [])
            found += [name for cell, _ in role.candidates if (name := names(cell)) not in found]
        return {
            "step": self.number,
            "technique": step.technique,
            "title": self.title,
            "rating": step.rating / 10 or None,
            "level": row.level,
            "score": row.score,
            "digits": list(step.digits),
            "houses": [board.houses[house].name for house in step.houses],
            "cells": cells,
            "candidates": {
                f"{role.name} {role.label}".strip(): self._named(role.candidates)
                for role in step.roles
            },
            "links": [
                {
                    "from": self._named(link.first),
                    "to": self._named(link.second),
                    "strong": link.strong,
                }
                for link in step.links
            ],
            "placements": self._named(step.placements),
            "eliminations": self._named(step.eliminations),
            "text": self.text,
            "grid": self.before.grid.line,
            "marks": marks_data(self.before),
        }

    def _named(self, candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
        name = self.before.board.geometry.cell_name
        return [{"cell": name(cell), "digit": digit} for cell, digit in candidates]


def marks_data(candidates: Candidates) -> list[list[int]]:
    """The candidates of each cell, row by row; of a filled cell its digit."""
    cells = zip(candidates.cells, candidates.marks, strict=True)
    return [[digit] if digit else list(digits_of(marks)) for digit, marks in cells]


@dataclass(frozen=True, repr=False)
class Explanation(Shown, view="explanation"):
    """The steps from a position to where they end.

    ``stopped``: they end at the technique that was asked for, though there may be more.
    """

    start: Start
    steps: tuple[Told, ...]
    stopped: bool = False

    @property
    def end(self) -> Candidates:
        """The position after the last step."""
        return self.steps[-1].after if self.steps else self.start.candidates

    @property
    def is_solved(self) -> bool:
        """Whether the steps fill every cell."""
        return self.end.is_solved

    @property
    def is_stuck(self) -> bool:
        """Whether the techniques ran out before every cell was filled."""
        return self.start.can_be_explained and not self.stopped and not self.is_solved

    @property
    def outcome(self) -> str:
        """``solved``, ``stuck``, ``stopped``, or ``refused`` where no step makes sense."""
        if not self.start.can_be_explained:
            return "refused"
        return "solved" if self.is_solved else "stopped" if self.stopped else "stuck"

    def to_data(self) -> dict[str, Any]:
        """The explanation as JSON values."""
        return {
            **self.start.to_data(),
            "outcome": self.outcome,
            "steps": [told.to_data() for told in self.steps],
            "end": {"grid": self.end.grid.line, "marks": marks_data(self.end)},
        }


def explain(
    puzzle: Solvable | Candidates,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    until: str | None = None,
    limit: float | None = None,
) -> Explanation:
    """The steps that a person takes, until the puzzle is solved or the techniques are stuck.

    order: a name of ORDERS. techniques: a level (and all below it), or names by commas. until: the
    technique that the explanation ends with. limit: seconds for the search for solutions. Takes
    half-filled grids, candidates, and lines of a HoDoKu library too. Raises InputError for what
    is no puzzle, Unsupported for rules that techniques do not know.
    """
    start = start_of(candidates_of(puzzle), order, techniques, Limit(seconds=limit))
    return collect(start, steps_from(start), until)


def start_of(
    candidates: Candidates,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    limit: Limit = Limit(),
) -> Start:
    """What is known before the first step; raises UnknownName for an order or a technique."""
    names = select(techniques, order) if techniques is not None else in_turn(order)
    given = _given(candidates.puzzle)
    verdict = settle(given, want=2, limit=limit)
    if verdict.is_unique and verdict.solution is not None:
        return Start(candidates, verdict, names, (), mistakes(candidates, verdict.solution))
    if candidates != Candidates.of(given) and verdict.status is not Status.NO_SOLUTION:
        verdict = settle(_as_puzzle(candidates), want=2, limit=limit)
    left_out = tuple(name for name in names if TECHNIQUES[name].assumes_unique)
    kept = tuple(name for name in names if name not in left_out)
    return Start(candidates, verdict, kept, left_out)


def steps_from(start: Start) -> Iterator[Told]:
    """Each step as it is found, checked against every solution that is known.

    Nothing where no step makes sense. Raises EngineError when a step contradicts a solution.
    """
    if not start.can_be_explained:
        return
    steps = walk(start.candidates, start.techniques, start.verdict.solution)
    for number, (before, step) in enumerate(steps, 1):
        for solution in start.verdict.solutions[1:]:
            check_sound(step, before, solution)
        yield Told(number, before, step, TECHNIQUES[step.technique].explain(step, before))


def collect(start: Start, steps: Iterable[Told], until: str | None = None) -> Explanation:
    """The explanation of these steps, up to the first of a technique where one is named.

    Raises UnknownName for a technique that there is not.
    """
    taken: list[Told] = []
    last = technique_name(until) if until is not None else None
    for told in steps:
        taken.append(told)
        if told.step.technique == last:
            return Explanation(start, tuple(taken), stopped=True)
    return Explanation(start, tuple(taken))


def suspects(candidates: Candidates, limit: Limit = Limit()) -> tuple[int, ...]:
    """The entries of a position without a solution that leave one when emptied, each alone.

    Where no givens are told from entries, every filled cell is an entry.
    """
    puzzle = _given(candidates.puzzle)
    entries = [cell for cell, digit in enumerate(candidates.cells) if digit]
    if candidates.cells != puzzle.givens.cells:
        entries = [cell for cell in entries if not puzzle.givens[cell]]
    found = []
    for cell in entries:
        cells = candidates.cells[:cell] + b"\0" + candidates.cells[cell + 1 :]
        emptied = replace(puzzle, givens=Grid(cells, puzzle.geometry))
        if settle(emptied, want=1, limit=limit).solutions:
            found.append(cell)
    return tuple(found)


def _given(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its pencilmarks and without what came with it."""
    plain = tuple(each for each in puzzle.variants if not isinstance(each, Pencilmarks))
    return replace(puzzle, variants=plain, answer=None)


def _as_puzzle(candidates: Candidates) -> Puzzle:
    """The position as a puzzle: its filled cells are givens, its candidates a rule."""
    marks = Pencilmarks(tuple(tuple(each) for each in marks_data(candidates)))
    given = _given(candidates.puzzle)
    return replace(given, givens=candidates.grid, variants=(*given.variants, marks))
