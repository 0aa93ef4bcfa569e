"""SudokuPad's shortest links (SCF): a classic puzzle, perhaps with diagonals or windows.

A character encodes a digit and the blanks after it: ``0-9A-Za-z`` are 0 to 61. The units are the
digit, and the tens count the blanks. ``*`` is followed by ``x`` for both diagonals, ``w`` for
windows, and ``t`` and ``a`` with the title and the author, which end at a single ``*``.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase, digits

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.part_names import unknown_rule
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.spoken import info_of
from cpsudoku.runtime.errors import InputError, Source, quoted

_CODES = {sign: n for n, sign in enumerate(digits + ascii_uppercase + ascii_lowercase)}
_CELLS = 81
_RULES = {"x": "diagonals", "w": "windows"}
_SIGNS = {number: sign for sign, number in _CODES.items()}
_MOST_BLANKS = 5  # after a digit, for every digit
_PART = re.compile(r"([ta])((?:[^*]|\*\*)*)\*?|(.)", re.DOTALL)


def puzzle_of_scf(text: str, source: Source = Source()) -> Puzzle:
    """The puzzle of the part of a link after ``scf``; raises InputError."""
    cells, at = "", 0
    while at < len(text) and len(cells) < _CELLS and text[at] != "*":
        if text[at] not in _CODES:
            raise InputError("{text} is not a cell; cells are 0-9, A-Z, a-z", text=quoted(text[at]))
        blanks, digit = divmod(_CODES[text[at]], 10)
        cells += str(digit) + "0" * blanks
        at += 1
    if not cells:
        raise InputError("the link has no cells")
    givens = Grid(bytes(map(int, cells[:_CELLS].ljust(_CELLS, "0"))), Board.boxes(3, 3))
    rules, texts, unknown = list[str](), dict[str, str](), list[str]()
    for match in _PART.finditer(text[at:].removeprefix("*")):
        if match[1]:
            texts[match[1]] = match[2].replace("**", "*")
        elif match[3] in _RULES:
            rules.append(_RULES[match[3]])
        elif match[3] != "*":
            unknown.append(unknown_rule(match[3]))
    return Puzzle(
        givens,
        source=source,
        label=texts.get("t", ""),
        info=info_of(author=texts.get("a", "")),
        uninterpreted=tuple(dict.fromkeys(unknown)),
    ).with_rules(*rules)


def scf_of(puzzle: Puzzle) -> str | None:
    """The part of a link after ``scf``, without a title; None if it can't say the puzzle."""
    known = {line: sign for sign, line in _RULES.items()}
    signs = [known.get(line_of(rule)) for rule in puzzle.constraints]
    rest = (puzzle.marks, puzzle.uninterpreted or None, puzzle.board.layers or None)
    if not puzzle.board.is_classic_9x9 or None in signs or any(each is not None for each in rest):
        return None
    cells, at, text = puzzle.givens.line.replace(".", "0"), 0, ""
    while at < _CELLS:
        after = cells[at + 1 : at + 1 + _MOST_BLANKS]
        blanks = len(after) - len(after.lstrip("0"))
        text += _SIGNS[10 * blanks + int(cells[at])]
        at += 1 + blanks
    return text + (f"*{''.join(map(str, signs))}" if signs else "")
