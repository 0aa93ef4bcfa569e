"""The straight line as functions: read, search, judge, write. The public API is here."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from io import TextIOBase
from pathlib import Path
from time import perf_counter
from typing import IO, Any

from cpsudoku.core import parameters
from cpsudoku.core.errors import EngineError, InputError, Source, Unsupported, quoted
from cpsudoku.core.files import writing
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Result, Status, Verdict, judge
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, LOGIC_ENGINE, REFERENCE_ENGINE, Engine
from cpsudoku.engines.base import BatchEngine
from cpsudoku.formats import (
    FORMATS,
    READ_ONLY,
    Document,
    Entry,
    Format,
    ReadOptions,
    format_of,
    format_of_suffix,
    open_input,
    read_document,
)
from cpsudoku.formats.base import TextFormat
from cpsudoku.formats.tables.values import plain, puzzle_of_value
from cpsudoku.techniques import select

CROSS_CHECK_SECONDS = 10.0  # the reference's limit where the user gave none

AnyEngine = str | Engine
"""An engine, or the name of one in the table."""
Cell = int | float | str | None
Solvable = Puzzle | Grid | str | Path | Iterable[Iterable[Cell]] | Iterable[Cell]
"""What ``as_puzzle`` takes; arrays and data frames too."""
Writable = Puzzle | Grid | str | Path | Verdict | Result


def read_entries(
    inputs: Iterable[str | Path],
    format: str | None = None,
    options: ReadOptions = ReadOptions(),
) -> Generator[Entry, None, None]:
    """Each puzzle of the inputs in order, or the InputError of each entry that is none.

    An input is a file, ``-`` or a puzzle. One that can't be read at all is an InputError too,
    and the next goes on.
    """
    for number, text in enumerate(inputs, 1):
        try:
            with open_input(str(text), number) as document:
                yield from read_document(document, format, options)
        except InputError as error:
            yield error


def read(
    source: str | Path | IO[bytes],
    *,
    format: str | None = None,
    box: str | None = None,
    column: str | None = None,
    sheet: str | None = None,
    range: str | None = None,
) -> Iterator[Puzzle]:
    """Each puzzle of a file, an open binary file, ``-`` or a puzzle's text.

    A text that names a file is that file: use ``Puzzle.parse`` for texts from strangers.
    ``format`` is a name of ``FORMATS`` (by default suffix and content tell), ``box`` such as
    ``"3x2"``, ``column`` of a CSV, ``sheet`` and ``range`` of a workbook. Raises InputError at
    the first entry that is no puzzle; ``read_entries`` goes on.
    """
    geometry = Geometry.parse_box(box) if box is not None else None
    for name, value in (("column", column), ("sheet", sheet), ("range", range)):
        if value is not None:
            parameters.text(name, value)
    options = ReadOptions(geometry, column, sheet, range)
    if isinstance(source, str | Path):
        entries: Iterator[Entry] = read_entries([source], format, options)
    else:
        if not hasattr(source, "read"):
            allowed = "a file, an open binary file, - or a text of puzzles"
            raise InputError(f"{quoted(source)} is not {allowed}")
        name = str(getattr(source, "name", "<stream>"))
        entries = read_document(Document(name, source, Path(name).suffix), format, options)
    yield from _raising(entries)


def as_puzzle(thing: Solvable) -> Puzzle:
    """The one puzzle that a value means: a Puzzle, a Grid, a text or file, a table.

    A table is a list of rows or of all cells, an array or a data frame: whole numbers (5 and 5.0),
    texts of one symbol, and 0, None, nan or '' for a blank. A text that names a file is that file:
    use ``Puzzle.parse`` for texts from strangers. Raises InputError when it is none, or several.
    """
    if isinstance(thing, Puzzle):
        return thing
    if isinstance(thing, Grid):
        return Puzzle(thing)
    if isinstance(thing, str | Path):
        return _only(read(thing))
    return puzzle_of_value(plain(thing), Source())


def parse(text: str, box: str | None = None) -> Puzzle:
    """``Puzzle.parse``: the one puzzle of a text, without a look at the file system."""
    document = Document.of_text(parameters.text("text", text, "a text"), "text")
    if not isinstance(format_of(document), TextFormat):
        raise InputError("a workbook is not a text; use cpsudoku.read", document.source)
    geometry = Geometry.parse_box(box) if box is not None else None
    return _only(_raising(read_document(document, None, ReadOptions(geometry))))


def _raising(entries: Iterable[Entry]) -> Iterator[Puzzle]:
    """The puzzles among the entries; raises the first InputError."""
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        yield entry


def _only(puzzles: Iterator[Puzzle]) -> Puzzle:
    """The puzzle; raises InputError where there is another, or what follows is none."""
    puzzle = next(puzzles)
    if next(puzzles, None) is not None:
        raise InputError("more than one puzzle in it; use cpsudoku.read", puzzle.source)
    return puzzle


def solve(
    puzzle: Solvable,
    *,
    first: bool = False,
    engine: str | None = None,
    techniques: str | None = None,
    limit: float | None = None,
) -> Verdict:
    """The solution, and whether it is the only one; ``first`` skips that proof.

    ``puzzle`` is what ``as_puzzle`` takes. A text that names a file is that file: pass
    ``Puzzle.parse(text)`` for a text from strangers.
    ``techniques`` is for the engine ``logic``: a level (and all below it), or names by commas.
    ``limit`` is in seconds; when it runs out the status is UNKNOWN. Raises InputError for what
    is no puzzle, Unsupported when the engine can't take it.
    """
    chosen = chosen_engine(engine, techniques) or DEFAULT_ENGINE
    return settle(as_puzzle(puzzle), chosen, 1 if first else 2, Limit(seconds=limit))


def check(
    puzzle: Solvable,
    *,
    count: int = 2,
    engine: str = DEFAULT_ENGINE,
    limit: float | None = None,
) -> Verdict:
    """Whether there are none, one or several solutions; up to ``count`` of them.

    Takes the same puzzles as ``solve`` and raises the same errors.
    """
    return settle(as_puzzle(puzzle), engine, count, Limit(seconds=limit))


def chosen_engine(engine: str | None, techniques: str | None) -> AnyEngine | None:
    """The engine that was asked for: with techniques the engine ``logic`` that uses only them.

    Raises UnknownName, and Unsupported where another engine is to use techniques.
    """
    if techniques is None:
        return engine
    if engine not in (None, LOGIC_ENGINE):
        raise Unsupported(
            f"engine {quoted(engine)} uses no techniques; try --engine {LOGIC_ENGINE}"
        )
    from cpsudoku.engines.logic import Logic

    return Logic(select(techniques))


def settle(
    puzzle: Puzzle, engine: AnyEngine = DEFAULT_ENGINE, want: int = 2, limit: Limit = NO_LIMIT
) -> Verdict:
    """One search, judged. Givens that clash need no search.

    Raises BadParameter unless ``want`` is a whole number, 1 or more.
    """
    name, chosen = _engine(engine)
    want = parameters.whole("count", want, least=1)
    refuse_unsupported(puzzle, engine)
    start = perf_counter()
    found = chosen.search(puzzle, want, limit)
    return judge(puzzle, found, name, perf_counter() - start)


def _engine(engine: AnyEngine) -> tuple[str, Engine]:
    """The name and the engine; raises UnknownName for a name, or a thing, that is no engine."""
    if isinstance(engine, str) or not hasattr(engine, "search"):
        return str(engine), ENGINES[engine]  # type: ignore[index]  # another thing: UnknownName
    return engine.name, engine


def settle_all(
    puzzles: Sequence[Puzzle],
    engine: AnyEngine = DEFAULT_ENGINE,
    want: int = 2,
    limit: Limit = NO_LIMIT,
) -> list[Verdict]:
    """The verdicts of many puzzles; an engine that takes many at once does so.

    Raises Unsupported when the engine can't take one of them.
    """
    name, chosen = _engine(engine)
    want = parameters.whole("count", want, least=1)
    if not isinstance(chosen, BatchEngine):
        return [settle(puzzle, engine, want, limit) for puzzle in puzzles]
    for puzzle in puzzles:
        refuse_unsupported(puzzle, engine)
    start = perf_counter()
    found = chosen.search_all(list(puzzles), want, limit)
    seconds = (perf_counter() - start) / max(1, len(puzzles))
    pairs = zip(puzzles, found, strict=True)
    return [judge(puzzle, evidence, name, seconds) for puzzle, evidence in pairs]


def refuse_unsupported(puzzle: Puzzle, engine: AnyEngine) -> None:
    """Raise Unsupported, with what to try, when the engine can't take the puzzle."""
    name, chosen = _engine(engine)
    why = chosen.unsupported(puzzle)
    if why is not None:
        others = ", ".join(other for other in ENGINES if other != name)
        raise Unsupported(f"engine {name!r} {why} ({puzzle.source}); try --engine {others}")


def cross_check(verdict: Verdict, want: int = 2, limit: Limit = NO_LIMIT) -> Verdict:
    """The verdict of a second engine, of independent make.

    Raises EngineError when the two disagree; where either is undecided they do not. Without a
    limit of its own the reference gets 10 seconds.
    """
    other = REFERENCE_ENGINE if verdict.engine == DEFAULT_ENGINE else DEFAULT_ENGINE
    if other == REFERENCE_ENGINE and limit.seconds is None:
        limit = Limit(CROSS_CHECK_SECONDS, limit.nodes)
    second = settle(verdict.puzzle, other, want, limit)
    if Status.UNKNOWN not in (verdict.status, second.status) and not _agree(verdict, second):
        raise EngineError(
            f"engines disagree: {verdict.engine} says {_said(verdict)}, "
            f"{second.engine} says {_said(second)}",
            verdict.puzzle.givens.line,
        )
    return second


def _agree(first: Verdict, second: Verdict) -> bool:
    if first.status != second.status or first.exhausted != second.exhausted:
        return False
    return not first.exhausted or set(first.solutions) == set(second.solutions)


def _said(verdict: Verdict) -> str:
    return f"{verdict.word} with {len(verdict.solutions)} solutions"


def write(
    things: Writable | Iterable[Writable],
    target: str | Path | IO[bytes],
    *,
    format: str | None = None,
    keep_formulas: bool = False,
) -> None:
    """Write puzzles, or the solutions of verdicts, to a file, ``-`` or an open binary file.

    ``format`` is a name of ``FORMATS``; by default the suffix of ``target`` tells, else ``line``.
    ``keep_formulas`` writes CSV without the apostrophe before texts such as ``=1+1``.
    A file is written beside itself first and then renamed, so it is whole or not there.
    """
    results = map(_result, _each(things))
    if not isinstance(target, str | Path):
        if not hasattr(target, "write") or isinstance(target, TextIOBase):
            raise InputError(f"{quoted(target)} is not a file name or an open binary file")
        output_format("", format, keep_formulas).write(results, target)
        return
    chosen = output_format(str(target), format, keep_formulas)
    with writing(Path(target)) as stream:
        chosen.write(results, stream)


def _each(things: Any) -> Iterator[Any]:
    if isinstance(things, Puzzle | Grid | Verdict | Result | str | Path):
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

    ``keep_formulas``: CSV may hold texts that a spreadsheet takes for formulas. Raises Unsupported
    for the workbooks that are only read, and where there are no formulas to keep.
    """
    suffix = Path(target).suffix.lower()
    if suffix in READ_ONLY:
        raise Unsupported(f"{target}: {suffix} workbooks are only read; write an .xlsx")
    chosen = FORMATS[name] if name is not None else format_of_suffix(target) or FORMATS["line"]
    if not keep_formulas:
        return chosen
    if chosen.name != "csv":
        raise Unsupported(f"--keep-formulas is for CSV, and the output is {chosen.name}")
    from cpsudoku.formats.tables.csv import Csv

    return Csv(keep_formulas=True)
