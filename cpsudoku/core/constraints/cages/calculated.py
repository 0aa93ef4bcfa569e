"""The base class of the cages of KenKen and Calcudoku, whose digits make a number."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import ClassVar

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.arithmetic import narrow_to
from cpsudoku.core.constraints.base import FEW, CpModel, Domains, Elimination, Variables
from cpsudoku.core.constraints.combinations import MANY_COMBINATIONS
from cpsudoku.core.constraints.encodings.pairs import post_pairs
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, Lowered, RelatedPair, Relation, steady_layers
from cpsudoku.core.constraints.sentences import (
    digit_in_cell,
    limits_text,
    place_text,
    sentence_with_reasons,
)
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed

MOST_CELLS = 36
State = tuple[int, int]  # what the digits of the first cells have made


class CalculatedCage(AcceptedLine):
    """The digits of the cells make ``number`` in any order. They may repeat.

    An automaton reads them. It starts in the state ``start``.
    """

    sign: ClassVar[str]
    color: ClassVar[str] = "brown"
    start: ClassVar[State]

    @property
    @abstractmethod
    def number(self) -> int:
        """What the digits make."""

    @staticmethod
    @abstractmethod
    def after(number: int, highest: int, state: State, value: int) -> State | None:
        """The state after one more value, or None if the cells cannot make the number then.

        No value is greater than ``highest``.
        """

    @staticmethod
    @abstractmethod
    def makes(number: int, state: State) -> bool:
        """Whether all values together make the number."""

    @abstractmethod
    def needs(self, value: int) -> str:
        """What two or more other cells would have to be beside a value, and cannot."""

    def refuses(self, value: int) -> str:
        """Why the value fits no other values whatever they are, or empty."""
        return ""

    def __post_init__(self) -> None:
        """Every number is well formed, so the automaton is made when it is needed."""

    def layers(self) -> Layers | None:
        """The automaton for as many cells."""
        return _layers(type(self), self.number, self.board.values, len(self.cells))

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The relation of the cells, if there are two."""
        if len(self.cells) != 2:
            return ()
        return (RelatedPair(*self.cells, _relation(type(self), self.number)),)

    def post(self, model: CpModel, x: Variables) -> None:
        """The relation of two cells, or a path through the automaton."""
        if len(self.cells) == 2:
            post_pairs(model, x, self.pairs())
        else:
            super().post(model, x)

    def lower(self) -> Sequence[Lowered] | None:
        """The same."""
        return self.pairs() or super().lower()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that are in no filling of the cage. Cells that see each other differ."""
        if self._is_small:
            columns = zip(*self._fillings(domains), strict=True)
            kept = dict(zip(self.cells, map(set, columns), strict=False))
        else:
            kept = dict(zip(self.cells, self._kept(domains), strict=True))
        yield from narrow_to(self, domains, kept)

    def sets_left(self, domains: Domains) -> Sequence[frozenset[int]]:
        """The different digits of each filling."""
        return [*map(frozenset, self._ways(domains))]

    def because(self, cell: int, value: int) -> str:
        """``with 4 in r1c1, the other cells would have to multiply to 6, which they cannot``."""
        if len(self.cells) == 1:
            name = self.board.cell_name(cell)
            return translated("{cell} must be {number}", cell=name, number=self.number)
        if refused := self.refuses(value):
            return refused
        place = digit_in_cell(self.board, value, cell)
        if len(self.cells) > 2:
            return translated("with {digit}, {needed}", digit=place, needed=self.needs(value))
        (other,) = set(self.cells) - {cell}
        holds = _relation(type(self), self.number)
        mates = [each for each in self.board.values if holds(value, each)]
        if not mates:
            text = marked("no digit makes {clue} with {digit}")
            return translated(text, clue=self.clue, digit=place)
        digits = listed(map(self.board.value_name, mates), "or")
        name = self.board.cell_name(other)
        text = marked("with {digit}, {cell} would have to be {digits}, which it cannot")
        return translated(text, digit=place, cell=name, digits=digits)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the 24× cage in r1c1-r1c3 can only be 1×4×6 or 2×3×4``, and why digits do not fit."""
        left = limits_text(self.board, domains, excluded)
        ways = self._ways(domains)
        where = place_text(self.board, self.cells)
        cage = translated("the {sum} cage {place}", sum=self.clue, place=where)
        reasons = [each.reason for each in excluded]
        if not 0 < len(ways) <= MANY_COMBINATIONS:
            said = translated("in {rule}, {left}", rule=cage, left=left)
            return sentence_with_reasons(said, reasons)
        text = marked("{cage} can only be {ways}, so {left}")
        if len(ways) == 1:
            text = marked("{cage} must be {ways}, so {left}")
        said = translated(text, cage=cage, ways=self._text(ways), left=left)
        unfit = (self._misfit(each, ways) for each in excluded)
        return sentence_with_reasons(said, [*filter(None, unfit)])

    def _misfit(self, excluded: Elimination, ways: Sequence[tuple[int, ...]]) -> str:
        """What the other cells would have to hold; empty if no way has the value."""
        rests = [list(way) for way in ways if excluded.value in way]
        if not rests or len(self.cells) < 3:
            return excluded.reason if rests else ""
        name = self.board.value_name
        for rest in rests:
            rest.remove(excluded.value)
        held = translated(" or ").join(listed(map(name, rest)) for rest in rests)
        place = digit_in_cell(self.board, excluded.value, excluded.cell)
        text = marked("with {digit}, the other cells would have to hold {ways}, which they cannot")
        return translated(text, digit=place, ways=held)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An outline of long dashes, with the number and the sign in its first cell."""
        return (shapes.Outline(self.cells, self.clue, self.color),)

    @property
    def clue(self) -> str:
        """``24×``."""
        return f"{self.number}{self.sign}"

    @property
    def named(self) -> str:
        """``the 24× cage at r4c5``."""
        cell = self.board.cell_name(min(self.cells))
        return translated("the {sum} cage at {cell}", sum=self.clue, cell=cell)

    def ordered(self, values: Sequence[int]) -> Sequence[int]:
        """The values of a filling in the order in which they are calculated."""
        return sorted(values, reverse=True)

    def _text(self, ways: Sequence[tuple[int, ...]]) -> str:
        """``1×4×6 or 2×3×4``."""
        name = self.board.value_name
        return listed((self.sign.join(map(name, self.ordered(each))) for each in ways), "or")

    @cached_property
    def _is_small(self) -> bool:
        """Whether few fillings of the cells make the number."""
        counts = [1]
        for layer in reversed(self._layers or ()):
            counts = [sum(counts[state] for state in step.values()) for step in layer]
        return counts[0] <= FEW

    def _ways(self, domains: Domains) -> list[tuple[int, ...]]:
        """The digits of each filling, ascending; none if there are too many fillings."""
        if not self._is_small:
            return []
        return sorted({tuple(sorted(filling)) for filling in self._fillings(domains)})

    def _fillings(self, domains: Domains) -> Iterator[tuple[int, ...]]:
        """Every filling in which cells that see each other differ."""
        if self._layers is None:
            return
        cells, peers = self.cells, self.board.peers
        seen = [
            [at for at in range(here) if cells[at] in peers[cell]]
            for here, cell in enumerate(cells)
        ]
        waiting: list[tuple[tuple[int, ...], int]] = [((), 0)]
        while waiting:
            values, state = waiting.pop()
            here = len(values)
            if here == len(cells):
                yield values
                continue
            step = self._layers[here][state]
            taken = {values[at] for at in seen[here]}
            waiting += [
                ((*values, value), step[value])
                for value in domains[cells[here]]
                if value in step and value not in taken
            ]


@lru_cache(maxsize=1024)
def _layers(
    kind: type[CalculatedCage], number: int, values: tuple[int, ...], length: int
) -> Layers | None:
    """The automaton of a kind of cage. Equal ones are one object."""
    highest = values[-1]
    return steady_layers(
        length,
        values,
        kind.start,
        lambda state, value: kind.after(number, highest, state, value),
        lambda state: kind.makes(number, state),
    )


@cache
def _relation(kind: type[CalculatedCage], number: int) -> Relation:
    """Whether two values make the number."""

    def holds(one: int, other: int) -> bool:
        highest = max(one, other)
        first = kind.after(number, highest, kind.start, one)
        last = None if first is None else kind.after(number, highest, first, other)
        return last is not None and kind.makes(number, last)

    return holds
