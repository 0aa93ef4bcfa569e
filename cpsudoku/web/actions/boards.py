"""The board: its cells, its drawing in layers, its rules, and what clashes on it."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core import pen
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.nested import item_of
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.words import house_in_words
from cpsudoku.drawing.svg_picture import Picture
from cpsudoku.formats import FORMATS
from cpsudoku.play.game import clashes_of
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.scene import rules as shapes
from cpsudoku.scene.svg import elements
from cpsudoku.scene.tags import rule_sentence, said_once, shapes_of_rules
from cpsudoku.techniques import LEVELS, TABLE, TECHNIQUES
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    ON_THE_BOARD,
    PUZZLE,
    Action,
    data_of_puzzle,
    requested_puzzle,
    with_entries,
)


def board(data: JsonObject) -> JsonObject:
    """The board of a puzzle with its drawing."""
    return board_data(requested_puzzle(data))


def clashes(data: JsonObject) -> JsonObject:
    """Each digit that breaks a rule, with the cells it clashes with and the names of the rules."""
    puzzle = requested_puzzle(data)
    grid = with_entries(puzzle, data)
    found = clashes_of(puzzle, grid)
    now = Puzzle(grid, puzzle.constraints)
    broken = [
        {"rule": house_in_words(conflict.house), "cells": list(conflict.cells)}
        for conflict in now.conflicts
        if not conflict.digit
    ]
    cells = [{"cell": cell, "with": list(others)} for cell, others in found.items()]
    return {"clashes": cells, "rules": broken}


def choices(data: JsonObject) -> JsonObject:
    """Everything that the page offers to choose from."""
    return {
        "levels": list(LEVELS),
        "techniques": [
            {"name": name, "level": row.level, "title": translated(TECHNIQUES[name].title)}
            for name, row in TABLE.items()
        ],
        "formats": [
            {
                "name": name,
                "title": translated(FORMATS[name].title),
                "suffix": FORMATS[name].suffixes[:1],
            }
            for name in FORMATS
            if FORMATS[name].writes
        ],
    }


def board_data(puzzle: Puzzle) -> JsonObject:
    """The puzzle, its cells, its houses, and the layers of its drawing."""
    board = puzzle.board
    picture = Picture(board, constraints=puzzle.constraints)
    own = [own_rule(rule) for rule in puzzle.constraints]
    pairs = zip(puzzle.constraints, own, strict=True)
    picture.accuse([rule for rule, each in pairs if each["problem"]])
    layout = picture.layout
    houses = (*puzzle.board_with_rules.houses, *puzzle.board_with_rules.groups)
    marks = puzzle.marks or ()
    return {
        "puzzle": data_of_puzzle(puzzle),
        "size": board.size,
        "width": board.width,
        "height": board.height,
        "symbols": list(board.symbols),
        "lowest": board.lowest,
        "givens": list(puzzle.givens.cells),
        "marks": [sum(1 << (digit - 1) for digit in own) for own in marks],
        "cells": [
            {"name": board.cell_name(cell), "row": row, "column": column}
            for cell, (row, column) in enumerate(board.positions)
        ],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in houses],
        "peers": [list(peers) for peers in puzzle.board_with_rules.peers],
        "rules": own,
        "words": list(said_once(puzzle.constraints)),
        "title": puzzle.label,
        "info": dict(puzzle.info),
        "uninterpreted": [[part, in_words(part)] for part in puzzle.uninterpreted],
        "drawing": {
            "cell": picture.cell,
            "origin": list(layout.origin),
            "width": picture.width,
            "height": picture.foot + layout.left,
            "slots": list(layout.slots),
            "room": list(layout.room),
            "below": "".join(picture.layers["rules"]),
            "lines": "".join(picture.lines),
            "above": "".join(picture.layers["above"]),
        },
    }


def picture_of(
    puzzle: Puzzle, rules: Sequence[Constraint], has_text: bool = True, is_red: bool = False
) -> str:
    """The shapes of some rules on the board of a puzzle, in SVG."""
    layout = Picture(puzzle.board, constraints=puzzle.constraints).layout
    layout = layout.showing(shapes_of_rules(rules, puzzle.constraints or None))
    parts = (shapes.beneath, shapes.outlines, *([shapes.above] if has_text else []))
    drawn = (each for part in parts for each in part(layout))
    return "".join(elements(shapes.reddened(drawn) if is_red else drawn, themed=True))


def own_rule(rule: Constraint) -> JsonObject:
    """A rule of a puzzle: how it is written, its cells, and why nothing satisfies it."""
    return {
        "rule": item_of(rule),
        "line": line_of(rule),
        "sentence": rule_sentence(rule),
        "name": rule.name,
        "words": pen.words_of_line(rule),
        "cells": [cell for cell in dict.fromkeys(rule.cells) if cell < len(rule.board)],
        "problem": why_impossible(rule),
    }


CHOICES = Action("What there is to choose from", schemas.fields({}), choices)
BOARD = Action(
    "The board of a puzzle and its drawing",
    schemas.fields({"puzzle": PUZZLE, "givens": schemas.DIGITS}, "puzzle"),
    board,
)
CLASHES = Action("What breaks a rule on the board", schemas.fields(ON_THE_BOARD, "puzzle"), clashes)
