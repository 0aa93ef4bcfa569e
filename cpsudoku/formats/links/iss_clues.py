"""The table of Interactive-Sudoku-Solver's types: how each is read, and written.

A token is read as lines of our rules, and a rule is written as the arguments of tokens. A type that
is missing from the table is reported as not interpreted. A rule that several types can express is
written as the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby, pairwise
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.cells.only import Only
from cpsudoku.formats.links.dialect import Dialect
from cpsudoku.formats.links.iss_board import box_of
from cpsudoku.formats.links.iss_codes import CODES
from cpsudoku.formats.links.iss_counted import COUNTED
from cpsudoku.formats.links.iss_kinds import (
    Clue,
    Writer,
    cells_only,
    everywhere,
    line,
    mark,
    numbered,
    read_touching,
    two_clues,
    where,
    whole_board,
    written_cells,
)
from cpsudoku.formats.links.iss_layers import LAYERED
from cpsudoku.formats.links.iss_layout import read_jigsaw, regions_of_layout
from cpsudoku.formats.links.iss_machines import read_machine, write_accepted, write_machine
from cpsudoku.formats.links.iss_ranks import RANKS
from cpsudoku.formats.links.iss_sums import SUMS, equal_sums
from cpsudoku.formats.links.iss_tokens import (
    Arguments,
    cell_id,
    ids,
    names_of,
)
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

if TYPE_CHECKING:
    from cpsudoku.core.constraints.base import Constraint
    from cpsudoku.core.constraints.cages.clone import Clone
    from cpsudoku.core.constraints.cells.extreme import Extreme
    from cpsudoku.core.constraints.cells.indexer import ColumnIndexer, RowIndexer
    from cpsudoku.core.constraints.cells.parity import Parity
    from cpsudoku.core.constraints.cells.quadruple import Quadruple
    from cpsudoku.core.constraints.distances.non_consecutive import NonConsecutive
    from cpsudoku.core.constraints.lines.between import Between
    from cpsudoku.core.constraints.lines.whispers import Whispers
    from cpsudoku.core.constraints.outside.sandwich import Sandwich
    from cpsudoku.core.constraints.pairs.greater import Greater
    from cpsudoku.core.constraints.pairs.negative import Negative
    from cpsudoku.core.constraints.regions.diagonals import Diagonals
    from cpsudoku.core.constraints.regions.digit_set import DigitSet


# Cells and regions


def _read_given(arguments: Arguments) -> Iterator[str]:
    """The values that are left in cells."""
    for each in arguments.texts:
        name, *values = each.split("_")
        cell, left = arguments.cell(name), set(map(arguments.value, values))
        arguments.kept[cell] = arguments.kept.get(cell, left) & left
    return iter(())


def _write_left(rule: Parity | Only) -> list[str]:
    rest = rule.name == "odd"
    left = [value for value in rule.board.values if value % 2 == rest]
    if isinstance(rule, Only):
        left = list(rule.values)
    values = "_".join(map(str, left))
    return ["~".join(f"{cell_id(rule.board, cell)}_{values}" for cell in rule.cells)]


# The whole board


def _read_diagonal(arguments: Arguments) -> Iterator[str]:
    yield f"diagonals {'rising' if arguments.text(0) == '1' else 'falling'}"


def _write_diagonals(rule: Diagonals) -> list[str]:
    return {"both": ["1", "-1"], "rising": ["1"], "falling": ["-1"]}[rule.which]


def _read_disjoint_sets(arguments: Arguments) -> Iterator[str]:
    """The places of the usual boxes, also on a board with other regions."""
    if arguments.board.is_square and not arguments.board.is_usual:
        raise Unsaid("places of boxes that the board does not have")
    yield "disjoint-groups"


def _write_disjoint(rule: Constraint) -> list[str]:
    board = rule.board
    box = box_of(board.height, board.width, board.size)
    if board != Board.rectangle(board.height, board.width, board.size, box, board.lowest):
        raise Unsaid("on a board with other regions")
    return [""]


def _write_non_consecutive(rule: NonConsecutive) -> list[str]:
    if rule.where != "everywhere" and rule.exempt:
        raise Unsaid("with exempt pairs")
    return [""]


def _write_negative(*marks: str) -> Writer:
    """The rule that all of these marks are given."""

    def write(rule: Negative) -> list[str]:
        if tuple(rule.marks) != marks:
            raise Unsaid("with other marks")
        return [""]

    return write


def _read_anti_taxicab(arguments: Arguments) -> Iterator[str]:
    """Cells do not hold their distance if it is the same in both."""
    board = arguments.board
    for one, other in combinations(range(len(board)), 2):
        (r, c), (s, d) = map(board.row_column, (one, other))
        distance = abs(r - s) + abs(c - d)
        if r != s and c != d and distance in board.values:
            pair = f"{board.cell_name(one)} {board.cell_name(other)}"
            yield f"pair a!={distance} or b!={distance}: {pair}"


def _read_flatmates(arguments: Arguments) -> Iterator[str]:
    """Each 5 is below a 1 or above a 9. The states: before a 9, after a 1, and anywhere else."""
    if arguments.board.values != tuple(range(1, 10)):
        raise Unsaid("with other digits than 1-9")
    steps = "rest 1 one, rest 5 wait, rest ^15 rest, one 1 one, one ^1 rest, wait 9 rest"
    for column in range(1, arguments.board.width + 1):
        yield f"machine {steps}, end rest one: column {column}"


def _read_region_values(arguments: Arguments) -> Iterator[str]:
    """The largest houses have the same values, which matters if they lack some."""
    board = arguments.board
    sizes = [len(house.cells) for house in (*board.houses, *board.groups)]
    if sizes and max(sizes) < board.size and sizes.count(max(sizes)) > 1:
        yield "digit-set"


def _write_digit_set(rule: DigitSet) -> list[str]:
    if rule.count == rule.board.size:
        raise Unsaid("where each row, column and box holds all digits")
    return [""]


# Rows, columns and indexers


def _read_sandwich(arguments: Arguments) -> Iterator[str]:
    yield f"sandwich {arguments.text(0)}: {arguments.line(1)}"


def _write_sandwich(rule: Sandwich) -> list[str]:
    if rule.board.lowest != 1:
        raise Unsaid("on a board with the digit 0")
    return [f"{rule.clue}~{where(rule.board, rule.cells)[0]}"]


def _read_indexing(arguments: Arguments) -> Iterator[str]:
    kind = {"C": "column", "R": "row"}.get(arguments.text(0))
    if kind is None:
        raise InputError("{text} is not C or R", text=quoted(arguments.text(0)))
    if arguments.board.lowest == 1:
        yield f"{kind}-indexer: {arguments.cells(1)}"
        return
    for text in arguments.texts[1:]:
        yield from _indexing_from_1(arguments.board, arguments.cell(text), kind)


def _indexing_from_1(board: Board, cell: int, kind: str) -> Iterator[str]:
    """On a board with 0 the cells are counted from 1 too, so that 0 and the last cell have none."""
    r, c = board.row_column(cell)
    own, line = (c, board.rows[r]) if kind == "column" else (r, board.columns[c])
    cells, name = board.houses[line].cells, board.cell_name(cell)
    yield f"line [^0]: {name}"
    for number, target in enumerate(cells, 1):
        if target != cell:
            yield f"pair a!={number} or b=={own + 1}: {name} {board.cell_name(target)}"


def _write_indexer(rule: RowIndexer | ColumnIndexer) -> list[str]:
    if rule.board.lowest != 1:
        raise Unsaid("on a board with the digit 0")
    return [f"{'R' if rule.name == 'row-indexer' else 'C'}~{ids(rule, rule.indexers)}"]


# Marks, quadruples and copies


def _write_greater(rule: Greater) -> list[str]:
    for one, other in pairwise(rule.cells):
        if (min(one, other), max(one, other)) not in rule.board.neighbours:
            raise Unsaid("with cells that do not touch")
    return [ids(rule, pair) for pair in pairwise(rule.cells)]


def _write_extreme(rule: Extreme) -> list[str]:
    """Each cell with the cells beside it, in the order of the relation."""
    ordered = (
        (pair.one, pair.other) if pair.holds(2, 1) else (pair.other, pair.one)
        for pair in rule.pairs()
    )
    return [ids(rule, pair) for pair in ordered]


def _read_quad(arguments: Arguments) -> Iterator[str]:
    """Values around the lower right corner of a cell."""
    first, board = arguments.cell(arguments.text(0)), arguments.board
    around = [board.beside(first, i, j) for i in (0, 1) for j in (0, 1)]
    cells = [board.cell_name(cell) for cell in around if cell is not None]
    if len(cells) < len(around):
        raise InputError("{text} is not the upper left one of four cells", text=arguments.text(0))
    yield f"quadruple {','.join(arguments.texts[1:])}: {' '.join(cells)}"


def _read_contains(arguments: Arguments) -> Iterator[str]:
    yield f"quadruple {arguments.text(0).replace('_', ',')}: {arguments.cells(1)}"


def _write_quadruple(rule: Quadruple) -> list[str]:
    return [f"{'_'.join(map(str, rule.values))}~{ids(rule)}"]


def _read_same(arguments: Arguments) -> Iterator[str]:
    """The number of sets, and their cells."""
    count, found = arguments.number(0), arguments.texts[1:]
    if not 1 <= count <= len(found):
        raise InputError("{count} sets of {cells} cells", count=count, cells=len(found))
    size = len(found) // count
    groups = [names_of(found[start : start + size]) for start in range(0, len(found), size)]
    yield f"clone {'any-order' if size > 1 else ''}: {' = '.join(groups)}"


def _write_clone(rule: Clone) -> list[str]:
    if rule.order == "any-order":
        return [_set_of(rule, len(rule.groups), [cell for group in rule.groups for cell in group])]
    return [_set_of(rule, len(twins), twins) for twins in zip(*rule.groups, strict=True)]


def _set_of(rule: Clone, count: int, found: Sequence[int]) -> str:
    return f"{count}~{ids(rule, found)}"


# Lines


def _read_modular(arguments: Arguments) -> Iterator[str]:
    """With 1, all digits have the same remainder."""
    if arguments.text(0) == "1":
        arguments.cells(1)
    else:
        yield from _MODULAR.read(arguments)


def _read_region_sum(arguments: Arguments) -> Iterator[str]:
    """The sums in the boxes, or in the regions of a board without boxes.

    Cells outside all of them form segments, too. Without any regions the line has no meaning.
    """
    board, layout = arguments.board, arguments.text(0)
    names = arguments.texts[layout.startswith("_") :]
    cells = [arguments.cell(name) for name in names]
    region_of: Mapping[int, int] = dict(enumerate(board.box_of))
    if max(board.box_of) < 0:
        regions = regions_of_layout(layout[1:], board) if layout.startswith("_") else ()
        region_of = {cell: number for number, each in enumerate(regions) for cell in each}
    if region_of and all(board.box_of[cell] >= 0 for cell in cells) and len(cells) > 1:
        yield f"region-sum: {names_of(names)}"
    elif region_of:
        segments = groupby(names, lambda name: region_of.get(arguments.cell(name), -1))
        yield from equal_sums([list(segment) for _, segment in segments])


def _whispers(rule: Whispers) -> int:
    if rule.difference is None and rule.board.size != 9:
        raise Unsaid("without a difference")
    return rule.difference or 5


def _write_entropic(rule: Constraint) -> list[str]:
    if rule.board.values != tuple(range(1, 10)):
        raise Unsaid("with other digits than 1-9")
    return [ids(rule)]


def _write_between(rule: Between) -> list[str]:
    if len(rule.cells) < 3:
        raise Unsaid("with two cells")
    return [ids(rule)]


_MODULAR = numbered("Modular", "modular", lambda rule: rule.modulus)

CLUES: Dialect[str, Arguments, str, str] = Dialect(
    Clue("", "odd even only", _read_given, _write_left),
    Clue("Jigsaw", "", read_jigsaw),
    *SUMS,
    line("AllDifferent", "region"),
    Clue("Sandwich", "sandwich", _read_sandwich, _write_sandwich),
    two_clues("XSum", "x-sum", lambda rule: rule.clue > 0),
    two_clues("Skyscraper", "skyscraper", lambda rule: 1 <= rule.clue <= rule.board.size),
    two_clues("NumberedRoom", "numbered-room"),
    Clue("Diagonal", "diagonals", _read_diagonal, _write_diagonals),
    whole_board("Windoku", "windows"),
    Clue("DisjointSets", "disjoint-groups", _read_disjoint_sets, _write_disjoint),
    whole_board("AntiKnight", "anti-knight"),
    whole_board("AntiKing", "anti-king"),
    Clue(
        "AntiConsecutive",
        "non-consecutive",
        everywhere("non-consecutive everywhere"),
        _write_non_consecutive,
    ),
    Clue("AntiTaxicab", "", _read_anti_taxicab),
    Clue("DutchFlatmates", "", _read_flatmates),
    Clue("RegionSameValues", "digit-set", _read_region_values, _write_digit_set),
    Clue(
        "StrictKropki",
        "negative",
        everywhere("negative white black"),
        _write_negative("white", "black"),
    ),
    Clue("StrictXV", "negative", everywhere("negative xv"), _write_negative("xv")),
    mark("WhiteDot", "white", "difference", 1),
    mark("BlackDot", "black", "ratio", 2),
    mark("X", "xv", "sum", 10),
    mark("V", "xv", "sum", 5),
    Clue("GreaterThan", "greater", read_touching("greater"), _write_greater),
    Clue("GreaterThan", "minimum maximum", read_touching("greater"), _write_extreme),
    Clue("Quad", "", _read_quad),
    Clue("ContainAtLeast", "quadruple", _read_contains, _write_quadruple),
    line("Thermo", "thermo"),
    cells_only("DoubleArrow", "double-arrow"),
    numbered("Whisper", "whispers", _whispers),
    line("Renban", "renban"),
    line("Palindrome", "palindrome"),
    replace(cells_only("Between", "between"), write=_write_between),
    numbered("Lockout", "lockout", lambda rule: rule.difference),
    Clue("RegionSumLine", "region-sum", _read_region_sum, written_cells),
    cells_only("Zipper", "zipper"),
    replace(cells_only("Entropic", "entropic"), write=_write_entropic),
    replace(_MODULAR, read=_read_modular),
    Clue("SameValues", "clone", _read_same, _write_clone),
    cells_only("CountingCircles", "counting-circles"),
    Clue("Indexing", "row-indexer column-indexer", _read_indexing, _write_indexer),
    *COUNTED,
    *RANKS,
    *CODES,
    *LAYERED,
    Clue("NFA", "machine", read_machine, write_machine),
    Clue("NFA", "sums product difference quotient", read_machine, write_accepted),
)
