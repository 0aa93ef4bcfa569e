"""Hostile workbooks: a clear error or the right answer, in under 10 seconds and 500 MB."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl import load_workbook

from cpsudoku.formats.sheets.reading.guard import kind_of
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.runtime.errors import Source
from tests.books import book_with, bytes_of, replaced, xlsb_of, zip_of
from tests.puzzles import SOLVED, WIKIPEDIA

SHEET = "xl/worksheets/sheet1.xml"
PLAIN = bytes_of(book_with(WIKIPEDIA))
MOST_SECONDS, MOST_KIB = 10, 500 * 1024


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, what it said, its seconds of work, its largest size."""

    code: int
    said: str
    seconds: float
    kib: int


# A small process between: what a forked child begins with counts as its own memory.
BETWEEN = """
import os, resource, subprocess, sys
code = subprocess.run([sys.executable, "-m", "cpsudoku", *sys.argv[1:]], timeout=60).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime + used.ru_stime, used.ru_maxrss, file=open("measured", "w"))
"""


def run_measured(folder: Path, *arguments: str) -> Ended:
    """``cpsudoku`` with these arguments, killed where it takes far too long."""
    said = subprocess.run(
        [sys.executable, "-S", "-c", BETWEEN, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    ).stdout
    code, seconds, kilobytes = (folder / "measured").read_text().split()
    return Ended(int(code), said, float(seconds), int(kilobytes))


def with_in_sheet(new: bytes, before: bytes = b"</sheetData>") -> bytes:
    """The plain workbook with more XML in its sheet."""
    return replaced(PLAIN, SHEET, PackageParts(PLAIN).read(SHEET).replace(before, new + before))


def formatted_rows(count: int) -> bytes:
    """Rows and cells that hold a format and nothing else."""
    return with_in_sheet(
        b"".join(
            b'<row r="%d" s="0" customFormat="1"><c r="A%d" s="0"/></row>' % (n, n)
            for n in range(20, 20 + count)
        )
    )


def merged_cells(*refs: str) -> bytes:
    """A workbook with merged cells."""
    merged = "".join(f'<mergeCell ref="{ref}"/>' for ref in refs).encode()
    sheet, end = PackageParts(PLAIN).read(SHEET), b"</sheetData>"
    new = end + b"<mergeCells>" + merged + b"</mergeCells>"
    return replaced(PLAIN, SHEET, sheet.replace(end, new))


def external_links() -> bytes:
    """A workbook with a formula that refers to another one, and the stored value of that."""
    link = (
        b'<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r='
        b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships"><externalBook '
        b'r:id="rId1"><sheetNames><sheetName val="S"/></sheetNames></externalBook></externalLink>'
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink"
    book, rels = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
    parts = PackageParts(PLAIN)
    reference = (
        b'<externalReferences xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
        b'relationships"><externalReference r:id="rId88"/></externalReferences>'
    )
    relation = f'<Relationship Id="rId88" Type="{kind}" Target="externalLinks/externalLink1.xml"/>'
    data = replaced(PLAIN, book, parts.read(book).replace(b"<calcPr", reference + b"<calcPr"))
    end = b"</Relationships>"
    data = replaced(data, rels, parts.read(rels).replace(end, relation.encode() + end))
    cell = b'<c r="A1"><f>[1]S!$B$2</f><v>5</v></c>'
    first = b'<c r="A1" t="n"><v>5</v></c>'
    assert first in parts.read(SHEET)
    data = replaced(data, SHEET, parts.read(SHEET).replace(first, cell))
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/externalLinks/externalLink1.xml", link)
        archive.writestr(
            "xl/externalLinks/_rels/externalLink1.xml.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
            'relationships/externalLinkPath" Target="/gone/away.xlsx" TargetMode="External"/>'
            "</Relationships>",
        )
    return out.getvalue()


def _ods(row: str) -> bytes:
    content = f"<a><table:table><table:table-row/>{row}</table:table></a>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return zip_of(**{"mimetype": kind.encode(), "content.xml": content.encode()})


ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">]><worksheet>&a;</worksheet>'
ENCRYPTED = b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
FAR = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-'
NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
REFUSALS: dict[str, tuple[Callable[[], bytes], str]] = {
    "bomb.xlsx": (lambda: replaced(PLAIN, SHEET, b" " * (420 << 20)), "(a zip bomb?)"),
    "texts.xlsx": (
        lambda: replaced(PLAIN, "xl/styles.xml", b" " * (70 << 20)),
        "its part xl/styles.xml unpacks to 70 MB; at most 64 MB are read (a zip bomb?)",
    ),
    "spaces.xlsx": (
        lambda: replaced(
            PLAIN,
            SHEET,
            b"<worksheet " + NAMESPACE + b"><sheetData>" + b" " * (20 << 20) + b"</sheetData>"
            b"</worksheet>",
        ),
        "it contains no Sudoku grid",
    ),
    "values.xlsx": (
        lambda: with_in_sheet(b"<row r='99'>" + b"<c><v>5</v></c>" * 1_000_100 + b"</row>"),
        "it holds more than 1,000,000 values; put the puzzles in a workbook of their own",
    ),
    "entities.xlsx": (lambda: replaced(PLAIN, SHEET, ENTITY), "declares XML entities"),
    "password.xlsx": (lambda: ENCRYPTED, "protected by a password; save it without one"),
    "other.xlsx": (lambda: zip_of(**{"a.txt": b"hello"}), "not a workbook; it holds a.txt"),
    "half.xlsx": (lambda: PLAIN[: len(PLAIN) // 2], "damaged"),
    "text.xlsx": (lambda: b"5 3 . .", "renamed?"),
    "no-xml.xlsx": (lambda: replaced(PLAIN, SHEET, b"not xml"), "damaged"),
    "far.ods": (
        lambda: _ods(f'{FAR}columns-repeated="500" office:value-type="float"/></table:table-row>'),
        "spread over 1,000,001 rows and 500 columns; delete the cells far from the puzzles",
    ),
    "far.xlsb": (
        lambda: xlsb_of({(1, 1): 5.0, (1_048_576, 16_384): 5.0}),
        "spread over 1,048,576 rows and 16,384 columns",
    ),
}


def test_hostile_files_are_refused_at_once_each_with_its_reason(tmp_path: Path) -> None:
    for name, (make, _) in REFUSALS.items():
        (tmp_path / name).write_bytes(make())
    ended = run_measured(tmp_path, "grids", *REFUSALS)
    assert ended.code == 2
    said = dict(line.removeprefix("cpsudoku: ").split(": ", 1) for line in ended.said.splitlines())
    assert said.keys() == REFUSALS.keys()
    for name, (_, told) in REFUSALS.items():
        assert told in said[name]
    assert ended.seconds < MOST_SECONDS
    assert ended.kib < MOST_KIB


@pytest.mark.parametrize(
    "make",
    [
        lambda: formatted_rows(200_000),
        external_links,
        lambda: merged_cells(*(f"L{n}:M{n}" for n in range(1, 10_001))),
        lambda: merged_cells("A20:XFD1048576"),
    ],
    ids=["formatted rows", "external links", "10,000 merged cells", "one merged sheet"],
)
def test_a_strange_workbook_is_answered(tmp_path: Path, make: Callable[[], bytes]) -> None:
    assert_it_is_answered(tmp_path, make())


def test_a_workbook_of_a_million_formatted_rows_is_answered(
    tmp_path: Path, exhaustive: bool
) -> None:
    if not exhaustive:
        pytest.skip("it takes 10 s; a fifth of the rows is tried above: --exhaustive")
    assert_it_is_answered(tmp_path, formatted_rows(1_000_000))


def assert_it_is_answered(tmp_path: Path, data: bytes) -> None:
    """The puzzle of a workbook is solved in time, and nothing else of the workbook is lost."""
    (tmp_path / "book.xlsx").write_bytes(data)
    ended = run_measured(tmp_path, "solve", "book.xlsx")
    assert ended.code == 0, ended.said
    assert f"{SOLVED}\tunique" in ended.said
    assert ended.seconds < MOST_SECONDS
    assert ended.kib < MOST_KIB
    answer = tmp_path / "book.solved.xlsx"
    before, after = PackageParts(data), PackageParts(answer.read_bytes())
    assert set(after.names) == set(before.names)
    assert after.size(SHEET) > before.size(SHEET)
    book = load_workbook(answer, read_only=True)
    row = next(book.worksheets[0].iter_rows(max_row=1, max_col=3, values_only=True))
    assert row[1:] == (3, 4)


def test_a_binary_workbook_is_read_and_answered(tmp_path: Path) -> None:
    cells: dict[tuple[int, int], float | str] = {(2, 2): "Sudoku of the week"}
    for at, digit in enumerate(WIKIPEDIA):
        if digit != ".":
            cells[4 + at // 9, 3 + at % 9] = float(digit) if at % 2 else digit
    (tmp_path / "book.xlsb").write_bytes(xlsb_of(cells))
    ended = run_measured(tmp_path, "solve", "book.xlsb")
    assert ended.code == 0, ended.said
    assert "read book.xlsb, sheet 'Sheet1', C4:K12" in ended.said
    sheet = load_workbook(tmp_path / "book.solved.xlsx")["Sheet1"]
    assert [sheet[at].value for at in ("B2", "C4", "E4")] == ["Sudoku of the week", "5", 4]


def test_the_kind_is_told_by_content() -> None:
    source = Source("book.xlsx")
    assert kind_of(PLAIN, source).value == "xlsx"
    assert kind_of(b"\xd0\xcf\x11\xe0" + bytes(600), source).value == "xls"
    assert kind_of(zip_of(**{"xl/workbook.bin": b""}), source).value == "xlsb"
    assert kind_of(zip_of(**{"content.xml": b"<a/>"}), source).value == "ods"
