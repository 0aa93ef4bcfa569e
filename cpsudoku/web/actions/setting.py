"""Setting a puzzle: the table of rules, what a pen has drawn so far, and rules that change."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core import pen
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import example_of, family_of, line_of, syntax_of
from cpsudoku.core.rule_names import rule_named
from cpsudoku.drawing.rule_tile import tile
from cpsudoku.runtime.errors import CpsudokuError, InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import PUZZLE, Action, requested_puzzle
from cpsudoku.web.actions.boards import board_data, picture_of
from cpsudoku.web.page_words import on_the_page


def rules(data: JsonObject) -> JsonObject:
    """The table of rules that can be set."""
    return {"rules": [_rule_data(CONSTRAINTS[name]) for name in CONSTRAINTS]}


def title_of(name: str) -> str:
    """The name of a rule as the page shows it."""
    return name.replace("-", " ")


def _rule_data(rule: type[Constraint]) -> JsonObject:
    return {
        "name": rule.name,
        "title": translated(title_of(rule.name)),
        "aliases": list(rule.aliases),
        "family": family_of(rule),
        "summary": translated(rule.summary),
        "syntax": syntax_of(rule),
        "example": rule.example,
        "looks_along": rule.looks_along,
        "picture": tile(example_of(rule)),
        "is_drawn": bool(pen.drawn_places(rule)),
        "values": [kind.word for kind in pen.typed_values(rule)],
        "needs": lacking(rule, False, ""),
    }


def lacking(rule: type[Constraint], has_cells: bool, words: str) -> str:
    """What a rule needs that is not there: ``cells``, ``value`` or nothing."""
    if pen.drawn_places(rule, needed=True) and not has_cells:
        return "cells"
    return "value" if pen.typed_values(rule, needed=True) and not words else ""


def draft(data: JsonObject) -> JsonObject:
    """What a pen has drawn of a rule: what it lacks, what is wrong with it, and its picture.

    The line is empty unless it is a rule.
    """
    puzzle, rule = requested_puzzle(data), rule_named(data["rule"])
    words = data.get("words", "").strip()
    strokes = [_on_board(stroke, puzzle) for stroke in data["strokes"]]
    line = pen.line_of_strokes(rule, strokes, words, puzzle.board)
    lacks, problem, made = lacking(rule, any(strokes), words), "", tuple[Constraint, ...]()
    try:
        shown = pen.line_of_strokes(rule, strokes, words or pen.usual_words(rule), puzzle.board)
        made = replace(puzzle, constraints=(), answer=None).with_rules(shown).constraints
        problem = next(filter(None, map(why_impossible, made)), "")
    except CpsudokuError as error:
        line, problem = "", on_the_page(error)
    picture = picture_of(puzzle, made, has_text=bool(words) or lacks != "value")
    if lacks:
        line, problem = "", ""
    return {"line": line, "lacks": lacks, "problem": problem, "picture": picture}


def change(data: JsonObject) -> JsonObject:
    """The board after some rules were removed, others added, and one was changed in its place.

    ``chosen`` is the number of the rule that was changed or added last, or None.
    """
    puzzle = requested_puzzle(data)
    gone = set(data.get("remove", []))
    lines = [line_of(rule) for rule in puzzle.constraints]
    chosen = data.get("number")
    if chosen is not None:
        if chosen >= len(lines):
            raise InputError(
                "there is no rule {chosen}; the puzzle has {count}", chosen=chosen, count=len(lines)
            )
        lines[chosen] = _changed(puzzle.constraints[chosen], data)
    kept = [rule for number, rule in enumerate(puzzle.constraints) if number not in gone]
    if chosen is None:
        added = replace(puzzle, constraints=tuple(kept), answer=None)
        added = added.with_rules(*data.get("add", []))
        last = len(added.constraints) - 1 if len(added.constraints) > len(kept) else None
        return board_data(added) | {"chosen": last}
    plain = replace(puzzle, constraints=(), answer=None)
    return board_data(plain.with_rules(*lines)) | {"chosen": chosen}


def _changed(rule: Constraint, data: JsonObject) -> str:
    """The line of a rule with other words, moved, or with one more stroke."""
    if "words" in data:
        return pen.with_words(rule, data["words"])
    if "stroke" in data:
        strokes = [*pen.strokes_of(rule), data["stroke"]]
        return pen.line_of_strokes(type(rule), strokes, pen.words_of_line(rule), rule.board)
    down, across = data.get("down", 0), data.get("across", 0)
    return line_of(pen.moved(rule, down, across, data.get("grabbed")))


def _on_board(cells: list[int], puzzle: Puzzle) -> list[int]:
    return [cell for cell in cells if cell < len(puzzle.board)]


CELL = schemas.whole(0, schemas.CELLS - 1)
CELLS = schemas.listed(CELL, about="the numbers of cells")
SHIFT = schemas.whole(-100, 100)
RULES = Action("The rules that can be set", schemas.fields({}), rules)
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
CHANGE = Action(
    "Add rules to a puzzle, remove them, or change one",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "add": schemas.listed(schemas.text(4000), 1000, "lines of rules, or of the board"),
            "remove": schemas.listed(schemas.whole(0, 100_000), 10_000, "numbers of rules, from 0"),
            "number": schemas.whole(0, 100_000, "the number of the rule to change"),
            "words": schemas.text(1000, "what its line says before its cells"),
            "stroke": CELLS,
            "down": SHIFT,
            "across": SHIFT,
            "grabbed": CELL,
        },
        "puzzle",
    ),
    change,
)
