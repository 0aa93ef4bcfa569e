"""Compares the bulk kernel `lanes` with another solver on a very large number of puzzles.

`lanes` counts the solutions of each puzzle (none, one or several). The other solver does the same:
tdoku if you name its library, or else a plain compiled backtracker. Code that no solver uses
verifies every solution of `lanes`, so if both count one solution, it is the same one. The engines
`cpsat` and `backtrack` also judge a few puzzles of each chunk.

The puzzles depend only on --seed, --chunk and --hard. The state is saved after each chunk, and the
same command continues where it stopped. Exit code: 0, or 1 if two solvers disagreed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from soaking.rivals import UNDECIDED, Rival, plain, tdoku
from soaking.sources import ROOT, SHARES, Grids, chunk

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.engines.lanes import search_two
from cpsudoku.solving import settle

NINE = Board.of_size(9)
HOUSES = np.array([house.cells for house in NINE.houses])
CHUNK = 100_000
CLUES = (*(f"{least} to {least + 8}" for least in range(0, 81, 9)), "81")
WORDS = ("none", "unique", "multiple")
SAMPLE_SECONDS = 1.0  # for each engine and sampled puzzle


@dataclass
class Tally:
    """The counts so far; ``disagreements`` are sentences, each with its puzzle."""

    puzzles: int = 0
    undecided: int = 0
    sampled: int = 0
    sampled_undecided: int = 0
    words: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    clues: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the counts of a chunk."""
        self.puzzles += other.puzzles
        self.undecided += other.undecided
        self.sampled += other.sampled
        self.sampled_undecided += other.sampled_undecided
        self.words += other.words
        self.sources += other.sources
        self.clues += other.clues
        self.disagreements += other.disagreements


@dataclass(frozen=True)
class Soak:
    """The settings of a comparison.

    ``size`` is the size of a chunk, and ``library`` the library of tdoku. ``sample`` is the number
    of puzzles per chunk for the slow engines. ``hard`` are files of hard puzzles, in addition to
    those in ``data/``.
    """

    seed: int = 1
    size: int = CHUNK
    library: str | None = None
    sample: int = 2
    hard: tuple[str, ...] = ()


def compared(soak: Soak, number: int, rival: Rival) -> Tally:
    """The counts of one chunk."""
    puzzles, origin = chunk(soak.seed, number, soak.size, soak.hard)
    counts, solutions, exhausted = search_two(puzzles)
    theirs = rival(puzzles)
    tally = Tally(len(puzzles), int((theirs == UNDECIDED).sum()))
    tally.words = _counted(counts, WORDS)
    tally.sources = _counted(origin, [share.name for share in SHARES])
    clues = np.count_nonzero(puzzles, axis=1)
    tally.clues = _counted(clues // 9, CLUES)
    wrong = (theirs != UNDECIDED) & (theirs != counts)
    for row in np.flatnonzero(wrong):
        said = f"lanes counts {counts[row]}, the other solver {theirs[row]}"
        tally.disagreements.append(f"{said}: {line_of(puzzles[row])}")
    for row in np.flatnonzero(~sound(puzzles, counts, solutions) | (~exhausted & (counts < 2))):
        tally.disagreements.append(f"lanes returned a wrong solution: {line_of(puzzles[row])}")
    _judge_sample(soak, number, puzzles, counts, tally)
    return tally


def _counted(numbers: npt.NDArray[Any], names: Sequence[str]) -> Counter[str]:
    """The frequency of each name. ``numbers`` are indices of names."""
    counts = np.bincount(numbers, minlength=len(names)).tolist()
    return Counter(dict(zip(names, counts, strict=True)))


def sound(puzzles: Grids, counts: Grids, solutions: Grids) -> npt.NDArray[np.bool_]:
    """Whether each puzzle has as many different solutions as counted, all of them right."""
    ok = np.ones(len(puzzles), np.bool_)
    for at in range(2):
        rows = np.flatnonzero(counts > at)
        found = solutions[rows, at]
        bits = np.left_shift(1, found, dtype=np.uint16)
        whole = (np.bitwise_or.reduce(bits[:, HOUSES], axis=2) == 0b1111111110).all(axis=1)
        kept = ((puzzles[rows] == 0) | (puzzles[rows] == found)).all(axis=1)
        ok[rows] &= whole & kept
    rows = np.flatnonzero(counts > 1)
    ok[rows] &= (solutions[rows, 0] != solutions[rows, 1]).any(axis=1)
    return ok


def _judge_sample(soak: Soak, number: int, puzzles: Grids, counts: Grids, tally: Tally) -> None:
    """Judge a few puzzles of the chunk with the engines that are not compiled."""
    random = np.random.default_rng([soak.seed, number, 1])
    for row in random.choice(len(puzzles), soak.sample, replace=False):
        puzzle = Puzzle(Grid(puzzles[row].tobytes(), NINE))
        for engine in ("cpsat", "backtrack"):
            status = settle(puzzle, engine, limit=Limit(seconds=SAMPLE_SECONDS)).status
            tally.sampled += 1
            if status is Status.UNKNOWN:
                tally.sampled_undecided += 1
            elif str(status) != WORDS[counts[row]]:
                said = f"lanes finds {WORDS[counts[row]]}, {engine} finds {status}"
                tally.disagreements.append(f"{said}: {line_of(puzzles[row])}")


def line_of(cells: Grids) -> str:
    """The puzzle as a line of text."""
    return Grid(cells.tobytes(), NINE).line


_rival: Rival = plain


def _begin(soak: Soak, niceness: int) -> None:
    """Prepare a worker: its rival, and its priority."""
    global _rival
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    _rival = tdoku(Path(soak.library)) if soak.library is not None else plain


def _work(soak: Soak, number: int) -> Tally:
    return compared(soak, number, _rival)


def tallies(soak: Soak, first: int, end: int, jobs: int, niceness: int) -> Iterator[Tally]:
    """The counts of each chunk, in order."""
    context = multiprocessing.get_context("spawn")
    waiting: list[Future[Tally]] = []
    with ProcessPoolExecutor(jobs, context, _begin, (soak, niceness)) as pool:
        try:
            for number in range(first, end):
                waiting.append(pool.submit(_work, soak, number))
                if len(waiting) > 2 * jobs:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass
class State:
    """The progress of a soak, saved in a file."""

    soak: Soak
    chunks: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    @staticmethod
    def of(path: Path, soak: Soak) -> State:
        """The state in a file, or a new one; exits if the file belongs to another soak."""
        if not path.exists():
            return State(soak)
        data = json.loads(path.read_text())
        if vars(soak) != data["soak"] | {"hard": tuple(data["soak"]["hard"])}:
            sys.exit(f"soak: {path} was made with {data['soak']}; name another file with --state")
        tally = Tally(**data["tally"])
        for name in ("words", "sources", "clues"):
            setattr(tally, name, Counter(getattr(tally, name)))
        return State(soak, data["chunks"], data["seconds"], tally)

    def save(self, path: Path) -> None:
        """Write the file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        data = vars(self) | {"soak": vars(self.soak), "tally": vars(self.tally)}
        beside.write_text(json.dumps(data, indent=1))
        beside.replace(path)

    def print(self) -> None:
        """Print the result so far."""
        tally, rival = self.tally, "tdoku" if self.soak.library else "the plain search"
        rate = tally.puzzles / self.seconds if self.seconds else 0
        print(f"{tally.puzzles:,} puzzles compared with {rival} in {self.seconds:,.0f} s", end="")
        print(f" ({rate:,.0f} per second), seed {self.soak.seed}")
        for title, counter in (("verdicts", tally.words), ("clues", tally.clues)):
            items = ", ".join(f"{name}: {count:,}" for name, count in counter.items())
            print(f"  {title:10}{items}")
        for name, count in tally.sources.items():
            print(f"  {count:14,} {name}")
        print(f"  {tally.undecided:14,} left undecided by {rival}")
        print(f"  {tally.sampled:14,} judged by cpsat or backtrack", end="")
        print(f" ({tally.sampled_undecided:,} of them undecided)")
        print(f"  {len(tally.disagreements):14,} disagreements")
        for text in tally.disagreements[:20]:
            print(f"    {text}")


def run(state: State, options: argparse.Namespace) -> None:
    """Compare until the puzzles or the minutes are used up, or until Ctrl-C."""
    end = -(-options.puzzles // state.soak.size)
    before, start = state.seconds, time.monotonic()
    results = tallies(state.soak, state.chunks, end, options.jobs, options.nice)
    for number in (signal.SIGINT, signal.SIGTERM):  # background jobs of a shell ignore the first
        signal.signal(number, signal.default_int_handler)
    try:
        for tally in results:
            state.tally.add(tally)
            state.chunks += 1
            state.seconds = before + time.monotonic() - start
            state.save(options.state)
            if sys.stderr.isatty():
                print(f"\r{state.tally.puzzles:,} puzzles", end="", file=sys.stderr, flush=True)
            if options.minutes is not None and time.monotonic() - start > 60 * options.minutes:
                break
    except KeyboardInterrupt:
        print("stopped; the same command continues", file=sys.stderr)
    finally:
        results.close()  # type: ignore[attr-defined]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--puzzles", type=int, default=100_000_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tdoku", type=Path, help="tdoku's libtdoku_shared.so")
    parser.add_argument("--hard", type=Path, nargs="+", default=[], help="lists of hard puzzles")
    parser.add_argument("--minutes", type=float, help="stop after this many minutes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--nice", type=int, default=0, help="lower the priority (19: lowest)")
    parser.add_argument("--state", type=Path, default=ROOT / "build" / "soak.json")
    parser.add_argument(
        "--sample", type=int, default=2, help="number of puzzles of a chunk for cpsat"
    )
    parser.add_argument("--chunk", type=int, default=CHUNK, help="puzzles at a time")
    options = parser.parse_args()
    library = str(options.tdoku.resolve(strict=True)) if options.tdoku else None
    hard = tuple(str(file.resolve(strict=True)) for file in options.hard)
    soak = Soak(options.seed, options.chunk, library, options.sample, hard)
    state = State.of(options.state, soak)
    run(state, options)
    state.print()
    sys.exit(1 if state.tally.disagreements else 0)


if __name__ == "__main__":
    main()
