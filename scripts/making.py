"""Measures how fast puzzles are generated and diagnosed; a part of scripts/bench."""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import orbits
from cpsudoku.diagnosing import diagnose
from cpsudoku.diagnosing.conflict import conflict_set, smallest_conflict
from cpsudoku.diagnosing.prove import Prover, only
from cpsudoku.generating import GenerationRun, Wish
from cpsudoku.generating.rated import Hardness
from cpsudoku.generating.wish import two_empty_lines
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.solving import settle
from cpsudoku.techniques import LEVELS

CLASSIC = Board.of_size(9)
OURS, QQWING, TDOKU = 50_000, 500, 20_000  # puzzles per round


def seconds(work: Callable[[], object]) -> float:
    """The seconds that a function takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def command(*arguments: str) -> Callable[[], object]:
    """A function that runs a whole command and discards its output."""
    return lambda: subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def bench_generate(options: argparse.Namespace) -> None:
    """Compare minimal puzzles per second with qqwing and tdoku, as whole commands on one core."""
    open_all(Wish(CLASSIC).programs, print)
    with tempfile.TemporaryDirectory() as folder:
        ours = str(Path(sys.executable).with_name("cpsudoku"))
        wanted = ["--count", str(OURS), "--seed", "1", "--jobs", "1", "-q", "-o", f"{folder}/p.txt"]
        rivals = {"cpsudoku": (OURS, command(ours, "generate", *wanted))}
        if shutil.which("qqwing"):
            rivals["qqwing --generate"] = (QQWING, command("qqwing", "--generate", str(QQWING)))
        if options.tdoku_generate is not None:
            program, limit = str(options.tdoku_generate), f"-l{TDOKU}"
            rivals["tdoku, {-3+3} as it comes"] = (
                TDOKU,
                command(program, "-p0", "-s0", "-e0", "-a1", limit),
            )
            rivals["tdoku, each from scratch"] = (
                TDOKU,
                command(
                    program,
                    *["-p0", "-s0", "-e0", "-a1", "-c0", "-g0", "-r1", "-n1", "-d81"],
                    limit,
                ),
            )
        rates: dict[str, list[float]] = {name: [] for name in rivals}
        for _ in range(options.rounds):
            for name, (count, work) in rivals.items():
                rates[name].append(count / seconds(work))
    print(
        f"\nMinimal puzzles per second, whole commands, median of {options.rounds} rounds in turn"
    )
    base = statistics.median(rates["cpsudoku"])
    for name, each in rates.items():
        print(f"  {name:28}{statistics.median(each):10,.0f}{base / statistics.median(each):8.1f} x")
    made = seconds(lambda: list(GenerationRun(Wish(CLASSIC), 1).puzzles(OURS)))
    print(f"  {'cpsudoku, in one process':28}{OURS / made:10,.0f}")
    _bench_wishes()


def made_in(wish: Wish, count: int, limit: float | None = None) -> float:
    """The seconds that ``count`` puzzles take."""
    return seconds(lambda: list(GenerationRun(wish, 1, limit=limit).puzzles(count)))


def _bench_wishes() -> None:
    print("\nWishes, seconds")
    wishes = {
        "100 with 180 degrees": (100, Wish(CLASSIC, symmetry="180")),
        "100 with 180, minimal": (100, Wish(CLASSIC, symmetry="180", minimal=True)),
        "100 of 28-32 clues, full": (100, Wish(CLASSIC, clues=(28, 32), symmetry="full")),
        "10 of 21 clues": (10, Wish(CLASSIC, clues=(21, 21))),
        "1 of 20 clues": (1, Wish(CLASSIC, clues=(20, 20))),
        "1 of 16x16, minimal": (1, Wish(Board.of_size(16), minimal=True)),
        **{
            f"100 {level} with 180": (100, Wish(CLASSIC, symmetry="180", rater=Hardness(level)))
            for level in LEVELS
        },
        "10 with x-wing hardest": (10, Wish(CLASSIC, rater=Hardness(hardest="x-wing"))),
        "1 of 25x25, half full": (1, Wish(Board.of_size(25))),
    }
    for name, (count, wish) in wishes.items():
        open_all(wish.programs, print)
        print(f"  {name:28}{made_in(wish, count):10.2f}", flush=True)
    random = Random(1)
    for clues in (24, 26, 30):
        patterns = [_pattern(random, clues) for _ in range(10)]
        took = [made_in(Wish(CLASSIC, pattern=pattern), 1, 10) for pattern in patterns]
        met = sum(each < 10 for each in took)
        print(
            f"  {f'a random pattern of {clues}':28}{statistics.median(took):10.2f}  {met} of 10 met"
        )


def _pattern(random: Random, clues: int) -> Grid:
    """A random pattern with 180-degree symmetry."""
    while True:
        cells = bytearray(81)
        pairs = list(orbits("180", 9))
        for orbit in random.sample(pairs, len(pairs)):
            if sum(cells) + len(orbit) <= clues:
                for cell in orbit:
                    cells[cell] = 1
        pattern = Grid(bytes(cells), CLASSIC)
        if two_empty_lines(pattern) is None:
            return pattern


def bench_diagnose(options: argparse.Namespace) -> None:
    """Look for known typing mistakes, and check smallest conflicting sets by enumeration."""
    random = Random(1)
    hits, tally, took = 0, {"unique": 0, "none": 0, "conflict": 0, "multiple": 0}, []
    for meant in _sources(random, options.corpora):
        cells = bytearray(meant)
        cell = random.choice([cell for cell, digit in enumerate(cells) if digit])
        cells[cell] = random.choice([d for d in range(1, 10) if d != cells[cell]])
        start = time.perf_counter()
        found = diagnose(Grid(bytes(cells), CLASSIC))
        took.append(time.perf_counter() - start)
        tally[found.verdict.word] += 1
        hits += meant in [repair.mended.cells for repair in found.repairs[:5]]
    wrong = len(took) - tally["unique"]
    said = ", ".join(f"{count} {word}" for word, count in tally.items())
    print(f"\n{len(took)} puzzles of 17 to 30 clues, one given changed at random: {said}")
    print(f"  right repair among the first five: {hits} of {wrong} that are not proper", end="")
    print(f" ({hits / wrong:.0%}), of all {hits / len(took):.0%}")
    print(f"  seconds each: median {statistics.median(took[1:]):.3f}, most {max(took[1:]):.3f}")
    _bench_smallest(random)


def _sources(random: Random, corpora: Path) -> list[bytes]:
    """100 proper puzzles of 17 to 30 clues, about seven of each number.

    Those with up to 21 clues are 17-clue puzzles from the list, with clues added. Without the list,
    the numbers start at 22.
    """
    file, sources = corpora / "17_clue.txt", []
    lines = file.read_text().splitlines() if file.exists() else []
    for number in range(100):
        clues = 17 + number % 14
        if clues < 22 and lines:
            puzzle = Grid.from_line(random.choice(lines)[:81].replace("0", "."))
            solution = settle(Puzzle(puzzle)).solution
            assert solution is not None
            blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
            cells = bytearray(puzzle.cells)
            for cell in random.sample(blanks, clues - 17):
                cells[cell] = solution[cell]
            sources.append(bytes(cells))
        else:
            clues = max(clues, 22)
            run = GenerationRun(Wish(CLASSIC, clues=(clues, clues)), number)
            sources.append(next(run.puzzles(1)).givens.cells)
    return sources


def _bench_smallest(random: Random) -> None:
    """Check smallest conflicting sets of sparse puzzles against all sets with one fewer given."""
    sizes, took = [], []
    while len(sizes) < 100:
        puzzle = _sparse(random)
        if puzzle.conflicts or settle(puzzle, want=1).solutions:
            continue
        prover = Prover(puzzle, 60)
        start = time.perf_counter()
        cells, proved = smallest_conflict(prover, conflict_set(prover))
        took.append(time.perf_counter() - start)
        if len(cells) > 7:
            took.pop()
            continue
        if not proved or not _none_smaller(puzzle, len(cells)):
            sys.exit(f"no smallest set: {puzzle.givens.line}")
        sizes.append(len(cells))
    print(f"  100 smallest conflicting sets of {min(sizes)} to {max(sizes)} givens: no smaller one")
    print(f"  by enumeration; seconds each: median {statistics.median(took):.3f}", end="")
    print(f", most {max(took):.3f}")


def _sparse(random: Random) -> Puzzle:
    """A few givens of a random full grid; one of them is changed."""
    run = GenerationRun(Wish(CLASSIC, clues=(81, 81)), random.randrange(2**32))
    solution = next(run.puzzles(1)).solution
    cells = bytearray(d if random.random() < 0.25 else 0 for d in solution.cells)
    cell = random.choice([cell for cell, digit in enumerate(cells) if digit])
    cells[cell] = random.choice([d for d in range(1, 10) if d != cells[cell]])
    return Puzzle(Grid(bytes(cells), CLASSIC))


def _none_smaller(puzzle: Puzzle, size: int) -> bool:
    """Whether every set with one fewer given has a solution."""
    given = [cell for cell, digit in enumerate(puzzle.givens.cells) if digit]
    smaller = [only(puzzle.givens.cells, each) for each in combinations(given, size - 1)]
    return all(Prover(puzzle, 60).counts(smaller, want=1))
