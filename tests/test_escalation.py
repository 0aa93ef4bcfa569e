"""CP-SAT searches with one worker first, then with as many as it may use."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from ortools.sat.python.cp_model import CpModel

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT
from cpsudoku.engines import cpsat
from cpsudoku.runtime import threads
from cpsudoku.runtime.processes import in_order
from tests.puzzles import INKALA, INKALA_SOLVED

HARD = Puzzle.parse(INKALA).with_rules("region: r1c1 r2c2")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, float | bool]]:
    """The parameters of each search, none of which ends in time with one worker."""
    found: list[Mapping[str, float | bool]] = []
    run = cpsat._ModelSearch._run

    def spy(
        self: cpsat._ModelSearch, parameters: cpsat.Parameters, collector: object = None
    ) -> bool:
        found.append(parameters)
        return parameters is not cpsat.ALONE and run(self, parameters)

    monkeypatch.setattr(cpsat._ModelSearch, "_run", spy)
    return found


@pytest.mark.parametrize(("jobs", "cores", "workers"), [(None, 3, 3), (2, 8, 2), (None, 99, 8)])
def test_several_workers_follow_one(
    jobs: int | None,
    cores: int,
    workers: int,
    runs: list[Mapping[str, float | bool]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("threads", "processes"):
        monkeypatch.setattr(f"cpsudoku.runtime.{module}.cores", lambda: cores)
    (result,) = cpsudoku.solve_many([HARD], engine="cpsat", jobs=jobs)
    assert result.verdict is not None
    assert result.verdict.solution == cpsudoku.Grid.from_line(INKALA_SOLVED)
    assert [each["num_workers"] for each in runs] == [1, workers, workers]
    assert not runs[-1]["interleave_search"]


def test_one_thread_runs_all_strategies_in_turn(runs: list[Mapping[str, float | bool]]) -> None:
    (result,) = cpsudoku.solve_many([HARD], engine="cpsat", jobs=1)
    assert result.verdict is not None
    assert result.verdict.is_unique
    assert (runs[-1]["num_workers"], runs[-1]["interleave_search"]) == (1, True)


def test_a_worker_process_uses_one_thread() -> None:
    assert {count for _, count in in_order(threads_of, range(4), jobs=2)} == {1}


def threads_of(_: int) -> int:
    """The threads that a search in this process may use."""
    return threads.threads()


def test_a_context_never_allows_more_than_before() -> None:
    with threads.at_most(1), threads.at_most(5):
        assert threads.threads() == 1
    assert threads.threads() == threads.cores()


@pytest.mark.parametrize(("puzzle", "seconds"), [(Puzzle.parse(INKALA), 30.0), (HARD, 5.0)])
def test_one_worker_has_less_time_with_rules(puzzle: Puzzle, seconds: float) -> None:
    model = CpModel()
    x = cpsat.Cells(model, [511] * 81, puzzle.board)
    search = cpsat._ModelSearch(model, x, 2, NO_LIMIT, puzzle)
    assert search._solver(cpsat.ALONE).parameters.max_time_in_seconds == seconds
    assert search._solver(cpsat.portfolio()).parameters.max_time_in_seconds == float("inf")
