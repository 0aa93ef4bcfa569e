"""Modified: sums and lines that count the values of cells instead of their digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import gt, le, lt
from typing import ClassVar

from cpsudoku.core.constraints import nested, shapes
from cpsudoku.core.constraints.base import Constraint, CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.products import post_products
from cpsudoku.core.constraints.encodings.sums import add_relation
from cpsudoku.core.constraints.general.combined import Combined
from cpsudoku.core.constraints.general.counting import accepted_pair, post_numbers
from cpsudoku.core.constraints.layers.modifier import Change, Modifier, modifiers_of
from cpsudoku.core.constraints.lowered import (
    Allowed,
    CageSum,
    CountedSum,
    CountingCell,
    Different,
    Either,
    Lowered,
    RelatedPair,
    Weighted,
)
from cpsudoku.core.houses import House
from cpsudoku.core.layers import FACTOR
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import ENGLISH, present_language, translated
from cpsudoku.runtime.words import called


@dataclass(frozen=True, repr=False)
class Modified(Combined):
    """Rules that are sums or relations of cells, such as cages, thermometers and whispers.

    A cell counts its digit, changed by each modifier that marks it. Digits that differ because of a
    rule still differ as digits.
    """

    name: ClassVar[str] = "modified"
    aliases: ClassVar[tuple[str, ...]] = ("modified-sum",)
    summary: ClassVar[str] = (
        "In a sum, at a dot or along a line, a doubler counts twice its digit, a multiplier the "
        "product with its factor, a negator its negative, a hot cell one more, and a cold cell one "
        "less. The digits of a cage still differ as digits."
    )
    example: ClassVar[str] = "modified: (killer 20: r1c1 r1c2 r2c1)"
    example_rules: ClassVar[tuple[str, ...]] = ("doubler",)

    rules: tuple[Constraint, ...] = nested.rules("&")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not modifiers_of(self.board):
            raise InputError(
                "no cell counts another value than its digit; the puzzle needs a rule such as "
                "doubler, multiplier, negator, hot-cell or cold-cell"
            )
        for rule in self.rules:
            if rule.on_numbers() is None:
                raise InputError(
                    "{rule} is about digits, not about what cells count; allowed are sums, "
                    "dots, and lines such as thermo, whispers, renban, between and palindrome",
                    rule=called(rule),
                )

    @cached_property
    def _marks(self) -> dict[int, tuple[int, ...]]:
        """For each cell of the rules, its marks: one for each modifier."""
        modifiers = modifiers_of(self.board)
        count = len(self.board)
        return {
            cell: tuple(numbers[cell] for numbers, _ in modifiers) if cell < count else ()
            for rule in self.rules
            for cell in rule.cells
        }

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of the rules, their marks, and the factor of multipliers."""
        marks = {mark for each in self._marks.values() for mark in each}
        return tuple(sorted({*self._marks, *marks, *self._factors}))

    @cached_property
    def _factors(self) -> Sequence[int]:
        """The variable that holds the factor of multipliers, if there are any."""
        return self.board.numbers_of.get(FACTOR.name, ())

    @cached_property
    def _changes(self) -> list[Change]:
        """What each modifier of the board does to a digit."""
        return [change for _, change in modifiers_of(self.board)]

    @cached_property
    def _parts(self) -> tuple[list[Weighted], list[tuple[int, ...]]]:
        """The sums, and the cells that hold different digits."""
        sums, different = list[Weighted](), list[tuple[int, ...]]()
        for each in self._lowered():
            if isinstance(each, Weighted):
                sums.append(each)
            elif isinstance(each, CageSum):
                sums.append(Weighted(tuple((cell, 1) for cell in each.cells), "=", each.total))
                different.append(each.cells)
            elif isinstance(each, Different):
                different.append(each.cells)
        return sums, different

    @cached_property
    def _relations(self) -> list[tuple[tuple[RelatedPair, ...], ...]]:
        """The relations of two cells: of each, one of the alternatives holds."""
        found = list[tuple[tuple[RelatedPair, ...], ...]]()
        for each in self._lowered():
            if isinstance(each, RelatedPair):
                found.append(((each,),))
            elif isinstance(each, Either):
                pairs = (
                    (p for p in way if isinstance(p, RelatedPair)) for way in each.alternatives
                )
                found.append(tuple(map(tuple, pairs)))
        return found

    def _lowered(self) -> Iterator[Lowered]:
        for rule in self.rules:
            yield from map(_as_sum, rule.on_numbers() or ())

    def _changed(self, value: int, marks: Sequence[bool], factor: int) -> int:
        """The value that a digit counts with these marks."""
        for change, is_marked in zip(self._changes, marks, strict=False):
            value = change(value, factor) if is_marked else value
        return value

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sums can be right, and the digits can differ."""
        of = dict(zip(self.cells, values, strict=True))
        sums, different = self._parts
        for cells in different:
            known = [of[cell] for cell in cells if of[cell] is not None]
            if len(set(known)) < len(known):
                return False
        reach = {cell: self._reach(cell, of) for cell in self._marks}
        for terms, relation, total in sums:
            ends = [sorted(weight * end for end in reach[cell]) for cell, weight in terms]
            least, most = sum(each[0] for each in ends), sum(each[1] for each in ends)
            if (relation != ">=" and least > total) or (relation != "<=" and most < total):
                return False
        return all(any(_may_hold(way, reach) for way in ways) for ways in self._relations)

    def _reach(self, cell: int, of: dict[int, Value]) -> tuple[int, int]:
        """The least and the largest value that a cell can count."""
        on = self.board.values[1]
        factors = [self._possible(of[number]) for number in self._factors]
        marks = [(False, True) if of[n] is None else (of[n] == on,) for n in self._marks[cell]]
        found = [
            self._changed(digit, some, factor)
            for digit in self._possible(of[cell])
            for some in product(*marks)
            for factor in (factors[0] if factors else (1,))
        ]
        return min(found), max(found)

    def _possible(self, value: Value) -> tuple[int, ...]:
        return self.board.values if value is None else (value,)

    def post(self, model: CpModel, x: Variables) -> None:
        """Linear sums of values."""
        sums, different = self._parts
        for cells in different:
            post_different(model, x, cells)
        counted = {cell: self._counted(model, x, cell) for cell in self._marks}
        for terms, relation, total in sums:
            parts = (
                weight * amount * literal
                for cell, weight in terms
                for amount, literal in counted[cell]
            )
            add_relation(model, sum(parts), relation, total)
        self._post_relations(model, x)

    def _post_relations(self, model: CpModel, x: Variables) -> None:
        """Clauses of the numbers that cells count. At most one of the alternatives can hold."""
        related = {cell for ways in self._relations for way in ways for p in way for cell in p[:2]}
        numbers = {cell: self._numbers(model, x, cell) for cell in sorted(related)}
        for ways in self._relations:
            chosen = [model.new_bool_var("") for _ in ways[1:]]
            literals = [*chosen, negated(chosen[0])] if chosen else [None]
            for way, when in zip(ways, literals, strict=True):
                for one, other, holds in way:
                    post_numbers(model, numbers[one], numbers[other], holds, when)

    def _numbers(self, model: CpModel, x: Variables, cell: int) -> dict[int, IntVar | bool]:
        """Each number that a cell can count, with its literal."""
        on = self.board.values[1]
        literals = [x[mark].get(on, False) for mark in self._marks[cell]]
        found: dict[int, list[IntVar | bool]] = {}
        for marks in product((False, True), repeat=len(literals)):
            for factor, literal in self._factor_literals(x) if any(marks) else ((1, True),):
                condition = _exactly(model, (*literals, literal), (*marks, True))
                for value, both in post_products(model, x, cell, condition):
                    found.setdefault(self._changed(value, marks, factor), []).append(both)
        return {number: _any_of(model, each) for number, each in sorted(found.items())}

    def _counted(self, model: CpModel, x: Variables, cell: int) -> list[tuple[int, IntVar | bool]]:
        """Amounts with their literals: each digit, and its change for each set of marks."""
        on = self.board.values[1]
        literals = [x[mark].get(on, False) for mark in self._marks[cell]]
        found = list(x[cell].items())
        for marks in product((False, True), repeat=len(literals)):
            for factor, literal in self._factor_literals(x) if any(marks) else ():
                condition = _exactly(model, (*literals, literal), (*marks, True))
                for value, both in post_products(model, x, cell, condition):
                    found.append((self._changed(value, marks, factor) - value, both))
        return found

    def _factor_literals(self, x: Variables) -> Iterable[tuple[int, IntVar | bool]]:
        """Each possible factor of multipliers, with its literal."""
        return x[self._factors[0]].items() if self._factors else ((1, True),)

    def lower(self) -> Sequence[Lowered] | None:
        """Sums and relations of what cells count, and different digits."""
        found: list[Lowered] = [Different(cells) for cells in self._parts[1]]
        if not self._factors:
            return [*found, *self._members_with(1)]
        if any(len(ways) > 1 for ways in self._relations):
            return None  # an alternative in each of the alternatives for a factor
        choices: list[tuple[Lowered, ...]] = []
        for factor in self.board.values:
            known = Allowed(self._factors[0], frozenset((factor,)))
            choices.append((known, *self._members_with(factor)))
        return [*found, Either(tuple(choices))] if any(choices[0][1:]) else found

    def _members_with(self, factor: int) -> Iterator[Lowered]:
        """The sums and relations, if multipliers have this factor."""
        for terms, relation, total in self._parts[0]:
            counting = tuple(self._counting(cell, weight, factor) for cell, weight in terms)
            yield CountedSum(counting, relation, total)
        for ways in self._relations:
            members = tuple(tuple(self._accepted(pair, factor) for pair in way) for way in ways)
            yield from members[0] if len(members) == 1 else (Either(members),)

    def _counting(self, cell: int, weight: int, factor: int) -> CountingCell:
        """A cell with what it counts for each choice of its marks."""
        marks = self._marks[cell]
        amounts = tuple(
            tuple(weight * self._changed(v, some[::-1], factor) for v in self.board.values)
            for some in product((False, True), repeat=len(marks))
        )
        return CountingCell(cell, marks, amounts)

    def _accepted(self, pair: RelatedPair, factor: int) -> Lowered:
        """A relation of two cells as an automaton of their digits and marks."""
        one, other = (self._counting(cell, 1, factor) for cell in pair[:2])
        return accepted_pair(one, other, pair.holds, self.board.values)

    def lower_among(self, constraints: Sequence[Constraint]) -> list[Lowered]:
        """For each cage in a row, column or box: none of its cells is marked, or one of them.

        This knows the digits of a cage better than its sum does. It needs the rule of the only
        modifier, which marks one cell of each house, and changes digits by a factor and a term.
        """
        rules = [each for each in constraints if isinstance(each, Modifier)]
        if len(rules) != 1 or len(self._changes) != 1 or self._factors:
            return []
        zero, one, two = (self._changed(digit, (True,), 1) for digit in (0, 1, 2))
        if one - zero != two - one:
            return []
        houses = [set(cells) for cells in rules[0].lines_and_boxes]
        return [
            self._cage_with_one_mark(each, one - zero, zero)
            for each in self._lowered()
            if isinstance(each, CageSum) and any(house.issuperset(each.cells) for house in houses)
        ]

    def _cage_with_one_mark(self, cage: CageSum, factor: int, term: int) -> Either:
        """At most one cell of a cage is marked and counts factor x digit + term."""
        off, on = (frozenset((value,)) for value in self.board.values[:2])
        marks = [self._marks[cell][0] for cell in cage.cells]
        choices: list[tuple[Lowered, ...]] = [(*(Allowed(mark, off) for mark in marks), cage)]
        for marked in cage.cells:
            terms = tuple((cell, factor if cell == marked else 1) for cell in cage.cells)
            known = (
                Allowed(mark, on if cell == marked else off)
                for cell, mark in zip(cage.cells, marks, strict=True)
            )
            choices.append((*known, Weighted(terms, "=", cage.total - term)))
        return Either(tuple(choices))

    def houses(self) -> tuple[House, ...]:
        """The houses of the rules that are about digits."""
        cages = [rule for rule in self.rules if any(map(_is_different, rule.on_numbers() or ()))]
        return tuple(house for rule in cages for house in rule.houses())

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The drawings of the rules, and a sentence below the board."""
        return (*super().drawing(), shapes.Note(self.summary))

    def describe(self) -> str:
        """The rules, and that they count values."""
        rules = "; and ".join(rule.describe().rstrip(".") for rule in self.rules)
        return f"{rules}. {self.summary}"

    @property
    def named(self) -> str:
        """``the modified 10 cage at r1c1``."""
        if present_language() == ENGLISH:
            return " and ".join(f"the modified {r.title.removeprefix('the ')}" for r in self.rules)
        named = (translated("the modified {rule}", rule=rule.named) for rule in self.rules)
        return translated(" and ").join(named)


def _exactly(
    model: CpModel, literals: Sequence[IntVar | bool], marks: Sequence[bool]
) -> IntVar | bool:
    """A literal that is true if the literals have these values."""
    pairs = [(each, mark) for each, mark in zip(literals, marks, strict=True) if each is not mark]
    if len(pairs) == 1 and pairs[0][1]:
        return pairs[0][0]
    fits = [each if mark else negated(each) for each, mark in pairs]
    found = model.new_bool_var("")
    model.add_bool_and(fits).only_enforce_if(found)
    post_clause(model, [found, *map(negated, fits)])
    return found


def _as_sum(member: Lowered) -> Lowered:
    """A comparison of two cells as a sum: what they count differs by so much. Others stay."""
    if not isinstance(member, RelatedPair) or member.holds not in _LEAST:
        return member
    less, more = (member.other, member.one) if member.holds is gt else (member.one, member.other)
    return Weighted(((more, 1), (less, -1)), ">=", _LEAST[member.holds])


_LEAST = {lt: 1, gt: 1, le: 0}  # by how much the values of two cells differ


def _is_different(member: Lowered) -> bool:
    return isinstance(member, (CageSum, Different))


def _may_hold(way: Iterable[RelatedPair], reach: Mapping[int, tuple[int, int]]) -> bool:
    """Whether no relation of two known numbers is broken. ``reach`` has each cell's bounds."""
    for one, other, holds in way:
        (least, most), (low, high) = reach[one], reach[other]
        if least == most and low == high and not holds(least, low):
            return False
    return True


def _any_of(model: CpModel, literals: Sequence[IntVar | bool]) -> IntVar | bool:
    """A literal that is true if one of the literals is. At most one of them is true."""
    if len(literals) == 1:
        return literals[0]
    found = model.new_bool_var("")
    model.add(sum(literals) == found)
    return found
