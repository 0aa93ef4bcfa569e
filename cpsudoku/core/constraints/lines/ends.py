"""The base class of lines whose two ends restrict the cells inside."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Value
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, path_layers
from cpsudoku.core.constraints.sentences import digit_in_cell, known_text, limits_text
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, repr=False)
class EndsRule(Constraint):
    """The first and the last cell of the line determine the values of the cells inside."""

    cells: tuple[int, ...] = fields.cells(least=2)

    @abstractmethod
    def ends_fit(self, first: int, last: int) -> bool:
        """Whether the ends can have these values."""

    @abstractmethod
    def fits(self, first: int, last: int, inner: int) -> bool:
        """Whether a cell inside can have a value if the ends have these values."""

    @property
    def inner(self) -> tuple[int, ...]:
        """The cells inside."""
        return self.cells[1:-1]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether some values of the ends fit every cell inside."""
        every = self.board.values
        domains = [every if value is None else (value,) for value in values]
        inside = list(dict.fromkeys(domains[1:-1]))
        return any(
            self._completes(first, last, inside) for first, last in product(domains[0], domains[-1])
        )

    def lower(self) -> Sequence[Lowered]:
        """An automaton that reads the ends first."""
        order = (self.cells[0], self.cells[-1], *self.inner)
        return [Accepted(order, _layers(self, len(order)))]

    def step(self, place: int, ends: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        """The ends after one more cell, if it fits."""
        if place < 2:
            found = (*ends, value)
            return found if place == 0 or self.ends_fit(*found) else None
        first, last = ends
        return ends if self.fits(first, last, value) else None

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude values that fit no ends, and ends that leave a cell without values."""
        inside = [domains[cell] for cell in self.inner]
        ends = [
            (first, last)
            for first, last in product(domains[self.cells[0]], domains[self.cells[-1]])
            if self._completes(first, last, inside)
        ]
        kept = {self.cells[0]: {first for first, _ in ends}}
        kept[self.cells[-1]] = {last for _, last in ends}
        for cell, values in zip(self.inner, inside, strict=True):
            kept[cell] = {v for v in values if any(self.fits(a, b, v) for a, b in ends)}
        for cell in self.cells:
            for value in domains[cell]:
                if value not in kept[cell]:
                    yield Elimination(cell, value, self.because(cell, value))

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``on the between line from r1c1 to r3c4, r1c1 is 3 or 4, so r2c2 is at least 5``."""
        gone = {each.cell for each in excluded}
        ends = dict.fromkeys((self.cells[0], self.cells[-1]))
        shown = [*ends, *self.inner] if gone & set(ends) else [*ends]
        known = [
            translated("{cell} is {digits}", cell=self.board.cell_name(cell), digits=text)
            for cell in shown
            if gone != {cell} and (text := known_text(self.board, domains[cell]))
        ]
        left = limits_text(self.board, domains, excluded)
        if not known:
            return translated("on {rule}, {left}", rule=self.named, left=left)
        text = marked("on {rule}, {known}, so {left}")
        return translated(text, rule=self.named, known=phrases(known), left=left)

    def because(self, cell: int, value: int) -> str:
        """Why a value is impossible."""
        place = digit_in_cell(self.board, value, cell)
        if cell in self.inner:
            text = marked("{digit} fits no digits at the ends of {rule}")
            return translated(text, digit=place, rule=self.named)
        text = marked("{digit}, an end of {rule}, leaves no digits for its other cells")
        return translated(text, digit=place, rule=self.named)

    def _completes(self, first: int, last: int, inside: Iterable[Sequence[int]]) -> bool:
        return self.ends_fit(first, last) and all(
            any(self.fits(first, last, value) for value in values) for values in inside
        )


def _layers(rule: EndsRule, length: int) -> Layers | None:
    """The automaton, which remembers the ends. Lines of one kind and length share it."""
    key = (type(rule), getattr(rule, "least", 0), rule.board.values, length)
    if key not in _KNOWN:
        if len(_KNOWN) >= 256:
            _KNOWN.clear()
        start: tuple[int, ...] = ()
        _KNOWN[key] = path_layers(length, rule.board.values, start, rule.step, lambda state: True)
    return _KNOWN[key]


_KNOWN: dict[Hashable, Layers | None] = {}
