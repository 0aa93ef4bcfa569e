"""Thermometers: the ways from their bulbs, along branches, too."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from cpsudoku.formats.links.drawn.marked_lines import MarkedLine


def thermometer(rule: str) -> Callable[[MarkedLine], list[str] | None]:
    """What builds thermometers: the ways from a bulb, or from the cell where a branch begins."""

    def build(path: MarkedLine) -> list[str] | None:
        cells = _from_bulb(path) if len(path.distinct) == len(path.cells) else None
        ways = [cells] if cells else _from_inner_bulb(path) or _from_crossing(path)
        return [f"{rule}: {path.named(way)}" for way in ways] or None

    return build


def _from_inner_bulb(path: MarkedLine) -> list[tuple[int, ...]]:
    """The ways from the only bulb on a line to all of its ends, or nothing.

    A line may go the same way back, to draw a thermometer with branches in one stroke.
    """
    next_to: dict[int, set[int]] = {cell: set() for cell in path.cells}
    for one, other in pairwise(path.cells):
        next_to[one].add(other)
        next_to[other].add(one)
    is_tree = sum(map(len, next_to.values())) == 2 * (len(next_to) - 1)
    if len(path.bulbs) != 1 or not is_tree:
        return []
    found, ways = list[tuple[int, ...]](), list[tuple[int, ...]]((path.bulbs,))
    while ways:
        way = ways.pop()
        longer = [(*way, cell) for cell in sorted(next_to[way[-1]]) if cell not in way]
        ways += longer
        found += [] if longer else [way]
    return found


def _from_crossing(path: MarkedLine) -> list[tuple[int, ...]]:
    """Both ways from the only cell where a line without a bulb meets others: two branches there."""
    inside = {cell for cells in path.others for cell in cells}
    shared = [at for at, cell in enumerate(path.cells) if cell in inside]
    has_bulb = any(path.mark_at(cell, "circle") for cell in path.cells)
    if len(shared) != 1 or has_bulb or len(path.distinct) < len(path.cells):
        return []
    at = shared[0]
    return [path.cells[at::-1], path.cells[at:]]


def _from_bulb(path: MarkedLine) -> tuple[int, ...] | None:
    """The cells from the bulb, or from the cell where a branch leaves another line."""
    backwards = path.cells[::-1]
    first, last = (path.mark_at(cells[0], "circle") for cells in (path.cells, backwards))
    starts = [first is not None, last is not None]
    if first and last:
        starts = [mark.fill.key == path.line.colour.key for mark in (first, last)]
        if all(starts):
            starts = [first.size >= last.size, first.size < last.size]
        elif not any(starts):
            starts = [path.bulb_at(cells[0]) is not None for cells in (path.cells, backwards)]
    if not any(starts):
        inside = {cell for cells in path.others for cell in cells}
        starts = [path.cells[0] in inside, backwards[0] in inside]
        starts = _on_another(path) if all(starts) else starts
    if starts[0] == starts[1]:
        return None
    return path.cells if starts[0] else backwards


def _on_another(path: MarkedLine) -> list[bool]:
    """Which end of a branch is nearer to the bulb of the thermometer on which both ends are."""
    ends = (path.cells[0], path.cells[-1])
    for cells in path.others:
        ways = [way for way in (cells, cells[::-1]) if path.bulb_at(way[0])]
        if set(ends) <= set(cells) and len(ways) == 1:
            first, last = map(ways[0].index, ends)
            return [first < last, last < first]
    return [True, True]
