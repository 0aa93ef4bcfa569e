#!/usr/bin/env python3
"""Names the files of docs/techniques/ that are out of date: scripts/technique_pages.py."""

from __future__ import annotations

import sys

from techniques import FOLDER, pages


def main() -> int:
    """The exit code: 1 if a file is missing, left over or not what would be written."""
    wanted = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    old = sorted(name for name in wanted | there if wanted.get(name) != there.get(name))
    if old:
        print(f"run scripts/techniques.py; out of date in docs/techniques/: {', '.join(old)}")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
