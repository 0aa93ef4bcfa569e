"""Star Battle: regions of any sizes, and cells that hold a star (1) or nothing (0)."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.layers.star_battle import StarBattle
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.repeating import MOST_BOXES, with_repeats
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.puzz_link.parts import (
    NAME,
    Content,
    Genre,
    borders_text,
    refuse_givens,
    refuse_more,
    rooms_and_rest,
    square_of,
)
from cpsudoku.formats.links.unsaid import refusal, refused_rule
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

DIGITS = (0, 1)


def _read_stars(columns: int, rows: int, text: str) -> Content:
    stars, _, text = text.partition("/")
    if not stars.isascii() or not stars.isdecimal():
        raise InputError("{stars} is not a number of stars", stars=quoted(stars))
    size = square_of(columns, rows)
    regions, rest = rooms_and_rest(text, with_repeats((size, size), DIGITS))
    refuse_more(rest)
    if len(regions) > MOST_BOXES:
        raise InputError(
            "{count} regions; {most} are possible", count=len(regions), most=MOST_BOXES
        )
    names = [chr(ord("A") + number) for number in range(len(regions))]
    of = {cell: name for name, cells in zip(names, regions, strict=True) for cell in cells}
    lines = ("".join(of[r * size + c] for c in range(size)) for r in range(size))
    board = with_repeats((size, size), DIGITS, "/".join(lines))
    return Grid(bytes(len(board)), board), rules_of(f"star-battle {int(stars)}", board)


def _write_stars(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    refuse_givens(puzzle, grid, "Star Battle")
    for rule in rules:
        if not isinstance(rule, StarBattle):
            raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Star Battle"))
    regions = [house.cells for house in puzzle.board.loose if house.kind == "box"]
    board = puzzle.board
    if len(rules) != 1 or board.lowest or sum(map(len, regions)) != len(board):
        raise refusal(puzzle, NAME, worded("a board of two digits that may be repeated"))
    (rule,) = rules
    assert isinstance(rule, StarBattle)
    return f"{rule.stars}/{borders_text(regions, board)}"


GENRES = {"starbattle": Genre(_read_stars, _write_stars)}
