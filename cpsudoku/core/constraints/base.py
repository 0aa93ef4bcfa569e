"""The interface of every rule. All methods but ``cells``, ``allows`` and ``post`` have defaults.

Rules use values, which are the numbers that a person reads in the cells: 1 to 9 on most boards. An
empty cell is None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar, Self, TypeGuard

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.field_kinds import dumped, loaded, other_values, written_places
from cpsudoku.core.constraints.lowered import (
    Accepted,
    CageSum,
    Different,
    Lowered,
    RelatedPair,
    Weighted,
    table_layers,
)
from cpsudoku.core.constraints.modelling import CpModel, IntVar, LiteralT, Variables
from cpsudoku.core.constraints.places import EVERYTHING
from cpsudoku.core.constraints.sentences import (
    Domains,
    Elimination,
    Value,
    digit_in_cell,
    limits_text,
)
from cpsudoku.core.copying import Kept, Lean
from cpsudoku.core.houses import House
from cpsudoku.core.layers import Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import (
    ENGLISH,
    marked,
    places_in,
    present_language,
    speaking,
    translated,
)
from cpsudoku.runtime.lists import phrases

if TYPE_CHECKING:
    from cpsudoku.core.constraints.shapes import Shape

__all__ = [
    "FEW",
    "Constraint",
    "CpModel",
    "Domains",
    "Elimination",
    "IntVar",
    "LiteralT",
    "Total",
    "Value",
    "Variables",
    "are_filled",
]

_ENDS = {"first": 0, "one": 0, "last": -1, "other": -1}  # the cells at places of ``named_text``
FEW = 20_000  # the most fillings of a rule's cells that the default ``narrow`` tries


def are_filled(values: Sequence[Value]) -> TypeGuard[Sequence[int]]:
    """Whether no cell is empty."""
    return None not in values


@dataclass(frozen=True)
class Total:
    """A sum of cells that a rule fixes, as a cage does. No cell is counted twice."""

    cells: tuple[int, ...]
    total: int


@dataclass(frozen=True, repr=False)
class Constraint(Lean, ABC):
    """A rule over some cells of a board: a frozen dataclass with one line in ``CONSTRAINTS``.

    ``name`` is its key in that table. ``aliases`` are other words for it. The alias ``x X`` means
    that the word ``x`` is replaced by the name and ``X``. ``summary`` is the sentence that
    ``cpsudoku rules`` shows. ``example`` is a line of the rule language on a 9x9 board.
    ``named_text`` names the rule among others, as in ``the run from {first} to {last}``. Its places
    are ``{name}``, the kind; ``{cell}``, the first cell of the board; ``{first}`` and ``{last}``,
    or ``{one}`` and ``{other}``, the ends; and fields or properties. The functions of ``fields``
    make the fields after ``board``. They determine the JSON form, the text form and the syntax that
    the help shows.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    summary: ClassVar[str]
    example: ClassVar[str]
    example_board: ClassVar[tuple[str, ...]] = ()  # lines, if the example needs another board
    example_rules: ClassVar[tuple[str, ...]] = ()  # lines of other rules that the example needs
    named_text: ClassVar[str] = ""
    look: ClassVar[shapes.OfCells] = shapes.Outline((), color="orange")  # a shape without its cells
    is_everywhere: ClassVar[bool] = False  # whether a sentence below the board shows it
    only_houses: ClassVar[bool] = False  # whether ``houses`` describes the rule completely
    brings: ClassVar[tuple[Layer, ...]] = ()  # the layers that it adds to a 9x9 board
    lacking: ClassVar[str] = ""  # what is missing if no other rule fills its layer
    looks_along: ClassVar[str] = ""  # "lines" or "diagonals", for clues outside
    knows_little: ClassVar[bool] = False  # whether ``narrow`` leaves out a part of the rule
    reasoning: ClassVar[str] = "rule-cells"  # the technique that takes the steps of ``narrow``

    board: Board

    # What a rule must define

    if TYPE_CHECKING:  # a field or a property of each rule

        @property
        def cells(self) -> Sequence[int]:
            """The cells that it restricts, in the order of the values of ``allows``."""

    @abstractmethod
    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the values of ``cells`` do not break the rule. None is an empty cell.

        The result is exact if every cell has a value. With empty cells it may be too lenient, but
        never too strict.
        """

    @abstractmethod
    def post(self, model: CpModel, x: Variables) -> None:
        """Add the rule to the CP-SAT model. It may rely on the houses of the board."""

    # What a rule can define

    def houses(self) -> tuple[House, ...]:
        """Groups of cells that hold different values because of this rule."""
        return ()

    def totals(self) -> tuple[Total, ...]:
        """Sums that this rule fixes. Engines add and subtract them."""
        return ()

    def pairs(self) -> tuple[RelatedPair, ...]:
        """Relations of two cells that follow from this rule. Engines narrow with them."""
        return ()

    def lower(self) -> Sequence[Lowered] | None:
        """The rule as members of families that engines of propagators know, or None.

        All of them hold exactly if the rule holds. The default lists every filling of the cells if
        there are few.
        """
        if self.only_houses:
            return [Different(house.cells) for house in self.houses()]
        order = tuple(dict.fromkeys(self.cells))
        if len(self.board.values) ** len(order) > FEW:
            return None
        places = [order.index(cell) for cell in self.cells]
        rows = product(self.board.values, repeat=len(order))
        fits = [row for row in rows if self.allows([row[place] for place in places])]
        return [Accepted(order, table_layers(fits))]

    def on_numbers(self) -> Sequence[Lowered] | None:
        """The rule for numbers that cells count instead of their digits, or None.

        Sums and relations mean the same for all numbers. What is ``Different`` is about digits.
        """
        lowered = self.lower()
        is_sum = lowered and all(
            isinstance(each, (Weighted, CageSum, Different)) for each in lowered
        )
        return lowered if is_sum else None

    def lower_among(self, constraints: Sequence[Constraint]) -> Sequence[Lowered]:
        """Members of families that follow from this rule and the others of the puzzle."""
        return ()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """The values that this rule excludes, each with its reason.

        This is sound: it never excludes a value of an allowed filling of ``domains``, unless the
        filling breaks a house of the board. The default tries every filling of the cells if there
        are few.
        """
        if prod(len(domains[cell]) for cell in set(self.cells)) > FEW:
            return
        order = list(dict.fromkeys(self.cells))
        at = {cell: index for index, cell in enumerate(order)}
        places = [at[cell] for cell in self.cells]
        kept: list[set[int]] = [set() for _ in order]
        for filling in product(*(domains[cell] for cell in order)):
            if self.allows([filling[place] for place in places]):
                for values, value in zip(kept, filling, strict=True):
                    values.add(value)
        for cell, values in zip(order, kept, strict=True):
            for value in domains[cell]:
                if value not in values:
                    yield Elimination(cell, value, self.because(cell, value))

    def because(self, cell: int, value: int) -> str:
        """The reason why ``narrow`` excludes a value from a cell."""
        place = digit_in_cell(self.board, value, cell)
        return translated("{digit} breaks {rule}", digit=place, rule=self.named)

    def sets_left(self, domains: Domains) -> Sequence[frozenset[int]]:
        """The sets of values that the cells can still hold, if the rule knows them."""
        return ()

    def sets_text(self, domains: Domains) -> str:
        """``can hold only 1+5 or 2+4``; empty if ``sets_left`` are not known or too many."""
        return ""

    def needed(self, domains: Domains) -> tuple[int, ...]:
        """Values that the cells hold in every filling that the rule allows, if they are known."""
        sets = self.sets_left(domains)
        return tuple(sorted(frozenset.intersection(*sets))) if sets else ()

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """Why these values are excluded together, as sentences without the last full stop.

        The default lists up to two reasons, or else the rule and what it leaves for the cells.
        """
        reasons = list(dict.fromkeys(each.reason for each in excluded))
        if len(reasons) <= 2:
            return phrases(reasons)
        left = limits_text(self.board, domains, excluded)
        if present_language() != ENGLISH:  # texts of rules are English
            return translated(
                "with {rule} and the candidates that are left, {left}", rule=self.named, left=left
            )
        return f"{self.title}: {self.rule_text} With the candidates that are left, {left}"

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The fewest cells that explain why ``allows`` is false. They are shown in red."""
        kept = list(values)
        if self.allows(kept):
            return ()
        for index, value in enumerate(values):
            kept[index] = None
            if self.allows(kept):
                kept[index] = value
        if not any(value is not None for value in kept):  # nothing at all satisfies the rule
            kept = list(values)
        return tuple(
            sorted(
                {cell for cell, value in zip(self.cells, kept, strict=True) if value is not None}
            )
        )

    def drawing(self) -> tuple[Shape, ...]:
        """The shapes that show the rule on the board. The default is its ``look`` on its cells."""
        if self.is_everywhere:
            return (shapes.Note(self.describe()),)
        return (replace(self.look, cells=tuple(self.cells)),)

    def describe(self) -> str:
        """One sentence of the rules text, about this rule on its cells."""
        if self.is_everywhere:
            return self.rule_text
        return f"{self.title[0].upper()}{self.title[1:]}: {self.rule_text}"

    @property
    def rule_text(self) -> str:
        """The text that a solver on paper needs. It does not depend on the cells."""
        return self.summary

    @property
    def title(self) -> str:
        """How people name this rule among others in English, such as ``the 23 cage at r4c5``."""
        with speaking(ENGLISH):
            return self.named

    @property
    def named(self) -> str:
        """The title in the present language: ``named_text`` with its places filled in."""
        usual = marked("the {name} rule at {cell}") if self.cells else marked("the {name} rule")
        text = self.named_text or usual
        return translated(text, **{place: self._filling(place) for place in places_in(text)})

    def _filling(self, place: str) -> object:
        """What stands for a place of ``named_text``."""
        if place == "name":
            return self.called_name
        if place == "cell":
            return self.board.cell_name(min(self.cells))
        if place in _ENDS:
            return self.board.cell_name(self.cells[_ENDS[place]])
        return getattr(self, place)

    @property
    def called_name(self) -> str:
        """The name of this kind of rule in the present language, such as ``thermo``."""
        words = self.name.replace("-", " ")
        said = translated(words)
        return self.name if said == words else said

    def along(self, text: str, **values: object) -> str:
        """A text in the present language, with ``{first}`` and ``{last}`` for its end cells."""
        first, last = (self.board.cell_name(self.cells[place]) for place in (0, -1))
        return translated(text, first=first, last=last, **values)

    @property
    def full_title(self) -> str:
        """The title with the cells that it lacks: ``the 23 cage at r4c5 with r4c5 r4c6 r5c5``."""
        with speaking(ENGLISH):
            return self.full_named

    @property
    def full_named(self) -> str:
        """The full title in the present language. A title that names the last cell is complete."""
        every = filter(None, written_places(self, self.board))
        places = [text for text in every if text.split()[-1] != EVERYTHING]
        named = self.title.split()
        lacking = [text for text in places if text.split()[-1] not in named]
        if not lacking:
            return self.named
        cells = translated(" and ").join(lacking)
        return translated("{rule} with {cells}", rule=self.named, cells=cells)

    def others(self) -> Iterator[tuple[str, Self]]:
        """The same rule with another value of one field, such as another sum, nearest first.

        Each comes with the name of the field. Fields at their default are not changed, since the
        board does not show them. The default is to ask the fields.
        """
        for name, value in other_values(self):
            try:
                yield name, replace(self, **{name: value})
            except InputError:
                continue  # another field does not allow this value

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, adapted to the other rules of the puzzle. The default is the rule itself."""
        return self

    @classmethod
    def brought(cls, board: Board) -> tuple[Layer, ...]:
        """The layers that it adds to a board. The default is ``brings``."""
        return cls.brings

    def brought_names(self) -> set[str]:
        """The names of the layers that it brings, and those of the rules inside it."""
        return {layer.name for rule in self.includes() for layer in rule.brought(self.board)}

    def on(self, board: Board) -> Self:
        """The same rule on the same board with more layers. Raises InputError on another board."""
        return self if self.board == board else self.from_data(self.to_data(), board)

    def includes(self) -> tuple[Constraint, ...]:
        """The rules that hold if this one holds. ``among`` receives them all. Default: itself."""
        return (self,)

    @cached_property
    def tables(self) -> Kept:
        """What engines have computed for this rule, by name."""
        return {}

    # How a rule is written

    def to_data(self) -> JsonObject:
        """The fields as JSON values, with cells as ``r1c1``. Default values are omitted."""
        return dumped(self, self.board)

    @classmethod
    def from_data(cls, data: Mapping[str, object], board: Board) -> Self:
        """The rule that ``to_data`` wrote. Raises InputError if the data has another form."""
        values = loaded(cls, data, board)
        try:
            return cls(board, **values)
        except InputError as error:
            raise InputError("{place}: {problem}", place=repr(cls.name), problem=error) from None

    def __repr__(self) -> str:
        parts = [
            f"{each.name}={getattr(self, each.name)!r}" for each in fields_of(self)[1:] if each.repr
        ]
        return f"{type(self).__name__}({', '.join([repr(self.board), *parts])})"
