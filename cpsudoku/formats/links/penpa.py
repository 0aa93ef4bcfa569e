"""Links of Penpa+ (``swaroopg92.github.io/penpa-edit``), to edit and to solve.

They hold a drawing. The digits, the borders of regions, and what was drawn with the tools for
killer cages, thermometers and arrows are read; anything else that is drawn is named.
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, REGIONS, RULES, is_solution
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.penpa_packed import packed_part, unpacked_part, unpacked_plain
from cpsudoku.formats.links.penpa_reading import puzzle_of_penpa
from cpsudoku.formats.links.penpa_writing import NAME, text_of_penpa
from cpsudoku.runtime.errors import InputError, Source

_LINK = re.compile(r"(?:https?://|file://)[^\s?#]*penpa[^\s?#]*[?#](\S+)", re.IGNORECASE)
_SITE = "https://swaroopg92.github.io/penpa-edit/"


class Penpa(LinkFormat):
    """The format ``penpa``."""

    name = NAME
    title = "links of Penpa+ (penpa-edit): digits, regions, killer cages, thermometers, arrows"
    carries = frozenset((RULES, BOXES, REGIONS))
    writes = True

    def is_line(self, text: str) -> bool:
        """Whether it is a link of Penpa+ with a puzzle."""
        return _LINK.match(text) is not None

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a link; raises InputError."""
        link = _LINK.match(text)
        parts = dict(each.partition("=")[::2] for each in link[1].split("&")) if link else {}
        drawing = unquote(parts.get("p", ""))
        if not drawing:
            raise InputError("the link has no puzzle: p= is missing")
        if drawing.startswith("http"):
            raise InputError("the link names another link; read that one")
        return puzzle_of_penpa(
            unpacked_part(drawing), _solution(unquote(parts.get("a", ""))), source
        )

    def of_object(self, text: str, source: Source) -> Puzzle:
        """Raise InputError: Penpa+ has no JSON of its own."""
        raise InputError("Penpa+ has links, and no JSON")

    def text_of(self, result: Result) -> str:
        """The link to edit the puzzle, with its solution if one is known. Raises Unsupported."""
        puzzle = result.puzzle
        if puzzle is None:
            return ""
        solution = result.grid if is_solution(result) else puzzle.answer
        return f"{_SITE}#m=edit&p={packed_part(text_of_penpa(puzzle, solution))}\n"


def _solution(text: str) -> object:
    """The solution in a link, if it can be read. It is only an answer to compare with."""
    try:
        value: object = json.loads(unpacked_plain(text)) if text else None
    except (InputError, ValueError, RecursionError):
        return None
    return value


FORMAT = Penpa()
