"""Standard output as a sink of the road: the verdicts of blocks as lines for a pipe."""

from __future__ import annotations

from cpsudoku.bulk.judge.judged import Facts
from cpsudoku.bulk.sinks.base import BlockPart, Encoding
from cpsudoku.bulk.sinks.pipe_lines import PipeLines
from cpsudoku.bulk.source.block import AnyBlock
from cpsudoku.cli.report import Report, plain_verdict


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
