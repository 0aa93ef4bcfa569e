"""Writes a puzzle as a constraint string of Interactive-Sudoku-Solver.

If a rule is missing from the table of clues, or the other program lacks a part of the rule,
Unsupported is raised and names the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.general.combined import Combined
from cpsudoku.core.grid import Grid
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import is_solution
from cpsudoku.formats.links.iss_board import tokens_of_board
from cpsudoku.formats.links.iss_clues import CLUES
from cpsudoku.formats.links.iss_reading import COMBINED
from cpsudoku.formats.links.iss_tokens import cell_id
from cpsudoku.formats.links.spoken import write_rules
from cpsudoku.formats.links.unsaid import Unsaid, refusal
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    pass


COMPOSITE_RULES = {rule: name for name, (rule, _) in COMBINED.items()}
# Rules for the whole board, which can't be inside a rule.
WHOLE = (
    *("diagonals", "windows", "disjoint-groups", "anti-knight", "anti-king", "non-consecutive"),
    "negative",
)


def constraint_string(result: Result) -> str:
    """The string of a puzzle or its solution; raises Unsupported if a part can't be expressed."""
    puzzle, grid = result.puzzle, result.grid
    assert puzzle is not None
    assert grid is not None
    tokens = tokens_of_board(puzzle)

    def write(rule: Constraint) -> None:
        tokens.extend(tokens_of(rule))
        _refuse_against_givens(rule, grid)

    if not is_solution(result):
        write_rules(puzzle, "iss", write)
    marks = None if is_solution(result) else puzzle.marks
    every = tuple(range(1, puzzle.board.size + 1))
    given = ""
    for cell, digit in enumerate(grid.cells):
        left = marks[cell] if marks is not None and not digit else every
        digits = (digit,) if digit else left
        if digits != every or puzzle.board.size == 1:
            values = "_".join(str(each + puzzle.board.lowest - 1) for each in digits)
            given += f"~{cell_id(puzzle.board, cell)}_{values}" if values else ""
        if not digits:
            name = puzzle.board.cell_name(cell)
            raise refusal(puzzle, "iss", worded("a cell without candidates ({name})", name=name))
    return "".join(f".{token}" for token in [*tokens, given] if token)


def _refuse_against_givens(rule: Constraint, grid: Grid) -> None:
    """Raise Unsaid if a rule that becomes candidates would delete a given."""
    if rule.name in ("odd", "even", "only"):
        above = grid.board.lowest - 1
        digits = (grid.every[cell] for cell in rule.cells)
        for cell in rule.clashes([digit + above if digit else None for digit in digits]):
            raise Unsaid("against the given in {cell}", cell=grid.board.cell_name(cell))


def tokens_of(rule: Constraint) -> list[str]:
    """The tokens of a rule, without their dots; raises Unsaid."""
    if isinstance(rule, Combined) and rule.name in COMPOSITE_RULES:
        return _composite(COMPOSITE_RULES[rule.name], rule)
    name, written = CLUES.written(rule)
    return [f"{name}~{arguments}" if arguments else name for arguments in written]


def _composite(name: str, rule: Combined) -> list[str]:
    """Rules inside a rule. A rule that needs several tokens becomes an And."""
    found = [name]
    for each in rule.rules:
        if each.name in WHOLE:
            raise Unsaid("with the rule {rule}", rule=each.name)
        tokens = tokens_of(each)
        is_one = len(tokens) == 1 or tokens[0] in ("Or", "And")
        found += tokens if is_one or name == "And" else ["And", *tokens, "End"]
    return [*found, "End"]
