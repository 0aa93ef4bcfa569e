"""Checks that lines in equal rows out: the reader counts the lines that are not rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.text import compiled
from cpsudoku.road.layout import LineLayout
from cpsudoku.runtime.compiled.declaring import in_numpy, inner
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.words import worded

_NEWLINE, _HASH, _COMMA, _SEMICOLON, _QUOTE = b'\n#,;"'
# The first two UTF-8 bytes of what the readers treat as a space, as nothing or as a "#".
_LEADS = [0xC285, 0xC2A0, 0xE19A, 0xE280, 0xE281, 0xE380, 0xEFB9, 0xEFBB, 0xEFBC]


@inner()
def _may_skip(byte: int, is_table: bool) -> bool:
    """Whether a line may not be a row if it begins with this byte; in a table also a comma."""
    empty = (byte == _COMMA) | (byte == _SEMICOLON) | (byte == _QUOTE)
    return (byte <= 32) | (byte == _HASH) | (byte >= 127) | (is_table & empty)


@compiled
def _any_may_skip(text: Bytes, is_table: bool) -> bool:
    """Whether some line may not be a row. That is rare, so this scans all bytes alike, fast."""
    count = int(_may_skip(text[0], is_table))
    for at in range(1, len(text)):
        count += (text[at - 1] == _NEWLINE) & _may_skip(text[at], is_table)
    return count > 0


@in_numpy(_any_may_skip)
def _any_may_skip_in_numpy(text: Bytes, is_table: bool) -> bool:
    begins = text[np.append(0, np.flatnonzero(text[:-1] == _NEWLINE) + 1)]
    return bool(np.any(_may_skip(begins, is_table)))


@inner()
def _is_lead(first: int, second: int, leads: Ints) -> bool:
    """Whether two bytes are in ``leads``."""
    is_lead = False
    for each in leads:
        is_lead |= each == first << 8 | second
    return is_lead


@compiled
def _may_skip_at(text: Bytes, starts: Ints, is_table: bool, leads: Ints, kept: Ints) -> int:
    """Set ``kept`` to the starts of the lines that may not be rows. Returns their number."""
    count = 0
    for start in starts:
        byte = text[start]
        second = text[start + 1] if start + 1 < len(text) else _NEWLINE
        if not _may_skip(byte, is_table):
            continue
        if byte > 127 and not _is_lead(byte, second, leads):
            continue
        if byte == _QUOTE and not _may_skip(second, is_table):
            continue
        kept[count] = start
        count += 1
    return count


@dataclass
class LineTally:
    """The lines of a file as the reader counts them; ``more`` are those inside rows."""

    lines: int = 0
    blank: int = 0
    comments: int = 0
    headings: int = 0
    more: int = 0

    @property
    def rows(self) -> int:
        """The number of rows that must be written."""
        return self.lines - self.blank - self.comments - self.headings - self.more

    def skip(self, text: bytes, layout: LineLayout) -> None:
        """Count the lines of a block that are not rows.

        The kernel parses the block on its own. This looks at the beginning of each line, and asks
        the careful reader about the few that may be blank or a comment.
        """
        if layout.every:
            return
        data = np.frombuffer(text, np.uint8)
        if not text or not _any_may_skip(data, layout.is_table):
            return
        ends = np.flatnonzero(data == _NEWLINE)
        starts = np.concatenate([[0], ends[ends < len(data) - 1] + 1])
        kept = np.empty(len(starts), np.int64)
        count = _may_skip_at(data, starts, layout.is_table, np.array(_LEADS), kept)
        for start in kept[:count].tolist():
            end = text.find(b"\n", start)
            why = layout.skips(text[start : end if end >= 0 else len(text)])
            self.blank += why == "blank"
            self.comments += why == "comment"


def refuse_lost_rows(tallies: Iterable[LineTally], written: int) -> None:
    """Raise EngineError unless as many rows were written as the reader has counted.

    The two counters share no code, so a line that one side loses, the other still has.
    """
    read = list(tallies)
    expected = sum(tally.rows for tally in read)
    if written != expected:
        lines = sum(tally.lines for tally in read)
        problem = worded(
            "{lines} lines hold {expected} rows, but {written} rows were written",
            lines=f"{lines:,}",
            expected=f"{expected:,}",
            written=f"{written:,}",
        )
        raise EngineError(problem, "-")
