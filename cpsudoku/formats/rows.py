"""Turns rows of cells into puzzles. Pasted grids, tables and workbooks share this part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import is_board_line
from cpsudoku.core.sizes import LARGEST, SIZES, sizes_allowed
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.notes import is_solution_title, with_sentences
from cpsudoku.formats.rule_text import RuleLine, at_layer, rules_in, solution_of, words_in
from cpsudoku.formats.symbols import BLANKS, CellToken, digits_of, marks_of, shorten
from cpsudoku.runtime.errors import BadShape, BadSymbol, InputError, Source
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded


@dataclass(frozen=True, slots=True)
class RowReadings:
    """The possible readings of a row: the cells for each possible number of cells.

    ``width`` is the number of cells that it seems to have, for the message if no reading fits.
    ``words`` and ``symbols`` are its contents, for boards that are not squares.
    """

    source: Source
    readings: dict[int, list[CellToken]]
    width: int
    words: Sequence[CellToken] = ()
    symbols: Sequence[CellToken] = ()


@dataclass
class RowBlock:
    """Adjacent rows, the text above them, and the rules below them.

    ``above`` and ``below`` are sentences around the rows that may be rules in words.
    ``drawn`` is the board that the lines between the cells show, if it is not the usual one.
    ``fault`` is a problem of the text around the rows.
    """

    label: str = ""
    rows: list[RowReadings] = field(default_factory=list)
    info: tuple[tuple[str, str], ...] = ()
    rules: list[RuleLine] = field(default_factory=list)
    drawn: Board | None = None
    fault: InputError | None = None
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)

    @property
    def source(self) -> Source:
        """The place where it begins."""
        return self.rows[0].source if self.rows else self.rules[0][0]


def puzzle_of_tokens(
    tokens: Sequence[CellToken],
    size: int,
    options: ReadOptions,
    source: Source,
    label: str = "",
    info: tuple[tuple[str, str], ...] = (),
) -> Puzzle:
    """The puzzle of size*size cells, row by row. If every cell has marks, it is a pencilmark grid.

    Raises BadSymbol, which names the first bad cell, or InputError if the requested box has
    another size.
    """
    board = options.board_of(size, source)
    if not _is_pencilmarks(tokens, size):
        grid = Grid(digits_of(tokens, board), board)
        return Puzzle(grid, source=source, label=label, info=info)
    marks = [marks_of(token.text, size) for token in tokens]
    for token, mark in zip(tokens, marks, strict=True):
        if mark is None:
            raise BadSymbol(
                "{token} is neither a digit nor pencilmarks",
                token.source,
                token=shorten(token.text),
            )
    return marked_puzzle([mark or () for mark in marks], board, source, label, info)


def marked_puzzle(
    marks: Sequence[tuple[int, ...]],
    board: Board,
    source: Source,
    label: str = "",
    info: tuple[tuple[str, str], ...] = (),
) -> Puzzle:
    """The puzzle of a grid of candidates. A cell with one candidate is a given.

    The puzzle keeps the marks only if they exclude more than the givens do.
    """
    givens = Grid(bytes(mark[0] if len(mark) == 1 else 0 for mark in marks), board)
    every = frozenset(range(1, board.size + 1))
    says_more = any(
        not givens[cell] and every - {givens[peer] for peer in board.peers[cell]} - set(mark)
        for cell, mark in enumerate(marks)
    )
    kept = tuple(marks) if says_more else None
    return Puzzle(givens, source=source, label=label, info=info, marks=kept)


def _is_pencilmarks(tokens: Sequence[CellToken], size: int) -> bool:
    """Whether every cell shows candidates (no cell is blank), and at least two show several."""
    if size > 9 or any(token.text in BLANKS for token in tokens):
        return False
    return sum(len(token.text) > 1 for token in tokens) >= 2


def puzzles_of_blocks(blocks: Iterable[RowBlock], options: ReadOptions) -> Iterator[Entry]:
    """The puzzles of the blocks. A block has one or several puzzles, or only a band of one."""
    bands = RowBlock()
    asked = options
    for block in blocks:
        try:
            options = _options_of(block, asked)
        except InputError as error:
            if bands.rows:
                yield _misshapen(bands, asked)
            bands = RowBlock()
            yield error
            continue
        if not block.rows or is_unusual_shape(options.board):
            if bands.rows:
                yield _misshapen(bands, asked)
            bands = RowBlock()
            yield _on_canvas(block, options)
            continue
        size = _size_of(block.rows, options)
        complete = size is not None and len(block.rows) % size == 0
        if bands.rows and (complete or block.label or _size_of(bands.rows, options) != size):
            yield _misshapen(bands, options)
            bands = RowBlock()
        if size is not None and complete:
            yield from _cut(block, size, options)
        elif size is not None and _is_band(block, size, options):
            bands.label = bands.label or block.label
            bands.info = bands.info or block.info
            bands.rules += block.rules
            bands.above += block.above
            bands.below += block.below
            bands.rows += block.rows
            if len(bands.rows) == size:
                yield from _cut(bands, size, options)
                bands = RowBlock()
        else:
            yield _misshapen(block, options)
    if bands.rows:
        yield _misshapen(bands, options)


def with_solutions(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries. A full grid with the title "Solution" is the solution of the puzzle above it."""
    above: Entry | None = None
    for entry in entries:
        if above is not None and isinstance(above, Puzzle) and _is_solution(entry, above):
            above = replace(above, answer=Grid(entry.givens.cells, above.board))
            continue
        if above is not None:
            yield above
        above = entry
    if above is not None:
        yield above


def _is_solution(entry: Entry, above: Puzzle) -> TypeGuard[Puzzle]:
    return (
        isinstance(entry, Puzzle)
        and is_solution_title(entry.label)
        and entry.board.positions == above.board.positions
        and entry.board.lowest == above.board.lowest
        and entry.givens.is_complete
        and above.answer is None
        and not above.givens.is_complete
    )


def with_rule_lines(puzzle: Puzzle, lines: Sequence[RuleLine]) -> Puzzle:
    """The puzzle with the rules and the solution below it; raises InputError."""
    rules, answer = rules_in(lines, puzzle.board), solution_of(lines, puzzle.board)
    if rules or answer is not None:
        puzzle = replace(puzzle, constraints=rules, answer=answer or puzzle.answer)
    for name, problem in puzzle.layer_faults() if puzzle.board.layers else ():
        raise at_layer(name, problem, lines) or InputError(problem, puzzle.source)
    return puzzle


def with_words(lines: Sequence[RuleLine], size: int | None, options: ReadOptions) -> ReadOptions:
    """The options with the board that the lines below a grid describe; raises InputError.

    A board that the user requested takes precedence.
    """
    words = words_in(lines)
    if not words or options.board is not None or options.without_boxes:
        return options
    try:
        return replace(options, board=words.board(words.size or size))
    except InputError as error:
        place = next(source for source, text in lines if is_board_line(text))
        raise InputError(error.problem, place) from None


def is_unusual_shape(board: Board | None) -> bool:
    """Whether a board is not a square whose size a text shows by itself."""
    return board is not None and not (board.is_square and board.size in SIZES)


def _options_of(block: RowBlock, options: ReadOptions) -> ReadOptions:
    """The options for one block, with the board that it describes or shows; raises InputError."""
    if block.fault is not None:
        raise block.fault
    chosen = with_words(block.rules, _size_of(block.rows, options) or 9, options)
    is_free = chosen.board is None and not chosen.without_boxes
    return replace(chosen, board=block.drawn) if is_free and block.drawn is not None else chosen


def _on_canvas(block: RowBlock, options: ReadOptions) -> Entry:
    """The puzzle of a board that is not a square. It is empty if the block has only rules."""
    board = options.board or Board.of_size(9)
    try:
        tokens: list[CellToken] = []
        with_cells = sorted({r for r, _ in board.positions})  # a row of holes is a blank line
        numbers = with_cells if len(block.rows) == len(with_cells) else range(board.height)
        if block.rows and len(block.rows) != len(numbers):
            problem = worded(
                "the grid has {count} rows, the board needs {height}",
                count=len(block.rows),
                height=board.height,
            )
            raise BadShape(problem, block.source)
        for number, row in zip(numbers, block.rows, strict=False):
            tokens += _cells_of_row(row, number, board)
        grid = Grid(digits_of(tokens, board) if block.rows else bytes(len(board)), board)
        puzzle = Puzzle(grid, source=block.source, label=block.label, info=block.info)
        return with_sentences(with_rule_lines(puzzle, block.rules), (*block.above, *block.below))
    except InputError as error:
        return error


def _cells_of_row(row: RowReadings, number: int, board: Board) -> Sequence[CellToken]:
    """The cells of one row of a canvas. Places without cells may hold blanks."""
    columns = [c for r, c in board.positions if r == number]
    for tokens in (row.words, row.symbols):
        if len(tokens) == len(columns):
            return tokens
        holes = [token.text for at, token in enumerate(tokens) if at not in columns]
        if len(tokens) == board.width and set(holes) <= BLANKS:
            return [tokens[column] for column in columns]
    found = min((len(row.words), len(row.symbols)), key=lambda count: abs(count - len(columns)))
    problem = worded(
        "row {number} has {found}, needs {size}",
        number=number + 1,
        found=plural(found, "cell"),
        size=len(columns),
    )
    raise BadShape(problem, row.source)


def _size_of(rows: Sequence[RowReadings], options: ReadOptions) -> int | None:
    """The largest number of cells that every row can have and that fits the number of rows."""
    wanted = options.board.size if options.board is not None else None
    known = {*SIZES, wanted} if not options.without_boxes else set(range(1, LARGEST + 1))
    common = known.intersection(*(row.readings for row in rows))
    if wanted in common:
        return wanted
    return max(common, key=lambda size: (len(rows) % size == 0, size), default=None)


def _is_band(block: RowBlock, size: int, options: ReadOptions) -> bool:
    shape = (options.board or Board.of_size(size)).box_shape
    return shape is not None and len(block.rows) == shape[0]


def _cut(block: RowBlock, size: int, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles of a block whose number of rows is a multiple of the size."""
    for start in range(0, len(block.rows), size):
        rows = block.rows[start : start + size]
        tokens = [token for row in rows for token in row.readings[size]]
        try:
            puzzle = puzzle_of_tokens(
                tokens, size, options, rows[0].source, block.label, block.info
            )
            is_last = start + size == len(block.rows)
            puzzle = with_rule_lines(puzzle, block.rules if is_last else [])
            yield with_sentences(puzzle, (*block.above, *(block.below if is_last else ())))
        except InputError as error:
            yield error


def _misshapen(block: RowBlock, options: ReadOptions) -> BadShape:
    """The problem of the shape of a block, with its place."""
    widths = Counter(size for row in block.rows for size in row.readings if size in SIZES)
    wanted = options.board.size if options.board is not None else None
    size = wanted or max(widths, key=lambda size: (widths[size], size), default=9)
    for number, row in enumerate(block.rows, 1):
        if size not in row.readings:
            found = plural(row.width, "cell")
            return BadShape(
                "row {number} has {found}, needs {size}",
                row.source,
                number=number,
                found=found,
                size=size,
            )
    rows = plural(len(block.rows), "row")
    problem = worded(
        "the grid has {rows} of {size} cells, needs {size} rows; {sizes_allowed}",
        rows=rows,
        size=size,
        sizes_allowed=sizes_allowed(),
    )
    return BadShape(problem, block.rows[0].source)
