"""Limits: the whole of an explanation, a hint or a rating ends at its limit, and says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from cpsudoku import explain, hint
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES, LOGIC_ENGINE
from cpsudoku.play.game import Game
from cpsudoku.play.saves import Saves
from cpsudoku.play.session import Help, Session
from cpsudoku.runtime.compiled import compiling
from cpsudoku.runtime.deadline import NO_DEADLINE, Deadline, DeadlineReached, look
from cpsudoku.runtime.errors import BadParameter
from cpsudoku.solving import settle
from cpsudoku.teaching.explanation import collect, steps_from
from cpsudoku.teaching.hints import hint_from
from cpsudoku.teaching.positions import candidates_of
from cpsudoku.teaching.rating.rate import rate, rated
from cpsudoku.teaching.start import start_of, suspects
from cpsudoku.techniques.compiled import forms
from cpsudoku.techniques.compiled.codes import TURNS
from cpsudoku.techniques.compiled.records import ChainRoom
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.table import NAME_OF_CODE
from cpsudoku.techniques.walk import step_of
from cpsudoku.web.actions import learning
from tests.command import invoke
from tests.puzzles import INKALA, SEVERAL, WIKIPEDIA, grid_of
from tests.test_explain import filled

SMALL = "1..4..1.2......3"
SECONDS = 5.0
DYNAMIC = examples()["dynamic-forcing-chain"].position.candidates
DYNAMIC_TURN = next(turn for turn in TURNS if NAME_OF_CODE[turn[0]] == "dynamic-forcing-chain")
FORMS = (forms.COMPILED, forms.PLAIN)


class Clock:
    """A clock that stands still until it was read so often; then all limits are over."""

    def __init__(self, readings: int) -> None:
        self.left = readings

    def __call__(self) -> float:
        self.left -= 1
        return 0.0 if self.left >= 0 else 1e9


def deadline_after(readings: int) -> Deadline:
    """A deadline of five seconds, which have passed after so many readings of the clock."""
    return Deadline(SECONDS, clock=Clock(readings + 1))


# The value


def test_a_deadline_is_over_after_its_seconds() -> None:
    now = [100.0]
    deadline = Deadline(5.0, spent=2.0, clock=lambda: now[0])
    assert (deadline.left, deadline.is_over) == (3.0, False)
    now[0] = 102.5
    assert deadline.left == 0.5
    deadline.look()
    now[0] = 103.0
    assert (deadline.left, deadline.is_over) == (0.0, True)
    with pytest.raises(DeadlineReached, match=r"^the limit of 5 s ran out$"):
        deadline.look()


def test_work_without_a_deadline_never_ends() -> None:
    assert (NO_DEADLINE.left, NO_DEADLINE.is_over) == (None, False)
    look()


def test_looks_are_at_the_deadline_that_is_applied() -> None:
    over = deadline_after(0)
    with over.applied():
        with NO_DEADLINE.applied():
            look()
        with pytest.raises(DeadlineReached):
            look()
    look()


def test_a_deadline_holds_while_values_are_made_and_not_between_them() -> None:
    def made() -> Iterator[int]:
        for number in range(9):
            look()
            yield number

    found = []
    with pytest.raises(DeadlineReached):  # noqa: PT012
        for number in deadline_after(3).over(made()):
            found.append(number)
            look()
    assert found == [0, 1, 2]


# Explanations and hints


def test_an_explanation_keeps_the_steps_before_its_limit() -> None:
    start = start_of(candidates_of(WIKIPEDIA))
    whole = collect(start, steps_from(start))
    found = collect(start, steps_from(start, deadline_after(40)))
    assert found.outcome == "unfinished"
    assert 1 < len(found.steps) < len(whole.steps)
    assert found.steps == whole.steps[: len(found.steps)]
    assert (found.is_unfinished, found.is_stuck, found.is_solved) == (True, False, False)
    assert found.to_data()["note"] == "the limit of 5 s ran out"
    assert str(found).splitlines()[-1] == f"unfinished after {len(found.steps)} steps"


def test_a_limit_that_suffices_changes_nothing() -> None:
    found = explain(WIKIPEDIA, limit=1e9)
    assert found.steps == explain(WIKIPEDIA).steps
    assert (found.outcome, found.note) == ("solved", "")


def test_a_hint_without_a_step_in_time_is_not_stuck() -> None:
    start = start_of(candidates_of(INKALA))
    found = hint_from(start, deadline_after(4))
    assert (found.step, found.levels, found.is_stuck) == (None, (), False)
    assert found.to_data()["note"] == "the limit of 5 s ran out"


def test_no_limit_at_all_leaves_no_time() -> None:
    found = explain(INKALA, limit=0)
    assert (found.outcome, found.start.word, found.steps) == ("unfinished", "unknown", ())
    assert hint(INKALA, limit=0).note == "the limit of 0 s ran out"
    with pytest.raises(BadParameter):
        explain(INKALA, limit=-1)


def test_the_searches_for_a_likely_mistake_share_one_limit() -> None:
    wrong = candidates_of(filled(r1c4=2))
    assert len(suspects(wrong)) == 2
    assert suspects(wrong, deadline_after(20)) == ()
    start = start_of(wrong, deadline=deadline_after(20))
    assert start.problem == "no solution, though no two of its 31 givens clash"


def test_the_note_of_a_verdict_names_the_whole_limit() -> None:
    start = start_of(candidates_of(INKALA), deadline=deadline_after(0))
    assert start.verdict.note == "the limit of 5 s ran out"


# Ratings


@pytest.mark.parametrize("line", [INKALA, SMALL])
def test_a_rating_after_its_limit_is_unknown(line: str) -> None:
    verdict = settle(Puzzle.parse(line))
    assert verdict.is_unique
    found = rated(verdict, deadline=deadline_after(1))
    assert (found.status, found.level, found.er, found.counts) == ("unknown", None, None, ())
    assert found.problem.endswith(": the limit of 5 s ran out")
    assert rated(verdict, deadline=deadline_after(10**9)) == rate(verdict)


def test_a_rating_without_a_verdict_in_time_is_unknown() -> None:
    found = rate(INKALA, limit=0)
    assert (found.status, found.level) == ("unknown", None)
    assert found.problem.endswith("the limit of 0 s ran out")


def test_ratings_of_many_are_limited_one_by_one() -> None:
    done = invoke("rate", INKALA, SEVERAL, "--limit", "0")
    assert done.code == 3
    assert [line.split()[-1] for line in done.lines] == ["unknown", "unknown"]
    assert "argument 1, line 1: the limit of 0 s ran out" in done.err


# The command line, the page and the game


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of ``explain`` are over after some looks."""
    monkeypatch.setattr("cpsudoku.cli.explain.Deadline", lambda _: deadline_after(40))


@pytest.mark.usefixtures("short")
def test_explain_shows_the_steps_so_far_and_says_that_the_limit_ended_them() -> None:
    done = invoke("explain", WIKIPEDIA, "--brief")
    assert done.code == 3
    steps = [line for line in done.lines if " = " in line]
    assert steps
    assert f"The limit of 5 s ran out after {len(steps)} steps, with " in done.out
    assert "Use --limit to allow more time, or --then-solve" in done.out


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--step", "50"], 3, "The limit of 5 s ran out after "),
        (["--step", "2"], 0, "2. "),
        (["--until", "x-wing"], 3, "No step so far uses X-Wing."),
        (["--then-solve"], 0, "CP-SAT: unique"),
    ],
)
def test_what_was_asked_for_decides_the_exit_code(
    arguments: list[str], code: int, said: str
) -> None:
    done = invoke("explain", WIKIPEDIA, *arguments)
    assert done.code == code
    assert said in done.out


@pytest.mark.usefixtures("short")
def test_the_json_of_an_unfinished_explanation_names_the_limit() -> None:
    data = json.loads(invoke("explain", WIKIPEDIA, "--json").out)
    assert (data["outcome"], data["note"]) == ("unfinished", "the limit of 5 s ran out")
    assert data["steps"]
    data = json.loads(invoke("explain", WIKIPEDIA, "--json", "--step", "50").out)
    assert (data["outcome"], data["steps"]) == ("unfinished", [])


def test_hint_says_that_the_limit_ended_the_search() -> None:
    done = invoke("hint", INKALA, "--limit", "0")
    assert done.code == 3
    assert done.lines[-1] == "No step is found yet: the limit of 0 s ran out."


def test_the_page_says_that_no_step_was_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "SECONDS", 0.0)
    asked = {"puzzle": {"puzzle": WIKIPEDIA}}
    assert learning.hint(asked)["problem"] == "No step was found in time."
    assert learning.branches(asked) == {"branches": []}
    assert learning.explain(asked)["outcome"] == "unfinished"
    assert learning.rate({"puzzle": {"puzzle": INKALA}})["words"] == "unknown"


def test_the_game_helps_by_search_if_no_step_is_found_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.play.session.HELP_PATIENCE", 0.0)
    session = Session.begin(Game(Puzzle.parse(INKALA)), Saves(tmp_path))
    found = session.find_help()
    assert isinstance(found, Help)
    assert found.levels[0].startswith("No step was found in time. By search, r")


def test_the_engine_logic_looks_at_its_limit_inside_a_technique(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cpsudoku.engines.logic.Deadline", lambda *_, **__: deadline_after(100))
    found = ENGINES[LOGIC_ENGINE].search(Puzzle(grid_of(INKALA)), 2, Limit(SECONDS))
    assert (found.solutions, found.note) == ((), "the limit of 5 s ran out")


# Inside the searches


@pytest.mark.parametrize(
    "name", ["als-xz", "als-xy-wing", "death-blossom", "sue-de-coq", "mutant-whale"]
)
def test_a_technique_that_takes_long_on_large_boards_looks_at_the_deadline(name: str) -> None:
    known = examples()[name].position.candidates
    position = Candidates(known.puzzle, known.cells, known.marks)  # without kept results
    with deadline_after(1).applied(), pytest.raises(DeadlineReached):  # the first look is before it
        step_of(name, position)


@pytest.mark.parametrize("form", FORMS, ids=["compiled", "plain"])
def test_a_search_for_chains_looks_at_the_deadline(form: forms.Form) -> None:
    with form.large_room(DYNAMIC.board) as room:
        form.load(room, DYNAMIC)
        with deadline_after(0).applied(), pytest.raises(DeadlineReached):
            form.chain_step(room, *DYNAMIC_TURN)
        with deadline_after(10**9).applied():
            assert form.chain_step(room, *DYNAMIC_TURN)


def test_a_plain_search_looks_at_the_deadline_on_its_way() -> None:
    for looks in (2, 20, 200):
        with forms.PLAIN.large_room(DYNAMIC.board) as room:
            forms.PLAIN.load(room, DYNAMIC)
            with deadline_after(looks).applied(), pytest.raises(DeadlineReached):
                forms.PLAIN.chain_step(room, *DYNAMIC_TURN)


@pytest.mark.parametrize("form", FORMS, ids=["compiled", "plain"])
def test_another_thread_can_stop_a_search_for_chains(form: forms.Form) -> None:
    with form.large_room(DYNAMIC.board) as room:
        for stop in (1, 0):
            form.load(room, DYNAMIC)
            room.runs.stop = stop
            assert form.chain_step(room, *DYNAMIC_TURN) is not bool(stop)


def wait_for_the_stop(room: ChainRoom) -> None:
    """Work that ends when it is stopped."""
    with forms.stopped_in_time(room):
        while not room.runs.stop:
            sleep(0.001)


def test_a_search_that_was_stopped_at_the_deadline_has_no_result() -> None:
    with forms.COMPILED.large_room(DYNAMIC.board) as room:
        with deadline_after(0).applied(), pytest.raises(DeadlineReached):
            wait_for_the_stop(room)
        assert not room.runs.stop
        with deadline_after(10**9).applied(), forms.stopped_in_time(room):
            pass


def test_nobody_waits_for_a_compiler_beyond_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling.Wait, "_is_waiting", lambda _: True)
    with deadline_after(3).applied(), pytest.raises(DeadlineReached):
        compiling.Wait(["chains"], lambda _: None).until_done()
