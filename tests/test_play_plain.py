"""Playing by plain prompts, through a pseudo-terminal and through pipes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.app import app
from cpsudoku.core.candidates import Candidates
from cpsudoku.play.choose import PuzzleRequest, new_puzzle
from cpsudoku.play.game import Game
from cpsudoku.play.saves import Saves
from cpsudoku.play.session import Session
from cpsudoku.play.terminal.plain_prompts import Plain
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.extras import install_command
from cpsudoku.solving import as_puzzle, solve
from cpsudoku.techniques import LEVELS, TABLE, select
from cpsudoku.techniques.walk import walk
from tests.command import run
from tests.puzzles import DATA, SOLVED, WIKIPEDIA, grid_of
from tests.terminal import Terminal


def replies(folder: Path, *lines: str, puzzle: str = WIKIPEDIA) -> list[str]:
    """What each line is answered with, one after the other."""
    session = Session.begin(Game(as_puzzle(puzzle)), Saves(folder))
    said: list[str] = []
    prompts = Plain(session, said.append)
    answers = []
    for line in lines:
        said.clear()
        prompts.answer(line)
        answers.append("\n".join(said))
    return answers


ENDINGS = {
    "saved": ("", ["1 3 4"], ["Saved. To continue: cpsudoku play --resume"]),
    "not saved": ("file", ["1 3 4"], ["Not saved! {}: can't be made: file exists"] * 2),
    "nothing to save": ("", [], []),
    "finished": ("", ["solve", "solve"], []),
    "interrupted": ("", ["1 3 4", "interrupt"], ["Saved. To continue: cpsudoku play --resume"]),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_end_says_truly_whether_the_game_is_saved(name: str, tmp_path: Path) -> None:
    place, lines, endings = ENDINGS[name]
    (tmp_path / "file").write_text("this is no folder")
    session = Session.begin(Game(as_puzzle(WIKIPEDIA)), Saves(tmp_path / place))
    said: list[str] = []

    def typed() -> Iterator[str]:
        for line in lines:
            if line == "interrupt":
                raise KeyboardInterrupt
            yield line

    with suppress(KeyboardInterrupt):
        Plain(session, said.append).run(typed())
    about = [line for line in said if "aved" in line]
    assert about == [ending.format(session.path.parent) for ending in endings]
    assert session.path.exists() == ("Saved" in "".join(about))


TALK = {
    "a move": (["1 3 4"], "r1c3 is 4; 50 cells to go."),
    "a move by the name of its cell": (["r1c3 = 4"], "r1c3 is 4; 50 cells to go."),
    "without spaces, in capitals": (["R1C3=4"], "r1c3 is 4; 50 cells to go."),
    "two moves": (["r1c3 is 4, r1c4=2"], "r1c3 is 4; 50 cells to go.\nr1c4 is 2; 49 cells to go."),
    "a named cell is cleared": (["r1c3 = 4", "r1c3 = 0"], "r1c3 is empty."),
    "no move": (
        ["r1c3 - 4"],
        "'r1c3 - 4' removes candidates; a move is 'r2c1 = 3', or 0 to clear.",
    ),
    "no digit in a named cell": (["r1c3 = x"], "'X' is not a digit of this board."),
    "no such cell": (
        ["r1c0 = 4"],
        "'r1c0' is not a cell of the board, whose last cell is r9c9.",
    ),
    "a move again": (["1 3 4", "1 3 4"], "r1c3 is already 4."),
    "a clash": (["1 3 5"], "5 in r1c3 clashes with r1c1."),
    "taken back": (["1 3 4", "1 3 0"], "r1c3 is empty."),
    "undo": (["1 3 4", "undo"], "Undone: enter."),
    "redo": (["1 3 4", "u", "redo"], "Redone: enter."),
    "nothing to undo": (["undo"], "There is nothing to undo."),
    "a given": (["1 1 4"], "r1c1 is a given and can't be changed."),
    "row": (["10 1 1"], "row 10 is out of range 1-9."),
    "column": (["1 0 1"], "column 0 is out of range 1-9."),
    "digit": (["1 3 10"], "digit 10 is out of range 1-9."),
    "digit as a letter": (["1 3 a"], "digit 10 is out of range 1-9."),
    "no digit": (["1 3 ?"], "digit '?' is not a number."),
    "two numbers": (["1 3"], "A move is three numbers: row column digit. Found 2."),
    "no command": (["jump"], "Unknown command 'jump'. Type help for a list."),
    "check": (["1 3 4", "check"], "No mistakes; 50 cells to go."),
    "check of a mistake": (["1 3 2", "check"], "There is 1 wrong entry: r1c3."),
    "row in words": (["row 2"], "row 2: 6, empty, empty, 1, 9, 5, empty, empty, empty."),
    "box in words": (["box 9"], "box 9: 2, 8, empty, empty, empty, 5, empty, 7, 9."),
    "row out of range": (["row 12"], "row 12 is out of range 1-9."),
    "candidates": (["candidates 1 3"], "r1c3 can be 1, 2, 4."),
    "candidates of a given": (["candidates 1 1"], "r1c1 is 5."),
    "sure?": (["solve"], "Type solve again to do it."),
    "not sure": (["solve", "check", "solve"], "Type solve again to do it."),
    "empty line": ([""], ""),
}


@pytest.mark.parametrize("name", TALK)
def test_a_line_is_answered_with(tmp_path: Path, name: str) -> None:
    lines, answer = TALK[name]
    assert replies(tmp_path, *lines)[-1] == answer


def test_one_cell_is_not_one_cells(tmp_path: Path) -> None:
    session = Session.begin(Game(as_puzzle(f".{SOLVED[1:]}")), Saves(tmp_path))
    said: list[str] = []
    Plain(session, said.append).run(iter(["time", "check"]))
    assert said[0] == "A 9x9 Sudoku, 1 cell to go. A dot is an empty cell."
    assert said[-2].endswith(", 1 cell to go.")
    assert said[-1] == "No mistakes; 1 cell to go."


def test_hints_give_more_at_each_level_and_are_then_applied(tmp_path: Path) -> None:
    answers = replies(tmp_path, *["hint"] * 5)
    for number, answer in enumerate(answers[:4], 1):
        assert answer.startswith(f"Hint {number} of 4: ")
    assert answers[3].endswith("(Type hint again to apply it.)")
    assert answers[4] == "Done."


def test_every_command_of_the_help_is_known(tmp_path: Path) -> None:
    listed = replies(tmp_path, "help")[0].splitlines()[1:]
    commands = [line[2:17].strip().replace("R C", "1 3").replace("N", "1") for line in listed]
    assert len(commands) > 10
    for command in commands:
        if command != "quit":
            assert "not known" not in replies(tmp_path, command)[0], command


def test_a_game_is_played_saved_and_gone_on_with_through_a_terminal(tmp_path: Path) -> None:
    with Terminal("play", WIKIPEDIA, "--plain", state=tmp_path) as terminal:
        assert "Row 1: 5, 3, blank, blank, 7, blank, blank, blank, blank." in terminal.wait_for(
            "> "
        )
        terminal.send("1 3 4\n")
        assert "r1c3 is 4; 50 cells to go." in terminal.wait_for("> ")
        terminal.send("9 9 9\n")
        assert "r9c9 is a given and can't be changed." in terminal.wait_for("> ")
        assert terminal.kill() == -signal.SIGKILL
    with Terminal("play", "--plain", "--resume", state=tmp_path) as terminal:
        assert "Row 1: 5, 3, 4, blank, 7, blank, blank, blank, blank." in terminal.wait_for("> ")
        terminal.send("quit\n")
        assert terminal.wait() == 0
        assert "Saved. To continue: cpsudoku play --resume" in terminal.shown


def test_ctrl_c_and_a_dumb_terminal(tmp_path: Path) -> None:
    with Terminal("play", WIKIPEDIA, state=tmp_path, more={"TERM": "dumb"}) as terminal:
        assert "\x1b" not in terminal.shown
        terminal.wait_for("> ")
        terminal.send("1 3 4\n")
        terminal.wait_for("> ")
        assert terminal.kill(signal.SIGINT) == 130
        assert "interrupted" in terminal.shown
    assert len(list(tmp_path.rglob("*.json"))) == 1


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    solution = grid_of(SOLVED)
    lines = [
        f"{cell // 9 + 1} {cell % 9 + 1} {solution[cell]}\n"
        for cell, given in enumerate(grid_of(WIKIPEDIA).cells)
        if not given
    ]
    state = {"XDG_STATE_HOME": str(tmp_path)}
    done = run("play", WIKIPEDIA, "--plain", stdin="".join(lines), more=state)
    assert done.code == 0
    assert done.lines[-1].startswith("Solved in 0:0")


WRONG = {
    "no terminal": (
        ["play", WIKIPEDIA],
        "it needs a terminal; use --plain to play with lines of text",
    ),
    "level": (
        ["play", "--plain", "--difficulty", "evil"],
        "unknown level 'evil'; choose one of easy,",
    ),
    "technique": (["play", "--plain", "--technique", "luck"], "unknown technique 'luck'; "),
    "two wishes": (
        ["play", WIKIPEDIA, "--plain", "--seed", "1"],
        "--difficulty, --technique and --seed work only with a new puzzle",
    ),
    "number": (
        ["play", str(DATA / "hard.txt"), "--number", "9", "--plain"],
        "it has no puzzle number 9",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_usage_is_told(name: str) -> None:
    arguments, problem = WRONG[name]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert problem in done.output


REQUESTS = {
    "easy": (PuzzleRequest("easy"), "easy", ""),
    "usual": (PuzzleRequest(), "medium", ""),
    "hard": (PuzzleRequest("hard"), "hard", ""),
    "x-wing": (PuzzleRequest(technique="x-wing"), "hard", "x-wing"),
    "both": (PuzzleRequest("medium", "naked-pair"), "medium", "naked-pair"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_new_puzzle_meets_the_request_and_the_same_for_a_seed(name: str) -> None:
    request, level, technique = REQUESTS[name]
    puzzle = new_puzzle(request, 11)
    assert puzzle == new_puzzle(request, 11)
    assert puzzle.label.endswith("seed 11")
    assert solve(puzzle).is_unique
    steps = [step.technique for _, step in walk(Candidates.of(puzzle), select(level))]
    hardest = max((TABLE[step].level for step in steps), key=LEVELS.index)
    assert hardest == level
    assert technique in ["", *steps]


def test_a_new_puzzle_is_made_by_the_command_and_gone_on_with(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    wish = ("--difficulty", "easy", "--seed", "11")
    done = run("play", "--plain", *wish, stdin="hint\n" * 5, more=state)
    assert done.code == 0, done.err
    assert "Hint 4 of 4: the step itself" in done.out
    found = Saves(tmp_path / "cpsudoku" / "games").latest()
    assert found is not None
    assert found[1].puzzle.label == "easy, seed 11"
    first = new_puzzle(PuzzleRequest("easy"), 11).givens.line[:3]
    said = ", ".join("blank" if each == "." else each for each in first)
    assert f"Row 1: {said}, " in done.out


def test_nothing_to_go_on_with_is_told(tmp_path: Path) -> None:
    with Terminal("play", "--plain", "--resume", state=tmp_path) as terminal:
        assert terminal.wait() == 2
        assert "there is no saved game to continue" in terminal.shown


def test_saves_are_not_mixed_up_with_puzzles(tmp_path: Path) -> None:
    replies(tmp_path, "1 3 4")
    (path,) = tmp_path.iterdir()
    assert as_puzzle(path).givens == grid_of(WIKIPEDIA)  # a saved game is a puzzle to any command
    with pytest.raises(InputError, match="no such file"):
        as_puzzle(tmp_path / "nothing.json")


MISSING = {
    "play": ("textual", ["play", WIKIPEDIA], "play"),
    "watch-search": ("textual", ["watch-search", WIKIPEDIA], "play"),
    "gif": ("PIL", ["watch-search", WIKIPEDIA, "--gif", "x.gif"], "png"),
}


@pytest.mark.parametrize("name", MISSING)
def test_what_is_not_installed_is_told_with_the_command(name: str, tmp_path: Path) -> None:
    library, arguments, extra = MISSING[name]
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.modules['{library}'] = None")
    more = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    with Terminal(*arguments, state=tmp_path, more=more) as terminal:
        assert terminal.wait() == 2
        assert install_command(extra) in terminal.shown.replace("\r\n", "")
