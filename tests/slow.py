"""The tests that take longest. A third of them runs each day.

``slow.txt`` lists them with the seconds of all their cases. ``scripts/test --measure`` writes it
again. Some 490 of 2,200 tests take most of the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

TABLE = Path(__file__).with_name("slow.txt")
LEAST = 0.4  # seconds on two cores, with all cases and with compiled code that is kept
DAYS = 3
# These compare the sources with each other. A change of any file may break them.
EACH_DAY = (
    "test_architecture.py",
    "test_documentation.py",
    "test_face.py",
    "test_languages.py",
    "test_languages_of_errors.py",
    "test_public_api.py",
    "test_slow.py",
)


def function_of(case: str) -> str:
    """The file and the function of a case, ``tests/test_x.py::test_y[z]``."""
    return case.partition("[")[0].removeprefix("tests/")


def slow_tests() -> dict[str, float]:
    """The tests of the table, and their seconds."""
    rows = (line.split() for line in TABLE.read_text(encoding="utf-8").splitlines())
    return {test: float(seconds) for seconds, test in rows}


def of_other_days(cases: Iterable[str], seed: int) -> list[str]:
    """The cases that run on other days than that of a seed."""
    tests = slow_tests()
    slow = [case for case in cases if function_of(case) in tests]
    return [case for at, case in enumerate(slow) if (at + seed) % DAYS]


def write_table(seconds_of_cases: Mapping[str, float]) -> None:
    """Write the table again, from what each case took."""
    seconds = defaultdict[str, float](float)
    for case, taken in seconds_of_cases.items():
        seconds[function_of(case)] += taken
    rows = sorted(
        (test, taken)
        for test, taken in seconds.items()
        if taken >= LEAST and test.partition("::")[0] not in EACH_DAY
    )
    TABLE.write_text("".join(f"{taken:.1f} {test}\n" for test, taken in rows), encoding="utf-8")
