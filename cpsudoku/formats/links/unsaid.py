"""Errors for what a format of links can't say: the rule by its name, and the reason."""

from __future__ import annotations

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.regions import is_joined
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.words import WordedError, called, worded


class Unsaid(WordedError):
    """A format can't express a rule. The text is the reason, such as ``with exempt pairs``."""


def refusal(puzzle: Puzzle, name: str, what: str) -> Unsupported:
    """The error for a part of a puzzle that the format of this name can't hold."""
    return Unsupported(
        "{source}: format {name} can't hold {what}; try {to} json",
        source=puzzle.source,
        name=repr(name),
        what=what,
    )


def refused_rule(puzzle: Puzzle, name: str, rule: Constraint, reason: object = "") -> Unsupported:
    """The error for a rule that the format of this name can't hold."""
    named = worded("the rule {rule} ({title})", rule=rule.name, title=called(rule))
    if str(reason):
        named = worded("{named} {reason}", named=named, reason=reason)
    return refusal(puzzle, name, named)


def take_cage(
    puzzle: Puzzle,
    name: str,
    rule: Constraint,
    taken: set[int],
    overlap: str = worded("that overlaps another cage"),
) -> None:
    """Add the cells of a cage to those that are taken, in a format that draws borders.

    Raises Unsupported if one of them is taken already, or if they do not touch.
    """
    if taken.intersection(rule.cells):
        raise refused_rule(puzzle, name, rule, overlap)
    if not is_joined(rule.cells, puzzle.board):
        raise refused_rule(puzzle, name, rule, worded("whose cells do not touch"))
    taken.update(rule.cells)
