"""Killer sheets: cages drawn by lines or backgrounds, with sums in cells or comments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.styles import Border, Side

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.finding.cages import SumAndDigit, content_of
from cpsudoku.formats.sheets.items import Item
from cpsudoku.formats.sheets.reading.answers import PREFIX
from cpsudoku.formats.sheets.reading.raised import flat_text, raised
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.runtime.errors import InputError, Source
from tests.books import bytes_of
from tests.chance import Chance
from tests.command import invoke
from tests.drawn import (
    Cells,
    boxes_of,
    draw_lines,
    few_colours,
    paint,
    put_merged,
    random_cages,
)
from tests.puzzles import random_solution

SEEDS, SEEDS_EXHAUSTIVE = 2, 200
Sums = dict[tuple[int, int], int]


def killer(seed: int) -> tuple[Grid, Cells, Sums]:
    """A solution, cages that fit it, and the sum of each at its first cell."""
    random = Random(seed)
    solution = random_solution(random, Board.of_size(9))
    digits = dict(zip(solution.board.positions, solution.cells, strict=True))
    cages = random_cages(random)
    held: dict[int, list[int]] = {}
    for place, cage in cages.items():
        held.setdefault(cage, []).append(digits[place])
    for place, cage in cages.items():
        if len(set(held[cage])) < len(held[cage]):  # a digit twice: cages of one cell instead
            cages[place] = 1000 + place[0] * 9 + place[1]
    sums: Sums = {}
    first: dict[int, tuple[int, int]] = {}
    for place, cage in cages.items():
        start = first.setdefault(cage, place)
        sums[start] = sums.get(start, 0) + digits[place]
    return solution, cages, sums


def styled(cage: str, inner: str | None, box: str | None = None) -> Callable[..., None]:
    """Lines of one style around cages and of another inside, perhaps below those of boxes."""

    def draw(workbook: Workbook, cages: Cells) -> None:
        draw_lines(workbook.worksheets[0], cages, 2, 2, cage, inner)
        if box is not None:
            over(workbook, cages, box)

    return draw


def over(workbook: Workbook, cages: Cells, style: str) -> None:
    """Lines around the boxes, where no cage ends."""
    boxes, sides = boxes_of(9), (("left", 0, -1), ("right", 0, 1), ("top", -1, 0), ("bottom", 1, 0))
    for r, c in boxes:
        cell = workbook.worksheets[0].cell(2 + r, 2 + c)
        lines = {name: getattr(cell.border, name) for name, *_ in sides}
        for name, down, across in sides:
            other = (r + down, c + across)
            is_box = other in boxes and boxes[other] != boxes[r, c]
            if other not in boxes or (is_box and cages[other] == cages[r, c]):
                lines[name] = Side(style=style)  # type: ignore[arg-type]
        cell.border = Border(**lines)


def coloured(boxed: bool) -> Callable[[Workbook, Cells], None]:
    """Few backgrounds, so that cages side by side differ."""

    def draw(workbook: Workbook, cages: Cells) -> None:
        numbers = {cage: at for at, cage in enumerate(dict.fromkeys(cages.values()))}
        regions = {place: numbers[cage] for place, cage in cages.items()}
        if boxed:
            draw_lines(workbook.worksheets[0], boxes_of(9), 2, 2)
        paint(workbook.worksheets[0], regions, 2, 2, few_colours(regions))

    return draw


DRAWN: dict[str, Callable[[Workbook, Cells], None]] = {
    "dashed": styled("dashed", None),
    "dotted": styled("dotted", None),
    "dotted over hair": styled("dotted", "hair"),
    "dashed among thin lines": styled("dashed", "thin"),
    "thin over hair": styled("thin", "hair"),
    "medium": styled("medium", "thin"),
    "dashed, boxes": styled("dashed", None, "medium"),
    "dashed, thin, boxes": styled("dashed", "thin", "thick"),
    "few colours": coloured(False),
    "few colours, boxes": coloured(True),
}


def drawn_book(
    kind: str, seed: int, write: Callable[[int], object] | None = lambda total: total
) -> tuple[Workbook, Grid, Sums]:
    """A killer in B2:J10. Without ``write``, the sums are in comments."""
    solution, cages, sums = killer(seed)
    workbook = Workbook()
    DRAWN[kind](workbook, cages)
    for (r, c), total in sums.items():
        cell = workbook.worksheets[0].cell(2 + r, 2 + c)
        if write is None:
            cell.comment = Comment(f"Sum: {total}", "me")
        else:
            cell.value = write(total)  # type: ignore[assignment]
    return workbook, solution, sums


def items(workbook: Workbook, **options: object) -> list[Item]:
    """The grids of a workbook."""
    book = Book.open(bytes_of(workbook), Source("book.xlsx"))
    return items_of(book, ReadOptions(**options))  # type: ignore[arg-type]


def sums_of(puzzle: Puzzle) -> Sums:
    """The sum of each cage at its first cell."""
    cages = [rule for rule in puzzle.constraints if isinstance(rule, KillerCage)]
    return {puzzle.board.positions[cage.cells[0]]: cage.sum or 0 for cage in cages}


def assert_killer(item: Item, solution: Grid, sums: Sums, givens: int = 0) -> None:
    assert isinstance(item.entry, Puzzle), item.entry
    assert sums_of(item.entry) == sums
    assert item.entry.givens.count == givens
    assert all(
        rule.allows([solution.board.values[solution[cell] - 1] for cell in rule.cells])
        for rule in item.entry.constraints
    )


@pytest.mark.parametrize("kind", DRAWN)
def test_cages_are_read_as_they_are_drawn(kind: str, chance: Chance) -> None:
    for seed in chance.some(range(SEEDS_EXHAUSTIVE), SEEDS):
        workbook, solution, sums = drawn_book(kind, seed)
        (item,) = items(workbook)
        assert_killer(item, solution, sums)
        assert str(item.entry.source.range) == "B2:J10"


@pytest.mark.parametrize(
    "write",
    [
        str,
        lambda total: f"({total})",
        lambda total: f"{total}:",
        lambda total: raised(str(total)),
        None,
    ],
    ids=["text", "parentheses", "colon", "raised", "comments"],
)
def test_a_sum_is_a_text_or_a_comment_too(write: Callable[[int], object] | None) -> None:
    workbook, solution, sums = drawn_book("dashed", 4, write)
    for options in ({}, {"range": "B2:J10"}):
        (item,) = items(workbook, **options)
        assert_killer(item, solution, sums)


def test_givens_are_digits_in_other_cells_and_digits_after_a_sum() -> None:
    workbook, solution, sums = drawn_book("dashed", 5)
    first = min(sums)
    other = next(place for place in solution.board.positions if place not in sums)
    for (r, c), text in ((first, f"{sums[first]}\n{{}}"), (other, "{}")):
        digit = solution[9 * r + c]
        workbook.worksheets[0].cell(2 + r, 2 + c, text.format(digit))
    (item,) = items(workbook)
    assert_killer(item, solution, sums, givens=2)


def test_cages_of_merged_cells_are_read() -> None:
    solution, cages, sums = killer(6)
    workbook = Workbook()
    wide = {(2 * r + i // 2, 2 * c + i % 2): n for (r, c), n in cages.items() for i in range(4)}
    draw_lines(workbook.worksheets[0], wide, thick="dashed", thin=None)
    put_merged(workbook.worksheets[0], {at: sums.get(at, 0) for at in cages}, 2, 2)
    (item,) = items(workbook)
    assert_killer(item, solution, sums)
    assert item.entry.source.range == "A1:R18"


def test_backgrounds_may_leave_cells_without_a_cage() -> None:
    solution, cages, sums = killer(7)
    alone: set[int] = set()
    for place, total in sums.items():
        if total > 9 and not touches(cages, cages[place], alone):
            alone.add(cages[place])
    regions = {place: int(cage in alone) for place, cage in cages.items()}
    workbook = Workbook()
    draw_lines(workbook.worksheets[0], boxes_of(9))
    paint(workbook.worksheets[0], regions, colours=("", "FFE699"))
    told = {place: total for place, total in sums.items() if cages[place] in alone}
    for (r, c), total in told.items():
        workbook.worksheets[0].cell(1 + r, 1 + c, total)
    (item,) = items(workbook)
    assert_killer(item, solution, told)


def touches(cages: Cells, cage: int, others: set[int]) -> bool:
    """Whether one of the others is beside a cage."""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    near = {
        cages.get((r + down, c + across))
        for (r, c), own in cages.items()
        for down, across in steps
        if own == cage
    }
    return any(other in others and other != cage for other in near)


def test_sums_without_cages_are_refused_with_what_to_do() -> None:
    _, _, sums = killer(8)
    workbook = Workbook()
    draw_lines(workbook.worksheets[0], boxes_of(9))
    for (r, c), total in sums.items():
        workbook.worksheets[0].cell(1 + r, 1 + c, total)
    (item,) = items(workbook)
    assert isinstance(item.entry, InputError)
    assert "hold sums, but the lines and backgrounds show no cages" in str(item.entry)
    assert "in a table with the heading rule | cells | value" in str(item.entry)


def test_a_cage_without_its_sum_is_never_read_as_another_puzzle() -> None:
    for kind in DRAWN:
        workbook, _, sums = drawn_book(kind, 9)
        place = max(sums, key=lambda place: sums[place])
        workbook.worksheets[0].cell(2 + place[0], 2 + place[1]).value = None
        puzzles = [item.entry for item in items(workbook) if isinstance(item.entry, Puzzle)]
        assert not puzzles, kind


@pytest.mark.parametrize("write", [lambda total: total, None], ids=["cells", "comments"])
def test_answers_leave_the_sums_in_the_cells(
    write: Callable[[int], object] | None, tmp_path: Path
) -> None:
    workbook, solution, sums = drawn_book("dashed", 1, write)
    workbook.save(tmp_path / "book.xlsx")
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out.split("\t")[0]) == (0, solution.line)
    sheet = load_workbook(tmp_path / "book.solved.xlsx").worksheets[0]
    for at, digit in enumerate(solution.cells):
        r, c = divmod(at, 9)
        shown = f"{raised(str(sums[r, c]))}{digit}" if write and (r, c) in sums else digit
        assert sheet.cell(2 + r, 2 + c).value == shown
    solved = tmp_path / "book.solved.xlsx"
    recorded = load_workbook(solved)
    for name in [each for each in recorded.defined_names if each.startswith(PREFIX)]:
        del recorded.defined_names[name]
    (item,) = items(recorded)
    assert_killer(item, solution, sums, givens=81)
    for data in (solved.read_bytes(), cleared(solved.read_bytes(), Source()).data):
        (item,) = items_of(Book.open(data, Source()), ReadOptions())
        assert_killer(item, solution, sums)


CONTENTS = {
    13: SumAndDigit(13),
    "13": SumAndDigit(13),
    "(13)": SumAndDigit(13, 0, True),
    "13 5": SumAndDigit(13, 5, True),
    "13\n5": SumAndDigit(13, 5, True),
    "13/5": SumAndDigit(13, 5, True),
    "(13) 5": SumAndDigit(13, 5, True),
    "¹³5": SumAndDigit(13, 5, True),
    "¹³ 5": SumAndDigit(13, 5, True),
    "¹³": SumAndDigit(13, 0, True),
    "sum": None,
    1.5: None,
    True: None,
}


@pytest.mark.parametrize("value", CONTENTS)
def test_a_cell_holds_a_sum_or_a_digit_or_both(value: object) -> None:
    assert content_of(value) == CONTENTS[value]


def test_small_parts_of_a_text_are_raised() -> None:
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    small, large = InlineFont(sz=6), InlineFont(sz=14)
    above = InlineFont(vertAlign="superscript")
    assert flat_text(CellRichText(TextBlock(above, "13"), "5")) == "¹³5"
    assert flat_text(CellRichText(TextBlock(small, "13"), TextBlock(large, "5"))) == "¹³5"
    assert flat_text(CellRichText(TextBlock(large, "1"), "2")) == "12"


@pytest.mark.parametrize("size", [1, 2])
def test_cages_in_a_table_beside_the_board_are_read(size: int) -> None:
    solution, cages, sums = killer(1)
    workbook = Workbook()
    sheet, parts = workbook.worksheets[0], [divmod(at, size) for at in range(size * size)]
    wide = {
        (size * r + down, size * c + across): box
        for (r, c), box in boxes_of(9).items()
        for down, across in parts
    }
    draw_lines(sheet, wide)
    put_merged(sheet, {place: solution[0] if place == (0, 0) else 0 for place in cages}, size, size)
    held: dict[int, list[str]] = {}
    for (r, c), cage in cages.items():
        held.setdefault(cage, []).append(f"r{r + 1}c{c + 1}")
    rows = zip(held.values(), sums.values(), strict=True)
    table = [("rule", "cells", "value"), *(("killer", " ".join(own), str(n)) for own, n in rows)]
    for row, texts in enumerate(table, 1):
        for column, text in enumerate(texts, 9 * size + 2):
            sheet.cell(row, column, text)
    (item,) = items(workbook)
    assert_killer(item, solution, sums, givens=1)


@pytest.mark.parametrize("kind", ["dashed", "medium", "dashed, boxes", "few colours, boxes"])
def test_sums_that_do_not_fit_the_board_are_added_up(kind: str) -> None:
    workbook, _, sums = drawn_book(kind, 1)
    (r, c), total = max(sums.items(), key=lambda each: each[1])
    workbook.worksheets[0].cell(2 + r, 2 + c).value = total - 1
    (item,) = items(workbook)
    assert isinstance(item.entry, InputError)
    assert item.entry.problem == "the sums of the cages add up to 404 where 405 is needed"
