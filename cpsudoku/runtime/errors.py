"""The source of an input, and all errors.

Every message has the form ``<source>: <problem>``. It names the place, what was found and what is
allowed. Places are counted from 1, as the user counts them.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from cpsudoku.runtime.printable import encodable, printable
from cpsudoku.runtime.words import changed, joined, worded

EXIT_OK, EXIT_IMPROPER, EXIT_USAGE, EXIT_UNDECIDED, EXIT_BUG, EXIT_INTERRUPT = 0, 1, 2, 3, 70, 130
EXIT_CLOSED_PIPE = 141  # 128 + SIGPIPE, as a shell reports it
_WORST_FIRST = (EXIT_USAGE, EXIT_UNDECIDED, EXIT_IMPROPER)


def worst(codes: Collection[int]) -> int:
    """The worst of several exit codes of puzzles: 2, then 3, then 1, then 0."""
    return next((code for code in _WORST_FIRST if code in codes), EXIT_OK)


def worst_of(*, malformed: int, undecided: int, improper: int) -> int:
    """The exit code of a run, from the numbers of rows with each problem."""
    found = {EXIT_USAGE: malformed, EXIT_UNDECIDED: undecided, EXIT_IMPROPER: improper}
    return worst({code for code, count in found.items() if count})


def cell_address(row: int, column: int) -> str:
    """The spreadsheet address of a cell. Rows and columns count from 1: (4, 7) is 'G4'."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


class _Short(reprlib.Repr):
    """Reprs that fit into a message. If a repr fails, the type name replaces it."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = 40
        self.maxlevel = 3

    def repr1(self, x: object, level: int) -> str:
        try:
            return super().repr1(x, level)
        except Exception:  # an int of 5,000 digits, or an error in someone's __repr__
            return f"<{type(x).__name__}>"


quoted = _Short().repr  # a value as messages quote it


@dataclass(frozen=True)
class Source:
    """The place of a puzzle or of one of its cells. Rows and columns count from 1.

    ``file`` is the name that opens the file; ``name`` is the name as outputs show it.
    ``row`` and ``column`` are a line and a character of a text, or a row and a column of a sheet.
    For a grid in a sheet, ``rows`` and ``columns`` contain the position of each of its rows and
    columns, because there may be empty ones between its boxes. If the whole puzzle is in one cell,
    they repeat the position of this cell n times. ``last`` is the last row and column of its range,
    if its last cell is a merged cell. ``page`` is a page of a PDF file, and ``grid`` the number of
    a grid in a picture with several.
    """

    file: str = ""
    sheet: str | None = None
    row: int | None = None
    column: int | None = None
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    last: tuple[int, int] | None = None
    page: int | None = None
    grid: int | None = None

    @property
    def name(self) -> str:
        """The name of the file, in a form that every output can encode. Not all names are UTF-8."""
        return encodable(self.file)

    def at(self, row: int | None, column: int | None = None) -> Source:
        """The same file and sheet, at another place."""
        return Source(self.file, self.sheet, row, column)

    def spread(
        self,
        rows: tuple[int, ...],
        columns: tuple[int, ...],
        last: tuple[int, int] | None = None,
    ) -> Source:
        """The source of the grid in these rows and columns of the sheet."""
        return replace(self, row=rows[0], column=columns[0], rows=rows, columns=columns, last=last)

    def address(self, row: int, column: int) -> str | None:
        """The spreadsheet address of the cell at this row and column, from 0; None for a text."""
        if self.sheet is None or self.row is None or self.column is None:
            return None
        if self.rows and self.columns:
            return cell_address(self.rows[row], self.columns[column])
        return cell_address(self.row + row, self.column + column)

    @property
    def range(self) -> str | None:
        """The range of the grid in its sheet, ``B2:J10``, or None if it is unknown."""
        if not self.rows or not self.columns:
            return None
        first = cell_address(self.rows[0], self.columns[0])
        last = cell_address(*(self.last or (self.rows[-1], self.columns[-1])))
        return first if first == last else f"{first}:{last}"

    @property
    def place(self) -> str:
        """The place inside the file: ``line 3, column 5`` or ``sheet 'Easy', cell G4``."""
        return joined(self._parts(), "{one}, {other}")

    def _parts(self) -> list[str]:
        """The parts of the place inside the file, from the widest to the narrowest."""
        if self.page is not None or self.grid is not None:
            parts = [worded("page {n}", n=self.page)] if self.page else []
            return [*parts, worded("grid {n}", n=self.grid)] if self.grid else list(parts)
        if self.sheet is not None:
            sheet = worded("sheet {name}", name=repr(self.sheet))
            if self.row is None or self.column is None:
                return [sheet]
            cell = self.range or cell_address(self.row, self.column)
            return [sheet, cell if ":" in cell else worded("cell {cell}", cell=cell)]
        parts = [worded("line {n}", n=self.row)] if self.row is not None else []
        if self.column is not None:
            parts.append(worded("column {n}", n=self.column))
        return list(parts)

    @property
    def words(self) -> str:
        """The place as ``worded`` takes it: it can be said in other languages."""
        *before, said = [part for part in (self.file, *self._parts()) if part] or ["puzzle"]
        for part in reversed(before):
            said = worded("{one}, {other}", one=part, other=said)
        return changed(said, printable)

    def __str__(self) -> str:
        return str(self.words)


# The parameters that messages may name, such as {from}, and their names in the library.
_NAMES = """
address alone answers box clues column count cross_check difficulty edits engine force
ignore_drawings in_place jobs keep keep_formulas labels limit named on online output
overwrite_formulas paper pattern per_page proof puzzle puzzles qr range rating regions reject
require resume rules seed sheet size solution suggestions symmetry technique techniques title uses
"""
PARAMETERS = {"from": "format", "to": "format", "all": "every"}
PARAMETERS |= {name: name for name in _NAMES.split()}
_BRACES = re.compile(r"\{(\w+)\}")


def spelled(text: str, name_of: Callable[[str], str] | None = None) -> str:
    """A text in which each parameter has the name that the caller knows."""

    def name_in(braces: re.Match[str]) -> str:
        name = braces[1]
        if name not in PARAMETERS:
            return braces[0]
        return name_of(name) if name_of is not None else PARAMETERS[name]

    return changed(text, lambda english: _BRACES.sub(name_in, english))


class CpsudokuError(Exception):
    """The base class of all errors that cpsudoku raises. Its message is safe to show.

    Its ``values`` replace their names in braces in the message, as those of ``worded`` do. A
    parameter in braces, as in ``use {sheet}``, is shown as ``sheet`` by the library, and as
    ``--sheet`` by the command line.
    """

    exit_code = EXIT_USAGE

    def __init__(self, message: str = "", /, **values: object) -> None:
        self.template = changed(worded(message, **values), printable)
        super().__init__(str(self.message()))

    def message(self, name_of: Callable[[str], str] | None = None) -> str:
        """The message, in which each parameter has the name that the caller knows."""
        return spelled(self.template, name_of)

    @property
    def words(self) -> str:
        """The message as ``worded`` takes it: it can be said in other languages."""
        return self.message()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle an error of a worker process completely, whatever attributes its class has."""
        return _rebuilt, (type(self), self.args, vars(self))


class InputError(CpsudokuError, ValueError):
    """The input or a parameter can't be understood. The message is ``<source>: <problem>``."""

    def __init__(self, problem: str, source: Source | None = None, /, **values: object) -> None:
        self.source = source or Source()
        self.said = worded(problem, **values)
        placed = worded("{place}: {problem}", place=source, problem=self.said)
        super().__init__(placed if source else self.said)
        self.problem = spelled(changed(self.said, printable))

    def at(self, source: Source) -> InputError:
        """The same problem at another place."""
        return InputError(self.said, source)


class UnreadableInput(InputError):
    """An input does not exist or can't be opened, so nothing is known of its puzzles."""


# What others say when something fails, and what our own messages quote of them.
SAID_BY_OTHERS = (
    *("permission denied", "no such file or directory", "is a directory", "not a directory"),
    *("input/output error", "no space left on device", "read-only file system"),
    *("file name too long", "expecting value", "expecting ',' delimiter"),
    *("expecting ':' delimiter", "unterminated string starting at", "extra data"),
    "expecting property name enclosed in double quotes",
)


def reason(error: OSError) -> str:
    """The operating system's description of an error, in lower case like our messages."""
    return worded((error.strerror or str(error)).lower())


class BadSymbol(InputError):
    """A cell contains neither a digit of the board nor a blank."""


class BadShape(InputError):
    """The number of rows, columns or cells is wrong."""


class BadParameter(InputError):
    """A parameter has a value that is not allowed. ``allowed`` describes the allowed values.

    ``problem`` describes the mistake if ``allowed`` is not enough.
    """

    def __init__(self, parameter: str, value: object, allowed: str, problem: str = "") -> None:
        self.parameter = parameter
        self.value = value
        self.allowed = allowed
        said = problem or worded("{found} is not {allowed}", found=quoted(value), allowed=allowed)
        name = f"{{{parameter}}}" if parameter in PARAMETERS else parameter
        super().__init__("{place}: {problem}", place=name, problem=said)


class UnknownName(CpsudokuError, LookupError):
    """An engine, format or technique does not exist. The message lists the known names."""


class Unsupported(CpsudokuError):
    """An engine or a format can't do this. The message gives the reason and an alternative."""


class MissingExtra(CpsudokuError, ImportError):
    """An optional library is not installed. The message includes the command that installs it."""

    def __init__(self, message: str = "", library: str | None = None) -> None:
        super().__init__(message)
        self.name = library


class EngineError(CpsudokuError):
    """An engine returned a wrong solution, or two engines disagree. This is a bug in cpsudoku.

    ``line`` is the puzzle in one-line notation, for a bug report.
    """

    exit_code = EXIT_BUG

    def __init__(self, problem: str, line: str, /, **values: object) -> None:
        self.line = line
        said = worded(problem, **values)
        super().__init__(
            worded("{problem}; please report it with this puzzle: {line}", problem=said, line=line)
        )


for _each in (
    *(CpsudokuError, InputError, BadSymbol, BadShape, BadParameter, UnknownName, Unsupported),
    *(MissingExtra, EngineError),
):
    _each.__module__ = "cpsudoku"  # the module that users import from, as tracebacks show it


def _rebuilt(
    kind: type[CpsudokuError], args: tuple[object, ...], state: dict[str, object]
) -> object:
    error = kind.__new__(kind, *args)
    error.args = args
    vars(error).update(state)
    return error
