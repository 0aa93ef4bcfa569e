"""Judges blocks on several cores, in order. If a worker dies, only its block is repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

from cpsudoku.bulk.block import AnyBlock, Block
from cpsudoku.bulk.judge_block import Judged, judge_block, warm_up
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.slots import Parcel, Slots, beside
from cpsudoku.core.processes import AHEAD, in_order


def judged(
    blocks: Iterable[AnyBlock], settings: Settings, jobs: int, say: Callable[[str], None]
) -> Iterator[tuple[AnyBlock, Judged]]:
    """Each block with its verdicts, in order; for a single block, no workers are started.

    The arrays of the verdicts are valid until the next block. Raises EngineError if a block kills
    its worker three times.
    """
    work = partial(_judge, settings=settings)
    prepare = partial(warm_up, settings)
    # Those that wait, the one that is handed over, and the one that the caller has.
    with closing(Slots(AHEAD * jobs + 2)) as slots:
        sent = (_Sent(number, block, slots) for number, block in enumerate(blocks))
        for item, done in in_order(work, sent, jobs, prepare=prepare, name_of=_name_of, say=say):
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


def _judge(item: _Sent | Parcel | AnyBlock, settings: Settings) -> Judged | Parcel:
    if isinstance(item, _Sent):  # in the main process
        return judge_block(item.block, settings)
    if not isinstance(item, Parcel):
        return judge_block(item, settings)
    done = judge_block(item.opened(), settings)
    return beside(item, done) or done


def _name_of(item: _Sent) -> str:
    return f"{item.block.source}, from line {item.block.first_line}"
