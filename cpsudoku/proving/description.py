"""Describes the rules of a puzzle as statements that ``verify.py`` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product, starmap

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.variables import Position
from cpsudoku.proving import verify
from cpsudoku.proving.relations import MOST_LISTED, Relation, relations_of
from cpsudoku.runtime.errors import Source, Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import worded

MOST_SHOWN = 80  # characters of a rule in a message


class Unprovable(Unsupported):
    """A rule can't be written as clauses. ``reason`` names it."""

    def __init__(self, rule: str, source: Source) -> None:
        name = rule if len(rule) <= MOST_SHOWN else rule[: MOST_SHOWN - 3] + "..."
        self.reason = worded(
            "the rule {rule} can't be written as a short list of clauses",
            rule=repr(one_line(name)),
        )
        super().__init__(
            worded(
                "{source}: no proof: {reason}; without {proof} the puzzle can be checked",
                source=source,
                reason=self.reason,
            )
        )


def rules_text(puzzle: Puzzle) -> str:
    """The text of ``rules-N.json``: digits, cells, grids, and one statement per line.

    Raises Unprovable, which names the rule, if a rule has no statements.
    """
    board = puzzle.board
    data = {
        "digits": board.symbols[1:],
        "lowest": board.lowest,
        "cells": [board.cell_name(cell) for cell in range(len(board))],
        **_grids(board),
    }
    added = [*_houses(board), *_marks(puzzle)]
    for rule in puzzle.constraints:
        added += _statements(rule, puzzle.source)
    head = "".join(f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in data.items())
    lines = ",\n".join(map(json.dumps, added))
    return f'{{{head}"statements": [\n{lines}\n]}}\n'


@lru_cache(maxsize=64)
def _grids(board: Board) -> JsonObject:
    """The corners of the square grids and the regions of each grid; nothing for other boards."""
    none: JsonObject = {"grids": [], "regions": []}
    n, known = board.size, {frozenset(house.cells) for house in board.houses}
    corners = [(r, c) for r, c in board.positions if _is_grid(board, (r, c), known)]
    if not corners:
        return none
    data: JsonObject = {
        "grids": [f"r{r + 1}c{c + 1}" for r, c in corners],
        "regions": _regions(board, corners[0]),
    }
    names = {board.cell_name(cell): cell for cell in range(len(board))}
    described = {**data, "digits": board.symbols[1:], "statements": []}
    houses = [each["cells"] for each in verify.statements_of(described)]
    fits = all(
        set(each) <= names.keys() and frozenset(names[name] for name in each) in known
        for each in houses
    )
    return data if fits and all(len(each) == n for each in houses) else none


def _is_grid(board: Board, corner: Position, known: set[frozenset[int]]) -> bool:
    """Whether a square of cells begins here whose rows and columns are houses."""
    (top, left), n, at = corner, range(board.size), board.cell_at
    rows = [[(top + r, left + c) for c in n] for r in n]
    columns = [[(top + r, left + c) for r in n] for c in n]
    return all(
        all(place in at for place in line) and frozenset(at[place] for place in line) in known
        for line in (*rows, *columns)
    )


def _regions(board: Board, corner: Position) -> list[str]:
    """Rows of letters: the cells of a grid with the same letter form a region."""
    (top, left), n = corner, range(board.size)
    inside = {board.cell_at[top + r, left + c] for r, c in product(n, n)}
    letters: dict[int, str] = {}
    boxes = [house for house in board.houses if house.kind == "box" and inside >= {*house.cells}]
    for box, letter in zip(boxes, "ABCDEFGHIJKLMNOPQRSTUVWXY", strict=False):
        letters |= dict.fromkeys(box.cells, letter)
    return ["".join(letters.get(board.cell_at[top + r, left + c], ".") for c in n) for r in n]


@lru_cache(maxsize=64)
def _houses(board: Board) -> list[JsonObject]:
    """Statements about the houses and groups of the board that its grids do not contain."""
    data = {**_grids(board), "digits": board.symbols[1:], "statements": []}
    known = {frozenset(each["cells"]) for each in verify.statements_of(data)}
    named = {
        house.name: [board.cell_name(cell) for cell in house.cells]
        for house in (*board.houses, *board.groups)
    }
    return [
        {"rule": name, "kind": "different", "cells": cells}
        for name, cells in named.items()
        if frozenset(cells) not in known and len(cells) > 1
    ]


def _marks(puzzle: Puzzle) -> Iterator[JsonObject]:
    """Statements about the candidates that came with the puzzle."""
    board = puzzle.board
    for cell, marks in enumerate(puzzle.marks or ()):
        if len(marks) < board.size:
            name, allowed = board.cell_name(cell), [board.symbols[digit] for digit in marks]
            yield {
                "rule": worded("the candidates of {name}", name=name),
                "kind": "fillings",
                "cells": [name],
                "allowed": allowed,
            }


def _statements(rule: Constraint, source: Source) -> list[JsonObject]:
    """The statements of a rule, each with its line. Raises Unprovable if there are none."""
    relations, line = relations_of(rule), line_of(rule)
    if rule.board.layers:
        raise Unprovable(line, source)
    found = [_worded(each, rule.board) for each in relations or ()]
    if relations is None or any(len(each.get("allowed", ())) > MOST_LISTED for each in found):
        raise Unprovable(line, source)
    return [{"rule": line, **each} for each in found]


def _worded(relation: Relation, board: Board) -> JsonObject:
    """A relation as a statement that ``verify.py`` reads."""
    cells, count = [board.cell_name(cell) for cell in relation.cells], len(relation.cells)
    if relation.holds is None:
        return {"kind": "different", "cells": cells}
    if relation.rows is not None:
        return {"kind": "list", "cells": cells, "allowed": _in_symbols(board, relation.rows)}
    every = _sets(board, count) if relation.is_set else _fillings(board, count)
    truth = bytes(map(bool, starmap(relation.holds, every)))
    kind = "set" if relation.is_set else "fillings"
    return {"kind": kind, "cells": cells, **_meaning(board, relation.is_set, count, truth)}


@lru_cache(maxsize=256)
def _sets(board: Board, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(board.values, count))


@lru_cache(maxsize=256)
def _fillings(board: Board, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(product(board.values, repeat=count))


@lru_cache(maxsize=4096)
def _meaning(board: Board, is_set: bool, count: int, truth: bytes) -> JsonObject:
    """A relation as a formula such as ``sum = 12``, or as the list of what is allowed.

    ``truth`` is whether each set or filling is allowed.
    """
    every = _sets(board, count) if is_set else _fillings(board, count)
    for name, measure in verify.MEASURES.items() if count > 1 else ():
        measured = list(map(measure, every))
        inside = {number for number, holds in zip(measured, truth, strict=True) if holds}
        outside = {number for number, holds in zip(measured, truth, strict=True) if not holds}
        formula = _formula(inside, outside)
        if formula:
            return {"relation": f"{name} {formula}"}
    allowed = (values for values, holds in zip(every, truth, strict=True) if holds)
    return {"allowed": _in_symbols(board, allowed)}


def _in_symbols(board: Board, rows: Iterable[tuple[int, ...]]) -> list[str]:
    """Rows of values as texts with one symbol per value."""
    symbol = dict(zip(board.values, board.symbols[1:], strict=True))
    return ["".join(map(symbol.__getitem__, values)) for values in rows]


def _formula(inside: set[int], outside: set[int]) -> str:
    """A comparison that is true of the numbers inside and false of those outside, or nothing."""
    if not inside or inside & outside:
        return ""
    if len(inside) == 1:
        return f"= {min(inside)}"
    if len(outside) == 1:
        return f"!= {min(outside)}"
    if not outside or min(inside) > max(outside):
        return f">= {min(inside)}"
    return f"<= {max(inside)}" if max(inside) < min(outside) else ""
