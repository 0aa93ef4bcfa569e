"""Formulas that depend on the answers are calculated anew; the others keep their values."""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook

from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, SheetPicture
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.recalc import stale_formulas
from tests.books import book_with, bytes_of, solved_results, with_stored_value
from tests.puzzles import WIKIPEDIA

FORMULAS = [
    *(("=SUM(A1:C3)", True), ("=$B$2+1", True), ("=Grid!B2", True), ("='Grid'!B2", True)),
    *(("=SUM(A:C)", True), ("=total", True), ("=Table1[x]", True), ("=INDIRECT(Z9)", True)),
    *(("=[1]Grid!B2", True), ("=OFFSET(Z1,1,1)", True), ("=SUM(A1:XFD1048576)", True)),
    *(("=Z1+C3", False), ("=SUM(E5:G7)", False), ("=Other!B2", False), ('="B2"', False)),
    *(("=1E5+2", False), ("=IF(TRUE,LOG10(A1),0)", False), ("=AB2", False)),
]


@pytest.mark.parametrize(("formula", "is_stale"), FORMULAS)
def test_a_formula_is_stale_if_it_may_refer_to_a_changed_cell(formula: str, is_stale: bool) -> None:
    grid = SheetPicture("Grid", {(20, 20): Cell(1, formula)})
    found = stale_formulas([grid, SheetPicture("Other", {(2, 2): Cell(1)})], {"Grid": {(2, 2)}})
    assert found == ({"Grid": {(20, 20)}} if is_stale else {})


def test_a_chain_over_sheets_is_followed() -> None:
    chain = {(1, at): Cell(1, f"=first!{chr(64 + at - 1)}1") for at in range(3, 20)}
    first = SheetPicture("First", {(1, 2): Cell(1, "=A1"), **chain, (9, 9): Cell(1, "=I8")})
    last = SheetPicture("My 'own'", {(1, 1): Cell(1, "=First!S1"), (1, 2): Cell(1, "=First!I9")})
    back = SheetPicture("Back", {(1, 1): Cell(1, "='My ''own'''!A1"), (2, 1): Cell(1, "=A2")})
    found = stale_formulas([first, last, back], {"First": {(1, 1)}})
    assert found == {
        "First": {(1, at) for at in range(2, 20)},
        "My 'own'": {(1, 1)},
        "Back": {(1, 1)},
    }


def test_old_values_go_and_the_program_is_told_to_calculate() -> None:
    workbook = book_with(WIKIPEDIA)
    sheet = workbook.worksheets[0]
    sheet["L1"], sheet["L2"] = "=SUM(A1:I1)", "=SUM(K1:K9)"
    workbook.create_sheet("Total")["A1"] = "=Sheet!L1*2"
    workbook.calculation.fullCalcOnLoad = False
    data = with_stored_value(bytes_of(workbook), "15")
    saved = filled(data, solved_results(data)).data
    stored = load_workbook(io.BytesIO(saved), data_only=True)
    assert [stored.worksheets[0][at].value for at in ("L1", "L2")] == [None, 15]
    assert stored["Total"]["A1"].value is None
    kept = load_workbook(io.BytesIO(saved))
    assert kept.calculation.fullCalcOnLoad
    assert kept["Total"]["A1"].value == "=Sheet!L1*2"
    other = b'<c r="L2"><f>SUM(K1:K9)</f><v>15</v></c>'
    assert other in PackageParts(saved).read("xl/worksheets/sheet1.xml")
