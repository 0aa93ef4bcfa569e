"""Look and say: how often some digits are in a cage, such as 1522 for one 5 and two 2s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, steady_layers
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.language import marked

Counts = tuple[tuple[int, int], ...]  # values, and how often each of them is in the cage


def counts_of(clue: str, board: Board) -> Counts:
    """The counts of a clue. Raises InputError."""
    values = dict(zip(board.symbols[1:], board.values, strict=True))
    pairs = list(zip(clue[::2], clue[1::2], strict=False))
    for count, digit in pairs:
        if not count.isdecimal() or digit not in values:
            break
    else:
        if pairs and len(clue) % 2 == 0:
            return _checked(clue, [(values[digit], int(count)) for count, digit in pairs])
    raise InputError(
        "{clue} is not counts and digits such as 1522 for one 5 and two 2s", clue=quoted(clue)
    )


def _checked(clue: str, counts: Sequence[tuple[int, int]]) -> Counts:
    digits = [digit for digit, count in counts if count]
    for digit in digits:
        if digits.count(digit) > 1:
            raise InputError(
                "{clue} counts the digit {digit} more than once", clue=quoted(clue), digit=digit
            )
    return tuple(counts)


@dataclass(frozen=True, repr=False)
class LookAndSay(AcceptedLine):
    """Each digit of the clue is in the cage as often as the number before it says."""

    name: ClassVar[str] = "look-and-say"
    aliases: ClassVar[tuple[str, ...]] = ("look-and-say-cage",)
    summary: ClassVar[str] = (
        "Each second digit of a clue such as 1522 is in the outline as often as the digit before "
        "it says: one 5 and two 2s. Other digits may be there, too."
    )
    example: ClassVar[str] = "look-and-say 1522: r1c3 r1c4 r2c3 r2c4"
    named_text: ClassVar[str] = marked("the look-and-say clue {clue} at {cell}")

    clue: str = fields.text("CLUE", counts_of)
    cells: tuple[int, ...] = fields.cells(least=1)

    def layers(self) -> Layers | None:
        """The automaton of how many of each digit are missing."""
        return _layers(counts_of(self.clue, self.board), tuple(self.board.values), len(self.cells))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A red outline with the clue, in pairs."""
        pairs = " ".join(self.clue[at : at + 2] for at in range(0, len(self.clue), 2))
        return (shapes.Outline(self.cells, pairs, "red"),)


@lru_cache(maxsize=256)
def _layers(counts: Counts, values: tuple[int, ...], length: int) -> Layers | None:
    places = {value: place for place, (value, count) in enumerate(counts) if count}
    none = {value for value, count in counts if not count}

    def step(left: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        """How often each digit of the clue is still missing, after a value."""
        at = places.get(value)
        if value in none or (at is not None and not left[at]):
            return None
        return left if at is None else (*left[:at], left[at] - 1, *left[at + 1 :])

    start = tuple(count for _, count in counts)
    return steady_layers(length, values, start, step, lambda left: not any(left))
