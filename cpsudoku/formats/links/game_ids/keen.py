"""Keen: ``6:a_b...,a9s2m6``, cages with operators on a Latin square (KenKen).

First come the borders of the cages, in which a number repeats the letter before it. Then comes the
number of each cage: a sum ``a``, a difference ``s``, a product ``m`` or a quotient ``d``. A cage of
one cell is a given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.calculated import CalculatedCage
from cpsudoku.core.constraints.cages.sum import Sum
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.game_ids.parts import (
    NAME,
    Content,
    IdKind,
    groups_text,
    latin_board,
    lettered_groups,
)
from cpsudoku.formats.links.unsaid import refusal, refused_rule, take_cage
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

_MOST = 9
_LONGEST = "y"  # in the borders; the other games have z
_RULES = {"a": "sum =", "s": "difference", "m": "product", "d": "quotient"}
_LETTERS = {name: letter for letter, name in _RULES.items()}


def read(head: str, description: str) -> Content:
    """The givens and the rules; raises InputError."""
    board = latin_board(head, _MOST)
    borders, _, clues = description.partition(",")
    cages = lettered_groups(_unfolded(borders), board.size, _LONGEST)
    numbers = re.findall(r"([asmd])(\d+)", clues)
    if len(numbers) != len(cages):
        raise InputError("{count} numbers of {cages} cages", count=len(numbers), cages=len(cages))
    givens, rules = bytearray(len(board)), list[Constraint]()
    for cells, (letter, number) in zip(cages, numbers, strict=True):
        if len(cells) > 1:
            rules += _cage(letter, number, cells, board)
        elif len(number) > 4 or not 1 <= int(number) <= board.size or letter not in "am":
            name = worded("the cage of {cell} alone", cell=board.cell_name(cells[0]))
            raise InputError(
                "{letter} for {name} is not a1-a{size}",
                letter=shorten(letter + number),
                name=name,
                size=board.size,
            )
        else:
            givens[cells[0]] = int(number)
    return Grid(bytes(givens), board), rules


def _unfolded(borders: str) -> str:
    """The borders with each repeated letter written out."""
    most = 1 + 2 * 9 * 8  # edges of the largest grid, and the end

    def repeated(match: re.Match[str]) -> str:
        count = int(match[2]) if len(match[2]) <= 4 else most + 1
        if not 1 <= count <= most:
            raise InputError(
                "{text} does not repeat a letter 1 to {most} times",
                text=shorten(match[0]),
                most=most,
            )
        return match[1] * count

    found = re.sub(r"([a-z_])(\d+)", repeated, borders)
    if wrong := re.search(r"\d+", found):
        raise InputError("{wrong} in the borders follows no letter", wrong=shorten(wrong[0]))
    return found


def _cage(letter: str, number: str, cells: Sequence[int], board: Board) -> Sequence[Constraint]:
    """The rule of a cage of several cells."""
    if letter in "sd" and len(cells) != 2:
        kind = {"s": "difference", "d": "quotient"}[letter]
        name = board.cell_name(cells[0])
        raise InputError(
            "the {kind} of the cage at {name} needs 2 cells, not {count}",
            kind=kind,
            name=name,
            count=len(cells),
        )
    names = " ".join(map(board.cell_name, cells))
    return rules_of(f"{_RULES[letter]} {number}: {names}", board)


def write(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The game id. Each cell has to be given or in a cage. Raises Unsupported."""
    board = puzzle.board
    found: list[tuple[list[int], str]] = [
        ([cell], f"a{digit}") for cell, digit in enumerate(grid.cells) if digit
    ]
    taken = {cell for (cell,), _ in found}
    for rule in rules:
        cells, clue = sorted(rule.cells), _clue(puzzle, rule)
        take_cage(puzzle, NAME, rule, taken, "that overlaps another cage or a given")
        found.append((cells, clue))
    if len(taken) < len(board):
        alone = next(cell for cell in range(len(board)) if cell not in taken)
        raise refusal(puzzle, NAME, worded("{cell} without a cage", cell=board.cell_name(alone)))
    found.sort()
    borders = groups_text([cells for cells, _ in found], board.size, _LONGEST)
    folded = re.sub(r"([a-z_])\1{2,}", lambda run: f"{run[1]}{len(run[0])}", borders)
    return f"{board.size}:{folded},{''.join(clue for _, clue in found)}"


def _clue(puzzle: Puzzle, rule: Constraint) -> str:
    """The letter and the number of a cage; raises Unsupported."""
    if isinstance(rule, Sum) and rule.relation == "=" and {w for _, w in rule.terms} == {1}:
        if len(set(rule.cells)) == len(rule.cells) and rule.total > 0:
            return f"a{rule.total}"
    elif isinstance(rule, CalculatedCage) and rule.name in _LETTERS:
        if rule.name == "product" or len(rule.cells) == 2:
            return f"{_LETTERS[rule.name]}{rule.number}"
        raise refused_rule(puzzle, NAME, rule, worded("of more than 2 cells"))
    raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Keen"))


GAME = IdKind(re.compile(r"\d{1,2}(?:d[a-z])?m?:[a-z_\d]+,(?:[asmd]\d+)+"), read, write, most=_MOST)
