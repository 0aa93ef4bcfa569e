"""``cpsudoku new``."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path

from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import Language
from cpsudoku.cli.say import say
from cpsudoku.core.board import Board
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import asked_board
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.files import writing
from cpsudoku.runtime.words import worded
from cpsudoku.solving import read


@dataclass(frozen=True)
class BookOptions(OptionGroup):
    """The workbook to make."""

    title = "Workbook"
    file: Path = argument(MISSING, "FILE.xlsx", "Make this workbook.")
    size: int = option(
        9, "--size", metavar="N", help="Make boards of 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25."
    )
    box: str | None = option(
        None,
        "--box",
        metavar="RxC",
        help="Use boxes of R rows and C columns, or none.",
    )
    givens: str | None = option(
        None, "--givens", metavar="PUZZLE", help="Fill in the givens of this puzzle or file."
    )
    sheets: int = option(
        1, "--sheets", metavar="N", least=1, most=1000, help="Make N boards, one per sheet."
    )
    live: bool = option(
        False,
        "--live",
        help="Let formulas check the board and list candidates, for Excel or LibreOffice alone.",
    )
    force: bool = option(False, "--force", help="Replace FILE.xlsx if it exists.")


def new(book: BookOptions, language: Language) -> None:
    """Make a workbook to type puzzles into.

    Clashing digits turn red while you type, without macros. With --live, the board also turns
    green when it is finished, and a second sheet lists the candidates of each cell.
    """
    source = Source(str(book.file))
    if book.file.suffix.lower() != ".xlsx":
        raise InputError("the name of a new workbook must end in .xlsx", source)
    if book.file.exists() and not book.force:
        problem = worded(
            "the file exists and may contain puzzles that you typed; choose another name"
        )
        raise InputError("{problem}, or use --force to replace the file", source, problem=problem)
    asked, without_boxes = asked_board(book.box)
    usual = Board.without_boxes if without_boxes else Board.of_size
    board = asked or usual(book.size)
    puzzles = list(read(book.givens, box=book.box)) if book.givens is not None else []
    if puzzles:
        board = puzzles[0].board
        puzzles = [puzzle for puzzle in puzzles if puzzle.board == board]
    boards = [*puzzles, *[None] * max(0, book.sheets - len(puzzles))]
    from cpsudoku.formats.base import refuse_losses
    from cpsudoku.formats.sheets.writing.board_cells import refuse_unfindable
    from cpsudoku.formats.sheets.writing.new_workbook import new_board
    from cpsudoku.formats.sheets.xlsx import FORMAT

    for puzzle in puzzles:
        refuse_losses(FORMAT, Result(puzzle))
    refuse_unfindable(board, Source(worded("the board")))

    data = new_board(board, boards, book.live)
    with writing(book.file, noted=False) as stream:
        stream.write(data)
    say(
        worded("wrote {file}; type a puzzle, save, then run: cpsudoku solve {file}", file=book.file)
    )
