"""Writes new puzzles as a data set for machine learning: two Parquet tables and a data card.

A hash of the canonical form decides which table a puzzle belongs to. So the tables share no puzzle
up to symmetry, for any seeds. While the set is made, its rows are kept in parts; a run that was
interrupted continues after the last part. The bytes depend only on the request, on the version of
cpsudoku, and on that of pyarrow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.formats.tables.parquet import arrow
from cpsudoku.generating.card import Figures, card
from cpsudoku.generating.generation import CandidateBlock, GenerationRun, make
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import InputError, Source, Unsupported, reason
from cpsudoku.runtime.files import replacing
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.lock import locked
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.remarks import note
from cpsudoku.runtime.version import __version__
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Progress, settle
from cpsudoku.teaching.rating.base import BOTH, GUESSES, Rating, programs_of, scales_of
from cpsudoku.teaching.rating.rate import rated

if TYPE_CHECKING:
    import pyarrow as pa


TABLES = ("train", "test")
CARD = "README.md"
PARTS = "parts"
ROWS_OF_A_PART, SECONDS_OF_A_PART = 20_000, 60.0
ROWS_OF_A_GROUP = 1 << 17  # of the finished tables
RATED = ("ER", "EP", "ED", "hodoku_level", "hodoku_score", "hardest")
OF_SCALE = {"se121": ("ER", "EP", "ED", "hardest"), "hodoku": ("hodoku_level", "hodoku_score")}
OF_SCALE[BOTH] = RATED
_REQUEST, _STATE = b"request", b"state"  # in the metadata of a part
_BITS = 64

Row = JsonObject


@dataclass(frozen=True)
class DataSet:
    """A data set that was written: its folder, its seed, and the rows of each table.

    ``repeated`` is the number of puzzles that were left out because an equivalent one was there.
    ``missing`` is the number of puzzles that were not made before the time ran out. The tables are
    then not written yet, and the same call continues.
    """

    folder: Path
    seed: int
    train: int
    test: int
    repeated: int = 0
    missing: int = 0


@dataclass(frozen=True)
class DataSetRequest:
    """What a data set must be like. An interrupted run continues only for an equal request."""

    count: int
    seed: int
    split: float
    scale: str
    asked: JsonObject

    def to_data(self) -> JsonObject:
        """The request as JSON values, with the version that makes it."""
        whole = {"count": self.count, "seed": self.seed, "split": self.split, "scale": self.scale}
        data: JsonObject = json.loads(json.dumps(whole | self.asked))
        return {"cpsudoku": __version__, **data}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the tables."""
        usual = ("question", "answer", "clues", "guesses")
        return (*usual, *OF_SCALE.get(self.scale, ()), "canonical")


def write_set(
    run: GenerationRun,
    count: int,
    asked: JsonObject,
    folder: str | Path,
    split: float,
    scale: str,
    progress: Progress,
) -> DataSet:
    """Make ``count`` puzzles and write them to a folder, as ``Generation.write_set`` describes."""
    arrow()
    parameters.between("split", split, 0, 1)
    scales_of(scale)
    if not run.wish.is_classic:
        raise Unsupported("a data set can only have classic 9x9 puzzles")
    target = Path(folder)
    try:
        (target / PARTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            "can't be written: {error}", Source(str(target)), error=reason(error)
        ) from None
    with locked([target / PARTS]):
        request = DataSetRequest(count, run.seed, split, scale, asked)
        return _Making(run, request, target, progress).whole()


class _Making:
    """A run that makes a data set: the rows that are not in a part yet, and what is known."""

    def __init__(
        self, run: GenerationRun, request: DataSetRequest, folder: Path, progress: Progress
    ) -> None:
        self.run, self.request, self.folder, self.progress = run, request, folder, progress
        self.parts = _Parts(folder / PARTS, request)
        self.made = self.next = self.repeated = 0
        self.seen: set[int] = set()

    def whole(self) -> DataSet:
        """Make what is missing, then the tables and the card."""
        for name in (*(f"{table}.parquet" for table in TABLES), CARD):
            if (self.folder / name).exists() and not self.parts.files():
                (self.folder / PARTS).rmdir()
                raise InputError(
                    "it already has {name}; name another folder", self._source, name=name
                )
        self._continue()
        if self.made < self.request.count:
            self._make()
        missing = self.request.count - self.made
        if missing:
            return DataSet(self.folder, self.request.seed, 0, 0, self.repeated, missing)
        figures = self.parts.figures()
        train, test = (self._write_table(table) for table in TABLES)
        with replacing(self.folder / CARD) as stream:
            text = card(self.request.to_data(), self.request.columns, (train, test), figures)
            stream.write(text.encode())
        self.parts.remove()
        return DataSet(self.folder, self.request.seed, train, test, self.repeated)

    @property
    def _source(self) -> Source:
        return Source(str(self.folder))

    def _continue(self) -> None:
        """Read what earlier runs have made."""
        for rows, state in self.parts.read(["canonical"]):
            self.seen.update(_hash(form) for form in rows["canonical"])
            self.made, self.next, self.repeated = state
            if self.made != len(self.seen):
                raise InputError("a part is missing; remove the folder", self._source)
        if self.made:
            note(worded("continuing after {puzzles}", puzzles=plural(self.made, "puzzle")))
            self.progress(self.made)

    def _make(self) -> None:
        scales = scales_of(self.request.scale) if self.request.scale != GUESSES else ()
        work = partial(_rows_of, scales=scales)
        self.run.start_clock(["canonical", *programs_of(scales)])
        last = begun = monotonic()
        rows: list[Row] = []
        try:
            blocks = self.run.blocks(work, self.request.count, self.next, not scales)
            for block, found in blocks:
                new = self._new(found)
                rows, self.next = rows + new, block.first + block.count
                last = monotonic() if new else last
                is_done = self.made == self.request.count
                if is_done or len(rows) >= ROWS_OF_A_PART or last - begun > SECONDS_OF_A_PART:
                    self._keep(rows)
                    rows, begun = [], last
                if is_done or self.run.is_over(last):
                    break
        finally:
            self._keep(rows)

    def _keep(self, rows: list[Row]) -> None:
        """Write rows as a part."""
        self.parts.add(rows, (self.made, self.next, self.repeated))

    def _new(self, found: Sequence[Row]) -> list[Row]:
        """The rows without an equivalent earlier one, up to the number that is missing."""
        new = []
        for row in found:
            mark = _hash(row["canonical"])
            if mark in self.seen:
                self.repeated += 1
            elif self.made < self.request.count:
                self.seen.add(mark)
                self.made += 1
                new.append(row)
        self.progress(self.made)
        return new

    def _write_table(self, name: str) -> int:
        """Write one of the tables from the parts, and return the number of its rows."""
        pa, parquet = arrow()
        schema = _schema(self.request)
        total, waiting = 0, schema.empty_table()
        with (
            replacing(self.folder / f"{name}.parquet") as stream,
            parquet.ParquetWriter(stream, schema, compression="zstd") as writer,
        ):
            for table in self.parts.tables():
                wanted = [
                    (_hash(form) < self.request.split * (1 << _BITS)) == (name == TABLES[0])
                    for form in table["canonical"].to_pylist()
                ]
                waiting = pa.concat_tables([waiting, table.filter(pa.array(wanted, pa.bool_()))])
                while waiting.num_rows >= ROWS_OF_A_GROUP:
                    writer.write_table(waiting.slice(0, ROWS_OF_A_GROUP).combine_chunks())
                    total, waiting = total + ROWS_OF_A_GROUP, waiting.slice(ROWS_OF_A_GROUP)
            writer.write_table(waiting.combine_chunks())
        return total + int(waiting.num_rows)


@dataclass
class _Parts:
    """The parts of a data set that is being made, one file for each."""

    folder: Path
    request: DataSetRequest

    def files(self) -> list[Path]:
        """The finished parts, in order."""
        return sorted(self.folder.glob("*.parquet"))

    def add(self, rows: Sequence[Row], state: tuple[int, int, int]) -> None:
        """Write rows as a part. ``state``: all rows so far, the next candidate, the repeated."""
        if not rows:
            return
        pa, parquet = arrow()
        facts = {_REQUEST: json.dumps(self.request.to_data()), _STATE: json.dumps(state)}
        schema = _schema(self.request).with_metadata(facts)
        with replacing(self.folder / f"{state[0]:012}.parquet") as stream:
            parquet.write_table(pa.Table.from_pylist(list(rows), schema), stream)

    def read(self, columns: Sequence[str]) -> Iterator[tuple[dict[str, list[str]], list[int]]]:
        """Some columns of each part, and the state after it; refuse parts of other requests."""
        for path, table in self._each():
            facts = table.schema.metadata or {}
            try:
                request = value_of_json(facts.get(_REQUEST, b"null"))
                state = value_of_json(facts.get(_STATE, b"null"))
            except ValueError:
                request = state = None
            if request != self.request.to_data():
                problem = worded(
                    "its parts are of another request; repeat that one, or remove the folder"
                )
                raise InputError(problem, Source(str(path.parent.parent)))
            yield table.select(list(columns)).to_pydict(), state

    def tables(self) -> Iterator[pa.Table]:
        """The rows of each part."""
        for _, table in self._each():
            yield table.replace_schema_metadata(None)

    def figures(self) -> Figures:
        """What the card shows of the rows."""
        figures = Figures()
        for table in self.tables():
            figures.add(table.drop_columns(["question", "answer", "canonical"]).to_pydict())
        return figures

    def remove(self) -> None:
        """Remove all parts and their folder. The last one is first, so the others stay usable."""
        for path in reversed(self.files()):
            path.unlink()
        for path in self.folder.iterdir():  # what a killed run has left
            path.unlink()
        self.folder.rmdir()

    def _each(self) -> Iterator[tuple[Path, pa.Table]]:
        pa, parquet = arrow()
        for path in self.files():
            try:
                yield path, parquet.read_table(path)
            except (pa.ArrowException, OSError) as error:
                raise InputError("is damaged: {error}", Source(str(path)), error=error) from None


def _schema(request: DataSetRequest) -> pa.Schema:
    pa, _ = arrow()
    numbers = {"clues": pa.int16(), "guesses": pa.int64(), "hodoku_score": pa.int32()}
    types = numbers | dict.fromkeys(("ER", "EP", "ED"), pa.float64())
    return pa.schema([(name, types.get(name, pa.string())) for name in request.columns])


def _hash(form: str) -> int:
    """A hash of a canonical form, the same on every machine."""
    return int.from_bytes(blake2b(form.encode(), digest_size=_BITS // 8).digest(), "big")


def _rows_of(block: CandidateBlock, scales: Sequence[str]) -> list[Row]:
    """The rows of the puzzles among some candidates: the work of a process."""
    from cpsudoku.engines.lanes import search_counting
    from cpsudoku.engines.lanes.canonical import canonical

    made = make(block)
    cells = np.frombuffer(b"".join(each.givens.cells for each in made), np.uint8).reshape(-1, 81)
    guesses = search_counting(cells)[3].tolist()
    forms = [Grid(form.tobytes(), block.wish.board).line for form in canonical(cells)]
    rows = []
    for each, count, form in zip(made, guesses, forms, strict=True):
        givens, answer = each.givens.line, each.solution.line
        row = {"question": givens, "answer": answer, "clues": each.givens.count}
        rating = _rating(each.givens, scales) if scales else {}
        rows.append({**row, "guesses": count, **rating, "canonical": form})
    return rows


def _rating(givens: Grid, scales: Sequence[str]) -> Row:
    rating: Rating = rated(settle(Puzzle(givens), BULK_ENGINE), scales)
    data = rating.to_data()
    return {name: data[name] for name in RATED}
