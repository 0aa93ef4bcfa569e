"""Fish of any houses, kraken fish and templates: complete, and never wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.examples import all_examples, examples
from cpsudoku.techniques.fish.cover_sets import in_at_least, set_at, sets_with
from cpsudoku.techniques.fish.fish_search import FishPattern, hunt_fish, make_fish
from cpsudoku.techniques.fish.kraken_fish import Kraken
from cpsudoku.techniques.fish.mutant_fish import MutantFish
from cpsudoku.techniques.single_digit.templates import count_templates, possible_places
from cpsudoku.techniques.walk import check_sound
from tests.puzzles import random_solution

NINE = Board.of_size(9)
MUTANTS = [
    TECHNIQUES[f"{finned}mutant-{size}"]
    for finned in ("", "finned-")
    for size in ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
]


def test_sets_are_in_one_order() -> None:
    for total, count in ((5, 2), (6, 3), (4, 4), (4, 1), (3, 5), (3, 0)):
        every = [set(some) for some in combinations(range(total), count)]
        members = sets_with(total, count)
        found = [set(set_at(place, total, count)) for place in range(len(every))]
        assert sorted(map(sorted, found)) == sorted(map(sorted, every))
        for place, some in enumerate(found):
            assert some == {n for n in range(total) if members[n] >> place & 1}


def test_at_least_counts_properties() -> None:
    random = Random(1)
    for count in range(1, 4):
        properties = [random.getrandbits(50) for _ in range(5)]
        wanted = {n for n in range(50) if sum(p >> n & 1 for p in properties) >= count}
        assert set(bits(in_at_least(count, properties))) == wanted


def random_places(random: Random, board: Board, more: float) -> tuple[int, int]:
    """Places of a digit that has a solution, and that solution."""
    solution = random_solution(random, board)
    right = sum(1 << cell for cell, digit in enumerate(solution.cells) if digit == 1)
    others = sum(1 << cell for cell in range(len(board)) if random.random() < more)
    return right | others, right


@pytest.mark.parametrize(("board", "size"), [(Board.boxes(2, 3), 2), (Board.of_size(4), 3)])
def test_fish_of_any_houses_are_those_that_trying_all_finds(board: Board, size: int) -> None:
    random, found = Random(2), {True: 0, False: 0}
    houses = (*board.rows, *board.columns, *board.regions)
    for _ in range(4):
        places, _ = random_places(random, board, 0.25)
        held = [house for house in houses if places & board.house_cells[house]]
        tried: list[FishPattern] = []
        for bases in combinations(held, size):
            for covers in combinations(houses, size):
                fish = make_fish(board, places, bases, covers) if not {*bases} & {*covers} else None
                tried += [fish] if fish else []
        for finned in (False, True):
            hunted = list(hunt_fish(board, places, houses, houses, size, finned))
            wanted = {fish for fish in tried if bool(fish.fins) is finned}
            assert len(hunted) == len(set(hunted))
            assert set(hunted) == wanted
            found[finned] += len(wanted)
    assert min(found.values()) > 20


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fish_never_removes_a_place_of_the_solution(mutant: MutantFish) -> None:
    random, decided = Random(mutant.size), 0
    for _ in range(8):
        places, right = random_places(random, NINE, 0.12)
        for fish in islice(mutant.fish(NINE, places), 20):
            assert not fish.gone & right
            assert fish.gone & places == fish.gone
            assert bool(fish.fins) is mutant.finned
            assert len(fish.bases) == len(fish.covers) == mutant.size
            assert not {*fish.bases} & {*fish.covers}
            lines = [
                {NINE.houses[h].name[0] for h in side} - {"b"} for side in (fish.bases, fish.covers)
            ]
            assert lines not in ([{"r"}, {"c"}], [{"c"}, {"r"}])
            decided += 1
    assert decided > 5


def positions() -> Iterator[tuple[Candidates, Grid]]:
    """Random positions with a solution, some wrong candidates deleted."""
    random = Random(9)
    for board in (NINE, NINE, NINE, NINE, Board.boxes(2, 3)):
        solution = random_solution(random, board)
        given = bytes(digit if random.random() < 0.3 else 0 for digit in solution.cells)
        candidates = Candidates.of(Puzzle(Grid(given, board)))
        wrong = [
            (cell, digit)
            for cell in bits(candidates.empty)
            for digit in digits_of(candidates.marks[cell])
            if solution[cell] != digit
        ]
        yield candidates.without(random.sample(wrong, int(len(wrong) * 0.45))), solution


def test_a_kraken_fish_has_a_chain_from_each_case() -> None:
    types = set()
    for candidates, solution in positions():
        for step in islice(TECHNIQUES["kraken-fish"].find(candidates), 40):
            check_sound(step, candidates, solution)
            assert isinstance(step.detail, Kraken)
            size, board, digit = len(step.houses) // 2, candidates.board, step.digits[0]
            base, cover = (
                {cell for house in part for cell in board.houses[house].cells}
                for part in (step.houses[:size], step.houses[size:])
            )
            held = {cell for cell in bits(candidates.places[digit - 1]) if cell in base}
            starts = {branch[0].cell for branch in step.detail.branches}
            wanted = held - cover
            if step.detail.cover is None:
                assert all(cell in cover - base for cell, _ in step.eliminations)
            else:
                wanted |= held & {*board.houses[step.detail.cover].cells}
            assert starts == wanted
            for branch in step.detail.branches:
                assert (branch[0].digit, branch[0].true) == (digit, True)
                assert (branch[-1].cell, branch[-1].digit) in step.eliminations
                assert not branch[-1].true
            types.add(step.detail.cover is None)
    assert types == {True, False}


def test_templates_are_all_ways_to_place_a_digit() -> None:
    random, lost = Random(3), 0
    for board in (Board.boxes(2, 3), Board.of_size(4)):
        for _ in range(6):
            places, right = random_places(random, board, 0.35)
            every = [
                cells
                for columns in permutations(range(board.size))
                if (cells := _cells(board, columns)) & places == cells
                and all((cells & board.house_cells[box]).bit_count() == 1 for box in board.regions)
            ]
            union = 0
            for cells in every:
                union |= cells
            assert right in every
            assert possible_places(board, places) == union
            assert count_templates(board, places) == len(every)
            lost += (places & ~union).bit_count()
    assert lost > 5


def _cells(board: Board, columns: tuple[int, ...]) -> int:
    return sum(1 << row * board.size + column for row, column in enumerate(columns))


@pytest.mark.parametrize("name", ["template-set", "template-delete"])
def test_templates_are_right(name: str) -> None:
    decided = 0
    for candidates, solution in positions():
        for step in TECHNIQUES[name].find(candidates):
            check_sound(step, candidates, solution)
            decided += len(step.placements) + len(step.eliminations)
    assert decided > 20


def test_templates_that_take_cells_from_others_name_them() -> None:
    named = 0
    for name in ("template-set", "template-delete"):
        for example in (examples()[name], *all_examples()[name]):
            step, board = example.step(), example.position.candidates.board
            used = sum(1 << cell for cell, _ in step.roles[0].candidates)
            alone = possible_places(board, example.position.candidates.places[step.digits[0] - 1])
            assert ("lost to other digits" in example.text) is (used != alone)
            named += used != alone
    assert named
