"""Chains in full: every link of every branch with its reason, and the chains nested in them.

Everything here is found when a step is shown. The links of a forcing chain are those of its proof,
and those of another chain are the links of its step.
The compiled search does not keep nested chains, so these are found again, in the grid that the
assumption has led to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Combined, Link, Role, Step
from cpsudoku.techniques.chains.branches import Branch, Branches, Node
from cpsudoku.techniques.chains.loops import LoopKind
from cpsudoku.techniques.link_reasons import reason_of
from cpsudoku.techniques.step_words import (
    any_digit_text,
    cells_text,
    dead_end_text,
    digits_text,
    houses_text,
)
from cpsudoku.techniques.walk import step_of

Fact = tuple[int, int, bool]  # cell, digit, and whether it is there
_PATTERNS = ("pointing", "claiming", "naked-pair", "hidden-pair", "x-wing", "naked-triple")
_ASSUMED = "assumed"
_WORDS = ("no candidate is left in {cell}", "no place for {digit} is left in {house}")
_MOST = 400  # links of a nested chain


@dataclass(frozen=True)
class Line:
    """One conclusion of a branch: its statement, the lines that it follows from, and the reason.

    ``because`` are numbers of lines of the same branch, counted from 1. ``nested`` is the chain
    that proves it, if it needs one of its own.
    """

    statement: str
    cell: int
    digit: int
    true: bool
    because: tuple[int, ...]
    reason: str
    nested: tuple[Line, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The line as JSON values."""
        nested = [line.to_data() for line in self.nested]
        return {
            "statement": self.statement,
            "because": list(self.because),
            "reason": self.reason,
            "nested": nested,
        }


@dataclass(frozen=True)
class Tree:
    """The branches of a chain in full. ``steps`` draw one branch each."""

    branches: tuple[tuple[Line, ...], ...]
    steps: tuple[Step, ...]

    def headings(self) -> tuple[str, ...]:
        """A heading for each branch, with what it assumes."""
        starts = [branch[0].statement for branch in self.branches]
        if len(starts) == 1:
            return (f"The chain from {starts[0]}",)
        return tuple(f"Branch {number}: {start}" for number, start in enumerate(starts, 1))

    def to_data(self) -> list[dict[str, Any]]:
        """The branches as JSON values."""
        return [
            {"heading": heading, "lines": [line.to_data() for line in branch]}
            for heading, branch in zip(self.headings(), self.branches, strict=True)
        ]


def is_chain(step: Step) -> bool:
    """Whether a step has a chain: branches, or links that alternate from end to end."""
    return isinstance(step.detail, Branches) or (
        len(step.links) > 1
        and len(step.links[0].first) == 1
        and not isinstance(step.detail, Combined)
        and all(
            one.second == other.first and one.strong != other.strong
            for one, other in pairwise(step.links)
        )
    )


def tree_of(step: Step, candidates: Candidates) -> Tree | None:
    """The chain of a step in full; None if the step has no chain."""
    if not is_chain(step):
        return None
    if not isinstance(step.detail, Branches):
        return Tree((_of_links(step, candidates),), (step,))
    branches = step.detail.branches
    return Tree(
        tuple(_lines(branch, candidates) for branch in branches),
        tuple(_of_branch(step, branch) for branch in branches),
    )


def _of_branch(step: Step, branch: Branch) -> Step:
    """The step with the candidates and links of one branch only."""
    pairs = [(branch[parent], node) for node in branch for parent in node.parents]
    roles = tuple(
        Role(name, tuple(sorted((n.cell, n.digit) for n in branch if n.true == wanted)))
        for name, wanted in (("on", True), ("off", False))
    )
    links = tuple(
        Link(((a.cell, a.digit),), ((b.cell, b.digit),), b.true and not a.true) for a, b in pairs
    )
    return replace(step, roles=roles, links=tuple(dict.fromkeys(links)))


def _lines(branch: Branch, candidates: Candidates) -> tuple[Line, ...]:
    """Each node of a branch with its reason."""
    lines = []
    for place, node in enumerate(branch):
        parents = [branch[parent] for parent in node.parents]
        fact = (node.cell, node.digit, node.true)
        nested: tuple[Line, ...] = ()
        if place == 0:
            reason = _ASSUMED
        elif node.nested:
            reason = "by a chain in the grid of the assumption"
            nested = _nested(fact, _assumed(candidates, _causes_of(branch, place)))
        else:
            causes = [(each.cell, each.digit, each.true) for each in parents]
            reason = _reason(fact, causes, candidates) or _pattern(
                fact, _assumed(candidates, _causes_of(branch, place))
            )
        because = tuple(parent + 1 for parent in node.parents)
        lines.append(Line(node.text(candidates.board), *fact, because, reason, nested))
    return tuple(lines)


def _of_links(step: Step, candidates: Candidates) -> tuple[Line, ...]:
    """Each end of the links of a chain with its reason; a loop comes back to its start."""
    links = list(step.links)
    if step.detail in (LoopKind.CONTINUOUS, LoopKind.RING):
        links.append(Link(links[-1].second, links[0].first, False))
    start = links[0].first
    lines = [_line(start, not links[0].strong, (), _ASSUMED, candidates)]
    for number, link in enumerate(links, 1):
        why = reason_of(link, candidates)
        lines.append(_line(link.second, link.strong, (number,), why, candidates))
    return tuple(lines)


def _line(
    at: Sequence[Candidate],
    true: bool,
    because: tuple[int, ...],
    reason: str,
    candidates: Candidates,
) -> Line:
    """A line about one candidate, or about several: one of them is true, or none."""
    (cell, digit), board = at[0], candidates.board
    if len(at) == 1:
        said = Node(cell, digit, true, (), False).text(board)
    else:
        which = any_digit_text((d for _, d in at), board)
        said = f"{'' if true else 'no '}{which} in {cells_text((c for c, _ in at), board)}"
    return Line(said, cell, digit, true, because, reason)


def _causes_of(branch: Branch, place: int) -> list[Node]:
    """The nodes from which a node follows, directly or through others."""
    found, left = set[int](), list(branch[place].parents)
    while left:
        at = left.pop()
        if at not in found:
            found.add(at)
            left += branch[at].parents
    return [branch[at] for at in sorted(found)]


def _assumed(candidates: Candidates, nodes: Sequence[Node]) -> Candidates:
    """The position with what these nodes say: their false candidates are removed."""
    gone = {(node.cell, node.digit) for node in nodes if not node.true}
    for node in nodes:
        if node.true:
            gone |= {(node.cell, d) for d in digits_of(candidates.marks[node.cell])}
            peers = candidates.board.peer_cells[node.cell] & candidates.places[node.digit - 1]
            gone |= {(peer, node.digit) for peer in bits(peers)}
    kept = {(node.cell, node.digit) for node in nodes if node.true}
    return candidates.without(sorted(gone - kept))


def _reason(fact: Fact, causes: Sequence[Fact], candidates: Candidates) -> str:
    """Why a fact follows from others at once; empty if it is not that simple."""
    cell, digit, true = fact
    board, symbol = candidates.board, candidates.board.symbols[digit]
    if true:
        others = {(c, d) for c, d, _ in causes}
        left = {(cell, d) for d in digits_of(candidates.marks[cell]) if d != digit}
        if left <= others:
            return f"no other candidate is left in {board.cell_name(cell)}"
        for house in board.houses_of[cell]:
            places = candidates.house_places[house][digit - 1] & ~(1 << cell)
            if {(place, digit) for place in bits(places)} <= others:
                return f"no other place for {symbol} is left in {board.houses[house].name}"
        return ""
    for other, value, is_true in causes:
        if not is_true:
            continue
        if other == cell:
            return f"{board.cell_name(cell)} is {board.symbols[value]}"
        if value == digit and board.peer_cells[cell] >> other & 1:
            houses = board.common_houses(1 << cell | 1 << other)
            where = f" in {houses_text(houses[:1], board)}" if houses else ""
            return f"it sees the {symbol} of {board.cell_name(other)}{where}"
    return ""


def _pattern(fact: Fact, assumed: Candidates) -> str:
    """The pattern of the assumed grid that removes a candidate, in a few words."""
    cell, digit, _ = fact
    for name in _PATTERNS:
        for step in TECHNIQUES[name].find(assumed):
            if (cell, digit) in step.eliminations:
                cells = cells_text((at for at, _ in step.roles[0].candidates), assumed.board)
                title = TECHNIQUES[name].title
                return f"{title} of {digits_text(step.digits, assumed.board)} in {cells}"
    return "it follows from these together"


# Nested chains


def _nested(fact: Fact, assumed: Candidates) -> tuple[Line, ...]:
    """A chain that proves a fact in a grid: it supposes the opposite."""
    cell, digit, true = fact
    opposite = (cell, digit, not true)
    found = _chain(opposite, fact, assumed)
    return found if found else _contradiction(opposite, assumed)


def _chain(start: Fact, goal: Fact, grid: Candidates) -> tuple[Line, ...]:
    """The shortest chain of single links from one fact to another; empty if there is none."""
    before: dict[Fact, Fact | None] = {start: None}
    queue = [start]
    for fact in queue:
        for following in _follows(fact, grid):
            if following not in before:
                before[following] = fact
                queue.append(following)
        if goal in before or len(queue) > 20 * _MOST:
            break
    if goal not in before:
        return ()
    path: list[Fact] = []
    at: Fact | None = goal
    while at is not None:
        path.append(at)
        at = before[at]
    path.reverse()
    lines = []
    for number, fact in enumerate(path):
        because = (number,) if number else ()
        reason = _reason(fact, [path[number - 1]], grid) if number else _ASSUMED
        lines.append(Line(_statement(fact, grid), *fact, because, reason))
    return tuple(lines)


def _follows(fact: Fact, grid: Candidates) -> Iterator[Fact]:
    """What follows from one fact alone."""
    cell, digit, true = fact
    places = grid.places[digit - 1]
    if true:
        for peer in bits(places & grid.board.peer_cells[cell]):
            yield peer, digit, False
        for other in digits_of(grid.marks[cell]):
            if other != digit:
                yield cell, other, False
        return
    others = grid.marks[cell] & ~(1 << (digit - 1))
    if others and not others & (others - 1):
        yield cell, others.bit_length(), True
    for house in grid.board.houses_of[cell]:
        left = grid.house_places[house][digit - 1] & ~(1 << cell)
        if left and not left & (left - 1):
            yield left.bit_length() - 1, digit, True


def _contradiction(start: Fact, grid: Candidates) -> tuple[Line, ...]:
    """What follows from a fact by singles, until a cell or a house has no candidate left."""
    cell, digit, true = start
    lines = [Line(_statement(start, grid), *start, (), _ASSUMED)]
    now = grid.placed([(cell, digit)]) if true else grid.without([(cell, digit)])
    while len(lines) < _MOST:
        problem = dead_end_text(now, *_WORDS)
        if problem:
            lines.append(Line("contradiction", cell, digit, not true, (len(lines),), problem))
            break
        names = ("naked-single", "hidden-single", *_PATTERNS)
        step = next((found for name in names if (found := step_of(name, now))), None)
        if step is None:
            break
        for at in (*step.placements, *step.eliminations):
            fact = (*at, at in step.placements)
            title = TECHNIQUES[step.technique].title
            lines.append(Line(_statement(fact, grid), *fact, (), f"{title} in this grid"))
        now = step.apply(now)
    return tuple(lines)


def _statement(fact: Fact, grid: Candidates) -> str:
    cell, digit, true = fact
    return Node(cell, digit, true, (), False).text(grid.board)
