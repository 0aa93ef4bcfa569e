"""Kinds of clues of Interactive-Sudoku-Solver that several types share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.dialect import LinkClue
from cpsudoku.formats.links.iss_tokens import NUMERALS, Arguments, ids
from cpsudoku.formats.links.unsaid import Unsaid

if TYPE_CHECKING:
    from cpsudoku.core.constraints.outside.clue import OutsideClue


# A type, and how it is read as lines of our rules and written as the arguments of its tokens.
Clue = LinkClue[str, Arguments, str, str]
Reader = Callable[[Arguments], Iterator[str]]
Writer = Callable[[Any], Sequence[str]]


def everywhere(line: str) -> Reader:
    """A rule for the whole board."""
    return lambda arguments: iter([line])


def impossible(cells: str, count: int) -> str:
    """A rule that no filling keeps: a pattern of more than ``count`` cells."""
    return f"line .{{{count + 1}}}: {cells}"


def alone(rule: Constraint) -> list[str]:
    """A token without arguments."""
    return [""]


def whole_board(name: str, rule: str) -> Clue:
    """A type for the whole board."""
    return Clue(name, rule, everywhere(rule), alone)


def written_cells(rule: Constraint) -> list[str]:
    """The cells of a rule."""
    return [ids(rule)]


def cells_only(name: str, rule: str) -> Clue:
    """A type with cells only."""
    return Clue(name, rule, lambda found: iter([f"{rule}: {found.cells()}"]), written_cells)


def line(name: str, rule: str) -> Clue:
    """A type with the cells of a line. A single cell restricts nothing."""

    def read(arguments: Arguments) -> Iterator[str]:
        if len(arguments.texts) == 1:
            arguments.cell(arguments.text(0))
        else:
            yield f"{rule}: {arguments.cells()}"

    return Clue(name, rule, read, written_cells)


def numbered(name: str, rule: str, number_of: Callable[[Any], int | None]) -> Clue:
    """A type with an optional number and cells. ``number_of`` returns the number of a rule."""

    def read(arguments: Arguments) -> Iterator[str]:
        if arguments.is_number(0):
            yield f"{rule} {arguments.number(0)}: {arguments.cells(1)}"
        else:
            yield f"{rule}: {arguments.cells()}"

    def write(rule: Constraint) -> list[str]:
        number = number_of(rule)
        if number is None:
            raise Unsaid("without a number")
        return [f"{number}~{ids(rule)}"]

    return Clue(name, rule, read, write)


_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def read_touching(head: str) -> Reader:
    """A rule for each pair of touching cells in the list, the earlier one first."""

    def read(arguments: Arguments) -> Iterator[str]:
        board = arguments.board
        for one, other in combinations(map(arguments.cell, arguments.texts), 2):
            if any(board.beside(one, *step) == other for step in _STEPS):
                yield f"{head}: {board.cell_name(one)} {board.cell_name(other)}"

    return read


def mark(name: str, rule: str, attribute: str, implied: int) -> Clue:
    """A mark between two cells. The type implies its number, which is an attribute of the rule."""

    def write(found: Constraint) -> list[str]:
        number = getattr(found, attribute)
        if number != implied:
            raise Unsaid("with the {attribute} {number}", attribute=attribute, number=number)
        return [ids(found)]

    return Clue(name, rule, read_touching(f"{rule} {implied}"), write)


def where(board: Board, cells: Sequence[int]) -> tuple[str, bool]:
    """The row or column with these cells, such as ``R1``, and whether they begin at its start.

    Raises Unsaid if they are not a row or a column.
    """
    for kind, lines in (("R", board.rows), ("C", board.columns)):
        for number, house in enumerate(lines, 1):
            found = board.houses[house].cells
            if cells in (found, found[::-1]):
                return f"{kind}{NUMERALS[number]}", cells == found
    raise Unsaid("with cells that are not a row or a column")


def two_clues(
    name: str, rule: str, is_allowed: Callable[[OutsideClue], bool] = lambda rule: True
) -> Clue:
    """A type with a clue at either end of a row or column."""

    def read(arguments: Arguments) -> Iterator[str]:
        for clue, line in ends(arguments):
            yield f"{rule} {clue}: {line}"

    def write(rule: OutsideClue) -> list[str]:
        if not is_allowed(rule):
            raise Unsaid("with the clue {clue}", clue=rule.clue)
        line, is_start = where(rule.board, rule.cells)
        return [f"{line}~{rule.clue}~" if is_start else f"{line}~~{rule.clue}"]

    return Clue(name, rule, read, write)


def ends(arguments: Arguments) -> Iterator[tuple[str, str]]:
    """The clue and the cells at either end of a row or column that has a clue there."""
    line = arguments.line(0)
    for clue, end in zip(arguments.texts[1:], ("", " reversed"), strict=False):
        if clue:
            yield clue, f"{line}{end}"
