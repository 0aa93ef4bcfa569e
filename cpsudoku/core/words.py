"""Verdicts in words. A terminal, a pipe and a message all show the same text."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.core.plural import plural
from cpsudoku.core.printable import one_line
from cpsudoku.core.puzzle import Conflict, Puzzle
from cpsudoku.core.verdict import Result, Status, Verdict

NAMED_CELLS = 12  # as many as fit on a line
NAMED_PARTS = 12
NO_GUESSES = "guesses are counted only for classic 9x9 puzzles"
WRONG_ANSWER = "the solution that came with it is wrong"
_TIMES = {2: "twice", 3: "three times", 4: "four times"}


def detail(result: Result) -> str:
    """The details that follow the status word."""
    if result.problem is not None:
        return str(result.problem)
    if result.verdict is None:
        return ""
    said = [verdict_detail(result.verdict)]
    if result.verdict.puzzle.answer_ok is False:
        said.append(WRONG_ANSWER)
    if result.unproved:
        said.append(f"no proof: {result.unproved}")
    return "; ".join(said)


def verdict_detail(verdict: Verdict) -> str:
    """The reason for the status, and which parts of a drawing were interpreted and which not."""
    said = _doubtful(verdict)
    drawn = verdict.puzzle.interpreted
    return f"{said}; {interpreted_in_words(drawn)}" if drawn else said


def interpreted_in_words(rules: tuple[str, ...]) -> str:
    """``read from the drawing: 3 thermometers, 2 white dots``."""
    return f"read from the drawing: {', '.join(map(one_line, rules))}"


def _doubtful(verdict: Verdict) -> str:
    """The reason for the status, and the parts that were not interpreted."""
    parts = verdict.puzzle.uninterpreted
    if not parts:
        return _why(verdict)
    if verdict.status is Status.UNIQUE:
        why = f"{givens_in_words(verdict.puzzle)}, unique under the rules read"
    else:
        why = _why(verdict)
    return f"{why}; {uninterpreted_in_words(parts)}"


def board_in_words(board: Board) -> str:
    """``9x9``, ``9x9 jigsaw`` or ``5 overlapping 9x9 grids``: what the digits alone do not show."""
    shape = f"{board.size}x{board.size}"
    if not board.is_square:
        return plural(len(board.rows) // board.size or 1, f"overlapping {shape} grid")
    return f"{shape} jigsaw" if board.regions and board.box_shape is None else shape


def uninterpreted_in_words(parts: tuple[str, ...]) -> str:
    """``not interpreted: 2 lines (drawing), rule 'fogofwar'``, with 12 parts at most."""
    more = len(parts) - NAMED_PARTS
    named = ", ".join(map(one_line, parts[:NAMED_PARTS]))
    return f"not interpreted: {named}" + (f" and {more} more" if more > 0 else "")


def _why(verdict: Verdict) -> str:
    """The number of solutions, the givens that clash, or the limit that ran out."""
    if verdict.conflicts:
        return conflicts_in_words(verdict.puzzle, verdict.conflicts)
    if verdict.status is Status.UNIQUE:
        return f"{givens_in_words(verdict.puzzle)}, exactly one solution"
    if verdict.status is Status.MULTIPLE:
        count = len(verdict.solutions)
        bound = "exactly" if verdict.exhausted else "at least"
        differ = f"the first two differ in {cell_names(verdict.puzzle, verdict.differing)}"
        return f"{bound} {plural(count, 'solution')}; {differ}"
    if verdict.status is Status.NO_SOLUTION:
        return f"no solution, though no two of its {givens_in_words(verdict.puzzle)} clash"
    if not verdict.solutions:
        return f"undecided, no solution found yet: {verdict.note}"
    if verdict.note:
        return f"one solution, undecided whether there are others: {verdict.note}"
    return "one solution; others were not looked for"


def givens_in_words(puzzle: Puzzle) -> str:
    """``30 givens``."""
    return plural(puzzle.givens.count, "given")


def cell_names(puzzle: Puzzle, cells: tuple[int, ...]) -> str:
    """Names of cells, with their spreadsheet addresses, for 12 cells at most."""
    named = " ".join(cell_in_words(puzzle, cell) for cell in cells[:NAMED_CELLS])
    more = len(cells) - NAMED_CELLS
    return f"{named} and {more} more" if more > 0 else named


def cell_in_words(puzzle: Puzzle, cell: int) -> str:
    """``r1c2``, or ``r1c2 (B1)`` if it was read from a workbook."""
    name = puzzle.board.cell_name(cell)
    address = puzzle.source.address(*puzzle.board.row_column(cell))
    return f"{name} ({address})" if address else name


def conflicts_in_words(puzzle: Puzzle, conflicts: tuple[Conflict, ...]) -> str:
    """``5 twice in row 1: r1c1, r1c2; the givens break the 12 cage at r1c1: r1c1 r1c2``."""
    return "; ".join(_conflict(puzzle, conflict) for conflict in conflicts)


def _conflict(puzzle: Puzzle, conflict: Conflict) -> str:
    if not conflict.digit:
        return f"the givens break the {conflict.house}: {cell_names(puzzle, conflict.cells)}"
    times = _TIMES.get(len(conflict.cells), f"{len(conflict.cells)} times")
    cells = ", ".join(cell_in_words(puzzle, cell) for cell in conflict.cells)
    return f"{puzzle.board.symbols[conflict.digit]} {times} in {conflict.house}: {cells}"


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
