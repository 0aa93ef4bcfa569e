"""Negative: cells that touch without a mark between them do not have the relation of a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, Self

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.field_kinds import derived
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.pairs.black import BlackDot
from cpsudoku.core.constraints.pairs.marks import NumberedMark, marked_pairs
from cpsudoku.core.constraints.pairs.white import WhiteDot
from cpsudoku.core.constraints.pairs.xv import PairSum
from cpsudoku.core.constraints.relations import RelatedEverywhere, neighbouring
from cpsudoku.runtime.language import ENGLISH, speaking, translated

MARKS: dict[str, type[NumberedMark]] = {mark.name: mark for mark in (WhiteDot, BlackDot, PairSum)}


@dataclass(frozen=True)
class Ban:
    """The numbers that the absence of a kind of mark excludes, and the pairs that are exempt."""

    mark: str
    numbers: tuple[int, ...]
    exempt: frozenset[tuple[int, int]] = frozenset()

    @property
    def words(self) -> str:
        """``differ by 1``."""
        return translated(" or ").join(map(MARKS[self.mark].words, self.numbers))


@cache
def fits_no_mark(bans: tuple[tuple[str, tuple[int, ...]], ...]) -> Relation:
    """Whether two values fit none of these marks with any of their numbers."""
    meanings = [MARKS[mark].meaning(number) for mark, numbers in bans for number in numbers]
    return lambda one, other: not any(fits(one, other) for fits in meanings)


def _excluded(bans: Sequence[Ban]) -> Relation:
    """The relation of two cells for which these bans hold."""
    return fits_no_mark(tuple((ban.mark, ban.numbers) for ban in bans))


@dataclass(frozen=True, repr=False)
class Negative(RelatedEverywhere):
    """All marks of some kinds are given.

    ``among`` determines from the other rules what is excluded, and where. A dot of either colour
    exempts its pair from the negatives of both colours. A sign exempts its pair from the negative
    of signs. The numbers of the puzzle's marks are excluded. If there are none, difference 1 and
    ratio 2 are excluded. For signs, 5 and 10 are always excluded.
    """

    name: ClassVar[str] = "negative"
    aliases: ClassVar[tuple[str, ...]] = ("all-marks", "strict-kropki white black", "strict-xv xv")
    summary: ClassVar[str] = (
        "All marks of these kinds are given: no such mark fits cells that touch without one. "
        "A dot of either colour exempts its pair from both colours."
    )
    example: ClassVar[str] = "negative white black"

    marks: tuple[str, ...] = fields.choices("MARKS", tuple(MARKS))
    bans: tuple[Ban, ...] = derived(())

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, adapted to the other rules of the puzzle."""
        bans = []
        for name in self.marks:
            kind = MARKS[name]
            numbers = [each.number for each in constraints if type(each) is kind]
            bans.append(Ban(name, kind.excluded(numbers), marked_pairs(constraints, kind.family)))
        return self if tuple(bans) == self.bans else replace(self, bans=tuple(bans))

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells that touch without a mark."""
        return self._pairs

    @cached_property
    def _bans(self) -> tuple[Ban, ...]:
        """What is excluded. If ``among`` was not called, there are no other rules."""
        return self.bans or self.among(()).bans

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        marked = frozenset().union(*(ban.exempt for ban in self._bans))
        usual = _excluded(self._bans)
        found = neighbouring(self.board, usual, marked)
        if all(ban.exempt == marked for ban in self._bans):
            return tuple(found)
        for pair in sorted(marked):
            bans = self._bans_of(*pair)
            if bans:
                found.append(RelatedPair(*pair, _excluded(bans)))
        return tuple(found)

    def _bans_of(self, one: int, other: int) -> tuple[Ban, ...]:
        return tuple(ban for ban in self._bans if (one, other) not in ban.exempt)

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r1c2 have no such mark, so they must not differ by 1``."""
        return translated(
            "{one} and {other} have no such mark, so they must not {words}",
            one=self.board.cell_name(pair.one),
            other=self.board.cell_name(pair.other),
            words=translated(" or ").join(b.words for b in self._bans_of(pair.one, pair.other)),
        )

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A sentence below the board."""
        return (shapes.Note(f"All {self._nouns} are given."),)

    def describe(self) -> str:
        """``All white dots are given: ...``."""
        with speaking(ENGLISH):
            banned = " or ".join(ban.words for ban in self._bans)
        return (
            f"All {self._nouns} are given: digits in cells that touch without a mark must not "
            f"{banned}."
        )

    @property
    def named(self) -> str:
        """``the rule that all white dots are given``."""
        nouns = translated(" and ").join(translated(MARKS[name].noun) for name in self.marks)
        return translated("the rule that all {marks} are given", marks=nouns)

    @property
    def _nouns(self) -> str:
        return " and ".join(MARKS[name].noun for name in self.marks)
