"""The board in characters: every line whole, every cell where it is said to be; and its inks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.core.board import Board
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.drawing.character_board import CandidatePart, CharacterBoard, with_parts
from cpsudoku.drawing.character_cell import CellShape, Ink, face_line, shapes_of
from cpsudoku.scene.faces import Face
from tests.puzzles import all_boxes, box_name

BOARDS = [CharacterBoard(board, shape) for board in all_boxes() for shape in shapes_of(board.size)]


def board_name(board: CharacterBoard) -> str:
    """``3x3 in 7x3``."""
    return f"{box_name(board.board)} in {board.shape.width}x{board.shape.height}"


def text_of(board: CharacterBoard, faces: list[Face]) -> list[str]:
    """The lines as plain text."""
    return ["".join(text for text, _ in board.line(y, faces)) for y in range(board.height)]


def random_face(random: Random, size: int) -> Face:
    """A face of any kind."""
    every = (1 << size) - 1
    marks = [random.randint(0, every) if random.random() < 0.5 else 0 for _ in range(3)]
    if random.random() < 0.4:
        return Face(random.randint(1, size), flag=random.choice(["", "!", "x"]))
    face = Face(ground="same", marks=marks[0], corner=marks[1], centre=marks[2], ink="blank")
    return with_parts(face, {digit: CandidatePart("fin", "^") for digit in range(1, size, 3)})


@given(st.integers(), st.sampled_from(BOARDS))
def test_every_line_is_as_wide_as_the_board(seed: int, board: CharacterBoard) -> None:
    random = Random(seed)
    size = board.board.size
    faces = [random_face(random, size) for _ in range(size * size)]
    lines = text_of(board, faces)
    assert {len(line) for line in lines} == {board.width}
    assert lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1] == "┏┓┗┛"


@pytest.mark.parametrize("board", BOARDS, ids=board_name)
def test_each_cell_is_where_it_is_said_to_be(board: CharacterBoard) -> None:
    size = board.board.size
    for cell in range(size * size):
        left, top, width, height = board.place_of(cell)
        inside = {(x, y) for x in (left + 1, left + width - 2) for y in (top + 1, top + height - 2)}
        assert {board.cell_at(x, y) for x, y in inside} == {cell}
        assert 0 <= left <= left + width <= board.width
    assert board.cell_at(-1, 0) is None
    assert board.cell_at(0, board.height) is None
    assert board.cell_at(0, 0) == 0


@pytest.mark.parametrize("board", BOARDS[::3], ids=board_name)
def test_each_digit_stands_in_its_cell(board: CharacterBoard) -> None:
    size = board.board.size
    faces = [Face(digit=1 + (cell * 7 + cell // size) % size) for cell in range(size * size)]
    lines = text_of(board, faces)
    for cell, face in enumerate(faces):
        left, top, width, height = board.place_of(cell)
        part = "".join(
            line[left + 1 : left + width - 1] for line in lines[top + 1 : top + height - 1]
        )
        assert part.strip(" ▁") == SYMBOLS[face.digit]


def test_boxes_are_divided_by_thick_lines_and_cells_by_thin_ones() -> None:
    board = CharacterBoard(Board.of_size(4), shapes_of(4)[0])
    assert text_of(board, [Face()] * 16)[:7] == [
        "┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓",
        *["┃     │     ┃     │     ┃"] * 2,
        "┠─────┼─────╂─────┼─────┨",
        *["┃     │     ┃     │     ┃"] * 2,
        "┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫",
    ]


def test_every_candidate_has_its_place() -> None:
    shape = shapes_of(9)[0]
    face = with_parts(
        Face(marks=0b101010111),
        {2: CandidatePart("pattern", "*"), 9: CandidatePart("eliminated", "x")},
    )
    lines = [face_line(face, shape, line) for line in range(3)]
    assert ["".join(text for text, _ in line) for line in lines] == [
        " 1 2*3 ",
        "   5   ",
        " 7   9x",
    ]
    assert ("2", Ink("pattern")) in lines[0]
    assert ("9", Ink("eliminated")) in lines[2]


def test_marks_that_do_not_fit_are_a_dot_and_those_of_a_pattern_come_first() -> None:
    shape = CellShape(3, 1, 3, bars=False, rules=False)
    marks = Face(marks=0b11, ink="blank")
    assert face_line(marks, shape, 0)[0][0] == "12 "
    assert face_line(marks._replace(marks=0b111), shape, 0)[0][0] == " · "
    part = with_parts(marks._replace(marks=0b111), {3: CandidatePart("placed", "=")})
    assert face_line(part, shape, 0)[0] == ("3", Ink("placed"))


def test_own_marks_stand_above_and_in_the_middle() -> None:
    face = Face(corner=0b111, centre=0b11000, ink="blank")
    for shape in shapes_of(9)[:3]:
        lines = ["".join(t for t, _ in face_line(face, shape, y)) for y in range(shape.height)]
        assert lines[0].strip() == "123"
        assert lines[shape.height // 2].strip() == "45"
    wide = Face(centre=(1 << 9) - 1, ink="blank")
    assert face_line(wide, shapes_of(9)[1], 1)[0][0] == "1234…"


def test_every_ink_is_told_apart_with_and_without_colours() -> None:
    from cpsudoku.play.screen.palette import COLOURS, Palette

    inks = [Ink(name) for name in ("given", "entry", "answer", "clash", "eliminated", "placed")]
    for palette in (Palette(True), Palette(False), Palette(colours=False)):
        styles = [palette.style(ink) for ink in inks]
        assert len(set(styles)) == len(inks)
        grounds = {palette.style(Ink("mark", name)) for name in ("paper", "cursor", "same")}
        assert len(grounds) == 3
    plain = [Palette(colours=False).style(Ink(name)) for name in COLOURS]
    assert all(style.color is None and style.bgcolor is None for style in plain)


def brightness(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [True, False])
def test_digits_can_be_read_on_every_ground(dark: bool) -> None:
    from cpsudoku.play.screen.palette import Palette

    colour = Palette(dark).hex
    grounds = ["paper", "given-ground", "house", "cell", "same", "cursor", "chosen"]
    grounds += [f"colour{number}" for number in range(1, 7)]
    for ground in grounds:
        for text in ("given", "entry", "clash"):
            first, second = sorted((brightness(colour(text)), brightness(colour(ground))))
            assert (second + 0.05) / (first + 0.05) >= 3, (text, ground)
