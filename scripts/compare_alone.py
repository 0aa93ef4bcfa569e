#!/usr/bin/env python3
"""Compares verdicts of the page without a server: scripts/compare_alone.py FOLDER LIST...

FOLDER is a page that scripts/static_page.py has made; it runs in a headless Chromium. A LIST has a
classic puzzle per line, or ends with .jsonl and has variants, as scripts/variants.py reads them. Of
a longer list, --most puzzles count, evenly spread. A verdict of the page is equal if it has the
status that this program finds, and the same solution if there is one; of several solutions, each
is checked. The times are those of the page, from question to answer, in ms.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import variants

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cpsudoku.core.grid import Grid  # noqa: E402
from cpsudoku.core.puzzle import Puzzle  # noqa: E402
from cpsudoku.core.verdict import Limit  # noqa: E402
from cpsudoku.solving import settle  # noqa: E402
from cpsudoku.web.actions.base import data_of_puzzle  # noqa: E402
from tests.browser import PROGRAM  # noqa: E402
from tests.hosted import Host  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHUNK = 50
ASK = """async (puzzles) => {
  const { send } = await import(new URL("static/transport.js", location));
  const answers = [];
  for (const puzzle of puzzles) {
    const began = performance.now();
    const { status, solutions } = await send("check", { puzzle });
    answers.push([status, solutions, performance.now() - began]);
  }
  return answers;
}"""


def puzzles_of(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a list."""
    if path.suffix == ".jsonl":
        yield from (case.puzzle for case in variants.cases(path) if not isinstance(case, str))
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield Puzzle.parse(line.split()[0].split(",")[0])


def spread(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of the puzzles, evenly spread."""
    if len(puzzles) <= most:
        return [*puzzles]
    return [puzzles[at * len(puzzles) // most] for at in range(most)]


def compared(puzzle: Puzzle, status: str, solutions: list[list[int]]) -> str:
    """``equal``, ``undecided`` by the page or by this program, or ``different``."""
    here = settle(puzzle, want=2, limit=Limit(seconds=20))
    if "unknown" in {status, here.status.value}:
        return "undecided"
    found = [Grid(bytes(each), puzzle.board) for each in solutions]
    broken = any(any(puzzle.faults(grid, with_layers=False)) for grid in found)
    if status != here.status.value or broken:
        return "different"
    is_same = status != "unique" or found[0].cells == here.solutions[0].cells
    return "equal" if is_same else "different"


def compare(page: Page, path: Path, most: int) -> Counter[str]:
    """Print the row of a list."""
    puzzles = spread([*puzzles_of(path)], most)
    counts, took = Counter[str](), list[float]()
    for at in range(0, len(puzzles), CHUNK):
        chunk = puzzles[at : at + CHUNK]
        answers: list[Any] = page.evaluate(ASK, [data_of_puzzle(each) for each in chunk])
        for puzzle, (status, solutions, ms) in zip(chunk, answers, strict=True):
            outcome = compared(puzzle, status, solutions)
            counts[outcome] += 1
            took.append(ms)
            if outcome == "different":
                print(f"  different: {puzzle.givens.line} {puzzle.constraints} {status}")
    took.sort()
    times = f"{statistics.median(took):9.1f}{took[len(took) * 9 // 10]:9.1f}{took[-1]:9.1f}"
    numbers = "".join(f"{counts[word]:11}" for word in ("equal", "undecided", "different"))
    print(f"{path.stem:20}{len(puzzles):8}{numbers}{times}", flush=True)
    return counts


def main() -> int:
    """The exit code: 1 if a verdict differs."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("lists", type=Path, nargs="+", metavar="LIST")
    parser.add_argument("--most", type=int, default=5000, metavar="N")
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(given.folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    total = Counter[str]()
    print(f"{'':20}{'puzzles':>8}{'equal':>11}{'undecided':>11}{'different':>11}", end="")
    print(f"{'median':>9}{'p90':>9}{'max':>9}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_selector("html[data-ready=yes]")
        for path in given.lists:
            total += compare(page, path, given.most)
        browser.close()
    print(f"all: {total.total()}, of these {total['equal']} equal")
    return int(total["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
