"""What is known about the puzzle: its verdict, its true candidates, what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict
from cpsudoku.core.words import layering_in_words, layers_in_words, verdict_detail, wrong_answer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked, translated
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import (
    ON_THE_BOARD,
    PUZZLE,
    Action,
    data_of_puzzle,
    requested_position,
    requested_puzzle,
    with_entries,
)
from cpsudoku.web.actions.boards import picture_of

SECONDS = 20.0
BRIEF, SUGGESTIONS = 3.0, 5  # seconds for what contradicts each other; corrections that are shown


def check(data: JsonObject) -> JsonObject:
    """The verdict, with up to two solutions."""
    from cpsudoku.solving import settle

    puzzle = requested_puzzle(data)
    return verdict_data(settle(puzzle, want=2, limit=Limit(seconds=SECONDS)))


def verdict_data(verdict: Verdict) -> JsonObject:
    """A verdict as JSON values."""
    wrong = verdict.wrong_answer
    return {
        "status": verdict.status.value,
        "word": verdict.word,
        "detail": verdict_detail(verdict),
        "solutions": [list(solution.cells) for solution in verdict.solutions],
        "drawings": [_layers_of(verdict.puzzle, each) for each in verdict.solutions],
        "differing": list(verdict.differing),
        "wrong_answer": list(wrong),
        "warning": _warning(verdict),
        "conflicts": [
            {"house": conflict.house, "digit": conflict.digit, "cells": list(conflict.cells)}
            for conflict in verdict.conflicts
        ],
        "exhausted": verdict.exhausted,
        "seconds": verdict.seconds,
    }


def _layers_of(puzzle: Puzzle, solution: Grid) -> JsonObject:
    """The drawing of the layers of a solution, for the board of the page; empty if it has none."""
    from cpsudoku.drawing.svg_picture import Picture
    from cpsudoku.scene.layers import above
    from cpsudoku.scene.svg import elements

    if not solution.variables:
        return {}
    picture = Picture(puzzle.board, constraints=puzzle.constraints, filling=solution)
    signs = elements(above(picture.layout), themed=True)
    return {
        "ground": "".join(picture.layers["ground"]),
        "front": "".join([*picture.lines, *signs]),
    }


def _warning(verdict: Verdict) -> str:
    """What the board does not show: a wrong stored solution, and layers, which may be open."""
    puzzle, solution = verdict.puzzle, verdict.solution
    wrong = wrong_answer(puzzle, verdict.wrong_answer) if puzzle.answer_ok is False else ""
    layers = layers_in_words(solution) if solution is not None else ""
    return "; ".join(filter(None, [wrong, layering_in_words(verdict), layers]))


def candidates(data: JsonObject) -> JsonObject:
    """The digits that each cell has in some solution."""
    from cpsudoku.solving import candidates as true_candidates

    puzzle = requested_puzzle(data)
    now = Puzzle(with_entries(puzzle, data), puzzle.constraints, marks=puzzle.marks)
    found = true_candidates(now, limit=SECONDS)
    return {"digits": [list(each) for each in found.digits], "complete": found.is_complete}


def diagnose(data: JsonObject) -> JsonObject:
    """What is wrong with a puzzle, in words, with the cells to mark."""
    from cpsudoku.diagnosing import diagnose as diagnosis_of
    from cpsudoku.drawing.diagnosis import diagnosis_marks
    from cpsudoku.drawing.diagnosis_words import (
        guilty_of,
        in_words,
        repair_in_words,
        why_no_solution,
    )

    puzzle, is_brief = requested_puzzle(data), data.get("brief", False)
    diagnosis = diagnosis_of(
        puzzle,
        limit=BRIEF if is_brief else SECONDS,
        suggestions=0 if is_brief else SUGGESTIONS,
        unnecessary=data.get("unnecessary", False),
    )
    repairs = [
        {
            "words": repair_in_words(diagnosis.puzzle, repair),
            "proper": repair.proper,
            "puzzle": data_of_puzzle(repair.applied(puzzle)),
        }
        for repair in diagnosis.repairs
    ]
    settling = [
        {"cell": each.edit.cell, "digit": each.edit.after}
        for each in diagnosis.singles
        if each.solutions == 1
    ]
    extra = diagnosis.extra.clues if diagnosis.extra is not None else ()
    return {
        "words": list(why_no_solution(diagnosis)) if is_brief else in_words(diagnosis),
        "marks": [
            {"cell": cell, "kind": kind} for cell, kind in diagnosis_marks(diagnosis).items()
        ],
        "repairs": repairs,
        "clues": [{"cell": edit.cell, "digit": edit.after} for edit in extra],
        "settling": settling,
        "rules": list(diagnosis.conflict_rules),
        "red": picture_of(puzzle, guilty_of(diagnosis), is_red=True),
        "verdict": verdict_data(diagnosis.verdict),
    }


def why(data: JsonObject) -> JsonObject:
    """Why a cell can't hold a digit, in words; or that it can."""
    from cpsudoku.teaching.refutation import why_not
    from cpsudoku.techniques.step_words import sentences

    puzzle, position = requested_position(data)
    cell, digit = data["cell"], data["digit"]
    board = puzzle.board
    if cell >= len(board) or digit > board.size or position.cells[cell]:
        raise InputError(translated("Select an empty cell, and choose one of its digits."))
    cells = bytearray(position.cells)
    cells[cell] = digit
    names = {"digit": board.symbols[digit], "cell": board.cell_name(cell)}
    if _is_solvable(puzzle, Grid(bytes(cells), board)):
        return {"text": translated("{digit} is possible in {cell}.", **names)}
    if not _is_solvable(puzzle, position.grid):
        raise InputError(translated("The digits on the board have no solution. Check them first."))
    text = why_not(position, (cell, digit), placed=True)
    if text == translated("{cell} is not {digit}.", **names):  # no short reason
        far = marked("If it were, the puzzle would have no solution, but only many digits show it.")
        text = sentences(text, translated(far))
    return {"text": text}


def _is_solvable(puzzle: Puzzle, givens: Grid) -> bool:
    """Whether a puzzle with these givens has a solution. Raises InputError if that takes long."""
    from cpsudoku.solving import settle

    now = replace(puzzle, givens=givens, answer=None)
    verdict = settle(now, want=1, limit=Limit(seconds=SECONDS))
    if not verdict.solutions and verdict.status is not Status.NO_SOLUTION:
        raise InputError(translated("It took too long."))
    return bool(verdict.solutions)


_PUZZLE = schemas.fields({"puzzle": PUZZLE, "givens": schemas.DIGITS}, "puzzle")
CHECK = Action("Count the solutions of a puzzle, up to two", _PUZZLE, check, SECONDS + 5)
CANDIDATES = Action(
    "The digits that each cell has in some solution",
    schemas.fields(ON_THE_BOARD, "puzzle"),
    candidates,
    SECONDS + 5,
)
DIAGNOSE = Action(
    "What is wrong with a puzzle, and what it does not need",
    schemas.fields(
        {
            "puzzle": PUZZLE,
            "givens": schemas.DIGITS,
            "brief": schemas.flag("only what contradicts each other, without corrections"),
            "unnecessary": schemas.flag("find the givens and rules that it does not need"),
        },
        "puzzle",
    ),
    diagnose,
    3 * SECONDS,
)
WHY = Action(
    "Why a cell can't hold a digit",
    schemas.fields(
        {
            **ON_THE_BOARD,
            "cell": schemas.whole(0, schemas.CELLS - 1),
            "digit": schemas.whole(1, schemas.CELLS),
        },
        "puzzle",
        "cell",
        "digit",
    ),
    why,
    2 * SECONDS + 5,
)
