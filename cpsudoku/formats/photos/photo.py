"""Photographs, screenshots, scans and pages of PDF files with printed puzzles (read only)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO, TYPE_CHECKING

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BaseFormat, Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.signatures import is_picture
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.remarks import remark

if TYPE_CHECKING:
    from cpsudoku.formats.photos.seeing import Seen

UNCHECKED = "the digits of a picture (not compared with solutions)"


class Photo(BaseFormat):
    """The format ``photo``."""

    name = "photo"
    title = "photos, screenshots, scans and PDF pages of printed puzzles (read only)"
    suffixes = (".jpg", ".jpeg", ".webp", ".heic", ".heif", ".tif", ".tiff", ".bmp", ".gif")
    writes = False
    is_binary = True
    library = ("PIL", "reading a photo")

    def recognises(self, document: Document) -> bool:
        """Whether the file begins like an image or a PDF file."""
        return is_picture(document.peek(16))

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each grid that is found, page by page."""
        self.require_library()
        from cpsudoku.formats.photos.loading import pages
        from cpsudoku.formats.photos.seeing import seen_in

        found = 0
        for page in pages(document):
            source = replace(document.source, page=page.number)
            for entry in _of_page(seen_in(page.grey), source, options):
                found += 1
                yield entry
        if not found:
            raise InputError("no Sudoku grid was found in the picture", document.source)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Raise Unsupported."""
        raise Unsupported("photos are read but not written; png writes a picture")


def _of_page(found: list[Seen], source: Source, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles of the grids of a page."""
    puzzles = [each for each in found if each.is_puzzle]
    open_ones = [each for each in puzzles if each.printed < each.mesh.size**2]
    if open_ones and len(open_ones) < len(puzzles):
        count = len(puzzles) - len(open_ones)
        remark(f"{source}: left out {plural(count, 'grid')} without empty cells, as a solution")
        puzzles = open_ones
    if found and not puzzles:
        size = found[0].mesh.size
        problem = f"a grid of {size}x{size} cells was found, but it does not have printed digits"
        yield InputError(problem, source)
    for number, each in enumerate(puzzles, 1):
        where = replace(source, grid=number) if len(puzzles) > 1 else source
        try:
            board = options.board_of(each.mesh.size, where)
        except InputError as error:
            yield error
            continue
        sight = each.sight(source.page)
        givens = Grid(sight.likeliest, board)
        yield Puzzle(givens, source=where, uninterpreted=(UNCHECKED,), sight=sight)


FORMAT = Photo()
