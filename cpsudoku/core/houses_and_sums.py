"""Rules that only say that cells differ or what they add up to, as these two kinds of facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.lowered import CageSum, Different, Weighted


@dataclass(frozen=True)
class HousesAndSums:
    """Groups of cells that differ, and groups of cells, each with its sum."""

    different: tuple[tuple[int, ...], ...] = ()
    sums: tuple[tuple[tuple[int, ...], int], ...] = ()


def houses_and_sums(rules: Sequence[Constraint]) -> HousesAndSums | Constraint:
    """The facts that together mean the same as some rules, or the first rule that says more."""
    different: list[tuple[int, ...]] = []
    sums: list[tuple[tuple[int, ...], int]] = []
    for rule in rules:
        lowered = rule.lower()
        if lowered is None:
            return rule
        for each in lowered:
            if isinstance(each, Different | CageSum):
                different.append(each.cells)
            if isinstance(each, CageSum):
                sums.append((each.cells, each.total))
            elif isinstance(each, Weighted) and _is_plain(each):
                sums.append((tuple(cell for cell, _ in each.terms), each.total))
            elif not isinstance(each, Different):
                return rule
    return HousesAndSums(tuple(different), tuple(sums))


def _is_plain(each: Weighted) -> bool:
    return each.relation == "=" and all(weight == 1 for _, weight in each.terms)
