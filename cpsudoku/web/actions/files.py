"""Opens what people type, paste or drop, and writes a puzzle in any format."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import IO

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.formats import FORMATS
from cpsudoku.formats.links.link import PROGRAMS, link_of
from cpsudoku.formats.pictures.code import code_of
from cpsudoku.runtime.errors import InputError, MissingExtra, Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.runtime.words import worded
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    PUZZLE,
    Action,
    data_of_puzzle,
    requested_puzzle,
    with_entries,
)
from cpsudoku.web.actions.photos import photos_of
from cpsudoku.web.page_words import on_the_page

MOST = 200  # puzzles of a file that the page lists
SECONDS = 30.0


class Upload(BytesIO):
    """The content of a dropped file; ``name`` is what the person calls it."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def open_puzzles(data: JsonObject) -> JsonObject:
    """The puzzles in a text or a file, and what was wrong with the others."""
    accept, without = data.get("accept_guesses", False), data.get("without", [])
    source = _content(data)
    return opened([source], data.get("online", False), accept, without, data.get("number"))


def opened(
    sources: Sequence[str | IO[bytes]],
    online: bool = False,
    accept_guesses: bool = False,
    without: Sequence[str] = (),
    number: int | None = None,
) -> JsonObject:
    """The puzzles of texts, files and open files, and what was wrong with the others.

    The keywords are those of ``read``. With a ``number``, only this entry counts, from 1.
    """
    remarks: list[str] = []
    with heard_by(remarks.append):
        found = map(_offering_entries, _entries(sources, online, accept_guesses, without))
        chosen = slice(0, MOST + 1) if number is None else slice(number - 1, number)
        entries = list(islice(found, chosen.start, chosen.stop))
    puzzles = [
        (place, entry)
        for place, entry in enumerate(entries[:MOST], number or 1)
        if isinstance(entry, Puzzle)
    ]
    photos = photos_of([puzzle for _, puzzle in puzzles], sources[0]) if len(sources) == 1 else {}
    problems = [on_the_page(entry) for entry in entries[:MOST] if isinstance(entry, InputError)]
    return {
        "puzzles": [
            {
                "title": _title(puzzle, count),
                "number": place,
                "puzzle": data_of_puzzle(puzzle),
                "photo": photos.get(count - 1),
            }
            for count, (place, puzzle) in enumerate(puzzles, 1)
        ],
        "problems": problems,
        "remarks": remarks,
        "more": len(entries) > MOST,
    }


def _offering_entries(entry: Puzzle | InputError) -> Puzzle | InputError:
    """The entry. The page offers the handwriting in a photo, but does not take it unasked."""
    from cpsudoku.solving.entering import without_doubts

    return without_doubts(entry) if isinstance(entry, Puzzle) else entry


def _entries(
    sources: Sequence[str | IO[bytes]],
    online: bool,
    accept_guesses: bool,
    without: Sequence[str],
) -> Iterator[Puzzle | InputError]:
    """The puzzles, and an InputError for each entry or source that is not one."""
    from cpsudoku.solving import read_many

    try:
        yield from read_many(
            sources, online=online, accept_guesses=accept_guesses, without=without, handwriting=True
        )
    except InputError as error:
        yield error


def _content(data: JsonObject) -> IO[bytes]:
    """The bytes of the request."""
    if "content" in data:
        try:
            content = base64.b64decode(data["content"], validate=True)
        except (binascii.Error, ValueError):
            raise InputError('"content" is not base64') from None
        return Upload(content, data.get("name") or "file")
    if "text" not in data:
        raise InputError('the request needs "text" or "content"')
    return Upload(data["text"].encode("utf-8", "surrogatepass"), worded("the text"))


def _title(puzzle: Puzzle, number: int) -> str:
    return puzzle.label or f"{number}: {in_words(puzzle.source.words)}"


def write_puzzle(data: JsonObject) -> JsonObject:
    """A puzzle in a format, as base64, with a name for the file."""
    from cpsudoku.solving import settle, write

    puzzle = requested_puzzle(data)
    name = data["format"]
    chosen = FORMATS[name]
    thing: Puzzle | Result = puzzle
    if data.get("solved"):
        verdict = settle(puzzle, want=2, limit=Limit(seconds=SECONDS))
        if verdict.solution is None:
            raise InputError(translated("There is no solution to write."))
        thing = Result(puzzle, verdict)
    elif "entries" in data:
        thing = replace(puzzle, givens=with_entries(puzzle, data), answer=None)
    content = write(thing, format=name).data
    suffix = next(iter(chosen.suffixes), ".txt")
    return {"content": base64.b64encode(content).decode(), "name": f"sudoku{suffix}"}


def link(data: JsonObject) -> JsonObject:
    """A link that opens a puzzle, with its QR code as SVG, or why it has none."""
    address = data.get("address") or link_of(Result(requested_puzzle(data)), data["program"])
    code, problem = "", ""
    try:
        code = code_of(address)
    except MissingExtra as error:
        problem = on_the_page(error)
    except Unsupported:
        problem = translated("The link is too long for a QR code.")
    return {"link": address, "code": code, "problem": problem}


OPEN = Action(
    "Read puzzles from a text, a link or a file",
    schemas.fields(
        {
            "text": schemas.text(schemas.LARGEST, "puzzles in any text format, or a link"),
            "content": schemas.text(16 << 20, "the bytes of a file in base64"),
            "name": schemas.text(255, "the name of the file"),
            "accept_guesses": schemas.flag("use guesses that nothing can test"),
            "without": schemas.listed(schemas.text(40), about="sentences to leave out"),
            "number": schemas.whole(1, MOST, "read only this entry of a list"),
        }
    ),
    open_puzzles,
    SECONDS,
    may_fetch=True,
)
WRITE = Action(
    "Write a puzzle in a format",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "entries": schemas.DIGITS,
            "format": schemas.text(40, "the name of a format"),
            "solved": schemas.flag("write the solution too"),
        },
        "puzzle",
        "format",
    ),
    write_puzzle,
    SECONDS,
)
LINK = Action(
    "A link that opens a puzzle in another program, with its QR code",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "program": schemas.choice(*PROGRAMS, about="the format of the program"),
            "address": schemas.text(100_000, "the link, if the page makes it itself"),
        },
        "puzzle",
        "program",
    ),
    link,
)
