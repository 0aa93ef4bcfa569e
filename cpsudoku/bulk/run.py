"""The road of many puzzles: inputs, blocks, judge, sinks; with checkpoints and a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from itertools import chain, islice
from time import monotonic
from typing import Any

import numpy as np

from cpsudoku.bulk.block import AnyBlock, EntryBlock
from cpsudoku.bulk.duplicates import Duplicates
from cpsudoku.bulk.hashing import digest
from cpsudoku.bulk.inputs import Inputs
from cpsudoku.bulk.judge_block import scan
from cpsudoku.bulk.judged import Facts
from cpsudoku.bulk.outputs import sinks_of
from cpsudoku.bulk.places import Places, Repeats
from cpsudoku.bulk.plan import Plan, of_another_run, read_checkpoint, save_checkpoint
from cpsudoku.bulk.sinks.base import Encoding, Part, Sink
from cpsudoku.bulk.summary import Summary
from cpsudoku.bulk.workers import Written, judged
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.lock import locked
from cpsudoku.runtime.plural import plural

CHECKPOINT_SECONDS = 5.0


class Run:
    """One run.

    ``say`` gets messages for people, ``note`` less important ones, which are dropped by default.
    ``progress`` gets the rows, the bytes read and the bytes in all.
    """

    def __init__(
        self,
        plan: Plan,
        say: Callable[[str], None],
        progress: Callable[[int, int, int], None],
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.plan, self._say, self._progress, self._note = plan, say, progress, note
        self.summary = Summary()
        self._duplicates = Duplicates(folder=plan.folder)
        self._inputs = Inputs(plan, self._broken)
        self._written = 0  # rows; counted where they are written
        self._places = Places()
        self._content = blake2b(digest_size=16)  # of everything judged, for a resumed run
        self._sinks: dict[str, Sink] = {}
        # The content of a checkpoint: the state after a whole block.
        self._whole: dict[str, Any] = {}

    def run(self) -> Summary:
        """Judge everything. After a failure the finished part stays, for ``resume``."""
        with locked(self.plan.outputs.values()):
            open_all(self.plan.settings.programs, self._note)
            state = read_checkpoint(self.plan, self._say) if self.plan.resume else None
            blocks = self._inputs.blocks()
            if state is not None:
                self._skip(blocks, state)
            blocks = chain(list(islice(blocks, 1)), blocks)  # a refused input leaves no output
            self._sinks = sinks_of(self.plan, state["sizes"] if state is not None else None)
            skipped = state["blocks"] if state is not None else 0
            self._note_whole(skipped)
            self._work(blocks, skipped)
            self._inputs.settle(self._written)
            for sink in self._sinks.values():
                sink.finish()
            if self.plan.checkpoint is not None:
                self.plan.checkpoint.unlink(missing_ok=True)
        return self.summary

    def _skip(self, blocks: Iterator[AnyBlock], state: dict[str, Any]) -> None:
        """Read the part again that the checkpoint covers; raise InputError if it has changed."""
        self.summary = Summary.from_data(state["summary"])
        self._written = self.summary.rows
        for block in islice(blocks, state["blocks"]):
            lines, hashes = scan(block, self.plan.settings)
            self._duplicates.insert(hashes, self._places.add(block, lines))
            self._content.update(digest(block.identity))
        if self._content.hexdigest() != state["content"]:
            raise of_another_run(self.plan, "the content of the input")

    def _work(self, blocks: Iterator[AnyBlock], skipped: int) -> None:
        started = monotonic() - self.summary.seconds
        saved = monotonic()
        encodings = list(dict.fromkeys(sink.encoding for sink in self._sinks.values()))
        try:
            results = judged(blocks, self.plan.settings, encodings, self.plan.jobs, self._say)
            for number, (block, result) in enumerate(results, skipped + 1):
                self._take(block, result, encodings)
                self._content.update(digest(block.identity))
                self.summary.seconds = monotonic() - started
                self._note_whole(number)
                self._progress(self.summary.rows, self._inputs.done, self._inputs.total)
                if monotonic() - saved > CHECKPOINT_SECONDS:
                    self._save()
                    saved = monotonic()
        except KeyboardInterrupt:
            self._save()
            if self.plan.checkpoint is not None:
                rows = plural(self.summary.rows, "row")
                self._say(f"stopped after {rows}; use {{resume}} to continue from there")
            raise
        except InputError:  # an output can't be written: keep the whole blocks
            with suppress(InputError, OSError):
                self._save()
            raise
        self.summary.seconds = monotonic() - started

    def _broken(self, error: InputError) -> AnyBlock | None:
        """A file that breaks off is a problem, but not the end. Who sees the rows sees it there."""
        if self.plan.shown is not None:
            return EntryBlock(str(error.source), (error,))
        if str(error) not in self.summary.problems:  # a resumed run finds it again
            self.summary.problems.append(str(error))
        self._say(error.template)
        return None

    def _take(self, block: AnyBlock, result: Written, encodings: list[Encoding]) -> None:
        """Write the rows of a block and count them; only here are duplicates known."""
        facts = result.facts
        repeats = self._repeats(block, facts)
        parts = [part.repeating(repeats) if repeats else part for part in result.parts]
        self._write(dict(zip(encodings, parts, strict=True)), block, facts)
        self._written += len(facts.lines)
        self.summary.add(block, facts, self.plan.settings.requirements)
        self.summary.duplicates += len(repeats.rows) if repeats else 0

    def _repeats(self, block: AnyBlock, facts: Facts) -> Repeats | None:
        """The rows that repeat earlier ones; they fail a requirement. None if there are none."""
        if not self.plan.finds_duplicates:
            return None
        first = self._duplicates.insert(facts.hashes, self._places.add(block, facts.lines))
        again = np.flatnonzero(first >= 0)
        if not len(again):
            return None
        facts.failed[again] |= self.plan.settings.requirements.bit("no-duplicates")
        return Repeats(again, facts.failed[again], *self._places.of(first[again], block.source))

    def _write(self, parts: dict[Encoding, Part], block: AnyBlock, facts: Facts) -> None:
        """Write a block to every output, or to none."""
        before = {name: sink.size for name, sink in self._sinks.items()}
        try:
            for sink in self._sinks.values():
                sink.take(parts[sink.encoding], block, facts)
        except InputError:
            for name, sink in self._sinks.items():
                sink.cut(before[name])
            raise

    def _note_whole(self, blocks: int) -> None:
        """Remember the state after so many blocks; Ctrl-C may interrupt the next one."""
        self._whole = {
            "blocks": blocks,
            "content": self._content.hexdigest(),
            "sizes": {name: sink.size for name, sink in self._sinks.items()},
            "summary": self.summary.data(),
        }

    def _save(self) -> None:
        """Flush the whole blocks to the disk, then write the checkpoint with their size."""
        if self.plan.checkpoint is None:
            return
        whole = self._whole
        for name, sink in self._sinks.items():
            sink.cut(whole["sizes"][name])
            sink.sync()
        save_checkpoint(self.plan, self.plan.checkpoint, whole)
