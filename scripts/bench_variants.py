"""Measures cpsudoku and a plain CP-SAT model on the same variant puzzles, in one run."""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ortools.sat.python import cp_model
from variants import Case, case_of

from cpsudoku.core import board, puzzle
from cpsudoku.formats.tables import board_data
from cpsudoku.runtime.errors import InputError, UnknownName
from cpsudoku.solving import settle

Data = dict[str, Any]
GOALS = {"killer-krazydad": (0.6, 0.3)}  # ratios of the median and of p90; 1 for other files


def plain_model(file: Path) -> ModuleType:
    """The module of a plain model, which has ``model_of`` and ``Two``."""
    spec = importlib.util.spec_from_file_location("plain_model", file)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain_rival(module: ModuleType) -> Callable[[Data], int]:
    """Build the plain model and enumerate two solutions with default parameters, one worker."""

    def count(data: Data) -> int:
        model, x = module.model_of(data)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.max_time_in_seconds = 20
        two = module.Two(x)
        solver.solve(model, two)
        return len(two.found)

    return count


def our_case(data: Data) -> Case:
    """The case with a new board, for which nothing is cached yet."""
    board._of_text.cache_clear()
    board._jigsaw.cache_clear()
    board_data._described.cache_clear()
    board._of_grids.cache_clear()
    puzzle.house_rules.cache_clear()
    return case_of(data)


def clocked(call: Callable[[], object]) -> tuple[float, Any]:
    """The milliseconds that the work takes, and its result."""
    start = time.perf_counter()
    result = call()
    return (time.perf_counter() - start) * 1000, result


def times(
    rows: Sequence[Data], plain: Callable[[Data], int], rounds: int
) -> tuple[list[float], list[float], list[str]]:
    """The median time of each puzzle, measured in turn for plain and ours, and wrong answers."""
    theirs: list[list[float]] = [[] for _ in rows]
    ours: list[list[float]] = [[] for _ in rows]
    wrong = []
    for _ in range(rounds):
        for number, data in enumerate(rows):
            took, count = clocked(partial(plain, data))
            theirs[number].append(took)
            case = our_case(data)
            took, verdict = clocked(partial(settle, case.puzzle))
            ours[number].append(took)
            if count != 1 or not case.is_right(verdict):
                wrong.append(f"{case.name}: {verdict.word}; the plain model finds {count}")
    return list(map(statistics.median, theirs)), list(map(statistics.median, ours)), wrong


def three(took: Sequence[float]) -> tuple[float, float, float]:
    """Median, p90 and maximum."""
    ordered = sorted(took)
    return statistics.median(ordered), ordered[len(ordered) * 9 // 10], ordered[-1]


def bench_variants(options: argparse.Namespace) -> None:
    """Compare both on every list of variants: build, first solution and proof, warm."""
    files = sorted((options.corpora / "variants").glob("*.jsonl"))
    plain = plain_rival(plain_model(options.plain))
    rounds = min(options.rounds, 3)
    print(f"\nVariants, ms per puzzle, one worker, warm, median of {rounds} rounds in turn")
    print(f"  {'':18}{'':8}{'plain model':^27}{'cpsudoku':^27}{'ratio':^14}")
    words = ("median", "p90", "max")
    head = "".join(f"{word:>9}" for word in (*words, *words))
    print(f"  {'':18}{'puzzles':>8}{head}{'median':>8}{'p90':>7}")
    failures: list[str] = []
    for file in files:
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        try:
            case_of(rows[0])
        except (InputError, UnknownName, KeyError):
            continue  # links, which are not puzzles, and rules that do not exist
        times(rows[:20], plain, 1)
        gc.collect()
        gc.freeze()
        theirs, ours, wrong = times(rows, plain, rounds)
        failures += wrong
        print(row(file.stem, len(rows), three(theirs), three(ours)), flush=True)
    print("\n".join(f"  {each}" for each in failures) or "  every verdict and solution is right")


def row(
    name: str, count: int, theirs: tuple[float, float, float], ours: tuple[float, float, float]
) -> str:
    """A row of the table, with a mark if a goal is missed."""
    goal = GOALS.get(name, (1.0, 1.0))
    ratios = ours[0] / theirs[0], ours[1] / theirs[1]
    missed = ratios[0] > goal[0] or ratios[1] > goal[1] or ours[2] > 500
    numbers = "".join(f"{ms:9.2f}" for ms in (*theirs, *ours))
    return f"  {name:18}{count:8}{numbers}{ratios[0]:8.2f}{ratios[1]:7.2f}" + " missed" * missed
