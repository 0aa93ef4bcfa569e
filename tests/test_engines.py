"""Every engine over the verdict file, one against the other, and within limits."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Limit, Status, Verdict, judge
from cpsudoku.engines import (
    BULK_ENGINE,
    DEFAULT_ENGINE,
    ENGINES,
    LOGIC_ENGINE,
    REFERENCE_ENGINE,
    cpsat,
)
from cpsudoku.engines.cpsat import BETWEEN_LOOKS, Late, LimitedModel
from tests.chance import Chance
from tests.patience import PATIENCE
from tests.puzzles import (
    IMPOSSIBLE,
    INKALA,
    SEVERAL,
    SOLVED,
    Known,
    grid_of,
    invented_givens,
    known_verdicts,
    random_givens,
    random_solution,
)

KNOWN = list(known_verdicts())
STATUS_OF_COUNT = {0: Status.NO_SOLUTION, 1: Status.UNIQUE, 2: Status.MULTIPLE}

# The engines that settle every puzzle they take; ``logic`` is tested in test_logic.py.
SEARCHING = [name for name in ENGINES if name != LOGIC_ENGINE]
# Each of them with the puzzles that it takes.
TAKEN = [
    (engine, known)
    for engine in SEARCHING
    for known in KNOWN
    if ENGINES[engine].unsupported(known.puzzle) is None
]

each_engine = pytest.mark.parametrize("engine", SEARCHING)


def verdict_of(
    engine: str, puzzle: Puzzle | str, want: int = 2, limit: Limit = NO_LIMIT
) -> Verdict:
    """What the judge makes of what an engine finds."""
    if isinstance(puzzle, str):
        puzzle = Puzzle(grid_of(puzzle))
    why_not = ENGINES[engine].unsupported(puzzle)
    if why_not is not None:
        pytest.skip(f"{engine} {why_not}")
    return judge(puzzle, ENGINES[engine].search(puzzle, want, limit), engine)


@pytest.mark.parametrize(
    ("engine", "known"), TAKEN, ids=[f"{engine}, {known.name}" for engine, known in TAKEN]
)
def test_an_engine_finds_what_is_known(engine: str, known: Known) -> None:
    slow = known.hard and engine == REFERENCE_ENGINE
    verdict = verdict_of(engine, known.puzzle, 2, Limit(nodes=300 if slow else None))
    if slow and verdict.status is Status.UNKNOWN:
        return
    assert verdict.status is STATUS_OF_COUNT[known.count]
    if known.count == 1:
        assert verdict.solution == Grid.from_line(known.solution, known.puzzle.board)
        assert verdict.exhausted


def test_the_verdict_file_has_every_count_in_every_size() -> None:
    seen = Counter((known.puzzle.board.size, known.count) for known in KNOWN)
    sizes = {size for size, _ in seen}
    assert sizes == {4, 6, 8, 9, 10, 12, 15, 16, 20, 25}
    assert set(seen) == {(size, count) for size in sizes for count in (0, 1, 2)}
    assert all(bool(known.solution) == (known.count == 1) for known in KNOWN)
    assert 5 * sum(known.hard for known in KNOWN) < len(KNOWN)  # "hard" is no way out


@each_engine
def test_every_engine_takes_the_classic_9x9(engine: str) -> None:
    taken = [known for name, known in TAKEN if name == engine and known.puzzle.board.size == 9]
    assert len(taken) == sum(known.puzzle.board.size == 9 for known in KNOWN) > 10


@each_engine
@pytest.mark.parametrize(
    "limit", [Limit(seconds=0), Limit(nodes=1), Limit(seconds=0, nodes=1)], ids=repr
)
def test_a_limit_makes_unknown_and_never_a_wrong_verdict(engine: str, limit: Limit) -> None:
    seen: Counter[Status] = Counter()
    puzzles = [known for name, known in TAKEN if name == engine]
    for known in puzzles:
        verdict = verdict_of(engine, known.puzzle, 2, limit)
        assert verdict.status in (Status.UNKNOWN, STATUS_OF_COUNT[known.count]), known.name
        assert verdict.status is not Status.UNKNOWN or "ran out" in verdict.note
        seen[verdict.status] += 1
    assert seen[Status.UNKNOWN] >= len(puzzles) // 5 > 1
    assert seen.total() == len(puzzles)


@each_engine
@pytest.mark.parametrize(
    ("puzzle", "limit", "note"),
    [
        (INKALA, Limit(seconds=0), "the limit of "),
        (INKALA, Limit(seconds=5).after(5), "the limit of "),
        (INKALA, Limit(nodes=1), "the limit of 1 "),
        ("." * 625, Limit(seconds=0), "the limit of 0 s"),
    ],
    ids=["seconds", "spent", "nodes", "empty 25x25"],
)
def test_a_search_that_ran_out_is_unknown_with_its_reason(
    engine: str, puzzle: str, limit: Limit, note: str
) -> None:
    verdict = verdict_of(engine, puzzle, 2, limit)
    assert (verdict.status, verdict.exhausted) == (Status.UNKNOWN, False)
    assert verdict.note.startswith(note)
    assert verdict.note.endswith("ran out")


def test_a_rule_that_needs_many_clauses_ends_with_the_time() -> None:
    model = LimitedModel()
    model.is_late = iter((False, True)).__next__
    for _ in range(2 * BETWEEN_LOOKS - 1):
        model.add_bool_or([])
    with pytest.raises(Late):
        model.add_bool_or([])


def test_cp_sat_can_end_at_each_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(grid_of(SEVERAL)).with_rules("killer 9: r1c1 r1c2")
    monkeypatch.setattr(cpsat, "BETWEEN_LOOKS", 1)
    seen = list[Status]()
    for before in range(1000):
        looks = count(-before)
        monkeypatch.setattr(cpsat._ModelSearch, "is_late", lambda _, looks=looks: next(looks) >= 0)
        seen.append(verdict_of(DEFAULT_ENGINE, puzzle, 4, Limit(PATIENCE)).status)
        if next(looks) < 0:  # it has ended before
            break
    assert len(seen) > 10
    assert set(seen[:-1]) == {Status.UNKNOWN, Status.MULTIPLE}
    assert seen[-1] is Status.MULTIPLE


LOOSE = INKALA.replace("6", ".", 1)  # more than 1000 solutions


@pytest.mark.parametrize("engine", [DEFAULT_ENGINE, REFERENCE_ENGINE])
def test_a_limit_that_ran_out_after_some_solutions_is_no_proof(engine: str) -> None:
    partly = 0
    for nodes in (1, 2, 3, 5, 100, 200, 400):
        verdict = verdict_of(engine, SEVERAL, 16, Limit(nodes=nodes))
        assert verdict.exhausted is (len(verdict.solutions) == 15)
        partly += 0 < len(verdict.solutions) < 15
        verdict = verdict_of(engine, LOOSE, 1000, Limit(nodes=nodes))
        assert not verdict.exhausted
        partly += 0 < len(verdict.solutions) < 1000
    assert partly >= 2


@each_engine
@pytest.mark.parametrize(
    ("puzzle", "want", "count", "exhausted"),
    [
        ("." * 16, 1, 1, False),
        ("." * 16, 2, 2, False),
        ("." * 16, 10, 10, False),
        ("." * 16, 287, 287, False),
        ("." * 16, 289, 288, True),
        ("12345678" + "." * 73, 10, 10, False),
        (SEVERAL, 2, 2, False),
        (SEVERAL, 16, 15, True),
        (SEVERAL, 10, 10, False),
        (SOLVED, 10, 1, True),
        (SOLVED[:-1] + ".", 10, 1, True),
        ("12" + "." * 14, 300, 24, True),
    ],
)
def test_an_engine_finds_as_many_as_are_wanted(
    engine: str, puzzle: str, want: int, count: int, exhausted: bool
) -> None:
    verdict = verdict_of(engine, puzzle, want)
    assert len(set(verdict.solutions)) == len(verdict.solutions)
    if "at most" in verdict.note:  # it says itself that it looks for no more
        assert 2 <= len(verdict.solutions) < count
        assert not verdict.exhausted
        return
    assert len(verdict.solutions) == count
    assert verdict.exhausted is exhausted


@each_engine
@pytest.mark.parametrize(("puzzle", "want"), [(INKALA, 1), (SOLVED, 1)], ids=["one", "solved"])
def test_one_wanted_is_one_found(engine: str, puzzle: str, want: int) -> None:
    if engine == REFERENCE_ENGINE and puzzle == INKALA:
        puzzle = SOLVED[:40] + "." * 41
    assert len(verdict_of(engine, puzzle, want).solutions) == 1


@each_engine
def test_an_engine_leaves_no_trace_in_the_next_search(engine: str) -> None:
    for _ in range(2):
        assert verdict_of(engine, SEVERAL).status is Status.MULTIPLE
        assert verdict_of(engine, SOLVED).is_unique
        assert verdict_of(engine, SEVERAL, 2, Limit(nodes=1)).status in (
            Status.UNKNOWN,
            Status.MULTIPLE,
        )


@each_engine
@pytest.mark.parametrize(
    ("first", "status"),
    [((1,), Status.UNIQUE), ((2,), Status.NO_SOLUTION), ((1, 2), Status.UNIQUE)],
    ids=["the right mark", "a wrong mark", "both"],
)
def test_an_engine_obeys_a_variant(engine: str, first: tuple[int, ...], status: Status) -> None:
    marks = (first, *([(1, 2, 3, 4)] * 15))
    puzzle = Puzzle(grid_of("." + "234341221434321"), marks=marks)
    assert verdict_of(engine, puzzle).status is status


@each_engine
def test_an_engine_takes_marks_that_leave_a_cell_nothing(engine: str) -> None:
    marks = ((), *([(1, 2, 3, 4)] * 15))
    assert verdict_of(engine, Puzzle(grid_of("." * 16), marks=marks)).status is Status.NO_SOLUTION


def random_puzzles(random: Random, board: Board, count: int) -> Iterator[Puzzle]:
    """Some with givens of a solution, some with one changed, some invented, some with marks."""
    dense = (0.2, 0.3, 0.4, 0.5, 0.6) if board.size < 9 else (0.35, 0.4, 0.45, 0.5)
    for number in range(count):
        kind = number % 4
        if kind == 3 and board.size < 9:
            yield Puzzle(invented_givens(random, board, random.randint(4, board.size**2 // 3)))
        else:
            givens = random_givens(random, board, random.choice(dense), spoiled=kind == 2)
            yield Puzzle(
                givens, marks=random_marks(random, board) if random.random() < 0.1 else None
            )


def random_marks(random: Random, board: Board) -> tuple[tuple[int, ...], ...]:
    """Candidates that a random solution survives, most of them at least."""
    digits = range(1, board.size + 1)
    return tuple(
        tuple(d for d in digits if d == true or random.random() < 0.9)
        for true in random_solution(random, board).cells
    )


@pytest.mark.parametrize(
    ("box", "few", "many", "want"),
    [
        ("2x2", 300, 6000, 300),
        ("2x3", 200, 3500, 2),
        ("3x2", 100, 1500, 5),
        ("3x3", 20, 400, 2),
    ],
)
def test_engines_of_different_make_agree_on_random_puzzles(
    box: str, few: int, many: int, want: int, chance: Chance
) -> None:
    board, count = Board.parse_box(box), many if chance.exhaustive else few
    seen: Counter[str] = Counter()
    engines: Counter[str] = Counter()
    for puzzle in random_puzzles(chance.random(board.size), board, count):
        first = verdict_of(REFERENCE_ENGINE, puzzle, want)
        others = [name for name in SEARCHING if want == 2 or name != BULK_ENGINE]
        for second in (verdict_of(name, puzzle, want) for name in others):
            line = f"{second.engine}: {puzzle.givens.line}"
            assert (first.word, first.exhausted) == (second.word, second.exhausted), line
            assert len(first.solutions) == len(second.solutions), line
            if first.exhausted:
                assert set(first.solutions) == set(second.solutions), line
            engines[second.engine] += 1
        seen[first.word] += 1
    assert seen.total() == engines[DEFAULT_ENGINE] == engines[REFERENCE_ENGINE] == count
    assert len(engines) == len(SEARCHING) - (want != 2)  # ``lanes`` finds two at most
    assert seen["unknown"] == 0
    words = ("unique", "multiple", "none", "conflict")
    assert chance.is_enough(all(seen[word] >= count // 40 for word in words)), seen


def test_the_exhaustive_run_is_as_long_as_promised() -> None:
    marks = test_engines_of_different_make_agree_on_random_puzzles.pytestmark  # type: ignore[attr-defined]
    rows = marks[0].args[1]
    assert sum(many for box, _, many, _ in rows if box != "3x3") >= 10_000
    assert sum(many for box, _, many, _ in rows if box == "3x3") >= 300


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_the_default_engine_settles_every_size(size: int) -> None:
    board = Board.of_size(size)
    solution = random_solution(Random(size), board)
    without_a_row = Puzzle(Grid(bytes(size) + solution.cells[size:], board))
    assert verdict_of(DEFAULT_ENGINE, without_a_row).status is Status.UNIQUE
    empty = Puzzle(Grid(bytes(size * size), board))
    assert verdict_of(DEFAULT_ENGINE, empty).status is Status.MULTIPLE


# A model that one worker searches for minutes: 13 pigeons in 12 holes. The limit of 60 s is there
# to end a test that fails; none that passes waits for it.
PROLOGUE = """
import asyncio, os, signal, sys, threading, time
from ortools.sat.python import cp_model as cp
from cpsudoku.engines.interrupt import stoppable
def pigeons(n=12):
    m = cp.CpModel(); x = [[m.new_bool_var('') for _ in range(n)] for _ in range(n + 1)]
    for p in x: m.add_bool_or(p)
    for h in range(n):
        for i in range(n + 1):
            for j in range(i): m.add_bool_or(~x[i][h], ~x[j][h])
    return m
def solve(seconds=60.0, model=None, workers=1):
    s = cp.CpSolver(); p = s.parameters
    p.num_workers = workers; p.max_time_in_seconds = seconds; p.catch_sigint_signal = False
    p.cp_model_presolve = False; p.linearization_level = 0; p.symmetry_level = 0
    with stoppable(s.stop_search): s.solve(model or pigeons())
    return s.wall_time
def kill(after, signal=signal.SIGINT):
    threading.Timer(after, lambda: os.kill(os.getpid(), signal)).start()
def interrupted(search, after=.2):
    try: kill(after); search()
    except KeyboardInterrupt: return True
    return False
"""
INTERRUPTS = {
    "a search stops and raises": """
assert interrupted(solve)
""",
    "the next search is not stopped by the last signal": """
for _ in range(2):
    assert interrupted(solve)
    assert solve(.4) > .35
""",
    "signals at random moments of short searches are never lost": """
import random
small = pigeons(6)
def searches():
    while True: solve(60.0, small)
for _ in range(40):
    assert interrupted(searches, random.random() * .02)
assert solve(.4) > .35
""",
    "a search in another thread is left alone": """
t = threading.Thread(target=lambda: solve(.3)); t.start(); t.join()
assert interrupted(solve)
""",
    "a handler that does not raise ends the search only": """
signal.signal(signal.SIGINT, lambda *a: None)
assert not interrupted(solve)
""",
    "another signal does not stop a search": """
signal.signal(signal.SIGUSR1, lambda *a: None)
kill(.1, signal.SIGUSR1); assert solve(.5) > .45
kill(.1, signal.SIGUSR1); assert interrupted(solve, .3)
""",
    "asyncio gets its signals back": """
async def main():
    got = asyncio.Event(); loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, got.set)
    before = signal.set_wakeup_fd(-1); signal.set_wakeup_fd(before)
    kill(.1, signal.SIGUSR1); solve(.4)
    after = signal.set_wakeup_fd(-1); signal.set_wakeup_fd(after)
    assert before == after != -1
    await asyncio.wait_for(got.wait(), 30)
asyncio.run(main())
""",
    "eight workers stop too": """
assert interrupted(lambda: solve(60.0, pigeons(16), 8))
""",
    "a forked child stops too": """
solve(.05)
child = os.fork()
if not child:
    os._exit(0 if interrupted(solve) else 1)
assert os.waitpid(child, 0)[1] == 0
assert interrupted(solve)
""",
}


# Runs each code in a process of its own, which begins with what was imported.
EACH_IN_A_FORK = """
failed = []
for name, code in CODES.items():
    child = os.fork()
    if not child:
        signal.alarm(50)
        try: exec(code); os._exit(0)
        except BaseException as error: print(f"{name}: {error!r}", flush=True)
        os._exit(1)
    if os.waitpid(child, 0)[1]: failed.append(name)
assert not failed, failed
"""


def test_ctrl_c_inside_cp_sat() -> None:
    script = f"{PROLOGUE}\nCODES = {INTERRUPTS!r}\n{EACH_IN_A_FORK}"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@each_engine
def test_ctrl_c_ends_a_search(engine: str) -> None:
    warm_up = SOLVED if engine == REFERENCE_ENGINE else IMPOSSIBLE
    script = (
        "from cpsudoku import Grid, Puzzle; from cpsudoku.engines import ENGINES\n"
        f"search = ENGINES[{engine!r}].search\n"
        f"search(Puzzle(Grid.from_line({warm_up!r}))); print('go', flush=True)\n"
        f"while True: search(Puzzle(Grid.from_line({IMPOSSIBLE!r})))\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "go\n"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=PATIENCE)
    assert errors.rstrip().endswith("KeyboardInterrupt")
