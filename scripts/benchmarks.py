"""Measures cpsudoku and its rivals, and prints tables.

Rivals run in turn on the same puzzles, in the same process or as whole commands. Only the ratios of
medians matter, since machines differ and are busy. Every answer is verified outside the measured
time. The puzzles are lists in --corpora with one puzzle per line (17_clue.txt, hardest_1106.txt,
forum_hardest_er11.txt, as in public collections), by default data/verdicts.txt.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import cast

import numpy as np
from bench_candidates import bench_candidates
from bench_first import bench_first
from bench_iss import bench_iss
from bench_million import bench_million
from bench_propagate import bench_propagate
from bench_rules import bench_rules
from bench_screen import bench_play, bench_watch
from bench_variants import bench_variants
from making import bench_diagnose, bench_generate
from numba import njit
from ortools.sat.python import cp_model

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.generating import GenerationRun, Wish
from cpsudoku.solving import settle

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT.parent / "shared" / "corpora"
PLAIN = ROOT.parent / "shared" / "tools" / "plain_model.py"
TO_ISS = ROOT.parent / "shared" / "tools" / "to_iss.py"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES_PER_SET = 50

Rival = Callable[[Puzzle], Sequence[Grid]]


def textbook_model(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """One integer variable per cell and AllDifferent per house, as in every tutorial."""
    model = cp_model.CpModel()
    size = puzzle.board.size
    x = [
        model.new_int_var(given or 1, given or size, f"x{cell}")
        for cell, given in enumerate(puzzle.givens.cells)
    ]
    for house in puzzle.board.houses:
        model.add_all_different([x[cell] for cell in house.cells])
    return model, x


class _FirstTwo(cp_model.CpSolverSolutionCallback):
    def __init__(self, x: Sequence[cp_model.IntVar], board: Board) -> None:
        super().__init__()
        self.x, self.board = x, board
        self.found: list[Grid] = []

    def on_solution_callback(self) -> None:
        """Keep the solution; CP-SAT calls this."""
        self.found.append(Grid(bytes(self.value(v) for v in self.x), self.board))
        if len(self.found) == 2:
            self.stop_search()


def textbook_solve(puzzle: Puzzle) -> Sequence[Grid]:
    """Default parameters, one worker, one solution."""
    model, x = textbook_model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return [Grid(bytes(solver.value(v) for v in x), puzzle.board)]


def textbook_enumerate(puzzle: Puzzle) -> Sequence[Grid]:
    """The same, with an enumeration of up to two solutions."""
    model, x = textbook_model(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    callback = _FirstTwo(x, puzzle.board)
    solver.solve(model, callback)
    return callback.found


def our_solve(puzzle: Puzzle) -> Sequence[Grid]:
    """One solution, including build and verification."""
    return settle(puzzle, want=1).solutions


def our_proof(puzzle: Puzzle) -> Sequence[Grid]:
    """The solution, and the proof that there is no other."""
    return settle(puzzle, want=2).solutions


RIVALS: dict[str, Rival] = {
    "textbook: solve": textbook_solve,
    "textbook: enumerate two": textbook_enumerate,
    "cpsudoku: solve": our_solve,
    "cpsudoku: solve and prove": our_proof,
}


def spread(lines: Sequence[str], count: int) -> list[Puzzle]:
    """``count`` puzzles, spread evenly over the lines."""
    lines = [line[:81] for line in lines if len(line) >= 81 and not line.startswith("#")]
    picked = [lines[(2 * i + 1) * len(lines) // (2 * count)] for i in range(min(count, len(lines)))]
    return [Puzzle(Grid.from_line(line.replace("0", "."))) for line in picked]


def puzzle_sets(corpora: Path) -> dict[str, list[Puzzle]]:
    """The sets behind the figures: 17 clues, and the hardest known."""
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
    """Milliseconds per puzzle for each rival, run in turn: the median of some rounds."""
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


def bench_cpsat(options: argparse.Namespace) -> None:
    """Compare the engine with the textbook model in one warm process, including the build."""
    gc.collect()
    gc.freeze()
    for name, puzzles in puzzle_sets(options.corpora).items():
        clock(RIVALS, puzzles[:2], 1)
        took = clock(RIVALS, puzzles, options.rounds)
        print(f"\nCP-SAT, {name}: {len(puzzles)} puzzles, ms, median of {options.rounds} rounds")
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


def bench_large(options: argparse.Namespace) -> None:
    """Time large grids with default settings, and inputs that other solvers never finish."""
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


def bench_start(options: argparse.Namespace) -> None:
    """Time whole commands in a new process, and the imports that they cannot avoid."""
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
    for counted in range(2 * options.rounds + 1):
        for name, arguments in commands.items():
            start = time.perf_counter()
            subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
            if counted:
                took[name].append(time.perf_counter() - start)
    median = {name: statistics.median(times) for name, times in took.items()}
    print(f"\nWhole commands, seconds, median of {2 * options.rounds} runs in turn")
    for name, seconds in median.items():
        print(f"  {name:28}{seconds:8.3f}")
    for name, base in (
        ("--help", "import typer"),
        ("--version", "import typer"),
        ("solve of one line", "import cp_model"),
    ):
        print(f"  {f'{name} : {base}':38}{median[name] / median[base]:.2f}")


def kernel_rival(library: Path) -> Callable[[np.ndarray], None]:
    """Tdoku's SolveSudoku with limit 2, called directly from compiled code."""
    solve = ctypes.CDLL(str(library)).TdokuSolverDpllTriadSimd
    pointer = ctypes.c_void_p
    solve.argtypes = [pointer, ctypes.c_size_t, ctypes.c_uint32, pointer, pointer]
    solve.restype = ctypes.c_size_t

    @njit
    def run(lines: np.ndarray) -> None:
        solution, guesses = np.empty(82, np.uint8), np.zeros(1, np.uint64)
        for row in range(len(lines)):
            solve(lines[row].ctypes, 2, 0, solution.ctypes, guesses.ctypes)

    return cast(Callable[[np.ndarray], None], run)


def bench_lanes(options: argparse.Namespace) -> None:
    """Time the bulk kernel and tdoku in turn, on whole files in memory: one core, limit 2."""
    from cpsudoku.engines.lanes import search
    from cpsudoku.engines.lanes.canonical import canonical
    from cpsudoku.engines.lanes.minimal import minimal
    from cpsudoku.road.kernels.text import parse

    names = ("17_clue", "top1465", "forum_hardest_er11", "hardest_1106", "many_solutions")
    files = [options.corpora / f"{name}.txt" for name in names]
    files = [file for file in files if file.exists()] or [ROOT / "data" / "verdicts.txt"]
    rival = kernel_rival(options.tdoku) if options.tdoku is not None else None
    print(f"\nPuzzles per second of CPU time, one core, median of {options.rounds} rounds in turn")
    print(f"  {'':20}{'lanes':>12}{'tdoku':>12}{'ratio':>8}{'canonical':>12}{'minimal':>12}")
    for file in files:
        rows = parse(np.frombuffer(file.read_bytes(), np.uint8), 0, 0, -1)
        cells = np.ascontiguousarray(rows.cells[rows.kind == 0])
        lines = np.full((len(cells), 82), 10, np.uint8)
        lines[:, :81] = np.where(cells == 0, ord("."), cells + ord("0"))
        jobs: dict[str, Callable[[], object]] = {"lanes": lambda cells=cells: search(cells)}
        if rival is not None:
            jobs["tdoku"] = lambda lines=lines, rival=rival: rival(lines)
        some = cells[:4096]
        jobs["canonical"] = lambda some=some: canonical(some)
        jobs["minimal"] = lambda some=some: minimal(some)
        took: dict[str, list[float]] = {name: [] for name in jobs}
        for counted in range(options.rounds + 1):
            for name, job in jobs.items():
                start = time.process_time()
                job()
                if counted:
                    took[name].append(time.process_time() - start)
        rate = {name: len(cells) / statistics.median(times) for name, times in took.items()}
        for name in ("canonical", "minimal"):
            rate[name] *= len(some) / len(cells)
        ratio = f"{rate['lanes'] / rate['tdoku']:8.1f}" if "tdoku" in rate else f"{'':8}"
        other = f"{rate['tdoku']:12,.0f}" if "tdoku" in rate else f"{'-':>12}"
        print(
            f"  {file.stem:20}{rate['lanes']:12,.0f}{other}{ratio}"
            f"{rate['canonical']:12,.0f}{rate['minimal']:12,.0f}"
        )


def bench_bulk(options: argparse.Namespace) -> None:
    """Time the command from a text file to a CSV of verdicts, and the share of I/O."""
    from cpsudoku.engines.lanes import search
    from cpsudoku.road.judge_block import judge_block
    from cpsudoku.road.settings import Settings
    from cpsudoku.road.source.sources import InputStream

    source = options.corpora / "17_clue.txt"
    lines = source.read_text().splitlines() if source.exists() else [EASY, IMPOSSIBLE]
    command = str(Path(sys.executable).with_name("cpsudoku"))
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder, "puzzles.txt"), Path(folder, "verdicts.csv")
        print("\nA text file to a CSV of verdicts, whole command, all cores")
        for count in (100_000, 1_000_000):
            file.write_text("\n".join(islice(cycle(lines), count)) + "\n")
            start = time.perf_counter()
            subprocess.run([command, "check", file, "-o", output, "-q"], check=False)
            seconds = time.perf_counter() - start
            print(f"  {count:10,} rows{seconds:8.2f} s{count / seconds:14,.0f} rows/s")
        blocks = list(islice(InputStream(str(file)).blocks(), 20))
        settings = Settings()
        judge_block(blocks[0], settings)
        start = time.perf_counter()
        cells = [judge_block(block, settings) for block in blocks]
        whole = time.perf_counter() - start
        rows = [parse_cells(block.text) for block in blocks]
        start = time.perf_counter()
        for part in rows:
            search(part)
        kernel = time.perf_counter() - start
        print(f"  a worker's time: {kernel / whole:.0%} kernel, the rest reading and writing")
        if len(cells) != len(rows):
            sys.exit("blocks were lost")


def parse_cells(text: bytes) -> np.ndarray:
    """The cells in the rows of a block."""
    from cpsudoku.road.kernels.text import parse

    return parse(np.frombuffer(text, np.uint8), 0, 0, -1).cells


def bench_sheets(options: argparse.Namespace) -> None:
    """Time a workbook of 1,000 sheets with one grid each, and openpyxl's load and save alone."""
    from openpyxl import load_workbook

    source = options.corpora / "17_clue.txt"
    lines = source.read_text().splitlines() if source.exists() else [EASY]
    puzzles = spread(list(islice(cycle(lines), 1000)), 1000)
    command = str(Path(sys.executable).with_name("cpsudoku"))
    with tempfile.TemporaryDirectory() as folder:
        file, copy = Path(folder, "book.xlsx"), Path(folder, "copy.xlsx")
        file.write_bytes(book_of_sheets(puzzles))

        def answer() -> None:
            subprocess.run([command, "solve", file, "-q"], check=True, stdout=subprocess.DEVNULL)

        jobs: dict[str, Callable[[], object]] = {
            "openpyxl: load and save": lambda: load_workbook(file).save(copy),
            "cpsudoku: whole command": answer,
        }
        took: dict[str, list[float]] = {name: [] for name in jobs}
        steps: dict[str, list[float]] = {"find": [], "solve and prove": [], "write": []}
        for counted in range(options.rounds + 1):
            for name, job in jobs.items():
                gc.collect()
                start = time.perf_counter()
                job()
                if counted:
                    took[name].append(time.perf_counter() - start)
            for step, seconds in steps_of_answer(file.read_bytes()).items():
                if counted:
                    steps[step].append(seconds)
        median = {name: statistics.median(times) for name, times in (took | steps).items()}
    print(f"\n1,000 sheets with one grid each, seconds, median of {options.rounds} rounds in turn")
    for name, seconds in median.items():
        print(f"  {name:28}{seconds:8.2f}")
    floor, whole = median["openpyxl: load and save"], median["cpsudoku: whole command"]
    whole -= median["solve and prove"]
    ours = median["find"] + median["write"]
    print(f"  {'find and write : load and save':42}{ours / floor:.2f}")
    print(f"  {'command without solving : load and save':42}{whole / floor:.2f}")


def book_of_sheets(puzzles: Sequence[Puzzle]) -> bytes:
    """A workbook with one puzzle per sheet, as ``cpsudoku convert`` writes it."""
    from cpsudoku.core.verdict import Result
    from cpsudoku.formats import FORMATS

    stream = io.BytesIO()
    FORMATS["xlsx"].write([Result(puzzle) for puzzle in puzzles], stream)
    return stream.getvalue()


def steps_of_answer(data: bytes) -> dict[str, float]:
    """The seconds for each step of answering a workbook, in this process."""
    from cpsudoku.core.verdict import Result
    from cpsudoku.formats import ReadOptions
    from cpsudoku.formats.sheets.book import Book, puzzles_of_book
    from cpsudoku.formats.sheets.writing.fill import filled
    from cpsudoku.runtime.errors import Source
    from cpsudoku.solving import settle_all

    clock = [time.perf_counter()]
    found = list(puzzles_of_book(Book.open(data, Source("book.xlsx")), ReadOptions()))
    clock.append(time.perf_counter())
    verdicts = settle_all([puzzle for puzzle in found if isinstance(puzzle, Puzzle)], "lanes")
    clock.append(time.perf_counter())
    filled(data, [Result(verdict.puzzle, verdict) for verdict in verdicts])
    clock.append(time.perf_counter())
    if len(verdicts) != 1000 or not all(verdict.is_unique for verdict in verdicts):
        sys.exit("grids were lost")
    pairs = zip(("find", "solve and prove", "write"), pairwise(clock), strict=True)
    return {name: end - start for name, (start, end) in pairs}


def bench_rate(options: argparse.Namespace) -> None:
    """Time ratings of random minimal puzzles and of the famous ones, on one warm core."""
    from cpsudoku.solving import settle_all
    from cpsudoku.teaching.rating.rate import rated

    made = GenerationRun(Wish(Board.of_size(9)), seed=1).puzzles(1000)
    verdicts = settle_all([Puzzle(each.givens) for each in made], "lanes")
    famous = [line.split()[0] for line in (ROOT / "data" / "hard.txt").read_text().splitlines()]
    hard = settle_all([Puzzle(Grid.from_line(line)) for line in famous], "lanes")
    for scales in (("se121",), ("hodoku",)):
        rated(verdicts[0], scales)
    rated(hard[0], ("se121",))  # compiles the chains
    print("\nRatings, one core, warm, CPU time; milliseconds are medians")
    easy: list[float] = []
    chained: list[float] = []
    for scales in (("se121",), ("hodoku",), ("se121", "hodoku")):
        start = time.process_time()
        took = []
        for verdict in verdicts:
            begun = time.process_time()
            rating = rated(verdict, scales)
            took.append((rating.er or 0, (time.process_time() - begun) * 1000))
        rate_a_second = len(verdicts) / (time.process_time() - start)
        print(f"  1,000 random minimal puzzles, {' and '.join(scales):18}{rate_a_second:8.0f}/s")
        if scales == ("se121",):
            easy = [ms for er, ms in took if er <= 2.5]
            chained = [ms for er, ms in took if 6.6 <= er <= 8.3]
    print(f"  a puzzle of ER <= 2.5        {statistics.median(easy):8.2f} ms ({len(easy)} of them)")
    print(f"  a puzzle of ER 6.6 to 8.3    {statistics.median(chained):8.2f} ms ({len(chained)})")
    for verdict in hard:
        rating = rated(verdict, ("se121",))
        print(f"  ER {rating.text:14}            {rating.seconds:8.2f} s")


def bench_all_variants(options: argparse.Namespace) -> None:
    """Compare with a plain model on each list of variants, and with ISS on collected puzzles."""
    bench_variants(options)
    bench_iss(options)


SECTIONS = {
    "start": bench_start,
    "first": bench_first,
    "cpsat": bench_cpsat,
    "large": bench_large,
    "variants": bench_all_variants,
    "propagate": bench_propagate,
    "candidates": bench_candidates,
    "rules": bench_rules,
    "lanes": bench_lanes,
    "bulk": bench_bulk,
    "million": bench_million,
    "sheets": bench_sheets,
    "watch": bench_watch,
    "play": bench_play,
    "rate": bench_rate,
    "generate": bench_generate,
    "diagnose": bench_diagnose,
}


def main() -> None:
    """Run the named sections, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--iss", type=Path, help="a checkout of ISS with iss_rate.mjs")
    parser.add_argument("--corpora", type=Path, default=CORPORA)
    parser.add_argument(
        "--tdoku", type=Path, help="tdoku's libtdoku_shared.so, to compare with lanes"
    )
    parser.add_argument(
        "--tdoku-generate", type=Path, help="tdoku's generate, to compare with ours"
    )
    parser.add_argument(
        "--plain", type=Path, default=PLAIN, help="the plain CP-SAT model of variants"
    )
    parser.add_argument(
        "--to-iss", type=Path, default=TO_ISS, help="writes lists of variants for ISS"
    )
    parser.add_argument(
        "--tdoku-example", type=Path, help="tdoku's example/solve.c, compiled, for million"
    )
    parser.add_argument("--lines", type=int, default=1_000_000, help="for million")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}; choose one of {', '.join(SECTIONS)}")
    for name in options.sections or SECTIONS:
        SECTIONS[name](options)


if __name__ == "__main__":
    main()
