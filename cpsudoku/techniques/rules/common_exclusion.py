"""Candidates that are excluded wherever a digit goes, or whichever digit a cell holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, General, Link, Role, Step
from cpsudoku.techniques.exclusions import (
    all_candidates,
    candidates_of_cell,
    cases_of_houses,
    exclusions,
    named,
)
from cpsudoku.techniques.link_reasons import loss_of, reason_of
from cpsudoku.techniques.rules.musts import needed_digits
from cpsudoku.techniques.rules.narrowing import domains_of
from cpsudoku.techniques.step_words import (
    any_digit_text,
    capital,
    houses_text,
    listed,
    one_by_one,
    remove_text,
    sentences,
)

MOST_CASES = 5  # more cases than this exclude almost nothing together


@dataclass(frozen=True)
class Cases(Detail):
    """Candidates of which one is true, and where: a house, a cage of a rule, or a cell."""

    cases: tuple[Candidate, ...]
    house: int | None = None
    rule: int | None = None


@dataclass(frozen=True)
class CommonExclusion(General):
    """One of some candidates is true, and each of them excludes another candidate."""

    name: str
    title: str
    definition: str
    source: str

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """In the order of houses, cages or cells."""
        if not candidates.puzzle.constraints:
            return
        links, every = exclusions(candidates), all_candidates(candidates)
        size, seen = candidates.board.size, set()
        for detail in self._cases(candidates):
            gone = every
            for cell, digit in detail.cases:
                gone &= links[cell * size + digit - 1]
            if gone and gone not in seen:
                seen.add(gone)
                yield self._step(detail, named(gone, size))

    def _cases(self, candidates: Candidates) -> Iterable[Cases]:
        if self.source == "house":
            for house, digit, places in cases_of_houses(candidates):
                if places.bit_count() <= MOST_CASES:
                    yield Cases(tuple((cell, digit) for cell in bits(places)), house)
        elif self.source == "rule":
            for number, digit, places in needed_digits(candidates):
                if places.bit_count() <= MOST_CASES:
                    yield Cases(tuple((cell, digit) for cell in bits(places)), None, number)
        else:
            for cell, marks in enumerate(candidates.marks):
                if 2 <= marks.bit_count() <= MOST_CASES:
                    yield Cases(tuple(candidates_of_cell(candidates, cell)))

    def _step(self, detail: Cases, gone: tuple[Candidate, ...]) -> Step:
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit in (*detail.cases, *gone)})),
            roles=(Role("pattern", detail.cases),),
            houses=() if detail.house is None else (detail.house,),
            detail=detail,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cases, and why each of them excludes what is removed."""
        detail, board = step.detail, candidates.board
        assert isinstance(detail, Cases)
        cells = [board.cell_name(cell) for cell, _ in detail.cases]
        digit = board.symbols[detail.cases[0][1]]
        places = listed(cells, "or")
        if detail.house is not None:
            start = translated(
                "In {house}, the digit {digit} must be in {cells}.",
                house=houses_text([detail.house], board),
                digit=digit,
                cells=places,
            )
        elif detail.rule is not None:
            rule = candidates.puzzle.constraints[detail.rule]
            sets = rule.sets_text(domains_of(candidates))
            text = marked("{rule} holds {digit} in every way to fill it, in {cells}.")
            if sets:
                text = marked("{rule} {sets}, so it holds {digit}, in {cells}.")
            values = {"rule": rule.named, "sets": sets, "digit": digit, "cells": places}
            start = capital(translated(text, **values))
        else:
            digits = any_digit_text((digit for _, digit in detail.cases), board)
            start = translated("{cell} is {digits}.", cell=cells[0], digits=digits)
        gone = remove_text(step.eliminations, board)
        return sentences(start, _because(step, detail, candidates), gone)


def _because(step: Step, detail: Cases, candidates: Candidates) -> str:
    """Why no case allows what is removed: by houses alone, or case by case."""
    board, is_cell = candidates.board, detail.house is None and detail.rule is None
    links = [Link((case,), step.eliminations, False) for case in detail.cases]
    if not is_cell and not any(loss_of(link, candidates).ruled for link in links):
        count, digit = len(links), board.symbols[detail.cases[0][1]]
        few = {
            1: marked("No cell that sees it can hold {digit}."),
            2: marked("No cell that sees both of them can hold {digit}."),
        }
        text = few.get(count, marked("No cell that sees all of them can hold {digit}."))
        return translated(text, digit=digit)
    text = (
        marked("if it is {case}, {reason}") if is_cell else marked("if it is in {case}, {reason}")
    )
    cases = (
        translated(
            text,
            case=board.symbols[digit] if is_cell else board.cell_name(cell),
            reason=reason_of(link, candidates),
        )
        for (cell, digit), link in zip(detail.cases, links, strict=True)
    )
    return translated("{sentence}.", sentence=capital(one_by_one(cases)))


COMMON_PEERS = CommonExclusion(
    "common-peers",
    "Common Peers",
    "Wherever a digit goes in a house, it excludes the same candidate elsewhere: by a house, a "
    "cage, or a rule such as the knight's move.",
    "house",
)
NEEDED_DIGIT = CommonExclusion(
    "needed-digit",
    "Needed Digit",
    "Every combination of a cage or line has a digit: a candidate that all its places there "
    "exclude is impossible.",
    "rule",
)
CELL_CASES = CommonExclusion(
    "cell-cases",
    "Cell Cases",
    "Whichever digit a cell holds, it excludes the same candidate of another cell.",
    "cell",
)
