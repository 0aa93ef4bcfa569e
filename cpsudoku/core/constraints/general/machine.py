"""Machine: a state machine accepts the digits along a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers
from cpsudoku.core.constraints.machines import check, layers_of
from cpsudoku.runtime.language import marked

_SHOWN = 6  # steps in a sentence


@dataclass(frozen=True, repr=False)
class Machine(AcceptedLine):
    """The digits along the line lead a state machine from a start to an end.

    ``machine`` has steps with commas: a state, the digits that leave it (``13``, ``1-4``, ``^12``,
    or ``.`` for any), and the next state. A line begins in the state of the first step, or in those
    of a part ``start A B``. It ends in any state, or in one of a part ``end A B``.
    """

    name: ClassVar[str] = "machine"
    aliases: ClassVar[tuple[str, ...]] = ("nfa", "state-machine")
    summary: ClassVar[str] = (
        "The digits along the line lead a state machine from its start to an end. Its steps have "
        "commas between them: a state, the digits that leave it, and the next state."
    )
    example: ClassVar[str] = "machine low 6-9 high, high 1-4 low: row 1"
    named_text: ClassVar[str] = marked("the machine from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "indigo", thin=True, end="arrow")

    machine: str = fields.text("STEPS", check)
    cells: tuple[int, ...] = fields.cells(least=1, repeats=True)

    def layers(self) -> Layers | None:
        """The machine for as many cells."""
        return layers_of(self.machine, self.board, len(self.cells))

    def describe(self) -> str:
        """The steps and the cells; of a machine with many steps, the first ones."""
        names = " ".join(map(self.board.cell_name, self.cells))
        steps = self.machine.split(",")
        more = f" and {len(steps) - _SHOWN} more" if len(steps) > _SHOWN + 1 else ""
        shown = ",".join(steps[:_SHOWN] if more else steps) + more
        return f"The digits of {names} lead a machine from its start to an end: {shown}."
