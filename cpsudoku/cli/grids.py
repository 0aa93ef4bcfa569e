"""``cpsudoku grids``."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.inputs import reading_options
from cpsudoku.cli.options import Input, Language
from cpsudoku.cli.say import say, with_options
from cpsudoku.cli.tables import print_table
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import board_in_words
from cpsudoku.formats import open_input
from cpsudoku.runtime.errors import EXIT_OK, EXIT_USAGE, InputError, Source
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import printable

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.items import Item


@dataclass(frozen=True)
class Books(OptionGroup):
    """The workbooks to look through."""

    title = "Input"
    files: list[str] = argument(MISSING, "FILE", "Look through these workbooks.")
    box: str | None = again(Input, "box", None)
    sheet: str | None = again(Input, "sheet", None)
    range: str | None = again(Input, "range", None)
    named: str | None = again(Input, "named", None)


@dataclass(frozen=True)
class Listing(OptionGroup):
    """How the grids are listed."""

    title = "Output"
    brief: bool = option(False, "--brief", help="Print one line per grid, without pictures.")


def grids(books: Books, listing: Listing, language: Language) -> None:
    """List the grids in workbooks, with sheet, range and picture.

    Exit code: 0 if every grid can be read, 2 if some grid cannot or there is none.
    """
    from cpsudoku.formats.sheets.book import Book, items_of
    from cpsudoku.formats.sheets.items import ROLE_UNREADABLE

    options = reading_options(
        Input(box=books.box, sheet=books.sheet, range=books.range, named=books.named)
    )
    code = EXIT_OK
    for number, name in enumerate(books.files, 1):
        try:
            with open_input(name, number) as document:
                book = Book.open(document.data(), document.source)
            items = items_of(book, options)
            if not items:
                raise InputError("it contains no Sudoku grid", book.source)
        except InputError as error:
            say(error.template)
            code = EXIT_USAGE
            continue
        for item in items:
            if item.role == ROLE_UNREADABLE:
                code = EXIT_USAGE
            print_table([(_line(item),)])
            if isinstance(item.entry, Puzzle) and not listing.brief:
                print(_picture(item.entry), flush=True)
    raise typer.Exit(code)


def _line(item: Item) -> str:
    """One line: file, sheet, range, what the grid is and why, and how it was recognised."""
    recognised = translated("(recognised by {why})", why=in_words(item.why))
    reason = f": {in_words(item.reason)}" if item.reason else ""
    if isinstance(item.entry, InputError):
        if not item.reason:
            return printable(f"{with_options(item.entry.template)}  {recognised}")
        where = in_words(Source(item.entry.source.file, item.sheet).words)
        return printable(f"{where}, {item.range}: {translated(item.role)}{reason}  {recognised}")
    board, count = in_words(board_in_words(item.entry.board)), item.entry.givens.count
    what = ", ".join((translated(item.role), board, in_words(plural(count, "given"))))
    solved = f", {translated('with its solution')}" if item.entry.answer is not None else ""
    where = in_words(item.entry.source.words)
    return printable(f"{where}: {what}{solved}{reason}  {recognised}")


def _picture(puzzle: Puzzle) -> str:
    from cpsudoku.drawing.framed import ASCII
    from cpsudoku.drawing.terminal_grid import boxed, rules_below

    grid = boxed(puzzle.givens, puzzle.givens, lines=ASCII).plain
    return "\n".join(filter(None, (grid, rules_below(puzzle).plain)))
