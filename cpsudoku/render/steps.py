"""Steps for a terminal: pencilmarks in columns, the pattern marked and coloured."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from cpsudoku.candidates import Candidate, Candidates, digits_of
from cpsudoku.grid import SYMBOLS
from cpsudoku.render.boxed import ANSWER, GIVEN, LINE, UNICODE, Lines
from cpsudoku.render.looks import LOOKS, legend_of, parts_of
from cpsudoku.techniques.base import Step

Piece = tuple[str, str]  # text, style


def pencilmarks(candidates: Candidates, step: Step | None = None, lines: Lines = UNICODE) -> Text:
    """The position in columns: digits, and the candidates of empty cells.

    Behind each candidate that a step is about stand the marks of its parts, so that nothing is
    lost without colour.
    """
    size = candidates.board.size
    rows, columns = candidates.board.geometry.box_shape or (size, size)
    marks = _marks_of(step)
    cells = [_cell(candidates, cell, marks) for cell in range(size * size)]
    widths = [max(_length(cell) for cell in cells[column::size]) for column in range(size)]
    spans = [widths[at : at + columns] for at in range(0, size, columns)]
    top, middle, bottom, flat, bar = lines
    flats = [flat * (sum(span) + len(span) + 1) for span in spans]
    text = Text(no_wrap=True)
    text.append(_rule(top, flats), LINE)
    for r in range(size):
        if r and r % rows == 0:
            text.append(_rule(middle, flats), LINE)
        for c, cell in enumerate(cells[r * size : r * size + size]):
            text.append(bar if c % columns == 0 else "", LINE)
            text.append(" ")
            for piece in cell:
                text.append(*piece)
            text.append(" " * (widths[c] - _length(cell)))
            text.append(" " if (c + 1) % columns == 0 else "")
        text.append(f"{bar}\n", LINE)
    text.append(_rule(bottom, flats), LINE)
    text.rstrip()
    return text


def legend(step: Step) -> Text:
    """What the marks of a step mean, on one line."""
    text = Text()
    for name, words in legend_of(step).items():
        text.append("   " if text else "")
        text.append(LOOKS[name].mark, LOOKS[name].style)
        text.append(f" {words}", "dim")
    return text


def _rule(corners: str, flats: Sequence[str]) -> str:
    return f"{corners[0]}{corners[1].join(flats)}{corners[2]}\n"


def _marks_of(step: Step | None) -> dict[Candidate, list[str]]:
    """The names of the parts that each candidate plays."""
    marks: dict[Candidate, list[str]] = {}
    for part in parts_of(step) if step is not None else ():
        for at in part.candidates:
            names = marks.setdefault(at, [])
            if part.name not in names:
                names.append(part.name)
    return marks


def _cell(candidates: Candidates, cell: int, marks: dict[Candidate, list[str]]) -> list[Piece]:
    digit = candidates.cells[cell]
    if digit:
        return [(SYMBOLS[digit], GIVEN if candidates.puzzle.givens[cell] else ANSWER)]
    pieces: list[Piece] = []
    for mark in digits_of(candidates.marks[cell]):
        names = marks.get((cell, mark), [])
        style = LOOKS[names[-1]].style if names else "dim"
        pieces.append((SYMBOLS[mark], style))
        pieces += [(LOOKS[name].mark, LOOKS[name].style.replace(" strike", "")) for name in names]
    return pieces or [("!", LOOKS["eliminated"].style)]


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)
