"""Parts of rules as several dialects write them. Each raises Unsaid for what they do not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.unsaid import Unsaid

if TYPE_CHECKING:
    from cpsudoku.core.constraints.cages.clone import Clone
    from cpsudoku.core.constraints.lines.arrow import Arrow
    from cpsudoku.core.constraints.regions.all_different import AllDifferent
    from cpsudoku.core.constraints.regions.windows import Windows


Cells = Sequence[int]


def regions_of(rule: AllDifferent | Windows) -> Sequence[Cells]:
    """The cells of a region, or those of each window."""
    return [house.cells for house in rule.houses()] if rule.name == "windows" else [rule.cells]


def groups_of_clone(clone: Clone) -> Sequence[Cells]:
    """The groups of a clone whose digits are in the same order."""
    if clone.order == "any-order":
        raise Unsaid("in any order")
    groups: Sequence[Cells] = clone.groups
    return groups


def way_of(arrow: Arrow) -> list[int]:
    """The line of an arrow from the cell of the circle at which it begins."""
    if set(arrow.circle) & set(arrow.line):
        raise Unsaid("whose line returns to its circle")
    return [arrow.start, *arrow.line]


def refuse_no_sum(total: int | None) -> None:
    """Raise Unsaid for the sum 0, which means there that no sum is given."""
    if total == 0:
        raise Unsaid("with the sum 0")


def refuse_layers(rule: Constraint) -> None:
    """Raise Unsaid for a rule of layers besides the digits: its cells can't be named there."""
    if any(cell >= len(rule.board) for cell in rule.cells):
        raise Unsaid("about layers besides the digits")


def refuse_ignored_dots(rule: Constraint, puzzle: Puzzle) -> None:
    """Raise Unsaid for consecutive cells that are refused although the puzzle has dots."""

    def is_dot(each: Constraint) -> bool:
        return each.name in ("white", "black")

    is_everywhere = rule.name == "non-consecutive" and rule.to_data().get("where") == "everywhere"
    if is_everywhere and any(map(is_dot, puzzle.constraints)):
        raise Unsaid("that ignores dots")
