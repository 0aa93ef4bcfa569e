"""Cells that touch, and whether some of them can be connected, in plain Python."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lowered import Area

Graph = Mapping[int, Sequence[int]]
"""For each cell, those that touch it."""


def touching(board: Board, cells: Iterable[int]) -> dict[int, list[int]]:
    """The graph of some cells, or variables of one layer, that touch at an edge."""
    at = {board.row_column(cell): cell for cell in cells}
    return {
        cell: [
            at[place] for place in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if place in at
        ]
        for (r, c), cell in at.items()
    }


def area(graph: Graph, values: Iterable[int], sizes: int | range | None = None) -> Area:
    """The cells of a graph that hold one of these values, as a family."""
    cells = tuple(graph)
    places = {cell: place for place, cell in enumerate(cells)}
    near = tuple(tuple(places[other] for other in graph[cell]) for cell in cells)
    allowed = range(sizes, sizes + 1) if isinstance(sizes, int) else sizes
    return Area(cells, near, frozenset(values), allowed)


def reached(start: int, among: Collection[int], graph: Graph) -> set[int]:
    """The cells of ``among`` that are connected to a cell, which is one of them."""
    found, todo = {start}, [start]
    while todo:
        for cell in graph[todo.pop()]:
            if cell in among and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


def can_connect(inside: Collection[int], possible: Collection[int], graph: Graph) -> bool:
    """Whether all cells of ``inside`` are connected through cells of ``possible``.

    ``possible`` includes ``inside``.
    """
    return not inside or reached(next(iter(inside)), possible, graph).issuperset(inside)


def blocks(board: Board, cells: Iterable[int]) -> list[tuple[int, int, int, int]]:
    """The squares of 2x2 among some cells, or variables of one layer."""
    at = {board.row_column(cell): cell for cell in cells}
    corners = [((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) for r, c in at]
    return [
        (at[a], at[b], at[c], at[d]) for a, b, c, d in corners if b in at and c in at and d in at
    ]
