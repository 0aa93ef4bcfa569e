#!/usr/bin/env python3
"""Reads screenshots and printed pages of one puzzle: scripts/screens.py [KIND ...] [--keep FOLDER].

Makes pictures of the page in Chromium (``page``), of workbooks that LibreOffice prints, as files
and as they look on a screen (``office``), and those that cpsudoku draws itself (``own``): light and
dark, in four fonts, and in several sizes. Prints each that is not read exactly right, and how many
of each kind were.
"""

from __future__ import annotations

import argparse
import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

import pypdfium2
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from PIL.Image import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cpsudoku.core.puzzle import Puzzle  # noqa: E402
from cpsudoku.core.verdict import Result  # noqa: E402
from cpsudoku.formats import FORMATS  # noqa: E402
from cpsudoku.solving.reading import read_entries  # noqa: E402
from tests.browser import PROGRAM  # noqa: E402
from tests.puzzles import WIKIPEDIA  # noqa: E402
from tests.served import served  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

FONTS = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Liberation Sans")
Theme = Literal["light", "dark"]
THEMES: dict[Theme, tuple[str, str, str]] = {  # paper, digits and lines
    "light": ("FFFFFF", "000000", "404040"),
    "dark": ("202428", "FFFFFF", "E0E0E0"),
}
SCREENS = (96, 144)  # dots per inch
SIZES = {"wide": (1280, 900), "tablet": (820, 1100), "phone": (390, 844)}


def of_page(folder: Path) -> Iterator[Path]:
    """Screenshots of the page, in Chromium."""
    from playwright.sync_api import sync_playwright

    with served(folder, WIKIPEDIA) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        for theme, (size, (width, height)) in product(THEMES, SIZES.items()):
            view: ViewportSize = {"width": width, "height": height}
            page = browser.new_page(bypass_csp=True, color_scheme=theme, viewport=view)
            page.goto(server.address)
            page.wait_for_selector("svg text")
            page.wait_for_timeout(1500)  # until it has looked at the puzzle
            for font in ("", *FONTS):
                if font:
                    page.add_style_tag(content=f'* {{ font-family: "{font}" !important }}')
                page.wait_for_timeout(200)
                picture = folder / f"page {theme} {size} {font or 'own font'}.png"
                page.screenshot(path=picture)
                yield picture
            page.close()
        browser.close()


def of_office(folder: Path) -> Iterator[Path]:
    """Workbooks as LibreOffice prints and draws them."""
    office = shutil.which("soffice")
    assert office is not None, "LibreOffice is missing"
    for theme, font in product(THEMES, FONTS):
        book = folder / f"office {theme} {font}.xlsx"
        workbook(theme, font).save(book)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    books = sorted(map(str, folder.glob("office *.xlsx")))
    subprocess.run([*command, *books], check=True, capture_output=True)
    for page in sorted(folder.glob("office *.pdf")):
        yield page
        for dots in SCREENS:
            with pypdfium2.PdfDocument(page) as file:
                picture = file[0].render(scale=dots / 72).to_pil()
            yield saved(picture, page.with_suffix(f".{dots}.png"))


def saved(picture: Image, path: Path) -> Path:
    """The upper left part of a page, in a file."""
    picture.crop((0, 0, picture.width, picture.height // 2)).save(path)
    return path


def workbook(theme: Theme, font: str) -> Workbook:
    """A board as people draw it, with thin lines between cells and thick ones around boxes."""
    ground, text, line = THEMES[theme]
    thin, thick = Side("thin", line), Side("thick", line)
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for cell in range(81):
        row, column = divmod(cell, 9)
        place = sheet.cell(row + 2, column + 2)
        place.value = int(WIKIPEDIA[cell]) if WIKIPEDIA[cell] in "123456789" else None
        place.font = Font(name=font, size=16, color=text, bold=theme == "dark")
        place.fill = PatternFill("solid", ground)
        place.alignment = Alignment("center", "center")
        place.border = Border(
            left=thin if column % 3 else thick,
            right=thick if column == 8 else thin,
            top=thin if row % 3 else thick,
            bottom=thick if row == 8 else thin,
        )
    for number in range(2, 11):
        sheet.column_dimensions["ABCDEFGHIJK"[number - 1]].width = 5
        sheet.row_dimensions[number].height = 26
    return book


def of_cpsudoku(folder: Path) -> Iterator[Path]:
    """Our own pictures and pages."""
    for kind in ("png", "pdf"):
        picture = folder / f"own.{kind}"
        stream = io.BytesIO()
        FORMATS[kind].write([Result(Puzzle.parse(WIKIPEDIA))], stream)
        picture.write_bytes(stream.getvalue())
        yield picture


KINDS: dict[str, Callable[[Path], Iterator[Path]]] = {
    "page": of_page,
    "office": of_office,
    "own": of_cpsudoku,
}


def problem(picture: Path) -> str:
    """What is not read right in a picture; nothing if all is."""
    entries = list(read_entries([picture]))
    puzzles = [each for each in entries if isinstance(each, Puzzle)]
    if len(entries) != 1 or not puzzles:
        return "; ".join(f"{each}" for each in entries if not isinstance(each, Puzzle)) or "several"
    if puzzles[0].givens != Puzzle.parse(WIKIPEDIA).givens:
        return f"read as {puzzles[0].givens.line}"
    return "; ".join(puzzles[0].uninterpreted)


def main() -> None:
    """Make the pictures, read them and print what was read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--keep", type=Path, help="a folder for the pictures")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for kind in options.kinds or KINDS:
            right = count = 0
            for picture in KINDS[kind](folder):
                said = problem(picture)
                right, count = right + (not said), count + 1
                if said:
                    print(f"{picture.name}: {said}", flush=True)
            print(f"{kind}: {right} of {count} read exactly right", flush=True)


if __name__ == "__main__":
    main()
