"""Workbooks in other clothes: web pages, Excel 2003 XML, flat OpenDocument, Strict Open XML."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.items import ROLE_MIRROR
from cpsudoku.formats.sheets.reading.odslooks import excel_formula
from cpsudoku.runtime.errors import InputError, Source
from tests.books import bytes_of, list_book, ods_of, rich_book, zip_of
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA, numbers_of

SPACE = "urn:schemas-microsoft-com:office:spreadsheet"
STRICT = re.compile(rb"http://schemas.openxmlformats.org/(officeDocument|spreadsheetml)/2006/")


def web_page() -> bytes:
    """A page with a heading, a table of the puzzle, and things that are not its text."""
    rows = "".join(
        "<tr>" + "".join(f"<td>{digit or '&nbsp;'}</td>" for digit in row) + "</tr>"
        for row in numbers_of(WIKIPEDIA)
    )
    head = "<tr><td colspan=9>Puzzle<comment>7</comment></td></tr>"
    script = "<script>document.write('<td>5</td>')</script>"
    return f"<html><head></head><body>{script}<table>{head}{rows}</table></body></html>".encode()


def excel_2003() -> bytes:
    """The puzzle from B2, with lines, rows and columns that are skipped, and a formula."""
    rows = ""
    for at, row in enumerate(numbers_of(WIKIPEDIA)):
        cells = "".join(
            f'<Cell ss:StyleID="a" ss:Index="{2 + c}"><Data ss:Type="Number">{digit}</Data></Cell>'
            for c, digit in enumerate(row)
            if digit
        )
        rows += f'<Row ss:Index="{2 + at}">{cells}</Row>'
    borders = '<Border ss:Position="Left" ss:LineStyle="Continuous" ss:Weight="1"/>'
    formula = '<Cell ss:Formula="=SUM(R[-1]C)"><Data ss:Type="Number">9</Data></Cell>'
    return (
        f'<?xml version="1.0"?>\n<Workbook xmlns="{SPACE}" xmlns:ss="{SPACE}">'
        f'<Styles><Style ss:ID="a"><Borders>{borders}</Borders></Style></Styles>'
        f'<Worksheet ss:Name="Puzzle"><Table>{rows}<Row ss:Index="20">{formula}</Row></Table>'
        "</Worksheet></Workbook>"
    ).encode()


def flat_opendocument() -> bytes:
    """A flat file with the indents that LibreOffice writes."""
    cells = {(2 + at // 9, 2 + at % 9): float(d) for at, d in enumerate(WIKIPEDIA) if d != "."}
    with zipfile.ZipFile(io.BytesIO(ods_of(cells))) as archive:
        content = archive.read("content.xml")
    content = content.replace(b"office:document-content", b"office:document")
    return b'<?xml version="1.0"?>\n' + content.replace(b"><", b">\n  <")


def strict() -> bytes:
    """A workbook with the names of Strict Open XML."""
    with zipfile.ZipFile(io.BytesIO(rich_book(WIKIPEDIA))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zip_of(
        **{
            name: STRICT.sub(rb"http://purl.oclc.org/ooxml/\1/", part)
            if name.endswith((".xml", ".rels"))
            else part
            for name, part in parts.items()
        }
    )


INTAKE = {
    "page.xls": web_page(),
    "page.xlsx": web_page(),
    "page.html": web_page(),
    "old.xls": excel_2003(),
    "old.xml": excel_2003(),
    "flat.fods": flat_opendocument(),
    "flat.ods": flat_opendocument(),
    "strict.xlsx": strict(),
}


@pytest.mark.parametrize("name", INTAKE)
def test_it_is_read_and_its_answers_are_written(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(INTAKE[name])
    done = invoke("solve", name, folder=tmp_path)
    assert done.code == 0, done.err
    assert done.out.startswith(SOLVED)
    (written,) = {path.name for path in tmp_path.iterdir()} - {name} or {""}
    if name.endswith((".html", ".xml")):
        assert not written  # these are read as text, which prints
        return
    assert Path(written).suffix == (".xlsx" if name.endswith(".xls") else Path(name).suffix)
    if name.startswith("flat"):
        assert b"_cpsudoku_1" in (tmp_path / written).read_bytes()
        return
    sheet = load_workbook(tmp_path / written).worksheets[0]
    top, left = (2, 1) if name.startswith("page") else (2, 2)
    cells = (sheet.cell(top + at // 9, left + at % 9).value for at in range(81))
    assert "".join(map(str, cells)) == SOLVED


REFUSED = {
    "a page without a table": (b"<html><body>5</body></html>", "a web page without a table"),
    "entities": (
        f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Workbook xmlns="{SPACE}"/>'.encode(),
        "it declares XML entities",
    ),
    "no sheet": (f'<Workbook xmlns="{SPACE}"/>'.encode(), "it has no worksheet"),
    "half a file": (excel_2003()[:2000], "it is damaged"),
    "a far row": (
        excel_2003().replace(b'ss:Index="20"', b'ss:Index="2000000"'),
        "a row or column has the number 2000000",
    ),
}


@pytest.mark.parametrize(("data", "told"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_with_the_reason(data: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        Book.open(data, Source("book.xls"))
    assert str(caught.value).startswith("book.xls: ")


FORMULAS = {
    "of:=[.A1]+[.$B$2]": "=A1+$B$2",
    "of:=SUM([$Sheet.A1:.C3];[$'my ''own''.x'.B2])": "=SUM(Sheet!A1:C3;'my ''own''.x'!B2)",
    'of:=IF([.A1]="";"";1)': '=IF(A1="";"";1)',
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_of_opendocument_is_read(formula: str) -> None:
    assert excel_formula(formula) == FORMULAS[formula]


def test_roles_are_known_in_opendocument_too() -> None:
    cells = {(1 + at // 9, 1 + at % 9): float(d) for at, d in enumerate(WIKIPEDIA) if d != "."}
    copies = {(r + 12, c): value for (r, c), value in cells.items()}
    data = ods_of(cells | copies)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rows = parts["content.xml"].split(b"<table:table-row>")
    for at in range(13, 22):
        rows[at] = rows[at].replace(
            b' office:value-type="float"', b' table:formula="of:=[.A1]" office:value-type="float"'
        )
    parts["content.xml"] = b"<table:table-row>".join(rows)
    items = items_of(Book.open(zip_of(**parts), Source("book.ods")), ReadOptions())
    assert [item.role for item in items] == ["puzzle", ROLE_MIRROR]
    assert all(isinstance(item.entry, Puzzle) for item in items)


def test_a_list_in_a_page_is_read() -> None:
    lines = [WIKIPEDIA, SOLVED]
    rows = "".join(f"<tr><td>{line}</td></tr>" for line in lines)
    items = items_of(Book.open(f"<table>{rows}</table>".encode(), Source("a.xls")), ReadOptions())
    usual = items_of(Book.open(bytes_of(list_book(lines)), Source("a.xlsx")), ReadOptions())
    assert len(items) == len(usual) == 2
