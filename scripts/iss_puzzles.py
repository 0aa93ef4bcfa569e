"""Turns constraint strings of Interactive-Sudoku-Solver into lines of our rules.

It is only for proving cpsudoku on its collections (variants_half.jsonl), and knows no more of the
format than they need. ``puzzle_of`` raises Inexpressible for what our rules do not say.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import parsed

CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
ARROWS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}


class Inexpressible(Exception):
    """A rule that ours cannot say."""


@dataclass
class Reading:
    """What a string says, on a board of this shape."""

    board: Board
    lines: list[str] = field(default_factory=list)
    kept: dict[int, set[int]] = field(default_factory=dict)

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.board.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    def keep(self, cell: int, values: Sequence[int]) -> None:
        """Keep only these values of a cell."""
        self.kept[cell] = self.kept.get(cell, set(values)) & set(values)

    def puzzle(self) -> Puzzle:
        """The puzzle; cells with one value are givens, other sets are marks."""
        board, above = self.board, self.board.lowest - 1
        givens = bytearray(len(board))
        marks = [tuple(range(1, board.size + 1))] * len(board)
        for cell, values in self.kept.items():
            digits = tuple(sorted(value - above for value in values))
            marks[cell] = digits
            if len(digits) == 1:
                givens[cell] = digits[0]
        some = any(len(values) != 1 for values in self.kept.values())
        rules = parsed(self.lines, board)
        return Puzzle(Grid(bytes(givens), board), rules, marks=tuple(marks) if some else None)


def puzzle_of(text: str) -> Puzzle:
    """The puzzle of a constraint string, a short or long killer, pencilmarks or a plain line."""
    joined = "".join(text.split())
    if re.match(r"\.+[A-Z~]", joined) and "~" in joined:
        return _constraints(joined)
    if re.match(r"\d+x\d+:", joined):
        return _long_killer(joined)
    if len(joined) == 729:
        return _pencilmarks(joined)
    if re.search(r"[<>^v',`]", joined):
        return _short_killer(joined)
    return _plain(joined)


def _plain(text: str) -> Puzzle:
    board = Board.of_size(round(len(text) ** 0.5))
    letters = {chr(65 + d): d + 1 for d in range(25)} if board.size > 9 else {}
    return Puzzle(
        Grid(bytes(letters.get(c.upper(), int(c) if c.isdigit() else 0) for c in text), board)
    )


def _pencilmarks(text: str) -> Puzzle:
    reading = Reading(Board.of_size(9))
    for cell in range(81):
        values = [int(c) for c in text[9 * cell :][:9] if c.isdigit()]
        reading.keep(cell, values)
    return reading.puzzle()


def _long_killer(text: str) -> Puzzle:
    parts = text.split(":")
    reading = Reading(Board.of_size(9))
    if "d" in parts[1]:
        reading.lines.append("diagonals")
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(int(part) for part in parts[3:] if part):
        cages.setdefault(number, []).append(cell)
    for number, cells in cages.items():
        if number >> 8:
            reading.lines.append(f"killer {number >> 8}: {_names(reading, cells)}")
    return reading.puzzle()


def _short_killer(text: str) -> Puzzle:
    reading = Reading(Board.of_size(9))

    def root(cell: int, left: int = 81) -> int:
        r, c = divmod(cell, 9)
        step = ARROWS.get(text[cell])
        if step is None or not left or not (0 <= r + step[0] < 9 and 0 <= c + step[1] < 9):
            return cell
        return root((r + step[0]) * 9 + c + step[1], left - 1)

    cages: dict[int, list[int]] = {}
    for cell in range(81):
        cages.setdefault(root(cell), []).append(cell)
    for at, cells in cages.items():
        symbol = text[at]
        if not symbol.isalnum():
            continue
        total = int(symbol) if symbol.isdigit() else ord(symbol) - (55 if symbol < "a" else 61)
        reading.lines.append(f"killer {total or ''}: {_names(reading, cells)}")
    return reading.puzzle()


def _names(reading: Reading, cells: Sequence[int]) -> str:
    return " ".join(map(reading.board.cell_name, cells))


# Constraint strings


def _constraints(text: str) -> Puzzle:
    tokens = [token.split("~") for token in re.sub(r"^\.+", "", text).split(".")]
    reading = Reading(_board(tokens))
    left = iter(tokens)
    for name, *arguments in left:
        if name in COMBINED:
            reading.lines.append(_combined(name, left, reading.board))
        elif name not in ("Shape", "NoBoxes", "RegionSize"):
            _add(reading, name, arguments)
    return reading.puzzle()


def _add(reading: Reading, name: str, arguments: list[str]) -> None:
    if name not in RULES:
        raise Inexpressible(name)
    RULES[name](reading, arguments)


def _combined(name: str, left: Iterator[list[str]], board: Board) -> str:
    """The line of a rule of rules, whose tokens end with End."""
    rules = []
    for inner, *arguments in left:
        if inner == "End":
            break
        if inner in COMBINED:
            rules.append(_combined(inner, left, board))
            continue
        one = Reading(board)
        _add(one, inner, arguments)
        for cell, values in one.kept.items():
            symbols = "".join(board.symbols[value - board.lowest + 1] for value in values)
            one.lines.append(f"line [{symbols}]: {board.cell_name(cell)}")
        together = " & ".join(f"({line})" for line in one.lines)
        rules.append(one.lines[0] if len(one.lines) == 1 else f"all-of: {together}")
    word, sign = COMBINED[name]
    return f"{word}: " + f" {sign} ".join(f"({rule})" for rule in rules)


def _board(tokens: Sequence[Sequence[str]]) -> Board:
    named = {token[0]: list(token[1:]) for token in tokens}
    shape = named.get("Shape", ["9x9"])
    rows, columns = map(int, shape[0].split("x"))
    low, size = 1, max(rows, columns)
    if len(shape) > 1:
        first, dash, last = shape[1].partition("-")
        low, size = (int(first), int(last) - int(first) + 1) if dash else (1, int(first))
    if "Raw" in shape:
        positions = tuple((r, c) for r in range(rows) for c in range(columns))
        return Board(positions, size, (), (), low)
    region = int(named.get("RegionSize", [str(size)])[0])
    layout = named.get("Jigsaw", [""])[-1]
    square = rows == columns == size and low == 1
    is_partition = bool(layout) and all(layout.count(symbol) == size for symbol in layout)
    if square and is_partition and "NoBoxes" in named:
        return Board.jigsaw([layout[r * columns :][:columns] for r in range(rows)])
    box = None if "NoBoxes" in named else _box(rows, columns, region)
    if square:
        return Board.boxes(*box) if box else Board.without_boxes(size)
    return Board.rectangle(rows, columns, size, box, low)


def _box(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The most nearly square box that divides the board."""
    found = [
        (down, size // down)
        for down in range(1, size + 1)
        if size % down == 0 and rows % down == 0 and columns % (size // down) == 0
    ]
    found = [box for box in found if 1 not in box]
    return min(found, key=lambda box: (abs(box[0] - box[1]), box[0]), default=None)


def _cell(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])", text)
    if match is None:
        raise Inexpressible(f"the cell {text!r}")
    return int(match[1], 17) - 1, int(match[2], 17) - 1


def _name(text: str) -> str:
    r, c = _cell(text)
    return f"r{r + 1}c{c + 1}"


def _listed(cells: Sequence[str]) -> str:
    return " ".join(_name(each) for each in cells if each != "LOOP")


def _given(reading: Reading, arguments: list[str]) -> None:
    for each in arguments:
        cell, *values = each.split("_")
        reading.keep(reading.board.cell_at[_cell(cell)], [int(value) for value in values])


def _lines_of(arguments: Sequence[str]) -> Iterator[list[str]]:
    """The lists of cells between empty arguments, without names."""
    found: list[str] = []
    for each in (*arguments, ""):
        if not each and found:
            yield found
            found = []
        elif each and not each.startswith("_"):
            found.append(each)


def _cells(rule: str) -> Callable[[Reading, list[str]], None]:
    """A rule with cells only."""

    def add(reading: Reading, arguments: list[str]) -> None:
        reading.lines.append(f"{rule}: {_listed(arguments)}")

    return add


def _numbered(rule: str) -> Callable[[Reading, list[str]], None]:
    """A rule with a number, which may be left out, and cells."""

    def add(reading: Reading, arguments: list[str]) -> None:
        number = arguments.pop(0) if arguments[0].isdigit() else ""
        reading.lines.append(f"{rule} {number}: {_listed(arguments)}")

    return add


def _everywhere(line: str) -> Callable[[Reading, list[str]], None]:
    """A rule for the whole board."""
    return lambda reading, arguments: reading.lines.append(line)


def _adjacent(rule: str) -> Callable[[Reading, list[str]], None]:
    """A rule for each two cells of the list that touch, the earlier one first."""

    def add(reading: Reading, arguments: list[str]) -> None:
        for one, other in combinations(arguments, 2):
            (r, c), (s, d) = _cell(one), _cell(other)
            if abs(r - s) + abs(c - d) == 1:
                reading.lines.append(f"{rule}: {_name(one)} {_name(other)}")

    return add


def _cage(reading: Reading, arguments: list[str]) -> None:
    total, *cells = arguments
    if not total.isdigit():
        total, cells = "0", arguments
    if len(set(cells)) < len(cells):
        reading.lines.append(f"sum {total}: {_listed(cells)}")
        if len(set(cells)) > 1:
            reading.lines.append(f"region: {_listed(sorted(set(cells)))}")
    else:
        reading.lines.append(f"killer {total if total != '0' else ''}: {_listed(cells)}")


def _sum(reading: Reading, arguments: list[str]) -> None:
    total, *rest = arguments[0].split("_")
    relation = rest.pop(0) if rest else "="
    weights = [int(weight) for weight in rest] or [1] * len(arguments[1:])
    cells = [_name(cell) for cell in arguments[1:]]
    terms = " ".join(
        f"{'-' if weight < 0 else ''}{cell}*{abs(weight)}"
        if abs(weight) != 1
        else f"{'-' if weight < 0 else ''}{cell}"
        for cell, weight in zip(cells, weights, strict=True)
    )
    reading.lines.append(f"sum {relation} {total}: {terms}")


def _equal_sums(reading: Reading, arguments: list[str]) -> None:
    groups = [part.split("~") for part in "~".join(arguments).split("~-~")]
    for one, other in pairwise(groups):
        minus = " ".join(f"-{_name(cell)}" for cell in other)
        reading.lines.append(f"sum 0: {_listed(one)} {minus}")


def _arrow(reading: Reading, arguments: list[str]) -> None:
    reading.lines.append(f"arrow: {_name(arguments[0])} = {_listed(arguments[1:])}")


def _pill(reading: Reading, arguments: list[str]) -> None:
    count = int(arguments[0])
    circle = sorted(arguments[1 : 1 + count], key=_cell)
    reading.lines.append(f"arrow: {_listed(circle)} = {_listed(arguments[1 + count :])}")


def _quad(reading: Reading, arguments: list[str]) -> None:
    r, c = _cell(arguments[0])
    cells = " ".join(f"r{r + i}c{c + j}" for i in (1, 2) for j in (1, 2))
    reading.lines.append(f"quadruple {','.join(arguments[1:])}: {cells}")


def _contains(reading: Reading, arguments: list[str]) -> None:
    values = arguments[0].split("_")
    reading.lines.append(f"quadruple {','.join(values)}: {_listed(arguments[1:])}")


def _contains_exactly(reading: Reading, arguments: list[str]) -> None:
    if len(arguments[0].split("_")) != len(arguments) - 1:
        raise Inexpressible("ContainExact of fewer values than cells")
    _contains(reading, arguments)


def _little_killer(reading: Reading, arguments: list[str]) -> None:
    r, c = _cell(arguments[1])
    if c == 0 and r < reading.height - 1:
        down, across = 1, 1
    elif r == 0:
        down, across = 1, -1
    elif c == reading.width - 1 and r < reading.height - 1:
        down, across = -1, -1
    else:
        down, across = -1, 1
    cells = []
    while 0 <= r < reading.height and 0 <= c < reading.width:
        cells.append(f"r{r + 1}c{c + 1}")
        r, c = r + down, c + across
    reading.lines.append(f"little-killer {arguments[0]}: {' '.join(cells)}")


def _line(text: str) -> str:
    number = int(text[1], 17)
    return f"{'row' if text[0] == 'R' else 'column'} {number}"


def _sandwich(reading: Reading, arguments: list[str]) -> None:
    reading.lines.append(f"sandwich {arguments[0]}: {_line(arguments[1])}")


def _two_clues(rule: str) -> Callable[[Reading, list[str]], None]:
    """A rule with a clue at either end of a row or column."""

    def add(reading: Reading, arguments: list[str]) -> None:
        where, *clues = arguments
        for clue, end in zip(clues, ("", " reversed"), strict=False):
            if clue:
                reading.lines.append(f"{rule} {clue}: {_line(where)}{end}")

    return add


def _hidden_skyscraper(reading: Reading, arguments: list[str]) -> None:
    where, *clues = arguments
    for clue, end in zip(clues, ("", " reversed"), strict=False):
        if clue:
            rising = [
                "".join(f"{low}?" for low in range(1, high)) + str(high)
                for high in range(int(clue) + 1, 10)
            ]
            reading.lines.append(f"line ({'|'.join(rising)}){clue}.*: {_line(where)}{end}")


def _jigsaw(reading: Reading, arguments: list[str]) -> None:
    layout = arguments[-1]
    known = {frozenset(h.cells) for h in (*reading.board.houses, *reading.board.groups)}
    for symbol in dict.fromkeys(layout):
        cells = [cell for cell, each in enumerate(layout) if each == symbol]
        fits = max(reading.height, reading.width) <= len(cells) <= reading.board.size
        if fits and frozenset(cells) not in known:
            reading.lines.append(f"region: {_names(reading, cells)}")


def _same(reading: Reading, arguments: list[str]) -> None:
    count, cells = int(arguments[0]), arguments[1:]
    size = len(cells) // count
    groups = [_listed(cells[start : start + size]) for start in range(0, len(cells), size)]
    reading.lines.append(f"clone any-order: {' = '.join(groups)}")


def _indexing(reading: Reading, arguments: list[str]) -> None:
    kind = {"C": "column", "R": "row"}[arguments[0]]
    reading.lines.append(f"{kind}-indexer: {_listed(arguments[1:])}")


def _pair(word: str, code: str) -> Callable[[Reading, list[str]], None]:
    """A table of pairs as 6-bit digits, and lines of cells."""

    def add(reading: Reading, arguments: list[str]) -> None:
        values = reading.board.values
        bits = [code.index(symbol) >> bit & 1 for symbol in arguments[0] for bit in range(6)]
        size = len(values)
        every = [(a, b) for a in values for b in values]
        table = " ".join(
            f"{a}-{b}" for (a, b), bit in zip(every, bits[: size * size], strict=False) if bit
        )
        for cells in _lines_of(arguments[1:]):
            reading.lines.append(f"pair {word}{table}: {_listed(cells)}")

    return add


def _pattern(reading: Reading, arguments: list[str]) -> None:
    code = arguments[0].replace("-", "+").replace("_", "/")
    pattern = base64.b64decode(code + "=" * (-len(code) % 4)).decode()
    for cells in _lines_of(arguments[1:]):
        reading.lines.append(f"line {pattern}: {_listed(cells)}")


def _look_and_say(reading: Reading, arguments: list[str]) -> None:
    clue = arguments[0]
    for count, value in zip(clue[::2], clue[1::2], strict=True):
        other = f"[^{value}]*"
        pattern = other + f"{value}{other}" * int(count)
        reading.lines.append(f"line {pattern}: {_listed(arguments[1:])}")


def _value_indexing(reading: Reading, arguments: list[str]) -> None:
    values = reading.board.values
    places = range(1, len(arguments) - 1)
    cases = [f"{v}{d}{'.' * (d - 1)}{v}{'.' * (len(places) - d)}" for d in places for v in values]
    reading.lines.append(f"line {'|'.join(cases)}: {_listed(arguments)}")


def _sum_line(reading: Reading, arguments: list[str]) -> None:
    total, *cells = arguments
    if "LOOP" in cells or 0 in reading.board.values:
        raise Inexpressible("SumLine around a loop, or with 0")

    def parts(rest: int) -> Iterator[str]:
        if not rest:
            yield ""
        for value in reading.board.values:
            if value <= rest:
                yield from (f"{value}{tail}" for tail in parts(rest - value))

    reading.lines.append(f"line ({'|'.join(parts(int(total)))})+: {_listed(cells)}")


def _every_square(*groups: str) -> Callable[[Reading, list[str]], None]:
    """Each 2x2 square has a digit of each group."""

    def add(reading: Reading, arguments: list[str]) -> None:
        for r in range(1, reading.height):
            for c in range(1, reading.width):
                cells = f"r{r}c{c} r{r}c{c + 1} r{r + 1}c{c} r{r + 1}c{c + 1}"
                reading.lines += [f"line .*[{group}].*: {cells}" for group in groups]

    return add


def _anti_taxicab(reading: Reading, arguments: list[str]) -> None:
    for one, other in combinations(range(len(reading.board)), 2):
        (r, c), (s, d) = map(reading.board.row_column, (one, other))
        distance = abs(r - s) + abs(c - d)
        if r != s and c != d and distance in reading.board.values:
            cells = _names(reading, (one, other))
            reading.lines.append(f"pair a!={distance} or b!={distance}: {cells}")


COMBINED = {"Or": ("any-of", "|"), "And": ("all-of", "&")}
RULES: dict[str, Callable[[Reading, list[str]], None]] = {
    "": _given,
    "Jigsaw": _jigsaw,
    "Cage": _cage,
    "Sum": _sum,
    "EqualSum": _equal_sums,
    "AllDifferent": _cells("region"),
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "XSum": _two_clues("x-sum"),
    "Skyscraper": _two_clues("skyscraper"),
    "NumberedRoom": _two_clues("numbered-room"),
    "HiddenSkyscraper": _hidden_skyscraper,
    "Diagonal": lambda reading, arguments: reading.lines.append(
        f"diagonals {'rising' if arguments[0] == '1' else 'falling'}"
    ),
    "Windoku": _everywhere("windows"),
    "DisjointSets": _everywhere("disjoint-groups"),
    "AntiKnight": _everywhere("anti-knight"),
    "AntiKing": _everywhere("anti-king"),
    "AntiConsecutive": _everywhere("non-consecutive"),
    "AntiTaxicab": _anti_taxicab,
    "StrictKropki": _everywhere("negative white black"),
    "StrictXV": _everywhere("negative xv"),
    "GlobalEntropy": _every_square("123", "456", "789"),
    "GlobalMod": _every_square("147", "258", "369"),
    "WhiteDot": _adjacent("white"),
    "BlackDot": _adjacent("black"),
    "X": _adjacent("xv X"),
    "V": _adjacent("xv V"),
    "GreaterThan": _adjacent("greater"),
    "Quad": _quad,
    "ContainAtLeast": _contains,
    "ContainExact": _contains_exactly,
    "Thermo": _cells("thermo"),
    "Arrow": _arrow,
    "PillArrow": _pill,
    "DoubleArrow": _cells("double-arrow"),
    "Whisper": _numbered("whispers"),
    "Renban": _cells("renban"),
    "Palindrome": _cells("palindrome"),
    "Between": _cells("between"),
    "Lockout": _numbered("lockout"),
    "RegionSumLine": _cells("region-sum"),
    "Zipper": _cells("zipper"),
    "Entropic": _cells("entropic"),
    "Modular": _numbered("modular"),
    "SumLine": _sum_line,
    "SameValues": _same,
    "CountingCircles": _cells("counting-circles"),
    "Indexing": _indexing,
    "LookAndSay": _look_and_say,
    "ValueIndexing": _value_indexing,
    "Pair": _pair("", CODE),
    "PairX": _pair("all ", CODE),
    "Binary": _pair("", CODE.replace("-_", "_-")),
    "BinaryX": _pair("all ", CODE.replace("-_", "_-")),
    "Regex": _pattern,
}
