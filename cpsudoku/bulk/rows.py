"""The verdicts of a block as rows of the output."""

from __future__ import annotations

import numpy as np

from cpsudoku.bulk.encode import BAD, STATUSES, UNIQUE, Plan
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.text import NO_ANSWER, Bytes, Ints
from cpsudoku.bulk.verify import Bools
from cpsudoku.bulk.work import Work
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import Entry

PUZZLE, SOLUTION, FORM = range(3)  # the grids of a row


def rows_of(
    work: Work,
    clues: Ints,
    wrong: Bools,
    minimal: Bools,
    failed: Ints,
    settings: Settings,
) -> tuple[Bytes, Ints, Ints]:
    """The rows of the output, and the begin and end of the tail of each."""
    rows, n = work.rows, len(failed)
    plan = Plan(n, settings.output)
    yes, no, nothing = _truth(plan)
    is_odd = np.zeros(n, bool)
    is_odd[list(work.odd)] = True
    empty = plan.field("")
    odd_puzzle, odd_solution = np.full(n, empty), np.full(n, empty)
    for row, entry in work.odd.items():
        odd_puzzle[row] = plan.field(_shown(work, row, entry))
        odd_solution[row] = plan.field(work.odd_solutions.get(row, ""))
    plan.name("source")
    lines = rows.number + work.block.first_line
    plan.add(np.array([plan.field(source) for source in work.block.sources], np.int64))
    plan.name("line")
    plan.add_number(lines, lines > 0, nothing)
    plan.name("puzzle")
    plan.add_grids(PUZZLE, ~is_odd, odd_puzzle)
    plan.name("status")
    words = np.array([plan.field(word) for word in STATUSES])
    plan.add(words[work.statuses])
    plan.name("clues")
    plan.add_number(clues)
    if settings.counts:
        plan.name("count")
        plan.add_number(work.counts, work.statuses != BAD, nothing)
    plan.name("solution")
    plan.add_grids(SOLUTION, (work.statuses == UNIQUE) & ~is_odd, odd_solution)
    plan.name("given_solution_ok")
    answered = rows.has_answer != NO_ANSWER
    for row, entry in work.odd.items():
        answered[row] = isinstance(entry, Puzzle) and entry.answer is not None
    plan.add(np.where(answered, np.where(wrong, no, yes), nothing))
    plan.name("reason")
    plan.add(np.array([plan.field(reason) for reason in work.reasons])[work.reason_of])
    if settings.tests_minimality:
        plan.name("minimal")
        tested = work.statuses == UNIQUE
        tested[work.untested] = False
        plan.add(np.where(tested, np.where(minimal, yes, no), nothing))
    if settings.canonical:
        plan.name("canonical")
        forms = np.full(n, empty)
        for row, form in work.forms.items():
            forms[row] = plan.field(form.line)
        plan.add_grids(FORM, work.has_form & ~is_odd, forms)
    if settings.guesses:
        plan.name("guesses")
        plan.add_number(work.guesses, work.guesses >= 0, nothing)
    plan.add(plan.piece(b", " if settings.output == "jsonl" else b","))
    plan.add_tail(failed, settings.requirements)
    forms_of_all = rows.cells if work.canonical is None else work.canonical
    return plan.joined((rows.cells, work.solutions, forms_of_all))


def _truth(plan: Plan) -> tuple[int, int, int]:
    words = (b"true", b"false", b"null" if plan.output == "jsonl" else b"")
    yes, no, nothing = (plan.piece(word) for word in words)
    return yes, no, nothing


def _shown(work: Work, row: int, entry: Entry) -> str:
    """The puzzle column of a row that is not a classic 9x9: its line, or the start of it."""
    if isinstance(entry, Puzzle):
        return entry.givens.line
    text = work.block.shown(int(work.rows.start[row]), int(work.rows.end[row]))
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
