"""A link that opens in a browser, in the first format of links that can say the puzzle."""

from __future__ import annotations

from urllib.parse import quote

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import TextFormat, WriteOptions, WrittenOnly, refuse_losses
from cpsudoku.formats.links import f_puzzles, iss, sudokumaker, sudokupad
from cpsudoku.runtime.errors import Unsupported, quoted
from cpsudoku.runtime.printable import printable

_ISS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
# SudokuPad is made for solving, the others for setting and for checking puzzles.
_FORMATS: tuple[TextFormat, ...] = (sudokupad.FORMAT, sudokumaker.FORMAT, iss.FORMAT)
_PROGRAMS = {each.name: each for each in (*_FORMATS, f_puzzles.FORMAT)}
PROGRAMS = ("link", *_PROGRAMS)  # formats whose puzzles open in a browser


def link_of(result: Result, name: str = "link", options: WriteOptions | None = None) -> str:
    """The link that opens a puzzle in the program of a format, or in the first that can say it.

    Raises Unsupported if the format is not one of ``PROGRAMS``, or can't say the puzzle.
    """
    if name not in PROGRAMS:
        known = ", ".join(PROGRAMS)
        raise Unsupported(
            "format {name} does not open in a browser; choose one of {known}",
            name=quoted(name),
            known=known,
        )
    chosen = _PROGRAMS.get(name, FORMAT).with_options(options or WriteOptions())
    refuse_losses(chosen, result)
    return _link(chosen, result).strip()


class AnyLinkFormat(WrittenOnly, TextFormat):
    """The format ``link``."""

    name = "link"
    title = "a link that opens in a browser, of SudokuPad, SudokuMaker or ISS (written only)"
    suffixes: tuple[str, ...] = ()

    def text_of(self, result: Result) -> str:
        """The link; raises Unsupported, with the reason of each format."""
        if result.puzzle is None:
            return ""
        reasons, before = [], printable(f"{result.source}: ")
        for each in _FORMATS:
            format = each.with_options(self.options)
            try:
                refuse_losses(format, result)
                return _link(format, result)
            except Unsupported as error:
                reasons.append(error.template.removeprefix(before).partition("; try ")[0])
        raise Unsupported(
            "{source}: {reasons}; try {to} json", source=result.source, reasons="; ".join(reasons)
        )


def _link(format: TextFormat, result: Result) -> str:
    text = format.text_of(result)
    if not isinstance(format, iss.ConstraintString):
        return text
    string = text.splitlines()[-1]
    return f"{_ISS}{quote(string, safe='~')}\n"


FORMAT = AnyLinkFormat()
