"""Strong and weak links between candidates and groups of candidates, and what they imply.

A node is a number. A candidate is ``(digit - 1) * cells + cell``; groups are numbered after all
candidates. Sets of nodes are ints whose bits are nodes. A state is a node assumed true or
false: ``2 * node + 1`` or ``2 * node``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of


@dataclass(frozen=True)
class Group:
    """Two or more places of a digit that two houses share: ``cells`` is a set of cells."""

    digit: int
    cells: int
    seen: int  # the other places of the digit that see all of them


class Links:
    """The links of some candidates; with ``grouped`` also those of groups.

    The successors of a state are in a fixed order, so that breadth first search always finds the
    same chains: the cell first, then its houses in order, then groups.
    """

    def __init__(self, board: Board, marks: Sequence[int], grouped: bool) -> None:
        self.board, self.marks = board, marks
        self.area = len(board)
        self.places = places_by_digit(board, marks)
        self.groups = cell_groups(board, self.places) if grouped else ()
        self._next: dict[int, tuple[int, ...]] = {}

    @cached_property
    def first_group(self) -> int:
        """The node of the first group."""
        return self.area * self.board.size

    def node(self, cell: int, digit: int) -> int:
        """The node of a candidate."""
        return (digit - 1) * self.area + cell

    def is_candidate(self, node: int) -> bool:
        """Whether a node is a single candidate."""
        return node < self.first_group

    def digit(self, node: int) -> int:
        """The digit of a node; if it has several, the one by which a chain enters it."""
        if node < self.first_group:
            return node // self.area + 1
        return self.groups[node - self.first_group].digit

    def cells(self, node: int) -> int:
        """The cells of a node."""
        if node < self.first_group:
            return 1 << node % self.area
        return self.groups[node - self.first_group].cells

    def first_cell(self, node: int) -> int:
        """The first cell of a node."""
        cells = self.cells(node)
        return (cells & -cells).bit_length() - 1

    def seen(self, node: int, digit: int) -> int:
        """The cells that see all cells of a node; ``digit`` matters to nodes of several digits."""
        if node < self.first_group:
            return self.board.peer_cells[node % self.area]
        return self.groups[node - self.first_group].seen

    def candidates(self, node: int) -> tuple[Candidate, ...]:
        """The candidates of a node."""
        return tuple((cell, self.digit(node)) for cell in bits(self.cells(node)))

    def way_out(self, node: int, digit: int) -> tuple[Candidate, ...]:
        """The candidates of a digit by which a chain leaves a node of several digits."""
        del node, digit
        return ()

    def cost(self, state: int, after: int) -> int:
        """How much longer a chain is with a link."""
        del state, after
        return 2

    def locked_inside(self, node: int, after: int) -> Iterator[Candidate]:
        """What a node of several digits removes by itself in a loop that continues to a state."""
        del node, after
        return iter(())

    def in_cell(self, cell: int) -> int:
        """The candidates of a cell, as a set of nodes."""
        return sum(1 << self.node(cell, digit) for digit in digits_of(self.marks[cell]))

    def successors(self, state: int) -> tuple[int, ...]:
        """The states that follow from a state by one link, in order."""
        found = self._next.get(state)
        if found is None:
            found = self._next[state] = tuple(dict.fromkeys(self._follow(state)))
        return found

    def _follow(self, state: int) -> list[int]:
        node, true = divmod(state, 2)
        if node >= self.first_group:
            return self._from_group(node) if true else self._to_other_groups(node)
        return self._from_true(node) if true else self._from_false(node)

    def _from_true(self, node: int) -> list[int]:
        """Weak links: other candidates of the cell, the digit's other places, groups."""
        digit, cell = node // self.area + 1, node % self.area
        found = [2 * self.node(cell, d) for d in digits_of(self.marks[cell]) if d != digit]
        others, base = self.places[digit - 1] & ~(1 << cell), (digit - 1) * self.area
        for house in self.board.houses_of[cell]:
            found += [2 * (base + at) for at in bits(others & self.board.house_cells[house])]
        found += [2 * g for g in self._groups_with(digit) if self._group(g).seen >> cell & 1]
        return found

    def _from_false(self, node: int) -> list[int]:
        """Strong links: the other of two candidates of the cell, the rest of a house."""
        digit, cell = node // self.area + 1, node % self.area
        marks = self.marks[cell] & ~(1 << (digit - 1))
        found = []
        if not marks & (marks - 1):
            found += [2 * self.node(cell, d) + 1 for d in digits_of(marks)]
        rests = self._rests(digit, 1 << cell)
        for rest in rests:
            if rest and not rest & (rest - 1):
                found.append(2 * self.node(rest.bit_length() - 1, digit) + 1)
        return found + self._groups_among(digit, rests)

    def _from_group(self, node: int) -> list[int]:
        group = self._group(node)
        found = [2 * self.node(cell, group.digit) for cell in bits(group.seen)]
        others = self._groups_with(group.digit)
        return found + [2 * g for g in others if not self._group(g).cells & ~group.seen]

    def _to_other_groups(self, node: int) -> list[int]:
        group = self._group(node)
        rests = self._rests(group.digit, group.cells)[::-1]  # the box before the line
        found = [
            2 * self.node(rest.bit_length() - 1, group.digit) + 1
            for rest in rests
            if rest and not rest & (rest - 1)
        ]
        return found + self._groups_among(group.digit, rests[::-1])

    def _rests(self, digit: int, cells: int) -> list[int]:
        """The digit's other places in each house that holds all of these cells."""
        others = self.places[digit - 1] & ~cells
        first = (cells & -cells).bit_length() - 1
        houses = (self.board.house_cells[h] for h in self.board.houses_of[first])
        return [others & house for house in houses if not cells & ~house]

    def _group(self, node: int) -> Group:
        return self.groups[node - self.first_group]

    @cached_property
    def _groups_by_digit(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {digit: [] for digit in range(1, self.board.size + 1)}
        for number, group in enumerate(self.groups):
            found[group.digit].append(self.first_group + number)
        return found

    def _groups_with(self, digit: int) -> list[int]:
        return self._groups_by_digit[digit]

    def _groups_among(self, digit: int, rests: list[int]) -> list[int]:
        return [
            2 * g + 1
            for rest in rests
            if rest & (rest - 1)
            for g in self._groups_with(digit)
            if self._group(g).cells == rest
        ]

    @cached_property
    def weak(self) -> dict[int, int]:
        """For each node the nodes that are false when it is true."""
        found, peers = {}, self.board.peer_cells
        for cell, marks in enumerate(self.marks):
            inside = self.in_cell(cell)
            for digit in digits_of(marks):
                base = (digit - 1) * self.area
                seen = (self.places[digit - 1] & peers[cell]) << base
                found[base + cell] = seen | (inside & ~(1 << base + cell))
        for node, group in enumerate(self.groups, self.first_group):
            base = (group.digit - 1) * self.area
            others = self._groups_by_digit[group.digit]
            found[node] = group.seen << base
            for other in bits(found[node]):
                found[other] |= 1 << node
            found[node] |= sum(1 << g for g in others if not self._group(g).cells & ~group.seen)
        return found

    @cached_property
    def strong(self) -> dict[int, int]:
        """For each node that has any, the nodes that are true when it is false."""
        found: dict[int, int] = {}
        for cell, marks in enumerate(self.marks):
            if marks.bit_count() == 2:
                one, other = (self.node(cell, digit) for digit in digits_of(marks))
                found[one] = found.get(one, 0) | 1 << other
                found[other] = found.get(other, 0) | 1 << one
        for base, places in zip(range(0, self.first_group, self.area), self.places, strict=True):
            for house in self.board.house_cells:
                both = places & house
                if both.bit_count() == 2:
                    for cell in bits(both):
                        rest = both & ~(1 << cell)
                        found[base + cell] = found.get(base + cell, 0) | rest << base
        for node in range(self.first_group, self.first_group + len(self.groups)):
            for state in self._to_other_groups(node):
                after = state >> 1
                found[node] = found.get(node, 0) | 1 << after
                found[after] = found.get(after, 0) | 1 << node
        return found

    @cached_property
    def implied(self) -> dict[int, int]:
        """For each node the nodes that are true when it is true, itself left out unless so."""
        strong, direct = self.strong, {}
        has_strong = sum(1 << node for node in strong)
        for node, off in self.weak.items():
            found = 0
            for other in bits(off & has_strong):
                found |= strong[other]
            direct[node] = found
        return closure(direct)

    @property
    def suspects(self) -> int:
        """The nodes that may be shown to be false; no chain shows this for others."""
        return self.contradicted

    @cached_property
    def contradicted(self) -> int:
        """The nodes that some chain of links shows to be false."""
        implied, weak = self.implied, self.weak
        return sum(1 << node for node in weak if implied[node] & weak[node])


def places_by_digit(board: Board, marks: Sequence[int]) -> tuple[int, ...]:
    """For each digit, d at index d - 1, the cells that it is a candidate of."""
    found = [0] * board.size
    for cell, mark in enumerate(marks):
        for digit in digits_of(mark):
            found[digit - 1] |= 1 << cell
    return tuple(found)


@lru_cache(maxsize=32)
def _shared_cells(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each house the sets of two or more cells that later houses share with it."""
    houses = board.house_cells
    return tuple(
        tuple(
            dict.fromkeys(
                house & other for other in houses[h + 1 :] if (house & other).bit_count() > 1
            )
        )
        for h, house in enumerate(houses)
    )


def cell_groups(board: Board, places: Sequence[int]) -> tuple[Group, ...]:
    """Every group, by house and digit."""
    found: dict[tuple[int, int], Group] = {}
    for shared in _shared_cells(board):
        for digit, at in enumerate(places, 1):
            for cells in shared:
                both = at & cells
                if both & (both - 1) and (digit, both) not in found:
                    found[digit, both] = Group(digit, both, at & board.seen_by_all(both))
    return tuple(found.values())


@lru_cache(maxsize=8)
def _links(board: Board, marks: tuple[int, ...], grouped: bool) -> Links:
    return Links(board, marks, grouped)


def links_of(candidates: Candidates, grouped: bool = False) -> Links:
    """The links of some candidates, kept for the next technique that needs them."""
    return _links(candidates.board, candidates.marks, grouped)


def closure(direct: dict[int, int]) -> dict[int, int]:
    """For each node of a graph, given as sets of successors, all nodes that a walk reaches.

    Gabow's algorithm for strong components, with sets as ints, so that links are not visited
    singly.
    """
    return _Components(direct).reach


class _Components:
    """A depth first search; ``open`` are the components on its path: first node, members, next."""

    def __init__(self, direct: dict[int, int]) -> None:
        self.direct, self.reach = direct, dict[int, int]()
        self.new = sum(1 << node for node in direct)
        self.on_path = 0
        self.open: list[tuple[int, int, int]] = []
        for root in direct:
            if self.new >> root & 1:
                self._search(root)

    def _search(self, root: int) -> None:
        path = [root]
        self._enter(root)
        while path:
            node = path[-1]
            left = self.direct[node] & self.new
            if left:
                after = (left & -left).bit_length() - 1
                path.append(after)
                self._enter(after)
            else:
                path.pop()
                if self.open[-1][0] == node:
                    self._close()

    def _enter(self, node: int) -> None:
        """Open a component; join it with those below that it leads back to."""
        self.new &= ~(1 << node)
        self.on_path |= 1 << node
        self.open.append((node, 1 << node, self.direct[node]))
        back = self.direct[node] & self.on_path
        while back & ~self.open[-1][1]:
            _, members, after = self.open.pop()
            first, below, after_below = self.open[-1]
            self.open[-1] = first, below | members, after_below | after
            back &= ~members

    def _close(self) -> None:
        """The component is complete: what it reaches is known."""
        _, members, total = self.open.pop()
        self.on_path &= ~members
        outside = total & ~members
        while outside:
            after = outside.bit_length() - 1
            total |= self.reach[after]
            outside &= ~(self.reach[after] | 1 << after)
        for member in bits(members):
            self.reach[member] = total
