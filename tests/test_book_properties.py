"""The verdicts in the properties of a workbook, and the check that nothing else there changes."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from openpyxl import load_workbook

from cpsudoku.core.verdict import Result
from cpsudoku.formats.sheets.checking.unchanged import IntendedChanges, difference
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.properties import MOST, verdict_lines
from cpsudoku.runtime.errors import InputError, Source
from tests.books import book_with, bytes_of, list_book, ods_of, solved_results, zip_of
from tests.puzzles import CLASHING, SEVERAL, WIKIPEDIA, numbers_of

META = (
    b'<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">'
    b"<office:meta><x>Author</x></office:meta></office:document-meta>"
)


def without(data: bytes, part: str) -> bytes:
    """A package without a part and what refers to it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != part}
    for name in {"_rels/.rels", "[Content_Types].xml"} - {part}:
        parts[name] = re.sub(rb"<[^<>]*%s[^<>]*>" % part.encode(), b"", parts[name])
    return zip_of(**parts)


def description(data: bytes) -> str | None:
    """The description of an Excel workbook, as openpyxl reads it."""
    text = load_workbook(io.BytesIO(data)).properties.description
    return None if text is None else str(text)


def of_author(text: str | None, line: str = WIKIPEDIA) -> bytes:
    """A workbook with a description by its author."""
    book = book_with(line)
    book.properties.description = text
    return bytes_of(book)


@pytest.mark.parametrize("author", [None, "", "My puzzles", "Two\nlines & <signs>"])
def test_the_description_keeps_what_the_author_wrote(author: str | None) -> None:
    data = of_author(author)
    solved = filled(data, solved_results(data)).data
    lines = [line for line in (author or "").split("\n") if line]
    assert description(solved) == "\n".join([*lines, "cpsudoku: Sheet!A1:I9: unique"])
    again = filled(solved, solved_results(solved)).data
    assert description(again) == description(solved)
    assert (description(cleared(solved, Source()).data) or "") == (author or "")


@pytest.mark.parametrize(("line", "word"), [(SEVERAL, "multiple"), (CLASHING, "conflict")])
def test_every_verdict_is_described_and_cleared(line: str, word: str) -> None:
    data = of_author("Mine", line)
    solved = filled(data, solved_results(data)).data
    assert description(solved) == f"Mine\ncpsudoku: Sheet!A1:I9: {word}"
    assert description(cleared(solved, Source()).data) == "Mine"


def test_a_package_without_properties_gets_them() -> None:
    data = without(of_author(None), "docProps/core.xml")
    solved = filled(data, solved_results(data)).data
    assert description(solved) == "cpsudoku: Sheet!A1:I9: unique"
    assert description(cleared(solved, Source()).data) is None


def test_a_package_without_relations_of_its_own_is_written_as_before() -> None:
    data = without(of_author("Mine"), "_rels/.rels")
    solved = filled(data, solved_results(data)).data
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(solved)) as new:
        assert old.read("docProps/core.xml") == new.read("docProps/core.xml")


def test_only_the_lines_of_the_solved_sheet_are_replaced() -> None:
    data = of_author("cpsudoku: Other!A1:I9: none\ncpsudoku: Sheet!A1:I9: none")
    solved = filled(data, solved_results(data)).data
    assert description(solved) == "cpsudoku: Other!A1:I9: none\ncpsudoku: Sheet!A1:I9: unique"


def test_a_sheet_with_many_puzzles_is_summed_up() -> None:
    data = bytes_of(list_book([WIKIPEDIA] * (MOST + 2) + [SEVERAL]))
    lines = (description(filled(data, solved_results(data)).data) or "").split("\n")
    assert len(lines) == MOST + 1
    assert lines[0].endswith("!A2: unique")
    assert lines[-1].endswith("! 3 more puzzles: 2 unique, 1 multiple")


def test_a_malformed_puzzle_is_described() -> None:
    problem = InputError("it has 80 cells", Source("b.xlsx", "S", 3, 1))
    assert verdict_lines([Result(problem=problem)]) == ["cpsudoku: S!A3: malformed"]


def test_opendocument_properties_get_the_verdicts() -> None:
    cells = {
        (row, column): float(digit)
        for row, digits in enumerate(numbers_of(WIKIPEDIA), 1)
        for column, digit in enumerate(digits, 1)
        if digit
    }
    data = ods_of(cells)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    data = zip_of(**parts, **{"meta.xml": META})
    solved = filled(data, solved_results(data)).data
    with zipfile.ZipFile(io.BytesIO(solved)) as archive:
        meta = archive.read("meta.xml").decode()
    assert "<x>Author</x>" in meta
    assert re.search(r"<dc:description [^>]*>cpsudoku: [^<]*!A1:I9: unique</dc:description>", meta)
    with zipfile.ZipFile(io.BytesIO(cleared(solved, Source()).data)) as archive:
        assert archive.read("meta.xml") == META


def test_the_check_finds_another_change_of_the_properties() -> None:
    data = of_author("Mine")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    core = "docProps/core.xml"
    for old, new in ((b"Mine", b"Yours"), (b"openpyxl", b"another"), (b"Mine", b"")):
        changed = parts | {core: parts[core].replace(old, new)}
        assert difference(data, zip_of(**changed), IntendedChanges()).lost == (core,)
    described = parts | {core: parts[core].replace(b"Mine", b"Mine\ncpsudoku: S!A1: none")}
    assert difference(data, zip_of(**described), IntendedChanges()).lost == ()
