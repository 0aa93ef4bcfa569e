"""A game as JSON, to save it and to continue it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import lru_cache
from time import monotonic

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import digits_of
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.tables.json import data_of, puzzles_of_value
from cpsudoku.play.game import MARKS, CellMarks, Game, Move, in_range
from cpsudoku.runtime.errors import CpsudokuError, InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import json_safe

KIND, VERSION = "cpsudoku game", 1
_KEYS = {"move", "cells"}


def game_to_json(game: Game) -> str:
    """The game as one JSON object: the puzzle as in format json, the seconds, every move."""
    moves = (*game.moves, *game.undone)
    head = {
        "saved": KIND,
        "version": VERSION,
        **data_of(Result(game.puzzle)),
        "seconds": round(game.elapsed, 3),
        "done": len(game.moves),
    }
    # Each move is encoded only once, so a game of 10,000 moves is saved in a few milliseconds.
    moves_text = ",\n".join(_move_text(move, game.puzzle.board) for move in moves)
    first = json_safe(json.dumps(head, ensure_ascii=False))
    return f'{first[:-1]}, "moves": [\n{moves_text}\n]}}\n'


def game_from_json(
    text: str, source: Source = Source(), clock: Callable[[], float] = monotonic
) -> Game:
    """The game that the text holds, with its clock stopped; raises InputError if it is damaged."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise InputError("the JSON is nested too deeply", source) from None
    except ValueError as error:
        raise InputError(
            "the saved game is cut short or damaged: {error}", source, error=error
        ) from None
    if not isinstance(data, dict) or data.get("saved") != KIND:
        raise InputError("it is not a saved game of cpsudoku", source)
    if data.get("version") != VERSION:
        found = data.get("version")
        raise InputError(
            "it is a saved game of version {found}; this program reads {version}",
            source,
            found=repr(found),
            version=VERSION,
        )
    puzzle = next(puzzles_of_value(data, source, ReadOptions()))
    if isinstance(puzzle, InputError):
        raise puzzle
    try:
        return _Loading(Game(puzzle, clock)).game(data)
    except CpsudokuError as error:
        raise InputError("the saved game is damaged: {error}", source, error=error) from None


@lru_cache(maxsize=1 << 17)
def _move_text(move: Move, board: Board) -> str:
    cells = {board.cell_name(cell): _written_data(after) for cell, _, after in move.changes}
    return json.dumps({"move": move.name, "cells": cells})


def _written_data(own: CellMarks) -> JsonObject:
    """The player's marks in a cell as JSON values, without those that are empty."""
    data: JsonObject = {"digit": own.digit} if own.digit else {}
    for kind in MARKS:
        marks = getattr(own, kind)
        data |= {kind: list(digits_of(marks))} if marks else {}
    return data | ({"colour": own.colour} if own.colour else {})


class _Loading:
    """Replays the moves of a saved game in a new one; each is checked like any move."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def game(self, data: JsonObject) -> Game:
        """The game in the state in which it was saved."""
        moves, done, seconds = data.get("moves"), data.get("done", ""), data.get("seconds", "")
        if not isinstance(moves, list):
            raise InputError('"moves" is not a list')
        in_range('"done"', done, 0, len(moves))
        if type(seconds) not in (int, float) or not (math.isfinite(seconds) and seconds >= 0):
            raise InputError(
                '"seconds" is {seconds}; it must be a number from 0', seconds=repr(seconds)
            )
        for number, move in enumerate(moves, 1):
            try:
                self._make(move)
            except InputError as error:
                raise InputError("move {number}: {error}", number=number, error=error) from None
            if len(self._game.moves) < number:
                raise InputError("move {number}: it changes nothing", number=number)
        for _ in range(len(moves) - done):
            self._game.undo()
        self._game.set_elapsed(float(seconds))
        return self._game

    def _make(self, data: object) -> None:
        if not isinstance(data, dict) or set(data) != _KEYS:
            raise InputError('it needs "move" and "cells"')
        if not isinstance(data["cells"], dict):
            raise InputError('"cells" is {found}; it must be an object', found=repr(data["cells"]))
        cells = {self._cell(name): self._written(own) for name, own in data["cells"].items()}
        self._game.make(data["move"], cells)

    def _cell(self, name: str) -> int:
        match = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", name)
        if match is None:
            raise InputError("{name} is not a cell; a cell is written like r1c1", name=repr(name))
        return self._game.cell(int(match[1]), int(match[2]))

    def _written(self, data: object) -> CellMarks:
        if not isinstance(data, dict) or not set(data) <= set(CellMarks._fields):
            raise InputError(
                "a cell holds {found}; it must be an object of {fields}",
                found=repr(data),
                fields=", ".join(CellMarks._fields),
            )
        sets = {kind: self._set(kind, data.get(kind, [])) for kind in MARKS}
        return CellMarks(data.get("digit", 0), colour=data.get("colour", 0), **sets)

    def _set(self, kind: str, digits: object) -> int:
        if not isinstance(digits, list):
            raise InputError(
                '"{kind}" is {digits}; it must be a list of digits', kind=kind, digits=repr(digits)
            )
        for digit in digits:
            self._game.check_digit(digit)
        return sum({1 << (digit - 1) for digit in digits})
