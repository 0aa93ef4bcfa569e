"""Fish of any houses: base houses whose places of a digit fit into as many cover houses.

The search starts from the places that a fish would remove. If such a place were true, the remaining
places of the base houses would have to fit into too few cover houses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits

MOST_FINS = 5  # HoDoKu's limits
MOST_ENDO_FINS = 2


@dataclass(frozen=True)
class Fish:
    """Houses and cells of a fish; ``body``, ``fins`` and ``gone`` are sets of cells.

    ``body``: the base candidates that are covered. ``fins``: those that are not, and those in two
    base houses. ``gone``: what the fish removes.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    gone: int


def possible_places(board: Board, places: int) -> int:
    """The places of a digit that occur when it is placed in every row in some way.

    No technique of one digit removes these, so they need no search.
    """
    found = 0
    for cell in bits(places):
        if not found >> cell & 1:
            found |= _placed_with(board, places, cell)
    return found


def _placed_with(board: Board, places: int, cell: int) -> int:
    """A way to place a digit in every row, with one in this cell; 0 if there is none."""
    rows = [places & board.house_cells[row] for row in board.rows]
    left = [row for row in rows if row and not row >> cell & 1]
    stack = [(left, ~board.peer_cells[cell], 1 << cell)]
    while stack:
        left, free, chosen = stack.pop()
        if not left:
            return chosen
        narrowest = min(left, key=lambda row: (row & free).bit_count())
        rest = [row for row in left if row != narrowest]
        stack += (
            (rest, free & ~board.peer_cells[each], chosen | 1 << each)
            for each in bits(narrowest & free)
        )
    return 0


def find_fish(
    board: Board, places: int, bases: Sequence[int], covers: Sequence[int], size: int
) -> list[Fish]:
    """Every fish of a size from these houses that removes something, by bases and covers.

    A house is a base or a cover, not both, and every cover holds a base candidate.
    """
    found = set[tuple[tuple[int, ...], tuple[int, ...]]]()
    for target in bits(places & ~possible_places(board, places)):
        found.update(_Hunt(board, places, bases, covers, size, target).find())
    made = (make_fish(board, places, *houses) for houses in sorted(found))
    return [fish for fish in made if fish is not None]


class _Hunt:
    """The search for the fish that remove one place."""

    def __init__(
        self,
        board: Board,
        places: int,
        bases: Sequence[int],
        covers: Sequence[int],
        size: int,
        target: int,
    ) -> None:
        self.size, self.target = size, 1 << target
        self.cells = board.house_cells
        left = places & ~board.peer_cells[target] & ~self.target
        self.left = {base: left & self.cells[base] for base in bases if places & self.cells[base]}
        self.covers = [cover for cover in covers if places & self.cells[cover]]
        self.around = {
            cell: sum(
                1 << n for n, cover in enumerate(self.covers) if self.cells[cover] >> cell & 1
            )
            for cell in bits(left)
        }

    def find(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Bases and covers: the place is in one cover and no base, or in two covers."""
        own = [cover for cover in self.covers if self.cells[cover] & self.target]
        outside = {b: left for b, left in self.left.items() if not self.cells[b] & self.target}
        for holders, bases in ((1, outside), (2, self.left)):
            for held in combinations(own, holders):
                for rest, fitting in self._fitting(bases, self.size - holders, held):
                    covers = tuple(sorted((*held, *rest)))
                    free = [base for base in fitting if base not in covers]
                    for chosen in combinations(free, self.size):
                        if self._apart(bases, chosen):
                            yield chosen, covers

    def _fitting(
        self, bases: dict[int, int], count: int, held: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """So many other covers, each with the bases, enough of them, that they cover."""
        if count == 0:
            fitting = [base for base, left in bases.items() if not left]
            if len(fitting) >= self.size:
                yield (), fitting
            return
        others = [n for n, cover in enumerate(self.covers) if cover not in held]
        for some in combinations(others, count - 1):
            covered = 0
            for n in some:
                covered |= self.cells[self.covers[n]]
            masks = {base: self._all_around(left & ~covered) for base, left in bases.items()}
            enough = _at_least(self.size, masks.values())
            for last in others:
                if enough >> last & 1 and (not some or last > some[-1]):
                    fitting = [base for base, mask in masks.items() if mask >> last & 1]
                    yield tuple(self.covers[n] for n in (*some, last)), fitting

    def _all_around(self, cells: int) -> int:
        """The covers that hold all of these cells."""
        found = -1
        for cell in bits(cells):
            found &= self.around[cell]
        return found

    def _apart(self, bases: dict[int, int], chosen: tuple[int, ...]) -> bool:
        """Whether bases share no place that could be true along with the target."""
        used = holders = 0
        for base in chosen:
            if used & bases[base]:
                return False
            used |= bases[base]
            holders += bool(self.cells[base] & self.target)
        return holders < 2


def _at_least(count: int, masks: Iterable[int]) -> int:
    """The bits that are set in at least ``count`` masks."""
    levels = [-1] + [0] * count
    for mask in masks:
        for level in range(count, 0, -1):
            levels[level] |= levels[level - 1] & mask
    return levels[count]


def make_fish(
    board: Board, places: int, bases: tuple[int, ...], covers: tuple[int, ...]
) -> Fish | None:
    """The fish of these houses; None if it removes nothing or has too many fins."""
    base = endo = covered = twice = 0
    for house in bases:
        cells = places & board.house_cells[house]
        endo |= base & cells
        base |= cells
    for house in covers:
        cells = places & board.house_cells[house]
        if not cells & base:
            return None
        twice |= covered & cells
        covered |= cells
    fins = base & ~covered | endo
    if fins.bit_count() > MOST_FINS or endo.bit_count() > MOST_ENDO_FINS:
        return None
    gone = (covered & ~base | twice) & (board.seen_by_all(fins) if fins else -1)
    return Fish(bases, covers, base & ~fins, fins, gone) if gone else None
