#!/usr/bin/env python3
"""Measures how many variant puzzles the techniques solve: scripts/shares.py FILE.jsonl... [-n N].

The files are those of scripts/variants.py. The table shows for each file how many puzzles the
techniques solve to the end without trials and forcing chains, how many of them need which level,
and the seconds per puzzle. No step uses the solution; it only checks them. ``-n`` takes N random
puzzles of each file. ``--stuck`` names the puzzles that are not solved, with their empty cells.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path
from time import process_time

from variants import Case, cases

from cpsudoku.core.candidates import Candidates
from cpsudoku.techniques import LEVELS, ROWS
from cpsudoku.techniques.walk import check_sound, turns, walk


def left_after(case: Case) -> tuple[int, str]:
    """The empty cells that are left, and the hardest level that was used."""
    names = [
        name
        for name in turns(case.puzzle, "human")
        if ROWS[name].level != LEVELS[-1] and "forcing_chain" not in ROWS[name].module
    ]
    candidates, hardest = Candidates.of(case.puzzle), 0
    for before, step in walk(candidates, names):
        check_sound(step, before, case.solution)
        hardest = max(hardest, LEVELS.index(ROWS[step.technique].level))
        candidates = step.apply(before)
    return candidates.cells.count(0), LEVELS[hardest]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description="Measures how many variant puzzles the techniques solve."
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-n", type=int, help="take N random puzzles of each file")
    parser.add_argument("--stuck", action="store_true", help="name the puzzles that are not solved")
    chosen = parser.parse_args()
    print(f"{'file':18} {'puzzles':>7} {'solved':>7} {'share':>7}  levels of the solved, s/puzzle")
    for file in chosen.files:
        every = [case for case in cases(file) if isinstance(case, Case)]
        if chosen.n is not None and chosen.n < len(every):
            every = random.Random(1).sample(every, chosen.n)
        begin, levels, stuck = process_time(), Counter[str](), []
        for case in every:
            empty, level = left_after(case)
            if empty:
                stuck.append(f"{case.name} ({empty})")
            else:
                levels[level] += 1
        solved, seconds = sum(levels.values()), (process_time() - begin) / max(1, len(every))
        said = " ".join(f"{level} {levels[level]}" for level in LEVELS if levels[level])
        share = 100 * solved / max(1, len(every))
        print(
            f"{file.stem:18} {len(every):7} {solved:7} {share:6.1f}%  {said}, {seconds:.2f}",
            flush=True,
        )
        if chosen.stuck and stuck:
            print(f"  stuck: {', '.join(stuck)}")


if __name__ == "__main__":
    main()
