"""Places without anything of ours: an empty environment, and a program in a single file."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from releasing.archives import ROOT
from releasing.running import run

START = "cpsudoku.cli.start:main"
CONSTRAINTS = ("--constraint", str(ROOT / "constraints.txt"))


def installed(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel and every extra of users. Its folder of programs."""
    run([sys.executable, "-m", "venv", str(folder)])
    programs = folder / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", *CONSTRAINTS]
    run([*pip, "--disable-pip-version-check", f"{wheel}[all]"])
    return programs


def single_file(wheel: Path, file: Path) -> Path:
    """A program of one file that needs nothing but Python. It unpacks itself at the first start.

    It holds machine code, so it is for this system and this version of Python.
    """
    shiv = [sys.executable, "-m", "shiv.cli", "--compressed", "--reproducible"]
    run([*shiv, "-e", START, "-o", str(file), f"{wheel}[all]", *CONSTRAINTS, "--quiet"])
    return file


def seconds_to_start(command: list[str], times: int) -> list[float]:
    """How long ``--version`` takes, each time, in seconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run([*command, "--version"])
        taken.append(time.perf_counter() - start)
    return taken
