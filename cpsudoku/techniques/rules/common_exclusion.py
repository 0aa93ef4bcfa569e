"""Candidates that are excluded wherever a digit goes, or whichever digit a cell holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.plural import listed
from cpsudoku.techniques.base import Detail, Link, Role, Step
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
from cpsudoku.techniques.step_words import any_digit_text, capital, digits_in, removal_text

MOST_CASES = 5  # more cases than this exclude almost nothing together


@dataclass(frozen=True)
class Cases(Detail):
    """Candidates of which one is true, and where: a house, a cage of a rule, or a cell."""

    cases: tuple[Candidate, ...]
    house: int | None = None
    rule: int | None = None


@dataclass(frozen=True)
class CommonExclusion:
    """One of some candidates is true, and each of them excludes another candidate."""

    name: str
    title: str
    definition: str
    source: str
    assumes_unique: bool = False
    any_houses: bool = True

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
        if detail.house is not None:
            where = digits_in([detail.cases[0][1]], [detail.house], board)
            start = f"{where} must be in {listed(cells, 'or')}"
        elif detail.rule is not None:
            rule = candidates.puzzle.constraints[detail.rule]
            sets = rule.sets_text(domains_of(candidates))
            why = (
                f"{sets}, so it holds {digit}" if sets else f"holds {digit} in every way to fill it"
            )
            start = capital(f"{rule.title} {why}, in {listed(cells, 'or')}")
        else:
            digits = any_digit_text((digit for _, digit in detail.cases), board)
            start = f"{cells[0]} is {digits}"
        gone = removal_text(step.eliminations, board)
        return f"{start}. {_because(step, detail, candidates)} Remove {gone}."


def _because(step: Step, detail: Cases, candidates: Candidates) -> str:
    """Why no case allows what is removed: by houses alone, or case by case."""
    board, is_cell = candidates.board, detail.house is None and detail.rule is None
    links = [Link((case,), step.eliminations, False) for case in detail.cases]
    if not is_cell and not any(loss_of(link, candidates).ruled for link in links):
        count, digit = len(links), board.symbols[detail.cases[0][1]]
        seen = "it" if count == 1 else "both of them" if count == 2 else "all of them"
        return f"No cell that sees {seen} can hold {digit}."
    cases = (
        f"if it is {board.symbols[digit] if is_cell else f'in {board.cell_name(cell)}'}"
        for cell, digit in detail.cases
    )
    reasons = (reason_of(link, candidates) for link in links)
    told = "; ".join(f"{case}, {reason}" for case, reason in zip(cases, reasons, strict=True))
    return f"{capital(told)}."


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
