"""Among equal steps, explanations take the one that a person sees next."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cpsudoku import BadShape, explain, hint
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.nearness import nearest
from cpsudoku.techniques.walk import turns, walk
from tests.puzzles import WIKIPEDIA

EMPTY = Candidates.of(Puzzle.parse("." * 81))


def placing(name: str, digit: int, *, rating: int = 12) -> Step:
    """A step that places a digit in a cell such as r1c2."""
    cell = 9 * (int(name[1]) - 1) + int(name[3]) - 1
    return Step("hidden-single", ((cell, digit),), rating=rating)


@pytest.mark.parametrize(
    ("steps", "first"),
    [
        ([placing("r1c2", 7), placing("r9c9", 5)], 1),  # the digit, before a cell beside it
        ([placing("r2c2", 5), placing("r9c9", 5)], 0),  # the nearer one of the digit
        ([placing("r7c7", 7), placing("r1c9", 3)], 1),  # a house, before a cell elsewhere
        ([placing("r1c9", 7), placing("r1c3", 3)], 1),  # the nearer one in the houses
        ([placing("r7c8", 7), placing("r7c7", 3)], 1),  # the nearer one elsewhere
        ([placing("r7c7", 7), placing("r7c7", 3)], 0),  # the one that is found first
        ([placing("r2c2", 5, rating=15), placing("r9c9", 3)], 1),  # an easier one anywhere
    ],
)
def test_the_nearest_step_comes_first(steps: list[Step], first: int) -> None:
    assert nearest(iter(steps), EMPTY, placing("r1c1", 5).placements) == steps[first]
    assert nearest(iter(steps), EMPTY, ()) == steps[0]


def test_an_explanation_goes_on_with_a_digit_while_it_yields() -> None:
    puzzle = Puzzle.parse(WIKIPEDIA)
    explained = explain(puzzle).steps
    plain = [step for _, step in walk(Candidates.of(puzzle), turns(puzzle, "human"))]
    assert same_digits([each.step for each in explained]) > same_digits(plain) + 5
    asked = 0
    for last, each in pairwise(explained):
        digit = last.step.placements[0][1]
        if each.step.technique == "hidden-single" and each.step.placements[0][1] != digit:
            asked += 1
            for other in TECHNIQUES["hidden-single"].find(each.before):
                assert other.placements[0][1] != digit or other.rating > each.step.rating
    assert asked > 5


def test_a_hint_goes_on_with_the_last_entry() -> None:
    steps = explain(WIKIPEDIA).steps
    for last, following in pairwise(steps[:10]):
        ((cell, _),) = last.step.placements
        found = hint(following.before, last=following.before.board.cell_name(cell))
        assert found.step is not None
        assert found.step.step == following.step
    assert hint(WIKIPEDIA, last="r1c3").step == hint(WIKIPEDIA).step  # an empty cell
    with pytest.raises(BadShape, match="r1c10"):
        hint(WIKIPEDIA, last="r1c10")


def same_digits(steps: list[Step]) -> int:
    """How many steps place the digit of the step before."""
    return sum(one.placements[0][1] == other.placements[0][1] for one, other in pairwise(steps))


def test_a_smaller_house_comes_first() -> None:
    before = Candidates.of(Puzzle.parse(WIKIPEDIA))
    (at,) = next(TECHNIQUES["hidden-single"].find(before)).placements
    houses = before.board.houses_of[at[0]]
    empty = [(before.board.house_cells[h] & before.empty).bit_count() for h in houses]
    steps = [Step("hidden-single", (at,), houses=(house,)) for house in houses]
    assert len(set(empty)) > 1
    assert nearest(iter(steps), before, (at,)) == steps[empty.index(min(empty))]


def test_the_order_of_the_scale_has_the_steps_of_the_rating() -> None:
    from cpsudoku.techniques.classic_scale import classic_step

    for each in explain(WIKIPEDIA, order="se121").steps:
        step = classic_step(each.before)
        assert step is not None
        assert (step.placements, step.eliminations) == (
            each.step.placements,
            each.step.eliminations,
        )
