"""Boards of other shapes, drawn on the sheets of workbooks as people draw them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.solving import settle
from tests.patience import PATIENCE

JIGSAW = "000112222000111222000141152333144452333745555336744855366774885667774888666677888"
JIGSAW_GIVENS = ".........578.6...12.....79.6..9..........4....4....3...1..9...5.53..26....4.18..7"
COLOURS = (
    *("F8CBAD", "C6E0B4", "BDD7EE", "FFE699", "D9D2E9", "D0CECE", "F4B6C2", "B7E1CD", "FCE4D6"),
    *("AED6F1", "F9E79F", "D5F5E3", "E8DAEF", "FADBD8", "D6EAF8", "FDEBD0"),
)
Cells = Mapping[tuple[int, int], int]
"""A number for each cell of a board: its digit, or its region."""


def cells_of(line: str, size: int = 9) -> dict[tuple[int, int], int]:
    """The numbers of a line of digits, with 0 for blanks, by row and column from 0."""
    return {divmod(at, size): int(digit.replace(".", "0")) for at, digit in enumerate(line)}


def put_digits(sheet: Worksheet, digits: Cells, top: int = 1, left: int = 1) -> None:
    """The digits that are not 0."""
    for (r, c), digit in digits.items():
        if digit:
            sheet.cell(top + r, left + c, digit)


def draw_lines(
    sheet: Worksheet,
    regions: Cells,
    top: int = 1,
    left: int = 1,
    thick: str | None = "thick",
    thin: str | None = "thin",
) -> None:
    """Lines of one style around each region, and of another around each cell."""
    for r, c in regions:
        styles = {
            name: thick if regions.get((r + down, c + across)) != regions[r, c] else thin
            for name, down, across in (
                *(("left", 0, -1), ("right", 0, 1)),
                *(("top", -1, 0), ("bottom", 1, 0)),
            )
        }
        sides: dict[str, Any] = {name: Side(style=style) for name, style in styles.items()}  # type: ignore[arg-type]
        sheet.cell(top + r, left + c).border = Border(**sides)


def paint(
    sheet: Worksheet, regions: Cells, top: int = 1, left: int = 1, colours: Sequence[str] = COLOURS
) -> None:
    """A background for each region; a colour ``""`` is none."""
    for (r, c), region in regions.items():
        if colours[region]:
            fill = PatternFill("solid", fgColor=f"FF{colours[region]}")
            sheet.cell(top + r, left + c).fill = fill


def few_colours(regions: Cells) -> list[str]:
    """Few colours, one of them none, so that regions side by side differ."""
    near: dict[int, set[int]] = {region: set() for region in regions.values()}
    for (r, c), region in regions.items():
        for other in (regions.get((r, c + 1), region), regions.get((r + 1, c), region)):
            if other != region:
                near[region].add(other)
                near[other].add(region)
    chosen: dict[int, int] = {}
    for region in sorted(near):
        used = {chosen.get(other) for other in near[region]}
        chosen[region] = next(number for number in range(len(COLOURS)) if number not in used)
    return [("", *COLOURS)[chosen[region]] for region in sorted(near)]


def boxes_of(size: int) -> dict[tuple[int, int], int]:
    """The regions of the usual board."""
    return {divmod(at, size): box for at, box in enumerate(Board.of_size(size).box_of)}


def random_regions(random: Random, size: int, rows: int, steps: int = 400) -> Cells:
    """Connected regions of one size: boxes (or rows) that traded cells many times."""
    columns = size // rows
    places = [(r, c) for r in range(size) for c in range(size)]
    regions = {(r, c): r // rows * rows + c // columns for r, c in places}
    for _ in range(steps):
        first, second = random.sample(places, 2)
        a, b = regions[first], regions[second]
        if a == b:
            continue
        regions[first], regions[second] = b, a
        if not (_is_connected(regions, a) and _is_connected(regions, b)):
            regions[first], regions[second] = a, b
    return regions


def _is_connected(regions: Cells, region: int) -> bool:
    cells = {place for place, number in regions.items() if number == region}
    waiting = deque([cells.pop()])
    while waiting:
        r, c = waiting.popleft()
        for place in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if place in cells:
                cells.discard(place)
                waiting.append(place)
    return not cells


def random_digits(random: Random, size: int, regions: Cells, share: float) -> Cells | None:
    """Some digits of a solution of the regions; None where none is found soon."""
    board = Board.jigsaw([[regions[r, c] for c in range(size)] for r in range(size)])
    first = list(range(1, size + 1))
    random.shuffle(first)
    puzzle = Puzzle(Grid(bytes([*first, *[0] * (size * size - size)]), board))
    solution = settle(puzzle, want=1, limit=Limit(seconds=PATIENCE)).solution
    if solution is None:
        return None
    return {
        divmod(at, size): digit if random.random() < share else 0
        for at, digit in enumerate(solution.cells)
    }


SAMURAI = ((6, 6), (0, 0), (0, 12), (12, 0), (12, 12))
"""The first cells of five boards, of which the first shares its corner boxes with the others."""


def samurai(random: Random, share: float) -> tuple[Cells, Cells]:
    """Some digits of a solution of five boards that share corner boxes, and their boxes."""
    solved: dict[tuple[int, int], int] = {}
    for down, across in SAMURAI:
        known = {(r, c): solved.get((down + r, across + c), 0) for r, c in boxes_of(9)}
        verdict = settle(Puzzle(Grid(bytes(known.values()), Board.of_size(9))), want=1)
        assert verdict.solution is not None
        for at, digit in enumerate(verdict.solution.cells):
            solved[down + at // 9, across + at % 9] = digit
    digits = {place: digit if random.random() < share else 0 for place, digit in solved.items()}
    return digits, {(r, c): r // 3 * 7 + c // 3 for r, c in solved}


def put_merged(sheet: Worksheet, digits: Cells, height: int, width: int, top: int = 1) -> None:
    """A board whose cells are merged cells of the sheet."""
    for (r, c), digit in digits.items():
        first = top + r * height, 1 + c * width
        sheet.cell(*first, digit or None)
        sheet.merge_cells(
            start_row=first[0],
            start_column=first[1],
            end_row=first[0] + height - 1,
            end_column=first[1] + width - 1,
        )


def jigsaw_book(givens: str = JIGSAW_GIVENS, lines: bool = True, fills: bool = False) -> Workbook:
    """The jigsaw of issue 11 in B2:J10, drawn by thick lines, by nine backgrounds, or both."""
    workbook = Workbook()
    sheet, regions = workbook.worksheets[0], cells_of(JIGSAW)
    put_digits(sheet, cells_of(givens), 2, 2)
    if lines:
        draw_lines(sheet, regions, 2, 2)
    if fills:
        paint(sheet, regions, 2, 2)
    return workbook


def random_cages(random: Random, size: int = 9, most: int = 5) -> dict[tuple[int, int], int]:
    """Connected cages that cover a board."""
    places = [(r, c) for r in range(size) for c in range(size)]
    cages: dict[tuple[int, int], int] = {}
    random.shuffle(places)
    for number, first in enumerate(places):
        if first in cages:
            continue
        cages[first] = number
        own = [first]
        for _ in range(random.randint(0, most - 1)):
            r, c = random.choice(own)
            near = random.choice(((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
            if near in places and near not in cages:
                cages[near] = number
                own.append(near)
    return {place: cages[place] for place in sorted(places)}
