"""Offsets: cells at an offset hold different digits. Anti-knight and anti-king are offsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.regions.houses import AddedHouses
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.plural import plural


@dataclass(frozen=True, repr=False)
class Apart(AddedHouses):
    """Cells at one of the offsets from each other differ, in all directions."""

    move: ClassVar[str]
    is_everywhere: ClassVar[bool] = True

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """Each offset as two numbers: rows and columns, in any order and direction."""
        raise NotImplementedError

    def houses(self) -> tuple[House, ...]:
        """Each pair of cells as a group, except pairs that share a house of the board."""
        return self._groups

    @cached_property
    def _groups(self) -> tuple[House, ...]:
        steps = {
            (down, across * sign)
            for one, other in self.offsets
            for down, across in ((one, other), (other, one))
            for sign in (1, -1)
        }
        pairs = {
            (min(pair), max(pair)) for down, across in steps for pair in self._apart(down, across)
        }
        name, peers = self.board.cell_name, self.board.peers
        return tuple(
            House(f"the {self.called_move} {name(one)}-{name(other)}", (one, other), self.name)
            for one, other in sorted(pairs)
            if other not in peers[one]
        )

    @property
    def called_move(self) -> str:
        """What leads from one cell to the other: ``knight's move``."""
        return self.move

    def _apart(self, down: int, across: int) -> Iterable[tuple[int, int]]:
        """Each pair of cells in which the second is this many rows down and columns across."""
        return self.board.apart(down, across)


@dataclass(frozen=True, repr=False)
class Offset(Apart):
    """Cells that are ``by`` apart differ: this many rows and columns, or the reverse."""

    name: ClassVar[str] = "offset"
    aliases: ClassVar[tuple[str, ...]] = ("chess",)
    summary: ClassVar[str] = (
        "Cells with this distance in rows and columns hold different digits. The offset 1,3 "
        "also means 3,1."
    )
    example: ClassVar[str] = "offset 1,3"
    move: ClassVar[str] = "offset"

    by: tuple[int, ...] = fields.numbers("ROWS,COLUMNS", most=24)

    def __post_init__(self) -> None:
        if len(self.by) != 2 or not any(self.by):
            found = ",".join(map(str, self.by))
            raise InputError("{found} is not two numbers such as 1,3", found=repr(found))

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """The offset of this rule."""
        one, other = self.by
        return ((one, other),)

    def describe(self) -> str:
        """The summary with the numbers."""
        one, other = sorted(self.by)
        ways = dict.fromkeys(
            f"{plural(down, 'row')} and {plural(across, 'column')}"
            for down, across in ((one, other), (other, one))
        )
        return f"Cells that are {' or '.join(ways)} apart hold different digits."

    @property
    def named(self) -> str:
        """``the offset rule 1,3``."""
        return translated("the offset rule {offset}", offset=",".join(map(str, self.by)))


@dataclass(frozen=True, repr=False)
class AntiKnight(Apart):
    """Cells a knight's move apart differ."""

    name: ClassVar[str] = "anti-knight"
    aliases: ClassVar[tuple[str, ...]] = ("knight",)
    summary: ClassVar[str] = "Cells that are a knight's move apart hold different digits."
    example: ClassVar[str] = "anti-knight"
    move: ClassVar[str] = "knight's move"

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """The offset of a knight's move."""
        return ((1, 2),)


@dataclass(frozen=True, repr=False)
class AntiKing(Apart):
    """Cells a king's move apart differ."""

    name: ClassVar[str] = "anti-king"
    aliases: ClassVar[tuple[str, ...]] = ("king", "no-touch")
    summary: ClassVar[str] = (
        "Cells that are a king's move apart, also diagonally, hold different digits."
    )
    example: ClassVar[str] = "anti-king"
    move: ClassVar[str] = "king's move"

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """The offsets of the eight cells around a cell."""
        return ((0, 1), (1, 1))
