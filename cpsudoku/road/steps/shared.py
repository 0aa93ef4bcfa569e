"""Finds the puzzles of one set that another set has too, up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.lanes.canonical import canonical
from cpsudoku.formats import Entry
from cpsudoku.road.judge.reading import rows_in
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.likeness import Hashes, likeness
from cpsudoku.road.kernels.text import Bytes
from cpsudoku.road.plan import Plan
from cpsudoku.road.source.entries import inputs_of
from cpsudoku.road.source.inputs import Inputs
from cpsudoku.road.steps.forms import form_of
from cpsudoku.runtime.errors import EXIT_IMPROPER, EXIT_OK, EXIT_USAGE, InputError, Source
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
    all.
    """

    rows: int
    others: int
    shared: tuple[Shared, ...]
    malformed: int = 0
    problems: tuple[str, ...] = ()

    @property
    def is_disjoint(self) -> bool:
        """Whether no puzzle is in both sets, and every row was understood."""
        return not self.shared and not self.malformed

    def exit_code(self) -> int:
        """2: some rows are malformed; 1: the sets share puzzles; 0: they are disjoint."""
        if self.malformed:
            return EXIT_USAGE
        return EXIT_IMPROPER if self.shared else EXIT_OK

    def to_data(self) -> JsonObject:
        """The counts as JSON values."""
        return {
            "rows": self.rows,
            "against": self.others,
            "shared": len(self.shared),
            "same": sum(each.same for each in self.shared),
            "malformed": self.malformed,
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
    others = _OtherSet(_Side(_names(against), format, column, lambda *_: None))
    side = _Side(_names(puzzles), format, column, progress)
    shared = tuple(pair for work in side.works() for pair in others.pairs(work))
    sides = (side, others.side)
    return Overlap(
        side.rows,
        others.side.rows,
        shared,
        sum(each.malformed for each in sides),
        tuple(problem for each in sides for problem in each.problems),
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
    problems: list[str] = field(default_factory=list)

    def works(self) -> Iterator[BlockFacts]:
        """The rows of each block."""
        options = reading_options(None, None, self.column, None, None, None, False)
        plan = Plan(self.files, format=self.format, options=options)
        inputs = Inputs(plan)
        for block in inputs.blocks(self._note):
            work = rows_in(block)
            self._count(work)
            yield work
            self.progress(self.rows, inputs.done, inputs.total)
        inputs.settle(self.rows)

    def _count(self, work: BlockFacts) -> None:
        self.rows += len(work.rows.kind)
        for entry in work.odd.values():
            if isinstance(entry, InputError):
                self._note(entry)

    def _note(self, problem: InputError) -> None:
        self.malformed += 1
        if len(self.problems) < SHOWN:
            self.problems.append(str(problem))


class _OtherSet:
    """The other set: the hash of each row, and what is needed to compare it in full."""

    def __init__(self, side: _Side) -> None:
        self.side = side
        works = list(side.works())
        keys = [_keys(work) for work in works]
        self._keys: Hashes = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
        self._order = np.argsort(self._keys, kind="stable")
        self._sorted = self._keys[self._order]
        self._works, self._starts = works, np.cumsum([0, *map(len, keys)])
        self._identities: dict[int, bytes] = {}

    def pairs(self, work: BlockFacts) -> Iterator[Shared]:
        """The rows of a block that this set has too."""
        keys = _keys(work)
        first = np.searchsorted(self._sorted, keys, "left")
        last = np.searchsorted(self._sorted, keys, "right")
        hits = np.flatnonzero((keys != 0) & (last > first))
        identities = _Identities(work)
        for row in hits.tolist():
            found = self._first_equal(identities, row, first[row], last[row])
            if found is not None:
                yield found

    def _first_equal(
        self, identities: _Identities, row: int, first: int, last: int
    ) -> Shared | None:
        """The pair of a row with the first equal row of this set, if there is one."""
        numbers = self._order[first:last].tolist()
        plain = identities.plain(row)
        for number in numbers:
            work, other = self._at(number)
            if _Identities(work).plain(other) == plain:
                return Shared(identities.work.source(row), work.source(other), True)
        for number in numbers:
            work, other = self._at(number)
            if number not in self._identities:
                self._identities[number] = _Identities(work).full(other)
            if self._identities[number] == identities.full(row):
                return Shared(identities.work.source(row), work.source(other), False)
        return None

    def _at(self, number: int) -> tuple[BlockFacts, int]:
        """The block of a row, and the row in it."""
        block = int(np.searchsorted(self._starts, number, "right")) - 1
        return self._works[block], number - int(self._starts[block])


@dataclass
class _Identities:
    """What makes a row of a block equal to another."""

    work: BlockFacts

    def plain(self, row: int) -> bytes:
        """The same for two rows with the same givens, board and rules."""
        entry = self.work.odd.get(row)
        return self.work.rows.cells[row].tobytes() if entry is None else _text(entry)

    def full(self, row: int) -> bytes:
        """The same for two rows that a symmetry maps to each other."""
        entry = self.work.odd.get(row)
        if entry is None:
            return bytes(canonical(self.work.rows.cells[row : row + 1])[0])
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
