"""Grids for a terminal: boxes, givens bold, answers in colour, the cells that matter reversed."""

from __future__ import annotations

from collections.abc import Collection

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.printable import one_line
from cpsudoku.core.verdict import Result, Status, Verdict
from cpsudoku.core.words import detail, timing

GIVEN, ANSWER, BLANK, LINE = "bold", "cyan", "dim", "dim"
DIFFERS, CLASHES = "bold black on yellow", "bold white on red"
_WORD_STYLES = {"unique": "bold green", "multiple": "bold yellow", "unknown": "bold magenta"}
Lines = tuple[str, str, str, str, str]  # corners of the top, middle and bottom; flat; upright
UNICODE: Lines = ("┌┬┐", "├┼┤", "└┴┘", "─", "│")
ASCII: Lines = ("+++", "+++", "+++", "-", "|")


def boxed(
    grid: Grid,
    givens: Grid,
    marked: Collection[int] = (),
    mark: str = DIFFERS,
    lines: Lines = UNICODE,
) -> Text:
    """The grid with lines around its boxes.

    Marked cells have brackets as well as a colour, so that nothing is lost with NO_COLOR.
    """
    size = grid.board.size
    rows, columns = grid.board.box_shape or (size, size)
    top, middle, bottom, flat, bar = lines
    text = Text(no_wrap=True)

    def rule(corners: str) -> None:
        parts = [flat * (2 * columns + 1)] * (size // columns)
        text.append(f"{corners[0]}{corners[1].join(parts)}{corners[2]}\n", LINE)

    rule(top)
    for r in range(size):
        if r and r % rows == 0:
            rule(middle)
        for c in range(size):
            cell = r * size + c
            before = c % columns == 0
            if before:
                text.append(bar, LINE)
            _cell(text, grid, givens, cell, marked, mark, before)
            if (c + 1) % columns == 0:
                text.append("]" if cell in marked else " ", mark if cell in marked else "")
        text.append(f"{bar}\n", LINE)
    rule(bottom)
    text.rstrip()
    return text


def _cell(
    text: Text,
    grid: Grid,
    givens: Grid,
    cell: int,
    marked: Collection[int],
    mark: str,
    first: bool,
) -> None:
    """The gap before a cell, which is also the right bracket of the one before, and the cell."""
    after_marked = not first and cell - 1 in marked
    if cell in marked:
        text.append("|" if after_marked else "[", mark)
    else:
        text.append("]" if after_marked else " ", mark if after_marked else "")
    style = GIVEN if givens[cell] else ANSWER if grid[cell] else BLANK
    text.append(SYMBOLS[grid[cell]], mark if cell in marked else style)


def lines_for(console: Console) -> Lines:
    """Drawn lines where the terminal can show them, else dashes and bars."""
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
        return boxed(puzzle.givens, puzzle.givens, clashing, CLASHES, lines)
    return boxed(verdict.solution, puzzle.givens, lines=lines)


def show(result: Result, console: Console, both: bool) -> None:
    """Print one result as a person looks at it."""
    verdict = result.verdict
    if verdict is None:
        return
    if result.puzzle is not None and result.puzzle.label:
        console.print(Text(one_line(result.puzzle.label), "italic"))
    console.print(picture(verdict, console, both))
    console.print(line(result, f"  ({timing(verdict)})"))


def line(result: Result, more: str = "") -> Text:
    """The status word and what there is to say, on one line."""
    word = result.word
    style = _WORD_STYLES.get(word, "bold red")
    if result.verdict is not None and result.verdict.status is Status.UNKNOWN:
        word = "solved" if result.verdict.solution and not result.verdict.note else word
    return Text.assemble((word, style), "  ", detail(result), (more, "dim"))
