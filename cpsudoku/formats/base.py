"""What a format is: how to recognise, read and write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import IO, Protocol, Self, TypeVar

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import own_layers
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST
from cpsudoku.core.verdict import Result
from cpsudoku.core.words import uninterpreted_in_words
from cpsudoku.formats.document import Document
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.words import both, tallied, worded

T = TypeVar("T")

MAY_MEAN = "may mean"  # key of Puzzle.info: rules that the sheet may hint at
SOLUTION_BOARD = "solution board"  # key of Puzzle.info: an empty board for its solution
PARTIAL_MARKS = "read as blanks"  # key of Puzzle.info: pencilmarks of some cells only
ALSO_FITS = "also fits"  # key of Puzzle.info: other ranges that may be the intended grid
WRITTEN = (".xlsx", ".xlsm", ".xltx", ".xltm")  # workbooks that are read and written
READ_ONLY = (".xls", ".xlsb", ".ods", ".fods")  # workbooks that are read, and not made anew
FILLED = (*WRITTEN, ".ods", ".fods")  # workbooks that answers are written into

# Parts of a puzzle besides its givens: rules, boxes of an unusual shape, other regions or none, a
# board that is not a square with the digits from 1, candidates, layers, and repeated digits.
RULES, BOXES, REGIONS, CANVAS, MARKS = "rules", "boxes", "regions", "canvas", "marks"
LAYERS = "layers"  # besides the digits, without those that rules bring
REPEATS = "repeats"
EXTRAS = frozenset((RULES, BOXES, REGIONS, CANVAS, MARKS, LAYERS, REPEATS))
WORDS = EXTRAS - {MARKS}  # what lines of text below a grid can express
INTERPRETED = "interpreted"  # the names of rules that were read from drawings
READINGS = "readings"  # these rules with the sentences and drawn parts that they come from
SENTENCES = "sentences"  # the sentences of the rules in a link
UNINTERPRETED = "uninterpreted"  # the names of parts that were not interpreted

Entry = Puzzle | InputError
"""What a reader yields: a puzzle or its problem. A bad entry never stops the others."""


@dataclass(frozen=True)
class ReadOptions:
    """The user's options for the input.

    ``named`` is a named range or a table of a workbook. ``every`` also reads its empty boards and
    solutions as puzzles. ``without_boxes``: grids of any size have rows and columns only. ``rules``
    are lines of rules that are added to every puzzle. ``accept_guesses`` uses guesses about
    drawings that nothing can test, and ``without`` leaves out sentences of the rules in a link.
    ``online`` fetches the puzzles that short links name. ``handwriting`` takes the handwriting in
    photos as entries.
    """

    board: Board | None = None
    column: str | None = None
    sheet: str | None = None
    range: str | None = None
    named: str | None = None
    every: bool = False
    without_boxes: bool = False
    rules: tuple[str, ...] = ()
    accept_guesses: bool = False
    without: tuple[str, ...] = ()
    online: bool = False
    handwriting: bool = False

    @property
    def is_for_workbooks(self) -> bool:
        """Whether an option selects parts of a workbook."""
        return self.every or (self.sheet or self.range or self.named) is not None

    def board_of(self, size: int, source: Source | None = None) -> Board:
        """The board of a size. Raises InputError if the requested board has another size."""
        if self.board is None:
            if self.without_boxes:
                return Board.without_boxes(size)
            return Board.of_size(size)
        if self.board.size != size or not self.board.is_square:
            raise InputError(
                "a {size}x{size} grid, but {wanted}",
                source,
                size=size,
                wanted=self._wanted(self.board),
            )
        return self.board

    @staticmethod
    def _wanted(board: Board) -> str:
        """The requested board, in words."""
        wanted = f"{board.height}x{board.width}"
        if board.box_shape is not None:
            return worded(
                "the box {boxes} asks for {wanted}",
                boxes="x".join(map(str, board.box_shape)),
                wanted=wanted,
            )
        return worded("the board asks for {wanted}", wanted=wanted)


def asked_board(box: str | None, regions: str | None = None) -> tuple[Board | None, bool]:
    """The requested board, and whether grids of any size have no boxes.

    Raises BadShape, or InputError if both a box and regions are requested.
    """
    if regions is not None:
        if box is not None:
            raise InputError("{box} and {regions} can't be used together")
        return Board.jigsaw(regions), False
    if isinstance(box, str) and box.strip().lower() == "none":
        return None, True
    return (Board.parse_box(box) if box is not None else None), False


def asked_rules(rules: str | Iterable[str] | None) -> tuple[str, ...]:
    """The requested rules, each as a line. Names alone may be in one text, with commas."""
    if rules is None:
        return ()
    texts = rules.splitlines() if isinstance(rules, str) else list(rules)
    lines = [part for text in texts for part in ([text] if ":" in text else text.split(","))]
    return tuple(line.strip() for line in lines if line.strip())


def with_asked_rules(entry: Entry, rules: Sequence[str]) -> Entry:
    """The puzzle with more rules, which may be parts that were not interpreted; or the problem."""
    if not rules or isinstance(entry, InputError):
        return entry
    try:
        puzzle = entry.with_rules(*rules)
    except InputError as error:
        return InputError(error.problem, entry.source)
    return without_what_rules_say(puzzle)


def without_what_rules_say(puzzle: Puzzle) -> Puzzle:
    """The puzzle without uninterpreted parts and hints that name a rule that it has."""
    names = {rule.name for rule in puzzle.constraints}
    left = tuple(part for part in puzzle.uninterpreted if part.split(maxsplit=1)[0] not in names)
    info = tuple(
        (key, text)
        for key, text in puzzle.info
        if key != MAY_MEAN or text.split(maxsplit=1)[0] not in names
    )
    return replace(puzzle, uninterpreted=left, info=info)


def _option(default: T, *formats: str) -> T:
    """A field of WriteOptions that only these formats use. Without names, all formats use it."""
    return field(default=default, metadata={"formats": formats})


@dataclass(frozen=True)
class WriteOptions:
    """The user's options for the output.

    ``title`` is the heading of a page or picture and the name of sheets. ``labels`` shows the
    label of each puzzle, such as its rating. ``answers`` adds the answers after the puzzles.
    ``paper`` is a name in ``PAPERS``. ``per_page`` is the number of puzzles on each page.
    ``keep_formulas`` writes texts such as ``=1+1`` unchanged. ``ignore_drawings`` writes a
    puzzle without the parts that were not interpreted. ``qr`` adds a code with the link of each
    puzzle.
    """

    keep_formulas: bool = _option(False, "csv")
    title: str | None = _option(None, "svg", "png", "pdf", "xlsx")
    labels: bool = _option(True, "svg", "png", "pdf")
    answers: bool = _option(True, "pdf", "xlsx")
    paper: str | None = _option(None, "pdf")
    per_page: int | None = _option(None, "pdf")
    ignore_drawings: bool = _option(False)
    qr: bool = _option(False, "svg", "png", "pdf")

    def refuse_unused(self, name: str) -> None:
        """Raise Unsupported for an option that the format of this name does not use."""
        for each in fields(self):
            formats = each.metadata["formats"]
            if formats and getattr(self, each.name) != each.default and name not in formats:
                known = ", ".join(formats)
                problem = worded(
                    "{option} works only with {known}, and the output is {name}",
                    option=f"{{{each.name}}}",
                    known=known,
                    name=name,
                )
                raise Unsupported(problem)


class Format(Protocol):
    """One file format.

    ``carries``: the parts of a puzzle, of ``EXTRAS``, that it keeps besides the givens. ``reads``:
    it can be read. ``writes``: it can be written. ``is_binary``: a terminal can't show it.
    """

    @property
    def name(self) -> str:
        """The name in the table."""

    @property
    def title(self) -> str:
        """One line for ``cpsudoku formats``."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Its file suffixes, each with its dot. They take precedence over the content."""

    @property
    def carries(self) -> frozenset[str]:
        """The parts of a puzzle that it keeps besides the givens: some of ``EXTRAS``."""

    @property
    def reads(self) -> bool:
        """Whether puzzles can be read from it."""

    @property
    def writes(self) -> bool:
        """Whether puzzles can be written in it."""

    @property
    def sizes(self) -> range:
        """The sizes of the boards that it can hold."""

    @property
    def is_binary(self) -> bool:
        """Whether its files are not text."""

    def require_library(self) -> None:
        """Raise MissingExtra if the format needs a library that is not installed."""

    def with_options(self, options: WriteOptions) -> Self:
        """The same format with these options for writing.

        Raises Unsupported for an option that it does not use, and MissingExtra.
        """

    def recognises(self, document: Document) -> bool:
        """Whether the first part of a document looks like this format."""

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzles, in order; raises InputError if nothing can be read."""

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write each result as it comes: its solution if it has one, else its givens."""


class BaseFormat:
    """The part that all formats share: their properties and options."""

    name = ""
    carries: frozenset[str] = frozenset()
    writes_solutions = False  # it writes only the solution of a solved puzzle
    reads = True
    writes = True
    sizes = range(1, LARGEST + 1)
    is_binary = False
    library: tuple[str, str] | None = None  # that reads or writes it, and what needs this library
    options = WriteOptions()

    def require_library(self) -> None:
        """Raise MissingExtra if the format needs a library that is not installed."""
        if self.library is not None:
            extras.require(*self.library)

    def with_options(self, options: WriteOptions) -> Self:
        """The same format with these options for writing."""
        options.refuse_unused(self.name)
        self.require_library()
        if options.qr:
            extras.require("segno", "a QR code")
        changed = copy(self)
        changed.options = options
        return changed


class WrittenOnly(BaseFormat):
    """The part that all formats share that are written but not read."""

    carries = EXTRAS  # parts that can't be written are refused
    reads = False

    def recognises(self, document: Document) -> bool:
        """False, because it is not read."""
        return False

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Raise InputError."""
        raise InputError("{name} files are written but not read", document.source, name=self.name)


class TextFormat(BaseFormat):
    """The part that all formats that write text share."""

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write the text of each result, in UTF-8."""
        for result in results:
            refuse_losses(self, result)
            stream.write(encodable(self.text_of(result)).encode())
            stream.flush()

    def text_of(self, result: Result) -> str:
        """The text of one result, with its line end; empty for an entry that is not a puzzle."""
        raise NotImplementedError


def is_solution(result: Result) -> bool:
    """Whether a result is written as the solution that was found."""
    return result.verdict is not None and result.verdict.solution is not None


def losses(puzzle: Puzzle, carries: frozenset[str]) -> dict[str, str]:
    """The parts of a puzzle, in words, that are lost in a format that carries only these."""
    board = puzzle.board
    lost: dict[str, str] = {}
    if puzzle.constraints:
        names = dict.fromkeys(constraint.name for constraint in puzzle.constraints)
        lost[RULES] = tallied(
            "the rule {names}", "the rules {names}", len(names), names=", ".join(names)
        )
    if not board.is_usual and board.is_square:
        if board.box_shape is not None:
            lost[BOXES] = worded(
                "boxes of {rows}x{columns}", rows=board.box_shape[0], columns=board.box_shape[1]
            )
        else:
            lost[REGIONS] = worded("regions") if board.regions else worded("a board without boxes")
    elif not board.is_square:
        lost[CANVAS] = worded("a board of this shape") if board.lowest else worded("digits from 0")
    if board.loose:
        lost[REPEATS] = worded("digits that may be repeated")
    if named := own_layers(board, puzzle.brought_layers):
        lost[LAYERS] = tallied(
            "the layer {named}", "the layers {named}", len(named), named=", ".join(named)
        )
    if puzzle.marks is not None:
        lost[MARKS] = worded("marks")
    if puzzle.uninterpreted:
        lost[UNINTERPRETED] = uninterpreted_in_words(puzzle.uninterpreted)
    return {name: words for name, words in lost.items() if name not in carries}


def refused_losses(format: BaseFormat, results: Iterable[Result]) -> Iterator[Result]:
    """Yield the same results; raise Unsupported as ``refuse_losses`` does."""
    for result in results:
        refuse_losses(format, result)
        yield result


def refuse_losses(format: BaseFormat, result: Result) -> None:
    """Raise Unsupported if the written puzzle would differ from the one that was read.

    A format that writes only the solution does not need its rules.
    """
    if result.puzzle is None:
        return
    size = result.puzzle.board.size
    if size not in format.sizes:
        known = [f"{each}x{each}" for each in format.sizes]
        limit = (
            worded("goes up to {known}", known=known[-1])
            if len(known) > 2
            else worded("holds only {known}", known=both(known))
        )
        raise Unsupported(
            "{source}: format {format} {limit}; try {to} json",
            source=result.source,
            format=repr(format.name),
            limit=limit,
        )
    if format.writes_solutions and is_solution(result):
        return
    ignored = {UNINTERPRETED} if format.options.ignore_drawings else set()
    lost = losses(result.puzzle, format.carries | ignored)
    if list(lost) == [UNINTERPRETED]:
        raise Unsupported(
            "{source}: {lost}; {to} json keeps this note, and {ignore_drawings} writes the "
            "puzzle without it",
            source=result.source,
            lost=lost[UNINTERPRETED],
        )
    if lost:
        if MARKS not in lost:
            try_it: str = worded("json or grid")
        else:
            try_it = worded("json or pencilmarks") if len(lost) == 1 else "json"
        said = both(lost.values())
        raise Unsupported(
            "{source}: format {format} can't hold {said}; try {to} {try_it}",
            source=result.source,
            format=repr(format.name),
            said=said,
            try_it=try_it,
        )
