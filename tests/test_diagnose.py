"""What is wrong with a puzzle: conflicting givens, typing mistakes, what varies, what to add."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from openpyxl import load_workbook

import cpsudoku
from cpsudoku import diagnosing
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import symmetries_of
from cpsudoku.core.verdict import Status
from cpsudoku.diagnosing import Diagnosis, diagnose, prove
from cpsudoku.diagnosing.base import Edit, SingleClue
from cpsudoku.diagnosing.prove import Prover, only
from cpsudoku.drawing.diagnosis import data_of_diagnosis
from cpsudoku.drawing.diagnosis_words import in_words
from cpsudoku.engines import lanes
from cpsudoku.engines.lanes import searching
from cpsudoku.solving import as_puzzle, check, settle
from cpsudoku.teaching.rating.base import Rating
from tests.books import book_with, bytes_of
from tests.command import invoke, run
from tests.puzzles import (
    CLASHING,
    IMPOSSIBLE,
    INKALA,
    SEVERAL,
    SOLVED,
    WIKIPEDIA,
    random_givens,
)


def edited(line: str, **cells: str) -> str:
    """The line with other symbols in some cells: ``r1c2="5"``."""
    symbols, size = list(line), round(len(line) ** 0.5)
    for name, symbol in cells.items():
        r, c = name[1:].split("c")
        symbols[(int(r) - 1) * size + int(c) - 1] = symbol
    return "".join(symbols)


def with_row(line: str, number: int, row: str) -> str:
    """The line with another row, counted from 1."""
    return line[: 9 * (number - 1)] + row + line[9 * number :]


ROW = 9 * 2  # where row 3 of the Wikipedia puzzle begins
MISTAKES = {
    "a digit": (edited(INKALA, r5c5="9"), INKALA, "change"),
    "clashing": (CLASHING, WIKIPEDIA, "change"),
    "one cell off": (edited(INKALA, r2c3=".", r2c2="3"), INKALA, "move"),
    "swapped": (edited(INKALA, r5c5="5", r5c6="4"), INKALA, "swap"),
    "a row shifted": (with_row(INKALA, 5, "...457..."), INKALA, "shift"),
    "a row entered twice": (with_row(WIKIPEDIA, 4, WIKIPEDIA[ROW : ROW + 9]), "", "twice"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_typing_mistake_is_among_the_first_five(name: str) -> None:
    typed, meant, kind = MISTAKES[name]
    found = diagnose(typed)
    kinds = {repair.mended.line: repair.kind for repair in found.repairs}
    if meant:
        assert kinds[meant] == kind
    assert kind in kinds.values()
    for repair in found.repairs:
        assert settle(Puzzle(repair.mended)).is_unique == repair.proper


def test_the_right_repair_of_random_typos_is_in_the_first_five() -> None:
    random, right, decided = Random(6), 0, 0
    for _ in range(40):
        cells = bytearray(as_puzzle(random.choice((INKALA, WIKIPEDIA))).givens.cells)
        meant = bytes(cells)
        cell = random.choice([cell for cell, digit in enumerate(cells) if digit])
        cells[cell] = random.choice([d for d in range(1, 10) if d != cells[cell]])
        found = diagnose(Grid(bytes(cells), Board.of_size(9)))
        if not found.verdict.is_unique:
            decided += 1
            right += meant in [repair.mended.cells for repair in found.repairs]
    assert decided > 30
    assert right >= 0.9 * decided


def test_two_mistakes_are_found_when_asked_for() -> None:
    typed = edited(WIKIPEDIA, r1c2="7", r9c9="4")
    assert WIKIPEDIA not in [repair.mended.line for repair in diagnose(typed).repairs]
    found = diagnose(typed, edits=2, suggestions=99)
    assert WIKIPEDIA in [repair.mended.line for repair in found.repairs if repair.kind == "pair"]


def conflicting(puzzle: Puzzle, cells: tuple[int, ...]) -> bool:
    """Whether these givens alone have no solution, by CP-SAT."""
    alone = Grid(only(puzzle.givens.cells, cells), puzzle.board)
    return settle(Puzzle(alone), want=1).status is Status.NO_SOLUTION


@pytest.mark.parametrize("size", [4, 6, 9])
def test_each_member_of_a_conflicting_set_is_needed(size: int) -> None:
    decided = 0
    for seed in range(60):
        givens = random_givens(Random(seed), Board.of_size(size), 0.4, spoiled=True)
        puzzle = Puzzle(givens)
        if decided < 6 and not settle(puzzle, want=1).solutions:
            found = diagnose(puzzle, suggestions=0)
            decided += 1
            assert conflicting(puzzle, found.conflict)
            for cell in found.conflict:
                rest = tuple(other for other in found.conflict if other != cell)
                assert not conflicting(puzzle, rest)
    assert decided >= 5


def test_the_smallest_conflicting_set_is_that_of_enumeration() -> None:
    decided = 0
    for seed in range(400):
        givens = random_givens(Random(seed), Board.of_size(9), 0.25, spoiled=True)
        puzzle = Puzzle(givens)
        if puzzle.conflicts or settle(puzzle, want=1).solutions:
            continue
        found = diagnose(puzzle, suggestions=0, smallest=True)
        if len(found.conflict) > 5:
            continue
        decided += 1
        given = [cell for cell, digit in enumerate(givens.cells) if digit]
        smaller = combinations(given, len(found.conflict) - 1)
        counts = Prover(puzzle, 60).counts([only(givens.cells, each) for each in smaller], want=1)
        assert found.smallest
        assert all(counts)
        assert conflicting(puzzle, found.conflict)
        if decided == 6:
            break
    assert decided >= 3


def test_a_conflict_that_no_house_shows_is_proved_smallest() -> None:
    found = diagnose(IMPOSSIBLE, smallest=True)
    assert (len(found.conflict), found.smallest) == (9, True)


@pytest.mark.parametrize("line", [SEVERAL, "1....4....3....2", "." * 12 + "1234"])
def test_what_varies_is_what_all_solutions_say(line: str) -> None:
    found = diagnose(line, suggestions=0)
    solutions = check(line, count=1000).solutions
    digits = [{solution[cell] for solution in solutions} for cell in range(len(line))]
    expected = {cell: each for cell, each in enumerate(digits) if len(each) > 1}
    assert {cell: set(each) for cell, each in found.varying} == expected
    assert found.varying_all
    assert found.verdict.exhausted


@pytest.mark.parametrize("line", [SEVERAL, "1....4....3....2", "." * 12 + "1234", "." * 16])
def test_no_fewer_extra_clues_would_do(line: str) -> None:
    found = diagnose(line, suggestions=0)
    assert found.extra is not None
    assert settle(Puzzle(found.extra.mended)).is_unique
    solutions = [solution.cells for solution in check(line, count=1000).solutions]
    if found.extra.proved == "any":
        fewer = combinations(range(len(line)), len(found.extra.clues) - 1)
        for cells in fewer:
            seen = [bytes(solution[cell] for cell in cells) for solution in solutions]
            assert all(seen.count(each) > 1 for each in set(seen))


@pytest.mark.parametrize("line", [SEVERAL, "1....4....3....2", "." * 12 + "1234"])
def test_every_single_clue_has_the_number_of_solutions_that_it_leaves(line: str) -> None:
    found = diagnose(line, suggestions=0)
    solutions = check(line, count=1000).solutions
    counts = {
        (cell, digit): sum(solution[cell] == digit for solution in solutions)
        for cell, digits in found.varying
        for digit in digits
    }
    singles = {(one.edit.cell, one.edit.after): one.solutions for one in found.singles}
    assert singles == counts
    assert all(one.exact for one in found.singles)
    words = "\n".join(in_words(found))
    settling = [one for one in found.singles if one.solutions == 1]
    for one in settling:
        name = found.puzzle.board.cell_name(one.edit.cell)
        assert f" {name}={one.edit.after}" in words
    assert (len(settling) > 1) == ("clues alone makes it unique" in words)


def test_single_clues_are_tried_where_the_solutions_are_too_many_to_list() -> None:
    line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...."
    found = diagnose(line, count=2, suggestions=0)
    settling = [one.edit for one in found.singles if one.solutions == 1]
    assert found.extra is not None
    assert (found.verdict.exhausted, found.extra.clues) == (False, tuple(settling))
    for one in found.singles[::10]:
        cells = bytearray(found.puzzle.givens.cells)
        cells[one.edit.cell] = one.edit.after
        count = len(check(Grid(bytes(cells), found.puzzle.board)).solutions)
        assert (count, count == 1) == (one.solutions, one.exact)


def test_of_a_proper_puzzle_it_tells_what_is_redundant() -> None:
    found = diagnose(INKALA)
    assert (found.redundant, found.mended) == ((), found.puzzle.givens)
    more = edited(INKALA, r1c2="1")
    assert 1 in (diagnose(more).redundant or ())
    assert diagnose(WIKIPEDIA).symmetries == ("180",)


def test_a_puzzle_that_is_quickly_rated_has_its_level_and_score() -> None:
    found = diagnose(WIKIPEDIA)
    assert isinstance(found.rating, Rating)
    assert (found.rating.level, found.rating.score) == ("easy", 204)
    assert "rating: easy, score 204" in in_words(found)
    assert diagnose(INKALA).rating is None


@pytest.mark.parametrize("size", [4, 6, 12, 16])
def test_every_size_is_diagnosed(size: int) -> None:
    givens = random_givens(Random(size), Board.of_size(size), 0.7, spoiled=False)
    cells = bytearray(givens.cells)
    cell = next(cell for cell, digit in enumerate(cells) if digit)
    cells[cell] = cells[cell] % size + 1
    found = diagnose(Grid(bytes(cells), givens.board))
    assert found.verdict.status is Status.NO_SOLUTION
    assert givens.cells in [repair.mended.cells for repair in found.repairs]


def test_the_rules_of_a_variant_are_kept() -> None:
    every = tuple(range(1, 5))
    marks = ((2,), *[every] * 15)  # r1c1 must be 2
    puzzle = replace(as_puzzle("1..............."), marks=marks)
    found: Diagnosis = diagnose(puzzle)
    assert found.conflict == (0,)


def test_a_limit_leaves_what_is_known() -> None:
    found = diagnose("." * 256, limit=0.5)
    assert found.verdict.status is Status.MULTIPLE


def test_the_command_says_it_in_words_and_marks_the_grid() -> None:
    done = run("diagnose", CLASHING)
    assert done.code == 1
    assert "|[5|5]." in done.out
    assert "1. r1c2: 5 should be 3" in done.out


def test_the_command_writes_json_a_picture_and_the_mended_puzzle(tmp_path: Path) -> None:
    svg, fixed = tmp_path / "a.svg", tmp_path / "fixed.txt"
    done = run("diagnose", CLASHING, SEVERAL, "--json", "--svg", svg, "--fix", fixed)
    data = [json.loads(line)["diagnosis"] for line in done.lines]
    assert data[0]["repairs"][0]["edits"] == [{"cell": "r1c2", "from": 5, "to": 3}]
    assert data[1]["extra"]["proved_fewest_for"] == "any"
    assert svg.read_text().count("<g ") == 2
    mended = fixed.read_text().split()
    assert mended[0] == WIKIPEDIA
    assert [check(line).word for line in mended] == ["unique", "unique"]


def test_check_says_why(tmp_path: Path) -> None:
    done = run("check", "--why", WIKIPEDIA, CLASHING)
    assert [line.split("\t")[0] for line in done.lines[:2]] == ["unique", "conflict"]
    assert "should be 3" in done.out
    assert run("check", "--why", "--minimal", WIKIPEDIA).code == 2


def test_the_cells_are_marked_in_a_copy_of_a_workbook(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(bytes_of(book_with(CLASHING)))
    before = book.read_bytes()
    assert run("diagnose", book).code == 1
    assert book.read_bytes() == before
    copy = load_workbook(tmp_path / "book.diagnosed.xlsx")
    sheet = copy.worksheets[0]
    red = [c.coordinate for row in sheet for c in row if str(c.fill.fgColor.rgb) == "FFFF7C80"]
    assert len(red) == 2
    assert "should be 3" in str([c.value for row in copy["Diagnosis"] for c in row])


def test_a_workbook_with_nothing_to_mark_gets_its_sheet(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(bytes_of(book_with(INKALA)))  # minimal: no given is redundant
    assert run("diagnose", book).code == 0
    words = [
        c.value for row in load_workbook(tmp_path / "book.diagnosed.xlsx")["Diagnosis"] for c in row
    ]
    assert "minimal: no given is redundant" in words


def test_a_proper_puzzle_that_is_solved_already() -> None:
    found = diagnose(SOLVED)
    assert found.verdict.is_unique
    assert len(found.redundant or ()) == 81


def test_of_very_many_clues_the_first_are_shown_and_the_others_counted() -> None:
    clues = tuple(SingleClue(Edit(cell, 0, 1), 1) for cell in range(60))
    found = replace(cpsudoku.diagnose(SEVERAL), singles=clues)
    [line] = [text for text in in_words(found) if text.startswith("each of these 60 clues")]
    assert line.endswith(" r5c4=1 and 20 more")
    assert len(data_of_diagnosis(found)["single_clues"]) == 60


@pytest.mark.parametrize(
    ("board", "filled", "symmetries"),
    [
        (Board.rectangle(2, 3, 6), (0, 2), ("vertical",)),
        (Board.rectangle(3, 3, 4), (0, 8), ("180", "diagonal", "antidiagonal")),
        (Board.of_grids([(0, 0), (2, 2)], (2, 2)), (0, 27), ("180", "diagonal", "antidiagonal")),
    ],
)
def test_a_pattern_on_any_board_has_symmetries(
    board: Board, filled: tuple[int, ...], symmetries: tuple[str, ...]
) -> None:
    cells = bytes(cell in filled for cell in range(len(board)))
    assert symmetries_of(cells, board) == symmetries


def test_an_existing_copy_of_a_workbook_is_replaced_only_with_force(tmp_path: Path) -> None:
    book_with(WIKIPEDIA).save(tmp_path / "book.xlsx")
    target = tmp_path / "book.diagnosed.xlsx"
    target.write_bytes(b"mine")
    refused = invoke("diagnose", "book.xlsx", folder=tmp_path)
    assert (refused.code, target.read_bytes()) == (2, b"mine")
    assert "book.diagnosed.xlsx: the file exists; --force replaces it" in refused.err
    assert invoke("diagnose", "book.xlsx", "--force", folder=tmp_path).code == 0
    assert load_workbook(target)


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("x.png", (), "can't be written as .png; choose .txt, .svg, or .json with --json"),
        ("x.csv", (), "can't be written as .csv; choose .txt"),
        ("x.xlsx", (), "can't be written as .xlsx; choose .txt"),
        ("x.json", (), "can't be written as .json; add --json"),
        ("x.csv", ("--json",), "can't be written as .csv; choose .txt"),
        ("x.txt", (), ""),
        ("x", (), ""),
        ("x.jsonl", ("--json",), ""),
    ],
)
def test_a_diagnosis_is_written_only_as_what_it_is(
    name: str, options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = invoke("diagnose", WIKIPEDIA, "-o", name, *options, folder=tmp_path)
    assert told in done.err
    assert (done.code, (tmp_path / name).exists()) == ((2, False) if told else (0, True))


@pytest.mark.parametrize(
    "line",
    [WIKIPEDIA, CLASHING, SEVERAL, MISTAKES["swapped"][0]],
    ids=["one solution", "a clash", "several solutions", "no solution"],
)
def test_a_diagnosis_does_not_wait_for_the_kernel(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.parse(line)
    expected = data_of_diagnosis(diagnose(puzzle, suggestions=1))
    opened: list[object] = []
    monkeypatch.setattr(searching, "is_compiled", lambda *names: False)
    monkeypatch.setattr(searching._PLAIN, "is_plain", lambda names: True)
    monkeypatch.setattr(searching, "search_by_kernel", lambda *rest: opened.append(rest))
    assert data_of_diagnosis(diagnose(puzzle, suggestions=1)) == expected
    assert not opened


def test_the_seconds_of_the_bulk_engine_do_not_change_a_diagnosis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = data_of_diagnosis(diagnose(SEVERAL))
    waited = 0.0
    search_each = lanes.search_each

    def slowly(block: Sequence[bytes], want: int, nodes: int) -> list[tuple[int, bytes] | None]:
        nonlocal waited
        waited += 1.0
        return search_each(block, want, nodes)

    monkeypatch.setattr(lanes, "search_each", slowly)
    monkeypatch.setattr(prove, "monotonic", lambda: monotonic() + waited)
    assert data_of_diagnosis(diagnose(SEVERAL)) == expected
    assert waited > diagnosing.ADDING * diagnosing.SECONDS


def test_what_the_bulk_engine_leaves_open_another_one_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = as_puzzle(SEVERAL)
    known, prover = settle(puzzle).solutions[0], Prover(puzzle, 60)
    expected = len(prover.others(puzzle.givens.cells, known))
    monkeypatch.setattr(prove, "NODES", 1)
    found = prover.others(puzzle.givens.cells, known)
    assert len(found) == expected
    assert not any(puzzle.broken_by(grid) or grid == known for grid in found)
