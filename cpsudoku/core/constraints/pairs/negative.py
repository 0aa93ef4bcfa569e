"""Negative: cells that touch without a mark between them do not satisfy what a mark would say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Pair, Value, Variables
from cpsudoku.core.constraints.pairs.black import BlackDot
from cpsudoku.core.constraints.pairs.marks import Mark, marked
from cpsudoku.core.constraints.pairs.white import WhiteDot
from cpsudoku.core.constraints.pairs.xv import PairSum
from cpsudoku.core.constraints.relations import Ends, Related

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

MARKS: dict[str, type[Mark]] = {mark.name: mark for mark in (WhiteDot, BlackDot, PairSum)}


@dataclass(frozen=True)
class Ban:
    """What the absence of a kind of mark excludes: these numbers, except in these pairs."""

    mark: str
    numbers: tuple[int, ...]
    exempt: frozenset[Ends] = frozenset()

    def fits(self, one: int, other: int) -> bool:
        """Whether a mark of this kind could be between the two values."""
        return any(MARKS[self.mark].fits(one, other, number) for number in self.numbers)


@dataclass(frozen=True, repr=False)
class Unmarked(Related):
    """The pairs that the same bans hold for."""

    cells: tuple[int, ...]
    couples: tuple[Ends, ...]
    bans: tuple[Ban, ...]

    @cached_property
    def terms(self) -> tuple[object, ...]:
        """The bans."""
        return self.bans

    @cached_property
    def joined(self) -> tuple[Ends, ...]:
        """The pairs without these marks."""
        return self.couples

    def holds(self, one: int, other: int) -> bool:
        """Whether no mark fits."""
        return not any(ban.fits(one, other) for ban in self.bans)

    def bond(self, one: str, other: str) -> str:
        """``r1c1 and r1c2 have no mark, so they must not differ by 1``."""
        words = [MARKS[ban.mark].words(number) for ban in self.bans for number in ban.numbers]
        return f"{one} and {other} have no such mark, so they must not {' or '.join(words)}"


@dataclass(frozen=True, repr=False)
class Negative(Constraint):
    """All marks of some kinds are given.

    ``among`` finds out from the other rules what is excluded, and where. A dot of either colour
    exempts its pair from the negatives of both colours; a sign exempts its pair from that of signs.
    The numbers of the puzzle's marks are excluded: without any, difference 1 and ratio 2; for signs
    5 and 10 always.
    """

    name: ClassVar[str] = "negative"
    aliases: ClassVar[tuple[str, ...]] = ("all-marks", "strict-kropki white black", "strict-xv xv")
    summary: ClassVar[str] = (
        "All marks of these kinds are given: no such mark fits cells that touch without one. "
        "A dot of either colour exempts its pair from both colours."
    )
    example: ClassVar[str] = "negative white black"

    marks: tuple[str, ...] = fields.choices("MARKS", tuple(MARKS))
    bans: tuple[Ban, ...] = fields.derived()

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule for a puzzle with these rules."""
        bans = []
        for name in self.marks:
            kind = MARKS[name]
            numbers = [each.number for each in constraints if isinstance(each, kind)]
            bans.append(Ban(name, kind.excluded(numbers), marked(constraints, kind.family)))
        return replace(self, bans=tuple(bans))

    @cached_property
    def parts(self) -> tuple[Unmarked, ...]:
        """The pairs of cells that touch, in groups that the same bans hold for."""
        groups: dict[tuple[Ban, ...], list[Ends]] = {}
        every = self.bans or self.among(()).bans
        for pair in self.board.neighbours:
            groups.setdefault(tuple(b for b in every if pair not in b.exempt), []).append(pair)
        return tuple(
            Unmarked(self.board, self.cells, tuple(pairs), bans)
            for bans, pairs in groups.items()
            if bans
        )

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of the board."""
        return tuple(range(len(self.board)))

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no pair without a mark fits one."""
        return all(part.allows(values) for part in self.parts)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each pair without a mark."""
        for part in self.parts:
            part.post(model, x)

    def pairs(self) -> tuple[Pair, ...]:
        """Each pair without a mark."""
        return tuple(pair for part in self.parts for pair in part.pairs())

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """The values that leave none for a neighbour."""
        found: dict[tuple[int, int], Elimination] = {}
        for part in self.parts:
            for each in part.narrow(domains):
                found.setdefault((each.cell, each.value), each)
        yield from found.values()

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells of the pairs that fit a mark that is not given."""
        return tuple(sorted({cell for part in self.parts for cell in part.clashes(values)}))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A sentence below the board."""
        return (shapes.Note(f"All {self._nouns} are given."),)

    def describe(self) -> str:
        """``All white dots are given: ...``."""
        numbers = [
            MARKS[ban.mark].words(number)
            for ban in self.bans or self.among(()).bans
            for number in ban.numbers
        ]
        return (
            f"All {self._nouns} are given: digits in cells that touch without a mark must not "
            f"{' or '.join(numbers)}."
        )

    @property
    def title(self) -> str:
        """``the rule that all white dots are given``."""
        return f"the rule that all {self._nouns} are given"

    @property
    def _nouns(self) -> str:
        return " and ".join(MARKS[name].noun for name in self.marks)
