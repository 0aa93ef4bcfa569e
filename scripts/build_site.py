#!/usr/bin/env python3
"""Builds the site of docs/ in a temporary folder: scripts/build_site.py.

A warning, or a public name that its reference lacks, is an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cpsudoku

ROOT = Path(__file__).parents[1]


def main() -> int:
    """The exit code."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", folder]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=False
        )
        if done.returncode:
            return done.returncode
        reference = Path(folder, "reference.html").read_text(encoding="utf-8")
    names = [name for name in cpsudoku.__all__ if not name.startswith("_")]
    missing = [name for name in names if f'id="cpsudoku.{name}"' not in reference]
    if missing:
        print(f"docs/reference.md lacks {', '.join(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
