"""Takes the screenshots for the README from the real programs, with a headless Chromium.

    scripts/pictures                  runs this module in an environment with every extra

Rich records the output of a command as SVG, and Textual records the game. The explain page needs no
conversion. Chromium turns each into a PNG, and Pillow makes it small.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from rich.console import Console
from rich.text import Text

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
X_WING = "..13............69....943..1.76......8.....41..3.8..5.4...7...6.7...2..463...1..."
# The same puzzle after typing 25 digits: the next three steps are Pointing, Claiming, X-Wing.
FILLED = "..13264..3.4.18.69.6..9431.1.764...3.8623..41.4318.65.41..735.6.7..6213463.451..."
PAGE = (640, 780)  # the window of the explain page


def on_terminal(
    arguments: list[str], size: tuple[int, int], more: Mapping[str, str] | None = None
) -> str:
    """The output of ``cpsudoku`` on a terminal with this many columns and rows."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(more or {})}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "cpsudoku", *arguments]
    process = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment)
    os.close(inner)
    shown = b""
    try:
        while data := os.read(outer, 1 << 16):
            shown += data
    except OSError:  # the program has ended
        pass
    os.close(outer)
    if process.wait():
        raise SystemExit(f"{command} failed:\n{shown.decode()}")
    return shown.decode().replace("\r\n", "\n")


def picture_of_command(arguments: list[str], shown_as: str, folder: Path) -> Path:
    """A drawing of a command and its output on a terminal."""
    size = (60, 24)
    console = Console(record=True, width=size[0], file=(folder / "nothing").open("w"))
    console.print(Text.assemble(("$ ", "bold green"), (shown_as, "bold")))
    console.print(Text.from_ansi(on_terminal(arguments, size)))
    svg = folder / "command.svg"
    console.save_svg(str(svg), title="cpsudoku solve")
    return svg


def keys_that_fill(puzzle: str, filled: str) -> list[str]:
    """The keys to type the digits that a position adds to its puzzle, from the top."""
    keys = []
    for row in range(9):
        for column in range(9):
            if puzzle[cell := 9 * row + column] != filled[cell]:
                keys.append(filled[cell])
            keys.append("right")
        keys += ["down", *["left"] * 9]
    return keys


def picture_of_game(puzzle: str, keys: list[str], folder: Path) -> Path:
    """A drawing of the game after these keys."""
    more = {
        "XDG_STATE_HOME": str(folder),
        "TEXTUAL_PRESS": ",".join(keys),
        "TEXTUAL_SCREENSHOT": "25",
        "TEXTUAL_SCREENSHOT_LOCATION": str(folder),
        "TEXTUAL_SCREENSHOT_FILENAME": "game.svg",
    }
    on_terminal(["play", puzzle], (80, 24), more)
    return folder / "game.svg"


def photograph(address: str, target: Path, window: tuple[int, int]) -> None:
    """Write a PNG of a page in a browser window of this size."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise SystemExit("needs a Chromium (apt-get install --no-install-recommends chromium)")
    subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--hide-scrollbars"),
            *(f"--window-size={window[0]},{window[1]}", f"--screenshot={target}", address),
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    Image.open(target).convert("RGB").save(target, optimize=True)
    print(target, target.stat().st_size)


def photograph_drawing(svg: Path, target: Path) -> None:
    """Write a PNG of a drawing at its own size."""
    drawing = svg.read_text().replace("<style>", "<style>text{font-variant-ligatures:none}")
    svg.write_text(drawing)
    width, height = re.findall(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', drawing)[0]
    photograph(svg.as_uri(), target, (ceil(float(width)), ceil(float(height))))


def main() -> None:
    """Make the three screenshots."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        command = picture_of_command(["solve", HARD], f"cpsudoku solve {HARD[:24]}...", folder)
        photograph_drawing(command, PICTURES / "solve.png")
        asked = ["h", "wait:500"] * 4  # all four levels of a hint
        keys = [*keys_that_fill(X_WING, FILLED), *asked, "enter", *asked, "enter", *asked]
        game = picture_of_game(X_WING, keys, folder)
        photograph_drawing(game, PICTURES / "play.png")
        puzzle, page = folder / "puzzle.txt", folder / "page.html"
        puzzle.write_text(f"{X_WING} a puzzle with an X-Wing\n")
        on_terminal(["explain", str(puzzle), "--html", str(page), "-q"], (80, 24))
        photograph(f"{page.as_uri()}#step-28", PICTURES / "explain.png", PAGE)


if __name__ == "__main__":
    main()
