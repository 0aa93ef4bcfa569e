"""Judges blocks on several cores, in order. If a worker dies, only its block is repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from cpsudoku.bulk.block import AnyBlock
from cpsudoku.bulk.judge_block import Judged, judge_block, warm_up
from cpsudoku.bulk.settings import Settings
from cpsudoku.core.processes import in_order


def judged(
    blocks: Iterable[AnyBlock], settings: Settings, jobs: int, say: Callable[[str], None]
) -> Iterator[tuple[AnyBlock, Judged]]:
    """Each block with its verdicts, in order; for a single block, no workers are started.

    Raises EngineError if a block kills its worker three times.
    """
    work = partial(judge_block, settings=settings)
    prepare = partial(warm_up, settings)
    return in_order(work, blocks, jobs, prepare=prepare, name_of=_name_of, say=say)


def _name_of(block: AnyBlock) -> str:
    return f"{block.source}, from line {block.first_line}"
