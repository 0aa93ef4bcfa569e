"""The table of Interactive-Sudoku-Solver's types: how each is read, and written.

A token is read as lines of our rules, and a rule is written as the arguments of tokens. A type that
is missing from the table is reported as not interpreted. A rule that several types can express is
written as the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from operator import le
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.relations import apart
from cpsudoku.formats.links.dialect import Dialect
from cpsudoku.formats.links.iss_board import box_of
from cpsudoku.formats.links.iss_codes import (
    OLD_CODE,
    every_square,
    read_exactly,
    read_hidden_skyscraper,
    read_look_and_say,
    read_pattern,
    read_sum_line,
    read_table,
    read_value_indexing,
    related,
    write_negative_pairs,
    write_pair,
    write_pattern,
)
from cpsudoku.formats.links.iss_kinds import (
    Clue,
    Writer,
    cells,
    everywhere,
    line,
    mark,
    numbered,
    read_touching,
    terms,
    two_clues,
    where,
    whole,
    written_cells,
)
from cpsudoku.formats.links.iss_machines import read_machine, write_machine
from cpsudoku.formats.links.iss_tokens import (
    Arguments,
    cell_id,
    ids,
    name_of,
    names_of,
    number_of,
    place_of,
)
from cpsudoku.formats.links.outside import cells_ahead
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

# Cells and regions


def _read_given(arguments: Arguments) -> Iterator[str]:
    """The values that are left in cells."""
    for each in arguments.texts:
        name, *values = each.split("_")
        cell, left = arguments.cell(name), set(map(arguments.value, values))
        arguments.kept[cell] = arguments.kept.get(cell, left) & left
    return iter(())


def _write_parity(rule: Any) -> list[str]:
    rest = rule.name == "odd"
    values = "_".join(str(value) for value in rule.board.values if value % 2 == rest)
    return ["~".join(f"{cell_id(rule.board, cell)}_{values}" for cell in rule.cells)]


def _read_jigsaw(arguments: Arguments) -> Iterator[str]:
    """The regions that are not houses of the board already."""
    layout, board = arguments.text(-1), arguments.board
    if len(layout) > len(board):
        raise InputError(f"a layout of {len(layout)} cells; the board has {len(board)}")
    known = {frozenset(h.cells) for h in (*board.houses, *board.groups)}
    for symbol in dict.fromkeys(layout):
        region = [cell for cell, each in enumerate(layout) if each == symbol]
        fits = max(board.height, board.width) <= len(region) <= board.size
        if fits and frozenset(region) not in known:
            yield f"region: {' '.join(map(board.cell_name, region))}"


# The whole board


def _read_diagonal(arguments: Arguments) -> Iterator[str]:
    yield f"diagonals {'rising' if arguments.text(0) == '1' else 'falling'}"


def _write_diagonals(rule: Any) -> list[str]:
    return {"both": ["1", "-1"], "rising": ["1"], "falling": ["-1"]}[rule.which]


def _read_disjoint_sets(arguments: Arguments) -> Iterator[str]:
    """The places of the usual boxes, also on a board with other regions."""
    if arguments.board.is_square and not arguments.board.is_usual:
        raise Unsaid("places of boxes that the board does not have")
    yield "disjoint-groups"


def _write_disjoint(rule: Any) -> list[str]:
    board = rule.board
    box = box_of(board.height, board.width, board.size)
    if board != Board.rectangle(board.height, board.width, board.size, box, board.lowest):
        raise Unsaid("on a board with other regions")
    return [""]


def _write_non_consecutive(rule: Any) -> list[str]:
    if rule.where != "everywhere" and rule.exempt:
        raise Unsaid("with exempt pairs")
    return [""]


def _write_negative(*marks: str) -> Writer:
    """The rule that all of these marks are given."""

    def write(rule: Any) -> list[str]:
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


# Sums


def _read_cage(arguments: Arguments) -> Iterator[str]:
    """A cage that has a cell twice, with its weight, only differs in its cells."""
    has_sum = not arguments.text(0) or arguments.is_number(0)
    total = (arguments.texts[0] if has_sum else "") or "0"
    found = list(arguments.texts[has_sum:])
    different = sorted(set(found))
    if len(different) == len(found):
        yield f"killer {total if total != '0' else ''}: {names_of(found)}"
        return
    yield f"sum {total}: {names_of(found)}"
    if len(different) > 1:
        yield f"region: {names_of(different)}"


def _write_killer(rule: Any) -> list[str]:
    return [f"{rule.sum or 0}~{ids(rule)}"]


def _read_sum(arguments: Arguments) -> Iterator[str]:
    """``12_=_1_-2~R1C1~R1C2``: the sum, the relation, and the weights of the cells."""
    total, *rest = arguments.text(0).split("_")
    relation = rest.pop(0) if rest else "="
    names = arguments.cells(1).split()
    weights = [number_of(weight) for weight in rest] or [1] * len(names)
    if len(weights) != len(names):
        raise InputError(f"{len(weights)} weights of {len(names)} cells")
    signed = (
        ("-" if weight < 0 else "") + (name if abs(weight) == 1 else f"{name}*{abs(weight)}")
        for name, weight in zip(names, weights, strict=True)
    )
    yield f"sum {relation} {total}: {' '.join(signed)}"


def _write_sum(rule: Any) -> list[str]:
    if rule.relation != "=":
        raise Unsaid(f"with the relation {rule.relation}")
    return [terms(rule.total, rule.terms, rule.board)]


def _write_clue_of_sum(rule: Any) -> list[str]:
    return [terms(rule.clue, rule.terms, rule.board)]


def _write_sequence(rule: Any) -> list[str]:
    """Each cell but the ends is the mean of those beside it."""
    threes = zip(rule.cells, rule.cells[1:], rule.cells[2:], strict=False)
    return [terms(0, [(a, 1), (b, -2), (c, 1)], rule.board) for a, b, c in threes]


def _read_equal_sums(arguments: Arguments) -> Iterator[str]:
    """Lists of cells with the same sum, separated by ``-``."""
    groups = [part.split("~") for part in "~".join(arguments.texts).split("~-~")]
    for one, other in pairwise(groups):
        minus = " ".join(f"-{name_of(cell)}" for cell in other)
        yield f"sum 0: {names_of(one)} {minus}"


def _read_arrow(arguments: Arguments) -> Iterator[str]:
    yield f"arrow: {name_of(arguments.text(0))} = {arguments.cells(1)}"


def _write_arrow(rule: Any) -> list[str]:
    if len(rule.circle) != 1:
        raise Unsaid("with several cells in its circle")
    return [ids(rule, [*rule.circle, *rule.line])]


def _read_pill(arguments: Arguments) -> Iterator[str]:
    """The number of cells in the circle, these cells, and the line."""
    count = arguments.number(0)
    circle = sorted(arguments.texts[1 : 1 + count], key=place_of)
    yield f"arrow: {names_of(circle)} = {arguments.cells(1 + count)}"


def _write_pill(rule: Any) -> list[str]:
    if tuple(sorted(rule.circle)) != rule.circle:
        raise Unsaid("whose circle is not in reading order")
    return [f"{len(rule.circle)}~{ids(rule, [*rule.circle, *rule.line])}"]


def _diagonal_from(board: Board, first: int) -> tuple[int, ...]:
    """The cells of the diagonal that begins at a cell, or none if a clue can't begin there.

    A diagonal between two edges has two ends, and a clue can begin at one of them.
    """
    r, c = board.row_column(first)
    if c == 0 and r < board.height - 1:
        step = 1, 1
    elif r == 0:
        step = 1, -1
    elif c == board.width - 1 and r < board.height - 1:
        step = -1, -1
    elif r == board.height - 1 and 0 < c < board.width - 1:
        step = -1, 1
    else:
        return ()
    return (first, *cells_ahead(board, (r, c), step))


def _read_little_killer(arguments: Arguments) -> Iterator[str]:
    total, start = arguments.text(0), arguments.text(1)
    found = _diagonal_from(arguments.board, arguments.cell(start))
    if not found:
        raise InputError(f"no diagonal begins at {start}")
    yield f"little-killer {total}: {' '.join(map(arguments.board.cell_name, found))}"


def _write_little_killer(rule: Any) -> list[str]:
    for found in (rule.cells, rule.cells[::-1]):
        if len(found) > 1 and found == _diagonal_from(rule.board, found[0]):
            return [f"{rule.clue}~{cell_id(rule.board, found[0])}"]
    raise Unsaid("with cells that are not a diagonal from an edge")


# Rows, columns and indexers


def _read_sandwich(arguments: Arguments) -> Iterator[str]:
    yield f"sandwich {arguments.text(0)}: {arguments.line(1)}"


def _write_sandwich(rule: Any) -> list[str]:
    _refuse_zero(rule)
    return [f"{rule.clue}~{where(rule)[0]}"]


def _read_indexing(arguments: Arguments) -> Iterator[str]:
    kind = {"C": "column", "R": "row"}.get(arguments.text(0))
    if arguments.board.lowest != 1:
        raise Unsaid("indexing by digits from 0")
    if kind is None:
        raise InputError(f"{quoted(arguments.text(0))} is not C or R")
    yield f"{kind}-indexer: {arguments.cells(1)}"


def _write_indexer(rule: Any) -> list[str]:
    _refuse_zero(rule)
    return [f"{'R' if rule.name == 'row-indexer' else 'C'}~{ids(rule, rule.indexers)}"]


def _refuse_zero(rule: Any) -> None:
    """Raise Unsaid if the board has the digit 0, which means something else there."""
    if rule.board.lowest != 1:
        raise Unsaid("on a board with the digit 0")


# Marks, quadruples and copies


def _write_greater(rule: Any) -> list[str]:
    for one, other in pairwise(rule.cells):
        if (min(one, other), max(one, other)) not in rule.board.neighbours:
            raise Unsaid("with cells that do not touch")
    return [ids(rule, pair) for pair in pairwise(rule.cells)]


def _write_extreme(rule: Any) -> list[str]:
    """Each cell with the cells beside it, in the order of the relation."""
    ordered = (
        (pair.one, pair.other) if pair.holds(2, 1) else (pair.other, pair.one)
        for pair in rule.pairs()
    )
    return [ids(rule, pair) for pair in ordered]


def _read_quad(arguments: Arguments) -> Iterator[str]:
    """Values around the lower right corner of a cell."""
    r, c = place_of(arguments.text(0))
    around = " ".join(f"r{r + i}c{c + j}" for i in (1, 2) for j in (1, 2))
    yield f"quadruple {','.join(arguments.texts[1:])}: {around}"


def _read_contains(arguments: Arguments) -> Iterator[str]:
    yield f"quadruple {arguments.text(0).replace('_', ',')}: {arguments.cells(1)}"


def _write_quadruple(rule: Any) -> list[str]:
    return [f"{'_'.join(map(str, rule.values))}~{ids(rule)}"]


def _read_same(arguments: Arguments) -> Iterator[str]:
    """The number of sets, and their cells."""
    count, found = arguments.number(0), arguments.texts[1:]
    if not 1 <= count <= len(found):
        raise InputError(f"{count} sets of {len(found)} cells")
    size = len(found) // count
    groups = [names_of(found[start : start + size]) for start in range(0, len(found), size)]
    yield f"clone {'any-order' if size > 1 else ''}: {' = '.join(groups)}"


def _write_clone(rule: Any) -> list[str]:
    if rule.order == "any-order":
        return [_set_of(rule, len(rule.groups), [cell for group in rule.groups for cell in group])]
    return [_set_of(rule, len(twins), twins) for twins in zip(*rule.groups, strict=True)]


def _set_of(rule: Any, count: int, found: Sequence[int]) -> str:
    return f"{count}~{ids(rule, found)}"


# Lines


def _read_modular(arguments: Arguments) -> Iterator[str]:
    """With 1, all digits have the same remainder."""
    if arguments.text(0) == "1":
        arguments.cells(1)
    else:
        yield from _MODULAR.read(arguments)


def _read_region_sum(arguments: Arguments) -> Iterator[str]:
    board = arguments.board
    if any(board.box_of[arguments.cell(text)] < 0 for text in arguments.texts):
        raise Unsaid("a line over cells without a region")
    yield f"region-sum: {arguments.cells()}"


def _whispers(rule: Any) -> int:
    if rule.difference is None and rule.board.size != 9:
        raise Unsaid("without a difference")
    return rule.difference or 5


def _write_entropic(rule: Any) -> list[str]:
    if rule.board.values != tuple(range(1, 10)):
        raise Unsaid("with other digits than 1-9")
    return [ids(rule)]


def _write_between(rule: Any) -> list[str]:
    if len(rule.cells) < 3:
        raise Unsaid("with two cells")
    return [ids(rule)]


_MODULAR = numbered("Modular", "modular", lambda rule: rule.modulus)

CLUES: Dialect[str, Arguments, str, str] = Dialect(
    Clue("", "odd even", _read_given, _write_parity),
    Clue("Jigsaw", "", _read_jigsaw),
    Clue("Cage", "killer", _read_cage, _write_killer),
    Clue("LittleKiller", "little-killer", _read_little_killer, _write_little_killer),
    Clue("Sum", "sum", _read_sum, _write_sum),
    Clue("Sum", "frame-sum little-killer", _read_sum, _write_clue_of_sum),
    Clue("Sum", "sequence", _read_sum, _write_sequence),
    Clue("EqualSum", "", _read_equal_sums),
    line("AllDifferent", "region"),
    Clue("Sandwich", "sandwich", _read_sandwich, _write_sandwich),
    two_clues("XSum", "x-sum", lambda rule: rule.clue > 0),
    two_clues("Skyscraper", "skyscraper", lambda rule: 1 <= rule.clue <= rule.board.size),
    two_clues("NumberedRoom", "numbered-room"),
    Clue("HiddenSkyscraper", "", read_hidden_skyscraper),
    Clue("Diagonal", "diagonals", _read_diagonal, _write_diagonals),
    whole("Windoku", "windows"),
    Clue("DisjointSets", "disjoint-groups", _read_disjoint_sets, _write_disjoint),
    whole("AntiKnight", "anti-knight"),
    whole("AntiKing", "anti-king"),
    Clue(
        "AntiConsecutive",
        "non-consecutive",
        everywhere("non-consecutive everywhere"),
        _write_non_consecutive,
    ),
    Clue("AntiTaxicab", "", _read_anti_taxicab),
    Clue(
        "StrictKropki",
        "negative",
        everywhere("negative white black"),
        _write_negative("white", "black"),
    ),
    Clue("StrictXV", "negative", everywhere("negative xv"), _write_negative("xv")),
    Clue("GlobalEntropy", "", every_square("123", "456", "789")),
    Clue("GlobalMod", "", every_square("147", "258", "369")),
    mark("WhiteDot", "white", "difference", 1),
    mark("BlackDot", "black", "ratio", 2),
    mark("X", "xv", "sum", 10),
    mark("V", "xv", "sum", 5),
    Clue("GreaterThan", "greater", read_touching("greater"), _write_greater),
    Clue("GreaterThan", "minimum maximum", read_touching("greater"), _write_extreme),
    Clue("Quad", "", _read_quad),
    Clue("ContainAtLeast", "quadruple", _read_contains, _write_quadruple),
    Clue("ContainExact", "", read_exactly),
    line("Thermo", "thermo"),
    Clue("Arrow", "arrow", _read_arrow, _write_arrow),
    Clue("PillArrow", "arrow", _read_pill, _write_pill),
    cells("DoubleArrow", "double-arrow"),
    numbered("Whisper", "whispers", _whispers),
    line("Renban", "renban"),
    line("Palindrome", "palindrome"),
    replace(cells("Between", "between"), write=_write_between),
    numbered("Lockout", "lockout", lambda rule: rule.difference),
    Clue("RegionSumLine", "region-sum", _read_region_sum, written_cells),
    cells("Zipper", "zipper"),
    replace(cells("Entropic", "entropic"), write=_write_entropic),
    replace(_MODULAR, read=_read_modular),
    Clue("SumLine", "", read_sum_line),
    Clue("SameValues", "clone", _read_same, _write_clone),
    cells("CountingCircles", "counting-circles"),
    Clue("Indexing", "row-indexer column-indexer", _read_indexing, _write_indexer),
    Clue("LookAndSay", "", read_look_and_say),
    Clue("ValueIndexing", "", read_value_indexing),
    Clue("Pair", "pair", read_table(""), write_pair("neighbours")),
    Clue("Pair", "slow-thermo", read_table(""), related(le)),
    Clue("Pair", "negative", read_table(""), write_negative_pairs),
    Clue("PairX", "pair", read_table("all"), write_pair("all")),
    Clue("PairX", "nabner", read_table("all"), related(apart(2))),
    Clue("Binary", "", read_table("", OLD_CODE)),
    Clue("BinaryX", "", read_table("all", OLD_CODE)),
    Clue("Regex", "line", read_pattern, write_pattern),
    Clue("NFA", "machine", read_machine, write_machine),
)
