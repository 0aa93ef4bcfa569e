"""Reads a constraint string of Interactive-Sudoku-Solver: ``.Cage~9~R1C1~R1C2.~R5C5_3``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.iss_types import TYPES, Inexpressible, Reading
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.plural import plural

MOST_TOKENS = 5_000
MOST_ARGUMENTS = 4_000  # of a token
MOST_REPEATS = 2  # of a type in HEAVY
HEAVY = ("AntiTaxicab", "GlobalEntropy", "GlobalMod")  # each means hundreds of our rules
LARGEST = 16  # rows or columns
_DEEPEST = 20  # rules nested inside rules
ABOUT_BOARD = ("Shape", "NoBoxes", "RegionSize")
COMBINED = {"Or": ("any-of", "|"), "And": ("all-of", "&")}
COMPOSITE = (*COMBINED, "Replicate")
IGNORED = ("SearchPriority",)  # where a solver should begin; this is not a rule


@dataclass
class Token:
    """A token of a string: its type, its arguments, and the tokens inside it."""

    name: str
    arguments: list[str]
    inside: list[Token] = field(default_factory=list)


def is_constraint_string(text: str) -> bool:
    """Whether a text begins like a constraint string."""
    match = re.match(r"\s*\.+\s*([A-Za-z]*)(~|\.|\s|$)", text)
    if match is None:
        return False
    if match[2] == "~" or match[1] in {*TYPES, *ABOUT_BOARD, *COMPOSITE} - {""}:
        return True
    return bool(re.match("[A-Z][a-z]{3}", match[1])) and match[1].upper() != match[1]


def puzzle_of_string(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle of a constraint string; raises InputError, which quotes the token.

    Cells with one value are givens; other sets of values are marks. Blanks and line ends are
    ignored.
    """
    items = re.sub(r"\s+", "", text).lstrip(".").split(".")
    if len(items) > MOST_TOKENS:
        raise InputError(f"more than {MOST_TOKENS:,} rules in a constraint string", source)
    for name in HEAVY:
        if sum(item.split("~")[0] == name for item in items) > MOST_REPEATS:
            raise InputError(f"{quoted(name)} more than {MOST_REPEATS} times", source)
    try:
        tokens = _tree(iter([item.split("~") for item in items]))
        board = board_of(tokens)
        reading, unknown, rules = Reading(board), Counter[str](), list[Constraint]()
        for token in _by_cell(tokens):
            rules += _rules(token, reading, unknown)
    except InputError as error:
        raise InputError(error.problem, source) from None
    return Puzzle(
        _givens(reading),
        tuple(rules),
        source=source,
        label=label,
        marks=_marks(reading),
        uninterpreted=phrases(unknown),
    )


def phrases(unknown: Counter[str]) -> tuple[str, ...]:
    """The parts that were not interpreted: ``rule 'Var'`` or ``3 rules 'ConnectedValues'``."""
    return tuple(
        f"rule {quoted(name)}" if count == 1 else f"{plural(count, 'rule')} {quoted(name)}"
        for name, count in unknown.items()
    )


def _tree(items: Iterator[list[str]], within: str = "", depth: int = 0) -> list[Token]:
    """The tokens up to the ``End`` of a rule that contains rules."""
    if depth > _DEEPEST:
        raise InputError(f"at most {_DEEPEST} rules of rules can be inside each other")
    found: list[Token] = []
    for name, *arguments in items:
        if len(arguments) > MOST_ARGUMENTS:
            raise InputError(f"{quoted(name)} has more than {MOST_ARGUMENTS:,} arguments")
        if name == "End":
            if not within:
                raise InputError("'End' without a rule of rules before it")
            return found
        token = Token(name, arguments)
        if name in COMPOSITE:
            token.inside = _tree(items, name, depth + 1)
        found.append(token)
    if within:
        raise InputError(f"'End' is missing after {quoted(within)}")
    return found


def _by_cell(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, with a separate token for each cell that has givens."""
    for token in tokens:
        if token.name:
            yield token
        else:
            yield from (Token("", [each]) for each in token.arguments)


def _rules(token: Token, reading: Reading, unknown: Counter[str]) -> list[Constraint]:
    """The rules of a token. The values that it leaves in cells are added to the reading."""
    if token.name in (*ABOUT_BOARD, *IGNORED):
        return []
    one = Reading(reading.board, kept=reading.kept)
    try:
        lines = [_combined(token, one.board)] if token.inside else _lines(token, one)
        return [rule for line in lines for rule in rules_of(line, reading.board)]
    except Inexpressible:
        unknown[token.name or "Given"] += 1
    except InputError as error:
        raise InputError(f"{_shown(token)}: {error.problem}") from None
    return []


def _lines(token: Token, reading: Reading) -> list[str]:
    """The lines of our rules for a token."""
    adds = TYPES.get(token.name)
    if adds is None:
        raise Inexpressible(token.name)
    for argument in token.arguments:
        if re.search(r"[:;#&|]" if argument.startswith("_") else r"[:;#&|()]", argument):
            raise InputError(f"{quoted(argument)} is not an argument of a rule")
    try:
        adds(reading, token.arguments)
    except (ValueError, IndexError, KeyError, ZeroDivisionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("its arguments are malformed") from None
    return reading.lines


def _combined(token: Token, board: Board) -> str:
    """The line for a rule that contains rules."""
    if token.name not in COMBINED:
        raise Inexpressible(token.name)
    word, sign = COMBINED[token.name]
    return f"{word}: " + f" {sign} ".join(f"({_one(each, board)})" for each in token.inside)


def _one(token: Token, board: Board) -> str:
    """A single line for everything that a token inside another rule means."""
    if token.inside:
        return _combined(token, board)
    reading = Reading(board)
    lines = list(_lines(token, reading))
    for cell, values in reading.kept.items():
        symbols = "".join(board.symbols[value - board.lowest + 1] for value in sorted(values))
        lines.append(f"line [{symbols}]: {board.cell_name(cell)}")
    together = " & ".join(f"({line})" for line in lines)
    return lines[0] if len(lines) == 1 else f"all-of: {together}"


def _shown(token: Token) -> str:
    """A token in the form in which messages quote it."""
    return quoted(".{}".format("~".join([token.name, *token.arguments])))


def _givens(reading: Reading) -> Grid:
    """The cells with one value."""
    above = reading.board.lowest - 1
    only = {cell: min(values) - above for cell, values in reading.kept.items() if len(values) == 1}
    return Grid(bytes(only.get(cell, 0) for cell in range(len(reading.board))), reading.board)


def _marks(reading: Reading) -> tuple[tuple[int, ...], ...] | None:
    """The digits that are left in each cell, or None if every cell has one digit or all of them."""
    board, above = reading.board, reading.board.lowest - 1
    if all(len(values) in (1, board.size) for values in reading.kept.values()):
        return None
    every = set(board.values)
    return tuple(
        tuple(sorted(value - above for value in reading.kept.get(cell, every)))
        for cell in range(len(board))
    )


# The board


def board_of(tokens: Sequence[Token]) -> Board:
    """The board that the tokens ``Shape``, ``NoBoxes``, ``RegionSize`` and ``Jigsaw`` describe."""
    named = {token.name: token.arguments for token in reversed(tokens)}  # the first one counts
    rows, columns, low, size = _shape(named.get("Shape") or ["9x9"])
    if "Raw" in named.get("Shape", ()):
        positions = tuple((r, c) for r in range(rows) for c in range(columns))
        return Board(positions, size, (), (), low)
    region = (named.get("RegionSize") or [str(size)])[0]
    layout = (named.get("Jigsaw") or [""])[-1]
    square = rows == columns == size and low == 1
    is_partition = bool(layout) and all(layout.count(each) == size for each in set(layout))
    if square and is_partition and len(layout) == size * size and "NoBoxes" in named:
        return Board.jigsaw([layout[r * columns :][:columns] for r in range(rows)])
    if not re.fullmatch(r"\d{1,2}", region):
        raise InputError(f"RegionSize is a number, not {quoted(region)}")
    box = None if "NoBoxes" in named else box_of(rows, columns, int(region))
    if square:
        return Board.boxes(*box) if box else Board.without_boxes(size)
    return Board.rectangle(rows, columns, size, box, low)


def _shape(arguments: Sequence[str]) -> tuple[int, int, int, int]:
    """The rows, the columns, the lowest value and the number of values of a shape."""
    pattern = r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})|([01])-(\d{1,2})))?(?:~(?:Raw|Sudoku))?"
    match = re.fullmatch(pattern, "~".join(arguments))
    if match is None:
        allowed = "6x6, 6x6~9 or 9x9~0-8"
        raise InputError(f"{quoted('~'.join(arguments))} is not a shape such as {allowed}")
    rows, columns = int(match[1]), int(match[2])
    if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
        raise InputError(f"a shape of {rows}x{columns}; at most {LARGEST}x{LARGEST} is possible")
    if match[5]:
        return rows, columns, int(match[4]), int(match[5]) - int(match[4]) + 1
    return rows, columns, 1, int(match[3]) if match[3] else max(rows, columns)


def box_of(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The most nearly square box that divides the board."""
    found = [
        (down, size // down)
        for down in range(2, size // 2 + 1)
        if size % down == 0 and rows % down == 0 and columns % (size // down) == 0
    ]
    return min(found, key=lambda box: (abs(box[0] - box[1]), box[0]), default=None)
