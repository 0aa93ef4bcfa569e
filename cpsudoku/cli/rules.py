"""``cpsudoku rules``, which lists all rules or explains one."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typer import BadParameter

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import JsonLines, Language, Listening
from cpsudoku.cli.say import say
from cpsudoku.cli.tables import print_table, print_text
from cpsudoku.core import rule_lines
from cpsudoku.core.board_words import BOARD_LINES
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_facts import families, listed_name, rule_facts
from cpsudoku.core.rule_lines import board_of_line
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.wide_lines import columns
from cpsudoku.runtime.words import worded


@dataclass(frozen=True)
class ChosenRule(OptionGroup):
    """The rule to explain."""

    title = "Rule"
    name: str | None = argument(
        None, "NAME", "Explain this rule, with an example.", values=values.rules
    )
    svg: Path | None = option(None, "--svg", metavar="FILE", help="Draw the example as SVG.")


def rules(chosen: ChosenRule, written: JsonLines, language: Language, listening: Listening) -> None:
    """List the rules, or explain one with an example.

    A rule is a line of text below a grid, such as 'killer 12: r1c1 r1c2 r2c1'. Lines of the family
    'board' describe the board.
    """
    if chosen.name is None:
        if chosen.svg is not None:
            raise BadParameter(worded("--svg needs the name of a rule"))
        _list(written.json)
        return
    name = listed_name(chosen.name)
    if written.json:
        print(json_text.dumps(rule_facts(name) | {"picture": picture_of(name).split("\n")}))
    else:
        _show(name)
    if chosen.svg is not None:
        from cpsudoku.solving import write

        write(example_of(name), chosen.svg, format="svg")
        say(worded("wrote {path}", path=chosen.svg))


def example_of(name: str) -> Puzzle:
    """The example of a rule: an empty 9x9 board with it, or the board that a line describes."""
    if name in BOARD_LINES:
        board = board_of_line(BOARD_LINES[name][2], 9)
        return Puzzle(Grid(bytes(len(board)), board))
    rules = rule_lines.example_of(CONSTRAINTS[name])
    board = rules[0].board
    return Puzzle(Grid(bytes(len(board)), board), rules)


def picture_of(name: str, is_plain: bool = False) -> str:
    """The example in characters, with the digits of a solution in the cells of the rule.

    ``is_plain``: use only ASCII, which every terminal can show.
    """
    from cpsudoku.drawing.rule_picture import rule_picture
    from cpsudoku.solving import solve

    puzzle = example_of(name)
    if not puzzle.constraints:
        return str(puzzle.givens)
    return rule_picture(puzzle, solve(puzzle, limit=10).solution, is_plain)


def _list(json: bool) -> None:
    every = families()
    if json:
        for name in (name for names in every.values() for name in names):
            print(json_text.dumps(rule_facts(name)))
        return
    print_table(_rows(every))


def _rows(every: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
    for family, names in every.items():
        for name in names:
            yield name, family, translated(rule_facts(name)["summary"])


def _show(name: str) -> None:
    data = rule_facts(name)
    print_text(translated(data["summary"]))
    print()
    lines = {translated("Syntax:"): data["syntax"], translated("Also:"): ", ".join(data["aliases"])}
    lines[translated("Example:")] = data["example"]
    width = max(map(columns, lines)) + 1
    for label, text in lines.items():
        if text:
            print_text(text, label + " " * (width - columns(label)))
    print()
    print(picture_of(name, is_plain="utf" not in (sys.stdout.encoding or "").lower()))
