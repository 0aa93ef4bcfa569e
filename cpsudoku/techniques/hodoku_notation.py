"""Positions in the notation of HoDoKu's library: givens, placed digits, deleted candidates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError

SIZE = 9  # the notation has one character per digit


@dataclass(frozen=True)
class HodokuLine:
    """A line ``:TECHNIQUE:DIGITS:GRID:DELETED:ELIMINATIONS:PLACEMENTS:EXTRA``.

    ``technique`` is the code with its variant (``0701``, ``0901-1``). ``digits`` are those of the
    pattern. The last three are the result of the step.
    """

    technique: str
    digits: tuple[int, ...]
    candidates: Candidates
    eliminations: tuple[Candidate, ...]
    placements: tuple[Candidate, ...]
    extra: str


def is_position(text: str) -> bool:
    """Whether a text looks like a line of a HoDoKu library."""
    return re.match(r":[0-9A-Za-z-]*:(x|[1-9]*):[+.0-9]{81,162}:", text.strip()) is not None


def parse_position(text: str) -> HodokuLine:
    """The position of a library line; raises InputError that names the wrong field."""
    fields = text.strip().split(":")
    if len(fields) < 5 or fields[0]:
        raise InputError("a library line is :TECHNIQUE:DIGITS:GRID:DELETED:ELIMINATIONS:...")
    _, technique, digits, grid, deleted, *rest = fields
    eliminations, placements, extra = (*rest, "", "", "")[:3]
    if digits == "x":  # HoDoKu writes a position without a step like this
        digits = ""
    if not re.fullmatch(r"[1-9]*", digits):
        raise InputError(
            "field 3 of the library line: {digits} is neither digits 1-9 nor x", digits=repr(digits)
        )
    return HodokuLine(
        technique,
        tuple(map(int, digits)),
        _candidates(grid).without(_marks(deleted, 5)),
        _marks(eliminations, 6),
        _marks(placements, 7),
        extra,
    )


def _candidates(text: str) -> Candidates:
    cells = re.findall(r"\+?[.0-9]", text)
    if "".join(cells) != text or len(cells) != SIZE * SIZE:
        raise InputError(
            "field 4 of the library line has {count} cells (. 1-9 or +1-9), not 81",
            count=len(cells),
        )
    digits = [0 if cell[-1] == "." else int(cell[-1]) for cell in cells]
    givens = [0 if cell[0] == "+" else digit for cell, digit in zip(cells, digits, strict=True)]
    puzzle = Puzzle(Grid(bytes(givens), Board.of_size(SIZE)))
    return Candidates.of(puzzle, bytes(digits))


def _marks(text: str, field: int) -> tuple[Candidate, ...]:
    marks = text.split()
    for mark in marks:
        if not re.fullmatch(r"[1-9]{3}", mark):
            raise InputError(
                "field {field} of the library line: {mark} is not digit, row, column (1-9 each)",
                field=field,
                mark=repr(mark),
            )
    numbers = (tuple(map(int, mark)) for mark in marks)
    return tuple(((row - 1) * SIZE + column - 1, digit) for digit, row, column in numbers)


def position_line(candidates: Candidates) -> str:
    """The library line of these candidates, without a technique."""
    givens, cells = candidates.puzzle.givens.cells, candidates.cells
    grid = "".join(
        "." if not digit else str(digit) if given else f"+{digit}"
        for given, digit in zip(givens, cells, strict=True)
    )
    full = Candidates.of(candidates.puzzle, cells)
    deleted = [
        _mark_text(cell, bit + 1)
        for cell, (before, now) in enumerate(zip(full.marks, candidates.marks, strict=True))
        for bit in bits(before & ~now)
    ]
    return f":::{grid}:{' '.join(deleted)}:::"


def _mark_text(cell: int, digit: int) -> str:
    row, column = divmod(cell, SIZE)
    return f"{digit}{row + 1}{column + 1}"
