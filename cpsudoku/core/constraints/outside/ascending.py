"""Ascending series: clues outside about the digits that increase along a row or column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, path_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.runtime.language import marked

State = tuple[int, int, bool]  # the sum or count so far, the last digit, whether a series goes on
Step = Callable[[State, int], State]


@dataclass(frozen=True, repr=False)
class AscendingStarter(OutsideClue, AcceptedLine):
    """The clue is the sum of the digits before the first one that is not larger than the last."""

    name: ClassVar[str] = "ascending-starter"
    called: ClassVar[str] = marked("ascending starter")
    aliases: ClassVar[tuple[str, ...]] = ("ascending-starters",)
    summary: ClassVar[str] = (
        "A clue outside with the sign < is the sum of the first digits that it sees, "
        "as long as each of them is larger than the one before."
    )
    example: ClassVar[str] = "ascending-starter 14: row 1"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.layers()

    def layers(self) -> Layers | None:
        """The automaton of the sum so far and the last digit, until one is not larger."""
        values = tuple(self.board.values)
        return _layers(_added, values[0] - 1, self.clue, values, len(self.cells))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The number with a sign outside, in front of the first cell."""
        return (shapes.Clue(self.cells, f"<{self.clue}", self.is_diagonal),)


@dataclass(frozen=True, repr=False)
class AscendingSeries(OutsideClue, AcceptedLine):
    """The clue is the number of runs of two digits or more that increase."""

    name: ClassVar[str] = "ascending-series"
    called: ClassVar[str] = marked("ascending series")
    aliases: ClassVar[tuple[str, ...]] = ("ascending-sequences",)
    summary: ClassVar[str] = (
        "A clue outside with a stroke is the number of ascending series that it sees: two or "
        "more digits next to each other that increase, and are not part of a longer series."
    )
    example: ClassVar[str] = "ascending-series 3: row 1"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.layers()

    def layers(self) -> Layers | None:
        """The automaton of the number so far, the last digit, and whether it ends a series."""
        values = tuple(self.board.values)
        return _layers(_counted, values[-1], self.clue, values, len(self.cells))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The number with a stroke outside, in front of the first cell."""
        return (shapes.Clue(self.cells, f"{self.clue}/", self.is_diagonal),)


def _added(state: State, value: int) -> State:
    """The state after one more digit: its sum grows while digits increase."""
    total, last, goes_on = state
    if goes_on and value > last:
        return total + value, value, True
    return total, 0, False


def _counted(state: State, value: int) -> State:
    """The state after one more digit: a series begins when a digit is the first larger one."""
    count, last, goes_on = state
    if value <= last:
        return count, value, False
    return count + (not goes_on), value, True


@lru_cache(maxsize=256)
def _layers(
    step: Step, last: int, clue: int, values: tuple[int, ...], length: int
) -> Layers | None:
    """The automaton of a step that leads to the clue; ``last`` stands before the first digit."""

    def after(place: int, state: State, value: int) -> State | None:
        found = step(state, value)
        return found if found[0] <= clue else None

    return path_layers(length, values, (0, last, True), after, lambda state: state[0] == clue)
