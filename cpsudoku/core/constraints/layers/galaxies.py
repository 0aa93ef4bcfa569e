"""Galaxies: regions that look the same after half a turn around their centres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count, product
from operator import eq
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.connecting import Graph, area, reached, touching
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.connected import post_rooted
from cpsudoku.core.constraints.encodings.products import post_held
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    Counted,
    Hidden,
    Layers,
    Lowered,
    Marked,
    RelatedPair,
    table_layers,
)
from cpsudoku.core.layers import WALL, Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Galaxies(LayeredRule):
    """The board consists of connected regions, one around each of the ``centres``.

    A centre is the middle of one, two or four cells. Half a turn around it maps its region to
    itself. With ``different``, no region holds a digit twice. Walls separate the regions.
    """

    name: ClassVar[str] = "galaxies"
    aliases: ClassVar[tuple[str, ...]] = ("spiral-galaxies",)
    summary: ClassVar[str] = (
        "Divide the board into regions, one around each blue outline. The cells of a region are "
        "connected by their edges, and half a turn around the middle of its outline does not "
        "change the region. With the word different, no digit repeats in a region."
    )
    example: ClassVar[str] = (
        "galaxies: r1c2 r1c3 r2c2 r2c3 = r1c5 r2c5 = r1c6 = r3c1 r3c2 r4c1 r4c2 = r4c3 r4c4 = r3c5"
        " = r4c6 = r4c5 r5c5 = r5c1 r6c1 = r6c3 r6c4 = r6c6"
    )
    named_text: ClassVar[str] = marked("the galaxies")
    example_board: ClassVar[tuple[str, ...]] = ("board: 6x6", "boxes: 2x3")
    brings: ClassVar[tuple[Layer, ...]] = (WALL,)

    centres: tuple[tuple[int, ...], ...] = fields.groups(least=1)
    repeats: str = fields.choice("different", ("any", "different"), default="any")

    def __post_init__(self) -> None:
        super().__post_init__()
        taken: set[int] = set()
        for centre in self.centres:
            if any(cell >= len(self.board) for cell in centre) or not self._is_middle(centre):
                raise InputError(
                    "a centre is one cell, two cells that touch at an edge, or four cells that "
                    "touch at a corner, not {cells}",
                    cells=" ".join(map(self.board.cell_name, centre)),
                )
            if not taken.isdisjoint(centre):
                raise InputError("two centres have a cell in common")
            taken.update(centre)

    def _is_middle(self, centre: Sequence[int]) -> bool:
        """Whether a point is the middle of these cells, and of no others."""
        places = {self.board.row_column(cell) for cell in centre}
        rows, columns = {r for r, _ in places}, {c for _, c in places}
        touch = max(rows) - min(rows) < 2 and max(columns) - min(columns) < 2
        return touch and len(places) == len(rows) * len(columns) == len(centre)

    @cached_property
    def cells(self) -> Sequence[int]:
        """The walls, after all cells of the board if their digits matter."""
        return (*(range(len(self.board)) if self._is_different else ()), *self._walls)

    @property
    def _is_different(self) -> bool:
        return self.repeats == "different"

    @property
    def _walls(self) -> range:
        return self.board.numbers_of[WALL.name]

    @cached_property
    def graph(self) -> Graph:
        """The cells that touch."""
        return touching(self.board, range(len(self.board)))

    @cached_property
    def _partners(self) -> tuple[dict[int, int], ...]:
        """For each centre, the cells that its region can have, each with the one opposite."""
        taken = {cell for centre in self.centres for cell in centre}
        found = []
        for centre in self.centres:
            places = [self.board.row_column(cell) for cell in centre]
            down, across = (min(each) + max(each) for each in zip(*places, strict=True))
            free = {
                place: cell
                for cell, place in enumerate(self.board.positions)
                if cell in centre or cell not in taken
            }
            both = {
                cell: free[down - r, across - c]
                for (r, c), cell in free.items()
                if (down - r, across - c) in free
            }
            near = reached(centre[0], both, self.graph)
            found.append({cell: other for cell, other in both.items() if cell in near})
        return tuple(found)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each cell can be in a region that is symmetric, and no region is in two parts."""
        of = dict(zip(self.cells, values, strict=True))
        open_, wall = self.board.values[:2]
        pairs = dict(zip(self.board.neighbours, (of[each] for each in self._walls), strict=True))
        joined = _graph(len(self.board), (pair for pair, each in pairs.items() if each == open_))
        passable = _graph(len(self.board), (pair for pair, each in pairs.items() if each != wall))
        owned = [
            _grown(centre, joined, partners)
            for centre, partners in zip(self.centres, self._partners, strict=True)
        ]
        owner: dict[int, int] = {}
        for number, cells in enumerate(owned):
            if cells is None or not owner.keys().isdisjoint(cells):
                return False
            owner |= dict.fromkeys(cells, number)
        if any(
            value not in (None, open_) and one in owner and owner[one] == owner.get(other)
            for (one, other), value in pairs.items()
        ):
            return False
        left = set(range(len(self.board)))
        for number, partners in enumerate(self._partners):
            free = {cell for cell in partners if owner.get(cell, number) == number}
            left -= reached(self.centres[number][0], free, passable)
        return not left and (not self._is_different or self._are_different(of, owner))

    def _are_different(self, of: dict[int, Value], owner: dict[int, int]) -> bool:
        """Whether no digit repeats in what is known of a region."""
        held = [(number, of[cell]) for cell, number in owner.items() if of[cell] is not None]
        return len(set(held)) == len(held)

    def post(self, model: CpModel, x: Variables) -> None:
        """A tree in each region. Opposite cells share a literal; walls follow."""
        regions = [
            self._post_region(model, centre, partners)
            for centre, partners in zip(self.centres, self._partners, strict=True)
        ]
        for cell in range(len(self.board)):
            model.add_exactly_one(region[cell] for region in regions if cell in region)
        wall = self.board.values[1]
        for (one, other), number in zip(self.board.neighbours, self._walls, strict=True):
            parted = x[number].get(wall, False)
            for region in regions:
                here, there = region.get(one, False), region.get(other, False)
                post_clause(model, [negated(here), negated(there), negated(parted)])
                post_clause(model, [negated(here), there, parted])
                post_clause(model, [here, negated(there), parted])
        for region in regions if self._is_different else ():
            inside = (region.get(cell, False) for cell in range(len(self.board)))
            for places in post_held(model, x, inside).values():
                model.add_at_most_one(places)

    def _post_region(
        self, model: CpModel, centre: Sequence[int], partners: dict[int, int]
    ) -> dict[int, IntVar | bool]:
        """Literals for the cells that can be in the region of a centre."""
        found: dict[int, IntVar | bool] = {}
        for cell, other in partners.items():
            if cell in centre:
                found[cell] = True
            else:
                found[cell] = found[other] if other in found else model.new_bool_var("")
        most = min(len(found), self.board.size) if self._is_different else len(found)
        post_rooted(model, found, centre[0], most, self.graph)
        return found

    def lower(self) -> list[Lowered]:
        """An area for each region, whose cells are hidden ones; walls follow."""
        open_, wall = self.board.values[:2]
        numbers = count(self.board.total)
        regions = [{cell: next(numbers) for cell in partners} for partners in self._partners]
        found: list[Lowered] = [Hidden(sum(map(len, regions)))]
        on = frozenset((wall,))  # a hidden cell with the second value is in its region
        for centre, partners, region in zip(self.centres, self._partners, regions, strict=True):
            found += (Allowed(region[cell], on) for cell in centre)
            found += self._lowered_region(partners, region)
        for cell in range(len(self.board)):
            owners = tuple(region[cell] for region in regions if cell in region)
            found.append(Counted(owners, (), on, frozenset((1,))))
        for pair, number in zip(self.board.neighbours, self._walls, strict=True):
            for region in regions:
                inside = [region[cell] for cell in pair if cell in region]
                if inside:
                    parted = _parted(len(inside), open_, wall)
                    found.append(Accepted((number, *inside), parted))
        return found

    def _lowered_region(
        self, partners: Mapping[int, int], region: Mapping[int, int]
    ) -> Iterator[Lowered]:
        """A symmetric area, whose digits may have to differ."""
        on = self.board.values[1]
        yield area(
            {
                inside: [region[other] for other in self.graph[cell] if other in region]
                for cell, inside in region.items()
            },
            (on,),
        )
        for cell, other in partners.items():
            if cell < other:
                yield RelatedPair(region[cell], region[other], eq)
        if self._is_different:
            yield Marked(tuple(region), tuple(region.values()), on, False)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An outline around the cells of each centre, and a sentence below the board."""
        return (
            *(shapes.Outline(centre, "", "blue") for centre in self.centres),
            *super().drawing(),
        )

    @property
    def rule_text(self) -> str:
        """The text with or without ``different``."""
        text, _, _ = self.summary.partition(" With the word different, ")
        return f"{text} No digit repeats in a region." if self._is_different else text


def _graph(count: int, pairs: Iterable[tuple[int, int]]) -> Graph:
    """For each of so many cells, the others in its pairs."""
    found: list[list[int]] = [[] for _ in range(count)]
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return dict(enumerate(found))


@lru_cache(maxsize=16)
def _parted(count: int, off: int, on: int) -> Layers | None:
    """The automaton of a wall and the cells beside it that can be in one region."""
    rows = product((off, on), repeat=count + 1)
    return table_layers(
        (wall, *inside)
        for wall, *inside in rows
        if (inside.count(on) < 2 if wall == on else inside.count(on) in (0, 2))
    )


def _grown(centre: Sequence[int], joined: Graph, partners: Mapping[int, int]) -> set[int] | None:
    """The cells that belong to a centre; None if one of them has no partner."""
    found, todo = set(centre), list(centre)
    while todo:
        cell = todo.pop()
        if cell not in partners:
            return None
        new = {partners[cell], *joined[cell]} - found
        found |= new
        todo += new
    return found
