"""Verdicts of large files as lines for a pipe: the same lines as one puzzle at a time gives."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cpsudoku.cli import bulk
from cpsudoku.cli.report import plain_verdict
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.engines.lanes import searching
from cpsudoku.road.plan import Plan
from cpsudoku.road.source import inputs
from cpsudoku.road.source.inputs import inputs_for_pipe
from cpsudoku.runtime.compiled import compiling
from cpsudoku.runtime.compiled.programs import LEAST_BYTES, PLAIN_BYTES
from cpsudoku.solving import read_entries, settle_many
from tests.command import invoke
from tests.puzzles import CLASHING, IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA, WRONG

PUZZLES = [WIKIPEDIA, INKALA, f"{WIKIPEDIA} a label", f" {INKALA}", INKALA.replace(".", "0")]
OTHERS = [
    *(SEVERAL, IMPOSSIBLE, CLASHING, WIKIPEDIA[:80], WIKIPEDIA * 2, "not a puzzle", "# a comment"),
    *("", f"{WIKIPEDIA},{SOLVED}", f"{WIKIPEDIA},{WRONG}", f'"{INKALA}"', "\t"),
]


@pytest.mark.parametrize(("size", "one_by_one"), [(LEAST_BYTES - 1, True), (LEAST_BYTES, False)])
def test_a_dozen_puzzles_are_judged_one_by_one(size: int, one_by_one: bool, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_bytes(bytes(size))
    assert bulk.is_soon_done([str(file)]) == one_by_one


@pytest.mark.parametrize(("most", "waits"), [(PLAIN_BYTES, False), (100, True)])
def test_some_thousand_puzzles_do_not_wait_for_the_compiler(
    most: int, waits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many.txt"
    file.write_text("\n".join(lines(200)) + "\n")
    expected = invoke("check", file)
    loaded: list[list[str]] = []
    monkeypatch.setattr(inputs, "PLAIN_BYTES", most)
    monkeypatch.setattr(searching, "is_compiled", lambda *names: False)
    monkeypatch.setattr(searching._PLAIN, "is_plain", lambda names: True)
    monkeypatch.setattr(compiling, "start", lambda names, is_beside=False: list(names))
    monkeypatch.setattr(compiling, "load", lambda names, say: loaded.append(list(names)))
    monkeypatch.setattr(compiling, "is_loaded", lambda names: False)
    found = invoke("check", file)
    assert (found.code, found.out) == (expected.code, expected.out)
    assert loaded == ([["lists", "kernel", "text"]] if waits else [])


def test_a_picture_is_read_one_by_one_however_large_it_is(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"\xff\xd8\xff" + bytes(PLAIN_BYTES))
    assert bulk.is_soon_done([str(file)])


def lines(count: int) -> list[str]:
    """Puzzles, and now and then something else."""
    random = Random(7)
    return [random.choice(OTHERS if random.random() < 0.1 else PUZZLES) for _ in range(count)]


def table() -> str:
    rows = [f"{n},{line.strip()},x" for n, line in enumerate(lines(450)) if "," not in line]
    return "id,puzzle,note\n" + "\n".join([*rows, "", ",,", '7,"open,x'])


def json_lines() -> str:
    return "".join(f'{{"puzzle": "{line.strip()[:81]}"}}\n' for line in PUZZLES * 90)


INPUTS: dict[str, Callable[[], str]] = {
    "lines.txt": lambda: "\n".join(lines(450)),
    "crlf.txt": lambda: "\r\n".join(lines(450)) + "\r\n",
    "table.csv": table,
    "lines.jsonl": json_lines,
}


def expected(file: Path) -> list[str]:
    """The lines of single puzzles; only the kernel chooses the two solutions of a puzzle."""
    entries = list(read_entries([file]))
    puzzles = settle_many([each for each in entries if isinstance(each, Puzzle)], BULK_ENGINE)
    shown = [
        next(puzzles) if isinstance(each, Puzzle) else Result(problem=each) for each in entries
    ]
    return [plain_verdict(result) for result in shown]


@pytest.mark.parametrize("name", INPUTS)
def test_a_pipe_gets_the_same_lines_from_blocks(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(INPUTS[name]().encode())
    assert file.stat().st_size > LEAST_BYTES
    shown = invoke("check", str(file), "-q")
    assert shown.out.split("\n")[:-1] == expected(file)
    assert shown.code == (0 if name == "lines.jsonl" else 2)


def test_a_file_that_breaks_off_has_its_own_line_at_its_place(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.txt", tmp_path / "broken.txt.gz"
    whole.write_text(f"{INKALA}\n" * 500)
    packed = gzip.compress("\n".join(random_grids(3000)).encode())
    broken.write_bytes(packed[: len(packed) // 2])
    shown = invoke("check", str(broken), str(whole), "-q").out.splitlines()
    malformed = [number for number, line in enumerate(shown) if line.startswith("malformed")]
    assert "broken off, after line" in shown[malformed[-1]]
    assert [line.split("\t")[1] for line in shown[malformed[-1] + 1 :]] == [
        f"{whole}, line {number}" for number in range(1, 501)
    ]


def random_grids(count: int) -> list[str]:
    """Full grids with other names for the digits, which compress badly."""
    random = Random(1)
    return [
        SOLVED.translate(str.maketrans("123456789", "".join(random.sample("123456789", 9))))
        for _ in range(count)
    ]


@pytest.mark.parametrize("text", ["-", WIKIPEDIA, "small.txt", "missing.txt"])
def test_other_inputs_are_read_one_by_one(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.txt").write_text(f"{WIKIPEDIA}\n")
    assert inputs_for_pipe(Plan((text,))) is None


def test_the_summary_counts_puzzles_without_results(tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{INKALA}\n" * 499 + f"{SEVERAL}\n")
    shown = invoke("check", str(file))
    assert "500 puzzles: 499 unique, 1 multiple in" in shown.err
    assert shown.code == 1
