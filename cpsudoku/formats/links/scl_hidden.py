"""What the JSON of SudokuPad leaves open: regions without outlines, and signs with two meanings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.formats.links.scl_parts import Place

# A sign "V" then points down. It does not mean a sum of 5.
_INEQUALITIES = re.compile(r"\binequalit|\bpoints? (to|at)|'points'", re.IGNORECASE)
_SUM_OF_V = re.compile(r"\bV\b|\bvs\b|\broman\b|\bXV\b")


def is_partition(
    regions: Sequence[Sequence[Place]], others: Sequence[Sequence[Place]] = ()
) -> bool:
    """Whether regions share no cell, and fill the rectangle around them, with others inside."""
    places = [place for region in regions for place in region]
    if not places or not all({*places}.issuperset(each) for each in others):
        return False
    rows, columns = [r for r, _ in places], [c for _, c in places]
    area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    return len({*places}) == len(places) == area


def region_lines(groups: Collection[frozenset[int]], board: Board) -> Iterator[str]:
    """The lines of rules for regions without outlines: the disjoint groups, or any others."""
    boxes = [sorted(house.cells) for house in board.houses if house.kind == "box"]
    disjoint = {frozenset(cells) for cells in zip(*boxes, strict=False)}
    if len(disjoint) > 1 and disjoint.issubset(groups):
        yield "disjoint-groups"
        groups = set(groups) - disjoint
    for cells in sorted(map(sorted, groups)):
        if 1 < len(cells) <= board.size:
            yield f"region: {' '.join(map(board.cell_name, cells))}"


def may_point(rules: str) -> bool:
    """Whether a sign "V" points down: the sentences are about inequalities, and no sums of 5."""
    return bool(_INEQUALITIES.search(rules)) and not _SUM_OF_V.search(rules)
