#!/usr/bin/env python3
"""Measures how well photos are read: scripts/photos.py FOLDER... [--weights FILE] [--quarter N].

scripts/digits/labelling.py says how the printed digits are given. Prints each photo that is not
read exactly right, and then how many were exactly right, doubtful, silently wrong (another puzzle
without a doubt) and not found, with the seconds of this process for each photo and its memory.
``--quarter 0`` reads the puzzles that scripts/train_digits.py leaves out with ``--without 0``.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from pathlib import Path

import numpy as np
from digits.labelling import QUARTERS, known_photos

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.photos import network
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.reading import read_entries

SLOWEST = 5  # photos that are named


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
    parser.add_argument("--quarter", type=int, choices=range(QUARTERS), help="of the puzzles")
    options = parser.parse_args()
    if options.weights is not None:
        network.WEIGHTS = options.weights
    counts, seconds = Counter[str](), dict[str, float]()
    for folder in options.folders:
        for each in known_photos(folder):
            if options.quarter not in (None, each.quarter):
                continue
            start = time.process_time()
            result, said = outcome(each.photo, each.givens)
            seconds[each.photo.name] = time.process_time() - start
            counts[result] += 1
            if result != "right":
                print(f"{each.photo.name}: {result}: {said}", flush=True)
    total = counts.total()
    for name, count in counts.most_common():
        print(f"{name:15}{count:5} of {total}: {count / total:.1%}")
    slowest = sorted(seconds, key=lambda name: -seconds[name])[:SLOWEST]
    print(f"seconds each: median {np.median(list(seconds.values())):.2f}, most ", end="")
    print(", ".join(f"{seconds[name]:.2f} ({name})" for name in slowest), end="")
    print(f"; memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
