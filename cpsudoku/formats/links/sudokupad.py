"""Links of SudokuPad, with the puzzle in the link.

A link holds ``scl`` or ``ctc`` and compressed JSON, ``scf`` and a classic puzzle, or ``fpuzzles``
and what follows ``?load=`` in a link of f-puzzles, as we write it. Any other name refers to a
puzzle on the server of SudokuPad.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, MARKS, REGIONS, RULES
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.lz_string import LONGEST, decompressed
from cpsudoku.formats.links.zipped_json import value_of_json
from cpsudoku.formats.short_links import PAD_LINK, PREFIX, address_of, shortener_of
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import printable
from cpsudoku.runtime.words import worded

_BARE = re.compile(r"(?:scl|ctc)N4[\w+/%=-]{40}|\{(?:id|cs|ce|ca|re|metadata):")
_SCF = re.compile(r"scf[0-9A-Za-z]{17,81}(?:\*|\s|$)")
_JSON = re.compile(r'\{(?s:.*)"cells"\s*:\s*\[\s*\[\s*\{')


def _of_scl(packed: str, source: Source) -> Puzzle:
    from cpsudoku.formats.links.scl import is_scl, puzzle_of_scl

    try:
        text = decompressed(packed)
        value = value_of_json(text)
    except InputError as error:
        raise InputError(
            "the link is damaged: {problem}; copy it again", problem=error.problem
        ) from None
    if not is_scl(value):
        raise InputError("the link holds no puzzle: its JSON has no rows of cells")
    return puzzle_of_scl(value, source)


def _of_scf(packed: str, source: Source) -> Puzzle:
    from cpsudoku.formats.links.scf import puzzle_of_scf

    return puzzle_of_scf(packed, source)


def _of_f_puzzles(packed: str, source: Source) -> Puzzle:
    from cpsudoku.formats.links.f_puzzles import puzzle_of_packed

    return puzzle_of_packed(packed, source)


_READERS: dict[str, Callable[[str, Source], Puzzle]] = {
    "scl": _of_scl,
    "ctc": _of_scl,
    "scf": _of_scf,
    "fpuz": _of_f_puzzles,
    "fpuzzles": _of_f_puzzles,
}


def puzzle_of_link(text: str, source: Source = Source()) -> Puzzle:
    """The puzzle of a link of SudokuPad, or of the part after the site; raises InputError."""
    if len(text) > 2 * LONGEST:
        found = worded("the link has {count} characters", count=f"{len(text):,}")
        raise InputError(
            "{found}; at most {longest} are read", found=found, longest=f"{2 * LONGEST:,}"
        )
    shortener = shortener_of(text)
    if shortener is not None:
        named = worded("the link was shortened by {shortener}", shortener=shortener)
        raise InputError(
            "{named}; use {online} to fetch it, or open it and paste the long link", named=named
        )
    link = PAD_LINK.match(text)
    name = unquote(link[1] if link else text).strip("/")
    prefix = PREFIX.fullmatch(name.replace(" ", "+"))
    if prefix is None:
        raise InputError(_on_a_server(name, address_of(text)))
    return _READERS[prefix[1]](prefix[2], source)


def _on_a_server(name: str, address: str | None) -> str:
    shown = printable(name[:60])
    if not shown:
        return worded("the link has no puzzle in it")
    if address is None:
        return worded(
            "the link holds {shown}, which is neither a puzzle nor the name of one",
            shown=repr(shown),
        )
    return worded(
        "the link names the puzzle {shown} on the server of SudokuPad; use {online} to fetch it, "
        "or open {address} and paste the text that it shows",
        shown=shown,
        address=address,
    )


class SudokuPad(LinkFormat):
    """The format ``sudokupad``."""

    name = "sudokupad"
    title = "links of SudokuPad and Cracking the Cryptic, with the puzzle in the link"
    carries = frozenset((RULES, BOXES, REGIONS, MARKS))
    writes = True

    def is_line(self, text: str) -> bool:
        """Whether it begins like a link or like the content of a link."""
        forms = (PAD_LINK, _BARE, _SCF, _JSON)
        return any(form.match(text) for form in forms) or shortener_of(text.strip()) is not None

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle that the link holds."""
        return puzzle_of_link(text, source)

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of JSON or of its short form."""
        from cpsudoku.formats.links.scl import is_scl, puzzle_of_scl

        value = value_of_json(text)
        if not is_scl(value):
            raise InputError("the JSON has no rows of cells")
        return puzzle_of_scl(value, source)

    def text_of(self, result: Result) -> str:
        """The link, with the solution if one is known."""
        if result.puzzle is None:
            return ""
        from cpsudoku.formats.links.f_puzzles_writing import packed_object

        text = packed_object(result, self.name, speaks=True)
        # A slash would end a part of the path, and web servers merge two of them.
        return f"https://sudokupad.app/fpuzzles{quote(text, safe='')}\n"


FORMAT = SudokuPad()
