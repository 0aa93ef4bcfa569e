"""Formats of links that bring their own board, and are only read."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.errors import InputError, Source
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import EXTRAS, Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import Document
from cpsudoku.formats.links.zipped_json import whole


class LinkFormat(TextFormat):
    """A format with one object in JSON, or with one link per line."""

    suffixes: tuple[str, ...] = ()
    carries = EXTRAS
    writes = False

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a link; raises InputError."""
        raise NotImplementedError

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object in JSON; raises InputError."""
        raise NotImplementedError

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of the object, or of each line that is neither blank nor a comment."""
        if options.board is not None or options.without_boxes:
            raise InputError("the puzzle has its own board; leave out {box} and {regions}")
        if document.sample.lstrip().startswith("{"):
            yield self.of_object(whole(document), document.source)
            return
        for number, line in document.lines():
            text = line.strip()
            if text and not text.startswith("#"):
                try:
                    yield self.of_link(text, document.source.at(number))
                except InputError as error:
                    yield error
