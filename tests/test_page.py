"""The real page in a real browser against the real server.

With ``--exhaustive``, also the page without a server, if there is a Pyodide.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import page_screens
import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.play.game import CellMarks
from cpsudoku.solving import as_puzzle
from cpsudoku.web.actions.base import data_of_puzzle
from cpsudoku.web.slim import SLIM, slim_script, slim_style
from tests.browser import PROGRAM
from tests.chance import Chance
from tests.command import run
from tests.game_cases import CASES, OUTCOMES_ON_THE_PAGE, PLAYED, Case, outcome, random_moves
from tests.hosted import Hosted, hosted
from tests.puzzles import WIKIPEDIA
from tests.served import Served, served
from tests.test_blind import RED, RENBAN, WITH_RED
from tests.test_blind import link as partly
from tests.test_drawings import square
from tests.test_sudokupad import link_of, scl

playwright = pytest.importorskip("playwright.sync_api")
if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FloatRect, Page

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed")
STATIC = Path(__file__).parents[1] / "cpsudoku" / "web" / "static"
PICTURES = Path(__file__).parents[1] / "build" / "page"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PATIENCE = 120_000  # milliseconds, for a machine that is busy
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
SIZES = {"wide": (1280, 860), "tablet": (820, 1100), "phone": (320, 640)}


# Each of these needs what a page without a server lacks.
FOR_THE_SERVER = {
    "test_paste_link_and_workbook": "a reader of workbooks",
    "test_a_reload_goes_on_and_two_tabs_do_not_mix": "saved games as files",
    "test_all_modules_are_loaded_at_once_and_once": "one set of modules",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Test the page of a server, and with ``--exhaustive`` also the page without one."""
    if "server" in metafunc.fixturenames:
        is_for_both = metafunc.function.__name__ not in FOR_THE_SERVER
        exhaustive = metafunc.config.getoption("--exhaustive")
        forms = [served, hosted] if exhaustive and is_for_both else [served]
        metafunc.parametrize("server", forms, indirect=True, scope="module")


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served | Hosted]:
    """One server for the tests of this module, or one host of the page without a server."""
    with request.param(tmp_path_factory.mktemp("state"), WIKIPEDIA) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this module."""
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(
            executable_path=PROGRAM, args=["--no-sandbox", "--process-per-site", NO_NETWORK]
        )
        yield started
        started.close()


@pytest.fixture(scope="module")
def context(browser: Browser, server: Served | Hosted) -> Iterator[BrowserContext]:
    """One context for the tests of this module: a new one for each test costs a second more.

    Its first page stays open, so that the process that shows the others goes on.
    """
    opened = browser.new_context(viewport={"width": 1280, "height": 860})
    opened.new_page().goto(f"{server.address}nothing-is-here")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext, server: Served | Hosted) -> Iterator[Page]:
    """The page with the puzzle of Wikipedia, as if never seen. No script on it may fail."""
    opened = context.new_page()
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(server.address))
    forget = {"origin": origin, "storageTypes": "local_storage,indexeddb"}
    context.new_cdp_session(opened).send("Storage.clearDataForOrigin", forget)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    begin(opened, server.address)
    yield opened
    for each in context.pages[1:]:
        each.close()
    assert [each for each in errors if "422" not in each] == []


def begin(page: Page, address: str) -> None:
    """Show the page, and wait until it is ready."""
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]")


def verdict(page: Page, word: str) -> None:
    """Wait for a verdict."""
    page.wait_for_selector(f"#verdict.{word}")


def open_text(page: Page, text: str) -> None:
    """Open a text by the dialog."""
    page.click("#open-button")
    page.fill("#open-text", text)
    page.click("#open-go")
    page.wait_for_selector("#open-dialog", state="hidden")


def begin_4x4(page: Page) -> None:
    """Begin an empty board of 4x4, and wait until it is shown."""
    page.click("#new-button")
    page.click("text=4×4")
    until(page, "cpsudoku.state.game.board.size === 4")


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true in the page."""
    page.wait_for_function(f"() => {expression}")


def press_at_once(page: Page, keys: list[str], control: bool = False) -> None:
    """Press digits and letters in one turn of the page, which is much faster than one by one."""
    page.evaluate(
        """([keys, ctrlKey]) => {
          for (const key of keys) {
            const code = /[0-9]/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
            const pressed = { key, code, ctrlKey, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", pressed));
          }
        }""",
        [keys, control],
    )


def digits(page: Page) -> str:
    """The digits on the board."""
    return "".join(str(digit) for digit in page.evaluate("cpsudoku.state.game.digits"))


def wrong(page: Page) -> set[str]:
    """The names of the cells that are marked as wrong."""
    return {str(cell.get_attribute("id")) for cell in page.locator("[aria-invalid=true]").all()}


def test_moves_lead_to_the_same_as_in_the_game_of_the_terminal(
    page: Page, server: Served | Hosted
) -> None:
    long = [Case(puzzle, random_moves(seed, 60), {}) for seed in range(30) for puzzle in PLAYED]
    cases = [*CASES.values(), *long]
    boards = {
        case.puzzle: server.ask("board", puzzle=data_of_puzzle(as_puzzle(case.puzzle)))
        for case in cases
    }
    pairs = [[boards[case.puzzle], case.moves] for case in cases]
    found = page.evaluate(OUTCOMES_ON_THE_PAGE, [pairs, list(map(int, SOLUTION))])
    for case, seen in zip(cases, found, strict=True):
        assert seen == outcome(case), case


def test_the_same_key_again_removes_a_digit_and_a_colour(page: Page) -> None:
    page.click("#r1c3")
    for key in "4" * 3 + "v" + "2" * 3:
        page.keyboard.press(key)
    moves = page.evaluate("cpsudoku.state.game.moves.map((each) => each.move)")
    assert moves == ["enter", "erase", "enter", "colour", "colour", "colour"]
    assert page.evaluate("cpsudoku.state.game.written[2]") == CellMarks(4, colour=2)._asdict()


def test_what_undo_and_a_hint_change_is_spoken_wherever_the_cursor_is(page: Page) -> None:
    page.click("#r1c3")
    page.keyboard.press("4")
    page.click("#r9c9")
    page.keyboard.press("Control+z")
    until(page, "document.getElementById('spoken').textContent === 'row 1 column 3: empty'")
    page.keyboard.press("h")
    until(page, "Boolean(cpsudoku.state.hint)")
    page.keyboard.press("Enter")
    until(page, "/^r\\dc\\d = \\d$/.test(document.getElementById('spoken').textContent)")


def test_a_board_has_the_focus_after_a_puzzle_was_opened(page: Page) -> None:
    open_text(page, "1234341221434321")
    until(page, "document.activeElement.getAttribute('role') === 'gridcell'")


def test_a_solution_is_shown_with_its_layers(page: Page) -> None:
    verdict(page, "unique")
    open_text(page, "1234341221434321\nyin-yang\nkiller 9: r1c1 r1c2")
    verdict(page, "none")
    open_text(page, "1234341221434321\nyin-yang")
    verdict(page, "unique")
    page.click("#tab-set")
    page.click("#set-more summary")
    page.click("text=Show the solution")
    drawn = page.locator(".hint-ground .f-layer").count()
    assert drawn == page.locator("#verdict .detail").inner_text().count("#") > 0
    page.click("#r1c1")
    page.keyboard.press("Delete")
    assert page.locator(".hint-ground .f-layer").count() == 0


def test_the_verdict_follows_what_is_typed(page: Page) -> None:
    verdict(page, "unique")
    begin_4x4(page)
    for cell, digit in (("r1c1", "1"), ("r1c4", "4"), ("r2c3", "1"), ("r3c1", "2")):
        page.click(f"#{cell}")
        page.keyboard.press(digit)
    verdict(page, "multiple")
    page.click("text=Show a solution")
    assert page.locator(".tint-differs").count() > 0
    first = page.evaluate("cpsudoku.state.overlay.digits")
    page.click("text=show the other")
    assert page.evaluate("cpsudoku.state.overlay.digits") != first
    page.click("#r4c4")
    page.keyboard.press("3")
    verdict(page, "unique")
    page.keyboard.press("4")
    verdict(page, "none")
    assert wrong(page) == {"r1c4", "r4c4"}
    page.click("text=Why?")
    page.wait_for_selector(".diagnosis p")
    page.click("#r4c4")
    page.keyboard.press("Control+z")
    verdict(page, "unique")


def test_a_whole_game_by_keyboard_only(page: Page) -> None:
    verdict(page, "unique")
    page.keyboard.press("Tab")  # to the link that skips to the board
    page.locator("#r1c1").focus()
    assert page.evaluate("document.activeElement.id") == "r1c1"
    for at, (given, digit) in enumerate(zip(WIKIPEDIA, SOLUTION, strict=True)):
        if at and at % 9 == 0:
            page.keyboard.press("ArrowDown")
        if not given.isdigit() or given == "0":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
    assert digits(page) == SOLUTION
    until(page, "document.getElementById('status').textContent.includes('Solved')")
    page.wait_for_selector("#finish:has-text('Without a hint'):has-text('Difficulty: easy')")
    page.click("#next-puzzle")
    page.wait_for_selector("#finish", state="detached")
    assert 0 < page.evaluate("cpsudoku.state.game.left") < 81
    assert page.evaluate("cpsudoku.state.game.done") == 0


def test_keys_work_after_every_click_unless_a_text_field_has_the_focus(page: Page) -> None:
    """Each click is followed by a digit, which moves to the cursor's cell."""
    verdict(page, "unique")
    page.keyboard.press("ArrowRight")  # the cursor is on the board from the beginning
    page.keyboard.press("ArrowRight")
    dialog = ["#open-button", "#open-dialog button[value=cancel]"]
    named = ["#hint-button", ".tool-corner", ".tool-digit", "#tab-learn", "#tab-play"]
    paused = ["text=Pause", "text=Go on"]
    for place in (*dialog, *named, "text=Check", *paused, "#rate-button", "#tab-export"):
        if place == "#rate-button":
            page.click("#tab-learn")
        page.click(place)
        if place in (dialog[0], ".tool-corner", "text=Pause"):
            continue
        before = page.evaluate("cpsudoku.state.game.digit(2)")
        page.keyboard.press("4")
        assert page.evaluate("cpsudoku.state.game.digit(2)") == 4 - before, place
    page.click("#tab-set")
    page.click("#rule-search")
    page.keyboard.press("7")
    assert page.input_value("#rule-search") == "7"
    assert page.evaluate("cpsudoku.state.board.givens[2]") == 0
    page.click("#tab-play")  # the text field gives the keys back
    page.keyboard.press("Backspace")
    assert page.evaluate("cpsudoku.state.game.digit(2)") == 0
    page.focus("#hint-button")
    page.keyboard.press("Enter")  # a button that the keyboard reached is pressed
    page.wait_for_selector("#help li")


def test_why_a_digit_is_not_in_a_cell(page: Page) -> None:
    verdict(page, "unique")
    page.click("#r1c3")
    for digit, reason in ((3, "sees the 3 in r1c2"), (4, "is possible"), (2, "r1c3 is not 2")):
        page.keyboard.press("w")
        page.click(f"[aria-label='Why is r1c3 not {digit}?']")
        page.wait_for_selector(f"#status:has-text('{reason}')")
    page.click("#r1c1")
    page.click("#why-button")
    page.click("#status button >> nth=0")
    page.wait_for_selector("#status:has-text('Select an empty cell')")


def test_clashes_turn_red_at_once_and_givens_stay(page: Page) -> None:
    page.click("#r1c3")
    page.keyboard.press("5")
    assert wrong(page) == {"r1c3", "r1c1"}
    assert "clashes" in str(page.get_attribute("#r1c3", "aria-label"))
    page.click("#r1c1")
    page.keyboard.press("9")
    assert digits(page)[0] == "5"
    page.click("#r1c3")
    page.keyboard.press("Backspace")
    assert wrong(page) == set()


def test_what_is_shown_on_the_board_never_mixes_and_never_stays(page: Page) -> None:
    verdict(page, "unique")
    page.click("#r1c3")
    for key in "x1c2z":
        page.keyboard.press(key)
    own, others = page.locator(".cells .pencil"), page.locator(".cells .mark")
    assert (own.count(), others.count()) == (2, 0)
    page.keyboard.press("a")  # candidates on: own marks are hidden
    assert page.get_attribute("[title=A]", "aria-pressed") == "true"
    assert own.count() == 0 < others.count()
    page.keyboard.press("a")
    assert (own.count(), others.count()) == (2, 0)
    page.keyboard.press("1")
    page.keyboard.press("k")
    assert page.inner_text("#status") == "Wrong: r1c3"
    page.keyboard.press("Control+z")
    assert page.inner_text("#status") == ""
    page.click("#r1c1")
    assert page.locator(".tint-same").count() > 1
    page.keyboard.press("p")
    assert page.locator(".tint-same, .cells text").count() == 0
    assert "empty" in str(page.get_attribute("#r1c1", "aria-label"))
    page.keyboard.press("p")
    assert page.locator(".cells text").count() > 30
    for level in range(1, 5):
        page.keyboard.press("h")
        until(page, f"document.querySelectorAll('#help li').length === {level}")
    assert page.locator(".hint-shapes text").all_text_contents() == ["8"]  # a hidden single
    page.emulate_media(media="print", color_scheme="dark")
    paper = "getComputedStyle(document.querySelector('.paper-cell')).fill"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


def test_large_boards_are_seen_from_closer(page: Page) -> None:
    open_text(page, "." * 625)
    until(page, "cpsudoku.state.board.size === 25")

    def box(name: str) -> FloatRect:
        found = page.locator(name).bounding_box()
        assert found is not None
        return found

    whole, side = box("#board"), box("#r20c20")["width"]
    page.click("#r20c20")
    for _ in range(3):
        page.keyboard.press("+")
    closer = box("#r20c20")
    assert closer["width"] > 2.5 * side
    for _ in range(19):  # the cursor is followed
        page.keyboard.press("ArrowUp")
    cursor = box("#r1c20")
    assert whole["y"] - 1 <= cursor["y"] <= whole["y"] + whole["height"] - cursor["height"] + 1
    page.mouse.click(cursor["x"] + cursor["width"] * 0.5, cursor["y"] + cursor["height"] * 1.5)
    assert page.evaluate("cpsudoku.state.selection") == [44]  # r2c20
    page.mouse.wheel(0, 10 * side)  # the wheel alone moves what is closer
    until(page, f"document.getElementById('r2c20').getBoundingClientRect().y < {cursor['y']}")
    page.keyboard.down("Control")
    page.mouse.wheel(0, 2000)
    page.keyboard.up("Control")
    until(page, "!document.querySelector('#board.zoomed')")
    assert box("#r20c20")["width"] == pytest.approx(side)
    assert box("#board") == whole
    page.click("#r1c1")
    for _ in range(3):
        page.keyboard.press("+")
    assert box("#r1c1")["x"] >= whole["x"] - 1  # whole, also in the corner
    assert box("#r1c1")["y"] >= whole["y"] - 1
    for _ in range(3):
        page.keyboard.press("-")
    fingers = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", (200, 300)), ("touchMove", (150, 350)), ("touchEnd", ())):
        touched = [{"x": x, "y": 300} for x in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    until(page, "cpsudoku.view.zoom.scale === 2")
    assert box("#r20c20")["width"] == pytest.approx(2 * side, rel=0.01)


def test_marks_keep_away_from_dots_and_cages(page: Page) -> None:
    open_text(page, f"{'.' * 16}\nwhite: r1c1 r1c2\nkiller 5: r2c2 r2c3")
    until(page, "cpsudoku.state.board.size === 4")
    page.click("#tab-play")
    page.click("#r1c1")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("x")
    for key in "1234":
        page.keyboard.press(key)
    box = "each => each.map((one) => { const { left, right } = one.getBoundingClientRect(); "
    marks = page.locator(".cells .pencil").evaluate_all(box + "return [left, right]; })")
    [[left, right]] = page.locator("#board .above circle, #board .rules circle").evaluate_all(
        box + "return [left, right]; })"
    )
    assert len(marks) == 8
    assert all(one[1] <= left or one[0] >= right for one in marks)


def test_back_and_forward_walk_through_what_was_opened(page: Page) -> None:
    verdict(page, "unique")
    page.click("#r1c3")
    page.keyboard.press("4")
    open_text(page, "1..4..1.2......3")
    until(page, "cpsudoku.state.board.size === 4")  # else Back still leaves the first puzzle
    page.go_back()
    until(page, "cpsudoku.state.board.size === 9 && cpsudoku.state.game.digit(2) === 4")
    page.go_forward()
    until(page, "cpsudoku.state.board.size === 4")
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    page.go_back()
    until(page, "cpsudoku.state.board.size === 9 && cpsudoku.state.game.digit(2) === 4")
    page.go_back()  # not yet out of the page
    page.wait_for_selector("#problem:has-text('Go back once more')")
    page.go_forward()
    page.wait_for_selector("#problem", state="hidden")
    assert page.evaluate("cpsudoku.state.board.size") == 9


def answer_nothing(page: Page) -> None:
    """Lose all questions: those to the server, and those to workers of a page without one."""
    page.route("**/api/*", lambda route: None)
    page.evaluate(
        "(window.posted = Worker.prototype.postMessage,"
        " Worker.prototype.postMessage = function (data) {"
        " if (data.files) window.posted.call(this, data); }, 0)"
    )


def answer_again(page: Page) -> None:
    """End what ``answer_nothing`` does."""
    page.unroute("**/api/*")
    page.evaluate("(Worker.prototype.postMessage = window.posted, 0)")


def test_a_long_question_shows_its_seconds_and_can_be_stopped(page: Page) -> None:
    verdict(page, "unique")
    answer_nothing(page)
    page.click("#tab-set")
    page.click("#r1c3")
    page.keyboard.press("4")
    page.wait_for_selector("#verdict:has-text('1 s')")
    page.click("#verdict >> text=Cancel")
    page.wait_for_selector("#verdict.unknown:has-text('Stopped.')")
    page.click("#tab-play")
    page.keyboard.press("h")
    page.wait_for_selector("#status:has-text('1 s')")
    page.click("#status >> text=Cancel")
    answer_again(page)
    page.click("text=Try again")
    verdict(page, "unique")


def test_marks_colours_and_200_steps_back(page: Page) -> None:
    page.click("#r1c3")
    keys = list("x1c2v3z44")
    for key in keys:
        page.keyboard.press(key)
    press_at_once(page, keys * 49)
    moves = page.evaluate("cpsudoku.state.game.done")
    assert moves >= 200
    page.keyboard.press("Control+z")
    press_at_once(page, ["z"] * (moves - 1), control=True)
    assert page.evaluate("cpsudoku.state.game.done") == 0
    assert page.evaluate("cpsudoku.state.game.written[2]") == {
        "digit": 0,
        "corner": 0,
        "centre": 0,
        "crossed": 0,
        "colour": 0,
    }
    page.keyboard.press("Control+y")
    press_at_once(page, ["y"] * (moves - 1), control=True)
    assert page.evaluate("cpsudoku.state.game.done") == moves


def test_hints_in_four_levels_are_drawn_and_followed(page: Page) -> None:
    verdict(page, "unique")
    page.click("#r1c3")
    for level in range(1, 5):
        page.keyboard.press("h")
        until(page, f"document.querySelectorAll('#help li').length === {level}")
    assert page.locator(".hint-shapes circle").count() > 0
    page.keyboard.press("Enter")
    assert page.evaluate("cpsudoku.state.game.moves[0].move") == "hint"


def test_check_finds_a_wrong_entry_only_on_request(page: Page) -> None:
    verdict(page, "unique")
    page.click("#r1c3")
    page.keyboard.press("1")
    assert wrong(page) == set()
    page.click("text=Check")
    assert wrong(page) == {"r1c3"}


def test_paste_link_and_workbook(page: Page, tmp_path: Path) -> None:
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text", text);
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        }""",
        "1..4..1.2......3",
    )
    until(page, "cpsudoku.state.game.board.size === 4")
    link = run("convert", WIKIPEDIA, "--to", "f-puzzles").out.strip()
    open_text(page, link)
    until(page, "cpsudoku.state.game.board.size === 9")
    verdict(page, "unique")
    book = tmp_path / "book.xlsx"
    assert run("convert", "1..4..1.2......3", "-o", book).code == 0
    page.click("#open-button")
    page.set_input_files("#open-file", book)
    until(page, "cpsudoku.state.game.board.size === 4")


def test_one_of_several_puzzles_is_chosen(page: Page) -> None:
    page.click("#open-button")
    page.fill("#open-text", "1..4..1.2......3\n1....4....3....2\n")
    page.click("#open-go")
    page.wait_for_selector("#open-list li:nth-child(2) img[src^='data:image/svg']")
    page.click("#open-list li:nth-child(2) button")
    verdict(page, "multiple")


def test_what_is_not_a_puzzle_is_refused_with_a_reason(page: Page) -> None:
    page.click("#open-button")
    page.fill("#open-text", "this is not a puzzle")
    page.click("#open-go")
    until(page, "document.getElementById('open-problem').textContent !== ''")
    assert page.inner_text("#open-problem") == "the text: no puzzle is recognised in it"
    assert digits(page).replace("0", ".") == WIKIPEDIA.replace("0", ".")


def drag(page: Page, *cells: str) -> None:
    """Drag over cells with the mouse."""
    for at, cell in enumerate(cells):
        box = page.locator(f"#{cell}").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        if not at:
            page.mouse.down()
    page.mouse.up()


def rules_are(page: Page, *lines: str) -> None:
    """Wait until the rules of the puzzle are these."""
    until(
        page, f"cpsudoku.state.board.rules.map((each) => each.line).join() === {','.join(lines)!r}"
    )


def test_rules_are_drawn_chosen_moved_changed_and_removed(page: Page) -> None:
    begin_4x4(page)
    page.fill("#rule-search", "pill")  # another name of the arrow
    page.wait_for_selector("[data-rule=arrow]")
    assert page.locator(".tile:visible").count() == 1
    page.click("[data-rule=arrow]")
    drag(page, "r4c1", "r3c1", "r2c2")
    arrow = "arrow: r4c1 = r3c1 r2c2"
    rules_are(page, arrow)
    page.fill("#rule-search", "")
    page.click("[data-rule=clone]")
    drag(page, "r1c1", "r1c2")
    until(page, "cpsudoku.state.board.rules[1]?.line.startsWith('clone: r1c1 r1c2 = ')")
    page.keyboard.press("Delete")
    rules_are(page, arrow)
    page.click("[data-rule=killer]")
    drag(page, "r1c3", "r1c4")
    rules_are(page, arrow, "killer: r1c3 r1c4")
    page.keyboard.type("3")
    rules_are(page, arrow, "killer 3: r1c3 r1c4")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    rules_are(page, arrow, "killer 3: r2c3 r2c4")
    page.click("#pen-digits")
    page.click("#r3c1")
    page.click("#r3c1")  # once more: the rule below
    drag(page, "r3c1", "r3c2")
    rules_are(page, "arrow: r4c2 = r3c2 r2c3", "killer 3: r2c3 r2c4")
    page.keyboard.press("Control+z")
    rules_are(page, arrow, "killer 3: r2c3 r2c4")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    rules_are(page, arrow, "killer: r1c3 r1c4")
    page.keyboard.press("Control+y")
    rules_are(page, arrow, "killer 3: r1c3 r1c4")
    verdict(page, "multiple")
    page.click("[data-rule=product]")
    drag(page, "r4c3", "r4c4")
    page.keyboard.type("99")  # nothing can be 99, so it is red, with the reason
    until(page, "cpsudoku.state.board.rules[2]?.problem")
    assert page.locator(".above .s-eliminated, .lines .s-eliminated").count() > 0
    assert "99" in page.inner_text("#pen-line .broken")
    verdict(page, "none")
    page.click("#pen-remove")
    page.click("[data-rule=anti-king]")  # needs nothing
    rules_are(page, arrow, "killer 3: r1c3 r1c4", "anti-king")
    page.click("#set-more summary")
    page.fill("#rule-line", "kiler 3: r1c1")
    page.click("#rule-add")
    until(page, "document.querySelector('#rule-form [role=alert]').textContent.includes('killer')")


def test_true_candidates_follow_and_what_contradicts_turns_red(page: Page) -> None:
    begin_4x4(page)
    page.check("#trues")
    page.click("[data-rule=thermo]")
    drag(page, "r1c1", "r2c1", "r3c1", "r4c1")
    until(page, "cpsudoku.state.trueDigits?.[0].join() === '1'")
    page.click("#pen-digits")
    page.click("#r4c4")
    page.keyboard.press("4")
    verdict(page, "none")
    page.wait_for_selector(".red *", state="attached")
    until(page, "document.querySelector('#verdict .detail').textContent.includes('thermometer')")


def test_clues_outside_and_regions_are_set_with_the_mouse(page: Page) -> None:
    page.click("#tab-set")
    page.click("[data-rule=x-sum]")
    page.click("#places [aria-label='Clue ← from r2c9']")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    until(page, "cpsudoku.state.board.rules[0]?.line.startsWith('x-sum 20: r2c9 r2c8')")
    page.click("[data-rule=little-killer]")
    for line in ("r1c4 r2c5 r3c6", "r1c2 r2c1"):  # the other diagonal after another click
        page.click("#places [aria-label='Clue ↘ from r1c4']")
        cells = [f"r{word[1]}c{word[3]}" for word in line.split()]
        names = "cpsudoku.pen.strokes[0]?.map((cell) => cpsudoku.state.board.cells[cell].name)"
        until(page, f"{names}?.join().startsWith({','.join(cells)!r})")
    page.click("#pen-digits")
    assert page.locator("#places").count() == 0
    begin_4x4(page)
    page.click("#regions-draw")
    drag(page, "r2c1", "r1c1", "r1c2", "r1c3")
    drag(page, "r2c3", "r2c4", "r1c4", "r3c4")
    drag(page, "r2c2", "r3c2", "r3c1", "r4c1")
    page.keyboard.press("Control+z")
    until(page, "cpsudoku.panels.set.draft.count(3) === 0")
    page.keyboard.press("Control+y")
    page.click("#regions-use")
    until(page, "cpsudoku.state.board.puzzle.regions?.join() === 'AAAB,ACBB,CCDB,CDDD'")


def test_a_technique_is_practised(page: Page) -> None:
    verdict(page, "unique")
    page.click("#tab-learn")
    page.select_option("#practise-technique", "naked-pair")
    page.click("#practise-start")
    page.wait_for_selector("#practise-check")
    until(page, "cpsudoku.state.waiting && cpsudoku.verdict.solution")
    exercise = page.evaluate("cpsudoku.panels.learn.practice.exercise")
    cell = exercise["digits"].index(0)
    name = page.evaluate(f"cpsudoku.state.game.board.cells[{cell}].name")
    right = page.evaluate(f"cpsudoku.verdict.solution[{cell}]")
    page.click(f"#{name}")
    page.keyboard.press(str(right))  # crosses the right digit out
    page.click("#practise-check")
    page.wait_for_selector(".outcome.wrong")
    assert f"{right} can't be removed from {name}" in page.inner_text("#practise-said")
    page.keyboard.press("Control+z")
    page.click("#practise-show")
    until(page, "document.querySelectorAll('.hint-shapes circle').length > 0")
    page.click("#practise-leave")
    assert digits(page).replace("0", ".") == WIKIPEDIA.replace("0", ".")
    assert page.evaluate("cpsudoku.state.game.moves.length") == 0


def test_the_setter_sees_symmetry_and_rating(page: Page) -> None:
    page.click("#tab-set")
    page.click("#set-more summary")
    page.select_option("#symmetry", "turn")
    assert page.locator(".tint-redundant").count() == 0
    page.check("#rates")
    page.click("#r1c3")
    page.keyboard.press("4")
    assert page.locator(".tint-redundant").count() == 1  # its partner has no given
    until(page, "document.getElementById('rating').textContent.includes('ER')")
    page.click("text=Fill in the solution")
    assert digits(page) == SOLUTION


def test_steps_films_and_ratings(page: Page) -> None:
    page.click("#tab-learn")
    page.click("#explain-button")
    page.wait_for_selector("#steps li")
    assert page.locator("#steps details .card svg").count() == 0  # a long run is folded
    page.click("#steps summary >> nth=0")
    page.wait_for_selector("#steps details .card svg circle")
    page.click("[aria-label='Step forward']")
    assert str(page.inner_text("#step-text")).startswith("2.")
    page.click("#tab-watch")
    page.click("#film-backtrack")
    until(page, "document.getElementById('film-line').textContent.startsWith('try')")
    page.click("#tab-play")
    assert page.evaluate("cpsudoku.state.overlay") is None


CHAINS = "9..142756267359418451867932.25713.94.7...8..5.....5.7.7.2581..95...36..7..6.745.."


def test_all_steps_of_a_position_and_a_chain_link_by_link(page: Page) -> None:
    open_text(page, CHAINS)
    until(page, "cpsudoku.state.board.givens[0] === 9")
    page.click("#tab-learn")
    page.click("#steps-button")
    page.wait_for_selector("#panel-learn p:has-text(' steps')")
    titles = page.evaluate("cpsudoku.panels.learn.steps.map((step) => step.title)")
    assert len(set(titles)) > 10
    at = len(titles) - titles[::-1].index("XY-Chain") - 1
    page.evaluate(f"cpsudoku.panels.learn.go({at})")
    page.click("#unfold")
    page.click("#chains summary")
    page.wait_for_selector(".links .now")
    lines = page.locator(".links > li").count()
    drawn = [page.locator(".hint-front path").count()]
    for number in range(1, lines):
        page.click("[aria-label='Step forward']")
        assert "now" in str(page.locator(".links > li").nth(number).get_attribute("class"))
        drawn.append(page.locator(".hint-front path").count())
    assert drawn == sorted(set(drawn))  # each link adds to the drawing
    page.click("[aria-label='Step forward']")  # after the last link, the next step
    assert str(page.inner_text("#step-text")).startswith(f"{at + 2}.")


def test_a_puzzle_is_taken_away_and_comes_back_by_its_link(page: Page, server: Served) -> None:
    page.click("#tab-export")
    page.click("#export-show")
    until(page, "document.getElementById('export-text').value !== ''")
    assert page.input_value("#export-text").strip().replace("0", ".") == WIKIPEDIA.replace("0", ".")
    with page.expect_download() as saved:
        page.click("#export-save")
    assert saved.value.suggested_filename.startswith("sudoku")
    page.goto("about:blank")
    begin(page, f'{server.address}#puzzle={{"puzzle": "{WIKIPEDIA}"}}')
    assert digits(page).replace("0", ".") == WIKIPEDIA.replace("0", ".")


def test_a_puzzle_is_shared_by_one_button(page: Page) -> None:
    page.context.route("https://sudokupad.app/**", lambda route: route.fulfill(body="there"))
    verdict(page, "unique")
    page.keyboard.press("s")
    code = page.wait_for_selector("#share-body .code svg")
    assert code is not None
    link = page.input_value(
        "#share-body textarea"
    )  # not of this computer, which others can't reach
    assert Puzzle.parse(link).givens.line == WIKIPEDIA
    with page.context.expect_page() as opened:
        page.click("#share-body a")
    assert opened.value.url == link
    for way in ("f-puzzles", "sudokumaker", "iss", "text"):
        page.click(f"#share-ways [value={way}]")
        before, link = (
            link,
            page.wait_for_function(
                "(old) => (document.querySelector('#share-body textarea')?.value ?? old) !== old"
                " && document.querySelector('#share-body textarea').value",
                arg=link,
            ).json_value(),
        )
        assert before != link
        assert Puzzle.parse(link).givens.line == WIKIPEDIA
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#share-body button:has-text('Copy')")
    page.wait_for_selector("#share-line:has-text('Copied.')")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.click("#share-ways [value=picture]")
    with page.expect_download() as saved:
        page.click("#share-body button:has-text('PNG')")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_what_can_not_be_shared_is_refused_with_its_reason(page: Page) -> None:
    open_text(page, f"{'.' * 16}\nyin-yang")
    until(page, "cpsudoku.state.board.size === 4")
    page.click("#share-button")
    page.click("#share-ways [value=f-puzzles]")
    page.wait_for_selector("#share-line:has-text('yin-yang')")
    assert page.locator("#share-body > *").count() == 0
    page.click("#share-ways [value=text]")
    page.wait_for_selector("#share-body textarea")
    assert page.inner_text("#share-line") == ""


def test_a_reload_goes_on_and_two_tabs_do_not_mix(page: Page, server: Served | Hosted) -> None:
    page.click("#r1c3")
    page.keyboard.press("4")
    until(page, "cpsudoku.state.game.name !== ''")  # it is also saved as a file
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    assert page.evaluate("cpsudoku.state.game.digit(2)") == 4
    other = page.context.new_page()
    begin(other, server.address)
    assert other.evaluate("cpsudoku.state.game.digit(2)") == 0
    other.click("#r1c4")
    other.keyboard.press("6")
    page.bring_to_front()
    assert page.evaluate("cpsudoku.state.game.digit(3)") == 0
    other.close()
    assert server.ask("saved")["game"]["moves"]


SHIFTS = """new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) (window.shifts ??= []).push(value);
  }
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["wide", "phone"])
def test_the_board_never_moves(
    size: tuple[int, int], browser: Browser, server: Served | Hosted
) -> None:
    """Whatever is shown beside it, and all that is needed often is on the same screen."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(SHIFTS)
    page = context.new_page()
    begin(page, server.address)

    def box(name: str) -> FloatRect:
        found = page.locator(name).bounding_box()
        assert found is not None, name
        return found

    def seen(*names: str) -> None:
        for name in names:
            found = box(name)
            assert found["x"] >= 0, name
            assert found["y"] >= 0, name
            assert found["x"] + found["width"] <= size[0], name
            assert found["y"] + found["height"] <= size[1], name

    often = ("#tabs", "#verdict", "#pad", "#open-button", "#keys-button")
    verdict(page, "unique")
    place = box("#board")
    seen("#board", *often, "#hint-button", "#pause-button", "[title=A]", "[title=T]")
    for level in range(1, 5):
        page.keyboard.press("h")
        until(page, f"document.querySelectorAll('#help li').length === {level}")
        seen(f"#help li:nth-child({level})", "#help .row")
    page.evaluate("cpsudoku.opening.text('nonsense')")
    page.wait_for_selector("#problem:visible")
    assert box("#problem")["y"] > box("#verdict")["y"] + box("#verdict")["height"]
    for tab in ("set", "learn", "watch", "export"):
        page.click(f"#tab-{tab}")
        assert box("#board") == place, tab
    page.click("#tab-play")
    page.click("#keys-button")
    seen("#keys-title")  # the list begins at its top
    focus = "document.activeElement"  # Orca reads the list if the focus is below what describes it
    assert page.evaluate(f"{focus}.closest('[aria-describedby=keys-table]').id") == "keys-dialog"
    assert page.evaluate(f"{focus}.matches('#keys-table ~ p > button')")
    page.keyboard.press("Escape")
    pad = box("#pad")
    open_text(page, "1....4....3....2\ndiagonals")
    verdict(page, "multiple")
    assert page.locator("#problem").is_hidden()  # it was about another puzzle
    page.click("text=Which clues settle it?")
    page.wait_for_selector(".diagnosis button")
    seen("#board", *often, ".diagnosis p:first-child")
    assert box("#pad")["y"] == pad["y"]
    assert all(shift <= 0.05 for shift in page.evaluate("window.shifts ?? []"))
    context.close()


SLIM_SCRIPTS = {
    '// x\n  if (a === "b = c") d(); // e\n  f();\n': 'if(a==="b = c")d();f()',
    "const eve = `f = ${g + `${ {h: 1}.h } `}`;": "let a=`f = ${g+`${{h:1}.h} `}`",
    "a = [\n  0.5, ];\nb - -c / 2; b++ + ++c;\n": "a=[.5];b- -c/2;b++ + ++c",
    "x.replace(/ = [/]/, y / 2 / 1) ;": "x.replace(/ = [/]/,y/2/1)",
    "class A {\n  #long = 1;\n  at(first) { return this.#long + first; }\n}": (
        "class A{#a=1;at(a){return this.#a+a}}"
    ),
    # A name that is also a property keeps its letters, as one that is exported.
    "function one(two) { return { two, six: two.x }; }": "function a(two){return{two,six:two.x}}",
    "export const one = (two) => one(two, ten);": "export let one=a=>one(a,ten)",
    "const one = f(() => { let two = 1; let six = true; return six; });\nlet ten = { true: 1 };": (
        "let b=f(()=>{let c=1,a=!0;return a}),d={true:1}"
    ),
    "f(new Map(), new Set().size, new Map(a));": "f(new Map,new Set().size,new Map(a))",
    "for (let one = 0; one < 2; one += 1) f(one);\nconst two = async (one) => one;": (
        "for(let a=0;a<2;a+=1)f(a);let b=async a=>a"
    ),
    "for (const each of of) a(each);": "for(let b of of)a(b)",
}


def test_scripts_and_styles_are_at_most_120_kilobytes() -> None:
    files = [path for path in STATIC.iterdir() if path.suffix in SLIM]
    assert sum(len(SLIM[path.suffix](path.read_text()).encode()) for path in files) <= 120_000
    for script, slim in SLIM_SCRIPTS.items():
        assert slim_script(script) == f"{slim}\n"
    assert slim_style("  a, b > c { d: 0.5em f; }\n") == "a,b>c{d:.5em f}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_view_is_accessible_at_every_size(
    browser: Browser, server: Served | Hosted, size: str, scheme: str, chance: Chance
) -> None:
    """Each day axe looks at one of them on a wide screen."""
    from axe_playwright_python.sync_playwright import Axe

    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    begin(page, server.address)
    verdict(page, "unique")
    PICTURES.mkdir(parents=True, exist_ok=True)
    tabs = ("play", "set", "learn", "watch", "export")
    for tab in tabs:
        page.click(f"#tab-{tab}")
        if chance.exhaustive:
            page.screenshot(path=PICTURES / f"{tab}-{size}-{scheme}.png", full_page=True)
        too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not too_wide, tab
        if size == "wide" and tab in chance.some(tabs, 1):
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
    context.close()


def test_every_screen_is_accessible(
    browser: Browser, server: Served | Hosted, chance: Chance
) -> None:
    """A part of them each day; scripts/page_screens.py makes pictures of all of them."""
    found = []
    for screen in chance.part([*page_screens.SCREENS], 12):
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, color_scheme="dark", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page_screens.show(page, server.address, screen)
        found += [f"{screen}: {each}" for each in page_screens.violations(page)]
        context.close()
    assert found == []


def test_the_page_speaks_the_language_of_the_browser(
    browser: Browser, server: Served | Hosted
) -> None:
    context = browser.new_context(locale="ja-JP")
    page = context.new_page()
    begin(page, server.address)
    assert page.inner_text("#tab-play") == "遊ぶ"
    assert page.get_attribute("html", "lang") == "ja"
    page.select_option("#language", label="Deutsch")
    page.wait_for_selector("html[lang=de][data-ready=yes]")
    assert page.inner_text("#tab-play") == "Spielen"
    answered = page.evaluate(
        "import(new URL('static/api.js', location)).then(({ ask }) => ask('rules'))"
    )
    assert "Killerkäfig" in [rule["title"] for rule in answered["rules"]]
    context.close()


def test_a_key_shows_its_clash_within_a_frame(page: Page) -> None:
    """Measured in the page, so that the speed of the test machine's driver does not count."""
    page.click("#r1c3")
    shown = page.evaluate(
        """() => {
          const event = new KeyboardEvent("keydown", { key: "5", code: "Digit5", bubbles: true });
          document.activeElement.dispatchEvent(event);
          return document.getElementById("r1c3").getAttribute("aria-invalid");
        }"""
    )
    assert shown == "true"  # in the same turn: nothing waits for the server


def test_all_modules_are_loaded_at_once_and_once(page: Page) -> None:
    """The page names all of them, so none waits until another one has imported it."""
    loaded = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    names = Counter(re.sub(r".*/", "", name) for name in loaded)
    assert {"style.css", "inks.css"} <= names.keys()
    modules = {path.name for path in STATIC.glob("*.js")}
    assert {name: count for name, count in names.items() if name.endswith(".js")} == dict.fromkeys(
        modules, 1
    )
    links = page.locator("link[rel=modulepreload]").evaluate_all(
        "all => all.map(each => each.href)"
    )
    assert {re.sub(r".*/", "", link) for link in links} == modules - {"main.js"}


def test_the_page_can_be_installed_and_respects_reduced_motion(page: Page) -> None:
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert (found["errors"], found["url"][-21:]) == ([], "/manifest.webmanifest")
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as every context of a test
    name = "getComputedStyle(document.querySelector('.cells g')).animationName"
    page.evaluate("cpsudoku.view.celebrate()")
    assert page.evaluate(name) == "cheer"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(name) == "none"


# Without a solution; one sentence is not understood.
PARTLY_READ = partly(f"{WITH_RED} The grid is a torus", *RENBAN[1]["lines"], RED)


def readings_of(page: Page) -> list[list[str]]:
    """The sentences with what they became."""
    rows = page.query_selector_all("#readings [role=row]:not(.titles)")
    return [row.inner_text().replace("Leave out", "").split("\n")[:2] for row in rows]


def test_sentences_and_rules_are_side_by_side(page: Page) -> None:
    open_text(page, PARTLY_READ)
    page.wait_for_selector("#readings details[open]")
    assert "3 not interpreted" in page.inner_text("#readings summary")
    assert [words for words, _ in readings_of(page)] == [
        "1. Purple lines are renbans",
        "2. Red lines are strange",
        "3. The grid is a torus",
    ]
    assert page.locator("#readings .open").count() == 3
    assert "sentence" not in page.inner_text("#words")
    page.wait_for_selector(".verdict.unknown :text('not all of the puzzle was read')")
    assert "exactly one solution" in page.inner_text(".verdict")


def test_decoration_is_listed_beside_its_parts(page: Page) -> None:
    green = [square(f"r{row}c5", "#a3e048", 1) for row in range(1, 6)]
    rules = {"metadata": {"rules": RENBAN[0], "solution": ""}}
    open_text(page, link_of(scl(lines=RENBAN[1]["lines"], underlays=green, **rules)))
    page.click("#readings summary")
    assert readings_of(page)[1] == ["rectangle 1 … rectangle 5", "5 decorative cells"]
    assert page.locator("#readings button.plain").count() == 1


def test_a_guess_is_accepted_and_a_sentence_left_out(page: Page) -> None:
    open_text(page, PARTLY_READ)
    page.check("#accept-guesses")
    page.wait_for_selector("#readings button.plain")
    assert readings_of(page)[0][1] == "1 renban"
    assert "renban" in page.inner_text("#words")
    page.click("#readings button.plain")
    assert page.evaluate("cpsudoku.state.selection") == [0, 1, 2]
    page.click("[aria-label='Leave out sentence 3']")
    page.wait_for_selector("#readings .out")
    assert readings_of(page)[2][:2] == ["3. The grid is a torus", "left out"]
    assert page.is_checked("#accept-guesses")
    page.click("[aria-label='Use sentence 3']")
    page.wait_for_selector("#readings .out", state="detached")
    page.evaluate("cpsudoku.setter.undo()")
    page.wait_for_selector("#readings .out")
    for _ in range(2):
        page.evaluate("cpsudoku.setter.undo()")
    page.wait_for_selector("#accept-guesses:not(:checked)")
    assert page.locator("#readings .open").count() == 3
    open_text(page, WIKIPEDIA)
    page.wait_for_selector("#readings", state="hidden")


def test_one_of_several_links_is_read_again(page: Page) -> None:
    page.click("#open-button")
    page.fill("#open-text", f"{partly(RENBAN[0])}\n{PARTLY_READ}")
    page.click("#open-go")
    page.click("#open-list li:nth-child(2) button")
    page.wait_for_selector("#readings details[open]")
    page.click("[aria-label='Leave out sentence 3']")
    page.wait_for_selector("#readings .out")
    assert page.locator("#readings .open").count() == 2


@pytest.mark.parametrize(("size", "scheme"), [((1280, 800), "light"), ((390, 844), "dark")])
def test_the_readings_fit_and_can_be_read_by_all(
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
    browser: Browser,
    server: Served | Hosted,
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    page = context.new_page()
    begin(page, server.address)
    open_text(page, PARTLY_READ)
    if size[0] < 500:
        page.click("#readings summary")
    page.wait_for_selector("#readings details[open]")
    verdict(page, "unknown")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page)
    assert [each["id"] for each in found.response["violations"]] == []
    context.close()


HOLD = """() => {
  const [held, ask, post] = [[], window.fetch, Worker.prototype.postMessage];
  window.fetch = async (...all) => {
    await new Promise((go) => held.push(go));
    return ask(...all);
  };
  Worker.prototype.postMessage = function (...all) {
    if (all[0].files) post.apply(this, all);
    else held.push(() => post.apply(this, all));
  };
  window.release = () => {
    [window.fetch, Worker.prototype.postMessage] = [ask, post];
    for (const go of held) go();
  };
}"""


def hold(page: Page) -> None:
    """Hold back all questions, as if the answers took very long."""
    page.evaluate(HOLD)


def release(page: Page) -> None:
    """Send the questions that are held back, and all that follow."""
    page.evaluate("window.release()")


def test_what_is_typed_and_drawn_before_the_answers_is_not_lost(page: Page) -> None:
    page.click("#tab-set")
    page.click("[data-rule=x-sum]")
    hold(page)
    page.click("#places [aria-label='Clue ← from r2c9']")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    page.click("#places [aria-label='Clue ← from r3c9']")
    page.keyboard.type("15")
    page.click("#places [aria-label='Clue → from r4c1']")  # what was typed counts
    release(page)
    clues = [
        f"x-sum {clue}: {' '.join(f'r{row}c{column}' for column in range(9, 0, -1))}"
        for clue, row in ((20, 2), (15, 3))
    ]
    rules_are(page, *clues)
    page.keyboard.type("7")
    page.keyboard.press("Escape")  # what was typed does not count
    page.click("[data-rule=killer]")
    hold(page)
    drag(page, "r5c3", "r5c4")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    drag(page, "r8c3", "r8c4")
    page.keyboard.type("9")
    page.click("[data-rule=thermo]")
    drag(page, "r5c5", "r5c6")
    drag(page, "r6c5", "r6c6")
    page.keyboard.press("Control+z")
    drag(page, "r7c5", "r7c6")
    page.click("#pen-digits")
    page.click("#r1c3")
    page.keyboard.press("4")
    release(page)
    cages = ["killer 3: r6c3 r6c4", "killer 9: r8c3 r8c4"]
    rules_are(page, *clues, *cages, "thermo: r5c5 r5c6", "thermo: r7c5 r7c6")
    assert page.evaluate("cpsudoku.state.board.givens[2]") == 4
    until(page, "cpsudoku.state.board.puzzle.puzzle.startsWith('534')")


def test_an_answer_that_comes_late_changes_nothing_else(page: Page) -> None:
    verdict(page, "unique")
    hold(page)
    for _ in range(3):
        page.keyboard.press("h")  # once for each level
    page.evaluate("(cpsudoku.opening.text('1....4....3....2'), 0)")
    page.evaluate("(cpsudoku.opening.text('1..4..1.2......3'), 0)")
    release(page)
    until(page, "cpsudoku.state.board.size === 4")
    assert page.evaluate("cpsudoku.state.board.givens.join('')") == "1004001020000003"
    hold(page)
    page.keyboard.press("h")
    page.keyboard.press("h")
    page.keyboard.press("k")  # there is no verdict yet
    release(page)
    until(page, "document.querySelectorAll('#help li').length === 2")
    until(page, "document.getElementById('status').textContent.startsWith('No mistakes')")
    page.click("#tab-set")
    page.click("#r4c1")
    hold(page)
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    page.keyboard.press("Control+z")
    release(page)
    until(page, "cpsudoku.state.board.puzzle.puzzle.endsWith('2..3')")
    hold(page)
    page.go_back()
    page.go_forward()
    page.go_back()
    release(page)
    until(page, "cpsudoku.state.board.size === 9")
    page.go_forward()
    until(page, "cpsudoku.state.board.givens.join('') === '1004001020002003'")
