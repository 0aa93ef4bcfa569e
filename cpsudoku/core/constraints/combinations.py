"""The sets of different digits that some cells can hold with a sum, and how people say it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.arithmetic import supported
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.sentences import Domains, Elimination, digit_in_cell
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed

MANY_COMBINATIONS = 4  # more combinations are not listed in a sentence
Sets = Sequence[frozenset[int]]


def combinations_of(board: Board, domains: Domains, cells: Sequence[int], total: int) -> Sets:
    """The sets of different values with this sum that the cells can still hold."""
    every = sets_with_sum(board.values, len(cells), total) or ()
    return tuple(each for each in every if _can_hold(cells, each, domains))


def _can_hold(cells: Sequence[int], digits: frozenset[int], domains: Domains) -> bool:
    """Whether the cells can hold exactly these digits in some order."""
    left = {cell: [value for value in domains[cell] if value in digits] for cell in cells}
    return all(left.values()) and supported(left, [(tuple(cells), 1)], ">=", (0,)) is not None


def combinations_text(board: Board, sets: Sets) -> str:
    """``must hold 6, 8 and 9`` or ``can hold only 1+5 or 2+4``."""
    if len(sets) == 1:
        digits = listed(map(board.value_name, sorted(sets[0])))
        return translated("must hold {digits}", digits=digits)
    return translated("can hold only {ways}", ways=_ways(board, sets))


def misfits(
    board: Board, cells: Sequence[int], sets: Sets, excluded: Sequence[Elimination]
) -> Iterator[str]:
    """Why digits of these sets are excluded: what the other cells would have to hold."""
    text = marked("with {digit}, the other cells would have to hold {ways}, which they cannot")
    if len(cells) == 2:
        text = marked("with {digit}, the other cell would have to be {ways}, which it cannot")
    for each in excluded:
        rests = [digits - {each.value} for digits in sets if each.value in digits]
        if rests:
            place = digit_in_cell(board, each.value, each.cell)
            yield translated(text, digit=place, ways=_ways(board, rests))


def _ways(board: Board, sets: Collection[frozenset[int]]) -> str:
    ways = ["+".join(map(board.value_name, sorted(each))) for each in sets]
    return listed(ways, "or")
