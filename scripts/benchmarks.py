"""Measures cpsudoku beside what it is compared with, and prints tables.

Rivals are run in turn on the same puzzles in the same process, or as whole commands in turn; the
ratios of medians are what counts, since machines differ and are busy. Every answer is verified
outside the clock. Puzzles: lists of one-line puzzles in --corpora (17_clue.txt,
hardest_1106.txt, forum_hardest_er11.txt, as public collections have them), else data/verdicts.txt.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ortools.sat.python import cp_model

from cpsudoku.geometry import Geometry
from cpsudoku.grid import Grid
from cpsudoku.pipeline import settle
from cpsudoku.puzzle import Puzzle
from cpsudoku.verdict import Limit

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT.parent / "shared" / "corpora"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES_PER_SET = 50

Rival = Callable[[Puzzle], Sequence[Grid]]


def textbook_model(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """An integer variable a cell, AllDifferent a house, as every tutorial has it."""
    model = cp_model.CpModel()
    size = puzzle.geometry.size
    x = [
        model.new_int_var(given or 1, given or size, f"x{cell}")
        for cell, given in enumerate(puzzle.givens.cells)
    ]
    for house in puzzle.geometry.houses:
        model.add_all_different([x[cell] for cell in house.cells])
    return model, x


class _FirstTwo(cp_model.CpSolverSolutionCallback):
    def __init__(self, x: Sequence[cp_model.IntVar], geometry: Geometry) -> None:
        super().__init__()
        self.x, self.geometry = x, geometry
        self.found: list[Grid] = []

    def on_solution_callback(self) -> None:
        """Keep the solution; called by CP-SAT."""
        self.found.append(Grid(bytes(self.value(v) for v in self.x), self.geometry))
        if len(self.found) == 2:
            self.stop_search()


def textbook_solve(puzzle: Puzzle) -> Sequence[Grid]:
    """Default parameters, one worker, one solution."""
    model, x = textbook_model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return [Grid(bytes(solver.value(v) for v in x), puzzle.geometry)]


def textbook_enumerate(puzzle: Puzzle) -> Sequence[Grid]:
    """The same, enumerating up to two solutions."""
    model, x = textbook_model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    callback = _FirstTwo(x, puzzle.geometry)
    solver.solve(model, callback)
    return callback.found


def our_solve(puzzle: Puzzle) -> Sequence[Grid]:
    """One solution, build and verification included."""
    return settle(puzzle, want=1).solutions


def our_proof(puzzle: Puzzle) -> Sequence[Grid]:
    """Solution and proof that there is no other."""
    return settle(puzzle, want=2).solutions


RIVALS: dict[str, Rival] = {
    "textbook: solve": textbook_solve,
    "textbook: enumerate two": textbook_enumerate,
    "cpsudoku: solve": our_solve,
    "cpsudoku: solve and prove": our_proof,
}


def spread(lines: Sequence[str], count: int) -> list[Puzzle]:
    """That many puzzles, evenly spread over the lines."""
    lines = [line[:81] for line in lines if len(line) >= 81 and not line.startswith("#")]
    picked = [lines[(2 * i + 1) * len(lines) // (2 * count)] for i in range(min(count, len(lines)))]
    return [Puzzle(Grid.from_line(line.replace("0", "."))) for line in picked]


def puzzle_sets(corpora: Path) -> dict[str, list[Puzzle]]:
    """The sets that the figures are about: 17 clues, and the hardest known."""
    if not (corpora / "17_clue.txt").exists():
        verdicts = (ROOT / "data" / "verdicts.txt").read_text().splitlines()
        own = [line for line in verdicts if line.find(":1:") == 81]
        return {"data/verdicts.txt": spread(own, PUZZLES_PER_SET)}
    half = PUZZLES_PER_SET // 2

    def read(name: str, count: int) -> list[Puzzle]:
        return spread((corpora / name).read_text().splitlines(), count)

    return {
        "17-clue": read("17_clue.txt", PUZZLES_PER_SET),
        "hardest": read("hardest_1106.txt", half) + read("forum_hardest_er11.txt", half),
    }


def clock(
    rivals: dict[str, Rival], puzzles: Sequence[Puzzle], rounds: int
) -> dict[str, list[float]]:
    """Milliseconds a puzzle for each rival, the median of some rounds, in turn."""
    took: dict[str, list[float]] = {name: [] for name in rivals}
    for puzzle in puzzles:
        runs: dict[str, list[float]] = {name: [] for name in rivals}
        for _ in range(rounds):
            for name, rival in rivals.items():
                start = time.perf_counter()
                found = rival(puzzle)
                runs[name].append((time.perf_counter() - start) * 1000)
                if len(found) != 1 or not puzzle.is_solved_by(found[0]):
                    sys.exit(f"{name} is wrong on {puzzle.givens.line}")
        for name, times in runs.items():
            took[name].append(statistics.median(times))
    return took


def bench_cpsat(corpora: Path, rounds: int) -> None:
    """The engine beside the textbook model, in one warm process, one worker, build included."""
    gc.collect()
    gc.freeze()
    for name, puzzles in puzzle_sets(corpora).items():
        clock(RIVALS, puzzles[:2], 1)
        took = clock(RIVALS, puzzles, rounds)
        print(f"\nCP-SAT, {name}: {len(puzzles)} puzzles, ms, median of {rounds} rounds in turn")
        print(f"  {'':28}{'median':>8}{'p90':>8}{'max':>8}")
        for rival, times in took.items():
            p90 = sorted(times)[len(times) * 9 // 10]
            print(f"  {rival:28}{statistics.median(times):8.2f}{p90:8.2f}{max(times):8.2f}")
        median = {rival: statistics.median(times) for rival, times in took.items()}
        solve, two = median["textbook: solve"], median["textbook: enumerate two"]
        print(f"  solve : textbook solve                 {median['cpsudoku: solve'] / solve:.2f}")
        proof = median["cpsudoku: solve and prove"]
        print(f"  prove : textbook solve + enumeration   {proof / (solve + two):.2f}")
        print(f"  prove : textbook enumeration alone     {proof / two:.2f}")


def bench_large(corpora: Path, rounds: int) -> None:
    """Large grids with default settings, and inputs on which others never end."""
    print("\nOther cases, ms (best of three)")
    cases = [(f"empty {size}x{size}", "." * size * size) for size in (9, 16, 25)]
    cases.append(("Norvig's impossible 9x9", IMPOSSIBLE))
    for line in (ROOT / "data" / "verdicts.txt").read_text().splitlines():
        cells = line.split(":")[0]
        if len(cells) in (256, 400, 625) and "." in cells.strip("."):
            size = int(len(cells) ** 0.5)
            cases.append((f"{size}x{size}, {len(cells) - cells.count('.')} givens", cells))
    for name, cells in cases:
        verdicts = [settle(Puzzle(Grid.from_line(cells)), limit=Limit(60)) for _ in range(3)]
        best = min(verdict.seconds for verdict in verdicts) * 1000
        print(f"  {name:28}{best:10.1f}  {verdicts[0].word}")


def bench_start(corpora: Path, rounds: int) -> None:
    """Whole commands, cold process, beside the imports that no such program can avoid."""
    command = [str(Path(sys.executable).with_name("cpsudoku"))]
    python = [sys.executable, "-c"]
    commands = {
        "import typer": [*python, "import typer"],
        "--help": [*command, "--help"],
        "--version": [*command, "--version"],
        "import cp_model": [*python, "from ortools.sat.python import cp_model"],
        "solve of one line": [*command, "solve", EASY],
    }
    took: dict[str, list[float]] = {name: [] for name in commands}
    for counted in range(2 * rounds + 1):
        for name, arguments in commands.items():
            start = time.perf_counter()
            subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
            if counted:
                took[name].append(time.perf_counter() - start)
    median = {name: statistics.median(times) for name, times in took.items()}
    print(f"\nWhole commands, seconds, median of {2 * rounds} runs in turn")
    for name, seconds in median.items():
        print(f"  {name:28}{seconds:8.3f}")
    for name, base in (
        ("--help", "import typer"),
        ("--version", "import typer"),
        ("solve of one line", "import cp_model"),
    ):
        print(f"  {f'{name} : {base}':38}{median[name] / median[base]:.2f}")


SECTIONS = {"start": bench_start, "cpsat": bench_cpsat, "large": bench_large}


def main() -> None:
    """Run the sections that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--corpora", type=Path, default=CORPORA)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}; known are {', '.join(SECTIONS)}")
    for name in options.sections or SECTIONS:
        SECTIONS[name](options.corpora, options.rounds)


if __name__ == "__main__":
    main()
