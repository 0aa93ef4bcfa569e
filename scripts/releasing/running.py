"""Runs the programs of a release."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence


def run(command: Sequence[str], variables: Mapping[str, str] | None = None) -> None:
    """Run a program. If it fails, end with what it printed."""
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
