"""Systems that lack what Linux has: the same commands, with those modules and functions gone."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.runtime import files
from cpsudoku.runtime.errors import InputError
from tests.command import ENVIRONMENT, invoke
from tests.puzzles import ROOT, SEVERAL, WIKIPEDIA

# As on Windows, apart from what Python itself needs on the system that runs the tests.
BEFORE = """
import os, signal, sys
for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
for name in ("fork", "geteuid", "getuid", "register_at_fork"):
    delattr(os, name)
for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"):
    if hasattr(os, name):
        delattr(os, name)
if hasattr(signal, "pthread_sigmask"):
    del signal.pthread_sigmask
"""
START = """
if __name__ == "__main__":
    from cpsudoku.runtime import system
    assert (system.CAN_LOCK, system.START_METHOD, system.user()) == (False, "spawn", None)
    from cpsudoku.cli.start import main
    main()
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``cpsudoku`` on such a system. A file, since processes that are spawned read it again."""
    file = tmp_path_factory.mktemp("system") / "program.py"
    file.write_text(f"{BEFORE}{START}")
    return file


def run(
    program: Path, *words: str, folder: Path, text: str = "", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command there."""
    return subprocess.run(
        [sys.executable, str(program), *words],
        cwd=folder,
        env=ENVIRONMENT | {"PYTHONPATH": str(ROOT)} | more,
        input=text.encode(),
        capture_output=True,
        check=False,
    )


def test_puzzles_are_solved(program: Path, tmp_path: Path) -> None:
    done = run(program, "solve", WIKIPEDIA, SEVERAL, folder=tmp_path)
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert [line.split(b"\t")[1] for line in done.stdout.splitlines()] == [b"unique", b"multiple"]


def test_a_table_is_written_by_spawned_workers(program: Path, tmp_path: Path) -> None:
    lines = [WIKIPEDIA, SEVERAL] * 20
    (tmp_path / "puzzles.txt").write_bytes("\r\n".join(lines).encode())
    words = ("check", "puzzles.txt", "-o", "verdicts.csv", "--jobs", "2", "--engine", "backtrack")
    done = run(program, *words, folder=tmp_path)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 1
    with (tmp_path / "verdicts.csv").open(newline="") as file:
        statuses = [row["status"] for row in csv.DictReader(file)]
    assert statuses == ["unique", "multiple"] * 20
    assert sorted(os.listdir(tmp_path)) == ["puzzles.txt", "verdicts.csv"]


def test_puzzles_are_generated_by_spawned_workers(program: Path, tmp_path: Path) -> None:
    words = ("generate", "--count", "2", "--rules", "killer", "--size", "4", "--seed", "1")
    done = run(program, *words, "--jobs", "2", "--to", "json", folder=tmp_path)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert done.stdout.decode() == invoke(*words, "--to", "json").out
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2


def test_a_workbook_is_filled_and_cleared(program: Path, tmp_path: Path) -> None:
    for words in (
        ("new", "b.xlsx", "--givens", WIKIPEDIA),
        ("solve", "b.xlsx"),
        ("clear", "b.solved.xlsx"),
    ):
        done = run(program, *words, folder=tmp_path)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_that_lacks_letters_stops_nothing(
    encoding: str, tmp_path: Path, program: Path
) -> None:
    more = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for words in (
        ("explain", WIKIPEDIA),
        ("rules", "thermo"),
        ("solve", WIKIPEDIA, "--lang", "ja"),
    ):
        done = run(program, *words, folder=tmp_path, **more)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
        assert done.stdout.decode(encoding)


def test_a_puzzle_with_the_line_ends_of_windows_and_a_byte_order_mark_is_read(
    tmp_path: Path, program: Path
) -> None:
    grid = "\r\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9))
    (tmp_path / "grid.txt").write_bytes(
        b"\xef\xbb\xbf" + grid.encode() + b"\r\nkiller 8: r1c1 r1c2\r\n\x1a"
    )
    done = run(program, "check", "grid.txt", folder=tmp_path)
    assert done.stdout.startswith(b"unique"), (done.stdout, done.stderr)


def test_paths_of_windows_and_suffixes_in_capitals_are_files(program: Path, tmp_path: Path) -> None:
    (tmp_path / "x\\y.TXT").write_text(WIKIPEDIA)  # a file name with \\ on the system of the tests
    missing = "C:\\puzzles\\a.txt", "\\\\server\\share\\book.XLSX"
    done = run(program, "check", "x\\y.TXT", "-o", "OUT.CSV", folder=tmp_path)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    with (tmp_path / "OUT.CSV").open(newline="") as file:
        assert [row["status"] for row in csv.DictReader(file)] == ["unique"]
    done = run(program, "check", *missing, folder=tmp_path)
    assert done.returncode == 2
    assert all(f"{name}: no such file" in done.stderr.decode() for name in missing)


def test_names_that_differ_only_in_capitals_are_one_file_where_the_system_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test simulates such a system, because a.csv and A.csv are two files here."""
    table, kept = tmp_path / "a.csv", tmp_path / "A.CSV"
    cpsudoku.check_files(WIKIPEDIA, table, keep=kept)
    for path in (table, kept):
        path.unlink()
    monkeypatch.setattr(files, "ignores_case", lambda folder: folder == tmp_path.resolve())
    with pytest.raises(InputError, match="must be different files"):
        cpsudoku.check_files(WIKIPEDIA, table, keep=kept)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_ignores_capitals_is_found_by_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "Data" / "7"
    folder.mkdir(parents=True)
    assert not files.ignores_case(folder)
    (tmp_path / "dATA").symlink_to("Data")
    assert files.ignores_case(folder)


def test_two_paths_to_one_file_are_refused_as_outputs(tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(".")
    with pytest.raises(InputError, match="must be different files"):
        cpsudoku.check_files(WIKIPEDIA, tmp_path / "a.csv", keep=tmp_path / "again" / "a.csv")


def test_limits_and_results_do_not_depend_on_the_clock_of_the_wall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jumps = cycle((0.0, 4e9, -4e9, 1e9))
    monkeypatch.setattr(time, "time", lambda: next(jumps))
    assert cpsudoku.solve(WIKIPEDIA, limit=100).is_unique
    assert [each.word for each in cpsudoku.check_many([WIKIPEDIA, SEVERAL], limit=100)] == [
        "unique",
        "multiple",
    ]
    assert cpsudoku.explain(WIKIPEDIA, limit=100).is_solved


def test_one_module_asks_what_the_system_has() -> None:
    asked = re.compile(
        r"import (fcntl|resource|pwd|grp)\b|pthread_sigmask"
        r"|\bos\.(fork|gete?uid|register_at_fork)\b"
    )
    package = ROOT / "cpsudoku"
    files = [path for path in package.rglob("*.py") if asked.search(path.read_text())]
    found = {path.relative_to(package).as_posix() for path in files}
    # The second is a program of its own, which imports nothing of ours.
    assert found == {"runtime/system.py", "formats/sheets/reading/calamine_program.py"}
