"""Every format's reader and writer make the round trip; what people paste is read."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Result, judge
from cpsudoku.formats import FORMATS, Document, format_of, format_of_suffix
from cpsudoku.formats.base import MARKS
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.chance import Chance
from tests.puzzles import (
    DATA,
    INKALA,
    INKALA_SOLVED,
    SOLVED,
    WIKIPEDIA,
    all_boxes,
    grid_of,
    random_givens,
    random_solution,
    rows_of,
)
from tests.reading import READ, entries_of, lines_of, lost_parts, puzzles_of, text_of

# What a format keeps of a label; the others have no place for one, or bend it.
CARRIES_LABELS = {
    *("iss", "sumocue", "line", "json", "csv", "sdk", "grid", "pencilmarks", "tatham"),
    *("f-puzzles", "sudokupad", "sudokumaker", "ipuz", "opensudoku", "puzz-link"),
    *("sudokuwiki", "penpa", "sudoku-puzzle"),
}
LABELS = ("", "Wikipedia", "Easy one", "Grid of the day")

each_format = pytest.mark.parametrize("name", READ)


# Round trips


@st.composite
def givens(draw: st.DrawFn, sizes: range) -> Grid:
    """Any digits in any cells, most of them blank or most of them filled."""
    boards = [board for board in all_boxes(max(sizes)) if board.size in sizes]
    board = draw(st.sampled_from(boards))
    seed, share = draw(st.integers(0, 2**32)), draw(st.sampled_from([0.1, 0.3, 0.5, 0.9, 1.0]))
    grid = random_givens(Random(seed), board, share, spoiled=draw(st.booleans()))
    return grid if grid.count else random_solution(Random(seed), board)


@each_format
def test_what_a_format_writes_it_reads(name: str) -> None:
    decided = 0
    sizes = FORMATS[name].sizes

    @given(st.lists(st.tuples(givens(sizes), st.sampled_from(LABELS)), min_size=1, max_size=3))
    def make_the_round_trip(drawn: list[tuple[Grid, str]]) -> None:
        nonlocal decided
        board = drawn[0][0].board
        puzzles = [Puzzle(grid, label=text) for grid, text in drawn if grid.board == board]
        if name in ("xlsx", "pencilmarks", "ipuz"):
            puzzles = puzzles[:1]
        if name == "pencilmarks" and not has_two_open_cells(puzzles[0]):
            return
        if lost_parts(name, puzzles[0]):
            return
        found = puzzles_of(text_of(puzzles, name), name, board)
        if name == "pencilmarks":
            assert all_marks(found[0]) == all_marks(puzzles[0])
        else:
            assert [puzzle.givens for puzzle in found] == [puzzle.givens for puzzle in puzzles]
        if name in CARRIES_LABELS:
            assert [puzzle.label for puzzle in found] == [puzzle.label for puzzle in puzzles]
        decided += len(puzzles)

    make_the_round_trip()
    assert decided >= 5


def all_marks(puzzle: Puzzle) -> list[set[int]]:
    """What the givens and the marks leave in each cell, a cell with one candidate being settled."""
    size, peers = puzzle.board.size, puzzle.board.peers
    marks = [{digit} if digit else set(range(1, size + 1)) for digit in puzzle.givens.cells]
    if puzzle.marks is not None:
        marks = [mark & set(more) for mark, more in zip(marks, puzzle.marks, strict=True)]
    while True:
        settled = [mark if len(mark) == 1 else set() for mark in marks]
        left = [mark.difference(*(settled[p] for p in peers[c])) for c, mark in enumerate(marks)]
        if left == marks:
            return marks
        marks = left


def has_two_open_cells(puzzle: Puzzle) -> bool:
    """Whether a grid of candidates says what it is, and no cell is left with nothing."""
    marks = all_marks(puzzle)
    return sum(len(mark) > 1 for mark in marks) > 1 and all(marks)


@each_format
def test_a_format_holds_every_board(name: str, chance: Chance) -> None:
    for board in chance.part(all_boxes(), 2):
        assert_it_is_held_or_refused(name, board)


def assert_it_is_held_or_refused(name: str, board: Board) -> None:
    """A format gives a puzzle on this board back, or refuses the board in words."""
    random = Random(board.size)
    solution = random_solution(random, board)
    cells = bytes(digit if random.random() < 0.6 else 0 for digit in solution.cells)
    puzzle = Puzzle(Grid(cells, board))
    if lost_parts(name, puzzle) and board.size in FORMATS[name].sizes:
        with pytest.raises(Unsupported, match=r"can't hold boxes of \d+x\d+; try format json"):
            text_of([puzzle], name)
        return
    if board.size not in FORMATS[name].sizes:
        with pytest.raises(
            Unsupported,
            match=rf"format '{name}' (goes up to|holds only) .*\d+x\d+; try format json",
        ):
            text_of([puzzle], name)
        return
    found = puzzles_of(text_of([puzzle], name), name, board)
    assert len(found) == 1
    assert found[0].board == board
    assert found[0].givens == puzzle.givens or name == "pencilmarks"
    assert found[0].is_solved_by(solution)


@each_format
def test_what_a_format_writes_is_recognised_by_content(name: str, chance: Chance) -> None:
    for board in chance.part(all_boxes(16), 2):
        assert_it_is_recognised(name, board)


def assert_it_is_recognised(name: str, board: Board) -> None:
    """The content of a file alone says that it is of this format."""
    if board.size not in FORMATS[name].sizes:
        return
    usual = Board.of_size(board.size)
    puzzle = Puzzle(random_givens(Random(board.size + 1), usual, 0.5, spoiled=False))
    if lost_parts(name, puzzle):
        return
    data = text_of([puzzle] * (1 if name == "ipuz" else 2), name)
    found = format_of(Document("file", io.BytesIO(data)))
    # Without metadata there is nothing to tell; SudokuPad's links are those of f-puzzles.
    same_text = {"sdm": "line", "sdk": "grid", "sudokupad": "f-puzzles"}
    assert found.name in (name, same_text.get(name))
    if name != "pencilmarks" and (name != "xlsx" or board.size == 9):  # which reads A1:I9
        assert puzzles_of(data)[0].givens == puzzle.givens


WITH_ANSWER = (
    *("csv", "f-puzzles", "ipuz", "json", "parquet", "penpa", "sudoku-puzzle", "sudokupad"),
    "sudokumaker",
)


@each_format
def test_a_solved_result_is_written_as_its_solution(name: str) -> None:
    puzzle, solution = Puzzle(grid_of(WIKIPEDIA)), grid_of(SOLVED)
    verdict = judge(puzzle, Found((solution,), exhausted=True), "test")
    stream = io.BytesIO()
    FORMATS[name].write([Result(puzzle, verdict)], stream)
    if name in WITH_ANSWER:
        found = puzzles_of(stream.getvalue(), name)[0]
        assert (found.givens, found.answer) == (puzzle.givens, solution)
    elif name == "pencilmarks":
        assert stream.getvalue().splitlines()[1] == b"| 5 3 4 | 6 7 8 | 9 1 2 |"
    elif name == "xlsx":  # the answers are recorded, and no givens
        rows = load_workbook(stream).worksheets[0].iter_rows(values_only=True)
        assert "".join(str(digit) for row in rows for digit in row) == SOLVED
        assert lines_of(stream.getvalue(), name) == [WIKIPEDIA]
    else:
        assert lines_of(stream.getvalue(), name) == [SOLVED]


@each_format
def test_a_malformed_entry_is_written_where_a_format_has_room_for_it(name: str) -> None:
    good, bad = Result(Puzzle(grid_of(WIKIPEDIA))), Result(problem=InputError("80 cells"))
    stream = io.BytesIO()
    FORMATS[name].write([bad, good], stream)
    entries = entries_of(stream.getvalue(), name)
    puzzles = [entry for entry in entries if isinstance(entry, Puzzle)]
    assert [puzzle.givens.line for puzzle in puzzles] == [WIKIPEDIA] or name == "pencilmarks"
    assert len(entries) - len(puzzles) == (name in ("csv", "json", "parquet"))


@each_format
def test_rules_are_kept_or_refused_and_never_lost(name: str) -> None:
    open_cells = ((1, 2, 3, 4, 5, 6, 7, 8, 9),) * 80
    puzzle = Puzzle(grid_of("." * 81), marks=((1, 2), *open_cells))
    if MARKS in FORMATS[name].carries:
        assert puzzles_of(text_of([puzzle], name), name) == [puzzle]
        return
    with pytest.raises(Unsupported, match="can't hold marks; try format json or pencilmarks"):
        text_of([puzzle], name)


def test_json_keeps_everything() -> None:
    puzzle = Puzzle(
        Grid.from_line("123456" + "." * 30, Board.boxes(3, 2)),
        (AllDifferent(Board.boxes(3, 2), (0, 7, 14)),),
        label='a "label", naïve',
        info=(("author", "me"), ("level", "hard")),
        answer=random_solution(Random(1), Board.boxes(3, 2)),
        marks=((1, 2, 3, 4, 5),) * 36,
    )
    assert puzzles_of(text_of([puzzle], "json")) == [puzzle]


def test_sdk_metadata_above_bands_is_of_the_one_puzzle() -> None:
    rows = ["".join(row) for row in rows_of(WIKIPEDIA)]
    bands = "\n\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))
    for text, count in (
        (f"#DEasy\n#Ame\n{bands}\n", 1),
        (f"#DEasy\n#Ame\n{bands}\n\n{bands}\n", 2),
    ):
        puzzles = puzzles_of(text, "sdk")
        assert [puzzle.givens.line for puzzle in puzzles] == [WIKIPEDIA] * count
        assert [puzzle.label for puzzle in puzzles] == ["Easy", ""][:count]
        assert [puzzle.info for puzzle in puzzles] == [(("author", "me"),), ()][:count]


def test_sdk_keeps_its_metadata() -> None:
    info = (("author", "me"), ("date", "2026-11-21"), ("level", "hard"), ("url", "http://a.b/c"))
    puzzle = Puzzle(grid_of(WIKIPEDIA), label="A description", info=info)
    assert puzzles_of(text_of([puzzle, puzzle], "sdk")) == [puzzle, puzzle]


# Samples

SAMPLES = {path.name: path for path in sorted((DATA / "samples").iterdir())}


def sample_of(name: str) -> Path:
    """The sample file of a format: ``sample.<suffix>``, or ``<format>.txt``."""
    suffixes = FORMATS[name].suffixes
    return SAMPLES[f"sample{suffixes[0]}" if suffixes else f"{name}.txt"]


@each_format
def test_the_sample_of_a_format_is_read(name: str) -> None:
    data = sample_of(name).read_bytes()
    expected = [WIKIPEDIA, INKALA][: 1 if name in ("sdk", "ipuz") else 2]
    if name == "pencilmarks":
        puzzles = puzzles_of(data)
        assert [puzzle.is_solved_by(grid_of(SOLVED)) for puzzle in puzzles] == [True, False]
        assert [puzzle.is_solved_by(grid_of(INKALA_SOLVED)) for puzzle in puzzles] == [False, True]
    else:
        assert lines_of(data, name) == expected
        assert lines_of(data) == expected


@each_format
def test_the_sample_of_a_format_is_recognised_by_content_alone(name: str) -> None:
    document = Document("file", io.BytesIO(sample_of(name).read_bytes()))
    same_text = {"sdm": "line", "sudokupad": "f-puzzles"}
    assert format_of(document).name == same_text.get(name, name)


LISTS = {
    "two lines": f"{WIKIPEDIA}\n{INKALA}\n",
    "no line end": WIKIPEDIA,
    "zeros and carriage returns": f"{WIKIPEDIA.replace('.', '0')}\r\n{INKALA}\r\n",
    "comments": f"# one\n#two\n{WIKIPEDIA}\n# three\n{INKALA}",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS.keys())
def test_a_list_of_puzzles_is_recognised_as_by_asking_each_format(text: str) -> None:
    document = Document("file", io.BytesIO(text.encode()))
    asked = next(name for name in FORMATS if FORMATS[name].recognises(document))
    assert format_of(document).name == asked == "line"


@each_format
def test_a_suffix_means_its_format(name: str) -> None:
    for suffix in FORMATS[name].suffixes:
        assert format_of(Document("file", io.BytesIO(b"?"), suffix)).name == name


def test_every_sample_belongs_to_a_format() -> None:
    assert {sample_of(name).name for name in READ} == set(SAMPLES)


def test_output_without_a_suffix_loads_no_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.formats.FORMATS", None)
    assert format_of_suffix("") is None
    assert format_of_suffix("folder.csv/name") is None
