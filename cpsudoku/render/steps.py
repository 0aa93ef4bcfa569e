"""Steps for a terminal: pencilmarks in columns, the pattern marked and coloured."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from cpsudoku.candidates import Candidate, Candidates, digits_of
from cpsudoku.grid import SYMBOLS
from cpsudoku.render.boxed import ANSWER, GIVEN, LINE, UNICODE, Lines
from cpsudoku.render.looks import LOOKS, drawn_label, legend_of, parts_of
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
    for name, label, words in legend_of(step):
        text.append("   " if text else "")
        text.append(f"{LOOKS[name].mark}{label.lower()}", LOOKS[name].style)
        text.append(f" {words}", "dim")
    return text


def _rule(corners: str, flats: Sequence[str]) -> str:
    return f"{corners[0]}{corners[1].join(flats)}{corners[2]}\n"


def _marks_of(step: Step | None) -> dict[Candidate, list[Piece]]:
    """The marks behind each candidate that a step is about, with their styles."""
    marks: dict[Candidate, list[Piece]] = {}
    parts = parts_of(step) if step is not None else []
    for part in parts:
        look = LOOKS[part.name]
        piece = (f"{look.mark}{drawn_label(part, parts).lower()}", look.style)
        for at in part.candidates:
            pieces = marks.setdefault(at, [])
            if piece not in pieces:
                pieces.append(piece)
    return marks


def _cell(candidates: Candidates, cell: int, marks: dict[Candidate, list[Piece]]) -> list[Piece]:
    digit = candidates.cells[cell]
    if digit:
        style = GIVEN if candidates.puzzle.givens[cell] else ANSWER
        return [(SYMBOLS[digit], style), *marks.get((cell, digit), [])]
    pieces: list[Piece] = []
    before = False  # whether the candidate before is marked: such a one stands apart
    for mark in digits_of(candidates.marks[cell]):
        behind = marks.get((cell, mark), [])
        if pieces and (before or behind):
            pieces.append((" ", ""))
        before = bool(behind)
        pieces.append((SYMBOLS[mark], behind[-1][1] if behind else "dim"))
        pieces += [(text, style.replace(" strike", "")) for text, style in behind]
    return pieces or [("!", LOOKS["eliminated"].style)]


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)
