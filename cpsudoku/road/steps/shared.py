"""Finds the puzzles of one set that another set has too, up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import chain
from pathlib import Path

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.lanes.canonical import canonical
from cpsudoku.formats import Entry
from cpsudoku.road.judge.reading import entry_of, rows_in
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import Bytes
from cpsudoku.road.kernels.likeness import Hashes, likeness
from cpsudoku.road.plan import Plan
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.source.entries import inputs_of
from cpsudoku.road.source.inputs import Inputs
from cpsudoku.road.steps.forms import form_of
from cpsudoku.road.way import travel
from cpsudoku.runtime.errors import EXIT_OK, InputError, Source, worst_of
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.solving import reading_options

Name = str | Path
SHOWN = 10  # malformed rows that are named


@dataclass(frozen=True)
class Shared:
    """A puzzle that both sets have: its place in each, and whether the givens are the same.

    If ``same`` is False, a symmetry maps one puzzle to the other.
    """

    place: Source
    other: Source
    same: bool

    def __str__(self) -> str:
        how = "the same puzzle" if self.same else "the same up to symmetry"
        return f"{self.place}\t{self.other}\t{how}"

    def to_data(self) -> JsonObject:
        """The pair as JSON values."""
        return {"place": str(self.place), "other": str(self.other), "same": self.same}


@dataclass(frozen=True)
class Overlap:
    """What two sets have in common.

    ``shared`` has one entry for each row of the first set that the second set has too, with the
    first such place. ``rows`` and ``others`` count the rows of each set. ``problems`` are rows that
    are not puzzles, at most ten of each set, and files that break off; ``malformed`` counts them
    all. ``uninterpreted`` counts the puzzles with parts that were not interpreted, which are
    compared without these.
    """

    rows: int
    others: int
    shared: tuple[Shared, ...]
    malformed: int = 0
    problems: tuple[str, ...] = ()
    uninterpreted: int = 0

    @property
    def is_disjoint(self) -> bool:
        """Whether no puzzle is in both sets, and every row was understood."""
        return self.exit_code() == EXIT_OK

    def exit_code(self) -> int:
        """2: malformed rows; 3: parts were not interpreted; 1: shared puzzles; 0: disjoint sets."""
        return worst_of(
            malformed=self.malformed, undecided=self.uninterpreted, improper=len(self.shared)
        )

    def to_data(self) -> JsonObject:
        """The counts as JSON values."""
        return {
            "rows": self.rows,
            "against": self.others,
            "shared": len(self.shared),
            "same": sum(each.same for each in self.shared),
            "malformed": self.malformed,
            "with_uninterpreted": self.uninterpreted,
            "problems": list(self.problems),
        }


def overlap(
    puzzles: Name | Iterable[Name],
    against: Name | Iterable[Name],
    *,
    format: str | None = None,
    column: str | None = None,
    progress: Callable[[int, int, int], None] = lambda rows, done, total: None,
) -> Overlap:
    """Find the puzzles in files that other files have too, up to symmetry.

    Both are files of any size, folders, globs, or puzzles, as in ``check_files``. 9x9, 6x6 and 4x4
    puzzles without further rules are compared up to symmetry: relabelling, permuting lines and
    bands, transposing. Other puzzles are the same only if their givens, board and rules are.
    ``format`` and ``column`` are those of ``read``, for both. ``progress`` is called with the
    number of rows, the bytes read and the total bytes.

    >>> found = overlap("1....4....3....2", ["1..4..1.2......3", "4....1....3....2"])
    >>> found.is_disjoint, found.shared[0].same
    (False, False)
    """
    theirs = _Side(_names(against), format, column, lambda *_: None)
    others = _OtherSet()
    theirs.travel(others.take)
    ours = _Side(_names(puzzles), format, column, progress)
    shared: list[Shared] = []
    ours.travel(lambda works: shared.extend(chain.from_iterable(map(others.pairs, works))))
    return Overlap(
        ours.rows,
        theirs.rows,
        tuple(shared),
        ours.malformed + theirs.malformed,
        (*ours.problems, *theirs.problems),
        ours.uninterpreted + theirs.uninterpreted,
    )


def _names(inputs: Name | Iterable[Name]) -> tuple[str, ...]:
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    return tuple(inputs_of([str(name) for name in given]))


@dataclass
class _Side:
    """One of the two sets, read block by block."""

    files: tuple[str, ...]
    format: str | None
    column: str | None
    progress: Callable[[int, int, int], None]
    rows: int = 0
    malformed: int = 0
    uninterpreted: int = 0
    problems: list[str] = field(default_factory=list)

    def travel(self, sink: Callable[[Iterator[BlockFacts]], None]) -> None:
        """Take the rows of each block to a sink."""
        options = reading_options(None, None, self.column, None, None, None, False)
        inputs = Inputs(Plan(self.files, format=self.format, options=options))

        def counting(works: Iterable[BlockFacts]) -> Iterator[BlockFacts]:
            for work in works:
                self._count(work)
                yield work
                self.progress(self.rows, inputs.done, inputs.total)
            inputs.refuse_lost_rows(self.rows)

        travel(inputs.blocks(self._note), partial(map, _rows_in), counting, sink)

    def _count(self, work: BlockFacts) -> None:
        self.rows += len(work.rows.kind)
        for entry in work.odd.values():
            if isinstance(entry, InputError):
                self._note(entry)
            elif entry.uninterpreted:
                self.uninterpreted += 1

    def _note(self, problem: InputError) -> None:
        self.malformed += 1
        if len(self.problems) < SHOWN:
            self.problems.append(str(problem))


def _rows_in(block: AnyBlock) -> BlockFacts:
    """The rows of a block, of which only classic puzzles are not odd."""
    work = rows_in(block)
    if not work.alike.is_classic:
        work.odd |= {row: entry_of(work, row) for row in work.usual.tolist()}
    return work


class _OtherSet:
    """The other set: the hash of each row, and what is needed to compare it in full."""

    def take(self, works: Iterator[BlockFacts]) -> None:
        """Learn all rows of the set."""
        self._works = list(works)
        keys = [_keys(work) for work in self._works]
        every: Hashes = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
        self._order = np.argsort(every, kind="stable")
        self._sorted, self._starts = every[self._order], np.cumsum([0, *map(len, keys)])
        self._identities: dict[int, bytes] = {}

    def pairs(self, work: BlockFacts) -> Iterator[Shared]:
        """The rows of a block that this set has too."""
        keys = _keys(work)
        first = np.searchsorted(self._sorted, keys, "left")
        last = np.searchsorted(self._sorted, keys, "right")
        hits = np.flatnonzero((keys != 0) & (last > first))
        for row in hits.tolist():
            found = self._first_equal(work, row, self._order[first[row] : last[row]].tolist())
            if found is not None:
                yield found

    def _first_equal(self, work: BlockFacts, row: int, numbers: Sequence[int]) -> Shared | None:
        """The pair of a row with the first of these rows that is equal, if there is one."""
        plain = _plain(work, row)
        for number in numbers:
            theirs, other = self._at(number)
            if _plain(theirs, other) == plain:
                return Shared(work.source(row), theirs.source(other), True)
        for number in numbers:
            theirs, other = self._at(number)
            if number not in self._identities:
                self._identities[number] = _full(theirs, other)
            if self._identities[number] == _full(work, row):
                return Shared(work.source(row), theirs.source(other), False)
        return None

    def _at(self, number: int) -> tuple[BlockFacts, int]:
        """The block of a row, and the row in it."""
        block = int(np.searchsorted(self._starts, number, "right")) - 1
        return self._works[block], number - int(self._starts[block])


def _plain(work: BlockFacts, row: int) -> bytes:
    """The same for two rows with the same givens, board and rules."""
    entry = work.odd.get(row)
    return work.rows.cells[row].tobytes() if entry is None else _text(entry)


def _full(work: BlockFacts, row: int) -> bytes:
    """The same for two rows that a symmetry maps to each other."""
    entry = work.odd.get(row)
    if entry is None:
        return bytes(canonical(work.rows.cells[row : row + 1])[0])
    return _form(entry)


def _keys(work: BlockFacts) -> Hashes:
    """A hash of each row that no symmetry changes; 0 if it is not a puzzle."""
    cells: Bytes = work.rows.cells
    keys = likeness(cells)
    for row, entry in work.odd.items():
        keys[row] = 0
        if isinstance(entry, Puzzle):
            digest = blake2b(_form(entry), digest_size=8).digest()
            keys[row] = int.from_bytes(digest, "little") | 1
    return keys


def _form(entry: Entry) -> bytes:
    """The minlex form of a small puzzle, or the text of one that has none."""
    assert isinstance(entry, Puzzle)
    form = form_of(entry)
    return _text(entry) if form is None else f"{form.board} {form.line}".encode()


def _text(entry: Entry) -> bytes:
    """The givens, the board and the rules of a puzzle."""
    assert isinstance(entry, Puzzle)
    rules = sorted(repr(rule) for rule in entry.constraints)
    return f"{entry.givens!r} {rules} {entry.marks}".encode()
