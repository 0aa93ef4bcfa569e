"""X-sum: the sum of the first X digits, where X is the first digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from cpsudoku.core.constraints.arithmetic import can_hold, narrow_to, sums_of, supported
from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.bounds import numbers
from cpsudoku.core.constraints.encodings.sums import groups_of_terms, post_sum
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, steady_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.sentences import (
    LISTED,
    at_least_text,
    at_most_text,
    counted_text,
    digit_in_cell,
    limits_text,
    sentence_with_reasons,
    values_by_cell,
)
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed

BEFORE = -1  # the cells that a sum still needs, before the first digit says how many


@dataclass(frozen=True, repr=False)
class XSum(OutsideClue):
    """The first X digits add up to the clue. X is the digit in the first cell and counts too."""

    name: ClassVar[str] = "x-sum"
    aliases: ClassVar[tuple[str, ...]] = ("x-sums",)
    summary: ClassVar[str] = (
        "A clue outside is the sum of the first X digits that it sees, and X is the first of them."
    )
    example: ClassVar[str] = "x-sum 20: row 1"
    reasoning: ClassVar[str] = "sums"

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits have the sum, or can still have it, for some first digit."""
        first = values[0]
        return any(
            can_hold(self.board, [count, *values[1:count]][:count], [1] * count, "=", self.clue)
            for count in (self.board.values if first is None else (first,))
            if count <= len(values)
        )

    def post(self, model: CpModel, x: Variables) -> None:
        """Each first digit implies the sum of this many cells."""
        for count, literal in x[self.cells[0]].items():
            if count > len(self.cells):
                model.add_bool_or([~literal] if literal is not True else [])
            else:
                rest = [(cell, 1) for cell in self.cells[1:count]]
                post_sum(model, x, rest, "=", self.clue - count, [literal])

    def lower(self) -> Sequence[Lowered]:
        """An automaton that counts the cells and subtracts their digits from the clue."""
        return [Accepted(self.cells, _layers(self.clue, self.board.values, len(self.cells)))]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that fit the sum for none of the remaining first digits."""
        first = self.cells[0]
        kept: dict[int, set[int]] = {cell: set() for cell in self.cells}
        for count in domains[first]:
            counted = self.cells[:count]
            if count > len(self.cells):
                continue
            groups = groups_of_terms(self.board, [(cell, 1) for cell in counted])
            found = supported({**domains, first: (count,)}, groups, "=", (self.clue,))
            if found is not None:
                kept[first].add(count)
                for cell in self.cells[1:]:
                    kept[cell] |= found.get(cell, set(domains[cell]))
        yield from narrow_to(self, domains, kept)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``with the x-sum 20 left of row 1, r1c1 is at most 5: with 6 in r1c1, ...``."""
        left = limits_text(self.board, domains, excluded)
        said = translated("with {rule}, {left}", rule=self.named, left=left)
        gone = values_by_cell(excluded)
        first = sorted(gone.pop(self.cells[0], ()))
        others = [each for each in excluded if each.cell != self.cells[0]]
        counts = [count for count in domains[self.cells[0]] if count not in first]
        after = self._sums_left(domains, counts, others) if others else ()
        return sentence_with_reasons(said, [*self._first_reasons(domains, first), *after])

    def _first_reasons(self, domains: Domains, counts: Sequence[int]) -> Iterator[str]:
        """Why the first digit is none of these."""
        name, ways = self.board.cell_name(self.cells[0]), dict[str, dict[int, set[int]]]()
        for count in counts:
            sums = set[int]()
            if count <= len(self.cells):
                fixed = {**domains, self.cells[0]: (count,)}
                sums = sums_of(fixed, groups_of_terms(self.board, self._counted(count)))
            kind = "less" if not sums or max(sums) < self.clue else "other"
            kind = "more" if sums and min(sums) > self.clue else kind
            ways.setdefault(kind if sums else "short", {})[count] = sums
        for kind, found in ways.items():
            if kind == "other":
                yield from map(self._next_misfit, found)
                continue
            digits = listed((counted_text(self.board, count) for count in found), "or")
            every, bound = set().union(*found.values()), ""
            text = marked(
                "with {digits} in {cell}, the clue would need more cells than it can have"
            )
            if kind != "short":
                text = marked("with {digits} in {cell}, the sum would be {bound}")
                more = kind == "more"
                bound = at_least_text(str(min(every))) if more else at_most_text(str(max(every)))
            yield translated(text, digits=digits, cell=name, bound=bound)

    def _next_misfit(self, count: int) -> str:
        """Why the next cells do not fit a first digit."""
        return translated(
            "with {digits} in {cell}, {sum} would have to be {amount}, which it cannot",
            digits=counted_text(self.board, count),
            cell=self.board.cell_name(self.cells[0]),
            sum=self._next_sum(count),
            amount=self._rest(count),
        )

    def _sums_left(
        self, domains: Domains, counts: Sequence[int], excluded: Sequence[Elimination]
    ) -> Sequence[str]:
        """What each first digit that is left leaves for the next cells."""
        name = self.board.cell_name(self.cells[0])
        if len(counts) == 1:
            (count,), first = counts, self.cells[0]
            groups = groups_of_terms(self.board, self._counted(count)[1:])
            fixed = {
                cell: [value for value in domains[cell] if value != count]
                if cell in self.board.peers[first]
                else domains[cell]
                for cell in self.cells[1:]
            }
            held, rest = counted_text(self.board, count), self._rest(count)
            text = marked("{cell} is {digit}, so {sum} is {rest}")
            start = translated(text, cell=name, digit=held, sum=self._next_sum(count), rest=rest)
            return [start, *numbers(self.board, fixed, groups, self.clue - count, excluded)]
        return [
            translated(
                "with {digits} in {cell}, {sum} is {rest}",
                digits=counted_text(self.board, count),
                cell=name,
                sum=self._next_sum(count),
                rest=self._rest(count),
            )
            for count in counts
            if count > 1
        ]

    def _counted(self, count: int) -> list[tuple[int, int]]:
        return [(cell, 1) for cell in self.cells[:count]]

    def _next_sum(self, count: int) -> str:
        """``r1c2`` or ``the sum of r1c2 and r1c3``: what a first digit adds to its own value."""
        cells = self.cells[1:count]
        if len(cells) > LISTED:
            return translated("the sum of the next {count} cells", count=len(cells))
        named = listed(map(self.board.cell_name, cells))
        return translated("the sum of {cells}", cells=named) if count > 2 else named

    def _rest(self, count: int) -> str:
        """What a first digit leaves for that sum: ``12``, or ``C (12)`` for one cell."""
        rest = self.clue - count
        return counted_text(self.board, rest) if count == 2 else str(rest)

    def because(self, cell: int, value: int) -> str:
        """``no sum of 20 begins with 8 in r1c1``."""
        place = digit_in_cell(self.board, value, cell)
        if cell == self.cells[0]:
            if value > len(self.cells):
                text = marked("{rule} sees fewer than {count} cells")
                return translated(text, rule=self.named, count=value)
            text = marked("no sum of {sum} begins with {digit}")
            return translated(text, sum=self.clue, digit=place)
        text = marked("there is no way to make {sum} with {digit}")
        return translated(text, sum=self.clue, digit=place)


@lru_cache(maxsize=1024)
def _layers(clue: int, values: tuple[int, ...], length: int) -> Layers | None:
    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        """The number of cells that the sum still needs, and the rest of the sum."""
        left, rest = state
        if left == BEFORE:
            left = value
        if left > length:
            return None
        if left:
            left, rest = left - 1, rest - value
        return None if rest < 0 or (rest and not left) else (left, rest)

    return steady_layers(length, values, (BEFORE, clue), step, lambda state: state == (0, 0))
