"""The bulk kernel for rules that are houses: against other engines, and within limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Verdict, judge
from cpsudoku.engines import (
    BULK_ENGINE,
    DEFAULT_ENGINE,
    ENGINES,
    PROPAGATE_ENGINE,
    PROPAGATE_PROGRAM,
    REFERENCE_ENGINE,
    RULES_PROGRAM,
)
from cpsudoku.engines.lanes import rule_memory, search_shared
from cpsudoku.engines.lanes import rule_set as rule_set_module
from cpsudoku.engines.lanes.rule_set import rule_set
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.block import Block
from cpsudoku.road.statuses import STATUSES
from cpsudoku.runtime.compiled import door
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import fastest, settle_all
from tests.chance import Chance
from tests.puzzles import WIKIPEDIA, random_givens
from tests.test_propagate import Slow

RULES = (
    *("diagonals", "anti-knight", "anti-king", "windows", "disjoint-groups"),
    *("offset 1,3", "offset 0,2", "pair", "region", "region"),
)


Shape = frozenset[tuple[int, int]]


def random_board(random: Random) -> Board:
    """A small board: boxes, no boxes, overlapping grids, and mostly regions of any cells."""
    boards = [
        Board.boxes(2, 2),
        Board.boxes(2, 3),
        Board.without_boxes(random.randint(1, 5)),
        Board.of_grids(((0, 0), (2, 2)), (2, 2)),
        Board.of_grids(((0, 0), (4, 4)), (2, 2)),
    ]
    size = random.choice((4, 5, 6))
    regions = [row for row in range(size) for _ in range(size)]
    for _ in range(random.choice((1, 2, 4, 40))):
        one, other = random.randrange(size**2), random.randrange(size**2)
        regions[one], regions[other] = regions[other], regions[one]
    rows = [regions[start : start + size] for start in range(0, size**2, size)]
    board = random.choice((*boards, *[Board.jigsaw(rows)] * 8))
    return board.with_lowest(random.choice((1, 1, 1, 0)))


def random_rules(random: Random, board: Board) -> list[str]:
    """Up to two rules that are houses."""
    found = []
    for rule in random.choices(RULES, k=random.choice((0, 1, 2))):
        if rule in ("pair", "region"):
            count = 2 if rule == "pair" else random.randint(2, max(2, board.size))
            cells = random.sample(range(len(board)), min(count, len(board)))
            found.append(f"region: {' '.join(map(board.cell_name, cells))}")
        else:
            found.append(rule)
    return found


def random_puzzles(random: Random, count: int) -> list[Puzzle]:
    """Puzzles of one board and one rule set: proper, improper and contradictory ones."""
    while True:
        board = random_board(random)
        try:
            empty = Puzzle(Grid(bytes(len(board)), board)).with_rules(*random_rules(random, board))
            break
        except InputError:
            continue
    solutions = ENGINES[PROPAGATE_ENGINE].search(empty, 30).solutions
    return [random_puzzle(random, empty, solutions) for _ in range(count)]


def random_puzzle(random: Random, empty: Puzzle, solutions: Sequence[Grid]) -> Puzzle:
    board, kept = empty.board, random.random()
    cells = bytearray(len(board))
    if solutions:
        digits = random.choice(solutions).cells
        cells[:] = [digit if random.random() < kept else 0 for digit in digits]
    if not solutions or random.random() < 0.2:
        cells[random.randrange(len(board))] = random.randint(1, board.size)
    marks = None
    if random.random() < 0.2:
        every = range(1, board.size + 1)
        marks = tuple(tuple(d for d in every if random.random() < 0.8) for _ in cells)
    return Puzzle(Grid(bytes(cells), board), empty.constraints, marks=marks)


def verdict_of(engine: str, puzzle: Puzzle) -> Verdict:
    return judge(puzzle, ENGINES[engine].search(puzzle), engine)


def test_it_agrees_with_other_engines_on_random_rule_sets(chance: Chance) -> None:
    random = chance.random(7)
    seen: Counter[str] = Counter()
    for _ in range(300 if chance.exhaustive else 15):
        puzzles = random_puzzles(random, 12)
        for puzzle, verdict in zip(puzzles, settle_all(puzzles, BULK_ENGINE), strict=True):
            small = REFERENCE_ENGINE if puzzle.board.size < 5 else PROPAGATE_ENGINE
            engine = random.choice((DEFAULT_ENGINE, small))
            other = verdict_of(engine, puzzle)
            assert verdict.word == other.word, repr(puzzle)
            assert verdict.exhausted == other.exhausted
            assert not verdict.exhausted or set(verdict.solutions) == set(other.solutions)
            shared = search_shared(puzzle, 2, bytearray(1))
            assert shared is not None
            assert judge(puzzle, shared, BULK_ENGINE).word == verdict.word
            assert not verdict.exhausted or set(shared.solutions) == set(verdict.solutions)
            seen[verdict.word] += 1
    assert chance.is_enough(set(seen) == {"unique", "multiple", "none", "conflict"})
    assert chance.is_enough(min(seen.values()) > 9)


@pytest.mark.parametrize("rule", ["", "diagonals", "windows", "anti-king"])
def test_a_band_excludes_what_its_locks_exclude(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the searches make the same guesses, and the propagators confirm what they find."""
    random, board = Random(11), Board.of_size(9)
    empty = Puzzle(Grid(bytes(81), board)).with_rules(*([rule] if rule else []))
    with_bands = rule_set(board, empty.constraints)
    monkeypatch.setattr(rule_set_module, "_bands", lambda board: [])
    with_locks = rule_set.__wrapped__(board, empty.constraints)
    assert len(with_bands.rules) < len(with_locks.rules) - 900
    puzzles = []
    for _ in range(8):
        start = Grid(bytes(random.sample(range(1, 10), 9)) + bytes(72), board)
        for solution in ENGINES[PROPAGATE_ENGINE].search(replace(empty, givens=start)).solutions:
            shares = [0.25 + 0.02 * number for number in range(10)]
            puzzles += [bytes(d * (random.random() < s) for d in solution.cells) for s in shares]
    cells = np.frombuffer(b"".join(puzzles), np.uint8).reshape(-1, 81)
    for nodes in (1, 4, 30):
        one, other = (each.search(cells, nodes=nodes) for each in (with_bands, with_locks))
        assert one[2].any()
        assert nodes > 1 or not one[2].all()
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    counts = with_bands.search(cells)[0]
    for count, puzzle in zip(counts, puzzles, strict=True):
        given = replace(empty, givens=Grid(puzzle, board))
        assert len(ENGINES[PROPAGATE_ENGINE].search(given).solutions) == count
    assert min(Counter(counts.tolist())[number] for number in (1, 2)) > 4


def layouts(size: int = 4) -> list[list[list[int]]]:
    """Every way to cut a 4x4 board into connected regions of four cells."""
    shapes: set[Shape] = {frozenset({(r, c)}) for r, c in product(range(size), repeat=2)}
    for _ in range(size - 1):
        shapes = {shape | {cell} for shape in shapes for cell in around(shape, size)}
    found: list[list[list[int]]] = []

    def fill(board: list[list[int]], number: int) -> None:
        blank = next(((r, c) for r, c in product(range(size), repeat=2) if board[r][c] < 0), None)
        if blank is None:
            found.append([list(row) for row in board])
            return
        for shape in shapes:
            if blank in shape and all(board[r][c] < 0 for r, c in shape):
                put(board, shape, number)
                fill(board, number + 1)
                put(board, shape, -1)

    fill([[-1] * size for _ in range(size)], 0)
    return found


def around(shape: Shape, size: int) -> set[tuple[int, int]]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    cells = {(r + down, c + across) for r, c in shape for down, across in steps}
    return {cell for cell in cells - shape if max(cell) < size and min(cell) >= 0}


def put(board: list[list[int]], shape: Shape, number: int) -> None:
    for r, c in shape:
        board[r][c] = number


def test_every_jigsaw_of_4x4_has_the_right_number_of_grids() -> None:
    rows = list(permutations(range(1, 5)))
    latin = np.array(
        [
            square
            for square in product(rows, repeat=4)
            if all(len(set(column)) == 4 for column in zip(*square, strict=True))
        ]
    ).reshape(-1, 16)
    assert len(latin) == 576
    every = layouts()
    assert len(every) == 117
    for layout in every:
        regions = np.array(layout).ravel()
        masks = np.stack([(1 << latin[:, regions == n]).sum(axis=1) for n in range(4)])
        expected = int((masks == 0b11110).all(axis=0).sum())
        counts, solutions, exhausted = rule_set(Board.jigsaw(layout), ()).search(
            np.zeros((1, 16), np.uint8), want=255
        )
        assert (counts[0], exhausted[0]) == (min(expected, 255), True)
        assert solutions.any() == (expected > 0)


def rows_of(puzzles: Sequence[Puzzle]) -> np.ndarray:
    return np.array([list(puzzle.givens.cells) for puzzle in puzzles], np.uint8)


def sixes(count: int) -> list[Puzzle]:
    """Puzzles of 6x6 with half of their cells, some of which are contradictory."""
    random, board = Random(3), Board.of_size(6)
    return [Puzzle(random_givens(random, board, 0.3, random.random() < 0.1)) for _ in range(count)]


def test_order_and_company_do_not_matter() -> None:
    rules, cells = rule_set(Board.of_size(6), ()), rows_of(sixes(200))
    order = np.random.default_rng(0).permutation(len(cells))
    whole = rules.search(cells, 3, nodes=2)
    assert 0 < np.count_nonzero(whole[2]) < len(cells)
    for one, other in zip(whole, rules.search(cells[order], 3, nodes=2), strict=True):
        assert (one[order] == other).all()
    assert [len(column) for column in rules.search(cells[:0])] == [0, 0, 0]


@pytest.mark.parametrize("want", [1, 2, 3, 255])
def test_it_stops_at_the_wanted_number(want: int) -> None:
    rules, cells = rule_set(Board.of_size(6), ()), rows_of(sixes(40))
    counts = rules.search(cells, want)[0]
    assert (counts == np.minimum(rules.search(cells, 255)[0], want)).all()


@pytest.mark.parametrize("want", [1, 2, 255])
def test_lanes_that_share_a_puzzle_find_each_solution_once(want: int) -> None:
    rules = rule_set(Board.of_size(6), ())
    for row in rows_of([Puzzle(Grid(bytes(36), Board.of_size(6))), *sixes(40)]):
        shared = rules.search(row[None], want, shared=np.zeros(1, np.bool_))
        alone = rules.search(row[None], want)
        assert shared[0] == alone[0]
        assert alone[0] >= min(want, 2) or (shared[1] == alone[1]).all()


def test_shared_lanes_can_be_stopped() -> None:
    empty = Puzzle(Grid(bytes(256), Board.of_size(16)))
    assert search_shared(empty, 2, bytearray([1])) is None


BAD = [
    (np.zeros((1, 81), np.uint8), 2),
    (np.zeros((1, 36), np.int64), 2),
    (np.full((1, 36), 7, np.uint8), 2),
    (np.zeros((1, 36), np.uint8), 0),
    (np.zeros((1, 36), np.uint8), 256),
]


@pytest.mark.parametrize(("cells", "want"), BAD, ids=range(len(BAD)))
def test_what_it_would_not_understand_is_refused(cells: np.ndarray, want: int) -> None:
    with pytest.raises(ValueError, match="search: "):
        rule_set(Board.of_size(6), ()).search(cells, want)


NOT_TAKEN = [
    ("." * 625, (), "accepts boards of at most 16 digits"),
    ("." * 16, ("killer 5: r1c1 r1c2",), "does not accept the 5 cage at r1c1"),
    ("." * 16, ("diagonals", "thermo: r1c1 r1c2"), "does not accept the thermometer"),
]


@pytest.mark.parametrize(("line", "rules", "why"), NOT_TAKEN, ids=[row[2] for row in NOT_TAKEN])
def test_other_rules_are_refused(line: str, rules: tuple[str, ...], why: str) -> None:
    found = ENGINES[BULK_ENGINE].unsupported(Puzzle.parse(line).with_rules(*rules))
    assert found is not None
    assert found.startswith(why)


def test_ctrl_c_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def at_once(stop: Callable[[], None]) -> Iterator[None]:
        stop()
        yield

    monkeypatch.setattr(rule_memory, "stoppable", at_once)
    with pytest.raises(KeyboardInterrupt):
        rule_set(Board.of_size(6), ()).search(rows_of(sixes(1)))


# ---- who uses it -------------------------------------------------------------------------------


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """All programs are compiled, and many puzzles are few."""
    monkeypatch.setattr(fastest, "break_even", lambda name: 1)
    monkeypatch.setattr(fastest, "ALIKE", 4)
    monkeypatch.setattr(fastest, "is_at_hand", lambda name: True)
    monkeypatch.setattr(door, "is_ready", lambda name: True)


@pytest.mark.usefixtures("ready")
def test_many_puzzles_with_the_same_houses_are_searched_at_once() -> None:
    killer = Puzzle.parse("................\nkiller 5: r1c1 r1c2")
    mixed = [each for puzzle in sixes(8) for each in (puzzle, killer)]
    results = list(cpsudoku.check_many(mixed))
    engines = [result.verdict.engine for result in results if result.verdict is not None]
    assert set(engines[2::2]) == {BULK_ENGINE}
    assert set(engines[3::2]) == {PROPAGATE_ENGINE}
    expected = [verdict_of(REFERENCE_ENGINE, puzzle).word for puzzle in mixed]
    assert [result.word for result in results] == expected


@pytest.mark.usefixtures("ready")
def test_a_puzzle_that_needs_many_guesses_is_searched_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fastest, "EACH", 0.0)  # at least one guess
    hard = Puzzle(Grid(bytes(36), Board.of_size(6)))
    verdicts = settle_all([hard, *sixes(6)], fastest.MANY)
    assert {verdict.engine for verdict in verdicts} == {BULK_ENGINE, PROPAGATE_ENGINE}
    assert verdicts[0].word == "multiple"
    assert "unknown" not in {verdict.word for verdict in verdicts}


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("for_many", [True, False])
def test_all_lanes_search_a_hard_puzzle_beside_cp_sat(
    for_many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    [puzzle, *_] = [each for each in sixes(40) if verdict_of(BULK_ENGINE, each).word == "unique"]
    engine = fastest.Fastest(for_many)
    monkeypatch.setattr(fastest, "ALONE", 0.0)
    monkeypatch.setattr(fastest, "_search_of", lambda *_: Slow())
    monkeypatch.setattr(fastest, "LOADING", 0.0)
    engines = {DEFAULT_ENGINE: Slow(), BULK_ENGINE: ENGINES[BULK_ENGINE]}
    monkeypatch.setattr(fastest, "ENGINES", engines)
    verdict = judge(puzzle, engine.search(puzzle), engine.name)
    assert (verdict.engine, verdict.word) == (BULK_ENGINE, "unique")


def test_propagators_leave_a_hard_puzzle_to_lanes_that_are_compiled_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def is_at_hand(name: str) -> bool:
        asked.append(name)
        return True

    monkeypatch.setattr(fastest, "is_compiled", lambda name: name in (PROPAGATE_PROGRAM, *asked))
    monkeypatch.setattr(fastest, "is_at_hand", is_at_hand)
    monkeypatch.setattr(fastest, "BACKGROUND", -1.0)
    monkeypatch.setattr(fastest, "_search_of", lambda *_: Slow())
    engines = {DEFAULT_ENGINE: Slow(), BULK_ENGINE: ENGINES[BULK_ENGINE]}
    monkeypatch.setattr(fastest, "ENGINES", engines)
    assert fastest.Fastest(True).search(sixes(1)[0]).engine == BULK_ENGINE
    assert asked == [RULES_PROGRAM]


def test_nobody_waits_for_its_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(fastest, "ALIKE", 4)
    monkeypatch.setattr(door, "is_ready", lambda name: False)
    monkeypatch.setattr(fastest, "is_at_hand", started.append)
    verdicts = settle_all(sixes(4), fastest.ONE)
    assert {verdict.engine for verdict in verdicts} == {DEFAULT_ENGINE}
    assert started == [RULES_PROGRAM]


@pytest.mark.usefixtures("ready")
def test_a_bulk_run_judges_other_boards_at_once() -> None:
    lines = [puzzle.givens.line for puzzle in sixes(12)]
    text = "\n".join([*lines[:6], WIKIPEDIA, "nonsense", *lines[6:]])
    judged = judge_block(Block("x.txt", 1, text.encode(), LineLayout()), Settings())
    assert judged.facts.engines == {BULK_ENGINE: 13}
    words = [STATUSES[number] for number in judged.facts.statuses]
    expected = [result.word for result in cpsudoku.check_many(lines, engine=REFERENCE_ENGINE)]
    assert words == [*expected[:6], "unique", "malformed", *expected[6:]]


def test_a_limit_is_named() -> None:
    empty = Puzzle(Grid(bytes(36), Board.of_size(6)))
    (found,) = ENGINES[BULK_ENGINE].search_all([empty], 2, Limit(nodes=1))  # type: ignore[attr-defined]
    assert (found.exhausted, found.note) == (False, "the limit of 1 guess ran out")
