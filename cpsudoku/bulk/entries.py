"""Puzzles that a format reads one by one, as blocks of a bulk run: workbooks, grids, arguments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cpsudoku.bulk.block import EntryBlock
from cpsudoku.bulk.plan import Plan, is_puzzle_text
from cpsudoku.bulk.sources import Stream, expand
from cpsudoku.errors import InputError
from cpsudoku.formats import Entry, ReadOptions, open_input, read_document

BLOCK_ENTRIES = 256
TEXT, JSON_LINES = 0, 1  # values of Layout.delimiter


class Entries:
    """The blocks of one input that a format reads; a Stream to the run. Its size is not known."""

    done = total = 0

    def __init__(self, file: str, number: int, plan: Plan) -> None:
        self._file, self._number = file, number
        self._format, self._options = plan.format, plan.options

    def blocks(self) -> Iterator[EntryBlock]:
        """The entries in blocks; a fault of the whole input is an entry too."""
        entries = self._entries()
        while some := tuple(islice(entries, BLOCK_ENTRIES)):
            yield EntryBlock(some[0].source.file, some)

    def _entries(self) -> Iterator[Entry]:
        try:
            with open_input(self._file, self._number) as document:
                yield from read_document(document, self._format, self._options)
        except InputError as error:
            yield error


def inputs_of(texts: list[str]) -> list[str]:
    """The inputs of a run: files, those of folders and globs, ``-`` and puzzles as they are.

    Raises InputError for what is neither.
    """
    found: list[str] = []
    for text in texts:
        found += [text] if is_puzzle_text(text) else expand([text])
    return found


def stream_of(file: str, number: int, plan: Plan) -> Stream | Entries:
    """How an input is read: a puzzle per line in bulk, anything else by its format.

    Raises InputError when it can't be read.
    """
    if is_puzzle_text(file):
        return Entries(file, number, plan)
    stream = Stream(file, plan.options.column)
    is_plain = plan.options == ReadOptions(column=plan.options.column)
    if is_plain and plan.format is None and (file == "-" or stream.has_rows()):
        return stream
    if is_plain and plan.format is not None and file != "-" and _suits(plan.format, stream):
        return Stream(file, plan.options.column)
    return Entries(file, number, plan)


def _suits(format: str, stream: Stream) -> bool:
    """Whether the bulk reader reads a file as that format does."""
    try:
        first = next(stream.blocks(), None)
    except InputError:
        return False
    if first is None or format not in ("line", "sdm", "csv"):
        return False
    layout = first.layout.delimiter
    return layout == TEXT if format != "csv" else layout not in (TEXT, JSON_LINES)
