"""Turns a workbook into its puzzles: pictures, the grids on them, and solutions with puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import sizes_allowed
from cpsudoku.formats.base import ALSO_FITS, Entry, ReadOptions, without_what_rules_say
from cpsudoku.formats.sheets.finding import find
from cpsudoku.formats.sheets.finding.doubts import clashing_square
from cpsudoku.formats.sheets.finding.find import Spot
from cpsudoku.formats.sheets.finding.headings import solution_heading
from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.rowlists import entries_of_rows, row_list
from cpsudoku.formats.sheets.finding.rule_table import RuleTable, rule_table
from cpsudoku.formats.sheets.finding.strings import entries_of_columns, string_columns
from cpsudoku.formats.sheets.items import (
    ROLE_EMPTY,
    ROLE_HELPER,
    ROLE_MIRROR,
    ROLE_PUZZLE,
    ROLE_UNREADABLE,
    Item,
)
from cpsudoku.formats.sheets.reading import excel, html_table, others, spreadsheetml
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.reading.guard import BookKind, kind_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture
from cpsudoku.formats.sheets.reading.strict import transitional
from cpsudoku.formats.sheets.roles import with_roles
from cpsudoku.formats.sheets.spot_puzzle import as_drawn, puzzle_at
from cpsudoku.runtime.errors import (
    BadShape,
    InputError,
    Source,
    UnknownName,
)
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.remarks import note, remark
from cpsudoku.runtime.words import both, worded


@dataclass(frozen=True)
class Book:
    """The sheets of a workbook. ``active`` is the title of the sheet that opens first."""

    kind: BookKind
    source: Source
    pictures: tuple[SheetPicture, ...]
    active: str | None

    @staticmethod
    def open(data: bytes, source: Source) -> Book:
        """The workbook in these bytes; raises InputError if it is not a workbook or is damaged."""
        with refusing_damage(source):
            kind = kind_of(data, source)
            if kind is BookKind.XLSX:
                sheets, active = excel.pictures(transitional(data), source)
            elif kind is BookKind.HTML:
                sheets, active = html_table.pictures(data, source)
            elif kind is BookKind.XML_2003:
                sheets, active = spreadsheetml.pictures(data, source)
            else:
                sheets, active = others.pictures(data, kind, source)
        return Book(kind, source, tuple(sheets), active)

    def sheet(self, name: str | None) -> SheetPicture:
        """The sheet with this name, in any case; by default the active one. Raises UnknownName."""
        wanted = name if name is not None else self.active
        for picture in self.pictures:
            if wanted is not None and picture.sheet.lower() == wanted.lower():
                return picture
        known = ", ".join(repr(picture.sheet) for picture in self.pictures[:20])
        if name is None:
            raise InputError("the active sheet holds no cells (a chart?); use {sheet}", self.source)
        raise UnknownName(
            "{source}: no sheet {name}; its sheets are {known}",
            source=self.source,
            name=repr(name),
            known=known,
        )


def puzzles_of_book(book: Book, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles that the options select; raises InputError if there are none."""
    items = list(items_of(book, options))
    every = options.every or options.range is not None or options.named is not None
    chosen = [item.entry for item in items if every or item.role in (ROLE_PUZZLE, ROLE_UNREADABLE)]
    if not chosen:
        raise _nothing(book, options, items)
    aside = [item for item in items if item.role in (ROLE_HELPER, ROLE_MIRROR)]
    if aside and not every:
        tables = sum(item.is_table for item in aside)
        counts = {
            "grid that formulas calculate": len(aside) - tables,
            "table beside a puzzle": tables,
        }
        skipped = both(
            plural(count, one, one.replace(" ", "s ", 1)) for one, count in counts.items() if count
        )
        note(
            worded(
                "{source}: skipped {skipped}; {all} reads them too",
                source=book.source,
                skipped=skipped,
            )
        )
    if book.kind in (BookKind.XLS, BookKind.XLSB) and any(map(_is_drawn, chosen)):
        remark(
            worded(
                "{source}: lines, backgrounds, comments and formulas can't be seen in this format, "
                "so a jigsaw or killer would be read as a classic Sudoku, and a calculated block "
                "as a typed one; save it as .xlsx if it has one",
                source=book.source,
            )
        )
    if len(chosen) == 1 and isinstance(chosen[0], Puzzle) and chosen[0].source.range is not None:
        chosen = [replace(chosen[0], label=_own_label(chosen[0]))]
    yield from chosen


def _is_drawn(entry: Entry) -> bool:
    """Whether a puzzle is a grid on a sheet, not a list of puzzles or a grid with given regions."""
    return isinstance(entry, Puzzle) and len(set(entry.source.rows)) > 1 and entry.board.is_usual


def _own_label(puzzle: Puzzle) -> str:
    """The label without the place, because the place of a single puzzle is shown anyway."""
    place = f"{puzzle.source.sheet}!{puzzle.source.range}"
    return "" if puzzle.label == place else puzzle.label


def items_of(book: Book, options: ReadOptions) -> list[Item]:
    """Every grid of the workbook, or of the part that the options select, with its role."""
    items: list[Item] = []
    for picture, rect in _places(book, options):
        items += _items_of_sheet(book, picture, rect, options)
    if options.every or options.range is not None or options.named is not None:
        return items
    return with_roles(items, book.pictures)


def _places(book: Book, options: ReadOptions) -> list[tuple[SheetPicture, Rect | None]]:
    """The sheets to search, each with the requested range, if there is one."""
    if options.named is not None:
        return [_named(book, options.named)]
    if options.range is not None:
        sheet, _, text = options.range.rpartition("!")
        picture = book.sheet(sheet.strip("'") or options.sheet)
        return [(picture, Rect.parse(text, _source(book, picture)))]
    pictures = [book.sheet(options.sheet)] if options.sheet is not None else book.pictures
    return [(picture, None) for picture in pictures]


def _named(book: Book, name: str) -> tuple[SheetPicture, Rect]:
    known: list[str] = []
    for picture in book.pictures:
        for each, rect in picture.names:
            if each.lower() == name.lower():
                return picture, rect
            known.append(each)
    listed = ", ".join(dict.fromkeys(known[:20])) or worded("none that is one range")
    raise UnknownName(
        "{source}: no named range or table {name}; it has {listed}",
        source=book.source,
        name=repr(name),
        listed=listed,
    )


def _source(book: Book, picture: SheetPicture) -> Source:
    return Source(book.source.file, picture.sheet)


def _items_of_sheet(
    book: Book, picture: SheetPicture, rect: Rect | None, options: ReadOptions
) -> list[Item]:
    source = _source(book, picture)
    table = rule_table(picture)
    if table is None:
        return _grids_of_sheet(picture, rect, source, options)
    try:
        board = table.board(source) if options.board is None else None
        chosen = replace(options, board=board) if board is not None else options
        items = _grids_of_sheet(picture, rect, source, chosen, table.places)
        return _with_rules(items, table, source)
    except InputError as error:
        return [Item(error, ROLE_UNREADABLE, worded("a table of rules"))]


def _with_rules(items: list[Item], table: RuleTable, source: Source) -> list[Item]:
    """The grids of a sheet with the rules of its table; raises InputError.

    A full grid also gets them, because it may be the answer. An empty board with rules is a puzzle.
    """
    puzzles = [item.entry for item in items if isinstance(item.entry, Puzzle)]
    if sum(not puzzle.givens.is_complete for puzzle in puzzles) > 1:
        problem = worded(
            "several grids and a table of rules on one sheet; put each grid on its own sheet"
        )
        raise InputError(problem, source)
    return [
        replace(item, entry=_ruled(item.entry, table, source), role=ROLE_PUZZLE)
        if isinstance(item.entry, Puzzle)
        else item
        for item in items
    ]


def _ruled(puzzle: Puzzle, table: RuleTable, source: Source) -> Puzzle:
    words = table.words(source)
    board = puzzle.board.with_layers(*words.extra, *words.layers)
    answer = puzzle.answer and puzzle.answer.on_layers(board)
    rules = table.rules(board, source)
    puzzle = replace(puzzle, givens=puzzle.givens.on_layers(board), answer=answer)
    ruled = without_what_rules_say(replace(puzzle, constraints=(*puzzle.constraints, *rules)))
    for name, problem in ruled.layer_faults() if ruled.board.layers else ():
        raise table.layer_problem(name, problem, source)
    return ruled


def _grids_of_sheet(
    picture: SheetPicture,
    rect: Rect | None,
    source: Source,
    options: ReadOptions,
    without: frozenset[Place] = frozenset(),
) -> list[Item]:
    """The grids of a sheet. ``without`` are cells that are known to be something else."""
    plane = Plane(picture)
    if rect is not None:
        found = (_within(rect, spot) for spot in find.inside(plane, rect, options.board))
        spots = [spot for spot in found if spot is not None]
        if spots:
            return [_item(spot, source, options) for spot in spots]
        cells = {place: cell for place, cell in picture.cells.items() if rect.holds(place)}
        picture = SheetPicture(picture.sheet, cells)
    columns = string_columns(picture)
    entries = entries_of_columns(picture, columns, source, options)
    texts = [Item(entry, ROLE_PUZZLE, worded("one in a cell"), _first(entry)) for entry in entries]
    if rect is not None:
        if not texts:
            problem = worded(
                "range {rect} has {rows} and {columns} and holds no grid; a grid is square, "
                "{sizes_allowed}",
                rect=rect,
                rows=plural(rect.height, "row"),
                columns=plural(rect.width, "column"),
                sizes_allowed=sizes_allowed(),
            )
            raise BadShape(problem, source)
        return texts
    known = without | {place for column in columns for place in column.places}
    rows = row_list(plane) if options.board in (None, Board.of_size(9)) else None
    if rows is not None:
        listed = entries_of_rows(plane, rows, source, options)
        texts += [
            Item(entry, ROLE_PUZZLE, worded("a row of 81 cells"), rows.puzzle_places(row))
            for row, entry in zip(rows.rows, listed, strict=True)
        ]
        known |= rows.places
    spots = find.find(plane, options.board, known)
    return texts + [_item(spot, source, options) for spot in spots]


def _first(entry: Entry) -> tuple[Place, ...]:
    """The cell of an entry that is in one cell."""
    source = entry.source
    return ((source.row, source.column),) if source.row and source.column else ()


def _within(rect: Rect, spot: Spot) -> Spot | None:
    """The grid with only those of its readings that are in the range; None if there are none.

    A range of one cell names the place of a grid, not its size.
    """
    if rect.height == rect.width == 1:
        return spot
    readings = (replace(spot, window=window, others=()) for window in (spot.window, *spot.others))
    inside = [each.window for each in readings if rect.covers(each.rect)]
    inside = [window for window in inside if window.rect == rect] or inside
    return replace(spot, window=inside[0], others=tuple(inside[1:])) if inside else None


# Where most people put grids. If an empty row or column of the grid is all that makes another
# reading possible, the grid is read here, and a note reports it.
USUAL_RANGE = "A1:I9"


def _item(spot: Spot, source: Source, options: ReadOptions) -> Item:
    if spot.others:
        readings = (spot.window, *spot.others)
        at_a1 = next((window for window in readings if str(window.rect) == USUAL_RANGE), None)
        if at_a1 is not None:
            others = " ".join(str(window.rect) for window in readings if window != at_a1)
            item = _item(replace(spot, window=at_a1, others=()), source, options)
            if isinstance(item.entry, Puzzle):
                doubt = replace(item.entry, info=(*item.entry.info, (ALSO_FITS, others)))
                return replace(item, entry=doubt)
            return item
        ranges = both(str(window.rect) for window in readings)
        problem = worded(
            "these readings are equally good: {ranges}; choose one with {range}", ranges=ranges
        )
        return Item(InputError(problem, source), ROLE_UNREADABLE, spot.why, spot.cells)
    try:
        puzzle = puzzle_at(spot, source, options)
    except InputError as error:
        return Item(error, ROLE_EMPTY if spot.is_empty else ROLE_UNREADABLE, spot.why, spot.cells)
    role = ROLE_EMPTY if spot.is_empty else ROLE_PUZZLE
    is_answer = spot.is_empty or puzzle.givens.is_complete
    heading = solution_heading(spot.plane.picture, spot.window) if is_answer else ""
    return Item(as_drawn(puzzle, spot, options), role, spot.why, spot.cells, heading=heading)


def _nothing(book: Book, options: ReadOptions, items: Sequence[Item]) -> InputError:
    """Why no puzzle was found, and what to do."""
    for item in items:
        if isinstance(item.entry, InputError):
            return item.entry
        if item.role == ROLE_EMPTY:
            where = item.entry.source
            return InputError(
                "the grid is empty; type its givens, save and try again ({all} reads it anyway)",
                where,
            )
    pictures = [book.sheet(options.sheet)] if options.sheet is not None else book.pictures
    for picture in pictures:
        for place, cell in picture.cells.items():
            if not cell.calculated:
                return InputError(
                    "the formula {formula} has no stored value; open the workbook in a "
                    "spreadsheet program, let it calculate, and save it",
                    _source(book, picture).at(*place),
                    formula=repr(cell.formula[:24]),
                )
    for picture in pictures:
        square = clashing_square(Plane(picture))
        if square is not None:
            problem = worded(
                "the numbers in {square} are not read as a grid, because many of them clash and no "
                "lines show boxes; if they are one, add {range} {square}",
                square=square,
            )
            return InputError(problem, _source(book, picture))
    names = ", ".join(repr(picture.sheet) for picture in pictures[:8])
    more = worded(" and {count} more", count=len(pictures) - 8) if len(pictures) > 8 else ""
    problem = worded(
        "no Sudoku grid was found on its sheets {names}{more}; if there is one, name its place: "
        "{sheet} NAME {range} B2:J10",
        names=names,
        more=more,
    )
    return InputError(re.sub(r"sheets ('[^,]*');", r"sheet \1;", problem), book.source)
