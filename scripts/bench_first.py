"""Measures the first run of each command on a machine: nothing is compiled yet."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDER = "..5.4..1...8.32.7..4....3.936.....54........1.1965...3...72......4.9............."
SEVERAL = "1....4....3....2"
COMMANDS = {
    "solve": ["solve", EASY],
    "check": ["check", EASY],
    "diagnose": ["diagnose", SEVERAL],
    "hint": ["hint", EASY],
    "explain": ["explain", EASY],
    "rate, easy": ["rate", EASY],
    "rate, harder": ["rate", HARDER],
    "generate one": ["generate", "--seed", "1"],
    "generate --difficulty hard": ["generate", "--difficulty", "hard", "--seed", "1"],
}


def bench_first(options: argparse.Namespace) -> None:
    """Compare each command with an empty cache of machine code and with a full one, in turn."""
    print("\nThe first run on a machine: CPU seconds, median, with an empty and with a full cache")
    with tempfile.TemporaryDirectory() as warm:
        _seconds(["compile", "-q"], warm)
        for name, arguments in COMMANDS.items():
            cold_runs, warm_runs = [], []
            for _ in range(max(1, options.rounds // 2)):
                with tempfile.TemporaryDirectory() as empty:
                    cold_runs.append(_seconds(arguments, empty))
                warm_runs.append(_seconds(arguments, warm))
            first, later = statistics.median(cold_runs), statistics.median(warm_runs)
            print(f"  {name:28}{first:8.2f}{later:8.2f}{first / later:8.2f} x")
    with tempfile.TemporaryDirectory() as empty:
        print(f"  {'compile everything':28}{_seconds(['compile', '-q'], empty):8.2f}")


def _seconds(arguments: Sequence[str], cache: str) -> float:
    """The CPU time of a command and of its processes."""
    command = [str(Path(sys.executable).with_name("cpsudoku")), *arguments]
    before = _spent()
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    subprocess.run(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,  # a puzzle with several solutions ends with 1
    )
    return _spent() - before


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
