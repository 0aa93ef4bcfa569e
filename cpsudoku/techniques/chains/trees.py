"""Chains in full: every link of every branch with its reason, and the chains nested in them.

Everything here is found when a step is shown. The links of a forcing chain are those of its proof,
and those of another chain are the links of its step.
The compiled search does not keep nested chains, so these are found again, in the grid that the
assumption has led to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Link, Role, Step, TwoPatterns
from cpsudoku.techniques.chains.branches import Branch, Branches, Node
from cpsudoku.techniques.chains.inferences import ASSUMED, Fact, Inference, reason_for, refutation
from cpsudoku.techniques.chains.loops import LoopKind
from cpsudoku.techniques.link_reasons import reason_of
from cpsudoku.techniques.step_words import any_digit_text, cells_text, digits_text

# Those of Sudoku Explainer's dynamic chains; where it has a pair, ours may be a locked one.
_PATTERNS = ("pointing", "claiming", "locked-pair", "naked-pair", "hidden-pair", "x-wing")
_BY_CHAIN = marked("by a chain in the grid of the assumption")
_CONTRADICTION = marked("contradiction")


@dataclass(frozen=True)
class TreeLine:
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
    nested: tuple[TreeLine, ...] = ()

    def to_data(self) -> JsonObject:
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

    branches: tuple[tuple[TreeLine, ...], ...]
    steps: tuple[Step, ...]

    def headings(self) -> tuple[str, ...]:
        """A heading for each branch, with what it assumes."""
        starts = [branch[0].statement for branch in self.branches]
        if len(starts) == 1:
            return (translated("The chain from {start}", start=starts[0]),)
        return tuple(
            translated("Branch {number}: {start}", number=number, start=start)
            for number, start in enumerate(starts, 1)
        )

    def to_data(self) -> list[JsonObject]:
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
        and not isinstance(step.detail, TwoPatterns)
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
    branches, is_cycle = step.detail.branches, step.detail.is_cycle
    return Tree(
        tuple(_lines(_closed(each) if is_cycle else each, candidates) for each in branches),
        tuple(_of_branch(step, branch) for branch in branches),
    )


def growing(step: Step) -> tuple[tuple[Step, ...], ...]:
    """The step once for each line of each branch of its tree: its chain grows line by line."""
    if isinstance(step.detail, Branches):
        return tuple(
            tuple(_of_branch(step, branch[:length]) for length in range(1, len(branch) + 1))
            for branch in step.detail.branches
        )
    return (tuple(_of_first_links(step, count) for count in range(len(step.links) + 1)),)


def _of_first_links(step: Step, count: int) -> Step:
    """The step with the first links of its chain, and the candidates at their ends."""
    links = step.links[:count]
    ends = {at for link in links for at in (*link.first, *link.second)} or {*step.links[0].first}
    roles = (
        replace(role, candidates=tuple(at for at in role.candidates if at in ends))
        for role in step.roles
    )
    return replace(step, links=links, roles=tuple(role for role in roles if role.candidates))


def _closed(branch: Branch) -> Branch:
    """A cycle with its start as its end, too."""
    return (*branch, replace(branch[0], parents=(len(branch) - 1,)))


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


def _lines(branch: Branch, candidates: Candidates) -> tuple[TreeLine, ...]:
    """Each node of a branch with its reason."""
    lines = []
    for place, node in enumerate(branch):
        causes = [branch[parent] for parent in node.parents]
        fact = (node.cell, node.digit, node.true)
        gone = [(each.cell, each.digit) for each in causes if not each.true]
        facts = [(each.cell, each.digit, each.true) for each in causes]
        reason, nested = translated(ASSUMED) if place == 0 else "", tuple[TreeLine, ...]()
        if place and not node.nested:
            reason = reason_for(fact, facts, candidates) or _pattern(fact, candidates.without(gone))
        if not reason:
            reason, nested = translated(_BY_CHAIN), _nested(fact, gone, candidates)
        because = tuple(parent + 1 for parent in sorted(node.parents))
        lines.append(TreeLine(node.text(candidates.board), *fact, because, reason, nested))
    return tuple(lines)


def _of_links(step: Step, candidates: Candidates) -> tuple[TreeLine, ...]:
    """Each end of the links of a chain with its reason; a loop comes back to its start."""
    links = list(step.links)
    if step.detail in (LoopKind.CONTINUOUS, LoopKind.RING):
        links.append(Link(links[-1].second, links[0].first, False))
    start = links[0].first
    lines = [_line(start, not links[0].strong, (), translated(ASSUMED), candidates)]
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
) -> TreeLine:
    """A line about one candidate, or about several: one of them is true, or none."""
    (cell, digit), board = at[0], candidates.board
    if len(at) == 1:
        said = Node(cell, digit, true, (), False).text(board)
    else:
        which = any_digit_text((d for _, d in at), board)
        text = marked("{digits} in {cells}") if true else marked("no {digits} in {cells}")
        said = translated(text, digits=which, cells=cells_text((c for c, _ in at), board))
    return TreeLine(said, cell, digit, true, because, reason)


def _pattern(fact: Fact, grid: Candidates) -> str:
    """The pattern of a grid that removes a candidate, in a few words; empty if there is none."""
    cell, digit, _ = fact
    for name in _PATTERNS:
        for step in TECHNIQUES[name].find(grid):
            if (cell, digit) in step.eliminations:
                cells = cells_text((at for at, _ in step.roles[0].candidates), grid.board)
                return translated(
                    "{title} of {digits} in {cells}",
                    title=translated(TECHNIQUES[name].title),
                    digits=digits_text(step.digits, grid.board),
                    cells=cells,
                )
    return ""


def _nested(fact: Fact, gone: Sequence[Candidate], candidates: Candidates) -> tuple[TreeLine, ...]:
    """The chain that proves a false candidate in a grid without others: it supposes the opposite.

    Raises EngineError if there is none.
    """
    cell, digit, _ = fact
    found = refutation((cell, digit), gone, candidates)
    if not found:
        problem = f"no chain shows {_statement(fact, candidates)}"
        raise EngineError(problem, candidates.grid.line)
    return _of_inferences(found, fact, candidates)


def _of_inferences(
    found: Sequence[Inference], proved: Fact, candidates: Candidates
) -> tuple[TreeLine, ...]:
    """Inferences as numbered lines; the last one is the contradiction, or the fact itself."""
    numbers = {each.fact: number for number, each in enumerate(found, 1)}
    lines = []
    for each in found:
        said = _statement(each.fact, candidates) if each.fact else translated(_CONTRADICTION)
        because = tuple(sorted(numbers[cause] for cause in each.because if cause in numbers))
        fact = each.fact or proved
        nested = _of_inferences(each.nested, fact, candidates)
        reason = each.reason or translated(_BY_CHAIN)
        lines.append(TreeLine(said, *fact, because, reason, nested))
    return tuple(lines)


def _statement(fact: Fact, grid: Candidates) -> str:
    cell, digit, true = fact
    return Node(cell, digit, true, (), False).text(grid.board)
