"""Finds rectangles that overlap, without comparing each with every other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

_TILE = 8  # rows and columns; the most common grid has 9
T = TypeVar("T")


class Overlaps(Generic[T]):
    """Things with a rectangle each, by the parts of the sheet that they are on."""

    def __init__(self, things: Iterable[T], rect_of: Callable[[T], Rect]) -> None:
        self._rect_of = rect_of
        self._tiles: dict[Place, dict[int, tuple[Rect, T]]] = defaultdict(dict)
        self._count = 0
        for thing in things:
            self.add(thing)

    def add(self, thing: T) -> None:
        """Add one more."""
        rect = self._rect_of(thing)
        for tile in _tiles(rect):
            self._tiles[tile][self._count] = rect, thing
        self._count += 1

    def of(self, rect: Rect) -> list[T]:
        """Those that overlap a rectangle, in the order in which they were added."""
        found = {
            at: thing
            for tile in _tiles(rect)
            if tile in self._tiles
            for at, (own, thing) in self._tiles[tile].items()
            if own.overlaps(rect)
        }
        return [found[at] for at in sorted(found)]

    def covering(self, rect: Rect) -> list[T]:
        """Those that cover a rectangle, in the order in which they were added."""
        near = self._tiles.get((rect.top // _TILE, rect.left // _TILE), {})
        return [thing for own, thing in near.values() if own.covers(rect)]


def _tiles(rect: Rect) -> Iterator[Place]:
    for row in range(rect.top // _TILE, rect.bottom // _TILE + 1):
        for column in range(rect.left // _TILE, rect.right // _TILE + 1):
            yield row, column


def clusters(things: Sequence[T], rect_of: Callable[[T], Rect]) -> Iterator[list[T]]:
    """Things in groups that share no cell with each other, each in the given order."""
    numbers = range(len(things))
    near = Overlaps(numbers, lambda at: rect_of(things[at]))
    left = dict.fromkeys(numbers)
    while left:
        waiting, group = [next(iter(left))], list[int]()
        del left[waiting[0]]
        while waiting:
            group.append(waiting.pop())
            for other in near.of(rect_of(things[group[-1]])):
                if other in left:
                    del left[other]
                    waiting.append(other)
        yield [things[at] for at in sorted(group)]
