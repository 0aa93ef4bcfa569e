"""Writes answers into the workbook that the puzzles came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Verdict
from cpsudoku.core.words import layers_in_words
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.finding.plane import bounding_box
from cpsudoku.formats.sheets.items import ROLE_EMPTY, ROLE_SOLUTION
from cpsudoku.formats.sheets.reading.answers import (
    LIST,
    SHEET,
    AnswerRecord,
    record_digits,
)
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect
from cpsudoku.formats.sheets.writing import notation
from cpsudoku.formats.sheets.writing.answer_plan import AnswerPlan, as_number
from cpsudoku.formats.sheets.writing.answer_styles import (
    NO_LOOK,
    STYLES,
    FormerLook,
    LookChange,
    Style,
)
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.conversion import edited_of
from cpsudoku.formats.sheets.writing.editing import Editable, editable
from cpsudoku.formats.sheets.writing.former import former_records
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import is_block, is_listed, place_in
from cpsudoku.formats.sheets.writing.properties import verdict_lines
from cpsudoku.formats.sheets.writing.recalc import stale_formulas
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.formats.sheets.writing.verdict_sheet import (
    HEADING,
    free_cell,
    holding_formulas,
    solution_line,
    summary_sheet,
)
from cpsudoku.runtime.errors import Source
from cpsudoku.runtime.words import worded


class Filled(NamedTuple):
    """A changed workbook, notes for the user, and the number of other cells, which are unchanged.

    These are the cells with content; a second reader compared them.
    """

    data: bytes
    unchanged: int
    remarks: tuple[str, ...] = ()


def filled(
    data: bytes,
    results: Iterable[Result],
    style: Style = STYLES["classic"],
    summary: bool | Mapping[Source, str] = False,
    overwrites: bool = False,
    as_xlsx: bool = False,
    solution_boards: bool = False,
    verdict_cells: bool = False,
) -> Filled:
    """The workbook with the answers in place; every other part is unchanged.

    A format that can only be read becomes a new ``.xlsx`` with the same values; ``as_xlsx`` does so
    with OpenDocument, too. Puzzles in a single cell get their verdict and solution in the columns
    after the last one. A puzzle with a formula in a blank cell gets its solution on a new sheet;
    ``overwrites`` replaces the formula unless it is an array formula. ``summary`` adds a sheet with
    all verdicts, and with hints if it has some. ``solution_boards``: an empty board for a solution
    gets it, and the puzzle stays as it is. ``verdict_cells``: a free cell beside each grid gets its
    verdict. Raises Unsupported if something would be lost,
    InputError for a damaged file.
    """
    all_results = list(results)
    source = Source(all_results[0].source.file) if all_results else Source()
    with refusing_damage(source):
        own = edited_of(data, source, as_xlsx)
        return _filled(own, all_results, style, summary, overwrites, solution_boards, verdict_cells)


def _filled(
    data: bytes,
    all_results: list[Result],
    style: Style,
    summary: bool | Mapping[Source, str],
    overwrites: bool,
    solution_boards: bool,
    verdict_cells: bool,
) -> Filled:
    about = {one.source.sheet for one in all_results if one.source.sheet is not None}
    before = cleared(data, Source(), about)
    data, records = before.data, before.kept
    book = editable(data, Source())
    is_plain = all(one.puzzle is None or notation.is_plain(one.puzzle) for one in all_results)
    wrong = [one for one in all_results if one.verdict is not None and one.verdict.wrong_answer]
    every = [one for one in all_results if one.puzzle is not None and one.source.rows]
    grids = [one for one in every if one.puzzle is not None and not is_listed(one.puzzle)]
    needed = book.calculates or not is_plain or solution_boards or wrong or grids
    read = Book.open(data, Source()) if needed else None
    boards = _boards(read, ROLE_EMPTY) if read is not None and solution_boards else {}
    plan = AnswerPlan(read.pictures if read is not None else (), overwrites, boards)
    if read is not None and wrong:
        _plan_wrong_answers(plan, wrong, _boards(read, ROLE_SOLUTION), style.clash)
    _plan_lists(plan, all_results, book)
    for result in grids:
        _plan(plan, result, style)
    for result in grids if verdict_cells else ():
        _plan_verdict(plan, result)
    if summary and grids:
        hints = None if isinstance(summary, bool) else summary
        plan.sheets.append(summary_sheet(every, hints))
    _plan_recalculation(plan)
    book.imitate({new.like for new in plan.sheets if new.like is not None})
    looks: dict[str, dict[Place, FormerLook]] = {}
    for sheet, changes in plan.changes.items():
        if changes:
            looks[sheet] = book.change(sheet, changes)
    titles = [book.add_sheet(new) for new in plan.sheets]
    added = [
        AnswerRecord(title, Rect(1, 1, 1, 1), SHEET + (new.like or new.about))
        for title, new in zip(titles, plan.sheets, strict=True)
    ]
    book.record(
        (*records, *plan.records, *former_records(plan.places, plan.changes, looks), *added)
    )
    book.describe(verdict_lines(all_results), {one.source.sheet or "" for one in all_results})
    remarks = [
        worded(
            "{where}: {formulas}; the solution is on the new sheet {titles}",
            where=where,
            formulas=holding_formulas(kept, overwrites),
            titles=repr(titles[at]),
        )
        for where, kept, at in plan.kept
    ]
    remarks += [
        worded(
            "{source}: the workbook has no place for the layers of the solution: {said}",
            source=one.source,
            said=said,
        )
        for one in all_results
        if one.grid is not None and (said := layers_in_words(one.grid))
    ]
    saved = book.save()
    return Filled(saved, book.unchanged, tuple(remarks))


def _plan(plan: AnswerPlan, result: Result, style: Style) -> None:
    """Plan the changes for one result."""
    puzzle, verdict = result.puzzle, result.verdict
    if puzzle is None or verdict is None or puzzle.source.sheet is None:
        return
    if is_block(puzzle):
        if verdict.solution is not None:
            sheet = _solution_sheet("Solution", puzzle, verdict.solution, (), style, as_number)
            plan.sheets.append(sheet)
        return
    if plan.keeps_backgrounds(puzzle, style):
        style = style.without_shading
    empty = plan.boards.get((puzzle.source.sheet, puzzle.source.range))
    if empty is not None and verdict.solution is not None:
        _plan_board(plan, puzzle, verdict, empty, style)
        return
    changes = plan.of(puzzle.source.sheet)
    kept = plan.calculated_blanks(puzzle) if verdict.solution is not None else []
    clashing = {cell for conflict in verdict.conflicts for cell in conflict.cells}
    text_of = plan.text_of(puzzle)
    places = [place_in(puzzle, cell) for cell in range(len(puzzle.board))]
    givens = tuple(at for at, given in zip(places, puzzle.givens.cells, strict=True) if given)
    plan.places.append((puzzle.source.sheet, places))
    for cell, given in enumerate(puzzle.givens.cells):
        place = place_in(puzzle, cell)
        if given:
            shaded = replace(style.given, spares=True)
            changes[place] = CellChange(None, style.clash if cell in clashing else shaded)
        elif verdict.solution is not None and not kept:
            look = style.differs if cell in verdict.differing else style.answer
            text = text_of(cell, verdict.solution[cell])
            changes[place] = CellChange(text, look, overwrites=plan.overwrites, like=givens)
    if verdict.solution is not None and not kept and not puzzle.givens.is_complete:
        plan.records += [_record(puzzle, changes), *plan.contents(puzzle)]
    if verdict.solution is not None and kept:
        plan.kept.append((puzzle.source, kept, len(plan.sheets)))
        plan.sheets.append(
            _solution_sheet("Solution", puzzle, verdict.solution, verdict.differing, style, text_of)
        )
    if len(verdict.solutions) > 1:
        plan.sheets.append(_second(puzzle, verdict, style, text_of))


def _plan_verdict(plan: AnswerPlan, result: Result) -> None:
    """Plan the verdict of a grid in the first free cell to its right, below or above it."""
    puzzle = result.puzzle
    picture = plan.picture_of(puzzle) if puzzle is not None else None
    if puzzle is None or picture is None or is_block(puzzle):
        return
    changes = plan.of(picture.sheet)
    place = free_cell(
        picture, [place_in(puzzle, cell) for cell in range(len(puzzle.board))], changes
    )
    if place is not None:
        changes[place] = CellChange(result.word)
        plan.records.append(AnswerRecord(picture.sheet, Rect(*place, *place), LIST))


def _plan_board(
    plan: AnswerPlan, puzzle: Puzzle, verdict: Verdict, empty: Puzzle, style: Style
) -> None:
    """Plan the solution of a puzzle on an empty board, whose cells are blank."""
    sheet = empty.source.sheet or ""
    changes, text_of = plan.of(sheet), plan.text_of(puzzle)
    assert verdict.solution is not None
    is_small = puzzle.board.size <= notation.PLAIN_SIZE
    for cell, digit in enumerate(verdict.solution.cells):
        look = style.differs if cell in verdict.differing else style.answer
        text = digit if is_small else text_of(cell, digit)
        changes[place_in(empty, cell)] = CellChange(text, NO_LOOK if puzzle.givens[cell] else look)
    plan.records.append(_record(empty, changes))
    if len(verdict.solutions) > 1:
        plan.sheets.append(_second(puzzle, verdict, style, text_of))


def _boards(book: Book, role: str) -> dict[tuple[str | None, str | None], Puzzle]:
    """The solutions, or the empty boards for them, by the sheet and the range of their puzzles."""
    items = items_of(book, ReadOptions())
    sources = {at: item.entry.source for at, item in enumerate(items)}
    return {
        (sources[item.solves].sheet, sources[item.solves].range): item.entry
        for item in items
        if item.role == role and item.solves is not None and isinstance(item.entry, Puzzle)
    }


def _plan_wrong_answers(
    plan: AnswerPlan,
    results: Iterable[Result],
    answers: Mapping[tuple[str | None, str | None], Puzzle],
    look: LookChange,
) -> None:
    """Plan to mark the wrong cells of the solutions that came with the puzzles."""
    for result in results:
        answer = answers.get((result.source.sheet, result.source.range))
        if answer is None or result.verdict is None:
            continue
        sheet = answer.source.sheet or ""
        places = [place_in(answer, cell) for cell in result.verdict.wrong_answer]
        plan.places.append((sheet, places))
        plan.of(sheet).update(dict.fromkeys(places, CellChange(None, look)))


def _second(
    puzzle: Puzzle, verdict: Verdict, style: Style, text_of: Callable[[int, int], int | str]
) -> NewSheet:
    """A sheet with the second solution."""
    return _solution_sheet("2nd", puzzle, verdict.solutions[1], verdict.differing, style, text_of)


def _record(puzzle: Puzzle, changes: Mapping[Place, CellChange]) -> AnswerRecord:
    """The record of the answers to a puzzle."""
    blanks = (place_in(puzzle, at) for at, given in enumerate(puzzle.givens.cells) if not given)
    return record_digits(puzzle.source.sheet or "", {at: changes[at].value for at in blanks})


def _solution_sheet(
    word: str,
    puzzle: Puzzle,
    solution: Grid,
    differing: Sequence[int],
    style: Style,
    text_of: Callable[[int, int], int | str],
) -> NewSheet:
    """A sheet with the solution at the place of its puzzle, in the same format."""
    changes: dict[Place, CellChange] = {}
    sheet = puzzle.source.sheet or ""
    block = is_block(puzzle)
    for cell, digit in enumerate(solution.cells):
        r, c = puzzle.board.row_column(cell)
        look = style.differs if cell in differing else style.given
        if not puzzle.givens[cell] and cell not in differing:
            look = style.answer
        changes[(r + 1, c + 1) if block else place_in(puzzle, cell)] = CellChange(
            text_of(cell, digit), look
        )
    where = puzzle.source.range or ""
    title = f"{word} {sheet[:14]} {where}".replace(":", "-")
    if block:
        return NewSheet(title, changes, widths=[4.5] * puzzle.board.size, about=sheet)
    return NewSheet(title, changes, like=sheet)


def _plan_lists(plan: AnswerPlan, results: Sequence[Result], book: Editable) -> None:
    """Plan the verdict and solution of listed puzzles, in the first free columns beside them.

    For a malformed row, the reason is written instead of the solution.
    """
    firsts = {
        (result.source.sheet or "", result.source.column): result.source.row or 1
        for result in reversed(results)
        if result.puzzle is not None and is_listed(result.puzzle)
    }
    free = {sheet: book.last_column(sheet) + 1 for sheet, _ in firsts}
    for (sheet, _), row in firsts.items():
        if row > 1:
            plan.of(sheet)[row - 1, free[sheet]] = CellChange("verdict", HEADING)
            plan.of(sheet)[row - 1, free[sheet] + 1] = CellChange("solution", HEADING)
    for result in results:
        sheet, row = result.source.sheet or "", result.source.row or 1
        listed = result.puzzle is None or is_listed(result.puzzle)
        if not listed or (sheet, result.source.column) not in firsts:
            continue
        changes, column = plan.of(sheet), free[sheet]
        while (row, column) in changes:  # several puzzles in one row
            column += 2
        changes[row, column] = CellChange(result.word)
        found = solution_line(result) if result.problem is None else result.problem.problem
        changes[row, column + 1] = CellChange(found)
    for sheet, first in free.items():
        plan.records.append(
            AnswerRecord(sheet, bounding_box([at for at in plan.of(sheet) if at[1] >= first]), LIST)
        )


def _plan_recalculation(plan: AnswerPlan) -> None:
    """Drop the stored values of the formulas that depend on the answers."""
    changed = {
        sheet: {place for place, change in changes.items() if change.value is not None}
        for sheet, changes in plan.changes.items()
    }
    if not any(changed.values()):
        return
    for sheet, places in stale_formulas(plan.pictures, changed).items():
        changes = plan.of(sheet)
        changes.update((at, CellChange(forgets=True)) for at in places if at not in changes)
