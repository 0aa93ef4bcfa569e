"""QR codes: the link that opens a puzzle, to print beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.links.link import link_of
from cpsudoku.formats.links.scf import scf_of
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.words import worded
from cpsudoku.scene.primitives import Box

QUIET = 4  # empty modules around a code, as the standard asks
MANY, LARGER = 50, 1.3  # modules of a side from which they are larger, and how much
ABOVE = 6.0  # between a board and its code
_PAD = "https://sudokupad.app/scf"
MOST = 1500  # characters; a longer link needs more modules than a small print can show


def link_for_code(puzzle: Puzzle) -> str:
    """The link of a puzzle without its answer, short enough for a code. Raises Unsupported."""
    plain = replace(puzzle, answer=None)
    short = scf_of(plain)
    link = f"{_PAD}{short}" if short is not None else link_of(Result(plain))
    if len(link) > MOST:
        raise Unsupported(
            "{source}: {too_long}; leave out {qr}", source=puzzle.source, too_long=_too_long(link)
        )
    return link


def _too_long(link: str) -> str:
    return worded(
        "its link has {count} characters; a QR code here holds {most}",
        count=f"{len(link):,}",
        most=f"{MOST:,}",
    )


def code_of(link: str) -> str:
    """The code of a link as SVG, for a screen. Raises Unsupported if the link is too long."""
    extras.require("segno", "a QR code")
    import segno

    if len(link) > MOST:
        raise Unsupported(_too_long(link))
    look = {"border": QUIET, "omitsize": True, "dark": "#000", "light": "#fff"}
    code = segno.make_qr(link, error="l")
    return str(code.svg_inline(**look, svgclass=None, lineclass=None))


def side_of_code(link: str, usual: float, module: float, most: float) -> float:
    """The side of the code of a link: the usual one, or more if its modules would be too small.

    module: the side that a module has at least, unless the code would have more than ``most``. It
    is larger in a code with many modules, where some are always hard to see.
    """
    import segno

    modules = segno.make_qr(link, error="l").symbol_size(border=QUIET)[0]
    least = module * (LARGER if modules > MANY else 1.0)
    return max(usual, min(most, modules * least))


def drawn_code(link: str, left: float, top: float, side: float) -> Iterator[Box]:
    """The boxes of the code of a link, in a white square of this side."""
    import segno

    rows = [bytes(row) for row in segno.make_qr(link, error="l").matrix]
    module = side / (len(rows) + 2 * QUIET)
    yield Box(left, top, side, side, "paper")
    for number, row in enumerate(rows, QUIET):
        at = QUIET
        for is_dark, run in groupby(row):
            count = len(list(run))
            if is_dark:
                x, y = left + at * module, top + number * module
                yield Box(x, y, count * module, module, "given")
            at += count
