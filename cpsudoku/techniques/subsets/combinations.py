"""Which n of some sets have just n members together: naked and hidden sets, and fish."""

from __future__ import annotations

from collections.abc import Sequence

Subset = tuple[tuple[int, ...], int]


def tight_subsets(sets: Sequence[int], size: int) -> list[Subset]:
    """The positions of each ``size`` sets whose union has ``size`` members, and that union.

    Sets are bit masks; positions ascend, in lexicographic order.
    """
    found: list[Subset] = []
    if len(sets) >= size:
        _extend(sets, size, 0, (), 0, found)
    return found


def _extend(
    sets: Sequence[int],
    size: int,
    start: int,
    chosen: tuple[int, ...],
    union: int,
    found: list[Subset],
) -> None:
    missing = size - len(chosen)
    for index in range(start, len(sets) - missing + 1):
        together = union | sets[index]
        count = together.bit_count()
        if count > size:
            continue
        if missing > 1:
            _extend(sets, size, index + 1, (*chosen, index), together, found)
        elif count == size:
            found.append(((*chosen, index), together))
