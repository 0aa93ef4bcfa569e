"""``cpsudoku grids``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from cpsudoku.cli import options as o
from cpsudoku.cli.report import say
from cpsudoku.core.errors import EXIT_OK, EXIT_USAGE, InputError
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.printable import printable
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import ReadOptions, open_input

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.book import Item

Files = Annotated[list[str], Argument(metavar="FILE...", help="Workbooks.", show_default=False)]
Plain = Annotated[bool, Option("--plain", help="One line a grid, without the pictures.")]


def grids(
    files: Files,
    plain: Plain = False,
    box: o.Box = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
) -> None:
    """List the grids that are found in workbooks: sheet, range, what each is, a picture.

    Exit code: 0 if every grid can be read, 2 if some can't or there is none.
    """
    from cpsudoku.formats.sheets.book import Book, items_of

    geometry = Geometry.parse_box(box) if box is not None else None
    options = ReadOptions(geometry, None, sheet, range_, named)
    code = EXIT_OK
    for number, name in enumerate(files, 1):
        try:
            with open_input(name, number) as document:
                book = Book.open(document.data(), document.source)
            items = items_of(book, options)
            if not items:
                raise InputError("no Sudoku grid was found in it", book.source)
        except InputError as error:
            say(error.template)
            code = EXIT_USAGE
            continue
        for item in items:
            if isinstance(item.entry, InputError):
                code = EXIT_USAGE
            print(_line(item), flush=True)
            if isinstance(item.entry, Puzzle) and not plain:
                print(_picture(item.entry), flush=True)
    raise typer.Exit(code)


def _line(item: Item) -> str:
    """File, sheet and range, what it is, and by what it was told."""
    if isinstance(item.entry, InputError):
        return f"{item.entry}  (told by {printable(item.why)})"
    size = item.entry.geometry.size
    count = item.entry.givens.count
    what = f"{item.role}, {size}x{size}, {count} given{'' if count == 1 else 's'}"
    solved = ", with its solution" if item.entry.answer is not None else ""
    return f"{item.entry.source}: {what}{solved}  (told by {printable(item.why)})"


def _picture(puzzle: Puzzle) -> str:
    from cpsudoku.drawing.terminal_grid import ASCII, boxed

    return boxed(puzzle.givens, puzzle.givens, lines=ASCII).plain
