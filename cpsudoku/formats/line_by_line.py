"""Formats with one puzzle per line. Lines of other such formats may be among theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded


class LineFormat(TextFormat):
    """A format whose lines are puzzles, each with the board that it describes."""

    suffixes: tuple[str, ...] = ()

    def is_line(self, text: str) -> bool:
        """Whether a line begins like a puzzle of this format."""
        raise NotImplementedError

    def of_line(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a line without blanks at its ends.

        Raises InputError. An error that names no source gets this one.
        """
        raise NotImplementedError

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each line that is neither blank nor a comment."""
        return self.read_lines(document, options, lambda _: None)

    def read_lines(
        self, document: Document, options: ReadOptions, other: Callable[[str], LineFormat | None]
    ) -> Iterator[Entry]:
        """The same, but ``other`` may return the format of a line that is not of this format."""
        for number, line in document.lines(tidied=False):
            if is_content(line):
                yield self.entry(line.strip(), document.source.at(number), options, other)

    def entry(
        self,
        text: str,
        source: Source,
        options: ReadOptions,
        other: Callable[[str], LineFormat | None],
    ) -> Entry:
        """The puzzle of a line, or its problem."""
        try:
            if len(text) > LONGEST_LINE:
                raise too_long(source)
            if options.online:
                from cpsudoku.formats.online import fetched  # loads urllib, 0.05 s

                text = fetched(text)
            chosen = self if self.is_line(text) else other(text) or self
            puzzle = chosen.of_line(text, source)
            refuse_other_boards(puzzle, options)
        except InputError as error:
            return placed(error, source)
        return puzzle


def placed(error: InputError, source: Source) -> InputError:
    """The error, with this source if it does not name another one."""
    return error if error.source != Source() else error.at(source)


def refuse_other_boards(puzzle: Puzzle, options: ReadOptions) -> None:
    """Raise InputError if the user asked for another board than the puzzle describes."""
    board = options.board if options.board is not None else puzzle.board
    if board != puzzle.board or (options.without_boxes and puzzle.board.regions):
        problem = worded("the puzzle has its own board; leave out {box} and {regions}")
        raise InputError(problem, puzzle.source)


def is_content(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(text.strip()) and not text.lstrip().startswith("#")


def too_long(source: Source) -> InputError:
    """The error for a line that is too long to hold in memory."""
    return InputError("the line has more than {most} characters", source, most=f"{LONGEST_LINE:,}")
