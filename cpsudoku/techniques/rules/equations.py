"""Sums that follow from cages and the sums of houses: the rule of 45.

All cells of a full house add up to the same number, 45 for the digits 1 to 9. Cages inside a house
leave the sum of its other cells (innies). Cages that cover a house leave the sum of their cells
outside (outies). With several houses, or with both, there are differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, once
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques.base import Detail

LONGEST = 8  # cells of an equation; longer sums exclude almost nothing
FEW = 4  # cells of innies or outies of one house that are easy to see
ADJACENT = 4  # rows or columns that are added up
REGIONS = 3  # boxes or regions that are added up
SHADING = 3  # rounds, in which each cell learns of more distant ones
PARTS = 5  # cells of innies or outies that count as a cage in other equations


class EquationKind(Enum):
    """How an equation follows."""

    INNIES = "innies"
    OUTIES = "outies"
    BOTH = "innies-and-outies"


class KnownSum(NamedTuple):
    """Cells, as a set, with a known sum.

    ``rule`` is the number of its rule. If the sum follows from a house, ``house`` is its number.
    """

    cells: int
    total: int
    rule: int | None = None
    house: int | None = None


@dataclass(frozen=True)
class Equation(Detail):
    """The sum of the cells ``plus`` minus the sum of ``minus`` is ``total``.

    It follows from ``houses``, whose cells add up to ``whole``, and from ``cages``.
    ``outside``: the cells are outside the houses.
    """

    kind: EquationKind
    plus: int
    minus: int
    total: int
    houses: tuple[int, ...]
    whole: int
    cages: tuple[KnownSum, ...]
    outside: bool

    @property
    def caged(self) -> int:
        """The sum of the cages."""
        return sum(cage.total for cage in self.cages)

    @property
    def cells(self) -> int:
        """All cells."""
        return self.plus | self.minus

    @property
    def ease(self) -> tuple[int, int, int, int]:
        """Smaller for what is easier to see: innies, then outies, few houses, cages and cells."""
        kind, around = (
            _EASY_FIRST.index(self.kind),
            sum(cage.cells.bit_count() for cage in self.cages),
        )
        return kind, len(self.houses), len(self.cages), around


_EASY_FIRST = tuple(EquationKind)
_WORST = Equation(EquationKind.BOTH, 0, 0, 0, tuple(range(1000)), 0, (), outside=False)


def equations(candidates: Candidates) -> tuple[Equation, ...]:
    """The equations of a puzzle, the shortest of each kind first; none without sums."""
    return once(candidates.shared, "equations", lambda: tuple(_equations(candidates)))


def shades_of(candidates: Candidates) -> Sequence[int]:
    """A number for each cell, by the houses and sums around it.

    Turned and mirrored puzzles have the same numbers in the places that correspond.
    """
    puzzle = candidates.puzzle
    return once(
        candidates.shared,
        "shades of cells",
        lambda: _shades(puzzle.board_with_rules, _cages(puzzle)),
    )


def _cages(puzzle: Puzzle) -> list[KnownSum]:
    return [
        KnownSum(sum(1 << cell for cell in total.cells), total.total, number)
        for number, rule in puzzle.cell_rules
        for total in rule.totals()
    ]


def _equations(candidates: Candidates) -> Iterator[Equation]:
    cages = _cages(candidates.puzzle)
    if not cages:
        return
    board = candidates.puzzle.board_with_rules
    shades = shades_of(candidates)

    def preference(cage: KnownSum) -> tuple[object, ...]:
        """Smaller sums first. Turned and mirrored puzzles prefer the same ones."""
        return cage.cells.bit_count(), cage.total, sorted(shades[cell] for cell in bits(cage.cells))

    known = {(cage.cells, 0) for cage in cages}
    first = cages if _are_apart([cage.cells for cage in cages]) else sorted(cages, key=preference)
    found = _easiest(_of_unions(board, first), known)
    parts = [each for each in found if not each.minus and each.plus.bit_count() <= PARTS]
    more = [
        KnownSum(each.plus, each.total, None, *each.houses)
        for each in parts
        if len(each.houses) == 1
    ]
    if more:
        found += _easiest(_of_unions(board, sorted([*cages, *more], key=preference)), known)
    yield from sorted(found, key=lambda each: (len(each.houses), each.cells.bit_count()))


def _shades(board: Board, cages: Sequence[KnownSum]) -> Sequence[int]:
    sets = [(0, tuple(bits(cells))) for cells in board.house_cells]
    sets += [(1 + cage.total, tuple(bits(cage.cells))) for cage in cages]
    shades = [0] * len(board)
    for _ in range(SHADING):
        around: list[list[int]] = [[] for _ in shades]
        for total, cells in sets:
            of_set = hash((total, *sorted(shades[cell] for cell in cells)))
            for cell in cells:
                around[cell].append(of_set)
        shades = [
            hash((shade, *sorted(of_sets))) for shade, of_sets in zip(shades, around, strict=True)
        ]
    return shades


def _easiest(found: Iterable[Equation], known: set[tuple[int, int]]) -> list[Equation]:
    """The equations of cells that have none yet, with the easiest reason for each."""
    easiest: dict[tuple[int, int], Equation] = {}
    for each in found:
        cells = each.plus, each.minus
        if cells not in known and each.ease < easiest.get(cells, _WORST).ease:
            easiest[cells] = each
    known.update(easiest)
    return list(easiest.values())


def _of_unions(board: Board, cages: Sequence[KnownSum]) -> Iterator[Equation]:
    """The equations of houses, and of several houses without common cells."""
    for houses, cells in unions(board):
        whole = len(houses) * sum(board.values)
        for inside, outside, used in _leftovers(cells, cages):
            caged = sum(cage.total for cage in used)
            count = inside.bit_count() + outside.bit_count()
            if not 0 < count <= LONGEST or inside == cells:
                continue
            kind, plus, minus, total = EquationKind.BOTH, inside, outside, whole - caged
            if not inside:
                kind, plus, minus, total = EquationKind.OUTIES, outside, 0, -total
            elif not outside:
                kind = EquationKind.INNIES
            kind = kind if len(houses) == 1 and count <= FEW else EquationKind.BOTH
            yield Equation(kind, plus, minus, total, houses, whole, used, not inside)


def _leftovers(
    cells: int, cages: Sequence[KnownSum]
) -> Iterator[tuple[int, int, tuple[KnownSum, ...]]]:
    """What cages leave of some cells: cells inside, cells outside, and the cages.

    Once only with the cages inside, once with all that fit, once with the shorter parts.
    """
    inside, crossing = _apart(cells, cages)
    rest = cells
    for cage in inside:
        rest &= ~cage.cells
    yield rest, 0, tuple(inside)
    shorter = [
        cage
        for cage in crossing
        if (cage.cells & ~cells).bit_count() < (cage.cells & cells).bit_count()
    ]
    for chosen in (crossing, shorter) if crossing else ():
        plus, minus = rest, 0
        for cage in chosen:
            plus &= ~cage.cells
            minus |= cage.cells & ~cells
        yield plus, minus, (*inside, *chosen)


def _apart(cells: int, cages: Sequence[KnownSum]) -> tuple[list[KnownSum], list[KnownSum]]:
    """Cages without common cells, those inside the cells and those that cross their border."""
    inside: list[KnownSum] = []
    crossing: list[KnownSum] = []
    taken = 0
    for cage in cages:
        if not cage.cells & ~cells and not cage.cells & taken:
            inside.append(cage)
            taken |= cage.cells
    for cage in cages:
        if cage.cells & cells and cage.cells & ~cells and not cage.cells & taken:
            crossing.append(cage)
            taken |= cage.cells
    return inside, crossing


def unions(board: Board) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Houses, and several that do not overlap, each with all their cells; the fewest first."""
    return once(board.tables, "unions of houses", lambda: tuple(sorted(_unions(board), key=_count)))


def _count(union: tuple[tuple[int, ...], int]) -> int:
    return len(union[0])


def _unions(board: Board) -> Iterator[tuple[tuple[int, ...], int]]:
    masks = board.house_cells
    for house in board.search_order:
        yield (house,), masks[house]
    for lines in (board.rows, board.columns):
        for first in range(len(lines)):
            for last in range(first + 2, min(first + ADJACENT, len(lines)) + 1):
                houses = lines[first:last]
                if _are_apart([masks[house] for house in houses]):
                    yield houses, sum(masks[house] for house in houses)
    near = _touching(board)
    for count in range(2, REGIONS + 1):
        for houses in combinations(board.regions, count) if len(board.regions) <= 12 else ():
            joined = sum(1 for pair in combinations(houses, 2) if pair in near)
            if joined >= count - 1 and _are_apart([masks[house] for house in houses]):
                yield houses, sum(masks[house] for house in houses)


def _are_apart(sets: Sequence[int]) -> bool:
    union = 0
    for each in sets:
        if each & union:
            return False
        union |= each
    return True


def _touching(board: Board) -> set[tuple[int, int]]:
    """The pairs of regions with cells that touch at an edge."""
    region = {cell: h for h in board.regions for cell in bits(board.house_cells[h])}
    pairs = {
        (region[one], region[other])
        for one, other in board.neighbours
        if one in region and other in region
    }
    return {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}
