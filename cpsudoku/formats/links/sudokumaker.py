"""Links and JSON of SudokuMaker. Its custom rules are JavaScript, which is interpreted in part."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, CANVAS, REGIONS, RULES
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.lz_string import LONGEST, compressed_uri, decompressed
from cpsudoku.formats.links.zipped_json import value_of_json
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

_LINK = re.compile(r"(?:https?://)?(?:www\.|beta\.)?sudokumaker\.app/*\??([^#]*)", re.IGNORECASE)
_JSON = re.compile(r'\{\s*"formatVersion"\s*:')
_SITE = "https://sudokumaker.app/?puzzle="


def puzzle_of_link(text: str, source: Source = Source()) -> Puzzle:
    """The puzzle of a link; raises InputError."""
    if len(text) > 2 * LONGEST:
        raise InputError("the link has {count} characters; it is too long", count=f"{len(text):,}")
    link = _LINK.match(text)
    query = dict(part.partition("=")[::2] for part in (link[1] if link else "").split("&"))
    if not query.get("puzzle"):
        problem = worded(
            "the link has no puzzle in it; paste the long link, which contains ?puzzle="
        )
        raise InputError(problem)
    try:
        value = value_of_json(decompressed(unquote(query["puzzle"])))
    except InputError as error:
        raise InputError(
            "the link is damaged: {problem}; copy it again", problem=error.problem
        ) from None
    return _puzzle_of(value, source)


def _puzzle_of(value: object, source: Source) -> Puzzle:
    from cpsudoku.formats.links.sudokumaker_reading import puzzle_of_sudokumaker

    return puzzle_of_sudokumaker(value, source)


class SudokuMaker(LinkFormat):
    """The format ``sudokumaker``."""

    name = "sudokumaker"
    title = "links of SudokuMaker with ?puzzle=, and its JSON"
    carries = frozenset((RULES, BOXES, REGIONS, CANVAS))
    writes = True

    def is_line(self, text: str) -> bool:
        """Whether it begins like a link or like the JSON of SudokuMaker."""
        return bool(_LINK.match(text) or _JSON.match(text))

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle in the part after ``puzzle=``."""
        return puzzle_of_link(text, source)

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object with ``formatVersion``."""
        return _puzzle_of(value_of_json(text), source)

    def text_of(self, result: Result) -> str:
        """The link, with the solution if one is known."""
        if result.puzzle is None:
            return ""
        from cpsudoku.formats.links.sudokumaker_writing import document_of

        text = json.dumps(document_of(result), ensure_ascii=False, separators=(",", ":"))
        return f"{_SITE}{compressed_uri(text)}\n"


FORMAT = SudokuMaker()
