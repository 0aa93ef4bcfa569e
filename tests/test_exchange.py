"""ipuz and OpenSudoku: what they hold is kept, and everything else is refused by name."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.puzzles import WIKIPEDIA, random_solution
from tests.reading import entries_of, puzzles_of, text_of

EMPTY, SMALL = "." * 81, "1..4..1.2......3"
KEPT = {
    "classic": WIKIPEDIA,
    "diagonals": f"{EMPTY}\ndiagonals",
    "windows": f"{EMPTY}\nwindows",
    "killer": f"{WIKIPEDIA}\nkiller 7: r1c3 r1c4\nkiller: r2c2 r2c3\ndiagonals",
    "jigsaw": ". 2 . . / . . . . / . . . . / . . . 1\nregions: AABB/ABBA/CCDD/CDDC".replace(
        " / ", "\n"
    ),
    "jigsaw killer": "....\n....\n....\n...1\nregions: AABB/ABBA/CCDD/CDDC\nkiller 5: r1c1 r1c2",
    "calcudoku": "....\n....\n....\n....\nboxes: none\nproduct 6: r1c1 r1c2\nsum = 5: r1c3 r1c4\n"
    "difference 1: r2c1 r2c2\nquotient 2: r3c1 r3c2",
    "other boxes": "......\n......\n......\n......\n......\n.....1\nboxes: 3x2",
}


def puzzle_of(text: str) -> Puzzle:
    """The puzzle of a text."""
    return Puzzle.parse(text)


@pytest.mark.parametrize("name", KEPT)
def test_what_ipuz_holds_is_kept(name: str) -> None:
    puzzle = puzzle_of(KEPT[name])
    (found,) = puzzles_of(text_of([puzzle], "ipuz"))
    assert found.givens.line == puzzle.givens.line
    assert sorted(map(str, found.constraints)) == sorted(map(str, puzzle.constraints))
    assert sorted(map(sorted, (h.cells for h in found.board.houses))) == sorted(
        map(sorted, (h.cells for h in puzzle.board.houses))
    )
    assert found.uninterpreted == ()


def test_ipuz_keeps_the_solution_and_the_details() -> None:
    info = (("author", "me"), ("date", "11/23/2026"), ("level", "hard"))
    puzzle = Puzzle(
        puzzle_of(SMALL).givens,
        label='"a" title',
        info=info,
        answer=puzzle_of("1234341223414123").givens,
    )
    assert puzzles_of(text_of([puzzle], "ipuz")) == [puzzle]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("thermo: r1c1 r1c2", "thermo"),
        ("diagonals rising", "rising diagonal"),
        ("killer 5: r1c1 r1c2\nproduct 6: r2c1 r2c2", "cages of killers beside"),
        ("sum <= 9: r1c1 r1c2", "sum of at most"),
    ],
)
def test_what_ipuz_does_not_hold_is_refused_by_name(rule: str, said: str) -> None:
    with pytest.raises(Unsupported, match=f"can't hold .*{said}.*try format json"):
        text_of([puzzle_of(f"{EMPTY}\n{rule}")], "ipuz")


def test_a_list_of_ipuz_objects_is_read() -> None:
    texts = [text_of([puzzle_of(cells)], "ipuz") for cells in (EMPTY, SMALL)]
    found = puzzles_of(b"[%b]" % b",".join(texts), suffix=".ipuz")
    assert found == [puzzle_of(EMPTY), puzzle_of(SMALL)]


def test_an_ipuz_file_holds_one_puzzle() -> None:
    with pytest.raises(Unsupported, match="holds one puzzle; try format json"):
        cpsudoku.write([SMALL, SMALL], format="ipuz")


NOTHING = [0] * 4
GRID = [[1, 0, 0, 4], [0, 0, 1, 0], [2, 0, 0, 0], [0, 0, 0, 3]]


def document(**changed: Any) -> str:
    """A small ipuz document with some changes; None removes a key."""
    data = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": GRID}
    return json.dumps({key: each for key, each in (data | changed).items() if each is not None})


READ = {
    "a name before": (f"ipuz({document()})", SMALL),
    "version 1": (document(version="http://ipuz.org/v1"), SMALL),
    "letters": (
        document(
            charset="ABCD", puzzle=[["A", 0, "", "D"], [0] * 4, [0] * 4, [{"given": "C"}, *[0] * 3]]
        ),
        "1..4........3...",
    ),
}


@pytest.mark.parametrize("name", READ)
def test_other_forms_of_ipuz_are_read(name: str) -> None:
    text, line = READ[name]
    assert [puzzle.givens.line for puzzle in puzzles_of(text)] == [line]


REFUSED = {
    "a digit": (
        document(puzzle=[[9, 0, 0, 0], *[[0] * 4] * 3]),
        r"puzzle\[0\]\[0\]: 9 is not a digit 1-4",
    ),
    "a gap": (document(puzzle=[[None, 0, 0, 0], *[[0] * 4] * 3]), r"puzzle\[0\]\[0\]: a digit 1-4"),
    "a row": (document(puzzle=[[0] * 3, *[[0] * 4] * 3]), "4 rows of 4 cells"),
    "a crossword": (
        document(kind=["http://ipuz.org/crossword#1"]),
        "is not a kind of http://ipuz.org/sudoku",
    ),
    "no grid": (document(puzzle=None), "puzzle: a list is missing"),
    "a charset": (document(charset="AA"), "charset: 'AA' needs 4 different symbols"),
    "a cell": (
        document(cages=[{"cells": [[1, 5]], "value": 3}]),
        r"cages\[0\].cells\[0\]\[1\]: 5 is not a row",
    ),
    "an operator": (
        document(cages=[{"cells": [[1, 1]], "value": 3, "operator": "?"}]),
        r"cages\[0\].operator: '\?' is not one of \+ - \* x /",
    ),
    "a sum": (
        document(cages=[{"cells": [[1, 1], [2, 1]], "value": "x"}]),
        r"cages\[0\].value: 'x' is not a whole number",
    ),
    "JSON": (document()[:-1], "line 1, column .*it is not JSON"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_ipuz_is_refused_with_its_place(name: str) -> None:
    text, said = REFUSED[name]
    with pytest.raises(InputError, match=said):
        puzzles_of(text, suffix=".ipuz")


def test_what_ipuz_says_and_we_do_not_know_is_named() -> None:
    kinds = ["http://ipuz.org/sudoku#1", "http://ipuz.org/sudoku/strange#1"]
    zones = [{"rect": [1, 1, 2, 1], "style": {"highlight": True}}]
    (puzzle,) = puzzles_of(document(kind=kinds, zones=zones, novelty=1, **{"x:y": 1}))
    assert puzzle.uninterpreted == ("zones (1)", "strange", "novelty", "x:y")


GAME = "9|012|1|" + "0|0|1|" * 79 + "5|0|0|"
OPENED = {
    "version 1": '<?xml version="1.0"?>\n<opensudoku><name>A</name>{game}</opensudoku>',
    "another encoding": '<?xml version="1.0" encoding="x"?><opensudoku>{game}</opensudoku>',
    "version 2": '<opensudoku version="2"><folder name="A">{game}</folder></opensudoku>',
}


@pytest.mark.parametrize("name", OPENED)
def test_both_versions_of_opensudoku_are_read(name: str) -> None:
    text = OPENED[name].format(game=f'<game data="{WIKIPEDIA.replace(".", "0")}"/>')
    assert [puzzle.givens.line for puzzle in puzzles_of(text)] == [WIKIPEDIA]


def test_of_a_saved_game_only_the_givens_are_read() -> None:
    text = OPENED["version 2"].format(game=f'<game data="version: 1&#10;{GAME}"/>')
    assert [puzzle.givens.line for puzzle in puzzles_of(text)] == ["." * 80 + "5"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<opensudoku>\n<game data="123"/></opensudoku>', "line 2: the data of the game are '123'"),
        ("<opensudoku>\n<game/></opensudoku>", "line 2: the game has no data"),
        ("<opensudoku>\n<game", "line 2, column 1: it is not XML: unclosed token"),
        ("<sudoku/>", "the element is 'sudoku', not opensudoku"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><opensudoku/>', "a document type is not allowed"),
        (OPENED["version 2"].format(game='<game data="version: 9 5|0|1|"/>'), "to version: 3"),
        (OPENED["version 2"].format(game='<game data="version: 1 5|0|1|"/>'), "has 1 cells of the"),
    ],
)
def test_a_damaged_opensudoku_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("|", r"\|")):
        puzzles_of(text, suffix=".opensudoku")


def test_a_bad_game_does_not_stop_the_others() -> None:
    good = WIKIPEDIA.replace(".", "0")
    text = f'<opensudoku><game data="1"/>\n<game data="{good}" note="a &amp; b"/></opensudoku>'
    bad, puzzle = entries_of(text)
    assert isinstance(bad, InputError)
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.label, puzzle.source.row) == ("a & b", 2)


@pytest.mark.parametrize("seed", range(4))
def test_an_ipuz_of_any_size_is_read_as_it_was_written(seed: int) -> None:
    random = Random(seed)
    board = Board.of_size(random.choice((1, 4, 6, 12, 16, 25)))
    puzzle = Puzzle(random_solution(random, board))
    assert puzzles_of(text_of([puzzle], "ipuz")) == [puzzle]
