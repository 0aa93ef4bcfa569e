"""The digits of all solutions and their counts, by enumeration; and ``cpsudoku candidates``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import cpsudoku
from cpsudoku.cli.candidates import exit_code_of_candidates
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Result, TrueCandidates
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, PROPAGATE_ENGINE
from cpsudoku.engines.cpsat.possible import CpsatPossible
from cpsudoku.engines.propagate.possible import PropagatedPossible
from cpsudoku.runtime.compiled import door
from cpsudoku.solving import true_candidates
from tests.books import book_with, bytes_of
from tests.chance import Chance
from tests.command import COLOUR, Run, invoke, on_a_terminal
from tests.puzzles import SEVERAL, WIKIPEDIA
from tests.rules import BOARDS, EXAMPLES, random_rules
from tests.test_presolve import random_puzzle

SMALL = "1....4....3....2"  # 2 solutions
EMPTY = "." * 16  # 288 solutions
ENGINES_OF_CANDIDATES = (DEFAULT_ENGINE, PROPAGATE_ENGINE)
LINKED = '{"puzzle": "1....4....3....2", "uninterpreted": ["2 lines (drawing)"]}'


def enumerated(puzzle: Puzzle, bound: int) -> list[dict[int, int]] | None:
    """The digits of each cell with their numbers of solutions; None if there are too many."""
    found = ENGINES["backtrack"].search(puzzle, 400, Limit(nodes=3000))
    if not found.exhausted:
        return None
    tallies = [Counter(grid[cell] for grid in found.solutions) for cell in range(len(puzzle.board))]
    return [{digit: min(bound, n) for digit, n in tally.items()} for tally in tallies]


def counted(found: TrueCandidates) -> list[dict[int, int]]:
    """The counts in the form of ``enumerated``."""
    assert (found.is_complete, found.is_counted) == (True, True)
    pairs = zip(found.digits, found.counts, strict=True)
    return [dict(zip(digits, counts, strict=True)) for digits, counts in pairs]


@pytest.fixture(params=ENGINES_OF_CANDIDATES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The engine that finds true candidates, after it has listed only one solution."""
    name: str = request.param
    monkeypatch.setattr(door, "is_ready", lambda _: name == PROPAGATE_ENGINE)
    monkeypatch.setattr(f"cpsudoku.engines.{name}.possible.FIRST", 1)
    monkeypatch.setattr(true_candidates, "PATIENCE", 600.0)  # whatever else the machine does
    return name


@pytest.mark.parametrize("board_name", ["4x4", "jigsaw", "zero", "latin", "wide", "twins"])
@pytest.mark.parametrize("first", [1, 250])
def test_counts_are_those_of_all_solutions(
    engine: str, board_name: str, first: int, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    monkeypatch.setattr(f"cpsudoku.engines.{engine}.possible.FIRST", first)
    random, decided = chance.random(f"{board_name} {first}"), 0
    for _ in range(10 if chance.exhaustive else 4):
        puzzle = random_puzzle(random, BOARDS[board_name], 2)
        bound = random.choice([1, 2, 5, 1000])
        expected = enumerated(puzzle, bound)
        if expected is not None:
            assert counted(cpsudoku.candidates(puzzle, count=bound)) == expected, puzzle
            decided += any(expected)
    assert chance.is_enough(decided > 1)


def test_counts_are_right_with_every_rule(engine: str, chance: Chance) -> None:
    random, decided = chance.random(3), set[str]()
    for name in chance.part(list(EXAMPLES), 3):
        for _, rule in random_rules(random, name, 2 if chance.exhaustive else 1):
            puzzle = _with_some_givens(rule, random)
            expected = enumerated(puzzle, 3)
            if expected is not None:
                found = cpsudoku.candidates(puzzle, count=3)
                assert counted(found) == expected, puzzle
                is_known = ENGINES[engine].unsupported(puzzle) is None
                if is_known and not puzzle.board.layers:  # CP-SAT counts those
                    assert found.verdict.engine == engine
                decided.add(name)
    assert len(decided) > (20 if chance.exhaustive else 5)


def _with_some_givens(rule: Constraint, random: Random) -> Puzzle:
    """A puzzle with the rule: half of a solution if there are layers, or nobody could count."""
    puzzle = Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,))
    solutions = ENGINES[DEFAULT_ENGINE].search(puzzle, 1).solutions if rule.board.layers else ()
    if not solutions:
        return puzzle
    givens = bytes(digit if random.random() < 0.5 else 0 for digit in solutions[0].cells)
    return Puzzle(Grid(givens, rule.board), (rule,))


@pytest.mark.parametrize("patience", [0.0, -1.0])
def test_cp_sat_continues_with_what_propagators_found(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "is_ready", lambda _: True)
    monkeypatch.setattr(true_candidates, "PATIENCE", patience)
    found = cpsudoku.candidates(EMPTY, count=1000)
    assert found.verdict.engine == DEFAULT_ENGINE
    assert counted(found) == [dict.fromkeys(range(1, 5), 72)] * 16


@pytest.mark.parametrize("bound", [3, 60])
def test_the_bulk_kernel_counts_what_cpsat_counts(
    bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = WIKIPEDIA[:54] + "." * 27
    monkeypatch.setattr(true_candidates, "MANY", 10**9)
    expected = counted(cpsudoku.candidates(line, count=bound))
    monkeypatch.setattr(true_candidates, "MANY", 0)
    assert counted(cpsudoku.candidates(line, count=bound)) == expected


def test_a_digit_that_is_undecided_is_never_impossible(engine: str) -> None:
    found = cpsudoku.candidates("." * 625, limit=0)
    assert not found.is_complete
    pairs = zip(found.digits, found.undecided, strict=True)
    assert all(sorted(one + two) == list(range(1, 26)) for one, two in pairs)
    assert all(found.marked.marks or ())
    assert exit_code_of_candidates(Result(found.marked, candidates=found)) == 3
    assert "undecided: the limit of 0 s ran out" in str(found)


def test_counts_that_are_not_certain_are_at_least_so_many(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    possible = CpsatPossible if engine == DEFAULT_ENGINE else PropagatedPossible
    monkeypatch.setattr(possible, "count_all", lambda *_: None)  # as if the time ran out
    found = cpsudoku.candidates(EMPTY, count=1000)
    assert (found.is_complete, found.is_counted) == (True, False)
    assert found.sign(0, 1).endswith("+")
    assert "64 candidates have more solutions than shown: the limit ran out" in str(found)
    assert exit_code_of_candidates(Result(found.marked, candidates=found)) == 3


def test_many_are_answered_in_order() -> None:
    found = list(cpsudoku.candidates_many([SMALL, "x", SEVERAL], count=2))
    assert [getattr(each, "bound", None) for each in found] == [2, None, 2]


# The command


def asked(*arguments: str | Path, folder: Path | None = None) -> Run:
    return invoke("candidates", *arguments, folder=folder)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((SMALL,), 0, "24 candidates in 12 blank cells; no other digit is possible"),
        ((SMALL, "--count", "3"), 0, "| 1       2:1 3:1 | 2:1 4:1 3:1 4:1 |"),
        ((EMPTY, "--count", "3"), 0, "no number: 3 or more"),
        (("1..4..1.2......3",), 0, "one for each cell: the solution"),
        (("11..............",), 1, "there is no solution, so no digit is possible"),
        (("." * 625, "--limit", "0.2"), 3, "undecided: the limit of 0.2 s ran out"),
        (("12x",), 2, ""),
        ((SMALL, "--count", "0"), 2, ""),
        (("thermo.txt",), 0, "thermo: r1c1 r1c2 r1c3 r1c4"),
        (("linked.json",), 3, "under the rules read; not interpreted: 2 lines (drawing)"),
        (("linked.json", "--ignore-drawings"), 0, "24 candidates"),
    ],
)
def test_the_command_shows_candidates(
    arguments: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    grid = "\n".join([". . . ."] * 4)
    (tmp_path / "thermo.txt").write_text(f"{grid}\n\nthermo: r1c1 r1c2 r1c3 r1c4\n")
    (tmp_path / "linked.json").write_text(LINKED)
    done = asked(*arguments, folder=tmp_path)
    assert (done.code, said in done.out) == (code, True), done


def test_the_worst_of_several_puzzles_is_the_exit_code() -> None:
    done = asked(SMALL, "11..............", "--json")
    assert (done.code, [json.loads(line)["status"] for line in done.lines]) == (
        1,
        ["multiple", "conflict"],
    )
    assert asked(SMALL, "x", "--json").code == 2


def test_json_has_every_digit_with_its_count() -> None:
    data = json.loads(asked(SMALL, "--count", "5", "--json").out)["candidates"]
    assert (data["complete"], data["counted"], data["count"]) == (True, True, 5)
    assert data["cells"]["r1c1"] == {"1": 2}
    assert data["cells"]["r1c2"] == {"2": 1, "3": 1}


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "json"])
def test_candidates_are_drawn_into_files(suffix: str, tmp_path: Path) -> None:
    plain, numbered = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    assert asked(SMALL, "-o", plain).code == 0
    assert asked(EMPTY, SMALL, "--count", "3", "-o", numbered).code == 0
    assert len(plain.read_bytes()) < len(numbered.read_bytes())
    if suffix == "svg":
        assert plain.read_text().count("<circle") == 0
        assert numbered.read_text().count("<circle") == 24


def test_a_format_without_candidates_refuses_them(tmp_path: Path) -> None:
    done = asked(SMALL, "-o", tmp_path / "a.txt")
    assert (done.code, "can't hold marks" in done.err) == (2, True)


def test_pencilmarks_that_are_written_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert asked(SEVERAL, "-o", path, "--to", "pencilmarks").code == 0
    found, again = cpsudoku.candidates(SEVERAL), cpsudoku.candidates(str(path))
    assert again.digits == found.digits


def test_a_workbook_gets_a_sheet_of_candidates(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    book = tmp_path / "book.xlsx"
    before = bytes_of(book_with(SEVERAL))
    book.write_bytes(before)
    done = asked(book, "--count", "2", folder=tmp_path)
    assert (done.code, book.read_bytes()) == (0, before)
    sheets = load_workbook(tmp_path / "book.candidates.xlsx").worksheets
    assert sheets[-1].title.startswith("Candidates")
    found, texts = cpsudoku.candidates(SEVERAL, count=2), []
    for row in sheets[-1].iter_rows(values_only=True):
        texts += [str(value).replace(":1", "").split() for value in row]
    assert texts == [[str(digit) for digit in digits] for digits in found.digits]
    assert asked(book, "--title", "x", folder=tmp_path).code == 2


def test_a_terminal_shows_raised_numbers() -> None:
    arguments = ("candidates", SMALL, "--count", "3")
    code, screen = on_a_terminal(*arguments, PYTHONIOENCODING="utf-8", NO_COLOR="1")
    screen = COLOUR.sub("", screen)
    assert (code, "2¹" in screen, "┌" in screen) == (0, True, True)
