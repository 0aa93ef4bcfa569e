"""Writes the ratings of many puzzles into a file, with checkpoints for interrupted runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from time import monotonic
from typing import Any

from cpsudoku.bulk.block import identity_of
from cpsudoku.bulk.plan import Plan, of_another_run, read_checkpoint, save_checkpoint
from cpsudoku.bulk.sinks.growing import Growing
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.lock import locked
from cpsudoku.runtime.plural import plural
from cpsudoku.teaching.rating.base import BOTH, Rating

CHECKPOINT_SECONDS = 5.0


@dataclass(frozen=True)
class RatingPlan(Plan):
    """What to rate, on which scale, and where to write the ratings.

    ``form`` is csv or jsonl. ``seconds`` is the limit for each puzzle.
    """

    scale: str = BOTH
    form: str = "csv"
    seconds: float | None = None

    def signature(self) -> dict[str, Any]:
        """Everything that must be the same to resume a run."""
        return super().signature() | {"settings": ["rate", self.scale, self.form, self.seconds]}


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
        self.plan, self._heading, self._line_of = plan, heading, line_of
        self._code_of, self._progress, self._say = code_of, progress, say
        self.codes: set[int] = set()
        self.rows = 0
        self._content = blake2b(digest_size=16)  # of every entry in the file, for a resumed run
        self._whole: dict[str, Any] = {}  # the content of a checkpoint: the state after a line

    def run(
        self, entries: Iterator[Entry], rated: Callable[[Iterator[Entry]], Iterable[Rating]]
    ) -> None:
        """Rate all entries. After a failure the finished part stays, for ``resume``."""
        assert self.plan.output is not None
        with locked([self.plan.output]):
            state = read_checkpoint(self.plan, self._say) if self.plan.resume else None
            if state is not None:
                self._skip(entries, state)
            growing = Growing(self.plan.output, state["sizes"]["output"] if state else 0)
            if state is None:
                growing.write(self._heading.encode())
            self._note_whole(growing)
            self._write(growing, entries, rated)
            growing.finish()
            if self.plan.checkpoint is not None:
                self.plan.checkpoint.unlink(missing_ok=True)

    def _skip(self, entries: Iterator[Entry], state: dict[str, Any]) -> None:
        """Read the part again that the checkpoint covers; raise InputError if it has changed."""
        for entry in islice(entries, state["rows"]):
            self._content.update(identity_of(entry))
        if self._content.hexdigest() != state["content"]:
            raise of_another_run(self.plan, "the content of the input")
        self.rows, self.codes = state["rows"], set(state["codes"])

    def _write(
        self,
        growing: Growing,
        entries: Iterator[Entry],
        rated: Callable[[Iterator[Entry]], Iterable[Rating]],
    ) -> None:
        begun: deque[bytes] = deque()  # the identities of the entries that are being rated

        def noted() -> Iterator[Entry]:
            for entry in entries:
                begun.append(identity_of(entry))
                yield entry

        saved = monotonic()
        try:
            for rating in rated(noted()):
                growing.write(self._line_of(rating).encode())
                self.rows += 1
                self.codes.add(self._code_of(rating))
                self._content.update(begun.popleft())
                self._note_whole(growing)
                self._progress(self.rows)
                if monotonic() - saved > CHECKPOINT_SECONDS:
                    self._save(growing)
                    saved = monotonic()
        except KeyboardInterrupt:
            self._save(growing)
            if self.plan.checkpoint is not None:
                rows = plural(self._whole["rows"], "row")
                self._say(f"stopped after {rows}; use {{resume}} to continue from there")
            raise
        except InputError:  # the file can't be written: keep the whole lines
            with suppress(InputError, OSError):
                self._save(growing)
            raise

    def _note_whole(self, growing: Growing) -> None:
        """Remember the state after a line; Ctrl-C may interrupt the next one."""
        self._whole = {
            "rows": self.rows,
            "codes": sorted(self.codes),
            "content": self._content.hexdigest(),
            "sizes": {"output": growing.size},
        }

    def _save(self, growing: Growing) -> None:
        """Flush the whole lines to the disk, then write the checkpoint with their size."""
        if self.plan.checkpoint is not None:
            growing.cut(self._whole["sizes"]["output"])
            growing.sync()
            save_checkpoint(self.plan, self.plan.checkpoint, self._whole)
