"""Tables of puzzles from other libraries, which come back as what they were."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from math import isnan
from typing import Any

import pytest

import cpsudoku
from cpsudoku.runtime.errors import InputError, MissingExtra
from cpsudoku.runtime.extras import install_command
from tests.puzzles import CLASHING, SOLVED, WIKIPEDIA

pa = pytest.importorskip("pyarrow")
pytest.importorskip("narwhals")

PUZZLES = [WIKIPEDIA, "." * 81, CLASHING, None, "#" + WIKIPEDIA[1:]]
WORDS = ["unique", "multiple", "conflict", "malformed", "malformed"]
DATA = {"id": list(range(len(PUZZLES))), "quiz": PUZZLES, "clues": ["a"] * len(PUZZLES)}
ADDED = ["status", "cpsudoku_clues", "solution", "given_solution_ok", "reason", "failed"]


class Capsule:
    """A table of a library that nobody has heard of."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table(DATA).__arrow_c_stream__(requested_schema)


def of_duckdb() -> Any:
    duckdb = pytest.importorskip("duckdb")
    return duckdb.from_arrow(pa.table(DATA), connection=duckdb.connect())


# For each kind of table: how one is made, and its type as its library names it.
KINDS: dict[str, tuple[Callable[[], Any], str]] = {
    "pandas": (lambda: pytest.importorskip("pandas").DataFrame(DATA), "DataFrame"),
    "Polars": (lambda: pytest.importorskip("polars").DataFrame(DATA), "DataFrame"),
    "Polars, lazy": (lambda: pytest.importorskip("polars").LazyFrame(DATA), "LazyFrame"),
    "DuckDB": (of_duckdb, "DuckDBPyRelation"),
    "Arrow": (lambda: pa.table(DATA), "Table"),
    "Arrow, a batch": (lambda: pa.record_batch(DATA), "RecordBatch"),
    "Arrow, a stream": (lambda: pa.table(DATA).to_reader(), "Table"),
    "another library": (Capsule, "Table"),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def rows_of(table: Any) -> list[dict[str, Any]]:
    """The rows of any kind of table; what is missing is None."""
    if hasattr(table, "collect"):
        table = table.collect()
    rows: list[dict[str, Any]] = pa.table(table).to_pylist()
    return [{name: None if is_nan(cell) else cell for name, cell in row.items()} for row in rows]


def is_nan(cell: object) -> bool:
    """Whether a cell is what pandas has where a value is missing."""
    return isinstance(cell, float) and isnan(cell)


@every_kind
def test_a_table_comes_back_with_verdicts(kind: str) -> None:
    make, type_name = KINDS[kind]
    result = cpsudoku.check_table(make(), require="unique")
    assert type(result).__name__ == type_name
    rows = rows_of(result)
    assert list(rows[0]) == [*DATA, *ADDED]
    assert [row["quiz"] for row in rows] == PUZZLES
    assert [row["status"] for row in rows] == WORDS
    assert [row["cpsudoku_clues"] for row in rows] == [30, 0, 30, 0, 0]
    assert [row["solution"] for row in rows] == [SOLVED, *[None] * 4]
    assert [row["failed"] for row in rows] == [None, *["unique"] * 4]


@every_kind
def test_solve_table_adds_the_only_solution(kind: str) -> None:
    make, type_name = KINDS[kind]
    result = cpsudoku.solve_table(make())
    assert type(result).__name__ == type_name
    rows = rows_of(result)
    assert list(rows[0]) == [*DATA, "status", "solution", "reason"]
    assert [row["solution"] for row in rows] == [SOLVED, *[None] * 4]


@every_kind
def test_rate_table_adds_ratings(kind: str) -> None:
    make, type_name = KINDS[kind]
    result = cpsudoku.rate_table(make())
    assert type(result).__name__ == type_name
    rows = rows_of(result)
    assert [row["status"] for row in rows] == WORDS
    ratings = [(row["ER"], row["EP"], row["hodoku_level"], row["hardest"]) for row in rows]
    assert ratings == [(1.2, 1.2, "easy", "hidden-single"), *[(None, None, None, None)] * 4]
    assert rows[3]["reason"] == "'' is not a puzzle"


def test_a_puzzle_of_another_size_is_rated_too() -> None:
    table = pa.table({"puzzle": ["1.3..41.2..34.2."]})
    row = cpsudoku.rate_table(table).to_pylist()[0]
    assert [row[name] for name in ("status", "ER", "level")] == ["unique", 1.0, "easy"]


def test_a_pandas_frame_keeps_its_index_and_its_odd_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {0: ["a", 1], "quiz": [WIKIPEDIA, float("nan")], "mixed": [{}, "x"]}, index=["p", "q"]
    )
    result = cpsudoku.check_table(frame)
    assert list(result.index) == ["p", "q"]
    assert result[[0, "quiz", "mixed"]].equals(frame)
    assert list(result["status"]) == ["unique", "malformed"]
    assert str(result["clues"].dtype) == "int16"


def test_a_checked_table_can_be_checked_again() -> None:
    once = cpsudoku.check_table(pa.table({"quiz": [WIKIPEDIA]}))
    thrice = cpsudoku.check_table(cpsudoku.check_table(once))
    words = [name for name in thrice.column_names if name.endswith("status")]
    assert words == ["status", "cpsudoku_status", "cpsudoku_cpsudoku_status"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("engine", [None, "cpsat"])
def test_a_table_longer_than_a_block_keeps_its_order(
    engine: str | None, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.runtime.processes.PATIENCE", 0.0)
    monkeypatch.setattr("cpsudoku.road.arrow.ROWS", 2)
    monkeypatch.setattr("cpsudoku.road.arrow.SLOW_ROWS", 1)
    table = pa.table({"quiz": PUZZLES})
    assert cpsudoku.check_table(table, engine=engine, jobs=jobs)["status"].to_pylist() == WORDS
    solved = cpsudoku.solve_table(table, engine=engine, jobs=jobs)["solution"].to_pylist()
    assert [text is not None for text in solved] == [word == "unique" for word in WORDS]
    assert cpsudoku.rate_table(table, jobs=jobs)["status"].to_pylist() == WORDS


@pytest.mark.parametrize("kind", ["pandas", "Polars", "DuckDB", "Arrow", "Arrow, a batch"])
def test_an_empty_table_gets_the_columns(kind: str) -> None:
    make, type_name = KINDS[kind]
    table = make()
    empty = {"DuckDB": lambda: table.limit(0), "pandas": lambda: table[:0]}.get(
        kind, lambda: table.slice(0, 0)
    )()
    for function in (cpsudoku.check_table, cpsudoku.solve_table, cpsudoku.rate_table):
        result = function(empty)
        assert type(result).__name__ == type_name
        assert "status" in pa.table(result).column_names
        assert pa.table(result).num_rows == 0


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a list": (lambda: [1], r"\[1\] is not a table; expected a data frame or Arrow data"),
    "a text": (lambda: "x", "'x' is not a table"),
    "no puzzles": (lambda: pa.table({"a": [1]}), "no column of puzzles; the columns are"),
    "two columns of one name": (
        lambda: pytest.importorskip("pandas").DataFrame([["a", "b"]], columns=["quiz", "quiz"]),
        "two columns have the same name; rename one",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case: str) -> None:
    make, problem = REFUSED[case]
    with pytest.raises(InputError, match=problem):
        cpsudoku.check_table(make())


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "narwhals", None)
    assert cpsudoku.check_table(pa.table({"quiz": [WIKIPEDIA]})).num_rows == 1  # Arrow needs less
    with pytest.raises(MissingExtra, match=re.escape(install_command("data"))):
        cpsudoku.check_table(pytest.importorskip("pandas").DataFrame(DATA))
