"""Nice loops and AICs: chains of links that come back to a cell, or join two ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cpsudoku.core.candidates import Candidate, bits, digits_of
from cpsudoku.techniques.base import Detail
from cpsudoku.techniques.links import Links

FULL = 1000  # states that one premise can lead to, as in HoDoKu


class LoopKind(Detail, Enum):
    """What a chain shows.

    A continuous loop alternates all around; a discontinuous one has a cell that settles. An AIC has
    two ends, of which one is true. A ring is a loop that enters and leaves no cell by strong links.
    """

    CONTINUOUS = "continuous"
    DISCONTINUOUS = "discontinuous"
    AIC = "aic"
    RING = "ring"


@dataclass(frozen=True)
class Loop:
    """A chain of states and what it removes."""

    kind: LoopKind
    path: tuple[int, ...]
    gone: tuple[Candidate, ...]


class Loops:
    """The shortest chain from each premise to each conclusion, and what they show."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.area = links.area

    def find(self) -> Iterator[Loop]:
        """Loops from true candidates, then from false ones, then AICs."""
        candidates = self._candidates()
        suspects, weak = self.links.suspects, self.links.weak
        if not suspects:
            return
        for node in candidates:
            if suspects >> node & 1:
                yield from self._from_true(node)
        tables = {
            node: _chains(self.links, 2 * node)
            for node in candidates
            if weak[node] & suspects or self.links.marks[node % self.area].bit_count() > 2
        }
        for node, above in tables.items():
            yield from self._from_false(node, above)
        for node, above in tables.items():
            if weak[node] & suspects:
                yield from self._aics(node, above)

    def _candidates(self) -> list[int]:
        return [
            self.links.node(cell, digit)
            for cell, marks in enumerate(self.links.marks)
            for digit in digits_of(marks)
        ]

    def _from_true(self, node: int) -> Iterator[Loop]:
        """A candidate that leads to another of its cell, or to its own being false, is false."""
        start = 2 * node + 1
        above = _chains(self.links, start)
        for end in above:
            if self._is_same_cell(node, end) and (end & 1 or end == start - 1):
                path = self._loop(above, end)
                if path:
                    yield Loop(LoopKind.DISCONTINUOUS, path, (self._at(node),))

    def _from_false(self, node: int, above: dict[int, int]) -> Iterator[Loop]:
        cell, digit = self._at(node)
        for end in above:
            if not self._is_same_cell(node, end):
                continue
            path = self._loop(above, end)
            if not path:
                continue
            other = self._at(end >> 1)
            if not end & 1:
                yield Loop(LoopKind.DISCONTINUOUS, path, (other,))
                continue
            kind, gone = LoopKind.CONTINUOUS, tuple(dict.fromkeys(continuous(self.links, path)))
            if end >> 1 == node:
                rest = self.links.marks[cell] & ~(1 << (digit - 1))
                kind, gone = LoopKind.DISCONTINUOUS, tuple((cell, d) for d in digits_of(rest))
            if gone:
                yield Loop(kind, path, gone)

    def _aics(self, node: int, above: dict[int, int]) -> Iterator[Loop]:
        """Chains between two cells one of which must be true, that remove two or more."""
        for end, before in above.items():
            if end & 1 and self.links.is_candidate(end >> 1) and before != 2 * node:
                gone = self._seen_by_ends(node, end >> 1)
                if len(gone) > 1:
                    path = _path(above, end)
                    if not self._is_lasso(path, closed=False):
                        yield Loop(LoopKind.AIC, path, gone)

    def rings(self) -> Iterator[Loop]:
        """Loops that close by a weak link from one cell to another, not inside a cell.

        HoDoKu knows only the AICs that they are made of.
        """
        if self.links.suspects:
            for node in self._candidates():
                yield from self._closed_between(node, _chains(self.links, 2 * node))

    def _closed_between(self, node: int, above: dict[int, int]) -> Iterator[Loop]:
        for other in bits(self.links.weak[node]):
            end = 2 * other + 1
            if self.links.is_candidate(other) and above.get(end, -1) not in (-1, 2 * node):
                path = _path(above, end)
                if (other - node) % self.area and not self._is_lasso(path, closed=False):
                    gone = tuple(dict.fromkeys(continuous(self.links, path)))
                    if gone:
                        yield Loop(LoopKind.RING, path, gone)

    def _seen_by_ends(self, start: int, end: int) -> tuple[Candidate, ...]:
        links = self.links
        (cell, digit), (last, other) = self._at(start), self._at(end)
        if cell == last:
            return ()
        if digit == other:
            peers = links.board.peer_cells
            both = peers[cell] & peers[last] & links.places[digit - 1]
            return tuple((at, digit) for at in bits(both))
        if not links.board.peer_cells[cell] >> last & 1:
            return ()
        crossed = ((cell, other), (last, digit))
        return tuple((at, d) for at, d in crossed if links.marks[at] >> (d - 1) & 1)

    def _at(self, node: int) -> Candidate:
        return node % self.area, node // self.area + 1

    def _is_same_cell(self, node: int, end: int) -> bool:
        after = end >> 1
        return self.links.is_candidate(after) and (after - node) % self.area == 0

    def _loop(self, above: dict[int, int], end: int) -> tuple[int, ...]:
        """The chain to an end in its first cell; () if that is not a loop.

        A loop has three links or more, its first and last leave and enter the cell, and it does
        not meet itself in between.
        """
        if above[end] < 0 or above[above[end]] < 0:
            return ()
        path = _path(above, end)
        home = 1 << (path[0] >> 1) % self.area
        first_cell = self.links.first_cell
        if home in (1 << first_cell(path[1] >> 1), 1 << first_cell(path[-2] >> 1)):
            return ()
        return () if self._is_lasso(path, closed=True) else path

    def _is_lasso(self, path: Sequence[int], closed: bool) -> bool:
        """Whether a chain returns to a cell that it left; a closed one can return to its first."""
        home = self.links.first_cell(path[0] >> 1)
        used, before = 0, -1
        for state in path:
            node = state >> 1
            first = self.links.first_cell(node)
            if used >> first & 1:
                return True
            if before >= 0 and not (closed and self.links.first_cell(before) == home):
                used |= self.links.cells(before)
            before = node
        return False


def _chains(links: Links, premise: int) -> dict[int, int]:
    """For each state that a premise leads to, in order of discovery, the one before it.

    Breadth first; where links differ in cost a cheaper way that is found later replaces the
    first, unless that is direct.
    """
    above, length = {premise: -1}, {premise: 1}
    order = [premise]
    for state in order:
        if len(order) >= FULL:
            break
        base, cost = length[state], links.cost
        for after in links.successors(state):
            if after not in above:
                if len(order) < FULL:
                    above[after] = state
                    length[after] = base + cost(state, after)
                    order.append(after)
            elif above[after] not in (premise, -1) and length[after] > base + cost(state, after):
                above[after] = state
                length[after] = base + cost(state, after)
    return above


def _path(above: dict[int, int], end: int) -> tuple[int, ...]:
    path = [end]
    while above[path[-1]] >= 0:
        path.append(above[path[-1]])
    return tuple(reversed(path))


def continuous(links: Links, path: Sequence[int]) -> Iterator[Candidate]:
    """What a closed chain removes, all of whose states are true together or false together.

    The chain starts with a false and ends with a true candidate, which exclude each other.
    """
    start, end = path[0] >> 1, path[-1] >> 1
    cell = start % links.area
    used = 0
    for state in path:
        used |= links.cells(state >> 1)
    if (start - end) % links.area == 0:
        kept = {links.digit(start), links.digit(end)}
        yield from ((cell, d) for d in digits_of(links.marks[cell]) if d not in kept)
    else:
        yield from _along_weak(links, path[-1], path[0], used)
    for turn in range(1, len(path)):
        if path[turn] & 1:
            yield from _between_strong(links, path[turn - 1 : turn + 3])
        else:
            yield from _along_weak(links, path[turn - 1], path[turn], used)
            if turn + 1 < len(path):
                yield from links.locked_inside(path[turn] >> 1, path[turn + 1])


def _between_strong(links: Links, states: Sequence[int]) -> Iterator[Candidate]:
    """Other candidates of a cell that the loop enters and leaves by strong links."""
    if len(states) < 4:
        return
    cells = [links.first_cell(state >> 1) for state in states]
    if cells[1] == cells[2] and cells[0] != cells[1] and cells[3] != cells[2] and states[3] & 1:
        kept = links.digit(states[1] >> 1), links.digit(states[3] >> 1)
        digits = digits_of(links.marks[cells[1]])
        yield from ((cells[1], d) for d in digits if d not in kept)


def _along_weak(links: Links, before: int, state: int, used: int) -> Iterator[Candidate]:
    """What sees both ends of a weak link between cells."""
    one, other = before >> 1, state >> 1
    if links.first_cell(one) != links.first_cell(other):
        digit = links.digit(other)
        seen = links.seen(one, digit) & links.seen(other, digit)
        places = links.places[digit - 1]
        yield from ((at, digit) for at in bits(seen & places & ~used))
