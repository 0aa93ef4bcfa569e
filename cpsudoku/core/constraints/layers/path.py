"""Loops and snakes: paths through the middles of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import CpModel, IntVar, LiteralT, Value, Variables
from cpsudoku.core.constraints.connecting import (
    Graph,
    area,
    blocks,
    can_connect,
    reached,
    touching,
)
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Layers,
    Lowered,
    Weighted,
    table_layers,
)
from cpsudoku.core.layers import LOOP, ON_LOOP, ON_SNAKE, SNAKE, Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked

TOUCHING, APART, FAR_APART = "touching", "apart", "far-apart"
DOES_NOT = {
    TOUCHING: "branch or cross itself",
    APART: "branch, cross or touch itself at an edge",
    FAR_APART: "branch, cross or touch itself, not even at a corner",
}


@dataclass(frozen=True, repr=False)
class PathRule(LayeredRule):
    """A path along some edges of the first layer. The second layer marks the cells on it.

    It visits no cell twice. If it ``is_apart``, cells on it that touch at an edge follow each
    other. With ``FAR_APART``, it does not touch itself at a corner, either: of 2x2 cells, it never
    visits only two opposite ones. ``endings`` are cells where it must end.
    """

    is_open: ClassVar[bool]
    named_text: ClassVar[str]

    @property
    def is_apart(self) -> bool:
        """Whether it does not touch itself at an edge."""
        return self.distance != TOUCHING

    @cached_property
    def _corners(self) -> list[tuple[int, int, int, int]]:
        """The marks of 2x2 cells, if opposite ones matter."""
        return blocks(self.board, self._marks) if self.distance == FAR_APART else []

    @property
    def rule_text(self) -> str:
        """The sentence about the drawing, and how far apart its parts are."""
        first, _, _ = self.summary.partition(". ")
        ends = " It ends in these cells." if self.endings else ""
        return f"{first}. It does not {DOES_NOT[self.distance]}.{ends}"

    if TYPE_CHECKING:  # a field or a property of each rule

        @property
        def distance(self) -> str:
            """How far apart parts of the path are that do not follow each other."""

        @property
        def endings(self) -> tuple[int, ...]:
            """Cells where an open path ends."""

    @cached_property
    def cells(self) -> Sequence[int]:
        """The edges, and then the marks of all cells."""
        edges, marks = (self.board.numbers_of[layer.name] for layer in self.brings)
        return (*edges, *marks)

    @cached_property
    def _edges(self) -> tuple[tuple[int, int, int], ...]:
        """Each edge with its two cells."""
        first = len(self.board)
        found = []
        for edge in self.board.numbers_of[self.brings[0].name]:
            one, other = self.board.variables[edge - first][1]
            found.append((edge, one, other))
        return tuple(found)

    @property
    def _marks(self) -> range:
        return self.board.numbers_of[self.brings[1].name]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the known edges and marks can be those of one path."""
        _, on = self.board.values[:2]
        of = dict(zip(self.cells, values, strict=True))
        sure = [(a, b) for edge, a, b in self._edges if of[edge] == on]
        possible = [(a, b) for edge, a, b in self._edges if of[edge] in (on, None)]
        marked = {cell for cell, mark in enumerate(self._marks) if of[mark] == on}
        visited = {cell for pair in sure for cell in pair} | marked
        if any(of[self._marks[cell]] not in (on, None) for cell in visited):
            return False
        if not possible or not self._has_degrees(sure, possible, visited):
            return False
        if not self._is_one_path(_graph(sure), _graph(possible), visited):
            return False
        if any(_is_diagonal([of[mark] for mark in each], on) for each in self._corners):
            return False
        return not self.is_apart or not any(
            of[edge] not in (on, None) and a in visited and b in visited
            for edge, a, b in self._edges
        )

    def _has_degrees(
        self,
        sure: Sequence[tuple[int, int]],
        possible: Sequence[tuple[int, int]],
        visited: set[int],
    ) -> bool:
        """Whether each cell can have two edges, and as many ends as there are can have one."""
        least, most = _graph(sure), _graph(possible)
        ends = sum(len(most.get(cell, ())) < 2 for cell in visited)
        if ends > 2 * self.is_open or any(len(each) > 2 for each in least.values()):
            return False
        if any(not most.get(cell) for cell in visited):
            return False
        return all(len(least.get(cell, ())) < 2 and cell in most for cell in self.endings)

    def _is_one_path(self, sure: Graph, possible: Graph, visited: set[int]) -> bool:
        """Whether all cells can be connected, and a path that is closed is the only one."""
        if not can_connect(visited, {*possible, *visited}, possible):
            return False
        left = set(sure)
        while left:
            part = reached(next(iter(left)), sure, sure)
            left -= part
            if all(len(sure[cell]) == 2 for cell in part):
                return not self.is_open and part >= visited
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A circuit. An open path is closed through a place outside the board."""
        on = self.board.values[1]
        edges = [(x[edge].get(on, False), a, b) for edge, a, b in self._edges]
        marks = [x[mark].get(on, False) for mark in self._marks]
        arcs: list[tuple[int, int, LiteralT]] = []
        for literal, a, b in edges:
            there, back = model.new_bool_var(""), model.new_bool_var("")
            model.add(there + back == literal)
            arcs += [(a, b, there), (b, a, back)]
        for cell, mark in enumerate(marks):
            arcs.append((cell, cell, negated(mark)))
        if self.is_open:
            arcs += self._ends(model)
        model.add_circuit(arcs)
        post_clause(model, (literal for literal, _, _ in edges))
        if self.is_apart:
            for literal, a, b in edges:
                post_clause(model, (literal, negated(marks[a]), negated(marks[b])))
        for each in self._corners:
            top, right, left, bottom = (x[mark].get(on, False) for mark in each)
            crossing = (top, bottom, left, right), (left, right, top, bottom)
            for one, other, *others in crossing:
                post_clause(model, (negated(one), negated(other), *others))

    def _ends(self, model: CpModel) -> Iterator[tuple[int, int, IntVar]]:
        """Arcs from a place outside the board to each cell, and back."""
        outside = len(self.board)
        for cell in range(outside):
            first, last = model.new_bool_var(""), model.new_bool_var("")
            model.add_bool_or([~first, ~last])
            if cell in self.endings:
                model.add_bool_or([first, last])
            yield outside, cell, first
            yield cell, outside, last

    def lower(self) -> Sequence[Lowered]:
        """The edges at each cell, which are connected, and as many as the path has cells.

        A connected figure without branches is one path. An open one has an edge less.
        """
        off, on = self.board.values[:2]
        at: dict[int, list[int]] = {cell: [] for cell in range(len(self.board))}
        for edge, a, b in self._edges:
            at[a].append(edge)
            at[b].append(edge)
        ends = frozenset(self.endings)
        found: list[Lowered] = [
            Accepted(
                (self._marks[cell], *edges),
                _visited(len(edges), off, on, self.is_open, cell in ends),
            )
            for cell, edges in at.items()
        ]
        found += [area(self._joints(at), (on,)), area(self._places, (on,))]
        signs = [(mark, 1) for mark in self._marks] + [(edge, -1) for edge, _, _ in self._edges]
        total = off * sum(sign for _, sign in signs) + self.is_open
        found.append(Weighted(tuple(signs), "=", total))
        found.append(Weighted(tuple(signs[: len(at)]), ">=", off * len(at) + 2))
        if self.is_apart:
            layers = _apart(off, on)
            found += [
                Accepted((edge, self._marks[a], self._marks[b]), layers)
                for edge, a, b in self._edges
            ]
        return [*found, *(Accepted(each, _no_diagonal(off, on)) for each in self._corners)]

    @property
    def _places(self) -> Graph:
        """The marks of cells that touch."""
        return touching(self.board, self._marks)

    def _joints(self, at: Mapping[int, Sequence[int]]) -> Graph:
        """The edges that meet in a cell."""
        return {
            edge: [other for cell in (a, b) for other in at[cell] if other != edge]
            for edge, a, b in self._edges
        }


def _graph(edges: Sequence[tuple[int, int]]) -> Mapping[int, list[int]]:
    """For each cell of some edges, the cells at their other ends."""
    found: dict[int, list[int]] = {}
    for a, b in edges:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return found


@lru_cache(maxsize=64)
def _visited(edges: int, off: int, on: int, is_open: bool, is_end: bool) -> Layers | None:
    """The automaton of a cell and its edges: no edge, or two; an open path may end with one."""
    counts = {1} if is_end else {1, 2} if is_open else {2}
    rows = [(on, *each) for each in product((off, on), repeat=edges) if each.count(on) in counts]
    return table_layers(rows if is_end else [*rows, (off,) * (edges + 1)])


def _is_diagonal(block: Sequence[Value], on: int) -> bool:
    """Whether of the marks of 2x2 cells only two opposite ones are on."""
    return None not in block and (block[0] == on) == (block[3] == on) != (block[1] == on) == (
        block[2] == on
    )


@lru_cache(maxsize=8)
def _no_diagonal(off: int, on: int) -> Layers | None:
    """The automaton of 2x2 cells that are not only two opposite ones."""
    return table_layers(each for each in product((off, on), repeat=4) if not _is_diagonal(each, on))


@lru_cache(maxsize=8)
def _apart(off: int, on: int) -> Layers | None:
    """The automaton of an edge and its two cells: both are visited only along the edge."""
    return table_layers(each for each in product((off, on), repeat=3) if each != (off, on, on))


@dataclass(frozen=True, repr=False)
class LoopRule(PathRule):
    """One closed loop along edges of cells. It visits no cell twice.

    With ``apart``, cells on it that touch at an edge follow each other. With ``far-apart``, it
    does not touch itself at a corner, either.
    """

    name: ClassVar[str] = "loop"
    named_text: ClassVar[str] = marked("the loop")
    summary: ClassVar[str] = (
        "Draw one closed loop through the middles of cells that touch at an edge. It does not "
        "branch or cross itself. With apart, it does not touch itself at an edge, either; with "
        "far-apart, not even at a corner."
    )
    example: ClassVar[str] = "loop"
    brings: ClassVar[tuple[Layer, ...]] = (LOOP, ON_LOOP)
    is_open: ClassVar[bool] = False
    endings: ClassVar[tuple[int, ...]] = ()

    distance: str = fields.choice("apart|far-apart", (TOUCHING, APART, FAR_APART), default=TOUCHING)


@dataclass(frozen=True, repr=False)
class SnakeRule(PathRule):
    """One path with two ends that does not touch itself at an edge. It ends in ``endings``."""

    name: ClassVar[str] = "snake"
    named_text: ClassVar[str] = marked("the snake")
    summary: ClassVar[str] = (
        "Draw a path with two ends through the middles of cells that touch at an edge. It does "
        "not branch, cross or touch itself at an edge; with far-apart, not even at a corner. It "
        "ends in these cells, if there are any."
    )
    example: ClassVar[str] = "snake: r1c1 r9c9"
    brings: ClassVar[tuple[Layer, ...]] = (SNAKE, ON_SNAKE)
    is_open: ClassVar[bool] = True

    distance: str = fields.choice(FAR_APART, (APART, FAR_APART), default=APART)
    endings: tuple[int, ...] = fields.cells(least=0, most=2, default=())

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(cell >= len(self.board) for cell in self.endings):
            raise InputError("a snake ends in cells of the board")
