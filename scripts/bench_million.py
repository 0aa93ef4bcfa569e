"""Times whole commands on many lines, beside tdoku's example program."""

from __future__ import annotations

import argparse
import ctypes
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
PR_SET_CHILD_SUBREAPER = 36  # of prctl: processes without a parent become our children


def bench_million(options: argparse.Namespace) -> None:
    """Time whole commands on a million lines in several forms, and tdoku's example, in turn."""
    import pyarrow  # late, for --help without the extra `data`
    from pyarrow import parquet

    puzzles = options.corpora / "17_clue.txt"
    source = puzzles if puzzles.exists() else ROOT / "data" / "hard.txt"
    given = [line[:81] for line in source.read_text().splitlines() if not line.startswith("#")]
    lines = list(islice(relabelled(given), options.lines))
    check = [str(Path(sys.executable).with_name("cpsudoku")), "check", "-q"]
    with tempfile.TemporaryDirectory() as folder:
        plain, table = Path(folder, "plain.txt"), Path(folder, "verdicts.csv")
        quoted, packed = Path(folder, "quoted.csv"), Path(folder, "plain.txt.gz")
        json_lines = Path(folder, "lines.jsonl")
        plain.write_text("\n".join(lines) + "\n")
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        quoted.write_text("puzzle\n" + "".join(f'"{line}"\n' for line in lines))
        json_lines.write_text("".join(f'{{"puzzle": "{line}"}}\n' for line in lines))
        columns, verdicts = Path(folder, "lines.parquet"), Path(folder, "verdicts.parquet")
        parquet.write_table(pyarrow.table({"puzzle": lines}), columns)
        commands: dict[str, list[str | Path]] = {
            "lines to a table": [*check, plain, "-o", table],
            "lines to a pipe": [*check, plain],
            "quoted CSV to a table": [*check, quoted, "-o", table],
            ".gz to a table": [*check, packed, "-o", table],
            "JSON lines to a table": [*check, json_lines, "-o", table],
            "Parquet to Parquet": [*check, columns, "-o", verdicts],
        }
        if options.tdoku_example is not None:
            commands = {"tdoku's example": [options.tdoku_example, "2"], **commands}
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                took[name].append(times_of(command, plain))
    print(f"\n{options.lines:,} lines, whole commands, seconds, median of {options.rounds} in turn")
    print(f"  {'':28}{'wall':>8}{'CPU':>8}{'CPU on two cores : first':>28}")
    first = statistics.median(cpu for _, cpu in next(iter(took.values())))
    for name, times in took.items():
        wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
        print(f"  {name:28}{wall:8.2f}{cpu:8.2f}{cpu / 2 / first:28.3f}")


def relabelled(lines: Sequence[str]) -> Iterator[str]:
    """The puzzles again and again, each time with other digits, so that no two lines are equal."""
    random = Random(1)
    for turn in count():
        digits = "".join(random.sample("123456789", 9)) if turn else "123456789"
        yield from (line.translate(str.maketrans("123456789", digits)) for line in lines)


def times_of(command: Sequence[str | Path], stdin: Path) -> tuple[float, float]:
    """The seconds that a command takes, and those of the processor in it and its children."""
    before, start = os.times(), time.perf_counter()
    with stdin.open("rb") as stream:
        done = subprocess.run(command, check=False, stdin=stream, stdout=subprocess.PIPE)
    if done.returncode > 1:
        sys.exit(f"{command[0]} ended with {done.returncode}")
    with suppress(ChildProcessError):
        while True:  # workers that outlived the command: only who waits for them knows their time
            os.wait()
    after = os.times()
    cpu = after.children_user + after.children_system
    return time.perf_counter() - start, cpu - before.children_user - before.children_system
