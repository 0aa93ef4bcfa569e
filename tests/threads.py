"""Every question to the library from many threads at once: ``python -m tests.threads SECONDS``.

First the threads ask, so that they also import and load everything at the same time; then one
thread asks the same. The answers must be equal. Another round follows while there is time.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic

import cpsudoku
from cpsudoku.core.board import Board

THREADS = 8
RATINGS = Path(__file__).parent.parent / "data" / "ratings.csv"
SIX = "1....6..5..4.3....6..5....6.2.4.3..6"

Question = Callable[[], object]


def explained(puzzle: str) -> object:
    """What every step of an explanation does, in words."""
    found = cpsudoku.explain(puzzle)
    return found.outcome, [(told.title, told.effect, told.text) for told in found.steps]


def hinted(puzzle: str) -> object:
    """The help for the first step."""
    verdict = cpsudoku.solve(puzzle)
    assert verdict.solution is not None
    found = cpsudoku.hint(verdict, order="se121")
    return found and found.levels


def rated(puzzle: str) -> object:
    """The rating on both scales."""
    found = cpsudoku.rate(cpsudoku.solve(puzzle))
    return found.status, found.text, found.level, found.score, found.hardest, found.counts


def solved(puzzle: str, engine: str) -> object:
    """The verdict of an engine."""
    verdict = cpsudoku.solve(puzzle, engine=engine)
    return verdict.word, verdict.solution and verdict.solution.line


def checked(puzzle: str) -> object:
    """The number of solutions without the first given."""
    first = next(cell for cell, symbol in enumerate(puzzle) if symbol != ".")
    return len(cpsudoku.check(puzzle[:first] + "." + puzzle[first + 1 :], count=3).solutions)


def generated(seed: int) -> object:
    """New puzzles with their solutions."""
    from cpsudoku.generating import GenerationRun, Wish

    made = GenerationRun(Wish(Board.of_size(9)), seed).puzzles(20)
    return [(each.givens.line, each.solution.line) for each in made]


def questions(puzzles: list[str]) -> list[Question]:
    """Each question about each puzzle; those about one puzzle stand together."""
    asked: list[Question] = [partial(explained, SIX)]
    for number, puzzle in enumerate(puzzles):
        asked += [partial(ask, puzzle) for ask in (explained, hinted, rated, checked)]
        asked += [partial(solved, puzzle, engine) for engine in ("logic", "cpsat", "lanes")]
        asked.append(partial(generated, number))
    return asked


def main(seconds: float, every: int) -> None:
    """Ask about every so many puzzles of the ratings until the time is over, at least once."""
    with RATINGS.open() as stream:
        puzzles = [row["puzzle"] for row in csv.DictReader(stream)][::-every]
    asked, expected, answers = questions(puzzles), list[object](), 0
    end = monotonic() + seconds
    while True:
        with ThreadPoolExecutor(THREADS) as pool:
            found = list(pool.map(lambda question: question(), asked))
        expected = expected or [question() for question in asked]
        for question, ours, theirs in zip(asked, found, expected, strict=True):
            assert ours == theirs, (question, ours, theirs)
        answers += len(asked)
        if monotonic() >= end:
            break
        order = random.Random(answers).sample(range(len(asked)), len(asked))
        asked, expected = [asked[n] for n in order], [expected[n] for n in order]
    print(f"{answers} equal answers")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
