"""Branches of implications: each begins with an assumption, and they all end alike."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.runtime.language import counted
from cpsudoku.techniques.base import Detail, Link

LONGEST_END = 6  # nodes at each end of a main line that are written out


@dataclass(frozen=True)
class Node:
    """A candidate that is true or false in a branch.

    ``parents`` are the places in the branch of its causes. ``nested``: a whole chain leads to it.
    """

    cell: int
    digit: int
    true: bool
    parents: tuple[int, ...]
    nested: bool

    def text(self, board: Board) -> str:
        """``r1c2=3`` or ``r1c2≠3``."""
        sign = "=" if self.true else "≠"
        return f"{board.cell_name(self.cell)}{sign}{board.symbols[self.digit]}"


Branch = tuple[Node, ...]


@dataclass(frozen=True)
class Branches(Detail):
    """Branches that show the same thing; a step that has them can be shown in full."""

    branches: tuple[Branch, ...]

    @property
    def is_cycle(self) -> bool:
        """Whether the end of the only branch implies its start."""
        return False


def links_of_branches(branches: tuple[Branch, ...]) -> tuple[Link, ...]:
    """Each implication once; one from a false candidate to a true one is strong."""
    pairs = {
        (branch[parent], node): None
        for branch in branches
        for node in branch
        for parent in node.parents
    }
    return tuple(
        Link(((a.cell, a.digit),), ((b.cell, b.digit),), b.true and not a.true) for a, b in pairs
    )


def main_line(branch: Branch, board: Board) -> str:
    """The main line of a branch: its end, what led to it last, and so on back to the start."""
    line, at = [len(branch) - 1], len(branch) - 1
    while branch[at].parents:
        at = max(branch[at].parents)
        line.append(at)
    names = [branch[at].text(board) for at in reversed(line)]
    if len(names) > 2 * LONGEST_END:
        names = [*names[:LONGEST_END], "…", *names[-LONGEST_END:]]
    shown = " → ".join(names)
    more = len(branch) - len([name for name in names if name != "…"])
    if not more:
        return shown
    return counted(
        "{chain} (with {count} more link)", "{chain} (with {count} more links)", more, chain=shown
    )
