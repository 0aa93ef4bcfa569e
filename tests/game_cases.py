"""Moves and what they lead to. They are played in ``play/game.py`` and ``web/static/game.js``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from cpsudoku.core.grid import Grid
from cpsudoku.play.game import COLOURS, MARKS, NOTHING, CellMarks, Game, clashes_of
from cpsudoku.play.saved_game import game_to_json
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import as_puzzle
from tests.puzzles import SOLVED, WIKIPEDIA, grid_of

Move = list[Any]  # the name of a method of Game, and its arguments
DIAGONALS = "." * 81 + "\ndiagonals"
PLAYED = (WIKIPEDIA, DIAGONALS)  # puzzles of random moves


class Case(NamedTuple):
    """A puzzle, moves, and what they leave written in which cells."""

    puzzle: str
    moves: list[Move]
    written: dict[str, CellMarks]
    clashes: Mapping[str, list[str]] = MappingProxyType({})


R1C3, R1C4, R9C1, R5C5 = 2, 3, 72, 40

CASES = {
    "a digit": Case(WIKIPEDIA, [["enter", R1C3, 4]], {"r1c3": CellMarks(digit=4)}),
    "the same digit again": Case(
        WIKIPEDIA, [["enter", R1C3, 4], ["enter", R1C3, 4]], {"r1c3": CellMarks(digit=4)}
    ),
    "another digit": Case(
        WIKIPEDIA, [["enter", R1C3, 4], ["enter", R1C3, 2]], {"r1c3": CellMarks(digit=2)}
    ),
    "a given": Case(WIKIPEDIA, [["enter", 0, 4]], {}),
    "a given erased": Case(WIKIPEDIA, [["erase", [0]]], {}),
    "a given among others": Case(WIKIPEDIA, [["enter", R1C3, 4], ["erase", [0, R1C3]]], {}),
    "an entry over marks": Case(
        WIKIPEDIA,
        [["mark", "corner", [R1C3], 4], ["enter", R1C3, 4], ["erase", [R1C3]]],
        {"r1c3": CellMarks(corner=0b1000)},
    ),
    "marks erased, not the colour": Case(
        WIKIPEDIA,
        [["mark", "centre", [R1C3], 4], ["paint", [R1C3], 2], ["erase", [R1C3]]],
        {"r1c3": CellMarks(colour=2)},
    ),
    "marks of peers": Case(
        WIKIPEDIA,
        [["mark", "corner", [R1C4, R9C1], 4], ["mark", "centre", [R1C4], 4], ["enter", R1C3, 4]],
        {"r1c3": CellMarks(digit=4), "r9c1": CellMarks(corner=0b1000)},
    ),
    "marks of peers by a rule": Case(
        DIAGONALS,
        [["mark", "corner", [R5C5], 4], ["enter", 0, 4]],
        {"r1c1": CellMarks(digit=4)},
    ),
    "crossed candidates of peers stay": Case(
        WIKIPEDIA,
        [["mark", "crossed", [R1C4], 4], ["enter", R1C3, 4]],
        {"r1c3": CellMarks(digit=4), "r1c4": CellMarks(crossed=0b1000)},
    ),
    "marks for some": Case(
        WIKIPEDIA,
        [["mark", "corner", [R1C3], 1], ["mark", "corner", [0, R1C3, R1C4], 1]],
        {"r1c3": CellMarks(corner=0b1), "r1c4": CellMarks(corner=0b1)},
    ),
    "marks for all": Case(
        WIKIPEDIA,
        [["mark", "corner", [R1C3, R1C4], 1], ["mark", "corner", [0, R1C3, R1C4], 1]],
        {},
    ),
    "a colour, also on a given": Case(
        WIKIPEDIA,
        [["paint", [0, R1C3], 3]],
        {"r1c1": CellMarks(colour=3), "r1c3": CellMarks(colour=3)},
    ),
    "the same colour again": Case(
        WIKIPEDIA, [["paint", [R1C3], 3], ["paint", [R1C3], 3]], {"r1c3": CellMarks(colour=3)}
    ),
    "no colour": Case(WIKIPEDIA, [["paint", [R1C3], 3], ["paint", [R1C3], 0]], {}),
    "a hint": Case(
        WIKIPEDIA,
        [["mark", "corner", [R1C3], 2], ["follow", [[R1C4, 6]], [[R1C3, 2]]]],
        {"r1c3": CellMarks(crossed=0b10), "r1c4": CellMarks(digit=6)},
    ),
    "undone": Case(
        WIKIPEDIA,
        [["enter", R1C3, 4], ["enter", R1C4, 6], ["undo"]],
        {"r1c3": CellMarks(digit=4)},
    ),
    "undone too often": Case(WIKIPEDIA, [["enter", R1C3, 4], ["undo"], ["undo"]], {}),
    "redone": Case(
        WIKIPEDIA,
        [["enter", R1C3, 4], ["undo"], ["redo"], ["redo"]],
        {"r1c3": CellMarks(digit=4)},
    ),
    "nothing changed after undoing": Case(
        WIKIPEDIA,
        [["enter", R1C3, 4], ["undo"], ["erase", [R1C3]], ["redo"]],
        {"r1c3": CellMarks(digit=4)},
    ),
    "another move after undoing": Case(
        WIKIPEDIA,
        [["enter", R1C3, 4], ["undo"], ["enter", R1C4, 6], ["redo"]],
        {"r1c4": CellMarks(digit=6)},
    ),
    "a clash": Case(
        WIKIPEDIA,
        [["enter", R1C3, 5], ["enter", R1C4, 5]],
        {"r1c3": CellMarks(digit=5), "r1c4": CellMarks(digit=5)},
        {
            "r1c1": ["r1c3", "r1c4"],
            "r1c3": ["r1c1", "r1c4"],
            "r1c4": ["r1c1", "r1c3", "r2c6"],
            "r2c6": ["r1c4"],
        },
    ),
    "a clash on a diagonal": Case(
        DIAGONALS,
        [["enter", 0, 5], ["enter", 80, 5]],
        {"r1c1": CellMarks(digit=5), "r9c9": CellMarks(digit=5)},
        {"r1c1": ["r9c9"], "r9c9": ["r1c1"]},
    ),
}


def random_moves(seed: int, count: int) -> list[Move]:
    """Moves of all kinds in the cells of a 9x9 puzzle, also some that change nothing."""
    random = Random(seed)
    moves = list[Move]()
    for _ in range(count):
        cells, digit = random.sample(range(81), random.randint(1, 4)), random.randint(1, 9)
        choices: list[Move] = [
            ["enter", cells[0], digit],
            ["erase", cells],
            ["mark", random.choice(MARKS), cells, digit],
            ["paint", cells, random.randint(0, COLOURS)],
            ["undo"],
            ["redo"],
        ]
        moves.append(random.choice(choices))
    return moves


def outcome(case: Case) -> dict[str, Any]:
    """All that can be seen of a game after the moves of a case."""
    puzzle = as_puzzle(case.puzzle)
    game, name = Game(puzzle), puzzle.board.cell_name
    for move, *values in case.moves:
        with suppress(InputError):  # the page passes over a move that is not allowed
            getattr(game, move)(*values)
    written = {name(cell): game.written(cell) for cell in range(81)}
    clashes = clashes_of(puzzle, Grid(game.cells, puzzle.board))
    saved = json.loads(game_to_json(game))
    return {
        "written": {cell: own._asdict() for cell, own in written.items() if own != NOTHING},
        "clashes": {
            name(cell): [name(each) for each in others] for cell, others in clashes.items()
        },
        "candidates": list(game.candidates.marks),
        "mistakes": list(game.mistakes(grid_of(SOLVED))),
        "left": game.left,
        "last": [name(cell) for cell, _ in game.last_entry],
        "saved": {"done": saved["done"], "moves": saved["moves"]},
    }


# The outcomes of cases on the page. It takes pairs of a board and moves, and a solution.
OUTCOMES_ON_THE_PAGE = """async ([pairs, solution]) => {
  const { Game } = await import(`${new URL("static/game.js", location)}`);
  return pairs.map(([board, moves]) => {
    const game = new Game(board);
    for (const [move, first, ...others] of moves) {
      game[move](move === "enter" ? [first] : first, ...others);
    }
    const name = (cell) => board.cells[cell].name;
    const names = (cells) => [...cells].sort((one, other) => one - other).map(name);
    const written = game.written.map((own, cell) => [name(cell), own]);
    const clashes = [...game.clashes].map(([cell, others]) => [name(cell), names(others)]);
    const { done, moves: made } = game.data();
    return {
      written: Object.fromEntries(written.filter(([, own]) => Object.values(own).some(Boolean))),
      clashes: Object.fromEntries(clashes),
      candidates: game.candidates,
      mistakes: game.mistakes(solution),
      left: game.left,
      last: game.lastEntry === undefined ? [] : [name(game.lastEntry)],
      saved: { done, moves: made },
    };
  });
}"""
