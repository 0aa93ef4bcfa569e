"""Whole bulk runs: tables of verdicts, splits, stops and faults, through the real command."""

from __future__ import annotations

import csv
import errno
import gzip
import json
import lzma
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import lanes
from cpsudoku.engines.lanes import searching
from cpsudoku.formats.tables.parquet import csv_of
from cpsudoku.road import outputs
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.outputs import Outputs
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.road.running import workers
from cpsudoku.road.settings import Requirements, Settings
from cpsudoku.road.sinks import arrow_table, growing
from cpsudoku.road.sinks.growing import Growing
from cpsudoku.road.source.columns import lines_of
from cpsudoku.road.summary import Summary
from cpsudoku.runtime.errors import EngineError, InputError, MissingExtra
from cpsudoku.runtime.extras import install_command
from cpsudoku.runtime.lock import locked
from tests import command
from tests.command import invoke
from tests.puzzles import CLASHING, IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA, WRONG

COMMAND = [sys.executable, "-m", "cpsudoku", "check"]
FOUR = "1....4....3....2"  # a 4x4 with several solutions
LINES = [
    (WIKIPEDIA, "unique"), (INKALA, "unique"), (SEVERAL, "multiple"), (IMPOSSIBLE, "none"),
    (CLASHING, "conflict"), (WIKIPEDIA[:80], "malformed"), (WRONG, "conflict"),
    ("hello", "malformed"), (FOUR, "multiple"), (WIKIPEDIA, "unique"),
    (f"{WIKIPEDIA},{SOLVED}", "unique"),
    (f"{WIKIPEDIA},{WRONG}", "unique"), ("." * 81, "multiple"),
]  # fmt: skip


def check(*arguments: object, stdin: str = "", cwd: Path | None = None) -> command.Run:
    """Run the real command."""
    return command.run("check", *map(str, arguments), stdin=stdin, folder=cwd)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def judge(files: list[Path], output: Path, **options: Any) -> Summary:
    """A run in this process."""
    names = tuple(str(file) for file in files)
    return Run(Plan(names, output=output, **options), lambda text: None, lambda *_: None).run()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_small_table_never_waits_for_the_compiler_and_is_the_same(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes do not depend on whether the programs are compiled."""
    source = tmp_path / "puzzles.txt"
    source.write_text("\n".join(line for line, _ in LINES) + "\n# a comment\n\n")
    tables = [tmp_path / f"compiled{suffix}", tmp_path / f"plain{suffix}"]
    judge([source], tables[0])
    monkeypatch.setattr("cpsudoku.runtime.compiled.compiling.start", lambda names, **_: [*names])
    monkeypatch.setattr("cpsudoku.runtime.compiled.compiling.load", None)  # nobody may call it
    monkeypatch.setattr(searching, "is_compiled", lambda *names: False)
    monkeypatch.setattr(searching._PLAIN, "is_plain", lambda names: True)
    monkeypatch.setattr(searching, "search_by_kernel", None)
    judge([source], tables[1])
    assert tables[0].read_bytes() == tables[1].read_bytes()


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A file with a line of every kind, a comment and a blank line among them."""
    path = tmp_path / "mixed.txt"
    lines = [line for line, _ in LINES]
    path.write_text("\n".join(["# of every kind", *lines[:5], "", *lines[5:]]) + "\n")
    return path


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Some thousands of puzzles of every kind, in several blocks."""
    random = Random(4)
    path = tmp_path / "many.txt"
    with path.open("w") as file:
        for number in range(30_000):
            digits = random.sample("123456789", 9)
            cells = [digits[int(symbol) - 1] for symbol in SOLVED]
            for cell in random.sample(range(81), random.randint(30, 58)):
                cells[cell] = "."
            file.write("".join(cells) + (f" # {number}" if number % 3 else "") + "\n")
    return path


def test_every_line_gets_its_row_and_nothing_shifts(mixed: Path, tmp_path: Path) -> None:
    done = check(mixed, "-o", tmp_path / "v.csv")
    assert done.code == 2
    rows = rows_of(tmp_path / "v.csv")
    assert [row["status"] for row in rows] == [status for _, status in LINES]
    assert [row["line"] for row in rows] == [*map(str, range(2, 7)), *map(str, range(8, 16))]
    assert rows[0]["solution"] == SOLVED
    assert rows[0]["clues"] == "30"
    assert rows[4]["reason"] == "5 twice in row 1: r1c1, r1c2; and 1 more"
    assert rows[5]["reason"] == "80 cells (row 9 has 8); a 9x9 puzzle needs 81"
    assert rows[5]["puzzle"] == WIKIPEDIA[:80]
    assert rows[8]["puzzle"] == FOUR
    assert [row["given_solution_ok"] for row in rows] == ["", *[""] * 9, "true", "false", ""]
    assert rows[-2]["reason"].startswith("the solution that came with it is wrong in r")
    assert [row["duplicate_of"] for row in rows] == ["", *[""] * 8, "2", "2", "2", ""]
    assert "13 rows: 5 unique, 3 multiple, 1 none, 2 conflict, 2 malformed" in done.err
    assert "3 duplicates, 1 wrong solution\n" in done.err
    assert "mixed.txt, line 4: multiple" in done.err
    assert "(lanes 10, cpsat 1)" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mixed.txt", "v.csv"]


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_other_tables_hold_the_same(mixed: Path, tmp_path: Path, suffix: str) -> None:
    output = tmp_path / f"v{suffix}"
    judge([mixed], tmp_path / "v.csv")
    judge([mixed], output)
    if suffix == ".jsonl":
        rows = [json.loads(line) for line in output.read_text().splitlines()]
    else:
        rows = pytest.importorskip("pyarrow.parquet").read_table(output).to_pylist()
    truth = {True: "true", False: "false", None: ""}
    for row, expected in zip(rows, rows_of(tmp_path / "v.csv"), strict=True):
        failed = row.pop("failed") or ""
        assert (";".join(failed) if isinstance(failed, list) else failed) == expected.pop("failed")
        assert row.pop("given_solution_ok") in truth
        expected.pop("given_solution_ok")
        assert {key: "" if value is None else str(value) for key, value in row.items()} == expected


def test_the_solutions_in_the_table_solve(many: Path, tmp_path: Path) -> None:
    judge([many], tmp_path / "v.csv", jobs=2)
    rows = rows_of(tmp_path / "v.csv")
    assert len(rows) == 30_000
    unique = [row for row in rows if row["status"] == "unique"]
    assert 5_000 < len(unique) < 30_000
    for row in unique[::100]:
        solution = Grid.from_line(row["solution"])
        assert Puzzle(Grid.from_line(row["puzzle"])).is_solved_by(solution)


def test_keep_and_reject_split_the_input(mixed: Path, tmp_path: Path) -> None:
    keep, reject = tmp_path / "ok.txt", tmp_path / "bad.csv"
    judge([mixed], tmp_path / "v.csv", keep=keep, reject=reject)
    kept = [WIKIPEDIA, INKALA, WIKIPEDIA, f"{WIKIPEDIA},{SOLVED}"]
    assert keep.read_text().splitlines() == kept
    rejected = rows_of(reject)
    assert len(rejected) == len(LINES) - len(kept)
    table = rows_of(tmp_path / "v.csv")
    assert [row for row in table if row in rejected] == rejected


@pytest.mark.parametrize("output", ["v.csv", "v.jsonl", "v.parquet"])
def test_each_table_is_written_as_its_suffix_says(mixed: Path, tmp_path: Path, output: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for rows in ("keep", "reject"):
        for suffix in ("csv", "jsonl", "parquet"):
            judge([mixed], tmp_path / output, **{rows: tmp_path / f"{rows}.{suffix}"})
        lines = (tmp_path / f"{rows}.jsonl").read_text().splitlines()
        expected = [(row["line"], row["status"]) for row in map(json.loads, lines)]
        assert len(expected) == (4 if rows == "keep" else len(LINES) - 4)
        table = rows_of(tmp_path / f"{rows}.csv")
        assert [(int(row["line"]), row["status"]) for row in table] == expected
        batch = parquet.read_table(tmp_path / f"{rows}.parquet").to_pylist()
        assert [(row["line"], row["status"]) for row in batch] == expected
        again = [row["duplicate_of"] or "" for row in batch]
        assert again == [row["duplicate_of"] for row in table]
        assert any(again)


@pytest.mark.parametrize("beside", [0, growing.BESIDE])
def test_a_resumed_parquet_table_is_the_same(
    beside: int, many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if a thread had begun to write Parquet."""
    pytest.importorskip("pyarrow")
    judge([many, many], tmp_path / "whole.parquet")
    monkeypatch.setattr(growing, "BESIDE", beside)
    monkeypatch.setattr(outputs, "CHECKPOINT_SECONDS", 0.0)
    real = Summary.add

    def stops(summary: Summary, *what: Any) -> None:
        real(summary, *what)
        if summary.rows > 40_000:
            raise KeyboardInterrupt

    monkeypatch.setattr(Summary, "add", stops)
    with pytest.raises(KeyboardInterrupt):
        judge([many, many], tmp_path / "v.parquet")
    assert not [*tmp_path.glob("*.new")]
    monkeypatch.undo()
    judge([many, many], tmp_path / "v.parquet", resume=True)
    assert (tmp_path / "v.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert not [*tmp_path.glob("*.partial*")]


@pytest.mark.parametrize("beside", [0, growing.BESIDE])
def test_parquet_that_can_not_be_written_is_an_error_and_leaves_the_rows(
    beside: int, many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    judge([many], tmp_path / "whole.parquet")
    (tmp_path / "v.parquet.partial.new").write_text("of a run that was killed")

    def full(rows: object, file: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(growing, "BESIDE", beside)
        patch.setattr(outputs, "CHECKPOINT_SECONDS", 0.0)
        patch.setattr(arrow_table, "to_parquet", full)
        with pytest.raises(InputError, match="can't be written: no space left"):
            judge([many], tmp_path / "v.parquet")
    assert not [*tmp_path.glob("*.new")]
    judge([many], tmp_path / "v.parquet", resume=True)
    assert (tmp_path / "v.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


@pytest.mark.parametrize(
    ("column", "has_range", "encoding"),
    [
        ("line", True, "DELTA_BINARY_PACKED"),
        ("status", True, "RLE_DICTIONARY"),
        ("puzzle", False, "PLAIN"),
        ("solution", False, "PLAIN"),
    ],
)
def test_parquet_has_ranges_to_search_by_and_encodings_that_suit_its_columns(
    column: str, has_range: bool, encoding: str, many: Path, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    judge([many], tmp_path / "v.parquet")
    group = parquet.read_metadata(tmp_path / "v.parquet").row_group(0)
    parts = [group.column(number) for number in range(group.num_columns)]
    [part] = [part for part in parts if part.path_in_schema == column]
    assert (part.statistics is not None) == has_range
    assert encoding in part.encodings


REQUIREMENTS = [
    ("unique", ["", "", "", "unique", ""]),
    ("minimal", ["minimal", "", "minimal", "minimal", "minimal"]),
    ("no-duplicates", ["", "", "", "", "no-duplicates"]),
    ("symmetric", ["", "symmetric", "", "symmetric", ""]),
    ("min-clues=22", ["", "min-clues", "", "", ""]),
    ("max-clues=29,min-clues=20", ["max-clues", "", "max-clues", "", "max-clues"]),
]


@pytest.mark.parametrize(("require", "failed"), REQUIREMENTS, ids=[r for r, _ in REQUIREMENTS])
def test_a_row_says_which_requirement_it_fails(
    tmp_path: Path, require: str, failed: list[str]
) -> None:
    source = tmp_path / "p.txt"
    lines = [WIKIPEDIA, INKALA, SOLVED, SEVERAL, WIKIPEDIA]
    source.write_text("\n".join(lines))
    settings = Settings(requirements=Requirements.parse([require]))
    judge([source], tmp_path / "v.csv", settings=settings)
    assert [row["failed"] for row in rows_of(tmp_path / "v.csv")] == failed


@pytest.mark.parametrize("text", ["pretty", "min-clues", "unique=3", "min-clues=9,max-clues=3"])
def test_an_unknown_requirement_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match="require: "):
        Requirements.parse([text])


def test_canonical_forms_find_what_is_the_same_up_to_symmetry(tmp_path: Path) -> None:
    relabelled = WIKIPEDIA.translate(str.maketrans("123456789", "912345678"))
    rows = [WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)]
    transposed = "".join("".join(column) for column in zip(*rows, strict=True))
    swapped = "".join(rows[r] for r in (4, 3, 5, 0, 2, 1, 6, 7, 8))
    source = tmp_path / "p.txt"
    source.write_text("\n".join([WIKIPEDIA, relabelled, INKALA, transposed, swapped]))
    judge([source], tmp_path / "v.csv", settings=Settings(canonical=True))
    table = rows_of(tmp_path / "v.csv")
    assert [row["duplicate_of"] for row in table] == ["", "1", "", "1", "1"]
    assert len({row["canonical"] for row in table}) == 2


# ---- inputs ------------------------------------------------------------------------------------


def _zstd(data: bytes) -> bytes:
    return bytes(pytest.importorskip("zstandard").compress(data))


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "p.txt": bytes,
    "p.txt.gz": gzip.compress,
    "p.txt.xz": lzma.compress,
    "p.txt.zst": _zstd,
    "utf16.txt": lambda data: data.decode().encode("utf-16"),
    "crlf.txt": lambda data: data.replace(b"\n", b"\r\n"),
    "bom.txt": lambda data: b"\xef\xbb\xbf" + data,
}


@pytest.mark.parametrize("name", PACKED)
def test_text_is_read_however_it_is_packed(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(PACKED[name](f"{WIKIPEDIA}\n{SEVERAL}\n{INKALA}".encode()))
    judge([path], tmp_path / "v.csv")
    words = [row["status"] for row in rows_of(tmp_path / "v.csv")]
    assert words == ["unique", "multiple", "unique"]


@pytest.mark.parametrize("name", ["puzzle", " PUZZLE ", "quizzes\n"])
def test_a_parquet_column_may_have_spaces_in_its_name(name: str, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": [7], name: [WIKIPEDIA]})
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "x.parquet")
    judge([tmp_path / "x.parquet"], tmp_path / "v.csv")
    assert [row["puzzle"] for row in rows_of(tmp_path / "v.csv")] == [WIKIPEDIA]


def test_of_two_parquet_columns_with_one_name_the_first_is_read(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    columns = [pyarrow.array([text]) for text in (WIKIPEDIA, INKALA, "label")]
    table = pyarrow.Table.from_arrays(columns, names=["puzzle", "puzzle", "label"])
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "x.parquet")
    assert judge([tmp_path / "x.parquet"], tmp_path / "v.csv").rows == 1
    assert [row["puzzle"] for row in rows_of(tmp_path / "v.csv")] == [WIKIPEDIA]


ODD = WIKIPEDIA.replace(".", "*")
COLUMNS = {
    "of one length": [WIKIPEDIA, INKALA],
    "a part of a column": [FOUR, WIKIPEDIA, INKALA],
    "of two lengths": [WIKIPEDIA, FOUR],
    "with a null": [WIKIPEDIA, None],
    "with quotes, commas and line ends": [f'{WIKIPEDIA[:78]}",\n', WIKIPEDIA],
    "with stars": [ODD, WIKIPEDIA],
    "empty texts": ["", ""],
}


@pytest.mark.parametrize("kind", ["string", "large_string"])
@pytest.mark.parametrize("texts", COLUMNS.values(), ids=COLUMNS.keys())
def test_columns_become_the_rows_of_csv(texts: list[str | None], kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": pa.array(texts, kind), "n": pa.array(texts[::-1], kind)})
    if len(texts) > 2:
        table = table.slice(1)
    names = ["n", "puzzle"]
    expected = list(csv.reader(csv_of(table, names, heading=False).splitlines()))
    for rows in (table, table.combine_chunks().to_batches()[0]):
        assert list(csv.reader(lines_of(rows, names).decode().splitlines())) == expected
    is_quick = b'"' not in lines_of(table, ["puzzle"])
    assert is_quick == (table.column("puzzle").to_pylist() in ([WIKIPEDIA, INKALA],))


def test_parquet_keeps_a_text_that_begins_like_a_formula(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    puzzles = tmp_path / "x.txt"
    puzzles.write_text(f"=1+1\n{WIKIPEDIA}\n")
    check(puzzles, "-o", tmp_path / "v.parquet")
    check(puzzles, "-o", tmp_path / "v.csv")
    assert rows_of(tmp_path / "v.csv")[0]["puzzle"].startswith("'=")
    assert parquet.read_table(tmp_path / "v.parquet")["puzzle"].to_pylist()[0].startswith("=")


@pytest.mark.parametrize("text", ["NA", "null", "nan", "NULL"])
def test_parquet_keeps_a_text_that_other_programs_take_for_nothing(
    text: str, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "x.txt").write_text(f"{text}\n{WIKIPEDIA}\n")
    judge([tmp_path / "x.txt"], tmp_path / "v.parquet")
    assert parquet.read_table(tmp_path / "v.parquet")["puzzle"].to_pylist() == [text, WIKIPEDIA]


def test_folders_globs_csv_jsonl_and_parquet_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text(f"quizzes,solutions\n{WIKIPEDIA},{SOLVED}\n{INKALA},{SOLVED}\n")
    (folder / "b.jsonl").write_text(f'{{"puzzle": "{SEVERAL}"}}\nnot json\n')
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({"id": [1, 2], "question": [WIKIPEDIA, None], "answer": [SOLVED, None]})
    pytest.importorskip("pyarrow.parquet").write_table(table, folder / "c.parquet")
    (folder / "note.md").write_text("not a puzzle")
    done = check(folder, "-o", tmp_path / "v.csv", "--json")
    assert done.code == 2
    summary = json.loads(done.out)
    assert summary["statuses"] == {"unique": 3, "multiple": 1, "malformed": 2}
    assert summary["wrong_solutions"] == 1
    rows = rows_of(tmp_path / "v.csv")
    assert [Path(row["source"]).name[0] for row in rows] == ["a", "a", "b", "b", "c", "c"]
    assert rows[4]["duplicate_of"].endswith("a.csv:2")
    assert rows[5]["line"] == "2"
    glob = check(str(folder / "*.csv"), "--require", "unique", "-q")
    assert glob.code == 1


def test_standard_input_is_read(tmp_path: Path) -> None:
    done = check("-", "-o", tmp_path / "v.csv", stdin=f"{WIKIPEDIA}\n{INKALA}\n")
    assert done.code == 0
    assert len(rows_of(tmp_path / "v.csv")) == 2


def test_a_broken_gz_is_reported_with_how_far_it_got(many: Path, tmp_path: Path) -> None:
    packed = gzip.compress(many.read_bytes())
    path = tmp_path / "broken.txt.gz"
    path.write_bytes(packed[: len(packed) // 2])
    done = check(path, "-o", tmp_path / "v.csv", "-q")
    assert done.code == 2
    count = len(rows_of(tmp_path / "v.csv"))
    assert 5_000 < count < 25_000
    assert "broken off" in done.err
    assert f"after line {count:,}" in done.err


GROUP = 60  # rows of a group of the damaged Parquet file


def _damaged_parquet(path: Path, group: int, column: int, note: str = "") -> None:
    """A Parquet file of three groups of rows, with one block damaged."""
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    notes = [f"{note}{number}" for number in range(3 * GROUP)]
    table = pa.table({"puzzle": [WIKIPEDIA, INKALA, SEVERAL] * GROUP, "note": notes})
    parquet.write_table(table, path, row_group_size=GROUP, use_dictionary=False)
    place = parquet.read_metadata(path).row_group(group).column(column).data_page_offset
    data = bytearray(path.read_bytes())
    data[place + 2 : place + 10] = b"\xff" * 8
    path.write_bytes(data)


@pytest.mark.parametrize("group", range(3))
def test_a_damaged_block_of_parquet_costs_only_its_rows(group: int, tmp_path: Path) -> None:
    _damaged_parquet(tmp_path / "x.parquet", group, 0)
    first, last = group * GROUP + 1, (group + 1) * GROUP
    lost = f"x.parquet: rows {first} to {last} can't be read: "
    done = invoke("check", tmp_path / "x.parquet", "-o", tmp_path / "v.csv")
    assert (done.code, lost in done.err) == (2, True)
    lines = [int(row["line"]) for row in rows_of(tmp_path / "v.csv")]
    assert lines == [line for line in range(1, 3 * GROUP + 1) if not first <= line <= last]
    entries = list(cpsudoku.read_many([tmp_path / "x.parquet"]))
    assert lost in str(entries.pop())
    assert [each.source.row for each in entries if isinstance(each, Puzzle)] == lines


def test_a_damaged_column_without_puzzles_changes_nothing(tmp_path: Path) -> None:
    _damaged_parquet(tmp_path / "x.parquet", 1, 1)
    assert judge([tmp_path / "x.parquet"], tmp_path / "v.csv").rows == 3 * GROUP


def test_a_parquet_text_that_is_not_utf_8_is_a_row_of_its_own(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    texts = pa.array([WIKIPEDIA.encode(), b"\xff" * 81, INKALA.encode()], "binary").view("string")
    parquet.write_table(pa.table({"puzzle": texts}), tmp_path / "x.parquet")
    judge([tmp_path / "x.parquet"], tmp_path / "v.csv")
    words = [row["status"] for row in rows_of(tmp_path / "v.csv")]
    assert words == ["unique", "malformed", "unique"]


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingExtra, match=re.escape(install_command("data"))):
        judge([tmp_path / "x.parquet"], tmp_path / "v.csv")


# ---- stops and faults --------------------------------------------------------------------------


def test_the_table_does_not_depend_on_the_number_of_processes(many: Path, tmp_path: Path) -> None:
    judge([many], tmp_path / "one.csv", jobs=1)
    judge([many], tmp_path / "two.csv", jobs=2)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)]


@pytest.mark.parametrize(("number", "code"), SIGNALS, ids=["Ctrl-C", "SIGTERM", "kill -9"])
def test_a_stopped_run_is_resumed_to_the_same_bytes(
    many: Path, tmp_path: Path, number: int, code: int
) -> None:
    judge([many], tmp_path / "whole.csv", keep=tmp_path / "whole.txt")
    slow = (
        "import time, cpsudoku.road.outputs as outputs\n"
        "outputs.CHECKPOINT_SECONDS = 0.0; write = outputs.Outputs.write\n"
        "def slowly(self, block): write(self, block); time.sleep(0.3)\n"
        "outputs.Outputs.write = slowly\n"
        "from cpsudoku.cli.app import main; main()"
    )
    arguments = ["check", many, "-o", tmp_path / "v.csv", "--keep", tmp_path / "k.txt"]
    process = subprocess.Popen(
        [sys.executable, "-c", slow, *map(str, arguments)],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    checkpoint = tmp_path / "v.csv.checkpoint"
    deadline = time.monotonic() + 90
    while not checkpoint.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(number)
    assert process.wait(60) == code
    assert checkpoint.exists()
    assert not (tmp_path / "v.csv").exists()
    resumed = check(many, "-o", tmp_path / "v.csv", "--keep", tmp_path / "k.txt", "--resume", "-q")
    assert resumed.code == 1, resumed.err
    assert (tmp_path / "v.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert (tmp_path / "k.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()
    assert not checkpoint.exists()


def test_a_checkpoint_of_another_run_is_refused(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(Summary, "add", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        judge([many], tmp_path / "v.csv")
    monkeypatch.undo()
    with pytest.raises(InputError, match="another run: settings changed"):
        judge([many], tmp_path / "v.csv", settings=Settings(minimal=True), resume=True)
    many.write_text(WIKIPEDIA)
    with pytest.raises(InputError, match="another run: files changed"):
        judge([many], tmp_path / "v.csv", resume=True)


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, '{"signature": 1, "sizes": 2}'])
def test_a_damaged_checkpoint_is_refused(text: str, mixed: Path, tmp_path: Path) -> None:
    (tmp_path / "v.csv.checkpoint").write_text(text)
    (tmp_path / "v.csv.checkpoint").chmod(0o600)
    with pytest.raises(InputError, match=r"v\.csv\.checkpoint: it is not a checkpoint"):
        judge([mixed], tmp_path / "v.csv", resume=True)


def test_a_run_stopped_while_it_writes_parquet_is_resumed(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    judge([many], tmp_path / "whole.parquet")

    def stop(batches: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(outputs, "CHECKPOINT_SECONDS", 0.0)

    with monkeypatch.context() as patch:
        patch.setattr(arrow_table, "_groups", stop)
        with pytest.raises(KeyboardInterrupt):
            judge([many], tmp_path / "v.parquet")
    assert not [*tmp_path.glob("v.parquet"), *tmp_path.glob("*.new")]
    judge([many], tmp_path / "v.parquet", resume=True)
    assert (tmp_path / "v.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_a_run_from_standard_input_is_resumed_only_with_the_same_content(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = many.read_bytes()
    judge([many], tmp_path / "whole.csv")
    judge_standard_input(text, monkeypatch, tmp_path, stops=True)
    changed = text.replace(b"1", b"2", 1)
    shorter = text[: len(text) // 20]
    for other in (changed, shorter, b""):
        with pytest.raises(InputError, match="another run: the content of the input changed"):
            judge_standard_input(other, monkeypatch, tmp_path, resume=True)
    judge_standard_input(text, monkeypatch, tmp_path, resume=True)
    columns = [row | {"source": ""} for row in rows_of(tmp_path / "v.csv")]
    assert columns == [row | {"source": ""} for row in rows_of(tmp_path / "whole.csv")]


def judge_standard_input(
    text: bytes, monkeypatch: pytest.MonkeyPatch, folder: Path, stops: bool = False, **options: Any
) -> None:
    """A run in this process over a text on standard input; one that stops does so after a block."""
    (folder / "stdin").write_bytes(text)
    with monkeypatch.context() as patch, (folder / "stdin").open() as stdin:
        patch.setattr(sys, "stdin", stdin)
        if not stops:
            judge([Path("-")], folder / "v.csv", **options)
            return
        patch.setattr(outputs, "CHECKPOINT_SECONDS", 0.0)
        real, taken = Outputs._save, []

        def stops_after_a_block(outputs: Outputs) -> None:
            real(outputs)
            taken.append(outputs)
            if len(taken) == 1:
                raise KeyboardInterrupt

        patch.setattr(Outputs, "_save", stops_after_a_block)
        with pytest.raises(KeyboardInterrupt):
            judge([Path("-")], folder / "v.csv", **options)


# ---- two runs at once --------------------------------------------------------------------------

HOLDER = """
import sys
from pathlib import Path
from cpsudoku.runtime.lock import locked
with locked([Path(sys.argv[1])]):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_refused_until_the_first_has_ended_or_died(
    mixed: Path, tmp_path: Path
) -> None:
    output = tmp_path / "v.csv"
    lock = tmp_path / "v.csv.lock"
    command = [sys.executable, "-c", HOLDER, str(output)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"locked\n"
        who = f"process {first.pid} on {re.escape(socket.gethostname())}, since 2"
        (tmp_path / "other.csv").symlink_to(output)
        for named in ({"output": output}, {"output": tmp_path / "w.csv", "keep": output},
                      {"output": tmp_path / "other.csv"}):  # fmt: skip
            with pytest.raises(InputError, match=f"another run is writing it .{who}"):
                judge([mixed], **named)
        first.kill()
        first.wait()
    assert lock.exists()  # stale: it stops nobody
    (tmp_path / "other.csv").unlink()
    judge([mixed], output)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mixed.txt", "v.csv"]


def test_two_runs_in_one_process_are_kept_apart_too(mixed: Path, tmp_path: Path) -> None:
    with locked([tmp_path / "v.csv"]):
        with pytest.raises(InputError, match=f"process {os.getpid()} on"):
            judge([mixed], tmp_path / "v.csv")
        judge([mixed], tmp_path / "other.csv")
    judge([mixed], tmp_path / "v.csv")


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_worker_that_dies_is_reported_and_its_block_done_again(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge([many], tmp_path / "one.csv")
    mark = tmp_path / "died"

    def dies_once(block: Any, settings: Settings) -> Any:
        if block.first_line > 1 and not mark.exists():
            mark.touch()
            os._exit(9)
        return real(block, settings)

    real = judge_block
    dies_once.__module__, dies_once.__qualname__ = __name__, "_dies_once"
    monkeypatch.setattr(sys.modules[__name__], "_dies_once", dies_once, raising=False)
    monkeypatch.setattr(workers, "judge_block", dies_once)
    said: list[str] = []
    plan = Plan((str(many),), output=tmp_path / "two.csv", jobs=2)
    Run(plan, said.append, lambda *_: None).run()
    assert "a worker died; its work is done again" in said
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_a_full_disk_leaves_whole_blocks_and_a_checkpoint(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge([many], tmp_path / "whole.csv")
    real = Growing.write

    def full(self: Any, data: bytes) -> None:
        if self.size + len(data) > 2_000_000:
            raise InputError("can't be written: no space left on device")
        real(self, data)

    monkeypatch.setattr(Growing, "write", full)
    with pytest.raises(InputError, match="no space left"):
        judge([many], tmp_path / "v.csv")
    monkeypatch.undo()
    judge([many], tmp_path / "v.csv", resume=True)
    assert (tmp_path / "v.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_cross_check_stops_on_a_disagreement(
    mixed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge([mixed], tmp_path / "v.csv", settings=Settings(cross_check=1.0))
    real = lanes.search

    def lies(cells: Any, want: int = 2, nodes: int = 0) -> Any:
        counts, solutions, exhausted = real(cells, want, nodes)
        counts[counts == 1] = 2
        return counts, solutions, exhausted

    monkeypatch.setattr(lanes, "search", lies)
    with pytest.raises(EngineError, match="lanes finds multiple, cpsat finds unique"):
        judge([mixed], tmp_path / "v.csv", settings=Settings(cross_check=1.0))


BAD_USE = [
    pytest.param(["-o", "same.txt"], "same.txt", id="output is the input"),
    pytest.param(["-o", "gone/v.csv"], "gone/v.csv: can't be written", id="missing folder"),
    pytest.param(["--resume"], "--resume needs", id="resume without output"),
    pytest.param(["-o", "v.csv", "--keep", "v.csv"], "different files", id="one file twice"),
    pytest.param(["--require", "x"], "--require: 'x' is not one of", id="unknown requirement"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_USE)
def test_wrong_use_is_a_clear_error(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "same.txt").write_text(WIKIPEDIA)
    done = check("same.txt", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_after_some_dozens_of_puzzles_the_bulk_engine_takes_over() -> None:
    lines = [WIKIPEDIA] * 320 + [FOUR] + [CLASHING]
    done = check("-", stdin="\n".join(lines))
    words = [line.split("\t")[0] for line in done.out.splitlines()]
    assert words == ["unique"] * 320 + ["multiple", "conflict"]
    assert "lanes 249" in done.err  # others decided the first 72, and the 4x4


# ---- Arrow -------------------------------------------------------------------------------------


def test_check_table_judges_an_arrow_batch() -> None:
    arrow = pytest.importorskip("pyarrow")
    puzzles = [WIKIPEDIA, CLASHING, None, "#" + WIKIPEDIA[1:], SEVERAL]
    batch = arrow.record_batch({"quiz": puzzles, "clues": [1, 2, 3, 4, 5]})
    result = cpsudoku.check_table(batch, minimal=True, require="unique,minimal")
    assert isinstance(result, arrow.RecordBatch)
    rows = result.to_pylist()
    words = ["unique", "conflict", "malformed", "malformed", "multiple"]
    assert [row["status"] for row in rows] == words
    assert [row["quiz"] for row in rows] == puzzles
    assert [row["clues"] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[0]["cpsudoku_clues"] == 30
    assert rows[0]["failed"] == "minimal"
    assert isinstance(cpsudoku.check_table(arrow.Table.from_batches([batch])), arrow.Table)
    with pytest.raises(InputError, match="no column of puzzles"):
        cpsudoku.check_table(arrow.record_batch({"a": [1]}))


@pytest.mark.parametrize("kind", ["RecordBatch", "Table"])
def test_an_empty_batch_gets_the_columns_of_a_full_one(kind: str) -> None:
    arrow = pytest.importorskip("pyarrow")
    full = getattr(arrow, kind).from_pydict({"name": ["x"], "quiz": [WIKIPEDIA], "clues": [3]})
    asked: dict[str, Any] = {"minimal": True, "canonical": True, "require": "unique"}
    judged, empty = (
        cpsudoku.check_table(full, **asked),
        cpsudoku.check_table(full.slice(0, 0), **asked),
    )
    assert type(empty) is type(full)
    assert empty.num_rows == 0
    assert empty.schema == judged.schema


def test_a_rule_far_down_makes_its_puzzle_malformed(tmp_path: Path) -> None:
    rules = ("killer 12: r1c1 r1c2", "# a comment", "diagonals")
    file, table = tmp_path / "late.txt", tmp_path / "late.csv"
    file.write_text("\n".join([*[WIKIPEDIA] * 1000, *rules, WIKIPEDIA, ""]))
    done = invoke("check", file, "-o", table)
    assert done.code == 2
    statuses = [line.split(",")[3] for line in table.read_text().splitlines()[1:]]
    assert statuses == ["unique"] * 999 + ["malformed"] * 3 + ["unique"]
