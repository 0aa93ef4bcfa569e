"""f-puzzles: links of f-puzzles.com, of SudokuPad with ``fpuzzles``, their base64, and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from urllib.parse import unquote

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, MARKS, REGIONS, RULES
from cpsudoku.formats.links import lz_string
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.tables.json import value_of
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

_HERE = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/?(?:\?(.*))?", re.IGNORECASE)
_SUDOKUPAD = re.compile(
    r"(?:https?://(?:[a-z.]*sudokupad\.app|[a-z.]*crackingthecryptic\.com)/(?:sudoku/?)?"
    r"(?:\?puzzleid=)?)?fpuz(?:zles)?(?=[A-Za-z0-9+/%])([^?&#]*).*",
    re.IGNORECASE,
)
_BARE = re.compile(r"N4Ig[A-Za-z0-9+/ -]{20,}[=\\]*|N4Ig[A-Za-z0-9%]{20,}")
_JSON = re.compile(r'\s*\{(?s:.*)"grid"\s*:\s*\[\s*\[\s*\{')
_MOST_SLASHES = 16  # SudokuPad does not double more than this
_LONG = 20_000  # letters; the slashes of a longer text are not doubled


class FPuzzles(LinkFormat):
    """The format ``f-puzzles``."""

    name = "f-puzzles"
    title = "links of f-puzzles.com and SudokuPad (fpuzzles), their base64, and JSON"
    carries = frozenset((RULES, BOXES, REGIONS, MARKS))
    writes = True

    def is_line(self, text: str) -> bool:
        """Whether it is JSON with a grid of objects, or starts with a link or its base64."""
        if _JSON.match(text):
            return True
        first = next(iter(text.split(maxsplit=1)), "")
        if _HERE.match(first) or _SUDOKUPAD.match(first):
            return True
        return _BARE.fullmatch(first) is not None and _has_a_grid(first)

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle in a link, or in its compressed text."""
        return puzzle_of_packed(packed_of(text), source)

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of the JSON in a link."""
        return _puzzle_of(_value(text), source)

    def text_of(self, result: Result) -> str:
        """The link, with the solution if one is known."""
        if result.puzzle is None:
            return ""
        from cpsudoku.formats.links.f_puzzles_writing import packed_object

        return f"https://f-puzzles.com/?load={packed_object(result, self.name)}\n"


def _has_a_grid(packed: str) -> bool:
    try:
        return _JSON.match(lz_string.decompressed(unquote(packed))) is not None
    except InputError:
        return False


def _puzzle_of(value: object, source: Source) -> Puzzle:
    from cpsudoku.formats.links.f_puzzles_reading import puzzle_of_data

    return puzzle_of_data(value, source)


def packed_of(text: str) -> str:
    """The compressed text in a link, or the text itself; raises InputError."""
    if len(text) > lz_string.LONGEST:
        raise InputError(
            "the link has more than {longest} characters", longest=f"{lz_string.LONGEST:,}"
        )
    here = _HERE.fullmatch(text)
    if here is not None:
        query = dict(each.partition("=")[::2] for each in _query(here[1]))
        if query.get("load"):
            return str(query["load"])
        if "id" in query:
            raise InputError(
                "the link only names a puzzle on the server of f-puzzles; use {online} to "
                "fetch it, or open it, choose Export, and paste the long link, which contains "
                "?load="
            )
        raise InputError("the link has no puzzle: ?load= is missing")
    pad = _SUDOKUPAD.fullmatch(text)
    return str(pad[1]) if pad is not None else text


def _query(text: str | None) -> list[str]:
    """The parts of a link's query, which follows the question mark."""
    return (text or "").split("#")[0].split("&")


def puzzle_of_packed(packed: str, source: Source) -> Puzzle:
    """The puzzle of a compressed text. Slashes that a web server merged are doubled again."""
    return _puzzle_of(_unpacked(unquote(packed).replace(" ", "+")), source)


def _unpacked(packed: str) -> object:
    try:
        return _value(lz_string.decompressed(packed))
    except InputError:
        for text in _with_slashes(packed):
            try:
                return _value(lz_string.decompressed(text))
            except InputError:
                continue
        raise


def _with_slashes(packed: str) -> Iterator[str]:
    """The text with one or two of its slashes doubled."""
    places = [at for at, letter in enumerate(packed) if letter == "/"]
    if len(packed) > _LONG or len(places) > _MOST_SLASHES:
        return
    for count in (1, 2):
        for chosen in combinations(places, count):
            text = packed
            for at in reversed(chosen):
                text = f"{text[:at]}/{text[at:]}"
            yield text


def _value(text: str) -> object:
    try:
        return value_of(text, Source())
    except json.JSONDecodeError as error:
        problem = (
            worded("the link is damaged or cut off")
            if text[:1] != "{"
            else worded(error.msg.lower())
        )
        raise InputError("it is not JSON: {problem}", problem=problem) from None


FORMAT = FPuzzles()
