"""Many puzzles at once: the blocks of some inputs, judged on all cores, in tables or as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain, islice
from time import monotonic

from cpsudoku.road.judge_block import scan
from cpsudoku.road.kernels.hashing import digest
from cpsudoku.road.outputs import Outputs
from cpsudoku.road.plan import Plan
from cpsudoku.road.running.workers import Judging, judged
from cpsudoku.road.sinks.base import BlockEncoding, JudgedBlock
from cpsudoku.road.sinks.encodings import encodings_of
from cpsudoku.road.source.block import AnyBlock, EntryBlock
from cpsudoku.road.source.inputs import Inputs
from cpsudoku.road.steps.duplicates import Repeating
from cpsudoku.road.summary import Summary
from cpsudoku.road.way import travel
from cpsudoku.runtime.compiled.door import opened
from cpsudoku.runtime.compiled.plain_calls import are_plain
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.lock import locked


class Run:
    """One run.

    ``say`` gets messages for people, ``note`` less important ones, which are dropped by default.
    ``progress`` gets the rows, the bytes read and the bytes in all. ``inputs`` are those of the
    plan, if they are open already. ``judging`` judges blocks [default: on this machine].
    """

    def __init__(
        self,
        plan: Plan,
        say: Callable[[str], None],
        progress: Callable[[int, int, int], None],
        note: Callable[[str], None] = lambda text: None,
        *,
        inputs: Inputs | None = None,
        judging: Judging = judged,
    ) -> None:
        self._judging = judging
        self.plan, self._say, self._progress, self._note = plan, say, progress, note
        self.summary = Summary()
        self._inputs = inputs or Inputs(plan)
        self._blocks = 0

    def run(self) -> Summary:
        """Write the outputs of the plan. After a failure, what is done stays, for ``resume``."""
        settings = self.plan.settings
        with locked(self.plan.outputs.values()), self._opened():
            encodings = encodings_of(self.plan)
            outputs = Outputs(self.plan, encodings, self._state, self._say)
            repeating = Repeating(settings.requirements, self.plan.folder)
            judge = self._judge(list(dict.fromkeys(encodings.values())))

            def marked(each: JudgedBlock) -> JudgedBlock:
                return each.repeating(repeating.found_in(each.block, each.facts))

            travel(
                self._resumed(outputs, repeating),
                lambda blocks: map(marked, judge(blocks)),
                self._counting,
                outputs.take,
            )
            outputs.finish()
        return self.summary

    def show(
        self, encoding: BlockEncoding, sink: Callable[[Iterator[JudgedBlock]], None]
    ) -> Summary:
        """Give all rows to a sink as soon as they are judged, and broken files among them.

        No duplicates are looked for.
        """
        with self._opened():
            blocks = self._inputs.blocks(lambda error: EntryBlock(str(error.source), (error,)))
            travel(blocks, self._judge([encoding]), self._counting, sink)
        return self.summary

    def _opened(self) -> AbstractContextManager[None]:
        """A context in which rows are judged, by compiled programs unless there are few rows."""
        settings = self.plan.settings
        is_small = settings.has_plain_form and self._inputs.are_few
        return opened([*settings.programs, *self._inputs.programs], is_small, self._note)

    def _judge(
        self, encodings: Sequence[BlockEncoding]
    ) -> Callable[[Iterator[AnyBlock]], Iterator[JudgedBlock]]:
        """A function that judges blocks where the plan wants it."""
        settings, jobs = self.plan.settings, 1 if are_plain() else self.plan.jobs
        return partial(
            self._judging, settings=settings, encodings=encodings, jobs=jobs, say=self._say
        )

    def _resumed(self, outputs: Outputs, repeating: Repeating) -> Iterator[AnyBlock]:
        """The blocks of the inputs that are not in the outputs yet."""
        blocks = self._inputs.blocks(self._broken)
        if outputs.state is not None:
            self._blocks = outputs.state["blocks"]
            self.summary = Summary.from_data(outputs.state["summary"])
            outputs.cover(self._skipped(islice(blocks, self._blocks), repeating))
        return chain(list(islice(blocks, 1)), blocks)  # a refused input leaves no output

    def _skipped(self, blocks: Iterable[AnyBlock], repeating: Repeating) -> Iterator[bytes]:
        """Read blocks that are written, for the duplicates; yield the identity of each."""
        for block in blocks:
            repeating.learn(block, *scan(block, self.plan.settings))
            yield digest(block.identity)

    def _counting(self, found: Iterable[JudgedBlock]) -> Iterator[JudgedBlock]:
        """Count each block, show progress, and check in the end that no row was lost."""
        started = monotonic() - self.summary.seconds
        for block in found:
            self._blocks += 1
            self.summary.add(block, self.plan.settings.requirements)
            self.summary.seconds = monotonic() - started
            yield block
            del block  # see travel()
            self._progress(self.summary.rows, self._inputs.done, self._inputs.total)
        self.summary.seconds = monotonic() - started
        self._inputs.refuse_lost_rows(self.summary.rows)

    def _state(self) -> JsonObject:
        """The state after the blocks so far, for a checkpoint."""
        summary = self.summary.data()
        return {"rows": self.summary.rows, "blocks": self._blocks, "summary": summary}

    def _broken(self, error: InputError) -> None:
        """Note that a file breaks off. That is a problem, but not the end."""
        if str(error) not in self.summary.problems:  # a resumed run finds it again
            self.summary.problems.append(str(error))
        self._say(error.template)
