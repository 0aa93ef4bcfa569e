"""The road of many puzzles: inputs, blocks, judge, sinks; with checkpoints and a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from time import monotonic

import numpy as np

from cpsudoku.road.judge.judged import Facts
from cpsudoku.road.judge_block import scan
from cpsudoku.road.kernels.hashing import digest
from cpsudoku.road.outputs import Outputs
from cpsudoku.road.plan import Plan
from cpsudoku.road.running.workers import judged
from cpsudoku.road.sinks.base import Sink
from cpsudoku.road.sinks.encodings import encodings_of
from cpsudoku.road.source.block import AnyBlock, EntryBlock
from cpsudoku.road.source.inputs import Inputs
from cpsudoku.road.steps.duplicates import Duplicates
from cpsudoku.road.steps.places import Places, Repeats
from cpsudoku.road.summary import Summary
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.lock import locked


class Run:
    """One run.

    ``say`` gets messages for people, ``note`` less important ones, which are dropped by default.
    ``progress`` gets the rows, the bytes read and the bytes in all. ``shown`` gets all rows as soon
    as they are judged, and broken files among them; then no duplicates are looked for. ``inputs``
    are those of the plan, if they are open already.
    """

    def __init__(
        self,
        plan: Plan,
        say: Callable[[str], None],
        progress: Callable[[int, int, int], None],
        note: Callable[[str], None] = lambda text: None,
        *,
        shown: Sink | None = None,
        inputs: Inputs | None = None,
    ) -> None:
        self.plan, self._say, self._progress, self._note = plan, say, progress, note
        self.summary = Summary()
        self._shown = shown
        self._duplicates = Duplicates(folder=plan.folder)
        self._inputs = inputs or Inputs(plan)
        self._written = 0  # rows; counted where they are written
        self._places = Places()

    def run(self) -> Summary:
        """Judge everything. After a failure the finished part stays, for ``resume``."""
        with locked(self.plan.outputs.values()):
            open_all(self.plan.settings.programs, self._note)
            outputs = Outputs(self.plan, self._say)
            blocks = self._inputs.blocks(self._broken)
            skipped = 0
            if outputs.state is not None:
                skipped = outputs.state["blocks"]
                self.summary = Summary.from_data(outputs.state["summary"])
                outputs.cover(self._skip(islice(blocks, skipped)))
            blocks = chain(list(islice(blocks, 1)), blocks)  # a refused input leaves no output
            outputs.open(encodings_of(self.plan))
            outputs.note(self.summary.rows, **self._state(skipped))
            with outputs.kept():
                self._work(blocks, skipped, outputs)
            self._inputs.settle(self._written)
            outputs.finish()
        return self.summary

    def _skip(self, blocks: Iterator[AnyBlock]) -> Iterator[bytes]:
        """Read blocks that are written, for the duplicates; yield the identity of each."""
        self._written = self.summary.rows
        for block in blocks:
            lines, hashes = scan(block, self.plan.settings)
            self._duplicates.insert(hashes, self._places.add(block, lines))
            yield digest(block.identity)

    def _work(self, blocks: Iterator[AnyBlock], skipped: int, outputs: Outputs) -> None:
        started = monotonic() - self.summary.seconds
        sinks: list[Sink] = [*outputs.sinks.values(), *([self._shown] if self._shown else [])]
        encodings = list(dict.fromkeys(sink.encoding for sink in sinks))
        results = judged(blocks, self.plan.settings, encodings, self.plan.jobs, self._say)
        for number, (block, result) in enumerate(results, skipped + 1):
            repeats = self._repeats(block, result.facts)
            parts = [part.repeating(repeats) if repeats else part for part in result.parts]
            part_of = dict(zip(encodings, parts, strict=True))
            with outputs.all_or_none():
                for sink in sinks:
                    sink.take(part_of[sink.encoding], block, result.facts)
            self._count(block, result.facts, repeats)
            self.summary.seconds = monotonic() - started
            outputs.add(digest(block.identity), self.summary.rows, **self._state(number))
            self._progress(self.summary.rows, self._inputs.done, self._inputs.total)
        self.summary.seconds = monotonic() - started

    def _count(self, block: AnyBlock, facts: Facts, repeats: Repeats | None) -> None:
        self._written += len(facts.lines)
        self.summary.add(block, facts, self.plan.settings.requirements)
        self.summary.duplicates += len(repeats.rows) if repeats else 0

    def _state(self, blocks: int) -> JsonObject:
        """The state after so many blocks, for a checkpoint."""
        return {"blocks": blocks, "summary": self.summary.data()}

    def _broken(self, error: InputError) -> AnyBlock | None:
        """A file that breaks off is a problem, but not the end. Who sees the rows sees it there."""
        if self._shown is not None:
            return EntryBlock(str(error.source), (error,))
        if str(error) not in self.summary.problems:  # a resumed run finds it again
            self.summary.problems.append(str(error))
        self._say(error.template)
        return None

    def _repeats(self, block: AnyBlock, facts: Facts) -> Repeats | None:
        """The rows that repeat earlier ones; they fail a requirement. None if there are none."""
        if self._shown is not None:
            return None
        first = self._duplicates.insert(facts.hashes, self._places.add(block, facts.lines))
        again = np.flatnonzero(first >= 0)
        if not len(again):
            return None
        facts.failed[again] |= self.plan.settings.requirements.bit("no-duplicates")
        return Repeats(again, facts.failed[again], *self._places.of(first[again], block.source))
