"""Files, folders, globs, compressed or not, to blocks of whole lines of UTF-8."""

from __future__ import annotations

import codecs
import csv
import glob
import gzip
import io
import lzma
import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

import numpy as np

from cpsudoku.bulk.block import Block
from cpsudoku.bulk.layout import NO_FIELD, Layout, layout_of
from cpsudoku.bulk.text import count_lines
from cpsudoku.errors import InputError, MissingExtra, Source, reason
from cpsudoku.formats import Document
from cpsudoku.puzzle import Puzzle

BLOCK_BYTES = 1 << 19  # 6,000 rows; larger ones gain nothing, and the run keeps a few in memory
SAMPLE_BYTES = 1 << 16
SAMPLE_ROWS = 50
PARQUET = ".parquet"
COMPRESSED = (".gz", ".xz", ".zst")
TEXTS = (".txt", ".csv", ".tsv", ".jsonl", ".ndjson", ".sdm")
_BROKEN = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile)


def expand(inputs: Sequence[str]) -> list[str]:
    """The files that the inputs name: a folder is its files, a glob what it matches.

    Raises InputError where there is none.
    """
    files: list[str] = []
    for text in inputs:
        if text != "-" and Path(text).is_dir():
            found = sorted(str(path) for path in Path(text).iterdir() if is_bulk_name(path))
        elif text != "-" and not Path(text).exists() and glob.has_magic(text):
            found = sorted(glob.glob(text))
        else:
            found = [text]
        if not found:
            known = " ".join((*TEXTS, PARQUET))
            raise InputError(f"no file of puzzles in it ({known}, or compressed)", Source(text))
        files += found
    return files


def is_bulk_name(path: Path) -> bool:
    """Whether a file in a folder is meant, by its suffixes."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    return path.is_file() and bool(suffixes) and suffixes[-1] in (*TEXTS, PARQUET)


class Stream:
    """The blocks of one file. ``done`` and ``total``: bytes of the file as it lies on the disk."""

    def __init__(self, file: str, column: str | None = None) -> None:
        self.file = file
        self.source = Source("<stdin>" if file == "-" else file)
        self.total = 0 if file == "-" else _size(file, self.source)
        self._column = column
        self._raw: IO[bytes] | None = None
        self._fault: str | None = None

    @property
    def done(self) -> int:
        """The bytes read so far."""
        if self._raw is None or not self.total:
            return 0
        return self.total if self._raw.closed else self._raw.tell()

    def has_rows(self) -> bool:
        """Whether one of the first lines is a puzzle."""
        try:
            first = next(Stream(self.file, self._column).blocks(), None)
        except InputError:
            return False
        if first is None:
            return False
        lines = first.text[:SAMPLE_BYTES].decode("utf-8", "replace").splitlines()
        rows = [line for line in lines if line.strip() and not line.startswith("#")][:SAMPLE_ROWS]
        return any(isinstance(first.layout.entry(row, self.source), Puzzle) for row in rows)

    def blocks(self) -> Iterator[Block]:
        """The lines in blocks; raises InputError at the end where the file is broken off."""
        if Path(self.file).suffix.lower() == PARQUET:
            yield from _parquet_blocks(self.file, self.source, self._column)
            return
        with self._open() as stream:
            yield from self._cut(stream)

    def _open(self) -> IO[bytes]:
        try:
            place = os.dup(sys.stdin.fileno()) if self.file == "-" else self.file
            self._raw = open(place, "rb")  # noqa: SIM115  closed by blocks()
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", self.source) from None
        suffix = Path(self.file).suffix.lower()
        if suffix == ".gz":
            return cast(IO[bytes], gzip.GzipFile(fileobj=self._raw))
        if suffix == ".xz":
            return cast(IO[bytes], lzma.LZMAFile(self._raw))
        return _zstd(self._raw) if suffix == ".zst" else self._raw

    def _cut(self, stream: IO[bytes]) -> Iterator[Block]:
        """Blocks of whole lines; the heading, if any, is blank in the first."""
        layout: Layout | None = None
        line = 1
        rest = b""
        chunks = self._recoded(stream)
        problem: InputError | None = None
        while True:
            try:
                chunk = next(chunks, b"")
            except InputError as error:
                problem, chunk = error, b""
            text = rest + chunk
            end = text.rfind(b"\n") + 1 if chunk else len(text)
            if problem is not None:
                end = text.rfind(b"\n") + 1  # what is cut off in the middle is no row
            if chunk and end == 0:
                rest = text
                continue
            text, rest = text[:end], text[end:]
            if text:
                if layout is None:
                    layout, text = self._begin(text)
                yield Block(self.source.name, line, text, layout)
                line += count_lines(np.frombuffer(text, np.uint8))
            if problem is not None:
                raise InputError(f"{problem.problem}, after line {line - 1:,}", self.source)
            if not chunk:
                return

    def _begin(self, text: bytes) -> tuple[Layout, bytes]:
        """The layout of the file, and its first block with all up to the heading made blank."""
        sample = text[:SAMPLE_BYTES].decode("utf-8", "replace")
        layout, has_heading = layout_of(sample, self._column, self.source)
        end = 0
        while has_heading:
            start, end = end, text.find(b"\n", end) + 1 or len(text)
            line = text[start:end]
            if line.strip() and not line.startswith(b"#"):
                return layout, re.sub(rb"[^\n]", b" ", text[:end]) + text[end:]
        return layout, text

    def _recoded(self, stream: IO[bytes]) -> Iterator[bytes]:
        """The bytes in chunks, as UTF-8; raises InputError for a binary or a broken file."""
        head = self._read(stream)
        encoding = Document(self.source.file, io.BytesIO(head)).encoding if head else "utf-8"
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        plain = encoding == "utf-8"
        while head:
            yield head if plain else decoder.decode(head).encode()
            head = self._read(stream)

    def _read(self, stream: IO[bytes]) -> bytes:
        """A block's worth of bytes; what came before a fault is returned before it is raised."""
        parts: list[bytes] = []
        wanted = BLOCK_BYTES
        try:
            if self._fault is None:
                while wanted > 0 and (chunk := cast(Any, stream).read1(wanted)):
                    parts.append(chunk)
                    wanted -= len(chunk)
        except _BROKEN as error:
            self._fault = f"the compressed file is broken off ({error})"
        except OSError as error:
            self._fault = f"can't be read: {reason(error)}"
        if self._fault is not None and not parts:
            raise InputError(self._fault, self.source)
        return b"".join(parts)


def _size(file: str, source: Source) -> int:
    try:
        if Path(file).is_dir():
            raise InputError("it is a folder", source)
        return Path(file).stat().st_size
    except OSError as error:
        raise InputError(f"can't be read: {reason(error)}", source) from None


def _zstd(raw: IO[bytes]) -> IO[bytes]:
    """The decompressed stream: the standard library has it from Python 3.14 on."""
    try:
        import zstandard
    except ImportError:
        raise MissingExtra(".zst files need: pip install 'cpsudoku[data]'") from None
    return cast(IO[bytes], zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True))


def _parquet_blocks(file: str, source: Source, column: str | None) -> Iterator[Block]:
    """The puzzle and answer columns of a Parquet file as lines of CSV."""
    pa, pq = arrow()
    try:
        with open(file, "rb") as raw:  # Arrow itself opens no name that is not UTF-8
            table = pq.ParquetFile(raw)
            names = table.schema_arrow.names
            first = next(table.iter_batches(batch_size=50, columns=names), None)
            sample = csv_of(first, names) if first is not None else ""
            used, cut = table_layout(sample, column, source)
            line = 1
            for batch in table.iter_batches(batch_size=1 << 13, columns=used):
                text = csv_of(batch, used, heading=False).encode()
                yield Block(source.name, line, text, cut)
                line += batch.num_rows
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(f"it is no Parquet file: {error}", source) from None


def table_layout(sample: str, column: str | None, source: Source) -> tuple[list[str], Layout]:
    """The puzzle and answer columns of a table, given its first rows as CSV with a heading.

    Also the layout of these columns alone. Raises InputError when no column holds puzzles.
    """
    layout, _ = layout_of(sample, column, source)
    if not layout.names:
        listed = sample.partition("\n")[0][:200]
        raise InputError(f"no column of puzzles; the columns are {listed}", source)
    names = next(csv.reader(io.StringIO(sample)))  # as they are in the table, spaces included
    used = [names[layout.puzzle], *([names[layout.solution]] if layout.solution >= 0 else [])]
    solution = 1 if len(used) > 1 else NO_FIELD
    return used, Layout(ord(","), 0, solution, tuple(used))


def csv_of(batch: Any, names: Sequence[str], heading: bool = True) -> str:
    """The rows of an Arrow batch as CSV, a line each; line ends inside a value become spaces."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)  # "" is a row, too
    if heading:
        writer.writerow(names)
    known = batch.schema.names  # of two columns with one name the first counts
    columns = [batch.column(known.index(name)).to_pylist() for name in names]
    for row in zip(*columns, strict=True):
        writer.writerow([str(v if v is not None else "").replace("\n", " ") for v in row])
    return text.getvalue()


def arrow() -> tuple[Any, Any]:
    """Pyarrow and pyarrow.parquet; raises MissingExtra with the command that installs them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet and Arrow need: pip install 'cpsudoku[data]'") from None
    return pyarrow, pyarrow.parquet
