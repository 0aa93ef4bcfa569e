"""Formats of links: one object in JSON, or one link or object per line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import EXTRAS, LAYERS, Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.line_by_line import LineFormat, is_content
from cpsudoku.formats.links.zipped_json import is_whole, joined_lines
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError, Source


class LinkFormat(LineFormat):
    """A format with one object in JSON, or with one link or object per line."""

    carries = EXTRAS - {LAYERS}
    writes = False

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a link; raises InputError, by default for every link."""
        raise InputError(
            "{text} is not an object of {name} in JSON", source, text=shorten(text), name=self.name
        )

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object in JSON; raises InputError, by default for every object."""
        raise InputError(
            "{text} is not a link of {name}", source, text=shorten(text), name=self.name
        )

    def of_line(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a link or of an object."""
        return (self.of_object if text.startswith("{") else self.of_link)(text, source)

    def recognises(self, document: Document) -> bool:
        """Whether it begins like a link or an object of this format."""
        return self.is_line(document.sample.lstrip())

    def read_lines(
        self, document: Document, options: ReadOptions, other: Callable[[str], LineFormat | None]
    ) -> Iterator[Entry]:
        """The puzzle of one object on several lines, or of each line."""
        lines = ((n, line) for n, line in document.lines(tidied=False) if is_content(line))
        first = next(lines, None)
        if first is None:
            return
        if not first[1].lstrip().startswith("{") or is_whole(first[1]):
            for number, line in chain([first], lines):
                yield self.entry(line.strip(), document.source.at(number), options, other)
        else:
            text = joined_lines((line for _, line in chain([first], lines)), document.source)
            yield self.entry(text, document.source, options, other)
