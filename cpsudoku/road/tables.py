"""Tables of puzzles in, the same tables with more columns out.

narwhals knows the kinds of data frames, so that none needs code of its own here. Any other object
that has the Arrow PyCapsule interface is read through that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.road.arrow import ratings, verdicts
from cpsudoku.road.settings import Requirements, Settings
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded
from cpsudoku.teaching.rating.base import BOTH, GUESSES, scales_of

if TYPE_CHECKING:
    import narwhals
    import pyarrow as pa

Table = TypeVar("Table")
SOLVED = ("status", "solution", "reason")
GUESSED = ("status", "guesses", "reason")


def check_table(
    table: Table,
    column: str | None = None,
    *,
    minimal: bool = False,
    canonical: bool = False,
    guesses: bool = False,
    require: str = "",
    limit: float | None = None,
    cross_check: float = 0.0,
    engine: str | None = None,
    count: int = 2,
    jobs: int | None = None,
) -> Table:
    """Return the table with the verdict of each puzzle in new columns, in the same order.

    table: a data frame of pandas, Polars or another library that narwhals supports, a DuckDB
    relation, or a ``pyarrow`` Table or RecordBatch. The result has the same type. For any other
    object with the Arrow PyCapsule interface, the result is a ``pyarrow.Table``.
    column: the name of the column of puzzles [default: found by its name or content].
    minimal, canonical, guesses: add a column of that name. require: requirements, separated by
    commas; the column ``failed`` lists those that a row does not meet. limit: seconds per puzzle.
    cross_check: the share of rows that a second engine also judges. engine: a name of ``ENGINES``.
    count: the number of solutions to look for; any number except 2 adds the column ``count``. jobs:
    the number of processes for long work [default: one per core].

    The new columns are ``status``, ``clues``, ``solution``, ``given_solution_ok``, ``reason`` and
    ``failed``. If the table already has such a column, the new one is called ``cpsudoku_status``,
    and so on. Duplicates are not searched for. Raises InputError if no column holds puzzles.

    With Ray Data: ``dataset.map_batches(partial(check_table, jobs=1), batch_format="pyarrow")``.
    With Spark: ``frame.mapInArrow(lambda batches: map(partial(check_table, jobs=1), batches),
    schema)``. In both, each worker has its own core.

    >>> import pandas
    >>> frame = pandas.DataFrame({"puzzle": ["1....4....3....2", "1.3..41.2..34.2."]})
    >>> check_table(frame)[["status", "clues"]].to_dict("list")
    {'status': ['multiple', 'unique'], 'clues': [4, 8]}
    """
    settings = Settings(
        minimal=minimal,
        canonical=canonical,
        requirements=Requirements.parse([require] if require else []),
        seconds=limit,
        cross_check=cross_check,
        engine=engine,
        count=count,
        guesses=guesses,
    )
    return extended(table, lambda rows: verdicts(rows, column, settings, jobs))


def solve_table(
    table: Table,
    column: str | None = None,
    *,
    limit: float | None = None,
    engine: str | None = None,
    jobs: int | None = None,
) -> Table:
    """Return the table with the new columns ``status``, ``solution`` and ``reason``.

    ``solution`` is null unless the puzzle has exactly one. Tables and parameters are those of
    ``check_table``.

    >>> import pyarrow
    >>> solve_table(pyarrow.table({"puzzle": ["1.3..41.2..34.2."]})).to_pylist()[0]["solution"]
    '1234341221434321'
    """
    settings = Settings(seconds=limit, engine=engine)
    return extended(table, lambda rows: verdicts(rows, column, settings, jobs).select(SOLVED))


def rate_table(
    table: Table,
    column: str | None = None,
    *,
    scale: str = BOTH,
    limit: float | None = None,
    jobs: int | None = None,
) -> Table:
    """Return the table with the rating of each puzzle, in the columns of ``cpsudoku rate -o``.

    These are ``status``, ``ER``, ``EP``, ``ED``, ``hodoku_level``, ``hodoku_score``, ``level``,
    ``effort``, ``hardest`` and ``reason``. The ratings are null for puzzles without exactly one
    solution. Tables and parameters are those of ``check_table``, and ``scale`` is that of ``rate``.
    With the scale ``guesses`` the columns are ``status``, ``guesses`` and ``reason``. jobs: the
    number of processes for a table of some hundred rows or more [default: one per core].

    >>> import pyarrow
    >>> rated = rate_table(pyarrow.table({"puzzle": ["." * 81]}))
    >>> rated["status"].to_pylist(), rated["ER"].to_pylist()
    (['multiple'], [None])
    """
    if GUESSES in scales_of(scale):
        settings = Settings(seconds=limit, guesses=True)
        return extended(table, lambda rows: verdicts(rows, column, settings, jobs).select(GUESSED))
    return extended(table, lambda rows: ratings(rows, column, scale, limit, jobs))


def extended(table: Table, added: Callable[[pa.Table], pa.Table]) -> Table:
    """The table with the columns that ``added`` returns for it, as the same kind of table."""
    arrow()
    import pyarrow as pa

    result: Table
    if isinstance(table, pa.Table):
        result = _joined(table, added(table))
    elif isinstance(table, pa.RecordBatch):
        whole = pa.Table.from_batches([table])
        joined = _joined(whole, added(whole))
        columns = [column.combine_chunks() for column in joined.columns]
        result = pa.RecordBatch.from_arrays(columns, schema=joined.schema)
    else:
        result = _of_another_kind(table, added)
    return result


def _of_another_kind(table: object, added: Callable[[pa.Table], pa.Table]) -> Any:
    nw = _narwhals()
    try:
        frame = nw.from_native(table, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise InputError("two columns have the same name; rename one") from None
    if isinstance(frame, nw.LazyFrame):
        whole = frame.collect("pyarrow").to_native()
        lazy = nw.from_native(_joined(whole, added(whole))).lazy(backend=frame.implementation)
        return lazy.to_native()
    if isinstance(frame, nw.DataFrame):
        new = added(_arrow_of(frame))
        new = new.rename_columns(free_names(new.schema.names, frame.columns))
        columns = nw.from_arrow(new, backend=frame.implementation).iter_columns()
        return frame.with_columns(*columns).to_native()
    if not (hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__")):
        raise InputError(
            "{table} is not a table; expected a data frame or Arrow data", table=quoted(table)
        )
    import pyarrow as pa

    whole = pa.table(table)
    return _joined(whole, added(whole))


def _joined(table: pa.Table, new: pa.Table) -> pa.Table:
    names = free_names(new.schema.names, table.schema.names)
    for name, column in zip(names, new.columns, strict=True):
        table = table.append_column(name, column)
    return table


def free_names(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """The names, with a prefix if the table already has a column of that name."""
    free = []
    for name in names:
        prefix = ""
        while prefix + name in taken:
            prefix += "cpsudoku_"
        free.append(prefix + name)
    return free


def _arrow_of(frame: narwhals.DataFrame[Any]) -> pa.Table:
    """The columns of a data frame in Arrow; a column of mixed types as text."""
    import pyarrow as pa

    columns: dict[str, pa.Array] = {}
    for name in frame.columns:
        series = frame.get_column(name)
        try:
            columns[str(name)] = series.to_arrow()
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
            columns[str(name)] = pa.array([str(value) for value in series.to_list()])
    return pa.table(columns)


def _narwhals() -> ModuleType:
    extras.require("narwhals", worded("a data frame"))
    import narwhals
    import narwhals.exceptions

    return narwhals
