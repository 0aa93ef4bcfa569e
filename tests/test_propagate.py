"""The engine of propagators: rules lowered to families, and its search against other engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, combinations, count, product
from math import inf, prod
from random import Random
from threading import Event
from time import sleep
from typing import TYPE_CHECKING, cast

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    CageSum,
    Either,
    TooLarge,
    table_layers,
)
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit, Status, Verdict, judge
from cpsudoku.engines import (
    DEFAULT_ENGINE,
    ENGINES,
    PROPAGATE_ENGINE,
    PROPAGATE_PROGRAM,
)
from cpsudoku.engines.propagate import searching
from cpsudoku.engines.propagate.forms import form, plain
from cpsudoku.engines.propagate.layout import COUNT, NODES, PAUSED
from cpsudoku.engines.propagate.lowering import Lowering, lowered
from cpsudoku.engines.propagate.recording import packed
from cpsudoku.engines.propagate.searching import Search, search_of
from cpsudoku.runtime.compiled import compiling, door
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import fastest
from cpsudoku.solving.settling import cross_check, settle
from tests.chance import Chance
from tests.patience import PATIENCE
from tests.rules import BOARDS, every_rule, random_rules, rules
from tests.test_constraints import Domains, allowed, tables

if TYPE_CHECKING:
    from cpsudoku.engines.cpsat import CpSat
    from cpsudoku.engines.propagate.forms import Form

PROPAGATE = ENGINES[PROPAGATE_ENGINE]
NOT_LOWERED = {"full-rank"}
each_name = pytest.mark.parametrize("name", list(CONSTRAINTS))


def accepted(rule: Constraint, domains: Domains) -> set[tuple[int, ...]] | None:
    """Every filling of the rule's cells that the engine accepts, without houses of the board."""
    old = rule.board
    bare = Board(old.positions, old.size, (), (), old.lowest).with_layers(
        *(replace(layer, is_counted=True) for layer in old.layers)
    )
    puzzle = Puzzle(Grid(bytes(len(bare)), bare))
    lowering = Lowering(puzzle)
    lowering.masks = [1] * bare.total
    for cell, values in domains.items():
        lowering.masks[cell] = sum(1 << value - old.lowest for value in values)
    try:
        members = rule.lower()
        if members is None:
            return None
        lowering.add([packed(bare, members)])
    except TooLarge:
        return None
    evidence = Search(puzzle, lowering, Limit()).run(10**9)
    assert evidence is not None
    assert evidence.exhausted
    found = [tuple(grid.every[c] + old.lowest - 1 for c in domains) for grid in evidence.solutions]
    assert len(set(found)) == len(found)
    return set(found)


@each_name
def test_a_rule_and_what_it_lowers_to_mean_the_same(name: str, chance: Chance) -> None:
    random, taken, refused = chance.random(1), 0, 0
    every = [*rules(name), *random_rules(random, name, 60 if chance.exhaustive else 3)]
    for line, rule in every:
        if name in NOT_LOWERED and rule.lower() is None:
            continue
        for domains in tables(rule, random, 30 if chance.exhaustive else 2):
            fillings, found = set(allowed(rule, domains)), accepted(rule, domains)
            if found is None:
                continue
            assert found == fillings, (line, rule.board, domains)
            taken += len(fillings)
            refused += prod(map(len, domains.values())) - len(fillings)
    if name not in NOT_LOWERED:
        assert taken
        assert refused
        assert chance.is_enough(taken > 20 and refused > 20)


def verdict_of(engine: str, puzzle: Puzzle, want: int = 2) -> Verdict:
    return judge(puzzle, ENGINES[engine].search(puzzle, want, Limit(seconds=PATIENCE)), engine)


def puzzles(random: Random, count: int) -> list[tuple[Puzzle, int]]:
    """Small puzzles with random rules: proper ones, improper ones, contradictory ones."""
    pool: dict[Board, list[Constraint]] = {board: [] for board in BOARDS.values()}
    for _, rule in every_rule():
        pool[rule.board.without_layers].append(rule)
    for name in CONSTRAINTS:
        for _, rule in random_rules(random, name, 8):
            pool[rule.board.without_layers].append(rule)
    boards = [board for board in pool if len(board) <= 49]
    found: list[tuple[Puzzle, int]] = []
    while len(found) < count:
        board = random.choice(boards)
        some = random.sample(pool[board], min(len(pool[board]), random.choice([1, 1, 2, 2, 3, 4])))
        try:
            puzzle = Puzzle(Grid(bytes(len(board)), board), tuple(some))
        except InputError:  # Schrödinger cells refuse rules about cells with one digit
            continue
        if PROPAGATE.unsupported(puzzle):
            continue
        solutions = PROPAGATE.search(puzzle, random.choice([1, 20])).solutions
        if solutions:
            kept, answer = random.random() * 0.6, random.choice(solutions)
            cells = bytearray(d if random.random() < kept else 0 for d in answer.cells)
            if random.random() < 0.15:
                cells[random.randrange(len(cells))] = random.randint(1, board.size)
            puzzle = Puzzle(Grid(bytes(cells), board), puzzle.constraints)
        found.append((puzzle, random.choice([2, 20])))
    return found


def test_it_agrees_with_cp_sat_on_random_rules(chance: Chance) -> None:
    seen: Counter[Status] = Counter()
    for puzzle, want in puzzles(chance.random(5), 20_000 if chance.exhaustive else 60):
        if PROPAGATE.unsupported(puzzle):
            continue
        ours, theirs = (verdict_of(e, puzzle, want) for e in (PROPAGATE_ENGINE, DEFAULT_ENGINE))
        assert (ours.status, ours.exhausted) == (theirs.status, theirs.exhausted), puzzle
        if ours.exhausted:
            ours_counted, theirs_counted = (
                {each.counted for each in verdict.solutions} for verdict in (ours, theirs)
            )
            assert ours_counted == theirs_counted, puzzle
        seen[ours.status] += 1
    decided = [seen[each] for each in Status if each is not Status.UNKNOWN]
    assert chance.is_enough(min(decided) > 10)


@pytest.mark.parametrize("modifier", ["doubler", "negator", "hot-cell", "cold-cell"])
def test_cages_with_one_mark_exclude_no_solution(modifier: str, chance: Chance) -> None:
    random, seen = chance.random(9), Counter[Status]()
    for _ in range(12):
        cages = [random.choice(["r1c1 r1c2", "r1c1 r2c1 r2c2", "r1c1 r1c2 r1c3"]), "r3c3 r3c4 r4c4"]
        sums = [f"modified: (killer {random.randint(2, 11)}: {cage})" for cage in cages]
        lines = ["1...", "....", "....", "....", modifier, *sums]
        puzzle = cpsudoku.Puzzle.parse("\n".join(lines))
        ours, theirs = (verdict_of(e, puzzle, 20) for e in (PROPAGATE_ENGINE, DEFAULT_ENGINE))
        assert (ours.status, ours.exhausted) == (theirs.status, theirs.exhausted), puzzle
        if ours.exhausted:
            found = [{each.counted for each in v.solutions} for v in (ours, theirs)]
            assert found[0] == found[1], puzzle
        seen[ours.status] += 1
    assert chance.is_enough(seen[Status.NO_SOLUTION] < 12)


def test_innies_and_outies_are_added_and_exclude_no_solution() -> None:
    """The rest of each row, and of two rows, is a sum; a cage that crosses them is subtracted."""
    board = Board.boxes(2, 2)
    solution = Grid.from_line("1234341221434321")
    cages = [(0, 1, 4), (2, 3), (5, 6), (8, 9), (10, 14), (12, 13)]
    rules = [
        f"killer {sum(solution[c] for c in cage)}: {' '.join(map(board.cell_name, cage))}"
        for cage in cages
    ]
    puzzle = Puzzle(Grid(bytes(16), board)).with_rules(*rules)
    search = Search(puzzle, lowered(puzzle))
    found = search.run(1000)
    assert found is not None
    by_cp_sat = ENGINES[DEFAULT_ENGINE].search(puzzle, 1000)
    assert set(found.solutions) == set(by_cp_sat.solutions) >= {solution}
    assert int(search.program[COUNT]) > search.lowering.count


def test_a_sum_is_bounded_by_its_largest_groups() -> None:
    """Four cells of row 2 are 10 or more, though r1c4, which comes first, differs from two."""
    empty = Puzzle(Grid(bytes(81), Board.of_size(9)))
    puzzle = empty.with_rules("sum = 11: r1c4 r2c5 r2c6 r2c7 r2c8")
    assert Search(puzzle, lowered(puzzle)).settle()[3] == 1


@pytest.mark.parametrize("how", [form(), plain])
def test_three_open_cells_of_a_sum_keep_the_digits_of_its_fillings(
    how: Form, chance: Chance
) -> None:
    """These are all fillings in which cells that share a house differ."""
    random = chance.random(30)
    for _ in range(20):
        cells = random.sample(range(27), 5)
        marks = [tuple(range(1, 10))] * 81
        for cell in cells:
            marks[cell] = tuple(sorted(random.sample(range(1, 10), 5 if cell in cells[:3] else 1)))
        puzzle = replace(Puzzle.parse("." * 81), marks=tuple(marks))
        names = [puzzle.board.cell_name(cell) for cell in cells]
        rules = f"arrow: {names[0]} = {' '.join(names[1:])}", f"sum = 25: {' '.join(names)}"
        for rule in rules:
            ruled = puzzle.with_rules(rule)
            fillings = [
                values
                for values in product(*(marks[cell] for cell in cells))
                if ruled.constraints[0].allows(values)
                and all(
                    one != other
                    for (a, one), (b, other) in combinations(zip(cells, values, strict=True), 2)
                    if b in puzzle.board.peers[a]
                )
            ]
            digits = Search(ruled, lowered(ruled), NO_LIMIT, how).settle()
            for cell, values in zip(cells, zip(*fillings, strict=True), strict=False):
                assert {*bits(digits[cell] << 1)} == {*values}


def test_cells_that_all_differ_by_two_need_a_set_of_such_digits() -> None:
    puzzle = Puzzle.parse("." * 81).with_rules("nabner: r1c1 r2c4 r4c7 r5c2 r7c8")
    digits = Search(puzzle, lowered(puzzle)).settle()
    for cell in puzzle.constraints[0].cells:
        assert digits[cell] == 0b101010101


def test_no_digit_is_in_more_circles_than_it_has_houses() -> None:
    """Three circles hold 3 three times, or 1 and twice 2. They are in two rows."""
    puzzle = Puzzle.parse("." * 81).with_rules("counting-circles: r1c1 r1c5 r2c1")
    digits = Search(puzzle, lowered(puzzle)).settle()
    assert [digits[cell] for cell in puzzle.constraints[0].cells] == [0b01, 0b10, 0b10]


@pytest.mark.parametrize(
    ("clue", "least"),
    [
        ("region-count: r5c5 = r2c2 r1c2 r2c1 r2c3 r3c2", 2),
        ("region-count: r5c5 = r2c2 r1c2 r2c1 r2c3", 1),
        ("region-count 1: r5c5 = r1c1 r1c2 r2c1 r1c3 r1c4", 1),
        ("region-arrow: r5c5 = r1c1 r1c2 r1c3 = r1c1 r2c1", 2),
        ("region-arrow: r5c5 = r1c1 r1c2 r2c2 r2c1", 1),
    ],
)
def test_a_cell_has_another_one_of_its_region_beside_it(clue: str, least: int) -> None:
    puzzle = Puzzle(Grid(bytes(81), Board.without_boxes(9))).with_rules("chaos-construction", clue)
    cell = puzzle.board.cell_at[4, 4]
    digits = Search(puzzle, lowered(puzzle)).settle()[cell]
    assert digits & -digits == 1 << least - 1


def test_the_digits_of_a_sandwich_differ() -> None:
    """Seven digits have the sum 35 only together, so 1 and 9 are the ends of the row."""
    puzzle = Puzzle.parse("." * 81).with_rules("sandwich 35: row 1")
    assert Search(puzzle, lowered(puzzle)).settle()[:9] == [257, *[254] * 7, 257]


@pytest.mark.parametrize(
    ("rule", "places", "seen"),
    [
        ("renban: r1c1 r1c2 r2c4 r2c5 r3c3", "r1c2 r2c4", "r1c4 r1c5 r1c6 r2c1 r2c2 r2c3"),
        ("quadruple 5: r1c3 r1c4 r2c3 r2c4", "r1c3 r2c4", "r1c4 r2c3"),
        ("quadruple 5: r1c3 r1c4 r2c3 r2c4", "r1c4 r2c4", "r1c5 r2c6 r3c4 r7c4"),
        ("anti-king", "r1c3 r1c4", "r2c3 r2c4"),
    ],
)
def test_a_digit_is_excluded_from_cells_that_see_all_its_places(
    rule: str, places: str, seen: str
) -> None:
    """The digit 5 is on every line of five cells, in every row, and in these four cells."""
    puzzle = Puzzle.parse("." * 81).with_rules(rule)
    cell_of = {puzzle.board.cell_name(cell): cell for cell in range(81)}
    among = range(9) if rule == "anti-king" else puzzle.constraints[0].cells
    without = {*among} - {*map(cell_of.get, places.split())}
    marks = tuple(
        (1, 2, 3, 4, 6, 7, 8, 9) if c in without else tuple(range(1, 10)) for c in range(81)
    )
    puzzle = replace(puzzle, marks=marks)
    digits = Search(puzzle, lowered(puzzle)).settle()
    for name in seen.split():
        assert not digits[cell_of[name]] & 0b10000


def test_a_digit_with_two_places_is_branched_on_before_cells_with_more_digits() -> None:
    marks = [tuple(range(1, 10))] * 81
    marks[2:9] = [tuple(range(2, 10))] * 7
    puzzle = replace(Puzzle.parse("." * 81), marks=tuple(marks))
    search = Search(puzzle, lowered(puzzle), Limit(nodes=1))
    search.run(1)
    assert 1 in search.rows[81:83].tolist()


def test_a_limit_also_holds_while_a_puzzle_becomes_a_program() -> None:
    puzzle = Puzzle.parse(VARIANT)
    assert search_of(puzzle, Limit(0.0)) is None
    found = PROPAGATE.search(puzzle, limit=Limit(0.0))
    assert (found.is_settled(1), found.note) == (False, "the limit of 0 s ran out")
    lowered(puzzle)
    assert search_of(puzzle, Limit(0.0)) is not None  # it was made before


@pytest.mark.parametrize(("seconds", "most"), [(1e-5, 256), (1e-3, 16)])
def test_nodes_that_take_long_are_searched_in_short_slices(
    seconds: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.parse("." * 81)
    search, slices = Search(puzzle, lowered(puzzle)), list[int]()

    def go_on(budget: int) -> int:
        slices.append(budget - search.nodes)
        search.program[NODES] = budget
        return PAUSED

    monkeypatch.setattr(searching, "monotonic", lambda: seconds * search.nodes)
    search._go_on, search.patience = go_on, 500
    monkeypatch.setattr(Search, "_derive", lambda self: setattr(self, "patience", inf))
    assert search.run(2, lambda: search.nodes > 2000) is None
    assert max(slices) == most
    assert 500 in accumulate(slices)  # what the search does there does not depend on the time


def test_an_alternative_fails_by_its_shortest_part_and_may_have_none() -> None:
    puzzle = Puzzle.parse("." * 16)
    cage, one = CageSum((0, 1, 2), 6), Allowed(3, frozenset({4}))
    for alternatives, solutions in ((((cage, one),), 72), (((cage, one), ()), 288)):
        lowering = lowered(puzzle)
        part = packed(puzzle.board, [Either(alternatives)])
        assert part.numbers[-2:] == [1, 2] or not alternatives[-1]  # how far before: ``one`` first
        lowering.add([part])
        assert Search(puzzle, lowering).count(1000) == (solutions, True)


@pytest.mark.parametrize("how", [form(), plain])
def test_automata_with_many_states_keep_all_paths(how: Form, chance: Chance) -> None:
    """Two automata of random rows share cells. Some layers have more states than a word holds."""
    random, several = chance.random(31), 0
    board = Board(tuple((0, c) for c in range(6)), 9, (), ())
    for turn in range(4):
        tables = []
        for without in random.sample(range(6), 2):
            cells = (*random.sample([c for c in range(6) if c != without], 5),)
            rows = {tuple(random.randint(1, 9) for _ in cells) for _ in range(150)}
            tables.append((cells, rows, Accepted(cells, table_layers(rows))))
        (ours, first, one), (theirs, second, other) = tables
        fits = {
            tuple(dict(zip(ours + theirs, row + also, strict=True))[c] for c in range(6))
            for row, also in product(first, second)
            if all(
                value == also[theirs.index(cell)]
                for cell, value in zip(ours, row, strict=True)
                if cell in theirs
            )
        }
        lowering = lowered(Puzzle(Grid(bytes(6), board)))
        either = Either(((one, other), (Allowed(0, frozenset({1})), one, other)))
        lowering.add([packed(board, [either] if turn % 2 else [one, other])])
        several += any(len(layer) > 62 for layer in one.layers or ())
        search = Search(Puzzle(Grid(bytes(6), board)), lowering, NO_LIMIT, how)
        found = search.run(10**9)
        assert found is not None
        assert found.exhausted
        assert {tuple(grid.every) for grid in found.solutions} == fits
    assert several


@pytest.mark.parametrize("how", [form(), plain])
def test_an_automaton_keeps_exactly_the_digits_of_its_paths(how: Form, chance: Chance) -> None:
    """One digit after the other is excluded, so most layers are not looked at again."""
    random, excluded = chance.random(32), 0
    board = Board(tuple((0, c) for c in range(5)), 9, (), ())
    rows = {tuple(random.randint(1, 9) for _ in range(5)) for _ in range(100)}
    puzzle = Puzzle(Grid(bytes(5), board))
    lowering = lowered(puzzle)
    lowering.add([packed(board, [Accepted((*range(5),), table_layers(rows))])])
    search = Search(puzzle, lowering, NO_LIMIT, how)
    digits = search.settle()
    while len(rows) > 1:
        columns = zip(*rows, strict=True)
        assert digits == [sum(1 << value - 1 for value in {*each}) for each in columns]
        cell = random.randrange(5)
        digit = random.choice([*rows])[cell]
        left = {row for row in rows if row[cell] != digit}
        if left:
            rows, excluded = left, excluded + 1
            digits = search.exclude(cell, digit)
    assert excluded > 5


def test_derived_sums_exclude_no_solution(monkeypatch: pytest.MonkeyPatch, chance: Chance) -> None:
    """Random cages, most of them adjacent cells, in which digits may repeat."""
    monkeypatch.setattr("cpsudoku.engines.propagate.searching.PATIENCE", 0)
    random, added = chance.random(6), 0
    solutions = PROPAGATE.search(Puzzle.parse("." * 36), 500).solutions
    for _ in range(2000 if chance.exhaustive else 20):
        solution = random.choice(solutions)
        name, rules = solution.board.cell_name, []
        left = [cell for cell in range(36) if random.random() < 0.95]
        while left:
            cells, left = left[: (size := random.randint(2, 9))], left[size:]
            rules.append(f"sum = {sum(solution[c] for c in cells)}: {' '.join(map(name, cells))}")
            random.shuffle(left) if random.random() < 0.3 else left.sort()
        puzzle = Puzzle(Grid(bytes(36), solution.board)).with_rules(*rules)
        search = Search(puzzle, lowered(puzzle))
        before = search.lowering.count
        found = search.run(100)
        assert found is not None
        if found.exhausted:  # CP-SAT takes long to list many solutions
            assert solution in found.solutions
            by_cp_sat = ENGINES[DEFAULT_ENGINE].search(puzzle, 100)
            assert by_cp_sat.exhausted
            assert {*found.solutions} == {*by_cp_sat.solutions}
        added += search.lowering.count > before
    assert chance.is_enough(added > 0)


def test_probing_excludes_no_solution(chance: Chance) -> None:
    random, excluded = chance.random(11), 0
    for puzzle, want in puzzles(random, 3000 if chance.exhaustive else 30):
        if PROPAGATE.unsupported(puzzle):
            continue
        search = Search(puzzle, lowered(puzzle), Limit(nodes=random.randint(1, 4)))
        begun = search.run(want)
        if search.solutions or (begun and begun.exhausted):
            continue
        cells = slice(puzzle.board.total)
        before = search.rows[cells]
        search.limit = NO_LIMIT
        search.probe()
        excluded += any(old & ~new for old, new in zip(before, search.rows[cells], strict=True))
        found, by_cp_sat = search.run(want), ENGINES[DEFAULT_ENGINE].search(puzzle, want)
        assert found is not None
        assert (found.exhausted, len(found.solutions)) == (
            by_cp_sat.exhausted,
            len(by_cp_sat.solutions),
        )
        if found.exhausted:
            counted = ({each.counted for each in one.solutions} for one in (found, by_cp_sat))
            assert next(counted) == next(counted)
    assert chance.is_enough(excluded > 0)


@pytest.mark.parametrize(
    "rules",
    [
        # Six different cells of row 1, and six of row 2, have a sum of 42 or more, not 41.
        (
            "sum = 20: r1c1 r1c2 r1c3 r2c4 r2c5 r2c6",
            "sum = 21: r1c7 r1c8 r1c9 r2c7 r2c8 r2c9",
        ),
        # These lines and a diagonal fill three boxes and 12 cells. The 12 have 24 or more, not 23.
        (
            "diagonals",
            "sum = 28: r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9",
            "sum = 29: r2c1 r3c2 r4c3 r5c4 r6c5 r7c6 r8c7 r9c8",
            "sum = 28: r1c3 r2c4 r3c5 r4c6 r5c7 r6c8 r7c9",
            "sum = 28: r3c1 r4c2 r5c3 r6c4 r7c5 r8c6 r9c7",
        ),
    ],
)
def test_sums_of_several_cages_are_derived(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[str, ...]
) -> None:
    puzzle = Puzzle.parse("." * 81).with_rules(*rules)
    for patience, is_decided in ((500, False), (0, True)):
        monkeypatch.setattr("cpsudoku.engines.propagate.searching.PATIENCE", patience)
        found = PROPAGATE.search(puzzle, limit=Limit(nodes=0))
        assert (found.solutions, found.exhausted) == ((), is_decided)


def test_a_house_has_each_of_as_many_digits_as_it_has_cells() -> None:
    puzzle = Puzzle.parse(".Shape~4x4~6")
    puzzle = replace(puzzle, marks=((2, 3, 4),) * 3 + ((1, 2, 3, 4),) * 13)
    assert Search(puzzle, lowered(puzzle)).settle()[3] == 1


def test_most_examples_are_accepted_and_a_refusal_names_the_rule() -> None:
    refused = []
    for _, rule in every_rule():
        puzzle = Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,))
        reason = PROPAGATE.unsupported(puzzle)
        if reason is not None:
            assert rule.title in reason
            refused.append(rule.name)
    assert set(refused) <= {*NOT_LOWERED, "exactly"}  # one with too many alternatives


def test_a_rule_of_no_family_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = rules_of("killer 45: row 1", Board.boxes(3, 3))
    monkeypatch.setattr(type(rule), "lower", Constraint.lower)
    reason = PROPAGATE.unsupported(Puzzle(Grid(bytes(81), rule.board), (rule,)))
    assert reason == "does not accept the 45 cage at r1c1"


def test_solutions_are_the_same_in_slices_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(Grid(bytes(16), Board.boxes(2, 2)))
    found = {}
    for size in (1, 7, 1000):
        monkeypatch.setattr("cpsudoku.engines.propagate.searching.SLICE", size)
        found[size] = PROPAGATE.search(puzzle, 1000).solutions
    assert len(found[1]) == 288
    assert found[1] == found[7] == found[1000]


def test_a_program_that_does_not_fit_gets_a_larger_array(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.engines.propagate.searching.ROOM", 1)
    board = BOARDS["twins"]
    (rule,) = rules_of("killer 5: r1c1 r1c2", board)
    assert verdict_of(PROPAGATE_ENGINE, Puzzle(Grid(bytes(len(board)), board), (rule,)), 2).word


VARIANT = "................\nkiller 5: r1c1 r1c2"


def test_many_variants_are_solved_by_propagators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastest, "break_even", lambda name: 1)
    monkeypatch.setattr(door, "is_ready", lambda name: True)
    monkeypatch.setattr(fastest, "is_at_hand", lambda name: True)
    puzzle = Puzzle.parse(VARIANT)
    found = [each.verdict for each in cpsudoku.check_many([puzzle] * 3) if each.verdict]
    assert [each.engine for each in found] == ["cpsat", "propagate", "propagate"]
    assert {each.word for each in found} == {"multiple"}


def test_until_propagators_are_compiled_cp_sat_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(fastest, "break_even", lambda name: 1)
    monkeypatch.setattr(door, "is_ready", lambda name: False)
    monkeypatch.setattr(fastest, "is_at_hand", started.append)
    puzzle = Puzzle.parse(VARIANT)
    found = [each.verdict for each in cpsudoku.check_many([puzzle] * 2) if each.verdict]
    assert [each.engine for each in found] == ["cpsat", "cpsat"]
    assert started == [PROPAGATE_PROGRAM]


class Slow:
    """An engine, or a search, that only ends when it is stopped."""

    def search_until(self, over: Event, *_: object) -> Found:
        assert over.wait(PATIENCE)
        return Found((), exhausted=False)

    def run(self, want: int, is_over: Callable[[], bool] = lambda: False) -> None:
        while not is_over():
            pass


@pytest.mark.parametrize("for_many", [True, False])
def test_the_first_answer_stops_the_other_engine(
    for_many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.parse(VARIANT)
    engine = fastest.Fastest(for_many)
    monkeypatch.setattr(door, "is_ready", lambda name: True)
    monkeypatch.setattr(fastest, "ALONE", 0.0)
    monkeypatch.setattr(fastest, "LOADING", 0.01)
    with monkeypatch.context() as slow:
        slow.setattr(fastest, "_search_of", lambda *_: Slow())
        assert judge(puzzle, engine.search(puzzle), engine.name).engine == "cpsat"
    monkeypatch.setattr(fastest, "PATIENCE", 0.01)
    monkeypatch.setattr(fastest, "ENGINES", {DEFAULT_ENGINE: Slow()})
    found = judge(puzzle, engine.search(puzzle), engine.name)
    assert (found.engine, found.word) == ("propagate", "multiple")


@pytest.mark.parametrize(("for_many", "first"), [(True, "propagate"), (False, "cpsat")])
def test_several_solutions_are_those_of_cp_sat_if_one_puzzle_is_asked_for(
    for_many: bool, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.parse(VARIANT)
    found = Found(settle(puzzle).solutions[:2], exhausted=False)
    are_done = Event()

    class Late:
        """CP-SAT, which answers when propagators have, unless that stops it."""

        def search_until(self, over: Event, *_: object) -> Found:
            assert are_done.wait(PATIENCE)
            return Found((), exhausted=False) if over.wait(0.1) else found

    class Early:
        """Propagators."""

        def run(self, *_: object) -> Found:
            are_done.set()
            return found

    monkeypatch.setattr(door, "is_ready", lambda name: True)
    monkeypatch.setattr(fastest, "_alone", lambda *_: None)
    monkeypatch.setattr(fastest, "LOADING", 0.0)
    monkeypatch.setattr(fastest, "_search_of", lambda *_: Early())
    monkeypatch.setattr(fastest, "ENGINES", {DEFAULT_ENGINE: Late()})
    assert fastest.Fastest(for_many).search(puzzle).engine == first


@pytest.mark.parametrize("limit", [Limit(60.0), Limit(60.0, 100)])
def test_a_limit_includes_the_loading_of_cp_sat(
    limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[float | None] = []

    class Limited:
        """CP-SAT, which finds nothing and notes what is left of its limit."""

        def search(self, puzzle: Puzzle, want: int, limit: Limit) -> Found:
            left.append(limit.left)
            return Found((), exhausted=True)

        def search_until(self, over: Event, puzzle: Puzzle, want: int, limit: Limit) -> Found:
            return self.search(puzzle, want, limit)

    class Loaded(dict[str, Limited]):
        """The engines, of which CP-SAT takes a moment to load when it is asked for first."""

        def __missing__(self, name: str) -> Limited:
            sleep(0.1)
            self[name] = Limited()
            return self[name]

    monkeypatch.setattr(door, "is_ready", lambda name: False)
    monkeypatch.setattr(fastest, "ENGINES", Loaded())
    assert fastest.Fastest(False).search(Puzzle.parse(VARIANT), limit=limit).exhausted
    assert left[0] is not None
    assert left[0] < 59.9


def test_propagators_that_are_not_compiled_join_a_long_search_when_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = Puzzle.parse(VARIANT)
    engine = fastest.Fastest(False)
    asked: list[str] = []

    def is_coming(name: str) -> bool:
        asked.append(name)
        return len(asked) < 3

    monkeypatch.setattr(door, "is_ready", lambda name: len(asked) == 3)
    monkeypatch.setattr(fastest, "is_coming", is_coming)
    monkeypatch.setattr(fastest, "LOADING", 0.0)
    monkeypatch.setattr(fastest, "BACKGROUND", PATIENCE)
    assert judge(puzzle, engine.search(puzzle), engine.name).engine == "cpsat"
    assert not asked
    monkeypatch.setattr(fastest, "BACKGROUND", 0.0)
    monkeypatch.setattr(fastest, "PATIENCE", 0.0)
    monkeypatch.setattr(fastest, "POLL", 0.0)
    monkeypatch.setattr(fastest, "ENGINES", {DEFAULT_ENGINE: Slow()})
    found = judge(puzzle, engine.search(puzzle), engine.name)
    assert (found.engine, found.word) == ("propagate", "multiple")
    assert asked == [PROPAGATE_PROGRAM] * 3


def test_one_puzzle_is_for_propagators_when_cp_sat_has_worked_as_long_as_loading_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    several = Puzzle.parse(VARIANT)
    answer = settle(several).solutions[0]
    unique = Puzzle(Grid(bytes(answer.cells[:-1]) + bytes(1), several.board), several.constraints)
    none = several.with_rules("killer 6: r1c1 r1c2")
    monkeypatch.setattr(compiling, "_loaded", set[str]())
    monkeypatch.setattr(door, "is_ready", lambda name: True)
    opened: list[str] = []
    monkeypatch.setattr(door, "open_all", opened.extend)
    engine = fastest.Fastest(False)

    def engine_of(puzzle: Puzzle, want: int = 2) -> str:
        return judge(puzzle, engine.search(puzzle, want), engine.name).engine

    assert engine_of(unique) == "cpsat"
    assert not opened
    monkeypatch.setattr(door, "loading_of", lambda names: 0.0)
    assert (engine_of(unique), engine_of(none)) == ("propagate", "propagate")
    assert set(opened) == {PROPAGATE_PROGRAM}
    assert engine_of(unique, want=1) == "cpsat"  # one solution alone proves nothing
    assert engine.search(several).solutions == settle(several).solutions
    assert engine_of(several) == "cpsat"  # of several solutions, the same are shown
    monkeypatch.setattr(door, "is_ready", lambda name: False)
    assert engine_of(unique) == "cpsat"


def test_propagators_alone_take_a_small_part_of_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastest, "ALONE", 60.0)
    monkeypatch.setattr(fastest, "_search_of", lambda *_: Slow())
    hundredths = count()  # a clock that each look at it moves on
    monkeypatch.setattr(fastest, "monotonic", lambda: next(hundredths) / 100)
    found = fastest.Fastest(True).search(Puzzle.parse(VARIANT), limit=Limit(PATIENCE))
    assert found.engine == "cpsat"
    assert PATIENCE * fastest.OF_LIMIT < next(hundredths) / 100 < PATIENCE / 10


def test_a_stopped_cp_sat_gives_up() -> None:
    over = Event()
    over.set()
    empty = Puzzle(Grid(bytes(625), Board.of_size(25)))
    cpsat = cast("CpSat", ENGINES[DEFAULT_ENGINE])
    found = cpsat.search_until(over, empty, 10**6, Limit())
    assert not found.is_settled(10**6)


def test_propagators_check_cp_sat_when_they_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.parse(VARIANT)
    for is_ready, second in ((True, PROPAGATE_ENGINE), (False, "backtrack")):
        monkeypatch.setattr(door, "is_ready", lambda name, ready=is_ready: ready)
        assert cross_check(settle(puzzle, DEFAULT_ENGINE)).engine == second
    assert cross_check(settle(puzzle, PROPAGATE_ENGINE)).engine == DEFAULT_ENGINE
