"""Writes a puzzle as a constraint string of Interactive-Sudoku-Solver.

``TOKENS`` is the table: it has the tokens of each of our rules. If a rule is missing from it, or
the other program lacks a part of the rule, Unsupported is raised and names the rule.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import le
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.general.pair import relation_of
from cpsudoku.core.constraints.relations import apart
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import is_solution
from cpsudoku.formats.links.iss_reading import LARGEST, Token, board_of, box_of
from cpsudoku.formats.links.iss_types import CODE, diagonal_from
from cpsudoku.formats.links.unsaid import Unsaid, refused, refused_rule

_NUMERALS = "0123456789abcdefg"
_SHAPE = "a board of this shape"
_LAYOUT = "ABCDEFGHIJKLMNOPQRSTUVWXY"
Writer = Callable[[Any], list[str]]


def constraint_string(result: Result) -> str:
    """The string of a puzzle or its solution; raises Unsupported if a part can't be expressed."""
    puzzle, grid = result.puzzle, result.grid
    assert puzzle is not None
    assert grid is not None
    tokens = _board(puzzle)
    for rule in () if is_solution(result) else puzzle.constraints:
        try:
            tokens += tokens_of(rule)
            _refuse_against_givens(rule, grid)
        except Unsaid as reason:
            raise refused_rule(puzzle, "iss", rule, reason) from None
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
            raise refused(puzzle, "iss", f"a cell without candidates ({name})")
    return "".join(f".{token}" for token in [*tokens, given] if token)


def _refuse_against_givens(rule: Constraint, grid: Grid) -> None:
    """Raise Unsaid if a rule that becomes candidates would delete a given."""
    above = grid.board.lowest - 1
    for cell in rule.cells if rule.name in ("odd", "even") else ():
        if grid[cell] and (grid[cell] + above) % 2 != (rule.name == "odd"):
            raise Unsaid(f"against the given in {grid.board.cell_name(cell)}")


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


def _board(puzzle: Puzzle) -> list[str]:
    """The tokens of the board; raises Unsupported unless they describe the same board."""
    board = puzzle.board
    found = [_shape(board)]
    is_whole = len(board) == board.height * board.width
    if not is_whole or not max(board.height, board.width) <= board.size <= LARGEST:
        raise refused(puzzle, "iss", _SHAPE)
    if not board.is_usual:
        names = {
            cell: _LAYOUT[number]
            for number, house in enumerate(board.regions)
            for cell in board.houses[house].cells
        }
        found += ["Jigsaw~" + "".join(names.get(cell, "-") for cell in range(len(board)))]
        found += ["NoBoxes"]
    for tokens in (found, found[:1], [*found[:1], "NoBoxes"]):
        if board_of([Token(*_split(token)) for token in tokens]) == board:
            return tokens
    raise refused(puzzle, "iss", _SHAPE)


def _shape(board: Board) -> str:
    low, size = board.lowest, board.size
    digits = "" if (low, size) == (1, max(board.height, board.width)) else f"~{size}"
    values = f"~{low}-{low + size - 1}" if low != 1 else digits
    return f"Shape~{board.height}x{board.width}{values}"


def _split(token: str) -> tuple[str, list[str]]:
    name, *arguments = token.split("~")
    return name, arguments


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
            raise Unsaid(f"with the {attribute} {value}")
        return [f"{names[value]}~{_ids(rule, rule.cells)}"]

    return write


def _diagonals(rule: Any) -> list[str]:
    rising, falling = "Diagonal~1", "Diagonal~-1"
    return {"both": [rising, falling], "rising": [rising], "falling": [falling]}[rule.which]


def _killer(rule: Any) -> list[str]:
    return [f"Cage~{rule.sum or 0}~{_ids(rule, rule.cells)}"]


def _sum(rule: Any) -> list[str]:
    if rule.relation != "=":
        raise Unsaid(f"with the relation {rule.relation}")
    return [_terms(rule.total, rule.terms, rule.board)]


def _clone(rule: Any) -> list[str]:
    if rule.order == "any-order":
        cells = [cell for group in rule.groups for cell in group]
        return [f"SameValues~{len(rule.groups)}~{_ids(rule, cells)}"]
    sets = list(zip(*rule.groups, strict=True))
    return [f"SameValues~{len(one)}~{_ids(rule, one)}" for one in sets]


def _negative(rule: Any) -> list[str]:
    found = {("white", "black"): ["StrictKropki"], ("xv",): ["StrictXV"]}
    if tuple(rule.marks) in found:
        return found[tuple(rule.marks)]
    pairs = [(_code(rule.board, each.holds), (each.one, each.other)) for each in rule.pairs()]
    return [f"Pair~{code}~_~{_ids(rule, cells)}" for code, cells in pairs]


def _non_consecutive(rule: Any) -> list[str]:
    if rule.where != "everywhere" and rule.exempt:
        raise Unsaid("with exempt pairs")
    return ["AntiConsecutive"]


def _arrow(rule: Any) -> list[str]:
    cells = _ids(rule, [*rule.circle, *rule.line])
    if len(rule.circle) == 1:
        return [f"Arrow~{cells}"]
    if tuple(sorted(rule.circle)) != rule.circle:
        raise Unsaid("whose circle is not in reading order")
    return [f"PillArrow~{len(rule.circle)}~{cells}"]


def _whispers(rule: Any) -> list[str]:
    if rule.difference is None and rule.board.size != 9:
        raise Unsaid("without a difference")
    return [f"Whisper~{rule.difference or 5}~{_ids(rule, rule.cells)}"]


def _quadruple(rule: Any) -> list[str]:
    values = "_".join(map(str, rule.values))
    return [f"ContainAtLeast~{values}~{_ids(rule, rule.cells)}"]


def _indexer(letter: str) -> Writer:
    def write(rule: Any) -> list[str]:
        _refuse_zero(rule.board)
        return [f"Indexing~{letter}~{_ids(rule, rule.indexers)}"]

    return write


def _refuse_zero(board: Board) -> None:
    """Raise Unsaid if the board has the digit 0, which means something else there."""
    if board.lowest != 1:
        raise Unsaid("on a board with the digit 0")


def _disjoint(rule: Any) -> list[str]:
    board = rule.board
    if board != Board.rectangle(board.height, board.width, board.size, _box(board), board.lowest):
        raise Unsaid("on a board with other regions")
    return ["DisjointSets"]


def _box(board: Board) -> tuple[int, int] | None:
    return box_of(board.height, board.width, board.size)


def _entropic(rule: Any) -> list[str]:
    if rule.board.values != tuple(range(1, 10)):
        raise Unsaid("with other digits than 1-9")
    return [f"Entropic~{_ids(rule, rule.cells)}"]


def _between(rule: Any) -> list[str]:
    if len(rule.cells) < 3:
        raise Unsaid("with two cells")
    return [f"Between~{_ids(rule, rule.cells)}"]


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
        raise Unsaid("with cells that are not a row or a column")

    return write


def _x_sum(rule: Any) -> list[str]:
    if not rule.clue:
        raise Unsaid("with the clue 0")
    return _outside("XSum")(rule)


def _skyscraper(rule: Any) -> list[str]:
    if not 1 <= rule.clue <= rule.board.size:
        raise Unsaid(f"with the clue {rule.clue}")
    return _outside("Skyscraper")(rule)


def _sandwich(rule: Any) -> list[str]:
    _refuse_zero(rule.board)
    (token,) = _outside("Sandwich")(rule)
    name, where, *clues = token.split("~")
    return [f"{name}~{''.join(clues)}~{where}"]


def _little_killer(rule: Any) -> list[str]:
    for cells in (rule.cells, rule.cells[::-1]):
        if len(cells) > 1 and cells == diagonal_from(rule.board, cells[0]):
            return [f"LittleKiller~{rule.clue}~{cell_id(rule.board, cells[0])}"]
    return [_terms(rule.clue, rule.terms, rule.board)]


def _frame_sum(rule: Any) -> list[str]:
    return [_terms(rule.clue, rule.terms, rule.board)]


# Rules for the whole board, which can't be inside a rule.
WHOLE = (
    *("diagonals", "windows", "disjoint-groups", "anti-knight", "anti-king", "non-consecutive"),
    "negative",
)


def _composite(name: str) -> Writer:
    """Rules inside a rule. A rule that needs several tokens becomes an And."""

    def write(rule: Any) -> list[str]:
        found = [name]
        for each in rule.rules:
            if each.name in WHOLE:
                raise Unsaid(f"with the rule {each.name}")
            tokens = tokens_of(each)
            is_one = len(tokens) == 1 or tokens[0] in ("Or", "And")
            found += tokens if is_one or name == "And" else ["And", *tokens, "End"]
        return [*found, "End"]

    return write


def _terms(total: int, terms: Sequence[tuple[int, int]], board: Board) -> str:
    weights = "".join(f"_{weight}" for _, weight in terms)
    cells = "~".join(cell_id(board, cell) for cell, _ in terms)
    return f"Sum~{total}_={weights}~{cells}"


def _sequence(rule: Any) -> list[str]:
    """Each cell but the ends is the mean of those beside it."""
    threes = zip(rule.cells, rule.cells[1:], rule.cells[2:], strict=False)
    return [_terms(0, [(a, 1), (b, -2), (c, 1)], rule.board) for a, b, c in threes]


def _table(name: str, rule: Any, holds: Callable[[int, int], bool]) -> str:
    """A relation of the values of two cells."""
    return f"{name}~{_code(rule.board, holds)}~_~{_ids(rule, rule.cells)}"


def _code(board: Board, holds: Callable[[int, int], bool]) -> str:
    """A relation of two values as a table in digits of 6 bits."""
    values = board.values
    bits = [holds(one, other) for one in values for other in values]
    bits += [False] * (-len(bits) % 6)
    sixes = (bits[at : at + 6] for at in range(0, len(bits), 6))
    return "".join(CODE[sum(bit << place for place, bit in enumerate(six))] for six in sixes)


def _related(name: str, holds: Callable[[int, int], bool]) -> Writer:
    """A relation of two cells."""
    return lambda rule: [_table(name, rule, holds)]


def _pair(rule: Any) -> list[str]:
    return [_table("PairX" if rule.which == "all" else "Pair", rule, relation_of(rule.table))]


def _pattern(rule: Any) -> list[str]:
    if rule.board.values[-1] > 9:
        raise Unsaid("with values above 9")
    code = urlsafe_b64encode(rule.pattern.encode()).decode().rstrip("=")
    return [f"Regex~{code}~{_ids(rule, rule.cells)}"]


def _extreme(rule: Any) -> list[str]:
    """Each cell with the cells beside it, in the order of the relation."""
    found = []
    for pair in rule.pairs():
        greater = (pair.one, pair.other) if pair.holds(2, 1) else (pair.other, pair.one)
        found.append(f"GreaterThan~{_ids(rule, greater)}")
    return found


def _greater(rule: Any) -> list[str]:
    for one, other in pairwise(rule.cells):
        if (min(one, other), max(one, other)) not in rule.board.neighbours:
            raise Unsaid("with cells that do not touch")
    return [f"GreaterThan~{_ids(rule, pair)}" for pair in pairwise(rule.cells)]


TOKENS: dict[str, Writer] = {
    "region": _cells("AllDifferent"),
    "diagonals": _diagonals,
    "windows": _alone("Windoku"),
    "disjoint-groups": _disjoint,
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
    "slow-thermo": _related("Pair", le),
    "palindrome": _cells("Palindrome"),
    "renban": _cells("Renban"),
    "nabner": _related("PairX", apart(2)),
    "whispers": _whispers,
    "between": _between,
    "lockout": _numbered("Lockout", "difference"),
    "sequence": _sequence,
    "entropic": _entropic,
    "modular": _numbered("Modular", "modulus"),
    "quadruple": _quadruple,
    "row-indexer": _indexer("R"),
    "column-indexer": _indexer("C"),
    "counting-circles": _cells("CountingCircles"),
    "odd": _parity(1),
    "even": _parity(0),
    "minimum": _extreme,
    "maximum": _extreme,
    "little-killer": _little_killer,
    "frame-sum": _frame_sum,
    "sandwich": _sandwich,
    "x-sum": _x_sum,
    "skyscraper": _skyscraper,
    "numbered-room": _outside("NumberedRoom"),
    "pair": _pair,
    "line": _pattern,
    "any-of": _composite("Or"),
    "all-of": _composite("And"),
}
