"""The Python API: solve, check, read, write."""

from __future__ import annotations

import dataclasses
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cpsudoku
from cpsudoku import solving
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit, Result, Status
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, PROPAGATE_ENGINE, REFERENCE_ENGINE, Engine
from cpsudoku.formats import FORMATS, READ_ONLY
from cpsudoku.runtime.compiled import door
from cpsudoku.runtime.errors import EngineError, InputError, UnknownName, Unsupported
from cpsudoku.solving import fastest, settling
from cpsudoku.solving.other_boxes import with_other_boxes
from tests.puzzles import (
    CLASHING,
    DATA,
    IMPOSSIBLE,
    INKALA,
    INKALA_SOLVED,
    SEVERAL,
    SOLVED,
    WIKIPEDIA,
    WRONG,
    grid_of,
    numbers_of,
)
from tests.reading import READ

# SURVEY's table of inputs that other tools get wrong: a row each, with our verdict.
NONE = ".3.....749.........1..63....91.....832....74....68........9..1.8....5.3...7...68."
SIXTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8....."
SURVEY = {
    "dup": (CLASHING, "conflict"),
    "full but wrong": (WRONG, "conflict"),
    "none": (NONE, "none"),
    "impossible": (IMPOSSIBLE, "none"),
    "16 clues": (SIXTEEN, "multiple"),
    "empty": ("." * 81, "multiple"),
    "2sol": (SEVERAL, "multiple"),
    "done": (SOLVED, "unique"),
}
MALFORMED = {
    "80": (WIKIPEDIA[:-1], "80 cells (row 9 has 8); a 9x9 puzzle needs 81"),
    "82": (WIKIPEDIA + "1", "82 cells; a 9x9 puzzle needs 81"),
    "letter": (WIKIPEDIA.replace(".", "Z", 1), "r1c3: 'Z' is not a digit 1-9 or a blank"),
}


@pytest.mark.parametrize(("line", "word"), SURVEY.values(), ids=SURVEY.keys())
@pytest.mark.parametrize("ask", [cpsudoku.solve, cpsudoku.check], ids=["solve", "check"])
def test_survey_inputs_get_the_right_verdict(ask: Any, line: str, word: str) -> None:
    verdict = ask(line)
    assert verdict.word == word
    assert (len(verdict.solutions) > 1) == (word == "multiple")


@pytest.mark.parametrize(("line", "problem"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_survey_inputs_are_told(line: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        cpsudoku.solve(line)
    assert problem in str(caught.value)


def as_path(folder: Path) -> Path:
    """A file with the Wikipedia puzzle."""
    path = folder / "one.txt"
    path.write_text(WIKIPEDIA + "\n")
    return path


SOLVABLES = {
    "a line": lambda folder: WIKIPEDIA,
    "a line of zeros": lambda folder: WIKIPEDIA.replace(".", "0"),
    "a text of rows": lambda folder: "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)),
    "a puzzle": lambda folder: Puzzle(grid_of(WIKIPEDIA)),
    "a grid": lambda folder: grid_of(WIKIPEDIA),
    "a list of lists": lambda folder: numbers_of(WIKIPEDIA),
    "tuples": lambda folder: tuple(map(tuple, numbers_of(WIKIPEDIA))),
    "a generator": lambda folder: (row for row in numbers_of(WIKIPEDIA)),
    "a path": as_path,
    "the name of a file": lambda folder: str(as_path(folder)),
}


@pytest.mark.parametrize("make", SOLVABLES.values(), ids=SOLVABLES.keys())
def test_a_puzzle_may_be_given_as(make: Any, tmp_path: Path) -> None:
    verdict = cpsudoku.solve(make(tmp_path))
    assert verdict.is_unique
    assert verdict.solution is not None
    assert verdict.solution.line == SOLVED
    assert verdict.engine == DEFAULT_ENGINE


@pytest.mark.parametrize(
    ("thing", "problem"),
    [
        ("", "it is empty; expected a file, - or a puzzle"),
        ("no-such-file.txt", "no-such-file.txt: no such file, and not a puzzle"),
        (Path("no-such-file.txt"), "no-such-file.txt: no such file, and not a puzzle"),
        (f"{WIKIPEDIA}\n{INKALA}\n", "it contains more than one puzzle; use cpsudoku.read"),
        ([[1, 2], [3, 4]], "the list has 2 rows, a 9x9 grid needs 9; sizes are 1-25"),
        ([[10] * 9] * 9, "r1c1: 10 is not a digit 1-9 or a blank (. 0 _"),
        ([[0] * 9] * 8 + [[0] * 8], "row 9 has 8 cells, needs 9"),
    ],
    ids=["empty", "no file", "no path", "two", "2x2", "10", "ragged"],
)
def test_what_is_no_puzzle_raises(thing: Any, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        cpsudoku.solve(thing)
    assert problem in str(caught.value)


def test_first_skips_the_proof() -> None:
    verdict = cpsudoku.solve(INKALA, first=True)
    assert (verdict.status, verdict.exhausted, verdict.note) == (Status.UNKNOWN, False, "")
    assert verdict.solution is not None
    assert verdict.solution.line == INKALA_SOLVED


@pytest.mark.parametrize(
    ("count", "found", "exhausted"), [(2, 2, False), (10, 10, False), (100, 15, True)]
)
def test_check_counts_up_to(count: int, found: int, exhausted: bool) -> None:
    verdict = cpsudoku.check(SEVERAL, count=count)
    assert (len(verdict.solutions), verdict.exhausted) == (found, exhausted)


def test_a_limit_that_ran_out_is_unknown() -> None:
    verdict = cpsudoku.check(INKALA, limit=0)
    assert (verdict.word, verdict.note) == ("unknown", "the limit of 0 s ran out")


def test_an_engine_may_be_named() -> None:
    assert cpsudoku.solve(WIKIPEDIA, engine=REFERENCE_ENGINE).engine == REFERENCE_ENGINE
    with pytest.raises(UnknownName, match="unknown engine 'x'; choose one of cpsat, backtrack"):
        cpsudoku.solve(WIKIPEDIA, engine="x")


def test_the_public_names_are_all_there() -> None:
    for name in cpsudoku.__all__:
        assert getattr(cpsudoku, name) is not None
    with pytest.raises(AttributeError, match="module 'cpsudoku' has no attribute 'nothing'"):
        cpsudoku.nothing  # noqa: B018


# read


def test_read_takes_a_name_a_path_a_text_and_an_open_file(tmp_path: Path) -> None:
    path = as_path(tmp_path)
    with path.open("rb") as stream:
        sources = (str(path), path, WIKIPEDIA, stream, io.BytesIO(WIKIPEDIA.encode()))
        for source in sources:
            assert [puzzle.givens.line for puzzle in cpsudoku.read(source)] == [WIKIPEDIA]


def test_read_takes_a_format_a_box_a_column_a_sheet_and_a_range(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle,b\n{WIKIPEDIA},{INKALA}\n")
    (found,) = cpsudoku.read(tmp_path / "a.csv", column="b")
    assert found.givens.line == INKALA
    sample = DATA / "samples" / "sample.xlsx"
    (found,) = cpsudoku.read(sample, sheet="wikipedia", range="A1:I9")
    assert found.givens.line == WIKIPEDIA
    (found,) = cpsudoku.read("." * 36, box="3x2", format="line")
    assert found.board.box_shape == (3, 2)


def test_read_stops_at_a_bad_entry_and_read_many_continues(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}\n{INKALA}\n")
    puzzles = cpsudoku.read(path)
    assert next(puzzles).givens.line == WIKIPEDIA
    with pytest.raises(InputError, match=r"a.txt, line 2: 80 cells"):
        next(puzzles)
    entries = list(cpsudoku.read_many([path, "nothing", path]))
    kinds = [isinstance(entry, InputError) for entry in entries]
    assert kinds == [False, True, False, True, False, True, False]


# write


@pytest.mark.parametrize("name", READ)
def test_write_then_read_makes_the_round_trip(name: str, tmp_path: Path) -> None:
    puzzle = Puzzle(grid_of(SOLVED))
    suffix = (FORMATS[name].suffixes or (".txt",))[0]
    path = tmp_path / f"a{suffix}"
    cpsudoku.write(puzzle, path, format=name)
    if name != "pencilmarks":
        assert [found.givens for found in cpsudoku.read(path)] == [puzzle.givens]
    stream = io.BytesIO()
    cpsudoku.write([puzzle], stream, format=name)
    assert name == "xlsx" or stream.getvalue() == path.read_bytes()


def test_write_takes_puzzles_verdicts_results_and_lines() -> None:
    verdict = cpsudoku.solve(WIKIPEDIA)
    for things in (verdict, [verdict], Result(verdict.puzzle, verdict), SOLVED, grid_of(SOLVED)):
        stream = io.BytesIO()
        cpsudoku.write(things, stream)
        assert stream.getvalue().decode() == SOLVED + "\n"


def test_the_suffix_tells_the_format_to_write(tmp_path: Path) -> None:
    for name in FORMATS:
        for suffix in set(FORMATS[name].suffixes) - set(READ_ONLY):
            if FORMATS[name].writes:
                assert solving.output_format(f"a{suffix}").name == name
                continue
            with pytest.raises(Unsupported, match=f"'{name}' is only read"):
                solving.output_format(f"a{suffix}")
    for suffix in READ_ONLY:
        with pytest.raises(Unsupported, match="workbooks can't be written"):
            solving.output_format(f"a{suffix}")
    assert solving.output_format("a.txt").name == "line"
    assert solving.output_format("a.csv", "json").name == "json"


def failing() -> Iterator[Puzzle]:
    """A puzzle, then a failure."""
    yield Puzzle(grid_of(WIKIPEDIA))
    raise RuntimeError("no more")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(RuntimeError, match="no more"):
        cpsudoku.write(failing(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_replaces_the_file_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    cpsudoku.write(WIKIPEDIA, path)
    assert path.read_text() == WIKIPEDIA + "\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_gets_the_permissions_of_a_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        cpsudoku.write(WIKIPEDIA, tmp_path / "a.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640


def test_an_interrupted_write_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupted() -> Iterator[Puzzle]:
        yield Puzzle(grid_of(WIKIPEDIA))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        cpsudoku.write(interrupted(), tmp_path / "a.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt.partial"]
    assert (tmp_path / "a.txt.partial").read_text() == WIKIPEDIA + "\n"
    assert "what was finished is in" in stopped.value.__notes__[0]


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it is a folder, not a file to write"):
        cpsudoku.write(WIKIPEDIA, tmp_path)
    with pytest.raises(InputError, match="can't be written: no such file or directory"):
        cpsudoku.write(WIKIPEDIA, tmp_path / "no" / "a.txt")


# Engines that lie

LIES = {
    "a wrong solution": Found((grid_of(WRONG),), exhausted=True),
    "an incomplete solution": Found((grid_of(WIKIPEDIA),), exhausted=True),
    "a false exhaustion with a wrong solution": Found((grid_of(INKALA),), exhausted=True),
    "a repeated solution": Found((grid_of(SOLVED), grid_of(SOLVED)), exhausted=False),
}


class Liar:
    """An engine that returns what it was told to."""

    name, title = "liar", ""

    def __init__(self, found: Found) -> None:
        self.found = found

    def unsupported(self, puzzle: Puzzle) -> str | None:
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        return self.found


class Table:
    """The table of engines, with a liar in the place of the default."""

    def __init__(self, found: Found) -> None:
        self.found = found

    def __getitem__(self, name: str) -> Engine:
        return Liar(self.found) if name == DEFAULT_ENGINE else ENGINES[name]


@pytest.fixture
def lie(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that makes the default engine lie."""

    def install(found: Found) -> None:
        for module in (settling, fastest):
            monkeypatch.setattr(module, "ENGINES", Table(found))
        monkeypatch.setattr(door, "is_ready", lambda name: False)
        monkeypatch.setattr(fastest, "HAS_COMPILER", False)

    return install


@pytest.mark.parametrize("found", LIES.values(), ids=LIES.keys())
def test_a_lying_engine_makes_us_stop(found: Found, lie: Any) -> None:
    lie(found)
    with pytest.raises(EngineError) as caught:
        cpsudoku.solve(WIKIPEDIA)
    assert caught.value.line == WIKIPEDIA


@pytest.mark.parametrize(
    ("puzzle", "found", "said"),
    [
        (WIKIPEDIA, Found((), True), "cpsat finds none with 0 solutions, backtrack finds unique"),
        (SEVERAL, Found((), True), "cpsat finds none with 0 solutions, backtrack finds multiple"),
        (".." + SOLVED[2:], Found((), True), "cpsat finds none with 0 solutions"),
    ],
    ids=["unique", "multiple", "nearly solved"],
)
def test_cross_check_catches_a_false_proof(puzzle: str, found: Found, said: str, lie: Any) -> None:
    lie(found)
    verdict = cpsudoku.solve(puzzle)
    with pytest.raises(EngineError, match=f"engines disagree: {said}") as caught:
        solving.cross_check(verdict)
    assert caught.value.line == puzzle


def test_cross_check_catches_a_false_uniqueness(lie: Any) -> None:
    one = cpsudoku.solve(SEVERAL, first=True).solutions
    lie(Found(one, exhausted=True))
    verdict = cpsudoku.solve(SEVERAL)
    assert verdict.is_unique  # the judge can't know
    with pytest.raises(
        EngineError, match="cpsat finds unique with 1 solution, backtrack finds mul"
    ):
        solving.cross_check(verdict)


@pytest.mark.parametrize("line", [WIKIPEDIA, SEVERAL, CLASHING, SOLVED, "." * 81])
def test_honest_engines_pass_the_cross_check(line: str) -> None:
    verdict = cpsudoku.solve(line)
    second = solving.cross_check(verdict)
    assert second.engine in (PROPAGATE_ENGINE, REFERENCE_ENGINE)
    assert second.word == verdict.word
    assert solving.cross_check(second).engine == DEFAULT_ENGINE


def test_where_one_engine_is_undecided_the_two_do_not_disagree() -> None:
    verdict = cpsudoku.solve(INKALA)
    second = solving.cross_check(verdict, limit=Limit(nodes=1))
    assert second.status is Status.UNKNOWN
    assert dataclasses.replace(second, status=Status.UNIQUE) != second


OTHER_BOXES = {
    "rows swapped": (".5612316.3543254.12415.6634.1551364.", (3, 2), Status.UNIQUE),
    "square boxes": (WIKIPEDIA, None, None),
    "a full grid": (SOLVED, None, None),
    "an empty grid": ("." * 36, (3, 2), Status.MULTIPLE),
}


@pytest.mark.parametrize("kind", OTHER_BOXES)
def test_boxes_of_the_other_direction_are_tried(kind: str) -> None:
    line, box, status = OTHER_BOXES[kind]
    other = with_other_boxes(Puzzle(grid_of(line)))
    assert (other and other[0].board.box_shape) == box
    if other is not None:
        assert other[1] is cpsudoku.solve(other[0]).status is status


def test_a_grid_of_the_api_is_a_value() -> None:
    assert cpsudoku.Grid is Grid
    assert cpsudoku.solve(WIKIPEDIA).solution == grid_of(SOLVED)
