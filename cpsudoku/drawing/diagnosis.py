"""A diagnosis as a picture and as JSON values, and the cells to mark in it."""

from __future__ import annotations

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status
from cpsudoku.diagnosing.base import ClueEdit, Diagnosis, Repair, Unnecessary
from cpsudoku.drawing.diagnosis_words import guilty_of, in_words, repair_in_words
from cpsudoku.drawing.review_words import data_of_review
from cpsudoku.drawing.svg_sheet import DrawnGrid
from cpsudoku.formats.tables.json import data_of
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.teaching.rating.base import Rating

# Each kind of marked cell, and the ink behind it in a picture.
FILLS = {"conflict": "alert", "varies": "cell", "redundant": "extra", "clue": "pattern"}


def diagnosis_marks(found: Diagnosis) -> dict[int, str]:
    """The cells to mark, each with its kind: a key of ``FILLS``."""
    clashing = [cell for clash in found.verdict.conflicts for cell in clash.cells]
    guilty = [cell for rule in guilty_of(found) for cell in marked_cells(rule)]
    return {
        **dict.fromkeys(clashing or (*found.conflict, *guilty), "conflict"),
        **{cell: "varies" for cell, _ in found.varying},
        **dict.fromkeys(found.redundant or (), "redundant"),
        **{edit.cell: "clue" for edit in (found.extra.clues if found.extra else ())},
    }


def marked_cells(rule: Constraint) -> tuple[int, ...]:
    """The cells to mark for a rule: none if it is about the whole board."""
    return () if len(set(rule.cells)) == len(rule.board) else tuple(rule.cells)


def diagnosis_drawing(found: Diagnosis) -> DrawnGrid:
    """The picture: the givens, the marked cells in colour, and varying digits in small type."""
    fills = {cell: FILLS[what] for cell, what in diagnosis_marks(found).items()}
    candidates = dict(found.varying)
    clues = found.extra.clues if found.extra is not None else ()
    chosen = [(edit.cell, edit.after) for edit in clues]
    title = f"{found.puzzle.label or found.puzzle.source}: {found.verdict.word}"
    givens = found.puzzle.givens
    words, rules = in_words(found), found.puzzle.constraints
    guilty = guilty_of(found)
    return DrawnGrid(givens, givens, fills, candidates, chosen, title, words, rules, guilty)


def data_of_diagnosis(found: Diagnosis) -> JsonObject:
    """The diagnosis as JSON values; cells by name."""
    name = found.puzzle.board.cell_name
    data: JsonObject = {}
    if found.verdict.status is Status.NO_SOLUTION:
        data["conflict"] = {
            **_parts_data(found.puzzle, found.conflict, found.conflict_rules),
            "irreducible": found.irreducible,
            "smallest": found.smallest,
        }
    if found.verdict.status is Status.MULTIPLE:
        data["solutions"] = len(found.verdict.solutions)
        data["varying"] = {
            name(cell): [_value(found.puzzle, digit) for digit in digits]
            for cell, digits in found.varying
        }
        data["varying_all"] = found.varying_all
    if found.extra is not None:
        data["extra"] = {
            "clues": {
                name(edit.cell): _value(found.puzzle, edit.after) for edit in found.extra.clues
            },
            "proved_fewest_for": found.extra.proved or None,
        }
    if found.singles:
        data["single_clues"] = [
            {
                "cell": name(each.edit.cell),
                "digit": _value(found.puzzle, each.edit.after),
                "solutions": each.solutions,
                "exact": each.exact,
            }
            for each in found.singles
        ]
    if found.repairs_found or found.verdict.status is Status.NO_SOLUTION:
        data["repairs"] = [_repair_data(found.puzzle, repair) for repair in found.repairs]
        data["repairs_found"] = found.repairs_found
    if found.verdict.is_unique:
        data["symmetries"] = list(found.symmetries)
        if found.redundant is not None:
            data |= {"redundant": [name(cell) for cell in found.redundant]}
            data |= {"minimal": not found.redundant}
        if found.unnecessary is not None:
            data["unnecessary"] = _unnecessary_data(found.puzzle, found.unnecessary)
        if found.review is not None:
            data["review"] = data_of_review(found.puzzle, found.review)
        if found.rating is not None:
            data["rating"] = _rating_data(found.rating)
    mended = found.mended_puzzle
    if mended is not None:
        data["mended"] = mended.givens.line
        if mended.constraints != found.puzzle.constraints:
            data["mended_rules"] = data_of(Result(mended)).get("rules", [])
    data |= {"notes": list(found.notes)} if found.notes else {}
    return data


def _rating_data(rating: Rating) -> JsonObject:
    """The level and the numbers that a rating has."""
    numbers = {"ER": rating.er, "EP": rating.ep, "ED": rating.ed, "effort": rating.effort}
    known = {name: number for name, number in numbers.items() if number is not None}
    return {"level": rating.level, "score": rating.score, **known}


def _value(puzzle: Puzzle, digit: int) -> int | None:
    """The number that a person reads in a cell. A blank is 0, or None if 0 is a digit."""
    least = puzzle.board.lowest
    if digit:
        return digit + least - 1
    return 0 if least else None


def _parts_data(puzzle: Puzzle, cells: tuple[int, ...], numbers: tuple[int, ...]) -> JsonObject:
    """Cells by name, and rules by their number in ``rules``, from 0, and by their name."""
    names = {number: puzzle.constraints[number].full_title for number in numbers}
    return {
        "cells": [puzzle.board.cell_name(cell) for cell in cells],
        "rules": [{"number": number, "name": text} for number, text in names.items()],
    }


def _unnecessary_data(puzzle: Puzzle, tested: Unnecessary) -> JsonObject:
    return {
        "alone": _parts_data(puzzle, tested.cells, tested.rules),
        "together": _parts_data(puzzle, tested.together_cells, tested.together_rules),
        "undecided": _parts_data(puzzle, tested.undecided_cells, tested.undecided_rules),
    }


def _clue_data(puzzle: Puzzle, clue: ClueEdit) -> JsonObject:
    [rule] = _parts_data(puzzle, (), (clue.number,))["rules"]
    if clue.after is None:
        return {"rule": rule}
    before, after = clue.values
    return {"rule": rule | {"field": clue.field, "from": before, "to": after}}


def _repair_data(puzzle: Puzzle, repair: Repair) -> JsonObject:
    name = puzzle.board.cell_name
    return {
        "kind": repair.kind,
        "words": repair_in_words(puzzle, repair),
        "edits": [
            {
                "cell": name(edit.cell),
                "from": _value(puzzle, edit.before),
                "to": _value(puzzle, edit.after),
            }
            for edit in repair.edits
        ],
        **({"line": repair.line} if repair.line else {}),
        **(_clue_data(puzzle, repair.clue) if repair.clue is not None else {}),
        "removable": repair.removable,
        "proper": repair.proper,
        "puzzle": repair.mended.line,
    }
