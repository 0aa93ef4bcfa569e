"""QR codes beside printed puzzles: the link that they hold, and how they are drawn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import segno

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.scf import puzzle_of_scf, scf_of
from cpsudoku.formats.pictures.code import QUIET, drawn_code, link_for_code
from cpsudoku.runtime.errors import Unsupported
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
