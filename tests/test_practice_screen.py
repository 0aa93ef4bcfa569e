"""Practice on the whole screen, played by Textual's pilot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

textual = pytest.importorskip("textual", reason="needs pip install 'cpsudoku[play]'")

from textual.pilot import Pilot  # noqa: E402
from textual.widgets import Input, OptionList, Static  # noqa: E402

from cpsudoku.core.candidates import digits_of  # noqa: E402
from cpsudoku.play.game import Game  # noqa: E402
from cpsudoku.play.progress import PracticeRecord, Progress  # noqa: E402
from cpsudoku.play.saves import Saves  # noqa: E402
from cpsudoku.play.screen.board_view import BoardView  # noqa: E402
from cpsudoku.play.session import Session  # noqa: E402
from cpsudoku.play.terminal.play_app import PlayApp  # noqa: E402
from cpsudoku.play.terminal.practice_screen import PracticeApp, PracticeScreen  # noqa: E402
from cpsudoku.play.terminal.technique_picker import TechniquePicker  # noqa: E402
from cpsudoku.solving import as_puzzle  # noqa: E402
from cpsudoku.techniques import TABLE  # noqa: E402
from tests.exercises import single, wings  # noqa: E402
from tests.puzzles import WIKIPEDIA  # noqa: E402


def practised(
    folder: Path,
    exercises: tuple[object, ...],
    play: Callable[[PracticeScreen, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (100, 30),
) -> Progress:
    """Practise on a screen of that size; the progress after it."""
    progress = Progress(folder / "practice.json")
    app = PracticeApp(iter(exercises), progress, dark=True)  # type: ignore[arg-type]

    async def everything() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            assert isinstance(app.screen, PracticeScreen)
            await play(app.screen, pilot)

    asyncio.run(everything())
    return progress


def test_a_usual_terminal_has_room_for_every_candidate_as_in_the_game(tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        board, panel = screen.query_one(BoardView), screen.query_one("#panel")
        assert board.shows_all_candidates
        assert board.size.width + panel.size.width <= 80
        assert panel.region.right <= 80

    practised(tmp_path, wings(), play, size=(80, 24))


def test_a_small_terminal_names_the_candidates_of_a_cell_and_z_makes_room(tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        board = screen.query_one(BoardView)
        candidates = wings()[0].candidates
        names = "".join(map(str, digits_of(candidates.marks[screen.cursor])))
        assert not board.shows_all_candidates
        assert len(names) > 1
        assert f"({names})" in text_of(screen)
        assert "too small for candidates. Press z" in text_of(screen)
        while not board.is_roomiest:
            await pilot.press("z")
            await pilot.pause()
        assert board.shows_all_candidates
        assert "too small" not in text_of(screen)
        await pilot.press("z")
        await pilot.pause()
        assert "too small for candidates. Press z" in text_of(screen)

    practised(tmp_path, wings(), play, size=(60, 20))


async def settled(app: PracticeApp | PlayApp, pilot: Pilot[None]) -> None:
    """Wait until the exercise that a thread makes is on the screen."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.pause()


def text_of(screen: PracticeScreen) -> str:
    """The title and the message."""
    return "\n".join(str(screen.query_one(name, Static).render()) for name in ("#task", "#message"))


def faces_on(screen: PracticeScreen) -> list[object]:
    """What the cells show."""
    return list(screen.query_one(BoardView)._faces)


def test_an_exercise_is_solved_by_crossing_out(tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        wing = wings()[0]
        assert "Exercise 1. Find an X-Wing." in text_of(screen)
        assert not screen.placing
        for cell, digit in wing.steps[0].eliminations:
            screen.cursor = cell
            await pilot.press(str(digit))
        assert screen.crossed == set(wing.steps[0].eliminations)
        crossed = faces_on(screen)
        await pilot.press("enter")
        assert f"Right. {wing.answer.text}" in text_of(screen)
        assert "x eliminated" in text_of(screen)
        assert faces_on(screen) != crossed  # the pattern is marked as well
        await pilot.press("enter")
        await settled(screen.app, pilot)  # type: ignore[arg-type]
        assert "Exercise 2." in text_of(screen)
        assert screen.crossed == set()

    assert practised(tmp_path, wings(), play).records == {"x-wing": PracticeRecord(1, 1, 1)}


def test_a_digit_is_placed_and_a_wrong_one_is_explained(tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        [(cell, digit)] = single().steps[0].placements
        other = next(
            (at, wrong)
            for at, marks in enumerate(single().candidates.marks)
            for wrong in range(1, 10)
            if marks >> (wrong - 1) & 1 and single().solution[at] != wrong
        )
        assert screen.placing
        for at, symbol in (other, (cell, digit)):
            screen.placed.clear()
            screen.cursor = at
            await pilot.press(str(symbol), "enter")
            assert screen.is_done == (at == cell), text_of(screen)
        assert "Right." in text_of(screen)
        await pilot.press("enter")
        await settled(screen.app, pilot)  # type: ignore[arg-type]
        assert "There are no more exercises." in text_of(screen)
        await pilot.press("h", "s", "1", "enter", "n")  # nothing is left that they could change

    assert practised(tmp_path, (single(),), play).records == {
        "hidden-single": PracticeRecord(1, 1, 0)
    }


def test_keys_help_show_skip_and_take_back(tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert "the answer is empty" in text_of(screen)
        await pilot.press("h")
        assert text_of(screen).endswith(wings()[0].levels[0])
        await pilot.press("h", "h")
        assert "Press s to see the step." in text_of(screen)
        cell = screen.cursor
        digit = next(d for d in range(1, 10) if wings()[0].candidates.has(cell, d))
        await pilot.press(str(digit))
        assert screen.crossed == {(cell, digit)}
        await pilot.press("backspace")
        assert screen.crossed == set()
        await pilot.press("space", str(digit))
        assert screen.placed == {cell: digit}
        await pilot.press(str(digit), "right", "left", "up", "down")
        assert (screen.placed, screen.cursor) == ({}, cell)
        dark = screen.app.theme
        await pilot.press("l")
        assert screen.app.theme != dark
        await pilot.press("s")
        assert wings()[0].answer.text in text_of(screen)
        await pilot.press("n")
        await settled(screen.app, pilot)  # type: ignore[arg-type]
        assert "Exercise 2." in text_of(screen)
        await pilot.press("escape")

    assert practised(tmp_path, wings(), play).records == {"x-wing": PracticeRecord(1, 0, 0)}


@pytest.mark.parametrize("size", [(80, 24), (40, 40), (20, 10)])
def test_every_terminal_shows_the_exercise(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(screen: PracticeScreen, pilot: Pilot[None]) -> None:
        await pilot.click(BoardView, offset=(1, 1))
        assert screen.cursor == 0
        assert "X-Wing" in text_of(screen)

    practised(tmp_path, wings(), play, size)


def test_a_game_stops_for_practice_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    app = PlayApp(Session.begin(Game(as_puzzle(WIKIPEDIA)), Saves(tmp_path)), dark=True)

    async def everything() -> None:
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            before = app.view.cursor
            await pilot.press("e")
            assert isinstance(app.screen, TechniquePicker)
            assert app.screen.query_one(OptionList).option_count == len(TABLE)
            app.screen.query_one(Input).value = "last digit"  # another name of the full house
            await pilot.pause()
            found = app.screen.query_one(OptionList)
            names = [found.get_option_at_index(at).id for at in range(found.option_count)]
            assert "full-house" in names
            await pilot.press(*["down"] * names.index("full-house"), "enter")
            await settled(app, pilot)
            assert isinstance(app.screen, PracticeScreen)
            assert app.game.is_paused
            await pilot.press("down", "5", "u", "escape")
            await pilot.pause()
            assert not isinstance(app.screen, PracticeScreen)
            assert not app.game.is_paused
            assert (app.game.moves, app.view.cursor) == ((), before)
            await pilot.press("e", "escape")
            assert not app.game.is_paused

    asyncio.run(everything())
