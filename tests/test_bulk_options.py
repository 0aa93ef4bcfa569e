"""The options of ``check`` on its bulk road: each is obeyed, or refused by its name."""

from __future__ import annotations

import csv
import json
import multiprocessing
import re
from pathlib import Path
from typing import Any

import pytest

import cpsudoku
from cpsudoku.road.judge.judged import column_names
from cpsudoku.road.settings import Settings
from cpsudoku.road.sinks.base import TAIL
from tests.command import Run, invoke
from tests.puzzles import CLASHING, DATA, IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA

COLUMNS = [*column_names(Settings()), *TAIL]
ROWS = "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9))
SAMPLES = sorted((DATA / "samples").iterdir())


def table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The columns and the rows of a table of verdicts."""
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        return list(reader.fieldnames or []), list(reader)


def check(*arguments: str | Path, folder: Path) -> Run:
    """Run ``check``, with one process."""
    return invoke("check", *arguments, folder=folder)


# ---- one set of columns ------------------------------------------------------------------------

INPUTS = {
    "a line": f"{WIKIPEDIA}\n",
    "a grid": f"{ROWS}\n",
    "CSV rows": f"id,puzzle\n1,{WIKIPEDIA}\n",
    "a CSV grid": "\n".join(",".join(row) for row in ROWS.split()),
    "JSON": json.dumps({"puzzle": WIKIPEDIA}, indent=2),
    "SDK": f"[Puzzle]\n{ROWS}\n",
}


@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_table_has_the_same_columns_whatever_the_input(
    tmp_path: Path, kind: str, suffix: str
) -> None:
    (tmp_path / "input").write_text(INPUTS[kind])
    done = check("input", "-o", f"v.{suffix}", folder=tmp_path)
    assert done.code == 0, done.err
    if suffix == "csv":
        names, rows = table(tmp_path / "v.csv")
    else:
        rows = [json.loads(line) for line in (tmp_path / "v.jsonl").read_text().splitlines()]
        names = list(rows[0])
    assert names == COLUMNS
    found = {name: rows[0][name] for name in ("source", "puzzle", "status", "solution")}
    assert found == {
        "source": "input", "puzzle": WIKIPEDIA, "status": "unique", "solution": SOLVED,
    }  # fmt: skip
    assert str(rows[0]["clues"]) == "30"


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_every_format_becomes_a_table_that_says_what_check_says(
    tmp_path: Path, sample: Path
) -> None:
    done = check(sample, "-o", "v.csv", folder=tmp_path)
    told = [line.split("\t") for line in check(sample, folder=tmp_path).lines]
    names, rows = table(tmp_path / "v.csv")
    assert names == COLUMNS
    assert [row["status"] for row in rows] == [word for word, *_ in told]
    assert [row["puzzle"] for row in rows] == [line for _, _, line, *_ in told]
    assert done.code == check(sample, "-q", folder=tmp_path).code


def test_puzzles_as_arguments_become_a_table(tmp_path: Path) -> None:
    starred = WIKIPEDIA.replace(".", "*")
    done = check(WIKIPEDIA, SEVERAL, starred, "-o", "v.csv", folder=tmp_path)
    assert done.code == 1
    _, rows = table(tmp_path / "v.csv")
    assert [row["source"] for row in rows] == ["argument 1", "argument 2", "argument 3"]
    assert [row["status"] for row in rows] == ["unique", "multiple", "unique"]
    assert {row["line"] for row in rows} == {"1"}
    assert rows[2]["duplicate_of"] == "argument 1:1"


def test_inputs_of_several_kinds_become_one_table(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(f"{INKALA}\n{WIKIPEDIA}\n")
    (tmp_path / "grid.txt").write_text(ROWS)
    asked = ["lines.txt", "grid.txt", SEVERAL, "lines.txt", "--require", "no-duplicates"]
    done = check(*asked, "-o", "v.csv", "--keep", "k.txt", "--reject", "r.txt", folder=tmp_path)
    assert done.code == 1
    _, rows = table(tmp_path / "v.csv")
    assert [(row["source"], row["duplicate_of"]) for row in rows] == [
        ("lines.txt", ""), ("lines.txt", ""), ("grid.txt", "lines.txt:2"), ("argument 3", ""),
        ("lines.txt", "1"), ("lines.txt", "2"),
    ]  # fmt: skip
    assert (tmp_path / "k.txt").read_text().split() == [INKALA, WIKIPEDIA]
    assert (tmp_path / "r.txt").read_text().split() == [WIKIPEDIA, SEVERAL, INKALA, WIKIPEDIA]


def test_sheets_of_a_workbook_are_rows_with_their_place(tmp_path: Path) -> None:
    book = DATA / "samples" / "sample.xlsx"
    assert check(book, "-o", "v.csv", "--canonical", folder=tmp_path).code in (0, 1)
    _, (row, *_) = table(tmp_path / "v.csv")
    assert row["line"] == ""
    assert row["source"].startswith(f"{book}, sheet ")


def test_a_format_of_puzzles_is_written_where_to_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n")
    assert check("p.txt", "--to", "csv", "-o", "p.csv", folder=tmp_path).code == 0
    assert table(tmp_path / "p.csv")[0] != COLUMNS
    for command in ("solve", "convert"):
        assert invoke(command, "p.txt", "-o", f"{command}.csv", folder=tmp_path).code == 0
        assert "given_solution_ok" not in (tmp_path / f"{command}.csv").read_text()


# ---- every option is obeyed, or refused by its name ---------------------------------------------

OBEYED = [
    (
        ["--max-solutions", "1"],
        [("unknown", "1"), ("unknown", "1"), ("conflict", "0"), ("none", "0")],
    ),
    (
        ["--max-solutions", "5"],
        [("unique", "1"), ("multiple", "5"), ("conflict", "0"), ("none", "0")],
    ),
    (
        ["--max-solutions", "300"],
        [("unique", "1"), ("multiple", None), ("conflict", "0"), ("none", "0")],
    ),
]


@pytest.mark.parametrize(("asked", "expected"), OBEYED, ids=[" ".join(a) for a, _ in OBEYED])
@pytest.mark.parametrize("engine", ["lanes", "cpsat", None])
def test_solutions_are_counted(
    tmp_path: Path, asked: list[str], expected: list[tuple[str, str | None]], engine: str | None
) -> None:
    lines = [INKALA, SEVERAL, CLASHING, IMPOSSIBLE]
    (tmp_path / "p.txt").write_text("\n".join(lines) + "\nhello\n")
    chosen = ["--engine", engine] if engine else []
    done = check("p.txt", "-o", "v.csv", *asked, *chosen, "--json", folder=tmp_path)
    if engine == "lanes" and asked[1] == "300":
        assert (
            done.code,
            "engine 'lanes' counts only to 255 solutions, not to 300; try --engine cpsat"
            in done.err,
        ) == (
            2,
            True,
        )
        return
    _, rows = table(tmp_path / "v.csv")
    found = [(row["status"], row["count"]) for row in rows]
    for (status, count), (word, number) in zip(found, expected, strict=False):
        assert status == word
        assert count == number or (number is None and int(count) > 5)
    assert found[-1] == ("malformed", "")
    by_kernel = engine == "lanes" or (engine is None and asked[1] != "300")
    assert json.loads(done.out)["engines"] == {engine or ("lanes" if by_kernel else "cpsat"): 4}


def test_the_engine_that_is_asked_for_judges(tmp_path: Path) -> None:
    four = "1....4....3....2"
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n{four}\n")
    engines = {None: {"lanes": 1, "cpsat": 1}, "cpsat": {"cpsat": 2}, "backtrack": {"backtrack": 2},
               "lanes": {"lanes": 2}}  # fmt: skip
    for engine, expected in engines.items():
        asked = ["--engine", engine] if engine else []
        done = check("p.txt", "-o", "v.csv", "--cross-check", *asked, "--json", folder=tmp_path)
        assert json.loads(done.out)["engines"] == expected
        _, rows = table(tmp_path / "v.csv")
        assert rows[0]["solution"] == SOLVED
        assert rows[1]["status"] == "multiple"


def test_a_puzzle_that_the_engine_does_not_accept_is_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n{'.' * 625}\n")
    check("p.txt", "-o", "v.csv", "--engine", "lanes", folder=tmp_path)
    _, rows = table(tmp_path / "v.csv")
    assert [row["status"] for row in rows] == ["unique", "malformed"]
    assert "accepts boards of at most 16 digits" in rows[1]["reason"]


REFUSED = [
    (["--engine", "nosuch", "-o", "v.csv"], "unknown engine 'nosuch'"),
    (["--from", "nosuch", "-o", "v.csv"], "unknown format 'nosuch'"),
    (["--named", "X", "-o", "v.csv"], "--named and --all are for workbooks"),
    (["--all", "-o", "v.csv"], "--named and --all are for workbooks"),
    (["--sheet", "X", "-o", "v.csv"], "--named and --all are for workbooks"),
    (["--column", "X", "-o", "v.csv"], "--column is for csv and parquet"),
    (["--require", "unique", "--to", "line"], "--to writes puzzles"),
    (["--require", "unique", "-o", "v.txt"], "v.txt: a table of verdicts must end in one of .csv"),
    (["--on", "ray", "--jobs", "2"], "--on ray does not take --jobs"),
    (["--address", "x"], "--on: None is not ray"),
]


@pytest.mark.parametrize(("asked", "message"), REFUSED, ids=[" ".join(a) for a, _ in REFUSED])
def test_what_is_not_obeyed_is_refused(tmp_path: Path, asked: list[str], message: str) -> None:
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n")
    done = check("p.txt", *asked, folder=tmp_path)
    assert done.code == 2
    assert message in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["p.txt"]


def test_boxes_and_formats_are_obeyed(tmp_path: Path) -> None:
    tall = "123456345612561234234561456123612345"
    (tmp_path / "p.txt").write_text(f"{tall}\n")
    words = {}
    for box in ("2x3", "3x2"):
        check("p.txt", "--box", box, "-o", "v.csv", folder=tmp_path)
        words[box] = table(tmp_path / "v.csv")[1][0]["status"]
    alone = {box: check("p.txt", "--box", box, folder=tmp_path).out.split("\t")[0] for box in words}
    assert words == alone
    assert len(set(words.values())) == 2
    (tmp_path / "p.csv").write_text(f"id,puzzle\n1,{WIKIPEDIA}\n")
    check("p.csv", "--from", "line", "-o", "v.csv", folder=tmp_path)
    assert table(tmp_path / "v.csv")[1][0]["status"] == "malformed"
    check("p.csv", "--from", "csv", "-o", "v.csv", folder=tmp_path)
    assert [row["status"] for row in table(tmp_path / "v.csv")[1]] == ["unique"]


JOBS = [("check", "-o", "v.csv"), ("rate",), ("generate",)]


@pytest.mark.parametrize("arguments", JOBS, ids=[command for command, *_ in JOBS])
def test_no_more_processes_than_cores_are_started(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(multiprocessing, "get_context", _no_workers)
    command, *others = arguments
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n" * 3)
    inputs = [] if command == "generate" else ["p.txt"]
    done = invoke(command, *inputs, *others, "--jobs", "100000", folder=tmp_path)
    assert done.code == 0
    assert "--jobs 100000: using 1 process, one per core" in done.err
    quiet = invoke(command, *inputs, *others, "-q", "--jobs", "9", folder=tmp_path)
    assert (quiet.code, quiet.err) == (0, "")


def _no_workers(*_: object) -> None:
    raise AssertionError("a worker was started")


def test_check_files_writes_what_the_command_writes(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"minimal": True, "require": "unique,min-clues=22"}
    summary = cpsudoku.check_files([WIKIPEDIA, SEVERAL], tmp_path / "a.csv", **asked)
    done = invoke(
        *("check", WIKIPEDIA, SEVERAL, "-o", tmp_path / "b.csv"),
        *("--minimal", "--require", "unique,min-clues=22"),
    )
    assert (summary.rows, summary.exit_code()) == (2, done.code) == (2, 1)
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"resume": True}, "resume needs the output, keep or reject of the interrupted run"),
        ({"output": "v.txt"}, "v.txt: a table of verdicts must end in one of .csv"),
        ({"keep": "a", "reject": "a"}, "output, keep and reject must be different files"),
        ({"on": "x"}, "on: 'x' is not ray"),
        ({"on": "ray", "jobs": 1}, "on ray does not take jobs"),
        ({"engine": "lanes", "count": 300}, "try engine cpsat"),
    ],
    ids=str,
)
def test_check_files_refuses_in_the_words_of_the_library(words: dict[str, Any], said: str) -> None:
    with pytest.raises(cpsudoku.CpsudokuError, match=re.escape(said)):
        cpsudoku.check_files(WIKIPEDIA, **words)
