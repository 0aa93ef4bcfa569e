"""ALS-XY-Wing: two almost locked sets joined by a third."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsudoku.candidates import Candidates, bits
from cpsudoku.techniques.als import AlsTable, als_role, als_table, common_link, role_text
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.chains import removal_text
from cpsudoku.techniques.words import digits_text


@dataclass(frozen=True)
class AlsXYWing:
    """Three almost locked sets; with ``overlap`` they may share cells."""

    overlap: bool = False
    name: str = "als-xy-wing"
    title: str = "ALS-XY-Wing"
    definition: str = (
        "an almost locked set C shares a restricted common with A and another with B: any other "
        "digit common to A and B goes from what sees all its places in both"
    )
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each three sets that remove something, in the order of their two links."""
        table = als_table(candidates)
        found = (
            (tuple(sorted((sorted((a, c)), sorted((b, c))))), (a, b, c))
            for c in range(len(table.sets))
            for a, b in self._wings(table, c)
        )
        for _, (a, b, c) in sorted(found):
            step = self._step(table, a, b, c)
            if step.eliminations:
                yield step

    def _wings(self, table: AlsTable, c: int) -> Iterator[tuple[int, int]]:
        """The pairs of sets that the set C joins and that may remove something."""
        apart = -1 if self.overlap else ~table.overlapping[c]
        linked = {y: sets & apart & ~(1 << c) for y, sets in table.linked[c].items()}
        for a in bits(_union(linked.values())):
            by_x = [x for x, sets in linked.items() if sets >> a & 1]
            others = _union(sets for y, sets in linked.items() if by_x != [y]) & -2 << a
            if not self.overlap:
                others &= ~table.overlapping[a]
            for z, sharing in table.sharing[a].items():
                if not others:
                    break
                if by_x != [z]:
                    yield from ((a, b) for b in bits(others & sharing))
                    others &= ~sharing

    def _step(self, table: AlsTable, a: int, b: int, c: int) -> Step:
        first, second, joint = table.sets[a], table.sets[b], table.sets[c]
        if first.cells | second.cells in (first.cells, second.cells):
            return Step(self.name)
        with_a, with_b = (
            tuple(x for x, sets in table.linked[c].items() if sets >> wing & 1)[:2]
            for wing in (a, b)
        )
        gone = tuple(
            (cell, z)
            for z in first.at
            if z in second.at and z not in with_a and z not in with_b
            for cell in bits(table.gone((a, b), z))
        )
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({*with_a, *with_b})),
            roles=(als_role(first, 0), als_role(second, 1), als_role(joint, 2)),
            links=(
                *(common_link(first, joint, x) for x in with_a),
                *(common_link(second, joint, y) for y in with_b),
            ),
            detail=f"{digits_text(with_a)} with A and {digits_text(with_b)} with B",
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The three sets, what they share, and what follows."""
        geometry = candidates.puzzle.geometry
        a, b, c = (role_text(role, geometry) for role in step.roles)
        z = digits_text(digit for _, digit in step.eliminations)
        return (
            f"The almost locked set {c} joins {a} and {b}: its restricted commons "
            f"are {step.detail}. It cannot give away two digits, so {z} is in A or in B. What sees every {z} of both "
            f"cannot be {z}: {removal_text(step, geometry)}."
        )


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


ALS_XY_WING = AlsXYWing()
# HoDoKu's option: sets that share cells. Not in the table.
ALS_XY_WING_WITH_OVERLAP = AlsXYWing(overlap=True)
