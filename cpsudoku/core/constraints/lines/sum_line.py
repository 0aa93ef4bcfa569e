"""Sum line: the line splits into parts that have the same given sum, such as 10."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, TooLarge, path_layers
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated

FORMS = ("open", "loop")
USUAL = 10
MOST_STATES = 40_000  # of all layers; they are built in half a second
_State = tuple[int, frozenset[int]]


@dataclass(frozen=True, repr=False)
class SumLine(AcceptedLine):
    """The line splits into parts of neighbours, each with the sum ``total``.

    On a loop, the last cell is beside the first one, so a part can go on there.
    """

    name: ClassVar[str] = "sum-line"
    aliases: ClassVar[tuple[str, ...]] = ("ten-line", "ten-lines", "ten")
    summary: ClassVar[str] = (
        "The line splits into parts of neighbouring cells. The digits of each part add up to the "
        "number on the line. On a loop, a part may go on from the last cell to the first."
    )
    example: ClassVar[str] = "sum-line 10: r1c1 r1c2 r2c3 r3c3 r3c4"

    cells: tuple[int, ...] = fields.cells(least=1)
    total: int = fields.number("TOTAL", default=USUAL, least=1, most=1000)
    form: str = fields.choice("loop", FORMS, default="open")

    def __post_init__(self) -> None:
        """Raise InputError if the automaton is too large."""
        if not is_small(self.total, self.form == "loop", self.board, len(self.cells)):
            raise InputError("the line is too long for this sum")

    def layers(self) -> Layers | None:
        """An automaton with the sum so far, modulo the total, and the sums of the first part."""
        return _layers(self.total, self.form == "loop", self.board.values, len(self.cells))

    def because(self, cell: int, value: int) -> str:
        """``with 5 in r1c1, the line cannot be split into parts with the sum 10``."""
        place = digit_in_cell(self.board, value, cell)
        text = marked("with {digit}, the line cannot be split into parts with the sum {sum}")
        return translated(text, digit=place, sum=self.total)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A thin red line with the sum."""
        is_loop, text = self.form == "loop", f"Σ{self.total}"
        return (shapes.Line(self.cells, "red", thin=True, text=text, closed=is_loop),)

    @property
    def named(self) -> str:
        """``the 10 line from r1c1 to r3c4``."""
        return self.along(marked("the {sum} line from {first} to {last}"), sum=self.total)


def is_small(total: int, is_loop: bool, board: Board, length: int) -> bool:
    """Whether the automaton for a line of this length is small enough."""
    if total * length > MOST_STATES:
        return False
    try:
        _layers(total, is_loop, board.values, length)
    except TooLarge:
        return False
    return True


@lru_cache(maxsize=256)
def _layers(total: int, is_loop: bool, values: tuple[int, ...], length: int) -> Layers | None:
    def step(place: int, state: _State, value: int) -> _State | None:
        """The sum of the last part so far, and the sums that the first part can still have."""
        done, firsts = state
        passed = {at % total for at in range(done + 1, done + value)}
        left = firsts - passed
        after = done + value
        return (after - total if after > total else after, left) if left else None

    start = 0, frozenset(range(total) if is_loop else [0])
    return path_layers(length, values, start, step, lambda state: state[0] == total)
