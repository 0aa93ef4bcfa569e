"""Setting a puzzle: the table of rules, what a pen has drawn so far, and rules that change."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.pen import line_of_strokes, places_of, values_of
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rule_named
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import PUZZLE, Action, puzzle_of

CELLS = schemas.listed(schemas.whole(0, schemas.CELLS - 1), about="the numbers of cells")


def draft(data: JsonObject) -> JsonObject:
    """What a pen has drawn of a rule: its line, what it lacks, and what is wrong with it."""
    puzzle, rule = puzzle_of(data), rule_named(data["rule"])
    words = data.get("words", "").strip()
    strokes = [[cell for cell in each if cell < len(puzzle.board)] for each in data["strokes"]]
    line = line_of_strokes(rule, strokes, words, puzzle.board)
    lacks, problem = lacking(rule, any(strokes), words), ""
    try:
        problem = next(filter(None, map(why_impossible, rules_added(puzzle, line))), "")
    except CpsudokuError as error:
        problem = "" if lacks else str(error)
    return {"line": line, "lacks": lacks, "problem": problem}


def lacking(rule: type[Constraint], has_cells: bool, words: str) -> str:
    """What a rule needs that is not there: ``cells``, ``value`` or nothing."""
    if places_of(rule, needed=True) and not has_cells:
        return "cells"
    return "value" if values_of(rule, needed=True) and not words else ""


def rules_added(puzzle: Puzzle, line: str) -> tuple[Constraint, ...]:
    """The rules of a line on the board of a puzzle. Raises CpsudokuError."""
    return replace(puzzle, constraints=(), answer=None).with_rules(line).constraints


DRAFT = Action(
    "What a pen has drawn of a rule",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "rule": schemas.text(40, "the name of a rule"),
            "strokes": schemas.listed(CELLS, 200, "the cells of each stroke"),
            "words": schemas.text(1000, "what is typed for the rule, such as its sum"),
        },
        "puzzle",
        "rule",
        "strokes",
    ),
    draft,
)
