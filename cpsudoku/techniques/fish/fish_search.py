"""Fish of any houses: base houses whose places of a digit fit into as many cover houses.

The search starts from the places that a fish would remove. If such a place were true, the remaining
places of the base houses would have to fit into too few cover houses. It tries all sets of these
cover houses at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.runtime.deadline import look
from cpsudoku.techniques.fish.cover_sets import in_at_least, set_at, sets_with
from cpsudoku.techniques.single_digit.templates import possible_places

MOST_FINS = 5  # HoDoKu's limits
MOST_ENDO_FINS = 2
MOST_SETS = 150_000  # of covers: all of a 9x9 board, 20 ms each time; fish of size 5 on 16x16


@dataclass(frozen=True)
class FishPattern:
    """Houses and cells of a fish; ``body``, ``fins`` and ``gone`` are sets of cells.

    ``body``: the base candidates that are covered. ``fins``: those that are not, and those in two
    base houses. ``gone``: what the fish removes.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    gone: int


def find_fish(
    board: Board, places: int, bases: Sequence[int], covers: Sequence[int], size: int
) -> list[FishPattern]:
    """Every fish of a size from these houses that removes something, by bases and covers.

    A house is a base or a cover, not both, and every cover holds a base candidate.
    """
    found = [
        fish
        for finned in (False, True)
        for fish in hunt_fish(board, places, bases, covers, size, finned)
    ]
    return sorted(found, key=lambda fish: (fish.bases, fish.covers))


def hunt_fish(
    board: Board,
    places: int,
    bases: Sequence[int],
    covers: Sequence[int],
    size: int,
    finned: bool,
) -> Iterator[FishPattern]:
    """The same fish, with fins or without, while they are found; by the first place they remove."""
    for target in bits(places & ~possible_places(board, places)):
        look()
        hunt = _Hunt(board, places, bases, covers, size, target)
        yield from hunt.with_fins() if finned else hunt.without_fins()


class _Hunt:
    """The search for the fish that remove one place, and none before it."""

    def __init__(
        self,
        board: Board,
        places: int,
        bases: Sequence[int],
        covers: Sequence[int],
        size: int,
        target: int,
    ) -> None:
        self.board, self.places, self.size, self.target = board, places, size, target
        self.in_house = [places & cells for cells in board.house_cells]
        self.bases = [base for base in bases if self.in_house[base]]
        here = board.house_cells
        held = [cover for cover in covers if here[cover] >> target & 1]
        self.open = [cover for cover in covers if self.in_house[cover] and cover not in held]
        self.held = [some for n in range(1, size + 1) for some in combinations(held, n)]

    def with_fins(self) -> Iterator[FishPattern]:
        """If the target is true, its peers are false, and so are fins: they all see it."""
        left = self.places & ~self.board.peer_cells[self.target] & ~(1 << self.target)
        known = dict[int, int]()
        for held in self.held:
            rest = self.size - len(held)
            if rest not in known:
                known[rest] = self._sets(self.bases, left, rest)
            yield from self._fish(held, known[rest], left, finned=True)

    def without_fins(self) -> Iterator[FishPattern]:
        """All places of the base houses outside the covers of the target are in the others."""
        for held in self.held:
            left = self.places
            for cover in held:
                left &= ~self.board.house_cells[cover]
            bases = [base for base in self.bases if base not in held]
            yield from self._fish(
                held, self._sets(bases, left, self.size - len(held)), left, finned=False
            )

    def _sets(self, bases: Sequence[int], left: int, rest: int) -> int:
        """The sets of so many other covers that cover what is left of enough base houses."""
        total = len(self.open)
        if rest > total or comb(total, rest) > MOST_SETS:
            return 0
        every, chosen = (1 << comb(total, rest)) - 1, sets_with(total, rest)
        covering = dict.fromkeys(bits(left), 0)
        as_cover = dict.fromkeys(bases, 0)
        for cover, sets in zip(self.open, chosen, strict=True):
            as_cover[cover] = sets
            for cell in bits(left & self.board.house_cells[cover]):
                covering[cell] |= sets
        fitting = []
        for base in bases:
            sets = every & ~as_cover[base]
            for cell in bits(left & self.in_house[base]):
                sets &= covering[cell]
            fitting.append(sets)
        return in_at_least(self.size, fitting)

    def _fish(
        self, held: tuple[int, ...], sets: int, left: int, finned: bool
    ) -> Iterator[FishPattern]:
        """The fish with these covers of the target and each of some sets of other covers."""
        rest, here = self.size - len(held), self.board.house_cells
        target, most = 1 << self.target, MOST_FINS if finned else 0
        for place in bits(sets):
            chosen = tuple(self.open[n] for n in set_at(place, len(self.open), rest))
            covers = tuple(sorted((*held, *chosen)))
            covered = 0
            for cover in covers:
                covered |= here[cover]
            usable = [
                base
                for base in self.bases
                if base not in covers
                and not left & self.in_house[base] & ~covered
                and (len(held) > 1 or not here[base] & target)
            ]
            for bases in self._bases(usable, covered, left | target, most):
                fish = make_fish(self.board, self.places, bases, covers)
                if fish and bool(fish.fins) is finned and fish.gone & -fish.gone == target:
                    yield fish

    def _bases(
        self, usable: Sequence[int], covered: int, alone: int, most: int
    ) -> Iterator[tuple[int, ...]]:
        """Base houses with few enough fins, of which no two share certain cells."""
        stack: list[tuple[tuple[int, ...], int, int, int]] = [((), 0, 0, 0)]
        while stack:
            chosen, start, used, fins = stack.pop()
            if len(chosen) == self.size:
                yield chosen
                continue
            more = []
            for n in range(start, len(usable) - (self.size - len(chosen)) + 1):
                cells = self.in_house[usable[n]]
                both = used & cells
                extra = fins | both | cells & ~covered
                if not both & alone and extra.bit_count() <= most:
                    more.append(((*chosen, usable[n]), n + 1, used | cells, extra))
            stack += reversed(more)


def make_fish(
    board: Board, places: int, bases: tuple[int, ...], covers: tuple[int, ...]
) -> FishPattern | None:
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
    return FishPattern(bases, covers, base & ~fins, fins, gone) if gone else None
