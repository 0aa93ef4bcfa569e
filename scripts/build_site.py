#!/usr/bin/env python3
"""Builds the site of docs/ in build/site/: scripts/build_site.py.

A warning, a picture that is missing, or a public name that the reference lacks, is an error.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cpsudoku

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
PICTURE = re.compile(r"(?:!\[[^\]]*\]\(|<img src=\")([^)\"\s]+)")


def main() -> int:
    """The exit code."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    plain = os.environ | {"NO_COLOR": "1"}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
        return done.returncode
    problems = [*missing_pictures(ROOT / "docs"), *missing_names(SITE / "reference.html")]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


def missing_pictures(folder: Path) -> Iterator[str]:
    """The pictures of pages that do not exist. Zensical looks only at links to pages."""
    for page in sorted(folder.rglob("*.md")):
        for name in PICTURE.findall(page.read_text(encoding="utf-8")):
            if not (page.parent / name).exists():
                yield f"{page.relative_to(ROOT)}: there is no {name}"


def missing_names(reference: Path) -> Iterator[str]:
    """The public names that the API reference does not describe."""
    text = reference.read_text(encoding="utf-8")
    for name in cpsudoku.__all__:
        if not name.startswith("_") and f'id="cpsudoku.{name}"' not in text:
            yield f"docs/reference.md lacks {name}"


if __name__ == "__main__":
    sys.exit(main())
