"""The LibreOffice extension: Solve, Check, Hint and Clear for the selected grid.

It runs in LibreOffice's Python, which may be older than 3.11, and calls the command ``cpsudoku``:
the one named by the environment variable CPSUDOKU_COMMAND, else by the file
``~/.config/cpsudoku/command``, else the one on the PATH.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import unohelper
from com.sun.star.task import XJobExecutor

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25)
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
RED = 0xC00000
AUTOMATIC, NORMAL, BOLD = -1, 100.0, 150.0
CONTENT = 1 | 2 | 4 | 16  # values, dates, texts and formulas: com.sun.star.sheet.CellFlags
RECORD = re.compile(r'CHOOSE\(2;.*?;"([^"]*(?:"&"[^"]*)*)"\)')
WAIT = 60  # seconds


class Problem(Exception):
    """A message for the user."""


def command() -> list[str]:
    """The words of the command that runs cpsudoku."""
    named = os.environ.get("CPSUDOKU_COMMAND", "")
    file = Path.home() / ".config" / "cpsudoku" / "command"
    if not named and file.is_file():
        named = file.read_text().strip()
    found = named or shutil.which("cpsudoku") or ""
    if not found:
        raise Problem(f"cpsudoku is not on the PATH; write its path into {file}")
    return shlex.split(named) if named else [found]


def answer(*arguments: str) -> dict[str, Any]:
    """The JSON object that a command of cpsudoku prints."""
    done = subprocess.run(
        [*command(), *arguments, "--json", "-q"],
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
    )
    lines = done.stdout.splitlines()
    if not lines:
        raise Problem(done.stderr.strip() or f"cpsudoku ended with code {done.returncode}")
    found: dict[str, Any] = json.loads(lines[0])
    return found


class Addon(unohelper.Base, XJobExecutor):
    """The commands of the menu Sudoku."""

    def __init__(self, context: Any) -> None:
        self.context = context
        manager = context.ServiceManager
        self.desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)

    def trigger(self, what: str) -> None:
        """Run one command and show its message."""
        document = self.desktop.getCurrentComponent()
        try:
            grid = Grid(document, selected(document))
            message = getattr(grid, what)()
        except Problem as problem:
            message = str(problem)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            message = f"cpsudoku could not be run: {error}"
        if message:
            self.show(message)

    def show(self, message: str) -> None:
        """Show a message, or append it to the file CPSUDOKU_MESSAGES, which tests read."""
        file = os.environ.get("CPSUDOKU_MESSAGES")
        if file:
            with Path(file).open("a") as stream:
                stream.write(f"{message}\n")
            return
        window = self.desktop.getCurrentFrame().getContainerWindow()
        box = window.getToolkit().createMessageBox(window, 1, 1, "cpsudoku", message)
        box.execute()


def selected(document: Any) -> Any:
    """The selected range of cells; a single cell means the cells with content around it."""
    chosen = document.getCurrentController().getSelection()
    if not hasattr(chosen, "getRangeAddress"):
        raise Problem("select one grid")
    if chosen.Rows.Count == chosen.Columns.Count == 1:
        cursor = chosen.getSpreadsheet().createCursorByRange(chosen)
        cursor.collapseToCurrentRegion()
        chosen = cursor
    if chosen.Rows.Count != chosen.Columns.Count or chosen.Rows.Count not in SIZES:
        shape = f"{chosen.Rows.Count}x{chosen.Columns.Count}"
        raise Problem(f"the selection is {shape}; select the cells of one grid, such as 9x9")
    return chosen


class Grid:
    """The selected grid of a document."""

    def __init__(self, document: Any, cells: Any) -> None:
        self.document = document
        self.cells = cells
        self.size = cells.Rows.Count
        self.records = [
            (name, text)
            for name in document.NamedRanges.ElementNames
            if name.lower().startswith("_cpsudoku_")
            for text in [self.record(document.NamedRanges.getByName(name).Content)]
            if text
        ]
        self.written = {at for _, text in self.records for at in self.places(text)}

    @property
    def address(self) -> str:
        """The address of the range, as formulas name it."""
        return str(self.cells.AbsoluteName)

    def record(self, content: str) -> str:
        """What was written into this range by an earlier command, or nothing."""
        match = RECORD.search(content)
        named = content.replace("'", "").replace("!", ".")
        if match is None or self.address.replace("'", "").lstrip("$") not in named:
            return ""
        return match[1].replace('"&"', "")

    def places(self, text: str) -> list[int]:
        """The cells that still hold what was written."""
        symbols = self.symbols()
        pairs = enumerate(zip(text, symbols))  # noqa: B905 (not in Python 3.9)
        return [at for at, (wrote, holds) in pairs if wrote not in (".", " ") and wrote == holds]

    def symbols(self) -> list[str]:
        """The symbol in each cell, row by row."""
        return [_symbol(value, self.size) for row in self.cells.DataArray for value in row]

    def givens(self) -> str:
        """The givens in one line: what was typed, without what was written."""
        return "".join(
            "." if at in self.written else symbol for at, symbol in enumerate(self.symbols())
        )

    def cell(self, at: int) -> Any:
        """A cell by its number."""
        return self.cells.getCellByPosition(at % self.size, at // self.size)

    def solve(self) -> str:
        """Write the answers into the blank cells."""
        givens = self.givens()
        found = answer("solve", givens)
        if not found.get("solutions"):
            return f"{found['status']}: no answer was written"
        solution = found["solutions"][0]
        blanks = [at for at, given in enumerate(givens) if given == "."]
        formulas = [at for at in blanks if self.cell(at).Formula.startswith("=")]
        if formulas:
            raise Problem(f"{len(formulas)} blank cells hold formulas, which are never overwritten")
        for at in blanks:
            self.cell(at).Value = SYMBOLS.index(solution[at])
            self.cell(at).CharColor, self.cell(at).CharWeight = RED, BOLD
        self.keep("".join(solution[at] if given == "." else "." for at, given in enumerate(givens)))
        return "" if found["status"] == "unique" else f"{found['status']}: the first is shown"

    def keep(self, text: str) -> None:
        """Record the answers as a defined name, in the form that cpsudoku itself uses."""
        names = self.document.NamedRanges
        for name, _ in self.records:
            names.removeByName(name)
        number = next(n for n in range(1, 10**6) if not names.hasByName(f"_cpsudoku_{n}"))
        pieces = '"&"'.join(text[at : at + 250] for at in range(0, len(text), 250))
        base = self.cell(0).CellAddress
        content = f'CHOOSE(2;{self.address};"{pieces}")'
        names.addNewByName(f"_cpsudoku_{number}", content, base, 0)

    def check(self) -> str:
        """Report whether the givens have exactly one solution."""
        found = answer("check", self.givens())
        return str(found["status"])

    def hint(self) -> str:
        """Report the next step."""
        done = subprocess.run(
            [*command(), "hint", self.givens(), "-q"],
            capture_output=True,
            text=True,
            timeout=WAIT,
            check=False,
        )
        steps = [line for line in done.stdout.splitlines() if re.match(r"\d+\. ", line)]
        return "\n".join(steps) or done.stderr.strip()

    def clear(self) -> str:
        """Remove the answers that were written; typed digits stay."""
        for at in self.written:
            self.cell(at).clearContents(CONTENT)
            self.cell(at).CharColor, self.cell(at).CharWeight = AUTOMATIC, NORMAL
        for name, _ in self.records:
            self.document.NamedRanges.removeByName(name)
        return "" if self.records else "there are no answers of cpsudoku in this range"


def _symbol(value: object, size: int) -> str:
    """What a cell holds as one character; a dot for a blank."""
    text = str(value).strip().upper()
    if re.fullmatch(r"\d+(\.0)?", text):
        number = int(float(text))
        if number <= size:
            return SYMBOLS[number]
    elif text in (*SYMBOLS, ""):
        return text or "."
    raise Problem(f"{value!r} is not a digit of a {size}x{size} grid")


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 (LibreOffice looks for it)
g_ImplementationHelper.addImplementation(
    Addon, "org.cpsudoku.Addon", ("com.sun.star.task.JobExecutor",)
)
