"""One puzzle per line, with any text after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import is_rule_line, rules_of
from cpsudoku.core.sizes import COMMON_SIZES, SIZE_OF_CELLS, sizes_allowed
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WORDS, Entry, ReadOptions, TextFormat, is_solution
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.formats.line_by_line import is_content, refuse_other_boards, too_long
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.rows import is_unusual_shape, puzzle_of_tokens, with_rule_lines, with_words
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
from cpsudoku.formats.symbols import CellToken, digits_of, fast_digits, shorten
from cpsudoku.formats.text.jigsaw_line import board_of_layout, is_filled, is_layout
from cpsudoku.runtime.errors import BadShape, InputError, Source
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import tallied, worded

_HEAD = re.compile(r"[\s\"']*([^\s,;:#|\"']*)(.*)", re.DOTALL)
_FIELD = re.compile(r"[^\s,;:#|\"']+")
_LABEL_EDGES = " \t,;:#|\"'"
_SAMPLE_LINES = 50
_LONG = 36  # letters; a name is shorter
_DIGITS = re.compile(r"\d{4}")
_RULE = re.compile(
    r"[-+=*:.'| ]*[-+=][-+=*:.'| ]*"
)  # drawn around and inside a grid of several lines


def puzzle_of_line(
    text: str, source: Source, options: ReadOptions = ReadOptions(), usual: int | None = None
) -> Puzzle:
    """The puzzle of one line: its cells, then a label. A full grid of its size is its answer.

    ``usual`` is the size of the puzzles around it, for messages. Raises BadShape for a wrong
    number of cells, BadSymbol for an unknown symbol.
    """
    head, rest = _head_of(text, source, usual)
    layout, rest = _layout_and_rest(head, rest, source)
    if layout:
        found = replace(options, board=board_of_layout(layout))
        puzzle = puzzle_of_line(f"{head} {rest}", source, found, usual)
        refuse_other_boards(puzzle, options)
        return puzzle
    size = SIZE_OF_CELLS[len(head)]
    digits = fast_digits(head, size)
    if digits is not None and (options.board is None or options.board.lowest):
        puzzle = Puzzle(Grid(digits, options.board_of(size, source)), source=source)
    else:
        start = text.find(head) + 1
        places = [source.at(source.row, start + at if start else None) for at in range(len(head))]
        tokens = [CellToken(char.strip(), place) for char, place in zip(head, places, strict=True)]
        puzzle = puzzle_of_tokens(tokens, size, options, source)
    answer, label = _answer_and_label(rest, puzzle)
    if label and not rest.lstrip().startswith("#") and _is_rule(label, puzzle.board):
        raise InputError(
            "{label} is a rule; rules are on lines below their grid", source, label=shorten(label)
        )
    for below in filter(is_rule_line, rest.split("\n")[1:]):  # a field may have several lines
        problem = worded(
            "{below} is a rule; the field of a puzzle holds its cells and a label",
            below=shorten(below),
        )
        raise InputError(problem, source)
    return Puzzle(puzzle.givens, source=source, label=label, answer=answer)


def _head_of(text: str, source: Source, usual: int | None) -> tuple[str, str]:
    """The cells of the puzzle on a line, and the rest of the line.

    The cells usually come first. But a name of 16 characters before a longer puzzle is not a 4x4,
    and if a grid with blanks follows a full grid, the grid with blanks is the puzzle.
    """
    match = _HEAD.match(text)
    head, rest = (match[1], match[2]) if match is not None else ("", "")
    size = SIZE_OF_CELLS.get(len(head))
    if is_layout(head[len(head) // 2 :]):
        head, rest = head[: len(head) // 2], head[len(head) // 2 :] + rest
    elif size is None:
        head, rest = _find_cells(text, source, usual)
    elif size < 9 and fast_digits(head, size) is None:
        head, rest = _long_field(text) or (head, rest)
    if _is_full(head):
        for match in _FIELD.finditer(rest):
            if len(match[0]) == len(head) and _is_full(match[0]) is False:
                return match[0], f"{head} {rest[: match.start()]} {rest[match.end() :]}"
    return head, rest


def _layout_and_rest(head: str, rest: str, source: Source) -> tuple[str, str]:
    """The layout of regions in the text after the cells of a puzzle, and that text without it.

    Raises InputError for a layout without a grid, and for as many letters as the grid has cells
    that are neither its solution nor a layout.
    """
    if is_layout(head):
        problem = worded(
            "is a layout of regions; write it on the line of its grid, after the cells"
        )
        raise InputError("{text} {problem}", source, text=shorten(head), problem=problem)
    for match in _FIELD.finditer(rest):
        if len(match[0]) == len(head):
            if is_layout(match[0]):
                return match[0], f"{rest[: match.start()]} {rest[match.end() :]}"
            if len(head) > _LONG and match[0].isalpha() and not is_filled(match[0]):
                problem = worded(
                    "is neither a layout of regions nor the solution of the grid before it"
                )
                raise InputError(
                    "{text} {problem}", source, text=shorten(match[0]), problem=problem
                )
    return "", rest


def _is_full(cells: str) -> bool | None:
    """Whether no cell up to 9x9 is blank; None if a cell is neither a digit nor a blank."""
    digits = fast_digits(cells, SIZE_OF_CELLS[len(cells)])
    return None if digits is None else 0 not in digits


def _long_field(text: str) -> tuple[str, str] | None:
    """The first field that is long and looks like a puzzle, and the text around it."""
    for match in _FIELD.finditer(text):
        if (
            len(match[0]) in SIZE_OF_CELLS
            and len(match[0]) > _LONG
            and looks_like_a_puzzle(match[0])
        ):
            return match[0], f"{text[: match.start()].strip(_LABEL_EDGES)} {text[match.end() :]}"
    return None


def _find_cells(text: str, source: Source, usual: int | None) -> tuple[str, str]:
    """The cells, if they are in a later field, or if spaces are between them or are blanks."""
    found = _long_field(text)
    if found is not None:
        return found
    if len(text) in SIZE_OF_CELLS and re.fullmatch(r"[1-9 ]+", text) and text.count(" ") > 27:
        return text, ""
    cells, _, label = text.partition("#")
    words = cells.split()
    symbols = "".join(words)
    if len(symbols) in SIZE_OF_CELLS and len({len(word) for word in words}) == 1:
        return symbols, label
    raise _misshapen(text, source, usual)


def _misshapen(text: str, source: Source, usual: int | None) -> InputError:
    """The error for a line of wrong length."""
    match = _HEAD.match(text)
    head = match[1] if match is not None and match[1] else text.strip()
    strange = not looks_like_a_puzzle(head) and len(head) < 60
    if strange or len(head) in SIZE_OF_CELLS:
        return InputError("{text} is not a puzzle", source, text=shorten(text.strip()))
    size = usual or _likely_size(len(head))
    row, column = divmod(len(head), size)
    more = (
        worded(" (row {row} has {column})", row=row + 1, column=column)
        if len(head) < size * size
        else ""
    )
    if len(head) > 1000:
        return BadShape(
            "{count} cells{more} do not make a puzzle; {sizes_allowed}",
            source,
            count=len(head),
            more=more,
            sizes_allowed=sizes_allowed(),
        )
    wanted = tallied(
        "a {size}x{size} puzzle needs {cells}",
        "an {size}x{size} puzzle needs {cells}",
        1 + (size == 8),  # the only size with another article
        size=size,
        cells=size * size,
    )
    return BadShape(
        "{count} cells{more}; {wanted}", source, count=len(head), more=more, wanted=wanted
    )


def _likely_size(cells: int) -> int:
    """The intended size for a number of cells: 9 unless another size is less than a row off."""
    nearest = min(COMMON_SIZES, key=lambda size: abs(size * size - cells))
    return nearest if abs(nearest * nearest - cells) < nearest or cells > 100 else 9


def usual_size(sample: str) -> int | None:
    """The size of most lines of a sample; None if no line is a puzzle."""
    lines = filter(is_content, sample.split("\n"))
    heads = [match[1] for match in map(_HEAD.match, lines) if match is not None]
    sizes = Counter(SIZE_OF_CELLS[len(head)] for head in heads if len(head) in SIZE_OF_CELLS)
    return sizes.most_common(1)[0][0] if sizes else None


def _answer_and_label(rest: str, puzzle: Puzzle) -> tuple[Grid | None, str]:
    """A full grid of the puzzle's size in the text after it, and that text without the grid."""
    size = puzzle.board.size
    for match in _FIELD.finditer(rest):
        if len(match[0]) == size * size:
            digits = fast_digits(match[0], size)
            if digits is not None and 0 not in digits:
                label = f"{rest[: match.start()].strip(_LABEL_EDGES)} {rest[match.end() :]}"
                return Grid(digits, puzzle.board), label.strip(_LABEL_EDGES)
    return None, rest.strip(_LABEL_EDGES)


def _is_rule(label: str, board: Board) -> bool:
    """Whether a label is a complete rule, and not words such as ``start with r1c2``."""
    try:
        return is_rule_line(label) and bool(rules_of(label, board))
    except InputError:
        return False


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
        entry: Entry | None = _entry_on_canvas(text, source, chosen.board)
    else:
        entry = entry_of_line(text, source, chosen, usual)
    try:
        yield from (
            [with_rule_lines(entry, rules) if isinstance(entry, Puzzle) else entry] if entry else []
        )
    except InputError as error:
        yield error


def _entry_on_canvas(text: str, source: Source, board: Board) -> Entry:
    """The puzzle of a line on a board that is not a square: its cells, then a label."""
    cells, *rest = text.split(maxsplit=1)
    try:
        return Puzzle(
            grid_of_cells(cells, source, board, text.index(cells)),
            source=source,
            label=rest[0].strip(_LABEL_EDGES) if rest else "",
        )
    except InputError as error:
        return error


def grid_of_cells(cells: str, source: Source, board: Board, before: int = 0) -> Grid:
    """The grid of a line with a symbol for each cell of a board; raises InputError."""
    if len(cells) != len(board):
        raise BadShape(
            "{count} cells; the board has {needed}", source, count=len(cells), needed=len(board)
        )
    columns = range(before + 1, before + 1 + len(cells))
    places = [source.at(source.row, column if source.row else None) for column in columns]
    tokens = [CellToken(char, place) for char, place in zip(cells, places, strict=True)]
    return Grid(digits_of(tokens, board), board)


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
        heads = [match[1] for match in map(_HEAD.match, lines) if match is not None]
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
