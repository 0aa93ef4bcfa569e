"""The arithmetic of sums in words: what the other cells leave for a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.arithmetic import sums_of
from cpsudoku.core.constraints.encodings.sums import Group
from cpsudoku.core.constraints.sentences import LISTED, Domains, Elimination
from cpsudoku.runtime.plural import listed


def with_bounds(
    said: str,
    board: Board,
    domains: Domains,
    groups: Sequence[Group],
    total: int,
    excluded: Sequence[Elimination],
) -> str:
    """A sentence about limits of cells, followed by the arithmetic of a lower and an upper one.

    ``groups`` add up to ``total``. ``r1c1 is at least 5`` becomes ``r1c1 is at least 5: r2c2 and
    r3c3 add up to at most 18, and 23 - 18 = 5``. Weights other than 1 and -1 are left out, and so
    are boards that write letters for numbers.
    """
    if board.values[-1] > 9 or any(abs(weight) != 1 for _, weight in groups):
        return said
    found = dict(_limits(board, domains, groups, total, excluded))
    told = [found[is_lower] for is_lower in (True, False) if is_lower in found]
    return f"{said}: {'; '.join(told)}" if told else said


def _limits(
    board: Board,
    domains: Domains,
    groups: Sequence[Group],
    total: int,
    excluded: Sequence[Elimination],
) -> Iterator[tuple[bool, str]]:
    """Whether a limit is a lower one, and its arithmetic; the first cell of each kind is last."""
    by_cell = sorted(excluded, key=lambda each: -each.cell)
    for cell, those in groupby(by_cell, key=lambda each: each.cell):
        gone = {each.value for each in those}
        left = [value for value in domains[cell] if value not in gone]
        for is_lower in (True, False):
            beyond = [v for v in gone if left and (v < left[0] if is_lower else v > left[-1])]
            limit, words = _limit(board, domains, groups, total, cell, is_lower)
            if words and beyond and (max(beyond) < limit if is_lower else min(beyond) > limit):
                yield is_lower, words


def _limit(
    board: Board,
    domains: Domains,
    groups: Sequence[Group],
    total: int,
    cell: int,
    is_lower: bool,
) -> tuple[int, str]:
    """The least or the greatest value that the others leave for a cell, and how it is found."""
    own = next(weight for cells, weight in groups if cell in cells)
    same, opposed = list[Group](), list[Group]()
    for cells, weight in groups:
        others = tuple(each for each in cells if each != cell)
        if others:
            (same if weight == own else opposed).append((others, 1))
    terms, parts = [own * total], list[str]()
    for side, sign, at_least in ((opposed, 1, is_lower), (same, -1, not is_lower)):
        if side:
            end = (min if at_least else max)(sums_of(domains, side), default=0)
            parts.append(_ends_text(board, side, end, at_least))
            terms.append(sign * end)
    limit, terms = sum(terms), sorted(filter(None, terms), reverse=True)
    if len(terms) < 2:
        return limit, listed(parts) if parts else ""
    added = " ".join(f"{'+' if term > 0 else '-'} {abs(term)}" for term in terms)
    return limit, f"{listed(parts)}, and {added.removeprefix('+ ')} = {limit}"


def _ends_text(board: Board, side: Sequence[Group], end: int, at_least: bool) -> str:
    """``r1c1 is at most 9``, ``r1c1 and r1c2 add up to at least 3``."""
    cells = sorted(cell for each, _ in side for cell in each)
    names = listed(map(board.cell_name, cells)) if len(cells) <= LISTED else f"{len(cells)} others"
    verb = "is" if len(cells) == 1 else "add up to"
    return f"{names} {verb} at {'least' if at_least else 'most'} {end}"
