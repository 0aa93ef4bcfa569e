"""Turns lines of text into rows of cells, without an object per line.

These compiled functions mark a line that they do not understand as CAREFUL. The readers of
``formats`` then read that line alone and explain what is wrong.

A block of text, and the columns that describe its rows; here a comment and two puzzles, where ``$``
stands for a line end::

    text        # easy$53..7.. .. 79$4.....8 .. 1.,417369825 .. 43$
                       start[0]     end[0]
                                     start[1]                     end[1]

                row 0                     row 1
    number      1                         2                         the line, from 0
    kind        CLASSIC                   CLASSIC
    cells       5 3 0 0 7 0 0 .. 7 9      4 0 0 0 0 0 8 .. 1 0      81 digits, 0 for a blank
    has_answer  NO_ANSWER                 FULL_ANSWER
    answers     0 .. 0                    4 1 7 3 6 9 8 2 5 .. 4 3
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpsudoku.formats import document
from cpsudoku.formats.document import LONGEST_LINE
from cpsudoku.road import layout
from cpsudoku.road.kernels import fields, json_rows
from cpsudoku.road.kernels.fields import (
    CELLS,
    HASH,
    NEWLINE,
    NO_ANSWER,
    ODD_ANSWER,
    QUOTE,
    RETURN,
    UNKNOWN,
    USUAL_DIGIT_OF,
    Bytes,
    Ints,
    answer_at,
    cells_at,
    field_at,
    find,
    is_name,
    is_open,
    later_answer,
    plain_cells,
)
from cpsudoku.road.kernels.json_rows import read_json
from cpsudoku.road.layout import ANY, JSON
from cpsudoku.runtime.compiled.declaring import alone_from, in_numpy, inner

CLASSIC, CAREFUL = 0, 1  # kinds of rows
LINE = CELLS + 1  # bytes of a line that is only a puzzle

compiled = alone_from(
    *(__file__, fields.__file__, json_rows.__file__, layout.__file__, document.__file__),
    two_forms=True,
)


class BlockRows(NamedTuple):
    """The rows of a block of text, without blank lines, and without comments unless it is a table.

    number: int64[n], the line of each, from 0. start, end: int64[n], its bytes. kind: uint8[n].
    cells, answers: uint8[n, 81]. has_answer: uint8[n].
    """

    number: Ints
    start: Ints
    end: Ints
    kind: Bytes
    cells: Bytes
    answers: Bytes
    has_answer: Bytes


@compiled
def count_lines(text: Bytes) -> int:
    """The number of lines, including a last one without an end."""
    lines = 0
    for at in range(len(text)):
        if text[at] == NEWLINE:
            lines += 1
    if len(text) and text[-1] != NEWLINE:
        lines += 1
    return lines


@compiled
def has_open_lines(text: Bytes, delimiter: int) -> bool:
    """Whether a line of a table ends inside a quoted field."""
    start = 0
    while start < len(text):
        end = find(text, start, len(text), NEWLINE)
        if is_open(text, start, end, delimiter):
            return True
        start = end + 1
    return False


@inner()
def _read_row(
    text: Bytes,
    start: int,
    end: int,
    layout: tuple[int, int, int],
    cells: Bytes,
    answers: Bytes,
    scratch: Bytes,
) -> int:
    """Read the puzzle and the answer of one row; return the kind of answer, or -1 for CAREFUL."""
    delimiter, puzzle, solution = layout
    if delimiter == JSON:
        return read_json(text, start, end, cells, answers) if end - start <= LONGEST_LINE else -1
    begin, last = field_at(text, start, end, delimiter, puzzle)
    blanks = cells_at(text, begin, last, cells) if begin >= 0 else -1
    if blanks < 0 and delimiter == ANY and is_name(text, begin, last):
        begin, last = field_at(text, last, end, delimiter, 0)
        blanks = cells_at(text, begin, last, cells) if begin >= 0 else -1
    if blanks < 0 or end - start > LONGEST_LINE:
        return -1
    if delimiter == ANY:
        answer = later_answer(text, last, end, blanks == 0, answers, scratch)
    elif solution >= 0:
        answer = answer_at(text, start, end, delimiter, solution, answers)
    else:
        answer = NO_ANSWER
    return answer if answer != ODD_ANSWER else -1


@inner()
def _plain_row(text: Bytes, start: int, cells: Bytes) -> int:
    """Read a line that is only a puzzle in the usual symbols; return its length, or 0."""
    if start + CELLS > len(text) or plain_cells(text, start, cells) < 0:
        return 0
    end = start + CELLS
    if end == len(text) or text[end] == NEWLINE:
        return CELLS
    is_end = text[end] == RETURN and end + 1 < len(text) and text[end + 1] == NEWLINE
    return CELLS + 1 if is_end else 0


@compiled
def _plain_rows(text: Bytes, starts: Ints, ends: Ints, kind: Bytes, cells: Bytes) -> int:
    """Read the first lines as long as they are only puzzles; return how many these are.

    Most files have no other lines, so the rest of the reader is not loaded for them.
    """
    n = start = 0
    while start + CELLS <= len(text):
        end = start + CELLS
        if end < len(text) and text[end] != NEWLINE:
            break
        if plain_cells(text, start, cells[n]) < 0:
            break
        starts[n], ends[n], kind[n] = start, end, CLASSIC
        n += 1
        start = end + 1
    return n


@in_numpy(_plain_rows)
def _plain_rows_in_numpy(text: Bytes, starts: Ints, ends: Ints, kind: Bytes, cells: Bytes) -> int:
    count = (len(text) + 1) // LINE
    lines = np.append(text, np.uint8(NEWLINE))[: count * LINE].reshape(-1, LINE)
    digits = USUAL_DIGIT_OF[lines[:, :CELLS]]
    is_other = (digits.max(axis=1, initial=0) == UNKNOWN) | (lines[:, CELLS] != NEWLINE)
    n = int(is_other.argmax()) if is_other.any() else count
    starts[:n] = np.arange(n) * LINE
    ends[:n] = starts[:n] + CELLS
    kind[:n], cells[:n] = CLASSIC, digits[:n]
    return n


@compiled
def _parse(
    text: Bytes,
    layout: tuple[int, int, int],
    done: int,
    has_quotes: bool,
    rows: tuple[Any, ...],
    scratch: Bytes,
) -> int:
    """Read the lines after those that are done, and return the number of all rows."""
    number, starts, ends, kind, cells, answers, has_answer = rows
    delimiter = layout[0]
    n = line = done
    start = done * LINE
    while start < len(text):
        length = _plain_row(text, start, cells[n]) if delimiter == ANY else 0
        if length > 0:
            number[n], starts[n], ends[n] = line, start, start + CELLS
            kind[n] = CLASSIC
            n += 1
            line += 1
            start += length + 1
            continue
        end = find(text, start, len(text), NEWLINE)
        after = end + 1
        while end > start and (text[end - 1] == RETURN or text[end - 1] == 32):
            end -= 1
        first = start
        while first < end and (text[first] == 32 or text[first] == 9):
            first += 1
        if delimiter != ANY:
            first = start if first < end else end  # a blank at the beginning is a field
        if first < end and (text[first] != HASH or delimiter == JSON):
            number[n], starts[n], ends[n] = line, start, end
            answer = -1
            if not (has_quotes and is_open(text, first, end, delimiter)):
                answer = _read_row(text, first, end, layout, cells[n], answers[n], scratch)
            kind[n] = CAREFUL if answer < 0 else CLASSIC
            if answer < 0:
                cells[n] = 0
                answers[n] = 0
            else:
                has_answer[n] = answer
            n += 1
        line += 1
        start = after
    return n


def parse(text: Bytes, delimiter: int, puzzle: int, solution: int) -> BlockRows:
    """The rows of a text; the puzzle and the answer (or -1) are these fields of a line."""
    lines = count_lines(text)
    rows = BlockRows(
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.uint8),
        np.empty((lines, CELLS), np.uint8),
        np.zeros((lines, CELLS), np.uint8),
        np.zeros(lines, np.uint8),
    )
    n = 0
    if delimiter != JSON and puzzle == 0:
        n = _plain_rows(text, rows.start, rows.end, rows.kind, rows.cells)
        rows.number[:n] = np.arange(n)
    if n * LINE < len(text):
        has_quotes = delimiter not in (ANY, JSON) and bool((text == QUOTE).any())
        scratch = np.empty(CELLS, np.uint8)
        n = _parse(text, (delimiter, puzzle, solution), n, has_quotes, tuple(rows), scratch)
    return BlockRows._make(column[:n] for column in rows)
