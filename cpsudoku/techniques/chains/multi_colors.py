"""Multi Colors: two nets of strong links of one digit that see each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, General, Step
from cpsudoku.techniques.chains.simple_colors import (
    Colors,
    color_pairs,
    color_roles,
    color_text,
    seeing_pair,
    seen_by_any,
)
from cpsudoku.techniques.step_words import cells_text, remove_text, seeing_text, sentences


class NetRule(Detail, Enum):
    """What two nets show; the values are the numbers of HoDoKu's types."""

    OPPOSITES = "1"
    FALSE_COLOR = "2"


@dataclass(frozen=True)
class MultiColors(General):
    """Two pairs of colours."""

    name: str = "multi-colors"
    title: str = "Multi Colors"
    definition: str = (
        "Two nets of strong links of a digit, each with two colours: a colour that sees both "
        "colours of the other net is false; if one colour of each net sees the other, the digit "
        "can be removed from the cells that see both opposite colours."
    )

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
        board = candidates.board
        digit = board.symbols[step.digits[0]]
        colors = [[cell for cell, _ in role.candidates] for role in step.roles]
        first, second, third, fourth = (color_text(color, digit, board) for color in colors)
        nets = translated(
            "Houses with two places for {digit} give two nets of two colours: either {first}, or "
            "{second}; and either {third}, or {fourth}.",
            digit=digit,
            first=first,
            second=second,
            third=third,
            fourth=fourth,
        )
        if step.detail == NetRule.FALSE_COLOR:
            gone = {cell for cell, _ in step.eliminations}
            wrong = next(color for color in colors[:2] if gone.issuperset(color))
            pairs = [seeing_pair(board, wrong, others) for others in colors[2:]]
            (one, near), (other, far) = (map(board.cell_name, pair) for pair in pairs)
            text = marked(
                "But {one} sees {near}, and {other} sees {far}, so {digit} in {cells} would rule "
                "out both colours of the other net."
            )
            if one == other:
                text = marked(
                    "But {one} sees {near}, and it sees {far}, so {digit} in {cells} would rule "
                    "out both colours of the other net."
                )
            values = {"one": one, "near": near, "other": other, "far": far, "digit": digit}
            but = translated(text, **values, cells=cells_text(wrong, board))
            return sentences(nets, but, remove_text(step.eliminations, board))
        return sentences(nets, *_opposites(step, colors, candidates))


def _opposites(
    step: Step, colors: Sequence[Sequence[int]], candidates: Candidates
) -> Iterator[str]:
    """For each two colours that see each other, what their opposites remove together."""
    board, digit = candidates.board, candidates.board.symbols[step.digits[0]]
    sets = [sum(1 << cell for cell in color) for color in colors]
    seen = [seen_by_any(board, cells) for cells in sets]
    left = set(step.eliminations)
    for i, j in product((0, 1), (2, 3)):
        both = seen[1 - i] & seen[5 - j]
        gone = tuple(at for at in sorted(left) if both >> at[0] & 1)
        if seen[i] & sets[j] and gone:
            left -= set(gone)
            one, other = (board.cell_name(c) for c in seeing_pair(board, colors[i], colors[j]))
            first, second = (color_text(colors[end], digit, board) for end in (1 - i, 5 - j))
            yield translated(
                "{one} and {other} see each other, so one of their colours is false: {first}, or "
                "{second}; remove {gone}.",
                one=one,
                other=other,
                first=first,
                second=second,
                gone=seeing_text(gone, board, translated("a cell of each")),
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
