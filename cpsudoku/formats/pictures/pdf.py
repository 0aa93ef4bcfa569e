"""Pages to print (``.pdf``), written with fpdf2."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.pages import check_layout, pages
from cpsudoku.formats.pictures.writing import PictureFormat
from cpsudoku.runtime.language import ENGLISH
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import tallied
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Box, Disc, Path, Primitive, Scene, Text, plain

if TYPE_CHECKING:
    from fpdf import FPDF

PUNCTUATION = str.maketrans("–—−‘’“”„•", '---\'\'"""-')
SHOWN = 10  # letters that the warning names
MADE = datetime(2000, 1, 1, tzinfo=UTC)  # a fixed date, so that equal puzzles make equal files


class Pdf(PictureFormat):
    """The format ``pdf``."""

    name = "pdf"
    title = "pages to print, with the answers at the end (read as photos)"
    suffixes = (".pdf",)
    is_binary = True
    library = ("fpdf", "a PDF")

    def with_options(self, options: WriteOptions) -> Self:
        """The same format; raises BadParameter before any work begins."""
        check_layout(options)
        return super().with_options(options)

    def speaks(self, language: str) -> bool:
        """Whether a language has only letters of Western Europe."""
        return language in (ENGLISH, "de", "fr")

    def data_of(self, results: Iterable[Result]) -> bytes:
        """The pages of the puzzles and of their answers."""
        return pdf(pages(results, self.options))


def _document() -> FPDF:
    from fpdf import FPDF

    document = FPDF(unit="pt")
    document.set_auto_page_break(False)
    document.set_creation_date(MADE)
    document.set_creator("cpsudoku")
    return document


def pdf(scenes: Iterable[Scene]) -> bytes:
    """A PDF with a page for each scene."""
    document, scenes = _document(), list(scenes)
    _report_missing(scenes)
    for number, scene in enumerate(scenes):
        if number == 0:
            document.set_title(_latin(scene.title))
        document.add_page(format=(scene.width, scene.height))
        for shape in scene.shapes:
            _paint(document, shape)
    return bytes(document.output())


def _paint(document: FPDF, shape: Primitive) -> None:
    if isinstance(shape, Text):
        _text(document, shape)
        return
    fill, stroke = (shape.ink, "") if isinstance(shape, Box) else (shape.fill, shape.stroke)
    if fill:
        document.set_fill_color(*_rgb(fill))
    if stroke:
        document.set_draw_color(*_rgb(stroke))
    style = "F" * bool(fill) + "D" * bool(stroke)
    if isinstance(shape, Box):
        document.rect(shape.x, shape.y, shape.width, shape.height, style=style)
        return
    if isinstance(shape, Disc):
        document.set_line_width(shape.width)
        document.circle(shape.x, shape.y, shape.radius, style=style)
    else:
        _path(document, shape)


def _path(document: FPDF, path: Path) -> None:
    """Draw a path. A line without dashes has round ends."""
    with document.new_path() as drawn:
        style = drawn.style
        style.auto_close = path.closed
        style.fill_color = INKS[path.fill][0] if path.fill else None
        style.stroke_color = INKS[path.stroke][0] if path.stroke else None
        style.stroke_width = path.width
        style.stroke_join_style = "round"
        style.stroke_cap_style = "butt" if path.dashes else "round"
        style.stroke_dash_pattern = path.dashes
        drawn.move_to(*path.points[0])
        for point in path.points[1:]:
            drawn.line_to(*point)
        if path.closed:
            drawn.close()


def _text(document: FPDF, text: Text) -> None:
    document.set_font("helvetica", "B" if text.bold else "", text.size)
    document.set_text_color(*_rgb(text.ink))
    words = _latin(text.text)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    document.text(text.x - shift * document.get_string_width(words), text.y, words)


def _rgb(ink: str) -> Iterator[int]:
    return iter(bytes.fromhex(INKS[ink][0][1:]))


def _latin(text: str) -> str:
    """The text in the letters of the standard fonts. Others lose their accents or become ``?``."""
    return "".join(letter if _is_latin(letter) else "?" for letter in _plain(text))


def _plain(text: str) -> str:
    """The text with base letters and signs such as <= for letters that the standard fonts lack."""
    return "".join(
        letter if _is_latin(letter) else unicodedata.normalize("NFKD", letter)[0]
        for letter in plain(text).translate(PUNCTUATION)
    )


def _is_latin(letter: str) -> bool:
    return ord(letter) < 256


def _report_missing(scenes: Iterable[Scene]) -> None:
    """Report the letters that become ``?``, so that users notice before they print."""
    texts = [shape.text for scene in scenes for shape in scene.shapes if isinstance(shape, Text)]
    missing = dict.fromkeys(
        letter for text in texts for letter in _plain(text) if not _is_latin(letter)
    )
    if missing:
        some = " ".join(list(missing)[:SHOWN])
        remark(
            tallied(
                "the fonts of a PDF have only Western European letters; {some} is printed as ?; an "
                "SVG has all letters",
                "the fonts of a PDF have only Western European letters; {some} are printed as ?; "
                "an SVG has all letters",
                len(missing),
                some=some,
            )
        )


FORMAT = Pdf()
