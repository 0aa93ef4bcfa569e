"""Puzzles and solutions written in a format, and one format converted to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, TextIOBase
from pathlib import Path
from typing import IO, Any

from cpsudoku.core.errors import InputError, Unsupported, quoted
from cpsudoku.core.files import writing
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Verdict
from cpsudoku.formats import FORMATS, READ_ONLY, Format, format_of_suffix
from cpsudoku.solving.reading import AboutPuzzle, as_puzzle, read_many

Writable = Puzzle | Grid | str | Path | Verdict | Result | AboutPuzzle
Target = str | Path | IO[bytes]


@dataclass(frozen=True)
class Written:
    """What was written: the name of the format, the number of puzzles, and what was left out.

    ``problems`` has an InputError for each entry that is not a puzzle. ``data`` holds the bytes
    where no target was named.
    """

    format: str
    count: int
    problems: tuple[InputError, ...] = ()
    data: bytes = b""

    @property
    def text(self) -> str:
        """The data as text, for formats that are texts."""
        return self.data.decode()


def write(
    things: Writable | Iterable[Writable],
    target: Target | None = None,
    *,
    format: str | None = None,
    keep_formulas: bool = False,
) -> Written:
    """Write puzzles, or the solutions of verdicts, to a file, ``-`` or an open binary file.

    Without a target, the value returned holds the bytes. ``format`` is a name of ``FORMATS``
    [default: from the suffix of the target, or ``line``]. ``keep_formulas`` writes CSV without
    the apostrophe before texts such as ``=1+1``. A file appears under its name only when it is
    complete.

    >>> write(["1....4....3....2", "1..4..1.2......3"], format="line").text.split()
    ['1....4....3....2', '1..4..1.2......3']
    """
    return _written(map(_result, _each(things)), target, format, keep_formulas)


def convert(
    source: str | Path | IO[bytes],
    target: Target | None = None,
    *,
    to: str | None = None,
    format: str | None = None,
    box: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
    named: str | None = None,
    every: bool = False,
    keep_formulas: bool = False,
) -> Written:
    """Write the puzzles of a source in another format, unsolved.

    ``to`` is the format to write [default: from the suffix of the target, or ``line``]. ``format``
    and the other keywords are those of ``read``. Entries that are not puzzles are left out; the
    value returned names them.

    >>> print(convert("1....4....3....2", to="grid").text.strip())
    +-----+-----+
    | 1 . | . . |
    | . 4 | . . |
    +-----+-----+
    | . . | 3 . |
    | . . | . 2 |
    +-----+-----+
    """
    entries = read_many(
        [source],
        format=format,
        box=box,
        column=column,
        sheet=sheet,
        range=range,
        named=named,
        every=every,
    )
    results = (
        Result(problem=entry) if isinstance(entry, InputError) else Result(entry)
        for entry in entries
    )
    return _written(results, target, to, keep_formulas)


def _written(
    results: Iterable[Result], target: Target | None, format: str | None, keep_formulas: bool
) -> Written:
    counting = _Counting(results)
    if target is None:
        stream = BytesIO()
        chosen = output_format("", format, keep_formulas)
        chosen.write(counting, stream)
        return counting.written(chosen, stream.getvalue())
    if not isinstance(target, str | Path):
        if not hasattr(target, "write") or isinstance(target, TextIOBase):
            raise InputError(f"{quoted(target)} is not a file name or an open binary file")
        chosen = output_format("", format, keep_formulas)
        chosen.write(counting, target)
        return counting.written(chosen)
    chosen = output_format(str(target), format, keep_formulas)
    with writing(Path(target)) as stream_of_file:
        chosen.write(counting, stream_of_file)
    return counting.written(chosen)


class _Counting:
    """The same results, counted as they pass."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = results
        self._count, self._problems = 0, list[InputError]()

    def __iter__(self) -> Iterator[Result]:
        for result in self._results:
            if result.problem is not None:
                self._problems.append(result.problem)
            else:
                self._count += 1
            yield result

    def written(self, chosen: Format, data: bytes = b"") -> Written:
        """What has passed."""
        return Written(chosen.name, self._count, tuple(self._problems), data)


def _each(things: Any) -> Iterator[Any]:
    one = isinstance(things, Puzzle | Grid | Verdict | Result | str | Path)
    if one or isinstance(getattr(things, "puzzle", None), Puzzle):
        return iter([things])
    try:
        return iter(things)
    except TypeError:
        raise InputError(f"{quoted(things)} is not a puzzle, a verdict or several") from None


def _result(thing: Any) -> Result:
    if isinstance(thing, Result):
        return thing
    if isinstance(thing, Verdict):
        return Result(thing.puzzle, thing)
    return Result(as_puzzle(thing))


def output_format(target: str, name: str | None = None, keep_formulas: bool = False) -> Format:
    """The format to write a file in: the one named, else that of its suffix, else ``line``.

    With ``keep_formulas``, CSV may hold texts that a spreadsheet takes for formulas. Raises
    Unsupported for the workbooks that are only read, and for formats that have no formulas.
    """
    suffix = Path(target).suffix.lower()
    if suffix in READ_ONLY:
        raise Unsupported(f"{target}: {suffix} workbooks are only read; write an .xlsx")
    chosen = FORMATS[name] if name is not None else format_of_suffix(target) or FORMATS["line"]
    if not keep_formulas:
        return chosen
    if chosen.name != "csv":
        raise Unsupported(f"{{keep_formulas}} is for CSV, and the output is {chosen.name}")
    from cpsudoku.formats.tables.csv import Csv

    return Csv(keep_formulas=True)
