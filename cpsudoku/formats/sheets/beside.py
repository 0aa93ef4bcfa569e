"""Blocks that only look like grids, because a certain puzzle is in the same workbook.

People keep tables of numbers beside a puzzle: counts, scores, lists of candidates. Such a block is
never judged or marked as a puzzle. A second puzzle that is drawn like the first is not such a
block, whatever is wrong with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.items import Item, place_of_item
from cpsudoku.runtime.words import worded

_SURE = 17  # givens that a proper puzzle of the usual size has
_USUAL = 9


def tables_beside(
    items: Sequence[Item], inputs: Collection[int], calculated: Sequence[bool]
) -> dict[int, str]:
    """The inputs that are tables beside a certain puzzle, each with the reason."""
    certain = [at for at in sorted(inputs) if not calculated[at] and _is_certain(items[at])]
    firsts: dict[str, dict[tuple[bool, int], int]] = {}  # those of each kind on a sheet
    for at in certain:
        firsts.setdefault(items[at].sheet, {}).setdefault(_kind_of(items[at]), at)
    tables: dict[int, str] = {}
    for at in inputs:
        if calculated[at] and certain and _is_wrong(items[at]):
            where = place_of_item(items[certain[0]], items[at])
            tables[at] = worded(
                "it is calculated and is not a valid grid, and {where} is typed", where=where
            )
        elif items[at].is_bare:
            kinds = firsts.get(items[at].sheet, {})
            better = [other for kind, other in kinds.items() if _is_weaker(items[at], *kind)]
            if better:
                where = place_of_item(items[min(better)], items[at])
                tables[at] = worded("a table beside {where}, which is drawn or larger", where=where)
    return tables


def _is_wrong(item: Item) -> bool:
    """Whether a block can't be read, or breaks the rules."""
    return not isinstance(item.entry, Puzzle) or bool(item.entry.conflicts)


def _is_certain(item: Item) -> bool:
    """Whether a block is surely a puzzle."""
    puzzle = item.entry
    if not isinstance(puzzle, Puzzle) or _is_wrong(item) or item.is_complete:
        return False
    return not item.is_bare or (puzzle.board.size == _USUAL and puzzle.givens.count >= _SURE)


def _kind_of(certain: Item) -> tuple[bool, int]:
    """Whether only the digits of a certain puzzle show it, and its size."""
    assert isinstance(certain.entry, Puzzle)
    return certain.is_bare, certain.entry.board.size


def _is_weaker(item: Item, is_bare: bool, size: int) -> bool:
    """Whether a block of digits alone is not a second puzzle beside a certain one of a kind.

    Beside a drawn one, it has another size or is wrong; beside another block of digits, both.
    """
    own = item.entry.board.size if isinstance(item.entry, Puzzle) else item.height
    if is_bare:
        return own < size and _is_wrong(item)
    return own != size or _is_wrong(item)
