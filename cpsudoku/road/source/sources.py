"""Turns files, folders and globs, compressed or not, into blocks of whole lines in UTF-8."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import Document, ReadOptions, open_input, options_for
from cpsudoku.formats.document import line_of
from cpsudoku.formats.packed import COMPRESSED
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.rule_text import has_rules
from cpsudoku.formats.tables.csv_rows import MOST_LINES, lines_in_row
from cpsudoku.formats.tables.parquet import batches, first_rows, opened, readable_parts
from cpsudoku.road.alike import alike
from cpsudoku.road.kernels.text import count_lines, has_open_lines
from cpsudoku.road.layout import LineLayout, layout_of
from cpsudoku.road.settings import PARQUET
from cpsudoku.road.source.block import Block
from cpsudoku.road.source.columns import may_hold_rules, table_layout
from cpsudoku.road.source.reconcile import LineTally
from cpsudoku.runtime.errors import InputError, Source, reason

BLOCK_BYTES = 1 << 19  # 6,000 rows; larger blocks gain nothing, and a few are in memory at once
TABLE_ROWS = 1 << 14  # rows of Parquet in a block; half of them take 0.03 s longer for a million
SAMPLE_ROWS = 50
_ONLY_PUZZLE = re.compile(rb"([.0-9]{81})?")
TEXTS = (".txt", ".csv", ".tsv", ".jsonl", ".ndjson", ".sdm")


def expand(inputs: Sequence[str]) -> list[str]:
    """The files that the inputs name: a folder means its files, a glob means its matches.

    Raises InputError if there are none.
    """
    files: list[str] = []
    for text in inputs:
        is_name = text != "-" and not os.path.exists(text) and not looks_like_a_puzzle(text)
        if text != "-" and os.path.isdir(text):
            found = sorted(str(path) for path in Path(text).iterdir() if is_bulk_name(path))
        elif is_name and glob.has_magic(text):
            found = sorted(glob.glob(text))
        else:
            found = [text]
        if not found:
            known = " ".join((*TEXTS, PARQUET))
            raise InputError(
                "the folder has no file of puzzles ({known}, or compressed)",
                Source(text),
                known=known,
            )
        files += found
    for file, count in Counter(files).items():
        if count > 1 and not can_be_reopened(file):
            name = "<stdin>" if file == "-" else file
            raise InputError("it is named twice but can be read only once", Source(name))
    return files


def is_bulk_name(path: Path) -> bool:
    """Whether the suffixes of a file in a folder are those of puzzles."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    return path.is_file() and bool(suffixes) and suffixes[-1] in (*TEXTS, PARQUET)


class InputStream:
    """The blocks of one input, which is opened once and examined before it is read.

    ``done`` and ``total`` count bytes of the file on the disk; ``tally`` its lines so far.
    ``format`` is a name of FORMATS; ``document`` is the input if it is already open. ``options``
    are the board and the rules of all puzzles. ``programs`` are compiled programs that its first
    lines need, besides those for lists of puzzles.
    """

    programs: tuple[str, ...] = ()

    def __init__(
        self,
        file: str,
        column: str | None = None,
        format: str | None = None,
        document: Document | None = None,
        options: ReadOptions = ReadOptions(),
    ) -> None:
        self.file, self.options = file, options
        self.source = Source("<stdin>" if file == "-" else file)
        self.total = _size(file, self.source)
        self.tally = LineTally()
        self._column, self._format = column, format
        self._document = document
        # The layout and the line of the heading, once they are found.
        self._layout: tuple[LineLayout, int] | None = None

    @property
    def done(self) -> int:
        """The bytes read so far."""
        if self._document is None or not self.total:
            return 0
        position = self._document.position
        return self.total if position is None else position

    def document(self) -> Document:
        """The input, opened on first use. Raises InputError if it can't be opened."""
        if self._document is None:
            self._document = open_input(self.file)
        return self._document

    def has_rows(self) -> bool | None:
        """Whether one of the first lines is a puzzle; None if it is empty or can't be read.

        A file is closed again, as there may be thousands. An input that can be read only once
        stays open.
        """
        if _is_parquet(self.file):
            return True
        try:
            if not self.document().peek().strip():
                return None
        except InputError:
            return None
        try:
            document = self.document()
            options = self._options_for(document)
            if has_rules(document.sample) or alike(options) is None:
                return False
            layout, heading = self._layout = layout_of(
                document, self._format, self._column, options
            )
            lines = [line.encode() for line in document.sample.split("\n")[heading:]]
            if not all(map(_ONLY_PUZZLE.fullmatch, lines)):
                self.programs = ("text",)
            rows = [line for line in lines if not layout.skips(line)][:SAMPLE_ROWS]
            return any(isinstance(layout.entry(row, self.source), Puzzle) for row in rows)
        except InputError:
            return False
        finally:
            if can_be_reopened(self.file):
                self.document().close()
                self._document = None

    def _options_for(self, document: Document) -> ReadOptions:
        """The board and the rules of all puzzles, with those that the text has for them."""
        return options_for(document, self.options)

    def blocks(self) -> Iterator[Block]:
        """The lines in blocks; raises InputError at the end if the file is cut short."""
        if _is_parquet(self.file):
            yield from _parquet_blocks(
                self.file, self.source, self._column, self.tally, self.options
            )
            return
        with self.document() as document:
            document.peek()
            options = self._options_for(document)
            layout, heading = self._layout or layout_of(
                document, self._format, self._column, options
            )
            try:
                yield from self._cut(document, layout, heading)
            finally:
                self.tally.lines = document.lines_read
            if not self.tally.rows:
                raise InputError("no puzzle in it", self.source)

    def _cut(self, document: Document, layout: LineLayout, heading: int) -> Iterator[Block]:
        """Blocks of whole lines, starting below the heading."""
        line, rest = 1, b""
        problem: InputError | None = None
        pieces = document.whole_lines(BLOCK_BYTES, full=True)
        while True:
            try:
                piece = next(pieces, b"")
            except InputError as error:
                problem, piece = error, b""
            text, rest = rest + piece, b""
            if text and line <= heading:
                text, line = self._below(text, layout, heading), heading + 1
            for part, lines, is_row in _parts(text, layout, not piece):
                if not lines:
                    rest = part
                    continue
                if is_row:
                    self.tally.more += lines - 1
                else:
                    self.tally.skip(part, layout)
                yield Block(self.source.name, line, part, layout)
                line += lines
            if problem is not None:
                raise problem
            if not piece:
                return

    def _below(self, text: bytes, layout: LineLayout, heading: int) -> bytes:
        """The text below the heading."""
        start = end = 0
        for _ in range(heading):
            start, end = end, text.find(b"\n", end) + 1 or len(text)
        self.tally.skip(text[:start], layout)
        self.tally.headings = 1
        return text[end:]


def _parts(text: bytes, layout: LineLayout, is_all: bool) -> Iterator[tuple[bytes, int, bool]]:
    """A block split at the rows of several lines: text, number of lines, and if it is such a row.

    Inside such a row the line ends are carriage returns. A part with no lines may be incomplete
    and is left for the next block.
    """
    data = np.frombuffer(text, np.uint8)
    if not (layout.is_table and b'"' in text and has_open_lines(data, layout.delimiter)):
        if text:
            yield text, count_lines(data), False
        return
    delimiter = chr(layout.delimiter)
    lines = text.removesuffix(b"\n").split(b"\n")
    start = at = 0
    while at < len(lines):
        count = 1
        if b'"' in lines[at]:
            ahead = [line_of(line, tidied=False) for line in lines[at : at + MOST_LINES]]
            count = lines_in_row(ahead, delimiter, is_all)
        if count == 1:
            at += 1
            continue
        if at > start:
            yield b"\n".join(lines[start:at]) + b"\n", at - start, False
        if not count:
            yield b"\n".join(lines[at:]) + b"\n", 0, False
            return
        yield b"\r".join(lines[at : at + count]) + b"\n", count, True
        start = at = at + count
    if at > start:
        yield b"\n".join(lines[start:at]) + b"\n", at - start, False


def can_be_reopened(file: str) -> bool:
    """Whether an input can be opened again: a file, or the puzzle itself."""
    return file != "-" and (os.path.isfile(file) or not os.path.exists(file))


def _is_parquet(file: str) -> bool:
    return Path(file).suffix.lower() == PARQUET


def _size(file: str, source: Source) -> int:
    """The bytes of a file; 0 for a pipe or similar. Raises InputError if it does not exist."""
    if file == "-" or (not os.path.exists(file) and looks_like_a_puzzle(file)):
        return 0
    try:
        found = os.stat(file)
        if stat.S_ISDIR(found.st_mode):
            raise InputError("it is a folder", source)
        return found.st_size if stat.S_ISREG(found.st_mode) else 0
    except OSError as error:
        raise InputError("can't be read: {error}", source, error=reason(error)) from None


def _parquet_blocks(
    file: str, source: Source, column: str | None, tally: LineTally, options: ReadOptions
) -> Iterator[Block]:
    """The puzzle and answer columns of a Parquet file as lines of CSV, with rules."""
    try:
        with open(file, "rb") as raw:  # Arrow itself can't open a name that is not UTF-8
            table = opened(raw, source)
            columns = table_layout(first_rows(table), table.schema_arrow, column, source)

            def needed(group: int) -> Sequence[str]:
                return columns.needed(
                    lambda name: any(map(may_hold_rules, readable_parts(table, group, name)))
                )

            for row, batch in batches(table, source, TABLE_ROWS, needed):
                tally.lines += batch.num_rows
                names = columns.needed(batch.schema.names.__contains__)
                text, layout = columns.lines(batch, names)
                yield Block(source.name, row, text, replace(layout, options=options))
    except OSError as error:
        raise InputError("can't be read: {error}", source, error=reason(error)) from None
