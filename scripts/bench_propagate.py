"""Measures the engine of propagators beside Interactive-Sudoku-Solver (ISS), in one run.

ISS needs node, and a checkout of sigh/Interactive-Sudoku-Solver with ``iss_rate.mjs`` in its root.
Both programs read their own form of each list, one line per puzzle, and count to two.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench_variants import our_case
from variants import Case, cases

from cpsudoku import write
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, judge
from cpsudoku.engines.propagate.lowering import lowered
from cpsudoku.engines.propagate.searching import Search, compile_search
from cpsudoku.formats.tables.json import data_of
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.solving import read

SETS = (
    *("killer", "killer-krazydad", "jigsaw", "greater-than", "latin-diagonals", "consecutive"),
    *("kropki", "frame-sums", "multi"),
)


class Took(NamedTuple):
    """Milliseconds of each puzzle: the search alone, and all from the line to the verdict."""

    search: list[float]
    total: list[float]


def ours(file: Path, lines: Path) -> tuple[Took, int]:
    """Our times for a list, and the number of wrong verdicts."""
    known = [case for case in cases(file) if isinstance(case, Case)]
    text = "".join(f"{json.dumps(data_of(Result(case.puzzle)))}\n" for case in known)
    lines.write_text(text, encoding="utf-8")
    our_case(json.loads(file.read_text(encoding="utf-8").splitlines()[0]))  # forget all boards
    took, wrong = Took([], []), 0
    puzzles = iter(read(lines))
    for case in known:
        start = time.perf_counter()
        puzzle = next(puzzles)
        assert isinstance(puzzle, Puzzle)
        search = Search(puzzle, lowered(puzzle))
        middle = time.perf_counter()
        found = search.run(2)
        end = time.perf_counter()
        assert found is not None
        verdict = judge(puzzle, found, "propagate")
        took.total.append((time.perf_counter() - start) * 1000)
        took.search.append((end - middle) * 1000)
        wrong += not case.is_right(verdict)
    return took, wrong


def theirs(file: Path, to_iss: Path, checkout: Path, folder: Path) -> Took | None:
    """The times of ISS for a list, or None if it does not accept it."""
    text = subprocess.run(
        [sys.executable, to_iss, file], capture_output=True, text=True, check=False
    ).stdout
    text = text if text.strip() else "".join(written(file))
    if not text:
        return None
    strings, out = folder / "in.jsonl", folder / "out.jsonl"
    strings.write_text(text, encoding="utf-8")
    command = ["node", "iss_rate.mjs", str(strings), str(out)]
    subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.DEVNULL)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    search = [row["search_ms"] for row in rows]
    return Took(search, [row["setup_ms"] + row["search_ms"] for row in rows])


def written(file: Path) -> Iterator[str]:
    """The puzzles as our own writer puts them, which knows rules that ``to_iss`` does not."""
    for case in cases(file):
        with suppress(Unsupported):
            assert isinstance(case, Case)
            string = write(case.puzzle, format="iss").text.splitlines()[-1]
            yield json.dumps({"id": case.name, "set": file.stem, "iss": string}) + "\n"


def two(took: Sequence[float]) -> tuple[float, float]:
    """Median and p90."""
    ordered = sorted(took)
    return statistics.median(ordered), ordered[len(ordered) * 9 // 10]


def row(name: str, we: Took, they: Took | None, wrong: int) -> str:
    """A row of the table."""
    text = f"  {name:16}{len(we.total):6}{wrong:6}"
    for mine, other in zip(we, they or (None, None), strict=True):
        text += "  |" + "".join(f"{ms:8.3f}" for ms in two(mine))
        if other is not None:
            shares = [a / b for a, b in zip(two(mine), two(other), strict=True)]
            text += "".join(f"{ms:8.3f}" for ms in two(other))
            text += "".join(f"{share:6.2f}" for share in shares)
    return text


def bench_propagate(options: argparse.Namespace) -> None:
    """Compare both on every list of variants, search alone and total."""
    compile_search()
    part = f"{'ours':>8}{'p90':>8}{'ISS':>8}{'p90':>8}{'shares':>12}"
    print("\nPropagators and ISS, ms per puzzle (median, p90), one core: search | total")
    print(f"  {'':16}{'':6}{'wrong':>6}  |{part}  |{part}")
    for name in SETS:
        file = options.corpora / "variants" / f"{name}.jsonl"
        with tempfile.TemporaryDirectory() as folder:
            they = theirs(file, options.to_iss, options.iss, Path(folder)) if options.iss else None
            ours(file, Path(folder) / "warm.jsonl")
            we, wrong = ours(file, Path(folder) / "ours.jsonl")
        print(row(name, we, they, wrong), flush=True)
