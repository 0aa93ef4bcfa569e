"""Sum line: the line splits into parts that have the same given sum, such as 10."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.general.any_of import AnyOf
from cpsudoku.core.constraints.lowered import Layers, Lowered, TooLarge, steady_layers
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

    @cached_property
    def _turned(self) -> AnyOf | None:
        """The open lines of a loop that begin between two parts, if its automaton is too large.

        As many lines are enough as a part can have cells: one of them begins with a part.
        """
        if not _is_turned(self.total, self.form == "loop", self.board, len(self.cells)):
            return None
        turns = range(_longest(self.total, self.board, len(self.cells)))
        cells = (self.cells[turn:] + self.cells[:turn] for turn in turns)
        return AnyOf(self.board, tuple(replace(self, cells=each, form="open") for each in cells))

    def _sorted(self, values: Sequence[Value]) -> list[Value]:
        """The values in the order of the cells of the board."""
        return [value for _, value in sorted(zip(self.cells, values, strict=True))]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the line can split into such parts."""
        turned = self._turned
        return turned.allows(self._sorted(values)) if turned else super().allows(values)

    def post(self, model: CpModel, x: Variables) -> None:
        """An automaton, or one for each of several places where a part of a loop may begin."""
        (self._turned.post if self._turned else super().post)(model, x)

    def lower(self) -> Sequence[Lowered] | None:
        """The same."""
        return self._turned.lower() if self._turned else super().lower()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits with which the line cannot be split."""
        yield from (self._turned.narrow if self._turned else super().narrow)(domains)

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
    """Whether the automaton for a line of this length is small enough, or several together."""
    if _has_layers(total, is_loop, board, length):
        return True
    return _is_turned(total, is_loop, board, length)


def _is_turned(total: int, is_loop: bool, board: Board, length: int) -> bool:
    """Whether a loop needs an automaton for each place where its first part may begin."""
    if not is_loop or _has_layers(total, is_loop, board, length):
        return False
    several = _longest(total, board, length) * total * length
    return several <= MOST_STATES and _has_layers(total, False, board, length)


def _longest(total: int, board: Board, length: int) -> int:
    """The most cells that a part of a line can have."""
    return min(length, total // board.lowest) if board.lowest > 0 else length


def _has_layers(total: int, is_loop: bool, board: Board, length: int) -> bool:
    """Whether one automaton is small enough."""
    if total * length > MOST_STATES:
        return False
    try:
        _layers(total, is_loop, board.values, length)
    except TooLarge:
        return False
    return True


@lru_cache(maxsize=256)
def _layers(total: int, is_loop: bool, values: tuple[int, ...], length: int) -> Layers | None:
    def step(state: _State, value: int) -> _State | None:
        """The sum of the last part so far, and the sums that the first part can still have."""
        done, firsts = state
        passed = {at % total for at in range(done + 1, done + value)}
        left = firsts - passed
        after = done + value
        return (after - total if after > total else after, left) if left else None

    start = 0, frozenset(range(total) if is_loop else [0])
    return steady_layers(length, values, start, step, lambda state: state[0] == total)
