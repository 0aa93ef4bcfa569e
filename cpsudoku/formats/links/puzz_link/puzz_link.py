"""Links of puzz.link for the genres that fill a grid with digits.

``puzz.link/p?sudoku/9/9/...`` has the genre, the numbers of columns and rows, and the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.product import ProductCage
from cpsudoku.core.constraints.pairs.greater import Greater
from cpsudoku.core.constraints.pairs.negative import Negative
from cpsudoku.core.constraints.pairs.white import WhiteDot
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.base import CANVAS, REGIONS, REPEATS, RULES
from cpsudoku.formats.links.puzz_link import kakuro, marked, numbered, starred
from cpsudoku.formats.links.puzz_link.parts import NAME
from cpsudoku.formats.text.one_per_line import OnePerLine
from cpsudoku.runtime.errors import InputError, Source, quoted

_GENRES = {**numbered.GENRES, **marked.GENRES, **kakuro.GENRES, **starred.GENRES}
_OTHER_NAMES = {"building": "skyscrapers", "skyscraper": "skyscrapers"}
_LINK = re.compile(
    r"https?://[^\s?]*/p(?:\.html)?\?(?:type=\w+&)?([a-z\d]+?)(?:_edit|_play)?/(\S*)"
)
_SIZED = re.compile(r"(\d{1,3})/(\d{1,3})/(\S*?)/?")


class PuzzLink(OnePerLine):
    """The format ``puzz-link``."""

    name = NAME
    title = (
        "links of puzz.link: Sudoku, Skyscrapers, Kropki, Minarism, Rooms of Factors, Kakuro, "
        "Star Battle"
    )
    pattern = _LINK
    carries = frozenset((RULES, REGIONS, CANVAS, REPEATS))
    writes = True
    writes_solutions = True
    sizes = range(2, LARGEST + 1)

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of a link."""
        match = _LINK.fullmatch(text)
        assert match is not None  # it is this format's pattern
        genre = _OTHER_NAMES.get(match[1], match[1])
        if genre not in _GENRES:
            known = ", ".join(_GENRES)
            raise InputError(
                "the genre {genre} of puzz.link is not one of {known}",
                genre=quoted(genre),
                known=known,
            )
        sized = _SIZED.fullmatch(match[2])
        if sized is None:
            raise InputError("the numbers of columns and rows are missing after the genre")
        givens, rules = _GENRES[genre].read(int(sized[1]), int(sized[2]), sized[3])
        return Puzzle(givens, tuple(rules), source=source, label=label)

    def symbols_of(self, puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
        """The link."""
        genre, board = _genre_of(puzzle, rules), puzzle.board
        text = _GENRES[genre].write(puzzle, grid, rules)
        end = "/" * text.endswith("-")  # programs that look for links leave out a last minus sign
        return f"https://puzz.link/p?{genre}/{board.width}/{board.height}/{text}{end}"


def _genre_of(puzzle: Puzzle, rules: Sequence[Constraint]) -> str:
    """The genre that a puzzle may be."""
    if puzzle.board.loose:
        return "starbattle"
    if not puzzle.board.is_square:
        return "kakuro"
    if puzzle.board.regions:
        return "sudoku"
    if any(isinstance(rule, ProductCage) for rule in rules):
        return "factors"
    if any(isinstance(rule, Negative) for rule in rules):
        return "kropki"
    is_marked = any(isinstance(rule, Greater | WhiteDot) for rule in rules)
    return "minarism" if is_marked else "skyscrapers"


FORMAT = PuzzLink()
