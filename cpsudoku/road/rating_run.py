"""Writes the ratings of many puzzles into a file, with checkpoints for interrupted runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from cpsudoku.formats import Entry
from cpsudoku.road.outputs import Outputs
from cpsudoku.road.plan import Plan
from cpsudoku.road.sinks.base import Encoding
from cpsudoku.road.source.block import identity_of
from cpsudoku.road.way import travel
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.lock import locked
from cpsudoku.teaching.rating.base import BOTH, Rating


@dataclass(frozen=True)
class RatingPlan(Plan):
    """What to rate, on which scale, and where to write the ratings.

    ``form`` is csv or jsonl. ``seconds`` is the limit for each puzzle.
    """

    scale: str = BOTH
    form: str = "csv"
    seconds: float | None = None

    def signature(self) -> JsonObject:
        """Everything that must be the same to resume a run."""
        return super().signature() | {"settings": ["rate", self.scale, self.form, self.seconds]}


@dataclass(frozen=True)
class RatingTable(Encoding):
    """Lines below a heading."""

    heading: str

    def head(self) -> bytes:
        """The heading."""
        return self.heading.encode()


@dataclass(frozen=True)
class RatedEntry:
    """A rating with its line in the table, and what identifies the entry that was rated."""

    rating: Rating
    line: str
    identity: bytes

    def written(self, encoding: Encoding, rows: str) -> bytes:
        """The line."""
        return self.line.encode()


class RatingRun:
    """A run that writes a heading, and one line for each entry.

    ``line_of`` makes the line of a rating. ``progress`` is called with the number of lines after
    each, and ``code_of`` with each new rating, for its exit code. ``codes`` are those of all
    ratings, also of the part before an interruption.
    """

    def __init__(
        self,
        plan: RatingPlan,
        heading: str,
        line_of: Callable[[Rating], str],
        code_of: Callable[[Rating], int],
        progress: Callable[[int], None],
        say: Callable[[str], None],
    ) -> None:
        self.plan, self._table, self._line_of = plan, RatingTable(heading), line_of
        self._code_of, self._progress, self._say = code_of, progress, say
        self.codes: set[int] = set()
        self.rows = 0

    def run(
        self, entries: Iterator[Entry], rated: Callable[[Iterator[Entry]], Iterable[Rating]]
    ) -> None:
        """Rate all entries. After a failure the finished part stays, for ``resume``."""
        with locked(self.plan.outputs.values()):
            outputs = Outputs(self.plan, {"output": self._table}, self._state, self._say)
            if outputs.state is not None:
                self.rows, self.codes = outputs.state["rows"], set(outputs.state["codes"])
                outputs.cover(map(identity_of, islice(entries, self.rows)))
            begun: deque[bytes] = deque()  # the identities of the entries that are being rated
            travel(
                _noted(entries, begun),
                lambda noted: (
                    RatedEntry(rating, self._line_of(rating), begun.popleft())
                    for rating in rated(noted)
                ),
                self._counting,
                outputs.take,
            )
            outputs.finish()

    def _counting(self, found: Iterable[RatedEntry]) -> Iterator[RatedEntry]:
        for entry in found:
            self.rows += 1
            self.codes.add(self._code_of(entry.rating))
            yield entry
            self._progress(self.rows)

    def _state(self) -> JsonObject:
        return {"rows": self.rows, "codes": sorted(self.codes)}


def _noted(entries: Iterator[Entry], begun: deque[bytes]) -> Iterator[Entry]:
    for entry in entries:
        begun.append(identity_of(entry))
        yield entry
