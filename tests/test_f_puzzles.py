"""f-puzzles: links, base64 and JSON, and every meaning that is easy to get wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.formats.links import lz_string
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.command import invoke
from tests.puzzles import WIKIPEDIA
from tests.rules import BOARDS, EXAMPLES

Data = dict[str, Any]
HERE = "https://f-puzzles.com/?load="


def data(size: int = 9, **keys: Any) -> Data:
    """The object of an empty grid with more keys; ``diagonal_plus`` is ``diagonal+``."""
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)]} | keys


def puzzle_of(found: Data) -> Puzzle:
    """The puzzle of an object, packed in a link."""
    return Puzzle.parse(HERE + lz_string.compressed_base64(json.dumps(found)))


def written(puzzle: Puzzle) -> Data:
    """The object that is written for a puzzle."""
    link = cpsudoku.write(puzzle, format="f-puzzles").text.strip()
    found: Data = json.loads(lz_string.decompressed(link.removeprefix(HERE)))
    return found


def lines_of(puzzle: Puzzle) -> list[str]:
    """The rules of a puzzle as lines."""
    return [line_of(rule) for rule in puzzle.constraints]


def test_cells_may_have_their_own_parity() -> None:
    found = data()
    found["grid"][0] = [{"parity": each} if each else {} for each in ("Odd", "", "Even", "Odd")]
    found["grid"][0] += [{}] * 5
    assert lines_of(puzzle_of(found)) == ["odd: r1c1 r1c4", "even: r1c3"]
    found["grid"][8][8] = {"parity": "Prime"}
    assert puzzle_of(found).uninterpreted == ("key 'parity' of 1 cell",)


# lz-string

VECTORS = [  # what lz-string 1.5.0 writes
    ("", "Q===", "Q"),
    ("Hello, world", "BIUwNmD2A0AEDukBOYAmQ===", "BIUwNmD2A0AEDukBOYAmQ"),
]


@pytest.mark.parametrize(("text", "base64", "uri"), VECTORS)
def test_texts_are_packed_as_lz_string_packs_them(text: str, base64: str, uri: str) -> None:
    assert lz_string.compressed_base64(text) == base64
    assert lz_string.compressed_uri(text) == uri


def test_texts_begin_as_links_do() -> None:
    assert lz_string.compressed_base64('{"size":').startswith("N4IgzglgXgpi")


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("ab", max_size=300))
def test_what_is_packed_is_unpacked(text: str) -> None:
    assert lz_string.decompressed(lz_string.compressed_base64(text)) == text
    assert lz_string.decompressed(lz_string.compressed_uri(text)) == text


@given(st.text(lz_string.BASE64, max_size=60))
def test_damaged_texts_are_refused_or_unpacked(packed: str) -> None:
    try:
        lz_string.decompressed(packed)
    except InputError as error:
        problem = str(error)
    else:
        return
    assert "compressed text" in problem


@pytest.mark.parametrize(
    ("packed", "problem"),
    [
        ("N4IgzglgXgpi", "the compressed text is cut off"),
        ("N4Ig!glgXgpi", "'!' is not a letter of a compressed text"),
        ("A" * (lz_string.LONGEST + 1), "the compressed text has more than 500,000 characters"),
        ("////////", "the compressed text is damaged"),
    ],
    ids=["cut off", "alphabet", "long", "damaged"],
)
def test_what_is_no_packed_text_is_refused(packed: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        lz_string.decompressed(packed)


def test_what_is_too_long_when_it_is_unpacked_is_refused() -> None:
    bomb = lz_string.compressed_base64("a" * 2_000_100)
    with pytest.raises(InputError, match="more than 2,000,000 characters when it"):
        lz_string.decompressed(bomb)


# Where a puzzle is

PACKED = lz_string.compressed_base64(json.dumps(data(antiknight=True)))
PLACES = {
    "link": f"https://f-puzzles.com/?load={PACKED}",
    "www": f"https://www.f-puzzles.com/?load={PACKED}",
    "http": f"http://www.f-puzzles.com?load={PACKED}",
    "more options": f"https://f-puzzles.com/?theme=dark&load={PACKED}#top",
    "encoded": HERE + PACKED.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"),
    "blanks": "fpuzzles" + PACKED.replace("=", ""),
    "base64": PACKED,
    "json": json.dumps(data(antiknight=True)),
    "indented json": json.dumps(data(antiknight=True), indent=2),
    "sudokupad": f"https://sudokupad.app/fpuzzles{PACKED}",
    "sudokupad, short": f"https://sudokupad.app/fpuz{PACKED}?setting-nogrid=1",
    "sudokupad, beta": f"https://beta.sudokupad.app/sudoku/fpuzzles{PACKED}",
    "sudokupad, query": f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{PACKED}",
    "prefix": f"fpuzzles{PACKED}",
}


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES.keys())
def test_a_puzzle_is_read_from_every_place(text: str, tmp_path: Path) -> None:
    expected = puzzle_of(data(antiknight=True))
    assert lines_of(expected) == ["anti-knight"]
    assert Puzzle.parse(text) == expected
    assert list(cpsudoku.read(text)) == [expected]
    for name in ("puzzle.txt", "puzzle.json"):
        path = tmp_path / name
        path.write_text(text)
        if name.endswith("txt") or text.startswith("{"):
            assert list(cpsudoku.read(path)) == [expected]


def test_joined_slashes_are_doubled_again() -> None:
    titles = (f"{'x' * number}\uffff" for number in range(20))  # a character of 16 bits, all 1
    texts = (json.dumps(data(title=title), ensure_ascii=False) for title in titles)
    found = next(packed for packed in map(lz_string.compressed_base64, texts) if "//" in packed)
    expected = Puzzle.parse(HERE + found)
    assert Puzzle.parse(f"https://sudokupad.app/fpuzzles{found.replace('//', '/')}") == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("https://f-puzzles.com/?id=y4abcdef", "only names a puzzle on the server of f-puzzles"),
        ("https://www.f-puzzles.com/", "the link has no puzzle: .load= is missing"),
        ("https://f-puzzles.com/?load=", "the link has no puzzle: .load= is missing"),
        (f"{HERE}{PACKED[:60]}", "cut off"),
        (f"{HERE}{lz_string.compressed_base64('[1, 2]')}", "not an object"),
        (HERE + "A" * 600_000, "more than 500,000 characters"),
        ('{"size":9,"grid":[[{}' + " " * 2_100_000, "more than 2,000,000 characters"),
        (HERE + lz_string.compressed_base64("[" * 100_000), "not JSON|nested too deeply"),
    ],
    ids=["server", "bare", "nothing", "cut off", "list", "long", "long JSON", "deep"],
)
def test_a_bad_link_is_named(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Puzzle.parse(text)


def test_the_command_line_takes_a_link() -> None:
    done = invoke("check", cpsudoku.convert(WIKIPEDIA, to="f-puzzles").text.strip())
    assert (done.code, done.out.split("\t")[0]) == (0, "unique")
    refused = invoke("check", "https://f-puzzles.com/?id=y4abcdef")
    assert refused.code == 2
    assert "?load=" in refused.err + refused.out


# What the keys mean

CAGE = {"cells": ["R1C1", "R1C2"]}
CLUES: dict[str, tuple[Data, list[str]]] = {
    "killer": ({"killercage": [CAGE | {"value": "10"}]}, ["killer 10: r1c1 r1c2"]),
    "killer without a sum": ({"killercage": [CAGE]}, ["killer: r1c1 r1c2"]),
    "killer 0": ({"killercage": [CAGE | {"value": "0"}]}, ["killer: r1c1 r1c2"]),
    "arrow": (
        {"arrow": [{"lines": [["R5C4", "R4C3"], ["R5C4", "R6C5"]], "cells": ["R5C4"]}]},
        ["arrow: r5c4 = r4c3", "arrow: r5c4 = r6c5"],
    ),
    "pill": (
        {"arrow": [{"lines": [["R1C1", "R2C1", "R3C1"]], "cells": ["R1C2", "R1C1"]}]},
        ["arrow: r1c2 r1c1 = r2c1 r3c1"],
    ),
    "two lines": (
        {"thermometer": [{"lines": [["R6C5", "R7C4"], ["R1C1", "R2C2"], ["R9C9"]]}]},
        ["thermo: r6c5 r7c4", "thermo: r1c1 r2c2"],
    ),
    "whispers": ({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, ["whispers: r1c1 r1c2"]),
    "whispers 4": (
        {"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "4"}]},
        ["whispers 4: r1c1 r1c2"],
    ),
    "dutch": ({"dutchwhispers": [{"lines": [["R1C1", "R1C2"]]}]}, ["whispers 4: r1c1 r1c2"]),
    "german": ({"germanwhispers": [{"lines": [["R1C1", "R1C2"]]}]}, ["whispers 5: r1c1 r1c2"]),
    "lockout": (
        {"lockout": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]},
        ["lockout: r1c1 r1c2 r1c3"],
    ),
    "lockout 3": (
        {"lockout": [{"lines": [["R1C1", "R1C2", "R1C3"]], "value": "3"}]},
        ["lockout 3: r1c1 r1c2 r1c3"],
    ),
    "parity": ({"parity": [{"lines": [["R1C1", "R1C2"]]}]}, ["modular 2: r1c1 r1c2"]),
    "difference": ({"difference": [CAGE]}, ["white: r1c1 r1c2"]),
    "difference 3": ({"difference": [CAGE | {"value": "3"}]}, ["white 3: r1c1 r1c2"]),
    "ratio": ({"ratio": [CAGE]}, ["black: r1c1 r1c2"]),
    "ratio 3": ({"ratio": [CAGE | {"value": "3"}]}, ["black 3: r1c1 r1c2"]),
    "xv": ({"xv": [CAGE | {"value": "V"}]}, ["xv V: r1c1 r1c2"]),
    "negative": (
        {"negative": ["ratio", "xv"], "nonconsecutive": True},
        ["non-consecutive", "negative black xv"],
    ),
    "little killer": (
        {"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": "17"}]},
        ["little-killer 17: r1c3 r2c2 r3c1"],
    ),
    "little killer 0": (
        {"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": "0"}]},
        [],
    ),
    "sandwich": (
        {"sandwichsum": [{"cell": "R0C1", "value": "0"}]},
        ["sandwich 0: r1c1 r2c1 r3c1 r4c1 r5c1 r6c1 r7c1 r8c1 r9c1"],
    ),
    "x-sum from the right": (
        {"xsum": [{"cell": "R1C10", "value": "20"}]},
        ["x-sum 20: r1c9 r1c8 r1c7 r1c6 r1c5 r1c4 r1c3 r1c2 r1c1"],
    ),
    "skyscraper from below": (
        {"skyscraper": [{"cell": "R10C3", "value": "4"}, {"cell": "R10C4", "value": ""}]},
        ["skyscraper 4: r9c3 r8c3 r7c3 r6c3 r5c3 r4c3 r3c3 r2c3 r1c3"],
    ),
    "rising": ({"diagonal+": True}, ["diagonals rising"]),
    "falling": ({"diagonal-": True}, ["diagonals falling"]),
    "both diagonals": ({"diagonal+": True, "diagonal-": True}, ["diagonals"]),
    "marks in cells": (
        {"odd": [{"cell": "R6C6"}, {"cell": "R1C1"}], "maximum": [{"cell": "R6C2"}]},
        ["odd: r6c6 r1c1", "maximum: r6c2"],
    ),
    "clone": (
        {"clone": [{"cells": ["R3C3"], "cloneCells": ["R6C6"]}]},
        ["clone: r3c3 = r6c6"],
    ),
    "quadruple": (
        {"quadruple": [{"cells": ["R3C3", "R3C4", "R4C3", "R4C4"], "values": [3, 3, 5]}]},
        ["quadruple 3,3,5: r3c3 r3c4 r4c3 r4c4"],
    ),
    "indexer": ({"columnindexer": [{"cells": ["R1C1"]}]}, ["column-indexer: r1c1"]),
    "disjoint groups": ({"disjointgroups": True}, ["disjoint-groups"]),
    "chess": ({"antiknight": True, "antiking": False}, ["anti-knight"]),
    "extra region": ({"extraregion": [CAGE]}, ["region: r1c1 r1c2"]),
}


@pytest.mark.parametrize(("keys", "lines"), CLUES.values(), ids=CLUES.keys())
def test_a_clue_is_the_rule_that_it_means(keys: Data, lines: list[str]) -> None:
    puzzle = puzzle_of(data(**keys))
    assert lines_of(puzzle) == lines
    assert puzzle.uninterpreted == ()


def test_a_clue_that_is_repeated_is_one_rule() -> None:
    assert lines_of(puzzle_of(data(killercage=[CAGE] * 300))) == ["killer: r1c1 r1c2"]


def test_cell_names_are_decimal() -> None:
    found = data(16, thermometer=[{"lines": [["R10C12", "R11C12"]]}])
    assert lines_of(puzzle_of(found)) == ["thermo: r10c12 r11c12"]


def test_only_given_digits_count() -> None:
    found = data()
    found["grid"][0][0] = {"value": 5, "given": True}
    found["grid"][0][1] = {"value": 6, "centerPencilMarks": [1]}
    found["grid"][0][2] = {"givenPencilMarks": [2, 4], "cornerPencilMarks": [7]}
    found["grid"][0][3] = {"givenPencilMarks": None}
    puzzle = puzzle_of(found)
    assert puzzle.givens.cells[:4] == bytes([5, 0, 0, 0])
    assert puzzle.marks is not None
    assert puzzle.marks[:4] == ((5,), tuple(range(1, 10)), (2, 4), tuple(range(1, 10)))


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9, 10, 12, 16])
def test_the_usual_regions_are_the_boxes_of_the_size(size: int) -> None:
    assert puzzle_of(data(size)).board == Board.of_size(size)
    nothing = data(size)
    for row in nothing["grid"]:
        for cell in row:
            cell["region"] = None
    assert puzzle_of(nothing).board == Board.without_boxes(size)


def test_regions_and_cells_without_one() -> None:
    found = data(4)
    found["grid"][0][1]["region"], found["grid"][1][2]["region"] = 1, 0
    assert puzzle_of(found).board == Board.jigsaw("ABBB/AAAB/CCDD/CCDD")
    for r, c in ((0, 0), (0, 1), (1, 0), (1, 1)):
        found = data(4) if (r, c) == (0, 0) else found
        found["grid"][r][c]["region"] = None
    board = puzzle_of(found).board
    assert (len(board.regions), board.box_of[0], len(board.rows)) == (3, -1, 4)


def test_a_board_with_few_regions_of_any_form_is_written_as_json() -> None:
    found = data(4)
    for cell in (cell for row in found["grid"] for cell in row):
        cell["region"] = -1
    for r, c in ((0, 1), (0, 3), (2, 2), (3, 0)):  # its last cell is left of its first one
        found["grid"][r][c]["region"] = 3
    puzzle = puzzle_of(found)
    assert puzzle.board.box_of.count(-1) == 12
    text = cpsudoku.write(puzzle, format="json").text
    assert [each.board for each in cpsudoku.read(text)] == [puzzle.board]


def test_a_region_needs_as_many_cells_as_digits() -> None:
    found = data(4)
    found["grid"][0][0]["region"] = 1
    with pytest.raises(InputError, match="region 1 has 5 cells; it needs 4"):
        puzzle_of(found)


def test_a_solution_is_kept_if_it_is_complete() -> None:
    cells = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    assert puzzle_of(data(4, solution=[*map(str, cells)])).answer == Grid(
        bytes(cells), Board.of_size(4)
    )
    assert puzzle_of(data(4, solution=[".", *cells[1:]])).answer is None


LOCKOUT = {"lines": [["R5C1", "R5C2", "R5C3"]]}
OF_LOCKOUT = LOCKOUT | {"isLLConstraint": True}
COPY = {"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}
ARROW = {"arrow": [{"lines": [], "cells": ["R2C5"]}]}
PARTS: dict[str, tuple[Data, tuple[str, ...]]] = {
    "copies of lockout lines": ({"line": [OF_LOCKOUT], "lockout": [LOCKOUT]}, ()),
    "lines of a lockout that is not there": ({"line": [OF_LOCKOUT]}, ("1 line (drawing)",)),
    "copies": ({"line": [COPY], "cage": [CAGE | {"fromConstraint": "x"}]}, ()),
    "drawings": (
        {"line": [COPY, {"lines": []}, {"lines": []}], "text": [{"value": "a"}]},
        ("2 lines (drawing)", "1 text (drawing)"),
    ),
    "cages": (
        {"cage": [CAGE, CAGE, CAGE | {"value": "DR5"}]},
        ("2 cages (drawing)", "1 cage with the text 'DR5' (drawing)"),
    ),
    "unknown keys": ({"torus": ["R1C1"], "empty": [], "off": False}, ("key 'torus'",)),
    "a text for a sum": (
        {"killercage": [CAGE | {"value": "<10"}]},
        ("killercage 1 (the text '<10')",),
    ),
    "a short zipper": (
        {"zipperline": [{"lines": [["R1C1", "R1C2"]]}]},
        ("zipperline 1 (2 cells; at least 3 needed)",),
    ),
    "a circle": (ARROW, ("arrow 1 (a circle without an arrow)",)),
    "an unknown negative": ({"negative": ["sum"]}, ("negative 'sum'",)),
}


@pytest.mark.parametrize(("keys", "parts"), PARTS.values(), ids=PARTS.keys())
def test_what_is_not_interpreted_is_named(keys: Data, parts: tuple[str, ...]) -> None:
    named = puzzle_of(data(**keys)).uninterpreted
    known = [part for part in named if not part.startswith("guess ")]
    assert [part.replace("'zipper', cells: ", "") for part in known] == list(parts)


def test_colours_and_unknown_keys_of_cells_are_named() -> None:
    found = data()
    found["grid"][0][0] = {"c": "#FF0000", "strange": 1}
    found["grid"][0][1] = {"c": "#FF0000"}
    named = ("key 'strange' of 1 cell", "2 cells with a colour (drawing)")
    assert puzzle_of(found).uninterpreted == named


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"size": 99}, "the size is 99; sizes are 1-25"),
        ({"grid": [[{}]]}, "the grid has 1 rows; a puzzle of size 9 needs 9"),
        (
            {"killercage": [{"cells": ["R1C1", "R1C99"]}]},
            r"killercage\[0\].cells\[1\]: 'R1C99' is not a",
        ),
        ({"killercage": [5]}, r"killercage\[0\]: 5 is not an object"),
        ({"killercage": 5}, "killercage: 5 is not a list"),
        ({"negative": [["xv"]]}, r"negative\[0\]: \['xv'\] is not a name such as xv"),
        ({"arrow": [{"lines": [5], "cells": ["R1C1"]}]}, r"arrow\[0\].lines\[0\]: 5 is not a"),
        ({"odd": [{"cell": 5}]}, r"odd\[0\].cell: 5 is not a cell such as R1C1"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "5"}]}, "not next to a row or column"),
        ({"littlekillersum": [{"cell": "R0C0", "value": "5", "direction": "X"}]}, "direction: 'X'"),
        ({"killercage": [{}] * 406}, "it has 406 clues; at most 405 are read"),
        ({"renban": [{"lines": [[]] * 3_000}]}, "it has 3,000 clues; at most 405 are read"),
        ({"killercage": [{"cells": ["R1C1"] * 200}]}, "200 cells are listed; the board has 81"),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value[:30],
)
def test_bad_data_is_named(keys: Data, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        puzzle_of(data() | keys)


def test_a_digit_that_the_board_does_not_have_is_named() -> None:
    found = data(4)
    found["grid"][0][1] = {"value": 5, "given": True}
    with pytest.raises(InputError, match="r1c2: 5 is not a digit from 1 to 4"):
        puzzle_of(found)


# Writing

REFUSED = {  # rules that f-puzzles does not have
    *("offset", "greater", "sequence", "counting-circles", "numbered-room"),
    *("frame-sum", "pair", "line", "any-of", "all-of"),
}
SAME = {"windows", "negative"}  # written as other rules


def squares() -> list[tuple[str, str]]:
    """The lines of the rules on square boards, each with its board."""
    found = []
    for lines in EXAMPLES.values():
        for line in lines:
            board, _, text = (
                line.removeprefix("@").partition(" ") if line[0] == "@" else ("", "", "")
            )
            name, said = (board, text) if board else ("4x4", line)
            if BOARDS[name].is_square:
                found.append((name, said))
    return found


def solutions(puzzle: Puzzle) -> set[Grid]:
    """Some solutions, all if there are few."""
    return set(cpsudoku.check(puzzle, count=40).solutions)


def test_every_rule_is_written_and_read_or_refused_by_name() -> None:
    kept, refused = set[str](), dict[str, str]()
    for board, line in squares():
        empty = Puzzle(Grid(bytes(len(BOARDS[board])), BOARDS[board]))
        puzzle = empty.with_rules(line)
        name = puzzle.constraints[0].name
        try:
            found = puzzle_of(written(puzzle))
        except Unsupported as error:
            refused[name] = str(error)
            continue
        kept.add(name)
        assert found.board == puzzle.board
        assert found.uninterpreted == ()
        if name not in SAME and found.constraints != puzzle.constraints:
            assert solutions(found) == solutions(puzzle), line
    elsewhere = {name for name in CONSTRAINTS if CONSTRAINTS[name].example_board}
    assert kept | refused.keys() | elsewhere == set(CONSTRAINTS)
    assert refused.keys() >= REFUSED
    assert all(
        f"can't hold the rule {name}" in said or "the layer" in said
        for name, said in refused.items()
    )
    assert not kept & REFUSED


@given(st.lists(st.sampled_from([each for each in squares() if each[0] == "4x4"]), max_size=5))
def test_rules_make_the_round_trip_together(chosen: list[tuple[str, str]]) -> None:
    board = BOARDS["4x4"]
    lines = [line for _, line in chosen]
    rules = [rule for line in lines for rule in rules_of(line, board)]
    givens = Grid(bytes(Random(len(lines)).choice([0, 0, 1]) for _ in range(16)), board)
    puzzle = Puzzle(givens, tuple(rules), label="A title")
    try:
        found = puzzle_of(written(puzzle))
    except Unsupported:
        return
    assert (found.givens, found.label) == (puzzle.givens, "A title")
    assert found == puzzle_of(written(found))
    for solution in solutions(Puzzle(Grid(bytes(16), board))):
        assert found.is_solved_by(solution) == (puzzle.is_solved_by(solution)), (
            lines,
            lines_of(found),
        )


def test_marks_regions_and_the_solution_are_written() -> None:
    board = Board.jigsaw("AAAB/CABB/CCDB/CDDD")
    marks = ((1, 2), *((1, 2, 3, 4),) * 15)
    puzzle = Puzzle(Grid(bytes(16), board), marks=marks, info=(("author", "A"), ("rules", "R")))
    assert puzzle_of(written(puzzle)) == puzzle
    solved = cpsudoku.solve(WIKIPEDIA)
    link = cpsudoku.write(solved, format="f-puzzles").text
    assert Puzzle.parse(link).answer == solved.solution


def test_the_rule_that_all_white_dots_are_given_is_non_consecutive() -> None:
    empty = Puzzle.parse("." * 81)
    one = empty.with_rules("negative white black", "white: r1c1 r1c2")
    found = written(one)
    assert (found["nonconsecutive"], found["negative"]) == (True, ["ratio"])
    with pytest.raises(Unsupported, match="the rule negative"):
        written(empty.with_rules("negative white", "white 3: r1c1 r1c2"))


def test_a_board_that_is_not_a_square_is_refused() -> None:
    with pytest.raises(Unsupported, match="can't hold a board of this shape"):
        written(Puzzle(Grid(bytes(12), Board.rectangle(3, 4, 6))))


@pytest.mark.parametrize(
    ("sentence", "is_left"),
    [
        ("Adjacent digits on a green line differ by at least 5.", False),
        ("Adjacent digits on a purple line differ by at least 5.", True),
        ("The grid is partially covered in fog. Placing correct digits clears it.", False),
        ("Cells in fog are odd.", True),
    ],
)
def test_a_sentence_is_about_clues_of_its_colour(sentence: str, is_left: bool) -> None:
    whispers = [{"lines": [["R1C1", "R1C2"]]}]
    found = data(ruleset=sentence, whispers=whispers, foglight=["R1C1"])
    assert bool(puzzle_of(found).uninterpreted) is is_left
