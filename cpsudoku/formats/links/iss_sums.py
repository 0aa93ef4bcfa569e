"""Clues of Interactive-Sudoku-Solver that are sums: cages, arrows, sequences and diagonals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.formats.links.iss_kinds import Clue
from cpsudoku.formats.links.iss_tokens import (
    Arguments,
    cell_id,
    ids,
    name_of,
    names_of,
    number_of,
)
from cpsudoku.formats.links.outside import cells_ahead
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.formats.links.written_parts import refuse_no_sum
from cpsudoku.runtime.errors import InputError

if TYPE_CHECKING:
    from cpsudoku.core.constraints.cages.killer import KillerCage
    from cpsudoku.core.constraints.cages.sum import Sum
    from cpsudoku.core.constraints.lines.arrow import Arrow
    from cpsudoku.core.constraints.lines.sequence import SequenceLine
    from cpsudoku.core.constraints.outside.frame_sum import FrameSum
    from cpsudoku.core.constraints.outside.little_killer import LittleKiller


def _written_cage(rule: KillerCage) -> list[str]:
    """A cage without a sum has the sum 0 there, which no cage here may then have."""
    refuse_no_sum(rule.sum)
    return [f"{rule.sum or 0}~{ids(rule)}"]


def _read_cage(arguments: Arguments) -> Iterator[str]:
    """A cage that has a cell twice, with its weight, only differs in its cells."""
    has_sum = not arguments.text(0) or arguments.is_number(0)
    total = (arguments.texts[0] if has_sum else "") or "0"
    found = list(arguments.texts[has_sum:])
    different = sorted(set(found))
    if len(different) == len(found):
        yield f"killer {total if total != '0' else ''}: {names_of(found)}"
        return
    yield f"sum {total}: {names_of(found)}"
    if len(different) > 1:
        yield f"region: {names_of(different)}"


def _read_sum(arguments: Arguments) -> Iterator[str]:
    """``12_=_1_-2~R1C1~R1C2``: the sum, the relation, and the weights of the cells."""
    total, *rest = arguments.text(0).split("_")
    relation = rest.pop(0) if rest else "="
    names = arguments.cells(1).split()
    weights = [number_of(weight) for weight in rest] or [1] * len(names)
    if len(weights) != len(names):
        raise InputError("{count} weights of {cells} cells", count=len(weights), cells=len(names))
    signed = (
        ("-" if weight < 0 else "") + (name if abs(weight) == 1 else f"{name}*{abs(weight)}")
        for name, weight in zip(names, weights, strict=True)
    )
    yield f"sum {relation} {total}: {' '.join(signed)}"


def _write_sum(rule: Sum) -> list[str]:
    if rule.relation != "=":
        raise Unsaid("with the relation {relation}", relation=rule.relation)
    return [_terms(rule.total, rule.terms, rule.board)]


def _write_clue(rule: FrameSum | LittleKiller) -> list[str]:
    return [_terms(rule.clue, rule.terms, rule.board)]


def _write_sequence(rule: SequenceLine) -> list[str]:
    """Each cell but the ends is the mean of those beside it."""
    threes = zip(rule.cells, rule.cells[1:], rule.cells[2:], strict=False)
    return [_terms(0, [(a, 1), (b, -2), (c, 1)], rule.board) for a, b, c in threes]


def _read_equal_sums(arguments: Arguments) -> Iterator[str]:
    """Lists of cells with the same sum, separated by ``-``."""
    yield from equal_sums([part.split("~") for part in "~".join(arguments.texts).split("~-~")])


def equal_sums(groups: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines by which these lists of cells have the same sum."""
    for one, other in pairwise(groups):
        minus = " ".join(f"-{name_of(cell)}" for cell in other)
        yield f"sum 0: {names_of(one)} {minus}"


def _read_arrow(arguments: Arguments) -> Iterator[str]:
    yield f"arrow: {name_of(arguments.text(0))} = {arguments.cells(1)}"


def _write_arrow(rule: Arrow) -> list[str]:
    if len(rule.circle) != 1:
        raise Unsaid("with several cells in its circle")
    return [ids(rule, [*rule.circle, *rule.line])]


def _read_pill(arguments: Arguments) -> Iterator[str]:
    """The number of cells in the circle, these cells, and the line."""
    count = arguments.number(0)
    circle = sorted(arguments.texts[1 : 1 + count], key=arguments.cell)
    yield f"arrow: {names_of(circle)} = {arguments.cells(1 + count)}"


def _write_pill(rule: Arrow) -> list[str]:
    if tuple(sorted(rule.circle)) != rule.circle:
        raise Unsaid("whose circle is not in reading order")
    return [f"{len(rule.circle)}~{ids(rule, [*rule.circle, *rule.line])}"]


def _diagonal_from(board: Board, first: int) -> tuple[int, ...]:
    """The cells of the diagonal that begins at a cell, or none if a clue can't begin there.

    A diagonal between two edges has two ends, and a clue can begin at one of them.
    """
    r, c = board.row_column(first)
    if c == 0 and r < board.height - 1:
        step = 1, 1
    elif r == 0:
        step = 1, -1
    elif c == board.width - 1 and r < board.height - 1:
        step = -1, -1
    elif r == board.height - 1 and 0 < c < board.width - 1:
        step = -1, 1
    else:
        return ()
    return (first, *cells_ahead(board, (r, c), step))


def _read_little_killer(arguments: Arguments) -> Iterator[str]:
    total, start = arguments.text(0), arguments.text(1)
    found = _diagonal_from(arguments.board, arguments.cell(start))
    if not found:
        raise InputError("no diagonal begins at {start}", start=start)
    yield f"little-killer {total}: {' '.join(map(arguments.board.cell_name, found))}"


def _write_little_killer(rule: LittleKiller) -> list[str]:
    for found in (rule.cells, rule.cells[::-1]):
        if len(found) > 1 and found == _diagonal_from(rule.board, found[0]):
            return [f"{rule.clue}~{cell_id(rule.board, found[0])}"]
    raise Unsaid("with cells that are not a diagonal from an edge")


def _terms(total: int, weighted: Sequence[tuple[int, int]], board: Board) -> str:
    """A sum of cells with weights."""
    weights = "".join(f"_{weight}" for _, weight in weighted)
    return f"{total}_={weights}~" + "~".join(cell_id(board, cell) for cell, _ in weighted)


SUMS = (
    Clue("Cage", "killer", _read_cage, _written_cage),
    Clue("LittleKiller", "little-killer", _read_little_killer, _write_little_killer),
    Clue("Sum", "sum", _read_sum, _write_sum),
    Clue("Sum", "frame-sum little-killer", _read_sum, _write_clue),
    Clue("Sum", "sequence", _read_sum, _write_sequence),
    Clue("EqualSum", "", _read_equal_sums),
    Clue("Arrow", "arrow", _read_arrow, _write_arrow),
    Clue("PillArrow", "arrow", _read_pill, _write_pill),
)
