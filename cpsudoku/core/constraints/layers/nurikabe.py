"""Nurikabe: islands in a sea of shaded cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count, product
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.connecting import area, can_connect, reached
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.connected import (
    edge_literals,
    post_connected,
    post_rooted,
    reachable_within,
)
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    Counted,
    Hidden,
    Layers,
    Lowered,
    table_layers,
)
from cpsudoku.core.layers import SHADED, Layer
from cpsudoku.runtime.errors import InputError


@dataclass(frozen=True, repr=False)
class Nurikabe(LayeredRule):
    """All shaded cells are connected, and no 2x2 cells are shaded.

    Each island of unshaded cells has one of the ``clues``, whose digit is the size of the island.
    Without ``clues``, islands have any form.
    """

    name: ClassVar[str] = "nurikabe"
    aliases: ClassVar[tuple[str, ...]] = ("islands",)
    summary: ClassVar[str] = (
        "Shade some cells. All shaded cells are connected by their edges, and no 2x2 cells are all "
        "shaded. The others form islands. Each island has exactly one cell with a brown outline, "
        "whose digit is the number of its cells. Without outlines, islands have any size."
    )
    example: ClassVar[str] = "nurikabe: r1c1 r2c5 r3c8 r5c2 r5c6 r6c9 r8c1 r8c4 r9c7"
    brings: ClassVar[tuple[Layer, ...]] = (SHADED,)

    clues: tuple[int, ...] = fields.cells(least=0, default=())

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(cell >= len(self.board) for cell in self.clues):
            raise InputError("the sizes of islands are in cells of the board")

    @cached_property
    def cells(self) -> Sequence[int]:
        """The cells with the sizes of islands, and the marks of all cells."""
        return (*self.clues, *self.board.numbers_of[SHADED.name])

    @cached_property
    def _marks(self) -> range:
        return self.board.numbers_of[SHADED.name]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sea can be connected, and each known island can have its size."""
        of = dict(zip(self.cells, values, strict=True))
        land, sea = self.board.values[:2]
        if any(all(of[cell] == sea for cell in each) for each in self.blocks):
            return False
        shaded = [cell for cell in self._marks if of[cell] == sea]
        wet = {cell for cell in self._marks if of[cell] in (sea, None)}
        dry = {cell for cell in self._marks if of[cell] in (land, None)}
        if not can_connect(shaded, wet, self.graph):
            return False
        return not self.clues or self._have_sizes(of, dry)

    def _have_sizes(self, of: dict[int, Value], dry: set[int]) -> bool:
        """Whether each island can have one size and as many cells. ``dry`` can be land."""
        roots = {self._marks[cell]: of[cell] for cell in self.clues}
        if not dry.issuperset(roots):
            return False
        sure = {cell for cell in dry if of[cell] is not None} | roots.keys()
        left = set(sure)
        while left:
            start = left.pop()
            island = reached(start, sure, self.graph)
            reach = reached(start, dry, self.graph)
            left -= island
            sizes = [roots[cell] for cell in island & roots.keys()]
            if len(sizes) > 1 or not reach & roots.keys():
                return False
            known = sizes[0] if sizes else None
            least, most = (1, self.board.values[-1]) if known is None else (known, known)
            if len(island) > most or len(reach) < least:
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A tree for the sea, and one for each island, whose root is known."""
        land, sea = self.board.values[:2]
        shaded = edge_literals(model, x, self.graph, frozenset((sea,)))
        unshaded = edge_literals(model, x, self.graph, frozenset((land,)))
        post_connected(model, shaded, self.graph)
        for each in self.blocks:
            post_clause(model, [unshaded[cell] for cell in each])
        owners: dict[int, list[IntVar | bool]] = {cell: [] for cell in self._marks}
        for clue in self.clues:
            island = self._post_island(model, x, clue, unshaded)
            for cell, literal in island.items():
                owners[cell].append(literal)
        for cell, literals in owners.items() if self.clues else ():
            model.add(sum(literals) == unshaded[cell])

    def _post_island(
        self, model: CpModel, x: Variables, clue: int, unshaded: dict[int, IntVar | bool]
    ) -> dict[int, IntVar | bool]:
        """Literals for the cells that can be in the island of a clue."""
        root, most = self._marks[clue], max(x[clue])
        others = {self._marks[cell] for cell in self.clues} - {root}
        near = reachable_within(root, most, self.graph)
        found: dict[int, IntVar | bool] = {
            cell: cell == root or model.new_bool_var("") for cell in near if cell not in others
        }
        post_rooted(model, found, root, most, self.graph)
        for cell, literal in found.items():
            for other in self.graph[cell]:
                post_clause(
                    model, [negated(literal), negated(unshaded[other]), found.get(other, False)]
                )
        model.add(sum(found.values()) == x.value(clue))
        return found

    def lower(self) -> list[Lowered]:
        """An area for the sea, and one for each island, whose cells are hidden ones."""
        land, sea = self.board.values[:2]
        found: list[Lowered] = [area(self.graph, (sea,))]
        found += (Accepted(each, _but(((sea,) * 4,), (land, sea))) for each in self.blocks)
        if not self.clues:
            return found
        islands = self._hidden_islands()
        found.append(Hidden(sum(map(len, islands))))
        on = frozenset((sea,))  # a hidden cell with the second value is in its island
        for clue, island in zip(self.clues, islands, strict=True):
            found.append(Allowed(island[self._marks[clue]], on))
            found += self._lowered_island(clue, island)
        for cell in self._marks:
            owners = [island[cell] for island in islands if cell in island]
            found.append(Counted((cell, *owners), (), on, frozenset((1,))))
        return found

    def _hidden_islands(self) -> list[dict[int, int]]:
        """For each clue, the marks of the cells that its island can have, with hidden cells."""
        roots, numbers = {self._marks[cell] for cell in self.clues}, count(self.board.total)
        most = self.board.values[-1]
        islands = []
        for clue in self.clues:
            near = reachable_within(self._marks[clue], most, self.graph)
            own = (cell for cell in near if cell == self._marks[clue] or cell not in roots)
            islands.append({cell: next(numbers) for cell in own})
        return islands

    def _lowered_island(self, clue: int, island: Mapping[int, int]) -> Iterator[Lowered]:
        """An area of as many cells as the digit says, and no land beside it."""
        off, on = self.board.values[:2]
        graph = {
            inside: [island[other] for other in self.graph[cell] if other in island]
            for cell, inside in island.items()
        }
        yield area(graph, (on,), None)._replace(counter=clue)
        for cell, inside in island.items():
            for other in self.graph[cell]:
                if other in island:  # inside, beside land that is not
                    cells = inside, other, island[other]
                    yield Accepted(cells, _but(((on, off, off),), (off, on)))
                else:
                    yield Accepted((inside, other), _but(((on, off),), (off, on)))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The cells with the sizes of islands, and a sentence below the board."""
        return (*(shapes.Outline((cell,), "", "brown") for cell in self.clues), *super().drawing())

    @property
    def rule_text(self) -> str:
        """The text with or without the sizes of islands."""
        text = self.summary.partition(" Without outlines")[0]
        return text if self.clues else text.partition(" The others")[0]


@lru_cache(maxsize=32)
def _but(without: tuple[tuple[int, ...], ...], values: tuple[int, int]) -> Layers | None:
    """The automaton of cells with these two values, but for some fillings."""
    rows = product(values, repeat=len(without[0]))
    return table_layers(row for row in rows if row not in without)
