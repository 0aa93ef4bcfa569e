#!/usr/bin/env python3
"""Makes a picture of every screen of the page: scripts/page_screens.py [SCREEN ...] [--axe].

The pictures are in build/page/, in three sizes, light and dark, in English and German. With
--axe, each screen is also checked by axe. Needs Chromium and the packages of the extra 'test'.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import PROGRAM  # noqa: E402
from tests.puzzles import WIKIPEDIA  # noqa: E402
from tests.served import served  # noqa: E402
from tests.test_blind import RENBAN  # noqa: E402
from tests.test_drawings import square  # noqa: E402
from tests.test_sudokupad import link_of, scl  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = ROOT / "build" / "page"
SIZES = {"wide": (1280, 800), "tablet": (820, 1100), "phone": (390, 844)}
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "de")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "51.....3.34..6.9.1...4..6..7........93.5.67....83.....6...3...4.......6.....24..8"
SEVERAL = f"{WIKIPEDIA[:3]}......{WIKIPEDIA[9:18]}{'.' * 63}"
NONE = f"{WIKIPEDIA[:80]}1"
KILLER = f"{'.' * 81}\nkiller 10: r1c1 r1c2 r2c1\nthermo: r5c5 r5c6 r4c6\narrow: r7c1 = r7c2 r7c3"


def open_text(page: Page, text: str) -> None:
    """Open a puzzle by the dialog."""
    page.evaluate("(window.before = cpsudoku.state.game) && 0")
    page.click("#open-button")
    page.fill("#open-text", text)
    page.click("#open-go")
    _until(page, "cpsudoku.state.game !== window.before")


def _until(page: Page, expression: str) -> None:
    page.wait_for_function(f"() => {expression}")


def _tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.click(f"#tab-{name}")


def _palette(page: Page) -> None:
    page.click("#tab-set")
    page.wait_for_selector("[data-rule=thermo] svg")


def _hint(page: Page) -> None:
    for level in range(1, 5):
        page.keyboard.press("h")
        _until(page, f"document.querySelectorAll('#help li').length === {level}")


def _finish(page: Page) -> None:
    open_text(page, f"{SOLUTION[:80]}.")
    page.click("#r9c9")
    page.keyboard.press("9")
    _until(page, "!document.querySelector('#finish')?.innerText.includes('…')")
    page.wait_for_selector("#finish")


def _marks(page: Page) -> None:
    page.click("#r1c3")
    for key in ("x", "1", "2", "c", "4", "v", "2", "z"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")


def _drawing(page: Page) -> None:
    open_text(page, KILLER)
    page.click("#tab-set")
    page.click("[data-rule=killer]")
    page.click("#r1c1")
    page.wait_for_selector("#rule-value:not([hidden])")


def _explained(page: Page) -> None:
    open_text(page, HARD)
    page.click("#tab-learn")
    page.click("#explain-button")
    page.wait_for_selector("#steps .card", state="attached")


def _chain(page: Page) -> None:
    _explained(page)
    page.evaluate(
        "(() => { const learn = cpsudoku.panels.learn;"
        " learn.go(learn.steps.findIndex((step) => step.is_chain)); })()"
    )
    page.click("#unfold")
    page.click("#chains summary >> nth=0")


def _zoomed(page: Page) -> None:
    open_text(page, "." * 625)
    _until(page, "cpsudoku.state.board.size === 25")
    for _ in range(3):
        page.keyboard.press("+")


def _watched(page: Page) -> None:
    page.click("#tab-watch")
    page.click("#film-backtrack")
    _until(page, "cpsudoku.panels.watch.frames.length")
    page.evaluate("(() => { cpsudoku.panels.watch.pause(); cpsudoku.panels.watch.go(9); })()")


def _shared(way: str, shows: str) -> Callable[[Page], None]:
    def share(page: Page) -> None:
        page.click("#share-button")
        page.click(f"#share-ways [value={way}]")
        page.wait_for_selector(f"#share-body {shows}")

    return share


def _several(page: Page) -> None:
    open_text(page, SEVERAL)
    page.wait_for_selector("#verdict.multiple")
    page.click("#verdict button >> nth=0")


def _none(page: Page) -> None:
    open_text(page, NONE)
    page.wait_for_selector("#verdict.none")
    page.click("#verdict button >> nth=0")
    page.wait_for_selector(".diagnosis p")


def _chooser(page: Page) -> None:
    page.click("#open-button")
    page.fill("#open-text", f"{WIKIPEDIA}\n{HARD}\n{SEVERAL}")
    page.click("#open-go")
    page.wait_for_selector("#open-list img[src]")


def _readings(page: Page) -> None:
    cells = [square(f"r{row}c5", "#a3e048", 1) for row in range(1, 8)]
    text = "Purple lines are renbans. Cells in fog are strange. Have fun!"
    rules = {"metadata": {"rules": text, "solution": ""}}
    open_text(page, link_of(scl(lines=RENBAN[1]["lines"], underlays=cells, **rules)))
    page.evaluate("document.querySelector('#readings details').open = true")
    page.locator("#readings").scroll_into_view_if_needed()


SCREENS: Mapping[str, Callable[[Page], None]] = {
    "play": lambda page: page.click("#r5c5"),
    "marks": _marks,
    "candidates": lambda page: page.keyboard.press("a"),
    "hint": _hint,
    "finish": _finish,
    "pause": lambda page: page.keyboard.press("p"),
    "readings": _readings,
    "several": _several,
    "none": _none,
    "set": _palette,
    "drawing": _drawing,
    "learn": _tab("learn"),
    "cards": _explained,
    "chain": _chain,
    "watch": _watched,
    "export": _tab("export"),
    "share": _shared("sudokupad", ".code svg"),
    "share-picture": _shared("picture", "img"),
    "zoom": _zoomed,
    "open": lambda page: page.click("#open-button"),
    "chooser": _chooser,
    "new": lambda page: page.click("#new-button"),
    "keys": lambda page: page.click("#keys-button"),
}


def show(page: Page, address: str, screen: str) -> None:
    """Open the page, and lead it to a screen."""
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]")
    page.wait_for_selector("#verdict.unique")
    SCREENS[screen](page)


def violations(page: Page) -> list[str]:
    """What axe finds."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found.response["violations"]
    ]


def main() -> int:
    """The exit code: 1 if axe finds something."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("screens", nargs="*", metavar="SCREEN", default=[*SCREENS])
    parser.add_argument("--axe", action="store_true")
    parser.add_argument("--sizes", default=",".join(SIZES), metavar="NAMES")
    parser.add_argument("--languages", default=",".join(LANGUAGES), metavar="NAMES")
    given = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    bad = False
    with served(PICTURES, WIKIPEDIA) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        for size, scheme, language in product(
            given.sizes.split(","), SCHEMES, given.languages.split(",")
        ):
            bad |= photograph(
                browser, server.address, given.screens, (size, scheme, language), given.axe
            )
        browser.close()
    return int(bad)


def photograph(
    browser: Browser, address: str, screens: list[str], look: tuple[str, str, str], axe: bool
) -> bool:
    """Write the pictures of screens in one look. Returns whether axe has found something."""
    size, scheme, language = look
    width, height = SIZES[size]
    bad = False
    for screen in screens:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            reduced_motion="reduce",
        )
        page = context.new_page()
        show(page, address, screen)
        page.screenshot(path=PICTURES / f"{screen}-{size}-{scheme}-{language}.png")
        for line in violations(page) if axe else []:
            print(f"{screen} {size} {scheme} {language}: {line}")
            bad = True
        context.close()
    return bad


if __name__ == "__main__":
    sys.exit(main())
