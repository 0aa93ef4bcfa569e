"""Multi-line grids as people paste them, with or without lines drawn between the cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpsudoku.core.constraints.amounts import MOST_RULES
from cpsudoku.core.grid import draw
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST, SIZES
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WORDS, Entry, ReadOptions, TextFormat, is_solution
from cpsudoku.formats.document import Document
from cpsudoku.formats.notes import is_about_rules, is_comment, may_be_rule
from cpsudoku.formats.rows import RowBlock, RowReadings, puzzles_of_blocks, with_solutions
from cpsudoku.formats.rule_text import (
    RuleLine,
    above_its_grid,
    add_rule,
    belongs_to_a_grid,
    has_rules,
    rule_text,
    without_rules,
)
from cpsudoku.formats.symbols import CellToken
from cpsudoku.formats.text.drawn_regions import board_of_drawing
from cpsudoku.formats.text.spaced import with_dots
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.words import worded

_BARS = str.maketrans(dict.fromkeys("│┃║╎╏┆┇┊┋¦", "|"))
_SEPARATOR = re.compile(r"[-=+|*:.,'`\s\u2500-\u257f\u2550-\u256c]*")
_DRAWN = re.compile(r"-{2,}|={2,}|[\u2500-\u257f]")
_NUMBER = re.compile(r"\s*[#(]?\d{1,2}[.):]?\s*")  # of a puzzle
_DATE = re.compile(r"\s*((19|20)\d\d-[01]\d-[0-3]\d|\d{1,4}/\d\d?/\d{1,4})\s*")
_QUOTED = re.compile(r"^(\s*>)+ ?")  # a mail's quotation marks


def lines_of(document: Document) -> Iterator[tuple[int, str]]:
    """The lines without the quotation marks of a mail, and with a symbol in each blank cell."""
    return with_dots((number, _QUOTED.sub("", line)) for number, line in document.lines())


def blocks_of(lines: Iterable[tuple[int, str]], source: Source, sample: str) -> Iterator[RowBlock]:
    """The blocks of adjacent rows. Blank lines and lines of text, which are labels, separate them.

    A comment (``# ...``) above a grid is also its label.
    """
    dashes_are_blanks = any(
        re.search(r"\d", line) and "-" in line and not re.search(r"[^\W\d_]", line)
        for line in sample.splitlines()
    )
    blocks = _Blocks()
    for number, line in lines:
        text = line.translate(_BARS)
        if is_separator(text, dashes_are_blanks):
            blocks.drawn(text)
        elif belongs_to_a_grid(text):
            yield from blocks.rule((source.at(number), line))
        elif is_comment(line):
            yield from blocks.comment(text)
        elif is_label(text):
            blocks.refuse_many_texts(source.at(number))
            yield from blocks.label(text)
        elif not line.strip(" "):
            yield from blocks.blank()
        else:
            yield from blocks.row(text, source.at(number))
    yield from blocks.rest()


class _Blocks:
    """Collects blocks line by line. A block is held until the rules below it are complete."""

    def __init__(self) -> None:
        self._open = RowBlock()
        self._drawing: list[tuple[bool, str]] = []  # whether a line is a row, and the line
        self._held: RowBlock | None = None
        self._rule: RuleLine | None = None  # directly above
        self._texts = _Texts()

    def drawn(self, text: str) -> None:
        """Add a line that only draws."""
        self._drawing.append((False, text))

    def row(self, text: str, source: Source) -> Iterator[RowBlock]:
        """Add a row of cells."""
        if not self._open.rows:
            if self._held is not None and not self._held.rows:
                self._rule, self._held = self._held.rules[0], None
            above, below = self._texts.between()
            self._open.above = above if self._held is not None else self._texts.all_about_rules()
            if self._held is not None:
                self._held.below += below
            self._texts = _Texts()
            yield from self._release()
            if self._rule is not None:
                self._open.fault = above_its_grid(self._rule)
        self._rule = None
        self._open.rows.append(split_row(text, source))
        self._drawing.append((True, text))

    def rule(self, line: RuleLine) -> Iterator[RowBlock]:
        """Add a rule, which belongs to the grid above it."""
        if self._open.rows:
            yield from self._release()
            self._close()
        self._held = self._held or RowBlock()
        add_rule(self._held.rules, line)
        self._texts.touch_grid()
        self._rule = line

    def comment(self, text: str) -> Iterator[RowBlock]:
        """Add a comment: the label of the grid below it. Inside a grid it is ignored."""
        if not self._open.rows:
            yield from self.label(text)

    def label(self, text: str) -> Iterator[RowBlock]:
        """Add a line of text: the label of the grid below it, or a sentence about one."""
        if self._open.rows:
            yield from self._release()
            self._close()
        self._rule = None
        self._open.label = text.strip(" #/:=-")
        self._texts.add(text)

    def refuse_many_texts(self, source: Source) -> None:
        """Raise InputError if a grid has too many lines of text below it."""
        if self._held is not None and self._texts.count >= MOST_RULES:
            problem = worded(
                "more than {most} lines of text below a grid; the rest is not read",
                most=f"{MOST_RULES:,}",
            )
            raise InputError(problem, source)

    def blank(self) -> Iterator[RowBlock]:
        """Add a blank line, which ends a grid."""
        self._rule = None
        if self._open.rows:
            yield from self._release()
            self._close()
        self._texts.end_paragraph()

    def rest(self) -> Iterator[RowBlock]:
        """The remaining block at the end."""
        if self._open.rows:
            yield from self._release()
            self._close()
        if self._held is not None:
            self._held.below += self._texts.last()
        yield from self._release()

    def _close(self) -> None:
        """Complete the rows. The lines after them may be their rules."""
        if self._open.rows:
            self._open.drawn = board_of_drawing(self._drawing)
            self._held, self._open = self._open, RowBlock()
            self._texts.touch_grid()
        self._drawing = []

    def _release(self) -> Iterator[RowBlock]:
        if self._held is not None:
            yield self._held
            self._held = None


class _Texts:
    """The lines of text between two grids, in paragraphs.

    A paragraph below a grid is about it, and one above a grid is its title. If a paragraph touches
    both grids or none, it may be about both.
    """

    def __init__(self) -> None:
        self._paragraphs: list[tuple[bool, list[str]]] = []  # whether it touches the grid above
        self._touches_above = False
        self._is_open = False
        self.count = 0

    def touch_grid(self) -> None:
        """Note that a grid or a rule is in the line before the next one."""
        self._touches_above, self._is_open = True, False

    def end_paragraph(self) -> None:
        """Note a blank line."""
        self._touches_above = self._is_open = False

    def add(self, text: str) -> None:
        """Add a line."""
        if not self._is_open:
            self._paragraphs.append((self._touches_above, []))
        self._is_open = True
        self.count += 1
        self._paragraphs[-1][1].append(text)

    def all_about_rules(self) -> list[str]:
        """The titles above the first grid that speak of rules."""
        return [text for _, texts in self._paragraphs for text in texts if is_about_rules(text)]

    def last(self) -> list[str]:
        """The sentences below the last grid that may be rules."""
        return [text for _, texts in self._paragraphs for text in texts if may_be_rule(text)]

    def between(self) -> tuple[list[str], list[str]]:
        """The sentences about the grid that follows, and those about the grid before."""
        above, below = list[str](), list[str]()
        for number, (touches_above, texts) in enumerate(self._paragraphs, 1):
            touches_below = self._is_open and number == len(self._paragraphs)
            is_title = touches_below or not touches_above
            if touches_above or not touches_below:
                below += filter(is_about_rules if is_title else may_be_rule, texts)
            if is_title:
                above += filter(is_about_rules, texts)
        return above, below


def is_separator(text: str, dashes_are_blanks: bool) -> bool:
    """Whether a line only draws: between bands, or around the grid."""
    if not _SEPARATOR.fullmatch(text) or not _DRAWN.search(text):
        return False
    return not dashes_are_blanks or bool(re.search(r"[+=:'`\u2500-\u257f]|\*-|-{4,}\*", text))


def is_label(text: str) -> bool:
    """Whether a line consists of words, such as ``Grid 01``, rather than cells."""
    for word in re.findall(r"[^\W\d_]{2,}", text):
        if re.search(r"[^a-px]", word) and (word != word.upper() or not word.isascii()):
            return True
        if len(text.strip()) < 16 and re.search(r"[Q-WYZ]", word):
            return True
    return bool(_NUMBER.fullmatch(text) or _DATE.fullmatch(text))


def split_row(text: str, source: Source) -> RowReadings:
    """Every way in which a line can be read as cells."""
    readings: dict[int, list[CellToken]] = {}
    words = _tokens(text, r"[^\s|]+", source)
    symbols = _tokens(text, r"[^\s|]", source)
    width = len(words) if len(words) > 5 else len(symbols)
    for delimiter in "\t;,":
        if delimiter in text:
            fields = _fields(text, delimiter, source)
            readings.setdefault(len(fields), fields)
            width = len(fields)
            if not fields[-1].text:  # 5,3,,,7,,,, and 5,3,,,7,,, both end in a delimiter
                readings.setdefault(len(fields) - 1, fields[:-1])
            break
    if "|" in text:
        fields = _bar_fields(text, source)
        if all(" " not in field.text for field in fields):
            readings.setdefault(len(fields), fields)
    for tokens in (words, symbols):
        readings.setdefault(len(tokens), tokens)
    if "|" in text:
        for size in SIZES:
            drawn = _drawn_cells(text, size, source)
            if drawn is not None:
                readings.setdefault(size, drawn)
    known = {size: cells for size, cells in readings.items() if 1 <= size <= LARGEST}
    return RowReadings(source, known, width, words, symbols)


def _tokens(text: str, pattern: str, source: Source) -> list[CellToken]:
    found = re.finditer(pattern, text)
    return [CellToken(match[0], source.at(source.row, match.start() + 1)) for match in found]


def _fields(text: str, delimiter: str, source: Source) -> list[CellToken]:
    fields, column = [], 1
    for part in text.split(delimiter):
        fields.append(CellToken(part.strip().strip("\"'"), source.at(source.row, column)))
        column += len(part) + 1
    return fields


def _bar_fields(text: str, source: Source) -> list[CellToken]:
    """The text between bars, without the text outside a drawn border."""
    fields = _fields(text, "|", source)
    if not fields[0].text:
        fields = fields[1:]
    if fields and not fields[-1].text:
        fields = fields[:-1]
    return fields


def _drawn_cells(text: str, size: int, source: Source) -> list[CellToken] | None:
    """The cells of a drawn row whose blanks are spaces: ``| 5 3   |   7   |       |``.

    Each part between bars has the same number of cells at equal distances. Returns None if a
    symbol is anywhere else, or if the parts differ.
    """
    start, end = text.index("|") + 1, text.rindex("|")
    parts = text[start:end].split("|")
    if size % len(parts) or len({len(part) for part in parts}) != 1 or len(parts) < 2:
        return None
    cells = size // len(parts)
    width = len(parts[0])
    layouts = {cells: (0, 1), 2 * cells - 1: (0, 2), 2 * cells + 1: (1, 2), 3 * cells: (1, 3)}
    if width not in layouts:
        return None
    first, step = layouts[width]
    places = range(first, first + step * cells, step)
    if any(
        not char.isspace() and at not in places for part in parts for at, char in enumerate(part)
    ):
        return None
    return [
        CellToken(part[at].strip(), source.at(source.row, start + number * (width + 1) + at + 1))
        for number, part in enumerate(parts)
        for at in places
    ]


class GridText(TextFormat):
    """The base of ``grid`` and similar formats, which differ only in recognising and writing."""

    name = "grid"
    title = "drawn grids, as pasted from e-mails, forums and terminals"
    suffixes: tuple[str, ...] = ()
    writes_solutions = True

    def recognises(self, document: Document) -> bool:
        """Whether a grid, or most of one, is in the sample."""
        lines = list(lines_of(Document.of_text(without_rules(document.sample))))
        for block in blocks_of(lines, document.source, document.sample):
            for size in SIZES:
                if size > 3 and sum(size in row.readings for row in block.rows) >= 0.6 * size:
                    return True
        return any(isinstance(entry, Puzzle) for entry in self._entries(lines, document))

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each grid, labelled with the line of text above it."""
        blocks = blocks_of(lines_of(document), document.source, document.sample)
        return with_solutions(puzzles_of_blocks(blocks, options))

    def _entries(self, lines: list[tuple[int, str]], document: Document) -> Iterator[Entry]:
        return puzzles_of_blocks(blocks_of(lines, document.source, document.sample), ReadOptions())

    def text_of(self, result: Result) -> str:
        """The drawn grid, with its label above it, and its rules and a blank line below it."""
        if result.grid is None or result.puzzle is None:
            return ""
        rules = "" if is_solution(result) else rule_text(result.puzzle)
        label = f"# {one_line(result.puzzle.label)}\n" if result.puzzle.label else ""
        return f"{label}{draw(result.grid)}\n{rules}\n"


class PlainGrid(GridText):
    """The format ``grid``."""

    carries = WORDS

    def recognises(self, document: Document) -> bool:
        """Whether a grid or rules are in the sample."""
        return super().recognises(document) or has_rules(document.sample)


FORMAT = PlainGrid()
