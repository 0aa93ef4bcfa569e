"""Hidden skyscraper: the first digit that a larger one hides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, steady_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class HiddenSkyscraper(OutsideClue, AcceptedLine):
    """The clue is the first digit that is not larger than all digits before it."""

    name: ClassVar[str] = "hidden-skyscraper"
    called: ClassVar[str] = marked("hidden skyscraper")
    aliases: ClassVar[tuple[str, ...]] = ("hidden-skyscrapers",)
    summary: ClassVar[str] = (
        "Digits are the heights of buildings, and higher ones hide lower ones. A clue outside with "
        "a question mark is the height of the first building that is hidden from there."
    )
    example: ClassVar[str] = "hidden-skyscraper 3: row 1"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.layers()

    def layers(self) -> Layers | None:
        """The automaton of the highest digit so far, until one is hidden."""
        return _layers(self.clue, tuple(self.board.values), len(self.cells))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The number with a question mark outside, in front of the first cell."""
        return (shapes.Clue(self.cells, f"{self.clue}?", self.is_diagonal),)


@lru_cache(maxsize=256)
def _layers(clue: int, values: tuple[int, ...], length: int) -> Layers | None:
    """A state is the highest digit so far, or None after the clue."""

    def step(highest: int | None, value: int) -> int | None:
        if highest == _FOUND or value > (values[0] - 1 if highest is None else highest):
            return highest if highest == _FOUND else value
        return _FOUND if value == clue else None

    return steady_layers(length, values, values[0] - 1, step, lambda state: state == _FOUND)


_FOUND = -1000
