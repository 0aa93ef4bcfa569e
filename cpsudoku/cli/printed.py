"""Standard output as a sink of the road: the verdicts of blocks as lines for a pipe."""

from __future__ import annotations

from cpsudoku.cli.report import Report, plain_verdict
from cpsudoku.road.judge.judged import Facts
from cpsudoku.road.sinks.base import BlockPart, Encoding
from cpsudoku.road.sinks.pipe_lines import PipeLines
from cpsudoku.road.source.block import AnyBlock


class Printed:
    """Prints the lines of each block at once."""

    def __init__(self, report: Report) -> None:
        self.encoding: Encoding = PipeLines(plain_verdict)
        self._report = report

    def take(self, part: BlockPart, block: AnyBlock, facts: Facts) -> None:
        """Print the lines, and report the rows that are malformed."""
        print(bytes(part.data(block, None)).decode(), end="", flush=True)
        for problem in facts.problems:
            self._report.tell(problem)
