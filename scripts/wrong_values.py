#!/usr/bin/env python3
"""Changes one number of a rule by 1 and asks for repairs: scripts/wrong_values.py FILE.jsonl...

The files are those of ``scripts/variants.py``. The table shows how often the right repair is the
first, how often it is among the first five, and the CPU time of ``diagnose`` in s.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

from variants import Case, cases

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Status
from cpsudoku.diagnosing import Diagnosis, diagnose


def broken(random: Random, puzzle: Puzzle) -> tuple[Puzzle, int, Constraint] | None:
    """The puzzle with a wrong number, the number of the rule, and the rule as it was."""
    numbered = [n for n, rule in enumerate(puzzle.constraints) if any(rule.others())]
    if not numbered:
        return None
    number = random.choice(numbered)
    meant = puzzle.constraints[number]
    near = [other for _, other in islice(meant.others(), 2)]  # one more, one less
    rules = list(puzzle.constraints)
    rules[number] = random.choice(near)
    return replace(puzzle, constraints=tuple(rules), answer=None), number, meant


def diagnoses(file: Path, most: int, limit: float) -> Iterator[tuple[Diagnosis, int, float]]:
    """The diagnoses of broken puzzles, with the place of the right repair, and the CPU time."""
    random, found = Random(5), 0
    puzzles = [case.puzzle for case in cases(file) if isinstance(case, Case)]
    for puzzle in random.sample(puzzles, len(puzzles)):
        spoiled = broken(random, puzzle)
        if spoiled is None or found == most:
            continue
        wrong, number, meant = spoiled
        start = process_time()
        diagnosis = diagnose(wrong, limit=limit)
        seconds = process_time() - start
        if diagnosis.verdict.status is Status.NO_SOLUTION:
            found += 1
            clues = [repair.clue for repair in diagnosis.repairs]
            afters = [clue.after if clue and clue.number == number else None for clue in clues]
            yield diagnosis, afters.index(meant) if meant in afters else -1, seconds


def main() -> int:
    """Print the table; exit with 1 if some file has no puzzle with a number."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=50, help="puzzles of each file")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds per puzzle")
    options = parser.parse_args()
    print(f"{'file':24} puzzles first in five irreducible smallest median s max s")
    empty = False
    for file in options.files:
        done = list(diagnoses(file, options.puzzles, options.limit))
        empty = empty or not done
        seconds = [each for _, _, each in done] or [0.0]
        counts = (
            len(done),
            sum(place == 0 for _, place, _ in done),
            sum(place >= 0 for _, place, _ in done),
            sum(diagnosis.irreducible for diagnosis, _, _ in done),
            sum(diagnosis.smallest for diagnosis, _, _ in done),
        )
        text = "{:7} {:5} {:7} {:11} {:8}".format(*counts)
        print(f"{file.stem:24} {text} {statistics.median(seconds):8.2f} {max(seconds):5.1f}")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
