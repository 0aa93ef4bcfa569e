"""The one drawing of boards and rules: every shape in every medium, nothing over its edge."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from random import Random
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, shapes
from cpsudoku.core.constraints.base import Constraint, Value, Variables
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import example_of, parsed
from cpsudoku.core.verdict import Result
from cpsudoku.drawing.character_board import CharacterBoard
from cpsudoku.drawing.character_cell import CellShape, shapes_of
from cpsudoku.drawing.framed import ASCII
from cpsudoku.drawing.svg_picture import Picture
from cpsudoku.drawing.terminal_grid import boxed, rules_below
from cpsudoku.formats import FORMATS
from cpsudoku.formats.sheets.writing.board_formulas import clash_formulas
from cpsudoku.formats.sheets.writing.new_workbook import new_board
from cpsudoku.scene import board as scene
from cpsudoku.scene import rules
from cpsudoku.scene.edges import board_lines, inset, loops
from cpsudoku.scene.faces import Face, faces_of_grid
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.outside import OutsideSpot, clues_text, direction
from cpsudoku.scene.primitives import Box, Disc, Path, Primitive, Text, dashed
from cpsudoku.scene.tags import said_once
from cpsudoku.scene.tags import shapes_of_rules as drawn_by
from tests.drawn import JIGSAW

NINE = Board.boxes(3, 3)
BOARDS = {
    "one cell": Board.of_size(1),
    "no boxes": Board.without_boxes(5),
    "classic": NINE,
    "jigsaw": Board.jigsaw(JIGSAW),
    "rectangle": Board.rectangle(4, 6, 6, (2, 3)),
    "from 0": Board.rectangle(4, 4, 4, (2, 2), 0),
    "samurai": Board.of_grids("samurai"),
    "hole": Board.of_grids("sohei"),
    "boxes overlap": Board.of_grids([(0, 0), (2, 2)]),
    "25x25": Board.of_size(25),
}


@dataclass(frozen=True, repr=False)
class Shapes(Constraint):
    """A rule that draws some shapes and allows everything."""

    name: ClassVar[str] = "shapes"
    summary: ClassVar[str] = "These are shapes."
    example: ClassVar[str] = "shapes"

    cells: tuple[int, ...] = ()
    drawn: tuple[shapes.Shape, ...] = ()

    def allows(self, values: Sequence[Value]) -> bool:
        return True

    def post(self, model: Any, x: Variables) -> None:
        pass

    def drawing(self) -> tuple[shapes.Shape, ...]:
        return self.drawn


def puzzle_of(*drawn: shapes.Shape, board: Board = NINE) -> Puzzle:
    """An empty puzzle whose one rule draws these shapes."""
    constraints = (Shapes(board, tuple(range(len(board))), drawn),) if drawn else ()
    return Puzzle(Grid(bytes(len(board)), board), constraints)


def cells(*names: str) -> Any:
    """Cells of the classic board."""
    return tuple(map(NINE.cell_named, names))


# A shape, and the words that it must show in any medium with texts.
SHAPES: dict[str, tuple[shapes.Shape, str]] = {
    "cage": (shapes.Outline(cells("r1c1", "r1c2", "r2c1"), "12"), "12"),
    "cage in two parts": (shapes.Outline(cells("r1c1", "r2c2"), "7"), "7"),
    "cage around a hole": (shapes.Outline(tuple({*range(21)} - {10}), "9"), "9"),
    "region": (shapes.Shade(cells("r2c2", "r2c3")), ""),
    "coloured region": (shapes.Shade(cells("r2c2", "r2c3"), "pink"), ""),
    "thermometer": (shapes.Line(cells("r3c3", "r3c4", "r4c4"), start="bulb"), ""),
    "arrow": (shapes.Line(cells("r5c5", "r6c6"), thin=True, start="circle", end="arrow"), ""),
    "whispers": (shapes.Line(cells("r5c5", "r6c6"), "green"), ""),
    "lockout": (shapes.Line(cells("r5c5", "r6c6"), "blue", start="diamond", end="diamond"), ""),
    "named line": (shapes.Line(cells("r5c5", "r6c6"), "blue", text="5"), "5"),
    "loop": (shapes.Line(cells("r5c5", "r6c6", "r6c5"), "orange", closed=True), ""),
    "pill": (shapes.Pill(cells("r1c1", "r1c2")), ""),
    "white dot": (shapes.Dot(cells("r1c1", "r1c2")), ""),
    "black dot with a number": (shapes.Dot(cells("r1c1", "r2c1"), "black", "3"), "3"),
    "quadruple": (shapes.Dot(cells("r1c1", "r1c2", "r2c1", "r2c2"), "white", "1 2 3"), "1 2"),
    "V": (shapes.Sign(cells("r1c1", "r1c2"), "V"), "V"),
    "less": (shapes.Sign(cells("r2c1", "r1c1"), "<"), ""),
    "circle": (shapes.Mark(0, "circle"), ""),
    "two circles": (shapes.Mark(0, "double"), ""),
    "between": (shapes.Line(cells("r5c5", "r6c6"), start="ring", end="ring"), ""),
    "double arrow": (shapes.Line(cells("r5c5", "r6c6"), start="target", end="target"), ""),
    "group": (shapes.Shade(cells("r2c2", "r2c3"), "teal", "B"), "B"),
    "square": (shapes.Mark(0, "square"), ""),
    "minimum": (shapes.Mark(0, "minimum", toward=cells("r1c2", "r2c1")), ""),
    "maximum": (shapes.Mark(0, "maximum", toward=cells("r1c2")), ""),
    "sandwich": (shapes.Clue(tuple(range(9)), "35"), "35"),
    "clue below": (shapes.Clue(cells("r9c1", "r8c1"), "4"), "4"),
    "little killer": (shapes.Clue(cells("r1c2", "r2c3", "r3c4"), "28", arrow=True), "28"),
    "one cell in the corner": (shapes.Clue(cells("r9c9"), "6", arrow=True), "6"),
    "note": (shapes.Note("Cells a knight's move apart differ."), "Cells a knight's move apart"),
}


def extent(shape: Primitive) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a primitive, about."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        reach = shape.radius + shape.width / 2
        return shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach
    if isinstance(shape, Path):
        xs, ys = zip(*shape.points, strict=True)
        reach = shape.width / 2
        return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    width = 0.56 * shape.size * len(shape.text)
    left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
    return left, shape.y - 0.75 * shape.size, left + width, shape.y + 0.2 * shape.size


def primitives(shape: shapes.Shape) -> list[Primitive]:
    """What a shape adds to the drawing of an empty board."""
    layout = Layout(NINE, (shape,), (shape.text,) if isinstance(shape, shapes.Note) else ())
    return [*rules.beneath(layout), *rules.outlines(layout), *rules.above(layout)]


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_is_drawn_inside_the_drawing(name: str) -> None:
    shape, _ = SHAPES[name]
    layout = Layout(NINE, (shape,), (shape.text,) if isinstance(shape, shapes.Note) else ())
    drawn = primitives(shape)
    assert drawn
    for left, top, right, bottom in map(extent, drawn):
        assert -0.1 <= left <= right <= layout.columns + 0.1
        assert -0.1 <= top <= bottom <= layout.rows + 0.1


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_is_in_the_svg_of_every_command(name: str) -> None:
    shape, words = SHAPES[name]
    puzzle, plain = puzzle_of(shape), puzzle_of(shapes.Note("x"))
    stream, without = io.BytesIO(), io.BytesIO()
    FORMATS["svg"].write([Result(puzzle)], stream)
    FORMATS["svg"].write([Result(plain)], without)
    picture = Picture(NINE, constraints=puzzle.constraints).svg
    for text, other in (
        (stream.getvalue().decode(), without.getvalue().decode()),
        (picture, Picture(NINE, constraints=plain.constraints).svg),
    ):
        root = ElementTree.fromstring(text)
        assert words in " ".join(str(each.text) for each in root.iter() if each.text)
        assert text != other


@pytest.mark.parametrize("suffix", ["png", "pdf"])
def test_every_shape_is_painted_in(suffix: str) -> None:
    pytest.importorskip({"png": "PIL", "pdf": "fpdf"}[suffix])
    drawn = tuple(shape for shape, _ in SHAPES.values())
    stream = io.BytesIO()
    FORMATS[suffix].write([Result(puzzle_of(*drawn))], stream)
    assert len(stream.getvalue()) > 2000


def test_every_kind_of_shape_is_among_these_samples() -> None:
    assert {type(shape) for shape, _ in SHAPES.values()} == set(shapes.Shape.__args__)


@pytest.mark.parametrize("name", list(CONSTRAINTS))
def test_each_rule_shows_in_a_picture(name: str) -> None:
    constraints = example_of(CONSTRAINTS[name])
    layout = Layout(constraints[0].board, drawn_by(constraints), ("words",))
    drawn = [*rules.beneath(layout), *rules.outlines(layout), *rules.above(layout)]
    assert drawn
    inks = {getattr(each, key, "") for each in drawn for key in ("ink", "fill", "stroke")}
    assert inks <= {*INKS, ""}


# Lines of boards


@pytest.mark.parametrize("name", BOARDS)
def test_each_side_of_a_cell_has_one_line_which_is_thick_between_regions(name: str) -> None:
    board = BOARDS[name]
    drawn: dict[tuple[int, int, bool], bool] = {}
    for x1, y1, x2, y2, thick in board_lines(board):
        for at in range(max(x2 - x1, y2 - y1)):
            edge = (x1, y1 + at, True) if x1 == x2 else (x1 + at, y1, False)
            assert edge not in drawn
            drawn[edge] = thick
    boxes = [set(house.cells) for house in (*board.houses, *board.groups) if house.kind == "box"]
    sides = 0
    for cell, (r, c) in enumerate(board.positions):
        for edge, beyond in {
            (c, r, True): (r, c - 1),
            (c + 1, r, True): (r, c + 1),
            (c, r, False): (r - 1, c),
            (c, r + 1, False): (r + 1, c),
        }.items():
            other = board.cell_at.get(beyond)
            parted = other is None or any((cell in box) != (other in box) for box in boxes)
            assert drawn[edge] == parted
            sides += 1
    assert sides == 4 * len(board)
    assert len(drawn) == sides - len(board.neighbours)


def test_the_outline_of_cells_is_inside_them_and_a_hole_has_one_too() -> None:
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    outer, inner = loops(ring)
    assert set(outer) == {(0, 0), (3, 0), (3, 3), (0, 3)}
    assert set(inner) == {(1, 1), (2, 1), (2, 2), (1, 2)}
    assert set(inset(outer, 0.25)) == {(0.25, 0.25), (2.75, 0.25), (2.75, 2.75), (0.25, 2.75)}
    assert set(inset(inner, 0.25)) == {(0.75, 0.75), (2.25, 0.75), (2.25, 2.25), (0.75, 2.25)}
    assert len(loops({(0, 0), (1, 1)})) == 2


def test_cages_side_by_side_and_over_one_another_have_lines_of_their_own() -> None:
    cages = [("r1c1", "r1c2"), ("r1c3", "r1c4"), ("r1c2", "r1c3"), ("r2c1", "r2c2")]
    drawn = tuple(shapes.Outline(cells(*cage), "9") for cage in cages)
    paths = [each for each in rules.outlines(Layout(NINE, drawn)) if isinstance(each, Path)]
    sides = [
        {frozenset(side) for side in pairwise((*path.points, path.points[0]))} for path in paths
    ]
    assert len(sides) == 4
    for one, other in combinations(sides, 2):
        assert not one & other


def test_a_sum_leaves_room_for_every_candidate() -> None:
    drawn = tuple(shapes.Outline((cell,), "45") for cell in range(81))
    layout = Layout(NINE, drawn)
    sums = [each for each in rules.above(layout) if isinstance(each, Text)]
    face = Face(marks=NINE.all_digits)
    marks = [each for cell in range(81) for each in scene.drawn_candidates(layout, cell, face)]
    assert (len(sums), len(marks)) == (81, 81 * 9)
    for text, of_cell in zip(sums, (marks[at : at + 9] for at in range(0, 729, 9)), strict=True):
        for mark in of_cell:
            assert isinstance(mark, Text)
            apart = extent(text)[2] <= extent(mark)[0]  # digits end at their base line
            assert apart or text.y <= extent(mark)[1]


def test_dashes_are_as_long_as_their_path_says() -> None:
    path = Path(((0, 0), (10, 0), (10, 10), (0, 10)), "cage", 1, (3, 1), closed=True)
    parts = list(dashed(path))
    lengths = [
        sum(abs(x - u) + abs(y - v) for (x, y), (u, v) in pairwise(each.points)) for each in parts
    ]
    assert lengths == [3.0] * 10
    assert list(dashed(replace(path, dashes=None))) == [replace(path, dashes=None)]


# Clues outside


def test_a_clue_between_two_grids_is_in_the_hole_between_them() -> None:
    board = BOARDS["samurai"]
    row = tuple(board.cell_at[0, column] for column in range(8, -1, -1))
    layout = Layout(board, (shapes.Clue(row, "35"),))
    assert layout.margins == (0, 0, 0, 0)
    assert [spot.centre for spot in layout.spots] == [(9.5, 0.5)]
    inside = tuple(board.cell_at[6, column] for column in range(6, 15))
    taken = Layout(board, (shapes.Clue(inside, "17"),))
    assert [spot.is_label for spot in taken.spots] == [True]
    (text,) = (each for each in rules.above(taken) if isinstance(each, Text))
    assert 6 < text.x < 6.5


def apart(one: OutsideSpot, other: OutsideSpot) -> bool:
    """Whether two texts do not overlap."""
    a, b = one.box, other.box
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@given(st.integers(0, 2**32), st.sampled_from([4, 6, 9, 16]))
def test_each_clue_outside_is_beside_its_own_line_and_over_no_other(seed: int, size: int) -> None:
    random, board = Random(seed), Board.of_size(size)
    lines = []
    for _ in range(random.randint(2, 30)):
        row, column = random.randrange(size), random.randrange(size)
        step = random.choice([(d, a) for d in (-1, 0, 1) for a in (-1, 0, 1) if d or a])
        while (row - step[0], column - step[1]) in board.cell_at:
            row, column = row - step[0], column - step[1]
        seen = tuple(
            board.cell_at[row + n * step[0], column + n * step[1]]
            for n in range(size)
            if (row + n * step[0], column + n * step[1]) in board.cell_at
        )
        tag = random.choice(["Sa", "X"]) if 0 in step else ""
        if len(seen) > 1:
            lines.append(shapes.Clue(seen, str(random.randint(1, 140)), 0 not in step, tag))
    layout = Layout(board, tuple(dict.fromkeys(lines)))
    assert {clue for spot in layout.spots for clue in spot.clues} == set(lines)
    for one, other in combinations(layout.spots, 2):
        assert apart(one, other)
    for spot in layout.spots:
        check_place(layout, spot)


def check_place(layout: Layout, spot: OutsideSpot) -> None:
    """A text is outside the board and level with its line, or an arrow shows its diagonal."""
    board, (left, top, right, bottom) = layout.board, spot.box
    row, column = board.positions[spot.clues[0].cells[0]]
    down, across = direction(board, spot.clues[0])
    assert right <= 0 or left >= board.width or bottom <= 0 or top >= board.height
    assert -layout.margins[0] <= left <= right <= board.width + layout.margins[2]
    assert -layout.margins[1] <= top <= bottom <= board.height + layout.margins[3]
    if spot.arrow is not None:
        (x, y), (u, v) = spot.arrow
        assert ((u > x) - (u < x), (v > y) - (v < y)) == (across, down)
        assert not (left < (x + u) / 2 < right and top < (y + v) / 2 < bottom)
    if not across:
        assert column <= left <= right <= column + 1
    elif not down:
        assert row <= top <= bottom <= row + 1
    else:
        assert spot.arrow is not None
        corner = column + (across < 0), row + (down < 0)
        assert max(abs(corner[0] - spot.arrow[1][0]), abs(corner[1] - spot.arrow[1][1])) < 0.05


def test_accused_clues_are_red_in_their_own_places() -> None:
    rules_here = parsed(["sandwich 12: row 1", "x-sum 20: row 1"], NINE)
    layout = Layout(NINE, drawn_by(rules_here))
    red = layout.showing(drawn_by(rules_here[1:], rules_here))
    (text,) = (part for part in rules.above(red) if isinstance(part, Text))
    assert text in list(rules.above(layout))
    assert text.text == "X 20"


# Colours


def brightness(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", [name for name in INKS if name.startswith("pale-")])
def test_digits_can_be_read_on_what_rules_draw(name: str, theme: int) -> None:
    for text, least in (("given", 4.5), ("entry", 4.0), ("mark", 3.0)):
        low, high = sorted(brightness(INKS[each][theme]) for each in (name, text))
        assert (high + 0.05) / (low + 0.05) >= least, (name, text)


def test_clues_of_several_rules_outside_are_told_apart() -> None:
    lines = ["sandwich 12: row 3", "skyscraper 4: row 3 reversed", "x-sum 20: row 1"]
    several, one = parsed(lines, NINE), parsed([lines[0], "sandwich 3: row 1"], NINE)
    texts = [clues_text([shape]) for shape in drawn_by(several) if isinstance(shape, shapes.Clue)]
    assert texts == ["Sa 12", "Sk 4", "X 20"]
    assert [sentence.partition(":")[0] for sentence in said_once(several)] == ["Sa", "Sk", "X"]
    texts = [clues_text([shape]) for shape in drawn_by(one) if isinstance(shape, shapes.Clue)]
    assert texts == ["12", "3"]
    assert said_once(one) == (CONSTRAINTS["sandwich"].summary,)


def test_groups_that_belong_together_have_a_letter_where_there_are_several() -> None:
    lines = ["clone: r1c1 = r5c5", "clone: r1c3 = r7c7"]
    letters = [shape.text for shape in drawn_by(parsed(lines, NINE))]  # type: ignore[union-attr]
    assert letters == ["A", "A", "B", "B"]
    assert {shape.text for shape in drawn_by(parsed(lines[:1], NINE))} == {""}  # type: ignore[union-attr]


# Terminals


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_in_characters_has_each_cell_in_its_place(name: str) -> None:
    board = BOARDS[name]
    grid = Grid(bytes(1 + at % board.size for at in range(len(board))), board)
    faces = faces_of_grid(Puzzle(grid), grid)
    for shape in shapes_of(board.size):
        drawn = CharacterBoard(board, shape)
        lines = ["".join(text for text, _ in drawn.line(y, faces)) for y in range(drawn.height)]
        assert {len(line) for line in lines} == {drawn.width}
        for cell in range(len(board)):
            left, top, width, height = drawn.place_of(cell)
            x, y = left + 1 + (width - 3) // 2, top + 1 + (height - 3) // 2
            assert drawn.cell_at(x, y) == cell
            assert lines[y][x] == board.symbols[grid[cell]]


def test_a_board_in_characters_shows_signs_between_cells_and_clues_outside() -> None:
    drawn = tuple(shape for shape, _ in SHAPES.values())
    signs: list[shapes.Shape] = [
        shapes.Outline(cells("r1c1", "r1c2"), "12"),
        shapes.Dot(cells("r1c2", "r1c3"), "black"),
        shapes.Sign(cells("r2c1", "r1c1"), "<"),
        shapes.Sign(cells("r2c2", "r2c1"), "<"),
        shapes.Dot(cells("r2c2", "r2c3", "r3c2", "r3c3")),
        shapes.Clue(tuple(range(9)), "35"),
        shapes.Clue(cells("r1c2", "r2c3", "r3c4"), "28", arrow=True),
    ]
    puzzle = puzzle_of(*signs)
    board = CharacterBoard(NINE, CellShape(3, 1, 3, bars=True, rules=True), puzzle.constraints)
    faces = [Face()] * 81
    lines = ["".join(text for text, _ in board.line(y, faces)) for y in range(board.height)]
    assert lines[:6] == [
        "    28↘".ljust(board.width),
        "   ┏12━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓",
        "35 ┃   │   ●   ┃   │   │   ┃   │   │   ┃",
        "   ┠─∨─┼───┼───╂───┼───┼───╂───┼───┼───┨",
        "   ┃   >   │   ┃   │   │   ┃   │   │   ┃",
        "   ┠───┼───○───╂───┼───┼───╂───┼───┼───┨",
    ]
    for shape in shapes_of(9):
        everything = CharacterBoard(NINE, shape, puzzle_of(*drawn).constraints)
        for y in range(everything.height):
            line = "".join(text for text, _ in everything.line(y, faces))
            assert len(line) == everything.width


def test_a_grid_of_a_terminal_has_lines_around_its_regions_and_holes() -> None:
    jigsaw = Board.jigsaw("aabb/abbc/addc/ddcc")
    grid = Grid(bytes(16), jigsaw)
    assert boxed(grid, grid, [1, 2], lines=ASCII).plain.splitlines() == [
        "+-------+-------+",
        "| .  [.]|[.]  . |",
        "|   +---+   +---+",
        "| . | .   . | . |",
        "|   +-------+   |",
        "| . | .   . | . |",
        "+---+   +---+   |",
        "| .   . | .   . |",
        "+-------+-------+",
    ]
    two = Board.of_grids([(0, 0), (2, 2)], (2, 2))
    assert boxed(Grid(bytes(28), two), Grid(bytes(28), two), lines=ASCII).plain.splitlines() == [
        "+-----+-----+",
        "| . . | . . |",
        "| . . | . . |",
        "+-----+-----+-----+",
        "| . . | . . | . . |",
        "| . . | . . | . . |",
        "+-----+-----+-----+",
        "      | . . | . . |",
        "      | . . | . . |",
        "      +-----+-----+",
    ]


def test_rules_are_listed_below_a_board() -> None:
    lines = ["killer 12: r1c1 r1c2", "thermo: r3c3 r3c4; r5c5 r5c6", "windows"]
    constraints = parsed(lines, NINE)
    puzzle = Puzzle(Grid(bytes(81), NINE), constraints)
    assert rules_below(puzzle).plain.splitlines() == lines


# Workbooks


@pytest.mark.parametrize("name", ["jigsaw", "samurai", "rectangle", "one cell"])
def test_a_new_workbook_draws_the_regions_and_finds_clashes_in_every_house(name: str) -> None:
    from openpyxl import load_workbook

    board = BOARDS[name]
    sheet = load_workbook(io.BytesIO(new_board(board, [None]))).worksheets[0]
    thick = {
        (c + right, r)
        for r, c in board.positions
        for side, right in (("left", 0), ("right", 1))
        if getattr(sheet.cell(3 + r, 2 + c).border, side).style == "medium"
    }
    drawn = {
        (x, y)
        for x, top, other, bottom, is_thick in board_lines(board)
        if x == other and is_thick
        for y in range(top, bottom)
    }
    assert thick == drawn
    covered = [place for part, _ in clash_formulas(board) for place in part.places]
    in_houses = {cell for house in (*board.houses, *board.groups) for cell in house.cells}
    assert sorted(covered) == sorted((3 + r, 2 + c) for r, c in map(board.row_column, in_houses))
