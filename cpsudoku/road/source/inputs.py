"""All inputs of a run, one after the other, as blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.road.plan import Plan, is_puzzle_text
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.source.entries import stream_of
from cpsudoku.road.source.reconcile import refuse_lost_rows
from cpsudoku.road.source.sources import InputStream, can_be_reopened
from cpsudoku.runtime.compiled.programs import LEAST_BYTES, PLAIN_BYTES
from cpsudoku.runtime.errors import InputError

Fault = Callable[[InputError], AnyBlock | None]
"""What becomes of a file that can't be read or breaks off: a block in its place, or nothing."""


class Inputs:
    """The blocks of some inputs, in order. A fault is not the end: other files follow.

    Raises InputError at once for an input that does not exist.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._streams = [stream_of(file, n, plan) for n, file in enumerate(plan.files, 1)]
        self._faults = 0  # rows that take the place of the rest of a file
        self.total = sum(stream.total for stream in self._streams)

    @property
    def done(self) -> int:
        """The bytes read so far, of ``total``."""
        return sum(stream.done for stream in self._streams)

    @property
    def programs(self) -> list[str]:
        """The compiled programs that they need, besides those for all rows."""
        return list(dict.fromkeys(name for each in self._streams for name in each.programs))

    @property
    def are_many_lines(self) -> bool:
        """Whether all have one puzzle per line, and are worth loading the kernel."""
        return self.total >= LEAST_BYTES and all(isinstance(s, InputStream) for s in self._streams)

    @property
    def are_few(self) -> bool:
        """Whether all rows are judged before compiled programs would be ready."""
        return self.total < PLAIN_BYTES and all(map(can_be_reopened, self.plan.files))

    def blocks(self, fault: Fault) -> Iterator[AnyBlock]:
        """The blocks of all inputs."""
        for stream in self._streams:
            try:
                yield from stream.blocks()
            except InputError as error:
                block = fault(error)
                if block is not None:
                    self._faults += 1
                    yield block

    def refuse_lost_rows(self, rows: int) -> None:
        """Raise EngineError unless so many rows are all that were read."""
        refuse_lost_rows([stream.tally for stream in self._streams], rows - self._faults)


def inputs_for_pipe(plan: Plan) -> Inputs | None:
    """The inputs of a run that prints lines; None if another way is as fast, or the only one.

    Standard input and pipes are read puzzle by puzzle, because somebody may type them.
    """
    if any(is_puzzle_text(file) or not can_be_reopened(file) for file in plan.files):
        return None
    try:
        inputs = Inputs(plan)
    except InputError:
        return None
    return inputs if inputs.are_many_lines else None
