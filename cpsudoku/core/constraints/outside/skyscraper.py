"""Skyscraper: the number of digits that no larger digit hides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.constraints.arithmetic import narrow_to
from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, LiteralT, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.sums import are_peers
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, steady_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.language import counted, marked

State = tuple[int, int]  # the highest digit so far, and how many are visible


@dataclass(frozen=True, repr=False)
class Skyscraper(OutsideClue):
    """The clue is the number of digits that are larger than all before. A 0 is always hidden."""

    name: ClassVar[str] = "skyscraper"
    called: ClassVar[str] = marked("skyscraper clue")
    aliases: ClassVar[tuple[str, ...]] = ("skyscrapers",)
    summary: ClassVar[str] = (
        "Digits are the heights of buildings; a clue outside is the number of buildings that are "
        "visible from there. Higher ones hide lower ones."
    )
    example: ClassVar[str] = "skyscraper 4: column 3"

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the right number of digits is visible or can still be visible."""
        lowest, highest = self.board.values[0], self.board.values[-1]
        # Bit k of counts[h] is set if k buildings can be visible while h is the highest so far.
        counts = [1] + [0] * highest
        for value in values:
            below = 0
            for height, count in enumerate(counts):
                if value is None:
                    counts[height] = (count if height >= lowest else 0) | below << 1
                elif height <= value:
                    counts[height] = count | below << 1 if height == value else 0
                below |= count
        return any(count >> self.clue & 1 for count in counts)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each cell has a literal that is true exactly if it is visible. Their sum is the clue."""
        # lower[v] is true if every cell so far is lower than v. Then a cell with v is visible.
        lower: dict[int, LiteralT] = {value: value > 0 for value in x.board.values}
        different = are_peers(x.board, self.cells)
        visible: list[LiteralT] = []
        for number, cell in enumerate(self.cells, 1):
            visible.append(_visible(model, x[cell], lower))
            reached = x.board.values[number - 1] if different else 0
            lower = _lower(model, x[cell], lower, reached)
        model.add(sum(visible) == self.clue)

    def lower(self) -> Sequence[Lowered]:
        """An automaton that knows the highest digit and how many are visible."""
        return [Accepted(self.cells, _layers(self.clue, self.board.values, len(self.cells)))]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that make too many or too few digits visible."""
        different = are_peers(self.board, self.cells)
        layers = [{(0, 0)}]
        for cell in self.cells:
            layers.append({_seen(state, v) for state in layers[-1] for v in domains[cell]})
        live = {state for state in layers[-1] if state[1] == self.clue}
        if different and len(self.cells) == self.board.size:
            live = {state for state in live if state[0] == self.board.values[-1]}
        kept: dict[int, set[int]] = {}
        for cell, layer in zip(reversed(self.cells), reversed(layers[:-1]), strict=True):
            steps = [
                (value, state)
                for state in layer
                for value in domains[cell]
                if _seen(state, value) in live and not (different and 0 < value == state[0])
            ]
            kept[cell] = {value for value, _ in steps}
            live = {state for _, state in steps}
        yield from narrow_to(self, domains, kept)

    def because(self, cell: int, value: int) -> str:
        """``there is no way to see 4 buildings with 9 in r1c3``."""
        place = digit_in_cell(self.board, value, cell)
        return counted(
            "there is no way to see {count} building with {digit}",
            "there is no way to see {count} buildings with {digit}",
            self.clue,
            digit=place,
        )


def _seen(state: State, value: int) -> State:
    """The state after one more building."""
    highest, visible = state
    return (value, visible + 1) if value > highest else state


def _visible(
    model: CpModel, marks: Mapping[int, LiteralT], lower: Mapping[int, LiteralT]
) -> LiteralT:
    """A literal that is true exactly if the cell is higher than all before it."""
    if all(lower[value] is True for value in marks):
        return True
    if all(lower[value] is False for value in marks):
        return False
    found = model.new_bool_var("")
    for value, literal in marks.items():
        post_clause(model, [negated(literal), negated(lower[value]), found])
        post_clause(model, [negated(literal), lower[value], ~found])
    return found


def _lower(
    model: CpModel, marks: Mapping[int, LiteralT], lower: Mapping[int, LiteralT], reached: int
) -> dict[int, LiteralT]:
    """The literals ``lower`` after one more cell. Some cell so far is at least ``reached``."""
    found: dict[int, LiteralT] = {}
    above: LiteralT = True  # the literal of the next higher value, which each literal implies
    higher: list[LiteralT] = []
    for value in sorted(lower, reverse=True):
        before = lower[value]
        if value in marks:
            higher.append(marks[value])
        if value <= reached or before is False or len(higher) == len(marks):
            found[value] = False
            continue
        found[value] = before if not higher else model.new_bool_var("")
        if higher:
            post_clause(model, [negated(found[value]), before])
            post_clause(model, [negated(found[value]), above])
            if value in marks:
                post_clause(model, [negated(found[value]), negated(marks[value])])
            post_clause(model, [found[value], negated(before), *higher])
        above = found[value]
    return found


@lru_cache(maxsize=1024)
def _layers(clue: int, values: tuple[int, ...], length: int) -> Layers | None:
    def step(state: State, value: int) -> State | None:
        after = _seen(state, value)
        return after if after[1] <= clue else None

    return steady_layers(length, values, (0, 0), step, lambda state: state[1] == clue)
