"""Trial and error: a candidate is tried, and easy steps lead to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.runtime.lists import phrases
from cpsudoku.techniques.base import Detail, General, Role, Step, Technique
from cpsudoku.techniques.rules.narrowing import excluded_by, ruling
from cpsudoku.techniques.rules.single_rule import (
    BOUNDS,
    CAGE_COMBINATIONS,
    RELATED_CELLS,
    RULE_CELLS,
    SUMS,
)
from cpsudoku.techniques.singles.plain import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from cpsudoku.techniques.step_words import dead_end_text

LONGEST = 40  # steps of a trial
SAID = 8  # digits of a trial that are named
WIDEST = 3  # candidates of a cell that is tried
EASY: tuple[Technique, ...] = (
    NAKED_SINGLE,
    FULL_HOUSE,
    HIDDEN_SINGLE,
    RELATED_CELLS,
    BOUNDS,
    CAGE_COMBINATIONS,
    SUMS,
    RULE_CELLS,
)


@dataclass(frozen=True)
class TrialContradiction(Detail):
    """The digits that follow from the trial, in order, and the position that is impossible."""

    placed: tuple[Candidate, ...]
    end: Candidates


@dataclass(frozen=True)
class Trial(General):
    """Bifurcation: the last resort, where all other techniques are stuck."""

    name: str = "trial"
    title: str = "Trial and Error"
    definition: str = (
        "Suppose that a cell holds a digit: easy steps lead to a contradiction, so it does not "
        "(bifurcation)."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Cells with the fewest candidates first."""
        order = sorted(
            (marks.bit_count(), cell)
            for cell, marks in enumerate(candidates.marks)
            if 2 <= marks.bit_count() <= WIDEST
        )
        for _, cell in order:
            for digit in digits_of(candidates.marks[cell]):
                found = trial_contradiction(candidates, (cell, digit))
                if found is not None:
                    rest = Role("on", found.placed)
                    yield Step(
                        self.name,
                        eliminations=((cell, digit),),
                        digits=(digit,),
                        roles=(Role("pattern", ((cell, digit),)), *([rest] * bool(found.placed))),
                        detail=found,
                    )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The trial, the first digits that follow, and the contradiction."""
        board, detail = candidates.board, step.detail
        assert isinstance(detail, TrialContradiction)
        cell, digit = step.eliminations[0]
        names = [
            f"{board.cell_name(at)} = {board.symbols[value]}" for at, value in detail.placed[:SAID]
        ]
        if len(detail.placed) > SAID:
            more = len(detail.placed) - SAID
            names.append(counted("{count} more digits", "{count} more digits", more))
        text = marked("Suppose {cell} = {digit}. Then {end}. So {cell} is not {digit}.")
        if names:
            text = marked(
                "Suppose {cell} = {digit}. Then easy steps give {digits}, and {end}. So {cell} is "
                "not {digit}."
            )
        return translated(
            text,
            cell=board.cell_name(cell),
            digit=board.symbols[digit],
            digits=phrases(names) if names else "",
            end=impossible(detail.end),
        )


def trial_contradiction(candidates: Candidates, at: Candidate) -> TrialContradiction | None:
    """What is impossible if this candidate is true, as far as easy steps show."""
    position = candidates.placed([at])
    placed: list[Candidate] = []
    for _ in range(LONGEST):
        if impossible(position):
            return TrialContradiction(tuple(placed), position)
        step = next((step for each in EASY for step in each.find(position)), None)
        if step is None:
            return None
        placed += step.placements
        position = step.apply(position)
    return None


def impossible(candidates: Candidates) -> str:
    """Why a position has no solution, as far as one sees at once; empty if nothing is seen."""
    end = dead_end_text(
        candidates,
        marked("no digit is left for {cell}"),
        marked("{house} has no place for {digit}"),
    )
    if end:
        return end
    for number, rule, of_rule in ruling(candidates):
        for each in excluded_by(candidates, number, rule, of_rule):
            if candidates.cells[each.cell]:
                return translated("{rule} cannot be completed", rule=rule.named)
    return ""


TRIAL = Trial()
