"""ALS-XZ: two almost locked sets with one or two restricted commons."""

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
)
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    digits_text,
    remove_seeing,
    remove_text,
    sentences,
)


@dataclass(frozen=True)
class AlsXZ(General):
    """Two almost locked sets."""

    name: str = "als-xz"
    title: str = "ALS-XZ"
    definition: str = (
        "Two almost locked sets share a digit x that only one of them can hold: another common "
        "digit z can be removed from the cells that see all its places in both."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each pair of sets that removes something, in the order of the sets."""
        table = als_table(candidates)
        for number, als in enumerate(table.sets):
            look()
            linked, sharing = table.linked[number], table.sharing[number]
            apart = ~table.overlapping[number] & -2 << number  # later sets that do not overlap
            once = twice = fruitful = 0
            for x in als.at:
                with_x = linked[x] & apart
                twice |= once & with_x
                once |= with_x
                if with_x:
                    for z in als.at:
                        if z != x:
                            fruitful |= with_x & sharing[z]
            for other in bits(fruitful | twice):
                step = self._step(table, number, other)
                if step.eliminations:
                    yield step

    def _step(self, table: AlsTable, one: int, other: int) -> Step:
        first, second = table.sets[one], table.sets[other]
        commons = tuple(x for x in first.at if table.linked[one].get(x, 0) >> other & 1)[:2]
        gone: dict[Candidate, None] = {}
        for x in commons:
            for z in first.at:
                if z != x and z in second.at:
                    gone.update(dict.fromkeys((c, z) for c in bits(table.gone((one, other), z))))
        if len(commons) == 2:
            for als, rest in ((first, second.cells), (second, first.cells)):
                for z in als.at:
                    if z not in commons:
                        gone.update(dict.fromkeys((c, z) for c in bits(als.seen[z] & ~rest)))
        return Step(
            self.name,
            eliminations=tuple(gone),
            digits=tuple(sorted({z for _, z in gone})),
            roles=(als_role(first, 0), als_role(second, 1)),
            links=tuple(common_link(first, second, x) for x in commons),
            detail=Commons(commons),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two sets, what they share, and what follows."""
        board = candidates.puzzle.board
        one, other = (role_text(role, board) for role in step.roles)
        xs = [board.symbols[link.first[0][1]] for link in step.links]
        assert isinstance(step.detail, Commons)
        if len(step.detail.digits) == 2:
            said = translated(
                "{one} and {other} are almost locked sets. All their {x}s see each other, and so "
                "do their {y}s. Each set loses at most one digit, so one holds {x}, the other {y}, "
                "and both hold all their others.",
                one=one,
                other=other,
                x=xs[0],
                y=xs[1],
            )
            return sentences(said, remove_text(step.eliminations, board))
        said = translated(
            "{one} and {other} are almost locked sets. All their {x}s see each other, so only one "
            "of the sets can hold {x}. The other holds all its other digits, with {digits} among "
            "them.",
            one=one,
            other=other,
            x=xs[0],
            digits=digits_text(step.digits, board),
        )
        seen = translated("every {digits} of both", digits=any_digit_text(step.digits, board))
        return sentences(said, remove_seeing(step.eliminations, board, seen))


ALS_XZ = AlsXZ()
