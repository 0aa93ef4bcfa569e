"""Excludes digits before a search.

Building the model takes half the time of an easy puzzle, so every digit that is excluded here saves
time. Most jigsaws, killers and boards of several grids need no search afterwards. The presolve is
sound with any constraints, since they only add rules. CPSAT.md has the gain of each step.
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.cpsat.leftovers import LONG, LeftoverSum, leftovers
from cpsudoku.engines.cpsat.narrowing import DeadEnd, Domains, Narrowing

SHORT = 4  # cells of the leftover sums that are tried first; few killers need longer ones
PROBES = 8  # cells that are tried; one or two settle most puzzles
FRUITLESS = 3  # stop after this many tries in a row that exclude nothing
MOST = 4  # digits that a cell may have to be tried
FEW = 3  # a board without rules is worth a try with fewer digits per cell, on average


@dataclass(frozen=True)
class Presolved:
    """The digits of each cell, and sums of digits that follow from the rules."""

    domains: Domains
    sums: tuple[LeftoverSum, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether each cell has one digit."""
        return not any(domain & domain - 1 for domain in self.domains)


def presolve(puzzle: Puzzle) -> Presolved | None:
    """The remaining digits and sums of a puzzle; None if a cell has no digit left."""
    try:
        return _presolved(puzzle)
    except DeadEnd:
        return None


def _presolved(puzzle: Puzzle) -> Presolved:
    state = Narrowing(puzzle)
    state.narrow()
    if state.pairs and not state.is_settled:
        state.join_pairs()
        state.narrow()
    sums: tuple[LeftoverSum, ...] = ()
    if state.given and not state.is_settled:
        sums = leftovers(puzzle.board, state.given)
        for least, most in ((1, SHORT), (SHORT + 1, LONG)):
            for each in sums:
                if least <= len(each.cells) + len(each.minus) <= most:
                    state.add_sum(each)
            state.narrow()
            if state.is_settled:
                break
    if not state.is_settled and _is_worth_a_probe(state, puzzle):
        _probe(state)
    return Presolved(state.domains, sums)


def _probe(state: Narrowing) -> None:
    """Try each digit of the cells with the fewest; keep the digits that remain in some try."""
    tried, fruitless = set[int](), 0
    while len(tried) < PROBES and fruitless < FRUITLESS:
        counts = {
            cell: domain.bit_count()
            for cell, domain in enumerate(state.domains)
            if domain & domain - 1 and cell not in tried
        }
        cell = min(counts, key=lambda cell: counts[cell], default=None)
        if cell is None or counts[cell] > MOST:
            return
        tried.add(cell)
        state.keep_all(_any_of(state, cell))
        fruitless = 0 if state.changed else fruitless + 1
        state.narrow()


def _is_worth_a_probe(state: Narrowing, puzzle: Puzzle) -> bool:
    """Whether the puzzle has rules, or so few digits left that a try is worth its time."""
    left = sum(map(int.bit_count, state.domains))
    return bool(puzzle.constraints) or left < FEW * len(state.domains)


def _any_of(state: Narrowing, cell: int) -> Domains:
    """The digits of each cell that remain with at least one of the digits of this cell."""
    domains = [0] * len(state.domains)
    for digit in range(state.board.size):
        if state.domains[cell] >> digit & 1:
            other = state.copy()
            try:
                other.keep(cell, 1 << digit)
                other.narrow()
            except DeadEnd:
                continue
            domains = [one | two for one, two in zip(domains, other.domains, strict=True)]
    return domains
