"""Engines observed, and their search in slow motion: lines, trace, animations, the screen."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from cpsudoku.cli.app import app
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import ENGINES
from cpsudoku.engines.base import EVENTS, Moment, WatchableEngine
from cpsudoku.play.slow_motion.film import Film, FilmedSearch, Frame, watchable
from cpsudoku.play.slow_motion.search_faces import faces_of_frame
from cpsudoku.play.slow_motion.svg import animated_svg
from cpsudoku.play.slow_motion.thinned import Thinned
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.solving import as_puzzle
from tests.command import run
from tests.patience import PATIENCE
from tests.puzzles import (
    CLASHING,
    IMPOSSIBLE,
    ROOT,
    SEVERAL,
    SOLVED,
    WIKIPEDIA,
    random_givens,
)
from tests.terminal import Terminal, plain

NORVIG = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
NORVIG_SOLVED = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
TINY = "1....4....3....2"
PICTURES = ROOT / "build" / "screens"
WATCHABLE = [name for name in ENGINES if isinstance(ENGINES[name], WatchableEngine)]


def frames_of(line: str, engine: str = "backtrack", want: int = 1) -> list[Frame]:
    """Every frame of a search."""
    frames: list[Frame] = []
    FilmedSearch(as_puzzle(line), engine, want).run(frames.append)
    return frames


def test_the_reference_and_logic_can_be_watched() -> None:
    assert WATCHABLE == ["backtrack", "logic"]
    with pytest.raises(
        Unsupported, match="'cpsat' can't be watched; try engine backtrack or logic"
    ):
        watchable("cpsat")


SEARCHED = [
    *(("backtrack", line) for line in (WIKIPEDIA, SEVERAL, CLASHING, SOLVED, "." * 16)),
    *(("logic", line) for line in (WIKIPEDIA, NORVIG, CLASHING, SOLVED)),
]


@pytest.mark.parametrize(("engine", "line"), SEARCHED)
def test_a_watched_search_finds_what_the_search_finds(engine: str, line: str) -> None:
    chosen, puzzle = watchable(engine), as_puzzle(line)
    moments: list[Moment] = []
    for want in (1, 2):
        moments.clear()
        found = chosen.watch(puzzle, moments.append, want)
        assert found == chosen.search(puzzle, want)
        assert {moment.event for moment in moments} <= set(EVENTS)
        solutions = [moment for moment in moments if moment.event == "solution"]
        assert [moment.digits for moment in solutions] == [grid.cells for grid in found.solutions]


@given(st.integers(), st.sampled_from([Board.of_size(4), Board.of_size(6)]), st.booleans())
def test_every_moment_of_the_reference_follows_from_the_one_before(
    seed: int, board: Board, spoiled: bool
) -> None:
    puzzle = Puzzle(random_givens(Random(seed), board, 0.4, spoiled))
    moments: list[Moment] = []
    watchable("backtrack").watch(puzzle, moments.append, 3)
    digits = bytearray(puzzle.givens.cells)
    for moment in moments[1:]:
        if moment.event == "try":
            assert moment.cell is not None
            assert not digits[moment.cell]
            digits[moment.cell] = moment.digit
        elif moment.event == "back":
            assert moment.cell is not None
            assert digits[moment.cell] == moment.digit
            digits[moment.cell] = 0
        else:
            assert puzzle.is_solved_by(Grid(moment.digits, board))
        assert moment.digits == digits
        filled = len(digits) - digits.count(0) - puzzle.givens.count
        assert moment.depth == filled + (moment.event == "back")
    steps = Counter(moment.event for moment in moments)
    assert steps["try"] >= steps["back"]


def test_frames_count_steps_backtracks_and_what_is_starved() -> None:
    frames = frames_of(NORVIG)
    last = frames[-1]
    assert bytes(last.moment.digits) == as_puzzle(NORVIG_SOLVED).givens.cells
    assert last.number == len(frames) - 1
    assert last.steps - last.backtracks == as_puzzle(NORVIG).givens.cells.count(0)
    assert last.candidates_left == 0
    starved = [frame for frame in frames if frame.starved]
    assert len(starved) > 50
    for frame, after in pairwise(frames):
        if frame.starved:
            assert after.moment.event == "back"
            assert after.moment.cell == frame.moment.cell
    name = as_puzzle(NORVIG).board.cell_name
    assert f": {name(starved[0].starved[0])} has no candidate left" in starved[0].words(
        as_puzzle(NORVIG).board
    )


def test_a_film_runs_just_ahead_of_who_watches_and_ends_when_closed() -> None:
    film = Film(FilmedSearch(as_puzzle(IMPOSSIBLE), "backtrack"))
    frames = iter(film)
    numbers = [next(frames).number for _ in range(50)]
    assert numbers == list(range(50))
    assert film.verdict is None
    film.close()
    assert not film.has_ended


def test_what_goes_wrong_in_the_engine_is_raised_to_who_watches() -> None:
    film = Film(FilmedSearch(as_puzzle(WIKIPEDIA), "backtrack", want="two"))  # type: ignore[arg-type]
    for frame in film:
        assert frame
    film = Film(FilmedSearch(as_puzzle(WIKIPEDIA), "backtrack", limit=None))  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        list(film)
    film.close()


@pytest.mark.parametrize("count", [1, 2, 50, 100, 101, 5000])
def test_a_long_film_is_thinned_evenly(count: int) -> None:
    moment = Moment("start", b"", ())
    thinned = Thinned(100)
    for number in range(count):
        thinned.add(Frame(moment, number))
    numbers = [frame.number for frame in thinned.frames]
    assert numbers[0] == 0
    assert numbers[-1] == count - 1
    assert len(numbers) <= 101
    assert len(numbers) >= min(count, 50)
    steps = {b - a for a, b in pairwise(numbers[:-1])}
    assert steps <= {thinned.stride}


def shown_at(svg: str, second: float) -> list[str]:
    """The texts of an animated SVG that are seen at a time."""
    root = ElementTree.fromstring(svg)
    seen = []

    def walk(element: ElementTree.Element) -> None:
        animation = element.find("{*}animate")
        if animation is not None:
            part = second / float(animation.attrib["dur"].removesuffix("s"))
            keys = [float(key) for key in animation.attrib["keyTimes"].split(";")]
            values = animation.attrib["values"].split(";")
            assert keys == sorted(keys)
            assert keys[0] == 0
            if [v for k, v in zip(keys, values, strict=True) if k <= part][-1] == "hidden":
                return
        if element.tag.endswith("}text") and element.text:
            seen.append(element.text)
        for child in element:
            walk(child)

    walk(root)
    return seen


def test_the_animated_svg_shows_each_frame_in_its_time() -> None:
    frames, puzzle = frames_of(WIKIPEDIA), as_puzzle(WIKIPEDIA)
    board, givens = puzzle.board, puzzle.givens.cells
    svg = animated_svg(frames, puzzle, speed=4)
    for at in (0, 1, 7, len(frames) - 1):
        texts = shown_at(svg, (at + 0.5) / 4)
        frame = frames[at]
        assert frame.words(board) in texts
        assert frame.counts in texts
        large = Counter(text for text in texts if re.fullmatch(r"[1-9]", text))
        digits = Counter(str(digit) for digit in frame.moment.digits if digit)
        marks = [text for text in texts if re.fullmatch(r"[1-9]{2,}", text)]
        faces = faces_of_frame(frame, givens)
        single = Counter(
            str(face.marks.bit_length())
            for face in faces
            if not face.digit and face.marks.bit_count() == 1
        )
        names = Counter("123456789" * 2)  # of rows and columns
        assert large == digits + single + names
        assert len(marks) == sum(face.marks.bit_count() > 1 for face in faces if not face.digit)


def test_the_animated_gif_has_a_picture_for_each_frame(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="needs pip install 'cpsudoku[gif]'")
    path = tmp_path / "film.gif"
    done = run("watch-search", TINY, "--gif", path, "--speed", "10")
    assert done.code == 0, done.err
    with image.open(path) as gif:
        assert gif.n_frames == len(frames_of(TINY))
        assert gif.info["duration"] == 100
        assert gif.info["loop"] == 0


def test_a_trace_has_every_moment_and_the_end(tmp_path: Path) -> None:
    trace, svg = tmp_path / "trace.jsonl", tmp_path / "film.svg"
    done = run("watch-search", WIKIPEDIA, "--trace", trace, "--svg", svg)
    assert (done.code, done.out) == (0, "")
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    *moments, end = lines
    frames, board = frames_of(WIKIPEDIA), as_puzzle(WIKIPEDIA).board
    assert moments == [frame.to_data(board) for frame in frames]
    assert end["solutions"] == [SOLVED]
    assert (end["event"], end["engine"]) == ("end", "backtrack")
    ElementTree.parse(svg)


@pytest.mark.parametrize("engine", WATCHABLE)
def test_without_a_terminal_each_moment_is_a_line(engine: str) -> None:
    done = run("watch-search", WIKIPEDIA, "--engine", engine, "--max-solutions", "2")
    board = as_puzzle(WIKIPEDIA).board
    assert done.code == 0
    *lines, verdict = done.lines
    assert lines == [frame.line(board) for frame in frames_of(WIKIPEDIA, engine, 2)]
    assert verdict == "30 givens, exactly one solution"


WRONG = {
    "engine": (["--engine", "cpsat"], "engine 'cpsat' can't be watched"),
    "unknown engine": (["--engine", "magic"], "unknown engine 'magic'"),
    "step": (["--paused"], "--paused needs a terminal; use --trace FILE to write every frame"),
    "step into files": (
        ["--paused", "--trace", "x"],
        "--paused works only on a terminal, not with files",
    ),
    "no folder": (["--svg", "/nowhere/film.svg"], "/nowhere/film.svg: can't be written"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_usage_is_told(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options, problem = WRONG[name]
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["watch-search", TINY, *options])
    assert done.exit_code == 2
    assert problem in done.output
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_a_trace_and_keeps_what_is_finished(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    with Terminal("watch-search", IMPOSSIBLE, "--trace", str(trace), state=tmp_path) as terminal:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not any(
            path.stat().st_size > 10_000 for path in tmp_path.glob(".trace*")
        ):
            time.sleep(0.02)
        assert terminal.kill(signal.SIGINT) == 130
    assert not trace.exists()
    partial = trace.with_name("trace.jsonl.partial")
    assert json.loads(partial.read_text().splitlines()[5])["number"] == 5


def test_the_screen_obeys_its_keys() -> None:
    pytest.importorskip("textual", reason="needs pip install 'cpsudoku[play]'")
    from cpsudoku.play.slow_motion.watch_app import SPEEDS, WatchApp

    app = WatchApp(Film(FilmedSearch(as_puzzle(NORVIG), "backtrack")), 5, paused=True, dark=True)

    def keep(name: str) -> str:
        PICTURES.mkdir(parents=True, exist_ok=True)
        svg = app.export_screenshot(title=name)
        (PICTURES / f"{name}.svg").write_text(svg)
        return svg.replace("&#160;", " ")

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            for number in range(8):
                while app.frame is None or app.frame.number < number:
                    await pilot.pause(0.02)
                assert app.frame.number == number
                await pilot.press("s")
            assert "try r" in keep("watch-paused")
            await pilot.press("plus")
            assert app.speed == 10
            await pilot.press("minus", "minus")
            assert app.speed == 2
            await pilot.press(*["down"] * 20)
            assert app.speed == SPEEDS[0]
            await pilot.press("space")
            assert not app.paused
            await pilot.press("space", "l")
            assert app.paused
            assert not app.palette.dark
            await pilot.press("e")
            while not app.is_over:
                await pilot.pause(0.05)
            await pilot.pause(0.1)
            assert "over" in keep("watch-over")

    asyncio.run(play())
    assert app.frame is not None
    assert app.frame.solutions == 1


def test_the_search_is_watched_on_a_terminal(tmp_path: Path) -> None:
    with Terminal("watch-search", WIKIPEDIA, "--speed", "50", state=tmp_path) as terminal:
        terminal.wait_for("backtracks")
        terminal.send("e")
        terminal.wait_for("one solution")
        terminal.send("q")
        assert terminal.wait() == 0
        assert "solution 1" in plain(terminal.shown)
    with Terminal("watch-search", IMPOSSIBLE, state=tmp_path) as terminal:
        terminal.wait_for("backtracks")
        terminal.send("\x03")
        assert terminal.wait() == 0
