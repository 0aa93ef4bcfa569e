"""A bulk run: blocks in, verdicts out in the same order, checkpoints, and a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from itertools import chain, islice
from time import monotonic
from typing import Any

import numpy as np

from cpsudoku.bulk.block import AnyBlock, EntryBlock
from cpsudoku.bulk.duplicates import Duplicates
from cpsudoku.bulk.encode import STATUSES, UNIQUE, header
from cpsudoku.bulk.entries import stream_of
from cpsudoku.bulk.hashing import digest
from cpsudoku.bulk.joining import Splices, chosen, spliced
from cpsudoku.bulk.judge_block import Judged, scan
from cpsudoku.bulk.output import Growing
from cpsudoku.bulk.places import Places, Tails
from cpsudoku.bulk.plan import Plan, of_another_run, read_checkpoint, save_checkpoint
from cpsudoku.bulk.reconcile import settle
from cpsudoku.bulk.settings import is_table
from cpsudoku.bulk.summary import Summary
from cpsudoku.bulk.text import Bytes, Ints
from cpsudoku.bulk.workers import judged
from cpsudoku.runtime.compiled.door import open_all
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.lock import locked
from cpsudoku.runtime.plural import plural

CHECKPOINT_SECONDS = 5.0
SHOWN_BAD_ROWS = 10


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
        self._streams = [stream_of(file, n, plan) for n, file in enumerate(plan.files, 1)]
        self._written = 0  # rows; counted where they are written
        self._total = sum(stream.total for stream in self._streams)
        self._places = Places()
        self._tails = Tails(self._places, plan.settings)
        self._content = blake2b(digest_size=16)  # of everything judged, for a resumed run
        self._outputs: dict[str, Growing] = {}
        self._whole: dict[
            str, Any
        ] = {}  # the content of a checkpoint: the state after a whole block

    def run(self) -> Summary:
        """Judge everything. After a failure the finished part stays, for ``resume``."""
        with locked(self.plan.outputs.values()):
            open_all(self.plan.settings.programs, self._note)
            state = read_checkpoint(self.plan, self._say) if self.plan.resume else None
            blocks = self._read()
            if state is not None:
                self._skip(blocks, state)
            blocks = chain(list(islice(blocks, 1)), blocks)  # a refused input leaves no output
            sizes = state["sizes"] if state is not None else {}
            for name, path in self.plan.outputs.items():
                self._outputs[name] = Growing(path, sizes.get(name, 0))
            if state is None:
                self._begin_outputs()
            skipped = state["blocks"] if state is not None else 0
            self._note_whole(skipped)
            self._work(blocks, skipped)
            settle([stream.tally for stream in self._streams], self._written)
            for growing in self._outputs.values():
                growing.finish()
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
        try:
            results = judged(blocks, self.plan.settings, self.plan.jobs, self._say)
            for number, (block, result) in enumerate(results, skipped + 1):
                self._take(block, result)
                self._content.update(digest(block.identity))
                self.summary.seconds = monotonic() - started
                self._note_whole(number)
                done = sum(stream.done for stream in self._streams)
                self._progress(self.summary.rows, done, self._total)
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

    def _read(self) -> Iterator[AnyBlock]:
        """The blocks of all files. A file that breaks off is a problem, but not the end."""
        for stream in self._streams:
            try:
                yield from stream.blocks()
            except InputError as error:
                if str(error) not in self.summary.problems:  # a resumed run finds it again
                    self.summary.problems.append(str(error))
                self._say(error.template)

    def _take(self, block: AnyBlock, result: Judged) -> None:
        """Write the rows of a block and count them; only here are duplicates known."""
        first = self._duplicates.insert(result.hashes, self._places.add(block, result.lines))
        again = np.flatnonzero(first >= 0)
        requirements = self.plan.settings.requirements
        result.failed[again] |= requirements.bit("no-duplicates")
        body, ends = self._with_duplicates(block, result, first, again)
        bad = (result.statuses != UNIQUE) | (result.failed != 0) | result.wrong_answers
        self._write(
            {
                "output": lambda: body.data,
                "keep": lambda: self._split("keep", block, result, body, ends, ~bad),
                "reject": lambda: self._split("reject", block, result, body, ends, bad),
            }
        )
        self._written += len(ends)
        self._count(block, result, bad, len(again))

    def _write(self, parts: Mapping[str, Callable[[], bytes | memoryview]]) -> None:
        """Write a block's part to every output, or to none."""
        before = {name: growing.size for name, growing in self._outputs.items()}
        try:
            for name, growing in self._outputs.items():
                growing.write(parts[name]())
        except InputError:
            for name, growing in self._outputs.items():
                growing.cut(before[name])
            raise

    def _with_duplicates(
        self, block: AnyBlock, result: Judged, first: Ints, again: Ints
    ) -> tuple[Bytes, Ints]:
        """The rows, with a new tail for each that repeats another, and the end of each."""
        if not len(again):
            return result.body, result.ends
        tails = self._tails.of(result.failed[again], first[again], block.source)
        old = (result.tails[again], result.ends[again])
        splices = Splices(*old, tails.befores, tails.numbers)
        body, sizes = spliced(result.body, splices, tails.texts)
        lengths = np.diff(result.ends, prepend=0)
        lengths[again] += sizes - (old[1] - old[0])
        return body, np.cumsum(lengths)

    def _split(
        self, name: str, block: AnyBlock, result: Judged, body: Bytes, ends: Ints, mask: Any
    ) -> bytes:
        """The chosen rows: verdicts for a table, else the original lines."""
        if self._is_table(name):
            if isinstance(block, EntryBlock):
                block.refuse_losses(np.flatnonzero(mask).tolist())
            starts = np.concatenate([[0], ends])[:-1]
            return chosen(body, starts[mask], ends[mask], False)
        return block.raw(result.starts[mask], result.stops[mask])

    def _is_table(self, name: str) -> bool:
        return is_table(self.plan.outputs[name])

    def _begin_outputs(self) -> None:
        for name, growing in self._outputs.items():
            if self._is_table(name):
                growing.write(header(self.plan.settings))

    def _count(self, block: AnyBlock, result: Judged, bad: Any, duplicates: int) -> None:
        summary = self.summary
        summary.rows += len(bad)
        counts = np.bincount(result.statuses, minlength=len(STATUSES)).tolist()
        summary.statuses.update(dict(zip(STATUSES, counts, strict=True)))
        summary.clues.update(result.clues)
        summary.engines.update(result.engines)
        summary.duplicates += duplicates
        summary.without_canonical += result.formless
        summary.without_guesses += result.uncounted
        summary.with_uninterpreted += result.doubtful
        summary.wrong_solutions += int(result.wrong_answers.sum())
        for name in self.plan.settings.requirements.names:
            bit = self.plan.settings.requirements.bit(name)
            summary.failed[name] += int(np.count_nonzero(result.failed & bit))
        for row in np.flatnonzero(bad)[: SHOWN_BAD_ROWS - len(summary.bad_rows)].tolist():
            names = self.plan.settings.requirements.failed_names(int(result.failed[row]))
            words = [STATUSES[result.statuses[row]], *(name for name in names if name != "unique")]
            words += ["wrong solution"] if result.wrong_answers[row] else []
            place = block.source_of(row, int(result.lines[row]) - block.first_line)
            summary.bad_rows.append(f"{place}: {', '.join(words)}")

    def _note_whole(self, blocks: int) -> None:
        """Remember the state after so many blocks; Ctrl-C may interrupt the next one."""
        self._whole = {
            "blocks": blocks,
            "content": self._content.hexdigest(),
            "sizes": {name: growing.size for name, growing in self._outputs.items()},
            "summary": self.summary.data(),
        }

    def _save(self) -> None:
        """Flush the whole blocks to the disk, then write the checkpoint with their size."""
        if self.plan.checkpoint is None:
            return
        whole = self._whole
        for name, growing in self._outputs.items():
            growing.cut(whole["sizes"][name])
            growing.sync()
        save_checkpoint(self.plan, self.plan.checkpoint, whole)
