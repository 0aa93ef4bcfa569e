"""Photos on the real page: dropped, pasted, from a camera, and corrected with a tap."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from PIL import Image, ImageDraw

from tests.browser import PROGRAM
from tests.served import Served, served
from tests.test_page import begin, digits, until, verdict
from tests.test_photo_handwriting import ENTRIES, with_entries
from tests.test_photos import CELL, PUZZLE, drawn, saved, tilted

playwright = pytest.importorskip("playwright.sync_api")
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed")
SIZES = {"wide": (1280, 860), "phone": (360, 740)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a photo that is clear, one that is in doubt, and what a camera sees."""
    made = tmp_path_factory.mktemp("photos")
    saved(tilted(drawn(PUZZLE), 5).convert("RGB"), made, "clear.jpg")
    covered = drawn(PUZZLE)
    ImageDraw.Draw(covered).ellipse((CELL + 3, CELL + 3, 2 * CELL - 3, 2 * CELL - 3), fill=60)
    saved(covered, made, "doubtful.png")
    saved(with_entries(ENTRIES), made, "written.png")
    seen = Image.new("L", (1280, 720), 240)
    seen.paste(drawn(PUZZLE, 60), (300, 20))
    saved(seen.convert("RGB"), made, "camera.jpg", quality=95).rename(made / "camera.mjpeg")
    return made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of this module."""
    with served(tmp_path_factory.mktemp("state")) as running:
        yield running


@pytest.fixture(scope="module")
def browser(folder: Path) -> Iterator[Browser]:
    """A browser with a camera that sees a puzzle."""
    camera = f"--use-file-for-fake-video-capture={folder / 'camera.mjpeg'}"
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", camera]
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", *fake])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    """The page. No script on it may fail."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    begin(opened, server.address)
    yield opened
    context.close()
    assert errors == []


def open_photo(page: Page, photo: Path) -> None:
    """Open a photo by the dialog, and wait until it is beside the board."""
    page.click("#open-button")
    page.set_input_files("#open-file", photo)
    page.wait_for_selector("#photo svg image", state="attached")


GIVE = """([name, content, kind]) => {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], "photo.jpg", { type: "image/jpeg" }));
  const given = { bubbles: true, cancelable: true };
  document.dispatchEvent(kind === "paste"
    ? new ClipboardEvent("paste", { ...given, clipboardData: data })
    : new DragEvent("drop", { ...given, dataTransfer: data }));
}"""


@pytest.mark.parametrize("kind", ["paste", "drop"])
def test_a_photo_that_is_given_to_the_page_is_read(page: Page, folder: Path, kind: str) -> None:
    content = base64.b64encode((folder / "clear.jpg").read_bytes()).decode()
    page.evaluate(GIVE, ["clear.jpg", content, kind])
    until(page, "cpsudoku.state.game?.board.photo")
    verdict(page, "unique")
    assert digits(page) == PUZZLE
    assert page.locator("#photo .doubtful").count() == 0
    assert page.locator("#photo polygon").count() == 81


def test_the_camera_is_read(page: Page) -> None:
    page.click("#open-button")
    page.click("#camera-button")
    until(page, "document.getElementById('camera-video').videoWidth > 0")
    page.click("#camera-take")
    until(page, "cpsudoku.state.game?.board.photo")
    assert digits(page) == PUZZLE
    assert page.evaluate("document.getElementById('camera-video').srcObject") is None


def test_cells_in_doubt_are_corrected_with_a_tap(page: Page, folder: Path) -> None:
    open_photo(page, folder / "doubtful.png")
    until(page, "document.querySelectorAll('#photo .doubtful').length > 0")
    assert "r1c1" in page.inner_text("#photo [role=status]")
    assert "not interpreted" in page.inner_text("#words")
    page.click("#photo polygon >> nth=0")
    assert page.evaluate("cpsudoku.state.selection") == [0]
    page.click("#photo .choices [aria-label^='r1c1: 5']")
    page.wait_for_selector("#photo .doubtful", state="detached")
    verdict(page, "unique")
    assert digits(page) == PUZZLE
    assert "not interpreted" not in page.inner_text("#words")
    assert page.locator("#photo .confirmed").count() == 1
    page.evaluate("cpsudoku.setter.undo()")
    page.wait_for_selector("#photo .doubtful", state="attached")


def test_what_was_read_can_be_used_as_it_is(page: Page, folder: Path) -> None:
    open_photo(page, folder / "doubtful.png")
    before = digits(page)
    page.click("text=Use what was read")
    page.wait_for_selector("#photo .doubtful", state="detached")
    assert digits(page) == before
    assert "not interpreted" not in page.inner_text("#words")


def test_handwriting_is_entered_on_request(page: Page, folder: Path) -> None:
    open_photo(page, folder / "written.png")
    assert digits(page) == PUZZLE
    assert "not interpreted" not in page.inner_text("#words")
    page.click("text=Enter the handwriting")
    entered = page.evaluate("cpsudoku.state.game.entries")
    assert [(cell, digit) for cell, digit in enumerate(entered) if digit] == list(ENTRIES.items())
    assert page.locator("text=Enter the handwriting").count() == 0
    page.keyboard.press("Control+z")
    page.wait_for_selector("text=Enter the handwriting")


def test_another_puzzle_takes_the_photo_away(page: Page, folder: Path) -> None:
    open_photo(page, folder / "clear.jpg")
    page.click("#new-button")
    page.click("text=4×4")
    page.wait_for_selector("#photo", state="hidden")


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_the_photo_fits_and_can_be_used_by_all(
    size: str, scheme: Literal["light", "dark"], browser: Browser, server: Served, folder: Path
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    begin(page, server.address)
    open_photo(page, folder / "doubtful.png")
    page.wait_for_selector("#photo .choices button")
    verdict(page, "unknown")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page)
    assert [each["id"] for each in found.response["violations"]] == []
    context.close()
