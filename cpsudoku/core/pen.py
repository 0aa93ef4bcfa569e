"""Rules that a pen draws: strokes over cells, and the words that are typed for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.field_kinds import AnyKind, is_optional, kinds
from cpsudoku.core.constraints.nested import item_of, rule_of
from cpsudoku.core.constraints.places import cells_as_text, read_cells
from cpsudoku.core.rule_lines import fields_in_line, line_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import called

Strokes = Sequence[Sequence[int]]  # the cells of each, in the order of drawing


def drawn_places(rule: type[Constraint], needed: bool = False) -> list[AnyKind]:
    """The places of a rule that a pen can draw. The ``needed`` ones can't be left out."""
    every = ((each, kind) for each, kind in kinds(rule) if kind.lists)
    return [kind for each, kind in every if not (needed and is_optional(each))]


def typed_values(rule: type[Constraint], needed: bool = False) -> list[AnyKind]:
    """What is typed for a rule, in the order of its line. The ``needed`` can't be left out."""
    every = ((each, kind) for each, kind in fields_in_line(rule) if not kind.lists)
    return [kind for each, kind in every if not (needed and is_optional(each))]


def line_of_strokes(rule: type[Constraint], strokes: Strokes, words: str, board: Board) -> str:
    """The line of the rule that strokes make. ``words`` are typed: ``12`` for a cage.

    The first cell of a single stroke is the circle of an arrow. A rule about two cells holds along
    the stroke. A single stroke for clones gets a copy. If something is missing, ``rules_of`` raises
    InputError.
    """
    head = f"{rule.name} {words}".strip()
    lists = [list(dict.fromkeys(stroke)) for stroke in strokes if stroke]
    if not lists:
        return head
    needed, places = drawn_places(rule, needed=True), drawn_places(rule)
    if len(needed) == 1 and needed[0].most == 2:
        pairs = [pair for stroke in lists for pair in pairwise(stroke)]
        return f"{head}: {'; '.join(cells_as_text(pair, board) for pair in pairs)}"
    if len(lists) == 1 and sum(kind.lists for kind in places) > 1:
        lists = _copied(lists[0], board) if places[0].copies else [lists[0][:1], lists[0][1:]]
    if not any(kind.takes_rest for kind in places):
        last = len(places) - 1
        rest = dict.fromkeys(cell for stroke in lists[last:] for cell in stroke)
        lists = [*lists[:last], list(rest)]
    parts = [cells_as_text(cells, board) for cells in lists if cells]
    return f"{head}: {' = '.join(parts)}"


def _copied(cells: Sequence[int], board: Board) -> list[list[int]]:
    """A shape and its nearest copy that can hold the same digits, if there is room."""
    width = range(1 - board.width, board.width)
    shifts = ((down, across) for down in range(1 - board.height, board.height) for across in width)
    for down, across in sorted(shifts, key=lambda each: (max(map(abs, each)), -each[0], -each[1])):
        copy = shifted(cells, board, down, across)
        pairs = zip(cells, copy or (), strict=False)
        if copy and not {*cells} & {*copy} and all(b not in board.peers[a] for a, b in pairs):
            return [list(cells), copy]
    return [list(cells)]


def shifted(cells: Sequence[int], board: Board, down: int, across: int) -> list[int] | None:
    """The cells some rows and columns further, or None where the board ends."""
    places = [board.positions[cell] for cell in cells]
    found = [board.cell_at.get((row + down, column + across)) for row, column in places]
    return None if None in found else [cell for cell in found if cell is not None]


def moved(rule: Constraint, down: int, across: int, grabbed: int | None = None) -> Constraint:
    """The rule some rows and columns further. Raises InputError if it leaves the board.

    Of lists of cells that are copies, such as clones, only that of the cell ``grabbed`` moves.
    """
    names = [rule.board.cell_name(cell) for cell in range(len(rule.board))]
    number = {name: cell for cell, name in enumerate(names)}

    def put(value: object) -> object:
        if isinstance(value, str) and value in number:
            cell = shifted([number[value]], rule.board, down, across)
            if cell is None:
                raise InputError("{rule} would leave the board", rule=called(rule))
            return names[cell[0]]
        if isinstance(value, list):
            return [put(each) for each in value]
        if isinstance(value, dict):
            return {key: put(each) for key, each in value.items()}
        return value

    item = item_of(rule)
    for each, kind in kinds(rule):
        if kind.copies and grabbed is not None:
            groups = item[each.name]
            item[each.name] = [put(g) if names[grabbed] in g else g for g in groups]
            return rule_of(item, rule.board)
    return rule_of(put(item), rule.board)


def with_words(rule: Constraint, words: str) -> str:
    """The line of a rule with other words before its cells."""
    _, colon, places = line_of(rule).partition(":")
    return f"{rule.name} {words}".strip() + colon + places


def words_of_line(rule: Constraint) -> str:
    """The words of the line of a rule before its cells."""
    return line_of(rule).partition(":")[0].removeprefix(rule.name).strip()


def strokes_of(rule: Constraint) -> list[list[int]]:
    """The lists of cells of a rule, as a pen would draw them. Raises InputError for weights."""
    _, _, places = line_of(rule).partition(":")
    return [list(read_cells(part, rule.board)) for part in places.split("=") if part.strip()]


def usual_words(rule: type[Constraint]) -> str:
    """The words of the example of a rule before its cells."""
    return rule.example.partition(":")[0].removeprefix(rule.name).strip()
