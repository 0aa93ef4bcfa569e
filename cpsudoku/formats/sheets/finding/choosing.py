"""Chooses the best of the windows that overlap, which can't all be grids."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsudoku.formats.sheets.finding.overlaps import clusters
from cpsudoku.formats.sheets.finding.windows import Candidate
from cpsudoku.formats.sheets.reading.sheet_picture import Rect

_USUAL = 9  # the size below which a few digits can also be a larger grid


def choose(candidates: Sequence[Candidate]) -> list[tuple[Candidate, tuple[Candidate, ...]]]:
    """The best of the overlapping candidates, each with those that are exactly as good.

    Either candidates whose digits reach every edge come first, or those with the most digits.
    The order that leaves fewer digits outside is chosen. Typed and calculated digits in one window
    do not count together: they are parts of two grids.
    """
    orders: list[Callable[[Candidate], tuple[float, ...]]] = [
        lambda one: one.rank,
        lambda one: one.rank_by_size,
    ]
    chosen: list[tuple[Candidate, tuple[Candidate, ...]]] = []
    for group in clusters(candidates, rect_of):
        found = [_choose(group, order) for order in orders]
        chosen += max(found, key=lambda each: sum(best.alike for best, _ in each))
    return chosen


def _choose(
    candidates: Sequence[Candidate], order: Callable[[Candidate], tuple[float, ...]]
) -> list[tuple[Candidate, tuple[Candidate, ...]]]:
    left = sorted(candidates, key=order, reverse=True)
    chosen: list[tuple[Candidate, tuple[Candidate, ...]]] = []
    while left:
        best = left[0]
        over = [c for c in left[1:] if c.window.rect.overlaps(best.window.rect)]
        same = {c.window: c for c in over if _is_as_good(c, best)}
        chosen.append((best, tuple(same.values())))
        gone = {one.window.rect for one in (best, *same.values())}
        left = [c for c in left if not any(c.window.rect.overlaps(rect) for rect in gone)]
    return chosen


def rect_of(candidate: Candidate) -> Rect:
    """The range of a candidate."""
    return candidate.window.rect


def _is_as_good(other: Candidate, best: Candidate) -> bool:
    """Whether nothing shows that the other one is worse.

    A few digits in a smaller grid can also be a larger grid with empty edges. So can many digits,
    if the larger grid has line numbers at a side.
    """
    if other.window == best.window:
        return False
    if other.rank == best.rank:
        return True
    if best.named or best.framed or other.foreign or other.clashes:
        return False
    sparse = best.window.size < _USUAL and best.digits < 0.32 * best.window.size**2
    larger = other.window.size > best.window.size and not other.window.spacers
    return (sparse or other.numbered > 0) and larger and other.digits == best.digits
