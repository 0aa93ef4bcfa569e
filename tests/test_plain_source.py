"""Compiled functions as plain Python: rewritten once, and kept as byte code."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku.runtime.compiled import plain_source
from cpsudoku.runtime.compiled.plain_source import functions_of

SOURCE = """
@compiled
def second(rows: Rows, at: int) -> np.int64:
    return np.int64(rows[at, 1]) * FACTOR * rows.shape[1]

def helped(x):
    return helper(x)

def helper(x):
    return -x
"""


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file in a folder with a source, and a new folder for what is kept."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "source.py").write_text(SOURCE)
    return str(tmp_path / "beside.py")


def found(beside: str, factor: int = 10) -> tuple[int, int]:
    names = {"FACTOR": factor, "helper": abs}
    functions = functions_of(beside, ["source"], names)
    return functions["second"]([[1, 2], [3, 4]], 1), functions["helped"](-5)


def kept(beside: str) -> list[Path]:
    return sorted(Path(beside).parent.rglob("*.bytecode"))


def refuse(*_: object) -> None:
    raise AssertionError("it was rewritten again")


def test_what_was_rewritten_is_kept(beside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(beside) == (80, 5)
    assert len(kept(beside)) == 1
    monkeypatch.setattr(plain_source, "_rewritten", refuse)
    assert found(beside, 100) == (800, 5), "names are not part of what is kept"


def test_a_new_source_is_rewritten(beside: str) -> None:
    found(beside)
    source = Path(beside).with_name("source.py")
    source.write_text(SOURCE.replace("* FACTOR", "+ FACTOR"))
    assert found(beside) == (24, 5)
    assert len(kept(beside)) == 2


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 100])
def test_a_damaged_file_is_made_again(beside: str, damage: bytes) -> None:
    found(beside)
    (path,) = kept(beside)
    whole = path.read_bytes()
    path.write_bytes(damage)
    assert found(beside) == (80, 5)
    assert path.read_bytes() == whole


def test_without_a_folder_nothing_is_kept(beside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_source, "code_folder", lambda: None)
    assert found(beside) == (80, 5)
    assert not kept(beside)
