"""An action, and the values that most actions read: a puzzle, the digits on the board."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import READINGS, ReadOptions
from cpsudoku.formats.tables.json import data_of, puzzles_of_value
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.json_text import TOO_DEEP, JsonObject
from cpsudoku.runtime.language import in_words
from cpsudoku.runtime.words import called
from cpsudoku.web import schemas
from cpsudoku.web.schemas import DIGITS, Schema

HERE = Source("the page")
SAID = "said"  # the names of parts in English, with those in the language of the page


@dataclass(frozen=True)
class Action:
    """Something that the page asks for.

    ``request`` is the shape of what it sends. ``work`` gets a checked request and returns JSON
    values; it raises CpsudokuError. An action with ``seconds`` runs in a process of its own, which
    is stopped after that time, or when nobody waits for the answer any longer. An action without
    them takes a moment and runs in the server. The server adds ``online`` to the request of an
    action that ``may_fetch``: whether the puzzles of short links are fetched.
    """

    summary: str
    request: Schema
    work: Callable[[JsonObject], JsonObject]
    seconds: float = 0.0
    may_fetch: bool = False


PUZZLE = schemas.anything("the puzzle in the JSON form of cpsudoku")
MARKS = schemas.listed(
    schemas.whole(0, (1 << 32) - 1), about="a set for each cell: bit d - 1 stands for digit d"
)
ON_THE_BOARD: Mapping[str, Schema] = {
    "puzzle": PUZZLE,
    "givens": DIGITS,
    "entries": DIGITS,
    "crossed": MARKS,
    "last": schemas.text(40, "the cell of the last entry, such as r4c5"),
}


def requested_puzzle(data: JsonObject) -> Puzzle:
    """The puzzle of a request, with the givens that the request names separately."""
    try:
        puzzle = _parsed(json.dumps(data["puzzle"]))
    except RecursionError:
        raise InputError(TOO_DEEP, HERE) from None
    return _with_givens(puzzle, data["givens"]) if "givens" in data else puzzle


@lru_cache(maxsize=64)
def _parsed(text: str) -> Puzzle:
    """The puzzle of an object in our JSON form. Raises InputError."""
    value = json.loads(text)
    said = value.pop(SAID, None) if isinstance(value, dict) else None
    entry = next(puzzles_of_value(value, HERE, ReadOptions()))
    if isinstance(entry, InputError):
        raise entry
    if not isinstance(said, dict):
        return entry
    known = {name: called(_Said(name, str(said[name]))) for name in map(str, said)}
    return replace(
        entry,
        interpreted=tuple(known.get(name, name) for name in entry.interpreted),
        uninterpreted=tuple(known.get(name, name) for name in entry.uninterpreted),
    )


@dataclass(frozen=True)
class _Said:
    """The name of a part of a puzzle, in English and in the language of the page."""

    title: str
    named: str


def _with_givens(puzzle: Puzzle, digits: list[int]) -> Puzzle:
    return replace(puzzle, givens=requested_grid(puzzle, digits), answer=None)


def requested_grid(puzzle: Puzzle, digits: list[int]) -> Grid:
    """The grid with these digits. Raises InputError if they do not fit the board."""
    board = puzzle.board
    if len(digits) != len(board):
        raise InputError(
            "{count} digits; the board has {needed} cells", count=len(digits), needed=len(board)
        )
    if max(digits, default=0) > board.size:
        raise InputError(
            "{most} is not a digit; the board has {size}", most=max(digits), size=board.size
        )
    return Grid(bytes(digits), board)


def with_entries(puzzle: Puzzle, data: JsonObject) -> Grid:
    """The givens and the entries of a request. An entry never replaces a given."""
    entries = data.get("entries")
    if entries is None:
        return puzzle.givens
    own = requested_grid(puzzle, entries)
    pairs = zip(puzzle.givens.cells, own.cells, strict=True)
    return Grid(bytes(given or entry for given, entry in pairs), puzzle.board)


def requested_position(data: JsonObject) -> tuple[Puzzle, Candidates]:
    """The puzzle and the position on the board, without the candidates that are crossed out."""
    puzzle = requested_puzzle(data)
    candidates = Candidates.of(puzzle, with_entries(puzzle, data).cells)
    crossed = data.get("crossed", [])
    if crossed and len(crossed) != len(puzzle.board):
        raise InputError(
            "{count} sets of marks; the board has {needed} cells",
            count=len(crossed),
            needed=len(puzzle.board),
        )
    every = (1 << puzzle.board.size) - 1
    out = [
        (cell, digit) for cell, marks in enumerate(crossed) for digit in digits_of(marks & every)
    ]
    return puzzle, candidates.without(out)


def crossed_out(candidates: Candidates) -> list[int]:
    """The candidates that were removed, not those that a filled peer excludes."""
    before = Candidates.of(candidates.puzzle, candidates.cells).marks
    return [marks & ~left for marks, left in zip(before, candidates.marks, strict=True)]


def data_of_puzzle(puzzle: Puzzle) -> JsonObject:
    """The puzzle in our JSON form, with the names of its parts in the language of the page.

    The page sends them back with the puzzle, so that verdicts name the parts as it does.
    """
    data = data_of(Result(replace(puzzle, source=HERE)))
    for reading in data.get(READINGS, ()):
        reading["words"] = in_words(reading["name"])
        reading["parts"] = list(map(in_words, reading["parts"]))
    said = {name: in_words(name) for name in (*puzzle.interpreted, *puzzle.uninterpreted)}
    return data | ({SAID: said} if any(name != words for name, words in said.items()) else {})
