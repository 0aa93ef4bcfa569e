"""Pages to print (``.pdf``), written with fpdf2."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from cpsudoku.core import extras
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.pages import check_layout, pages
from cpsudoku.formats.pictures.scene import Box, Scene, Text
from cpsudoku.formats.pictures.writing import PictureFormat

if TYPE_CHECKING:
    from fpdf import FPDF

MADE = datetime(2000, 1, 1, tzinfo=UTC)  # so that equal puzzles make equal files


class Pdf(PictureFormat):
    """The format ``pdf``."""

    name = "pdf"
    title = "pages to print, with the answers at the end, written only"
    suffixes = (".pdf",)
    is_binary = True

    def with_options(self, options: WriteOptions) -> Self:
        """The same format; raises BadParameter or MissingExtra before any work begins."""
        check_layout(options)
        _document()
        return super().with_options(options)

    def data_of(self, results: Iterable[Result]) -> bytes:
        """The pages of the puzzles and of their answers."""
        return pdf(pages(results, self.options))


def _document() -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError:
        raise extras.missing("pdf", "a PDF") from None
    document = FPDF(unit="pt")
    document.set_auto_page_break(False)
    document.set_creation_date(MADE)
    document.set_creator("cpsudoku")
    return document


def pdf(scenes: Iterable[Scene]) -> bytes:
    """A PDF with a page for each scene."""
    document = _document()
    for number, scene in enumerate(scenes):
        if number == 0:
            document.set_title(_latin(scene.title))
        document.add_page(format=(scene.width, scene.height))
        for shape in scene.shapes:
            if isinstance(shape, Box):
                document.set_fill_color(*_rgb(shape.colour))
                document.rect(shape.x, shape.y, shape.width, shape.height, style="F")
            else:
                _text(document, shape)
    return bytes(document.output())


def _text(document: FPDF, text: Text) -> None:
    document.set_font("helvetica", "B" if text.bold else "", text.size)
    document.set_text_color(*_rgb(text.colour))
    words = _latin(text.text)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    document.text(text.x - shift * document.get_string_width(words), text.y, words)


def _rgb(colour: str) -> Iterator[int]:
    return iter(bytes.fromhex(colour[1:]))


def _latin(text: str) -> str:
    """The text in the letters of the standard fonts: others lose their accents, or become ``?``."""
    return "".join(
        letter
        if ord(letter) < 256
        else unicodedata.normalize("NFKD", letter)[0].encode("latin-1", "replace").decode("latin-1")
        for letter in text
    )


FORMAT = Pdf()
