"""Every bad input of the issue, through the real command line, with its message and exit code."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from tests.command import run
from tests.puzzles import CLASHING, INKALA, SOLVED, WIKIPEDIA, WRONG, numbers_of, rows_of

ROWS = "".join("".join(row) + "\n" for row in rows_of(WIKIPEDIA))
CSV = "".join(",".join(row) + "\n" for row in rows_of(WIKIPEDIA, "0"))
FULL_WIDTH = WIKIPEDIA.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "123456789"})


def workbook() -> bytes:
    """A workbook with the Wikipedia puzzle at A1."""
    book = Workbook()
    book.worksheets[0].title = "Easy"
    for row in numbers_of(WIKIPEDIA):
        book.worksheets[0].append([digit or None for digit in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def noise() -> bytes:
    """10 MB of random bytes."""
    return Random(1).randbytes(10_000_000)


def text_noise() -> bytes:
    """10 MB of random letters, a line."""
    return bytes(97 + byte % 26 for byte in Random(2).randbytes(10_000_000))


Content = str | bytes | Callable[[], bytes] | None

# The name of a file, its content (None: there is none), more options, and what is said of it.
REFUSED: dict[str, tuple[str, Content, tuple[str, ...], str]] = {
    "80 characters": ("a.txt", WIKIPEDIA[:-1], (), "a.txt, line 1: 80 cells (row 9 has 8); a 9x9"),
    "82 characters": (
        "a.txt",
        WIKIPEDIA + "1",
        (),
        "a.txt, line 1: 82 cells; a 9x9 puzzle needs 8",
    ),
    "a letter": (
        *("a.txt", WIKIPEDIA.replace(".", "Z", 1), ()),
        "a.txt, line 1, column 3: r1c3: 'Z' is not a digit 1-9 or a blank (. 0 _ * - ? x)",
    ),
    "a digit above the size": (
        *("a.txt", "1....5....3....2", ()),
        "a.txt, line 1, column 6: r2c2: '5' is not a digit 1-4 or a blank",
    ),
    "a letter in a grid": (
        *("a.txt", ROWS.replace("6", "G", 1), ()),
        "a.txt, line 2, column 1: r2c1: 'G' is not a digit 1-9 or a blank",
    ),
    "a short row": (
        "a.txt",
        ROWS.replace("6..1", "6.1", 1),
        (),
        "line 2: row 2 has 8 cells, needs 9",
    ),
    "a row too few": ("a.txt", ROWS[:-10], (), "the grid has 8 rows of 9 cells, needs 9 rows"),
    "an empty file": ("a.txt", "", (), "a.txt: it is empty"),
    "only blank lines": ("a.txt", "\n \n\n", (), "a.txt: it is empty"),
    "only comments": ("a.txt", "# one\n# two\n", (), "a.txt: no puzzle is recognised in it"),
    "words": ("a.txt", "hello world\n", (), "no puzzle is recognised in it; --from FORMAT names"),
    "a binary file": (
        "a.txt",
        bytes(range(256)) * 40,
        (),
        "a.txt: it is not text (a binary file?)",
    ),
    "a missing file": ("no.txt", None, (), "no.txt: no such file, and not a puzzle"),
    "an empty argument": ("", None, (), "argument 1: it is empty; expected a file, - or a puzzle"),
    "a ragged CSV": ("a.csv", CSV.replace("6,0,0,", "6,0,", 1), (), "line 2: row 2 has 8 cells"),
    "a CSV without a puzzle column": (
        *("a.csv", f"a,b\n1,2\n{WIKIPEDIA},3\n", ()),
        "a.csv, line 1: no column of puzzles: the columns are 'a', 'b'; expected one of puzzle",
    ),
    "no such column": (
        *("a.csv", f"puzzle\n{WIKIPEDIA}\n", ("--column", "quiz")),
        "no column of puzzles: the columns are 'puzzle'; expected 'quiz'",
    ),
    "no such sheet": (
        *("a.xlsx", workbook, ("--sheet", "Hard")),
        "a.xlsx: no sheet 'Hard'; its sheets are 'Easy'",
    ),
    "a bad range": (
        *("a.xlsx", workbook, ("--range", "A1-I9")),
        "a.xlsx, sheet 'Easy': range 'A1-I9' is not of the form A1:I9",
    ),
    "a range that is no square": (
        *("a.xlsx", workbook, ("--range", "A1:I8")),
        "range A1:I8 has 8 rows and 9 columns and holds no grid; a grid is square",
    ),
    "a renamed text file": ("a.xlsx", ROWS, (), "a.xlsx: it is not a workbook (renamed?)"),
    "JSON of the wrong shape": (
        *("a.json", '{"a": [1, 2]}', ()),
        "a.json: no puzzle: the keys are 'a'; expected one of puzzle",
    ),
    "JSON rows of the wrong length": (
        *("a.json", str([*numbers_of(WIKIPEDIA)[:8], [1]]), ()),
        "a.json: row 9 has 1 cell, needs 9",
    ),
    "an empty JSON list": ("a.json", '{"puzzle": []}', (), "a.json: the list holds no puzzle"),
    "broken JSON": (
        "a.json",
        '{"puzzle": ',
        (),
        "a.json, line 1, column 12: it is not JSON: expect",
    ),
    "an integer of 5,000 digits in JSON": (
        *("a.json", f'{{"puzzle": [[{"1" * 5000}]]}}', ()),
        "a.json: the list has 1 row, a 9x9 grid needs 9",
    ),
    "5,000 digits in a cell of JSON": (
        *("a.json", str(numbers_of(WIKIPEDIA)).replace("5", "1" * 5000, 1), ()),
        "a.json: r1c1: '111111111111111111111...' is not a digit 1-9 or a blank",
    ),
    "JSON that is nested too deeply": (
        *("a.json", "[" * 500 + "]" * 500, ()),
        "a.json: the JSON is nested too deeply",
    ),
    "deep information in JSON": (
        *("a.json", f'{{"puzzle": "{WIKIPEDIA}", "info": {"[" * 900 + "]" * 900}}}', ()),
        "a.json: the JSON is nested too deeply",
    ),
    "information in JSON that is no object": (
        *("a.json", f'{{"puzzle": "{WIKIPEDIA}", "info": {list(range(5000))}}}', ()),
        'a.json: "info" is [0, 1, 2, 3, 4, 5, ...], needs an object',
    ),
    "5,000 digits in a cell of a CSV": (
        *("a.csv", "Title\n" + CSV.replace("5", "1" * 5000, 1), ()),
        "a.csv, line 2, column 1: r1c1: '111111111111111111111...' is not a digit 1-9",
    ),
    "10 MB of noise": ("a.txt", noise, (), "a.txt: it is not text (a binary file?)"),
    "10 MB of letters": ("a.txt", text_noise, (), "a.txt: no puzzle is recognised in it"),
    "an unknown format": (
        "a.txt",
        WIKIPEDIA,
        ("--from", "x"),
        "unknown format 'x'; choose one of xlsx",
    ),
    "an unknown output": (
        "a.txt",
        WIKIPEDIA,
        ("--to", "x"),
        "unknown format 'x'; choose one of xlsx",
    ),
    "an unknown engine": (
        "a.txt",
        WIKIPEDIA,
        ("--engine", "x"),
        "unknown engine 'x'; choose one of cp",
    ),
    "a bad box": ("a.txt", WIKIPEDIA, ("--box", "9"), "box '9' is not of the form ROWSxCOLUMNS"),
    "a box of another size": (
        *("a.txt", WIKIPEDIA, ("--box", "2x3")),
        "a.txt, line 1: a 9x9 grid, but the box 2x3 asks for 6x6",
    ),
    "a sheet of a text": (
        *("a.txt", WIKIPEDIA, ("--sheet", "x")),
        "a.txt: --sheet, --range, --named and --all are for workbooks, and this is read as line",
    ),
    "output into a missing folder": (
        *("a.txt", WIKIPEDIA, ("-o", "no/b.txt")),
        "no/b.txt: can't be written: no such file or directory",
    ),
    "output onto the input": (
        *("a.txt", WIKIPEDIA, ("-o", "a.txt")),
        "a.txt: it is one of the inputs; write to another file",
    ),
    "output onto the input by another name": (
        *("a.txt", WIKIPEDIA, ("-o", "./x/../a.txt")),
        "a.txt: it is one of the inputs; write to another file",
    ),
    "output onto a folder": (
        *("a.txt", WIKIPEDIA, ("-o", "x")),
        "x: it is a folder, not a file to write",
    ),
}


@pytest.mark.parametrize(
    ("name", "content", "options", "said"), REFUSED.values(), ids=REFUSED.keys()
)
def test_bad_input_ends_with_a_message_and_2(
    name: str, content: Content, options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "x").mkdir()
    if content is not None:
        data = content() if callable(content) else content
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    done = run("solve", name, *options, folder=tmp_path)
    assert done.code == 2
    assert said in done.err
    assert done.err.startswith("cpsudoku: ")
    assert len(done.err.splitlines()) == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_directory_is_told(tmp_path: Path) -> None:
    done = run("solve", tmp_path)
    assert done.code == 2
    assert done.err == f"cpsudoku: {tmp_path}: it is a folder; name the files in it\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WIKIPEDIA)
    path.chmod(0)
    done = run("solve", path)
    assert (done.code, done.err) == (2, f"cpsudoku: {path}: can't be read: permission denied\n")


def test_a_file_that_can_not_be_read_is_told() -> None:
    done = run("solve", "/proc/self/mem")  # opens, and then is an input/output error, for root too
    assert done.code == 2
    assert done.err == "cpsudoku: /proc/self/mem: can't be read: input/output error\n"


READ: dict[str, bytes] = {
    "UTF-16": (WIKIPEDIA + "\n").encode("utf-16"),
    "a BOM": (WIKIPEDIA + "\n").encode("utf-8-sig"),
    "CRLF": (WIKIPEDIA + "\r\n").encode(),
    "full-width digits": (FULL_WIDTH + "\n").encode(),
}


@pytest.mark.parametrize("data", READ.values(), ids=READ.keys())
@pytest.mark.parametrize("through", ["a file", "standard input"])
def test_text_of_other_makes_is_read(data: bytes, through: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    if through == "a file":
        done = run("convert", tmp_path / "a.txt")
    else:
        done = run("convert", "-", stdin=data)
    assert (done.code, done.out, done.err) == (0, WIKIPEDIA + "\n", "")


def put(**cells: int) -> str:
    """An empty grid with digits in cells: ``r1c2=5``."""
    changed = list("." * 81)
    for name, digit in cells.items():
        row, column = map(int, name[1:].split("c"))
        changed[9 * row + column - 10] = str(digit)
    return "".join(changed)


SIXTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8....."
JUDGED = {
    "a clash in a row": (put(r2c1=7, r2c9=7), 1, "conflict", "7 twice in row 2: r2c1, r2c9"),
    "a clash in a column": (put(r1c4=7, r9c4=7), 1, "conflict", "7 twice in column 4: r1c4, r9c4"),
    "a clash in a box": (put(r4c4=7, r5c5=7), 1, "conflict", "7 twice in box 5: r4c4, r5c5"),
    "a clash in two houses": (
        *(CLASHING, 1, "conflict"),
        "5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2",
    ),
    "16 clues": (SIXTEEN, 1, "multiple", "at least 2 solutions; the first two differ in r"),
    "a complete wrong grid": (WRONG, 1, "conflict", "8 twice in row 9: r9c5, r9c9"),
    "a complete right grid": (SOLVED, 0, "unique", "81 givens, exactly one solution"),
}


@pytest.mark.parametrize(("line", "code", "word", "said"), JUDGED.values(), ids=JUDGED.keys())
def test_a_contradictory_puzzle_is_judged(line: str, code: int, word: str, said: str) -> None:
    done = run("check", line)
    assert done.code == code
    fields = done.out.rstrip("\n").split("\t")
    assert fields[:3] == [word, "argument 1, line 1", line]
    assert said in fields[3]
    assert done.err == ""


def test_clashing_cells_of_a_workbook_are_named_by_address(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].title = "Easy"
    book.worksheets[0]["B3"], book.worksheets[0]["J3"] = 5, 5
    book.save(tmp_path / "a.xlsx")
    done = run("check", "a.xlsx", "--range", "B2:J10", folder=tmp_path)
    assert done.code == 1
    assert "5 twice in row 2: r2c1 (B3), r2c9 (J3)" in done.out
    assert done.err.startswith("cpsudoku: read a.xlsx, sheet 'Easy', B2:J10\n")
    assert "B3 and J3 are both 5; this is the grid that was read:" in done.err


def test_a_bad_line_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}\n{INKALA}\n")
    done = run("solve", "a.txt", folder=tmp_path)
    assert done.code == 2
    assert [line.split("\t")[1] for line in done.lines] == ["unique", "malformed", "unique"]
    assert "cpsudoku: a.txt, line 2: 80 cells (row 9 has 8)" in done.err
    assert "3 puzzles: 2 unique, 1 malformed in " in done.err
