"""Rules for all puzzles of a text, and the blocks of lines that share a board and rules."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import FORMATS, Document, ReadOptions, format_of, options_for
from cpsudoku.road.alike import CLASSIC, alike, hash_of
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.command import run

DIAGONAL = "...3.65.2......9......8.1.3..1..3..654.....3.39.8......6.......1.37.8..49........"
SOLUTION = "819376542632514978475289163721493856548167239396852417264931785153728694987645321"
MULTIPLE = "...3.65.2......9......8.1.3..1..3..654.....3.39.8......6.......1.37.8............"
CLASH = "8" + "." * 79 + "8"  # on a diagonal, not in a house
BOXES = "/DDDEEEFFF" * 3 + "/GGGHHHIII" * 3
OPTIONS = {
    "diagonals": ReadOptions(rules=("diagonals",)),
    "anti-knight": ReadOptions(rules=("anti-knight",)),
    "windows": ReadOptions(rules=("windows", "disjoint-groups")),
    "anti-king": ReadOptions(rules=("anti-king", "all-different: r1c1 r2c3 r5c7")),
    "no boxes": ReadOptions(without_boxes=True),
    "jigsaw": ReadOptions(board=Board.jigsaw(f"AAAABBCCC/AAABBBCCC/AABBBBCCC{BOXES}")),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_solutions_are_verified_as_the_rules_allow(name: str) -> None:
    """By ``allows``, on full grids that break none, one or many of the rules."""
    shared, random = alike(OPTIONS[name]), Random(name)
    assert shared is not None
    found = cpsudoku.solve(shared.empty).solution
    assert found is not None
    grids = [found.cells]
    for _ in range(40):
        cells = bytearray(found.cells)
        for _ in range(random.randint(1, 3)):
            one, other = random.sample(range(81), 2)
            cells[one], cells[other] = cells[other], cells[one]
        grids.append(bytes(cells))
    rows = np.frombuffer(b"".join(grids), np.uint8).reshape(-1, 81)
    board = shared.empty.board
    expected = [not Puzzle(Grid(each, board), shared.empty.constraints).conflicts for each in grids]
    assert shared.solves(rows, np.zeros_like(rows)).tolist() == expected
    assert shared.clashes(rows).tolist() == [not good for good in expected]
    assert 0 < sum(expected) < len(grids)


def test_a_solution_keeps_the_givens_and_fills_every_cell() -> None:
    shared = alike(OPTIONS["diagonals"])
    assert shared is not None
    solution = np.array([list(map(int, SOLUTION))], np.uint8)
    givens = np.array([[0 if each == "." else int(each) for each in DIAGONAL]], np.uint8)
    assert shared.solves(solution, givens).all()
    for cell, digit in ((0, 1), (0, 0), (0, 10)):
        wrong = solution.copy()
        wrong[0, cell] = digit
        assert not shared.solves(wrong, givens).any()
    givens[0, 0] = 9
    assert not shared.solves(solution, givens).any()


def test_what_no_kernel_searches_is_not_alike() -> None:
    assert alike(ReadOptions()) is CLASSIC
    assert alike(ReadOptions(rules=("killer 5: r1c1 r1c2",))) is None
    assert alike(ReadOptions(rules=("yin-yang",))) is None
    assert alike(ReadOptions(rules=("nonsense",))) is None
    assert alike(ReadOptions(board=Board.of_size(6))) is None


def test_equal_puzzles_have_equal_hashes_on_every_way_in() -> None:
    shared = alike(OPTIONS["diagonals"])
    assert shared is not None
    cells = np.array([[0 if each == "." else int(each) for each in DIAGONAL]], np.uint8)
    plain, ruled = Puzzle.parse(DIAGONAL), Puzzle.parse(f"{DIAGONAL}\ndiagonals")
    assert hash_of(ruled) == shared.hashes(cells)[0] != CLASSIC.hashes(cells)[0] == hash_of(plain)


@pytest.mark.parametrize("heading", ["rules: diagonals", "# mine\nrules:\n\ndiagonals\nwindows\n"])
def test_a_list_below_rules_is_read_without_asking_other_formats(
    heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{heading}\n{DIAGONAL}\n# a comment\n{SOLUTION}\n"
    document, other = Document.of_text(text), Document.of_text(f"{heading}\n{DIAGONAL} easy\n")
    for each in (document, other):
        assert options_for(each, ReadOptions()).rules
    monkeypatch.setattr("cpsudoku.formats.FORMATS", {"line": FORMATS["line"]})
    assert format_of(document).name == "line"
    with pytest.raises(KeyError):
        format_of(other)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a table of verdicts, without their places."""
    with path.open(newline="") as file:
        return [
            {key: text for key, text in row.items() if key not in ("source", "line")}
            for row in csv.DictReader(file)
        ]


@pytest.mark.parametrize("cross_check", [0.0, 1.0])
def test_a_table_with_a_heading_of_rules_says_what_each_puzzle_with_them_gets(
    tmp_path: Path, cross_check: float
) -> None:
    lines = [
        *(DIAGONAL, f"{DIAGONAL} {SOLUTION}", f"{MULTIPLE},easy", CLASH, "12", SOLUTION[:80]),
        *(f"{DIAGONAL},{SOLUTION[::-1]}", "1....4....3....2", "# a comment", "." * 81),
    ]
    together = tmp_path / "together.txt"
    together.write_text("# mine\nrules:\ndiagonals\n\n" + "\n".join(lines) + "\n")
    results = list(cpsudoku.check_many(list(cpsudoku.read_many([together]))))
    cpsudoku.check_files(together, tmp_path / "v.csv", cross_check=cross_check)
    rows = rows_of(tmp_path / "v.csv")
    assert [row["status"] for row in rows] == [result.word for result in results]
    assert [row["status"] for row in rows[:4]] == ["unique", "unique", "multiple", "conflict"]
    assert [row["solution"] for row in rows[:2]] == [SOLUTION] * 2
    assert [row["given_solution_ok"] for row in rows[:2]] == ["", "true"]
    assert rows[3]["reason"] == "the givens break the diagonals: r1c1 r9c9"
    assert [row["duplicate_of"] != "" for row in rows[:3]] == [False, True, False]


@pytest.mark.parametrize(
    ("rules", "place"),
    {
        "a misspelt rule": (["diagonals", "anti-knigt"], "line 3"),
        "a wrong cell": (["diagonals", "killer 5: r1c1 r1c99"], "line 3, column "),
        "a solution": ([f"solution: {SOLUTION}"], "line 2, column 1"),
        "a wrong board": (["regions: AAB/ABB/ABB"], "line 2"),
    }.values(),
    ids=str,
)
def test_a_heading_that_is_not_understood_is_an_error_with_its_place(
    rules: Sequence[str], place: str
) -> None:
    text = "\n".join(["rules:", *rules, DIAGONAL, MULTIPLE])
    assert place in problem_of(text)


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("diagonalss", "line 1, column 8: "),
        ("killer 5: r1c1 r1c99", "line 1, column 23: "),
        ("diagonals\nkropki 3", "line 2: "),
    ],
)
def test_a_first_line_with_a_rule_that_is_not_understood_is_an_error(rule: str, place: str) -> None:
    assert problem_of(f"rules: {rule}\n{DIAGONAL}\n{MULTIPLE}\n").startswith(place)


def problem_of(text: str) -> str:
    """The message about a text of which no puzzle is read."""
    problem, *more = cpsudoku.read_many([text])
    assert isinstance(problem, InputError)
    assert not any(isinstance(entry, Puzzle) for entry in more)
    return str(problem).partition(", ")[2]


@pytest.mark.parametrize(
    "text",
    {
        "lines": f"rules:\ndiagonals\n{DIAGONAL}\n{MULTIPLE}\n",
        "one line": f"rules: diagonals\n{DIAGONAL}\n{MULTIPLE}\n",
        "capitals, comments and blank lines": (
            f"# two\n\nRules:\n# one rule\ndiagonals\n\n\n{DIAGONAL}\n\n{MULTIPLE}\n"
        ),
        "carriage returns": f"rules:\r\ndiagonals\r\n{DIAGONAL}\r\n{MULTIPLE}\r\n",
        "grids": "rules:\ndiagonals\n\n"
        + "\n\n".join(
            "\n".join(each[start : start + 9] for start in range(0, 81, 9))
            for each in (DIAGONAL, MULTIPLE)
        ),
        "a table": f"rules:\ndiagonals\npuzzle,name\n{DIAGONAL},a\n{MULTIPLE},b\n",
    }.values(),
    ids=["lines", "one line", "capitals", "carriage returns", "grids", "table"],
)
def test_every_puzzle_below_a_heading_has_its_rules(text: str) -> None:
    words = [cpsudoku.check(puzzle).word for puzzle in cpsudoku.read_many([text])]  # type: ignore[arg-type]
    assert words == ["unique", "multiple"]


def test_a_heading_names_the_board(tmp_path: Path) -> None:
    file = tmp_path / "sixes.txt"
    file.write_text(f"rules:\nboxes: 3x2\nanti-king\n{'.' * 36}\n1{'.' * 35}\n")
    boards = {puzzle.board for puzzle in cpsudoku.read(file)}
    assert boards == {Board.boxes(3, 2)}


def test_good_puzzles_are_kept_with_their_rules(tmp_path: Path) -> None:
    source, kept = tmp_path / "in.txt", tmp_path / "kept.txt"
    source.write_text(f"rules:\ndiagonals\n{DIAGONAL}\n{MULTIPLE}\n")
    cpsudoku.check_files(source, tmp_path / "v.csv", keep=kept)
    (puzzle,) = cpsudoku.read(kept)
    assert puzzle == Puzzle.parse(f"{DIAGONAL}\ndiagonals")
    with pytest.raises(Unsupported, match="a row of a table can't hold its rules"):
        cpsudoku.check_files(source, tmp_path / "w.csv", keep=tmp_path / "kept.csv")


def test_sets_with_rules_are_compared_with_their_rules(tmp_path: Path) -> None:
    ruled, plain = tmp_path / "ruled.txt", tmp_path / "plain.txt"
    ruled.write_text(f"rules:\ndiagonals\n{DIAGONAL}\n")
    plain.write_text(f"{DIAGONAL}\n")
    assert not cpsudoku.overlap(ruled, plain).shared
    assert cpsudoku.overlap(ruled, f"{DIAGONAL}\ndiagonals").shared


def test_the_command_reads_a_heading(tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text("rules:\ndiagonals\n" + f"{DIAGONAL}\n" * 3)
    done = run("check", str(file))
    assert (done.code, done.out.count("unique")) == (0, 3)
