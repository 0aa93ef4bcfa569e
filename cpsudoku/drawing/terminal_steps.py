"""Steps for a terminal: pencilmarks in columns, with the pattern marked and coloured."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil, sqrt

from rich.text import Text

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.drawing.framed import UNICODE, Lines, Piece, framed, length
from cpsudoku.drawing.looks import LOOKS, drawn_label, legend_of, parts_of
from cpsudoku.drawing.terminal_grid import ANSWER, GIVEN
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.texts import text_of


def pencilmarks(
    candidates: Candidates,
    step: Step | None = None,
    lines: Lines = UNICODE,
    width: int | None = None,
    others: Mapping[Candidate, list[Piece]] | None = None,
    written: Collection[Candidate] | None = None,
) -> Text:
    """The position: digits, and the candidates of empty cells, each followed by a step's marks.

    Each row of the grid is one line. If that is wider than ``width``, each candidate has a fixed
    place in a cell of several lines, as people pencil them, provided that this fits. ``others`` are
    marks that follow candidates without a step. ``written`` are the candidates that are shown; by
    default these are all.
    """
    if written is not None:
        candidates = only_written(candidates, written)
    board, marks = candidates.board, _marks_of(step) | dict(others or {})
    cells = range(len(board))
    text = framed(board, [[_cell(candidates, cell, marks)] for cell in cells], lines)
    if width is None or _width(text) <= width:
        return text
    pencilled = framed(board, [_slots(candidates, cell, marks) for cell in cells], lines)
    return pencilled if _width(pencilled) <= width else text


class PartlyWritten(Candidates):
    """Candidates of which only some are shown; a cell without marks is empty, not impossible."""


def only_written(candidates: Candidates, written: Collection[Candidate]) -> Candidates:
    """The position with only these of its candidates."""
    marks = [0] * len(candidates.marks)
    for cell, digit in written:
        marks[cell] |= candidates.marks[cell] & 1 << (digit - 1)
    return PartlyWritten(candidates.puzzle, candidates.cells, tuple(marks))


def _width(text: Text) -> int:
    return len(text.plain.partition("\n")[0])


def legend(step: Step) -> Text:
    """The meaning of the marks of a step on one line, and the notation of its chain on another."""
    text = Text()
    for name, label, words in legend_of(step):
        text.append("   " if text else "")
        text.append(f"{LOOKS[name].mark}{label.lower()}", LOOKS[name].style)
        text.append(f" {words}", "dim")
    notation = text_of(step.technique).notation
    if notation:
        text.append(f"\n{notation}", "dim")
    return text


def _marks_of(step: Step | None) -> dict[Candidate, list[Piece]]:
    """The marks that follow each candidate of a step, with their styles."""
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
        return [(candidates.board.symbols[digit], style), *marks.get((cell, digit), [])]
    pieces: list[Piece] = []
    before = False  # whether the previous candidate is marked; gaps separate marked ones
    for mark in digits_of(candidates.marks[cell]):
        behind = marks.get((cell, mark), [])
        if pieces and (before or behind):
            pieces.append((" ", ""))
        before = bool(behind)
        pieces += _candidate(candidates, cell, mark, marks)
    if not pieces and isinstance(candidates, PartlyWritten):
        return [(".", "dim")]
    return pieces or [("!", LOOKS["eliminated"].style)]


def _slots(
    candidates: Candidates, cell: int, marks: dict[Candidate, list[Piece]]
) -> list[list[Piece]]:
    """A cell of several lines: each candidate is in its place, or a digit in the middle."""
    size = candidates.board.size
    columns = ceil(sqrt(size))
    rows = ceil(size / columns)
    slot = 1 + max((length(pieces) for pieces in marks.values()), default=0)
    if candidates.cells[cell]:
        lines: list[list[Piece]] = [[] for _ in range(rows)]
        lines[rows // 2] = [(" " * (columns // 2 * slot), ""), *_cell(candidates, cell, marks)]
        return lines
    lines = []
    for first in range(1, size + 1, columns):
        pieces: list[Piece] = []
        for digit in range(first, min(first + columns, size + 1)):
            shown = _candidate(candidates, cell, digit, marks)
            pieces += [*shown, (" " * (slot - length(shown)), "")]
        lines.append(pieces)
    return lines


def _candidate(
    candidates: Candidates, cell: int, digit: int, marks: dict[Candidate, list[Piece]]
) -> list[Piece]:
    """A candidate and the marks that follow it; empty if the digit is not a candidate."""
    if not candidates.has(cell, digit):
        return []
    behind = marks.get((cell, digit), [])
    style = behind[-1][1] if behind else "dim"
    return [
        (candidates.board.symbols[digit], style),
        *((text, style.replace(" strike", "")) for text, style in behind),
    ]
