"""The fields of a line that hold the puzzle and the answer, and the careful reader of a line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cpsudoku.formats import FORMATS, Document, Entry, ReadOptions, format_of
from cpsudoku.formats.base import with_asked_rules
from cpsudoku.formats.document import line_of
from cpsudoku.formats.line_by_line import is_content
from cpsudoku.formats.tables.columns import Columns, columns_of
from cpsudoku.formats.tables.csv_rows import is_comment
from cpsudoku.formats.tables.json import puzzles_of_line
from cpsudoku.formats.text.line import entry_of_line
from cpsudoku.formats.text.puzzle_line import usual_size
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

NO_FIELD = -1
ANY = 0  # a line of text: fields end at a space, tab, comma, semicolon, colon ...
JSON = 1  # a delimiter that no text contains: the careful reader gets every line
_TEXTS = ("line", "sdm")


@dataclass(frozen=True)
class LineLayout:
    """How a line is split. ``delimiter`` is a byte, ANY for lines of text, JSON for JSON lines.

    ``puzzle`` and ``solution`` are numbers of fields of a table; ``names`` is its heading.
    ``every`` means that every line is a row, even an empty one, as in a column of a table.
    ``usual`` is the size of most puzzles in lines of text, for messages. ``of_rules`` are the
    fields of a table that may be about rules. ``options`` are the board and the rules of all
    puzzles, if they are not classic.
    """

    delimiter: int = ANY
    puzzle: int = 0
    solution: int = NO_FIELD
    names: tuple[str, ...] = ()
    every: bool = False
    usual: int | None = None
    of_rules: tuple[int, ...] = ()
    options: ReadOptions = ReadOptions()

    @staticmethod
    def of_columns(columns: Columns) -> LineLayout:
        """The layout of a table."""
        solution = NO_FIELD if columns.solution is None else columns.solution
        return LineLayout(
            ord(columns.delimiter),
            columns.puzzle,
            solution,
            columns.names,
            of_rules=columns.of_rules,
        )

    @property
    def is_table(self) -> bool:
        """Whether a line is a row of CSV."""
        return self.delimiter not in (ANY, JSON)

    def entry(self, line: bytes, source: Source) -> Entry | None:
        """One line read by the reader of its format; None if the line is not a row."""
        entry = self._without_rules(line, source)
        return None if entry is None else with_asked_rules(entry, self.options.rules)

    def _without_rules(self, line: bytes, source: Source) -> Entry | None:
        if self.is_table:
            entry = self._columns.entry(_text(line), source, self.options)
            if entry is None and self.every:
                return InputError("'' is not a puzzle", source)
            return entry
        text = line_of(line)
        if self.delimiter == ANY or not text.strip():
            return entry_of_line(text, source, self.options, self.usual)
        entries = list(puzzles_of_line(text, source, self.options))
        if len(entries) == 1:
            return entries[0]
        return InputError(
            "{puzzles} on one line; expected one", source, puzzles=plural(len(entries), "puzzle")
        )

    def skips(self, line: bytes) -> str:
        """Why a line is skipped: ``blank`` or ``comment``; ``""`` if it is a row."""
        if self.is_table:
            text = _text(line)
            is_row = self.every or self._columns.entry(text, Source(), ReadOptions()) is not None
            comment = is_comment(text)
        else:
            text = line_of(line)
            comment = self.delimiter == ANY and bool(text.strip())
            is_row = is_content(text) or (bool(text.strip()) and not comment)
        return "" if is_row else "comment" if comment else "blank"

    @property
    def is_careful(self) -> bool:
        """Whether the careful reader gets every row: a column may be about rules."""
        return bool(self.of_rules)

    @property
    def _columns(self) -> Columns:
        solution = None if self.solution == NO_FIELD else self.solution
        return Columns(
            chr(self.delimiter), self.names, self.puzzle, solution, of_rules=self.of_rules
        )


def _text(line: bytes) -> str:
    """A row of a table; line ends inside quotes are carriage returns in a block."""
    return line_of(line, tidied=False).replace("\r", "\n")


def layout_of(
    document: Document,
    name: str | None = None,
    column: str | None = None,
    options: ReadOptions = ReadOptions(),
) -> tuple[LineLayout, int]:
    """The layout of a document, and the line number of its heading, or 0.

    ``name`` is the format, by default the same as for every other command. Raises InputError if
    that format does not have one puzzle per line.
    """
    found = FORMATS[name] if name is not None else format_of(document)
    if found.name == "json":
        return LineLayout(JSON, options=options), 0
    if found.name == "csv":
        columns = columns_of(document.sample, column, document.source)
        if columns is not None:
            return replace(LineLayout.of_columns(columns), options=options), columns.heading
    elif found.name not in _TEXTS:
        problem = worded("it does not have one puzzle per line (read as {found})", found=found.name)
        raise InputError(problem, document.source)
    if column is not None:
        raise InputError(
            "no column {column}: it has no heading", document.source, column=repr(column)
        )
    return LineLayout(usual=usual_size(document.sample), options=options), 0
