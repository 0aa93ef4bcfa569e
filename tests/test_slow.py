"""What is left out on a day runs on another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.slow import DAYS, EACH_DAY, LEAST, function_of, of_other_days, slow_tests, write_table

TESTS = Path(__file__).parent


def test_the_table_lists_tests_that_exist_in_order() -> None:
    listed = list(slow_tests())
    assert listed == sorted(set(listed))
    for name in {test.partition("::")[0] for test in listed}:
        body = ast.parse((TESTS / name).read_text(encoding="utf-8")).body
        functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
        assert {test for test in listed if test.startswith(f"{name}::")} <= {
            f"{name}::{function}" for function in functions
        }
    assert {test.partition("::")[0] for test in listed}.isdisjoint(EACH_DAY)
    assert all((TESTS / name).exists() for name in EACH_DAY)


@pytest.mark.parametrize("seed", [0, 740_315])
def test_every_case_runs_once_in_so_many_days_and_cheap_ones_always(seed: int) -> None:
    slow = [f"tests/{test}[{case}]" for test in slow_tests() for case in range(7)]
    cases = ["tests/test_slow.py::test_cheap", *slow]
    run = [
        case for day in range(DAYS) for case in set(cases) - set(of_other_days(cases, seed + day))
    ]
    assert sorted(run) == sorted([*slow, *["tests/test_slow.py::test_cheap"] * DAYS])


def test_the_table_has_the_seconds_of_all_cases(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.slow.TABLE", tmp_path / "slow.txt")
    write_table(
        {
            "tests/test_x.py::test_b[1]": LEAST,
            "tests/test_x.py::test_b[2::3]": 2 * LEAST,
            "tests/test_x.py::test_a": LEAST,
            "tests/test_x.py::test_cheap": 0.9 * LEAST,
            f"tests/{EACH_DAY[0]}::test_of_sources": 9 * LEAST,
        }
    )
    assert slow_tests() == {"test_x.py::test_a": 0.4, "test_x.py::test_b": 1.2}
    assert function_of("tests/test_x.py::test_b[2::3]") == "test_x.py::test_b"
