"""Puzzles of QR codes in pictures, beside the grids that are printed there.

A puzzle whose link is in a code is read from the code. The grid that is printed with it is read
too. If it clearly differs from the puzzle of the code, the puzzle says so: nobody can know which
of the two is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist, log
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.photos.codes import Code, program_in
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.formats.photos.loading import PicturePage

UNLIKELY = log(0.001)  # a cell differs if what the code has there is less likely than this
NAMED = 4  # cells that differ and are named


def with_codes(
    entries: Sequence[Entry], page: PicturePage, source: Source, options: ReadOptions
) -> Iterator[Entry]:
    """The puzzles of a page: those of its codes, and those of the grids that have no code.

    entries: what was read from the grids.
    """
    coded = [(code, _entry(code, source, options)) for code in page.codes]
    puzzles = [(code, each) for code, each in coded if isinstance(each, Puzzle)]
    problems = [each for _, each in coded if isinstance(each, InputError)]
    grids = [each for each in entries if isinstance(each, Puzzle)]
    if not puzzles:
        yield from [_with_problems(each, problems) for each in entries if grids or not problems]
        yield from [] if grids else problems
        return
    yield from problems
    partners = _partners(puzzles, grids, page.image.size)
    for number, (_, puzzle) in enumerate(puzzles):
        where = replace(source, grid=number + 1) if len(puzzles) > 1 else source
        partner = partners.get(number)
        yield _compared(replace(puzzle, source=where), None if partner is None else grids[partner])
    yield from (each for at, each in enumerate(grids) if at not in partners.values())


def _entry(code: Code, source: Source, options: ReadOptions) -> Entry:
    program = program_in(code.text)
    assert program is not None  # other codes are left out
    found = program.entry(code.text, source, options, program_in)
    if isinstance(found, InputError):
        return InputError("the QR code: {problem}", source, problem=found.problem)
    return found


def _with_problems(entry: Entry, problems: Sequence[InputError]) -> Entry:
    """A grid of a picture whose codes can't be read. They may hold rules that are not printed."""
    if isinstance(entry, InputError) or entry.sight is None:
        return entry
    named = dict.fromkeys(str(each.problem) for each in problems)
    return replace(entry, sight=replace(entry.sight, unread=(*entry.sight.unread, *named)))


def _partners(
    puzzles: Sequence[tuple[Code, Puzzle]], grids: Sequence[Puzzle], size: tuple[int, int]
) -> dict[int, int]:
    """Which grid is that of each puzzle of a code: one that agrees with it, or else the nearest."""
    pairs = sorted(
        (bool(_differences(puzzle, grid)), _distance(code, grid, size), first, second)
        for first, (code, puzzle) in enumerate(puzzles)
        for second, grid in enumerate(grids)
    )
    partners: dict[int, int] = {}
    for _, _, first, second in pairs:
        if first not in partners and second not in partners.values():
            partners[first] = second
    return partners


def _distance(code: Code, grid: Puzzle, size: tuple[int, int]) -> float:
    """How far the middles of a code and of a grid are apart, in pixels."""
    assert grid.sight is not None  # it was read from the same picture
    points, (width, height) = grid.sight.crossings, size
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return dist((code.middle[0] * width, code.middle[1] * height), middle)


def _differences(puzzle: Puzzle, grid: Puzzle) -> list[str]:
    """The cells in which a printed grid clearly differs from the puzzle of a code, in words."""
    assert grid.sight is not None
    size, found = puzzle.board.size, grid.board.size
    if size != found or not puzzle.board.is_square:
        return [worded("it has {found}x{found} cells", found=found)]
    sight, names = grid.sight, puzzle.board.cell_name
    return [
        worded(
            "{names} is {found}, not {digit}",
            names=names(cell),
            found=sight.likeliest[cell] or worded("blank"),
            digit=digit or worded("blank"),
        )
        for cell, digit in enumerate(puzzle.givens.cells)
        if sight.likeliest[cell] != digit and sight.chances[cell][digit] < UNLIKELY
    ]


def _compared(puzzle: Puzzle, grid: Puzzle | None) -> Puzzle:
    """The puzzle of a code, which names a printed grid that clearly differs from it."""
    differences = _differences(puzzle, grid) if grid is not None else []
    if not differences:
        agrees = (
            worded("and the printed grid agrees")
            if grid is not None
            else worded("no printed grid was read")
        )
        remark(
            worded("{source}: read from the QR code; {agrees}", source=puzzle.source, agrees=agrees)
        )
        return puzzle
    shown = "; ".join(differences[:NAMED])
    more = worded(" and {count} more", count=len(differences) - NAMED) * (len(differences) > NAMED)
    part = worded(
        "the printed grid, which differs from the QR code ({shown}{more})", shown=shown, more=more
    )
    return replace(puzzle, uninterpreted=(*puzzle.uninterpreted, part))
