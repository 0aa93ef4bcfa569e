"""The board: its cells, its drawing in layers, its rules, and what clashes on it."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.nested import item_of
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import family_of, line_of, syntax_of
from cpsudoku.core.words import house_in_words
from cpsudoku.drawing.svg_picture import Picture
from cpsudoku.formats import FORMATS
from cpsudoku.play.game import clashes_of
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.scene.tags import words_of
from cpsudoku.techniques import LEVELS, TABLE, TECHNIQUES
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    ON_THE_BOARD,
    PUZZLE,
    Action,
    data_of_puzzle,
    filled,
    puzzle_of,
)


def board(data: JsonObject) -> JsonObject:
    """The board of a puzzle with its drawing."""
    return _board_data(puzzle_of(data))


def change(data: JsonObject) -> JsonObject:
    """The board of the puzzle after some rules were removed and others added."""
    puzzle = puzzle_of(data)
    gone = set(data.get("remove", []))
    kept = [rule for number, rule in enumerate(puzzle.constraints) if number not in gone]
    changed = replace(puzzle, constraints=tuple(kept), answer=None)
    return _board_data(changed.with_rules(*data.get("add", [])))


def clashes(data: JsonObject) -> JsonObject:
    """Each digit that breaks a rule, with the cells it clashes with and the names of the rules."""
    puzzle = puzzle_of(data)
    grid = filled(puzzle, data)
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
        "rules": [_rule_data(name) for name in CONSTRAINTS],
        "levels": list(LEVELS),
        "techniques": [
            {"name": name, "level": row.level, "title": translated(TECHNIQUES[name].title)}
            for name, row in TABLE.items()
        ],
        "formats": [
            {"name": name, "title": FORMATS[name].title, "suffix": FORMATS[name].suffixes[:1]}
            for name in FORMATS
            if FORMATS[name].writes
        ],
    }


def title_of(name: str) -> str:
    """The name of a rule as the page shows it."""
    return name.replace("-", " ")


def _rule_data(name: str) -> JsonObject:
    rule = CONSTRAINTS[name]
    return {
        "name": name,
        "title": translated(title_of(name)),
        "family": family_of(rule),
        "summary": translated(rule.summary),
        "syntax": syntax_of(rule),
        "example": rule.example,
        "looks_along": rule.looks_along,
    }


def _board_data(puzzle: Puzzle) -> JsonObject:
    """The puzzle, its cells, its houses, and the layers of its drawing."""
    board = puzzle.board
    picture = Picture(board, constraints=puzzle.constraints)
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
        "rules": [_own_rule(rule) for rule in puzzle.constraints],
        "words": list(words_of(puzzle.constraints)),
        "title": puzzle.label,
        "info": dict(puzzle.info),
        "uninterpreted": list(puzzle.uninterpreted),
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


def _own_rule(rule: Constraint) -> JsonObject:
    return {
        "rule": item_of(rule),
        "line": line_of(rule),
        "sentence": rule.describe(),
        "cells": list(dict.fromkeys(rule.cells)),
        "problem": why_impossible(rule),
    }


CHOICES = Action("What there is to choose from", schemas.fields({}), choices)
BOARD = Action(
    "The board of a puzzle and its drawing",
    schemas.fields({"puzzle": PUZZLE, "givens": schemas.DIGITS}, "puzzle"),
    board,
)
CHANGE = Action(
    "Add rules to a puzzle, or remove them",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "add": schemas.listed(schemas.text(4000), 1000, "lines of rules, or of the board"),
            "remove": schemas.listed(schemas.whole(0, 100_000), 10_000, "numbers of rules, from 0"),
        },
        "puzzle",
    ),
    change,
)
CLASHES = Action("What breaks a rule on the board", schemas.fields(ON_THE_BOARD, "puzzle"), clashes)
