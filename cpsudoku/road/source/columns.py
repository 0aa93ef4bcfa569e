"""Columns of Arrow as lines of CSV, made from their buffers without an object for each value."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.formats.notes import may_hold_rule
from cpsudoku.formats.tables.columns import columns_of
from cpsudoku.formats.tables.parquet import column_of, csv_of, texts_of
from cpsudoku.road.kernels.fields import Bytes
from cpsudoku.road.layout import NO_FIELD, LineLayout
from cpsudoku.runtime.errors import InputError, Source

if TYPE_CHECKING:
    import pyarrow as pa


_OFFSETS = {"string": np.int32, "large_string": np.int64}
_COMMA, _NEWLINE, _DELETE = ord(","), ord("\n"), 127
_NUMBER = "0123456789. "


@dataclass(frozen=True)
class TableLayout:
    """The columns of a table that are read, and the layout of just these.

    ``others`` are the other columns of texts, where rules may stand. Their rules are not modelled,
    but named.
    """

    used: tuple[str, ...]
    others: tuple[str, ...]
    layout: LineLayout

    def needed(self, holds_rules: Callable[[str], bool]) -> list[str]:
        """The columns to read of some rows: also those in which one of them may hold a rule."""
        return [*self.used, *filter(holds_rules, self.others)]

    def lines(
        self, batch: pa.Table | pa.RecordBatch, names: Sequence[str]
    ) -> tuple[bytes, LineLayout]:
        """Some rows as lines of CSV with these columns, which ``needed`` has named."""
        of_rules = (*self.layout.of_rules, *range(len(self.used), len(names)))
        return lines_of(batch, names), replace(self.layout, names=tuple(names), of_rules=of_rules)


def table_layout(sample: str, schema: pa.Schema, column: str | None, source: Source) -> TableLayout:
    """The puzzle and answer columns of a table, from its first rows as CSV with a heading.

    Raises InputError if no column holds puzzles.
    """
    columns = columns_of(sample, column, source)
    if columns is None:
        listed = sample.partition("\n")[0][:200]
        raise InputError("no column of puzzles; the columns are {names}", source, names=listed)
    answer = [] if columns.solution is None else [columns.solution]
    found = [columns.puzzle, *answer, *columns.of_rules]
    names = next(csv.reader(io.StringIO(sample)))  # exactly as in the table, with spaces
    used = tuple(names[field] for field in found)
    solution = 1 if answer else NO_FIELD
    of_rules = tuple(range(1 + len(answer), len(used)))
    layout = LineLayout(ord(","), 0, solution, used, every=True, of_rules=of_rules)
    others = (name for name in names if name not in used and _is_text(schema, name))
    return TableLayout(used, tuple(dict.fromkeys(others)), layout)


def _is_text(schema: pa.Schema, name: str) -> bool:
    """Whether a column holds texts; the first of two columns with the same name counts."""
    kind = str(schema.types[schema.names.index(name)])
    return "string" in kind or "binary" in kind


def may_hold_rules(column: pa.Array | pa.ChunkedArray) -> bool:
    """Whether a text may be a rule or speak of rules. Numbers at its ends are left out.

    Most columns have few texts without them, so a million take 20 ms.
    """
    from pyarrow import compute

    is_plain = str(column.type) in _OFFSETS
    texts = compute.ascii_trim(column, _NUMBER) if is_plain else column
    return any(may_hold_rule(text, None) for text in texts_of(texts.unique()) if text)


def lines_of(table: pa.Table | pa.RecordBatch, names: Sequence[str]) -> bytes:
    """These columns of a batch or table as lines of CSV, one for each row.

    Texts of one length are copied as a whole: a million rows take 0.1 s, value by value 2 s.
    """
    columns = [_symbols(column_of(table, name)) for name in names]
    texts = [column for column in columns if column is not None]
    if len(texts) < len(columns):
        return csv_of(table, names, heading=False).encode()
    width = sum(text.shape[1] + 1 for text in texts)
    lines = np.full((table.num_rows, width), _COMMA, np.uint8)
    at = 0
    for text in texts:
        lines[:, at : at + text.shape[1]] = text
        at += text.shape[1] + 1
    lines[:, -1] = _NEWLINE
    return lines.tobytes()


def _symbols(column: pa.Array | pa.ChunkedArray) -> Bytes | None:
    """The texts of a column as uint8[n, length].

    None unless all have the same length and no symbol that means something in CSV.
    """
    offsets = _OFFSETS.get(str(column.type))
    if offsets is None or column.null_count or not len(column):
        return None
    if hasattr(column, "num_chunks"):
        column = column.combine_chunks()
    _, places, data = column.buffers()
    ends = np.frombuffer(places, offsets)[column.offset :][: len(column) + 1]
    lengths = np.diff(ends)
    if not lengths[0] or not bool((lengths == lengths[0]).all()):
        return None
    text: Bytes = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]
    is_plain = text.min() > _COMMA and text.max() < _DELETE  # so no quote, space or "#"
    return text.reshape(len(lengths), -1) if is_plain else None
