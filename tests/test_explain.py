"""Explanations: every step follows from the one before, is checked, and is told in every form."""

from __future__ import annotations

import json
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cpsudoku
from cpsudoku import check, explain
from cpsudoku.cli.explain_text import steps_summary
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import EngineError, InputError, UnknownName
from cpsudoku.teaching.explanation import Explanation, steps_from
from cpsudoku.teaching.positions import candidates_of, read_positions, with_givens
from cpsudoku.teaching.start import start_of, suspects
from cpsudoku.techniques import (
    LEVELS,
    ORDERS,
    RULE_TABLE,
    TABLE,
    TECHNIQUES,
    select,
    technique_name,
)
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.hodoku_notation import position_line
from tests.command import COLOUR, COMMAND, ENVIRONMENT, UTF_8, invoke, on_a_terminal
from tests.patience import PATIENCE
from tests.puzzles import CLASHING, INKALA, SEVERAL, SOLVED, WIKIPEDIA, grid_of
from tests.test_cli import NONE

X_WING = examples()["x-wing"].position.candidates


@pytest.fixture(scope="module")
def several() -> Explanation:
    """A puzzle with 15 solutions, explained as far as hard techniques go."""
    return explain(SEVERAL, techniques="hard")


def marks_of(candidates: Candidates) -> tuple[tuple[int, ...], ...]:
    """The candidates as marks of a puzzle."""
    data = Explanation(start_of(candidates), ()).to_data()["end"]["marks"]
    return tuple(map(tuple, data))


# The value


@pytest.mark.parametrize("order", ORDERS)
def test_each_step_starts_where_the_one_before_ended(order: str) -> None:
    told = explain(WIKIPEDIA, order=order)
    assert (told.outcome, told.end.grid.line) == ("solved", SOLVED)
    assert [step.number for step in told.steps] == list(range(1, len(told.steps) + 1))
    assert told.steps[0].before == told.start.candidates
    for one, following in zip(told.steps, told.steps[1:], strict=False):
        assert one.after == following.before
    assert sum(len(step.step.placements) for step in told.steps) == 51


BOTH = "direct-pointing,pointing"


def test_the_orders_differ() -> None:
    position = examples()["direct-pointing"].position.candidates
    first = {
        order: explain(position, order=order, techniques=BOTH).steps[0].step.technique
        for order in ORDERS
    }
    assert first == {"human": "pointing", "se121": "direct-pointing", "hodoku": "pointing"}


def test_techniques_that_run_out_are_stuck_where_they_are() -> None:
    told = explain(INKALA, techniques="easy")
    assert (told.outcome, told.steps, told.end) == ("stuck", (), told.start.candidates)
    assert told.start.verdict.is_unique


def test_until_ends_with_the_first_step_of_a_technique() -> None:
    told = explain(X_WING, techniques="hard", until="X-Wing")
    assert told.outcome == "stopped"
    names = [step.step.technique for step in told.steps]
    assert names.count("x-wing") == 1
    assert names[-1] == "x-wing"
    with pytest.raises(UnknownName, match="did you mean x-wing"):
        explain(WIKIPEDIA, until="x-wimg")


def test_several_solutions_are_said_and_nothing_assumes_one(several: Explanation) -> None:
    assert several.start.word == "multiple"
    assert set(several.start.left_out) == {
        name for name in select("hard") if TECHNIQUES[name].assumes_unique
    }
    solutions = check(SEVERAL, count=16).solutions
    assert len(solutions) == 15
    for told in several.steps:
        for solution in solutions:
            assert all(solution[cell] == digit for cell, digit in told.step.placements)
            assert all(solution[cell] != digit for cell, digit in told.step.eliminations)
    assert len(several.steps) > 5
    assert several.outcome == "stuck"


def test_a_step_that_contradicts_a_solution_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    start = start_of(candidates_of(SEVERAL), techniques="easy")
    cell = start.verdict.differing[0]
    only_first = Step("hidden-single", ((cell, start.verdict.solutions[0][cell]),))
    monkeypatch.setattr(
        "cpsudoku.teaching.explanation.walk", lambda *_: iter([(start.candidates, only_first)])
    )
    with pytest.raises(EngineError, match="hidden-single contradicts the solution"):
        list(steps_from(start))


def filled(**cells: int) -> str:
    """The puzzle of Wikipedia with more digits: ``r1c3=4``."""
    line = list(WIKIPEDIA)
    for name, digit in cells.items():
        row, column = map(int, name[1:].split("c"))
        line[9 * row + column - 10] = str(digit)
    return "".join(line)


def test_entries_into_a_puzzle_are_told_from_givens() -> None:
    entered = with_givens(candidates_of(filled(r1c3=4)), Puzzle(grid_of(WIKIPEDIA)))
    assert (entered.puzzle.givens.line, entered.grid.line) == (WIKIPEDIA, filled(r1c3=4))
    told = explain(entered)
    assert (told.outcome, len(told.steps)) == ("solved", 50)
    wrong = explain(replace(entered, cells=grid_of(filled(r1c3=1)).cells))
    assert (wrong.outcome, wrong.start.word, wrong.steps) == ("refused", "wrong", ())
    assert [(each.cell, each.found, each.right) for each in wrong.start.mistakes] == [(2, 1, 4)]


FOREIGN = {
    "another size": ("." * 16, "it is not a filling of puzzle, a 9x9 grid"),
    "a given changed": ("6" + WIKIPEDIA[1:], "r1c1 is 6, but puzzle gives 5"),
}


@pytest.mark.parametrize(("line", "said"), FOREIGN.values(), ids=FOREIGN.keys())
def test_what_is_no_filling_of_a_puzzle_is_refused(line: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        with_givens(candidates_of(line), Puzzle(grid_of(WIKIPEDIA)))


def test_a_deleted_candidate_of_the_solution_is_named() -> None:
    candidates = candidates_of(WIKIPEDIA).without([(2, 4)])
    start = start_of(candidates)
    assert [(each.cell, each.found, each.right) for each in start.mistakes] == [(2, 0, 4)]
    assert start.mistakes[0].in_words(candidates.puzzle) == "r1c3 has lost its right candidate, 4"


def test_pencilmarks_that_make_the_solution_unique_do_not_allow_assuming_it() -> None:
    marks = marks_of(candidates_of(SEVERAL))
    first = check(SEVERAL).solutions[0]
    narrowed = tuple(
        (first[cell],) if n > 60 else mark for cell, mark in enumerate(marks) for n in (cell,)
    )
    puzzle = Puzzle(grid_of(SEVERAL), marks=narrowed)
    start = start_of(Candidates.of(puzzle), techniques="hard")
    assert start.word in ("unique", "multiple")
    assert "unique-rectangle-1" in start.left_out


SUSPECTS = {
    "a clash": (filled(r1c4=1), ["r1c4"]),
    "no clash": (filled(r1c4=2), ["r1c4", "r3c3"]),
    "two mistakes": (filled(r1c4=1, r9c4=9), []),
}


@pytest.mark.parametrize(("line", "names"), SUSPECTS.values(), ids=SUSPECTS.keys())
def test_suspects_are_the_cells_without_which_there_is_a_solution(
    line: str, names: list[str]
) -> None:
    candidates = candidates_of(line)
    name = candidates.puzzle.board.cell_name
    assert [name(cell) for cell in suspects(candidates)] == names


def test_only_entries_are_suspects_where_givens_are_known() -> None:
    candidates = with_givens(candidates_of(filled(r1c4=2)), Puzzle(grid_of(WIKIPEDIA)))
    assert suspects(candidates) == (3,)


# Reading


def test_every_make_of_position_is_read(tmp_path: Path) -> None:
    line = position_line(X_WING)
    path = tmp_path / "library.txt"
    path.write_text(f"# positions\n{line}\n\n{line[:-4]}:0:\n")
    from_argument, from_file, bad, plain = read_positions([line, str(path), WIKIPEDIA])
    assert isinstance(from_argument, Candidates)
    assert from_argument == X_WING
    assert isinstance(from_file, Candidates)
    assert (from_file, str(from_file.puzzle.source)) == (X_WING, f"{path}, line 2")
    assert isinstance(bad, InputError)
    assert str(bad).startswith(f"{path}, line 4: field ")
    assert plain == candidates_of(WIKIPEDIA)
    assert explain(line, techniques="easy").start.candidates == X_WING


# JSON

KEYS = {
    "explanation": "puzzle grid label source status scale solution left_out mistakes outcome steps "
    "end problem note",
    "step": "step technique title rating level score digits houses cells candidates links "
    "branches placements eliminations text grid marks",
}


def json_of(*arguments: str) -> Any:
    """What ``explain --json`` prints."""
    done = invoke("explain", *arguments, "--json")
    assert len(done.lines) == 1
    return json.loads(done.out)


def test_json_has_all_of_it() -> None:
    data = json_of(position_line(X_WING), "--techniques", "hard", "--until", "x-wing")
    assert list(data) == KEYS["explanation"].split()
    assert (data["scale"], data["status"], data["outcome"]) == (
        *("Sudoku Explainer 1.2.1", "unique"),
        "stopped",
    )
    step = data["steps"][-1]
    assert list(step) == KEYS["step"].split()
    assert (step["technique"], step["title"], step["rating"]) == ("x-wing", "X-Wing", 3.2)
    assert (step["level"], step["score"]) == ("hard", 140)
    assert len(step["cells"]["pattern"]) == 4
    assert {at["digit"] for at in step["eliminations"]} == set(step["digits"])
    assert len(step["marks"]) == len(step["grid"]) == 81
    assert data["end"]["grid"] == step["grid"]
    assert data["end"]["marks"] != step["marks"]


def test_json_of_a_step_names_each_cell_of_a_role_once() -> None:
    triple = position_line(examples()["naked-triple"].position.candidates)
    steps = json_of(WIKIPEDIA)["steps"] + json_of(triple)["steps"]
    several = 0
    for step in steps:
        for role, names in step["cells"].items():
            mentioned = [each["cell"] for each in step["candidates"][role]]
            assert names == list(dict.fromkeys(mentioned))
            several += len(names) < len(mentioned)
    assert several


def test_json_of_a_step_is_that_step() -> None:
    every = json_of(WIKIPEDIA)["steps"]
    assert [step["step"] for step in every] == list(range(1, 52))
    assert json_of(WIKIPEDIA, "--step", "7")["steps"] == [every[6]]


# The command


def test_a_step_has_words_pencilmarks_and_a_legend() -> None:
    done = invoke("explain", position_line(X_WING), "--techniques", "hard", "--until", "x-wing")
    assert done.code == 0
    text = done.out
    told = explain(X_WING, techniques="hard", until="x-wing").steps[-1]
    assert f"{told.number}. X-Wing  3.2, hard\n{told.text}\n" in text
    digit = told.step.digits[0]
    grid = text.split(told.text)[1]
    assert grid.count(f"{digit}*") == 4
    assert grid.count(f"{digit}x") == len(told.step.eliminations)
    assert "* the only places of the digit in the two lines   x eliminated\n" in grid
    assert text.endswith(f"The first X-Wing is step {told.number}.\n")


def test_brief_is_a_line_a_step() -> None:
    done = invoke("explain", WIKIPEDIA, "--brief")
    assert (done.code, len(done.lines)) == (0, 53)
    assert done.lines[0] == "  1  Hidden Single             1.2  r1c6 = 8"
    assert done.lines[-2] == "Solved in 51 steps."
    assert done.lines[-1].startswith(
        "Hardest: Hidden Single, 1.2 on the scale of Sudoku Explainer 1.2.1. Used: Hidden Single "
    )


def test_one_step_is_that_step_and_its_picture_alone(tmp_path: Path) -> None:
    done = invoke("explain", WIKIPEDIA, "--step", "3", "--brief")
    assert [line[:5] for line in done.lines] == ["  3  "]
    done = invoke("explain", WIKIPEDIA, "--step", "3", "--pictures", "a/b", folder=tmp_path)
    assert (done.code, done.out, done.err) == (0, "", "cpsudoku: wrote 1 picture to a/b\n")
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == [
        "step-003-hidden-single.svg"
    ]


def test_every_step_is_written_to_pictures_and_a_page(tmp_path: Path) -> None:
    done = invoke(
        "explain", WIKIPEDIA, "--pictures", "p", "--html", "page.html", "-q", folder=tmp_path
    )
    assert (done.code, done.out, done.err) == (0, "", "")
    names = sorted(path.name for path in (tmp_path / "p").iterdir())
    assert [name[:8] for name in names] == [f"step-{number:03}" for number in range(1, 52)]
    assert (tmp_path / "page.html").read_text().count("<svg ") == 52  # and the end


def test_stuck_says_where_and_then_what_cp_sat_knows() -> None:
    done = invoke("explain", INKALA, "--techniques", "easy")
    assert done.code == 3
    assert done.lines[0] == (
        "Stuck after 0 steps, with 60 empty cells left: none of 3 techniques finds another step."
    )
    assert "│ 8      1246  24569 │" in done.out
    assert done.lines[-1] == "Use --then-solve to show what CP-SAT knows."
    solved = invoke("explain", INKALA, "--techniques", "easy", "--then-solve")
    assert solved.code == 0
    assert "CP-SAT: unique, 21 givens, exactly one solution\n" in solved.out
    assert "│ 8 1 2 │ 7 5 3 │ 6 4 9 │\n" in solved.out


STATUS = {
    "several": (SEVERAL, 1, "multiple: at least 2 solutions; the first two differ in r"),
    "conflict": (
        CLASHING,
        1,
        "conflict: 5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2",
    ),
    "none": (NONE, 1, "none: no solution, though no two of its 24 givens clash"),
    "one suspect": (
        filled(r1c4=1),
        1,
        "; r1c4 is most likely wrong: without it there is a solution",
    ),
    "two suspects": (
        filled(r1c4=2),
        1,
        "; most likely r1c4 or r3c3 is wrong: there is a solution without either",
    ),
}


@pytest.mark.parametrize(("line", "code", "said"), STATUS.values(), ids=STATUS.keys())
def test_an_improper_puzzle_gets_its_status(line: str, code: int, said: str) -> None:
    done = invoke("explain", line, "--techniques", "easy")
    assert done.code == code
    assert said in done.lines[0]


def test_an_original_tells_wrong_entries(tmp_path: Path) -> None:
    arguments = ("explain", filled(r1c4=2), "--givens", WIKIPEDIA)
    done = invoke(*arguments)
    assert (done.code, done.lines[0]) == (1, "wrong: r1c4 is wrong: it is not 2")
    done = invoke(*arguments, "--html", "never.html", folder=tmp_path)
    assert (done.code, done.out, done.err) == (1, "", "cpsudoku: r1c4 is wrong: it is not 2\n")
    assert not list(tmp_path.iterdir())


BAD = {
    "a step too many": (
        (WIKIPEDIA, "--step", "99"),
        "argument 1, line 1: there is no step 99; the last step is 51",
    ),
    "step 0": ((WIKIPEDIA, "--step", "0"), "Invalid value for '--step'"),
    "two for a page": (
        (WIKIPEDIA, INKALA, "--html", "a.html"),
        "--step, --pictures and --html work with one puzzle; the input has several",
    ),
    "an unknown technique": (
        (WIKIPEDIA, "--techniques", "z-wing"),
        "unknown technique 'z-wing'; did you mean xyz-wing or xy-wing or x-wing? "
        "'cpsudoku techniques' lists them, with their levels",
    ),
    "no technique": (
        (WIKIPEDIA, "--techniques", ","),
        "no technique is named; the levels are easy, ",
    ),
    "an unknown order": (
        (WIKIPEDIA, "--order", "x"),
        "unknown order 'x'; choose one of human, se121, ",
    ),
    "an unknown end": ((WIKIPEDIA, "--until", "zzz"), "unknown technique 'zzz'; 'cpsudoku tech"),
    "no file": (("nothing.txt",), "nothing.txt: no such file, and not a puzzle"),
    "a short line": ((WIKIPEDIA[:-1],), "argument 1, line 1: 80 cells (row 9 has 8)"),
    "a bad library line": ((":0000:1:123",), "argument 1: a library line is :TECHNIQUE:DIGITS:"),
    "bad deletions": (
        (f":0000:1:{WIKIPEDIA}:12:::",),
        "argument 1: field 5 of the library line: '12' is not digit, row, column (1-9 each)",
    ),
    "a folder for a page": ((WIKIPEDIA, "--html", "."), ".: it is a folder, not a file to write"),
    "a file for a folder": (
        (WIKIPEDIA, "--pictures", "file"),
        "file: cannot make the folder: file exists",
    ),
    "onto the input": (
        ("file", "--html", "file"),
        "file: it is one of the inputs; write to another file",
    ),
    "an original that is none": ((WIKIPEDIA, "--givens", "x"), "x: no such file, and not a puzzle"),
}


@pytest.mark.parametrize(("arguments", "said"), BAD.values(), ids=BAD.keys())
def test_bad_input_ends_with_a_message_and_2(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text(WIKIPEDIA)
    done = invoke("explain", *arguments, folder=tmp_path)
    assert done.code == 2
    assert said in done.err
    assert (tmp_path / "file").read_text() == WIKIPEDIA


def test_a_bad_line_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{WIKIPEDIA} first\n{WIKIPEDIA[:-1]}\n{WIKIPEDIA}\n")
    done = invoke("explain", "a.txt", "--brief", "--until", "full-house", folder=tmp_path)
    assert done.code == 2
    assert "cpsudoku: a.txt, line 2: 80 cells (row 9 has 8)" in done.err
    names = [line for line in done.lines if line.startswith("a.txt")]
    assert names == ["a.txt, line 1: first", "a.txt, line 3"]


def test_colours_tell_the_roles_on_a_terminal_and_no_color_loses_nothing() -> None:
    arguments = ("explain", position_line(X_WING), "--techniques", "hard", "--until", "x-wing")
    _, screen = on_a_terminal(*arguments, **UTF_8)
    told = explain(X_WING, techniques="hard", until="x-wing").steps[-1]
    digit = told.step.digits[0]
    assert screen.count(f"\x1b[1;32m{digit}\x1b[0m") >= 4  # the pattern, green
    assert f"\x1b[1;9;31m{digit}\x1b[0m" in screen  # struck, red
    _, plain = on_a_terminal(*arguments, NO_COLOR="1", **UTF_8)
    assert "\x1b[1;32m" not in plain
    assert COLOUR.sub("", screen) == COLOUR.sub("", plain)


def test_ctrl_c_keeps_what_was_told(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{WIKIPEDIA}\n" * 2000)
    child = subprocess.Popen(
        [*COMMAND, "explain", "many.txt", "--brief"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "many.txt, line 1\n"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=PATIENCE)
    assert (child.returncode, errors) == (130, "cpsudoku: interrupted\n")


# The table as people name it


def test_names_are_taken_as_people_write_them() -> None:
    assert {technique_name(text) for text in ("X-Wing", "x wing", "xwing", "X_WING")} == {"x-wing"}
    assert all(technique_name(name) == name for name in TABLE)
    assert select("xwing, Naked-Single", "hodoku") == ("naked-single", "x-wing")


def test_a_level_takes_those_below_it() -> None:
    sizes = [len(select(level)) for level in LEVELS]
    assert sizes == sorted(set(sizes))
    assert set(select("extreme")) == {*ORDERS["human"], *RULE_TABLE}


def test_the_summary_names_the_hardest_and_counts(several: Explanation) -> None:
    said = steps_summary(several.steps)
    assert said.startswith("Hardest: ")
    uses = said.partition("Used: ")[2].rstrip(".").split(", ")
    assert sum(int(use.rpartition(" ")[2].strip("()")) for use in uses) == len(several.steps)


def test_a_board_without_boxes_is_explained_by_every_technique() -> None:
    board = Board.without_boxes(5)
    explanation = cpsudoku.explain(Puzzle(Grid.from_line("4..351....21543354...43..", board)))
    assert explanation.steps
