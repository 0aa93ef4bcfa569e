"""Steps for a terminal: pencilmarks in columns, with the pattern marked and coloured."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Collection, Mapping
from itertools import pairwise
from math import ceil, sqrt

from rich.text import Text

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.drawing.framed import UNICODE, Lines, Piece, framed, length, text_width
from cpsudoku.drawing.looks import LOOKS, drawn_label, legend_of, roles_in_order
from cpsudoku.drawing.terminal_grid import ANSWER, GIVEN, boxed, left_out
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.listening import are_boards_in_words
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.texts import text_of_technique


def pencilmarks(
    candidates: Candidates,
    step: Step | None = None,
    lines: Lines = UNICODE,
    width: int | None = None,
    others: Mapping[Candidate, list[Piece]] | None = None,
    written: Collection[Candidate] | None = None,
) -> Text:
    """The position: digits, and the candidates of empty cells, each followed by a step's marks.

    Each row of the grid is one line. If that is wider than ``width``, the first of these forms that
    fits is taken: each candidate has a fixed place in a cell of several lines, as people pencil
    them; the candidates of a cell are wrapped, in lines as long as possible; or only digits, with a
    line that says so. ``others`` are marks that follow candidates without a step. ``written`` are
    the candidates that are shown; by default these are all.
    """
    if written is not None:
        candidates = only_written(candidates, written)
    if are_boards_in_words():
        from cpsudoku.drawing.spoken import spoken_position

        return Text("\n".join(spoken_position(candidates, step)))
    board, marks = candidates.board, _marks_of(step) | dict(others or {})
    cells = range(len(board))
    text = framed(board, [[_cell(candidates, cell, marks)] for cell in cells], lines)
    if width is None or text_width(text) <= width:
        return text
    pencilled = framed(board, [_slots(candidates, cell, marks) for cell in cells], lines)
    if text_width(pencilled) <= width:
        return pencilled
    return _wrapped(candidates, marks, lines, width)


def _wrapped(
    candidates: Candidates, marks: dict[Candidate, list[Piece]], lines: Lines, width: int
) -> Text:
    """The candidates of each cell in lines that are as long as fits, or else only digits."""
    board = candidates.board
    cells = [_pieces_of(candidates, cell, marks) for cell in range(len(board))]
    least = max(length(pieces) for cell in cells for pieces in cell)

    def shown(room: int) -> Text:
        return framed(board, [_lines(cell, room) for cell in cells], lines, apart=True)

    rooms = range(least, max(least, width) + 1)
    fitting = bisect_right(rooms, width, key=lambda room: text_width(shown(room)))
    if fitting:
        return shown(rooms[fitting - 1])
    digits = boxed(candidates.grid, candidates.puzzle.givens, lines=lines, width=width)
    return left_out(digits, "candidates and marks", text_width(shown(least)))


class PartlyWritten(Candidates):
    """Candidates of which only some are shown; a cell without marks is empty, not impossible."""


def only_written(candidates: Candidates, written: Collection[Candidate]) -> Candidates:
    """The position with only these of its candidates."""
    marks = [0] * len(candidates.marks)
    for cell, digit in written:
        marks[cell] |= candidates.marks[cell] & 1 << (digit - 1)
    return PartlyWritten(candidates.puzzle, candidates.cells, tuple(marks))


def legend(step: Step) -> Text:
    """The meaning of the marks of a step on one line, and the notation of its chain on another."""
    text = Text()
    for name, label, words in legend_of(step):
        text.append("   " if text else "")
        text.append(f"{LOOKS[name].mark}{label.lower()}", LOOKS[name].style)
        text.append(f" {words}", "dim")
    notation = text_of_technique(step.technique).notation
    if notation:
        text.append(f"\n{translated(notation)}", "dim")
    return text


def _marks_of(step: Step | None) -> dict[Candidate, list[Piece]]:
    """The marks that follow each candidate of a step, with their styles."""
    marks: dict[Candidate, list[Piece]] = {}
    parts = roles_in_order(step) if step is not None else []
    for part in parts:
        look = LOOKS[part.name]
        piece = (f"{look.mark}{drawn_label(part, parts).lower()}", look.style)
        for at in part.candidates:
            pieces = marks.setdefault(at, [])
            if piece not in pieces:
                pieces.append(piece)
    return marks


def _cell(candidates: Candidates, cell: int, marks: dict[Candidate, list[Piece]]) -> list[Piece]:
    """A cell of one line."""
    return _lines(_pieces_of(candidates, cell, marks), sys.maxsize)[0]


def _pieces_of(
    candidates: Candidates, cell: int, marks: dict[Candidate, list[Piece]]
) -> list[list[Piece]]:
    """The digit of a cell or its candidates, each with the marks that follow it."""
    digit = candidates.cells[cell]
    if digit:
        style = GIVEN if candidates.puzzle.givens[cell] else ANSWER
        return [[(candidates.board.symbols[digit], style), *marks.get((cell, digit), [])]]
    digits = digits_of(candidates.marks[cell])
    if not digits and isinstance(candidates, PartlyWritten):
        return [[(".", "dim")]]
    shown = [_candidate(candidates, cell, mark, marks) for mark in digits]
    return shown or [[("!", LOOKS["eliminated"].style)]]


def _lines(shown: list[list[Piece]], room: int) -> list[list[Piece]]:
    """Candidates in lines of at most ``room`` characters; gaps separate marked ones."""
    lines: list[list[Piece]] = [list(shown[0])]
    for before, pieces in pairwise(shown):
        gap = [(" ", "")] if len(before) > 1 or len(pieces) > 1 else []
        if length(lines[-1]) + length(gap) + length(pieces) > room:
            lines.append(list(pieces))
        else:
            lines[-1] += [*gap, *pieces]
    return lines


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
