#!/usr/bin/env python3
"""Measures the page in a headless Chromium: scripts/bench_page.py [--trace FILE].

Keys: the time from a key to the next frame that is drawn, and what the script of the page needs of
it. Drags over the board: the time between frames, from a trace of the browser, and how many frames
had more than 16.7 ms of work on the main thread, which is what a screen of 60 Hz allows. A busy
machine draws late, but the work is the same.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import page_screens

sys.path.insert(0, str(page_screens.ROOT))

from tests.browser import PROGRAM
from tests.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FRAME = 1000 / 60  # ms
LISTEN = """() => {
  window.keys = [];
  let began = 0;
  addEventListener("keydown", () => { began = performance.now(); }, { capture: true });
  addEventListener("keydown", ({ timeStamp }) => {
    const work = performance.now() - began;
    requestAnimationFrame(() => {
      const channel = new MessageChannel(); // after the frame is painted
      channel.port1.onmessage = () => window.keys.push([performance.now() - timeStamp, work]);
      channel.port2.postMessage(0);
    });
  });
}"""


def bench_keys(page: Page) -> None:
    """Print the times of 200 keys: digits, marks, and moves of the cursor."""
    page.click("#r1c3")
    page.evaluate(LISTEN)
    for number in range(50):
        for key in ("ArrowRight", str(1 + number % 9), "Shift+2", "Backspace"):
            page.keyboard.press(key)
            page.wait_for_timeout(5)
    found = page.evaluate("window.keys")
    for name, times in zip(
        ("key to drawing", "script of a key"), zip(*found, strict=True), strict=True
    ):
        print_times(name, times)


def print_times(name: str, times: Sequence[float]) -> None:
    """Print the median, the 95th percentile and the maximum."""
    ordered = sorted(times)
    three = statistics.median(ordered), ordered[len(ordered) * 95 // 100], ordered[-1]
    print(f"  {name:36}{len(ordered):6}" + "".join(f"{ms:9.1f}" for ms in three), flush=True)


def bench_drag(browser: Browser, page: Page, name: str, file: Path) -> None:
    """Drag the pointer in circles over the board for two seconds, and print its frames."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    x, y, side = box["x"], box["y"], box["width"]
    browser.start_tracing(page=page, path=file, categories=["devtools.timeline", "toplevel", "cc"])
    page.mouse.move(x + 0.5 * side, y + 0.1 * side)
    page.mouse.down()
    for step in range(120):
        at = 0.05 + 0.9 * abs((step % 40) / 20 - 1)
        page.mouse.move(x + at * side, y + (0.1 + step / 150) * side)
    page.mouse.up()
    browser.stop_tracing()
    events = json.loads(file.read_text())["traceEvents"]
    work = work_of_frames(events)
    print_times(f"{name}: main thread, a frame", work)
    late = sum(ms > FRAME for ms in work)
    print(f"  {name}: {late} of {len(work)} frames had more than {FRAME:.1f} ms of work")


def work_of_frames(events: Sequence[dict[str, Any]]) -> list[float]:
    """The ms of CPU time of the main thread of the page for each frame of the drag."""
    moves = [each for each in events if each["name"] == "EventDispatch" and _is_move(each)]
    thread = moves[0]["pid"], moves[0]["tid"]
    own = [each for each in events if (each["pid"], each["tid"]) == thread]
    tasks = [each for each in own if each["name"] == "ThreadControllerImpl::RunTask"]
    tasks = sorted((each for each in tasks if "dur" in each), key=lambda each: each["ts"])
    began = [each["ts"] for each in tasks]
    frames = sorted({bisect(began, each["ts"]) - 1 for each in moves})  # the task of each move
    return [
        sum(each.get("tdur", each["dur"]) for each in tasks[frame:following]) / 1000
        for frame, following in pairwise(frames)
    ]


def _is_move(event: dict[str, Any]) -> bool:
    return bool(event.get("args", {}).get("data", {}).get("type") == "pointermove")


def cpu() -> str:
    """The name of the processor, and how many there are."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}, load {os.getloadavg()[0]:.1f}"


def main() -> None:
    """Print a table: how many, then ms."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trace", type=Path, metavar="FILE")
    given = parser.parse_args()
    drags: dict[str, Callable[[Page], None]] = {
        "drag to select": lambda page: page.click("#tab-play"),
        "drag of a thermometer": lambda page: page.click("[data-rule=thermo]"),
    }
    print(cpu())
    print(f"  {'':36}{'count':>6}{'median':>9}{'p95':>9}{'max':>9}")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), page_screens.WIKIPEDIA) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page_screens.show(page, server.address, "play")
        bench_keys(page)
        for name, begin in drags.items():
            page_screens.open_text(page, page_screens.KILLER)
            page.click("#tab-set")
            page.wait_for_selector("[data-rule=thermo]")
            begin(page)
            bench_drag(browser, page, name, given.trace or Path(folder) / "trace.json")
        browser.close()


if __name__ == "__main__":
    main()
