"""``cpsudoku new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cpsudoku.cli.report import say
from cpsudoku.core.errors import InputError, Source
from cpsudoku.core.files import writing
from cpsudoku.core.geometry import Geometry
from cpsudoku.solving import read

File = Annotated[Path, Argument(metavar="FILE.xlsx", help="The workbook to make.")]
Size = Annotated[int, Option("--size", metavar="N", help="4, 6, 8, 9, 10, 12, 15, 16, 20 or 25.")]
Box = Annotated[str | None, Option("--box", metavar="RxC", help="Rows x columns of a box.")]
Givens = Annotated[
    str | None, Option("--from", metavar="PUZZLE", help="Givens: a file, or a puzzle itself.")
]
Sheets = Annotated[int, Option("--sheets", metavar="N", min=1, max=1000, help="How many boards.")]
Force = Annotated[bool, Option("--force", help="Replace the file if it exists.")]


def new(
    file: File,
    size: Size = 9,
    box: Box = None,
    from_: Givens = None,
    sheets: Sheets = 1,
    force: Force = False,
) -> None:
    """Make a workbook to type puzzles into; clashes turn red while typing, without macros."""
    source = Source(str(file))
    if file.suffix.lower() != ".xlsx":
        raise InputError("the name of a new workbook must end in .xlsx", source)
    if file.exists() and not force:
        raise InputError("it exists; choose another name, or --force replaces it", source)
    geometry = Geometry.parse_box(box) if box is not None else Geometry.of_size(size)
    grids = [puzzle.givens for puzzle in read(from_, box=box)] if from_ is not None else []
    if grids:
        geometry = grids[0].geometry
        grids = [grid for grid in grids if grid.geometry == geometry]
    boards = [*grids, *[None] * max(0, sheets - len(grids))]
    from cpsudoku.formats.sheets.writing.new_workbook import new_board

    data = new_board(geometry, boards)
    with writing(file) as stream:
        stream.write(data)
    say(f"wrote {file}; type a puzzle, save, then: cpsudoku solve {file}")
