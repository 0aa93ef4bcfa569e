"""Verdicts in words. A terminal, a pipe and a message all show the same text."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.core.conflicts import Conflict
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status, Verdict
from cpsudoku.runtime.language import (
    ENGLISH,
    counted,
    in_words,
    marked,
    paired,
    present_language,
    translated,
)
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import tallied, worded

NAMED_CELLS = 12  # as many as fit on a line
NAMED_PARTS = 12
NO_GUESSES = worded("guesses are counted only for classic 9x9 puzzles")
_REPEATED = {
    2: marked("{digit} twice in {house}: {cells}"),
    3: marked("{digit} three times in {house}: {cells}"),
    4: marked("{digit} four times in {house}: {cells}"),
}
_OVERLAPPING = paired("{count} overlapping {shape} grid", "{count} overlapping {shape} grids")
_HOUSES = {
    "row": marked("row {name}"),
    "column": marked("column {name}"),
    "box": marked("box {name}"),
    "region": marked("region {name}"),
}


def detail(result: Result) -> str:
    """The details that follow the status word."""
    if result.problem is not None:
        return str(result.problem)
    if result.verdict is None:
        return ""
    said = [verdict_detail(result.verdict)]
    if result.verdict.puzzle.answer_ok is False:
        said.append(wrong_answer(result.verdict.puzzle, result.verdict.wrong_answer))
    if result.unproved:
        said.append(translated("no proof: {reason}", reason=result.unproved))
    return "; ".join(said)


def wrong_answer(puzzle: Puzzle, cells: tuple[int, ...]) -> str:
    """``the solution that came with it is wrong in r1c1 r1c2``."""
    named = cell_names(puzzle, cells)
    return translated("the solution that came with it is wrong in {cells}", cells=named)


def verdict_detail(verdict: Verdict) -> str:
    """The reason for the status, and which parts of a drawing were interpreted and which not."""
    how = interpreted_in_words(verdict.puzzle)
    layering = layering_in_words(verdict)
    return "; ".join(filter(None, [_doubtful(verdict), _impossible(verdict), layering, how]))


def _impossible(verdict: Verdict) -> str:
    """The first rule that no digits satisfy, and why; empty if there is none."""
    if verdict.status is not Status.NO_SOLUTION or verdict.conflicts:
        return ""
    for rule in verdict.puzzle.constraints:
        if why := why_impossible(rule):
            return f"{impossible_in_words(rule)} ({why})"
    return ""


def impossible_in_words(rule: Constraint) -> str:
    """Such as ``this rule is impossible by itself: the 99 cage at r1c1``."""
    return translated("this rule is impossible by itself: {part}", part=rule.full_named)


def layering_in_words(verdict: Verdict) -> str:
    """Whether the layers of the only solution are open, in words; nothing if they are not."""
    found = verdict.layering
    if found is None or found.is_unique:
        return ""
    if found.status is Status.UNKNOWN:
        text = marked("undecided whether its layers are determined: {note}")
        return translated(text, note=found.note)
    cells = cell_names(found.puzzle, found.differing_variables)
    return translated("its layers are not determined; two fillings differ in {cells}", cells=cells)


def layers_in_words(grid: Grid) -> str:
    """The layers of a solution: ``shaded .##..#.., x 12``."""
    return ", ".join(f"{name} {values}" for name, values in grid.layers.items())


def interpreted_in_words(puzzle: Puzzle) -> str:
    """``read from 2 sentences and 5 drawn parts: 3 thermometers``, or nothing if nothing was read.

    It says so if no stored solution confirms what was read.
    """
    if not puzzle.interpreted:
        return ""
    rules = ", ".join(one_line(in_words(each)) for each in puzzle.interpreted)
    sentences = len({each for reading in puzzle.readings for each in reading.sentences})
    parts = len({each for reading in puzzle.readings for each in reading.parts})
    if not sentences + parts:
        return translated("read from the drawing: {rules}", rules=rules)
    said = counted("{count} sentence", "{count} sentences", sentences)
    drawn = counted("{count} drawn part", "{count} drawn parts", parts)
    sources = translated("{one} and {other}", one=said, other=drawn)
    sources = sources if sentences and parts else said if sentences else drawn
    text = marked("read from {sources}: {rules}")
    if puzzle.answer is None:
        text = marked("read from {sources}, without a stored solution: {rules}")
    return translated(text, sources=sources, rules=rules)


def _doubtful(verdict: Verdict) -> str:
    """The reason for the status, and the parts that were not interpreted."""
    parts = verdict.puzzle.uninterpreted
    if not parts:
        return _why(verdict)
    if verdict.status is Status.UNIQUE:
        givens = givens_in_words(verdict.puzzle)
        why = translated("{givens}, unique under the rules read", givens=givens)
    else:
        why = _why(verdict)
    return f"{why}; {uninterpreted_in_words(parts)}"


def board_in_words(board: Board) -> str:
    """``9x9``, ``9x9 jigsaw`` or ``5 overlapping 9x9 grids``: what the digits alone do not show."""
    shape = f"{board.size}x{board.size}"
    if not board.is_square:
        count = len(board.rows) // board.size or 1
        return tallied(*_OVERLAPPING, count, shape=shape)
    is_jigsaw = board.regions and board.box_shape is None
    return worded("{shape} jigsaw", shape=shape) if is_jigsaw else shape


def uninterpreted_in_words(parts: tuple[str, ...]) -> str:
    """``not interpreted: 2 lines (drawing), rule 'fogofwar'``, with 12 parts at most."""
    more = len(parts) - NAMED_PARTS
    named = and_more(", ".join(one_line(in_words(part)) for part in parts[:NAMED_PARTS]), more)
    return translated("not interpreted: {parts}", parts=named)


def under_rules_read(parts: tuple[str, ...]) -> str:
    """A line about a puzzle with parts that were not interpreted."""
    return f"{translated('under the rules read')}; {uninterpreted_in_words(parts)}"


def _why(verdict: Verdict) -> str:
    """The number of solutions, the givens that clash, or the limit that ran out."""
    if verdict.conflicts:
        return conflicts_in_words(verdict.puzzle, verdict.conflicts)
    givens = givens_in_words(verdict.puzzle)
    if verdict.status is Status.UNIQUE:
        return translated("{givens}, exactly one solution", givens=givens)
    if verdict.status is Status.MULTIPLE:
        return f"{solutions_in_words(verdict)}; {_differences(verdict)}"
    if verdict.status is Status.NO_SOLUTION:
        if verdict.puzzle.givens.count < 2:
            return translated("{givens}, no solution", givens=givens)
        return translated("no solution, though no two of its {givens} clash", givens=givens)
    if not verdict.solutions:
        return translated("undecided, no solution found yet: {note}", note=verdict.note)
    if verdict.note:
        text = marked("one solution, undecided whether there are others: {note}")
        return translated(text, note=verdict.note)
    return translated("one solution; others were not looked for")


def solutions_in_words(verdict: Verdict) -> str:
    """``exactly 3 solutions``, or ``at least 2 solutions``."""
    count = len(verdict.solutions)
    if verdict.exhausted:
        return counted("exactly {count} solution", "exactly {count} solutions", count)
    return counted("at least {count} solution", "at least {count} solutions", count)


def _differences(verdict: Verdict) -> str:
    if verdict.differing_variables:
        cells = cell_names(verdict.puzzle, verdict.differing_variables)
        text = marked("the first two have the same digits, and differ in {cells}")
        return translated(text, cells=cells)
    cells = cell_names(verdict.puzzle, verdict.differing)
    return translated("the first two differ in {cells}", cells=cells)


def givens_in_words(puzzle: Puzzle) -> str:
    """``30 givens``."""
    return counted("{count} given", "{count} givens", puzzle.givens.count)


def cell_names(puzzle: Puzzle, cells: tuple[int, ...]) -> str:
    """Names of cells, with their spreadsheet addresses, for 12 cells at most."""
    named = " ".join(cell_in_words(puzzle, cell) for cell in cells[:NAMED_CELLS])
    return and_more(named, len(cells) - NAMED_CELLS)


def and_more(named: str, more: int) -> str:
    """``r1c1 r1c2 and 3 more``."""
    return translated("{named} and {more} more", named=named, more=more) if more > 0 else named


def house_in_words(name: str) -> str:
    """The name of a house, such as ``row 5``, in the present language."""
    kind, _, rest = name.partition(" ")
    return translated(_HOUSES[kind], name=rest) if kind in _HOUSES and rest else name


def cell_in_words(puzzle: Puzzle, cell: int) -> str:
    """``r1c2``, or ``r1c2 (B1)`` if it was read from a workbook."""
    name = puzzle.board.cell_name(cell)
    if cell >= len(puzzle.board):  # a variable
        return name
    address = puzzle.source.address(*puzzle.board.row_column(cell))
    return f"{name} ({address})" if address else name


def conflicts_in_words(puzzle: Puzzle, conflicts: tuple[Conflict, ...]) -> str:
    """``5 twice in row 1: r1c1, r1c2; the givens break the 12 cage at r1c1: r1c1 r1c2``."""
    return "; ".join(_conflict(puzzle, conflict) for conflict in conflicts)


def _conflict(puzzle: Puzzle, conflict: Conflict) -> str:
    if not conflict.digit:
        cells = cell_names(puzzle, conflict.cells)
        rule = conflict.house
        if conflict.rule is not None and present_language() != ENGLISH:
            rule = puzzle.constraints[conflict.rule].named
        return translated("the givens break the {rule}: {cells}", rule=rule, cells=cells)
    text = _REPEATED.get(len(conflict.cells), marked("{digit} {count} times in {house}: {cells}"))
    return translated(
        text,
        digit=puzzle.board.symbols[conflict.digit],
        count=len(conflict.cells),
        house=house_in_words(conflict.house),
        cells=", ".join(cell_in_words(puzzle, cell) for cell in conflict.cells),
    )


def timing(verdict: Verdict) -> str:
    """``3 ms, cpsat``."""
    milliseconds = verdict.seconds * 1000
    time = f"{milliseconds:.1f} ms" if milliseconds < 10 else f"{milliseconds:,.0f} ms"
    return f"{time}, {verdict.engine}"


def clock(seconds: float) -> str:
    """``1:05``, or ``2:01:05``."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
