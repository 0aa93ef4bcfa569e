"""Multi Colors: two nets of strong links of one digit that see each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.techniques.base import Detail, Step
from cpsudoku.techniques.chains.simple_colors import Colors, color_pairs, color_roles, seen_by_any
from cpsudoku.techniques.step_words import cells_text, removal_text


class NetRule(Detail, Enum):
    """What two nets show; the values are the numbers of HoDoKu's types."""

    OPPOSITES = "1"
    FALSE_COLOR = "2"


@dataclass(frozen=True)
class MultiColors:
    """Two pairs of colours."""

    name: str = "multi-colors"
    title: str = "Multi Colors"
    definition: str = (
        "Two nets of strong links of a digit, each with two colours: a colour that sees both "
        "colours of the other net is false; if one colour of each net sees the other, the digit "
        "can be removed from the cells that see both opposite colours."
    )
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Every ordered pair of nets of each digit; false colours before opposite ones."""
        board = candidates.board
        for digit, places in enumerate(candidates.places, 1):
            pairs = color_pairs(board, places)
            seen = [tuple(seen_by_any(board, color) for color in pair) for pair in pairs]
            for i, one in enumerate(pairs):
                for j, other in enumerate(pairs):
                    if i != j:
                        both = (
                            (NetRule.FALSE_COLOR, _false_colors(board, one, other)),
                            (NetRule.OPPOSITES, _seen_by_two(places, seen[i], other, seen[j])),
                        )
                        yield from self._steps(digit, one, other, both)

    def _steps(
        self, digit: int, one: Colors, other: Colors, found: tuple[tuple[NetRule, int], ...]
    ) -> Iterator[Step]:
        for rule, gone in found:
            if gone:
                yield Step(
                    self.name,
                    eliminations=tuple((cell, digit) for cell in bits(gone)),
                    digits=(digit,),
                    roles=color_roles(digit, one, "A") + color_roles(digit, other, "B"),
                    detail=rule,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells of each colour, and what follows."""
        board = candidates.puzzle.board
        digit = board.symbols[step.digits[0]]
        first, second, third, fourth = (
            cells_text((cell for cell, _ in role.candidates), board) for role in step.roles
        )
        nets = (
            f"Strong links of {digit} form two nets. In the first, {digit} is in {first} or else "
            f"in {second}; in the second, it is in {third} or else in {fourth}"
        )
        gone = f"remove {removal_text(step.eliminations, board)}"
        if step.detail == NetRule.FALSE_COLOR:
            return (
                f"{nets}. One side of the first net sees both sides of the second, so it is false: "
                f"{gone}."
            )
        return (
            f"{nets}. One side of each net sees the other, so at least one of the opposite sides "
            f"is true. A cell that sees both of these cannot be {digit}: {gone}."
        )


def _false_colors(board: Board, one: Colors, other: Colors) -> int:
    """The colours of one net that cannot be true: they see both colours of the other."""
    found = 0
    for color in one:
        seen = seen_by_any(board, color)
        if seen & other[0] and seen & other[1]:
            found |= color
    return found


def _seen_by_two(
    places: int, seen: tuple[int, ...], other: Colors, seen_other: tuple[int, ...]
) -> int:
    """The places that see the opposites of two colours that see each other."""
    found = 0
    for i in (0, 1):
        for j in (0, 1):
            if seen[i] & other[j]:
                found |= places & seen[1 - i] & seen_other[1 - j]
    return found


MULTI_COLORS = MultiColors()
