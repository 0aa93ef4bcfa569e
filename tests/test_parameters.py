"""What callers pass for limits, counts and names: checked in one place, on every road."""

from __future__ import annotations

import io
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES
from cpsudoku.generating import GenerationRun, Wish
from cpsudoku.road.settings import Settings
from cpsudoku.runtime import errors
from cpsudoku.runtime.errors import BadParameter, CpsudokuError, EngineError, InputError, Source
from cpsudoku.runtime.parameters import LARGEST, LONGEST
from cpsudoku.solving import settle, settle_all
from cpsudoku.teaching.rating.many import rate_many
from tests.command import invoke
from tests.puzzles import SEVERAL, SOLVED, WIKIPEDIA, grid_of

PUZZLE = Puzzle(grid_of(SOLVED))
NO_SECONDS = "a finite number of seconds, 0 or more"

# Where a limit in seconds comes in.
LIMITED: dict[str, Callable[[Any], object]] = {
    "solve": lambda limit: cpsudoku.solve(SOLVED, limit=limit),
    "check": lambda limit: cpsudoku.check(SOLVED, limit=limit),
    "explain": lambda limit: cpsudoku.explain(SOLVED, limit=limit),
    "Limit": Limit,
    "diagnose": lambda limit: cpsudoku.diagnose(SOLVED, limit=limit),
    "bulk": lambda limit: Settings(seconds=limit),
    "generate": lambda limit: GenerationRun(Wish(Board.of_size(9)), 1, limit=limit),
}
TIMES = [math.nan, -1, -0.1, math.inf, -math.inf, "5", True, [1], 1j, 10**400, Decimal("NaN")]


@pytest.mark.parametrize("ask", LIMITED.values(), ids=LIMITED.keys())
@pytest.mark.parametrize("limit", TIMES, ids=[repr(limit)[:12] for limit in TIMES])
def test_a_limit_is_a_finite_number_of_seconds(ask: Callable[[Any], object], limit: Any) -> None:
    with pytest.raises(BadParameter) as caught:
        ask(limit)
    error = caught.value
    assert (error.parameter, error.allowed) == ("limit", NO_SECONDS)
    assert error.value is limit
    assert str(error).startswith("limit: ")
    assert str(error).endswith(f" is not {NO_SECONDS}")


@pytest.mark.parametrize("limit", [5, 5.0, np.float32(5), np.int8(5), Fraction(5), Decimal(5)])
def test_any_number_is_a_limit(limit: Any) -> None:
    assert Limit(limit) == Limit(5.0)
    assert isinstance(Limit(limit).seconds, float)
    assert Limit(nodes=np.int16(7)).nodes == 7  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list(ENGINES))
def test_every_engine_takes_the_largest_limits(name: str) -> None:
    limit = Limit(seconds=1e300, nodes=10**40)
    assert (limit.seconds, limit.nodes) == (LONGEST, LARGEST)
    assert settle(PUZZLE, name, want=10**40, limit=limit).solution == PUZZLE.givens


# Where a count comes in, with the least it can be.
COUNTED: dict[str, tuple[Callable[[Any], object], str, int]] = {
    "check": (lambda count: cpsudoku.check(SOLVED, count=count), "count", 1),
    "settle": (lambda count: settle(PUZZLE, want=count), "count", 1),
    "settle_all": (lambda count: settle_all([PUZZLE], "lanes", want=count), "count", 1),
    "diagnose": (lambda count: cpsudoku.diagnose(SOLVED, count=count), "count", 2),
    "nodes": (lambda count: Limit(nodes=count), "nodes", 0),
}


@pytest.mark.parametrize(("ask", "name", "least"), COUNTED.values(), ids=COUNTED.keys())
@pytest.mark.parametrize("count", ["least", -5, 2.0, 2.5, math.nan, "2", True, b"2", [2]])
def test_a_count_is_a_whole_number(
    ask: Callable[[Any], object], name: str, least: int, count: Any
) -> None:
    asked = least - 1 if count == "least" else count
    with pytest.raises(BadParameter) as caught:
        ask(asked)
    assert str(caught.value) == f"{name}: {asked!r} is not a whole number, {least} or more"


def test_a_count_of_numpy_is_a_count() -> None:
    assert len(cpsudoku.check(SEVERAL, count=np.int64(3)).solutions) == 3  # type: ignore[arg-type]


# A name or a text that is something else: the call, and what is said of it.
NAMES: dict[str, tuple[Callable[[], object], str]] = {
    "engine": (
        lambda: cpsudoku.solve(SOLVED, engine=5),  # type: ignore[arg-type]
        "unknown engine 5; choose one of cpsat, backtrack, lanes, logic",
    ),
    "engine of check": (
        lambda: cpsudoku.check(SOLVED, engine=[]),  # type: ignore[arg-type]
        "unknown engine []; choose one of cpsat, backtrack, lanes, logic",
    ),
    "techniques": (
        lambda: cpsudoku.solve(SOLVED, techniques=5),  # type: ignore[arg-type]
        "techniques: 5 is not a text: a level, or names with commas",
    ),
    "order": (
        lambda: cpsudoku.explain(SOLVED, order="x"),
        "unknown order 'x'; choose one of human",
    ),
    "order of techniques": (
        lambda: cpsudoku.explain(SOLVED, techniques="easy", order={}),  # type: ignore[arg-type]
        "unknown order {}; choose one of human, se121, hodoku",
    ),
    "until": (
        lambda: cpsudoku.explain(WIKIPEDIA, until=b"x-wing"),  # type: ignore[arg-type]
        "technique: b'x-wing' is not the name of a technique",
    ),
    "format": (
        lambda: list(cpsudoku.read(SOLVED, format=5)),  # type: ignore[arg-type]
        "unknown format 5; choose one of xlsx, parquet, ",
    ),
    "format to write": (
        lambda: cpsudoku.write(SOLVED, io.BytesIO(), format=[]),  # type: ignore[arg-type]
        "unknown format []; choose one of xlsx, parquet, ",
    ),
    "box": (
        lambda: list(cpsudoku.read(SOLVED, box=(3, 3))),  # type: ignore[arg-type]
        "box (3, 3) is not of the form ROWSxCOLUMNS",
    ),
    "column": (
        lambda: list(cpsudoku.read("a.csv", column=3)),  # type: ignore[arg-type]
        "column: 3 is not a text",
    ),
    "cross_check": (
        lambda: Settings(cross_check=math.nan),
        "cross_check: nan is not a number from 0 to 1",
    ),
}


@pytest.mark.parametrize(("ask", "said"), NAMES.values(), ids=NAMES.keys())
def test_what_is_no_name_is_named(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(CpsudokuError) as caught:
        ask()
    assert said in str(caught.value)


def test_limits_reach_every_rating() -> None:
    with pytest.raises(BadParameter, match="limit: -1 is not"):
        rate_many([PUZZLE], limit=-1)


# The command line says the same, with the dashes of its options.
OPTIONS = {
    "solve": ("solve", SOLVED, "--limit", "nan"),
    "solve to a file": ("solve", SOLVED, "-o", "a.csv", "--limit", "nan"),
    "check": ("check", SOLVED, "--limit", "nan"),
    "check in bulk": ("check", "a.txt", "-o", "a.csv", "--limit", "nan"),
    "check --why": ("check", SOLVED, "--why", "--limit", "nan"),
    "explain": ("explain", SOLVED, "--limit", "nan"),
    "hint": ("hint", SOLVED, "--limit", "nan"),
    "rate": ("rate", SOLVED, "--limit", "nan"),
    "diagnose": ("diagnose", SOLVED, "--limit", "nan"),
    "generate": ("generate", "--limit", "nan"),
    "watch": ("watch", ".", "--once", "--limit", "nan"),
    "watch-search": ("watch-search", SOLVED, "--limit", "nan"),
}


@pytest.mark.parametrize("arguments", OPTIONS.values(), ids=OPTIONS.keys())
def test_a_command_refuses_a_limit_that_is_no_number(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(f"{SOLVED}\n{WIKIPEDIA}\n")
    done = invoke(*arguments, folder=tmp_path)
    assert done.code == 2
    assert "Invalid value for '--limit': 'nan' is not a number of seconds, 0 or more" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explain", SOLVED, "--limit", "inf"), f"--limit: inf is not {NO_SECONDS}"),
    ],
)
def test_a_command_says_the_option_with_its_dashes(arguments: tuple[str, ...], said: str) -> None:
    done = invoke(*arguments)
    assert (done.code, done.err) == (2, f"cpsudoku: {said}\n")


# Errors

ERRORS = [
    InputError("a problem", Source("a.txt", row=3)),
    BadParameter("limit", -1, NO_SECONDS),
    EngineError("a problem", SOLVED),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_from_a_worker(error: CpsudokuError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


HUGE = {
    "an int": 10**5000,
    "a text": "5" * 5000,
    "nested": [[[[[1]]]]],
    "a list": list(range(10**6)),
    "an object": object(),
}


@pytest.mark.parametrize("value", HUGE.values(), ids=HUGE.keys())
def test_a_value_is_quoted_briefly(value: object) -> None:
    assert len(errors.quoted(value)) < 60
