"""QR codes beside printed puzzles: the link that they hold, and how they are drawn."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
import segno
from PIL import Image

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.scf import puzzle_of_scf, scf_of
from cpsudoku.formats.pictures.code import QUIET, drawn_code, link_for_code, side_of_code
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.remarks import heard_by
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA, grid_of, random_givens

EMPTY = "." * 81
HELD = {
    "classic": WIKIPEDIA,
    "empty": EMPTY,
    "full": SOLVED,
    "diagonals": f"{WIKIPEDIA}\ndiagonals",
    "both": f"{EMPTY}\nwindows\ndiagonals",
    "killer": f"{EMPTY}\nkiller 7: r1c3 r1c4",
    "jigsaw": ".2..\n....\n....\n...1\nregions: AABB/ABBA/CCDD/CDDC",
}


@pytest.mark.parametrize("name", HELD)
def test_the_link_of_a_code_holds_the_puzzle_and_no_answer(name: str) -> None:
    puzzle = Puzzle.parse(HELD[name])
    answered = Puzzle(puzzle.givens, puzzle.constraints, answer=puzzle.givens)
    link = link_for_code(answered)
    found = Puzzle.parse(link)
    assert (found.givens, found.constraints) == (puzzle.givens, puzzle.constraints)
    assert found.answer is None
    assert len(link) < 60 or name in ("full", "killer", "jigsaw")


def test_the_short_form_of_sudokupad_is_read_as_it_was_written() -> None:
    random = Random(1)
    for share in (0.0, 0.1, 0.3, 0.6, 1.0):
        board = grid_of(WIKIPEDIA).board
        puzzle = Puzzle(random_givens(random, board, share, spoiled=True))
        text = scf_of(puzzle)
        assert text is not None
        assert puzzle_of_scf(text).givens == puzzle.givens


def test_a_code_is_drawn_as_its_modules_with_room_around_it() -> None:
    link = link_for_code(Puzzle(grid_of(WIKIPEDIA)))
    modules = [bytes(row) for row in segno.make_qr(link, error="l").matrix]
    side = len(modules) + 2 * QUIET
    paper, *boxes = drawn_code(link, 10, 20, side)  # each module has the side 1
    assert (paper.x, paper.y, paper.width, paper.height, paper.ink) == (10, 20, side, side, "paper")
    drawn = {
        (round(box.x - 10) + step - QUIET, round(box.y - 20) - QUIET)
        for box in boxes
        for step in range(round(box.width))
    }
    dark = {(x, y) for y, row in enumerate(modules) for x, module in enumerate(row) if module}
    assert drawn == dark


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_picture_with_codes_is_larger_than_without(kind: str) -> None:
    puzzles = [WIKIPEDIA, EMPTY]
    plain = cpsudoku.write(puzzles, format=kind).data
    assert len(cpsudoku.write(puzzles, format=kind, qr=True).data) > len(plain)


def test_what_no_code_can_hold_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="qr works only with svg, png, pdf"):
        cpsudoku.write(WIKIPEDIA, format="line", qr=True)
    monkeypatch.setattr("cpsudoku.formats.pictures.code.MOST", 100)
    with pytest.raises(Unsupported, match="characters; a QR code here holds 100; leave out qr"):
        link_for_code(Puzzle.parse(HELD["killer"]))
    done = invoke("convert", WIKIPEDIA, "-o", tmp_path / "a.svg", "--qr")
    assert done.code == 0
    assert (tmp_path / "a.svg").stat().st_size > 5000


def picture(*puzzles: str) -> Image.Image:
    """A picture of puzzles, each with its code."""
    data = cpsudoku.write(list(puzzles), format="png", qr=True).data
    return Image.open(BytesIO(data)).convert("L")


def with_another_code(puzzle: str, text: str) -> Image.Image:
    """A picture of a puzzle with the code of a text instead of its own."""
    image, stream = picture(puzzle), BytesIO()
    image.paste(255, (0, 770, *image.size))  # below the board
    segno.make_qr(text, error="l").save(stream, kind="png", scale=6)
    image.paste(Image.open(stream).convert("L"), (40, 780))
    return image


def read_from(image: Image.Image, folder: Path, name: str = "photo.png") -> list[Puzzle]:
    """The puzzles of a picture."""
    image.save(folder / name)
    return list(cpsudoku.read(folder / name))


def as_read(puzzle: str) -> tuple[object, frozenset[object]]:
    """What a code keeps of a puzzle."""
    parsed = Puzzle.parse(puzzle)
    return parsed.givens, frozenset(parsed.constraints)


@pytest.mark.parametrize("turn", [0, 90, 33, 201])
def test_a_picture_with_a_code_is_read_from_the_code(tmp_path: Path, turn: int) -> None:
    killer = f"{WIKIPEDIA}\nkiller 12: r1c3 r1c4\nthermo: r5c5 r5c6 r6c6"
    turned = picture(killer).rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    remarks: list[str] = []
    with heard_by(remarks.append):
        (puzzle,) = read_from(turned, tmp_path)
    assert (puzzle.givens, frozenset(puzzle.constraints)) == as_read(killer)
    assert puzzle.uninterpreted == ()
    assert any("read from the QR code" in str(remark) for remark in remarks)


def test_a_small_code_is_enlarged_and_each_grid_keeps_its_own(tmp_path: Path) -> None:
    lines = [WIKIPEDIA, EMPTY[:40] + "5" + EMPTY[41:]]
    half = picture(*lines)
    half = half.resize((half.width // 2, half.height // 2), Image.Resampling.BOX)
    found = read_from(half, tmp_path)
    assert [puzzle.givens for puzzle in found] == [Puzzle.parse(line).givens for line in lines]
    assert [str(puzzle.source).rpartition(", ")[2] for puzzle in found] == ["grid 1", "grid 2"]


def test_a_printed_grid_that_differs_from_its_code_is_named(tmp_path: Path) -> None:
    link = link_for_code(Puzzle.parse(WIKIPEDIA))
    (puzzle,) = read_from(with_another_code("7" + WIKIPEDIA[1:], link), tmp_path)
    assert puzzle.givens == Puzzle.parse(WIKIPEDIA).givens
    (part,) = puzzle.uninterpreted
    assert part == "the printed grid, which differs from the QR code (r1c1 is 7, not 5)"
    done = invoke("solve", tmp_path / "photo.png")
    assert done.code == 3
    assert "r1c1 is 7, not 5" in done.out + done.err


@pytest.mark.parametrize(
    ("text", "count"), [("https://example.org/a-book", 0), ("https://sudokupad.app/scl!!", 1)]
)
def test_only_a_link_that_holds_a_puzzle_is_read_or_named(
    text: str, count: int, tmp_path: Path
) -> None:
    (puzzle,) = read_from(with_another_code(WIKIPEDIA, text), tmp_path)
    assert puzzle.sight is not None  # it was read from the grid
    assert sum("QR code" in part for part in puzzle.uninterpreted) == count


def test_without_the_library_the_grid_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.runtime.extras.is_installed", lambda name: name != "zxingcpp")
    (puzzle,) = read_from(picture(WIKIPEDIA), tmp_path)
    assert puzzle.sight is not None


def test_the_modules_of_a_long_link_are_not_too_small() -> None:
    short, long = "https://sudokupad.app/scf1", "https://sudokupad.app/" + "x" * 900
    assert side_of_code(short, 50.0, 1.0, 100.0) == 50.0
    assert side_of_code(long, 50.0, 1.0, 1000.0) > 120
    assert side_of_code(long, 50.0, 1.0, 90.0) == 90.0
