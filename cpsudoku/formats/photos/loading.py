"""Opens images and pages of PDF files."""

from __future__ import annotations

import io
import logging
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.codes import Code, codes_in
from cpsudoku.formats.photos.raster import Floats
from cpsudoku.formats.photos.signatures import PDF, is_heic
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST = 1800  # pixels of the longer side of what is looked at; larger images are reduced
LEAST = 60  # pixels of the shorter side
# With these limits, reading a picture takes up to 300 MB. Pillow holds a WebP image three times,
# and files of some other formats are as large as their pixels.
MEGAPIXELS, FEWER_MEGAPIXELS = (
    50,
    {"WEBP": 16, "BMP": 32, "TIFF": 32, "HEIF": 32, "AVIF": 32},
)
PAGES = 100  # of one file
STRIP = 64  # rows of a reduced image that are made at once
# What Pillow and PDFium raise for damaged files; errors of PDFium are RuntimeErrors.
DAMAGE = (
    *(OSError, SyntaxError, ValueError, EOFError, struct.error, MemoryError, RuntimeError),
    *(LookupError, ArithmeticError, TypeError, AttributeError, AssertionError),
)


@dataclass(frozen=True)
class PicturePage:
    """A picture, its number in the file, from 1, if the file can have several, and its codes."""

    image: Image
    number: int | None = None
    codes: tuple[Code, ...] = ()

    @cached_property
    def grey(self) -> Floats:
        """The picture in grey."""
        return (np.asarray(self.image.convert("L")) / 255).astype(np.float32)

    @cached_property
    def colours(self) -> npt.NDArray[np.uint8]:
        """Its red, green and blue: uint8[height, width, 3]."""
        return np.asarray(self.image.convert("RGB"))


def pages(document: Document) -> Iterator[PicturePage]:
    """The pages of an image or a PDF file, turned upright and reduced.

    Raises InputError, and MissingExtra.
    """
    data = document.data()
    try:
        if data.startswith(PDF):
            yield from _of_pdf(data, document)
        else:
            yield from _of_image(data, document)
    except InputError:
        raise
    except DAMAGE as error:
        kind = worded("PDF file") if data.startswith(PDF) else "image"
        raise InputError(
            "the {kind} can't be read: {error}", document.source, kind=kind, error=error
        ) from None


def images(document: Document) -> Iterator[tuple[Image, int | None]]:
    """The pictures of the same pages, with their numbers."""
    for page in pages(document):
        yield page.image, page.number


def _of_pdf(data: bytes, document: Document) -> Iterator[PicturePage]:
    extras.require("pypdfium2", "reading a PDF file")
    import pypdfium2

    try:
        file = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise InputError(
            "the PDF file can't be read: {error}", document.source, error=error
        ) from None
    with file:
        _refuse_many_pages(len(file), document)
        for number in range(len(file)):
            page = file[number]
            scale = LONGEST / max(page.get_size())
            image = page.render(scale=scale).to_pil()
            yield PicturePage(image, number + 1, codes_in(image))


def _of_image(data: bytes, document: Document) -> Iterator[PicturePage]:
    from PIL import Image, ImageOps, UnidentifiedImageError

    if is_heic(data):
        extras.require("pillow_heif", "reading a HEIC photo")
        import pillow_heif

        pillow_heif.register_heif_opener()
    with _without_warnings():
        try:
            opened = Image.open(io.BytesIO(data))
        except Image.DecompressionBombError:
            problem = worded(
                "the image is too large; at most {megapixels} megapixels are read",
                megapixels=MEGAPIXELS,
            )
            raise InputError(problem, document.source) from None
        except UnidentifiedImageError:
            raise InputError("it is not an image that can be read", document.source) from None
        _refuse_size(opened, document)
        count = getattr(opened, "n_frames", 1)
    is_file_of_pages = opened.format == "TIFF" and count > 1
    if is_file_of_pages:
        _refuse_many_pages(count, document)
    elif count > 1:
        remark(
            worded(
                "{source}: only the first of {count} frames is read",
                source=document.source,
                count=count,
            )
        )
    for number in range(count if is_file_of_pages else 1):
        with _without_warnings():
            opened.seek(number)
            _refuse_size(opened, document)
            opened.draft("RGB", _reduced_size(opened.size))  # a part of the pixels of a large JPEG
            image = _plain(opened)
            if not is_file_of_pages:
                opened.close()
            ImageOps.exif_transpose(image, in_place=True)  # the same pixels if it is not turned
            codes = codes_in(image)
            image = _reduced(image)
        yield PicturePage(image, number + 1 if is_file_of_pages else None, codes)


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Without what Pillow says about damaged and large files."""
    logger = logging.getLogger("PIL")
    level = logger.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logger.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            logger.setLevel(level)


def _refuse_many_pages(count: int, document: Document) -> None:
    if count > PAGES:
        raise InputError(
            "it has {count} pages; at most {pages} are read",
            document.source,
            count=count,
            pages=PAGES,
        )


def _refuse_size(image: Image, document: Document) -> None:
    width, height = image.size
    most = FEWER_MEGAPIXELS.get(image.format or "", MEGAPIXELS)
    if width * height > most * 1_000_000:
        found = worded(
            "{width}x{height} pixels are {megapixels} megapixels",
            width=width,
            height=height,
            megapixels=f"{width * height / 1000000.0:.0f}",
        )
        others = (
            ""
            if most == MEGAPIXELS
            else worded("; a JPEG file may have {megapixels}", megapixels=MEGAPIXELS)
        )
        raise InputError(
            "{found}; at most {most} are read{others}",
            document.source,
            found=found,
            most=most,
            others=others,
        )
    if min(image.size) < LEAST:
        found = worded("{width}x{height} pixels are too few", width=width, height=height)
        raise InputError(
            "{found}; at least {least}x{least} are needed",
            document.source,
            found=found,
            least=LEAST,
        )


def _plain(image: Image) -> Image:
    """The image on white paper, in grey or colour; a large one in the means of squares of pixels.

    It is made in strips, so that a large image with many bits or transparency is not copied.
    """
    from PIL import Image as Images

    image.load()
    width, height = image.size
    factor = max(1, max(image.size) // LONGEST)
    rows = factor * STRIP
    tops = range(0, height, rows)
    strips = (image.crop((0, top, width, min(top + rows, height))) for top in tops)
    most = _largest_value(image, rows)
    parts = [_on_paper(strip, most).reduce(factor) for strip in strips]
    result = Images.new(parts[0].mode, (parts[0].width, sum(part.height for part in parts)))
    for number, part in enumerate(parts):
        result.paste(part, (0, number * STRIP))
    result.info = image.info
    return result


def _largest_value(image: Image, rows: int) -> float:
    """What is white in an image with numbers of many bits: that of its kind; 0 for other images."""
    if not image.mode.startswith(("I", "F")):
        return 0
    tops = range(0, image.height, rows)
    boxes = ((0, top, image.width, min(top + rows, image.height)) for top in tops)
    largest = max(float(np.asarray(image.crop(box)).max()) for box in boxes)
    return 65535.0 if largest > 255 else 255.0 if largest > 1 else 1.0


def _on_paper(image: Image, most: float) -> Image:
    """The image on white paper, in grey or colour. most: what is white in numbers of many bits."""
    from PIL import Image as Images

    if most:
        values = np.asarray(image, dtype=np.float32)
        return Images.fromarray(np.clip(values * (255 / most), 0, 255).astype(np.uint8))
    if image.mode in ("P", "PA", "LA", "RGBA") or "transparency" in image.info:
        image = image.convert("RGBA") if image.mode != "RGBA" else image
        white = Images.new("RGB", image.size, (255, 255, 255))
        white.paste(image, mask=image.getchannel("A"))
        return white
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


def _reduced(image: Image) -> Image:
    """The image with sides of LONGEST pixels at most."""
    from PIL import Image as Images

    size = _reduced_size(image.size)
    return image if size == image.size else image.resize(size, Images.Resampling.BOX)


def _reduced_size(size: tuple[int, int]) -> tuple[int, int]:
    """The width and height of an image with sides of LONGEST pixels at most."""
    factor = min(1.0, LONGEST / max(size))
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))
