"""Lines around a puzzle: each is a rule, a title, its solution, or named in the verdict."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA, WRONG
from tests.reading import puzzles_of

GRID = "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9))
SOLVED_GRID = "\n".join(SOLVED[at : at + 9] for at in range(0, 81, 9))
SENTENCES = {
    "Anti-knight rule applies": "anti-knight ('Anti-knight rule applies')",
    "Both diagonals contain 1-9.": "diagonals ('Both diagonals contain 1-9.')",
    "Rules: diagonals": "diagonals ('Rules: diagonals')",
    "everything: diagonals": "diagonals ('everything: diagonals')",
    "everything: windows": "windows ('everything: windows')",
    "Type: clone": "sentence 'Type: clone'",
    "Also: yin-yang": "yin-yang ('Also: yin-yang')",
    "Kropki: all dots given": "sentence 'Kropki: all dots given'",
    "No digit repeats on a diagonal": "diagonals ('No digit repeats on a diagonal')",
    "Cells a knight's move apart differ": 'anti-knight ("Cells a knight\'s move apart differ")',
    "Neighbours never add up to 10": "sentence 'Neighbours never add up to 10'",
    "Digits along thermometers must decrease": (
        "sentence 'Digits along thermometers must decrease'"
    ),
    "Die Ziffern auf den Linien steigen an": "sentence 'Die Ziffern auf den Linien steigen an'",
}
HARMLESS = (
    *(
        "Puzzle 5",
        "No. 12",
        "(3)",
        "Grid 01, very easy",
        "Saturday, 3 May",
        "2024-05-06",
        "7/8/2024",
    ),
    *("# Both diagonals contain 1-9", "// anti-knight", "-----", "==========", "Rating: 7.2"),
    *("by Ann", "Author: Bob Smith", "Date: 2024-05-06", "Source: the book of the year, page 3"),
    *("Thanks, Ann", "Kind regards from all of us", "https://example.org/?rules=diagonals"),
    *("Can you solve this one? I could not.", "ann@example.org", "ER 7.2/1.2/1.2", "Ann Smith"),
)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("gap", ["", "\n"], ids=["directly", "after a blank line"])
def test_a_sentence_below_a_grid_is_named(sentence: str, gap: str) -> None:
    (puzzle,) = puzzles_of(f"{GRID}\n{gap}{sentence}\n")
    assert puzzle.uninterpreted == (SENTENCES[sentence],)


@pytest.mark.parametrize("text", HARMLESS)
@pytest.mark.parametrize("form", ["{}\n{}\n", "{}\n\n{}\n"], ids=["directly", "with a gap"])
def test_titles_comments_and_greetings_are_harmless(text: str, form: str) -> None:
    below, above = form.format(GRID, text), form.format(text, GRID)
    between = f"{GRID}\n\n{form.format(text, GRID)}"
    for each, count in ((below, 1), (above, 1), (between, 2)):
        found = puzzles_of(each)
        assert [puzzle.givens.line for puzzle in found] == [WIKIPEDIA] * count
        assert [puzzle.uninterpreted for puzzle in found] == [()] * count


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{0}\nNo digit repeats on a diagonal\n\nPuzzle 2\n{0}", [True, False]),
        ("{0}\n\nAnti-knight Sudoku\n{0}", [False, True]),
        ("{0}\n\nDiagonals contain all digits\n\n{0}", [True, True]),
        ("{0}\nAll rows of both grids are equal\n{0}", [True, True]),
        ("{0}\nThe two grids are related to each other\n\n{0}", [True, False]),
        ("Anti-king Sudoku\nby Ann\n2024-05-06\n{0}", [True]),
        ("#ABob\n#DDiagonals must contain 1-9\n{0}", [True]),
        ("#ABob\n#DEasy\n{0}\n#CDiagonals must contain 1-9", [True]),
        ("#ABob\n#DEasy\n{0}\n#CA nice one", [False]),
        ("Killer Sudoku 7\n{0}\nkiller 8: r1c1 r1c2", [False]),
        ("Killer Sudoku 7\n{0}", [True]),
        ("{0}\nanti-knight\nAnti-knight rule applies", [False]),
        ("{0}\nanti-king\nAnti-knight rule applies", [True]),
        ("{0}\nthermo: r1c3 r1c4\nThermometers do not increase", [True]),
    ],
)
def test_a_sentence_is_about_the_grid_that_it_touches(text: str, named: list[bool]) -> None:
    found = puzzles_of(text.format(GRID) + "\n")
    assert [bool(puzzle.uninterpreted) for puzzle in found] == named


@pytest.mark.parametrize("grid", [GRID, WIKIPEDIA], ids=["grid", "line"])
@pytest.mark.parametrize("solution", [SOLVED, WRONG], ids=["right", "wrong"])
@pytest.mark.parametrize("form", ["solution: {}", "Solution = {}", "The answer is {}", "solved {}"])
def test_a_line_with_the_solution_is_compared(grid: str, solution: str, form: str) -> None:
    (puzzle,) = puzzles_of(f"{grid}\n{form.format(solution)}\n")
    assert puzzle.answer_ok is (solution == SOLVED)
    assert puzzle.uninterpreted == ()


@pytest.mark.parametrize(
    "title", ["Solution", "Solution:", "The answer", "== Solution of No. 1 =="]
)
def test_a_grid_with_the_title_solution_is_compared(title: str) -> None:
    (puzzle,) = puzzles_of(f"{GRID}\n\n{title}\n{SOLVED_GRID}\n")
    assert (puzzle.givens.line, puzzle.answer_ok) == (WIKIPEDIA, True)
    assert len(puzzles_of(f"{GRID}\n\nGrid 2\n{SOLVED_GRID}\n")) == 2


@pytest.mark.parametrize(
    ("text", "cells"), [(SOLVED[:-1], 80), ("1234...", 4), ("534678912 67219", 14)]
)
def test_a_solution_of_another_size_is_an_error(text: str, cells: int) -> None:
    problem = f"line 10: the solution has {cells} cells; the board has 81"
    with pytest.raises(InputError, match=problem):
        puzzles_of(f"{GRID}\nsolution: {text}\n")


def test_a_rule_that_is_asked_for_is_no_longer_named(tmp_path: Path) -> None:
    path = tmp_path / "knight.txt"
    path.write_text(f"{GRID}\nAnti-knight rule applies\n")
    done = invoke("check", path)
    assert (done.code, "not interpreted: anti-knight ('Anti-k" in done.out) == (3, True)
    assert "not interpreted" not in invoke("check", path, "--rules", "anti-knight").out


FIELDS = {
    '"variant": "X-Sudoku"': "diagonals ('variant: X-Sudoku')",
    '"diagonals": true': "diagonals ('diagonals')",
    '"antiknight": 1': "anti-knight ('antiknight')",
    '"description": "Diagonals must contain 1-9"': (
        "diagonals ('description: Diagonals must contain 1-9')"
    ),
    '"thermos": [[1, 2]]': "sentence 'thermos'",
    '"difficulty": 3, "name": "No. 5", "type": "sudoku", "variant": "classic", "killer": 0': None,
    '"author": "Ann King", "constraints": [], "diagonals": false, "rules": []': None,
}


@pytest.mark.parametrize("fields", FIELDS)
def test_a_field_of_json_that_may_be_a_rule_is_named(fields: str) -> None:
    named = FIELDS[fields]
    parts = () if named is None else (named,)
    for text in (
        f'{{"puzzle": "{WIKIPEDIA}", {fields}}}',
        f'{{"puzzles": ["{WIKIPEDIA}"], {fields}}}',
    ):
        assert [puzzle.uninterpreted for puzzle in puzzles_of(text)] == [parts]


@pytest.mark.parametrize(("value", "named"), [("diagonals", 1), ("classic", 0), ("", 0)])
def test_a_column_that_may_be_a_rule_is_named_one_by_one_and_in_bulk(
    value: str, named: int, tmp_path: Path
) -> None:
    path, table = tmp_path / "rules.csv", tmp_path / "verdicts.csv"
    path.write_text(f"puzzle,level,rules\n{WIKIPEDIA},easy,{value}\n")
    (puzzle,) = cpsudoku.read(path)
    assert puzzle.uninterpreted == ("diagonals ('rules: diagonals')",) * named
    assert cpsudoku.check_files(path, table).with_uninterpreted == named
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert ("not interpreted: diagonals" in row["reason"]) is bool(named)


def test_tables_in_memory_name_such_columns_too() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"puzzle": [WIKIPEDIA], "variant": ["windoku"]})
    (reason,) = cpsudoku.check_table(table)["reason"].to_pylist()
    assert reason == "not interpreted: windows ('variant: windoku')"


def test_lines_in_bulk_have_their_solutions_below_them(tmp_path: Path) -> None:
    path, table = tmp_path / "lines.txt", tmp_path / "verdicts.csv"
    path.write_text(f"{WIKIPEDIA}\nsolution: {WRONG}\n{WIKIPEDIA}\nsolution: {SOLVED}\n")
    summary = cpsudoku.check_files(path, table)
    assert (summary.rows, summary.wrong_solutions) == (2, 1)


def test_what_we_write_is_read_without_doubts() -> None:
    puzzle = Puzzle.parse(f"# Anti-knight Sudoku\n{GRID}\n").with_rules("killer 8: r1c1 r1c2")
    for format in ("json", "grid", "line"):
        (found,) = puzzles_of(cpsudoku.write(puzzle, format=format).text)
        assert found == puzzle
