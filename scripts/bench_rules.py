"""Measures the bulk kernel for rules that are houses, on puzzles that it makes first.

Each rule set has puzzles without a redundant given, which are the hardest kind, and puzzles with
half as many givens again.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.lanes.rule_set import RuleSet, rule_set
from cpsudoku.engines.propagate.lowering import lowered
from cpsudoku.engines.propagate.searching import Search
from cpsudoku.solving import settle_all

Grids = npt.NDArray[np.uint8]
COUNT = 2048
SOME = 64  # puzzles for the engine of propagators
DRAWN = 7  # one cell in so many gets a random digit before the search for a full grid
LAYOUT = "AABBBBCCC/AAABBBCDC/AAAABCCDC/EEFFBFCDD/EEEFFFDDD/EEGFHFFDD/GEGGHIIII/GEGHHHIII/GGGHHHHII"
SETS = {
    "jigsaw": (Board.jigsaw(LAYOUT), ""),
    "diagonals": (Board.boxes(3, 3), "diagonals"),
    "windows": (Board.boxes(3, 3), "windows"),
    "disjoint groups": (Board.boxes(3, 3), "disjoint-groups"),
    "anti-king": (Board.boxes(3, 3), "anti-king"),
    "anti-knight": (Board.boxes(3, 3), "anti-knight"),
    "9x9 without boxes": (Board.without_boxes(9), ""),
    "4x4": (Board.of_size(4), ""),
    "6x6": (Board.of_size(6), ""),
    "8x8": (Board.of_size(8), ""),
    "16x16": (Board.of_size(16), ""),
}


class Made(NamedTuple):
    """A rule set with full grids, and puzzles of two kinds."""

    board: Board
    constraints: tuple[Constraint, ...]
    rules: RuleSet
    full: Grids
    puzzles: dict[str, Grids]


def made(board: Board, rule: str, rng: np.random.Generator) -> Made:
    """The puzzles of a rule set."""
    empty = Puzzle(Grid(bytes(len(board)), board))
    constraints = empty.with_rules(rule).constraints if rule else ()
    rules = rule_set(board, constraints)
    count = COUNT if board.size < 16 else COUNT // 16
    full = full_grids(rules, count, rng)
    least = minimal(rules, full, rng)
    added = rng.random(full.shape) < (least > 0).mean() / 2
    return Made(
        board, constraints, rules, full, {"minimal": least, "more": np.where(added, full, least)}
    )


def full_grids(rules: RuleSet, count: int, rng: np.random.Generator) -> Grids:
    """Different full grids: some digits are drawn, and the kernel finds the others."""
    board, found = rules.board, np.zeros((0, len(rules.board)), np.uint8)
    while len(found) < count:
        cells = np.zeros((count, len(board)), np.uint8)
        for row in cells:
            for cell in rng.permutation(len(board))[: max(3, len(board) // DRAWN)]:
                taken = {row[peer] for peer in board.peers[cell]}
                free = [digit for digit in range(1, board.size + 1) if digit not in taken]
                row[cell] = rng.choice(free) if free else 0
        counts, solutions, _ = rules.search(cells, want=1, nodes=200)
        found = np.concatenate([found, solutions[counts > 0, 0]])
    return found[:count]


def minimal(rules: RuleSet, full: Grids, rng: np.random.Generator) -> Grids:
    """The grids without all cells that can be removed one after the other, in random order."""
    cells, every = full.copy(), np.arange(len(full))
    order = np.argsort(rng.random(full.shape), axis=1)
    for number in range(full.shape[1]):
        less = cells.copy()
        less[every, order[:, number]] = 0
        counts, _, exhausted = rules.search(less, nodes=2000)
        fits = (counts == 1) & exhausted
        cells[fits] = less[fits]
    return cells


def took(work: Callable[[], object], rounds: int) -> float:
    """The median of the CPU seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def bench_rules(options: argparse.Namespace) -> None:
    """Time the bulk kernel for rules, and propagators on the same puzzles, on one core."""
    rng = np.random.default_rng(1)
    print(f"\nPuzzles per CPU second, one core, median of {options.rounds} rounds")
    head = ("givens", "lanes", "to verdicts", "propagate", "ratio")
    print(f"  {'':30}{''.join(f'{word:>13}' for word in head)}")
    for name, (board, rule) in SETS.items():
        case = made(board, rule, rng)
        for kind, cells in case.puzzles.items():
            row(f"{name}, {kind}", case, cells, options.rounds)


def row(name: str, case: Made, cells: Grids, rounds: int) -> None:
    """Measure one kind of puzzles, and print its row."""
    counts, solutions, _ = case.rules.search(cells)
    if not ((counts == 1).all() and (solutions[:, 0] == case.full).all()):
        sys.exit(f"lanes is wrong on {name}")
    puzzles = [Puzzle(Grid(each.tobytes(), case.board), case.constraints) for each in cells]
    some = puzzles[:SOME]
    alone = took(lambda: case.rules.search(cells), rounds) / len(cells)
    judged = took(lambda: settle_all(puzzles, "lanes"), rounds) / len(cells)
    other = took(lambda: [Search(each, lowered(each)).run(2) for each in some], 1) / len(some)
    givens = (cells > 0).sum(axis=1).mean()
    print(
        f"  {name:30}{givens:13.1f}{1 / alone:13,.0f}{1 / judged:13,.0f}{1 / other:13,.0f}"
        f"{other / alone:13.0f}",
        flush=True,
    )
