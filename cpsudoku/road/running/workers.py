"""Judges blocks in this process or on several cores, in order.

If a worker dies, only its block is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

import numpy as np

from cpsudoku.road.judge.judged import Facts
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.kernels.hashing import digest
from cpsudoku.road.kernels.text import has_open_lines
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.running.slots import Parcel, Slots, beside
from cpsudoku.road.settings import Settings
from cpsudoku.road.sinks.base import BlockEncoding, BlockPart, JudgedBlock
from cpsudoku.road.sinks.text_table import TextTable
from cpsudoku.road.source.block import AnyBlock, Block
from cpsudoku.road.source.reconcile import LineTally
from cpsudoku.road.steps.duplicates import Repeating
from cpsudoku.runtime.processes import AHEAD, in_order

T = TypeVar("T")


class Judging(Protocol):
    """A way to judge blocks: ``judged``, or one on other machines."""

    def __call__(
        self,
        blocks: Iterable[AnyBlock],
        settings: Settings,
        encodings: Sequence[BlockEncoding],
        jobs: int,
        say: Callable[[str], None],
    ) -> Iterator[JudgedBlock]:
        """Each block with its verdicts, in order."""


def judged(
    blocks: Iterable[AnyBlock],
    settings: Settings,
    encodings: Sequence[BlockEncoding],
    jobs: int,
    say: Callable[[str], None],
) -> Iterator[JudgedBlock]:
    """Each block with its verdicts, in order; for a single block, no workers are started.

    The arrays are valid until the next block. Raises EngineError if a block kills its worker three
    times.
    """
    # Slots for those that wait, the one that is handed over, and the one that the caller has.
    with closing(Slots(AHEAD * jobs + 2)) as slots:
        sent = (_Sent(number, block, slots) for number, block in enumerate(blocks))
        packed = partial(_done, partial(written, settings=settings, encodings=encodings))
        answers = in_order(packed, sent, jobs, needs=settings.programs, name_of=_sent_name, say=say)
        with closing(answers):  # the workers end before their slots
            for item, done in answers:
                facts, parts = done.opened() if isinstance(done, Parcel) else done
                yield JudgedBlock(item.block, facts, dict(zip(encodings, parts, strict=True)))
                del item, done, facts, parts  # see travel()


def compile_lists() -> None:
    """Call the compiled functions that read lists of puzzles, and judge and write any, once."""
    settings, block = Settings(), Block("", 1, b"." * 81 + b"\n", LineLayout())
    facts, _ = written(block, settings, [TextTable("csv", settings, has_heading=True)])
    Repeating(settings.requirements, None).found_in(block, facts)
    LineTally().skip(block.text, block.layout)
    digest(b"." * 8)


def compile_text() -> None:
    """Call the compiled functions that read, judge and write what only some texts have, once."""
    settings, block = Settings(), Block("", 1, (b"1" * 81 + b" \n") * 2, LineLayout())
    facts, [part] = written(block, settings, [TextTable("csv", settings, has_heading=True)])
    repeats = Repeating(settings.requirements, None).found_in(block, facts)
    assert repeats is not None
    part.repeating(repeats)
    LineTally().skip(b"#\n", block.layout)
    has_open_lines(np.frombuffer(b'"', np.uint8), ord(","))


def written(
    block: AnyBlock, settings: Settings, encodings: Sequence[BlockEncoding]
) -> tuple[Facts, list[BlockPart]]:
    """The facts about the rows of a block, and these in each encoding."""
    found = judge_block(block, settings)
    return found.facts, [encoding.part(found) for encoding in encodings]


@dataclass
class _Sent:
    """A block on its way to a worker, where it arrives as a Parcel or as itself."""

    number: int
    block: AnyBlock
    slots: Slots

    def __reduce__(self) -> tuple[object, ...]:
        is_text = isinstance(self.block, Block)
        parcel = self.slots.packed(self.number, self.block) if is_text else None
        return _arrived, (parcel or self.block,)


def _arrived(item: Parcel | AnyBlock) -> Parcel | AnyBlock:
    return item


def _done(work: Callable[[AnyBlock], T], item: _Sent | Parcel | AnyBlock) -> T | Parcel:
    """What the work returns for a block: itself, or a Parcel if the block came in one."""
    if isinstance(item, _Sent):  # in the main process
        return work(item.block)
    if not isinstance(item, Parcel):
        return work(item)
    done = work(item.opened())
    return beside(item, done) or done


def _sent_name(item: _Sent) -> str:
    return name_of(item.block)


def name_of(block: AnyBlock) -> str:
    """Where a block is."""
    return f"{block.source}, from line {block.first_line}"
