"""A table of rules next to a board: its heading is ``rule | cells | value``, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import BOARD_LINES, LAYER_LINES, BoardWords
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.rule_lines import board_for, board_line, rules_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture
from cpsudoku.runtime.errors import InputError, Source

_RULE, _CELLS, _VALUE = "rule", "cells", "value"
_WIDTH = 3  # columns of the table


@dataclass(frozen=True)
class RuleRow:
    """One rule: the text of each column, with its place."""

    texts: dict[str, tuple[Place, str]]

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.texts[_RULE][1]

    @property
    def is_board(self) -> bool:
        """Whether it describes the board."""
        return self.name.lower() in BOARD_LINES

    @property
    def line(self) -> str:
        """The rule as a line of text."""
        cells, value = (self.texts.get(key, ((0, 0), ""))[1] for key in (_CELLS, _VALUE))
        if self.is_board:
            return f"{self.name}: {value or cells}"
        head = f"{self.name} {value}".strip()
        return f"{head}: {cells}" if cells else head

    def problem(self, error: InputError, source: Source) -> InputError:
        """The error for this rule, at the cell of the sheet with the word."""
        found = [
            place
            for key in (_CELLS, _VALUE, _RULE)
            for place, text in [self.texts.get(key, ((0, 0), ""))]
            if text and any(f"'{word}'" in error.problem for word in (text, *text.split()))
        ]
        return InputError(error.problem, source.at(*(found or [self.texts[_RULE][0]])[0]))


@dataclass(frozen=True)
class RuleTable:
    """The rules of a sheet, and the cells that the table covers."""

    rows: tuple[RuleRow, ...]
    places: frozenset[Place]

    def board(self, source: Source, size: int | None = None) -> Board | None:
        """The board that the table describes, if there is one; raises InputError."""
        words = self.words(source, size)
        if words.size is None:  # layers alone do not determine it
            return None
        board = words.board(size or 9)
        if not board.is_square:
            raise InputError("a board of this shape is not read from a sheet; use a text", source)
        return board

    def words(self, source: Source, size: int | None = None) -> BoardWords:
        """The description of the board in the table; raises InputError."""
        words = BoardWords()
        for row in self.rows:
            if row.is_board:
                try:
                    words = board_line(words, row.line)
                    words.board(size or 9)
                except InputError as error:
                    raise row.problem(error, source) from None
        return words

    def rules(self, board: Board, source: Source) -> tuple[Constraint, ...]:
        """The rules on a board; raises InputError, which names the cell of the sheet."""
        found: list[Constraint] = []
        board = board_for((row.line for row in self.rows), board)
        for row in self.rows:
            if not row.is_board:
                try:
                    found += rules_of(row.line, board)
                except InputError as error:
                    raise row.problem(error, source) from None
        return tuple(found)

    def layer_problem(self, name: str, problem: str, source: Source) -> InputError:
        """The error for a layer, at the row that declares it."""
        for row in self.rows:
            if row.name.lower() in LAYER_LINES and name in row.line.split():
                return row.problem(InputError(problem), source)
        return InputError(problem, source)


def rule_table(picture: SheetPicture) -> RuleTable | None:
    """All tables of rules of a sheet, combined; None if it has none."""
    rows: list[RuleRow] = []
    places: set[Place] = set()
    for place in sorted(picture.texts):
        columns = _columns(picture, place)
        if columns is not None and place not in places:
            places |= {(place[0], column) for column in columns.values()}
            for row in _rows(picture, place[0] + 1, columns):
                places |= {at for at, _ in row.texts.values()}
                rows.append(row)
    kept = tuple(row for row in rows if not row.name.startswith("#"))
    return RuleTable(kept, frozenset(places)) if rows else None


def _columns(picture: SheetPicture, place: Place) -> dict[str, int] | None:
    """The column of each heading, if a heading of rules begins at a place."""
    top, left = place
    if _text(picture, place).lower().rstrip("s") != _RULE:
        return None
    names = {_text(picture, (top, left + at)).lower(): left + at for at in range(1, _WIDTH)}
    found = {name: column for name, column in names.items() if name in (_CELLS, _VALUE)}
    return {_RULE: left} | found if found else None


def _rows(picture: SheetPicture, top: int, columns: dict[str, int]) -> Iterator[RuleRow]:
    """The rows below a heading, up to the first without a rule."""
    while _text(picture, (top, columns[_RULE])):
        texts = {
            key: ((top, column), _text(picture, (top, column))) for key, column in columns.items()
        }
        yield RuleRow(texts)
        top += 1


def _text(picture: SheetPicture, place: Place) -> str:
    """The text of a cell. A whole number has no decimals."""
    value = picture.cell(*place).value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None or isinstance(value, bool) else str(value).strip()
