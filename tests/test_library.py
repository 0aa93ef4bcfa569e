"""What callers may hand to the library: tables, texts, anything. Only our errors come out."""

from __future__ import annotations

import array
import io
import json
import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import cpsudoku
from cpsudoku import CpsudokuError, Grid, InputError, Puzzle
from cpsudoku.core.board import Board
from cpsudoku.formats import READ_ONLY
from cpsudoku.solving import as_puzzle
from cpsudoku.teaching.rating.base import Rating
from tests.puzzles import DATA, INKALA, SOLVED, WIKIPEDIA, grid_of, numbers_of, rows_of
from tests.reading import TEXT

NUMBERS = numbers_of(WIKIPEDIA)
CELLS = [cell for row in NUMBERS for cell in row]
NAN = math.nan
BLANKS = (0, None, NAN, "", ".", "0", 0.0, "-", "x")


def changed(blank: object = 0, digit: Callable[[int], object] = int) -> list[list[Any]]:
    """The Wikipedia puzzle with another blank, and digits of another type."""
    return [[digit(cell) if cell else blank for cell in row] for row in NUMBERS]


# Every form of the Wikipedia puzzle, given as a table.
TABLES: dict[str, Callable[[], Any]] = {
    "ints": lambda: NUMBERS,
    "tuples": lambda: tuple(map(tuple, NUMBERS)),
    "generators": lambda: ((cell for cell in row) for row in NUMBERS),
    "a flat list": lambda: CELLS,
    "a flat iterator": lambda: iter(CELLS),
    "floats": lambda: changed(0.0, float),
    "None": lambda: changed(None),
    "nan": lambda: changed(NAN, float),
    "numpy nan": lambda: changed(np.float32("nan"), np.float32),
    "NA": lambda: changed(pd.NA),
    "fractions": lambda: changed(Fraction(0), Fraction),
    "decimals": lambda: changed(Decimal(0), Decimal),
    "empty texts": lambda: changed("", str),
    "points": lambda: changed(".", str),
    "spaces": lambda: changed(" ", str),
    "several blanks": lambda: [
        [cell or blank for cell, blank in zip(row, BLANKS, strict=True)] for row in NUMBERS
    ],
    "texts and ints": lambda: changed(0, lambda digit: str(digit) if digit % 2 else digit),
    "rows of text": lambda: ["".join(row) for row in rows_of(WIKIPEDIA)],
    "a list of characters": lambda: list(WIKIPEDIA),
    "candidates": lambda: changed(list(range(1, 10)), lambda digit: [digit]),
    "an array": lambda: np.array(NUMBERS),
    "an array of bytes": lambda: np.array(NUMBERS, np.uint8),
    "an array of floats": lambda: np.array(changed(NAN, float)),
    "an array of objects": lambda: np.array(changed(None), object),
    "an array of texts": lambda: np.array(changed(".", str)),
    "a flat array": lambda: np.array(CELLS),
    "a masked array": lambda: np.ma.masked_equal(np.array(NUMBERS), 0),
    "a list of arrays": lambda: list(np.array(NUMBERS)),
    "an array of the standard library": lambda: array.array("i", CELLS),
    "a data frame": lambda: pd.DataFrame(NUMBERS),
    "a data frame with names": lambda: pd.DataFrame(NUMBERS, columns=list("abcdefghi")),
    "a data frame with nan": lambda: pd.DataFrame(changed(NAN, float)),
    "a data frame with NA": lambda: pd.DataFrame(changed(pd.NA)).astype("Int64"),
    "a series": lambda: pd.Series(CELLS),
    "a verdict": lambda: cpsudoku.solve(WIKIPEDIA),
    "a diagnosis": lambda: cpsudoku.diagnose(WIKIPEDIA),
}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES.keys())
def test_a_table_may_be(make: Callable[[], Any]) -> None:
    assert as_puzzle(make()).givens == grid_of(WIKIPEDIA)


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
@pytest.mark.parametrize("blank", [0, None, NAN, "."], ids=repr)
def test_a_table_of_any_size_keeps_every_digit(size: int, blank: Any) -> None:
    cells = [(r + c) % size or blank for r in range(size) for c in range(size)]
    cells[-1] = 0  # beside another blank, and without the highest digit: a blank all the same
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    expected = Grid(bytes(d if isinstance(d, int) else 0 for d in cells), Board.of_size(size))
    assert as_puzzle(rows).givens == as_puzzle(cells).givens == expected


def spoiled(value: object) -> list[list[Any]]:
    """The Wikipedia puzzle with something else in r2c3."""
    rows: list[list[Any]] = [list(row) for row in NUMBERS]
    rows[1][2] = value
    return rows


# What is no cell: in r2c3 of a table.
NO_CELLS: dict[str, Any] = {
    "5.7": 5.7,
    "a small fraction": 5.0000001,
    "numpy 5.7": np.float64(5.7),
    "10": 10,
    "-1": -1,
    "infinity": math.inf,
    "5,000 digits": 10**5000,
    "True": True,
    "numpy True": np.True_,
    "bytes": b"5",
    "two digits": "12",
    "a word": "five",
    "5.7 as a text": "5.7",
    "5.0 as a text": "5.0",
    "a letter": "A",
    "complex": 5 + 0j,
    "a fraction": Fraction(11, 2),
    "a decimal": Decimal("5.5"),
    "a signalling nan": Decimal("sNaN"),
    "an object": object(),
    "a type": int,
    "a function": len,
    "a dict": {1: 2},
    "a set": {5},
    "a digit too high among candidates": [5, 10],
    "None among candidates": [5, None],
    "nested": [[5]],
}


@pytest.mark.parametrize("value", NO_CELLS.values(), ids=NO_CELLS.keys())
def test_what_is_no_cell_is_named_with_row_and_column(value: object) -> None:
    with pytest.raises(InputError, match=r"r2c3: .* is not a digit 1-9 or a blank") as caught:
        cpsudoku.solve(spoiled(value))
    assert len(str(caught.value)) < 150


def test_a_number_is_never_taken_for_candidates() -> None:
    with pytest.raises(InputError, match="r1c1: 12 is not a digit 1-9"):
        cpsudoku.solve([[12] * 9] * 9)
    table: list[Any] = [[[1, 2]] * 16] * 16
    with pytest.raises(InputError, match=r"r1c1: \[1, 2\] is not a digit 1-9 A-G"):
        cpsudoku.solve(table)


class Iterating:
    """An iterable that raises."""

    def __iter__(self) -> Iterator[int]:
        raise ZeroDivisionError("no cells today")


# What is no puzzle at all, with what is said of it.
NO_PUZZLES: dict[str, tuple[Callable[[], Any], str]] = {
    "None": (lambda: None, "None is not a puzzle; a puzzle is a text, a path, a Puzzle, a Grid"),
    "an int": (lambda: 5, "5 is not a puzzle"),
    "a float": (lambda: 5.7, "5.7 is not a puzzle"),
    "nan": (lambda: NAN, "nan is not a puzzle"),
    "an int of 5,000 digits": (lambda: 10**5000, "<int> is not a puzzle"),
    "bytes": (
        WIKIPEDIA.encode,
        "is not a puzzle; decode it to a text, or pass io.BytesIO(...) to cpsudoku.read",
    ),
    "a bytearray": (lambda: bytearray(81), "is not a puzzle; decode it to a text"),
    "a memoryview": (lambda: memoryview(bytes(81)), "is not a puzzle; decode it to a text"),
    "an open file": (lambda: io.StringIO(WIKIPEDIA), "pass open files to cpsudoku.read"),
    "a dict": (lambda: {"puzzle": WIKIPEDIA}, "is not a puzzle; a puzzle is a text"),
    "a set": (lambda: set(CELLS), "is not a puzzle"),
    "an object": (object, "is not a puzzle"),
    "a type": (lambda: np.ndarray, "is not a puzzle"),
    "a function": (lambda: len, "is not a puzzle"),
    "a rating without a puzzle": (lambda: Rating(None, "malformed"), "is not a puzzle"),
    "an array without a dimension": (lambda: np.array(5), "is not a puzzle"),
    "an empty list": (list, "the list holds no puzzle"),
    "80 cells": (lambda: CELLS[1:], "the list has 80 cells, a 9x9 grid needs 81; sizes are 1-25"),
    "one row": (lambda: [CELLS], "the list has 1 row, a 9x9 grid needs 9; sizes are 1-25"),
    "a short row": (lambda: [*NUMBERS[:8], CELLS[:8]], "row 9 has 8 cells, needs 9"),
    "a number for a row": (lambda: [*NUMBERS[:8], 5], "the list has 9 rows, a 9x9"),
    "no end": (lambda: repeat(0), "a table of more than 625 rows or cells is not a puzzle"),
    "rows without an end": (lambda: repeat(repeat(0)), "a table of more than 625 rows or cells"),
    "an array of millions": (
        lambda: np.zeros((10_000, 10_000), np.uint8),
        "an array of 100,000,000 numbers is not a puzzle",
    ),
    "an iterable that raises": (Iterating, "can't be read as a table: no cells today"),
}


@pytest.mark.parametrize(("make", "said"), NO_PUZZLES.values(), ids=NO_PUZZLES.keys())
def test_what_is_no_puzzle_is_refused(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        cpsudoku.check(make())
    assert said in str(caught.value)


# The values themselves

VALUES: dict[str, tuple[Callable[[], object], str]] = {
    "a table of floats": (
        lambda: Grid.from_rows([[5.7] * 9] * 9),  # type: ignore[list-item]
        "r1c1: 5.7 is not a digit 1-9 or a blank (0)",
    ),
    "a table of None": (
        lambda: Grid.from_rows([[None] * 9] * 9),  # type: ignore[list-item]
        "r1c1: None is not a digit 1-9",
    ),
    "a table of truths": (lambda: Grid.from_rows([[True] * 9] * 9), "r1c1: True is not a digit"),
    "no table": (lambda: Grid.from_rows(5), "5 is not rows of numbers"),  # type: ignore[arg-type]
    "no rows": (
        lambda: Grid.from_rows(CELLS),  # type: ignore[arg-type]
        "is not rows of numbers",
    ),
    "no line": (lambda: Grid.from_line(b"1" * 81), "is not a text"),  # type: ignore[arg-type]
    "no cells": (
        lambda: Grid(CELLS, Board.of_size(9)),  # type: ignore[arg-type]
        "cells are bytes, not [5, 3, 0",
    ),
    "no givens": (
        lambda: Puzzle(WIKIPEDIA),  # type: ignore[arg-type]
        "givens are a Grid, not '53..7",
    ),
}


@pytest.mark.parametrize(("make", "said"), VALUES.values(), ids=VALUES.keys())
def test_a_value_refuses_what_it_is_not_made_of(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        make()


# Texts: Puzzle.parse never looks at the file system

TEXTS = {
    path.name: path.read_text()
    for path in sorted((DATA / "samples").iterdir())
    if path.suffix not in (".xlsx", ".parquet", *READ_ONLY)
}


def text_in(name: str, line: str = INKALA) -> str:
    """One puzzle as a text of a format."""
    stream = io.BytesIO()
    cpsudoku.write(line, stream, format=name)
    return stream.getvalue().decode()


def test_there_is_a_sample_of_every_text_format() -> None:
    assert len(TEXTS) == len(TEXT)


@pytest.mark.parametrize("name", TEXT)
@pytest.mark.parametrize("line", [INKALA, SOLVED[:-1] + "."])
def test_parse_reads_every_text_format(name: str, line: str) -> None:
    givens = Puzzle.parse(text_in(name, line)).givens
    assert givens == grid_of(SOLVED if name == "pencilmarks" and line != INKALA else line)


def test_parse_takes_the_shape_of_boxes() -> None:
    assert Puzzle.parse("." * 36).board.box_shape == (2, 3)
    assert Puzzle.parse("." * 36, box="3x2").board.box_shape == (3, 2)
    with pytest.raises(InputError, match="a 9x9 grid, but the box 2x3 asks for 6x6"):
        Puzzle.parse(WIKIPEDIA, box="2x3")


# Names that are files, or that open_input treats in a way of their own.
NAMES = ("puzzle.txt", "-", "/dev/stdin", "/etc/passwd", "a.xlsx", WIKIPEDIA[:80] + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_parse_never_opens_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "puzzle.txt").write_text(INKALA)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        Puzzle.parse(name)


def test_a_text_that_is_also_the_name_of_a_file_is_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / WIKIPEDIA).write_text(INKALA)
    monkeypatch.chdir(tmp_path)
    assert cpsudoku.solve(WIKIPEDIA).puzzle.givens.line == INKALA
    assert Puzzle.parse(WIKIPEDIA).givens.line == WIKIPEDIA


FILE_FUNCTIONS = {
    "os": ("stat", "lstat", "open", "dup", "listdir", "scandir", "access"),
    "io": ("open",),
    "builtins": ("open",),
}


def test_parse_calls_nothing_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (*map(text_in, TEXT), *NAMES)
    for text in texts:  # what is imported late is imported now
        outcome(Puzzle.parse, text)
    used: list[object] = []
    with monkeypatch.context() as patched:
        for module, names in FILE_FUNCTIONS.items():
            for name in names:
                patched.setattr(f"{module}.{name}", lambda *arguments, **_: used.append(arguments))
        parsed = [outcome(Puzzle.parse, text) for text in texts]
    assert not used
    assert sum(isinstance(each, Puzzle) for each in parsed) == len(TEXT)


UNPARSED: dict[str, tuple[Any, str]] = {
    "nothing": ("", "text: it is empty"),
    "two": (f"{WIKIPEDIA}\n{INKALA}", "text, line 1: it contains more than one puzzle"),
    "a puzzle and a line that is none": (f"{WIKIPEDIA}\n{INKALA}1", "text, line 2: 82 cells"),
    "words": ("hello world", "text: no puzzle is recognised in it"),
    "bytes": (WIKIPEDIA.encode(), "text: b'53..7"),
    "None": (None, "text: None is not a text"),
    "a path": (Path("a.txt"), "text: PosixPath('a.txt') is not a text"),
    "a workbook": (
        (DATA / "samples" / "sample.xlsx").read_bytes().decode("utf-8", "surrogateescape"),
        "text: a workbook is not a text; use cpsudoku.read",
    ),
    "half a character": ("\ud800" + WIKIPEDIA, "text"),
}


@pytest.mark.parametrize(("text", "said"), UNPARSED.values(), ids=UNPARSED.keys())
def test_parse_refuses(text: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Puzzle.parse(text)
    assert str(caught.value).startswith(said)


# What people have in JSON.
FORMS_OF_JSON = [
    json.dumps(NUMBERS),
    json.dumps(CELLS),
    json.dumps({"puzzle": changed(None), "box": "3x3", "label": "a", "info": {"b": "c"}}),
    json.dumps({"puzzle": WIKIPEDIA, "solution": SOLVED, "id": 5}, indent=1),
    json.dumps([{"puzzles": [{"quiz": WIKIPEDIA, "rules": []}]}]),
    f'{{"puzzle": "{WIKIPEDIA}"}}\n{{"puzzle": 5}}\n',
]

# Anything at all

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 30),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=90),
    st.complex_numbers(),
    st.decimals(),
    st.fractions(),
    st.sampled_from([object(), int, len, ..., pd.NA, pd.NaT, np.True_, np.float32(5)]),
    st.sampled_from([5000]).map(lambda count: 10**count),
)
CELL = st.one_of(st.integers(0, 9), st.floats(0, 9), st.sampled_from([None, NAN, "5", ".", ""]))
THINGS = st.one_of(
    SCALARS,
    st.text(),
    st.text('123456789.0ABC|+-\n\t ,;:{}[]"#x', max_size=200),
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=9), max_leaves=30),
    st.recursive(SCALARS, lambda inner: st.dictionaries(st.text(max_size=2), inner, max_size=3)),
    st.lists(st.lists(CELL, min_size=4, max_size=4), min_size=4, max_size=4),
    st.lists(CELL | SCALARS, min_size=16, max_size=16),
    st.lists(st.lists(CELL, min_size=9, max_size=9), min_size=9, max_size=9),
    arrays.arrays(
        st.sampled_from(["i8", "u1", "f8", "?", "O", "U2", "M8[s]", "S1"]).map(np.dtype),
        arrays.array_shapes(max_dims=4, max_side=9) | st.sampled_from([(9, 9), (81,), (4, 4)]),
    ),
    st.lists(CELL, min_size=81, max_size=81).map(pd.Series),
    st.lists(st.lists(SCALARS, min_size=4, max_size=4), min_size=4, max_size=4).map(pd.DataFrame),
)


def outcome(ask: Callable[..., Any], *arguments: object, **options: object) -> object:
    """What a call returns, or the error of ours that it raises; any other error passes."""
    try:
        return ask(*arguments, **options)
    except CpsudokuError as error:
        return error


def everything(source: Any) -> list[Puzzle]:
    """All puzzles of a source."""
    return list(cpsudoku.read(source))


DOORS: dict[str, Callable[[Any], object]] = {
    "solve": lambda thing: cpsudoku.solve(thing, limit=0.001),
    "check": lambda thing: cpsudoku.check(thing, limit=0.001),
    "explain": lambda thing: cpsudoku.explain(thing, limit=0.001, techniques="easy"),
    "hint": lambda thing: cpsudoku.hint(thing, limit=0.001),
    "rate": cpsudoku.rate,
    "read": everything,
    "write": lambda thing: cpsudoku.write(thing, io.BytesIO()),
    "Puzzle.parse": Puzzle.parse,
    "Puzzle": Puzzle,
    "Grid.from_rows": Grid.from_rows,
    "Grid.from_line": Grid.from_line,
}
FUZZING = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS.keys())
def test_any_value_gets_an_answer_or_an_error_of_ours(
    door: Callable[[Any], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    errors = 0

    @FUZZING
    @given(THINGS)
    def run(thing: object) -> None:
        nonlocal errors
        errors += isinstance(outcome(door, thing), CpsudokuError)

    run()
    assert errors > 5


# What is put in the place of a number, a word or a sign of a sample.
ODD = (
    *("", "0", "-1", "5.7", "1.0", "1e999", "NaN", "null", "true", "9" * 5000, "[" * 2000, "[]"),
    *("[1, 2]", "{}", '{"a":' * 2000, '"', "'", "\0", "\ud800", "\udcff", "\r", "\n", "\n\n", "\t"),
    *(
        ",",
        ";",
        "|",
        "+---+",
        "#",
        "[Puzzle]",
        "\ufeff",
        "é",
        "٣",
        "Ⅷ",
        "５",
        '"box": "2x3", "puzzle"',
    ),
    *('"rules": [{"rule": "pencilmarks"}], "puzzle"', '"info": [], "puzzle"', "=1+1", "x" * 3000),
)


def damaged(text: str, random: Random) -> str:
    """A text with a few of its parts changed, cut out, repeated or put elsewhere."""
    for _ in range(random.choice((1, 1, 2, 5))):
        parts = list(re.finditer(r"\d+|\w+|[^\w\n]|\n|$", text))
        part, other = random.choice(parts), random.choice(parts)
        new = random.choice((random.choice(ODD), other[0], part[0] * 2, ""))
        end = other.end() if random.random() < 0.1 else part.end()
        text = text[: part.start()] + new + text[max(end, part.start()) :]
    return text


def test_a_damaged_text_is_read_or_refused(exhaustive: bool) -> None:
    samples = [*TEXTS.values(), *map(text_in, TEXT), *FORMS_OF_JSON]
    random, read, refused = Random(11), 0, 0
    for number in range(100_000 if exhaustive else 600):
        text = damaged(samples[number % len(samples)], random)
        found = outcome(Puzzle.parse, text)
        if isinstance(found, Puzzle):
            cpsudoku.write(found, io.BytesIO(), format="json")
        read, refused = read + isinstance(found, Puzzle), refused + isinstance(found, InputError)
    assert read > 50
    assert refused > 50


def test_most_kinds_of_damage_are_met_on_both_sides() -> None:
    """The samples themselves are read, so the property above has something to lose."""
    read = {name for name, text in TEXTS.items() if outcome(everything, io.BytesIO(text.encode()))}
    assert read == set(TEXTS)
