"""The tokens of a constraint string: ``Cage~9~R1C1~R1C2`` is a type with three arguments."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.layers import STANDARD, TAKEN
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

_OWN = "-v"  # at the end of the name of a layer whose prefix is a word of ours
NUMERALS = "0123456789abcdefg"
MOST_TOKENS = 5_000
CELL = re.compile(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])")
_EXTRA_CELL = re.compile(r"(V[A-Z]+|CC|YY|DG[RCB])(\d{0,4})")
# Its columns of variables (DGC) are beside the rows, and its rows (DGR) below the columns.
_OF_RULES = {
    "CC": "region",
    "YY": "shaded",
    "DGR": "missing-column",
    "DGC": "missing-row",
    "DGB": "missing-box",
}
LINE = re.compile(r"([RrCc])([1-9a-gA-G])")
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)


@dataclass
class IssToken:
    """A token of a string: its type, its arguments, and the tokens inside it."""

    name: str
    arguments: list[str]
    inside: list[IssToken] = field(default_factory=list)

    def __str__(self) -> str:
        """The text, as messages quote it."""
        return ".{}".format("~".join([self.name, *self.arguments]))


@dataclass(frozen=True)
class Arguments:
    """The arguments of a token while it is read. ``kept`` has the values that are left in cells.

    Its methods raise InputError for arguments of another form.
    """

    texts: Sequence[str]
    board: Board
    kept: dict[int, set[int]] = field(default_factory=dict)

    def text(self, at: int) -> str:
        """An argument."""
        if not -len(self.texts) <= at < len(self.texts):
            raise InputError("it has too few arguments")
        return self.texts[at]

    def number(self, at: int) -> int:
        """A number."""
        return number_of(self.text(at))

    def is_number(self, at: int) -> bool:
        """Whether an argument is a number without a sign."""
        return self.text(at).isdecimal() and _NUMBER.fullmatch(self.text(at)) is not None

    def cells(self, first: int = 0) -> str:
        """The cells from an argument on, as lines of rules name them."""
        return names_of(self.texts[first:])

    def line(self, at: int) -> str:
        """The row or the column with a name such as ``C3``."""
        match = LINE.fullmatch(self.text(at))
        if match is None:
            raise InputError(
                "{text} is not a row or column such as R1 or C9", text=quoted(self.text(at))
            )
        return f"{'row' if match[1] in 'Rr' else 'column'} {int(match[2], 17)}"

    def cell(self, text: str) -> int:
        """The number of a cell or variable."""
        if _EXTRA_CELL.fullmatch(text):
            return self.board.cell_named(name_of(text))
        place = place_of_token(text)
        if place not in self.board.cell_at:
            raise InputError("{text} is not on the board", text=text)
        return self.board.cell_at[place]

    def value(self, text: str) -> int:
        """A value of the board."""
        value = number_of(text)
        if value not in self.board.values:
            least, most = min(self.board.values), max(self.board.values)
            raise InputError(
                "{value} is not a digit {least}-{most}", value=value, least=least, most=most
            )
        return value

    def symbol(self, text: str) -> str:
        """A value of the board, as patterns and machines spell it."""
        return self.board.symbols[self.value(text) - self.board.lowest + 1]

    def lines(self, first: int) -> Iterator[list[str]]:
        """The lists of cells from an argument on, which empty arguments and names separate."""
        for is_cell, cells in groupby(self.texts[first:], lambda text: text[:1] not in ("", "_")):
            if is_cell:
                yield list(cells)


def in_base64(content: bytes) -> str:
    """Bytes as an argument."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def layer_name(prefix: str) -> str:
    """The name of the layer of variables with a prefix."""
    name = prefix.lower()
    is_free = name not in TAKEN and all(name != layer.name for layer in STANDARD)
    return name if is_free else f"{name}{_OWN}"


def layer_prefix(name: str) -> str:
    """The prefix of the variables of a layer."""
    return name.removesuffix(_OWN).replace("-", "").upper()


def group_of(layer: str) -> str:
    """What the names of the variables of a layer begin with: ``VX``, or ``CC`` for regions."""
    own = next((key for key, name in _OF_RULES.items() if name == layer), None)
    return own or f"V{layer_prefix(layer)}"


def layer_of(group: str) -> str:
    """The layer of the variables whose names begin with ``VX`` or ``CC``."""
    return _OF_RULES.get(group) or layer_name(group.removeprefix("V"))


def number_of(text: str) -> int:
    """A whole number; raises InputError."""
    if _NUMBER.fullmatch(text) is None:
        raise InputError("{text} is not a whole number", text=quoted(text))
    return int(text)


def place_of_token(text: str) -> Position:
    """The row and column of a cell such as ``R1Ca``, from 0. The numbers are in base 17.

    Raises InputError, or Unsaid for an extra cell such as ``VX1``.
    """
    match = CELL.fullmatch(text)
    if match is not None:
        return int(match[1], 17) - 1, int(match[2], 17) - 1
    if _EXTRA_CELL.fullmatch(text):
        raise Unsaid(text)
    raise InputError("{text} is not a cell such as R1C1", text=quoted(text))


def is_cell(text: str) -> bool:
    """Whether an argument is a cell or a variable."""
    return bool(CELL.fullmatch(text) or _EXTRA_CELL.fullmatch(text))


def name_of(text: str) -> str:
    """A cell as lines of rules name it: ``r1c1``, or ``x1`` for the variable ``VX1``.

    It may be outside the board.
    """
    match = _EXTRA_CELL.fullmatch(text)
    if match is not None:
        return f"{layer_of(match[1])}{match[2] or 1}"
    r, c = place_of_token(text)
    return f"r{r + 1}c{c + 1}"


def names_of(texts: Iterable[str]) -> str:
    """Cells as lines of rules name them."""
    return " ".join(map(name_of, texts))


def cell_id(board: Board, cell: int) -> str:
    """``R1Ca``: the row and the column as numerals in base 17. A variable is ``VX1``."""
    if cell >= len(board):
        layer, _ = board.variables[cell - len(board)]
        number = cell - board.numbers_of[layer.name].start + 1
        group = group_of(layer.name)
        is_only = len(board.numbers_of[layer.name]) == 1 and group not in _OF_RULES
        return f"{group}{'' if is_only else number}"
    r, c = board.row_column(cell)
    return f"R{NUMERALS[r + 1]}C{NUMERALS[c + 1]}"


def ids(rule: Constraint, cells: Sequence[int] | None = None) -> str:
    """The cells of a rule, or some of them, as arguments."""
    return "~".join(cell_id(rule.board, cell) for cell in (rule.cells if cells is None else cells))
