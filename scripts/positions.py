#!/usr/bin/env python3
"""Looks for positions that show techniques: scripts/positions.py [NAME...], see --help.

Makes random minimal puzzles and solves them like a person. Prints an example for each technique (by
default for those that have none), in the format of examples.txt: of the positions without a single
in which the technique finds a step, the least cluttered one. With --easiest no easier technique
finds a step there; the easy examples are such positions where there are any.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import count

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import as_puzzle, settle
from cpsudoku.techniques import ORDERS, TABLE, TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.hodoku_notation import position_line
from cpsudoku.techniques.walk import next_step, walk

NINE = Board.of_size(9)
SINGLES = {"full-house", "hidden-single", "naked-single"}
CHAINS = {name for name, row in TABLE.items() if "forcing_chain:" in row.where}


def minimal_puzzle(seed: int) -> tuple[Puzzle, Grid]:
    """A random puzzle in which every given is needed, and its solution."""
    chance = random.Random(seed)
    solution = _solution(chance)
    cells = bytearray(solution.cells)
    for cell in chance.sample(range(81), 81):
        kept, cells[cell] = cells[cell], 0
        if not settle(Puzzle(Grid(bytes(cells), NINE)), "lanes").is_unique:
            cells[cell] = kept
    return Puzzle(Grid(bytes(cells), NINE)), solution


def given(text: str) -> tuple[Puzzle, Grid]:
    """A puzzle and its solution."""
    verdict = settle(as_puzzle(text))
    assert verdict.solution is not None
    return verdict.puzzle, verdict.solution


def _solution(chance: random.Random) -> Grid:
    """A random solution: the first one found from three random boxes on the diagonal."""
    cells = bytearray(81)
    for box in (0, 4, 8):
        digits = chance.sample(range(1, 10), 9)
        for cell, digit in zip(NINE.houses[18 + box].cells, digits, strict=True):
            cells[cell] = digit
    found = settle(Puzzle(Grid(bytes(cells), NINE)), "lanes", want=1).solution
    assert found is not None
    return found


def uses(puzzle: Puzzle, solution: Grid, wanted: set[str]) -> Iterator[tuple[Candidates, Step]]:
    """The first step of each wanted technique, in each position of a puzzle without a single.

    Forcing chains are tried only if nothing easier is left. Otherwise they show the obvious.
    """
    if wanted & CHAINS:
        for candidates, step in walk(Candidates.of(puzzle), ORDERS["se121"], solution):
            if step.technique in wanted & CHAINS:
                yield candidates, step
    if not wanted - CHAINS:
        return
    for candidates, following in walk(Candidates.of(puzzle), ORDERS["human"], solution):
        if following.technique in SINGLES:
            continue
        for name in sorted(wanted - CHAINS):
            step = next(TECHNIQUES[name].find(candidates), None)
            if step is not None:
                yield candidates, step


def easiest_uses(
    puzzle: Puzzle, solution: Grid, wanted: set[str], chance: random.Random
) -> Iterator[tuple[Candidates, Step]]:
    """The steps of wanted techniques where no easier technique finds one.

    For each of them, the puzzle is solved with the techniques up to it. Where these are stuck, one
    random wrong candidate is removed, as a harder step would.
    """
    for name in sorted(wanted):
        order = ORDERS["human"][: ORDERS["human"].index(name) + 1]
        candidates = Candidates.of(puzzle)
        while not candidates.is_solved:
            step = next_step(candidates, order, solution)
            if step is None:
                candidates = candidates.without([_wrong(candidates, solution, chance)])
                continue
            if step.technique == name:
                yield candidates, step
            candidates = step.apply(candidates)


def _wrong(candidates: Candidates, solution: Grid, chance: random.Random) -> Candidate:
    """A random candidate that is not in the solution."""
    every = candidates.among(candidates.empty, 0x1FF)
    return chance.choice([(cell, digit) for cell, digit in every if solution[cell] != digit])


def clutter(candidates: Candidates, step: Step) -> tuple[int, int]:
    """A measure of clutter: links and marked candidates of the step, then all candidates."""
    marked = sum(len(role.candidates) for role in step.roles) + len(step.links)
    return marked // 4, sum(marks.bit_count() for marks in candidates.marks)


def entry(candidates: Candidates, step: Step, source: str) -> str:
    """The three lines of examples.txt."""
    fields = position_line(candidates).split(":")
    fields[1] = step.technique
    fields[2] = "".join(map(str, step.digits))
    fields[5], fields[6] = _marks(step.eliminations), _marks(step.placements)
    text = TECHNIQUES[step.technique].explain(step, candidates)
    return f"{':'.join(fields)}\n{source}\n{text}\n"


def _marks(candidates: tuple[Candidate, ...]) -> str:
    return " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in candidates)


def main() -> None:
    """Print entries until every technique has one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--from", type=int, default=0, dest="seed", help="the first seed")
    puzzles = "how many puzzles to try; without --easiest, more until all techniques are found"
    parser.add_argument("--puzzles", type=int, default=40, help=puzzles)
    parser.add_argument("--of", metavar="PUZZLE", help="use this puzzle instead of random ones")
    parser.add_argument("--source", help="the source of that puzzle")
    easiest = "only positions in which no easier technique finds a step"
    parser.add_argument("--easiest", action="store_true", help=easiest)
    options = parser.parse_args()
    wanted = set(options.names or (name for name in TABLE if name not in examples()))
    if SINGLES & wanted:
        parser.error("the examples of singles are starts of puzzles")
    best: dict[str, tuple[tuple[int, int], str]] = {}
    for seed in count(options.seed):
        over = seed >= options.seed + (1 if options.of else options.puzzles)
        if over and (options.of or options.easiest or wanted <= set(best)):
            break
        puzzle, solution = given(options.of) if options.of else minimal_puzzle(seed)
        source = options.source or f"generated by cpsudoku, seed {seed}"
        if options.easiest:
            found = easiest_uses(puzzle, solution, wanted, random.Random(seed))
        else:
            found = uses(puzzle, solution, wanted)
        for candidates, step in found:
            weight = clutter(candidates, step)
            if step.technique not in best or weight < best[step.technique][0]:
                best[step.technique] = weight, entry(candidates, step, source)
    for name in TABLE:
        if name in best:
            print(best[name][1])


if __name__ == "__main__":
    main()
