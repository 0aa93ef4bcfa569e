"""Writes a puzzle as a constraint string of Interactive-Sudoku-Solver.

``TOKENS`` is the table: it has the tokens of each of our rules. If a rule is missing from it, or
the other program lacks a part of the rule, Unsupported is raised and names the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.errors import Unsupported
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import is_solution

_NUMERALS = "0123456789abcdefg"
_LAYOUT = "ABCDEFGHIJKLMNOPQRSTUVWXY"
Writer = Callable[[Any], list[str]]


class Unsaid(Exception):
    """A constraint string can't express a rule. The text names the part."""


def constraint_string(result: Result) -> str:
    """The string of a puzzle or its solution; raises Unsupported if a part can't be expressed."""
    puzzle, grid = result.puzzle, result.grid
    assert puzzle is not None
    assert grid is not None
    tokens = _board(puzzle.board)
    for rule in () if is_solution(result) else puzzle.constraints:
        try:
            tokens += tokens_of(rule)
        except Unsaid as unsaid:
            more = f" ({unsaid})" if str(unsaid) else ""
            raise Unsupported(
                f"{puzzle.source}: format 'iss' can't hold {rule.title}{more}; try {{to}} json"
            ) from None
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
            raise Unsupported(
                f"{puzzle.source}: format 'iss' can't hold a cell without candidates "
                f"({puzzle.board.cell_name(cell)}); try {{to}} json"
            )
    return "".join(f".{token}" for token in [*tokens, given] if token)


def tokens_of(rule: Constraint) -> list[str]:
    """The tokens of a rule, without their dots; raises Unsaid."""
    write = TOKENS.get(rule.name)
    if write is None:
        raise Unsaid
    return write(rule)


def cell_id(board: Board, cell: int) -> str:
    """``R1Ca``: the row and the column as numerals in base 17."""
    r, c = board.row_column(cell)
    return f"R{_NUMERALS[r + 1]}C{_NUMERALS[c + 1]}"


def _board(board: Board) -> list[str]:
    """The tokens of a square board."""
    found = [f"Shape~{board.size}x{board.size}"]
    if board.is_usual:
        return found
    names = {
        cell: _LAYOUT[number]
        for number, house in enumerate(board.regions)
        for cell in board.houses[house].cells
    }
    if names:
        found.append("Jigsaw~" + "".join(names[cell] for cell in range(len(board))))
    return [*found, "NoBoxes"]


def _ids(rule: Constraint, cells: Sequence[int]) -> str:
    return "~".join(cell_id(rule.board, cell) for cell in cells)


def _cells(name: str) -> Writer:
    """A type with cells only."""
    return lambda rule: [f"{name}~{_ids(rule, rule.cells)}"]


def _alone(name: str) -> Writer:
    """A type for the whole board."""
    return lambda rule: [name]


def _numbered(name: str, attribute: str) -> Writer:
    """A type with a number and cells."""

    def write(rule: Any) -> list[str]:
        number = getattr(rule, attribute)
        if number is None:
            raise Unsaid("without a number")
        return [f"{name}~{number}~{_ids(rule, rule.cells)}"]

    return write


def _only(attribute: str, names: dict[Any, str]) -> Writer:
    """One type for each of some values of an attribute, with the cells."""

    def write(rule: Any) -> list[str]:
        value = getattr(rule, attribute)
        if value not in names:
            raise Unsaid(f"{attribute} {value}")
        return [f"{names[value]}~{_ids(rule, rule.cells)}"]

    return write


def _diagonals(rule: Any) -> list[str]:
    rising, falling = "Diagonal~1", "Diagonal~-1"
    return {"both": [rising, falling], "rising": [rising], "falling": [falling]}[rule.which]


def _killer(rule: Any) -> list[str]:
    return [f"Cage~{rule.sum or 0}~{_ids(rule, rule.cells)}"]


def _sum(rule: Any) -> list[str]:
    if rule.relation != "=":
        raise Unsaid(f"the relation {rule.relation}")
    weights = "".join(f"_{weight}" for _, weight in rule.terms)
    return [f"Sum~{rule.total}_={weights}~{_ids(rule, [cell for cell, _ in rule.terms])}"]


def _clone(rule: Any) -> list[str]:
    if rule.order == "any-order":
        cells = [cell for group in rule.groups for cell in group]
        return [f"SameValues~{len(rule.groups)}~{_ids(rule, cells)}"]
    sets = list(zip(*rule.groups, strict=True))
    return [f"SameValues~{len(one)}~{_ids(rule, one)}" for one in sets]


def _negative(rule: Any) -> list[str]:
    found = {("white", "black"): ["StrictKropki"], ("xv",): ["StrictXV"]}
    if tuple(rule.marks) not in found:
        raise Unsaid(" ".join(rule.marks))
    return found[tuple(rule.marks)]


def _non_consecutive(rule: Any) -> list[str]:
    if rule.where != "everywhere" and rule.exempt:
        raise Unsaid("with exempt pairs")
    return ["AntiConsecutive"]


def _arrow(rule: Any) -> list[str]:
    cells = _ids(rule, [*rule.circle, *rule.line])
    if len(rule.circle) == 1:
        return [f"Arrow~{cells}"]
    if tuple(sorted(rule.circle)) != rule.circle:
        raise Unsaid("a circle that is not in reading order")
    return [f"PillArrow~{len(rule.circle)}~{cells}"]


def _whispers(rule: Any) -> list[str]:
    if rule.difference is None and rule.board.size != 9:
        raise Unsaid("without a difference")
    return [f"Whisper~{rule.difference or 5}~{_ids(rule, rule.cells)}"]


def _quadruple(rule: Any) -> list[str]:
    values = "_".join(map(str, rule.values))
    return [f"ContainAtLeast~{values}~{_ids(rule, rule.cells)}"]


def _indexer(letter: str) -> Writer:
    return lambda rule: [f"Indexing~{letter}~{_ids(rule, rule.indexers)}"]


def _parity(rest: int) -> Writer:
    """Cells whose values have this remainder when divided by 2."""

    def write(rule: Any) -> list[str]:
        values = "_".join(str(value) for value in rule.board.values if value % 2 == rest)
        return ["".join(f"~{cell_id(rule.board, cell)}_{values}" for cell in rule.cells)]

    return write


def _outside(name: str) -> Writer:
    """A clue at the start of a row or column, or at its end."""

    def write(rule: Any) -> list[str]:
        board = rule.board
        for kind, lines in (("R", board.rows), ("C", board.columns)):
            for number, house in enumerate(lines, 1):
                where = f"{name}~{kind}{_NUMERALS[number]}"
                cells = board.houses[house].cells
                if rule.cells == cells:
                    return [f"{where}~{rule.clue}~"]
                if rule.cells == cells[::-1]:
                    return [f"{where}~~{rule.clue}"]
        raise Unsaid("cells that are not a row or a column")

    return write


def _sandwich(rule: Any) -> list[str]:
    (token,) = _outside("Sandwich")(rule)
    name, where, *clues = token.split("~")
    return [f"{name}~{''.join(clues)}~{where}"]


def _little_killer(rule: Any) -> list[str]:
    terms = "_".join("1" for _ in rule.cells)
    return [f"Sum~{rule.clue}_=_{terms}~{_ids(rule, rule.cells)}"]


def _composite(name: str) -> Writer:
    """Rules inside a rule. A rule that needs several tokens becomes an And."""

    def write(rule: Any) -> list[str]:
        found = [name]
        for each in rule.rules:
            tokens = tokens_of(each)
            found += tokens if len(tokens) == 1 or name == "And" else ["And", *tokens, "End"]
        return [*found, "End"]

    return write


def _greater(rule: Any) -> list[str]:
    for one, other in pairwise(rule.cells):
        if (min(one, other), max(one, other)) not in rule.board.neighbours:
            raise Unsaid("cells that do not touch")
    return [f"GreaterThan~{_ids(rule, pair)}" for pair in pairwise(rule.cells)]


TOKENS: dict[str, Writer] = {
    "region": _cells("AllDifferent"),
    "diagonals": _diagonals,
    "windows": _alone("Windoku"),
    "disjoint-groups": _alone("DisjointSets"),
    "anti-knight": _alone("AntiKnight"),
    "anti-king": _alone("AntiKing"),
    "non-consecutive": _non_consecutive,
    "killer": _killer,
    "sum": _sum,
    "clone": _clone,
    "white": _only("difference", {1: "WhiteDot"}),
    "black": _only("ratio", {2: "BlackDot"}),
    "xv": _only("sum", {10: "X", 5: "V"}),
    "greater": _greater,
    "negative": _negative,
    "thermo": _cells("Thermo"),
    "arrow": _arrow,
    "double-arrow": _cells("DoubleArrow"),
    "zipper": _cells("Zipper"),
    "region-sum": _cells("RegionSumLine"),
    "palindrome": _cells("Palindrome"),
    "renban": _cells("Renban"),
    "whispers": _whispers,
    "between": _cells("Between"),
    "lockout": _numbered("Lockout", "difference"),
    "entropic": _cells("Entropic"),
    "modular": _numbered("Modular", "modulus"),
    "quadruple": _quadruple,
    "row-indexer": _indexer("R"),
    "column-indexer": _indexer("C"),
    "counting-circles": _cells("CountingCircles"),
    "odd": _parity(1),
    "even": _parity(0),
    "little-killer": _little_killer,
    "sandwich": _sandwich,
    "x-sum": _outside("XSum"),
    "skyscraper": _outside("Skyscraper"),
    "numbered-room": _outside("NumberedRoom"),
    "any-of": _composite("Or"),
    "all-of": _composite("And"),
}
