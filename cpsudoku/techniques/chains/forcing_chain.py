"""Forcing chains and cycles, from single chains to nested ones, as Sudoku Explainer counts them.

The search is compiled; here its proofs become steps and words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cpsudoku.core.candidates import Board, Candidate, Candidates
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.techniques.base import Link, Role, Step
from cpsudoku.techniques.step_words import digits_text, listed, removal_text

# The codes of the compiled search and what each kind of proof is called.
KINDS = {
    40: "X-Cycle",
    41: "Y-Cycle",
    42: "XY-Cycle",
    43: "Forcing X-Chain",
    44: "Forcing Chain",
    50: "Contradiction",
    51: "Double",
    52: "Cell",
    53: "House",
}
CYCLES = ("X-Cycle", "Y-Cycle", "XY-Cycle")
LONGEST_TEXT = 24  # nodes of a branch that are told in words; longer ones name their end


@dataclass(frozen=True)
class Node:
    """A candidate that is true or false in a branch, and the places in the branch of its causes."""

    cell: int
    digit: int
    true: bool
    parents: tuple[int, ...]
    nested: bool

    def text(self, geometry: Geometry) -> str:
        """``r1c2=3`` or ``r1c2≠3``."""
        sign = "=" if self.true else "≠"
        return f"{geometry.cell_name(self.cell)}{sign}{SYMBOLS[self.digit]}"


Branch = tuple[Node, ...]


@dataclass(frozen=True)
class ForcingChain:
    """The easiest proof of some kinds of chain; ``turns`` are those of the compiled search."""

    name: str
    title: str
    definition: str
    turns: tuple[int, ...]
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The step with the shortest proof, or none; none where there are too many candidates."""
        from cpsudoku.techniques.compiled.rater import chain_step
        from cpsudoku.techniques.compiled.room import MOST_CANDIDATES, large_room
        from cpsudoku.techniques.compiled.state import load

        if sum(marks.bit_count() for marks in candidates.marks) > MOST_CANDIDATES:
            return
        with large_room(candidates.board) as room:
            load(room, candidates)
            found = any(chain_step(room, turn) for turn in self.turns)
            step = self._step(room, candidates.board) if found else None
        if step is not None:
            yield step

    def _step(self, room: Any, board: Board) -> Step:
        from cpsudoku.techniques.compiled.room import effect_of

        record, size = room["table"][0].tolist(), board.size
        kind, branches = KINDS[record[0]], _branches(room["proof"], size)
        if kind == "Forcing X-Chain" and len(branches[0]) == 6:
            kind = "Turbot Fish"
        placed, gone = effect_of(record, size)
        nodes = {(node.cell, node.digit, node.true) for branch in branches for node in branch}
        return Step(
            self.name,
            placements=placed,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit, _ in nodes})),
            roles=tuple(
                Role(name, tuple(sorted((c, d) for c, d, true in nodes if true == wanted)))
                for name, wanted in (("on", True), ("off", False))
            ),
            houses=(_board_house(board, record[5]),) if kind == "House" else (),
            links=_links(branches),
            rating=record[1],
            detail=_packed(kind, record[5], branches),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The assumptions, the ways from each, and what follows."""
        geometry = candidates.puzzle.geometry
        kind, where, branches = _unpacked(step.detail)
        ways = [_way(branch, geometry) for branch in branches]
        result = _result(step, geometry)
        if kind in CYCLES:
            return (
                f"{kind}: {ways[0]} → back to the start. Either way round, one end of each link "
                f"is true: {result}."
            )
        if len(branches) == 1:
            return f"{kind}: {ways[0]}. The start leads to its opposite: {result}."
        if kind == "Contradiction":
            start = branches[0][0].text(geometry)
            return (
                f"{self.title}: assume {start}. On one way {ways[0]}; on the other {ways[1]}. "
                f"Both can't be: {result}."
            )
        opening = {
            "Double": f"{branches[0][0].text(geometry)} or not",
            "Cell": f"{geometry.cell_name(where)} is one of "
            f"{digits_text(branch[0].digit for branch in branches)}",
            "House": f"{SYMBOLS[branches[0][0].digit]} is in one of "
            f"{listed(geometry.cell_name(branch[0].cell) for branch in branches)}",
        }[kind]
        return f"{self.title}: {opening}. {'; '.join(ways)}. Each way ends alike: {result}."


def _board_house(board: Board, house: int) -> int:
    """The number in Board.houses of a house of the compiled code: boxes, columns, rows there."""
    size = board.size
    return house if house >= 3 * size else (2 - house // size) * size + house % size


def _branches(proof: Any, size: int) -> tuple[Branch, ...]:
    """The branches of a compiled proof: see ``write_proof``."""
    at, branches = 1, []
    for _ in range(int(proof[0])):
        many, nodes = int(proof[at]), []
        at += 1
        for _ in range(many):
            node, nested, parents = map(int, proof[at : at + 3])
            places = tuple(map(int, proof[at + 3 : at + 3 + parents]))
            cell, digit = divmod(node >> 1, size)
            nodes.append(Node(cell, digit + 1, bool(node & 1), places, nested >= 0))
            at += 3 + parents
        branches.append(tuple(nodes))
    return tuple(branches)


def _links(branches: tuple[Branch, ...]) -> tuple[Link, ...]:
    """Each implication once: from a false candidate to a true one it is strong."""
    pairs = {
        (branch[parent], node): None
        for branch in branches
        for node in branch
        for parent in node.parents
    }
    return tuple(
        Link(((a.cell, a.digit),), ((b.cell, b.digit),), b.true and not a.true) for a, b in pairs
    )


def _packed(kind: str, where: int, branches: tuple[Branch, ...]) -> str:
    """A proof as text, for Step.detail."""
    parts = [
        " ".join(
            f"{n.cell}{'+' if n.true else '-'}{n.digit}{'*' if n.nested else ':'}"
            f"{','.join(map(str, n.parents))}"
            for n in branch
        )
        for branch in branches
    ]
    return f"{kind}|{where}|{'|'.join(parts)}"


def _unpacked(detail: str) -> tuple[str, int, tuple[Branch, ...]]:
    kind, where, *parts = detail.split("|")
    return kind, int(where), tuple(tuple(map(_node, part.split())) for part in parts)


def _node(text: str) -> Node:
    true, nested = "+" in text, "*" in text
    at, parents = text.split("*" if nested else ":")
    cell, digit = at.split("+" if true else "-")
    places = tuple(map(int, parents.split(","))) if parents else ()
    return Node(int(cell), int(digit), true, places, nested)


def _way(branch: Branch, geometry: Geometry) -> str:
    """A branch in words: an arrow where a node follows from the one before it alone."""
    if len(branch) > LONGEST_TEXT:
        start, end = branch[0].text(geometry), branch[-1].text(geometry)
        return f"{start} → … ({len(branch) - 2} more) … → {end}"
    words = []
    for place, node in enumerate(branch):
        if place == 0:
            words.append(node.text(geometry))
            continue
        nested = " (nested chain)" if node.nested else ""
        causes = [branch[parent].text(geometry) for parent in node.parents]
        if node.parents == (place - 1,):
            words.append(f" → {node.text(geometry)}{nested}")
        else:
            words.append(f", {' & '.join(causes)} → {node.text(geometry)}{nested}")
    return "".join(words)


def _result(step: Step, geometry: Geometry) -> str:
    if step.placements:
        return listed(_placed(at, geometry) for at in step.placements)
    return f"remove {removal_text(step.eliminations, geometry)}"


def _placed(at: Candidate, geometry: Geometry) -> str:
    return f"{geometry.cell_name(at[0])} is {SYMBOLS[at[1]]}"


FORCING_CHAIN = ForcingChain(
    "forcing-chain",
    "Forcing Chain",
    "A chain of implications that leads from a candidate to its opposite, or back to the start.",
    (1,),
)
NISHIO = ForcingChain(
    "nishio",
    "Nishio",
    "One digit assumed in a cell, or not there, leads by houses alone to a contradiction.",
    (3,),
)
MULTIPLE = ForcingChain(
    "multiple-forcing-chain",
    "Cell or House Forcing Chains",
    "Every candidate of a cell, or every place of a digit in a house, leads to the same result.",
    (4,),
)
DYNAMIC = ForcingChain(
    "dynamic-forcing-chain",
    "Dynamic Forcing Chains",
    "Chains in which several implications together make the next: contradictions and agreements.",
    (5,),
)
DYNAMIC_PLUS = ForcingChain(
    "dynamic-forcing-chain-plus",
    "Dynamic Forcing Chains Plus",
    "Dynamic chains that use locked candidates, pairs and X-Wings of the assumed grid.",
    (6,),
)
NESTED = ForcingChain(
    "nested-forcing-chain",
    "Nested Forcing Chains",
    "Dynamic chains that use whole forcing chains of the assumed grid.",
    (7, 8, 9),
)
