"""Tools that make something: new puzzles, other formats, pictures."""

from __future__ import annotations

import base64

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.web import schemas
from cpsudoku.web.tools.base import LIMIT, TEXT, data_with_lines, limit_of, puzzle_of_text, tool

MOST = 20  # new puzzles of one request
_WISHES = ("clues", "symmetry", "minimal", "difficulty", "technique", "size", "box", "rules")


def generate(data: JsonObject) -> JsonObject:
    """New puzzles, each with its solution and, if it was rated, its rating."""
    from cpsudoku.generating import generate_many

    wanted: JsonObject = {key: data[key] for key in _WISHES if key in data}
    made = generate_many(
        data.get("count", 1),
        seed=data.get("seed"),
        limit=limit_of(data).seconds,
        jobs=1,
        **wanted,
    )
    puzzles = [data_with_lines(each.puzzle) for each in made]
    return {"puzzles": puzzles, "seed": made.seed, "complete": made.in_time}


def convert(data: JsonObject) -> JsonObject:
    """A puzzle in another format."""
    return _written(puzzle_of_text(data), data["to"])


def draw(data: JsonObject) -> JsonObject:
    """A picture of a puzzle, or of its solution."""
    from cpsudoku.solving import settle

    puzzle = puzzle_of_text(data)
    if not data.get("solved"):
        return _written(puzzle, data.get("to", "svg"))
    verdict = settle(puzzle, want=2, limit=limit_of(data))
    if verdict.solution is None:
        raise InputError(translated("There is no solution to write."))
    return _written(Result(puzzle, verdict), data.get("to", "svg"))


def _written(thing: Puzzle | Result, name: str) -> JsonObject:
    """What was written, as text, or as base64 if it is not text."""
    from cpsudoku.solving import write

    content = write(thing, format=name).data
    if FORMATS[name].is_binary:
        return {"format": name, "base64": base64.b64encode(content).decode()}
    return {"format": name, "text": content.decode()}


GENERATE = tool(
    "Make puzzles that have exactly one solution",
    generate,
    {
        "count": schemas.whole(1, MOST, "how many puzzles [default: 1]"),
        "seed": schemas.whole(0, 2**53, "the same seed makes the same puzzles"),
        "difficulty": schemas.text(40, "a level, from 'easy' to 'extreme'"),
        "technique": schemas.text(60, "the hardest technique of each puzzle"),
        "clues": schemas.whole(0, 625, "the number of givens [default: as few as possible]"),
        "symmetry": schemas.text(40, "the symmetry of the givens, such as '180'"),
        "minimal": schemas.flag("make no given redundant"),
        "size": schemas.whole(1, 25, "the size of the board [default: 9]"),
        "box": schemas.text(10, "the shape of the boxes, such as '3x2', or 'none'"),
        "rules": schemas.text(1000, "names of rules with commas, such as 'killer' or 'jigsaw'"),
        "limit": LIMIT,
    },
)
CONVERT = tool(
    "Write a puzzle in another format: a link, JSON, a drawn grid, a workbook, a PDF",
    convert,
    {"puzzle": TEXT, "to": schemas.text(40, "the name of a format, such as 'sudokupad'")},
    "puzzle",
    "to",
)
DRAW = tool(
    "Draw a puzzle as an SVG or PNG picture",
    draw,
    {
        "puzzle": TEXT,
        "to": schemas.choice("svg", "png", about="the kind of picture [default: svg]"),
        "solved": schemas.flag("draw the solution too"),
        "limit": LIMIT,
    },
    "puzzle",
)
