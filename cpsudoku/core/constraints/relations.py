"""The base classes of rules about pairs of cells: a relation of two values for each pair."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
    are_filled,
)
from cpsudoku.core.constraints.encodings.pairs import Mates, mates_of, post_pairs
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, Relation
from cpsudoku.core.constraints.sentences import digit_in_cell, known_text, limits_text
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.lists import one_by_one


@dataclass(frozen=True, repr=False)
class Related(Constraint):
    """A rule that is completely described by its ``pairs``.

    ``is_everywhere``: ``cells`` are all cells of the board.
    """

    is_everywhere: ClassVar[bool] = False

    reasoning: ClassVar[str] = "related-cells"

    @abstractmethod
    def pairs(self) -> tuple[RelatedPair, ...]:
        """The pairs of cells, each with its relation."""

    @abstractmethod
    def bond(self, pair: RelatedPair) -> str:
        """The relation of a pair as a sentence that names its cells, without a full stop."""

    @cached_property
    def _links(self) -> tuple[tuple[int, int, Mates, Mates], ...]:
        """Each pair as indices of ``cells``, with the compatible values in both directions."""
        at = {cell: index for index, cell in enumerate(self.cells)}
        values = self.board.values
        return tuple((at[p.one], at[p.other], *mates_of(p.holds, values)) for p in self.pairs())

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no pair breaks its relation and each filled cell allows a value in its mate."""
        if None in values:
            return not any(True for _ in self._broken(values))
        of = values if self.is_everywhere else dict(zip(self.cells, values, strict=True))
        relation: Relation | None = None
        for one, other, holds in self.pairs():
            if holds is not relation:  # most pairs have the relation of the one before
                relation = holds
                forward: Any = mates_of(holds, self.board.values)[0]
            if of[other] not in forward[of[one]]:
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """Post the relation of each pair."""
        post_pairs(model, x, self.pairs())

    def lower(self) -> Sequence[Lowered]:
        """The pairs."""
        return self.pairs()

    def on_numbers(self) -> Sequence[Lowered] | None:
        """The pairs, unless the rule is about the whole board or knows only digits."""
        return None if self.is_everywhere else self.pairs()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude values that leave no value for the other cell of a pair."""
        gone: set[tuple[int, int]] = set()
        for pair, (_, _, forward, backward) in zip(self.pairs(), self._links, strict=True):
            ways = ((pair.one, pair.other, forward), (pair.other, pair.one, backward))
            differ = pair.other in self.board.peers[pair.one]
            for cell, mate, mates in ways:
                left = frozenset(domains[mate])
                for value in domains[cell]:
                    fitting = mates[value] & left
                    if differ:
                        fitting -= {value}
                    if not fitting and (cell, value) not in gone:
                        gone.add((cell, value))
                        reason = self._reason(cell, value, mate, pair)
                        yield Elimination(cell, value, reason, (mate,))

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``r1c1 and r1c2 must differ by 1: r1c2 is 4 or 7, so r1c1 is not 1, 2 or 9``."""
        of_pair: dict[tuple[int, int], list[Elimination]] = {}
        for each in excluded:
            if len(each.cells) != 1:
                return super().conclusion(domains, excluded)
            of_pair.setdefault((each.cell, each.cells[0]), []).append(each)
        bonds: dict[str, list[str]] = {}
        known_domains = dict(domains)  # without what the sentence has excluded so far
        for (cell, mate), some in of_pair.items():
            left = limits_text(self.board, known_domains, some)
            known = known_text(self.board, known_domains[mate])
            gone = {each.value for each in some}
            known_domains[cell] = [value for value in known_domains[cell] if value not in gone]
            if known and any(self._has_mate(cell, mate, each.value) for each in some):
                name = self.board.cell_name(mate)
                left = translated(
                    "{cell} is {digits}, so {left}", cell=name, digits=known, left=left
                )
            bonds.setdefault(self.bond(self._pair_of(cell, mate)), []).append(left)
        return translated(". ").join(
            translated("{bond}: {left}", bond=bond, left=one_by_one(said))
            for bond, said in bonds.items()
        )

    def _has_mate(self, cell: int, mate: int, value: int) -> bool:
        """Whether a value of a cell allows any value of its mate, wherever candidates are left."""
        pair = self._pair_of(cell, mate)
        forward, backward = mates_of(pair.holds, self.board.values)
        mates = (forward if pair.one == cell else backward)[value]
        return bool(mates - {value} if mate in self.board.peers[cell] else mates)

    def _pair_of(self, cell: int, mate: int) -> RelatedPair:
        return next(pair for pair in self.pairs() if {pair.one, pair.other} == {cell, mate})

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells of the pairs that break their relation."""
        found = {self.cells[place] for places in self._broken(values) for place in places}
        return tuple(sorted(found)) or super().clashes(values)

    def _broken(self, values: Sequence[Value]) -> Iterator[tuple[int, ...]]:
        """The indices of the filled cells of each pair that is broken."""
        for i, j, forward, backward in self._links:
            a, b = values[i], values[j]
            if a is not None and b is not None:
                if b not in forward[a]:
                    yield i, j
            elif a is not None and not forward[a]:
                yield (i,)
            elif b is not None and not backward[b]:
                yield (j,)

    def _reason(self, cell: int, value: int, mate: int, pair: RelatedPair) -> str:
        name = self.board.cell_name
        return translated(
            "{digit} leaves no digit for {cell}: {bond}",
            digit=digit_in_cell(self.board, value, cell),
            cell=name(mate),
            bond=self.bond(pair),
        )

    def pair_text(self, text: str, pair: RelatedPair, **values: object) -> str:
        """A text in the present language, with ``{one}`` and ``{other}`` for the cells."""
        one, other = map(self.board.cell_name, (pair.one, pair.other))
        return translated(text, one=one, other=other, **values)


@dataclass(frozen=True, repr=False)
class RelatedEverywhere(Related):
    """A rule about pairs of cells of the whole board."""

    is_everywhere: ClassVar[bool] = True

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of the board."""
        return tuple(range(len(self.board)))


@dataclass(frozen=True, repr=False)
class Along(Related):
    """A rule with one relation, which holds between each cell of a line and the next one.

    A line that ends where it begins is a loop.
    """

    @property
    @abstractmethod
    def relation(self) -> Relation:
        """The relation: a module function, or one that a cached function returns."""

    def pairs(self) -> tuple[RelatedPair, ...]:
        """Each cell and the next."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        relation = self.relation
        return tuple(RelatedPair(one, other, relation) for one, other in pairwise(self.cells))

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether some values of the empty cells complete the line."""
        if are_filled(values):
            return all(map(self.relation, values, values[1:]))
        forward, _ = mates_of(self.relation, self.board.values)
        possible = frozenset(self.board.values)
        for index, value in enumerate(values):
            if index:
                possible = frozenset().union(*(forward[each] for each in possible))
            if value is not None:
                possible &= {value}
            if not possible:
                return False
        return True

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Also exclude values that leave a single digit for two neighbours that see each other."""
        gone = set()
        for each in super().narrow(domains):
            gone.add((each.cell, each.value))
            yield each
        forward, backward = mates_of(self.relation, self.board.values)
        name = self.board.cell_name
        for before, cell, after in zip(self.cells, self.cells[1:], self.cells[2:], strict=False):
            if after not in self.board.peers[before]:
                continue
            for value in domains[cell]:
                left = backward[value].intersection(domains[before])
                mates = left | forward[value].intersection(domains[after])
                if len(mates) == 1 and (cell, value) not in gone:
                    gone.add((cell, value))
                    (only,) = mates
                    reason = translated(
                        "{digit} leaves only {kept} for both {one} and {other} on {rule}",
                        digit=digit_in_cell(self.board, value, cell),
                        kept=self.board.value_name(only),
                        one=name(before),
                        other=name(after),
                        rule=self.named,
                    )
                    yield Elimination(cell, value, reason, (before, after))


def neighbouring(
    board: Board, relation: Relation, exempt: frozenset[tuple[int, int]]
) -> list[RelatedPair]:
    """The relation for each pair of cells that touch, except some."""
    key = f"neighbours {id(relation)}"
    known: tuple[Relation, list[RelatedPair]] | None = board.tables.get(key)
    if known is None:
        every = [RelatedPair(one, other, relation) for one, other in board.neighbours]
        known = board.tables[key] = relation, every
    places = zip(known[1], board.neighbours, strict=True)
    return [pair for pair, place in places if place not in exempt]


@cache
def apart(least: int) -> Relation:
    """Whether two values differ by at least ``least``."""
    return lambda one, other: abs(one - other) >= least


@cache
def implies(condition: int, result: int) -> Relation:
    """Whether the first value is not ``condition`` or the second value is ``result``."""
    return lambda one, other: one != condition or other == result
