"""Writes puzzles and solutions in a format, and converts one format to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, TextIOBase
from pathlib import Path
from typing import IO, Any

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Verdict
from cpsudoku.formats import Format, WriteOptions, format_to_write
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.files import is_file, writing
from cpsudoku.solving.reading import AboutPuzzle, Solvable, as_puzzle, read_many

Writable = Puzzle | Grid | str | Path | Verdict | Result | AboutPuzzle
Target = str | Path | IO[bytes]


@dataclass(frozen=True)
class Written:
    """What was written: the name of the format and the number of puzzles.

    ``problems`` has an InputError for each entry that is not a puzzle. ``data`` holds the bytes if
    no target was named.
    """

    format: str
    count: int
    problems: tuple[InputError, ...] = ()
    data: bytes = b""

    @property
    def text(self) -> str:
        """The data as text, for text formats."""
        return self.data.decode()


def write(
    things: Writable | Iterable[Writable],
    target: Target | None = None,
    *,
    format: str | None = None,
    title: str | None = None,
    labels: bool = True,
    answers: bool = True,
    paper: str | None = None,
    per_page: int | None = None,
    keep_formulas: bool = False,
    ignore_drawings: bool = False,
    qr: bool = False,
) -> Written:
    """Write puzzles, or the solutions of verdicts, to a file, ``-`` or an open binary file.

    Without a target, the returned value holds the bytes. ``format`` is a name of ``FORMATS``
    [default: from the suffix of the target, or ``line``]. A file gets its name only when it is
    complete.

    ``title`` is the heading of a PDF or picture and the name of the sheets of a workbook.
    ``labels=False`` leaves out the label of each puzzle, ``answers=False`` the answers of a PDF or
    workbook. A PDF has ``per_page`` puzzles on each page of ``paper``, ``a4`` or ``letter``.
    ``keep_formulas`` writes CSV without the apostrophe before texts such as ``=1+1``.
    ``ignore_drawings`` writes a puzzle without the parts that were not interpreted. ``qr`` adds a
    QR code with the link of each puzzle, without its answer, to a PDF or picture.

    >>> write(["1....4....3....2", "1..4..1.2......3"], format="line").text.split()
    ['1....4....3....2', '1..4..1.2......3']
    """
    options = WriteOptions(
        keep_formulas, title, labels, answers, paper, per_page, ignore_drawings, qr
    )
    return _written(map(_result, _each(things)), target, format, options)


def convert(
    source: str | Path | IO[bytes],
    target: Target | None = None,
    *,
    to: str | None = None,
    format: str | None = None,
    box: str | None = None,
    regions: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
    named: str | None = None,
    every: bool = False,
    rules: str | Iterable[str] | None = None,
    accept_guesses: bool = False,
    without: str | Iterable[str] | None = None,
    online: bool = False,
    title: str | None = None,
    labels: bool = True,
    answers: bool = True,
    paper: str | None = None,
    per_page: int | None = None,
    keep_formulas: bool = False,
    ignore_drawings: bool = False,
    qr: bool = False,
) -> Written:
    """Write the puzzles of a source in another format, unsolved.

    ``to`` is the format to write [default: from the suffix of the target, or ``line``]. The
    keywords from ``format`` on are those of ``read``; those from ``title`` on are those of
    ``write``. Entries that are not puzzles are skipped; the returned value names them.

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
        regions=regions,
        column=column,
        sheet=sheet,
        range=range,
        named=named,
        every=every,
        rules=rules,
        accept_guesses=accept_guesses,
        without=without,
        online=online,
    )
    results = (
        Result(problem=entry) if isinstance(entry, InputError) else Result(entry)
        for entry in entries
    )
    options = WriteOptions(
        keep_formulas, title, labels, answers, paper, per_page, ignore_drawings, qr
    )
    return _written(results, target, to, options)


def _written(
    results: Iterable[Result], target: Target | None, format: str | None, options: WriteOptions
) -> Written:
    counting = _Counting(results)
    if target is None:
        stream = BytesIO()
        chosen = output_format("", format, options)
        chosen.write(counting, stream)
        return counting.written(chosen, stream.getvalue())
    if not isinstance(target, str | Path):
        if not hasattr(target, "write") or isinstance(target, TextIOBase):
            raise InputError(
                "{target} is not a file name or an open binary file", target=quoted(target)
            )
        chosen = output_format("", format, options)
        chosen.write(counting, target)
        return counting.written(chosen)
    chosen = output_format(str(target), format, options)
    with writing(Path(target)) as stream_of_file:
        chosen.write(counting, stream_of_file)
    return counting.written(chosen)


class _Counting:
    """Yields the same results and counts them."""

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
        """What was written so far."""
        return Written(chosen.name, self._count, tuple(self._problems), data)


def _each(things: Any) -> Iterator[Any]:
    one = isinstance(things, Puzzle | Grid | Verdict | Result | str | Path)
    if one or isinstance(getattr(things, "puzzle", None), Puzzle):
        return iter([things])
    try:
        return iter(things)
    except TypeError:
        raise InputError(
            "{things} is not a puzzle, a verdict or several", things=quoted(things)
        ) from None


def _result(thing: Solvable | Verdict | Result) -> Result:
    if isinstance(thing, Result):
        return thing
    if isinstance(thing, Verdict):
        return Result(thing.puzzle, thing)
    return Result(as_puzzle(thing))


def output_format(
    target: str, name: str | None = None, options: WriteOptions = WriteOptions()
) -> Format:
    """The format of a file: the named one, or else that of its suffix, or else ``line``.

    Raises Unsupported if no format has the suffix, or if the format does not use an option.
    """
    return format_to_write(target, name).with_options(options)


def refuse_overwriting(output: Path | None, inputs: Iterable[str]) -> None:
    """Raise InputError if the output is the same file as one of the inputs."""
    if output is None or not output.exists():
        return
    for text in inputs:
        if text != "-" and is_file(text) and output.samefile(text):
            raise InputError("it is one of the inputs; write to another file", Source(str(output)))
