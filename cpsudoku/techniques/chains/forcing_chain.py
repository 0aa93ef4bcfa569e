"""Forcing chains and cycles, from single chains to nested ones, as Sudoku Explainer counts them.

The search is compiled. This module turns its proofs into steps and sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.chains.branches import (
    Branch,
    Branches,
    Node,
    links_of_branches,
    main_line,
)
from cpsudoku.techniques.compiled.codes import (
    MOST_CANDIDATES,
    TURNS,
    ProofKind,
    house_order,
)
from cpsudoku.techniques.compiled.forms import effect_of, form_for
from cpsudoku.techniques.step_words import any_digit_text, listed, one_by_one, removal_text
from cpsudoku.techniques.table import TABLE

if TYPE_CHECKING:
    from cpsudoku.techniques.compiled.arrays import Int32s
    from cpsudoku.techniques.compiled.records import ChainRoom

TITLES = {
    ProofKind.X_CYCLE: marked("X-Cycle"),
    ProofKind.Y_CYCLE: marked("Y-Cycle"),
    ProofKind.XY_CYCLE: marked("XY-Cycle"),
    ProofKind.X_CHAIN: marked("Forcing X-Chain"),
    ProofKind.XY_CHAIN: "Forcing Chain",
}
CYCLES = (ProofKind.X_CYCLE, ProofKind.Y_CYCLE, ProofKind.XY_CYCLE)
TURBOT_FISH = 6  # nodes of the forcing X-chain that has a name of its own


@dataclass(frozen=True)
class ForcingProof(Branches):
    """Branches that show the same thing.

    ``where`` is the cell of a CELL proof, and the number in Board.houses of a HOUSE proof; of
    others it is None.
    """

    kind: ProofKind
    where: int | None = None

    @property
    def is_cycle(self) -> bool:
        """Whether the end of the only branch implies its start."""
        return self.kind in CYCLES


@dataclass(frozen=True)
class ForcingChain(General):
    """The easiest proof of one kind of chain."""

    name: str
    title: str
    definition: str

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The step with the shortest proof, if any; none if there are too many candidates."""
        if sum(marks.bit_count() for marks in candidates.marks) > MOST_CANDIDATES:
            return
        code = TABLE[self.name].code
        form = form_for(["chains"], code, len(candidates.board))
        with form.large_room(candidates.board) as room:
            form.load(room, candidates)
            found = any(form.chain_step(room, *turn) for turn in TURNS if turn[0] == code)
            step = self._step(room, candidates.board) if found else None
        if step is not None:
            yield step

    def _step(self, room: ChainRoom, board: Board) -> Step:
        found = room.table[0]
        proof = _proof(ProofKind(found.kind), int(found.house), room.proof, board)
        branches = proof.branches
        placed, gone = effect_of(found, board.size)
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
            houses=(proof.where,)
            if proof.where is not None and proof.kind == ProofKind.HOUSE
            else (),
            links=links_of_branches(branches),
            rating=int(found.rating),
            detail=proof,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The assumptions, the branch from each, and what follows."""
        board, proof = candidates.puzzle.board, step.detail
        assert isinstance(proof, ForcingProof)
        ways = [main_line(branch, board) for branch in proof.branches]
        result = _result(step, board)
        if proof.is_cycle:
            return translated(
                "{title}: {chain} → back to the start. Either all of these hold or none does. In "
                "both cases, one end of each link is true, so {result}.",
                title=translated(TITLES[proof.kind]),
                chain=ways[0],
                result=result,
            )
        if proof.kind in TITLES:
            title = TITLES[proof.kind]
            if proof.kind == ProofKind.X_CHAIN and len(proof.branches[0]) == TURBOT_FISH:
                title = "Turbot Fish"
            return translated(
                "{title}: {chain}. The assumption leads to its own opposite, so {result}.",
                title=translated(title),
                chain=ways[0],
                result=result,
            )
        if proof.kind == ProofKind.CONTRADICTION:
            return translated(
                "{title}: suppose {start}. Then {chain}. But also {other}. This is a "
                "contradiction, so {result}.",
                title=translated(self.title),
                start=proof.branches[0][0].text(board),
                chain=ways[0],
                other=ways[1],
                result=result,
            )
        return translated(
            "{title}: {opening}. In each case the same follows. {ways}. So {result}.",
            title=translated(self.title),
            opening=_opening(proof, board),
            ways=one_by_one(ways),
            result=result,
        )


def _opening(proof: ForcingProof, board: Board) -> str:
    """The cases of a proof: one of them must be true."""
    starts = [branch[0] for branch in proof.branches]
    if proof.kind == ProofKind.DOUBLE:
        one, other = (start.text(board) for start in starts)
        return translated("either {one} or {other}", one=one, other=other)
    if proof.kind == ProofKind.CELL:
        digits = any_digit_text((start.digit for start in starts), board)
        name = board.cell_name(starts[0].cell)
        return translated("{cell} is {digit}", cell=name, digit=digits)
    cells = listed((board.cell_name(start.cell) for start in starts), "or")
    return translated("{digit} is in {cells}", digit=board.symbols[starts[0].digit], cells=cells)


def _proof(kind: ProofKind, where: int, nodes: Int32s, board: Board) -> ForcingProof:
    """A compiled proof as data."""
    branches = _branches(nodes, board.size)
    if kind == ProofKind.HOUSE:
        return ForcingProof(branches, kind, house_order(board)[where])
    return ForcingProof(branches, kind, where if kind == ProofKind.CELL else None)


def _branches(proof: Int32s, size: int) -> tuple[Branch, ...]:
    """The branches of a compiled proof; ``write_proof`` describes it."""
    at, branches = 1, []
    for _ in range(int(proof[0])):
        many, nodes = int(proof[at]), []
        at += 1
        for _ in range(many):
            node, nested, parents = (int(proof[at + i]) for i in range(3))
            places = tuple(int(proof[at + 3 + i]) for i in range(parents))
            cell, digit = divmod(node >> 1, size)
            nodes.append(Node(cell, digit + 1, bool(node & 1), places, nested >= 0))
            at += 3 + parents
        branches.append(tuple(nodes))
    return tuple(branches)


def _result(step: Step, board: Board) -> str:
    if step.placements:
        return listed(_placed(at, board) for at in step.placements)
    return translated("remove {gone}", gone=removal_text(step.eliminations, board))


def _placed(at: Candidate, board: Board) -> str:
    cell, digit = at
    return translated("{cell} is {digit}", cell=board.cell_name(cell), digit=board.symbols[digit])


FORCING_CHAIN = ForcingChain(
    "forcing-chain",
    "Forcing Chain",
    "A chain of implications that leads from a candidate to its opposite, or back to the start.",
)
NISHIO = ForcingChain(
    "nishio",
    "Nishio",
    "Suppose a digit is in a cell, or is not: its places in houses lead to a contradiction.",
)
MULTIPLE_FORCING_CHAIN = ForcingChain(
    "multiple-forcing-chain",
    "Cell or House Forcing Chains",
    "Every candidate of a cell, or every place of a digit in a house, leads to the same result.",
)
DYNAMIC_FORCING_CHAIN = ForcingChain(
    "dynamic-forcing-chain",
    "Dynamic Forcing Chains",
    "Chains in which several implications together make the next: contradictions and agreements.",
)
DYNAMIC_FORCING_CHAIN_PLUS = ForcingChain(
    "dynamic-forcing-chain-plus",
    "Dynamic Forcing Chains Plus",
    "Dynamic chains that use locked candidates, pairs and X-Wings of the assumed grid.",
)
NESTED_FORCING_CHAIN = ForcingChain(
    "nested-forcing-chain",
    "Nested Forcing Chains",
    "Dynamic chains that use whole forcing chains of the assumed grid.",
)
