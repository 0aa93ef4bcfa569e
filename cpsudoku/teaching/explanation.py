"""A puzzle solved like a person, step by step, each step in words and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.core.views import Shown
from cpsudoku.solving import Solvable, as_puzzle
from cpsudoku.teaching.positions import candidates_of, with_givens
from cpsudoku.teaching.start import DEFAULT_ORDER, Start, marks_data, start_of
from cpsudoku.techniques import TABLE, TECHNIQUES, technique_name
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import removal_text
from cpsudoku.techniques.walk import check_sound, walk


@dataclass(frozen=True, repr=False)
class ExplainedStep(Shown, view="step"):
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
        board = self.before.board
        placed = ", ".join(
            f"{board.cell_name(cell)} = {SYMBOLS[digit]}" for cell, digit in self.step.placements
        )
        gone = self.step.eliminations
        removed = f"remove {removal_text(gone, board)}" if gone else ""
        return "; ".join(part for part in (placed, removed) if part)

    @property
    def after(self) -> Candidates:
        """The position after it."""
        return self.step.apply(self.before)

    def to_data(self) -> dict[str, Any]:
        """The step as JSON values; cells by their names, candidates as cell and digit."""
        step, board = self.step, self.before.board
        row = TABLE[step.technique]
        names = board.cell_name
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
        name = self.before.board.cell_name
        return [{"cell": name(cell), "digit": digit} for cell, digit in candidates]


@dataclass(frozen=True, repr=False)
class Explanation(Shown, view="explanation"):
    """The steps from a position to where they end.

    ``stopped``: they end at the technique that was asked for, though there may be more.
    """

    start: Start
    steps: tuple[ExplainedStep, ...]
    stopped: bool = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or the position as it was read."""
        return self.start.puzzle

    @property
    def problem(self) -> str:
        """What is wrong with the position, in words; empty where nothing is."""
        return self.start.problem

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
            "steps": [step.to_data() for step in self.steps],
            "end": {"grid": self.end.grid.line, "marks": marks_data(self.end)},
            "problem": self.problem or None,
        }


def explain(
    puzzle: Solvable | Candidates,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    until: str | None = None,
    original: Solvable | None = None,
    limit: float | None = None,
) -> Explanation:
    """The steps that a person takes, until the puzzle is solved or the techniques are stuck.

    ``puzzle`` may be a half-filled grid, candidates, or a line of a HoDoKu library; ``original`` is
    the puzzle that it fills in part, so that entries and givens can be told apart. ``order`` is a
    name of ``ORDERS``. ``techniques`` is a level (and all below it), or names with commas.
    ``until`` is the technique that the explanation ends with. ``limit`` is in seconds, for the
    search for solutions. Raises InputError for what is not a puzzle, and Unsupported for rules
    that the techniques do not know.

    >>> found = explain("1..4..1.2......3")
    >>> found.outcome, len(found.steps), found.steps[0].text
    ('solved', 11, 'In box 2, only r1c3 can hold 3.')
    """
    start = start_of(position_of(puzzle, original), order, techniques, Limit(seconds=limit))
    return collect(start, steps_from(start), until)


def position_of(puzzle: Solvable | Candidates, original: Solvable | None) -> Candidates:
    """The position that a value means; with an original, as entries into that puzzle."""
    candidates = candidates_of(puzzle)
    return candidates if original is None else with_givens(candidates, as_puzzle(original))


def steps_from(start: Start) -> Iterator[ExplainedStep]:
    """Each step as it is found, checked against every solution that is known.

    Nothing where no step makes sense. Raises EngineError when a step contradicts a solution.
    """
    if not start.can_be_explained:
        return
    steps = walk(start.candidates, start.techniques, start.verdict.solution)
    for number, (before, step) in enumerate(steps, 1):
        for solution in start.verdict.solutions[1:]:
            check_sound(step, before, solution)
        yield ExplainedStep(number, before, step, TECHNIQUES[step.technique].explain(step, before))


def collect(start: Start, steps: Iterable[ExplainedStep], until: str | None = None) -> Explanation:
    """The explanation of these steps, up to the first of a technique where one is named.

    Raises UnknownName for a technique that does not exist.
    """
    taken: list[ExplainedStep] = []
    last = technique_name(until) if until is not None else None
    for step in steps:
        taken.append(step)
        if step.step.technique == last:
            return Explanation(start, tuple(taken), stopped=True)
    return Explanation(start, tuple(taken))
