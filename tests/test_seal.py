"""Copies that cpsudoku wrote are replaced; those that somebody changed are not."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.seal import is_sealed, sealed
from tests.books import book_with, bytes_of, flat, ods_of
from tests.command import invoke
from tests.puzzles import SEVERAL, WIKIPEDIA, numbers_of

WORDS = ("solved", "candidates", "diagnosed")
EXCEL = bytes_of(book_with(SEVERAL))
ROWS = enumerate(numbers_of(SEVERAL), 1)
OPEN = ods_of({(r, c): digit for r, row in ROWS for c, digit in enumerate(row, 1) if digit})
BOOKS = {".xlsx": EXCEL, ".xlsm": EXCEL, ".ods": OPEN, ".fods": flat(OPEN)}


def edited(data: bytes) -> bytes:
    """A workbook after somebody saved it with another program."""
    if not data.startswith(b"PK"):
        return data.replace(b"</office:document>", b"<!-- mine --></office:document>")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        new.comment = old.comment
        for info in old.infolist():
            new.writestr(info.filename, old.read(info))
    return out.getvalue()


@pytest.mark.parametrize("suffix", BOOKS)
@pytest.mark.parametrize("command", ["solve", "candidates", "diagnose"])
def test_only_our_own_unchanged_copy_is_replaced(suffix: str, command: str, tmp_path: Path) -> None:
    book = tmp_path / f"book{suffix}"
    book.write_bytes(BOOKS[suffix])
    [target] = (tmp_path / f"book.{word}{suffix}" for word in WORDS if word.startswith(command))
    words = (command, book.name, "--limit", "1000")  # whatever else the machine does
    codes = {invoke(*words, folder=tmp_path).code for _ in range(2)}
    assert codes <= {0, 1}, "the second run failed"
    assert is_sealed(target.read_bytes())
    target.write_bytes(changed := edited(target.read_bytes()))
    assert not is_sealed(changed)
    done = invoke(command, book.name, folder=tmp_path)
    assert (done.code, target.read_bytes()) == (2, changed)
    assert done.out == "", "it is refused before any work"
    assert f"{target.name}: the file exists" in done.err
    assert ("--force" in done.err) == (command != "candidates")
    if command == "solve":
        assert "was changed after cpsudoku wrote it; --force replaces it" in done.err


def test_a_copy_that_is_refused_keeps_no_other_from_being_written(tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        (tmp_path / name).write_bytes(EXCEL)
    (tmp_path / "a.solved.xlsx").write_text("mine")
    done = invoke("solve", "a.xlsx", "b.xlsx", folder=tmp_path)
    assert (done.code, is_sealed((tmp_path / "b.solved.xlsx").read_bytes())) == (2, True)
    assert "a.solved.xlsx: the file exists" in done.err
    (tmp_path / "b.solved.xlsx").write_text("mine, too")
    done = invoke("solve", "a.xlsx", "b.xlsx", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert all(f"{name}.solved.xlsx: the file exists" in done.err for name in "ab")


def test_a_seal_changes_no_part_and_every_change_breaks_it() -> None:
    data = filled(bytes_of(book_with(WIKIPEDIA)), []).data
    whole = sealed(data)
    assert is_sealed(whole)
    assert not is_sealed(data)
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(whole)) as new:
        assert new.testzip() is None
        assert [*map(old.read, old.namelist())] == [*map(new.read, new.namelist())]
    for at in (40, len(data) // 2, len(data) - 3, len(whole) - 1):
        broken = bytearray(whole)
        broken[at] ^= 1
        assert not is_sealed(bytes(broken))
