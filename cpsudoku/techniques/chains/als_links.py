"""Links through almost locked sets: a set that loses one digit holds all its others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, bits, digits_of
from cpsudoku.techniques.almost_locked.als import Als
from cpsudoku.techniques.links import Links


@dataclass(frozen=True)
class ReducedSet:
    """A set that has lost one digit; as a node it is false."""

    als: Als
    digit: int

    @property
    def penalty(self) -> int:
        """What the set adds to the length of a chain, so that large sets come last."""
        return 2 * self.als.digits.bit_count() - 2


class AlsLinks(Links):
    """The links of candidates, groups and almost locked sets of two or more cells.

    The nodes of sets are numbered after groups, one for each set and digit that it can lose.
    """

    def __init__(self, board: Board, marks: Sequence[int], sets: Sequence[Als]) -> None:
        super().__init__(board, marks, grouped=True)
        self.first_entry = self.first_group + len(self.groups)
        self.entries = [
            ReducedSet(als, digit)
            for als in sets
            if als.cells.bit_count() > 1
            for digit in als.at
            if _is_of_use(als, digit)
        ]
        self._by_digit: dict[int, list[int]] = {d: [] for d in range(1, board.size + 1)}
        for node, entry in enumerate(self.entries, self.first_entry):
            self._by_digit[entry.digit].append(node)

    def entry(self, node: int) -> ReducedSet | None:
        """The set of a node; None for candidates and groups."""
        return self.entries[node - self.first_entry] if node >= self.first_entry else None

    def digit(self, node: int) -> int:
        """The digit of a node; of a set, the digit that it loses."""
        entry = self.entry(node)
        return entry.digit if entry else super().digit(node)

    def cells(self, node: int) -> int:
        """The cells of a node."""
        entry = self.entry(node)
        return entry.als.cells if entry else super().cells(node)

    def first_cell(self, node: int) -> int:
        """The first cell of a node; of a set, the first with the digit that it loses."""
        entry = self.entry(node)
        if not entry:
            return super().first_cell(node)
        return next(bits(entry.als.at[entry.digit]))

    def seen(self, node: int, digit: int) -> int:
        """The cells that see all cells of a node that have the digit."""
        entry = self.entry(node)
        return entry.als.seen.get(digit, 0) if entry else super().seen(node, digit)

    def candidates(self, node: int) -> tuple[Candidate, ...]:
        """The candidates of a node; of a set, those of the digit that it loses."""
        entry = self.entry(node)
        return entry.als.candidates((entry.digit,)) if entry else super().candidates(node)

    def way_out(self, node: int, digit: int) -> tuple[Candidate, ...]:
        """The candidates of a digit by which a set is left; none of other nodes."""
        entry = self.entry(node)
        return entry.als.candidates((digit,)) if entry else ()

    @property
    def suspects(self) -> int:
        """Every node: the closure of links through sets costs more than it saves."""
        return -1

    def cost(self, state: int, after: int) -> int:
        """How much longer a chain is with a link: 2, and more from large sets."""
        entry = self.entry(state >> 1)
        return 2 if entry is None else 2 + entry.penalty + (after & 1)

    def locked_inside(self, node: int, after: int) -> Iterator[Candidate]:
        """What sees the digits that a set always holds: all except its entry and its exits.

        If the loop continues to a cell that is left with one candidate, its others are exits.
        """
        entry = self.entry(node)
        if entry is None:
            return
        exits, seen = {self.digit(after >> 1)}, entry.als.seen
        if after & 1:
            cell = self.first_cell(after >> 1)
            exits = set(digits_of(self.marks[cell])) - exits
            for z in sorted(exits & set(seen)):
                yield from ((at, z) for at in bits(seen[z] & self.board.peer_cells[cell]))
        for z, cells in seen.items():
            if z != entry.digit and z not in exits:
                yield from ((at, z) for at in bits(cells))

    def _follow(self, state: int) -> list[int]:
        node, true = divmod(state, 2)
        entry = self.entry(node)
        if entry:
            return self._from_entry(entry)
        found = super()._follow(state)
        return found + self._into_sets(node) if true else found

    def _into_sets(self, node: int) -> list[int]:
        """The sets that lose a digit because a candidate or group is true."""
        cells, digit = self.cells(node), self.digit(node)
        return [
            2 * each
            for each in self._by_digit[digit]
            if not cells & ~self.entries[each - self.first_entry].als.seen[digit]
        ]

    def _from_entry(self, entry: ReducedSet) -> list[int]:
        """What a set removes: candidates and groups by digit, digits of other sets, all but one."""
        als, found = entry.als, []
        gone = {z: cells for z, cells in als.seen.items() if z != entry.digit}
        for z, cells in gone.items():
            found += [2 * self.node(cell, z) for cell in bits(cells)]
            found += [2 * g for g in self._groups_with(z) if not self.cells(g) & ~cells]
        for node, other in enumerate(self.entries, self.first_entry):
            apart = not other.als.cells & als.cells
            if apart and not other.als.at[other.digit] & ~gone.get(other.digit, 0):
                found.append(2 * node)
        return found + self._forced(gone)

    def _forced(self, gone: dict[int, int]) -> list[int]:
        """The cells of three or more candidates that are left with one."""
        found, touched = [], 0
        for cells in gone.values():
            touched |= cells
        for cell in bits(touched):
            left = self.marks[cell]
            for z, cells in gone.items():
                if cells >> cell & 1:
                    left &= ~(1 << (z - 1))
            if left.bit_count() == 1 and self.marks[cell].bit_count() > 2:
                found.append(2 * self.node(cell, left.bit_length()) + 1)
        return found


def _is_of_use(als: Als, digit: int) -> bool:
    """Whether a set that loses a digit removes anything."""
    return any(cells for z, cells in als.seen.items() if z != digit)
