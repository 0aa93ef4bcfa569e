"""The base class of rules that require the same sum for several lists of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.arithmetic import can_be_equal, narrow_equal, sums_of
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sums import Group, groups_of_terms, post_equal_sums
from cpsudoku.core.constraints.lowered import Lowered, weighted
from cpsudoku.core.constraints.sentences import (
    LISTED,
    at_least_text,
    at_most_text,
    counted_text,
    digit_in_cell,
    limits_text,
    numbers_text,
    sentence_with_reasons,
    values_by_cell,
)
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed


class EqualSums(Constraint):
    """All ``parts`` have the same sum. Each part is a list of indices of ``cells``."""

    reasoning: ClassVar[str] = "sums"

    if TYPE_CHECKING:  # a property of each rule

        @property
        def parts(self) -> Sequence[Sequence[int]]:
            """For each sum, the indices of its cells in ``cells``."""

    @property
    def _lists(self) -> list[list[int]]:
        return [[self.cells[at] for at in part] for part in self.parts]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sums are equal or can still become equal."""
        return can_be_equal(self.board, ([values[at] for at in part] for part in self.parts))

    def post(self, model: CpModel, x: Variables) -> None:
        """Each sum is equal to the sum of the shortest part."""
        post_equal_sums(model, x, self._lists)

    def lower(self) -> Sequence[Lowered]:
        """Each sum minus that of the shortest part is 0."""
        shortest, *others = sorted(self._lists, key=len)
        minus = [(cell, -1) for cell in shortest]
        return [
            each
            for cells in others
            for each in weighted([*((cell, 1) for cell in cells), *minus], "=", 0)
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that allow no sum that all parts can have."""
        yield from narrow_equal(self, domains, self._lists)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the sums on the zipper line at r1c1 are equal, so r1c1 is not 9: ...``."""
        left = limits_text(self.board, domains, excluded)
        text = marked("the sums on {rule} are equal, so {left}")
        said = translated(text, rule=self.named, left=left)
        parts = [_Part.of(self.board, domains, cells) for cells in self._lists]
        reasons = (
            reason
            for cell, values in values_by_cell(excluded).items()
            for reason in _reasons(self.board, domains, parts, cell, sorted(values))
        )
        return sentence_with_reasons(said, list(reasons))

    def because(self, cell: int, value: int) -> str:
        """``with 9 in r1c1 the sums on the zipper line at r1c1 cannot be equal``."""
        place = digit_in_cell(self.board, value, cell)
        text = marked("with {digit} the sums on {rule} cannot be equal")
        return translated(text, digit=place, rule=self.named)


@dataclass(frozen=True)
class _Part:
    """Cells with the common sum, in groups, and the sums that they can have."""

    cells: tuple[int, ...]
    groups: tuple[Group, ...]
    sums: frozenset[int]
    name: str

    @classmethod
    def of(cls, board: Board, domains: Domains, cells: Sequence[int]) -> _Part:
        """The part with these cells."""
        groups = groups_of_terms(board, [(cell, 1) for cell in cells])
        name = listed(map(board.cell_name, sorted(cells)))
        return cls(tuple(cells), tuple(groups), frozenset(sums_of(domains, groups)), name)

    def adds(self, board: Board, bound: Callable[[str], str], amount: int) -> str:
        """``r1c1 is at most 5``, ``r1c1 and r2c2 add up to at most 5``."""
        if len(self.cells) == 1:
            limit = bound(counted_text(board, amount))
            return translated("{cells} is {bound}", cells=self.name, bound=limit)
        return translated("{cells} add up to {bound}", cells=self.name, bound=bound(str(amount)))


def _reasons(
    board: Board, domains: Domains, parts: Sequence[_Part], cell: int, values: Sequence[int]
) -> Iterator[str]:
    """Why some values of a cell give its part a sum that another part cannot have."""
    own = next(part for part in parts if cell in part.cells)
    ways: dict[tuple[str, str], tuple[list[int], set[int]]] = {}
    for value in values:
        made = sums_of({**domains, cell: (value,)}, own.groups)
        known, sums = ways.setdefault(_against(board, made, own, parts), ([], set()))
        known.append(value)
        sums |= made
    for (bound, other), (some, sums) in ways.items():
        digits = listed((counted_text(board, value) for value in some), "or")
        name = board.cell_name(cell)
        if not sums:
            place = translated("{digits} in {cells}", digits=digits, cells=name)
            text = marked("{digit} leaves too few digits for the other cells of its sum")
            yield translated(text, digit=place)
        elif len(own.cells) == 1:
            text = marked("{cell} cannot be {digits}, because {reason}")
            yield translated(text, cell=name, digits=digits, reason=other)
        else:
            yield translated(
                "with {digits} in {cell}, the sum of {cells} would be {amount}, but {reason}",
                digits=digits,
                cell=name,
                cells=own.name,
                amount=_amount(bound, sums),
                reason=other,
            )


def _amount(bound: str, sums: Collection[int]) -> str:
    """The sums that some values make: a limit, the sums themselves, or how many there are."""
    if bound == ">=":
        return at_least_text(str(min(sums)))
    if bound == "<=":
        return at_most_text(str(max(sums)))
    if len(sums) <= LISTED:
        return numbers_text(sorted(sums))
    return translated("one of {count} numbers", count=len(sums))


def _against(board: Board, made: set[int], own: _Part, parts: Sequence[_Part]) -> tuple[str, str]:
    """How sums are bounded, and why another part has none of them."""
    others = [part for part in parts if part is not own and part.sums]
    for part in others:
        if made and max(part.sums) < min(made):
            return ">=", part.adds(board, at_most_text, max(part.sums))
        if made and min(part.sums) > max(made):
            return "<=", part.adds(board, at_least_text, min(part.sums))
    for part in others:
        if not part.sums & made:
            text = marked("the sum of {cells} cannot")
            if len(part.cells) == 1:
                text = marked("{cells} cannot")
            return "", translated(text, cells=part.name)
    return "", translated("not all the other sums can be the same")
