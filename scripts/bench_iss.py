"""Measures cpsudoku and Interactive-Sudoku-Solver (ISS) on the same collected puzzles, in one run.

It needs node, and a checkout of ISS with ``iss_rate.mjs`` in its root.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench_variants import clocked, three
from variants import Case, case_of

import cpsudoku
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.errors import InputError, UnknownName, Unsupported
from cpsudoku.solving import settle
from cpsudoku.solving.fastest import for_many

Data = dict[str, Any]
SECONDS = 30.0
COLLECTED = "variants_half.jsonl"


def bench_iss(options: argparse.Namespace) -> None:
    """Compare both on the collected variants: reading excepted, all until the proof."""
    file = options.corpora / COLLECTED
    if options.iss is None or not file.exists():
        print(f"\nISS: left out; --iss names its checkout, and --corpora has {COLLECTED}")
        return
    rows = list(both_read(file))
    theirs = iss_times(options.iss, rows)
    for case, _, _ in rows[:20]:
        settle(case.puzzle, for_many(), limit=Limit(SECONDS))
    ours, wrong = our_times([case for case, _, _ in rows])
    print(f"\n{file.stem}, ms per puzzle until the proof, warm, limit {SECONDS:g} s")
    print(f"  {'':14}{'puzzles':>8}{'median':>9}{'p90':>9}{'time-outs':>10}")
    for name, times in (("ISS", theirs), ("cpsudoku", ours)):
        median, p90, _ = three(times)
        late = sum(ms >= SECONDS * 1000 for ms in times)
        print(f"  {name:14}{len(times):8}{median:9.2f}{p90:9.1f}{late:10}")
    (median, p90, _), (their_median, their_p90, _) = three(ours), three(theirs)
    print(f"  {'ratio':14}{'':8}{median / their_median:9.2f}{p90 / their_p90:9.2f}")
    print("\n".join(f"  {each}" for each in wrong) or "  no verdict or solution is wrong")


def both_read(file: Path) -> Iterator[tuple[Case, str, bool]]:
    """The puzzles that both express, as cases and strings, and whether ISS runs out of time."""
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        try:
            case = case_of(data)
            written = cpsudoku.write(case.puzzle, format="iss").text
        except (InputError, UnknownName, Unsupported):
            continue
        string = data["iss_string"] or written.splitlines()[-1]
        yield case, string, data["iss_status"] == "timeout"


def iss_times(checkout: Path, rows: list[tuple[Case, str, bool]]) -> list[float]:
    """The milliseconds of ISS. The puzzles that are known to take 30 s are not run again."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        lines = [
            json.dumps({"id": number, "set": "all", "iss": string})
            for number, (_, string, is_late) in enumerate(rows)
            if not is_late
        ]
        source.write_text("\n".join(lines))
        command = ["node", "iss_rate.mjs", str(source), str(target)]
        subprocess.run(command, cwd=checkout, check=True, capture_output=True)
        done = map(json.loads, target.read_text().splitlines())
        times = [each["setup_ms"] + each["search_ms"] for each in done]
    return [min(ms, SECONDS * 1000) for ms in times] + [SECONDS * 1000] * (len(rows) - len(times))


def our_times(cases: list[Case]) -> tuple[list[float], list[str]]:
    """Our milliseconds, and the wrong answers; an undecided puzzle takes all the time.

    The engine is that of many puzzles: propagators, and CP-SAT beside them for what takes long.
    """
    times, wrong = [], []
    engine = for_many()
    for case in cases:
        took, verdict = clocked(partial(settle, case.puzzle, engine, limit=Limit(SECONDS)))
        times.append(SECONDS * 1000 if verdict.word == "unknown" else min(took, SECONDS * 1000))
        if verdict.word != "unknown" and not case.is_right(verdict):
            wrong.append(f"{case.name}: {verdict.word}, not {case.status}")
    return times, wrong
