"""All inputs of a run, one after the other, as blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.bulk.block import AnyBlock
from cpsudoku.bulk.entries import stream_of
from cpsudoku.bulk.plan import Plan
from cpsudoku.bulk.reconcile import settle
from cpsudoku.runtime.errors import InputError

Fault = Callable[[InputError], AnyBlock | None]
"""What becomes of a file that can't be read or breaks off: a block in its place, or nothing."""


class Inputs:
    """The blocks of some inputs, in order. A fault is not the end: other files follow.

    Raises InputError at once for an input that does not exist.
    """

    def __init__(self, plan: Plan, fault: Fault) -> None:
        self._streams = [stream_of(file, n, plan) for n, file in enumerate(plan.files, 1)]
        self._fault = fault
        self._faults = 0  # rows that take the place of the rest of a file
        self.total = sum(stream.total for stream in self._streams)

    @property
    def done(self) -> int:
        """The bytes read so far, of ``total``."""
        return sum(stream.done for stream in self._streams)

    def blocks(self) -> Iterator[AnyBlock]:
        """The blocks of all inputs."""
        for stream in self._streams:
            try:
                yield from stream.blocks()
            except InputError as error:
                block = self._fault(error)
                if block is not None:
                    self._faults += 1
                    yield block

    def settle(self, rows: int) -> None:
        """Raise EngineError unless so many rows are all that were read."""
        settle([stream.tally for stream in self._streams], rows - self._faults)
