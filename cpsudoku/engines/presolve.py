"""What can be said about each cell before a search.

Building the model is half the time of an easy puzzle, so every digit that is excluded here pays:
most jigsaws, killers and boards of several grids need no search afterwards. It is sound with any
constraints, since they only add rules. CPSAT.md has the gain of each step.
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.leftovers import LONG, Sum, leftovers
from cpsudoku.engines.narrowing import Contradiction, Domains, Narrowing

SHORT = 4  # cells of the leftover sums that are tried first; few killers need longer ones
PROBES = 6  # cells with two digits that are tried; nearly always one settles the puzzle
FEW = 3  # digits per cell, on average, that make a try worth its time


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
    if not state.is_settled:
        _probe(state)
    return Presolved(state.domains, sums)


def _probe(state: Narrowing) -> None:
    """Try both digits of a few cells, and keep what is left with either."""
    tries = 0
    for cell in range(len(state.domains)):
        domain = state.domains[cell]
        if domain.bit_count() != 2:
            continue
        if tries == PROBES or sum(map(int.bit_count, state.domains)) > FEW * len(state.domains):
            return
        tries += 1
        state.keep_all(_either(state, cell, (domain & -domain, domain & domain - 1)))
        state.narrow()


def _either(state: Narrowing, cell: int, digits: tuple[int, int]) -> Domains:
    """The digits of each cell that are left with one of two digits in a cell."""
    found: list[Domains] = []
    for digit in digits:
        other = state.copy()
        try:
            other.keep(cell, digit)
            other.narrow()
        except Contradiction:
            continue
        found.append(other.domains)
    if not found:
        raise Contradiction
    return [one | two for one, two in zip(found[0], found[-1], strict=True)]
