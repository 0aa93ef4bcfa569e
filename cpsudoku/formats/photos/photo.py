"""Photographs, screenshots, scans and pages of PDF files with printed puzzles (read only)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import IO, TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BaseFormat, Entry, ReadOptions, with_asked_rules
from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.signatures import is_picture
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.plural import first_listed, plural
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.formats.photos.borders import Borders
    from cpsudoku.formats.photos.flat import Flat
    from cpsudoku.formats.photos.loading import PicturePage
    from cpsudoku.formats.photos.seeing import Seen

CAGES = worded("dashed lines, as around the cages of a killer")
CAGE = "killer"  # the rule
BORDERS = worded("thick lines that are not those of boxes, as in a jigsaw")
UNCHECKED = worded("the digits of a picture (not compared with solutions)")


class Photo(BaseFormat):
    """The format ``photo``."""

    name = "photo"
    title = "photos, screenshots, scans and PDF pages of printed puzzles (read only)"
    suffixes = (
        *(".jpg", ".jpeg", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif"),
    )
    writes = False
    is_binary = True
    library = ("PIL", "reading a photo")

    def recognises(self, document: Document) -> bool:
        """Whether the file begins like an image or a PDF file."""
        return is_picture(document.peek(16))

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each grid that is found, page by page."""
        self.require_library()
        from cpsudoku.formats.photos.coded import with_codes
        from cpsudoku.formats.photos.loading import pages
        from cpsudoku.formats.photos.seeing import seen_in

        found, named, empty = 0, list[InputError](), list[str]()
        for page in pages(document):
            source = replace(document.source, page=page.number)
            seen = seen_in(page.grey)
            grids: list[Entry] = []
            if any(each.is_puzzle for each in seen):
                grids += _of_page(seen, page, source, options)
            elif not page.codes:
                problems = [*_problems(seen, page, source)]
                if page.number is not None and any(each.has_digits for each in seen):
                    grids += problems
                else:
                    named += problems
                if not problems:
                    empty.append(f"{page.number}")
            for entry in with_codes(grids, page, source, options):
                found += 1
                yield entry
        if not found:
            nothing = InputError("no Sudoku grid was found in the picture", document.source)
            raise [*named, nothing][0]
        for problem in named:
            remark(f"{problem}")
        if empty:
            remark(
                worded(
                    "{source}: no Sudoku grid was found on these pages: {pages}",
                    source=document.source,
                    pages=first_listed(empty, 20),
                )
            )

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Raise Unsupported."""
        raise Unsupported("photos are read but not written; png writes a picture")


def _problems(found: list[Seen], page: PicturePage, source: Source) -> Iterator[InputError]:
    """What a page without a puzzle has instead, if it has a table or a grid."""
    from cpsudoku.formats.photos.borders import borders_of
    from cpsudoku.formats.photos.naming import table_in

    table = table_in(page.grey)
    if table is not None and (table.is_known or not found):
        words = worded(
            "no Sudoku grid was found in the picture, but {found}", found=table.in_words()
        )
        yield InputError(words, source)
    elif found:
        problem = found[0].problem
        if borders_of(page.grey, found[0].mesh).has_cages:
            problem = worded("it has {cages}, which can't be read", cages=CAGES)
        yield _unread_grid(found[0], problem, source)


def _unread_grid(grid: Seen, problem: str | None, source: Source) -> InputError:
    """What is wrong with a grid that was found."""
    words = worded(
        "a grid of {size}x{size} cells was found, but {problem}",
        size=grid.mesh.size,
        problem=problem,
    )
    return InputError(words, source)


def _of_page(
    found: list[Seen], page: PicturePage, source: Source, options: ReadOptions
) -> Iterator[Entry]:
    """The puzzles of the grids of a page, and what is wrong with other grids that have digits."""
    puzzles = [each for each in found if each.is_puzzle]
    open_ones = [each for each in puzzles if each.printed < each.mesh.size**2]
    if open_ones and len(open_ones) < len(puzzles):
        count = len(puzzles) - len(open_ones)
        remark(
            worded(
                "{source}: left out {grids} without empty cells, as a solution",
                source=source,
                grids=plural(count, "grid"),
            )
        )
        puzzles = open_ones
    for number, each in enumerate(puzzles, 1):
        where = replace(source, grid=number) if len(puzzles) > 1 else source
        try:
            yield _puzzle_of(each, page, where, options)
        except InputError as error:
            yield error
    for each in found:
        if each.problem is not None and each.has_digits:
            yield _unread_grid(each, each.problem, source)


def _puzzle_of(seen: Seen, page: PicturePage, where: Source, options: ReadOptions) -> Puzzle:
    """The puzzle of a grid. Raises InputError if the user asked for another size."""
    from cpsudoku.formats.photos.borders import borders_between, borders_of
    from cpsudoku.formats.photos.covering import covered_cells
    from cpsudoku.formats.photos.flat import flat_of

    flat, killer = flat_of(page.colours, seen.mesh, seen.is_inverted), seen.killer
    if killer is None:
        borders = borders_of(page.grey, seen.mesh)
    else:
        flat = killer.without(flat)
        borders = borders_between(flat.light[1:-1, 1:-1].mean(axis=-1))
    board, unread = _board_of(seen, borders, where, options)
    sight = seen.sight(where.page, options.handwriting)
    covered = covered_cells(flat, seen.mesh.support, sight)
    sight = replace(sight, unclear=tuple(sorted({*sight.unclear, *covered})))
    puzzle = Puzzle(
        Grid(sight.likeliest, board), source=where, uninterpreted=(UNCHECKED,), sight=sight
    )
    asked = with_asked_rules(puzzle, options.rules)  # a problem with them is reported later
    rules = asked.constraints if isinstance(asked, Puzzle) else ()
    unread += _unread_of(flat, puzzle, rules, killer.crossed if killer is not None else ())
    if killer is not None and not any(rule.name == CAGE for rule in rules):
        cages, doubts = killer.rules(board)
        puzzle, unread = puzzle.with_rules(*cages), (*unread, *doubts)
    return replace(puzzle, sight=replace(sight, unread=unread))


def _unread_of(
    flat: Flat, puzzle: Puzzle, rules: Sequence[Constraint], drawn: Sequence[int]
) -> tuple[str, ...]:
    """What else was not read, in words. drawn: cells that are known to have a drawing."""
    from cpsudoku.formats.photos.unread import unread_parts

    assert puzzle.sight is not None
    unread, ornament = unread_parts(flat, puzzle.board, puzzle.sight, rules, drawn)
    if ornament:
        names = " ".join(puzzle.board.cell_name(cell) for cell in ornament)
        remark(
            worded(
                "{source}: took the shade of the blank cells {names} for an ornament",
                source=puzzle.source,
                names=names,
            )
        )
    return tuple(unread)


def _board_of(
    seen: Seen, borders: Borders, where: Source, options: ReadOptions
) -> tuple[Board, tuple[str, ...]]:
    """The board between the lines of a grid, and the lines that were not read, in words.

    Raises InputError if the user asked for another size.
    """
    from cpsudoku.formats.photos.borders import OPEN

    board = options.board_of(seen.mesh.size, where)
    has_cages = borders.has_cages and seen.killer is None and not options.rules
    unread = (CAGES,) if has_cages else ()
    is_asked = options.board is not None or options.without_boxes
    if is_asked or board.box_shape is None or not borders.differ_from(board.box_shape):
        return board, unread
    regions = borders.regions
    if regions is not None:
        return Board.jigsaw(regions), unread
    return board, (*unread, BORDERS) if borders.differ_from(board.box_shape, OPEN) else unread


FORMAT = Photo()
