"""The puzzle of one line: its cells, then a label, a layout of regions or a solution."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import is_rule_line, rules_of
from cpsudoku.core.sizes import COMMON_SIZES, SIZE_OF_CELLS, sizes_allowed
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.line_by_line import is_content, refuse_other_boards
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.rows import puzzle_of_tokens
from cpsudoku.formats.symbols import CellToken, digits_of, fast_digits, shorten
from cpsudoku.formats.text.jigsaw_line import board_of_layout, is_filled, is_layout
from cpsudoku.runtime.errors import BadShape, InputError, Source
from cpsudoku.runtime.words import tallied, worded

# the first field of a line, and the rest
HEAD = re.compile(r"[\s\"']*([^\s,;:#|\"']*)(.*)", re.DOTALL)
_FIELD = re.compile(r"[^\s,;:#|\"']+")
_LABEL_EDGES = " \t,;:#|\"'"
_LONG = 36  # letters; a name is shorter


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
    match = HEAD.match(text)
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
    match = HEAD.match(text)
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
    heads = [match[1] for match in map(HEAD.match, lines) if match is not None]
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


def entry_on_canvas(text: str, source: Source, board: Board) -> Entry:
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
