"""What is drawn into photos: the reading, doubtful cells, answers and hints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw

import cpsudoku
from cpsudoku import InputError, Puzzle, Unsupported, draw_in_photos
from cpsudoku.scene.inks import INKS
from tests.command import run
from tests.test_photos import CELL, PUZZLE, drawn, saved, tilted

Pixels = npt.NDArray[np.bool_]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tilted photo of PUZZLE."""
    return saved(tilted(drawn(PUZZLE), -8), tmp_path_factory.mktemp("photos"))


def inked(picture: Path, ink: str) -> Pixels:
    """The pixels of a picture that have an ink: bool[height, width]."""
    red, green, blue = (int(INKS[ink][0][place : place + 2], 16) for place in (1, 3, 5))
    pixels = np.asarray(Image.open(picture).convert("RGB")).astype(int)
    return np.asarray(np.abs(pixels - (red, green, blue)).max(axis=2) < 24)


def cells_with(pixels: Pixels, puzzle: Puzzle) -> set[int]:
    """The cells of the puzzle in whose middle pixels are set."""
    assert puzzle.sight is not None
    crossings = np.array(puzzle.sight.crossings).reshape(10, 10, 2)
    middles = (crossings[:-1, :-1] + crossings[1:, 1:]).reshape(81, 2) / 2
    found = set[int]()
    for cell, (x, y) in enumerate(middles.round().astype(int)):
        if pixels[y - 6 : y + 7, x - 6 : x + 7].any():
            found.add(cell)
    return found


EMPTY = {cell for cell, digit in enumerate(PUZZLE) if digit == "0"}


def test_answers_are_drawn_into_the_empty_cells_of_a_tilted_photo(
    photo: Path, tmp_path: Path
) -> None:
    (puzzle,) = cpsudoku.read(photo)
    draw_in_photos(cpsudoku.solve(puzzle), tmp_path / "answer.png")
    assert cells_with(inked(tmp_path / "answer.png", "entry"), puzzle) == EMPTY


def test_the_reading_alone_has_no_answers(photo: Path, tmp_path: Path) -> None:
    (puzzle,) = cpsudoku.read(photo)
    draw_in_photos(photo, tmp_path / "reading.png")
    assert not cells_with(inked(tmp_path / "reading.png", "entry"), puzzle)
    assert inked(tmp_path / "reading.png", "placed").sum() > 5 * (81 - len(EMPTY))


def test_doubtful_cells_are_orange(tmp_path: Path) -> None:
    image = drawn(PUZZLE)
    ImageDraw.Draw(image).ellipse((CELL + 3, CELL + 3, 2 * CELL - 3, 2 * CELL - 3), fill=60)
    photo = saved(image, tmp_path)
    (puzzle,) = cpsudoku.read(photo)
    assert puzzle.sight is not None
    doubtful = puzzle.sight.named(puzzle.uninterpreted)
    assert doubtful
    draw_in_photos(puzzle, tmp_path / "doubt.png")
    pixels = np.asarray(Image.open(tmp_path / "doubt.png")).astype(int)
    coloured = pixels[..., 0] - pixels[..., 2] > 40
    assert cells_with(coloured, puzzle) == set(doubtful)


@pytest.mark.parametrize("level", [1, 3, 4])
def test_a_hint_shows_no_more_than_its_level(photo: Path, tmp_path: Path, level: int) -> None:
    (puzzle,) = cpsudoku.read(photo)
    found = cpsudoku.hint(puzzle)
    assert found.step is not None
    draw_in_photos(found.up_to(level), tmp_path / "hint.png")
    pixels = np.asarray(Image.open(tmp_path / "hint.png")).astype(int)
    marked = cells_with(pixels[..., 1] - pixels[..., 0] > 25, puzzle)
    placed = {cell for cell, _ in found.step.step.placements}
    assert placed <= marked
    assert (len(marked) == 9) == (level == 1)
    digits = cells_with(inked(tmp_path / "hint.png", "entry"), puzzle)
    assert digits == (placed if level == 4 else set())


def test_pages_are_kept_apart(photo: Path, tmp_path: Path) -> None:
    pages = [Image.open(photo), drawn("0" * 81), drawn(PUZZLE)]
    pages[0].save(tmp_path / "pages.tif", save_all=True, append_images=pages[1:])
    puzzles = list(cpsudoku.read(tmp_path / "pages.tif"))
    draw_in_photos(puzzles, tmp_path / "shown.tif")
    with Image.open(tmp_path / "shown.tif") as shown:
        assert getattr(shown, "n_frames", 1) == 2
    with pytest.raises(InputError, match="2 pages have puzzles"):
        draw_in_photos(puzzles, tmp_path / "shown.png")
    assert not (tmp_path / "shown.png").exists()


def test_only_the_only_solution_is_drawn(photo: Path, tmp_path: Path) -> None:
    (puzzle,) = cpsudoku.read(photo)
    several = replace(puzzle, givens=Puzzle.parse(f"{PUZZLE[:60]}{'0' * 21}").givens)
    draw_in_photos(cpsudoku.solve(several), tmp_path / "several.png")
    assert not cells_with(inked(tmp_path / "several.png", "entry"), puzzle)


def test_what_is_not_from_a_photo_or_no_picture_is_refused(photo: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no puzzle from a photo"):
        draw_in_photos(cpsudoku.solve(PUZZLE), tmp_path / "answer.png")
    with pytest.raises(Unsupported, match="must end in one of"):
        draw_in_photos(photo, tmp_path / "answer.txt")
    with photo.open("rb") as stream:
        (puzzle,) = cpsudoku.read(stream)
    photo_gone = replace(puzzle, source=replace(puzzle.source, file="gone.png"))
    with pytest.raises(InputError, match="the photo is not a file"):
        draw_in_photos(photo_gone, tmp_path / "answer.png")


@pytest.mark.parametrize("command", ["solve", "check", "hint"])
def test_a_command_writes_the_picture(command: str, photo: Path, tmp_path: Path) -> None:
    outcome = run(command, photo, "--show", tmp_path / "shown.jpg")
    assert outcome.code == 0, outcome
    assert "wrote" in outcome.err
    with Image.open(tmp_path / "shown.jpg") as shown, Image.open(photo) as original:
        assert shown.size == original.size


def test_a_command_refuses_what_can_not_be_shown(photo: Path, tmp_path: Path) -> None:
    shown = str(tmp_path / "shown.png")
    assert run("solve", PUZZLE, "--show", shown).code == 2
    assert run("solve", str(photo), "--show", str(photo)).code == 2
    assert run("check", str(photo), "--why", "--show", shown).code == 2
    assert run("check", str(photo), "--show", "shown.txt").code == 2
    assert not Path(shown).exists()
