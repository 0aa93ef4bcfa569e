#!/usr/bin/env python3
"""Proves cpsudoku on lists of variant puzzles: scripts/variants.py FILE.jsonl... [--json FOLDER].

A file has one JSON object per line with ``givens``, ``digits``, ``regions`` or ``grids``, rules
(``cages``, ``pairs``, ``negative``, ``diagonals``, ``frame_sums``) and the ``solution``. The table
shows for each file how many puzzles are unique with that solution, and the times per puzzle in ms.
A line with ``encoded_puzzle`` is a link of SudokuPad, and one with ``iss`` a string of
Interactive-Sudoku-Solver; only what these contain is used. Puzzles with parts that were not
interpreted are named below the table, with these parts and failed guesses. Solutions are compared
by their digits, not by their layers.
Each puzzle is written in the JSON format of cpsudoku, read back and then solved. ``--json`` keeps
these files.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import parsed
from cpsudoku.core.verdict import Limit, Result, Status, Verdict
from cpsudoku.core.words import uninterpreted_in_words
from cpsudoku.formats.tables.json import data_of
from cpsudoku.runtime.errors import InputError, UnknownName
from cpsudoku.solving import settle

Data = dict[str, Any]
STATUS = {"unique": "unique", "multiple": "multiple", "nosol": "none"}
SIGNS = {"white": "white", "black": "black", ">": "greater", "<": "less"}


@dataclass(frozen=True)
class Case:
    """A puzzle of a list, with the verdict and the solution that it must have."""

    name: str
    puzzle: Puzzle
    solution: Grid | None
    status: str = "unique"

    def is_right(self, verdict: Verdict) -> bool:
        """Whether the verdict and the solution match the list.

        If the list does not know the verdict, any that is decided counts.
        """
        if self.status == "unknown":
            return verdict.status is not Status.UNKNOWN
        if verdict.word in ("none", "conflict") and self.status == "none":
            return True
        if verdict.word != self.status:
            return False
        digits = [solution.without_variables() for solution in verdict.solutions]
        return self.solution is None or self.solution.without_variables() in digits


def board_of(data: Data) -> Board:
    """The board of a puzzle: several grids, boxes, regions or none."""
    size = data["digits"]
    if data.get("grids"):
        return Board.of_grids(tuple(corner) for corner in data["grids"])
    regions = data.get("regions")
    if regions is None:
        return Board.without_boxes(size)
    return Board.parse_box(regions) if isinstance(regions, str) else Board.jigsaw(regions)


def grid_of(rows: Sequence[str], board: Board) -> Grid:
    """The grid for rows of digits; any other character is a blank."""
    wide = [row.ljust(board.width) for row in rows]
    return Grid(
        bytes(int(wide[r][c]) if wide[r][c].isdigit() else 0 for r, c in board.positions), board
    )


def rule_lines(data: Data) -> Iterator[str]:
    """The rules of a puzzle as lines of the rule language."""
    if data.get("diagonals"):
        yield "diagonals"
    for total, cells in data.get("cages") or ():
        yield f"killer {total or ''}: {' '.join(cells)}"
    for sign, one, other in data.get("pairs") or ():
        first, second = (other, one) if sign == "<" else (one, other)
        yield f"{SIGNS[sign].replace('less', 'greater')}: {first} {second}"
    for sign in data.get("negative") or ():
        yield f"negative {sign}"
    yield from _frame_sums(data.get("frame_sums") or {})


def _frame_sums(sums: dict[str, list[int]]) -> Iterator[str]:
    for side, totals in sums.items():
        for number, total in enumerate(totals, 1):
            line = "row" if side in ("left", "right") else "column"
            backwards = " reversed" if side in ("right", "bottom") else ""
            yield f"frame-sum {total}: {line} {number}{backwards}"


def case_of(data: Data) -> Case:
    """The case on one line; raises InputError if our rules cannot express it."""
    if "iss_status" in data:
        return _collected(data)
    if "encoded_puzzle" in data:
        return _linked(f"https://sudokupad.app/{data['encoded_puzzle']}", data)
    if "iss" in data:
        return _linked(data["iss"], data)
    board = board_of(data)
    constraints: tuple[Constraint, ...] = parsed(rule_lines(data), board)
    puzzle = Puzzle(grid_of(data["givens"], board), constraints, label=data["id"])
    return Case(data["id"], puzzle, grid_of(data["solution"], board))


def _collected(data: Data) -> Case:
    """The case on a line of variants_half.jsonl."""
    puzzle = Puzzle.parse(data["iss_string"] or data["input"])
    if puzzle.uninterpreted:
        raise InputError(uninterpreted_in_words(puzzle.uninterpreted))
    count, values = data["n_solutions"], data["solution_values"]
    status = {0: "none", 1: "unique"}.get(count, STATUS.get(data["iss_status"], ""))
    if count is None:
        status = STATUS.get(data["iss_status"], "")
    solution = None
    if values and len(values) == len(puzzle.board) and status == "unique":
        least = puzzle.board.lowest - 1
        solution = Grid(bytes(value - least for value in values), puzzle.board)
    return Case(data["name"], puzzle, solution, status or "unknown")


def _linked(link: str, data: Data) -> Case:
    """The case of a link and the solution of the list. Only what the link contains is used."""
    puzzle = Puzzle.parse(link)
    if puzzle.uninterpreted:
        raise InputError(uninterpreted_in_words(puzzle.uninterpreted))
    least = puzzle.board.lowest - 1
    solution = bytes(int(digit) - least for digit in data["solution"])
    return Case(data["title"], puzzle, Grid(solution, puzzle.board))


def cases(file: Path) -> Iterator[Case | str]:
    """The cases in a file, or the reason why cpsudoku cannot express a puzzle."""
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        try:
            yield case_of(data)
        except (InputError, UnknownName) as error:
            name = next(data[key] for key in ("name", "title", "id") if key in data)
            yield f"{name}: {error}"


@dataclass
class Tally:
    """What came of a list: messages by kind, and the milliseconds of each puzzle that was tried."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)

    def count(self, case: Case, verdict: Verdict) -> None:
        """Count a verdict."""
        if case.is_right(verdict):
            self.right += 1
        elif verdict.status is Status.UNKNOWN:
            self.undecided.append(f"{case.name}: undecided")
        else:
            self.wrong.append(f"{case.name}: {verdict.word}, not {case.status}")


def judged(file: Path, limit: Limit, folder: Path | None) -> Tally:
    """What comes of each puzzle in a file."""
    tally, lines = Tally(), list[str]()
    for case in cases(file):
        if isinstance(case, str):
            tally.refused.append(case)
            continue
        lines.append(json.dumps(data_of(Result(case.puzzle))))
        puzzle = Puzzle.parse(lines[-1])
        if puzzle != case.puzzle:
            tally.wrong.append(f"{case.name}: another puzzle is read back from JSON")
        start = perf_counter()
        verdict = settle(puzzle, limit=limit)
        tally.took.append((perf_counter() - start) * 1000)
        tally.count(case, verdict)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file.name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tally


def row(name: str, counts: Sequence[int], took: list[float]) -> str:
    """A row of the table."""
    numbers = "".join(f"{count:10}" for count in counts)
    if not took:
        return f"{name:24}{numbers}"
    ordered = sorted(took)
    p90 = ordered[len(ordered) * 9 // 10]
    times = (statistics.median(ordered), p90, ordered[-1])
    return f"{name:24}{numbers}" + "".join(f"{ms:10.2f}" for ms in times)


def main() -> int:
    """Print the table, then the puzzles that are not right; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds per puzzle")
    parser.add_argument("--json", type=Path, metavar="FOLDER", help="write the puzzles as JSON")
    options = parser.parse_args()
    words = ("puzzles", "right", "wrong", "undecided", "refused", "median", "p90", "max")
    print(f"{'':24}" + "".join(f"{word:>10}" for word in words))
    failures: list[str] = []
    for file in options.files:
        tally = judged(file, Limit(seconds=options.limit), options.json)
        others = (tally.wrong, tally.undecided, tally.refused)
        total = len(tally.took) + len(tally.refused)
        print(row(file.stem, (total, tally.right, *map(len, others)), tally.took), flush=True)
        failures += [f"{file.stem}: {each}" for kind in others for each in kind]
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
