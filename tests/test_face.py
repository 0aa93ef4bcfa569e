"""The library's face: its names, and what each function takes and returns."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import io
import multiprocessing
import os
import pickle
import pydoc
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from multiprocessing.connection import wait
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import cpsudoku
from cpsudoku import BadParameter, CpsudokuError, InputError, Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.engines.lanes import searching
from cpsudoku.runtime import children, worker_pool
from cpsudoku.runtime import processes as core_processes
from cpsudoku.runtime.processes import in_order, processes
from cpsudoku.runtime.worker_pool import begin_worker
from cpsudoku.solving import fastest, many, settle
from tests.patience import PATIENCE
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA

PACKAGE = Path(cpsudoku.__file__).parent
FUNCTIONS = sorted(
    name for name in cpsudoku.__all__ if inspect.isfunction(getattr(cpsudoku, name, None))
)
SMALL = "1..4..1.2......3"  # a proper 4x4


def test_the_names_are_those_of_the_design() -> None:
    ones = ["solve", "check", "hint", "explain", "rate", "diagnose", "candidates", "generate"]
    ones += ["read", "write", "convert"]
    several = ["solve_many", "check_many", "hint_many", "explain_many", "rate_many"]
    several += ["diagnose_many", "candidates_many", "generate_many", "read_many"]
    proofs = ["prove", "prove_many", "write_proofs", "verify"]
    tables = ["solve_table", "check_table", "rate_table", "check_files"]
    learning = ["overlap", "reward", "practise", "exercise_of", "lesson"]
    photos = ["draw_in_photos"]
    assert sorted(ones + several + proofs + tables + learning + photos) == FUNCTIONS


def test_completion_offers_the_public_names_and_nothing_else() -> None:
    assert dir(cpsudoku) == cpsudoku.__all__ == sorted(cpsudoku.__all__)
    others = {name for name in vars(cpsudoku) if not name.startswith("_")} - set(cpsudoku.__all__)
    assert not {name for name in others if not inspect.ismodule(getattr(cpsudoku, name))}


def test_help_lists_every_function() -> None:
    text = pydoc.plain(pydoc.render_doc(cpsudoku))
    assert all(f"    {name}(" in text for name in FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_an_example_and_takes_one_thing_and_keywords(name: str) -> None:
    function = getattr(cpsudoku, name)
    assert ">>> " in function.__doc__
    kinds = [each.kind for each in inspect.signature(function).parameters.values()]
    positional = [kind for kind in kinds if kind is not inspect.Parameter.KEYWORD_ONLY]
    assert len(positional) <= (
        2
        if name
        in ("write", "convert", "check_files", "write_proofs", "overlap", "reward", "exercise_of")
        or name.endswith(("_table", "_in_photos"))
        else 1
    )


ANSWERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: cpsudoku.solve(WIKIPEDIA),
    "check": lambda: cpsudoku.check(WIKIPEDIA),
    "hint": lambda: cpsudoku.hint(WIKIPEDIA),
    "explain": lambda: cpsudoku.explain(WIKIPEDIA),
    "rate": lambda: cpsudoku.rate(WIKIPEDIA, scale="hodoku"),
    "diagnose": lambda: cpsudoku.diagnose(WIKIPEDIA),
    "candidates": lambda: cpsudoku.candidates(WIKIPEDIA),
    "generate": lambda: cpsudoku.generate(seed=1, size=4),
    "write": lambda: cpsudoku.write(WIKIPEDIA),
    "convert": lambda: cpsudoku.convert(WIKIPEDIA, to="json"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_each_answer_is_a_frozen_value_that_means_its_puzzle(name: str) -> None:
    answer: Any = ANSWERS[name]()
    kind: Any = type(answer)
    field = dataclasses.fields(kind)[0].name  # raises TypeError unless it is a dataclass
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(answer, field, None)
    if name not in ("write", "convert"):
        assert cpsudoku.solve(answer).puzzle == answer.puzzle
        assert cpsudoku.write(answer).count == 1


MIXED: list[Any] = [WIKIPEDIA, SEVERAL, "12x", [[0] * 4] * 4, SMALL, InputError("a bad row"), None]


def test_many_give_what_one_gives_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastest, "break_even", lambda name: 2 if name == "kernel" else 99)
    monkeypatch.setattr(many, "BATCH", 2)
    things = [*MIXED, INKALA, SOLVED]
    done: list[int] = []
    words = [each.word for each in cpsudoku.solve_many(things, progress=done.append)]
    expected = ["unique", "multiple", "malformed", "multiple", "unique", *["malformed"] * 2]
    assert words == [*expected, "unique", "unique"]
    assert done == list(range(1, len(things) + 1))
    engines = [each.verdict.engine for each in cpsudoku.check_many(things) if each.verdict]
    assert engines == ["cpsat", "cpsat", "cpsat", "cpsat", "lanes", "lanes"]


def test_many_do_not_wait_for_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fastest, "break_even", lambda name: 0)
    monkeypatch.setattr(searching, "is_compiled", lambda *names: False)
    monkeypatch.setattr(searching._PLAIN, "is_plain", lambda names: True)
    monkeypatch.setattr(searching, "search_by_kernel", None)
    found = [each.verdict for each in cpsudoku.check_many([WIKIPEDIA] * 2, jobs=1) if each.verdict]
    assert [each.engine for each in found] == ["lanes", "lanes"]


@pytest.mark.parametrize(
    "name", [each for each in cpsudoku.__all__ if each.endswith(("Error", "Extra", "Name"))]
)
def test_an_error_is_named_as_users_import_it(name: str) -> None:
    kind = getattr(cpsudoku, name)
    assert (kind.__module__, kind.__qualname__) == ("cpsudoku", name)


JOBS = pytest.mark.parametrize("jobs", [1, 2])


def test_what_workers_inherit_is_loaded_only_if_they_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_processes, "PATIENCE", 0.0)
    loaded: list[int] = []
    for items, expected in (([-1], 0), ([-1, -2], 0), ([-1, -2, -3], 1)):
        done = core_processes.shared(abs, items, 2, prepare=lambda: loaded.append(1))
        assert [answer for _, answer in done] == [-item for item in items]
        assert len(loaded) == expected


@JOBS
@pytest.mark.parametrize("words", [{}, {"engine": "cpsat"}, {"techniques": "easy"}], ids=str)
def test_solve_many_gives_the_same_with_any_number_of_jobs(
    jobs: int, words: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_processes, "PATIENCE", 0.0)
    monkeypatch.setattr(fastest, "break_even", lambda name: 2)
    monkeypatch.setattr(many, "BATCH", 3)
    things = [*MIXED, INKALA, SOLVED]
    results = list(cpsudoku.solve_many(things, jobs=jobs, **words))
    singles = [
        cpsudoku.solve(each.puzzle, **words).word if each.puzzle else "malformed"
        for each in results
    ]
    assert [each.word for each in results] == singles
    assert [str(each.problem or "") for each in results][5] == "a bad row"


@JOBS
@pytest.mark.parametrize("name", ["explain", "hint", "diagnose"])
def test_many_answers_are_those_of_the_singular(
    name: str, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_processes, "PATIENCE", 0.0)
    one, several = getattr(cpsudoku, name), getattr(cpsudoku, f"{name}_many")
    done: list[int] = []
    answers = list(several(MIXED, jobs=jobs, progress=done.append))
    assert done == list(range(1, len(MIXED) + 1))
    problems = [str(each) for each in answers if isinstance(each, InputError)]
    assert len(problems) == 3
    assert "a bad row" in problems
    for answer in answers:
        if not isinstance(answer, InputError):
            assert str(answer) == str(one(answer.puzzle))


def test_many_hints_compare_with_the_original() -> None:
    wrong = f"{SMALL[:1]}3{SMALL[2:]}"  # r1c2 is 2
    [found] = cpsudoku.hint_many([wrong], original=SMALL)
    assert isinstance(found, cpsudoku.Hint)
    assert found.problem.startswith("r1c2")
    [other] = cpsudoku.explain_many([WIKIPEDIA], original=SMALL)
    assert isinstance(other, InputError)


@pytest.mark.parametrize("name", ["explain_many", "hint_many"])
def test_an_unknown_name_is_refused_before_anything_is_read(name: str) -> None:
    def unread() -> Iterator[str]:
        raise AssertionError
        yield ""

    for words in ({"order": "x"}, {"techniques": "x"}):
        with pytest.raises(cpsudoku.UnknownName):
            getattr(cpsudoku, name)(unread(), **words)


def test_two_processes_share_work_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_processes, "PATIENCE", 0.0)
    monkeypatch.setattr(core_processes, "cores", lambda: 2)
    done = [pid for _, pid in core_processes.shared(_process, range(9), 2)]
    assert done[0] == os.getpid()
    assert os.getpid() not in done[1:]
    monkeypatch.setattr(core_processes, "PATIENCE", 1e9)
    assert {pid for _, pid in core_processes.shared(_process, range(9), 2)} == {os.getpid()}


@pytest.mark.parametrize("deaf", [False, True])
def test_workers_end_when_nobody_wants_their_results(
    deaf: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "GRACE", 0.0 if deaf else PATIENCE)
    before = set(multiprocessing.active_children())
    work = in_order(_sleep_deaf if deaf else _sleep, [0, 0, *[600] * 6], jobs=2)
    assert next(work) == (0, 0)
    workers = set(multiprocessing.active_children()) - before
    assert workers
    work.close()
    assert all(wait([worker.sentinel], 0) for worker in workers)


def test_a_forked_process_leaves_the_workers_of_its_parent_alone() -> None:
    before = set(multiprocessing.active_children())
    work = in_order(_sleep, [0, 0, *[600] * 6], jobs=2)
    next(work)
    workers = set(multiprocessing.active_children()) - before
    copy = multiprocessing.get_context("fork").Process(target=work.close)
    copy.start()
    copy.join(PATIENCE)
    assert copy.exitcode == 0
    assert workers
    assert all(worker.is_alive() for worker in workers)
    work.close()


def test_signals_wait_until_a_worker_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler of the parent that raises could be lost in a destructor of the worker."""
    monkeypatch.setattr(worker_pool, "begin_worker", _begin_noting)
    for _, (before, now) in in_order(_held_signals, range(4), jobs=2):
        assert before >= {signal.SIGINT, signal.SIGTERM}
        assert not now & {signal.SIGINT, signal.SIGTERM}


def test_a_signal_that_comes_while_a_worker_starts_waits_until_it_has_begun() -> None:
    context = multiprocessing.get_context("fork")
    worker = context.Process(target=_signalled_before_it_begins)
    with children.undisturbed():
        worker.start()
    worker.join(PATIENCE)
    assert worker.exitcode == -signal.SIGTERM


def test_a_process_has_ended_although_another_thread_takes_its_exit_code() -> None:
    """As the thread of Python's pool does: it knows the code before the process notes it."""
    child = multiprocessing.get_context("fork").Process(target=_sleep, args=[0])
    child.start()
    wait([child.sentinel], PATIENCE)
    popen: Any = child._popen  # type: ignore[attr-defined]
    _, status = os.waitpid(popen.pid, 0)
    slowly = Timer(0.2, lambda: setattr(popen, "returncode", os.waitstatus_to_exitcode(status)))
    slowly.start()
    children.end([child])
    assert child not in multiprocessing.active_children()
    assert child.exitcode == 0
    slowly.join()


def _signalled_before_it_begins() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    children.begun()
    os._exit(0)


_HELD: list[set[int]] = []


def _begin_noting() -> None:
    _HELD.append(set(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
    begin_worker()


def _held_signals(_: int) -> tuple[set[int], set[int]]:
    """The signals that were held when this worker began, and those held now."""
    return _HELD[0], set(signal.pthread_sigmask(signal.SIG_BLOCK, []))


def _sleep_deaf(seconds: int) -> int:
    """The work of a process that nothing but SIGKILL ends."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    return _sleep(seconds)


def test_a_process_ends_although_its_workers_were_stopped_while_they_sent_a_result(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SENDS_HALF],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")


_SENDS_HALF = """
import os, time
from multiprocessing import connection
from cpsudoku.runtime.processes import in_order

def half(self, buffer, write=os.write):
    write(self._handle, bytes(buffer)[: len(buffer) // 2])
    open("half", "w").close()
    time.sleep(600)

def until(name):
    while not os.path.exists(name):
        time.sleep(0.01)

def work(number):
    if number:
        open("second", "w").close()
        until("first")  # or half a result would hold up that of number 0
        connection.Connection._send = half
    else:
        until("second")  # or nothing but number 0 may have been given to a worker
    return bytes(1000)

answers = in_order(work, range(5), 2, ahead=2)
next(answers)
open("first", "w").close()
until("half")
answers.close()
print("closed")
"""


def _sleep(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


def _process(_: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("name", ["explain", "hint", "solve", "diagnose", "rate"])
def test_an_answer_survives_the_way_from_another_process_and_its_board_stays_one(name: str) -> None:
    answer = getattr(cpsudoku, name)(WIKIPEDIA)
    data = pickle.dumps(answer)
    copy = pickle.loads(data)
    assert copy == answer
    assert copy.puzzle.board is answer.puzzle.board
    assert len(data) < 30_000  # what was computed from the fields does not travel


def test_many_read_a_file_an_open_file_and_what_read_many_gives(tmp_path: Path) -> None:
    path = tmp_path / "three.txt"
    path.write_text(f"{WIKIPEDIA}\n{SEVERAL}\nx\n")
    expected = ["unique", "multiple", "malformed"]
    sources: list[Any] = [str(path), path, path.open("rb"), cpsudoku.read_many([path])]
    for source in sources:
        assert [each.word for each in cpsudoku.solve_many(source)] == expected


def test_a_share_of_many_is_checked_by_a_second_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Puzzle] = []
    monkeypatch.setattr(many, "cross_check", lambda verdict, *_: checked.append(verdict.puzzle))
    done = list(cpsudoku.check_many([SMALL] * 10, cross_check=0.3, jobs=1))  # in this process
    assert (len(done), len(checked)) == (10, 3)


def test_candidates_are_those_of_all_solutions() -> None:
    found = cpsudoku.candidates(SEVERAL)
    solutions = cpsudoku.check(SEVERAL, count=1000).solutions
    digits = [tuple(sorted({grid[cell] for grid in solutions})) for cell in range(81)]
    assert (list(found.digits), found.is_complete) == (digits, True)
    assert found.varying
    assert not any(cpsudoku.candidates("11" + "." * 79).digits)


def test_convert_reports_what_it_left_out() -> None:
    done = cpsudoku.convert(io.BytesIO(f"{WIKIPEDIA}\n12x\n".encode()), to="json")
    assert (done.format, done.count, len(done.problems)) == ("json", 1, 1)
    assert WIKIPEDIA in done.text


def test_a_generated_puzzle_carries_its_rating_as_numbers() -> None:
    made = cpsudoku.generate(seed=3, difficulty="easy")
    assert made.rating is not None
    assert made.rating.level == "easy"
    assert made.rating.score == cpsudoku.rate(made, scale="hodoku").score
    assert made.puzzle.answer == made.solution


def test_a_seed_makes_the_same_again() -> None:
    first = cpsudoku.generate_many(3, size=4)
    puzzles = list(first)
    assert puzzles == list(cpsudoku.generate_many(3, size=4, seed=first.seed))
    assert first.in_time


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_pattern_and_a_solution_make_their_puzzle_with_any_number_of_jobs(jobs: int) -> None:
    made = cpsudoku.generate_many(1, pattern=SMALL, solution=cpsudoku.solve(SMALL).solution)
    again = cpsudoku.generate_many(
        1, pattern=SMALL, solution=cpsudoku.solve(SMALL).solution, jobs=jobs
    )
    assert [each.givens.line for each in again] == [each.givens.line for each in made] == [SMALL]


# Errors have fields, and name parameters as the library does.

BAD: dict[str, tuple[Callable[[], object], str, object]] = {
    "symmetry": (lambda: cpsudoku.generate(symmetry="round"), "symmetry", "round"),
    "clues": (lambda: cpsudoku.generate(clues=(30, 20)), "clues", (30, 20)),
    "a number of clues": (lambda: cpsudoku.generate(clues=16), "clues", (16, 16)),
    "difficulty": (lambda: cpsudoku.generate(difficulty="awful"), "difficulty", "awful"),
    "rating": (lambda: cpsudoku.generate(rating=20), "rating", (20.0, 20.0)),
    "alone": (lambda: cpsudoku.generate(alone=True), "alone", True),
    "pattern": (lambda: cpsudoku.generate(pattern="?" * 81), "pattern", "?" * 81),
    "count": (lambda: cpsudoku.generate_many(0), "count", 0),
    "jobs": (lambda: cpsudoku.rate_many([], jobs=0), "jobs", 0),
    "cross_check": (lambda: cpsudoku.solve_many([], cross_check=2), "cross_check", 2),
    "edits": (lambda: cpsudoku.diagnose(SMALL, edits=3), "edits", 3),
}


@pytest.mark.parametrize(("ask", "parameter", "value"), BAD.values(), ids=BAD.keys())
def test_a_bad_parameter_has_its_name_its_value_and_what_is_allowed(
    ask: Callable[[], object], parameter: str, value: object
) -> None:
    with pytest.raises(BadParameter) as caught:
        ask()
    error = caught.value
    assert (error.parameter, error.value) == (parameter, value)
    assert error.allowed
    assert str(error).startswith(f"{parameter}: ")
    assert error.message(lambda name: f"--{name}").startswith(f"--{parameter}: ")
    assert "--" not in str(error)


def test_a_message_names_a_parameter_as_the_caller_knows_it() -> None:
    error = CpsudokuError("choose one with {range}; {from} names a format; {other} stays")
    assert str(error) == "choose one with range; format names a format; {other} stays"
    assert error.message(lambda name: f"--{name}").startswith("choose one with --range; --from ")
    problem = InputError("use {sheet}", cpsudoku.Source("a.xlsx"))
    assert (problem.problem, str(problem)) == ("use sheet", "a.xlsx: use sheet")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax of a file, for all tests that look at them."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def is_name(node: ast.AST, name: str) -> bool:
    """Whether a node is this name."""
    return isinstance(node, ast.Name) and node.id == name


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a file, with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


# What a person types to start the program, shown by its own screens or tools; and another program.
COMMANDS = {
    *("play/session.py", "play/terminal/screens.py"),
    *("runtime/extras.py", "web/tools/base.py"),
}
PRINTING = {
    "road/running/on_ray.py": "Ray prints, and its output must not mix with ours",
    "formats/sheets/reading/calamine_program.py": "a program of its own",
    "proving/verify.py": "a program of its own",
}
LIBRARY = [
    path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "cli"
]


def test_the_library_names_no_option_of_the_command_line() -> None:
    flag = re.compile(r"(^|[\s(;,'\"])--(?!cps-)[a-z]")
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {text[:60]!r}"
        for path in LIBRARY
        if path.relative_to(PACKAGE).as_posix() not in COMMANDS
        for line, text in literals(path)
        if flag.search(text)
    ]
    assert found == []
    assert len(LIBRARY) > 150


def test_the_library_prints_nothing() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in LIBRARY
        if path.relative_to(PACKAGE).as_posix() not in PRINTING
        if path.relative_to(PACKAGE).parts[0] != "play"
        for node in nodes(path)
        if (isinstance(node, ast.Call) and is_name(node.func, "print"))
        or (
            isinstance(node, ast.Attribute) and node.attr == "stderr" and is_name(node.value, "sys")
        )
    ]
    assert found == []


# One pool for all work on several cores


def slow_square(number: int) -> int:
    """The square of a number; the process dies on 13."""
    if number == 13:
        os._exit(1)
    return number * number


def test_work_of_several_processes_keeps_its_order() -> None:
    done = list(in_order(slow_square, range(10), jobs=2))
    assert done == [(number, number**2) for number in range(10)]
    assert list(in_order(slow_square, [], jobs=2)) == []


def after_the_others(folder: Path, number: int) -> bool:
    """Whether the others were done before item 0, which waits for them."""
    (folder / str(number)).touch()
    end = time.monotonic() + (0 if number else PATIENCE)
    while len(os.listdir(folder)) < 40 and time.monotonic() < end:
        time.sleep(0.01)
    return len(os.listdir(folder)) == 40


def test_nobody_waits_for_one_long_item(tmp_path: Path) -> None:
    done = list(in_order(partial(after_the_others, tmp_path), range(40), 2, size_of=lambda _: 1))
    assert done[0] == (0, True)
    assert [number for number, _ in done] == [*range(40)]


def test_puzzles_that_are_searched_one_by_one_are_handed_out_in_small_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fastest, "break_even", lambda name: 0)
    small = Puzzle.parse(SMALL)
    killer = small.with_rules("killer 3: r1c1 r1c2")
    classic = Puzzle.parse(WIKIPEDIA)
    for entries, sizes in (
        ([killer] * 20, [8, 8, 4]),
        ([small] * 20, [8, 8, 4]),
        ([small] * 40, [40]),
        ([*[killer] * 20, classic], [21]),
    ):
        assert [len(some) for some, _ in many._cut(None, iter(entries), 2)] == sizes


def test_an_item_that_ends_every_worker_is_named() -> None:
    said: list[str] = []
    name_of: Callable[[int], str] = "item {}".format
    work = in_order(slow_square, [1, 13, 2], jobs=2, name_of=name_of, say=said.append)
    with pytest.raises(cpsudoku.EngineError, match="item 13: a worker died 3 times"):
        list(work)
    assert said == ["a worker died; its work is done again"] * 3


def test_there_is_at_most_one_process_per_core() -> None:
    assert processes(10**6) == processes(None) == (os.cpu_count() or 1)
    assert processes(1) == 1


def test_results_of_many_can_be_written() -> None:
    results = list(cpsudoku.solve_many([WIKIPEDIA, INKALA]))
    assert all(isinstance(each, Result) for each in results)
    assert cpsudoku.write(results).text.split()[0] == settle(Puzzle.parse(WIKIPEDIA)).solution.line  # type: ignore[union-attr]
    assert partial(cpsudoku.write, results)().count == 2
