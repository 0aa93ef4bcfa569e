"""Rules for all puzzles of a text: a first line ``rules:``, the rules, and then the puzzles.

A rule may also follow on the first line: ``rules: diagonals``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.core.rule_lines import is_board_line
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.document import SAMPLE_BYTES, Document
from cpsudoku.formats.notes import solution_in
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.rows import with_words
from cpsudoku.formats.rule_text import RuleLine, above_its_grid, belongs_to_a_grid, rules_in
from cpsudoku.formats.symbols import shorten
from cpsudoku.formats.tables.columns import PUZZLE_COLUMNS
from cpsudoku.formats.text.puzzle_line import usual_size
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

_TITLE = re.compile(r"\A\s*rules:", re.IGNORECASE)
_RULE = re.compile(r"[A-Za-z][A-Za-z -]{2,}(?:[\s:].*)?")


def with_shared_rules(document: Document, options: ReadOptions) -> ReadOptions:
    """The options with the rules that a text which begins with ``rules:`` has for all its puzzles.

    The text is read without these lines from now on. Raises InputError for a line among them that
    is neither a rule nor the beginning of a puzzle, and for a rule that can't be read.
    """
    if document.shared_rules is None:
        lines, count = _shared(document)
        document.leave_out(count)
        document.shared_rules = lines
    lines = document.shared_rules
    if not lines:
        return options
    size = usual_size(document.sample) or 9
    chosen = with_words(lines, size, options)
    rules_in(lines, chosen.board or Board.of_size(size))
    texts = tuple(text.strip() for _, text in lines if not is_board_line(text))
    return replace(chosen, rules=(*chosen.rules, *texts))


def _shared(document: Document) -> tuple[tuple[RuleLine, ...], int]:
    """The rules for all puzzles of a text, and the number of lines down to the last of them."""
    found: list[RuleLine] = []
    last, is_titled = 0, False
    for number, whole in enumerate(document.sample.split("\n"), 1):
        # blanks in place of the title, so that errors count the columns of the whole line
        text = whole if found or is_titled else _TITLE.sub(lambda title: " " * len(title[0]), whole)
        if text != whole:
            is_titled = not text.strip() or belongs_to_a_grid(text)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if not belongs_to_a_grid(text):
            if (found or is_titled) and _is_meant_as_rule(text.strip()):
                problem = worded(
                    "{text} is not a rule; only rules may follow 'rules:'",
                    text=shorten(text.strip()),
                )
                raise InputError(problem, document.source.at(number))
            return tuple(found), last
        line = document.source.at(number), text
        if solution_in(text) is not None:
            raise above_its_grid(line)
        found.append(line)
        last = number
    if len(document.peek()) >= SAMPLE_BYTES:
        problem = worded(
            "the rules for all puzzles take more than {most} KiB",
            most=SAMPLE_BYTES >> 10,
        )
        raise InputError(problem, document.source)
    return tuple(found), last


def _is_meant_as_rule(text: str) -> bool:
    """Whether a line begins with words, as rules do, and neither a puzzle nor a table begins."""
    is_worded = _RULE.fullmatch(text) is not None and not looks_like_a_puzzle(text)
    return is_worded and text.lower() not in PUZZLE_COLUMNS
