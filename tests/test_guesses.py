"""The scale ``guesses``: the number depends only on the puzzle, on every road to it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku.core.grid import Grid
from cpsudoku.engines.lanes import guesses_of, plain, search_counting, searching
from tests.command import invoke
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA

EASTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
TOP = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
ONE = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
HARDEST = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3"
# A change of the search that changes these numbers changes data sets: say so in the changelog.
KNOWN = {SOLVED: 0, WIKIPEDIA: 0, TOP: 50, INKALA: 91, EASTER: 78, HARDEST: 85, ONE: 1}
LINES = list(KNOWN)
SMALL = "1.3..41.2..34.2."


def cells_of(lines: list[str]) -> np.ndarray:
    """The cells of 9x9 puzzles."""
    grids = b"".join(Grid.from_line(line).cells for line in lines)
    return np.frombuffer(grids, np.uint8).reshape(-1, 81)


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_the_numbers_are_those_of_every_machine(line: str) -> None:
    assert search_counting(cells_of([line]))[3].tolist() == [KNOWN[line]]


@pytest.mark.parametrize(
    ("want", "nodes", "slow", "kept"),
    [(2, 0, 0, 2), (1, 0, 0, 1), (5, 7, 0, 2), (200, 50, 0, 1), (2, 0, 100, 2), (9, 60, 65_535, 1)],
)
def test_numpy_searches_as_the_kernel_does(
    want: int, nodes: int, slow: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "WIDTH", 5)  # so that lanes are refilled
    lines = [*LINES, SEVERAL, "." * 81, "11" + "." * 79] * 2
    cells = cells_of(lines).copy()
    cells[0, :9] = searching.FORBID + np.arange(1, 10)
    found = []
    for search in (plain.run, searching.search_by_kernel):
        found.append(plain.LaneEvidence.none(len(cells), kept))
        search(cells, want, nodes, slow, found[-1])
    assert all(np.array_equal(a, b) for a, b in zip(*found, strict=True))
    assert found[0].guesses.any()
    assert found[0].exhausted.all() == (nodes == 0)


@pytest.mark.parametrize("slow", [100, 900, 20_000, 65_535])
def test_early_splits_do_not_change_the_number_of_solutions(slow: int) -> None:
    cells = cells_of([*LINES, SEVERAL, "11" + "." * 79])
    found = plain.LaneEvidence.none(len(cells), 1)
    searching.search_by_kernel(cells, 200, 0, slow, found)
    counts, solutions, _, guesses = search_counting(cells, 200)
    assert np.array_equal(found.counts, counts)
    assert np.array_equal(found.solutions[counts == 1, 0], solutions[counts == 1])
    assert (found.guesses > guesses).any()


@pytest.mark.parametrize(("most", "piece"), [(2000, 3), (5, 3), (90, 100)])
def test_a_kernel_that_is_not_compiled_does_not_change_the_numbers(
    most: int, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []
    by_kernel = searching.search_by_kernel

    def late(puzzles: np.ndarray, *rest: Any) -> None:
        waited.append(len(puzzles))
        by_kernel(puzzles, *rest)

    monkeypatch.setattr(searching, "search_by_kernel", late)
    monkeypatch.setattr(searching, "is_compiled", lambda *names: False)
    monkeypatch.setattr(searching, "HAS_COMPILER", True)
    monkeypatch.setattr(searching, "MOST_GUESSES", most)
    monkeypatch.setattr(searching, "PIECE", piece)
    monkeypatch.setattr(searching._PLAIN, "is_plain", lambda names: True)
    puzzles = [cpsudoku.Puzzle.parse(line) for line in LINES]
    assert guesses_of(puzzles) == [KNOWN[line] for line in LINES]
    assert sum(waited) == sum(number > most for number in KNOWN.values())


def test_neither_company_nor_order_matters() -> None:
    lines = (LINES * 30)[:150]
    order = np.random.default_rng(1).permutation(len(lines))
    numbers = search_counting(cells_of(lines)[order])[3]
    assert numbers.tolist() == [KNOWN[lines[row]] for row in order]


def test_the_limit_ends_the_count() -> None:
    counts, _, exhausted, guesses = search_counting(cells_of([HARDEST]), 2, nodes=5)
    assert (exhausted[0], guesses[0], counts[0] < 2) == (False, 5, True)


def test_one_many_and_tables_give_the_same() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    lines = [*LINES, SEVERAL, SMALL]
    expected = [*KNOWN.values(), None, None]
    assert [cpsudoku.rate(line, scale="guesses").guesses for line in LINES] == expected[:-2]
    many = list(cpsudoku.rate_many(lines, scale="guesses"))
    assert [rating.guesses for rating in many] == expected
    assert [rating.status for rating in many[-2:]] == ["multiple", "unsupported"]
    table = pyarrow.table({"puzzle": lines})
    rated = cpsudoku.rate_table(table, scale="guesses")
    assert rated["guesses"].to_pylist() == expected
    assert rated.column_names == ["puzzle", "status", "guesses", "reason"]
    checked = cpsudoku.check_table(table, guesses=True)
    assert checked["guesses"].to_pylist() == expected
    assert checked["reason"].to_pylist()[-1] == "guesses are counted only for classic 9x9 puzzles"


def test_the_command_prints_and_writes_the_same(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text("\n".join(LINES) + "\n")
    printed = invoke("rate", "--scale", "guesses", source)
    numbers = [f"{n} {'guess' if n == 1 else 'guesses'}" for n in KNOWN.values()]
    assert printed.out.splitlines() == [f"{a}  {b}" for a, b in zip(LINES, numbers, strict=True)]
    as_json = invoke("rate", "--scale", "guesses", "--json", source)
    found = [json.loads(line)["guesses"] for line in as_json.out.splitlines()]
    assert found == list(KNOWN.values())
    for name in ("table.csv", "again.csv"):
        command = ["check", "--guesses"] if name == "again.csv" else ["rate", "--scale", "guesses"]
        assert invoke(*command, source, "-o", tmp_path / name).code == 0
        rows = list(csv.DictReader((tmp_path / name).open()))
        assert [int(row["guesses"]) for row in rows] == list(KNOWN.values())


def test_other_puzzles_are_refused_by_name(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{WIKIPEDIA}\n{SMALL}\n")
    table = invoke("rate", "--scale", "guesses", source, "-o", tmp_path / "table.csv")
    assert table.code == 2
    assert "1 row has no number; guesses are counted only for classic 9x9 puzzles" in table.err
    printed = invoke("rate", "--scale", "guesses", source)
    assert printed.code == 2
    assert "classic 9x9 puzzles; this one is 4x4" in printed.err


def test_a_puzzle_with_several_solutions_has_no_number(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{SEVERAL}\n{WIKIPEDIA}\n")
    assert invoke("rate", "--scale", "guesses", source, "-o", tmp_path / "table.jsonl").code == 1
    rows = [json.loads(line) for line in (tmp_path / "table.jsonl").read_text().splitlines()]
    assert [row["guesses"] for row in rows] == [None, KNOWN[WIKIPEDIA]]
