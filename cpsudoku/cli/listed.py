"""The table of commands: enough for ``--help``, without loading any of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Listed:
    """A command: its name, its ``module:function`` in this folder, and its summary."""

    name: str
    where: str
    summary: str

    def load(self) -> Callable[..., None]:
        """The function of the command."""
        module, _, name = self.where.partition(":")
        function: Callable[..., None] = getattr(import_module(f"cpsudoku.cli.{module}"), name)
        return function


def _row(name: str, summary: str, where: str = "") -> Listed:
    own = name.replace("-", "_")
    return Listed(name, where or f"{own}:{own}", summary)


GROUPS = {
    "Solve and check": (
        _row("solve", "Solve puzzles, and prove that each solution is the only one"),
        _row("check", "Check whether puzzles have no, one or several solutions"),
        _row("verify", "Check the proofs that 'cpsudoku check --proof' wrote"),
        _row("diagnose", "Find out what is wrong with puzzles, and how to correct them"),
        _row("candidates", "Find the digits that each cell has in some solution"),
        _row("rate", "Rate how hard puzzles are for a person"),
    ),
    "Learn and play": (
        _row("serve", "Open a page in the browser to solve, play, learn and set puzzles"),
        _row("explain", "Solve like a person, and explain each step"),
        _row("hint", "Help with the next step, in four levels"),
        _row("techniques", "List the techniques, or explain one with examples"),
        _row("practise", "Practise a technique: find its steps yourself"),
        _row("play", "Play a puzzle on the terminal, with keyboard or mouse"),
        _row("watch-search", "Watch an engine search in slow motion"),
    ),
    "Make": (
        _row("generate", "Make puzzles that have exactly one solution"),
        _row("convert", "Write puzzles in another format, unsolved"),
    ),
    "For programs": (
        _row("mcp", "Serve the tools to an assistant, by the Model Context Protocol"),
    ),
    "Workbooks": (
        _row("new", "Make a workbook to type puzzles into"),
        _row("grids", "List the grids in workbooks, with sheet, range and picture"),
        _row("clear", "Remove what cpsudoku wrote into workbooks"),
        _row("watch", "Solve workbooks whenever they are saved"),
    ),
    "About": (
        _row("rules", "List the rules, or explain one with an example"),
        _row("engines", "List the engines that solve puzzles", "tables:engines"),
        _row("formats", "List the file formats and their suffixes", "tables:formats"),
        _row("compile", "Compile everything ahead of the first run"),
        _row("man", "Write the manual page; 'cpsudoku man | man -l -' shows it", "app:man"),
    ),
}
ALIASES = {"web": "serve"}
LISTED = {row.name: row for rows in GROUPS.values() for row in rows}
