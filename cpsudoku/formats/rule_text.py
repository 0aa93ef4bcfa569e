"""Lines of rules below a grid: read with their places, and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import LAYER_LINES, BoardWords, words_of
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.amounts import MOST_RULES
from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import MODIFIERS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import (
    board_for,
    board_line,
    family_of,
    is_board_line,
    is_rule_line,
    line_of,
    rules_of,
)
from cpsudoku.formats.notes import solution_in
from cpsudoku.formats.symbols import CellToken, digits_of
from cpsudoku.runtime.errors import InputError, Source, Unsupported, quoted
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import both, called, worded

RuleLine = tuple[Source, str]
"""The place of a line and its text."""
_SETS = ("renban", "nabner", "region-sum")  # lines whose order of cells has no meaning, or gaps
_SUCH_A_SUM = "modified: (killer 20: r1c1 r1c2)"
TITLES = worded("a line that is not a rule begins with #")


def add_rule(lines: list[RuleLine], line: RuleLine) -> None:
    """Add the line of a rule to those of a puzzle; raises InputError if there are too many."""
    if len(lines) >= MOST_RULES:
        source, _ = line
        problem = worded(
            "more than {most} lines of rules below a grid; the rest is not read",
            most=f"{MOST_RULES:,}",
        )
        raise InputError(problem, source)
    lines.append(line)


def words_in(lines: Sequence[RuleLine]) -> BoardWords:
    """The description of the board in the lines; raises InputError, which names line and column."""
    words = BoardWords()
    for source, text in sorted(lines, key=lambda line: not line[1].endswith("repeated")):
        if is_board_line(text):
            try:
                words = board_line(words, text)
                words.board(9)
            except InputError as error:
                raise _at(error, source, text) from None
    return words


def rules_in(lines: Sequence[RuleLine], board: Board) -> tuple[Constraint, ...]:
    """The rules of the lines; raises InputError, which names line, column and word."""
    found: list[tuple[Source, Constraint]] = []
    try:
        board = board_for((text for _, text in lines), board)
    except InputError as error:
        clash = next((name for name in board.numbers_of if quoted(name) in str(error)), "")
        raise at_layer(clash, error.problem, lines) or error from None
    for source, text in lines:
        if not is_board_line(text) and solution_in(text) is None:
            try:
                rules = rules_of(text, board)
            except InputError as error:
                raise _at(error, source, text) from None
            for gap in filter(None, map(_gap, rules)):
                remark(
                    worded(
                        "{source}: {gap}; it is read as a line through both", source=source, gap=gap
                    )
                )
            found += ((source, rule) for rule in rules)
    every = tuple(rule for _, rule in found)
    for source, rule in found:
        lack = _lack(rule, every)
        if lack:
            remark(f"{source}: {lack}")
    return every


def _lack(rule: Constraint, rules: Sequence[Constraint]) -> str:
    """What a rule with a layer lacks to mean something, or nothing."""
    others = [each for each in rules if each is not rule]
    if rule.lacking and all(each.lacking or each.brings != rule.brings for each in others):
        return rule.lacking
    name = next((layer.name for layer in rule.brings if layer in MODIFIERS), "")
    counted = (set(each.board.numbers_of.get(name, ())) & set(each.cells) for each in others)
    if name and not any(counted):
        return worded(
            "no sum counts {rule}; write such a sum as {form}",
            rule=called(rule),
            form=_SUCH_A_SUM,
        )
    return ""


def at_layer(name: str, problem: str, lines: Sequence[RuleLine]) -> InputError | None:
    """A problem at the word of the line that declares a layer; None if no line does."""
    for source, text in lines:
        match = re.search(rf"(?<=[\s:]){name}(?![\w-])", text)
        if match is not None and text.split(":")[0].strip().lower() in LAYER_LINES:
            return InputError(problem, source.at(source.row, match.start() + 1))
    return None


def _gap(rule: Constraint) -> str:
    """``r1c1 and r3c3 of the thermometer do not touch``, or nothing."""
    if family_of(type(rule)) != "lines" or rule.name in _SETS:
        return ""
    path: Sequence[int] = getattr(rule, "line", rule.cells)
    for one, other in pairwise(path):
        (r, c), (row, column) = map(rule.board.row_column, (one, other))
        if max(abs(r - row), abs(c - column)) > 1:
            names = both(map(rule.board.cell_name, (one, other)))
            return worded("{names} of {rule} do not touch", names=names, rule=called(rule))
    return ""


def solution_of(lines: Sequence[RuleLine], board: Board) -> Grid | None:
    """The solution in the lines; raises InputError, which names its line."""
    solution: Grid | None = None
    for source, text in lines:
        symbols = solution_in(text)
        if symbols is None:
            continue
        if len(symbols) != len(board):
            problem = worded(
                "the solution has {count} cells; the board has {needed}",
                count=len(symbols),
                needed=len(board),
            )
            raise InputError(problem, source)
        solution = Grid(digits_of([CellToken(symbol, source) for symbol in symbols], board), board)
    return solution


def belongs_to_a_grid(text: str) -> bool:
    """Whether a line belongs to the grid above it: a rule, or its solution."""
    return is_rule_line(text) or solution_in(text) is not None


def above_its_grid(line: RuleLine) -> InputError:
    """The error for a rule or a solution directly above a grid."""
    source, text = line
    what = "a rule" if solution_in(text) is None else "a solution"
    problem = worded(
        "{text} is {what} above a grid; rules are below their grid, and ",
        text=repr(text.strip()[:40]),
        what=what,
    )
    return InputError(problem + TITLES, source.at(source.row, _first(text)))


def without_rules(sample: str) -> str:
    """A sample of a text without its rules and solutions, to recognise its format."""
    return "\n".join(line for line in sample.split("\n") if not belongs_to_a_grid(line))


def has_rules(sample: str) -> bool:
    """Whether a line of a sample is a rule or a solution."""
    return any(map(belongs_to_a_grid, sample.split("\n")))


def rule_text(puzzle: Puzzle) -> str:
    """The lines that describe the board and the rules of a puzzle; raises Unsupported.

    The sentences that rules were read from are comments above them, once for rules in succession.
    """
    words = words_of(puzzle.board, puzzle.brought_layers)
    if words is None:
        raise Unsupported(
            "{source}: no text can hold this board; try {to} json", source=puzzle.source
        )
    said: dict[Constraint, tuple[str, ...]] = {}
    for reading in puzzle.readings:
        if reading.rules:
            said.setdefault(reading.rules[0], reading.sentences)
    lines, last = list(words.lines()), tuple[str, ...]()
    for rule in puzzle.constraints:
        own = said.get(rule, ())
        lines += [f"# {one_line(each)}" for each in own if own != last]
        lines.append(line_of(rule))
        last = own or last
    return "".join(f"{line}\n" for line in lines)


def _at(error: InputError, source: Source, text: str) -> InputError:
    """The error at the word of the line that it quotes."""
    quotes = (
        match[1] or match[2] for match in re.finditer(r"'([^']+)'|(-?\d+) is not", str(error))
    )
    columns = (text.find(word) + 1 for word in quotes)
    column = next((column for column in columns if column), 0) or _first(text)
    return InputError(error.problem, source.at(source.row, column))


def _first(text: str) -> int:
    """The column of the first character that is not a blank."""
    return len(text) - len(text.lstrip()) + 1
