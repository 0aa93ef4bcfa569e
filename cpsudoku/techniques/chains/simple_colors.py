"""Simple Colors: two colours along the strong links of one digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, General, Role, Step
from cpsudoku.techniques.step_words import cells_text, remove_seeing, remove_text, sentences


class ColorRule(Detail, Enum):
    """What two colours show: a colour that sees itself, or a cell that sees both."""

    WRAP = "wrap"
    TRAP = "trap"


Colors = tuple[int, int]  # two sets of cells: if one is false the other is true


def color_pairs(board: Board, places: int) -> list[Colors]:
    """The two colours of each net of strong links of a digit."""
    joined: dict[int, int] = {}
    for house in board.house_cells:
        both = places & house
        if both.bit_count() == 2:
            for cell in bits(both):
                joined[cell] = joined.get(cell, 0) | both & ~(1 << cell)
    pairs, done = [], 0
    for start in sorted(joined):
        if not done >> start & 1:
            pairs.append(_colored(start, joined))
            done |= pairs[-1][0] | pairs[-1][1]
    return pairs


def _colored(start: int, joined: dict[int, int]) -> Colors:
    colors, new, turn = [1 << start, 0], 1 << start, 0
    while new:
        turn = 1 - turn
        reached = 0
        for cell in bits(new):
            reached |= joined[cell]
        new = reached & ~(colors[0] | colors[1])
        colors[turn] |= new
    return colors[0], colors[1]


def sees_itself(board: Board, cells: int) -> bool:
    """Whether two of these cells see each other."""
    return any(cells & board.peer_cells[cell] for cell in bits(cells))


def seen_by_any(board: Board, cells: int) -> int:
    """The cells that see at least one of these."""
    seen = 0
    for cell in bits(cells):
        seen |= board.peer_cells[cell]
    return seen


def color_roles(digit: int, pair: Colors, label: str = "") -> tuple[Role, Role]:
    """The two colours as roles."""
    first, second = (tuple((cell, digit) for cell in bits(color)) for color in pair)
    return Role("first", first, label), Role("second", second, label)


@dataclass(frozen=True)
class SimpleColors(General):
    """Colour trap and colour wrap."""

    name: str = "simple-colors"
    title: str = "Simple Colors"
    definition: str = (
        "The strong links of a digit give its places two colours, one of which is true: a cell "
        "that sees both colours cannot hold the digit (trap), and a colour that sees itself is "
        "false (wrap)."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Wraps, then traps, of each digit and net."""
        for digit, places in enumerate(candidates.places, 1):
            for pair in color_pairs(candidates.board, places):
                yield from self._of_pair(candidates.board, digit, places, pair)

    def _of_pair(self, board: Board, digit: int, places: int, pair: Colors) -> Iterator[Step]:
        wrapped = sum(color for color in pair if sees_itself(board, color))
        trapped = places & seen_by_any(board, pair[0]) & seen_by_any(board, pair[1])
        for rule, gone in ((ColorRule.WRAP, wrapped), (ColorRule.TRAP, trapped)):
            if gone:
                yield Step(
                    self.name,
                    eliminations=tuple((cell, digit) for cell in bits(gone)),
                    digits=(digit,),
                    roles=color_roles(digit, pair),
                    detail=rule,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells of each colour, and what follows."""
        board = candidates.board
        digit = board.symbols[step.digits[0]]
        colors = [[cell for cell, _ in role.candidates] for role in step.roles]
        first, second = (color_text(color, digit, board) for color in colors)
        either = translated(
            "Houses with two places for {digit} give two colours: either {first}, or {second}.",
            digit=digit,
            first=first,
            second=second,
        )
        if step.detail == ColorRule.TRAP:
            seen = translated("both colours")
            return sentences(either, remove_seeing(step.eliminations, board, seen))
        gone = {cell for cell, _ in step.eliminations}
        wrong = next(color for color in colors if gone.issuperset(color))
        one, other = seeing_pair(board, wrong, wrong)
        but = translated(
            "But {one} and {other} see each other, so their colour is false.",
            one=board.cell_name(one),
            other=board.cell_name(other),
        )
        return sentences(either, but, remove_text(step.eliminations, board))


def color_text(cells: Sequence[int], digit: str, board: Board) -> str:
    """What it means that a colour is true: ``r1c2 is 3``, ``r1c2 and r4c5 are all 3``."""
    few = {1: marked("{cells} is {digit}"), 2: marked("{cells} are both {digit}")}
    text = few.get(len(cells), marked("{cells} are all {digit}"))
    return translated(text, cells=cells_text(cells, board), digit=digit)


def seeing_pair(board: Board, cells: Sequence[int], others: Sequence[int]) -> tuple[int, int]:
    """The first cell that sees one of the others, with that one."""
    return next(
        (one, other) for one in cells for other in others if board.peer_cells[one] >> other & 1
    )


SIMPLE_COLORS = SimpleColors()
