"""Every reader of the program, with its sample files, changes and random files."""

from __future__ import annotations

import gzip
import io
import lzma
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import books, grammar
from fuzzing.mutate import Change, damaged, damaged_package, damaged_text, damaged_xml
from fuzzing.words import KEYS
from tests.books import bytes_of, list_book, rich_book

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = ROOT / "data" / "samples"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

Maker = Callable[[Random], bytes]


@dataclass(frozen=True)
class Reader:
    """A reader.

    ``makers`` generate files, ``seeds`` are the names of samples, and ``damage`` changes both.
    ``bulk``: bulk runs read such files. ``single``: the reader for single files reads them.
    ``share`` is how often it is chosen; readers of quick formats are chosen more often.
    """

    name: str
    suffixes: tuple[str, ...]
    makers: tuple[Maker, ...]
    damage: Change
    seeds: tuple[str, ...] = ()
    bulk: bool = False
    single: bool = True
    share: int = 1

    def data(self, random: Random, more: Sequence[bytes] = ()) -> bytes:
        """An input: generated, or damaged. ``more`` are files to damage besides the samples."""
        if random.random() < 0.35:
            return random.choice(self.makers)(random)
        known = [*samples(self.seeds), *more]
        made = not known or random.random() < 0.5
        return self.damage(
            random.choice(self.makers)(random) if made else random.choice(known), random
        )


@cache
def samples(names: tuple[str, ...]) -> tuple[bytes, ...]:
    """The content of files in ``data/samples``."""
    return tuple((SAMPLES / name).read_bytes() for name in names)


def compressed(pack: Callable[[bytes], bytes]) -> tuple[tuple[Maker, ...], Change]:
    """The makers and the damage for a compressed text, before or after compression."""

    def make(random: Random) -> bytes:
        parts = random.choice((1, 1, 1, 2))
        return b"".join(pack(random.choice(TEXTS)(random)) for _ in range(parts))

    def damage(data: bytes, random: Random) -> bytes:
        if random.random() < 0.3:
            return pack(damaged_text(random.choice(TEXTS)(random), random))
        return damaged(data, random)

    return (make,), damage


def zst(data: bytes) -> bytes:
    """The data compressed by Zstandard; unchanged if the library is missing."""
    try:
        import zstandard
    except ImportError:
        return data
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def gz(data: bytes) -> bytes:
    """The data compressed by gzip, the same in every run."""
    return gzip.compress(data, mtime=0)


def parquet(random: Random) -> bytes:
    """A Parquet file with columns of many types. Often one of them contains puzzles."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = random.choice((0, 1, 3, 60))
    columns = {random.choice(KEYS): _column(random, rows) for _ in range(random.randint(1, 4))}
    out = io.BytesIO()
    kind = random.choice(("snappy", "gzip", "zstd", "none"))
    pq.write_table(pa.table(columns), out, compression=kind, use_dictionary=random.random() < 0.5)
    return out.getvalue()


def _column(random: Random, rows: int) -> Any:
    import pyarrow as pa

    what = random.randrange(7)
    texts = [random.choice((grammar.line(random), "", INKALA, None)) for _ in range(rows)]
    if what < 3:
        return pa.array(texts, random.choice((pa.string(), pa.large_string())))
    if what == 3:
        return pa.array([text.encode() if text else None for text in texts], pa.binary())
    if what == 4:
        return pa.array([grammar.cells(random) for _ in texts], pa.list_(pa.int64()))
    if what == 5:
        return pa.array([Decimal(random.randint(0, 99)) for _ in texts])
    return pa.array([random.choice((1, None, 2**40)) for _ in texts], pa.int64())


def rich(random: Random) -> bytes:
    """A workbook with comments, rules, names, macros."""
    return books.undated(rich_book(INKALA))


def listed(random: Random) -> bytes:
    """A workbook with a list of puzzles."""
    lines = [grammar.line(random) for _ in range(3)]
    shown = ["".join(c for c in text if c.isprintable()) for text in lines]  # XML allows no others
    return books.undated(bytes_of(list_book(shown)))


TEXTS: tuple[Maker, ...] = (grammar.text, grammar.text, grammar.table, grammar.json_lines)
TEXT_SEEDS = ("line.txt", "grid.txt", "pencilmarks.txt", "sample.sdk", "sample.sdm", "sample.ss")
JSON_SEEDS = ("sample.json",)
XLSX: tuple[Maker, ...] = (books.xlsx, books.xlsx, rich, listed)

# To add a reader, add a line here.
READERS = {
    reader.name: reader
    for reader in (
        Reader("text", (".txt", ".sdk", ".ss", ".sdm", ""), (grammar.text,), damaged_text,
               TEXT_SEEDS, bulk=True, share=3),
        Reader("links", (".iss", ".txt"), (grammar.links, grammar.ruled), damaged_text,
               ("sample.iss", "sumocue.txt", "tatham.txt", "puzz-link.txt", "sudokuwiki.txt",
                "f-puzzles.txt"), bulk=True, share=2),
        Reader("csv", (".csv", ".csv", ".tsv"), (grammar.table,), damaged_text, ("sample.csv",),
               bulk=True, share=3),
        Reader("json", (".json",), (grammar.json_value,), damaged_text, JSON_SEEDS, share=2),
        Reader("jsonl", (".jsonl", ".ndjson"), (grammar.json_lines,), damaged_text, JSON_SEEDS,
               bulk=True, share=2),
        Reader("exchange", (".ipuz", ".opensudoku"), (grammar.ruled,), damaged_text,
               ("sample.ipuz", "sample.opensudoku")),
        Reader("parquet", (".parquet",), (parquet,), damaged, bulk=True, single=False),
        Reader("gz", (".txt.gz", ".csv.gz"), *compressed(gz), bulk=True, single=False),
        Reader("xz", (".txt.xz", ".jsonl.xz"), *compressed(lzma.compress), bulk=True, single=False),
        Reader("zst", (".txt.zst", ".csv.zst"), *compressed(zst), bulk=True, single=False),
        Reader("xlsx", (".xlsx",), XLSX, damaged_package, ("sample.xlsx",)),
        Reader("xlsm", (".xlsm", ".xltm"), XLSX, damaged_package, ("sample.xlsx",)),
        Reader("xls", (".xls",), (books.xls,), damaged),
        Reader("xlsb", (".xlsb",), (books.xlsb,), damaged_package),
        Reader("ods", (".ods",), (books.ods,), damaged_package),
        Reader("fods", (".fods",), (books.fods,), damaged_xml),
        Reader("xml2003", (".xls", ".xml"), (books.xml_2003,), damaged_xml),
        Reader("html", (".xls", ".html"), (books.html,), damaged_xml),
    )
}  # fmt: skip
