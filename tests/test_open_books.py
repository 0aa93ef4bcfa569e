"""Read-only workbooks, and those that are open in another program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import book_with, bytes_of
from tests.command import run
from tests.puzzles import WIKIPEDIA

LOCKS = {".~lock.book.xlsx#": "LibreOffice", "~$book.xlsx": "Excel"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a workbook and its solved copy."""
    (tmp_path / "book.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    assert run("solve", "book.xlsx", "-q", folder=tmp_path).code == 0
    return tmp_path


def refused(folder: Path, *words: str) -> str:
    """What is said of a command that must not change the file in place."""
    path = folder / words[-1]
    before, names = path.read_bytes(), sorted(each.name for each in folder.iterdir())
    done = run(words[0], "--in-place", words[-1], folder=folder)
    assert (done.code, done.out) == (2, ""), "it is refused before any work"
    assert path.read_bytes() == before
    assert sorted(each.name for each in folder.iterdir()) == names  # no .bak either
    return done.err


def test_a_read_only_workbook_is_not_changed_in_place(folder: Path) -> None:
    for command, name in (("solve", "book.xlsx"), ("clear", "book.solved.xlsx")):
        (folder / name).chmod(0o444)
        told = f"{name}: the file is read-only; remove --in-place to write a copy"
        assert told in refused(folder, command, name)


@pytest.mark.parametrize(("lock", "program"), LOCKS.items(), ids=LOCKS.values())
def test_a_workbook_that_is_open_elsewhere_is_not_changed_in_place(
    folder: Path, lock: str, program: str
) -> None:
    (folder / lock).write_text("me")
    told = f"book.xlsx: the file is open in {program}; close it there first, or delete {lock} if"
    assert told in refused(folder, "solve", "book.xlsx")
    done = run("solve", "book.xlsx", folder=folder)
    assert done.code == 0
    assert f"book.xlsx is open in {program} ({lock}); what was changed there since" in done.err


def test_a_copy_that_is_open_elsewhere_is_reported(folder: Path) -> None:
    (folder / ".~lock.book.solved.xlsx#").write_text("me")
    done = run("solve", "book.xlsx", folder=folder)
    assert done.code == 0
    assert "book.solved.xlsx is open in LibreOffice" in done.err
