"""Killers as people type them: a grid with the letter of each cell's cage, then the sums.

The sums are ``A=12``, ``A: 12`` or ``A 12``, on one line or several. A dot is a cell without a
cage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import Document
from cpsudoku.formats.line_by_line import is_content, placed
from cpsudoku.formats.text.one_per_line import killer_of
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.words import worded

_ROW = re.compile(r"(?:[A-Za-z.](?: ?[A-Za-z.]){3,24})")
_SUM = re.compile(r"([A-Za-z]) ?[=: ] ?(\d{1,3})")
_SUMS = re.compile(rf"(?:{_SUM.pattern}[ ,;]*)+")
_NOTHING = "."
LONGEST = 1_000  # characters of a line


class _CageText:
    """Collects the rows and the sums of one puzzle."""

    def __init__(self, source: Source, label: str) -> None:
        self.source = source
        self.label = label
        self.rows: list[str] = []
        self.sums: dict[str, int] = {}
        self.fault: InputError | None = None

    @property
    def has_sums(self) -> bool:
        """Whether its rows are complete."""
        return bool(self.sums)

    def add(self, text: str, source: Source) -> None:
        """Add a row or some sums. A problem with them is stored."""
        if _ROW.fullmatch(text):
            self.rows.append(text.replace(" ", ""))
        elif not _SUMS.fullmatch(text):
            self.fault = self.fault or _strange(text, source)
        else:
            for name, number in _SUM.findall(text):
                if name in self.sums:
                    problem = worded(
                        "cage {name} has a sum already, {sums}", name=name, sums=self.sums[name]
                    )
                    self.fault = self.fault or InputError(problem, source)
                self.sums[name] = int(number)

    def entries(self, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle, or its problem."""
        try:
            yield self.fault or self._puzzle(options)
        except InputError as error:
            yield placed(error, self.source)

    def _puzzle(self, options: ReadOptions) -> Puzzle:
        size = len(self.rows)
        for row in self.rows:
            if len(row) != size:
                raise InputError(
                    "{size} rows, and one of {count} letters", size=size, count=len(row)
                )
        board = options.board_of(size, self.source)
        cells: dict[str, list[int]] = {}
        for cell, name in enumerate("".join(self.rows)):
            cells.setdefault(name, []).append(cell)
        for name in self.sums:
            if name not in cells:
                raise InputError("the sum of {name}, which is not in the grid", name=quoted(name))
        return Puzzle(
            Grid(bytes(size * size), board),
            tuple(self._cages(board, cells)),
            source=self.source,
            label=self.label,
        )

    def _cages(self, board: Board, cells: dict[str, list[int]]) -> Iterator[Constraint]:
        for name, places in cells.items():
            if name != _NOTHING and (name in self.sums or len(places) > 1):
                yield killer_of(board, self.sums.get(name, 0), places)


class LetterCages(TextFormat):
    """The format ``cages``."""

    name = "cages"
    title = "killers as a grid of cage letters with the sums below: A=12 B=7 ..."
    suffixes: tuple[str, ...] = ()
    writes = False

    def recognises(self, document: Document) -> bool:
        """Whether four or more rows of letters are followed by sums of their letters."""
        lines = [" ".join(line.split()) for line in document.sample.split("\n") if is_content(line)]
        rows = list(takewhile(_ROW.fullmatch, lines))
        return 4 <= len(rows) < len(lines) and _SUMS.fullmatch(lines[len(rows)]) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each grid with its sums. A row after sums begins the next grid."""
        cages: _CageText | None = None
        label = ""
        for number, line in document.lines():
            source, text = document.source.at(number), " ".join(line[: LONGEST + 1].split())
            if not text or text.startswith("#"):
                label = text.lstrip("# ") or label
            elif _ROW.fullmatch(text) and (cages is None or cages.has_sums):
                yield from cages.entries(options) if cages is not None else ()
                cages, label = _CageText(source, label), ""
                cages.add(text, source)
            elif cages is not None:
                cages.add(text, source)
            else:
                yield _strange(text, source)
        yield from cages.entries(options) if cages is not None else ()


def _strange(text: str, source: Source) -> InputError:
    expected = worded("expected rows of letters, then sums such as A=12")
    return InputError("{text} is neither; {expected}", source, text=quoted(text), expected=expected)


FORMAT = LetterCages()
