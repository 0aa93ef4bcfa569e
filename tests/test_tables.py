"""CSV, TSV, JSON, .sdk and workbooks as people have them."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Callable
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import ReadOptions, format_of
from cpsudoku.formats.document import Document
from cpsudoku.formats.tables import json as json_format
from cpsudoku.formats.tables import json_rules
from cpsudoku.formats.tables.json import puzzles_of_line
from cpsudoku.runtime.errors import Source
from tests.puzzles import (
    INKALA,
    INKALA_SOLVED,
    SOLVED,
    WIKIPEDIA,
    WRONG,
    grid_of,
    numbers_of,
    rows_of,
)
from tests.reading import entries_of, lines_of, problem_of, puzzles_of, text_of

# CSV and TSV: a table that is the grid


def table(delimiter: str, blank: str, end: str = "\n") -> str:
    """The Wikipedia puzzle as a table."""
    return "".join(delimiter.join(row) + end for row in rows_of(WIKIPEDIA, blank))


def with_header(names: list[str], index: list[str] | None = None, delimiter: str = ",") -> str:
    """The table with a header row, and perhaps an index column, as pandas writes it."""
    rows = rows_of(WIKIPEDIA, "0")
    lines = [([""] if index else []) + names]
    lines += [([index[r]] if index else []) + row for r, row in enumerate(rows)]
    return "".join(delimiter.join(line) + "\n" for line in lines)


FLOATS = table(",", "").translate({ord(digit): f"{digit}.0" for digit in "123456789"})
NAMES = [str(number) for number in range(9)]
TABLES = {
    "TSV with empty cells": table("\t", ""),
    "TSV with zeros": table("\t", "0"),
    "CSV with empty cells": table(",", ""),
    "CSV with zeros": table(",", "0"),
    "CSV with dots": table(",", "."),
    "CSV with spaces": table(", ", "0"),
    "CSV with one space a blank": table(",", " "),
    "CSV with question marks": table(",", "?"),
    "CSV with X": table(",", "X"),
    "semicolons": table(";", ""),
    "semicolons and zeros": table(";", "0"),
    "quoted": table('","', "").replace("\n", '"\n"').join(('"', ""))[:-1],
    "floats": FLOATS,
    "floats with a decimal comma": FLOATS.replace(",", ";").replace(".", ","),
    "a delimiter at each end": table(",", "0", ",\n"),
    "CRLF": table(",", "0", "\r\n"),
    "no final newline": table(",", "0").rstrip("\n"),
    "a BOM": "\ufeff" + table(",", "0"),
    "a blank line after": table(",", "0") + "\n\n",
    "a blank line before": "\n" + table(",", "0"),
    "a header 0..8": with_header(NAMES),
    "a header 1..9": with_header([str(n) for n in range(1, 10)]),
    "a header C1..C9": with_header([f"C{n}" for n in range(1, 10)]),
    "a header Col1..Col9": with_header([f"Col{n}" for n in range(1, 10)]),
    "a header A..I": with_header(list("ABCDEFGHI")),
    "a header and an index": with_header(NAMES, NAMES),
    "a header and an index from 1": with_header(NAMES, [str(n) for n in range(1, 10)]),
    "a header and an index of names": with_header(list("ABCDEFGHI"), [f"R{n}" for n in NAMES]),
    "a title in one cell": "Title\n" + table(",", "0"),
    "a title in the first of nine cells": "Easy one,,,,,,,,\n" + table(",", "0"),
    "a title of several words": "Puzzle of the day\n" + table(";", "0"),
    "a title that is a number": "2024\n" + table(",", ""),
    "a TSV header and index": with_header(NAMES, NAMES, "\t"),
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES.keys())
def test_a_table_is_a_grid(text: str) -> None:
    assert lines_of(text, "csv") == [WIKIPEDIA]
    assert lines_of(text, suffix=".csv") == [WIKIPEDIA]
    assert lines_of(text) == [WIKIPEDIA]


@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
def test_a_table_with_empty_first_cells_is_read(delimiter: str) -> None:
    line = "........." * 4 + WIKIPEDIA[36:]
    text = "".join(delimiter.join(row) + "\n" for row in rows_of(line, ""))
    assert lines_of(text) == [line]


@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
def test_tables_with_a_blank_line_between_are_puzzles(delimiter: str) -> None:
    both = ["".join(delimiter.join(r) + "\n" for r in rows_of(p, "")) for p in (WIKIPEDIA, INKALA)]
    assert lines_of("\n".join(both)) == [WIKIPEDIA, INKALA]


def test_the_empty_table_is_the_empty_grid() -> None:
    assert lines_of(("\t" * 8 + "\n") * 9) == ["." * 81]


# CSV with a column of puzzles

HEADERS = ("puzzle", "quizzes", "question", "quiz", "grid", "sudoku")


@pytest.mark.parametrize("header", [*HEADERS, "Puzzle", " SUDOKU ", "puzzles", "unsolved"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_a_column_of_puzzles_is_found_by_its_name(header: str, delimiter: str) -> None:
    rows = [["id", header, "rating"], ["1", WIKIPEDIA, "easy"], ["2", INKALA, "hard"]]
    text = "".join(delimiter.join(row) + "\n" for row in rows)
    puzzles = puzzles_of(text)
    assert [puzzle.givens.line for puzzle in puzzles] == [WIKIPEDIA, INKALA]
    assert [puzzle.label for puzzle in puzzles] == ["1", "2"]
    assert [puzzle.source.row for puzzle in puzzles] == [2, 3]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("quizzes,solutions", "{zeros},{solution}"),
        ("puzzle,solution", "{zeros},{solution}"),
        ("id,puzzle,solution,clues,difficulty", "1,{puzzle},{solution},30,0.0"),
        ("source,question,answer,rating", "wiki,{puzzle},{solution},0"),
        ("unsolved,solved", "{zeros},{solution}"),
        ("solution,puzzle", "{solution},{puzzle}"),
    ],
    ids=["kaggle 1M", "kaggle 9M", "kaggle 3M", "sudoku-extreme", "unsolved,solved", "turned"],
)
@pytest.mark.parametrize(
    ("solution", "ok"), [(SOLVED, True), (WRONG, False), (INKALA_SOLVED, False)], ids=str
)
def test_a_solution_column_is_checked(header: str, row: str, solution: str, ok: bool) -> None:
    zeros = WIKIPEDIA.replace(".", "0")
    filled = row.format(puzzle=WIKIPEDIA, zeros=zeros, solution=solution)
    (puzzle,) = puzzles_of(f"{header}\n{filled}\n")
    assert puzzle.givens.line == WIKIPEDIA
    assert puzzle.answer == grid_of(solution)
    assert puzzle.answer_ok is ok


def test_a_column_that_is_asked_for_is_read() -> None:
    text = f"puzzle,other\n{WIKIPEDIA},{INKALA}\n"
    assert lines_of(text) == [WIKIPEDIA]
    assert lines_of(text, "csv", options=ReadOptions(column="other")) == [INKALA]
    assert lines_of(text, "csv", options=ReadOptions(column=" Other")) == [INKALA]


def test_a_csv_without_a_header_is_read_where_a_field_is_a_puzzle() -> None:
    assert lines_of(f"1,{WIKIPEDIA}\n2,{INKALA}\n", suffix=".csv") == [WIKIPEDIA, INKALA]


def test_one_bad_row_does_not_stop_the_others() -> None:
    text = f"id,puzzle\n1,{WIKIPEDIA}\n2,{INKALA[:-1]}\n3\n4,{INKALA}\n"
    entries = entries_of(text)
    assert [isinstance(entry, Puzzle) for entry in entries] == [True, False, False, True]
    assert "line 3: 80 cells (row 9 has 8); a 9x9 puzzle needs 81" in str(entries[1])
    assert "line 4: the row has 1 fields, no 'puzzle' (field 2)" in str(entries[2])


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("a,b\n1,2\n" + WIKIPEDIA + ",3\n", None, "no column of puzzles: the columns are 'a', 'b'"),
        (f"puzzle\n{WIKIPEDIA}\n", "other", "the columns are 'puzzle'; expected 'other'"),
        (
            table(",", "0").replace("6,0,0,1", "6,0,1", 1),
            None,
            "line 2: row 2 has 8 cells, needs 9",
        ),
        (table(",", "0") + "1,2,3\n", None, "line 10: row 10 has 3 cells, needs 9"),
        (table(",", "0")[:-18], None, "line 1: the grid has 8 rows of 9 cells, needs 9 rows"),
        (table(",", "0").replace("9", "o", 1), None, "r2c5: 'o' is not a digit 1-9 or a blank"),
        (table(",", "0").replace("9", "12", 1), None, "r2c5: '12' is not a digit 1-9 or a blank"),
        ("", None, "it is empty"),
        (" \n\n", None, "it is empty"),
        ("puzzle\n", None, "no puzzle in it (read as csv)"),
        (f"puzzle,solution\n{WIKIPEDIA},1234341221434321\n", None, "is of another size"),
    ],
    ids=[
        *("no column", "no such column", "ragged", "a short row more", "8 rows", "a letter", "12"),
        *("empty", "blank", "a header only", "a small solution"),
    ],
)
def test_a_bad_csv_is_told(text: str, column: str | None, problem: str) -> None:
    assert problem in problem_of(text, suffix=".csv", options=ReadOptions(column=column))


# JSON

NUMBERS = numbers_of(WIKIPEDIA)
NULLS = [[digit or None for digit in row] for row in NUMBERS]
JSONS: dict[str, Any] = {
    "a list of lists": NUMBERS,
    "with null": NULLS,
    "with floats": [[float(digit) for digit in row] for row in NUMBERS],
    "with texts": [[str(digit) for digit in row] for row in NUMBERS],
    "with empty texts": [[str(digit or "") for digit in row] for row in NUMBERS],
    "with dots": rows_of(WIKIPEDIA),
    "rows as texts": ["".join(row) for row in rows_of(WIKIPEDIA)],
    "81 numbers": [digit for row in NUMBERS for digit in row],
    "81 texts": list(WIKIPEDIA),
    "a line": WIKIPEDIA,
    "an object": {"puzzle": WIKIPEDIA},
    "an object of rows": {"grid": NUMBERS},
    "an object with a title": {"title": "x", "sudoku": NULLS, "rating": 3},
    "a list of objects": [{"question": WIKIPEDIA}],
    "puzzles": {"puzzles": [NUMBERS]},
    "grids of texts": {"grids": [WIKIPEDIA]},
    "a list of a grid": [NUMBERS],
    "our own": json.loads(text_of([Puzzle(grid_of(WIKIPEDIA), label="x")], "json")),
}


@pytest.mark.parametrize("indent", [None, 2], ids=["compact", "indented"])
@pytest.mark.parametrize("value", JSONS.values(), ids=JSONS.keys())
def test_json_of_every_shape_is_read(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent) + "\n"
    assert lines_of(text, "json") == [WIKIPEDIA]
    assert lines_of(text, suffix=".json") == [WIKIPEDIA]
    if not isinstance(value, str):
        assert lines_of(text) == [WIKIPEDIA]


def test_several_in_one_json_are_read() -> None:
    expected = [WIKIPEDIA, INKALA]
    grids = [numbers_of(line) for line in expected]
    assert lines_of(json.dumps(grids)) == expected
    assert lines_of(json.dumps([{"puzzle": line} for line in expected])) == expected
    assert lines_of(json.dumps(expected), "json") == expected
    lines = "".join(json.dumps({"puzzle": line}) + "\n" for line in expected)
    assert lines_of(lines) == expected
    assert lines_of(lines, suffix=".jsonl") == expected


@pytest.mark.parametrize(
    ("answer", "ok"),
    [
        (SOLVED, True),
        (WRONG, False),
        (numbers_of(SOLVED), True),
        (numbers_of(WRONG), False),
        (["".join(row) for row in rows_of(WRONG)], False),
        ([SOLVED], True),
        ([WRONG], False),
        ([numbers_of(WRONG)], False),
        ([SOLVED, WRONG], None),
        ([], None),
        (None, None),
    ],
    ids=lambda value: str(value)[:24],
)
@pytest.mark.parametrize("key", ["solution", "answer", "solutions"])
def test_a_solution_in_json_is_checked(key: str, answer: Any, ok: bool | None) -> None:
    (puzzle,) = puzzles_of(json.dumps({"puzzle": WIKIPEDIA, key: answer}))
    assert puzzle.answer_ok is ok


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("{", "line 1, column 2: it is not JSON: expecting property name enclosed in double"),
        ("[[1,2", "it is not JSON: expecting ',' delimiter"),
        ("[]", "the list holds no puzzle"),
        ("{}", "no puzzle: the keys are none; expected one of puzzle"),
        ('{"a": 1}', "no puzzle: the keys are 'a'; expected one of puzzle"),
        ("42", "42 is not a puzzle; use a text or a list of rows"),
        ("null", "None is not a puzzle"),
        ('"hello"', "'hello' is not a puzzle"),
        ('{"puzzle": 42}', "42 is not a puzzle"),
        ('{"puzzle": {}}', "{} is not a puzzle"),
        ('{"puzzle": []}', "no puzzle"),
        (json.dumps(NUMBERS[:8]), "row 1 has 9 cells, needs 8"),
        (json.dumps([*NUMBERS[:8], NUMBERS[8][:8]]), "row 9 has 8 cells, needs 9"),
        (json.dumps([*NUMBERS, NUMBERS[0]]), "row 1 has 9 cells, needs 10"),
        (json.dumps([[10, *NUMBERS[0][1:]], *NUMBERS[1:]]), "r1c1: 10 is not a digit 1-9"),
        (json.dumps([[-5, *NUMBERS[0][1:]], *NUMBERS[1:]]), "r1c1: -5 is not a digit 1-9"),
        (json.dumps([[5.5, *NUMBERS[0][1:]], *NUMBERS[1:]]), "r1c1: 5.5 is not a digit 1-9"),
        (json.dumps([[True, *NUMBERS[0][1:]], *NUMBERS[1:]]), "r1c1: True is not a digit 1-9"),
        (json.dumps({"puzzle": WIKIPEDIA, "info": "x"}), "\"info\" is 'x', needs an object"),
        (json.dumps({"puzzle": WIKIPEDIA, "rules": "x"}), "\"rules\" is 'x', needs a list"),
        (json.dumps({"puzzle": WIKIPEDIA, "rules": [5]}), "needs a list of objects or texts"),
        (json.dumps({"puzzle": WIKIPEDIA, "box": "2x3"}), "a 9x9 grid, but the box 2x3 asks for"),
        (json.dumps({"puzzle": WIKIPEDIA, "box": "round"}), "'round' is not ROWSxCOLUMNS"),
        ("[" * 100_000, "the JSON is nested too deeply"),
        (json.dumps({"puzzle": "12"}), "is not a puzzle"),
    ],
)
def test_a_bad_json_is_told(text: str, problem: str) -> None:
    assert problem in problem_of(text, suffix=".json")


# .sdk

SDK = "#ARuud\n#DRandomly created\n#Cno comment\n#B03-20-2007\n#SSudoCue\n#LEasy\n#Uhttp://x.y/z\n"


START = '{"puzzle": "1....4....3....2"'
RULED = [
    START + ', "rules": [{"rule": "killer", "cells": ["r1c1", "r1c2"], "sum": 5}, '
    '{"rule": "greater", "cells": ["r2c1", "r2c2"]}], "label": "a}, {b", "answer": null}',
    '{"rules":[{"rule":"white","cells":["r1c1","r1c2"]},{"rule":"negative","marks":["white"]}],'
    '"puzzle":"1....4....3....2","size":4,"box":"2x2"}',
    START + ', "rules": [{"rule": "any-of", "rules": [{"rule": "diagonals"}, '
    '{"rule": "anti-king"}]}], "info": {"rules": [{"a": 1}]}}',
    '{"info": {"rules": [{"rule": "diagonals"}]}, "puzzle": "1....4....3....2", "rules": []}',
    START + ', "rules": [{"rule": "diagonals"}], "rules": [{"rule": "anti-king"}]}',
    START + ', "rules": [{"rule": "killer", "cells": ["r1c1"], "sum": "}, {"}]}',
    START + ', "rules": [{"rule": "diagonals"}, {"rule": "killer", "sum": 3}]}',
    '{"puzzles": [{"puzzle": "1....4....3....2", "rules": [{"rule": "diagonals"}]}]}',
]


def test_rules_are_the_same_whether_a_line_is_cut_or_decoded_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Damaged lines too have the same puzzles and the same messages."""
    random, lines = Random(3), list(RULED)
    for line in RULED * 60:
        start = random.randrange(len(line))
        text = random.choice(["", *'{}[]",:a\\', "}, {", '"rules": [{', "}]", "null", "\0"])
        lines.append(f"{line[:start]}{text}{line[start + random.randrange(3) :]}")

    def read(line: str) -> list[object]:
        found = puzzles_of_line(line, Source("x", row=1), ReadOptions())
        return [each if isinstance(each, Puzzle) else str(each) for each in found]

    cut = [read(line) for line in lines]
    monkeypatch.setattr(json_format, "cut", lambda line: None)
    assert cut == [read(line) for line in lines]
    assert sum(isinstance(each, Puzzle) and bool(each.constraints) for [each] in cut) > 30


def test_rules_that_were_read_before_are_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    line = RULED[0]
    (first,) = puzzles_of_line(line, Source(), ReadOptions())
    monkeypatch.setattr(json_rules, "_decoded", None)
    (second,) = puzzles_of_line(line, Source(), ReadOptions())
    assert first == second


def test_the_metadata_of_an_sdk_file_is_kept() -> None:
    (puzzle,) = puzzles_of(SDK + "\n".join(map("".join, rows_of(WIKIPEDIA))) + "\n")
    assert puzzle.givens.line == WIKIPEDIA
    assert puzzle.label == "Randomly created"
    assert dict(puzzle.info) == {
        "author": "Ruud",
        "comment": "no comment",
        "date": "03-20-2007",
        "source": "SudoCue",
        "level": "Easy",
        "url": "http://x.y/z",
    }


def test_the_state_of_an_sdk_game_is_not_the_puzzle() -> None:
    rows, solved = ("\n".join(map("".join, rows_of(line))) + "\n" for line in (WIKIPEDIA, SOLVED))
    assert lines_of(f"[Puzzle]\n{rows}\n[State]\n{solved}\n") == [WIKIPEDIA]


# Workbooks

Fill = Callable[[Worksheet], None]


def workbook(fill: Fill, title: str = "Sheet") -> bytes:
    """A workbook whose only sheet is filled by a function."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = title
    fill(sheet)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def put(line: str, blank: Any = None, kind: Callable[[int], Any] = int, at: str = "A1") -> Fill:
    """Fills in the digits of a line, from a cell on."""

    def fill(sheet: Worksheet) -> None:
        first = sheet[at]
        for r, row in enumerate(numbers_of(line)):
            for c, digit in enumerate(row):
                sheet.cell(first.row + r, first.column + c, kind(digit) if digit else blank)

    return fill


BOOKS: dict[str, Fill] = {
    "numbers": put(WIKIPEDIA),
    "texts": put(WIKIPEDIA, kind=str),
    "floats": put(WIKIPEDIA, kind=float),
    "zeros": put(WIKIPEDIA, blank=0),
    "float zeros": put(WIKIPEDIA, blank=0.0),
    "spaces": put(WIKIPEDIA, blank=" "),
    "dots": put(WIKIPEDIA, blank="."),
    "texts with spaces": put(WIKIPEDIA, kind=lambda digit: f" {digit} "),
    "full-width texts": put(WIKIPEDIA, kind=lambda digit: chr(0xFF10 + digit)),
}


@pytest.mark.parametrize("fill", BOOKS.values(), ids=BOOKS.keys())
def test_a_workbook_is_read_whatever_is_in_its_cells(fill: Fill) -> None:
    assert lines_of(workbook(fill)) == [WIKIPEDIA]
    assert lines_of(workbook(fill), suffix=".xlsm") == [WIKIPEDIA]


def test_a_workbook_is_told_where_it_was_read() -> None:
    (puzzle,) = puzzles_of(workbook(put(WIKIPEDIA, at="B3"), "Easy"), options=range_of("B3:J11"))
    assert puzzle.givens.line == WIKIPEDIA
    assert str(puzzle.source) == "file, sheet 'Easy', B3:J11"
    assert puzzle.source.address(*puzzle.board.row_column(80)) == "J11"


def range_of(text: str) -> ReadOptions:
    """The option ``--range``."""
    return ReadOptions(range=text)


@pytest.mark.parametrize("text", ["B2:J10", "b2:j10", "$B$2:$J$10", " B2:J10 "])
def test_a_range_is_written_as_people_write_it(text: str) -> None:
    assert lines_of(workbook(put(WIKIPEDIA, at="B2")), options=range_of(text)) == [WIKIPEDIA]


@pytest.mark.parametrize(("line", "text"), [("1234341221434321", "A1:D4"), (SOLVED, "A1:I9")])
def test_the_range_makes_the_size(line: str, text: str) -> None:
    assert lines_of(workbook(put(line)), options=range_of(text)) == [line]


def two_sheets() -> bytes:
    """A workbook with the puzzles Wikipedia and Inkala, the second active."""
    book = Workbook()
    book.worksheets[0].title = "Easy"
    put(WIKIPEDIA)(book.worksheets[0])
    put(INKALA)(book.create_sheet("Très dur"))
    book.active = 1
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        (None, [WIKIPEDIA, INKALA]),
        ("Easy", [WIKIPEDIA]),
        ("easy", [WIKIPEDIA]),
        ("Très dur", [INKALA]),
    ],
)
def test_every_sheet_is_read_or_the_one_that_is_named(sheet: str | None, lines: list[str]) -> None:
    assert lines_of(two_sheets(), options=ReadOptions(sheet=sheet)) == lines


def spoil(address: str, value: Any) -> bytes:
    """A workbook with a strange value in a cell."""

    def fill(sheet: Worksheet) -> None:
        put(WIKIPEDIA)(sheet)
        sheet[address] = value

    return workbook(fill, "Puzzle 3")


@pytest.mark.parametrize(
    ("data", "options", "problem"),
    [
        (spoil("G4", "1O"), None, "file, sheet 'Puzzle 3', cell G4: r4c7: '1O' is not a digit 1-9"),
        (spoil("C1", 10), None, "cell C1: r1c3: '10' is not a digit 1-9 or a blank"),
        (spoil("C1", -4), None, "cell C1: -4 is negative, not a digit 1-9 or a blank"),
        (spoil("C1", 4.5), None, "cell C1: 4.5 is a fraction, not a digit 1-9"),
        (spoil("C1", True), None, "cell C1: the logical value TRUE, not a digit 1-9"),
        (spoil("C1", datetime.date(2026, 11, 21)), None, "cell C1: the date or time 2026-11-21"),
        (spoil("C1", "=2+2"), None, "cell C1: the formula '=2+2' has no stored value; open the"),
        (two_sheets(), ReadOptions(sheet="x"), "no sheet 'x'; its sheets are 'Easy', 'Très dur'"),
        (two_sheets(), range_of("A1"), "range A1 has 1 row and 1 column and holds no grid"),
        (two_sheets(), range_of("1:9"), "range '1:9' is not of the form A1:I9"),
        (two_sheets(), range_of("I9:A1"), "range 'I9:A1' is not in the sheet, or its ends are"),
        (two_sheets(), range_of("A0:I8"), "range 'A0:I8' is not in the sheet"),
        (two_sheets(), range_of("ZZX1:ZZZ9"), "range 'ZZX1:ZZZ9' is not in the sheet"),
        (two_sheets(), range_of("A1:I8"), "range A1:I8 has 8 rows and 9 columns and holds no grid"),
        (two_sheets(), range_of("A1:G7"), "range A1:G7 has 7 rows and 7 columns and holds no grid"),
        (WIKIPEDIA.encode(), None, "it is not a workbook (renamed?)"),
        (b"", None, "it is not a workbook (renamed?)"),
        (b"PK\x03\x04" + bytes(100), None, "it is not a workbook, or it is damaged"),
        (two_sheets()[:2000], None, "it is not a workbook, or it is damaged"),
        (b"\xd0\xcf\x11\xe0" + bytes(100), None, "it is not a workbook, or it is damaged"),
    ],
    ids=[
        *("1O", "10", "-4", "4.5", "bool", "date", "formula", "no sheet", "a cell", "rows"),
        *("swapped", "row 0", "column ZZX", "not square", "7x7", "text", "empty", "no zip"),
        *("cut off", ".xls"),
    ],
)
def test_a_bad_workbook_is_told(data: bytes, options: ReadOptions | None, problem: str) -> None:
    assert problem in problem_of(data, suffix=".xlsx", options=options or ReadOptions())


def test_a_formula_with_a_stored_value_is_that_value() -> None:
    book = spoil("C1", "=2+2")
    source, target = ZipFile(io.BytesIO(book)), io.BytesIO()
    with ZipFile(target, "w") as changed:
        for item in source.infolist():
            data = source.read(item)
            if item.filename.endswith("sheet1.xml"):
                assert data.count(b"<f>2+2</f><v></v>") + data.count(b"<f>2+2</f><v />") == 1
                for empty in (b"<v></v>", b"<v />"):
                    data = data.replace(b"<f>2+2</f>" + empty, b"<f>2+2</f><v>4</v>")
            changed.writestr(item, data)
    assert lines_of(target.getvalue()) == ["534" + WIKIPEDIA[3:]]


def test_a_workbook_that_is_written_has_a_sheet_a_puzzle_with_its_title() -> None:
    labels = ("Easy", "", "a/b:c", "Easy", "x" * 40)
    puzzles = [Puzzle(grid_of(WIKIPEDIA), label=label) for label in labels]
    book = load_workbook(io.BytesIO(text_of(puzzles, "xlsx")))
    assert book.sheetnames == ["Easy", "Puzzle 2", "a b c", "Easy 2", "x" * 31]
    for sheet in book.worksheets:
        assert [[cell.value or 0 for cell in row] for row in sheet["A1:I9"]] == NUMBERS


def test_a_workbook_without_a_suffix_is_recognised() -> None:
    assert format_of(Document("-", io.BytesIO(two_sheets()))).name == "xlsx"
