"""Workbooks, grids and arguments, read one by one by their format, as blocks of a bulk run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from cpsudoku.formats import Document, Entry, ReadOptions, open_input
from cpsudoku.road.alike import alike
from cpsudoku.road.plan import Plan, is_puzzle_text
from cpsudoku.road.source.block import EntryBlock
from cpsudoku.road.source.reconcile import LineTally
from cpsudoku.road.source.sources import InputStream, can_be_reopened, expand
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import puzzles_of

BLOCK_ENTRIES = 256
ROWS = (None, "line", "csv", "sdm")  # formats that may have one puzzle per line


class Entries:
    """The blocks of an input that a format reads; the run sees a Stream of unknown size.

    ``document`` is the input if it is already open. ``tally`` counts the entries read.
    """

    done = total = 0
    programs = ()

    def __init__(
        self, file: str, number: int, plan: Plan, document: Document | None = None
    ) -> None:
        self._file, self._number, self._document = file, number, document
        self._format, self._options = plan.format, plan.options
        self.tally = LineTally()

    def blocks(self) -> Iterator[EntryBlock]:
        """The entries in blocks; a problem with the whole input is an entry too."""
        entries = self._entries()
        while some := tuple(islice(entries, BLOCK_ENTRIES)):
            self.tally.lines += len(some)
            yield EntryBlock(some[0].source.file, some)

    def _entries(self) -> Iterator[Entry]:
        try:
            with self._document or open_input(self._file, self._number) as document:
                yield from puzzles_of(document, self._format, self._options)
        except InputError as error:
            yield error


def inputs_of(texts: list[str]) -> list[str]:
    """The inputs of a run: files, the files of folders and globs, ``-``, and puzzles themselves.

    Raises InputError for anything else.
    """
    found: list[str] = []
    for text in texts:
        found += [text] if is_puzzle_text(text) else expand([text])
    return found


def stream_of(file: str, number: int, plan: Plan) -> InputStream | Entries:
    """The reader for an input: in bulk for one puzzle per line, else by its format.

    Raises InputError if it can't be read.
    """
    if is_puzzle_text(file):
        return Entries(file, number, plan)
    asked = plan.options
    common = ReadOptions(asked.board, without_boxes=asked.without_boxes, rules=asked.rules)
    is_plain = asked == replace(common, column=asked.column) and plan.format in ROWS
    stream = InputStream(file, asked.column, plan.format, options=common)
    if is_plain and alike(common) is not None and stream.has_rows() is not False:
        return stream
    return Entries(file, number, plan, None if can_be_reopened(file) else stream.document())
