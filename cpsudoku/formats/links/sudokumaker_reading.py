"""Reads the JSON of SudokuMaker."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.part_names import sentence_left
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.custom.components import custom_rules
from cpsudoku.formats.links.drawn.colours import UNSEEN, Colour, colour_of
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.f_puzzles_grid import clues_allowed
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.regions import board_with
from cpsudoku.formats.links.spoken import changed_sentences, info_of, rules_said
from cpsudoku.formats.links.sudokumaker_clues import (
    CUSTOM,
    REGIONS,
    ROWS_AND_COLUMNS,
    RULES_OF_SQUARES,
    SQUARES,
    forms_of,
    name_of_custom,
)
from cpsudoku.formats.links.sudokumaker_element import SudokuMakerElement
from cpsudoku.formats.links.sudokumaker_figures import figures_of_constraints
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import changed, worded

_MOST_CONSTRAINTS = 5_000
_MOST_CELLS = 5_000
_USUAL_LARGEST = 9  # the highest digit of custom boards of any size without ``maxDigit``


def puzzle_of_sudokumaker(value: object, source: Source = Source()) -> Puzzle:
    """The puzzle of an object with ``formatVersion`` and ``puzzle``; raises InputError."""
    place, named = JsonPlace(value)["puzzle"], dict[str, None]()
    cells, constraints = _cells(place["cells"]), _active(place["constraints"])
    board = board_of_constraints(place, len(cells), constraints, named)
    givens, answer = _grids(cells, board, source, named)
    allowed = _rules_allowed(len(board), constraints)
    rules: list[Constraint] = []
    looks: dict[str, list[Colour]] = {}
    names: list[str] = []
    for each in constraints:
        element = SudokuMakerElement(each, board)
        most = allowed - len(rules)
        programmed = custom_rules(each, board, most) if each["type"].value == CUSTOM else None
        found = _rules(element, most, allowed) if programmed is None else programmed
        names += [] if programmed is None else [name_of_custom(each.object())]
        for name in {rule.name for rule in found}:
            looks.setdefault(name, []).extend(_colours(each["style"].value))
        rules += found
        named |= dict.fromkeys(changed(each, encodable) for each in element.named)
    label, author, comment = (
        encodable(str(place[key].value or "")) for key in ("name", "author", "comment")
    )
    words, said = rules_said(comment, board)
    named |= {sentence_left(quoted(text)): None for text in changed_sentences(words)}
    everything = (*rules, *said)
    figures = figures_of_constraints(constraints, board)
    guesses = guesses_for(
        figures.drawing, figures.parts, words, everything, tuple(named), looks, label, names
    )
    return Puzzle(
        givens,
        everything,
        source=source,
        label=label,
        info=info_of(author=author, rules=words),
        answer=answer,
        uninterpreted=guesses.unexplained(),
        guesses=guesses,
    )


def _rules_allowed(cells: int, constraints: Sequence[JsonPlace]) -> int:
    """More rules than any puzzle with so many cells has. Those of all squares are many."""
    has_squares = any(each["type"].value == SQUARES for each in constraints)
    return clues_allowed(cells) + RULES_OF_SQUARES * cells * has_squares


def _rules(element: SudokuMakerElement, most: int, allowed: int) -> list[Constraint]:
    """The rules of a constraint, at most so many of those that are allowed in all."""
    rules: list[Constraint] = []
    for name, form in forms_of(element):
        if len(rules) >= most:
            raise InputError("it has more than {most} clues", most=f"{allowed:,}")
        try:
            rules.append(CONSTRAINTS[name].from_data(form, element.board))
        except InputError as error:
            raise element.place.wrong(error.problem) from None
    return rules


def _colours(style: object) -> list[Colour]:
    """The colours that can be seen in the style of a constraint."""
    if isinstance(style, dict):
        return [colour for each in style.values() for colour in _colours(each)]
    found = colour_of(style) if isinstance(style, str) else UNSEEN
    return [found] if found.is_seen and not found.is_white else []


def _active(place: JsonPlace) -> list[JsonPlace]:
    """The constraints that are not disabled."""
    found = place.objects()
    if len(found) > _MOST_CONSTRAINTS:
        raise InputError("it has more than {most} constraints", most=f"{_MOST_CONSTRAINTS:,}")
    return [each for each in found if each["disabled"].value is not True]


def _cells(place: JsonPlace) -> list[JsonObject]:
    """The cells. An empty one may be null."""
    return [each.object() if each.value else {} for each in place.items()]


def _grids(
    cells: Sequence[JsonObject], board: Board, source: Source, named: dict[str, None]
) -> tuple[Grid, Grid | None]:
    """The givens, and the solution if the other cells are filled as well."""
    least = board.lowest - 1
    givens, filled = bytearray(len(cells)), bytearray(len(cells))
    for number, cell in enumerate(cells):
        value = cell.get("value")
        if value is not None:
            if value not in board.values:
                digits = f"{board.values[0]}-{board.values[-1]}"
                raise InputError(
                    "{cell} has {value}, not {digits}",
                    cell=board.cell_name(number),
                    value=value,
                    digits=digits,
                )
            filled[number] = value - least
            givens[number] = filled[number] if cell.get("given") else 0
        elif cell.get("given") and cell.get("candidates"):
            named["candidates that are given"] = None
    entered = sum(one != other for one, other in zip(givens, filled, strict=True))
    is_complete = entered and all(filled)
    if entered and not is_complete:
        count = plural(entered, "cell")
        remark(
            worded(
                "{source}: entries that are not given, in {cells}, are left out",
                source=source,
                cells=count,
            )
        )
    return Grid(bytes(givens), board), Grid(bytes(filled), board) if is_complete else None


def board_of_constraints(
    place: JsonPlace, count: int, constraints: Sequence[JsonPlace], named: dict[str, None]
) -> Board:
    """The board of so many cells: rows, columns, and the regions of the constraint of type 1.

    What is not interpreted is added to ``named``.
    """
    height, width = _shape(place, count)
    low = place["minDigit"].whole(1)
    usual = low + max(height, width) - 1
    if place.object().get("type") == "custom":
        usual = _USUAL_LARGEST
    digits = place["maxDigit"].whole(usual) - low + 1
    areas = [each for each in constraints if each["type"].value == ROWS_AND_COLUMNS]
    has_lines = place.object().get("type", "sudoku") == "sudoku" or bool(areas)
    if any(each["areas"].value for each in areas):
        has_lines = False
        named[worded("rows and columns of areas")] = None
    lists = (each["regions"].items() for each in constraints if each["type"].value == REGIONS)
    regions: list[object] = [each.value for each in next(lists, [])]
    members: dict[int, list[int]] = {}
    for cell, number in enumerate(regions[:count]):
        if isinstance(number, int) and number >= 0:
            members.setdefault(number, []).append(cell)
    boxes = list(members.values())
    is_rectangle = max(height, width) <= digits and not height == width == digits
    box = _box(boxes, height, width) if has_lines and is_rectangle else None
    if box is not None:
        return Board.rectangle(height, width, digits, box, low)
    return board_with(height, width, digits, boxes, has_lines, low)


def _shape(place: JsonPlace, count: int) -> tuple[int, int]:
    """The rows and columns; raises InputError."""
    size = place["size"].value if isinstance(place["size"].value, int) else None
    width = place["width"].whole() if place["width"].value else size or round(count**0.5)
    if width < 1 or count % width or count > _MOST_CELLS:
        raise InputError("{count} cells do not make rows of {width}", count=count, width=width)
    return count // width, width


def _box(regions: list[list[int]], height: int, width: int) -> tuple[int, int] | None:
    """The rows and columns of the regions if these are boxes that fill the grid."""
    for down in range(1, height + 1):
        across = len(regions[0]) // down if regions else 0
        if across and height % down == 0 and width % across == 0:
            corners = [
                r * width + c for r in range(0, height, down) for c in range(0, width, across)
            ]
            inside = [r * width + c for r in range(down) for c in range(across)]
            if regions == [[corner + each for each in inside] for corner in corners]:
                return down, across
    return None
