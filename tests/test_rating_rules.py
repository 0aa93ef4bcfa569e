"""Ratings of puzzles with rules: equal to those of Sukaku Explainer, or an effort of our own."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.deadline import DeadlineReached
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.language import speaking
from cpsudoku.solving import settle
from cpsudoku.teaching.rating.base import SCALE_WITH_RULES
from cpsudoku.teaching.rating.effort import EFFORTS, effort_of
from cpsudoku.teaching.rating.many import rate_many
from cpsudoku.teaching.rating.rate import rate
from cpsudoku.techniques import ROWS
from cpsudoku.techniques.compiled.codes import RATINGS, WITH_RULES
from cpsudoku.techniques.compiled.ground import candidates_on, ground_of
from tests.command import run
from tests.puzzles import WIKIPEDIA

DATA = Path(__file__).parents[1] / "data"
FILE = DATA / "ratings-with-rules.csv"
TABLE = list(csv.DictReader(FILE.open(encoding="utf-8")))
EMPTY = "." * 81


def puzzle_of(row: dict[str, str]) -> Puzzle:
    """The puzzle of a row."""
    return Puzzle.parse(row["puzzle"]).with_rules(*row["rules"].split(";"))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['rules'][:12]}-{row['ER']}")
def test_ratings_equal_those_of_sukaku_explainer(row: dict[str, str], exhaustive: bool) -> None:
    if float(row["ER"]) > 6.5 and not exhaustive:
        pytest.skip("takes seconds without compiled programs")
    rating = rate(puzzle_of(row), scale="se121")
    assert rating.text == "/".join(row[name] for name in ("ER", "EP", "ED"))
    assert (rating.scale, rating.level) == (SCALE_WITH_RULES, None)


def test_both_scales_give_a_level_too() -> None:
    rating = rate(puzzle_of(TABLE[2]))
    assert (rating.text, rating.level, rating.score) == ("1.5/1.2/1.2", "easy", None)
    assert rating.effort is None
    assert str(rating) == "easy, ER 1.5"


@pytest.mark.parametrize(
    ("rules", "families", "is_general"),
    [
        ((), 3, False),
        (("non-consecutive",), 3, False),
        (("diagonals",), 5, True),
        (("disjoint-groups", "windows"), 5, True),
        (("anti-knight",), 3, True),
        (("region: r1c1-9",), 3, False),
        (("region: r1-3c3-4",), 3, True),
    ],
)
def test_a_ground_has_the_houses_of_rules(
    rules: tuple[str, ...], families: int, is_general: bool
) -> None:
    ground = ground_of(Puzzle.parse(EMPTY).with_rules(*rules))
    assert ground is not None
    assert (len(ground.families), ground.is_general) == (families, is_general)


def test_moves_across_the_edges_are_peers_but_no_links_of_chains() -> None:
    ground = ground_of(Puzzle.parse(EMPTY).with_rules("toroidal anti-knight"))
    assert ground is not None
    assert [len(ground.jumps[cell]) for cell in (0, 2)] == [6, 6]  # two are in the box
    assert set(ground.jumps[2][: ground.linked[2]]) == {13, 21}
    beside = ground_of(Puzzle.parse(EMPTY).with_rules("toroidal-non-consecutive"))
    assert beside is not None
    assert beside.near[0] == (72, 9, 1, 8)


@pytest.mark.parametrize("rule", ["killer 3: r1c1 r1c2", "thermo: r1c1 r1c2", "white: r1c1 r1c2"])
def test_other_rules_have_no_ground(rule: str) -> None:
    puzzle = Puzzle.parse(EMPTY).with_rules(rule)
    assert ground_of(puzzle) is None
    with pytest.raises(Unsupported, match="se121 rates only boards of up to 9x9"):
        rate(puzzle, scale="se121")


def test_lines_between_windows_are_houses_too() -> None:
    puzzle = Puzzle.parse("1" + "." * 80).with_rules("windows")
    ground = ground_of(puzzle)
    assert ground is not None
    assert len(ground.families[ground.windows]) == 9
    marks = candidates_on(ground, puzzle).marks
    assert not marks[40] & 1  # r5c5 is in the house of the corners
    assert marks[41] & 1


def test_consecutive_digits_beside_givens_are_no_candidates() -> None:
    puzzle = Puzzle.parse("5" + "." * 80).with_rules("non-consecutive")
    ground = ground_of(puzzle)
    assert ground is not None
    assert candidates_on(ground, puzzle).marks[9] == 0b111_000_111


def test_steps_with_rules_have_techniques_that_explain_them() -> None:
    for code, (name, rating) in WITH_RULES.items():
        assert name in ROWS
        assert RATINGS[code] == rating


def test_effort_rates_every_rule() -> None:
    solution = settle(Puzzle.parse(WIKIPEDIA)).solution
    assert solution is not None
    line = solution.line
    one, other = line[9 * 4 + 1], line[9 * 4 + 2]
    rule = "greater: r5c2 r5c3" if one > other else "greater: r5c3 r5c2"
    rating = rate(Puzzle.parse(WIKIPEDIA).with_rules(rule))
    assert rating.level == "easy"
    assert rating.effort is not None
    assert 0.5 < rating.effort < 2
    assert rating.to_data()["effort"] == rating.effort
    assert str(rating).startswith("easy, effort ")


def test_a_given_lowers_the_effort() -> None:
    puzzle = Puzzle.parse(WIKIPEDIA)
    solution = settle(puzzle).solution
    assert solution is not None
    before, cells = effort_of(puzzle, solution).number, bytearray(puzzle.givens.cells)
    for cell in (2, 40, 55):
        cells[cell] = solution[cell]
        more = replace(puzzle, givens=Grid(bytes(cells), puzzle.board))
        after = effort_of(more, solution).number
        assert after <= before
        before = after


def test_symmetrical_puzzles_have_equal_efforts() -> None:
    rows = [WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)]
    images = [
        "".join(rows[::-1]),
        "".join(row[::-1] for row in rows),
        "".join(map("".join, zip(*rows, strict=True))),
        WIKIPEDIA.translate(str.maketrans("123456789", "987654321")),
    ]
    numbers = {rating.effort for rating in rate_many([WIKIPEDIA, *images], scale="effort")}
    assert len(numbers) == 1


def test_turned_and_mirrored_cages_have_equal_efforts() -> None:
    cages = {(12, 13): 7, (7, 11): 5, (10, 14): 6, (1, 2): 5, (0, 4): 4, (5, 6): 5, (8, 9): 3}
    images: tuple[Callable[[int, int], str], ...] = (
        lambda row, column: f"r{row}c{column}",
        lambda row, column: f"r{row}c{5 - column}",
        lambda row, column: f"r{column}c{5 - row}",
    )
    numbers = set()
    for image in images:
        rules = [f"killer 1: {image(4, 4)}"]
        for cells, total in cages.items():
            names = [image(cell // 4 + 1, cell % 4 + 1) for cell in cells]
            rules.append(f"killer {total}: {' '.join(names)}")
        numbers.add(rate(Puzzle.parse("." * 16).with_rules(*sorted(rules))).effort)
    assert len(numbers) == 1
    assert None not in numbers


def test_harder_techniques_need_more_effort() -> None:
    assert list(EFFORTS.values()) == sorted(EFFORTS.values())


def test_the_level_is_kept_if_the_time_for_the_number_runs_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object, **__: object) -> None:
        raise DeadlineReached("the limit of 1 s ran out")

    monkeypatch.setattr("cpsudoku.teaching.rating.rate.explained", late)
    rating = rate(puzzle_of(TABLE[2]))
    assert (rating.status, rating.words) == ("unique", "easy")
    assert rating.problem.endswith("the limit of 1 s ran out")
    assert rate(puzzle_of(TABLE[2]), scale="se121").status == "unknown"


def test_the_words_are_in_the_present_language() -> None:
    rating = rate(puzzle_of(TABLE[2]))
    assert rating.words == "easy, ER 1.5"
    with speaking("de"):
        assert rating.words == "leicht, ER 1.5"
        assert replace(rating, er=None, effort=1.25).words == "leicht, Aufwand 1.25"
        assert replace(rating, er=None, score=204).words == "leicht, Punkte 204"


def test_the_command_prints_the_number_and_the_scale() -> None:
    row = TABLE[2]
    printed = run("rate", row["puzzle"], "--rules", row["rules"]).out
    assert "ER 1.5/1.2/1.2 (Sukaku Explainer 1.18.1)  level easy" in printed
    data = json.loads(run("rate", WIKIPEDIA, "--scale", "effort", "--json").out)
    assert (data["ER"], data["status"]) == (None, "unique")
    assert 0.5 < data["effort"] < 2
