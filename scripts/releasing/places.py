"""Places without anything of ours: an empty environment, and a program in a single file."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from releasing.archives import ROOT

START = "cpsudoku.cli.start:main"


def installed(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel and every extra of users. Its folder of programs."""
    _run([sys.executable, "-m", "venv", str(folder)])
    programs = folder / "bin"
    _install(programs / "python", f"{wheel}[all]")
    return programs


def single_file(wheel: Path, file: Path) -> Path:
    """A program of one file that needs nothing but Python. It unpacks itself at the first start.

    It holds machine code, so it is for this system and this version of Python.
    """
    shiv = [sys.executable, "-m", "shiv.cli", "--compressed", "--reproducible"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    _run([*shiv, "-e", START, "-o", str(file), f"{wheel}[all]", *constraints, "--quiet"])
    return file


def seconds_to_start(command: list[str], times: int) -> list[float]:
    """How long ``--version`` takes, each time, in seconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        _run([*command, "--version"])
        taken.append(time.perf_counter() - start)
    return taken


def _install(python: Path, *requirements: str) -> None:
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "--constraint", str(ROOT / "constraints.txt"), *requirements])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
