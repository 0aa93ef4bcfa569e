"""Finds QR codes that hold a puzzle in a picture, with zxing-cpp if it is installed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.runtime import extras

if TYPE_CHECKING:
    from PIL.Image import Image

    from cpsudoku.formats.line_by_line import LineFormat

ENLARGED, LARGEST = 3, 7000  # times, and pixels of the longer side, to read small codes again


@dataclass(frozen=True)
class Code:
    """The text of a code, and its middle in the picture, as shares of its width and height."""

    text: str
    middle: tuple[float, float]


def codes_in(image: Image) -> tuple[Code, ...]:
    """The codes in a picture that hold a puzzle, from the top; none without zxing-cpp."""
    if not extras.is_installed("zxingcpp"):
        return ()
    from PIL.Image import Resampling
    from zxingcpp import BarcodeFormat, BarcodeFormats, read_barcodes

    grey, factor, wanted = image.convert("L"), 1, BarcodeFormats(BarcodeFormat.QRCode)
    found = read_barcodes(grey, formats=wanted, return_errors=True)
    if any(not each.valid for each in found) and max(grey.size) * ENLARGED <= LARGEST:
        factor = ENLARGED
        enlarged = grey.resize((grey.width * factor, grey.height * factor), Resampling.BICUBIC)
        found = read_barcodes(enlarged, formats=wanted)
    codes = []
    for each in found:
        if each.valid and program_in(each.text) is not None:
            place = each.position
            x = (place.top_left.x + place.bottom_right.x) / (2 * factor * grey.width)
            y = (place.top_left.y + place.bottom_right.y) / (2 * factor * grey.height)
            codes.append(Code(each.text.strip(), (x, y)))
    return tuple(sorted(codes, key=lambda code: code.middle[::-1]))


def program_in(text: str) -> LineFormat | None:
    """The format of the text of a code, or None if it is not a puzzle."""
    from cpsudoku.formats.links.programs import program_of

    return program_of(text.strip())
