"""Files of photos: turned, animated, damaged, too large, with too many pages."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps, features

from cpsudoku import InputError, read
from cpsudoku.formats import open_input
from cpsudoku.formats.photos.loading import images
from cpsudoku.runtime.remarks import heard_by
from tests.command import run
from tests.test_photos import PUZZLE, drawn, saved, table

TURN = Image.Transpose
TURNS = {
    1: None,
    2: TURN.FLIP_LEFT_RIGHT,
    3: TURN.ROTATE_180,
    4: TURN.FLIP_TOP_BOTTOM,
    5: TURN.TRANSPOSE,
    6: TURN.ROTATE_90,
    7: TURN.TRANSVERSE,
    8: TURN.ROTATE_270,
}


def quarters() -> Image.Image:
    """A picture with four different corners, which is not a square."""
    values = np.repeat(np.repeat([[0, 80], [160, 240]], 100, axis=0), 150, axis=1)
    return Image.fromarray(values.astype(np.uint8))


def loaded(path: Path) -> list[tuple[Image.Image, int | None]]:
    """The pages of a file."""
    with open_input(str(path)) as document:
        return list(images(document))


@pytest.mark.parametrize("turn", TURNS)
def test_every_turn_in_exif_is_undone(tmp_path: Path, turn: int) -> None:
    exif = Image.Exif()
    exif[274] = turn
    method = TURNS[turn]
    stored = quarters() if method is None else quarters().transpose(method)
    [(image, number)] = loaded(saved(stored, tmp_path, "photo.png", exif=exif))
    assert number is None
    assert np.array_equal(np.asarray(image.convert("L")), np.asarray(quarters()))


@pytest.mark.parametrize("name", ["photo.gif", "photo.png", "photo.webp"])
def test_only_the_first_frame_of_an_animation_is_loaded(tmp_path: Path, name: str) -> None:
    other = Image.new("RGB", quarters().size, "white")
    first = quarters().convert("RGB")
    path = saved(first, tmp_path, name, save_all=True, append_images=[other], lossless=True)
    remarks: list[str] = []
    with heard_by(remarks.append):
        [(image, _)] = loaded(path)
    assert np.abs(np.asarray(image.convert("L")).astype(int) - np.asarray(quarters())).max() < 8
    assert [remark.partition(": ")[2] for remark in remarks] == [
        "only the first of 2 frames is read"
    ]


def png(width: int, height: int) -> bytes:
    """A PNG file that claims a size, without the pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(b"\0" * 100)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def bmp(width: int, height: int) -> bytes:
    """The head of a BMP file of a size."""
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return struct.pack("<2sIHHI", b"BM", 54, 0, 0, 54) + head


def pages(kind: str, count: int) -> bytes:
    """A file of blank pages."""
    blank, data = Image.new("L", (64, 64), 255), BytesIO()
    blank.save(data, kind, save_all=True, append_images=[blank] * (count - 1))
    return data.getvalue()


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "bomb.png": (lambda: png(60_000, 60_000), "the image is too large; at most 50 megapixels"),
    "huge.png": (lambda: png(9000, 9000), "9000x9000 pixels are 81 megapixels; at most 50"),
    "huge.bmp": (
        lambda: bmp(9000, 4000),
        "9000x4000 pixels are 36 megapixels; at most 32 are read; a JPEG file may have 50",
    ),
    "cut.png": (lambda: png(900, 900), "the image can't be read"),
    "line.png": (lambda: png(3000, 1), "3000x1 pixels are too few; at least 60x60"),
    "many.pdf": (lambda: pages("PDF", 101), "it has 101 pages; at most 100 are read"),
    "many.tif": (lambda: pages("TIFF", 101), "it has 101 pages; at most 100 are read"),
    "page.pdf": (lambda: pages("PDF", 2).replace(b"/Kids", b"/Kits"), "the PDF file can't be read"),
    "text.jpg": (lambda: b"5 3 . . 7", "it is not an image that can be read"),
    "empty.jpg": (lambda: b"", "it is not an image that can be read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_can_not_be_read_is_named_once_with_the_reason(
    tmp_path: Path, name: str
) -> None:
    content, message = REFUSED[name]
    path = tmp_path / name
    path.write_bytes(content())
    with pytest.raises(InputError, match=message) as caught:
        list(read(path))
    assert str(caught.value).count(str(path)) == 1


def test_a_large_photo_is_decoded_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded, turned = list[tuple[int, int]](), ImageOps.exif_transpose

    def noticed(image: Image.Image, in_place: bool) -> None:
        decoded.append(image.size)
        turned(image, in_place=True)

    monkeypatch.setattr(ImageOps, "exif_transpose", noticed)
    [(image, _)] = loaded(saved(Image.new("L", (4608, 3456)), tmp_path, "large.jpg"))
    assert (decoded, image.size) == ([(2304, 1728)], (1800, 1350))


@pytest.mark.parametrize("mode", ["RGBA", "P", "I;16"])
def test_a_large_picture_is_reduced_in_strips(tmp_path: Path, mode: str) -> None:
    light = np.add.outer(np.linspace(0, 100, 300), np.linspace(0, 150, 3600)).astype(np.uint8)
    kept = Image.fromarray(light.astype(np.uint16) * 257) if mode == "I;16" else None
    stored = Image.fromarray(light).convert(mode) if kept is None else kept
    [(image, _)] = loaded(saved(stored, tmp_path, "large.png"))
    halved = light.reshape(150, 2, 1800, 2).mean(axis=(1, 3))
    assert np.abs(np.asarray(image.convert("L")) - halved).max() <= 3


def test_a_hundred_pages_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pages.tif"
    path.write_bytes(pages("TIFF", 100))
    assert [number for _, number in loaded(path)] == list(range(1, 101))


def test_pages_without_a_puzzle_are_named(tmp_path: Path) -> None:
    blank = Image.new("L", (500, 500), 230)
    images = [drawn(PUZZLE), blank, drawn("0" * 81), blank]
    path = saved(images[0], tmp_path, "pages.tif", save_all=True, append_images=images[1:])
    remarks: list[str] = []
    with heard_by(remarks.append):
        [puzzle] = read(path)
    assert puzzle.source.page == 1
    assert [remark.removeprefix(f"{path}") for remark in remarks] == [
        ", page 3: a grid of 9x9 cells was found, but it does not have printed digits",
        ": no Sudoku grid was found on these pages: 2 and 4",
    ]


def test_a_page_that_cannot_be_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    images = [drawn(PUZZLE), table(6, 6, [*map(str, range(9, 45))]), drawn(PUZZLE)]
    path = saved(images[0], tmp_path, "pages.tif", save_all=True, append_images=images[1:])
    outcome = run("check", path)
    assert outcome.code == 2
    assert [line.split("\t")[0] for line in outcome.out.splitlines()] == [
        "unique",
        "malformed",
        "unique",
    ]


def test_a_damaged_photo_is_reported_in_one_line(tmp_path: Path) -> None:
    data = BytesIO()
    quarters().save(data, "TIFF")
    path = tmp_path / "photo.tif"
    path.write_bytes(
        data.getvalue().replace(struct.pack("<HHI", 277, 3, 1), b"\x15\x01\x03\0\xff\0\0\0")
    )
    outcome = run("solve", path)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow reads no AVIF files")
def test_an_avif_photo_is_loaded(tmp_path: Path) -> None:
    [(image, _)] = loaded(saved(quarters(), tmp_path, "photo.avif", quality=90))
    assert image.size == quarters().size
