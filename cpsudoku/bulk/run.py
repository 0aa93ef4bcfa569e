"""A bulk run: blocks in, verdicts out in the same order, a checkpoint now and then, a summary."""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from cpsudoku.bulk.block import Block, Judged, scan
from cpsudoku.bulk.duplicates import Duplicates
from cpsudoku.bulk.encode import BAD, STATUSES, UNIQUE, UNKNOWN, header, tail
from cpsudoku.bulk.output import FORMATS, Growing, partial_of
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.sources import Stream
from cpsudoku.bulk.text import Ints
from cpsudoku.bulk.workers import judged
from cpsudoku.engines.lanes import warm_up
from cpsudoku.errors import (
    EXIT_IMPROPER,
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    InputError,
    Source,
)
from cpsudoku.formats.document import reason

CHECKPOINT_SECONDS = 5.0
SHOWN_BAD_ROWS = 10
VERSION = 1


@dataclass(frozen=True)
class Plan:
    """What to read, where to write. ``keep`` and ``reject`` split the input."""

    files: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)
    output: Path | None = None
    keep: Path | None = None
    reject: Path | None = None
    column: str | None = None
    jobs: int = 1
    resume: bool = False

    @property
    def outputs(self) -> dict[str, Path]:
        """The files that are written."""
        named = {"output": self.output, "keep": self.keep, "reject": self.reject}
        return {name: path for name, path in named.items() if path is not None}

    @property
    def checkpoint(self) -> Path:
        """Where the checkpoint of the run stands, beside its first output."""
        first = next(iter(self.outputs.values()))
        return first.with_name(first.name + ".checkpoint")

    def signature(self) -> dict[str, Any]:
        """What must be the same for a run to be resumed."""
        return {
            "version": VERSION,
            "files": [[file, _stamp(file)] for file in self.files],
            "settings": asdict(self.settings),
            "outputs": {name: str(path) for name, path in self.outputs.items()},
            "column": self.column,
        }


def _stamp(file: str) -> list[int]:
    """Size and time of a file; nothing is known of standard input."""
    if file == "-":
        return []
    try:
        stat = Path(file).stat()
    except OSError as error:
        raise InputError(f"can't be read: {reason(error)}", Source(file)) from None
    return [stat.st_size, stat.st_mtime_ns]


@dataclass
class Summary:
    """What came out, for the end of the run and its exit code."""

    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    duplicates: int = 0
    wrong_solutions: int = 0
    bad_rows: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def exit_code(self) -> int:
        """2 malformed or broken off, 3 undecided, 1 some row is not proper or fails, else 0."""
        if self.problems or self.statuses[STATUSES[BAD]]:
            return EXIT_USAGE
        if self.statuses[STATUSES[UNKNOWN]]:
            return EXIT_UNDECIDED
        bad = self.rows - self.statuses[STATUSES[UNIQUE]]
        bad += self.wrong_solutions + sum(self.failed.values())
        return EXIT_IMPROPER if bad else EXIT_OK

    def data(self) -> dict[str, Any]:
        """The summary as JSON values."""
        rate = round(self.rows / self.seconds) if self.seconds else 0
        return {
            "rows": self.rows,
            "statuses": {word: self.statuses[word] for word in STATUSES if self.statuses[word]},
            "clues": {str(clues): self.clues[clues] for clues in sorted(self.clues)},
            "engines": {name: count for name, count in self.engines.items() if count},
            "duplicates": self.duplicates,
            "wrong_solutions": self.wrong_solutions,
            "failed": dict(self.failed),
            "bad_rows": self.bad_rows,
            "problems": self.problems,
            "seconds": round(self.seconds, 3),
            "rate": rate,
        }

    @staticmethod
    def from_data(data: dict[str, Any]) -> Summary:
        """The summary of ``data``, to go on counting."""
        return Summary(
            data["rows"],
            Counter(data["statuses"]),
            Counter({int(clues): count for clues, count in data["clues"].items()}),
            Counter(data["engines"]),
            Counter(data["failed"]),
            data["duplicates"],
            data["wrong_solutions"],
            list(data["bad_rows"]),
            list(data["problems"]),
            data["seconds"],
        )


class Run:
    """One run. ``say`` tells a person something, ``progress`` gets rows, bytes done and total.

    ``note`` tells what matters less; by default nobody.
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
        self._duplicates = Duplicates()
        self._streams = [Stream(file, plan.column) for file in plan.files]
        self._total = sum(stream.total for stream in self._streams)
        self._bases: list[int] = []  # how many lines stand before the first of each file
        self._names: list[str] = []
        self._last_line = 0
        self._outputs: dict[str, Growing] = {}
        self._tails: dict[int, tuple[bytes, bytes]] = {}
        self._whole: dict[str, Any] = {}  # what a checkpoint says: the state after a whole block

    def run(self) -> Summary:
        """Judge everything; on any fault what is finished stays, and ``resume`` goes on there."""
        warm_up(self._note)  # before the workers start, who inherit it
        state = self._checkpoint() if self.plan.resume else None
        sizes = state["sizes"] if state is not None else {}
        for name, path in self.plan.outputs.items():
            self._outputs[name] = Growing(path, sizes.get(name, 0))
        if state is not None:
            self.summary = Summary.from_data(state["summary"])
        else:
            self._begin_outputs()
        blocks = state["blocks"] if state is not None else 0
        self._note_whole(blocks)
        self._work(blocks)
        for growing in self._outputs.values():
            growing.finish()
        if self._outputs:
            self.plan.checkpoint.unlink(missing_ok=True)
        return self.summary

    def _work(self, skipped: int) -> None:
        started = monotonic() - self.summary.seconds
        saved = monotonic()
        blocks = self._read()
        for _ in range(skipped):
            block = next(blocks)
            lines, hashes = scan(block, self.plan.settings)
            self._duplicates.insert(hashes, self._global(block, lines))
        try:
            results = judged(blocks, self.plan.settings, self.plan.jobs, self._say)
            for number, (block, result) in enumerate(results, skipped + 1):
                self._take(block, result)
                self.summary.seconds = monotonic() - started
                self._note_whole(number)
                done = sum(stream.done for stream in self._streams)
                self._progress(self.summary.rows, done, self._total)
                if monotonic() - saved > CHECKPOINT_SECONDS:
                    self._save()
                    saved = monotonic()
        except KeyboardInterrupt:
            self._save()
            if self._outputs:
                self._say(f"stopped after {self.summary.rows:,} rows; --resume goes on from there")
            raise
        except InputError:  # an output can't be written: keep the blocks that are whole
            with suppress(InputError, OSError):
                self._save()
            raise
        self.summary.seconds = monotonic() - started

    def _read(self) -> Iterator[Block]:
        """The blocks of all files; a file that breaks off is a problem, not the end."""
        for stream in self._streams:
            try:
                yield from stream.blocks()
            except InputError as error:
                self.summary.problems.append(str(error))
                self._say(str(error))

    def _global(self, block: Block, lines: Ints) -> Ints:
        """Numbers of lines that go on from file to file."""
        if not self._names or self._names[-1] != block.source:
            self._bases.append(self._last_line)
            self._names.append(block.source)
        numbers = lines + self._bases[-1]
        if len(numbers):
            self._last_line = int(numbers[-1]) + 1
        return numbers

    def _place(self, number: int, here: str) -> str:
        """The line of a global number, with its file where that is another one."""
        at = bisect_right(self._bases, number) - 1
        line = str(number - self._bases[at])
        return line if self._names[at] == here else f"{self._names[at]}:{line}"

    def _take(self, block: Block, result: Judged) -> None:
        """Write the rows of a block and count them; duplicates are known only now."""
        first = self._duplicates.insert(result.hashes, self._global(block, result.lines))
        again = np.flatnonzero(first >= 0)
        requirements = self.plan.settings.requirements
        result.failed[again] |= requirements.bit("no-duplicates")
        body, ends = self._with_duplicates(block, result, first, again)
        bad = (result.statuses != UNIQUE) | (result.failed != 0) | result.wrong_answers
        self._write(
            {
                "output": lambda: body,
                "keep": lambda: self._split("keep", block, result, body, ends, ~bad),
                "reject": lambda: self._split("reject", block, result, body, ends, bad),
            }
        )
        self._count(block, result, bad, len(again))

    def _write(self, parts: Mapping[str, Callable[[], bytes]]) -> None:
        """Write a block's part of each output, or of none."""
        before = {name: growing.size for name, growing in self._outputs.items()}
        try:
            for name, growing in self._outputs.items():
                growing.write(parts[name]())
        except InputError:
            for name, growing in self._outputs.items():
                growing.cut(before[name])
            raise

    def _with_duplicates(
        self, block: Block, result: Judged, first: Ints, again: Ints
    ) -> tuple[bytes, Ints]:
        """The rows, those that repeat another with a new tail; and where each ends."""
        if not len(again):
            return result.body, result.ends
        body = result.body
        tails, bits = result.tails[again].tolist(), result.failed[again].tolist()
        old = (result.ends - result.tails)[again].tolist()
        lengths, parts, at = np.diff(result.ends, prepend=0), [], 0
        grown = np.empty(len(again), np.int64)
        for number, earlier in enumerate(first[again].tolist()):
            new = self._tail(bits[number], self._place(earlier, block.source))
            parts += [body[at : tails[number]], new]
            at = tails[number] + old[number]
            grown[number] = len(new) - old[number]
        lengths[again] += grown
        parts.append(result.body[at:])
        return b"".join(parts), np.cumsum(lengths)

    def _tail(self, bits: int, place: str) -> bytes:
        """The end of a row that repeats another; the part before the place is made once."""
        settings = self.plan.settings
        if not place.isdigit():  # the name of another file may need quotes
            return tail(settings.requirements.failed_names(bits), place, settings.output)
        if bits not in self._tails:
            names = settings.requirements.failed_names(bits)
            before, _, after = tail(names, "0", settings.output).rpartition(b"0")
            self._tails[bits] = before, after
        before, after = self._tails[bits]
        return before + place.encode() + after

    def _split(
        self, name: str, block: Block, result: Judged, body: bytes, ends: Ints, mask: Any
    ) -> bytes:
        """The chosen rows: verdicts for a table, else the lines as they came."""
        if self._is_table(name):
            starts = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
            spans = np.stack([starts, ends], axis=1)[mask]
            return b"".join(body[start:end] for start, end in spans.tolist())
        spans = result.spans[mask]
        return b"".join(block.text[start:end] + b"\n" for start, end in spans.tolist())

    def _is_table(self, name: str) -> bool:
        return self.plan.outputs[name].suffix.lower() in FORMATS

    def _begin_outputs(self) -> None:
        for name, growing in self._outputs.items():
            if self._is_table(name):
                growing.write(header(self.plan.settings))

    def _count(self, block: Block, result: Judged, bad: Any, duplicates: int) -> None:
        summary = self.summary
        summary.rows += len(bad)
        counts = np.bincount(result.statuses, minlength=len(STATUSES)).tolist()
        summary.statuses.update(dict(zip(STATUSES, counts, strict=True)))
        summary.clues.update(result.clues)
        summary.engines.update(result.engines)
        summary.duplicates += duplicates
        summary.wrong_solutions += int(result.wrong_answers.sum())
        for name in self.plan.settings.requirements.names:
            bit = self.plan.settings.requirements.bit(name)
            summary.failed[name] += int(np.count_nonzero(result.failed & bit))
        for row in np.flatnonzero(bad)[: SHOWN_BAD_ROWS - len(summary.bad_rows)].tolist():
            names = self.plan.settings.requirements.failed_names(int(result.failed[row]))
            words = [STATUSES[result.statuses[row]], *(name for name in names if name != "unique")]
            words += ["wrong solution"] if result.wrong_answers[row] else []
            place = f"{block.source}, line {result.lines[row]}"
            summary.bad_rows.append(f"{place}: {', '.join(words)}")

    def _note_whole(self, blocks: int) -> None:
        """Remember the state after so many blocks; Ctrl-C may come in the middle of the next."""
        self._whole = {
            "blocks": blocks,
            "sizes": {name: growing.size for name, growing in self._outputs.items()},
            "summary": self.summary.data(),
        }

    def _save(self) -> None:
        """The whole blocks to the disk, then the checkpoint that says how much that is."""
        if not self._outputs:
            return
        whole = self._whole
        for name, growing in self._outputs.items():
            growing.cut(whole["sizes"][name])
            growing.sync()
        path = self.plan.checkpoint
        temporary = path.with_name(path.name + ".tmp")
        try:
            temporary.write_text(json.dumps({"signature": self.plan.signature()} | whole))
            os.replace(temporary, path)
        except OSError as error:
            raise InputError(f"can't be written: {reason(error)}", Source(str(path))) from None

    def _checkpoint(self) -> dict[str, Any] | None:
        """The state to go on from, or None where there is none.

        Raises InputError when it is of another run, or its output is gone.
        """
        path = self.plan.checkpoint
        if not path.exists():
            self._say(f"no checkpoint {path}; starting from the beginning")
            return None
        source = Source(str(path))
        try:
            state: dict[str, Any] = json.loads(path.read_text())
            signature, sizes = state["signature"], state["sizes"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"it is no checkpoint: {error}", source) from None
        wanted = json.loads(json.dumps(self.plan.signature()))
        different = [key for key, value in wanted.items() if signature.get(key) != value]
        if different:
            what = ", ".join(different)
            raise InputError(
                f"it is of another run: {what} changed; without --resume it starts "
                "again from the beginning",
                source,
            )
        for name, output in self.plan.outputs.items():
            partial = partial_of(output)
            if not partial.exists() or partial.stat().st_size < sizes[name]:
                raise InputError(f"its output {partial} is missing or too short", source)
        return state
