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
from cpsudoku.drawing.framed import ASCII, UNICODE, Lines, Piece, framed, text_width
from cpsudoku.drawing.terminal_layers import lines_below, signs_behind
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.listening import are_boards_in_words
from cpsudoku.runtime.printable import one_line
from cpsudoku.scene.edges import region_areas

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
    width: int | None = None,
) -> Text:
    """The grid with lines around its boxes.

    Marked cells have brackets as well as a colour, so they are visible with NO_COLOR too. If that
    is wider than ``width``, the cells touch, and a line below names what is missing. Without lines
    if boards are in words.
    """
    if are_boards_in_words():
        from cpsudoku.drawing.spoken import spoken_grid

        return Text("\n".join([*spoken_grid(grid, marked), *lines_below(grid, is_plain=True)]))

    def shown(cell: int) -> Piece:
        style = GIVEN if givens[cell] else ANSWER if grid[cell] else BLANK
        return grid.board.symbols[grid[cell]], mark if cell in marked else style

    def gap(left: int | None, right: int | None) -> Piece:
        """The piece between two cells: a bracket beside a marked cell, a bar between two."""
        bracket = _BRACKETS[left in marked, right in marked]
        return bracket, "" if bracket == " " else mark

    cells = [[[shown(cell), *signs_behind(grid, cell)]] for cell in range(len(grid.cells))]
    areas = region_areas(grid)
    below = "".join(f"\n{line}" for line in lines_below(grid, is_plain=lines is ASCII))
    text = framed(grid.board, cells, lines, gap, areas=areas)
    if width is None or text_width(text) <= width:
        return text.append(below)
    tight, need = (
        framed(grid.board, cells, lines, None, areas=areas).append(below),
        text_width(text),
    )
    if text_width(tight) > width:
        return tight.append(f"\nThe board needs {text_width(tight)} columns.", "dim")
    return left_out(tight, "brackets of marked cells", need) if marked else tight


def left_out(text: Text, what: str, need: int) -> Text:
    """The text and a line with what is missing in it, and the columns that this needs."""
    return text.append(f"\nLeft out: {what}, which need {need} columns.", "dim")


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


def width_allowed(console: Console) -> int | None:
    """The width that boards must fit: that of the terminal, or none in a pipe."""
    return console.width if console.is_terminal else None


def picture(verdict: Verdict, console: Console, both: bool) -> RenderableType:
    """The grid of a verdict: the solution, two that differ, or the givens that clash."""
    puzzle = verdict.puzzle
    lines, columns = lines_for(console), width_allowed(console)
    if both and len(verdict.solutions) > 1:
        grids = [
            boxed(solution, puzzle.givens, verdict.differing_cells, lines=lines, width=columns)
            for solution in verdict.solutions[:2]
        ]
        width = 2 * max(map(text_width, grids)) + 3
        fits = width <= console.width and not are_boards_in_words()
        return Columns(grids, padding=(0, 3)) if fits else Group(*grids)
    if verdict.solution is None:
        clashing = {cell for conflict in verdict.conflicts for cell in conflict.cells}
        givens = boxed(puzzle.givens, puzzle.givens, clashing, CLASHES, lines, columns)
        return Group(givens, rules_below(puzzle)) if puzzle.constraints else givens
    return boxed(verdict.solution, puzzle.givens, lines=lines, width=columns)


def show(result: Result, console: Console, both: bool) -> None:
    """Print one result for a person to read."""
    verdict = result.verdict
    if verdict is None:
        return
    if result.puzzle is not None and result.puzzle.label:
        console.print(Text(one_line(result.puzzle.label), "italic"))
    console.print(picture(verdict, console, both), crop=False)
    console.print(line(result, f"  ({timing(verdict)})"))


def line(result: Result, more: str = "") -> Text:
    """The status word and the details, on one line."""
    word = result.word
    style = _WORD_STYLES.get(word, "bold red")
    if result.verdict is not None and result.verdict.status is Status.UNKNOWN:
        word = "solved" if result.verdict.solution and not result.verdict.note else word
    return Text.assemble((translated(word), style), "  ", detail(result), (more, "dim"))
