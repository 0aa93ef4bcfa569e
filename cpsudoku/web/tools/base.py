"""The values that most tools take: a puzzle as text, and a limit in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.formats.tables.json import data_of
from cpsudoku.runtime.errors import PARAMETERS, CpsudokuError, InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import Action
from cpsudoku.web.actions.files import Upload
from cpsudoku.web.schemas import Schema

SECONDS = 20  # of a search, unless the request names another limit
LONGEST = 120  # seconds that a request may ask for
GRACE = 10.0  # seconds that a tool may take besides its search
NAME = worded("the puzzle")  # what messages call the text
LARGEST = 200_000  # characters of a text

TEXT = schemas.text(
    LARGEST,
    "one puzzle as text: a line of digits and dots, a drawn grid, our JSON, or a link that holds "
    "the puzzle. Lines below a grid are rules, such as 'killer 12: r1c1 r1c2' or 'diagonals', or "
    "describe the board, such as 'regions: AABB/AABB/CCDD/CCDD'",
)
LIMIT = schemas.whole(1, LONGEST, f"stop searching after this many seconds [default: {SECONDS}]")


def seconds_of(data: JsonObject) -> float:
    """The limit of a request in seconds."""
    return float(data.get("limit", SECONDS))


def limit_of(data: JsonObject) -> Limit:
    """The limit of a request."""
    return Limit(seconds=seconds_of(data))


def entries_of_text(data: JsonObject, key: str = "puzzle") -> Iterator[Puzzle | InputError]:
    """The puzzles of the text of a request, and an InputError for each entry that is not one.

    A text is never the name of a file.
    """
    from cpsudoku.solving import read_many

    try:
        yield from read_many([Upload(data[key].encode("utf-8", "surrogatepass"), NAME)])
    except InputError as error:
        yield error


def puzzle_of_text(data: JsonObject, key: str = "puzzle") -> Puzzle:
    """The only puzzle of the text of a request. Raises InputError."""
    puzzles = []
    for entry in islice(entries_of_text(data, key), 2):
        if isinstance(entry, InputError):
            raise entry
        puzzles.append(entry)
    if len(puzzles) != 1:
        raise InputError("{name} holds several puzzles; send one per request", name=NAME)
    return puzzles[0]


def data_with_lines(puzzle: Puzzle) -> JsonObject:
    """The puzzle in our JSON form, with its rules as lines and without its place in the text."""
    data = data_of(Result(puzzle))
    del data["source"]
    if puzzle.constraints:
        data["rules"] = [line_of(rule) for rule in puzzle.constraints]
    return data


def tool(
    summary: str,
    work: Callable[[JsonObject], JsonObject],
    known: Mapping[str, Schema],
    *needed: str,
) -> Action:
    """A tool with the fields of its request. It is stopped after its limit and some grace."""
    return Action(summary, schemas.fields(known, *needed), work, LONGEST + GRACE)


def error_data(error: CpsudokuError) -> JsonObject:
    """An error as JSON values: its message, and its line and column if it names them."""
    source = error.source if isinstance(error, InputError) else Source()
    place = {"line": source.row, "column": source.column}
    return {
        "error": error.message(_spelled),
        **{key: number for key, number in place.items() if number},
    }


def _spelled(parameter: str) -> str:
    """How a message names a parameter. Only the command line reads short links."""
    others = {"to": "to", "online": "'cpsudoku convert --online'"}
    return others.get(parameter, PARAMETERS[parameter])
