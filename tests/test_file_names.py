"""File names and labels that are not UTF-8: every command and every output survives them."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

import cpsudoku
from cpsudoku.cli.listed import LISTED
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import Source
from cpsudoku.runtime.printable import encodable
from tests.command import Run, invoke, run
from tests.puzzles import DATA, INKALA, WIKIPEDIA, grid_of
from tests.reading import WRITTEN

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have no file name that is not UTF-8"
)

# \xff in a name of the file system, in Python, and as outputs show it.
PUZZLES, BAD, BOOK = "a\udcff.txt", "bad\udcff.txt", "b\udcff.xlsx"
SHOWN = {name: encodable(name) for name in (PUZZLES, BAD, BOOK)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of puzzles, of which no file has a name in UTF-8."""
    (tmp_path / PUZZLES).write_text(f"{INKALA}\n")
    (tmp_path / BAD).write_text(f"{INKALA}\n{INKALA}1\n{INKALA}\n")
    (tmp_path / BOOK).write_bytes((DATA / "samples" / "sample.xlsx").read_bytes())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


# Every command that reads, with its exit code.
READING: dict[str, tuple[tuple[str, ...], int]] = {
    "solve": (("solve", PUZZLES), 0),
    "solve --json": (("solve", PUZZLES, BAD, "--json"), 2),
    "solve a workbook": (("solve", BOOK), 0),
    "solve no file": (("solve", "no\udcff.txt"), 2),
    "solve no file --json": (("solve", "no\udcff", "--json"), 2),
    "check": (("check", PUZZLES, BAD), 2),
    "check --json": (("check", PUZZLES, "--json"), 0),
    "check --why": (("check", PUZZLES, BAD, "--why"), 2),
    "check in bulk": (("check", BAD, "--require", "unique", "--jobs", "1"), 2),
    "convert": (("convert", PUZZLES, BAD, "--to", "json"), 2),
    "diagnose": (("diagnose", PUZZLES), 0),
    "diagnose --json": (("diagnose", PUZZLES, "--json"), 0),
    "explain": (("explain", PUZZLES, "--brief", "--techniques", "easy"), 3),
    "explain --json": (("explain", PUZZLES, "--json", "--techniques", "easy"), 3),
    "hint": (("hint", PUZZLES, "--techniques", "easy"), 3),
    "hint --json": (("hint", PUZZLES, "--json", "--techniques", "easy"), 3),
    "rate": (("rate", BAD, "--json", "--scale", "hodoku"), 2),
    "play": (("play", "--plain", PUZZLES), 0),
    "practise": (("practise", "naked-single", "--puzzles", PUZZLES, "--json"), 0),
    "watch-search": (("watch-search", PUZZLES, "--limit", "0"), 3),
    "grids": (("grids", BOOK), 0),
    "candidates": (("candidates", PUZZLES), 0),
    "clear": (("clear", BOOK), 2),
    "watch": (("watch", BOOK, "--once"), 0),
    "verify": (("verify", "no\udcff"), 2),
}
# Every command that writes, to a name that is not UTF-8.
WRITING: dict[str, tuple[tuple[str, ...], int]] = {
    "solve": (("solve", PUZZLES, "-o"), 0),
    "check": (("check", PUZZLES, BAD, "--to", "json", "-o"), 2),
    "check in bulk": (("check", PUZZLES, BAD, "--jobs", "1", "-o"), 2),
    "check --reject": (("check", PUZZLES, BAD, "--jobs", "1", "--reject"), 2),
    "check --proof": (("check", PUZZLES, "--proof"), 0),
    "convert": (("convert", PUZZLES, BAD, "-o"), 2),
    "diagnose": (("diagnose", PUZZLES, "--json", "-o"), 0),
    "diagnose --fix": (("diagnose", PUZZLES, "--fix"), 0),
    "diagnose --svg": (("diagnose", PUZZLES, "--svg"), 0),
    "explain --html": (("explain", PUZZLES, "--techniques", "easy", "--html"), 3),
    "explain --pictures": (("explain", PUZZLES, "--techniques", "easy", "--pictures"), 3),
    "rate": (("rate", PUZZLES, "--scale", "hodoku", "-o"), 0),
    "generate": (("generate", "--seed", "1", "-o"), 0),
    "watch-search --trace": (("watch-search", PUZZLES, "--limit", "0", "--trace"), 3),
    "watch-search --svg": (("watch-search", PUZZLES, "--limit", "0", "--svg"), 3),
}
OUTPUT = {
    "check in bulk": "o\udcff.parquet",
    "rate": "o\udcff.csv",
    "check --reject": "o\udcff.csv",
}


def survives(done: Run, code: int) -> None:
    """Assert that a command ended as it should, and said nothing that can't be encoded."""
    assert "internal error" not in done.err
    assert done.code == code, done.err
    (done.out + done.err).encode()  # no surrogate is left


@pytest.mark.parametrize(("arguments", "code"), READING.values(), ids=READING.keys())
def test_a_command_reads_it(arguments: tuple[str, ...], code: int, folder: Path) -> None:
    survives(invoke(*arguments, folder=folder), code)


@pytest.mark.parametrize("name", WRITING)
def test_a_command_writes_it_and_leaves_nothing_else(name: str, folder: Path) -> None:
    arguments, code = WRITING[name]
    output = OUTPUT.get(name, "o\udcff.txt")
    survives(invoke(*arguments, output, folder=folder), code)
    assert {path.name for path in folder.iterdir()} - {PUZZLES, BAD, BOOK} <= {output}


def test_every_command_that_takes_a_file_is_tried() -> None:
    tried = {arguments[0] for arguments, _ in (*READING.values(), *WRITING.values())}
    names = set(LISTED)
    assert names - tried == {
        "new",
        "techniques",
        "rules",
        "engines",
        "formats",
        "man",
        "compile",
        "serve",
        "mcp",
    }


def test_new_makes_a_board_of_that_name(folder: Path) -> None:
    survives(invoke("new", "n\udcff.xlsx", folder=folder), 0)
    assert (folder / "n\udcff.xlsx").stat().st_size > 1000


def test_the_process_itself_survives(folder: Path) -> None:
    done = run("check", folder / BAD, "--json")
    assert done.code == 2
    assert [json.loads(line)["status"] for line in done.lines] == ["unique", "malformed", "unique"]
    assert json.loads(done.lines[0])["source"]["file"].endswith(SHOWN[BAD])


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_bulk_run_names_each_file_as_messages_do(suffix: str, folder: Path) -> None:
    inner = folder / "in\udcff"
    inner.mkdir()
    for name in (PUZZLES, BAD):
        (folder / name).rename(inner / name)
    done = invoke("check", inner, "-o", f"v\udcff{suffix}", "--jobs", "1", "-q", folder=folder)
    survives(done, 2)
    data = (folder / f"v\udcff{suffix}").read_bytes()
    if suffix == ".parquet":
        import pyarrow.parquet as pq

        rows = pq.read_table(io.BytesIO(data)).to_pylist()
    elif suffix == ".csv":
        rows = list(csv.DictReader(io.StringIO(data.decode())))
    else:
        rows = [json.loads(line) for line in data.splitlines()]
    files = [Path(row["source"]).name for row in rows]
    assert files == [SHOWN[PUZZLES], *[SHOWN[BAD]] * 3]


def test_a_parquet_file_of_that_name_is_read(folder: Path) -> None:
    survives(invoke("check", PUZZLES, "-o", "v\udcff.parquet", "-q", folder=folder), 0)
    survives(invoke("check", "v\udcff.parquet", "-o", "w.csv", "-q", folder=folder), 0)
    assert (folder / "w.csv").read_text().splitlines()[1].startswith("v\\udcff.parquet,1,8....")


def test_answers_get_into_a_workbook_of_that_name(folder: Path) -> None:
    survives(invoke("solve", BOOK, "-q", folder=folder), 0)
    assert load_workbook(folder / "b\udcff.solved.xlsx").sheetnames[0] == "Wikipedia"


def test_a_source_keeps_the_name_that_opens_the_file() -> None:
    source = Source(PUZZLES, row=3)
    assert (source.file, source.name, str(source)) == (
        PUZZLES,
        SHOWN[PUZZLES],
        "a\\udcff.txt, line 3",
    )
    assert os.fsencode(source.file) == b"a\xff.txt"


# Labels, which JSON and callers may give any character to

LABEL = "half \ud800 a character"


@pytest.mark.parametrize("name", WRITTEN)
def test_a_label_that_can_not_be_encoded_is_written_with_escapes(name: str) -> None:
    stream = io.BytesIO()
    cpsudoku.write(cpsudoku.Puzzle(grid_of(WIKIPEDIA), label=LABEL), stream, format=name)
    if name == "xlsx":
        assert load_workbook(stream).sheetnames == ["half  ud800 a character"]
    elif not FORMATS[name].is_binary:
        assert stream.getvalue().decode()


def test_a_label_of_json_can_be_encoded() -> None:
    text = json.dumps({"puzzle": WIKIPEDIA, "label": LABEL, "info": {LABEL: LABEL}})
    puzzle = cpsudoku.Puzzle.parse(text)
    assert puzzle.label == encodable(LABEL)
    assert puzzle.info == ((encodable(LABEL), encodable(LABEL)),)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".xlsx"])
def test_a_title_that_can_not_be_encoded_is_drawn_with_escapes(suffix: str, folder: Path) -> None:
    survives(invoke("generate", "--title", LABEL, "-o", f"o{suffix}", folder=folder), 0)
