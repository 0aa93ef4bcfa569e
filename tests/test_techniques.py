"""Each technique: its own position with the words for it, and that it is never wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import EngineError
from cpsudoku.solving import settle
from cpsudoku.techniques import LEVELS, ORDERS, TABLE, TECHNIQUES
from cpsudoku.techniques.base import ROLES, Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.hodoku_notation import parse_position, position_line
from cpsudoku.techniques.step_words import cells_text, houses_text, removal_text, seeing_text
from cpsudoku.techniques.walk import check_sound, walk
from tests.chance import Chance
from tests.puzzles import SOLVED, WIKIPEDIA, random_solution

NINE = Board.of_size(9)
# How many of the positions each level looks at, and how many steps in each: chains are slow.
SHARE = {"easy": 1, "medium": 1, "hard": 1, "unfair": 4, "extreme": 20}
SLOW = {"als-chain": 8, "grouped-nice-loop": 2}  # these see fewer still
STEPS = 30
OPTIONS = [
    ("empty-rectangle", {"two": True}),
    ("empty-rectangle", {"dual": True, "two": True}),
    ("finned-x-wing", {"siamese": True}),
    ("sashimi-swordfish", {"siamese": True}),
    ("unique-rectangle-1", {"missing": False}),
    ("hidden-rectangle", {"missing": False}),
]


@cache
def solved_puzzles(board: Board = NINE, count: int = 12) -> tuple[tuple[Puzzle, Grid], ...]:
    """Some random minimal puzzles, with their solutions."""
    return tuple(_minimal_puzzle(Random(seed), board) for seed in range(count))


def _minimal_puzzle(random: Random, board: Board) -> tuple[Puzzle, Grid]:
    solution = random_solution(random, board)
    engine = "lanes" if board == NINE else "backtrack"
    cells = bytearray(solution.cells)
    for cell in random.sample(range(len(cells)), len(cells)):
        kept, cells[cell] = cells[cell], 0
        if not settle(Puzzle(Grid(bytes(cells), board)), engine).is_unique:
            cells[cell] = kept
    return Puzzle(Grid(bytes(cells), board)), solution


def half_solved(
    random: Random, puzzle: Puzzle, solution: Grid, filled: float, deleted: float
) -> Candidates:
    """A position on the way to a solution: some cells filled, some wrong candidates deleted."""
    candidates = Candidates.of(puzzle)
    empty = list(bits(candidates.empty))
    chosen = random.sample(empty, int(len(empty) * filled))
    candidates = candidates.placed([(cell, solution[cell]) for cell in chosen])
    wrong = [
        (cell, digit)
        for cell in bits(candidates.empty)
        for digit in digits_of(candidates.marks[cell])
        if solution[cell] != digit
    ]
    return candidates.without(random.sample(wrong, int(len(wrong) * deleted)))


@cache
def positions() -> tuple[tuple[Candidates, Grid], ...]:
    """Positions of proper puzzles, from untouched to nearly done, and those of all examples."""
    random, found = Random(5), []
    for puzzle, solution in solved_puzzles():
        found += [
            (half_solved(random, puzzle, solution, filled, deleted), solution)
            for filled in (0.0, 0.3, 0.6)
            for deleted in (0.0, 0.3, 0.5, 0.7)
        ]
    for example in examples().values():
        answer = settle(example.position.candidates.puzzle, "lanes").solution
        assert answer is not None
        found.append((example.position.candidates, answer))
    return tuple(found)


@cache
def small_positions() -> tuple[tuple[Candidates, Grid], ...]:
    """Positions of proper puzzles of smaller sizes, some of them where singles end."""
    random, found = Random(6), []
    for rows, columns in ((2, 2), (2, 3), (3, 2)):
        for puzzle, solution in solved_puzzles(Board.boxes(rows, columns), 6):
            candidates = Candidates.of(puzzle)
            for before, step in walk(candidates, ORDERS["hodoku"][:6]):
                candidates = step.apply(before)
            found += [(candidates, solution)]
            found += [
                (half_solved(random, puzzle, solution, filled, deleted), solution)
                for filled in (0.0, 0.3)
                for deleted in (0.0, 0.4, 0.6)
            ]
    return tuple(found)


@cache
def other_positions() -> tuple[tuple[Candidates, Grid], ...]:
    """Positions of 16x16 and with other houses; the puzzles may have more solutions."""
    random = Random(7)
    large = random_solution(random, Board.of_size(16))
    cells = bytes(digit if random.random() < 0.5 else 0 for digit in large.cells)
    puzzles = [(Puzzle(Grid(cells, large.board)), large), *_more_houses(random)]
    return tuple(
        (half_solved(random, puzzle, solution, filled, deleted), solution)
        for puzzle, solution in puzzles
        for filled in (0.0, 0.3)
        for deleted in (0.3, 0.6, 0.8)
    )


def _more_houses(random: Random) -> Iterator[tuple[Puzzle, Grid]]:
    """Grids with diagonals, and one whose boxes are broken stripes, one row of three each."""
    diagonals = (tuple(range(0, 81, 10)), tuple(range(8, 80, 8)))
    rules = tuple(AllDifferent(NINE, cells) for cells in diagonals)
    stripes = [[(c - 3 * r) % 9 // 3 * 3 + r // 3 for c in range(9)] for r in range(9)]
    for board, constraints in ((NINE, rules), (NINE, rules), (Board.jigsaw(stripes), ())):
        start = bytes([*random.sample(range(1, 10), 9), *bytes(72)])
        solution = settle(Puzzle(Grid(start, board), constraints), want=1).solution
        assert solution is not None
        kept = bytes(digit if random.random() < 0.4 else 0 for digit in solution.cells)
        yield Puzzle(Grid(kept, board), constraints), solution


def assert_steps_are_right(
    steps: list[Step], name: str, candidates: Candidates, solution: Grid
) -> None:
    """Each step agrees with the solution, changes something, is new, and can be said and drawn."""
    seen = set()
    for step in steps:
        assert step.technique == name
        assert step not in seen
        seen.add(step)
        check_sound(step, candidates, solution)
        assert all(candidates.has(*at) for at in (*step.eliminations, *step.placements)), step
        assert step.digits == tuple(sorted(set(step.digits)))
        assert {role.name for role in step.roles} <= set(ROLES)
        assert step.rating >= TABLE[name].rating or step.rating == 0
        text = TECHNIQUES[name].explain(step, candidates)
        assert text.endswith(".")
        assert text.count(". ") <= 6


@pytest.mark.parametrize("name", TABLE)
def test_a_technique_says_what_it_is(name: str) -> None:
    technique = TECHNIQUES[name]
    assert technique.name == name
    assert technique.title[0].isupper() or technique.title[0].isdigit()
    assert technique.definition.endswith(".")
    assert "\n" not in technique.definition
    assert TABLE[name].level in LEVELS


def test_no_two_techniques_have_one_title() -> None:
    titles = Counter(TECHNIQUES[name].title for name in TABLE)
    assert titles.most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", TABLE)
def test_a_technique_has_a_position_of_its_own(name: str) -> None:
    example = examples()[name]
    step = example.step()
    candidates = example.position.candidates
    assert TECHNIQUES[name].explain(step, candidates) == example.text
    assert example.source
    solution = settle(candidates.puzzle, "lanes").solution
    assert solution is not None
    assert_steps_are_right([step], name, candidates, solution)


@pytest.mark.parametrize("name", TABLE)
def test_steps_never_contradict_the_solution(name: str, chance: Chance) -> None:
    technique = TECHNIQUES[name]
    for candidates, solution in chance.part(positions()[:: share_of(name)], 6):
        steps = list(islice(technique.find(candidates), STEPS))
        assert_steps_are_right(steps, name, candidates, solution)
        again = replace(candidates)  # without what was worked out
        assert list(islice(technique.find(again), STEPS)) == steps


def test_those_positions_have_steps_to_judge() -> None:
    decided = Counter(
        name
        for name in TABLE
        if TABLE[name].level in ("easy", "medium", "hard")
        for candidates, _ in positions()
        if next(TECHNIQUES[name].find(candidates), None)
    )
    assert sum(decided.values()) > 1000
    assert len(decided) == sum(row.level in ("easy", "medium", "hard") for row in TABLE.values())


def share_of(name: str) -> int:
    """Every how many positions a technique is tried in."""
    return SHARE[TABLE[name].level] * SLOW.get(name, 1)


def skip_what_compiles_for_each_size(name: str, exhaustive: bool) -> None:
    if "forcing_chain:" in TABLE[name].where and not exhaustive:
        pytest.skip("compiled anew for each size, a minute each: --exhaustive")


@pytest.mark.parametrize("name", TABLE)
def test_steps_are_right_in_small_sizes(name: str, chance: Chance) -> None:
    skip_what_compiles_for_each_size(name, chance.exhaustive)
    for candidates, solution in chance.part(small_positions()[:: share_of(name)], 3):
        steps = list(islice(TECHNIQUES[name].find(candidates), STEPS))
        assert_steps_are_right(steps, name, candidates, solution)


@pytest.mark.parametrize("name", TABLE)
def test_steps_are_right_in_large_sizes_and_with_other_houses(name: str, chance: Chance) -> None:
    skip_what_compiles_for_each_size(name, chance.exhaustive)
    technique = TECHNIQUES[name]
    if not technique.any_houses or technique.assumes_unique:
        return
    for candidates, solution in chance.part(other_positions()[:: share_of(name)], 3):
        steps = list(islice(technique.find(candidates), STEPS))
        assert_steps_are_right(steps, name, candidates, solution)


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_options_are_right_too(name: str, options: dict[str, bool]) -> None:
    technique = replace(TECHNIQUES[name], **options)  # type: ignore[type-var]
    decided = 0
    for candidates, solution in positions():
        steps = list(islice(technique.find(candidates), STEPS))
        assert_steps_are_right(steps, name, candidates, solution)
        decided += len(steps)
    assert decided > 0


def test_two_kites_in_one_box_are_a_dual_kite() -> None:
    # From positions() with another seed: 65 for half_solved, filled and deleted at random.
    line = (
        ":two-string-kite:4:....+85.49.8...1..29..+2..5...28.6+4..3...5+2+8+46...+43.78+2.8...+5"
        "..1..5.7.9...+7.9.+3+26+5+4"
        ":612 521 323 723 725 328 332 636 338 739 944 947 152 674 377 381 681:::"
    )
    kite = replace(TECHNIQUES["two-string-kite"], dual=True)  # type: ignore[type-var]
    candidates = parse_position(line).candidates
    (step,) = kite.find(candidates)
    said = "Two 2-String Kites share the cells r7c2 and r8c1: remove 4 from r2c4 and r3c5."
    assert kite.explain(step, candidates) == said


@pytest.mark.parametrize("name", [name for name in TABLE if name.startswith("bug-")])
def test_a_grave_with_a_candidate_less_is_none(name: str) -> None:
    candidates = examples()[name].position.candidates
    for cell in bits(candidates.bivalue):
        for digit in digits_of(candidates.marks[cell]):
            assert not list(TECHNIQUES[name].find(candidates.without([(cell, digit)])))


@pytest.mark.parametrize("order", ORDERS)
def test_a_walk_ends_in_the_solution(order: str) -> None:
    solution = Grid.from_line(SOLVED)
    steps = list(walk(Candidates.of(Puzzle(Grid.from_line(WIKIPEDIA))), ORDERS[order], solution))
    before, last = steps[-1]
    assert last.apply(before).grid == solution
    for puzzle, answer in solved_puzzles()[:4]:
        for candidates, step in walk(Candidates.of(puzzle), ORDERS[order][:30], answer):
            check_sound(step, candidates, answer)


def test_a_walk_without_a_solution_assumes_none() -> None:
    names = ORDERS["hodoku"][:30]
    used = {
        step.technique
        for puzzle, _ in solved_puzzles()
        for _, step in walk(Candidates.of(puzzle), names)
    }
    assert len(used) > 8
    assert not any(TECHNIQUES[name].assumes_unique for name in used)


def test_a_step_that_is_wrong_is_our_bug() -> None:
    puzzle = Puzzle(Grid.from_line(WIKIPEDIA))
    candidates, solution = Candidates.of(puzzle), Grid.from_line(SOLVED)
    with pytest.raises(EngineError, match=r"naked-pair contradicts the solution at r1c3=4"):
        check_sound(Step("naked-pair", (), ((2, 4),)), candidates, solution)
    with pytest.raises(EngineError, match="changes nothing"):
        check_sound(Step("naked-pair", (), ((0, 5),)), candidates, solution)


def test_what_follows_a_step_is_worked_out_as_anew() -> None:
    decided = 0
    for puzzle, solution in solved_puzzles()[:4]:
        for candidates, step in walk(Candidates.of(puzzle), ORDERS["hodoku"][:20], solution):
            after = step.apply(candidates)
            anew = replace(after)
            assert after.places == anew.places
            assert after.house_places == anew.house_places
            decided += 1
    assert decided > 100


def test_a_position_and_its_line() -> None:
    for position, _ in positions()[:40]:
        line = position_line(position)
        again = parse_position(line).candidates
        assert (again.cells, again.marks) == (position.cells, position.marks)
        assert parse_position(line.replace(":::", ":0000:x:", 1)).candidates == again


GATTAI = Board.of_grids([(0, 0), (6, 6)], (3, 3))  # 15 rows of nine digits
WORDS = [
    (cells_text([1, 2, 10, 11, 80], NINE), "r12c23 and r9c9"),
    (cells_text(map(GATTAI.cell_named, ("r10c7", "r12c7")), GATTAI), "r10c7 and r12c7"),
    (
        houses_text(
            range(27, 29), Puzzle(Grid(bytes(81), NINE)).with_rules("windows").board_with_rules
        ),
        "windows 1 and 2",
    ),
    (houses_text([0, 2, 4, 9, 20], Candidates.of(Puzzle(Grid(bytes(81), NINE))).board), ""),
    (removal_text([(0, 3), (1, 3), (30, 5), (30, 7)], NINE), "3 from r1c12; 5 and 7 from r4c4"),
    (seeing_text([(0, 3)], NINE, "both"), "3 from r1c1, which sees both"),
    (seeing_text([(0, 3), (1, 3)], NINE, "them all"), "3 from r1c12, which see them all"),
]


@pytest.mark.parametrize(("said", "expected"), WORDS)
def test_words(said: str, expected: str) -> None:
    assert said == (expected or "rows 1, 3 and 5, column 1 and box 3")
