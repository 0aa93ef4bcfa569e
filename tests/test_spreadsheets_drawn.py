"""Random workbooks of boards in every shape, with decoys: no puzzle is ever read as another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.items import ROLE_PUZZLE
from cpsudoku.runtime.errors import Source
from tests.books import bytes_of
from tests.chance import Chance
from tests.drawn import (
    COLOURS,
    Cells,
    boxes_of,
    draw_lines,
    few_colours,
    paint,
    put_digits,
    put_merged,
    random_cages,
    random_digits,
    random_regions,
    samurai,
)
from tests.puzzles import random_solution

SEEDS, SEEDS_EXHAUSTIVE = 3, 1000


@dataclass
class Truth:
    """What a sheet holds: the board, its digits, and the cells and sum of each cage."""

    kind: str
    board: Board
    digits: Cells
    cages: frozenset[tuple[tuple[int, ...], int]] = field(default_factory=frozenset)

    def is_read_as(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is this one."""
        cages = frozenset(
            (total.cells, total.total) for rule in puzzle.constraints for total in rule.totals()
        )
        digits = tuple(self.digits[place] for place in self.board.positions)
        return (puzzle.board, tuple(puzzle.givens.cells), cages) == (
            self.board,
            digits,
            self.cages,
        )


Draw = Callable[[Worksheet, Random], Truth | None]


def some(random: Random, digits: Cells, least: float = 0.3) -> Cells:
    """A share of the digits, with one in each outer row and column."""
    share = random.uniform(least, 0.6)
    kept = {place: digit if random.random() < share else 0 for place, digit in digits.items()}
    last = max(r for r, _ in digits)
    for place in ((0, 4), (4, 0), (last, 4), (4, last)):
        kept[place] = digits.get(place, 0)
    return {place: kept[place] for place in digits}


def solved(random: Random, board: Board) -> dict[tuple[int, int], int]:
    """The digits of a random solution."""
    return dict(zip(board.positions, random_solution(random, board).cells, strict=True))


def jigsaw(sheet: Worksheet, random: Random) -> Truth | None:
    """Regions by lines, backgrounds or both."""
    size, rows = random.choice(((6, 2), (7, 1), (8, 2), (9, 3), (9, 3)))
    regions = random_regions(random, size, rows, 4000 if rows == 1 else 400)
    digits = random_digits(random, size, regions, random.uniform(0.3, 0.7))
    if digits is None:
        return None
    top, left = random.randint(2, 5), random.randint(2, 5)
    put_digits(sheet, digits, top, left)
    how = random.choice(("lines", "thin", "colours", "few", "both"))
    if how in ("lines", "both"):
        draw_lines(sheet, regions, top, left, random.choice(("thick", "medium", "double")))
    if how == "thin":
        draw_lines(sheet, regions, top, left, "thin", None)
    if how in ("colours", "both"):
        paint(sheet, regions, top, left)
    if how == "few":
        paint(sheet, regions, top, left, few_colours(regions))
    board = Board.jigsaw([[regions[r, c] for c in range(size)] for r in range(size)])
    return Truth(f"jigsaw, {how}", board, digits)


def shared(sheet: Worksheet, random: Random) -> Truth:
    """A samurai with thick or thin lines, or digits alone."""
    digits, boxes = samurai(random, random.uniform(0.3, 0.6))
    how = random.choice(("thick", "thin", "none"))
    put_digits(sheet, digits, 2, 2)
    if how != "none":
        draw_lines(sheet, boxes, 2, 2, how)
    places = Board.of_grids(GRIDS["samurai"]).positions
    return Truth(
        f"samurai, {how}", Board.of_grids("samurai"), {place: digits[place] for place in places}
    )


def killer(sheet: Worksheet, random: Random) -> Truth:
    """Cages by lines or backgrounds, with sums in cells."""
    board = Board.of_size(9)
    digits, cages = solved(random, board), random_cages(random)
    held: dict[int, list[int]] = {}
    for place, cage in cages.items():
        held.setdefault(cage, []).append(digits[place])
    for at, (place, cage) in enumerate(cages.items()):
        if len(set(held[cage])) < len(held[cage]):
            cages[place] = 1000 + at
    own: dict[int, list[tuple[int, int]]] = {}
    for place, cage in cages.items():
        own.setdefault(cage, []).append(place)
    top, left = random.randint(1, 4), random.randint(1, 4)
    how = random.choice(("dashed", "dotted", "medium", "few", "few boxed"))
    if how.startswith("few"):
        numbers = {cage: at for at, cage in enumerate(own)}
        regions = {place: numbers[cage] for place, cage in cages.items()}
        if how == "few boxed":
            draw_lines(sheet, boxes_of(9), top, left)
        paint(sheet, regions, top, left, few_colours(regions))
    else:
        draw_lines(sheet, cages, top, left, how, random.choice((None, "hair")))
    for places in own.values():
        total = sum(digits[place] for place in places)
        sheet.cell(top + places[0][0], left + places[0][1], random.choice((total, f"{total}")))
    sums = frozenset(
        (tuple(9 * r + c for r, c in places), sum(digits[place] for place in places))
        for places in own.values()
    )
    return Truth(f"killer, {how}", board, dict.fromkeys(digits, 0), sums)


def merged(sheet: Worksheet, random: Random) -> Truth:
    """Cells of 1x2 to 3x3 sheet cells."""
    digits = some(random, solved(random, Board.of_size(9)))
    height, width = random.choice(((1, 2), (2, 1), (2, 2), (3, 3), (2, 3)))
    put_merged(sheet, digits, height, width, random.randint(1, 4))
    return Truth("merged", Board.of_size(9), digits)


def touched(sheet: Worksheet, random: Random) -> Truth:
    """A classic grid with a word or a number beside it."""
    digits = some(random, solved(random, Board.of_size(9)), 0.4)
    put_digits(sheet, digits, 3, 3)
    how = random.choice(("word", "number", "larger"))
    if how == "word":
        for at, letter in enumerate("PUZZLE"):
            sheet.cell(4 + at, 2, letter)
    else:
        sheet.cell(2, random.randint(3, 11), random.randint(1, 9) if how == "number" else 12)
    return Truth(f"touched, {how}", Board.of_size(9), digits)


def decorated(sheet: Worksheet, random: Random) -> Truth:
    """A classic grid with decoration, which says nothing about its regions."""
    digits = some(random, solved(random, Board.of_size(9)))
    top, left = random.randint(1, 4), random.randint(1, 4)
    put_digits(sheet, digits, top, left)
    marks: dict[str, Callable[[int, int], int]] = {
        "boxes": lambda r, c: (r // 3 + c // 3) % 2,
        "stripes": lambda r, c: r % 2,
        "givens": lambda r, c: int(digits[r, c] > 0),
        "random": lambda r, c: random.randint(0, 2),
        "cells": lambda r, c: (r + c) % 2,
    }
    how = random.choice([*marks])
    paint(sheet, {at: marks[how](*at) for at in digits}, top, left, ("", *COLOURS))
    if random.random() < 0.5:
        draw_lines(sheet, boxes_of(9), top, left, "medium", random.choice(("thin", None)))
    return Truth(f"decorated, {how}", Board.of_size(9), digits)


def ledger(sheet: Worksheet, random: Random) -> None:
    """Tables of numbers and a multiplication table, which are no puzzles."""
    for r in range(random.randint(6, 14)):
        for c in range(random.randint(3, 12)):
            sheet.cell(2 + r, 2 + c, random.choice(((r + 1) * (c + 1), random.randint(10, 500))))


DRAW: tuple[Callable[[Worksheet, Random], Truth | None], ...] = (
    *(jigsaw, jigsaw, shared, killer, killer, merged, touched, decorated, ledger),
)


def judged(seed: int) -> Counter[tuple[str, str]]:
    """How many boards of each kind were found in a random workbook, and how many were not.

    Fails if a puzzle was read that is none of them.
    """
    random, workbook = Random(seed), Workbook()
    truths: dict[str, Truth | None] = {}
    for number in range(random.randint(1, 3)):
        sheet = workbook.worksheets[0] if not number else workbook.create_sheet(f"S{number}")
        truths[sheet.title] = random.choice(DRAW)(sheet, random)
    found: Counter[tuple[str, str]] = Counter()
    read = set[str]()
    for item in items_of(Book.open(bytes_of(workbook), Source()), ReadOptions()):
        if isinstance(item.entry, Puzzle) and item.role == ROLE_PUZZLE:
            title = item.entry.source.sheet or ""
            truth = truths[title]
            assert truth is not None, (seed, title, item.entry.source.range)
            assert truth.is_read_as(item.entry), (seed, truth.kind, item.entry.source.range)
            assert title not in read, (seed, truth.kind)
            read.add(title)
    for title, truth in truths.items():
        if truth is not None:
            found[truth.kind, "found" if title in read else "not found"] += 1
    return found


def test_no_board_of_a_random_workbook_is_read_as_another(chance: Chance) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for seed in chance.some(range(SEEDS_EXHAUSTIVE), SEEDS):
        found += judged(seed)
    share = sum(n for (_, how), n in found.items() if how == "found") / sum(found.values())
    assert share > (0.9 if chance.exhaustive else 0.5), found
