"""Damaged workbooks: an error of that file and nothing worse; the other files are read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from cpsudoku.cli import watch
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Result, judge
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import CpsudokuError, InputError, Source
from cpsudoku.solving import read_entries
from tests.books import (
    book_with,
    bytes_of,
    list_book,
    ods_of,
    replaced,
    rich_book,
    xls_of,
    xlsb_of,
)
from tests.chance import Chance
from tests.command import invoke
from tests.damage import damaged
from tests.puzzles import DATA, SOLVED, WIKIPEDIA, grid_of

NUMBERS = {(2 + at // 9, 2 + at % 9): float(d) for at, d in enumerate(WIKIPEDIA) if d != "."}
BOOKS = {
    "rich.xlsx": rich_book(WIKIPEDIA),
    "list.xlsx": bytes_of(list_book([WIKIPEDIA, SOLVED, "12"])),
    "sample.xlsx": (DATA / "samples" / "sample.xlsx").read_bytes(),
    "old.xls": xls_of(NUMBERS),
    "binary.xlsb": xlsb_of(NUMBERS),
    "open.ods": ods_of(NUMBERS),
}
EACH, EACH_EXHAUSTIVE = 12, 350
SOLUTION = grid_of(SOLVED)


def result_of(entry: Puzzle | InputError) -> Result:
    """The verdict without a search: the known solution is what was found."""
    if isinstance(entry, InputError):
        return Result(problem=entry)
    fits = entry.givens.line == WIKIPEDIA
    found = Found((SOLUTION,), exhausted=True) if fits else Found((), exhausted=False)
    return Result(entry, judge(entry, found, "test"))


@pytest.mark.parametrize("name", BOOKS)
def test_a_damaged_book_raises_errors_of_ours_only(name: str, chance: Chance) -> None:
    refused = 0
    for seed in chance.some(range(EACH_EXHAUSTIVE), EACH):
        data = damaged(BOOKS[name], Random(f"{name} {seed}"))
        try:
            items = items_of(Book.open(data, Source(name)), ReadOptions())
            assert filled(data, [result_of(item.entry) for item in items])
        except CpsudokuError:
            refused += 1
    assert refused >= (EACH_EXHAUSTIVE // 4 if chance.exhaustive else 1)


def patched(data: bytes, at: int, number: int) -> bytes:
    """The file with another number at one place."""
    return data[:at] + number.to_bytes(4, "little") + data[at + 4 :]


def xls_with(kind: int, body: bytes) -> bytes:
    """The old Excel file with one more record at the end of its sheet."""
    data = BOOKS["old.xls"]
    end = data.rindex(b"\x0a\x00\x00\x00")
    record = kind.to_bytes(2, "little") + len(body).to_bytes(2, "little") + body
    return data[:end] + record + data[end : -len(record)]


def far_row() -> bytes:
    """A workbook with a row number that no sheet has."""
    part = "xl/worksheets/sheet1.xml"
    plain = bytes_of(book_with(WIKIPEDIA))
    xml = PackageParts(plain).read(part)
    return replaced(plain, part, xml.replace(b'<row r="9"', b'<row r="99999999999"'))


ENDLESS: dict[str, tuple[bytes, str]] = {
    "a chain of sectors": (patched(BOOKS["old.xls"], 512 + 4, 1), "of memory"),
    "an extent": (xls_with(0x200, b"\0\0\0\0\xff\xff\xff\x7f\0\0\xff\xff\0\0"), "damaged"),
    "a value": (xls_with(0x203, b"\xff\xff\xff\xff" + bytes(10)), "of memory"),
    "a row": (far_row(), "sheet 'Sheet': it has a row 99999999999"),
}


@pytest.mark.parametrize(("data", "problem"), ENDLESS.values(), ids=ENDLESS)
def test_what_would_have_no_end_is_refused(data: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Book.open(data, Source("book"))


def test_a_damaged_book_does_not_stop_the_batch(tmp_path: Path) -> None:
    names = []
    for number, (name, data) in enumerate(BOOKS.items()):
        names += [f"{number}a-{name}", f"{number}b-{name}"]
        (tmp_path / names[-2]).write_bytes(damaged(data, Random(number)))
        (tmp_path / names[-1]).write_bytes(data[: len(data) // 2])
    (tmp_path / "good.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    for command in ("grids", "check", "solve"):
        done = invoke(command, *names, "good.xlsx", folder=tmp_path)
        assert done.code == 2
        assert "good.xlsx" in done.out or SOLVED in done.out
        assert "please report" not in done.err
    solved = load_workbook(tmp_path / "good.solved.xlsx").worksheets[0]
    assert solved["C1"].value == 4


def test_watch_survives_damaged_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WAIT", 0.0)
    for number, (name, data) in enumerate(BOOKS.items()):
        (tmp_path / f"a{number}-{name}").write_bytes(damaged(data, Random(f"watch {number}")))
        (tmp_path / f"b{number}-{name}").write_bytes(data[: len(data) // 2])
    (tmp_path / "good.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    done = invoke("watch", ".", "--once", folder=tmp_path)
    assert done.code == 0
    assert "good.xlsx sheet 'Sheet', A1:I9: unique" in done.out
    assert load_workbook(tmp_path / "good.solved.xlsx").worksheets[0]["C1"].value == 4


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (KeyError("xl/styles.xml"), "it is damaged: 'xl/styles.xml'"),
        (RecursionError(), "it is damaged: RecursionError"),
    ],
    ids=repr,
)
def test_whatever_a_library_raises_names_the_file(raised: BaseException, told: str) -> None:
    with pytest.raises(InputError) as caught, refusing_damage(Source("book.xlsx")):
        raise raised
    assert str(caught.value) == f"book.xlsx: it is not a workbook, or {told}"


def test_an_interrupt_is_no_damage() -> None:
    with pytest.raises(KeyboardInterrupt), refusing_damage(Source()):
        raise KeyboardInterrupt


# Small files that scripts/fuzz made, and what reading them in a process with less memory ends in.
HOSTILE = {
    "a panic": ("panic.xlsb", "it is damaged: no entry found for key"),
    "gigabytes": ("gigabytes.xls", "it is damaged: it asks for more than 1024 MiB of memory"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_fault_of_calamine_ends_no_process_and_prints_nothing(
    kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    name, problem = HOSTILE[kind]
    (entry,) = read_entries([DATA / "damaged" / name])
    assert isinstance(entry, InputError)
    assert problem in str(entry)
    assert capfd.readouterr() == ("", "")
