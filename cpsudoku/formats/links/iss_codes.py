"""Clues of Interactive-Sudoku-Solver that are tables of pairs or patterns of digits."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import le
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.distances.neighbours import lines_of
from cpsudoku.core.constraints.general.pair import relation_of, table_in
from cpsudoku.core.constraints.relations import apart
from cpsudoku.formats.links.counting import exactly
from cpsudoku.formats.links.iss_kinds import Clue, Reader, Writer, impossible, two_clues
from cpsudoku.formats.links.iss_tokens import Arguments, ids, in_base64, names_of
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

if TYPE_CHECKING:
    from cpsudoku.core.constraints.base import Constraint
    from cpsudoku.core.constraints.cages.look_and_say import LookAndSay
    from cpsudoku.core.constraints.distances.neighbours import Neighbours
    from cpsudoku.core.constraints.general.line import LinePattern
    from cpsudoku.core.constraints.general.pair import PairRelation
    from cpsudoku.core.constraints.outside.clue import OutsideClue
    from cpsudoku.core.constraints.pairs.negative import Negative


_CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_OLD_CODE = _CODE.replace("-_", "_-")  # of the types Binary and BinaryX

Relation = Callable[[int, int], bool]


# Tables of pairs


def _read_table(word: str, code: str = _CODE) -> Reader:
    """A table of pairs as 6-bit digits, and lines of cells. ``word`` is ``all`` for every pair."""

    def read(arguments: Arguments) -> Iterator[str]:
        values = arguments.board.values
        every = ((one, other) for one in values for other in values)
        bits = bits_of(arguments.text(0), code)
        table = " ".join(f"{a}-{b}" for (a, b), bit in zip(every, bits, strict=False) if bit)
        for cells in arguments.lines(1):
            for part in [cells] if word else _stretches(cells):
                yield f"pair {word} {table}: {names_of(part)}"

    return read


def bits_of(text: str, code: str = _CODE) -> Iterator[int]:
    """The bits of a text of digits with 6 bits each, lowest first."""
    for symbol in text:
        if symbol not in code:
            raise InputError("{symbol} is not a digit of a code", symbol=quoted(symbol))
        yield from (code.index(symbol) >> bit & 1 for bit in range(6))


def _stretches(cells: Sequence[str]) -> Iterator[list[str]]:
    """The parts of a line that meet at their ends, each without repeats."""
    stretches: list[str] = []
    for cell in cells:
        if stretches[-1:] == [cell]:
            raise Unsaid("a relation of a cell with itself")
        if cell in stretches:
            yield stretches
            stretches = stretches[-1:]
        stretches.append(cell)
    if len(stretches) > 1:
        yield stretches


def _related(holds: Relation) -> Writer:
    """A relation of two cells."""
    return lambda rule: [_table(rule, holds, rule.cells)]


def _write_pair(which: str) -> Writer:
    """A rule ``pair`` of neighbours on the line, or of all its pairs."""

    def write(rule: PairRelation) -> list[str]:
        if rule.which != which:
            raise Unsaid("for {which} pairs", which=rule.which)
        return [_table(rule, relation_of(rule.table), rule.cells)]

    return write


def _write_neighbours(rule: Neighbours) -> list[str]:
    """A table for each longest line of neighbours."""
    holds = relation_of(table_in(rule.relation, rule.board))
    lines = lines_of(rule.near, rule.board)
    return [_table(rule, holds, line) for line in lines if len(line) > 1]


def _write_negative_pairs(rule: Negative) -> list[str]:
    """A table for each pair of cells without a mark."""
    return [_table(rule, each.holds, (each.one, each.other)) for each in rule.pairs()]


def _table(rule: Constraint, holds: Relation, cells: Sequence[int]) -> str:
    return f"{_code(rule.board, holds)}~_~{ids(rule, cells)}"


def _code(board: Board, holds: Relation) -> str:
    """A relation of two values as a table in digits of 6 bits."""
    values = board.values
    bits = [holds(one, other) for one in values for other in values]
    bits += [False] * (-len(bits) % 6)
    sixes = (bits[at : at + 6] for at in range(0, len(bits), 6))
    return "".join(_CODE[sum(bit << place for place, bit in enumerate(six))] for six in sixes)


# Patterns of digits


def _read_pattern(arguments: Arguments) -> Iterator[str]:
    """A pattern in base64, and lines of cells."""
    code = arguments.text(0).replace("-", "+").replace("_", "/")
    try:
        pattern = b64decode(code + "=" * (-len(code) % 4)).decode()
    except ValueError:
        raise InputError(
            "{text} is not a pattern in base64", text=quoted(arguments.text(0))
        ) from None
    if re.search(r"[:;#=\s]", pattern):
        raise Unsaid("a pattern with signs of rule lines")
    return (f"line {pattern}: {names_of(cells)}" for cells in arguments.lines(1))


def _write_pattern(rule: LinePattern) -> list[str]:
    """A rule ``line``."""
    if rule.board.values[-1] > 9:
        raise Unsaid("with values above 9")
    return [f"{in_base64(rule.pattern.encode())}~{ids(rule)}"]


def _read_exactly(arguments: Arguments) -> Iterator[str]:
    """Each value as often as it is listed: ``1_1_3``."""
    counts = Counter(map(arguments.symbol, arguments.text(0).split("_")))
    for value, count in counts.items():
        yield f"line {exactly(value, count)}: {arguments.cells(1)}"


def _read_look_and_say(arguments: Arguments) -> Iterator[str]:
    yield f"look-and-say {arguments.text(0)}: {arguments.cells(1)}"


def _write_look_and_say(rule: LookAndSay) -> list[str]:
    if not rule.clue.isdecimal():
        raise Unsaid("with digits above 9")
    return [f"{rule.clue}~{ids(rule)}"]


def is_digit(rule: OutsideClue) -> bool:
    """Whether a clue is a digit of the board."""
    return rule.clue in rule.board.values


def _read_value_indexing(arguments: Arguments) -> Iterator[str]:
    """The second digit is the place of the first digit among the others."""
    symbols, values = arguments.board.symbols[1:], arguments.board.values
    count = len(arguments.texts) - 2
    cases = [
        f"{symbol}{place}{'.' * (at - 1)}{symbol}{'.' * (count - at)}"
        for at, place in zip(values, symbols, strict=True)
        if 1 <= at <= count
        for symbol in symbols
    ]
    if cases:
        yield f"line {'|'.join(cases)}: {arguments.cells()}"
    else:
        yield impossible(arguments.cells(), len(arguments.texts))


def _every_square(*groups: str) -> Reader:
    """Each 2x2 square has a digit of each group."""

    def read(arguments: Arguments) -> Iterator[str]:
        board = arguments.board
        if board.values != tuple(range(1, 10)):
            raise Unsaid("groups of other digits than 1-9")
        for r in range(1, board.height):
            for c in range(1, board.width):
                cells = f"r{r}c{c} r{r}c{c + 1} r{r + 1}c{c} r{r + 1}c{c + 1}"
                yield from (f"line .*[{group}].*: {cells}" for group in groups)

    return read


CODES = (
    two_clues("HiddenSkyscraper", "hidden-skyscraper", is_digit),
    Clue("GlobalEntropy", "", _every_square("123", "456", "789")),
    Clue("GlobalMod", "", _every_square("147", "258", "369")),
    Clue("ContainExact", "", _read_exactly),
    Clue("LookAndSay", "look-and-say", _read_look_and_say, _write_look_and_say),
    Clue("ValueIndexing", "", _read_value_indexing),
    Clue("Pair", "pair", _read_table(""), _write_pair("neighbours")),
    Clue("Pair", "neighbours", _read_table(""), _write_neighbours),
    Clue("Pair", "slow-thermo", _read_table(""), _related(le)),
    Clue("Pair", "negative", _read_table(""), _write_negative_pairs),
    Clue("PairX", "pair", _read_table("all"), _write_pair("all")),
    Clue("PairX", "nabner", _read_table("all"), _related(apart(2))),
    Clue("Binary", "", _read_table("", _OLD_CODE)),
    Clue("BinaryX", "", _read_table("all", _OLD_CODE)),
    Clue("Regex", "line", _read_pattern, _write_pattern),
)
