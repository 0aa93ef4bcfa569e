"""One puzzle per line, with any text after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WORDS, Entry, ReadOptions, TextFormat, is_solution
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.formats.line_by_line import is_content, too_long
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.rows import is_unusual_shape, with_rule_lines, with_words
from cpsudoku.formats.rule_text import (
    TITLES,
    RuleLine,
    above_its_grid,
    add_rule,
    belongs_to_a_grid,
    has_rules,
    rule_text,
    without_rules,
)
from cpsudoku.formats.symbols import fast_digits, shorten
from cpsudoku.formats.text.jigsaw_line import is_layout
from cpsudoku.formats.text.puzzle_line import HEAD, entry_on_canvas, puzzle_of_line, usual_size
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import worded

_SAMPLE_LINES = 50
_DIGITS = re.compile(r"\d{4}")
# drawn around and inside a grid of several lines
_RULE = re.compile(r"[-+=*:.'| ]*[-+=][-+=*:.'| ]*")


def entry_of_line(
    text: str, source: Source, options: ReadOptions = ReadOptions(), usual: int | None = None
) -> Entry | None:
    """The puzzle of a line, its problem, or None for a blank line or a comment."""
    if not is_content(text):
        return None
    if len(text) > LONGEST_LINE:
        return too_long(source)
    try:
        return puzzle_of_line(text, source, options, usual)
    except InputError as error:
        return error.with_traceback(None)  # it would keep the frames of each malformed line


def puzzles_of_lines(document: Document, options: ReadOptions) -> Iterator[Entry]:
    """The entry of each line that is neither blank nor a comment, with the rules below it."""
    usual = options.board.size if options.board else usual_size(document.sample)
    lines: list[RuleLine] = []  # a puzzle, and lines below it without a puzzle or a rule
    rules: list[RuleLine] = []
    try:
        for number, text in document.lines():
            line = document.source.at(number), text
            if belongs_to_a_grid(text):
                add_rule(rules, line)
            elif len(lines) == 1 and not rules and _is_layout_of(text, lines[0][1]):
                lines = [(lines[0][0], f"{lines[0][1].rstrip()} {text.strip()}")]
            elif is_content(text):
                is_stray = _is_stray(line, options)
                if is_stray and 0 < len(lines) < _SAMPLE_LINES and not rules:
                    lines.append(line)
                elif lines or not rules:
                    yield from _entries_with_rules(lines, rules, options, usual)
                    lines, rules = [line], []
                elif not is_stray:
                    yield above_its_grid(rules[0])
                    rules = []
    except InputError:  # the file breaks off; the lines before that are complete
        if rules and lines:
            yield InputError("its rules can't be read to their end", lines[0][0])
        else:
            yield from _entries_with_rules(lines, rules, options, usual)
        raise
    yield from _entries_with_rules(lines, rules, options, usual)


def _is_layout_of(text: str, puzzle: str) -> bool:
    """Whether a line is the layout of regions for the cells on the line before."""
    return is_layout(text.strip()) and len(text.strip()) == len(puzzle.strip())


def _is_stray(line: RuleLine, options: ReadOptions) -> bool:
    """Whether a line consists of words and is not intended as a puzzle: ``Rules:``."""
    source, text = line
    head = text.split(maxsplit=1)[0]
    if _DIGITS.search(head) or looks_like_a_puzzle(head):
        return False
    return isinstance(entry_of_line(text, source, options), InputError)


def _entries_with_rules(
    lines: Sequence[RuleLine],
    rules: Sequence[RuleLine],
    options: ReadOptions,
    usual: int | None,
) -> Iterator[Entry]:
    """The entry of each line; the rules belong to the first.

    If a line is between a puzzle and rules, the puzzle is malformed: its rules are unknown.
    """
    if len(lines) > 1 and rules:
        source, text = lines[1]
        problem = worded(
            "{text} is neither a puzzle nor a rule, and a rule follows it; ",
            text=shorten(text.strip()),
        )
        yield InputError(problem + TITLES, source)
        return
    yield from _entry_with_rules(lines[0] if lines else None, rules, options, usual)
    for source, text in lines[1:]:
        yield from filter(None, [entry_of_line(text, source, options, usual)])


def _entry_with_rules(
    line: tuple[Source, str] | None,
    rules: Sequence[RuleLine],
    options: ReadOptions,
    usual: int | None,
) -> Iterator[Entry]:
    """The entry of a line with the rules below it, or the error for rules without a line."""
    if line is None:
        if rules:
            yield above_its_grid(rules[0])
        return
    source, text = line
    try:
        chosen = with_words(rules, usual, options) if rules else options
    except InputError as error:
        yield error
        return
    if chosen.board is not None and is_unusual_shape(chosen.board):
        entry: Entry | None = entry_on_canvas(text, source, chosen.board)
    else:
        entry = entry_of_line(text, source, chosen, usual)
    try:
        yield from (
            [with_rule_lines(entry, rules) if isinstance(entry, Puzzle) else entry] if entry else []
        )
    except InputError as error:
        yield error


def _has_neighbours(sample: str) -> bool:
    """Whether two lines that are not rules are adjacent, like the rows of a grid."""
    lines = [is_content(line) and not belongs_to_a_grid(line) for line in sample.split("\n")]
    return any(map(all, pairwise(lines)))


class OneLineFormat(TextFormat):
    """The format ``line``."""

    name = "line"
    title = "one puzzle per line, with an optional label; # starts a comment"
    suffixes: tuple[str, ...] = ()
    carries = WORDS
    writes_solutions = True

    def recognises(self, document: Document) -> bool:
        """Whether a line of the sample starts with about as many cells as a puzzle has."""
        sample = without_rules(document.sample)
        lines = [line for line in sample.split("\n") if is_content(line)]
        lines = [line for line in lines if not _RULE.fullmatch(line.strip())] or lines
        heads = [match[1] for match in map(HEAD.match, lines) if match is not None]
        if any(len(head) in SIZE_OF_CELLS and looks_like_a_puzzle(head) for head in heads):
            small = [head for head in heads if len(head) == 16]  # or the rows of a 16x16 grid
            return len(small) < 12 or all(fast_digits(head, 4) is not None for head in small)
        if not lines:
            return False
        if len(heads[0]) > 30 and looks_like_a_puzzle(heads[0]):
            return True
        if has_rules(document.sample) and not _has_neighbours(document.sample):
            return True
        entries = (entry_of_line(line, document.source) for line in lines[:_SAMPLE_LINES])
        return any(isinstance(entry, Puzzle) and entry.board.size > 4 for entry in entries)

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each line that is neither blank nor a comment."""
        return puzzles_of_lines(document, options)

    def text_of(self, result: Result) -> str:
        """The cells, then a tab and the label if there is one, and the rules on the lines below.

        A solution is written without rules.
        """
        if result.grid is None or result.puzzle is None:
            return ""
        label = f"\t{one_line(result.puzzle.label)}" if result.puzzle.label else ""
        return (
            f"{result.grid.line}{label}\n{'' if is_solution(result) else rule_text(result.puzzle)}"
        )


FORMAT = OneLineFormat()
