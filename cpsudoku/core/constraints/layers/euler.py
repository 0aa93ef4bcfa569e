"""Euler squares: each cell holds two symbols, and no two cells hold the same pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import isqrt
from operator import ne
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.base import CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.hints import post_hints
from cpsudoku.core.constraints.field_kinds import FieldKind, field_of
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Allowed, Different, Either, Lowered, RelatedPair
from cpsudoku.core.layers import SECOND, Layer
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded


def _checked(data: object, board: Board) -> str:
    """One symbol for each cell, with ``/`` after each row. Raises InputError."""
    if not isinstance(data, str):
        raise InputError("{found} is not a text of rows", found=quoted(data))
    symbols = "".join(data.upper().replace("/", " ").split())
    if strange := set(symbols) - set(board.symbols):
        allowed = worded("digits {first}-{last}", first=board.symbols[1], last=board.symbols[-1])
        raise InputError(
            "{least} is not one of the {allowed} or . for none",
            least=quoted(min(strange)),
            allowed=allowed,
        )
    if len(symbols) != len(board):
        raise InputError(
            "{digits}; the board has {count} cells",
            digits=plural(len(symbols), "second digit"),
            count=len(board),
        )
    rows: dict[int, str] = defaultdict(str)
    for (r, _), symbol in zip(board.positions, symbols, strict=True):
        rows[r] += symbol
    return "/".join(rows.values())


_GIVEN: FieldKind[str] = FieldKind(
    "ROW/ROW/...", _checked, lambda rows, _: rows, _checked, lambda rows, _: rows, is_place=True
)


@dataclass(frozen=True, repr=False)
class Euler(LayeredRule):
    """Each cell holds a second digit. All pairs of a first and a second digit are different.

    ``given`` are the second digits that are given, row by row, with ``.`` for none.
    """

    name: ClassVar[str] = "euler"
    aliases: ClassVar[tuple[str, ...]] = ("graeco-latin", "greco-latin", "euler-square")
    summary: ClassVar[str] = (
        "Each cell holds a second digit, too. Second digits differ in each row, column and box, "
        "and no two cells hold the same pair of a first and a second digit. Rows after the colon "
        "give second digits."
    )
    example: ClassVar[str] = "euler: 1.../..../..2./...."
    named_text: ClassVar[str] = marked("the Euler square")
    example_board: ClassVar[tuple[str, ...]] = ("board: 4x4",)
    brings: ClassVar[tuple[Layer, ...]] = (SECOND,)

    given: str = field_of(_GIVEN, "")

    def __post_init__(self) -> None:
        super().__post_init__()
        pairs = self.board.size**2
        if len(self.board) > pairs:
            raise InputError(
                "{count} cells can't all hold different pairs; there are {pairs}",
                count=len(self.board),
                pairs=pairs,
            )

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, and then their second digits."""
        return (*range(len(self.board)), *self._seconds)

    @property
    def _seconds(self) -> range:
        return self.board.numbers_of[SECOND.name]

    @cached_property
    def _houses(self) -> tuple[tuple[int, ...], ...]:
        """The second digits of each row, column and box."""
        return tuple(tuple(self._seconds[cell] for cell in cells) for cells in self.lines_and_boxes)

    @cached_property
    def _givens(self) -> dict[int, int]:
        """The second digits that are given, by the numbers of their variables."""
        symbols = enumerate(self.given.replace("/", ""))
        values = dict(zip(self.board.symbols[1:], self.board.values, strict=True))
        return {self._seconds[cell]: values[each] for cell, each in symbols if each != "."}

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the second digits differ in each house, and all pairs differ."""
        of = dict(zip(self.cells, values, strict=True))
        if any(of[number] not in (value, None) for number, value in self._givens.items()):
            return False
        for house in self._houses:
            known = [of[number] for number in house if of[number] is not None]
            if len(set(known)) < len(known):
                return False
        pairs = [(of[cell], of[number]) for cell, number in enumerate(self._seconds)]
        whole = [pair for pair in pairs if None not in pair]
        return len(set(whole)) == len(whole)

    def post(self, model: CpModel, x: Variables) -> None:
        """A literal for each cell and pair of digits."""
        for number, value in self._givens.items():
            model.add(x.value(number) == value)
        for house in self._houses:
            post_different(model, x, house)
        places: dict[tuple[int, int], list[IntVar]] = defaultdict(list)
        for cell, number in enumerate(self._seconds):
            first, second = x[cell], x[number]
            both = {pair: model.new_bool_var("") for pair in product(first, second)}
            for value, literal in first.items():
                model.add(sum(both[value, other] for other in second) == literal)
            for value, literal in second.items():
                model.add(sum(both[other, value] for other in first) == literal)
            for pair, literal in both.items():
                places[pair].append(literal)
        is_full = len(self.board) == self.board.size**2
        for literals in places.values():
            (model.add_exactly_one if is_full else model.add_at_most_one)(literals)
        square = self.known_square().items()
        post_hints(model, ((x[at][each], each == value) for at, value in square for each in x[at]))

    def known_square(self) -> dict[int, int]:
        """The values of one Euler square, as a start for the search, if the board is usual.

        CP-SAT finds none on an empty 9x9 board by itself. With n rows of n boxes, where n is odd, a
        row is n p + q, and a column n s + t. The digits are n (p + t) + q + s and
        n (2 p + t) + q + 2 s, with sums modulo n.
        """
        board = self.board
        n = isqrt(board.size) if board.box_shape else 1
        m = board.size // n
        if not board.is_square or n not in (1, m) or m % 2 == 0 or (n == 1) != (not board.regions):
            return {}
        found: dict[int, int] = {}
        for cell, second in enumerate(self._seconds):
            (p, q), (s, t) = (divmod(place, m) for place in board.row_column(cell))
            if n == 1:
                one, other = (q + t) % m, (2 * q + t) % m
            else:
                one = m * ((p + t) % m) + (q + s) % m
                other = m * ((2 * p + t) % m) + (q + 2 * s) % m
            found |= {cell: board.values[one], second: board.values[other]}
        return found

    def lower(self) -> Sequence[Lowered]:
        """Second digits that differ, and for any two cells a first or a second digit that does."""
        found: list[Lowered] = [Different(house) for house in self._houses]
        found += [Allowed(each, frozenset((value,))) for each, value in self._givens.items()]
        seen = {pair for house in self._houses for pair in combinations(sorted(house), 2)}
        for one, other in combinations(range(len(self.board)), 2):
            pair = self._seconds[one], self._seconds[other]
            if pair not in seen:
                differ = RelatedPair(one, other, ne), RelatedPair(*pair, ne)
                found.append(Either(tuple((each,) for each in differ)))
        return found

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The second digits that are given, such as ``:3``, and a sentence below."""
        name = self.board.value_name
        given = (
            shapes.Outline((number - self._seconds.start,), f":{name(value)}", "indigo")
            for number, value in self._givens.items()
        )
        return (*given, shapes.Note(self.describe()))

    @property
    def rule_text(self) -> str:
        """The rule, and what the small digits are."""
        text = self.summary.rpartition(" Rows after")[0]
        return f"{text} A digit after a colon is a second digit." if self.given else text
