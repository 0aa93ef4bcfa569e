"""What can be said about each cell before a search.

Building the model is half the time of an easy puzzle, so every digit that is excluded here pays:
most jigsaws, killers and boards of several grids need no search afterwards. It is sound with any
constraints, since they only add rules. CPSAT.md has the gain of each step.
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.cpsat.leftovers import LONG, Sum, leftovers
from cpsudoku.engines.cpsat.narrowing import Contradiction, Domains, Narrowing

SHORT = 4  # cells of the leftover sums that are tried first; few killers need longer ones
PROBES = 8  # cells that are tried; one or two settle most puzzles
FRUITLESS = 3  # tries in a row that exclude nothing; then there are no more
MOST = 4  # digits of a cell that is tried
FEW = 3  # digits per cell, on average, that make a try worth its time on a board without rules


@dataclass(frozen=True)
class Presolved:
    """The digits of each cell, and sums of digits that follow from the rules."""

    domains: Domains
    sums: tuple[Sum, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether each cell has one digit."""
        return not any(domain & domain - 1 for domain in self.domains)


def presolve(puzzle: Puzzle) -> Presolved | None:
    """What is left of a puzzle; None if a cell has no digit left."""
    try:
        return _presolved(puzzle)
    except Contradiction:
        return None


def _presolved(puzzle: Puzzle) -> Presolved:
    state = Narrowing(puzzle)
    state.narrow()
    if state.pairs and not state.is_settled:
        state.join_pairs()
        state.narrow()
    sums: tuple[Sum, ...] = ()
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
    """Try each digit of a few cells, those with the fewest, and keep what is left with any."""
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
    """Without rules, only puzzles with few digits left: others stay as they are."""
    left = sum(map(int.bit_count, state.domains))
    return bool(puzzle.constraints) or left < FEW * len(state.domains)


def _any_of(state: Narrowing, cell: int) -> Domains:
    """The digits of each cell that are left with one of the digits of a cell."""
    found = [0] * len(state.domains)
    for digit in range(state.board.size):
        if state.domains[cell] >> digit & 1:
            other = state.copy()
            try:
                other.keep(cell, 1 << digit)
                other.narrow()
            except Contradiction:
                continue
            found = [one | two for one, two in zip(found, other.domains, strict=True)]
    return found
