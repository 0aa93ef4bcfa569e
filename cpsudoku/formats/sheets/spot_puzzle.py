"""The puzzle of a grid that was found on a sheet."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.grid import Grid, symbols_allowed
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import board_in_words
from cpsudoku.formats.base import MAY_MEAN, PARTIAL_MARKS, ReadOptions
from cpsudoku.formats.rows import marked_puzzle, puzzle_of_tokens
from cpsudoku.formats.sheets.finding.blocks import marks_in_block
from cpsudoku.formats.sheets.finding.cages import Killer
from cpsudoku.formats.sheets.finding.evidence import is_marks
from cpsudoku.formats.sheets.finding.find import Spot
from cpsudoku.formats.sheets.finding.offers import offers
from cpsudoku.formats.sheets.finding.shapes import merged_problem, regions_problem
from cpsudoku.formats.sheets.finding.values import NOTHING, CellKind, Meaning
from cpsudoku.formats.symbols import BLANK_WORDS, CellToken, digits_of
from cpsudoku.runtime.errors import BadShape, BadSymbol, Source, cell_address
from cpsudoku.runtime.plural import first_listed, plural
from cpsudoku.runtime.words import worded


def as_drawn(puzzle: Puzzle, spot: Spot, options: ReadOptions) -> Puzzle:
    """The puzzle, with what was read from the drawing, and what the drawing may also mean."""
    board, read = puzzle.board, list[str]()
    if not board.is_square and options.board is None:
        read.append(board_in_words(board))
    elif board.regions and board.box_shape is None and options.board is None:
        read.append(plural(len(board.regions), "region"))
    if spot.killer is not None:
        read.append(plural(len(spot.killer.cages), "cage"))
    sure, possible = offers(spot.plane.picture, spot.window, board)
    info = (*puzzle.info, *((MAY_MEAN, each) for each in possible))
    return replace(puzzle, interpreted=tuple(read), uninterpreted=tuple(sure), info=info)


def puzzle_at(spot: Spot, source: Source, options: ReadOptions) -> Puzzle:
    """The puzzle of a grid on a sheet.

    Raises BadShape if the drawing shows no board, BadSymbol for the first bad cell.
    """
    window = spot.window
    where = source.spread(window.rows, window.columns, window.last)
    problem = spot.problem or _shape_problem(spot, options)
    if problem:
        raise BadShape(problem, where)
    if options.board is None:
        options = replace(options, board=spot.board)
    label = f"{source.sheet}!{where.range}"
    if spot.is_marks:
        marks = [marks_in_block(spot.plane, r, c) for r, c in window.places]
        return marked_puzzle(marks, options.board_of(9, source), where, label)
    if spot.killer is not None:
        return _with_cages(spot, spot.killer, where, label)
    plain = _plain_digits(spot)
    if plain is not None:
        board = options.board_of(window.size, source) if spot.board.is_square else spot.board
        if board.lowest:  # else 0 is a digit
            return Puzzle(Grid(plain, board), source=where, label=label)
    tokens, notes = _tokens(spot, source)
    if not spot.board.is_square:
        grid = Grid(digits_of(tokens, spot.board), spot.board)
        return Puzzle(grid, source=where, label=label, info=notes)
    return puzzle_of_tokens(tokens, window.size, options, where, label, notes)


def _with_cages(spot: Spot, killer: Killer, where: Source, label: str) -> Puzzle:
    """The puzzle of a board with cages."""
    cages = tuple(KillerCage(spot.board, cage.cells, cage.sum) for cage in killer.cages)
    return Puzzle(Grid(bytes(killer.digits), spot.board), cages, source=where, label=label)


def _plain_digits(spot: Spot) -> bytes | None:
    """The digits of a grid up to 9x9 whose cells are all blank or hold one of its digits."""
    size, meanings = spot.board.size, [spot.plane.at(place) for place in spot.places]
    different = {id(meaning): meaning for meaning in meanings}  # equal cells are one object
    is_plain = size <= 9 and all(
        meaning.fits(size) if meaning.digit else meaning.kind in (CellKind.EMPTY, CellKind.BLANK)
        for meaning in different.values()
    )
    return bytes(meaning.digit for meaning in meanings) if is_plain else None


def _tokens(spot: Spot, source: Source) -> tuple[list[CellToken], tuple[tuple[str, str], ...]]:
    """The cells of a grid as a reader takes them, and notes about them.

    Pencilmarks of some blank cells are blanks, and a note names them. Raises BadSymbol for the
    first bad cell.
    """
    meanings = [spot.plane.at(place) for place in spot.places]
    wide = any(meaning.digit > 9 and not meaning.is_letter for meaning in meanings)
    tokens = [
        CellToken(_text(meaning, wide), source.at(*place))
        for meaning, place in zip(meanings, spot.places, strict=True)
    ]
    size, noted = spot.board.size, list[str]()
    blanks = any(meaning.kind in (CellKind.EMPTY, CellKind.BLANK) for meaning in meanings)
    for at, (meaning, token) in enumerate(zip(meanings, tokens, strict=True)):
        _refuse(meaning, token, size)
        if (
            blanks
            and meaning is not NOTHING
            and is_marks(meaning.kind, meaning.digit, meaning.text, size)
        ):
            noted.append(f"{cell_address(*spot.places[at])} ({meaning.text})")
            tokens[at] = replace(token, text=".")
    return tokens, ((PARTIAL_MARKS, first_listed(noted)),) if noted else ()


def _shape_problem(spot: Spot, options: ReadOptions) -> str:
    """Why the drawing prevents reading a grid; empty if it does not or the user named the boxes."""
    problem = "" if spot.is_marks else merged_problem(spot.plane.picture, spot.places)
    if problem or options.board is not None or not spot.board.is_square or spot.killer:
        return problem
    return regions_problem(spot.plane.picture, spot.window, spot.board)


def _text(meaning: Meaning, wide: bool) -> str:
    """The symbol of a cell. Among numbers above 9, a zero is a blank, not a hexadecimal digit."""
    return "." if wide and meaning.text == "0" else meaning.text


def _refuse(meaning: Meaning, token: CellToken, size: int) -> None:
    """Raise BadSymbol for a cell that can't be part of a grid."""
    if meaning.kind is CellKind.BAD:
        allowed = worded(
            "a digit {allowed} or a {blanks}",
            allowed=symbols_allowed(size),
            blanks=BLANK_WORDS,
        )
        raise BadSymbol(
            "{problem}, not {allowed}", token.source, problem=meaning.problem, allowed=allowed
        )
