#!/usr/bin/env python3
"""Names the generated files of docs/ that are out of date: scripts/generated_pages.py."""

from __future__ import annotations

import sys

import commands
import rules
import techniques
from page_folder import out_of_date


def main() -> int:
    """The exit code: 1 if a file is missing, left over or not what would be written."""
    failed = 0
    for script in (commands, rules, techniques):
        old = out_of_date(script.FOLDER, script.pages())
        if old:
            names = f"scripts/{script.__name__}.py; out of date in docs/{script.FOLDER.name}/"
            print(f"run {names}: {', '.join(old)}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
