"""Solves a puzzle as a person would, with a reason for each step. Each step is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.core.views import Shown
from cpsudoku.runtime.deadline import NO_DEADLINE, Deadline, DeadlineReached
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import ENGLISH, known_language, speaking, translated
from cpsudoku.solving import Solvable, as_puzzle
from cpsudoku.teaching.positions import candidates_of, with_givens
from cpsudoku.teaching.stages import Written, needed, own_candidates, written_at_first
from cpsudoku.teaching.start import DEFAULT_ORDER, Start, marks_data, start_of
from cpsudoku.techniques import ROWS, TECHNIQUES, technique_name
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.nearness import nearest
from cpsudoku.techniques.reasons import with_reasons
from cpsudoku.techniques.step_words import effect_text
from cpsudoku.techniques.walk import Changes, check_sound, walk

if TYPE_CHECKING:
    from cpsudoku.techniques.chains.trees import Tree


@dataclass(frozen=True, repr=False)
class ExplainedStep(Shown, view="step"):
    """One step of an explanation. ``before`` is the position in which it was found.

    ``title``, ``effect`` and ``text`` are worded when they are read, in the present language.
    ``written`` are the candidates that a person would have written by then; None means all.
    """

    number: int
    before: Candidates
    step: Step
    written: Written | None = field(default=None, compare=False)

    def shown(self, stage: str) -> Written | None:
        """The candidates that a picture shows at a stage, one of STAGES; None means all."""
        if stage == "all":
            return None
        own = own_candidates(self.step, self.before)
        if stage == "none":
            return own
        return None if self.written is None else self.written | own

    @property
    def text(self) -> str:
        """Why the step is right, in the present language: see ``speaking``."""
        return TECHNIQUES[self.step.technique].explain(self.step, self.before)

    def text_in(self, language: str) -> str:
        """The same in a language such as ``de``; raises UnknownName for an unknown one.

        >>> explain("1..4..1.2......3").steps[0].text_in("de").partition(":")[0]
        'In Block 2 kann die 3 nur in r1c3 stehen'
        """
        with speaking(known_language(language)):
            return self.text

    @property
    def title(self) -> str:
        """``X-Wing``."""
        return translated(TECHNIQUES[self.step.technique].title)

    @property
    def effect(self) -> str:
        """The result of the step, such as ``r1c2 = 5`` or ``remove 4 from r1c23``."""
        return effect_text(self.step, self.before.board)

    @property
    def tree(self) -> Tree | None:
        """The chain in full: every branch, and the reason of every link; None without a chain."""
        from cpsudoku.techniques.chains.trees import tree_of

        return tree_of(self.step, self.before)

    @property
    def after(self) -> Candidates:
        """The position after the step."""
        return self.step.apply(self.before)

    def to_data(self) -> JsonObject:
        """The step as JSON values, with names of cells, and candidates as cell and digit."""
        step, board = self.step, self.before.board
        row = ROWS[step.technique]
        with speaking(ENGLISH):
            tree = self.tree
            branches = tree.to_data() if tree is not None else []
        names = board.cell_name
        cells: dict[str, dict[str, None]] = {}  # each name once, in the order of mention
        for role in step.roles:
            key = f"{role.name} {role.label}".strip()
            cells.setdefault(key, {}).update((names(cell), None) for cell, _ in role.candidates)
        return {
            "step": self.number,
            "technique": step.technique,
            "title": TECHNIQUES[step.technique].title,
            "rating": step.rating / 10 or None,
            "level": row.level,
            "score": row.score,
            "digits": list(step.digits),
            "houses": [board.houses[house].name for house in step.houses],
            "cells": {key: list(found) for key, found in cells.items()},
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
            "branches": branches,
            "placements": self._named(step.placements),
            "eliminations": self._named(step.eliminations),
            "text": self.text_in(ENGLISH),
            "grid": self.before.grid.line,
            "marks": marks_data(self.before),
        }

    def _named(self, candidates: Iterable[Candidate]) -> list[JsonObject]:
        name = self.before.board.cell_name
        return [{"cell": name(cell), "digit": digit} for cell, digit in candidates]


@dataclass(frozen=True, repr=False)
class Explanation(Shown, view="explanation"):
    """The steps from a position to the solution, or as far as they lead.

    ``stopped``: they end with the technique of ``until``; there may be further steps. ``note``
    names the limit that ran out before the steps were complete; it is empty if none did.
    """

    start: Start
    steps: tuple[ExplainedStep, ...]
    stopped: bool = False
    note: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or the position as it was read."""
        return self.start.puzzle

    @property
    def problem(self) -> str:
        """A sentence about what is wrong with the position; empty if nothing is."""
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
        """Whether no technique finds a further step, although cells are empty."""
        return self.outcome == "stuck"

    @property
    def is_unfinished(self) -> bool:
        """Whether a limit ran out before every cell was filled."""
        return self.outcome == "unfinished"

    @property
    def outcome(self) -> str:
        """How it ends: ``solved``, ``stuck``, or ``stopped``.

        ``unfinished`` if a limit ran out, and ``refused`` if no step makes sense.
        """
        if not self.start.can_be_explained:
            return "refused"
        if self.is_solved:
            return "solved"
        return "stopped" if self.stopped else "unfinished" if self.note else "stuck"

    def to_data(self) -> JsonObject:
        """The explanation as JSON values."""
        return {
            **self.start.to_data(),
            "outcome": self.outcome,
            "steps": [step.to_data() for step in self.steps],
            "end": {"grid": self.end.grid.line, "marks": marks_data(self.end)},
            "problem": self.problem or None,
            "note": self.note or None,
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
    """Solve a puzzle as a person would, until it is solved, the techniques get stuck or time is up.

    ``puzzle`` may be a half-filled grid, candidates, or a line of a HoDoKu library. ``original`` is
    the puzzle without entries; with it, the techniques know which digits are givens. ``order`` is a
    name of ``ORDERS``. ``techniques`` is a level (and all below it), or names with commas.
    The explanation ends with the first step of the technique ``until``. The search for solutions
    and for all steps takes at most ``limit`` seconds; then the outcome is ``unfinished``. Raises
    InputError if ``puzzle`` is not a puzzle, and Unsupported for rules that the techniques do not
    support.

    >>> found = explain("1..4..1.2......3")
    >>> found.outcome, len(found.steps)
    ('solved', 11)
    >>> found.steps[0].text
    'In box 2, only r1c3 can hold 3: the 3 in r4c4 rules out the other empty cells.'
    """
    position, deadline = position_of(puzzle, original), Deadline(Limit(limit).seconds)
    start = start_of(position, order, techniques, deadline)
    return collect(start, steps_from(start, deadline), until)


def position_of(puzzle: Solvable | Candidates, original: Solvable | None) -> Candidates:
    """The position that a value describes. ``original`` is the puzzle without entries."""
    candidates = candidates_of(puzzle)
    return candidates if original is None else with_givens(candidates, as_puzzle(original))


def steps_from(
    start: Start, deadline: Deadline = NO_DEADLINE, last: Changes = ()
) -> Iterator[ExplainedStep]:
    """Yield each step when it is found, checked against every known solution.

    ``last`` are the entries before the first step. Yields nothing if no step makes sense. Raises
    EngineError if a step contradicts a solution, and DeadlineReached if the deadline passes before
    the next step is found.
    """
    if not start.can_be_explained:
        return
    solution = start.verdict.solution
    steps = deadline.over(walk(start.candidates, start.techniques, solution, nearest, last))
    written = written_at_first(start.candidates)
    for number, (before, step) in enumerate(steps, 1):
        for solution in start.verdict.solutions[1:]:
            check_sound(step, before, solution)
        if written is not None:
            written |= needed(step, before)
        yield replace(explained(before, step, number), written=written)


def explained(before: Candidates, step: Step, number: int = 1) -> ExplainedStep:
    """A step with the digits that rule out its other cells. It is worded when it is shown."""
    return ExplainedStep(number, before, with_reasons(step, before))


def collect(start: Start, steps: Iterable[ExplainedStep], until: str | None = None) -> Explanation:
    """The explanation with these steps, up to the first one of the technique ``until``.

    It is unfinished if a deadline passes while they are found. Raises UnknownName if the technique
    does not exist.
    """
    taken: list[ExplainedStep] = []
    last = technique_name(until) if until is not None else None
    try:
        for step in steps:
            taken.append(step)
            if step.step.technique == last:
                return Explanation(start, tuple(taken), stopped=True)
    except DeadlineReached as reached:
        return Explanation(start, tuple(taken), note=str(reached))
    return Explanation(start, tuple(taken))
