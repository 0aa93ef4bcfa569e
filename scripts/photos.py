#!/usr/bin/env python3
"""Measures how well photos are read: scripts/photos.py FOLDER... [--weights FILE] [--only TEXT].

Each photo NAME.jpg has its digits beside it: NAME.dat, in which nine rows of nine numbers follow
two lines of text, with 0 for an empty cell. Prints each photo that is not read exactly right, and
then how many were exactly right, doubtful, silently wrong (another puzzle without a doubt) and not
found, with the seconds of this process for each photo and its memory.
"""

from __future__ import annotations

import argparse
import re
import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.photos import network
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.reading import read_entries

IMAGES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".pdf")


def labelled(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Each photo of a folder with its digits."""
    for photo in sorted(each for each in folder.iterdir() if each.suffix in IMAGES):
        label = photo.with_suffix(".dat")
        if label.exists():
            rows = label.read_text().splitlines()[2:11]
            yield photo, bytes(int(number) for row in rows for number in re.findall(r"\d+", row))


def outcome(photo: Path, digits: bytes) -> tuple[str, str]:
    """How a photo was read, and what to print about it."""
    entries = list(read_entries([photo]))
    puzzles = [each for each in entries if isinstance(each, Puzzle)]
    if not puzzles:
        return "not found", "; ".join(
            each.problem for each in entries if isinstance(each, InputError)
        )
    same = [each for each in puzzles if each.givens.cells == digits]
    chosen = (same or puzzles)[0]
    wrong = ", ".join(
        f"r{cell // 9 + 1}c{cell % 9 + 1} {expected} read as {found}"
        for cell, (expected, found) in enumerate(zip(digits, chosen.givens.cells, strict=False))
        if expected != found
    )
    said = f"{wrong or 'all digits right'}; {', '.join(chosen.uninterpreted)}"
    if chosen.uninterpreted:
        return "doubtful", said
    return ("right", "") if same else ("silently wrong", said)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--weights", type=Path, help="other weights of the network")
    parser.add_argument("--only", help="a file with the names of the photos to read, one per line")
    options = parser.parse_args()
    if options.weights is not None:
        network.WEIGHTS = options.weights
    only = set(Path(options.only).read_text().split()) if options.only else None
    counts, seconds = Counter[str](), list[float]()
    for folder in options.folders:
        for photo, digits in labelled(folder):
            if only is not None and photo.stem not in only:
                continue
            start = time.process_time()
            result, said = outcome(photo, digits)
            seconds.append(time.process_time() - start)
            counts[result] += 1
            if result != "right":
                print(f"{photo.name}: {result}: {said}", flush=True)
    total = counts.total()
    for name, count in counts.most_common():
        print(f"{name:15}{count:5} of {total}: {count / total:.1%}")
    print(f"seconds each: median {np.median(seconds):.2f}, most {max(seconds):.2f}", end="")
    print(f"; memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
