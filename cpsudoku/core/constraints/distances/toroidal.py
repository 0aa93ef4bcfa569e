"""Toroidal boards: the first row follows the last one, and the first column the last one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.distances.non_consecutive import not_consecutive
from cpsudoku.core.constraints.distances.offset import AntiKing, AntiKnight, Apart
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.core.constraints.relations import RelatedEverywhere
from cpsudoku.runtime.language import marked, translated

OFFSETS = {"anti-knight": ((1, 2),), "anti-king": ((0, 1), (1, 1))}
SUMMARIES = {
    "anti-knight": "Cells that are a knight's move apart hold different digits, also across the "
    "edges of the board: row 1 is next to the last row, and column 1 to the last column.",
    "anti-king": "Cells that are a king's move apart hold different digits, also across the edges "
    "of the board: row 1 is next to the last row, and column 1 to the last column.",
}


def wrapped(board: Board, down: int, across: int) -> Iterator[tuple[int, int]]:
    """Each pair of cells in which the second is this far from the first, also across the edges."""
    at = board.cell_at
    height, width = (max(places) + 1 for places in zip(*board.positions, strict=True))
    for cell, (row, column) in enumerate(board.positions):
        other = at.get(((row + down) % height, (column + across) % width))
        if other is not None and other != cell:
            yield cell, other


@dataclass(frozen=True, repr=False)
class Toroidal(Apart):
    """Cells a move of chess apart differ, on a board whose opposite edges meet."""

    name: ClassVar[str] = "toroidal"
    summary: ClassVar[str] = (
        "Cells that are a knight's or a king's move apart hold different digits, also across the "
        "edges of the board: row 1 is next to the last row, and column 1 to the last column."
    )
    example: ClassVar[str] = "toroidal anti-knight"
    move: ClassVar[str] = "move"

    of: str = fields.choice("MOVE", tuple(OFFSETS))

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """The offsets of the moves."""
        return OFFSETS[self.of]

    @property
    def called_move(self) -> str:
        """``knight's move`` or ``king's move``."""
        return (AntiKnight if self.of == AntiKnight.name else AntiKing).move

    def _apart(self, down: int, across: int) -> Iterable[tuple[int, int]]:
        return wrapped(self.board, down, across)

    def describe(self) -> str:
        """The rule for the move."""
        return SUMMARIES[self.of]

    @property
    def named(self) -> str:
        """``the toroidal rule (anti-knight)``."""
        return translated("the {name} rule ({kind})", name=self.called_name, kind=_kind(self.of))


def _kind(move: str) -> str:
    """The name of a move in the present language, such as ``anti-knight``."""
    said = translated(move.replace("-", " "))
    return move if said == move.replace("-", " ") else said


@dataclass(frozen=True, repr=False)
class ToroidalNonConsecutive(RelatedEverywhere):
    """Cells that touch, also across the edges, do not differ by 1."""

    name: ClassVar[str] = "toroidal-non-consecutive"
    summary: ClassVar[str] = (
        "Cells that touch do not hold consecutive digits, also across the edges of the board: row "
        "1 touches the last row, and column 1 the last column. Dots make no difference."
    )
    example: ClassVar[str] = "toroidal-non-consecutive"
    named_text: ClassVar[str] = marked("the {name} rule")
    is_everywhere: ClassVar[bool] = True

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells that touch."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        places = {
            (min(pair), max(pair))
            for move in ((0, 1), (1, 0))
            for pair in wrapped(self.board, *move)
        }
        return tuple(RelatedPair(one, other, not_consecutive) for one, other in sorted(places))

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r9c1 must not be consecutive``."""
        return self.pair_text(marked("{one} and {other} must not be consecutive"), pair)
