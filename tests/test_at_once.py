"""Easy puzzles are decided before an engine is loaded that takes long to import."""

from __future__ import annotations

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, PROPAGATE_ENGINE, REFERENCE_ENGINE
from cpsudoku.solving import at_once
from cpsudoku.solving.at_once import AtOnce
from cpsudoku.solving.fastest import Fastest
from cpsudoku.solving.settling import settle
from tests.puzzles import IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA

NONE = "55" + "." * 79


@pytest.fixture(autouse=True)
def _nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINES, "is_loaded", lambda name: False)


def test_an_easy_puzzle_is_decided_without_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.solving.fastest.ENGINES", {})
    verdict = settle(Puzzle.parse(WIKIPEDIA), Fastest(for_many=False))
    assert (verdict.word, verdict.engine) == ("unique", REFERENCE_ENGINE)
    assert [each.line for each in verdict.solutions] == [SOLVED]
    assert settle(Puzzle.parse(NONE), Fastest(for_many=False)).word == "conflict"


RANK = "full-rank 11: column 3 reversed"
KILLER = f"{WIKIPEDIA}\nkiller 5: r1c3 r1c4"


@pytest.mark.parametrize(
    ("text", "engine", "count"),
    [
        (WIKIPEDIA, REFERENCE_ENGINE, 1),
        (INKALA, PROPAGATE_ENGINE, 1),
        (IMPOSSIBLE, PROPAGATE_ENGINE, 0),
        (KILLER, PROPAGATE_ENGINE, 0),
        (KILLER.replace("5:", "10:"), PROPAGATE_ENGINE, 1),
    ],
    ids=["easy", "hard", "a long proof", "a wrong cage", "a cage"],
)
def test_it_proves_one_solution_or_none(text: str, engine: str, count: int) -> None:
    found = AtOnce().found(Puzzle.parse(text), 2, NO_LIMIT)
    assert found is not None
    assert (found.engine, len(found.solutions), found.exhausted) == (engine, count, True)


def test_without_proof_the_only_solution_counts_as_the_first_one() -> None:
    found = AtOnce().found(Puzzle.parse(WIKIPEDIA), 1, NO_LIMIT)
    assert found is not None
    assert ([each.line for each in found.solutions], found.exhausted) == ([SOLVED], False)


@pytest.mark.parametrize(
    "text",
    [SEVERAL, "." * 625, f"{'.' * 81}\nyin-yang", f"{'.' * 81}\n{RANK}"],
    ids=["several", "25x25", "a layer", "a rule that propagators do not accept"],
)
def test_other_puzzles_are_for_other_engines(text: str) -> None:
    assert AtOnce().found(Puzzle.parse(text), 2, NO_LIMIT) is None


def test_a_hard_puzzle_is_for_other_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "NODES", 20)
    assert AtOnce().found(Puzzle.parse(INKALA), 2, NO_LIMIT) is None


def test_it_ends_after_some_work_and_where_cp_sat_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    easy, searches = Puzzle.parse(WIKIPEDIA), AtOnce(cost=at_once.TRIALS_COST + 1)
    found = [searches.found(easy, 2, NO_LIMIT) for _ in range(3)]
    assert [each is not None for each in found] == [True, True, False]
    monkeypatch.setattr(ENGINES, "is_loaded", lambda name: name == DEFAULT_ENGINE)
    assert AtOnce().found(easy, 2, NO_LIMIT) is None


def test_a_limit_is_kept() -> None:
    assert AtOnce().found(Puzzle.parse(INKALA), 2, Limit(0.0)) is None
    assert Limit(3.0, 7).after(0.5).after(0.5).left == 2.0
    assert Limit(3.0, 7).after(1.0) == Limit(3.0, 7)  # as it was given
    assert Limit(3.0).after(4.0).left == 0.0
    assert Limit(nodes=7).after(4.0).left is None


@pytest.mark.parametrize(("text", "count"), [(WIKIPEDIA, 1), (NONE, 0), (SEVERAL, 2)])
def test_who_only_counts_solutions_needs_no_other_engine(text: str, count: int) -> None:
    found = AtOnce().settled(Puzzle.parse(text), NO_LIMIT)
    assert found is not None
    assert len(found.solutions) == count
