"""Rules that a sheet hints at by shading or in words: offered by name, never added silently."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import MAY_MEAN
from tests.books import put
from tests.command import Run, invoke
from tests.drawn import COLOURS, boxes_of, jigsaw_book, paint
from tests.puzzles import WIKIPEDIA


def on_diagonals(r: int, c: int) -> int:
    """1 on the diagonals."""
    return int(r in (c, 8 - c))


def in_windows(r: int, c: int) -> int:
    """1 in the windows."""
    return int(r % 4 > 0 and c % 4 > 0)


def shaded(number: Callable[[int, int], int] | None, title: str = "", sheet: str = "A") -> Workbook:
    """A classic puzzle in B4:J12 with shaded cells and a title."""
    workbook = Workbook()
    workbook.worksheets[0].title = sheet
    put(workbook.worksheets[0], WIKIPEDIA, 4, 2)
    workbook.worksheets[0]["B2"] = title
    if number is not None:
        shades = {(r, c): number(r, c) for r, c in boxes_of(9)}
        paint(workbook.worksheets[0], shades, 4, 2, ("", *COLOURS))
    return workbook


def check(workbook: Workbook, folder: Path, *options: str) -> Run:
    """``check`` of a workbook."""
    workbook.save(folder / "book.xlsx")
    return invoke("check", "book.xlsx", *options, folder=folder)


SURE = {
    "diagonals, title": (shaded(on_diagonals, "Diagonal Sudoku"), "diagonals"),
    "two colours": (
        shaded(lambda r, c: 2 if r == c else on_diagonals(r, c), "X-Sudoku"),
        "diagonals",
    ),
    "title alone": (shaded(None, "Sudoku X, easy"), "diagonals"),
    "name of the sheet": (shaded(None, sheet="X-Sudoku 3"), "diagonals"),
    "windows": (shaded(in_windows), "windows"),
    "four windows": (
        shaded(lambda r, c: in_windows(r, c) and 1 + r // 5 * 2 + c // 5, "Windoku"),
        "windows",
    ),
    "anti-knight": (shaded(None, "Anti-Knight Sudoku"), "anti-knight"),
}


@pytest.mark.parametrize(("workbook", "rule"), SURE.values(), ids=SURE)
def test_a_rule_that_is_meant_is_named_and_taken_by_name(
    workbook: Workbook, rule: str, tmp_path: Path
) -> None:
    told = check(workbook, tmp_path)
    assert told.code == 3
    assert f"unique under the rules read; not interpreted: {rule} (" in told.out
    assert f": add --rules {rule}" in told.err
    taken = check(workbook, tmp_path, "--rules", rule)
    assert "not interpreted" not in taken.out
    assert taken.code in (0, 1)
    assert f"add --rules {rule}" not in taken.err


def test_shading_alone_is_only_noted(tmp_path: Path) -> None:
    told = check(shaded(on_diagonals), tmp_path)
    assert (told.code, "not interpreted" in told.out) == (0, False)
    assert "it may also mean diagonals (shaded): add --rules diagonals" in told.err
    (puzzle,) = cpsudoku.read(tmp_path / "book.xlsx")
    assert (MAY_MEAN, "diagonals (shaded)") in puzzle.info
    (puzzle,) = cpsudoku.read(tmp_path / "book.xlsx", rules="diagonals")
    assert [rule.name for rule in puzzle.constraints] == ["diagonals"]
    assert not puzzle.info


QUIET = {
    "givens": shaded(lambda r, c: int(WIKIPEDIA[9 * r + c] != "."), "Sudoku"),
    "a word far away": shaded(None),
    "chequerboard": shaded(lambda r, c: (r // 3 + c // 3) % 2, "diagonal lines are for decoration"),
    "all": shaded(lambda r, c: 1, "window"),
}
QUIET["a word far away"].worksheets[0]["Z40"] = "X-Sudoku"


@pytest.mark.parametrize("workbook", QUIET.values(), ids=QUIET)
def test_other_shading_and_other_words_offer_nothing(workbook: Workbook, tmp_path: Path) -> None:
    told = check(workbook, tmp_path)
    assert (told.code, "--rules" in told.err, "not interpreted" in told.out) == (0, False, False)


def test_what_is_drawn_is_named_in_the_verdict(tmp_path: Path) -> None:
    told = check(jigsaw_book(), tmp_path)
    assert told.out.rstrip().endswith("exactly one solution; read from the drawing: 9 regions")


def test_rules_are_added_to_puzzles_of_every_source() -> None:
    rules = "killer 8: r1c1 r1c2"
    assert invoke("check", WIKIPEDIA, "--rules", rules).code == 0
    assert invoke("check", WIKIPEDIA, "--rules", "killer 9: r1c1 r1c2").code == 1
    wrong = invoke("check", WIKIPEDIA, "--rules", "diagnals")
    assert (wrong.code, "did you mean diagonals?" in wrong.out) == (2, True)
    (puzzle,) = cpsudoku.read(WIKIPEDIA, rules=["diagonals", rules])
    assert isinstance(puzzle, Puzzle)
    assert [rule.name for rule in puzzle.constraints] == ["diagonals", "killer"]


RULES = ("anti-knight", "anti-king", "disjoint-groups", "windows", "toroidal-non-consecutive")


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_our_table_is_not_named_as_left_out(rule: str, tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    cpsudoku.write(Puzzle.parse(f"1{'.' * 80}").with_rules(rule), book)
    (again,) = cpsudoku.read(book)
    assert [each.name for each in again.constraints] == [rule]
    assert again.uninterpreted == ()
