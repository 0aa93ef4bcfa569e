"""Tools that read a puzzle and prove what is true of it."""

from __future__ import annotations

from itertools import islice

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Verdict
from cpsudoku.core.words import verdict_detail
from cpsudoku.formats.tables.json_verdicts import candidates_data, verdict_data
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.web import schemas
from cpsudoku.web.tools.base import (
    LIMIT,
    TEXT,
    data_with_lines,
    entries_of_text,
    error_data,
    limit_of,
    puzzle_of_text,
    seconds_of,
    tool,
)

MOST = 50  # puzzles of a text


def read(data: JsonObject) -> JsonObject:
    """The puzzles of a text in our JSON form, what their rules mean, and what is wrong."""
    remarks: list[str] = []
    with heard_by(remarks.append):
        entries = list(islice(entries_of_text(data), MOST + 1))
    if len(entries) > MOST:
        raise InputError("the text holds more than {most} puzzles; send fewer", most=MOST)
    puzzles = [entry for entry in entries if isinstance(entry, Puzzle)]
    problems = [entry for entry in entries if isinstance(entry, InputError)]
    if not puzzles:
        raise problems[0]
    return {
        "puzzles": list(map(_read_data, puzzles)),
        **({"problems": list(map(error_data, problems))} if problems else {}),
        **({"remarks": remarks} if remarks else {}),
    }


def _read_data(puzzle: Puzzle) -> JsonObject:
    meanings = [rule.describe() for rule in puzzle.constraints]
    return {**data_with_lines(puzzle), **({"meanings": meanings} if meanings else {})}


def solve(data: JsonObject) -> JsonObject:
    """The verdict with its solution, or with two if there are several."""
    return _verdict_data(_judged(data))


def check(data: JsonObject) -> JsonObject:
    """The verdict without solutions."""
    found = _verdict_data(_judged(data))
    return {key: value for key, value in found.items() if key not in ("solutions", "layers")}


def _judged(data: JsonObject) -> Verdict:
    from cpsudoku.solving import settle

    return settle(puzzle_of_text(data), want=2, limit=limit_of(data))


def _verdict_data(verdict: Verdict) -> JsonObject:
    detail, left = verdict_detail(verdict), verdict.puzzle.uninterpreted
    return {
        **verdict_data(verdict),
        **({"detail": detail} if detail else {}),
        **({"uninterpreted": list(left)} if left else {}),
    }


def candidates(data: JsonObject) -> JsonObject:
    """The digits that each cell has in some solution."""
    from cpsudoku.solving import candidates as true_candidates

    puzzle, count = puzzle_of_text(data), data.get("count", 1)
    found = true_candidates(puzzle, count=count, limit=seconds_of(data))
    whole = candidates_data(found)
    if count == 1:
        symbols = puzzle.board.symbols
        whole["cells"] = {
            puzzle.board.cell_name(cell): "".join(symbols[digit] for digit in digits)
            for cell, digits in enumerate(found.digits)
        }
    return {"status": found.verdict.word, **whole}


def diagnose(data: JsonObject) -> JsonObject:
    """What is wrong with a puzzle, in words and in our JSON form."""
    from cpsudoku.diagnosing import diagnose as diagnosis_of
    from cpsudoku.drawing.diagnosis import data_of_diagnosis
    from cpsudoku.drawing.diagnosis_words import in_words

    found = diagnosis_of(
        puzzle_of_text(data), unnecessary=data.get("unnecessary", False), limit=seconds_of(data)
    )
    words = in_words(found)
    return {"status": found.verdict.word, "words": words, "diagnosis": data_of_diagnosis(found)}


_QUESTION = {"puzzle": TEXT, "limit": LIMIT}
READ = tool(
    "Read puzzles, and show what their rules mean or where a mistake is",
    read,
    {"puzzle": TEXT},
    "puzzle",
)
SOLVE = tool(
    "Solve a puzzle, and prove whether its solution is the only one", solve, _QUESTION, "puzzle"
)
CHECK = tool(
    "Prove whether a puzzle has no, one or several solutions, without showing them",
    check,
    _QUESTION,
    "puzzle",
)
CANDIDATES = tool(
    "Find the digits that each cell has in some solution",
    candidates,
    {
        **_QUESTION,
        "count": schemas.whole(1, 1000, "count the solutions with each digit up to this number"),
    },
    "puzzle",
)
DIAGNOSE = tool(
    "Find out what is wrong with a puzzle, and how to correct it",
    diagnose,
    {
        **_QUESTION,
        "unnecessary": schemas.flag("find the givens and rules that a proper puzzle does not need"),
    },
    "puzzle",
)
