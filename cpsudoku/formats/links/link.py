"""A link that opens in a browser, in the first format of links that can say the puzzle."""

from __future__ import annotations

from urllib.parse import quote

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import TextFormat, WrittenOnly, refuse_losses
from cpsudoku.formats.links import iss, sudokumaker, sudokupad
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.printable import printable

_ISS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
# SudokuPad is made for solving, the others for setting and for checking puzzles.
_FORMATS: tuple[TextFormat, ...] = (sudokupad.FORMAT, sudokumaker.FORMAT, iss.FORMAT)


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
        raise Unsupported(f"{result.source}: {'; '.join(reasons)}; try {{to}} json")


def _link(format: TextFormat, result: Result) -> str:
    text = format.text_of(result)
    if not isinstance(format, iss.ConstraintString):
        return text
    string = text.splitlines()[-1]
    return f"{_ISS}{quote(string, safe='~')}\n"


FORMAT = AnyLinkFormat()
