"""Grids whose blank cells are spaces: ``53  7`` or ``5 3     7`` for a row of nine cells.

Such a grid is found among the lines of a text, and its blank cells become dots, so that every
reader of grids can read it. Each symbol stays in its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpsudoku.core.sizes import SIZES

Line = tuple[int, str]
"""The number of a line and its text."""

_SIZES = (6, 8, 9)
_WIDEST = 2 * max(_SIZES) - 1
_ROW = re.compile(rf"[1-9 ]{{0,{_WIDEST}}}\s*")
_LONGEST_RUN = 1000  # lines that are held at a time


def with_dots(lines: Iterable[Line]) -> Iterator[Line]:
    """The same lines, with dots for the blank cells of grids that have spaces for them."""
    run: list[Line] = []
    for line in lines:
        if _ROW.fullmatch(line[1]) and "\t" not in line[1] and len(run) < _LONGEST_RUN:
            run.append(line)
            continue
        yield from _dotted(run)
        yield line
        run = []
    yield from _dotted(run)


def _dotted(run: list[Line]) -> list[Line]:
    """The lines of a run, as one grid or as paragraphs that are grids."""
    first = next((at for at, (_, text) in enumerate(run) if text), len(run))
    last = max((at for at, (_, text) in enumerate(run) if text), default=-1) + 1
    whole = _grid(run[first:last])  # blank lines within it are blank rows
    if whole is not None:
        return run[:first] + whole + run[last:]
    found: list[Line] = []
    at = 0
    while at < len(run):
        end = next((k for k in range(at, len(run)) if not run[k][1].strip()), len(run))
        found += _grid(run[at:end]) or run[at:end]
        found += run[end : end + 1]
        at = end + 1
    return found


def _grid(lines: list[Line]) -> list[Line] | None:
    """The lines of one grid with dots for its blank cells; None if they are not such a grid."""
    size = len(lines)
    texts = [text.rstrip() for _, text in lines]
    if size not in _SIZES or not _is_spaced(texts, size):
        return None
    step = 1 if max(map(len, texts)) <= size else 2
    width = step * (size - 1) + 1
    if max(map(len, texts)) > width or any(text[1::2].strip() for text in texts if step == 2):
        return None
    return [
        (number, _with_dots(text.ljust(width), step))
        for (number, _), text in zip(lines, texts, strict=True)
    ]


def _with_dots(text: str, step: int) -> str:
    cells = text[::step].replace(" ", ".")
    return (" " * (step - 1)).join(cells)


def _is_spaced(texts: list[str], size: int) -> bool:
    """Whether rows show their cells by their columns alone.

    They do not if all rows have the same number of words or symbols and a grid can have that many
    columns, if the last two columns are empty, or if there are fewer digits than rows.
    """
    digits = "".join(texts).replace(" ", "")
    counts = {len(text.split()) for text in texts}, {len(text.replace(" ", "")) for text in texts}
    return (
        len(digits) >= size
        and not any(len(count) == 1 and count <= {*SIZES} for count in counts)
        and max(map(len, texts)) >= size - 1
        and all(int(digit) <= size for digit in set(digits))
    )
