"""Grids for a terminal: givens are bold, answers in colour, and marked cells reversed."""

from __future__ import annotations

from collections.abc import Collection

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status, Verdict
from cpsudoku.core.words import detail, timing
from cpsudoku.drawing.character_signs import rules_in_words
from cpsudoku.drawing.framed import ASCII, UNICODE, Lines, Piece, framed
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.printable import one_line

GIVEN, ANSWER, BLANK = "bold", "cyan", "dim"
GUILTY = "bold red"
DIFFERS, CLASHES = "bold black on yellow", "bold white on red"
_WORD_STYLES = {"unique": "bold green", "multiple": "bold yellow", "unknown": "bold magenta"}


def boxed(
    grid: Grid,
    givens: Grid,
    marked: Collection[int] = (),
    mark: str = DIFFERS,
    lines: Lines = UNICODE,
) -> Text:
    """The grid with lines around its boxes.

    Marked cells have brackets as well as a colour, so they are visible with NO_COLOR too.
    """

    def shown(cell: int) -> Piece:
        style = GIVEN if givens[cell] else ANSWER if grid[cell] else BLANK
        return grid.board.symbols[grid[cell]], mark if cell in marked else style

    def gap(left: int | None, right: int | None) -> Piece:
        """The piece between two cells: a bracket beside a marked cell, a bar between two."""
        bracket = _BRACKETS[left in marked, right in marked]
        return bracket, "" if bracket == " " else mark

    cells = [[[shown(cell)]] for cell in range(len(grid.cells))]
    return framed(grid.board, cells, lines, gap)


_BRACKETS = {(False, False): " ", (False, True): "[", (True, False): "]", (True, True): "|"}


def rules_below(puzzle: Puzzle, guilty: Collection[int] = ()) -> Text:
    """The rules of a puzzle, as lines below its board.

    Those with the numbers of ``guilty`` come last, in red and after an exclamation mark.
    """
    rules = list(enumerate(puzzle.constraints))
    lines = [(line, "") for line in rules_in_words(each for n, each in rules if n not in guilty)]
    accused = rules_in_words(each for n, each in rules if n in guilty)
    lines += [(f"! {line}", GUILTY) for line in accused]
    return Text("\n").join(Text(line, style) for line, style in lines)


def lines_for(console: Console) -> Lines:
    """Box-drawing characters if the terminal can show them, or else dashes and bars."""
    return UNICODE if "utf" in (console.encoding or "").lower() else ASCII


def picture(verdict: Verdict, console: Console, both: bool) -> RenderableType:
    """The grid of a verdict: the solution, two that differ, or the givens that clash."""
    puzzle = verdict.puzzle
    lines = lines_for(console)
    if both and len(verdict.solutions) > 1:
        grids = [
            boxed(solution, puzzle.givens, verdict.differing, lines=lines)
            for solution in verdict.solutions[:2]
        ]
        width = 2 * len(grids[0].plain.splitlines()[0]) + 3
        return Columns(grids, padding=(0, 3)) if width <= console.width else Group(*grids)
    if verdict.solution is None:
        clashing = {cell for conflict in verdict.conflicts for cell in conflict.cells}
        givens = boxed(puzzle.givens, puzzle.givens, clashing, CLASHES, lines)
        return Group(givens, rules_below(puzzle)) if puzzle.constraints else givens
    return boxed(verdict.solution, puzzle.givens, lines=lines)


def show(result: Result, console: Console, both: bool) -> None:
    """Print one result for a person to read."""
    verdict = result.verdict
    if verdict is None:
        return
    if result.puzzle is not None and result.puzzle.label:
        console.print(Text(one_line(result.puzzle.label), "italic"))
    console.print(picture(verdict, console, both))
    console.print(line(result, f"  ({timing(verdict)})"))


def line(result: Result, more: str = "") -> Text:
    """The status word and the details, on one line."""
    word = result.word
    style = _WORD_STYLES.get(word, "bold red")
    if result.verdict is not None and result.verdict.status is Status.UNKNOWN:
        word = "solved" if result.verdict.solution and not result.verdict.note else word
    return Text.assemble((translated(word), style), "  ", detail(result), (more, "dim"))
