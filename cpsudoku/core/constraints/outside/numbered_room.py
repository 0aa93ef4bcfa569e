"""Numbered room: the clue is the Nth digit, where N is the first digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.lowered import Allowed, Lowered, RelatedPair
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.relations import implies
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import numbered


@dataclass(frozen=True, repr=False)
class NumberedRoom(OutsideClue):
    """If the digit in the first cell is N, the Nth cell from the edge holds the clue."""

    name: ClassVar[str] = "numbered-room"
    called: ClassVar[str] = marked("numbered room")
    aliases: ClassVar[tuple[str, ...]] = ("numbered-rooms",)
    summary: ClassVar[str] = (
        "A clue outside is the digit in the Nth cell that it sees, and N is the first digit."
    )
    example: ClassVar[str] = "numbered-room 5: row 1"

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the clue is in its cell or can still be placed there."""
        first = values[0]
        return any(
            1 <= room <= len(values)
            and (self.clue == room if room == 1 else values[room - 1] in (None, self.clue))
            for room in (self.board.values if first is None else (first,))
        )

    def post(self, model: CpModel, x: Variables) -> None:
        """Each first digit implies the clue in one cell."""
        for room, literal in x[self.cells[0]].items():
            off = [] if literal is True else [~literal]
            if 1 <= room <= len(self.cells) and self.clue in x[self.cells[room - 1]]:
                model.add_bool_or([*off, x[self.cells[room - 1]][self.clue]])
            else:
                model.add_bool_or(off)

    def lower(self) -> Sequence[Lowered]:
        """A pair for each first digit: it implies the clue in one cell."""
        first = self.cells[0]
        rooms = range(1 if self.clue == 1 else 2, len(self.cells) + 1)
        return [
            Allowed(first, frozenset(rooms)),
            *(
                RelatedPair(first, self.cells[room - 1], implies(room, self.clue))
                for room in rooms
                if room > 1
            ),
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude first digits whose cell can't hold the clue, and other digits in that cell."""
        first, name = self.cells[0], self.board.cell_name
        clue = self.board.value_name(self.clue)
        rooms = []
        for room in domains[first]:
            if not 1 <= room <= len(self.cells):
                text = marked("{rule} has no {number} cell")
                reason = translated(text, rule=self.named, number=numbered(room))
                yield Elimination(first, room, reason)
            elif self.clue not in domains[self.cells[room - 1]] or (room == 1) > (self.clue == 1):
                text = marked("{digit} cannot be in {cell}, the {number} cell")
                cell = name(self.cells[room - 1])
                reason = translated(text, digit=clue, cell=cell, number=numbered(room))
                yield Elimination(first, room, reason)
            else:
                rooms.append(room)
        if len(rooms) == 1:
            last = self.cells[rooms[0] - 1]
            reason = translated(
                "{cell} is {digit}, so {other} is {clue}",
                cell=name(first),
                digit=self.board.value_name(rooms[0]),
                other=name(last),
                clue=clue,
            )
            for value in domains[last]:
                if value != self.clue and last != first:
                    yield Elimination(last, value, reason)
