"""Whether the rules of one reading imply those of another, so that both have the same solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.cages.sum import Sum
from cpsudoku.core.constraints.distances.non_consecutive import NonConsecutive
from cpsudoku.core.constraints.lines.classes import EntropicLine, ModularLine
from cpsudoku.core.constraints.lines.whispers import Whispers
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.constraints.regions.houses import AddedHouses

_OF_NEIGHBOURS = (Whispers, EntropicLine, ModularLine)  # rules of the next cells on a line


def implies(rules: Iterable[Constraint], others: Iterable[Constraint]) -> bool:
    """Whether every other rule is among the rules, or is a weaker form of some of them.

    A killer cage implies its sum, diagonals imply one of them, and both ways to write that digits
    on a diagonal differ are the same rule. Whispers, entropic and modular lines imply their parts.
    Most rules that imply another are not known here.
    """
    own = set(rules)
    cages = [rule for rule in own if isinstance(rule, KillerCage)]
    groups = [frozenset(cells) for rule in own for cells in _different(rule)]
    groups += [frozenset(cage.cells) for cage in cages]
    sums = {(frozenset(cage.cells), cage.sum) for cage in cages}
    lines = [rule for rule in own if isinstance(rule, _OF_NEIGHBOURS)]
    apart = any(isinstance(rule, NonConsecutive) and rule.where == "everywhere" for rule in own)
    return all(
        rule in own
        or (isinstance(rule, NonConsecutive) and apart)
        or (_plain_sum(rule) in sums)
        or _is_in(groups, list(_different(rule)))
        or any(_is_part(rule, line) for line in lines)
        for rule in others
    )


def _is_part(rule: Constraint, line: Whispers | EntropicLine | ModularLine) -> bool:
    """Whether a rule is that of a line, for some of its cells that are next to each other."""
    if type(rule) is not type(line) or replace(line, cells=rule.cells) != rule:
        return False
    count = len(rule.cells)
    parts = [line.cells[at : at + count] for at in range(len(line.cells) - count + 1)]
    return rule.cells in parts or rule.cells[::-1] in parts


def _is_in(groups: list[frozenset[int]], parts: list[tuple[int, ...]]) -> bool:
    """Whether there are parts, and each is in one of the groups."""
    return bool(parts) and all(any(group.issuperset(each) for group in groups) for each in parts)


def _different(rule: Constraint) -> Iterator[tuple[int, ...]]:
    """The groups of cells with different digits, if a rule says nothing else."""
    if isinstance(rule, AllDifferent) or (isinstance(rule, KillerCage) and rule.sum is None):
        yield rule.cells
    elif isinstance(rule, AddedHouses):
        for house in rule.houses():
            yield house.cells


def _plain_sum(rule: Constraint) -> tuple[frozenset[int], int] | None:
    """The cells and the total of a sum, if each digit counts once."""
    if not isinstance(rule, Sum) or rule.relation != "=":
        return None
    weights = {weight for _, weight in rule.terms}
    return (frozenset(cell for cell, _ in rule.terms), rule.total) if weights == {1} else None
