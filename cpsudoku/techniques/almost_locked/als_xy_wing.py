"""ALS-XY-Wing: two almost locked sets joined by a third."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.deadline import look
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.almost_locked.als import (
    AlsTable,
    Commons,
    als_role,
    als_table,
    common_link,
    role_text,
    union,
)
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.step_words import any_digit_text, digits_text, remove_seeing, sentences


@dataclass(frozen=True)
class AlsXYWing(General):
    """Three almost locked sets; with ``overlap`` they can share cells."""

    overlap: bool = False
    name: str = "als-xy-wing"
    title: str = "ALS-XY-Wing"
    definition: str = (
        "An almost locked set C shares one restricted common with A and another with B: a further "
        "digit common to A and B can be removed from the cells that see all its places in both."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each three sets that remove something, in the order of their two links."""
        table = als_table(candidates)
        for i in range(len(table.sets)):
            for j in bits(self._joined(table, i) & -2 << i):
                look()
                by_i = ((tuple(sorted((i, b))), j, b, i) for b in self._others(table, i, j, j))
                by_j = ((tuple(sorted((j, b))), i, b, j) for b in self._others(table, j, i, i))
                for _, a, b, c in sorted((*by_i, *by_j)):
                    step = self._step(table, a, b, c)
                    if step:
                        yield step

    def _joined(self, table: AlsTable, c: int) -> int:
        """The sets that have a restricted common with the set c."""
        apart = -1 if self.overlap else ~table.overlapping[c]
        return union(table.linked[c].values()) & apart & ~(1 << c)

    def _others(self, table: AlsTable, c: int, a: int, after: int) -> Iterator[int]:
        """The later sets that c can join to the set a so that something is removed."""
        apart = -1 if self.overlap else ~(table.overlapping[c] | table.overlapping[a])
        apart &= ~(1 << c | 1 << a) & -2 << after
        by_x = [x for x, sets in table.linked[c].items() if sets >> a & 1]
        linked = [(y, sets & apart) for y, sets in table.linked[c].items() if by_x != [y]]
        found = 0
        for z, sharing in table.sharing[a].items():
            if z not in by_x:
                for y, sets in linked:
                    if y != z:
                        found |= sets & sharing
        return bits(found)

    def _gone(self, table: AlsTable, a: int, b: int, commons: set[int]) -> Iterator[Candidate]:
        """What sees a digit in all its places in both sets."""
        first, second = table.sets[a], table.sets[b]
        if first.cells | second.cells not in (first.cells, second.cells):
            for z in first.at:
                if z in second.at and z not in commons:
                    yield from ((cell, z) for cell in bits(first.seen[z] & second.seen[z]))

    def _step(self, table: AlsTable, a: int, b: int, c: int) -> Step | None:
        first, second, joint = table.sets[a], table.sets[b], table.sets[c]
        with_a, with_b = (
            tuple(x for x, sets in table.linked[c].items() if sets >> wing & 1)[:2]
            for wing in (a, b)
        )
        gone = tuple(self._gone(table, a, b, {*with_a, *with_b}))
        if not gone:
            return None
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({z for _, z in gone})),
            roles=(als_role(first, 0), als_role(second, 1), als_role(joint, 2)),
            links=(
                *(common_link(first, joint, x) for x in with_a),
                *(common_link(second, joint, y) for y in with_b),
            ),
            detail=Commons(with_a, with_b),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The three sets, what they share, and what follows."""
        board = candidates.puzzle.board
        a, b, c = (role_text(role, board) for role in step.roles)
        z = digits_text(step.digits, board)
        assert isinstance(step.detail, Commons)
        x, y = next(
            (board.symbols[x], board.symbols[y])
            for x in step.detail.digits
            for y in step.detail.others
            if x != y
        )
        said = translated(
            "{a}, {b} and {c} are almost locked sets. If A held {x} and B held {y}, C would lose "
            "both and have too few digits left. So A lacks {x} or B lacks {y}, and that set holds "
            "all its other digits, with {z} among them.",
            a=a,
            b=b,
            c=c,
            x=x,
            y=y,
            z=z,
        )
        either = any_digit_text(step.digits, board)
        seen = translated("every {digits} of A and {end}", digits=either, end="B")
        return sentences(said, remove_seeing(step.eliminations, board, seen))


ALS_XY_WING = AlsXYWing()
