"""Links of Penpa+: digits, regions, cages, thermometers and arrows; the rest is named.

Links that cpsudoku writes were opened in Penpa+ 3.2.3, which wrote them again in both forms.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.penpa_board import PenpaBoard
from cpsudoku.formats.links.penpa_packed import packed_part, unpacked_part
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.reading import entries_of, puzzles_of, text_of

EMPTY = "." * 81
SITE = "https://swaroopg92.github.io/penpa-edit/#m="
FRAME = PenpaBoard(9, 9)
KEPT = {
    "classic": WIKIPEDIA,
    "jigsaw": ".2..\n....\n....\n...1\nregions: AAAB/ACBB/CCDB/CDDD",
    "no boxes": "....\n....\n....\n...1\nboxes: none",
    "16": "." * 255 + "G",
    "tools": f"{EMPTY}\nkiller 7: r1c3 r1c4 r2c4\nkiller: r9c1 r9c2\nthermo: r5c5 r5c6 r6c7\n"
    "arrow: r8c8 = r8c7 r7c6",
    "rules in words": f"{EMPTY}\ndiagonals\ngreater: r1c1 r1c2\nyin-yang",
}


def link_of(text: str, mode: str = "edit") -> str:
    """A link with this text."""
    return f"{SITE}{mode}&p={packed_part(text)}"


def changed(number: int, value: object, puzzle: str = EMPTY) -> str:
    """The link of a puzzle with another value in one line of its text."""
    link = text_of([Puzzle.parse(puzzle)], "penpa").decode().strip()
    lines = unpacked_part(link.partition("p=")[2]).split("\n")
    lines[number] = value if isinstance(value, str) else json.dumps(value)
    return link_of("\n".join(lines))


def drawn(**parts: Any) -> Puzzle:
    """A puzzle with these parts, read from a link to solve."""
    (puzzle,) = puzzles_of(changed(3, parts).replace("m=edit", "m=solve"))
    return puzzle


@pytest.mark.parametrize("name", KEPT)
def test_what_penpa_holds_is_kept(name: str) -> None:
    puzzle = Puzzle.parse(KEPT[name])
    (found,) = puzzles_of(text_of([puzzle], "penpa"))
    assert found.givens.line == puzzle.givens.line
    assert set(map(str, found.constraints)) == set(map(str, puzzle.constraints))
    houses = [
        sorted(house.cells for house in each.board.houses if house.kind == "box")
        for each in (found, puzzle)
    ]
    assert houses[0] == houses[1]
    assert found.uninterpreted == ()


def test_title_author_and_solution_are_kept() -> None:
    puzzle = Puzzle(
        Puzzle.parse(WIKIPEDIA).givens,
        label="A title, with a comma & a <sign>",
        info=(("author", "me = you"),),
        answer=Puzzle.parse(SOLVED).givens,
    )
    (found,) = puzzles_of(text_of([puzzle], "penpa"))
    assert (found.label, found.info, found.answer) == (puzzle.label, puzzle.info, puzzle.answer)


def test_the_points_have_the_numbers_of_penpa() -> None:
    assert [FRAME.point((0, c)) for c in (0, 8)] == [28, 36]
    assert FRAME.crossing((0, 3)) == 186
    assert FRAME.place_of_crossing(186) == (0, 3)
    assert FRAME.cell_of_corner(FRAME.corner((2, 5), 3)) == FRAME.point((2, 5))


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ({"surface": {"28": 3, "29": 3}}, "2 shaded cells (drawing)"),
        ({"line": {"28,29": 3}}, "1 line (drawing)"),
        ({"symbol": {"28": [1, "star", 1]}}, "1 symbol 'star' (drawing)"),
        ({"symbol": {"28": [1, "circle_L", 1]}}, "1 circle (drawing)"),
        ({"arrows": [[28, 29]]}, "1 arrow (drawing)"),
        ({"nobulbthermo": [[28, 29]]}, "1 thermometer without a bulb (drawing)"),
        ({"thermo": [[28, 27]]}, "1 thermo outside the board (drawing)"),
        ({"number": {"28": ["12", 1, "1"]}}, "1 number (drawing)"),
        ({"number": {"27": ["12", 1, "1"]}}, "1 number outside the board (drawing)"),
        ({"number": {"28": ["123", 1, "7"]}}, "1 number (drawing)"),
        ({"cage": {"788,789": 10}}, "outlines of cages (drawing)"),
        ({"lineE": {"186,199": 2}}, ""),
        ({"lineE": {"182,196": 3}}, "1 line (drawing)"),
    ],
)
def test_what_is_drawn_and_not_understood_is_named(parts: dict[str, Any], named: str) -> None:
    assert drawn(**parts).uninterpreted == ((named,) if named else ())


def test_drawn_diagonals_count_if_the_rules_speak_of_them() -> None:
    points = [FRAME.crossing((n, n)) for n in range(10)]
    lines = {f"{a},{b}": 12 for a, b in pairwise(points)}
    assert drawn(lineE=lines).uninterpreted == ("9 lines (drawing)",)
    link = unpacked_part(changed(3, {"lineE": lines}).partition("p=")[2])
    said = link.replace(",OFF,", "The marked diagonal has different digits.,OFF,", 1)
    (puzzle,) = puzzles_of(link_of(said))
    assert [str(rule.name) for rule in puzzle.constraints] == ["diagonals"]


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        (f"{SITE}edit", "p= is missing"),
        (f"{SITE}edit&p=zz!", "the link is damaged; copy it again"),
        (f"{SITE}edit&p=https://puzz.link/p", "the link names another link"),
        (link_of("hex,9,9"), "its grid is 'hex'; grids of square cells are read"),
        (link_of("1,2,3"), "the form of old versions"),
        (link_of("square,9,9\n[0,0,0,1]"), "its board of 72 cells is not a square"),
        (link_of("square,9,9\n{"), "line 2 of its text is not JSON"),
        (link_of("square,9,9\n[]\n\n[]"), "problem.lineE"),
    ],
)
def test_damaged_and_other_links_are_errors(link: str, problem: str) -> None:
    (entry,) = entries_of(link)
    if not isinstance(entry, InputError):
        entry = InputError("read")
    assert problem in str(entry) or problem == "problem.lineE"


@pytest.mark.parametrize(
    "rules", ["regions: AABB/ABBA/CCDD/CDDC", "digits: 0-3"], ids=["pieces", "digits"]
)
def test_boards_that_penpa_can_not_show_are_refused(rules: str) -> None:
    with pytest.raises(Unsupported, match="format 'penpa' can't hold"):
        cpsudoku.write(f"....\n....\n....\n....\n{rules}", format="penpa")
