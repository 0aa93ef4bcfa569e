"""Rules and boards in text, JSON and workbooks: every one is read back, and mistakes are named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.board_words import BOARD_LINES, words_of
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.houses import House
from cpsudoku.core.layers import Layer
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import is_rule_line, line_of, rules_of
from cpsudoku.formats import FORMATS, read_document
from cpsudoku.formats.document import Document
from cpsudoku.runtime.errors import InputError, UnknownName, Unsupported
from cpsudoku.runtime.remarks import heard_by
from tests.chance import Chance
from tests.reading import READ, entries_of, lost_parts, puzzles_of, text_of
from tests.rules import BOARDS, every_rule

JIGSAW = "AAABB/AACBB/DCCCB/DDCEE/DDEEE"
HOUSE = House("all", (0, 1, 2), "region")
ALL_BOARDS = {
    **{f"{size}x{size}": Board.of_size(size) for size in range(1, 26)},
    **{f"{size} without boxes": Board.without_boxes(size) for size in (4, 9, 16)},
    **{f"boxes {r}x{c}": Board.boxes(r, c) for r, c in ((3, 2), (4, 2), (2, 6), (5, 2))},
    **{f"harness {name}": board for name, board in BOARDS.items() if not board.layers},
    **{name: Board.of_grids(name) for name in GRIDS},
    "jigsaw": Board.jigsaw(JIGSAW),
    "jigsaw from 0": Board.jigsaw(JIGSAW).with_lowest(0),
    "9x9 from 0": Board.boxes(3, 3).with_lowest(0),
    "without boxes from 0": Board.without_boxes(7).with_lowest(0),
    "rectangle": Board.rectangle(4, 6, 6, (2, 3)),
    "more digits": Board.rectangle(6, 6, 9, (2, 3)),
    "rectangle from 0": Board.rectangle(3, 5, 8, lowest=0),
    "small grids": Board.of_grids([(0, 0), (2, 2), (0, 4)], (2, 2)),
    "general": Board(((0, 0), (0, 2), (1, 1)), 3, (HOUSE,), (House("pair", (0, 1)),), 0),
}
each_board = pytest.mark.parametrize("board", ALL_BOARDS.values(), ids=ALL_BOARDS.keys())


def some_puzzle(board: Board, random: Random) -> Puzzle:
    """A puzzle of random digits, with marks, a label and what a file said."""
    cells = bytes(random.randint(0, board.size) for _ in range(len(board)))
    return Puzzle(Grid(cells, board), label="a label")


def data_of(puzzle: Puzzle) -> str:
    """Its JSON, without the place that it came from."""
    data = json.loads(cpsudoku.write(puzzle, format="json").text)
    del data["source"]
    return json.dumps(data)


@each_board
def test_json_keeps_every_board_and_marks(board: Board) -> None:
    random = Random(len(board))
    puzzle = some_puzzle(board, random)
    digits = range(1, board.size + 1)
    marks = tuple(tuple(d for d in digits if random.random() < 0.5) for _ in range(len(board)))
    for each in (puzzle, Puzzle(puzzle.givens, marks=marks), Puzzle(puzzle.givens)):
        assert Puzzle.parse(data_of(each)) == each
    assert eval(repr(board), {"Board": Board, "House": House}) == board


@pytest.mark.parametrize("name", READ)
def test_a_format_keeps_a_board_or_refuses_it(name: str, chance: Chance) -> None:
    for called in chance.part([*ALL_BOARDS], 3):
        assert_it_is_kept_or_refused(ALL_BOARDS[called], name)


def assert_it_is_kept_or_refused(board: Board, name: str) -> None:
    """A format gives a puzzle on this board back, or refuses the board if it can't hold it."""
    puzzle = Puzzle(some_puzzle(board, Random(3)).givens)
    if board.size not in FORMATS[name].sizes:
        return
    unsaid = name in ("sumocue", "sudokuwiki") and not board.regions
    unsaid = unsaid or (words_of(board) is None and name != "json")
    if unsaid or lost_parts(name, puzzle):
        with pytest.raises(Unsupported, match=r"can't hold|can hold this board"):
            text_of([puzzle], name)
        return
    if name == "pencilmarks" or puzzle.givens.is_complete or (name == "xlsx" and board.size < 4):
        return
    if board.size not in range(4, 26) and name != "json":
        return  # a text shows no such size by itself
    if name == "xlsx":
        return  # which sizes are found on a sheet is tested there
    try:
        data = cpsudoku.write([puzzle], format=name).data
    except Unsupported as error:
        refused = str(error)
    else:
        assert puzzles_of(data, name) == [puzzle]
        return
    # These hold some boards of other shapes.
    assert name in ("iss", "sudokumaker", "puzz-link", "sudoku-puzzle")
    assert "can't hold a board of this shape" in refused
    assert not board.is_square


def drawn(board: Board) -> str:
    """A drawn empty grid."""
    return str(Grid(bytes(len(board)), board))


def test_the_regions_that_are_drawn_are_read() -> None:
    for name, board in ALL_BOARDS.items():
        if board.is_square and 4 <= board.size <= 25 and not board.is_usual and board.regions:
            assert Puzzle.parse(drawn(board)).board == board, name


def same_line(rule: Constraint) -> Constraint:
    (found,) = rules_of(line_of(rule), rule.board)
    return found


@pytest.mark.parametrize("name", list(CONSTRAINTS))
def test_every_rule_is_read_back_from_text_json_and_a_sheet(name: str) -> None:
    decided = 0
    for line, rule in every_rule():
        if rule.name != name:
            continue
        puzzle = Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,))
        assert Puzzle.parse(data_of(puzzle)) == puzzle, line
        for format in ("line", "grid"):
            text = text_of([puzzle], format)
            assert puzzles_of(text, suffix=".txt") == [puzzle], text
        names = {each.__name__: each for each in (Puzzle, Grid, Board, House, Layer)}
        assert eval(repr(puzzle), names) == puzzle
        assert is_rule_line(line_of(rule))
        decided += 1
    assert decided


def test_random_rules_together_are_read_back(chance: Chance) -> None:
    random = chance.random(13)
    by_board: dict[Board, list[Constraint]] = {}
    for _, rule in every_rule():
        by_board.setdefault(rule.board, []).append(rule)
    for board, rules in by_board.items():
        for _ in range(20 if chance.exhaustive else 4):
            chosen = random.sample(rules, min(len(rules), random.randint(1, 5)))
            puzzle = Puzzle(some_puzzle(board, random).givens, tuple(chosen))
            assert Puzzle.parse(data_of(puzzle)) == puzzle
            for name in ("line", "grid"):
                assert puzzles_of(text_of([puzzle], name), suffix=".txt") == [puzzle]


def test_rules_belong_to_the_grid_above_them() -> None:
    four = "1...\n..4.\n..3.\n...2\n"
    text = f"# one\n{four}killer 5: r1c1 r1c2\n\nkiller 4: r2c1 # a comment\n\ntwo\n{four}\n{four}"
    first, second, third = puzzles_of(text)
    assert [line_of(rule) for rule in first.constraints] == [
        *("killer 5: r1c1 r1c2", "killer 4: r2c1"),
    ]
    assert (first.label, second.label, second.constraints, third.constraints) == (
        *("one", "two"),
        *((), ()),
    )
    lines = "1....4....3....2\nkiller 5: r1c1 r1c2\n1..4..1.2......3 label\nboxes: none\n"
    first, second = puzzles_of(lines)
    assert len(first.constraints) == 1
    assert (second.board, second.label) == (Board.without_boxes(4), "label")


TITLES = [
    *("Killer 5", "Killer sudoku", "Grid 01", "Thermo, easy", "Puzzle 3: hard", "Author: Ann"),
    *("Diagonal sudoku no. 3", "Source: a book", "Killer sudoku: easy", "Rating: 7.2", "# killer"),
    *("Arrows by Ann", "Level 3", "Sudoku classic", "Clues: 24"),
]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_no_rule(title: str) -> None:
    assert not is_rule_line(title)
    (puzzle,) = puzzles_of(f"{title}\n1...\n..4.\n..3.\n...2\n")
    assert puzzle.constraints == ()


def test_a_label_may_name_a_cell() -> None:
    lines = "1....4....3....2 start with r1c2\n1..4..1.2......3 hard\n"
    assert [puzzle.label for puzzle in puzzles_of(lines)] == ["start with r1c2", "hard"]
    assert not is_rule_line('{"puzzle": "1....4....3....2", "differing": ["r1c2"]}')
    assert is_rule_line("- killer 5: r1c1 r1c2")
    assert is_rule_line("killer:r1c1r1c2r2c1r2c2")


FOUR = "1...\n..4.\n..3.\n...2\n"
BAD_LINES = {
    "a misspelled rule": (
        "kiler 5: r1c1",
        "line 5, column 1: 'kiler' is not a rule; did you mean killer",
    ),
    "a strange rule": (
        "wombat: r1c1 r1c2",
        "line 5, column 1: 'wombat' is not a rule; choose one of",
    ),
    "a misspelled rule without cells": (
        "diagonlas",
        "column 1: 'diagonlas' is not a rule; did you mean diagonals",
    ),
    "a misspelled board": ("regoins: AABB/AABB/CCDD/CCDD", "did you mean regions"),
    "no colon": ("killer 5 r1c1 r1c2", "column 10: a colon is missing before 'r1c1'; the form"),
    "a cell outside": (
        "killer 5: r1c1 r1c5",
        "column 16: killer: 'r1c5' is not a cell of the board",
    ),
    "a letter": ("killer 5: r1c1 A1", "column 16: killer: 'A1' is not a cell; allowed are r1c1"),
    "a half cell": ("killer 5: r1c1 r2", "column 16: killer: 'r2' is not a cell"),
    "no cells": (
        "killer 5:",
        "column 1: killer: CELLS is missing; the form is 'killer [SUM]: CELLS'",
    ),
    "a sum in words": ("killer five: r1c1", "column 8: killer: 'five' is not a whole number"),
    "a negative sum": ("killer -5: r1c1", "column 8: killer: -5 is not a whole number from 0"),
    "a cell twice": ("killer 5: r1c1 r1c1", "killer: r1c1 is listed twice"),
    "too few cells": ("thermo: r1c1", "thermo: 1 cell; at least 2 needed"),
    "too many lists": ("killer 5: r1c1 = r1c2", "killer: 'r1c2' is more than it takes"),
    "a house that is not there": ("killer: row 9", "'row 9' is not a house of the board"),
    "cells that do not touch": ("white: r1c1 r3c3", "white: r1c1 and r3c3 do not touch"),
    "a crooked run": ("thermo: r1c1-r2c4", "'r1c1-r2c4' is not a row, column or diagonal"),
    "other words for regions": ("jigsaw: aabb/aabb/ccdd/ccdd", "column 1: 'jigsaw' is not a rule"),
    "no regions": ("regions:", "column 1: regions: no rows of letters, such as AABB"),
    "two rules in a line": ("diagonals, anti-knight", "column 12: diagonals: 'anti-knight' is not"),
    "a short region": ("regions: AABB/AABB/CCDD/CCD", "row 4 of the regions has 3 cells, needs 4"),
    "a large region": ("regions: AAAB/AABB/CCDD/CCDD", "region 'A' has 5 cells; each needs 4"),
    "strange boxes": ("boxes: 2by2", "column 8: boxes: '2by2' is not ROWSxCOLUMNS"),
    "boxes of another size": ("boxes: 3x3", "line 1: "),
    "digits": ("digits: one to four", "'one to four' is not a range of digits"),
    "too few digits": ("digits: 1-3", "line 1: "),
    "an arrangement": ("grids: samuray", "'samuray' is not the corner of a grid"),
    "two boards": ("regions: AABB/AABB/CCDD/CCDD\nboxes: 2x2", "regions and boxes contradict"),
    "said twice": ("boxes: 2x2\nboxes: none", "line 6, column 1: boxes: 'boxes' is said twice"),
    "a title like a rule": ("killer: an easy one", "column 9: killer: 'an' is not a cell"),
}


@pytest.mark.parametrize(("line", "said"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_rule_is_named_with_its_place(line: str, said: str) -> None:
    for text in (f"{FOUR}{line}\n", f"{FOUR}\n\n{line}\n"):
        entries = list(entries_of(text))
        assert len(entries) == 1
        assert isinstance(entries[0], InputError)
        if "\n\n" not in text:
            assert said in str(entries[0])


def test_a_rule_above_its_grid_is_refused() -> None:
    for text in (f"killer 5: r1c1\n{FOUR}", f"diagonals\n{FOUR}"):
        with pytest.raises(InputError, match=r"line 1, column 1: .* is a rule above a grid"):
            Puzzle.parse(text)
    with pytest.raises(InputError, match="is a rule above a grid"):
        Puzzle.parse("diagonals\n1....4....3....2\n")


ONE_LINE = "1....4....3....2"


@pytest.mark.parametrize(
    ("text", "problem"),
    {
        "a heading": (f"{ONE_LINE}\nRules:\nkiller 5: r1c1 r1c2", "'Rules:' is neither a puzzle"),
        "a line drawn": (f"{ONE_LINE}\n---\ndiagonals", "'---' is neither a puzzle"),
        "an unknown rule": (f"{ONE_LINE}\nanti-queen\ndiagonals", "'anti-queen' is neither"),
        "rules above a line": (f"killer 5: r1c1 r1c2\n\n{ONE_LINE}", "is a rule above a grid"),
        "a title below rules": (f"diagonals\nFour of a kind\n{ONE_LINE}", "a rule above a grid"),
        "rules above a grid": (f"killer 5: r1c1 r1c2\n\n{FOUR}", "is a rule above a grid"),
        "a rule as a label": (f"{ONE_LINE} anti-knight", "'anti-knight' is a rule; rules are on"),
    }.values(),
)
def test_a_puzzle_is_never_read_without_its_rules(text: str, problem: str) -> None:
    (entry,) = entries_of(text)
    assert isinstance(entry, InputError)
    assert problem in str(entry)


def test_words_below_a_line_without_rules_are_one_malformed_line() -> None:
    first, words, second = entries_of(f"{ONE_LINE}\nhello there\n{ONE_LINE}\ndiagonals")
    assert isinstance(first, Puzzle)
    assert isinstance(words, InputError)
    assert isinstance(second, Puzzle)
    assert not first.constraints
    assert second.constraints


def test_rules_alone_are_an_empty_board() -> None:
    assert Puzzle.parse("killer 12: r1c1 r1c2").givens == Grid(bytes(81), Board.of_size(9))
    assert Puzzle.parse(f"regions: {JIGSAW}\nkiller 5: r1c1 r1c2").board == Board.jigsaw(JIGSAW)


def test_a_grid_with_spaces_for_holes_is_read() -> None:
    text = "12..\n34..\n..12 1.\n..34 ..\n  .... \n  ....\ngrids: r1c1 r3c3\nboxes: 2x2\n"
    puzzle = Puzzle.parse(text)
    assert puzzle.givens.line == "12..34....121...34.........."
    with pytest.raises(InputError, match="line 3: row 3 has 5 cells, needs 6"):
        Puzzle.parse(text.replace("..12 1.", "..121"))


@pytest.mark.parametrize("size", [5, 7, 11, 13])
def test_a_size_without_usual_boxes_is_read_with_a_remark(size: int) -> None:
    heard: list[str] = []
    with heard_by(heard.append):
        assert puzzles_of("." * size * size + "\n")[0].board == Board.without_boxes(size)
        assert puzzles_of(("." * size + "\n") * size)[0].board == Board.without_boxes(size)
    assert len(heard) == 2
    assert f"{size}x{size} grids have rows and columns, no boxes" in heard[0]


def test_box_none_and_regions_are_options_of_reading() -> None:
    line = "." * 25
    assert next(cpsudoku.read(line, regions=JIGSAW)).board == Board.jigsaw(JIGSAW)
    assert next(cpsudoku.read("." * 81, box="none")).board == Board.without_boxes(9)
    assert Puzzle.parse("." * 81, box="none").board == Board.without_boxes(9)
    with pytest.raises(InputError, match="box and regions can't be used together"):
        next(cpsudoku.read(line, box="none", regions=JIGSAW))


def test_with_rules_adds_lines_and_constraints() -> None:
    plain = Puzzle.parse("." * 25)
    puzzle = plain.with_rules(f"regions: {JIGSAW}", "killer 5: r1c1 r1c2", "# a comment")
    assert puzzle == plain.with_rules(f"regions: {JIGSAW}").with_rules(*puzzle.constraints)
    with pytest.raises(InputError, match="the board can't change below rules"):
        puzzle.with_rules("boxes: none")
    with pytest.raises(InputError, match="5 is not a rule"):
        puzzle.with_rules(5)  # type: ignore[arg-type]
    with pytest.raises(UnknownName):
        puzzle.with_rules("kiler 5: r1c1")


BAD_DATA = {
    "a box": ({"box": 3}, '"box" is 3, needs a text such as "3x3", or null'),
    "regions": ({"regions": 5}, '"regions" is 5, needs a text or a list of texts'),
    "a region": ({"regions": ["AAB", "AB"]}, '"regions": row 1 of the regions has 3 cells'),
    "grids": ({"grids": ["r1"]}, "\"grids\": 'r1' is not the corner of a grid"),
    "digits": ({"digits": "0"}, "\"digits\": '0' is not a range of digits"),
    "rows": ({"rows": 4}, '"rows" and "columns": \'4xNone\' is not'),
    "marks": ({"marks": ["1"]}, '"marks" needs a list of 16 texts'),
    "a mark": ({"marks": ["19"] * 16}, "\"marks\" of r1c1 are '19'; digits are 1-4"),
    "rules": ({"rules": "x"}, "\"rules\" is 'x', needs a list of objects or texts"),
    "a rule": ({"rules": [{"rule": "kiler"}]}, "rule 1: 'kiler' is not a rule; did you mean"),
    "no rule": ({"rules": [{"cells": []}]}, 'rule 1: "rule" is None, needs the name'),
    "numbers": (
        {"rules": [{"rule": "region", "cells": [0, 1]}]},
        "not a list of cells such as r1c1",
    ),
    "another key": ({"constraints": [{"rule": "diagonals"}]}, 'use "rules"'),
    "a rule as a key": ({"killer": [["r1c1", "r1c2"]]}, "'killer' is not a key; use \"rules\""),
    "a board": ({"board": {"rows": 4}}, "'board' is not a key; use 'box', 'regions'"),
    "a text": ({"rules": ["killer 5: r1c9"]}, "rule 1: killer: 'r1c9' is not a cell"),
    "houses": ({"cells": ["r1c1"], "digits": "1-1", "houses": 5}, '"houses" is 5, needs a list'),
}


@pytest.mark.parametrize(("data", "said"), BAD_DATA.values(), ids=BAD_DATA.keys())
def test_bad_json_names_the_key(data: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as caught:
        Puzzle.parse(json.dumps({"puzzle": "." * 16} | data))
    assert said in str(caught.value)


def test_no_alias_means_two_rules() -> None:
    names = [
        name.split()[0]
        for rule in map(CONSTRAINTS.__getitem__, CONSTRAINTS)
        for name in (rule.name, *rule.aliases)
    ] + list(BOARD_LINES)
    assert sorted(names) == sorted(set(names))


def workbook(*cells: tuple[str, str | int]) -> bytes:
    """A workbook with a 4x4 board at A1 and more cells."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.worksheets[0]
    for r, row in enumerate(("12..", "..1.", ".1..", "..21"), 1):
        for c, symbol in enumerate(row, 1):
            sheet.cell(r, c, int(symbol) if symbol != "." else None)
    for address, value in cells:
        sheet[address] = value
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_table_next_to_a_board_is_its_rules() -> None:
    cells: list[tuple[str, str | int]] = [
        ("G1", "Rule"),
        ("H1", "Value"),
        ("I1", "Cells"),
        ("G2", "killer"),
        ("H2", 7),
    ]
    options = cpsudoku.formats.ReadOptions(range="A1:D4")
    data = workbook(*cells, ("I2", "r1c3 r1c4"), ("G3", "regions"), ("H3", "AAAB/CABB/CCDB/CDDD"))
    (puzzle,) = puzzles_of(data, options=options)
    assert puzzle.board == Board.jigsaw("AAAB/CABB/CCDB/CDDD")
    assert [line_of(rule) for rule in puzzle.constraints] == ["killer 7: r1c3 r1c4"]
    for address, text, said in (
        ("I2", "r1c3 r1c9", "cell I2: killer: 'r1c9' is not a cell"),
        ("G2", "kiler", "cell G2: 'kiler' is not a rule; did you mean killer"),
        ("H2", "six", "cell H2: killer: 'six' is not a whole number"),
    ):
        with pytest.raises(InputError, match=said):
            puzzles_of(workbook(*cells, ("I2", "r1c3 r1c4"), (address, text)), options=options)


def test_a_workbook_keeps_rules_and_regions() -> None:
    puzzle = Puzzle(Grid(bytes(81), Board.of_size(9))).with_rules("killer 12: r1c1 r1c2")
    board = Board.jigsaw(JIGSAW)
    for each in (puzzle, Puzzle(Grid(bytes([1, 0, 0, 0, 5] + [0] * 20), board))):
        (found,) = puzzles_of(cpsudoku.write(each, format="xlsx").data)
        assert (found.givens, found.constraints) == (each.givens, each.constraints)


MISTAKES = {
    "quadruple 1 2: r1c1 r1c2 r2c1 r2c2": "several numbers are separated by commas; write 1,2",
    "quadruple 1 2 3: r1c1 r1c2 r2c1 r2c2": "write 1,2,3",
    "r1c3 r1c4": "'r1c3 r1c4' continues nothing; a line begins with a rule's name",
    "r1c3, r1c4": "continues nothing",
    "killer 5 6: r1c1 r1c2": "'6' is more than it takes",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_likely_mistake_is_named(line: str) -> None:
    with pytest.raises(InputError, match=re.escape(MISTAKES[line])):
        Puzzle.parse(f"{'.' * 81}\nkiller 5: r1c1 r1c2\n{line}\n")


@pytest.mark.parametrize(
    ("line", "gap"),
    [
        ("thermo: r1c1 r3c3 r4c4", "r1c1 and r3c3 of the thermometer from r1c1 to r4c4"),
        ("arrow: r1c1 = r1c2 r1c4", "r1c2 and r1c4 of the arrow"),
        ("thermo: r1c1 r2c2 r2c3", None),
        ("renban: r1c1 r1c2 r5c5", None),
        ("killer 9: r1c1 r5c5", None),
    ],
)
def test_a_line_whose_cells_do_not_touch_has_a_note(line: str, gap: str | None) -> None:
    notes: list[str] = []
    with heard_by(notes.append):
        Puzzle.parse(f"{'.' * 81}\n{line}\n")
    assert [gap in note for note in notes if gap] == [True] * (gap is not None)
    assert len(notes) == (gap is not None)


LARGE_LINES = [
    f"killer 45: {'r1c1 ' * 20_000}",
    f"thermo: {'r1-9c1-9 ' * 10_000}",
    f"thermo: r{'1,' * 40_000}1c1",
    f"whispers: {'r1c1 r1c2 ' * 9_000}",
    f"sum 9: {'r1c1*2 ' * 10_000}",
    f"clone: {'r1c1 = ' * 10_000}r1c2",
    f"thermo: {'r1c1 r1c2;' * 9_999}r1c1 r1c2;r1c1 r1c2",
    f"any-of: {'(diagonals) or ' * 12_000}(diagonals)",
    f"grids: {'r1c1 ' * 10_000}",
]
# Each is built by its test from what it repeats: 200,000 times, or a million with --exhaustive.
LARGEST_LINES: dict[str, Callable[[int], str]] = {
    "cells": lambda many: f"killer 45: {'r1c1 ' * many}",
    "a name": lambda many: f"{'k' * many}: r1c1",
    "a number": lambda many: f"killer {'4' * many}: r1c1",
    "blanks": lambda many: f"killer 3:{' ' * many}r1c1 r1c2",
    "a solution": lambda many: f"solution: {'1' * many}",
}
LARGEST_RULES: dict[str, Callable[[int], object]] = {
    "killer": lambda many: {"rule": "killer", "cells": ["r1c1"] * many},
    "sum": lambda many: {"rule": "sum", "total": 3, "terms": [["r1c1", 2]] * many},
    "clone": lambda many: {"rule": "clone", "groups": [["r1c1"]] * many},
    "any-of": lambda many: {"rule": "any-of", "rules": [{"rule": "diagonals"}] * many},
    "text": lambda many: f"killer: {'r1c1 ' * many}",
}


@pytest.fixture
def many(exhaustive: bool) -> int:
    """How often the largest lines and rules repeat something."""
    return 1_000_000 if exhaustive else 200_000


@pytest.mark.parametrize("line", LARGE_LINES, ids=[line[:24] for line in LARGE_LINES])
def test_a_long_rule_is_refused_at_its_line(line: str) -> None:
    assert_it_is_refused_at_its_line(line)


@pytest.mark.parametrize("make", LARGEST_LINES.values(), ids=LARGEST_LINES)
def test_a_rule_of_any_length_is_refused_at_its_line(make: Callable[[int], str], many: int) -> None:
    assert_it_is_refused_at_its_line(make(many))


def assert_it_is_refused_at_its_line(line: str) -> None:
    """A puzzle with this line of rules has one error, and it names a limit."""
    (error, *more) = [
        each
        for each in entries_of(f"{'.' * 81}\n{line}\n", "line")
        if isinstance(each, InputError) and (each.source.row or 0) > 1
    ]
    assert not more
    assert re.search(r"allowed|more than|at most|the board has", error.problem)


@pytest.mark.parametrize("make", LARGEST_RULES.values(), ids=LARGEST_RULES)
def test_a_rule_of_any_length_is_refused_in_json(make: Callable[[int], object], many: int) -> None:
    with pytest.raises(InputError, match=r"more than|at most"):
        Puzzle.parse(json.dumps({"givens": "." * 81, "rules": [make(many)]}))


ROWS = "\n".join(["." * 9] * 9)


@pytest.mark.parametrize("grid", ["." * 81, ROWS], ids=["line", "grid"])
def test_a_puzzle_with_too_many_lines_of_rules_is_not_judged(grid: str) -> None:
    text = f"{grid}\n" + "diagonals\n" * 10_001
    found = list[object]()
    with pytest.raises(InputError, match="more than 10,000 lines of rules"):
        found.extend(read_document(Document.of_text(text), None))
    assert not [each for each in found if isinstance(each, Puzzle)]


def test_a_grid_with_too_many_lines_of_text_below_it_is_not_judged() -> None:
    text = f"{ROWS}\n" + "".join(f"Anti-knight rule {n} applies\n" for n in range(10_001))
    found = list[object]()
    with pytest.raises(InputError, match=r"line 10010: more than 10,000 lines of text"):
        found.extend(read_document(Document.of_text(text), None))
    assert not found
    comments = "\n".join([ROWS, *["# a comment"] * 10_001, ROWS])
    assert len(list(read_document(Document.of_text(comments), None))) == 2


def test_a_puzzle_has_a_bounded_number_of_rules() -> None:
    rules = [{"rule": "diagonals"}] * 10_001
    with pytest.raises(InputError, match="more than 10,000 rules"):
        Puzzle.parse(json.dumps({"givens": "." * 81, "rules": rules}))
    with pytest.raises(InputError, match="more than 10,000 rules"):
        Puzzle(
            Grid(bytes(81), Board.boxes(3, 3)), rules_of("diagonals", Board.boxes(3, 3)) * 10_001
        )
