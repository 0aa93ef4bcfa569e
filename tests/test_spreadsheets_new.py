"""Boards to type into, and the watcher."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import book_with, bytes_of
from tests.command import run
from tests.puzzles import SOLVED, WIKIPEDIA


def test_a_new_board_has_lines_validation_rules_and_a_name(tmp_path: Path) -> None:
    done = run("new", "board.xlsx", folder=tmp_path)
    assert done.code == 0, done.err
    workbook = load_workbook(tmp_path / "board.xlsx")
    sheet = workbook.worksheets[0]
    assert workbook.defined_names["sudoku"].attr_text == "'Sudoku'!$B$3:$J$11"
    (validation,) = sheet.data_validations.dataValidation
    assert (str(validation.sqref), validation.formula1, validation.formula2) == ("B3:J11", "1", "9")
    rules = {str(each.sqref): each.rules[0].formula[0] for each in sheet.conditional_formatting}
    assert len(rules) == 9
    clash = 'AND(E6<>"",OR(COUNTIF($B6:$J6,E6)>1,COUNTIF(E$3:E$11,E6)>1,COUNTIF($E$6:$G$8,E6)>1))'
    assert rules["E6:G8"] == clash
    assert sheet["B3"].border.left.style == "medium"


def test_a_new_board_that_is_empty_says_what_to_do(tmp_path: Path) -> None:
    run("new", "board.xlsx", folder=tmp_path)
    done = run("solve", "board.xlsx", folder=tmp_path)
    assert done.code == 2
    assert "sheet 'Sudoku', B3:J11: the grid is empty; type its givens" in done.err
    assert "(--all reads it anyway)" in done.out
    assert "(--all reads it anyway)" in done.err


@pytest.mark.parametrize(
    ("options", "shape"),
    [(("--size", "6"), "B3:G8"), (("--box", "3x2"), "B3:G8"), (("--size", "16"), "B3:Q18")],
    ids=["6", "3x2", "16"],
)
def test_a_board_of_another_size(tmp_path: Path, options: tuple[str, str], shape: str) -> None:
    assert run("new", "board.xlsx", *options, folder=tmp_path).code == 0
    listed = run("grids", "board.xlsx", "--brief", folder=tmp_path).out
    assert listed.startswith(f"board.xlsx, sheet 'Sudoku', {shape}: empty board")


def test_a_live_board_has_formulas_for_its_candidates_and_for_its_end(tmp_path: Path) -> None:
    done = run("new", "board.xlsx", "--live", "--size", "4", "--sheets", "2", folder=tmp_path)
    assert done.code == 0, done.err
    workbook = load_workbook(tmp_path / "board.xlsx")
    assert workbook.sheetnames == ["Sudoku 1", "Candidates 1", "Sudoku 2", "Candidates 2"]
    board, candidates = workbook.worksheets[2:]
    ranges = "COUNTIF('Sudoku 2'!$B3:$E3,1)+COUNTIF('Sudoku 2'!B$3:B$6,1)"
    assert ranges in candidates["B3"].value
    assert board["B8"].value.startswith("=IF(COUNTIF('Candidates 2'!$B$3:$E$6,")
    rules = {str(each.sqref): each.rules[0].formula[0] for each in board.conditional_formatting}
    assert rules["B3:E6"] == '$B$8="Finished: all digits are right"'
    listed = run("grids", "board.xlsx", "--brief", folder=tmp_path).out.splitlines()
    assert [line.partition(":")[0] for line in listed] == [
        "board.xlsx, sheet 'Sudoku 1', B3",
        "board.xlsx, sheet 'Sudoku 2', B3",
    ]


def test_a_rule_that_formulas_do_not_check_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("....\n...4\n....\n4...\nthermo: r3c1 r3c2\n")
    done = run("new", "board.xlsx", "--live", "--givens", "a.txt", folder=tmp_path)
    assert done.code == 2
    assert "formulas do not check the rule the thermometer" in done.err
    assert not (tmp_path / "board.xlsx").exists()


def test_a_new_board_keeps_the_rules_of_its_puzzle(tmp_path: Path) -> None:
    lines = ["killer 3: r1c1 r1c2", "thermo: r3c1 r3c2 r3c3 r3c4"]
    (tmp_path / "a.txt").write_text("\n".join(["....", "...4", "....", "4...", *lines]) + "\n")
    assert run("new", "board.xlsx", "--givens", "a.txt", folder=tmp_path).code == 0
    read = run("convert", "board.xlsx", "--to", "grid", folder=tmp_path).out
    assert [line for line in read.splitlines() if ":" in line] == lines
    (tmp_path / "grids.txt").write_text(("." * 12 + "\n") * 12 + "grids: butterfly\n")
    done = run("new", "grids.xlsx", "--givens", "grids.txt", folder=tmp_path)
    assert (done.code, "format 'xlsx' can't hold" in done.err) == (2, True), done.err


def test_a_typed_board_is_solved_in_place(tmp_path: Path) -> None:
    made = run("new", "b.xlsx", "--givens", WIKIPEDIA, "--sheets", "2", folder=tmp_path)
    assert made.code == 0
    done = run("solve", "b.xlsx", folder=tmp_path)
    assert (done.code, done.out.split("\t")[0]) == (0, SOLVED)
    solved = load_workbook(tmp_path / "b.solved.xlsx")
    assert solved.sheetnames == ["Sudoku 1", "Sudoku 2"]
    assert solved.worksheets[0].data_validations.count == 1
    assert len(solved.worksheets[0].conditional_formatting) == 9


def test_a_board_is_not_overwritten(tmp_path: Path) -> None:
    run("new", "board.xlsx", folder=tmp_path)
    done = run("new", "board.xlsx", folder=tmp_path)
    assert done.code == 2
    assert "board.xlsx: the file exists and may contain puzzles that you typed" in done.err
    assert "choose another name, or use --force" in done.err
    assert run("new", "board.xlsx", "--force", folder=tmp_path).code == 0


def test_watch_once_solves_what_is_there_and_no_lock_file(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    (tmp_path / "~$a.xlsx").write_bytes(b"lock")
    done = run("watch", ".", "--once", folder=tmp_path)
    assert done.code == 0
    assert "a.xlsx sheet 'Sheet', A1:I9: unique 30 givens, exactly one solution" in done.out
    assert {path.name for path in tmp_path.iterdir()} == {"a.xlsx", "~$a.xlsx", "a.solved.xlsx"}


def test_watch_solves_on_each_save_and_survives_half_a_file(tmp_path: Path) -> None:
    pytest.importorskip("watchfiles", reason="the extra cpsudoku[watch] is not installed")
    data = bytes_of(book_with(WIKIPEDIA))
    command = [sys.executable, "-u", "-m", "cpsudoku", "watch", "."]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        assert "watching" in process.stdout.readline()
        time.sleep(0.5)
        (tmp_path / "book.xlsx").write_bytes(data[:3000])
        time.sleep(1.0)
        answer = tmp_path / "book.solved.xlsx"
        end = time.monotonic() + 120
        while not answer.exists() and time.monotonic() < end:
            (tmp_path / "book.xlsx").write_bytes(data)  # again, if it did not watch yet
            time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        said = process.stdout.read()
    assert "unique" in said
    assert load_workbook(answer).worksheets[0]["C1"].value == 4
    assert process.returncode == 130
