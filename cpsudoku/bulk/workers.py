"""Judges blocks on several cores, in order. If a worker dies, only its block is repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from cpsudoku.bulk.block import AnyBlock, Block
from cpsudoku.bulk.judge_block import Judged, judge_block
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.slots import Parcel, Slots, beside
from cpsudoku.runtime.processes import AHEAD, in_order

Done = TypeVar("Done")


def judged(
    blocks: Iterable[AnyBlock], settings: Settings, jobs: int, say: Callable[[str], None]
) -> Iterator[tuple[AnyBlock, Judged]]:
    """Each block with its verdicts, in order. Their arrays are valid until the next block."""
    work = partial(judge_block, settings=settings)
    return on_cores(work, blocks, jobs, settings.programs, say)


def on_cores(
    work: Callable[[AnyBlock], Done],
    blocks: Iterable[AnyBlock],
    jobs: int,
    needs: Iterable[str],
    say: Callable[[str], None],
) -> Iterator[tuple[AnyBlock, Done]]:
    """Each block with what ``work`` returns for it; for a single block, no workers are started.

    Its arrays are valid until the next block. Raises EngineError if a block kills its worker three
    times.
    """
    # Slots for those that wait, the one that is handed over, and the one that the caller has.
    with closing(Slots(AHEAD * jobs + 2)) as slots:
        sent = (_Sent(number, block, slots) for number, block in enumerate(blocks))
        packed = partial(_done, work)
        answers = in_order(packed, sent, jobs, needs=needs, name_of=_name_of, say=say)
        with closing(answers):  # the workers end before their slots
            for item, done in answers:
                yield item.block, done.opened() if isinstance(done, Parcel) else done


@dataclass
class _Sent:
    """A block on its way to a worker, where it arrives as a Parcel or as itself."""

    number: int
    block: AnyBlock
    slots: Slots

    def __reduce__(self) -> tuple[Any, ...]:
        is_text = isinstance(self.block, Block)
        parcel = self.slots.packed(self.number, self.block) if is_text else None
        return _arrived, (parcel or self.block,)


def _arrived(item: Parcel | AnyBlock) -> Parcel | AnyBlock:
    return item


def _done(work: Callable[[AnyBlock], Any], item: _Sent | Parcel | AnyBlock) -> Any:
    """What the work returns for a block: itself, or a Parcel if the block came in one."""
    if isinstance(item, _Sent):  # in the main process
        return work(item.block)
    if not isinstance(item, Parcel):
        return work(item)
    done = work(item.opened())
    return beside(item, done) or done


def _name_of(item: _Sent) -> str:
    return f"{item.block.source}, from line {item.block.first_line}"
