"""SumoCue: ``SumoCueV1=12+0+1...``, 81 cells of killers, jigsaws, or both.

``=12`` is the first cell of a cage with the sum 12. ``=0`` is the first cell of a cage without a
sum. ``+4`` belongs to the cage of cell 4, counted from 0. ``J3`` after a cell is its region. ``D``
at the start means both diagonals. A cell alone with a number up to 9 is a given, and a cell alone
with 0 is blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.base import BOXES, REGIONS, RULES
from cpsudoku.formats.links.unsaid import refusal, refused_rule
from cpsudoku.formats.text.one_per_line import OnePerLine, killer_of
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

SUMOCUE = re.compile(r"SumoCueV1\S*")
_WHOLE = re.compile(r"SumoCueV1(D?)((?:[=+]\d{1,2}(?:J\d)?)+)")
_CELL = re.compile(r"([=+])(\d{1,2})(?:J(\d))?")
_CELLS = 81


def puzzle_of_sumocue(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of the text; raises InputError."""
    whole = _WHOLE.fullmatch(text)
    if whole is None:
        form = worded("=12, +3, =12J0 or +3J0")
        raise InputError(
            "after SumoCueV1 are an optional D and {cells} cells of {form}", cells=_CELLS, form=form
        )
    cells = _CELL.findall(whole[2])
    if len(cells) != _CELLS:
        raise InputError(
            "{count} cells; a SumoCue puzzle has {cells}", count=len(cells), cells=_CELLS
        )
    regions = [region for _, _, region in cells]
    rows = [regions[at : at + 9] for at in range(0, _CELLS, 9)]
    board = Board.jigsaw(rows) if any(regions) else Board.boxes(3, 3)
    givens, rules = bytearray(_CELLS), list[Constraint]()
    if whole[1]:
        rules += rules_of("diagonals", board)
    for root, members in _cages(cells).items():
        total = int(cells[root][1])
        if len(members) > 1:
            rules.append(killer_of(board, total, members))
        elif total > 9:
            raise InputError(
                "cell {root} is alone and has {total}, not a digit", root=root, total=total
            )
        else:
            givens[root] = total
    return Puzzle(Grid(bytes(givens), board), tuple(rules), source=source, label=label)


def _cages(cells: list[tuple[str, str, str]]) -> dict[int, list[int]]:
    """The cells of each cage by its root; raises InputError for cells that form a loop."""
    found: dict[int, list[int]] = {}
    for cell in range(_CELLS):
        root, steps = cell, 0
        while cells[root][0] == "+":
            root, steps = int(cells[root][1]), steps + 1
            if root >= _CELLS or steps > _CELLS:
                raise InputError("cell {cell} belongs to no cage", cell=cell)
        found.setdefault(root, []).append(cell)
    return found


class SumoCue(OnePerLine):
    """The format ``sumocue``."""

    name = "sumocue"
    title = "SumoCueV1...: killers and jigsaws of 9x9, one per line"
    pattern = SUMOCUE
    carries = frozenset((RULES, BOXES, REGIONS))
    writes = True
    writes_solutions = True
    sizes = range(9, 10)

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        return puzzle_of_sumocue(text, source, label)

    def symbols_of(self, puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
        """The cells."""
        return _text(puzzle, grid, rules)


def _text(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The text of a grid and rules; raises Unsupported if SumoCue can't express a rule."""
    from cpsudoku.core.constraints.cages.killer import KillerCage
    from cpsudoku.core.constraints.regions.diagonals import Diagonals

    board = puzzle.board
    entries = [f"={digit}" for digit in grid.cells]
    taken: set[int] = set()
    has_diagonals = False
    for rule in rules:
        if isinstance(rule, Diagonals) and rule.which == "both":
            has_diagonals = True
            continue
        if not isinstance(rule, KillerCage) or (rule.sum or 0) > 45 or len(rule.cells) < 2:
            raise refused_rule(puzzle, "sumocue", rule)
        if taken.intersection(rule.cells):
            raise refused_rule(puzzle, "sumocue", rule, worded("that overlaps another cage"))
        filled = next((cell for cell in rule.cells if grid[cell]), None)
        if filled is not None:
            name = board.cell_name(filled)
            raise refused_rule(
                puzzle, "sumocue", rule, worded("with the given in {name}", name=name)
            )
        taken.update(rule.cells)
        first, *others = sorted(rule.cells)
        entries[first] = f"={rule.sum or 0}"
        for cell in others:
            entries[cell] = f"+{first}"
    if not board.is_classic_9x9:
        if not board.regions:
            raise refusal(puzzle, "sumocue", worded("a board without boxes"))
        entries = [f"{entry}J{region}" for entry, region in zip(entries, board.box_of, strict=True)]
    return f"SumoCueV1{'D' if has_diagonals else ''}{''.join(entries)}"


FORMAT = SumoCue()
