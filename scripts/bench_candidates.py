"""Measures the true candidates of 9x9 killers, by propagators and by CP-SAT, in one run."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

from bench_variants import three
from variants import Case, cases

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.propagate.searching import compile_search

SETS = ("killer", "killer-krazydad")
READY = "cpsudoku.runtime.compiled.door.is_ready"
SOME = 20  # puzzles of each list
REMOVED = (0, 8, 16)  # cages that a puzzle lacks, so that it has several solutions
SECONDS = 2.0


def killers(file: Path, removed: int) -> Iterator[Puzzle]:
    """Some 9x9 puzzles of a list, without some of their cages."""
    known = [case.puzzle for case in cases(file) if isinstance(case, Case)]
    random = Random(1)
    for puzzle in random.sample([each for each in known if each.board.size == 9], SOME):
        rules = puzzle.constraints
        kept = sorted(random.sample(range(len(rules)), max(0, len(rules) - removed)))
        yield replace(puzzle, constraints=tuple(rules[place] for place in kept), answer=None)


def bench_candidates(options: argparse.Namespace) -> None:
    """Find the true candidates by both engines in turn, in CPU time, and compare the digits."""
    compile_search()
    print(
        f"\nTrue candidates of {SOME} 9x9 killers, at most {SECONDS:g} s each: CPU ms (median, p90)"
    )
    print(
        f"  {'':16}{'removed':>8}{'digits':>8}{'propagate':>12}{'p90':>8}{'CP-SAT':>10}{'p90':>8}"
    )
    for name in SETS:
        for removed in REMOVED:
            times: dict[bool, list[float]] = {True: [], False: []}
            digits = []
            for puzzle in killers(options.corpora / "variants" / f"{name}.jsonl", removed):
                found = {}
                for ready, took in times.items():
                    with patch(READY, lambda _, ready=ready: ready):
                        start = time.process_time()
                        found[ready] = cpsudoku.candidates(puzzle, limit=SECONDS)
                    took.append((time.process_time() - start) * 1000)
                digits.append(sum(map(len, found[True].digits)))
                if found[True].is_complete and found[False].is_complete:
                    assert found[True].digits == found[False].digits
            (ours, late, _), (theirs, their_late, _) = three(times[True]), three(times[False])
            print(
                f"  {name:16}{removed:8}{sorted(digits)[SOME // 2]:8}"
                f"{ours:12.1f}{late:8.1f}{theirs:10.1f}{their_late:8.1f}",
                flush=True,
            )
