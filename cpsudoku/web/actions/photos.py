"""Photos on the page: what was read beside the picture, and the corrections of a person."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import IO

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sight import Sight
from cpsudoku.formats import Document, open_input
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import PUZZLE, Action, data_of_puzzle, requested_puzzle

FINE = 1000  # logarithms of probabilities are sent as whole thousandths
LEAST = -200 * FINE
SECONDS = 30.0


def photos_of(puzzles: Sequence[Puzzle], source: str | IO[bytes]) -> dict[int, JsonObject]:
    """The photo of each puzzle of a source that has one, by the number of the puzzle from 0."""
    seen = [(each.sight, number) for number, each in enumerate(puzzles) if each.sight is not None]
    if not seen or source == "-":  # standard input can't be read again
        return {}
    from cpsudoku.formats.photos.excerpt import excerpts

    with _document(source) as document:
        parts = list(excerpts(document, [sight for sight, _ in seen]))
    return {
        number: {
            "picture": f"data:image/jpeg;base64,{base64.b64encode(part.data).decode()}",
            "width": part.size[0],
            "height": part.size[1],
            "crossings": [list(point) for point in part.crossings],
            "entries": list(sight.entries),
            "uncertain": list(sight.uncertain),
            **_sight_data(puzzles[number]),
        }
        for (sight, number), part in zip(seen, parts, strict=True)
    }


def _document(source: str | IO[bytes]) -> Document:
    """The document of a source that has been read already."""
    if isinstance(source, str):
        return open_input(source)
    source.seek(0)
    return Document(str(source.name), BytesIO(source.read()))


def _sight_data(puzzle: Puzzle) -> JsonObject:
    """What was seen in the picture of a puzzle, and which cells are in doubt."""
    sight = puzzle.sight
    assert sight is not None
    return {
        "chances": [[round(chance * FINE) for chance in row] for row in sight.chances],
        "unclear": list(sight.unclear),
        "confirmed": sorted(sight.confirmed),
        "unread": list(sight.unread),
        "doubtful": list(sight.named(puzzle.uninterpreted)),
    }


def correct(data: JsonObject) -> JsonObject:
    """The puzzle of a photo after a person has read some cells of it."""
    from cpsudoku.solving.correcting import corrected

    puzzle = requested_puzzle(data)
    count = len(puzzle.board)
    rows = tuple(tuple(chance / FINE for chance in row) for row in data["chances"])
    if [len(row) for row in rows] != [puzzle.board.size + 1] * count:
        raise InputError(
            "the board has {count} cells of {size} digits and a blank",
            count=count,
            size=puzzle.board.size,
        )
    named = {*data["unclear"], *data["confirmed"], *data["cells"]}
    if len(data["cells"]) != len(data["digits"]) or max(named, default=0) >= count:
        raise InputError(
            "a digit for each of the cells is needed, from 0 to {count}", count=count - 1
        )
    sight = Sight(
        rows,
        unclear=tuple(data["unclear"]),
        confirmed=frozenset(data["confirmed"]),
        unread=tuple(data.get("unread", [])),
    )
    pairs = zip(data["cells"], data["digits"], strict=False)
    found = corrected(replace(puzzle, sight=sight), dict(pairs))
    return {"puzzle": data_of_puzzle(found), **_sight_data(found)}


CELLS = schemas.listed(schemas.whole(0, schemas.CELLS), about="numbers of cells, from 0")
CORRECT = Action(
    "Read the photo of a puzzle again after cells were corrected",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "chances": schemas.listed(
                schemas.listed(schemas.whole(LEAST, FINE)),
                about="the logarithms of the probabilities of a blank and of each digit, in "
                "thousandths, for each cell",
            ),
            "unclear": CELLS,
            "confirmed": CELLS,
            "unread": schemas.listed(schemas.text(200), about="lines that were not read"),
            "cells": CELLS,
            "digits": schemas.DIGITS,
        },
        "puzzle",
        "chances",
        "unclear",
        "confirmed",
        "cells",
        "digits",
    ),
    correct,
    SECONDS,
)
