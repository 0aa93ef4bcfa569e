#!/usr/bin/env python3
"""Runs tests with the lowest versions of the packages: scripts/lowest.py [PYTEST-ARGUMENT...].

The environment is made in build/lowest/: of each package that pyproject.toml names for users, the
first release that it allows. By default the tests of files, commands and engines run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "lowest"
LEFT_OUT = {"all", "build", "docs", "ray", "release", "test"}  # extras that are not for users
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "httpx", "babel")
TESTS = (
    *("engines", "tables", "bulk_text", "opendocument", "spreadsheets_new", "photo_drawings"),
    *("pictures", "rules_command", "assistant", "play"),
)
REQUIREMENT = re.compile(r"([\w-]+)>=([\d.]+)")


def requirements(project: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The packages for users, with the lowest versions that are allowed."""
    extras = project["optional-dependencies"]
    listed = [extras[name] for name in extras if name not in LEFT_OUT]
    for each in (each for names in (project["dependencies"], *listed) for each in names):
        found = REQUIREMENT.match(each)
        if found:
            yield found[1], found[2]


def first_release(python: Path, name: str, lowest: str) -> str:
    """The first release of a package that is not older than a version."""
    command = [str(python), "-m", "pip", "index", "versions", name]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    every = listed.partition("Available versions: ")[2].partition("\n")[0]
    versions = [each for each in every.split(", ") if re.fullmatch(r"[\d.]+", each)]
    return min((each for each in versions if _parts(each) >= _parts(lowest)), key=_parts)


def _parts(version: str) -> list[int]:
    """``[2, 0, 0]`` for 2.0: versions are compared by their numbers, and 2.0 is 2.0.0."""
    parts = list(map(int, version.split(".")))
    return parts + [0] * (4 - len(parts))


def main() -> int:
    """Make the environment, and return the exit code of the tests."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    venv.create(FOLDER, with_pip=True, clear=True)
    python = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    chosen = [f"{name}=={first_release(python, name, low)}" for name, low in requirements(project)]
    print(*chosen, sep="\n", flush=True)
    subprocess.run([python, "-m", "pip", "install", "-q", *chosen, *TOOLS], check=True)
    tests = sys.argv[1:] or [f"tests/test_{name}.py" for name in TESTS]
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-n", "2", *tests],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
