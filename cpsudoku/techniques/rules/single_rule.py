"""What follows from one rule and the candidates of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.core.constraints.base import Constraint, Elimination
from cpsudoku.runtime.language import ENGLISH, present_language, translated
from cpsudoku.runtime.lists import phrases
from cpsudoku.techniques.base import Detail, General, Role, Step
from cpsudoku.techniques.rules.narrowing import (
    Domains,
    domains_of,
    excluded_by,
    layered,
    ruling,
)
from cpsudoku.techniques.step_words import capital, remove_text, sentences

FEW_FACTS = 10  # about layers, in one sentence


@dataclass(frozen=True)
class OfRule(Detail):
    """The rule of a step, by its number in the puzzle, and what it excludes."""

    rule: int
    excluded: tuple[Elimination, ...]


@dataclass(frozen=True)
class SingleRule(General):
    """The rules whose ``reasoning`` is this technique.

    Every elimination of a step comes from ``narrow`` of its rule.
    """

    name: str
    title: str
    definition: str

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the number of open cells of the rule, then in the order of the puzzle."""
        found = []
        count = len(candidates.cells)
        for number, rule, cells in (*ruling(candidates), *layered(candidates)):
            if rule.reasoning == self.name:
                still_open = sum(1 for c in cells if c < count and not candidates.cells[c])
                if still_open:
                    found.append((still_open, number, rule, cells))
        for _, number, rule, cells in sorted(found, key=lambda each: each[:2]):
            excluded = [
                each
                for each in excluded_by(candidates, number, rule, cells)
                if candidates.has(each.cell, each.value + 1 - candidates.board.lowest)
            ]
            for part in _parts(rule, cells, excluded):
                yield self._step(candidates, number, cells, part)

    def _step(
        self,
        candidates: Candidates,
        number: int,
        cells: Sequence[int],
        excluded: tuple[Elimination, ...],
    ) -> Step:
        shift = 1 - candidates.board.lowest
        gone = tuple(sorted({(each.cell, each.value + shift) for each in excluded}))
        shown = {cell for each in excluded for cell in each.cells} or set(cells)
        shown = {cell for cell in shown if cell < len(candidates.cells)}
        open_cells = sum(1 << cell for cell in shown | {each.cell for each in excluded})
        left = candidates.without(gone).among(open_cells & candidates.empty, -1)
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit in gone})),
            roles=(Role("pattern", left),),
            detail=OfRule(number, excluded),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The conclusion of the rule in its own words, and what is removed."""
        detail = step.detail
        assert isinstance(detail, OfRule)
        rule = candidates.puzzle.constraints[detail.rule]
        domains, excluded = domains_of(candidates), detail.excluded
        if present_language() != ENGLISH:  # word the reasons again
            gone = {(each.cell, each.value) for each in excluded}
            found = rule.narrow(domains)
            excluded = tuple(each for each in found if (each.cell, each.value) in gone)
        said = rule.conclusion(domains, excluded)
        end = remove_text(step.eliminations, candidates.board)
        known = _known_of_layers(rule, domains)
        return sentences(translated("{sentence}.", sentence=capital(said)), known, end)


def _known_of_layers(rule: Constraint, domains: Domains) -> str:
    """What a rule knows about its variables in this position, as a sentence; or nothing."""
    board = rule.board
    known = [
        translated("{cell} is {digits}", cell=board.cell_name(cell), digits=board.value_name(value))
        for cell in dict.fromkeys(rule.cells)
        if cell >= len(board) and len(domains[cell]) == 1
        for value in domains[cell]
    ]
    if not 0 < len(known) <= FEW_FACTS:
        return ""
    return translated("Known about the layers: {facts}.", facts=phrases(known))


def _parts(
    rule: Constraint, cells: Sequence[int], excluded: Sequence[Elimination]
) -> Iterator[tuple[Elimination, ...]]:
    """The eliminations of one step each: all, or those of one cell if the rule has many cells."""
    if not excluded:
        return
    if len(cells) <= rule.board.size:
        yield tuple(excluded)
        return
    for cell in bits(sum({1 << each.cell for each in excluded})):
        yield tuple(each for each in excluded if each.cell == cell)


RELATED_CELLS = SingleRule(
    "related-cells",
    "Related Cells",
    "A rule relates two cells: a digit that leaves no digit for the other cell is impossible.",
)
BOUNDS = SingleRule(
    "bounds",
    "Bounds",
    "The digits of a line rise or lie between others: each cell has a least and a greatest digit.",
)
CAGE_COMBINATIONS = SingleRule(
    "cage-combinations",
    "Cage Combinations",
    "Only some sets of different digits add up to the sum of a cage: all other digits are "
    "impossible there.",
)
SUMS = SingleRule(
    "sums",
    "Sum of Cells",
    "The cells of a rule have a sum: digits with which the other cells cannot reach it are "
    "impossible.",
)
RULE_CELLS = SingleRule(
    "rule-cells",
    "Cells of a Rule",
    "No way to fill the cells of a rule has the digit in this cell.",
)
