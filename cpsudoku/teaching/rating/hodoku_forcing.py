"""HoDoKu's forcing chains and nets: what follows from each candidate, true or false.

For chains, the direct consequences are the strong and weak links of candidates and groups. For
nets, they are what four rounds of singles fill after the assumption. Tables of all consequences
then show which assumptions are wrong, and what follows from each of several alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.teaching.rating.hodoku_singles import SinglesPosition
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.links import Links, closure, links_of

ROUNDS = 4  # of singles that a net looks ahead
CHAIN, NET = "multiple-forcing-chain", "dynamic-forcing-chain"


def forcing_chain(candidates: Candidates) -> Step | None:
    """The forcing chain that HoDoKu would choose, with what it places or removes."""
    links = links_of(candidates, grouped=True)
    return _Tables(candidates, links, _linked(links)).step(CHAIN)


def forcing_net(candidates: Candidates) -> Step | None:
    """The forcing net that HoDoKu would choose, with what it places or removes."""
    links = links_of(candidates, grouped=True)
    direct = _linked(links)
    for cell, digit in candidates.among(candidates.empty, candidates.board.all_digits):
        node = links.node(cell, digit)
        for state in (node, node + _false(links)):
            trial = _Trial(candidates)
            trial.assume(cell, digit, state == node)
            direct[state] |= trial.true | trial.false << _false(links)
    return _Tables(candidates, links, direct).step(NET)


def _false(links: Links) -> int:
    """The number of nodes: state ``node`` is a node that is true, this much more a false one."""
    return links.first_group + len(links.groups)


def _linked(links: Links) -> dict[int, int]:
    """For each state the states that follow by one link."""
    false, direct = _false(links), dict[int, int]()
    for node, weak in links.weak.items():
        direct[node] = weak << false
        direct[node + false] = links.strong.get(node, 0)
    return direct


class _Trial:
    """What singles fill after an assumption: the candidates that become true and false."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.position = SinglesPosition(candidates)
        self.area = len(candidates.board)
        self.true = self.false = 0

    def assume(self, cell: int, digit: int, is_true: bool) -> None:
        """Begin with a candidate, and look ahead."""
        position = self.position
        if is_true:
            self._fill(cell, digit)
        else:
            self.false |= self._bit(cell, digit)
            position.remove([(cell, digit)])
            left = position.marks[cell]
            if left.bit_count() == 1:
                self._fill(cell, left.bit_length())
        for _ in range(ROUNDS):
            for single in position.waiting():
                self._fill(*single)

    def _fill(self, cell: int, digit: int) -> None:
        position, seen = self.position, self.candidates.board.peer_cells[cell]
        if position.cells[cell] == digit:
            return
        self.true |= self._bit(cell, digit)
        self.false |= (self.candidates.places[digit - 1] & seen) << (digit - 1) * self.area
        for other in bits(position.marks[cell] & ~(1 << digit - 1)):
            self.false |= self._bit(cell, other + 1)
        position.place(cell, digit)

    def _bit(self, cell: int, digit: int) -> int:
        return 1 << (digit - 1) * self.area + cell


class _Tables:
    """All consequences of each state, and what they prove."""

    def __init__(self, candidates: Candidates, links: Links, direct: dict[int, int]) -> None:
        self.candidates, self.links = candidates, links
        self.board, self.area, self.false = candidates.board, links.area, _false(links)
        self.all = (1 << links.first_group) - 1
        self.reach = {state: found | 1 << state for state, found in closure(direct).items()}
        self.nodes = [
            links.node(*at) for at in candidates.among(candidates.empty, self.board.all_digits)
        ]
        self.needed = [*self._cells(), *self._houses()]

    def step(self, technique: str) -> Step | None:
        """The first cell that can be filled, or else the first candidate that can be removed."""
        true = false = 0
        for is_true, is_false in (*self._wrong(), *self._common()):
            true, false = true | is_true, false | is_false
        if true:
            return Step(technique, placements=(min(self._candidates(true)),))
        if false:
            return Step(technique, eliminations=(min(self._candidates(false)),))
        return None

    def _candidates(self, nodes: int) -> Iterator[Candidate]:
        for node in bits(nodes):
            yield node % self.area, node // self.area + 1

    def _wrong(self) -> Iterator[tuple[int, int]]:
        """What is true and what is false because the opposite leads to a contradiction."""
        for node in self.nodes:
            if self._is_contradiction(*self._split(self.reach[node])):
                yield 0, 1 << node
            if self._is_contradiction(*self._split(self.reach[node + self.false])):
                yield 1 << node, 0

    def _common(self) -> Iterator[tuple[int, int]]:
        """What follows from a candidate true or false, or from each place of a cell or house."""
        for node in self.nodes:
            true, false = self._split(self.reach[node] & self.reach[node + self.false])
            others = self.all & ~self._in_cell(node % self.area)
            yield true & others, false & others
        for places in self._alternatives():
            yield self._split(reduce(and_, (self.reach[node] for node in places)))

    def _alternatives(self) -> Iterator[list[int]]:
        """The candidates of each cell, and the places of each digit in each house."""
        for cell in bits(self.candidates.empty):
            yield list(bits(self._in_cell(cell)))
        for digit, places in enumerate(self.candidates.places):
            for house in self.board.house_cells:
                if places & house:
                    yield [digit * self.area + cell for cell in bits(places & house)]

    def _split(self, states: int) -> tuple[int, int]:
        """The candidates that are true and those that are false in some states."""
        return states & self.all, states >> self.false & self.all

    def _in_cell(self, cell: int) -> int:
        return self.links.in_cell(cell)

    def _cells(self) -> Iterator[int]:
        for cell in bits(self.candidates.empty):
            yield self._in_cell(cell)

    def _houses(self) -> Iterator[int]:
        """The places of each digit in each house.

        HoDoKu overlooks a house that has lost a place to any other technique than singles.
        """
        allowed = Candidates.of(self.candidates.puzzle, self.candidates.cells).places
        for digit, places in enumerate(self.candidates.places):
            for house in self.board.house_cells:
                if places & house and places & house == allowed[digit] & house:
                    yield (places & house) << digit * self.area

    def _is_contradiction(self, true: int, false: int) -> bool:
        """Whether states clash: a cell or digit is filled twice, or has no place left."""
        left = self.all & ~false
        if true & false or any(not places & left for places in self.needed):
            return True
        filled, area = 0, (1 << self.area) - 1
        while true:
            cells = true & area
            if cells & filled or self._is_twice_in_a_house(cells):
                return True
            filled |= cells
            true >>= self.area
        return False

    def _is_twice_in_a_house(self, cells: int) -> bool:
        return any((cells & house).bit_count() > 1 for house in self.board.house_cells)
