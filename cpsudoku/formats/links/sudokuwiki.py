"""Strings and links of sudokuwiki.org: ``S9B0g0g...``, and ``...sudoku.htm?bd=...``.

The first letter is the kind: ``S`` classic, ``X`` diagonals, ``W`` windows, ``C`` disjoint groups,
``J`` jigsaw, ``L`` killer and ``M`` killer jigsaw. Each cell is a number in base 36. Its lowest
bits are a given 1-9, a placed digit plus 9, or candidates as bits plus 18. The next bits are the
sum of a cage in its first cell, the colour of the cage, which differs from those of the cages that
touch it, and the region. In killers, which have no other givens, the placed digits are the givens.

An older form of 162 symbols is refused, because its numbers have several meanings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.regions.diagonals import Diagonals
from cpsudoku.core.constraints.regions.disjoint_groups import DisjointGroups
from cpsudoku.core.constraints.regions.windows import Windows
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.base import MARKS, REGIONS, RULES
from cpsudoku.formats.links.regions import joined_cells
from cpsudoku.formats.links.unsaid import refusal, refused_rule, take_cage
from cpsudoku.formats.text.one_per_line import OnePerLine, killer_of
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

NAME = "sudokuwiki"
_BASE = "0123456789abcdefghijklmnopqrstuvwxyz"
_PACKED = r"[A-Z]\d{1,2}[A-Z][\da-zA-Z]{70,}"
_PATTERN = re.compile(
    rf"(?:https?://\S*sudokuwiki\.org/\S*[?&]bd=)(?P<linked>{_PACKED}|[\da-v]{{162}}|[\d.]{{81}})"
    rf"|(?P<alone>[SXWCJLM](?:9B|6[BC])[\da-zA-Z]{{70,}})"
)
_RULES = {"X": "diagonals", "W": "windows", "C": "disjoint-groups"}


@dataclass(frozen=True)
class _StringKind:
    """What the number of a cell holds, from its lowest bits on. ``width``: its symbols."""

    width: int
    size: int = 9
    has_cages: bool = False
    has_regions: bool = False
    colours: int = 64  # that there is room for


_KINDS = {
    **{f"{letter}9B": _StringKind(2) for letter in "SXWC"},
    "S6B": _StringKind(2, size=6),
    "J9B": _StringKind(3, has_regions=True),
    "L9B": _StringKind(4, has_cages=True),
    "M9B": _StringKind(5, has_cages=True, has_regions=True, colours=8),
}
_PLACED, _CANDIDATES = 9, 18  # added to a placed digit, and to candidates
_VALUE, _SUM = 10, 6  # bits
_REFUSED = worded("that overlaps another cage, or with this sum")


class SudokuWiki(OnePerLine):
    """The format ``sudokuwiki``."""

    name = NAME
    title = "strings and links of sudokuwiki.org: S9B..., J9B..., L9B..., ...?bd=..., one per line"
    pattern = _PATTERN
    carries = frozenset((RULES, REGIONS, MARKS))
    writes = True
    writes_solutions = True
    sizes = range(6, 10, 3)  # 6 and 9

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of a string or a link."""
        match = _PATTERN.fullmatch(text)
        assert match is not None  # it is this format's pattern
        symbols = match["linked"] or match["alone"]
        if symbols[0].isupper():
            return _of_packed(symbols, source, label)
        board = Board.boxes(3, 3)
        if len(symbols) == len(board):
            return Puzzle(
                Grid.from_line(symbols.replace("0", "."), board), source=source, label=label
            )
        raise InputError("the older form of 162 symbols is ambiguous; forms such as S9B are read")

    def symbols_of(self, puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
        """The string."""
        return _written(puzzle, grid, rules)


@dataclass(frozen=True)
class _WikiCell:
    """The candidates of a cell, and whether it is a given."""

    digits: tuple[int, ...]
    is_given: bool


def _bits(number: int) -> tuple[int, ...]:
    """The candidates of some bits, of which the lowest is the digit 1."""
    return tuple(bit + 1 for bit in bits(number))


def _of_packed(symbols: str, source: Source, label: str) -> Puzzle:
    name = symbols[:3]
    kind = _KINDS.get(name)
    if kind is None:
        raise InputError(
            "strings of the kind {name} are not known; {kinds} are",
            name=name,
            kinds=", ".join(_KINDS),
        )
    body = symbols[3:].lower()
    count = kind.size**2
    if len(body) != kind.width * count:
        raise InputError(
            "{count} symbols after {name}; {width} are needed",
            count=len(body),
            name=name,
            width=kind.width * count,
        )
    numbers = [int(body[at : at + kind.width], 36) for at in range(0, len(body), kind.width)]
    has_more = kind.has_cages or kind.has_regions
    values = [number & (1 << _VALUE) - 1 if has_more else number for number in numbers]
    numbers = [number >> _VALUE for number in numbers]
    sums = [number & (1 << _SUM) - 1 for number in numbers]
    colours = [number >> _SUM for number in numbers]
    board = Board.of_size(kind.size)
    if kind.has_regions:
        regions = [number // kind.colours for number in colours] if kind.has_cages else numbers
        colours = [number % kind.colours for number in colours]
        board = Board.jigsaw([regions[at : at + 9] for at in range(0, count, 9)])
    rules = list(rules_of(_RULES[name[0]], board)) if name[0] in _RULES else []
    if kind.has_cages:
        rules += _cages(colours, sums, board)
    cells = [_cell(value, kind, board.cell_name(cell)) for cell, value in enumerate(values)]
    return _puzzle(cells, board, rules, source, label)


def _cell(value: int, kind: _StringKind, name: str) -> _WikiCell:
    """The content of the cell of a name; raises InputError."""
    if 1 <= value <= kind.size:
        return _WikiCell((value,), True)
    if 1 <= value - _PLACED <= kind.size:
        return _WikiCell((value - _PLACED,), kind.has_cages)
    if 1 <= value - _CANDIDATES < 1 << kind.size:
        return _WikiCell(_bits(value - _CANDIDATES), False)
    raise InputError("{value} in {name} is neither a digit nor candidates", value=value, name=name)


def _cages(colours: Sequence[int], sums: Sequence[int], board: Board) -> list[Constraint]:
    """The cages: the cells of one colour that touch. A cell alone without a sum is in none."""
    pairs = [pair for pair in board.neighbours if colours[pair[0]] == colours[pair[1]]]
    rules = list[Constraint]()
    for first, *others in joined_cells(pairs, len(board)):
        wrong = next((cell for cell in others if sums[cell]), None)
        if wrong is not None:
            name = board.cell_name(wrong)
            raise InputError(
                "the sum {sums} in {name} is not in the first cell of a cage",
                sums=sums[wrong],
                name=name,
            )
        if others or sums[first]:
            rules.append(killer_of(board, sums[first], [first, *others]))
    return rules


def _puzzle(
    cells: Sequence[_WikiCell],
    board: Board,
    rules: Sequence[Constraint],
    source: Source,
    label: str,
) -> Puzzle:
    """The puzzle. Its marks are the candidates, unless each cell without a given has all."""
    givens = bytes(cell.digits[0] if cell.is_given else 0 for cell in cells)
    is_marked = any(not cell.is_given and len(cell.digits) < board.size for cell in cells)
    marks = tuple(cell.digits for cell in cells) if is_marked else None
    return Puzzle(Grid(givens, board), tuple(rules), source=source, label=label, marks=marks)


def _written(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    """The string of a puzzle. Raises Unsupported for rules that no kind has."""
    board = puzzle.board
    if not board.regions:
        raise refusal(puzzle, NAME, worded("a board without boxes"))
    cages = [rule for rule in rules if isinstance(rule, KillerCage)]
    letter = _letter(puzzle, [rule for rule in rules if not isinstance(rule, KillerCage)], cages)
    name = f"{letter}{board.size}B"
    if name not in _KINDS:
        raise refused_rule(
            puzzle, NAME, rules[0], worded("on a {size}x{size} board", size=board.size)
        )
    kind = _KINDS[name]
    colours, sums = _coloured(puzzle, cages, kind.colours)
    text = ""
    for cell, digit in enumerate(grid.cells):
        marks = puzzle.marks[cell] if puzzle.marks is not None else range(1, board.size + 1)
        candidates = sum(1 << (mark - 1) for mark in marks)
        value = digit + _PLACED * kind.has_cages if digit else candidates + _CANDIDATES
        upper = 0
        if kind.has_regions:
            upper = board.box_of[cell] * (kind.colours if kind.has_cages else 1)
        if kind.has_cages:
            upper = (upper + colours[cell] << _SUM) + sums[cell]
        number = (upper << _VALUE) + value
        text += _in_base_36(number).rjust(kind.width, "0")
    return name + text


def _in_base_36(number: int) -> str:
    more, last = divmod(number, 36)
    return (_in_base_36(more) if more else "") + _BASE[last]


def _letter(puzzle: Puzzle, others: Sequence[Constraint], cages: Sequence[KillerCage]) -> str:
    """The letter of the kind of puzzle. ``others`` are its rules besides cages."""
    is_jigsaw = not puzzle.board.is_usual
    letters = {Diagonals: "X", Windows: "W", DisjointGroups: "C"}
    for rule in others:
        is_whole = not isinstance(rule, Diagonals) or rule.which == "both"
        if type(rule) in letters and is_whole and len(others) == 1 and not (cages or is_jigsaw):
            return letters[type(rule)]
        raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of this kind"))
    return ("M" if is_jigsaw else "L") if cages else ("J" if is_jigsaw else "S")


def _coloured(
    puzzle: Puzzle, cages: Sequence[KillerCage], most: int
) -> tuple[list[int], list[int]]:
    """The colour of each cell, so that no cages of one colour touch, and the sum of each cage."""
    board = puzzle.board
    group, sums = list(range(len(board))), [0] * len(board)
    taken: set[int] = set()
    for cage in cages:
        if (cage.sum or 0) >= 1 << _SUM or cage.sum == 0:
            raise refused_rule(puzzle, NAME, cage, _REFUSED)
        take_cage(puzzle, NAME, cage, taken, _REFUSED)
        sums[min(cage.cells)] = cage.sum or 0
        for cell in cage.cells:
            group[cell] = min(cage.cells)
    beside: dict[int, set[int]] = {each: set() for each in group}
    for one, other in board.neighbours:
        if group[one] != group[other]:
            beside[group[one]].add(group[other])
            beside[group[other]].add(group[one])
    colour = dict[int, int]()
    for each in sorted(beside, key=lambda known: -len(beside[known])):
        used = {colour.get(other) for other in beside[each]}
        colour[each] = next(free for free in range(len(board)) if free not in used)
    if max(colour.values()) >= most:
        raise refused_rule(
            puzzle,
            NAME,
            cages[0],
            worded("beside cages that need more than {most} colours", most=most),
        )
    return [colour[each] for each in group], sums


FORMAT = SudokuWiki()
