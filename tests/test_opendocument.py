"""Answers in OpenDocument workbooks: written in place, cleared, and nothing else changes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.formats.sheets.writing.answer_styles import STYLES
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import Source, Unsupported
from tests.books import flat, replaced, solved_results, zip_of
from tests.chance import Chance
from tests.command import invoke
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA, numbers_of

SOURCE = Source("book.ods")
SPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        *(("office", "office"), ("table", "table"), ("text", "text"), ("style", "style")),
        *(("fo", "xsl-fo-compatible"), ("draw", "drawing")),
    )
)
STYLE = (
    '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Default">'
    '<style:table-cell-properties fo:border="0.74pt solid #000000"><style:background-image/>'
    "</style:table-cell-properties>"
    '<style:text-properties fo:font-size="14pt"/></style:style>'
)
NOTE = "<office:annotation><text:p>comment {}</text:p></office:annotation>"


def cell(value: int | str = "", inside: str = "", more: str = "") -> str:
    """A cell with a number, a text or nothing."""
    if value == "" and not inside:
        return f"<table:table-cell{more}/>"
    if value == "":
        return f"<table:table-cell{more}>{inside}</table:table-cell>"
    kind = "string" if isinstance(value, str) else "float"
    number = f' office:value="{value}"' if isinstance(value, int) else ""
    shown = f"<text:p>{value}</text:p>"
    return (
        f'<table:table-cell{more} office:value-type="{kind}"{number}>{inside}{shown}'
        "</table:table-cell>"
    )


def runs(cells: list[str]) -> str:
    """The cells, with equal ones beside each other written once."""
    found: list[tuple[str, int]] = []
    for each in cells:
        if found and found[-1][0] == each:
            found[-1] = each, found[-1][1] + 1
        else:
            found.append((each, 1))
    again = ' table:number-columns-repeated="{}"'
    return "".join(
        each.replace("<table:table-cell", "<table:table-cell" + again.format(count), 1)
        if count > 1
        else each
        for each, count in found
    )


def ods(rows: str, styles: str = STYLE, title: str = "It's", **parts: bytes) -> bytes:
    """A workbook with one sheet."""
    content = (
        f"<office:document-content{SPACES}><office:automatic-styles>{styles}"
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="{title}"><table:table-column '
        'table:number-columns-repeated="3"/><table:table-column '
        'table:default-cell-style-name="ce1" table:number-columns-repeated="9"/>'
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    manifest = b'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return zip_of(
        **{"mimetype": kind, "content.xml": content.encode(), "META-INF/manifest.xml": manifest},
        **{"settings.xml": b"<a/>", **parts},
    )


def row(cells: list[str], more: str = "") -> str:
    """A row of cells."""
    return f"<table:table-row{more}>{runs(cells)}</table:table-row>"


def random_ods(random: Random, line: str = WIKIPEDIA) -> bytes:
    """A puzzle from a random place on, among comments, shapes, sums and repeated rows."""
    left, rows = random.randint(1, 4), list[str]()
    gap = random.randint(0, 3)
    if gap:
        rows.append(row([cell()], f' table:number-rows-repeated="{gap}"' if gap > 1 else ""))
    for digits in numbers_of(line):
        look = random.choice(("", ' table:style-name="ce1"', ' table:style-name="Named"'))
        cells = [cell() for _ in range(left - 1)]
        for digit in digits:
            inside = NOTE.format(random.random()) if random.random() < 0.1 else ""
            inside += "<draw:frame/>" if random.random() < 0.1 else ""
            cells.append(cell(digit or "", inside, look if random.random() < 0.9 else ""))
        total = ' table:formula="of:=SUM([.A1:.I9])"' if random.random() < 0.3 else ""
        cells += [cell(), cell(random.choice(("note", 45)), "", total)] * random.randint(0, 1)
        height = random.choice(("", ' table:style-name="ro1"'))
        rows.append(row(cells, height))
    start, end = random.choice((0, 3)), len(rows)
    if random.random() < 0.4:
        rows.insert(end, "</table:table-row-group>")
        rows.insert(start, "<table:table-row-group>")
    if random.random() < 0.5:
        rows.append(row([cell()] * 20, ' table:number-rows-repeated="1048000"'))
    return ods("".join(rows))


def content_of(data: bytes) -> str:
    """The part content.xml, or the flat document."""
    if not data.startswith(b"PK"):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("content.xml").decode()


def body_of(data: bytes) -> str:
    """The sheets of a workbook without their styles."""
    return content_of(data).partition("<office:body>")[2]


def seen(data: bytes, answers: bool = True) -> dict[object, object]:
    """All that is read of a workbook: values, formulas, comments, looks, merged cells."""
    if not answers:
        data = data.replace(b"_cpsudoku_", b"nothing_")
    (picture, *_) = Book.open(data, SOURCE).pictures
    cells = {
        place: (one.value, one.formula, one.lines)
        for place, one in picture.cells.items()
        if one.value is not None or one.formula or any(one.lines)
    }
    return {"cells": cells, "notes": picture.notes, "merged": picture.merged}


def givens_in(data: bytes) -> list[str]:
    """The givens of each puzzle that is read."""
    entries = puzzles_of_book(Book.open(data, SOURCE), ReadOptions())
    return [entry.givens.line for entry in entries if isinstance(entry, Puzzle)]


@pytest.mark.parametrize("kind", [lambda data: data, flat], ids=["ods", "fods"])
def test_only_answers_are_written_and_cleared(
    kind: Callable[[bytes], bytes], chance: Chance
) -> None:
    for seed in chance.some(range(200), 2):
        data = kind(random_ods(Random(seed)))
        (result,) = solved_results(data)
        done = filled(data, [result]).data
        assert givens_in(done) == [WIKIPEDIA]
        before, after, again = seen(data), seen(done), filled(done, solved_results(done)).data
        assert body_of(again) == body_of(done)
        forgotten = {
            place: ("formula", text, lines)
            for place, (_, text, lines) in before["cells"].items()  # type: ignore[attr-defined]
            if text
        }
        told = {
            place: ("formula", text, lines) if text else (value, text, lines)
            for place, (value, text, lines) in after["cells"].items()  # type: ignore[attr-defined]
        }
        assert told == before["cells"] | forgotten  # type: ignore[operator]
        assert (after["notes"], after["merged"]) == (before["notes"], before["merged"])
        for word in ("draw:frame", "table:table-row-group", "ro1", "background-image"):
            counts = content_of(data).count(word), content_of(done).count(word)
            assert counts[0] <= counts[1]
        found = cleared(done, SOURCE)
        assert (found.answers, found.grids) == (51, 1)
        assert givens_in(found.data) == [WIKIPEDIA]
        assert "_cpsudoku_" not in content_of(found.data)


def test_every_other_part_is_the_same_and_in_the_same_order() -> None:
    data = random_ods(Random(1))
    done = filled(data, solved_results(data), summary=True).data
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(done)) as new:
        assert old.namelist() == new.namelist()
        parts = [name for name in old.namelist() if old.read(name) != new.read(name)]
    assert parts == ["content.xml"]
    found = cleared(done, SOURCE)
    assert (found.sheets, found.answers) == (1, 51)


@pytest.mark.parametrize("style", STYLES)
def test_the_look_of_answers_comes_and_goes(style: str) -> None:
    rows = "".join(
        row([cell(d or "", "", ' table:style-name="ce1"') for d in r])
        for r in numbers_of(WIKIPEDIA)
    )
    data = ods(rows)
    done = filled(data, solved_results(data), STYLES[style]).data
    colour = STYLES[style].answer.colour
    assert (f'fo:color="#{(colour or "none").lower()}"' in content_of(done)) == (colour is not None)
    blank = re.findall(
        r'<table:table-cell table:style-name="([^"]+)"/>', content_of(cleared(done, SOURCE).data)
    )
    assert set(blank) == {"ce1"} or style == "print"


def test_a_puzzle_with_formulas_gets_a_new_sheet_like_its_own() -> None:
    rows = "".join(row([cell(d or "") for d in r]) for r in numbers_of(SEVERAL))
    nothing = '<table:table-cell table:formula="of:=0" office:value-type="float" office:value="0"/>'
    rows = re.sub("<table:table-cell/>", nothing, rows, count=5)
    data = ods(rows.replace("<table:table-row>", '<table:table-row table:style-name="ro1">'))
    done = filled(data, solved_results(data))
    assert "hold formulas" in done.remarks[0]
    pictures = Book.open(done.data, SOURCE).pictures
    assert [picture.sheet for picture in pictures] == ["It's"]
    assert content_of(done.data).count('table:style-name="ro1"') == 27
    found = cleared(done.data, SOURCE)
    assert (found.sheets, content_of(found.data).count("<table:table ")) == (2, 1)


def test_a_formula_without_a_stored_value_elsewhere_does_no_harm() -> None:
    rows = "".join(row([cell(d or "") for d in r]) for r in numbers_of(INKALA))
    rows += row([cell()]) + row([cell("", "", ' table:formula="of:=SUM([.A1:.A9])"')])
    assert givens_in(ods(rows)) == [INKALA]


def test_an_array_formula_fills_its_range() -> None:
    spans = "".join(f' table:number-matrix-{each}-spanned="9"' for each in ("rows", "columns"))
    grid = "".join(row([cell(d or "") for d in r]) for r in numbers_of(WIKIPEDIA))
    copy = grid.replace(
        "<table:table-cell", f'<table:table-cell table:formula="of:=[.A1:.I9]"{spans}', 1
    )
    (entry,) = puzzles_of_book(Book.open(ods(grid + row([cell()]) + copy), SOURCE), ReadOptions())
    assert isinstance(entry, Puzzle)
    assert entry.source.range == "A1:I9"


def test_a_signed_document_is_refused() -> None:
    data = ods("".join(row([cell(d or "") for d in r]) for r in numbers_of(WIKIPEDIA)))
    signed = replaced(data, "META-INF/documentsignatures.xml", b"<a/>")
    with pytest.raises(Unsupported, match="digitally signed"):
        filled(signed, solved_results(signed))


def test_the_commands_write_it(tmp_path: Path) -> None:
    (tmp_path / "book.ods").write_bytes(random_ods(Random(2)))
    for arguments, name in (
        (("solve", "book.ods"), "book.solved.ods"),
        (("solve", "book.ods", "-o", "answers.ods"), "answers.ods"),
        (("solve", "book.ods", "-o", "values.xlsx"), "values.xlsx"),
        (("solve", "book.ods", "--in-place"), "book.ods.bak"),
        (("solve", "book.ods", "--in-place"), "book.ods.bak2"),
        (("clear", "book.ods"), "book.cleared.ods"),
        (("diagnose", "book.ods"), "book.diagnosed.ods"),
        (("candidates", "book.ods"), "book.candidates.ods"),
        (("watch", "book.ods", "--once"), "book.solved.ods"),
    ):
        done = invoke(*arguments, folder=tmp_path)
        assert done.code == 0, (arguments, done.err)
        assert (tmp_path / name).exists(), arguments
    assert givens_in((tmp_path / "book.ods").read_bytes()) == [WIKIPEDIA]
    assert load_workbook(tmp_path / "values.xlsx")
    refused = invoke("solve", "book.ods", "-o", "book.fods", folder=tmp_path)
    assert "the copy of a .ods workbook must end in .ods or .xlsx" in refused.err
    shown = invoke("solve", "book.ods", "--to", "line", folder=tmp_path)
    assert shown.out.startswith(SOLVED)
