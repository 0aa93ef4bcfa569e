"""Lines of rules from strokes of a pen, rules that move, and rules that nothing satisfies."""

from __future__ import annotations

import pytest

from cpsudoku import solve
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.pen import (
    drawn_places,
    line_of_strokes,
    moved,
    strokes_of,
    typed_values,
    with_words,
    words_of_line,
)
from cpsudoku.core.possible import why_impossible
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import example_of, line_of, rules_of
from cpsudoku.core.words import verdict_detail
from cpsudoku.runtime.errors import InputError

BOARD = Board.boxes(3, 3)
DRAWN = {  # a rule, its words, its strokes: its line
    ("killer", "12", "r1c1 r1c2", "r2c1"): "killer 12: r1c1 r1c2 r2c1",
    ("killer", "", "r1c1"): "killer: r1c1",
    ("arrow", "", "r5c5 r5c6 r6c6"): "arrow: r5c5 = r5c6 r6c6",
    ("arrow", "", "r5c5 r5c4", "r6c6"): "arrow: r5c5 r5c4 = r6c6",  # a pill
    ("arrow", "", "r5c5", "r5c6", "r5c7"): "arrow: r5c5 = r5c6 r5c7",
    ("clone", "", "r1c1 r1c2"): "clone: r1c1 r1c2 = r4c4 r4c5",
    ("clone", "any-order", "r1c1", "r5c5"): "clone any-order: r1c1 = r5c5",
    ("white", "", "r1c1 r1c2 r1c3"): "white: r1c1 r1c2; r1c2 r1c3",
    ("sees", "2", "r4c5"): "sees 2: r4c5",
    ("diagonals", "rising"): "diagonals rising",
}


@pytest.mark.parametrize(("drawn", "line"), DRAWN.items(), ids=str)
def test_strokes_make_a_line(drawn: tuple[str, ...], line: str) -> None:
    name, words, *strokes = drawn
    cells = [[BOARD.cell_named(cell) for cell in stroke.split()] for stroke in strokes]
    found = line_of_strokes(CONSTRAINTS[name], cells, words, BOARD)
    assert found == line
    assert rules_of(found, BOARD)


def test_every_example_is_drawn_again_from_its_own_strokes() -> None:
    drawn = 0
    for name in CONSTRAINTS:
        rule = example_of(CONSTRAINTS[name])[0]
        if not drawn_places(type(rule)) or name == "sum":  # a pen draws no weights
            continue
        line = line_of_strokes(type(rule), strokes_of(rule), words_of_line(rule), rule.board)
        assert line == line_of(rule)
        assert with_words(rule, words_of_line(rule)) == line_of(rule)
        drawn += 1
    assert drawn > 50


def test_what_is_typed_for_a_rule() -> None:
    assert [kind.word for kind in typed_values(CONSTRAINTS["sum"])] == ["RELATION", "TOTAL"]
    assert [kind.word for kind in typed_values(CONSTRAINTS["sum"], needed=True)] == ["TOTAL"]
    assert typed_values(CONSTRAINTS["thermo"]) == []
    assert [kind.word for kind in typed_values(CONSTRAINTS["neighbours"])] == ["WAY", "RELATION"]


def test_rules_move_but_not_off_the_board() -> None:
    for line, after in {
        "killer 12: r1c1 r1c2": "killer 12: r2c1 r2c2",
        "any-of: (killer 10: r1c1 r1c2) | (thermo: r5c5 r6c6)": (
            "any-of: (killer 10: r2c1 r2c2) | (thermo: r6c5 r7c6)"
        ),
        "sum 8: r1c1*2 -r1c2": "sum 8: r2c1*2 -r2c2",
    }.items():
        [rule] = rules_of(line, BOARD)
        assert line_of(moved(rule, 1, 0)) == after
        with pytest.raises(InputError, match="leave the board"):
            moved(rule, -1, 0)
    [clone] = rules_of("clone: r1c1 r1c2 = r4c4 r4c5", BOARD)
    grabbed = BOARD.cell_named("r4c5")
    assert line_of(moved(clone, 2, 1, grabbed)) == "clone: r1c1 r1c2 = r6c5 r6c6"


IMPOSSIBLE = {
    "killer 99: r1c1": "there is no way to make 99 in 1 cell",
    "sandwich 12: r1c1": "between 1 and 9",
    "whispers 15: r1c1 r1c2": "must differ by at least 15",
    "thermo: row 1 r2c9": "at least 2",
    "numbered-room 17: row 1": "17 cannot be in r1c1",
    "renban: row 1 r2c1": "10 consecutive digits",
}


def test_rules_that_nothing_satisfies_say_why() -> None:
    for line, reason in IMPOSSIBLE.items():
        [rule] = rules_of(line, BOARD)
        assert reason in why_impossible(rule), line
    for name in CONSTRAINTS:
        assert why_impossible(example_of(CONSTRAINTS[name])[0]) == "", name


def test_a_verdict_names_the_rule_that_nothing_satisfies() -> None:
    verdict = solve(Puzzle.parse("." * 81).with_rules("thermo: r1c1 r1c2", "killer 99: r5c5"))
    assert verdict.status == "none"
    assert "impossible by itself: the 99 cage at r5c5 (there is no way" in verdict_detail(verdict)
