"""A missing library is reported before any work, with the command that installs it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.formats import Document
from cpsudoku.generating.making import Generation
from cpsudoku.runtime import extras
from tests.command import ENVIRONMENT, Run, invoke
from tests.puzzles import ROOT, WIKIPEDIA

# Each command, with the library that it lacks. a.txt is a file of puzzles, b.parquet and c.txt.zst
# exist, books/ holds a workbook, and tables/ holds d.parquet. None of them is opened.
LACKING = {
    "check a.txt -o v.parquet": "pyarrow",
    "check a.txt -o v.csv --keep good.parquet": "pyarrow",
    "check a.txt b.parquet": "pyarrow",
    "check a.txt b.parquet -o v.csv": "pyarrow",
    "check tables -o v.csv": "pyarrow",
    "check a.txt c.txt.zst": "zstandard",
    "check a.txt --against b.parquet": "pyarrow",
    "check a.txt --why b.parquet": "pyarrow",
    "check a.txt --proof p b.parquet": "pyarrow",
    "check a.txt --to parquet": "pyarrow",
    "check a.txt --on ray": "ray",
    "solve a.txt -o v.parquet": "pyarrow",
    "solve a.txt c.txt.zst": "zstandard",
    "solve a.txt -o v.pdf": "fpdf",
    "solve a.txt -o v.png": "PIL",
    "convert a.txt -o v.parquet": "pyarrow",
    "convert a.txt -o v.pdf": "fpdf",
    "convert a.txt --to png": "PIL",
    "candidates a.txt b.parquet": "pyarrow",
    "diagnose a.txt --fix v.parquet": "pyarrow",
    "diagnose a.txt b.parquet": "pyarrow",
    "explain a.txt b.parquet": "pyarrow",
    "hint a.txt b.parquet": "pyarrow",
    "rate a.txt b.parquet": "pyarrow",
    "rate a.txt --scale guesses -o v.parquet": "pyarrow",
    "generate -o v.parquet": "pyarrow",
    "generate -o v.pdf": "fpdf",
    "generate -o v.png": "PIL",
    "generate --split 0.5 -o set": "pyarrow",
    "watch books": "watchfiles",
    "watch-search a.txt --gif v.gif": "PIL",
    "serve a.txt": "uvicorn",
    "mcp": "mcp",
    "convert a.txt -o v.svg --qr": "segno",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of ``LACKING``."""
    for name in ("books", "tables"):
        (tmp_path / name).mkdir()
    for name in ("b.parquet", "c.txt.zst", "books/b.xlsx", "tables/d.parquet"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n" * 3)
    return tmp_path


@pytest.mark.parametrize("words", LACKING)
def test_a_missing_library_is_reported_before_any_work(
    words: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, LACKING[words], None)

    def opened(*_: object) -> None:
        raise AssertionError("work begins before the missing library is reported")

    monkeypatch.setattr(Document, "_fill", opened)
    monkeypatch.setattr(Generation, "__next__", opened)
    done = invoke(*words.split(), folder=folder)
    assert_names_the_extra(done, extras.EXTRAS[LACKING[words]])
    names = {path.name for path in folder.iterdir()}
    assert names == {"a.txt", "b.parquet", "c.txt.zst", "books", "tables"}


def assert_names_the_extra(done: Run, extra: str) -> None:
    """Check that a run ended at once with the command that installs an extra."""
    assert (done.code, done.out) == (2, ""), done
    (line,) = done.err.splitlines()
    assert re.search(rf"needs an optional library: .* install .*\[{extra}\]", line)


@pytest.mark.parametrize("script", ["benchmarks.py", "soak.py"])
def test_the_help_of_a_script_needs_no_extra(script: str) -> None:
    blocked = f"import sys, runpy; sys.modules |= dict.fromkeys({list(extras.EXTRAS)})"
    path = str(ROOT / "scripts" / script)
    program = f"{blocked}; sys.argv = [{path!r}, '--help']; sys.path.insert(0, {str(ROOT)!r})"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; runpy.run_path({path!r}, run_name='__main__')"],
        env={**ENVIRONMENT, "PYTHONPATH": str(ROOT / "scripts")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout[:6]) == (0, "usage:"), done.stderr
