"""The game on the whole screen, played by Textual's pilot and on pseudo-terminals."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest

textual = pytest.importorskip("textual", reason="needs pip install 'cpsudoku[play]'")

from textual.containers import VerticalScroll  # noqa: E402
from textual.events import Key  # noqa: E402
from textual.pilot import Pilot  # noqa: E402

from cpsudoku.core.puzzle import Puzzle  # noqa: E402
from cpsudoku.play.game import NOTHING, Game  # noqa: E402
from cpsudoku.play.saved_game import game_from_json, game_to_json  # noqa: E402
from cpsudoku.play.saves import Saves  # noqa: E402
from cpsudoku.play.screen.scrolled_text import ScrolledText  # noqa: E402
from cpsudoku.play.session import Help, Session  # noqa: E402
from cpsudoku.play.terminal.game_faces import faces_of_game  # noqa: E402
from cpsudoku.play.terminal.play_app import PlayApp  # noqa: E402
from cpsudoku.runtime.errors import InputError  # noqa: E402
from cpsudoku.solving import as_puzzle  # noqa: E402
from tests.patience import PATIENCE  # noqa: E402
from tests.puzzles import (  # noqa: E402
    CLASHING,
    IMPOSSIBLE,
    ROOT,
    SEVERAL,
    SOLVED,
    WIKIPEDIA,
    grid_of,
    known_verdicts,
)
from tests.terminal import Terminal  # noqa: E402

PICTURES = ROOT / "build" / "screens"  # kept to be looked at, never committed
SOLUTION = grid_of(SOLVED)
# Made of a puzzle of the collection "magictour top 1465": where its first X-Wing is.
HARD = ".3..685498.4.53.27.5.7.4.8......193......671.381.7.465.136.7854..581..7.678..5291"
OF_SIZE: dict[int, Puzzle] = {}
for known in known_verdicts():
    if known.count == 1:
        OF_SIZE.setdefault(known.puzzle.board.size, known.puzzle)

Play = Callable[[PlayApp, "Pilot[None]"], Awaitable[None]]


def session_of(folder: Path, puzzle: Puzzle | str = WIKIPEDIA) -> Session:
    """A new session, saved in that folder."""
    puzzle = as_puzzle(puzzle)
    return Session.begin(Game(puzzle), Saves(folder))


def on_screen(session: Session, play: Play, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Play on a screen of that size, without a terminal; the program after it."""
    app = PlayApp(session, dark=True)

    async def everything() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(everything())
    return app


async def press(app: PlayApp, pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Press many keys without waiting for a picture after each."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))
        if key == "h":
            await pilot.pause()
            await app.workers.wait_for_complete()
    await pilot.pause()


def way(size: int, start: int, end: int) -> list[str]:
    """The arrow keys from a cell to another."""
    down, right = end // size - start // size, end % size - start % size
    vertical, horizontal = ["up", "down"][down > 0], ["left", "right"][right > 0]
    return [vertical] * abs(down) + [horizontal] * abs(right)


def keep(app: PlayApp, name: str) -> str:
    """Keep a picture of the screen, and give its text."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    svg = app.export_screenshot(title=name)
    (PICTURES / f"{name}.svg").write_text(svg)
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return " ".join(texts).replace("&#160;", " ")


def test_a_whole_game_by_keyboard_undone_and_made_again(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    game = session.game

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        cell = app.view.cursor
        for target in [at for at in range(81) if not game.is_given(at)]:
            for key in (*way(9, cell, target), str(SOLUTION[target])):
                app.post_message(Key(key, None))
            cell = target
            if game.puzzle.board.row_column(target)[0] % 2:
                await pilot.pause()
                assert app.view.cursor == target
                assert game.cells[target] == SOLUTION[target]
        await pilot.pause()
        assert game.is_finished
        assert app.message.endswith(". Well done!")
        assert "Solved in 0:" in keep(app, "finished")
        assert not session.path.exists()  # nothing is left to go on with
        await press(app, pilot, ["u"] * 51)
        assert all(game.written(at) == NOTHING for at in range(81))
        assert game_from_json(session.path.read_text()).moves == ()
        await press(app, pilot, ["u", *["ctrl+y"] * 51])
        assert game.is_finished

    on_screen(session, play)


def test_a_whole_game_by_mouse(tmp_path: Path) -> None:
    session = session_of(tmp_path, OF_SIZE[4])
    game, solution = session.game, session.solution
    assert solution is not None

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        board, pad = app.board, app.panel.query_one("#pad")
        columns = 2
        for cell in [at for at in range(16) if not game.is_given(at)]:
            left, top, width, height = board.board.place_of(cell)
            await pilot.click(board, offset=(left + width // 2, top + height // 2))
            assert app.view.cursor == cell
            row, column = divmod(solution[cell] - 1, columns)
            await pilot.click(pad, offset=(1 + column * 5, row))
            assert game.cells[cell] == solution[cell], (cell, solution[cell])
        assert game.is_finished

    on_screen(session, play)


def test_cells_are_chosen_by_drawing_over_them(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        places = [app.board.board.place_of(cell) for cell in (2, 11, 20)]
        first, *others = [(left + 2, top + 1) for left, top, _, _ in places]
        await pilot.mouse_down(app.board, offset=first)
        for place in others:
            await pilot.hover(app.board, offset=place)
        await pilot.mouse_up(app.board, offset=others[-1])
        assert app.view.chosen == {2, 11, 20}
        await pilot.press("space", "1", "4")
        assert [session.game.written(cell).corner for cell in (2, 11, 20)] == [9, 9, 0]  # given
        await pilot.press("escape", "space", "space", "3")
        assert session.game.written(20).colour == 3
        assert not app.view.chosen

    on_screen(session, play)


def test_hints_lead_to_the_end_of_a_hard_puzzle_and_undo_back_to_its_start(tmp_path: Path) -> None:
    session = session_of(tmp_path, HARD)
    game = session.game
    techniques = set()

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for moves in range(200):
            if game.is_finished:
                break
            app.action_hint()
            await app.workers.wait_for_complete()
            await press(app, pilot, "hhh")
            assert session.help is not None, app.message
            assert session.level == 4
            techniques.add(session.help.step.technique)
            if "x-wing" in session.help.step.technique:
                assert "Hint 4 of 4" in keep(app, "hint")
            app.action_follow()
            assert len(game.moves) == moves + 1
        assert game.is_finished
        assert "hints" in app.message
        await press(app, pilot, ["u"] * len(game.moves))
        assert game.cells == game.puzzle.givens.cells

    on_screen(session, play)
    assert {"x-wing", "xyz-wing", "turbot-fish"} <= techniques


def test_help_comes_in_levels_and_draws_the_pattern(tmp_path: Path) -> None:
    session = session_of(tmp_path, HARD)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        before = faces_of_game(session, app.view)
        await press(app, pilot, "h")
        assert session.help_title == "Hint 1 of 4: the place"
        assert faces_of_game(session, app.view) == before
        await press(app, pilot, "hh")
        cells = {
            cell
            for cell, face in enumerate(faces_of_game(session, app.view))
            if face.ground == "cell"
        }
        assert session.help is not None
        assert cells | {app.view.cursor} >= {at for at, _ in session.help.step.placements}
        await press(app, pilot, "h")
        roles = {role for face in faces_of_game(session, app.view) for _, role in face.roles}
        assert roles & {"placed", "eliminated"}
        await press(app, pilot, ["escape"])
        assert session.help is None
        assert not session.game.moves

    on_screen(session, play)


def test_a_hint_is_not_given_on_top_of_a_mistake(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.enter(2, 2)  # nothing clashes; the solution says 4
    found = session.find_help()
    assert found == "Correct the mistakes first. There is 1 wrong entry: r1c3."
    session.enter(2, 4)
    session.mark("crossed", [3], 6)
    assert session.find_help() == (
        "Correct the mistakes first. A right candidate is crossed out in r1c4."
    )


def test_a_hint_goes_on_with_the_last_entry(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.enter(2, 4)
    session.enter(5, 8)
    assert session.game.last_entry == ((5, 8),)
    first = session.find_help()
    assert isinstance(first, Help)
    assert first.step.placements[0][1] == 8
    session.undo()
    assert session.game.last_entry == ((2, 4),)
    session.erase([2])
    assert not session.game.last_entry


def test_candidates_are_filled_in_and_crossed_out(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.view.cursor == 2
        await press(app, pilot, "c")
        assert faces_of_game(session, app.view)[2].marks == 0b1011  # 1, 2, 4
        await press(app, pilot, "p15")
        assert faces_of_game(session, app.view)[2].marks == 0b1010
        assert session.game.written(2).crossed == 1  # 5 was none
        assert "cross out" in keep(app, "candidates")
        await press(app, pilot, "1pc")
        assert session.game.written(2) == NOTHING
        assert app.mode == "digit"

    on_screen(session, play)


def test_clashes_are_marked_without_colour_and_named(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "5")
        assert app.message == "5 in r1c3 clashes with r1c1."
        flags = {cell: face.flag for cell, face in enumerate(faces_of_game(session, app.view))}
        assert {cell for cell, flag in flags.items() if flag == "!"} == {0, 2}
        assert "5!" in keep(app, "clash")
        await press(app, pilot, "5")
        assert session.game.written(2) == NOTHING
        await press(app, pilot, "2v")
        assert app.message == "There is 1 wrong entry: r1c3."
        assert faces_of_game(session, app.view)[2].flag == "x"
        await press(app, pilot, ["0", "left", "7"])
        assert app.message == "r1c2 is a given and can't be changed."

    on_screen(session, play)


def test_a_pause_hides_the_board_and_stops_the_clock(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "t4u")
        assert session.game.is_paused
        assert not session.game.moves
        assert all(not face.digit for face in faces_of_game(session, app.view))
        keep(app, "pause")
        await press(app, pilot, "t4")
        assert not session.game.is_paused
        assert len(session.game.moves) == 1

    on_screen(session, play)
    assert session.game.is_paused


@pytest.mark.parametrize(
    ("key", "ending"), [("s", "This is the"), ("g", "You gave up. This is the")]
)
def test_solving_and_giving_up_ask_first(tmp_path: Path, key: str, ending: str) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press(key, "n")
        assert not session.game.moves
        await pilot.press(key)
        keep(app, f"question-{key}")
        await pilot.press("y")
        assert session.game.is_finished
        assert app.message == f"{ending} solution."

    on_screen(session, play)


SCREENS = {"small": (40, 14), "usual": (80, 24), "wide": (120, 40), "huge": (200, 90)}


FITTING = [(size, "usual") for size in sorted(OF_SIZE) if size <= 16] + [(9, "wide"), (16, "huge")]


@pytest.mark.parametrize(("size", "screen"), FITTING)
def test_every_size_fits_and_takes_its_last_digit(tmp_path: Path, size: int, screen: str) -> None:
    session = session_of(tmp_path, OF_SIZE[size])
    solution = session.solution
    assert solution is not None
    top = next(
        at for at in range(size**2) if solution[at] == size and not session.game.is_given(at)
    )

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        board = app.board
        assert board.size.width == board.board.width <= SCREENS[screen][0]
        assert board.size.height == board.board.height < SCREENS[screen][1]
        assert board.shows_all_candidates or screen == "usual"
        await press(
            app, pilot, ["c", *way(size, app.view.cursor, top), "123456789ABCDEFG"[size - 1]]
        )
        assert session.game.cells[top] == size
        assert "to go" in keep(app, f"{size}x{size}-{screen}")

    on_screen(session, play, SCREENS[screen])


def test_a_small_terminal_scrolls_and_zoom_shows_candidates(tmp_path: Path) -> None:
    session = session_of(tmp_path, OF_SIZE[16])

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, ["end", "pagedown"])
        assert app.view.cursor == 255
        assert app.board.scroll_offset.y > 0
        await press(app, pilot, ["z", "z", "z", "c"])
        assert app.board.shows_all_candidates
        keep(app, "scrolled")
        while app.zoom:
            await press(app, pilot, "z")
        assert not app.board.shows_all_candidates

    on_screen(session, play, SCREENS["small"])


def test_a_message_that_is_too_long_is_scrolled_by_keys(tmp_path: Path) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        words = app.panel.query_one(ScrolledText)
        shown, more = words.query_one(VerticalScroll), words.query_one("#more")
        assert not more.display
        app.message = "a word " * 200 + "the end"
        app.action_mode("digit")
        await pilot.pause()
        assert more.display
        assert shown.max_scroll_y > 0
        while not shown.is_vertical_scroll_end:
            before = shown.scroll_y
            await press(app, pilot, "j")
            assert shown.scroll_y > before
        await press(app, pilot, ["k"])
        assert not shown.is_vertical_scroll_end
        app.message = "short"
        app.action_mode("digit")
        await pilot.pause()
        assert (more.display, shown.scroll_y) == (False, 0)

    on_screen(session_of(tmp_path), play)


def test_the_manual_and_both_grounds(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for name in ("dark", "light", "dark"):
            assert "51 to go" in keep(app, name)
            assert app.palette.hex("paper") in (PICTURES / f"{name}.svg").read_text()
            await press(app, pilot, "l")
        await pilot.press("question_mark")
        assert "--resume continues" in keep(app, "manual")
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    on_screen(session, play)


@pytest.mark.parametrize("line", [IMPOSSIBLE, CLASHING], ids=["no solution", "clash"])
def test_what_has_no_solution_is_not_begun(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError, match="the puzzle can't be played: "):
        session_of(tmp_path, line)


def test_a_puzzle_with_several_solutions_is_played_without_check(tmp_path: Path) -> None:
    session = session_of(tmp_path, SEVERAL)
    for act, what in (
        (session.check, "check the entries"),
        (session.solve, "fill in the solution"),
        (session.find_help, "give a hint"),
    ):
        assert act() == f"Can't {what}: the puzzle has more than one solution."


# On real terminals


def test_a_killed_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    with Terminal("play", WIKIPEDIA, state=tmp_path) as terminal:
        terminal.wait_for("51 to go")
        terminal.send("4\x1b[C6\x1b[B\x1b[B 2")  # r1c3, r1c4, a corner mark in r3c4
        wait_until(lambda: '"corner"' in saved_text(tmp_path))
        assert terminal.kill() == -signal.SIGKILL
    with Terminal("play", "--resume", state=tmp_path) as terminal:
        terminal.wait_for("49 to go")
        terminal.send("u")
        wait_until(lambda: '"done": 2' in saved_text(tmp_path))
        terminal.send("q")
        assert terminal.wait() == 0
        assert "Saved. To continue: cpsudoku play --resume" in terminal.shown
    game = game_from_json(saved_text(tmp_path))
    assert game.cells == bytes([5, 3, 4, 6]) + game.puzzle.givens.cells[4:]
    assert len(game.undone) == 1
    assert game.elapsed > 0


def test_closing_the_terminal_loses_nothing(tmp_path: Path) -> None:
    with Terminal("play", WIKIPEDIA, state=tmp_path) as terminal:
        terminal.wait_for("51 to go")
        terminal.send("4")
        wait_until(lambda: '"digit": 4' in saved_text(tmp_path))
        terminal.kill(signal.SIGHUP)
        assert "\x1b[?1049l" in terminal.shown  # the terminal is left as it was found
    assert len(game_from_json(saved_text(tmp_path)).moves) == 1


def test_no_colours_are_sent_where_none_are_wanted(tmp_path: Path) -> None:
    colour = re.compile(r"\x1b\[[0-9;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])\b[0-9;]*m")
    for more, expected in (({"NO_COLOR": "1"}, False), ({}, True)):
        with Terminal("play", WIKIPEDIA, state=tmp_path, more=more) as terminal:
            shown = ""
            while "51 to go" not in shown:
                assert terminal.read(PATIENCE)
                shown += terminal.shown
                terminal.shown = ""
            assert bool(colour.search(shown)) is expected


def saved_text(state: Path) -> str:
    """The saved game, if there is one."""
    files = list((state / "cpsudoku" / "games").glob("*.json"))
    return files[0].read_text() if files else ""


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


# Saved games


def spoil(name: str, text: str) -> str:
    """A saved game spoiled in that way."""
    if name == "truncated":
        return text[: len(text) // 2]
    if name == "of another version":
        return text.replace('"version": 1', '"version": 2')
    return text.replace('"digit": 4', '"digit": 14')


@pytest.mark.parametrize("name", ["truncated", "of another version", "edited by hand"])
def test_a_spoiled_save_is_told_and_kept_aside(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "cpsudoku" / "games"
    session = session_of(folder)
    session.enter(2, 4)
    good = session.path.read_text()
    bad = spoil(name, good)
    assert bad != good
    older = folder / "older.json"
    older.write_text(good)
    os.utime(older, (1, 1))
    session.path.write_text(bad)
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", "--resume", "--plain", state=tmp_path, more=environment) as terminal:
        assert terminal.wait() == 2
        said = {
            "truncated": "cut short or damaged",
            "of another version": "version 2; this program reads 1",
            "edited by hand": "move 1: digit 14 is out of range",
        }[name]
        shown = terminal.shown.replace("\r\n", "")
        assert said in shown
        assert f"the file was renamed to {session.path.name}.damaged" in shown
        assert str(session.path) in shown
    aside = session.path.with_name(session.path.name + ".damaged")
    assert aside.read_text() == bad
    assert not session.path.exists()
    found = Saves(folder).latest()
    assert found is not None
    assert found[0] == older


def test_each_game_has_a_file_of_its_own_and_the_last_is_gone_on_with(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    assert saves.latest() is None
    first, second = session_of(tmp_path), session_of(tmp_path, OF_SIZE[4])
    first.enter(2, 4)
    second = Session.begin(second.game, saves)
    second.mark("corner", [1], 1)
    os.utime(first.path, (1, 1))
    found, of_first = saves.latest(), saves.latest(first.game.puzzle)
    assert found is not None
    assert of_first is not None
    assert (found[0], of_first[0]) == (second.path, first.path)
    assert first.path != second.path
    assert saves.latest(OF_SIZE[6]) is None


def test_a_game_that_can_not_be_saved_says_so_and_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    session = session_of(blocked)
    session.enter(2, 4)
    assert "Not saved!" in session.unsaved
    assert session.farewell == session.unsaved
    assert session.game.cells[2] == 4


def test_a_save_is_never_half_written(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for digit in (4, 2, 1):
        session.enter(2, digit)
        assert session.path.read_text() == game_to_json(session.game)
        assert list(tmp_path.iterdir()) == [session.path]
