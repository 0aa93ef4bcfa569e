"""Tables of verdicts as Arrow columns, made from the columns of judged blocks.

A file of them grows as a stream of Arrow record batches, which can be cut back to a checkpoint and
continued. Its batches are written as Parquet beside it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.road.judge.judged import Column, Grids, Judged, RowTexts
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.settings import Requirements, Settings
from cpsudoku.road.sinks.arrow_runs import (
    GRIDS,
    of_one_length,
    packed,
    unpacked,
    unpacked_schema,
)
from cpsudoku.road.sinks.base import TAIL, BlockEncoding, BlockPart, refuse_unsayable
from cpsudoku.road.sinks.beside import Convert
from cpsudoku.road.source.block import AnyBlock, Block
from cpsudoku.road.steps.places import Repeats
from cpsudoku.runtime.printable import one_line

if TYPE_CHECKING:
    import pyarrow as pa

GROUP = 1 << 16  # rows in a row group of Parquet, at least
_DIFFERENT = ("line", *GRIDS)  # columns without many equal values
_ONE = np.uint8(ord("1"))
_BLANK = np.uint8(256 + ord(".") - ord("1"))  # so _BLANK + _ONE is a full stop, modulo 256


@dataclass(frozen=True)
class ArrowTable(BlockEncoding):
    """Rows as record batches, in a file that becomes Parquet."""

    settings: Settings

    def head(self) -> bytes:
        """The schema, which begins a stream of batches."""
        arrow()
        return bytes(packed(batch_of(empty(self.settings))).schema.serialize())

    def part(self, judged: Judged) -> ArrowRows:
        """The rows of a block as one batch."""
        return ArrowRows.of(batch_of(judged), self.settings.requirements)

    @property
    def final_form(self) -> Convert:
        """What writes the batches as Parquet."""
        return to_parquet


def empty(settings: Settings) -> Judged:
    """A judged block without rows, for its columns."""
    return judge_block(Block("", 1, b"", LineLayout()), settings)


def batch_of(judged: Judged, without: Sequence[str] = ()) -> pa.RecordBatch:
    """The rows of a judged block as a record batch with all columns but some."""
    import pyarrow as pa

    n, bits = len(judged), judged.facts.failed
    arrays = {name: array_of(column, n) for name, column in judged.columns.items()}
    arrays[TAIL[0]] = array_of(failed_words(bits, judged.settings.requirements), n)
    arrays[TAIL[1]] = pa.nulls(n, pa.string())
    return pa.record_batch({name: arrays[name] for name in arrays if name not in without})


def failed_words(bits: Ints, requirements: Requirements) -> RowTexts:
    """The names of the requirements that each row fails, with semicolons."""
    used = np.flatnonzero(np.bincount(bits))  # np.unique would load numpy.ma, 0.01 s
    texts = [";".join(requirements.failed_names(bit)) for bit in used.tolist()]
    return RowTexts(texts, np.searchsorted(used, bits))


def array_of(column: Column, n: int) -> pa.Array:
    """A column of ``n`` rows as Arrow; what a row does not have is null.

    The arrays are made from buffers, because ``pa.array`` would import pandas: 0.3 s.
    """
    if isinstance(column, RowTexts):
        return _words(column, n)
    if isinstance(column, Grids):
        return _grids(column, n)
    return values_of(column.values, column.known)


def values_of(values: Bools | npt.NDArray[np.integer], known: Bools | bool = True) -> pa.Array:
    """Numbers or truths; unknown ones become null."""
    import pyarrow as pa

    is_known = None if np.all(known) else pa.py_buffer(np.packbits(known, bitorder="little"))
    is_truth = values.dtype == np.bool_
    data = np.packbits(values, bitorder="little") if is_truth else np.ascontiguousarray(values)
    kind = pa.bool_() if is_truth else pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [is_known, pa.py_buffer(data)])


def _words(column: RowTexts, n: int) -> pa.Array:
    import pyarrow as pa

    texts, of = [one_line(text).encode() for text in column.texts], column.of
    if len(of) == 1 or bool((of == of[:1]).all()):
        text = texts[of[0]] if len(of) else b""
        symbols = np.tile(np.frombuffer(text, np.uint8), (n, 1))
        return of_one_length(symbols) if text else pa.nulls(n, pa.string())
    numbers = values_of(of.astype(np.int32))
    return pa.DictionaryArray.from_arrays(numbers, strings_of(texts)).dictionary_decode()


def strings_of(texts: Sequence[bytes]) -> pa.Array:
    """Texts in UTF-8; an empty one is null."""
    import pyarrow as pa

    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    is_known = np.packbits(np.diff(ends) > 0, bitorder="little")
    parts = [pa.py_buffer(part) for part in (ends, b"".join(texts), is_known)]
    return pa.StringArray.from_buffers(len(texts), *parts)


def _grids(column: Grids, n: int) -> pa.Array:
    symbols = column.cells - np.uint8(1)  # a blank cell becomes 255
    np.minimum(symbols, _BLANK, out=symbols)
    symbols += _ONE
    grids = of_one_length(symbols)
    if column.known.all():
        return grids
    from pyarrow import compute  # 0.1 s

    return compute.if_else(values_of(column.known), grids, array_of(column.others, n))


@dataclass(frozen=True)
class ArrowRows(BlockPart):
    """Rows as a message of the Arrow format; ``schema`` describes it."""

    message: Bytes
    schema: bytes
    requirements: Requirements

    @staticmethod
    def of(batch: pa.RecordBatch, requirements: Requirements) -> ArrowRows:
        """The rows of a batch."""
        rows = packed(batch)
        message = np.frombuffer(rows.serialize(), np.uint8)
        return ArrowRows(message, bytes(rows.schema.serialize()), requirements)

    @property
    def batch(self) -> pa.RecordBatch:
        """The rows as a batch."""
        import pyarrow as pa

        schema = pa.ipc.read_schema(pa.py_buffer(self.schema))
        return unpacked(pa.ipc.read_record_batch(pa.py_buffer(self.message), schema))

    def repeating(self, repeats: Repeats) -> Self:
        """The rows, with the last columns of each that repeats another."""
        import pyarrow as pa
        from pyarrow import compute

        batch = self.batch
        *columns, failed, _ = batch.columns
        n, rows = len(failed), repeats.rows
        of = np.full(n, -1)
        of[rows] = np.arange(len(rows))
        is_one = of >= 0
        where = values_of(of, is_one)
        names = array_of(failed_words(repeats.failed, self.requirements), len(rows))
        failed = compute.if_else(values_of(is_one), names.take(where), failed)
        again = strings_of(_places(repeats)).take(where)
        changed = pa.record_batch([*columns, failed, again], batch.schema)
        return replace(self, message=np.frombuffer(packed(changed).serialize(), np.uint8))

    def data(self, block: AnyBlock, rows: Bools | None) -> bytes | memoryview:
        """The rows as a message."""
        if rows is None:
            return self.message.data
        refuse_unsayable(block, rows)
        return memoryview(packed(self.batch.filter(values_of(rows))).serialize())


def _places(repeats: Repeats) -> list[bytes]:
    """The place of the earlier row that each row repeats."""
    texts, lines = repeats.places.texts, repeats.lines.tolist()
    pairs = zip(repeats.places.of.tolist(), lines, strict=True)
    return [
        one_line(f"{texts[of]}{line}" if line >= 0 else texts[of]).encode() for of, line in pairs
    ]


def to_parquet(stream: io.RawIOBase, file: IO[bytes]) -> None:
    """Write a stream of batches as Parquet, some blocks at a time."""
    pa, parquet = arrow()
    with pa.ipc.open_stream(stream) as reader:
        schema = unpacked_schema(reader.schema)
        names = schema.names
        # Most of the time went into solutions, which shrink by a third. A million rows take 0.3 s
        # of CPU time instead of 0.6 without that, and 109 MB instead of 78. Line numbers take no
        # room as differences. The least and the greatest grid of a group help no search.
        packing = dict.fromkeys(names, "snappy") | {"line": "none", "solution": "none"}
        with parquet.ParquetWriter(
            file,
            schema,
            use_dictionary=[name for name in names if name not in _DIFFERENT],
            compression=packing,
            column_encoding={"line": "DELTA_BINARY_PACKED"},
            write_statistics=[name for name in names if name not in GRIDS],
        ) as writer:
            for group in _groups(map(unpacked, reader)):
                writer.write_table(pa.Table.from_batches(group))


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """The batches in groups of at least GROUP rows."""
    group: list[pa.RecordBatch] = []
    for batch in batches:
        group.append(batch)
        if sum(map(len, group)) >= GROUP:
            yield group
            group = []
    if group:
        yield group
