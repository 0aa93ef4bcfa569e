"""Practice: exercises, answers to attempts, and the programs that ask for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, digits_of
from cpsudoku.play.progress import DAY, PracticeRecord, Progress
from cpsudoku.play.typed_drill import TypedDrill
from cpsudoku.runtime.errors import InputError, UnknownName
from cpsudoku.solving import as_puzzle
from cpsudoku.teaching.answers import parse_answer
from cpsudoku.teaching.exercise import Exercise, exercise_of
from cpsudoku.teaching.shuffled import shuffled
from cpsudoku.techniques import ORDERS, TABLE
from cpsudoku.techniques.course import before, course
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.walk import next_step, step_of
from tests.command import invoke, run
from tests.exercises import wings
from tests.puzzles import WIKIPEDIA

EASY = "..13............69....943..1.76......8.....41..3.8..5.4...7...6.7...2..463...1..."
COMMON = ["hidden-single", "pointing", "naked-pair", "x-wing", "unique-rectangle-1"]


def series(technique: str, count: int, **words: object) -> list[Exercise]:
    return list(islice(cpsudoku.practise(technique, **words), count))  # type: ignore[arg-type]


ARTICLES = {
    "sk-loop": "an SK Loop",
    "xy-wing": "an XY-Wing",
    "medusa": "a 3D Medusa",
    "w-wing": "a W-Wing",
    "unique-rectangle-1": "a Unique Rectangle Type 1",
    "extended-rectangle": "an Extended Unique Rectangle",
}


@pytest.mark.parametrize("technique", ARTICLES)
def test_a_question_has_the_article_that_is_spoken(technique: str) -> None:
    candidates = examples()[technique].position.candidates
    exercise = exercise_of(candidates, technique)
    assert exercise is not None
    assert exercise.task.startswith(f"Find {ARTICLES[technique]}. ")


@pytest.mark.parametrize("technique", COMMON)
def test_the_technique_is_the_next_step_of_an_exercise(technique: str) -> None:
    for exercise in series(technique, 2, seed=5):
        step = next_step(exercise.candidates, ORDERS["human"], exercise.solution)
        assert step is not None
        assert step.technique == technique
        assert step in exercise.steps


def test_a_seed_gives_the_same_exercises() -> None:
    one, other, third = (series("naked-pair", 3, seed=seed) for seed in (5, 5, 6))
    assert one == other
    assert [each.number for each in one] == [1, 2, 3]
    assert {each.candidates for each in one}.isdisjoint(each.candidates for each in third)


def test_exercises_of_a_level_come_from_puzzles_of_that_level() -> None:
    for exercise in series("hidden-single", 2, seed=1, level="hard"):
        explained = cpsudoku.explain(exercise.puzzle)
        levels = {TABLE[step.step.technique].level for step in explained.steps}
        assert levels & {"hard"}
        assert not levels & {"unfair", "extreme"}
    with pytest.raises(InputError, match="x-wing' is hard, so no puzzle"):
        cpsudoku.practise("x-wing", level="easy")
    with pytest.raises(UnknownName, match="unknown level 'x'"):
        cpsudoku.practise("x-wing", level="x")


def test_exercises_come_from_the_puzzles_of_a_caller() -> None:
    found = series("hidden-single", 9, puzzles=[WIKIPEDIA, "." * 81, EASY])
    assert [each.puzzle.givens.line for each in found] == [WIKIPEDIA, EASY]
    with pytest.raises(InputError):
        series("hidden-single", 9, puzzles=["1"])


def test_a_rare_technique_has_exercises_too() -> None:
    one, other = series("avoidable-rectangle-2", 2, seed=1)
    assert one.candidates != other.candidates


@pytest.mark.parametrize("name", [name for name in TABLE if TABLE[name].level != "extreme"])
def test_a_shuffled_position_has_the_same_step(name: str) -> None:
    from random import Random

    example = examples()[name].position.candidates
    moved = shuffled(example, Random(1))
    marks = sorted(mark.bit_count() for mark in example.marks)
    assert sorted(mark.bit_count() for mark in moved.marks) == marks
    assert step_of(name, moved) is not None


def test_an_attempt_is_judged_with_a_reason() -> None:
    wing = wings()[0]
    right = wing.check(eliminations=wing.steps[0].eliminations)
    assert (right.outcome, right.text) == ("right", f"Right. {wing.answer.text}")
    assert right.to_data()["step"]["technique"] == "x-wing"
    other = next(
        (cell, digit)
        for cell, marks in enumerate(wing.candidates.marks)
        for digit in digits_of(marks)
        if digit != wing.solution[cell]
        and all((cell, digit) not in step.eliminations for step in wing.steps)
    )
    assert wing.check(eliminations=[other]).outcome == "other"
    for cell, marks in enumerate(wing.candidates.marks):
        for digit in digits_of(marks):
            is_right = wing.solution[cell] == digit
            found = wing.check(eliminations=[(cell, digit)])
            assert (found.outcome == "wrong") is is_right
            if is_right:
                name = wing.candidates.board.cell_name(cell)
                assert f"in the only solution, {name} is {digit}" in found.text
            placed = wing.check(placements=[(cell, digit)])
            assert placed.outcome == ("other" if is_right else "wrong")


def test_a_part_of_a_step_is_called_a_part() -> None:
    for exercise in series("pointing", 9, seed=2):
        step = max(exercise.steps, key=lambda step: len(step.eliminations))
        if len(step.eliminations) > 1:
            found = exercise.check(eliminations=step.eliminations[:1])
            assert found.outcome in ("partly", "right")
            if found.outcome == "partly":
                assert "more candidate" in found.text
                return
    pytest.fail("no step with two eliminations")


WRONG: dict[str, tuple[tuple[Candidate, ...], tuple[Candidate, ...], str]] = {
    "nothing": ((), (), "the answer is empty"),
    "a filled cell": ((), ((0, 5),), "r1c1 is already 5"),
    "no candidate": ((), ((2, 3),), "3 in r1c3 is not a candidate"),
    "another board": ((), ((81, 1),), "cell 81, digit 1 is not on the board"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_attempt_that_changes_nothing_is_refused(name: str) -> None:
    placed, removed, said = WRONG[name]
    exercise = exercise_of(WIKIPEDIA, "hidden-single")
    assert exercise is not None
    with pytest.raises(InputError, match=said):
        exercise.check(placed, removed)


def test_a_wrong_digit_is_explained_by_a_peer_or_by_what_follows() -> None:
    exercise = exercise_of(WIKIPEDIA, "hidden-single")
    assert exercise is not None
    assert exercise.check([(2, 8)]).text == "r1c3 can't be 8: it sees the 8 in r3c3."
    texts = [
        exercise.check([(cell, digit)]).text
        for cell, marks in enumerate(exercise.candidates.marks)
        for digit in digits_of(marks)
        if digit != exercise.solution[cell]
    ]
    reasons = [text for text in texts if "If it were, " in text]
    assert len(reasons) > len(texts) / 3
    assert exercise_of(WIKIPEDIA, "full-house") is None


READ: dict[str, tuple[list[str], list[str]]] = {
    "r1c2=5": (["r1c2 5"], []),
    "R1C2 is 5": (["r1c2 5"], []),
    "r1c2-45": ([], ["r1c2 4", "r1c2 5"]),
    "r1c2 - 4, 5": ([], ["r1c2 4", "r1c2 5"]),
    "r12c3<>4": ([], ["r1c3 4", "r2c3 4"]),
    "4 from r12c3": ([], ["r1c3 4", "r2c3 4"]),
    "remove 4 from r1c2 and r3c4": ([], ["r1c2 4", "r3c4 4"]),
    "remove 2 and 9 from r6c24 and 7 from r6c4": (
        [],
        ["r6c2 2", "r6c2 9", "r6c4 2", "r6c4 9", "r6c4 7"],
    ),
    "r1c2 - 4, r1c3 - 5": ([], ["r1c2 4", "r1c3 5"]),
}


@pytest.mark.parametrize("text", READ)
def test_an_answer_is_read(text: str) -> None:
    board = as_puzzle(WIKIPEDIA).board
    found = parse_answer(text, board)
    named = [[f"{board.cell_name(cell)} {digit}" for cell, digit in part] for part in found]
    assert [sorted(each) for each in named] == [sorted(each) for each in READ[text]]


@pytest.mark.parametrize("text", ["r1c2", "5", "r1c2=", "what", "r1c2=12", "r0c1=2", "r1c2=0"])
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_answer(text, as_puzzle(WIKIPEDIA).board)


def test_an_effect_can_be_typed_as_it_is_printed() -> None:
    for example in examples().values():
        step, position = example.step(), example.position.candidates
        from cpsudoku.techniques.step_words import effect_text

        text = effect_text(step, position.board)
        placed, removed = parse_answer(text, position.board)
        assert (set(placed), set(removed)) == (set(step.placements), set(step.eliminations)), text


def test_cells_of_boards_with_ten_rows_are_read_one_by_one() -> None:
    board = Board.of_grids([(0, 0), (6, 6)], (3, 3))
    wanted = tuple((board.cell_named(name), 5) for name in ("r10c7", "r12c7"))
    assert parse_answer("remove 5 from r10c7 and r12c7", board) == ((), wanted)


def drill(folder: Path, *lines: str) -> tuple[list[str], Progress]:
    said: list[str] = []
    progress = Progress(folder / "practice.json")
    typed = (right_answer() if line == RIGHT else line for line in lines)
    TypedDrill(iter(wings()), progress, lambda *_: None, said.append).run(typed)
    return said, progress


def right_answer() -> str:
    """What solves the first exercise."""
    from cpsudoku.techniques.step_words import effect_text

    wing = wings()[0]
    return effect_text(wing.steps[0], wing.candidates.board)


RIGHT = "the right answer"
SESSIONS: dict[str, tuple[list[str], PracticeRecord]] = {
    "solved": ([RIGHT], PracticeRecord(1, 1, 1)),
    "after a hint": (["hint", RIGHT], PracticeRecord(1, 1, 0)),
    "not understood first": (["what", RIGHT], PracticeRecord(1, 1, 1)),
    "shown": (["show"], PracticeRecord(1, 0, 0)),
    "skipped without a try": (["next"], PracticeRecord()),
    "left after a hint": (["hint", "hint", "hint", "quit"], PracticeRecord(1, 0, 0)),
    "both shown": (["show", "show"], PracticeRecord(2, 0, 0)),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_progress_is_counted_and_kept(name: str, tmp_path: Path) -> None:
    lines, record = SESSIONS[name]
    drill(tmp_path, *lines)
    assert Progress(tmp_path / "practice.json").records.get("x-wing", PracticeRecord()) == record


def test_a_practice_says_what_to_do(tmp_path: Path) -> None:
    said, _ = drill(tmp_path, "help", "hint", "hint", "hint", "progress", "r1c1=", RIGHT, "show")
    text = "\n".join(said)
    assert "Exercise 1. Find an X-Wing. Which candidates does it remove?" in said
    assert "There are no more hints. Type show to see the step." in said
    assert "You have not tried an exercise yet." in said
    assert "is not understood" in text
    assert f"Right. {wings()[0].answer.text}" in said
    assert said[-2:] == [
        "There are no more exercises.",
        "X-Wing: 1 of 2 exercises solved, 0 without help.",
    ]


DAMAGED: dict[str, Callable[[Path], object]] = {
    "no json": lambda path: path.write_text("{"),
    "a list": lambda path: path.write_text("[]"),
    "other fields": lambda path: path.write_text('{"x-wing": {"tried": 1}}'),
    "a negative number": lambda path: path.write_text(
        '{"x-wing": {"tried": -1, "solved": 0, "alone": 0, "row": 0, "last": 0}}'
    ),
    "bytes": lambda path: path.write_bytes(b"\xff"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_renamed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    DAMAGED[name](path)
    said, progress = drill(tmp_path, "show", "quit")
    assert said[0] == f"{path} is damaged; it was renamed to practice.json.damaged."
    assert progress.records == {"x-wing": PracticeRecord(1, 0, 0)}
    assert path.with_name("practice.json.damaged").exists()


def test_progress_that_can_not_be_saved_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    progress = Progress.__new__(Progress)
    progress.path, progress.problem, progress.records = tmp_path / "file" / "x", "", {}
    said: list[str] = []
    TypedDrill(iter(wings()), progress, lambda *_: None, said.append).run(iter(["show"]))
    assert any(line.startswith("The progress is not saved: ") for line in said)


def test_the_command_writes_exercises_as_json() -> None:
    done = invoke("practise", "claiming",
                  "--seed", "1", "--count", "2", "--json")  # fmt: skip
    rows = [json.loads(line) for line in done.lines]
    assert [row["number"] for row in rows] == [1, 2]
    assert {row["technique"] for row in rows} == {"claiming"}
    assert all(row["steps"] and row["hints"] for row in rows)
    assert invoke("practise", "nothing").code == 2
    assert (
        "so no puzzle that needs it is easy"
        in invoke("practise", "x-wing", "--difficulty", "easy").err
    )


def test_the_command_asks_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    from tests import command

    monkeypatch.setitem(command.ENVIRONMENT, "XDG_STATE_HOME", str(tmp_path))
    done = run("practise", "x-wing", "--seed", "1", stdin=f"{right_answer()}\nquit\n")
    assert done.code == 0
    assert f"Right. {wings()[0].answer.text}" in done.lines
    assert done.lines[-1] == "X-Wing: 1 of 1 exercise solved, 1 without help."
    assert (tmp_path / "cpsudoku" / "practice.json").exists()


def test_the_course_puts_each_technique_after_what_it_builds_on() -> None:
    order = course()
    assert sorted(order) == sorted(TABLE)
    for name in order:
        assert all(order.index(each) < order.index(name) for each in before(name)), name


def test_what_is_learnt_is_repeated_at_growing_intervals() -> None:
    record, now, pauses = PracticeRecord(), 1_000_000, list[int]()
    for _ in range(9):
        record = record.after(solved=True, alone=True, now=now)
        if record.is_learnt:
            pauses.append((record.due - now) // DAY)
        now = record.due
    assert pauses == [1, 3, 7, 16, 35, 80, 80, 80]
    early = record.after(solved=True, alone=True, now=now - DAY)
    assert early.row == record.row
    assert not record.after(solved=True, alone=False, now=now).is_learnt


def test_the_next_technique_is_due_or_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("cpsudoku.play.progress.time", lambda: now)
    progress = Progress(tmp_path / "practice.json")
    assert progress.next == course()[0] == "full-house"
    for _ in range(2):
        progress.add("full-house", solved=True, alone=True)
    assert progress.next == course()[1]
    assert [when for _, _, when in progress.schedule] == ["Learnt; repeat it in 1 day"]
    now += DAY
    assert Progress(progress.path).next == "full-house"
    assert [when for _, _, when in progress.schedule] == ["Learnt; repeat it now"]
    progress.add("full-house", solved=False, alone=False)
    assert [when for _, _, when in progress.schedule] == ["Not learnt yet"]
    data = progress.to_data()
    assert data["next"] == "full-house"
    assert data["techniques"]["full-house"]["last"] == "1970-01-13T13:46:40+00:00"


def test_the_command_shows_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert invoke("practise", "--progress").lines == [
        "Next: Full House (cpsudoku practise full-house)."
    ]
    data = json.loads(invoke("practise", "--progress", "--json").out)
    assert data == {"next": "full-house", "techniques": {}}
    row = json.loads(invoke("practise", "--seed", "1", "--json").out)
    assert row["technique"] == "full-house"
