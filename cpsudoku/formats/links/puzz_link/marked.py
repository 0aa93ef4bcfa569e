"""Kropki and Minarism: marks between the cells of a Latin square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.pairs.black import BlackDot
from cpsudoku.core.constraints.pairs.greater import Greater
from cpsudoku.core.constraints.pairs.negative import Negative
from cpsudoku.core.constraints.pairs.white import WhiteDot
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.puzz_link.parts import (
    NAME,
    Content,
    Genre,
    refuse_givens,
    rules_at,
    square_of,
)
from cpsudoku.formats.links.unsaid import refused_rule
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

Pair = tuple[int, int]
_BASE27 = "0123456789abcdefghijklmnopq"
_LONGEST_GAP = 18  # of Minarism: the letter z


def _edges(board: Board) -> list[Pair]:
    """The pairs of cells that touch: those in rows, then those in columns, row by row."""
    return [*board.apart(0, 1), *board.apart(1, 0)]


# Kropki: all dots are given


def _read_kropki(columns: int, rows: int, text: str) -> Content:
    board = Board.without_boxes(square_of(columns, rows))
    pairs = _edges(board)
    length = -(-len(pairs) // 3)
    if len(text) != length or not set(text) <= set(_BASE27):
        raise InputError(
            "{text} is not {length} symbols of dots, 0-9 and a-q", text=shorten(text), length=length
        )
    values = [int(symbol, 27) // place % 3 for symbol in text for place in (9, 3, 1)]
    rules = list(rules_of("negative white black", board))
    for value, pair in zip(values, pairs, strict=False):
        if value:
            rules += rules_at(("white", "black")[value - 1], pair, board)
    return Grid(bytes(len(board)), board), rules


def _write_kropki(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    refuse_givens(puzzle, grid, "Kropki")
    board, dots = puzzle.board, dict[Pair, int]()
    for rule in rules:
        if isinstance(rule, Negative) and set(rule.marks) == {"white", "black"}:
            continue
        value = _dot(puzzle, rule)
        if dots.setdefault(_ordered(rule), value) != value:
            raise refused_rule(puzzle, NAME, rule, worded("beside another dot there"))
    values = [dots.get(pair, 0) for pair in _edges(board)]
    values += [0] * (-len(values) % 3)
    threes = zip(values[::3], values[1::3], values[2::3], strict=True)
    return "".join(_BASE27[9 * one + 3 * two + three] for one, two, three in threes)


def _ordered(rule: Constraint) -> Pair:
    one, other = sorted(rule.cells)
    return one, other


def _dot(puzzle: Puzzle, rule: Constraint) -> int:
    """The value of a dot: 1 for a white one, 2 for a black one. Raises Unsupported."""
    if isinstance(rule, WhiteDot) and rule.difference == 1:
        return 1
    if isinstance(rule, BlackDot) and rule.ratio == 2:
        return 2
    raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Kropki"))


# Minarism: signs and differences


def _read_minarism(columns: int, rows: int, text: str) -> Content:
    board = Board.without_boxes(square_of(columns, rows))
    pairs = _edges(board)
    rules, at = list[Constraint](), 0
    while text:
        symbol, number = text[0], text[1:3] if text[0] == "-" else text[0]
        text = text[3 if symbol == "-" else 1 :]
        if symbol in "ijklmnopqrstuvwxyz":
            at += ord(symbol) - ord("h")
            continue
        if at >= len(pairs):
            break
        one, other = pairs[at]
        if symbol in "gh":
            rules += rules_at("greater", (one, other) if symbol == "g" else (other, one), board)
        elif symbol != ".":
            rules += _difference(number, (one, other), board)
        at += 1
    if at != len(pairs) or text:
        raise InputError(
            "clues for {at} edges or more; a grid of this size has {count}", at=at, count=len(pairs)
        )
    return Grid(bytes(len(board)), board), rules


def _difference(number: str, pair: Pair, board: Board) -> Sequence[Constraint]:
    """The white dot of a difference. The difference 0 means nothing there."""
    try:
        value = int(number, 16)
    except ValueError:
        raise InputError(
            "{number} is not a number, a sign or a gap", number=shorten(number)
        ) from None
    return rules_at(f"white {value}", pair, board) if value else ()


def _write_minarism(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    refuse_givens(puzzle, grid, "Minarism")
    board, clues = puzzle.board, dict[Pair, str]()
    for rule in rules:
        for pair, clue in _clues(puzzle, rule):
            if clues.setdefault(pair, clue) != clue:
                raise refused_rule(puzzle, NAME, rule, worded("beside another clue there"))
    text, gap = "", 0
    for pair in _edges(board):
        if pair in clues:
            text += _minarism_gap(gap) + clues[pair]
        gap = 0 if pair in clues else gap + 1
    return text + _minarism_gap(gap)


def _clues(puzzle: Puzzle, rule: Constraint) -> Iterable[tuple[Pair, str]]:
    """The edges with a clue of a rule, and the symbols there. Raises Unsupported."""
    if isinstance(rule, Greater):
        for one, other in pairwise(rule.cells):
            yield (min(one, other), max(one, other)), "g" if one < other else "h"
    elif isinstance(rule, WhiteDot):
        number = f"{rule.difference:x}"
        yield _ordered(rule), number if len(number) == 1 else f"-{number}"
    else:
        raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Minarism"))


def _minarism_gap(length: int) -> str:
    whole, left = divmod(length, _LONGEST_GAP)
    return "z" * whole + (chr(ord("h") + left) if left else "")


GENRES = {
    "kropki": Genre(_read_kropki, _write_kropki),
    "minarism": Genre(_read_minarism, _write_minarism),
}
