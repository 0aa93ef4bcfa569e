"""What strangers wrote (labels, file names, sheet names, metadata) can't act when it is shown."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

import cpsudoku
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.drawing.svg_sheet import DrawnGrid, svg
from cpsudoku.formats import FORMATS
from cpsudoku.play.slow_motion.svg import _caption
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.printable import (
    json_safe,
    markup,
    of_cell,
    one_line,
    printable,
    without_formula,
)
from cpsudoku.solving import as_puzzle
from tests.command import invoke, on_a_terminal
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA
from tests.reading import TEXT, WRITTEN

HOSTILE = {
    "escape": "\x1b]0;owned\x07\x1b[2J",
    "newline": f"x\n{INKALA}\tunique",
    "return": "good\rbad",
    "C1": "\x9b31mred\x85line",
    "bidi": "\u202egnp.exe\u2066",
    "line separator": "one\u2028two",
    "tab": "a\tb\tc",
    "nothing XML has": "\x00\x08\ufffe",
}
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
FORMULAS = ('=HYPERLINK("http://x","y")', "+1", "-1+1", "@SUM(A1)", "\uff1d1", "'=1", "''@x")


def labelled(label: str, line: str = WIKIPEDIA) -> Puzzle:
    """A puzzle of that label, with the same words as metadata."""
    givens = as_puzzle(line).givens
    return Puzzle(givens, label=label, info=(("author", label), ("comment", label)))


def written(puzzle: Puzzle, name: str) -> bytes:
    """The puzzle in a format."""
    stream = io.BytesIO()
    FORMATS[name].write([Result(puzzle)], stream)
    return stream.getvalue()


# The sanitizer


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Très bien, 数独", "Très bien, 数独"),
        ("a\\b", "a\\b"),
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("\u202e", "\\u202e"),
        ("\udcff", "\\udcff"),
    ],
)
def test_a_control_character_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_label_stays_on_one_line() -> None:
    assert one_line("a\r\nb\tc\x1bd") == "a b c\\x1bd"


@given(st.text())
def test_what_is_shown_has_no_control_character(text: str) -> None:
    assert not CONTROL.search(printable(text).replace("\n", "\x00"))
    assert len(one_line(text).splitlines()) <= 1
    assert json.loads(json_safe(json.dumps(text, ensure_ascii=False))) == text
    ElementTree.fromstring(f"<a b='{markup(text)}'>{markup(text)}</a>")


@given(st.text(alphabet="'=+-@\t\r\n\uff1d ax"))
def test_an_apostrophe_is_added_to_formulas_and_taken_away_again(text: str) -> None:
    assert of_cell(without_formula(text)) == text
    assert without_formula(text)[:1] not in set("=+-@\t\r\n\uff1d")


# Formats


@pytest.mark.parametrize("label", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", [name for name in WRITTEN if not FORMATS[name].is_binary])
def test_a_label_forges_nothing_in_a_format(name: str, label: str) -> None:
    text = written(labelled(label), name).decode()
    plain = written(labelled("x"), name).decode()
    assert len(text.splitlines()) == len(plain.splitlines())
    assert not CONTROL.search(text)
    if name in TEXT and name != "pencilmarks":
        again = list(cpsudoku.read(io.BytesIO(text.encode()), format=name))
        assert [puzzle.givens.line for puzzle in again] == [WIKIPEDIA]
        if name == "json":
            assert again[0].label == label


@pytest.mark.parametrize("label", [*HOSTILE.values(), *FORMULAS])
def test_a_label_is_text_in_a_workbook(label: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(written(labelled(label), "xlsx"))
    assert [puzzle.givens.line for puzzle in cpsudoku.read(path)] == [WIKIPEDIA]
    path.write_bytes(written(replace(labelled(label), answer=Grid.from_line(SOLVED)), "xlsx"))
    cell = load_workbook(path)["Answers"]["A1"]
    assert cell.data_type == "s"
    assert one_line(label).strip() in str(cell.value)


def test_a_text_of_an_old_workbook_stays_text_in_the_copy(tmp_path: Path) -> None:
    from cpsudoku.formats.sheets.reading.sheet_picture import Cell, SheetPicture
    from cpsudoku.formats.sheets.writing.conversion import _as_xlsx

    cells = {(1, 1): Cell('=cmd|" /C calc"!A0'), (2, 1): Cell("\x1b[2J")}
    copy = load_workbook(io.BytesIO(_as_xlsx([SheetPicture("S", cells)])))["S"]
    assert [copy["A1"].data_type, copy["A1"].value] == ["s", '=cmd|" /C calc"!A0']
    assert copy["A2"].value == "\\x1b[2J"


# CSV


@pytest.mark.parametrize("label", FORMULAS)
def test_csv_holds_no_formula_and_is_read_back(label: str, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    cpsudoku.write(labelled(label), path)
    assert _cells(path)[1][3] == f"'{label}"
    assert next(cpsudoku.read(path)).label == normalize("NFKC", label)
    cpsudoku.write(labelled(label), path, keep_formulas=True)
    assert _cells(path)[1][3] == label


def _cells(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text())))


KEEPING = {
    "convert": ["convert", "{in}", "--to", "csv"],
    "solve": ["solve", "{in}", "--to", "csv"],
    "check": ["check", "{in}", "--to", "csv"],
    "diagnose": ["diagnose", "{in}", "-q", "--fix", "{out}"],
}


@pytest.mark.parametrize("name", KEEPING)
def test_a_command_keeps_formulas_where_it_is_told_to(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.txt", tmp_path / "out.csv"
    source.write_text(f"{SEVERAL}\t=1+1\n")
    names = {"{in}": str(source), "{out}": str(target)}
    line = [names.get(part, part) for part in KEEPING[name]]
    for more, label in (([], "'=1+1"), (["--keep-formulas"], "=1+1")):
        done = invoke(*line, *more)
        text = target.read_text() if target.exists() else done.out
        assert next(csv.reader([text.splitlines()[1]]))[3] == label


@pytest.mark.parametrize(
    "line", [["convert", WIKIPEDIA], ["check", WIKIPEDIA, "--json"], ["diagnose", WIKIPEDIA]]
)
def test_keep_formulas_is_refused_where_no_csv_is_written(line: list[str]) -> None:
    done = invoke(*line, "--keep-formulas")
    assert (done.code, done.err[:41]) == (2, "cpsudoku: --keep-formulas works only with")


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_table_of_verdicts_holds_no_formula(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "=1+1\x1b[2J.txt"
    Path(name).write_text(f"{WIKIPEDIA}\n{WIKIPEDIA}\n=cmd\n")
    for output, source in (("csv", "'=1+1"), ("raw", "=1+1")):
        target = Path(f"v{suffix}")
        plan = Plan((name,), output=target, keep_formulas=output == "raw")
        Run(plan, lambda text: None, lambda *_: None).run()
        if suffix == ".csv":
            rows = _cells(target)[1:]
            assert [row[0] for row in rows] == [f"{source}\\x1b[2J.txt"] * 3
            assert rows[2][2] == ("'=cmd" if output == "csv" else "=cmd")
        elif suffix == ".jsonl":
            assert "\x1b" not in target.read_text()
            assert json.loads(target.read_text().splitlines()[0])["source"] == name
        elif output == "csv":
            import pyarrow.parquet

            table = pyarrow.parquet.read_table(target).to_pylist()
            assert [row["source"] for row in table] == ["=1+1\\x1b[2J.txt"] * 3
            assert table[2]["puzzle"] == "=cmd"


# Pictures


@pytest.mark.parametrize("label", HOSTILE.values(), ids=HOSTILE)
def test_pictures_and_pages_are_valid_xml(label: str, tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    source.write_text(json.dumps({"puzzle": WIKIPEDIA, "label": label}))
    for command, option in (("diagnose", "--svg"), ("explain", "--html")):
        target = tmp_path / option
        assert invoke(command, source, option, target).code == 0
        assert not CONTROL.search(target.read_text())
        if option == "--svg":
            ElementTree.parse(target)
    grid = as_puzzle(WIKIPEDIA).givens
    ElementTree.fromstring(svg([DrawnGrid(grid, grid, title=label, words=[label])]))
    ElementTree.fromstring(_caption(1, label))


# The terminal


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with a hostile name and files of hostile labels, one of them damaged."""
    folder = tmp_path / "\x1b[31m\u202e\nforged"
    folder.mkdir()
    label = "".join(HOSTILE.values())
    data = [{"puzzle": line, "label": label} for line in (WIKIPEDIA, SEVERAL)]
    (folder / "a.json").write_text("\n".join(map(json.dumps, data)))
    (folder / "one.json").write_text(json.dumps(data[0]))
    (folder / "bad.json").write_text(json.dumps({"puzzle": f"1\x1b[2J{WIKIPEDIA}"}))
    (folder / "bad.txt").write_text(f"{WIKIPEDIA[1:]}\x1b[2J\n\x1b[2J\n")
    (folder / "table.csv").write_text(f"\x1b[2J,puzzle\nx\x1b[2J\u202e,{WIKIPEDIA}\n")
    (folder / "no.csv").write_text("\x1b[2J,b\n1,2\n")
    book = Workbook()
    book.worksheets[0].title = "\u202esheet"
    for row, cells in enumerate(as_puzzle(WIKIPEDIA).givens.rows(), 1):
        for column, digit in enumerate(cells, 1):
            book.worksheets[0].cell(row, column, digit or None)
    book.save(folder / "book.xlsx")
    return folder


LINES = [
    *([command, "a.json"] for command in ("solve", "check", "diagnose", "hint", "rate")),
    ["explain", "one.json"],
    *([command, "bad.txt"] for command in ("solve", "check", "diagnose", "explain", "convert")),
    *([command, "bad.json"] for command in ("solve", "check", "hint", "play")),
    *([command, "book.xlsx"] for command in ("solve", "check", "grids", "diagnose", "watch")),
    *([command, "nothing"] for command in ("solve", "play", "watch", "watch-search", "grids")),
    *(["convert", "a.json", "--to", name] for name in WRITTEN if not FORMATS[name].is_binary),
    *(["convert", "table.csv"], ["convert", "no.csv"], ["convert", "a.json", "-o", "gone/x.txt"]),
    *(["check", "bad.txt", "-o", "v.csv"], ["check", "bad.txt", "--require", "unique"]),
    *(["check", "a.json", "--json"], ["explain", "one.json", "--json"], ["new", "x.txt"]),
    *(["explain", "one.json", "--html", "x.html"], ["explain", "one.json", "--pictures", "x.d"]),
    *(["solve", "a.json", "--engine", "\x1b[31m"], ["solve", "a.json", "--\x1b[31m"]),
    *(["\x1b[31m"], ["check", "a.json", "--max-solutions", "\x1b[31m"], ["techniques", "\x1b[31m"]),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: " ".join(line).encode("unicode_escape"))
def test_nothing_hostile_reaches_the_streams(line: list[str], foreign: Path) -> None:
    options = {"play": ["--plain"], "watch": ["--once"]}.get(line[0], [])
    files = [str(foreign / part) if "." in part or part == "nothing" else part for part in line]
    done = invoke(*files, *options)
    assert not CONTROL.search(done.out)
    assert not CONTROL.search(done.err)
    for text in (done.out, done.err):
        assert not any(row.startswith(("forged", INKALA)) for row in text.splitlines())
    assert done.out + done.err


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_a_label_does_not_act_on_a_terminal(command: str, foreign: Path) -> None:
    _, screen = on_a_terminal(command, str(foreign / "one.json"))
    assert "owned" in screen
    for hostile in ("\x1b]0;", "\x1b[2J", "\x07", "\u202e", "\x9b"):
        assert hostile not in screen


def test_a_message_is_safe_by_construction() -> None:
    source = Source("a\x1b[2J\n.txt", "\u202es", 1, 1)
    error = InputError("found \x1b[2J", source)
    for text in (str(error), error.problem, str(source), str(Unsupported("\x9b"))):
        assert printable(text) == text
    assert source.file == "a\x1b[2J\n.txt"


def test_the_panel_of_the_game_shows_a_label_on_one_line() -> None:
    from cpsudoku.play.game import Game
    from cpsudoku.play.saves import Saves
    from cpsudoku.play.session import Session
    from cpsudoku.play.terminal.panel import _label

    game = Game(labelled("a\x1b[2J\nb"))
    session = Session(game, Saves(Path("nowhere")), Path("nowhere"))
    assert _label(session) == "a\\x1b[2J b"
