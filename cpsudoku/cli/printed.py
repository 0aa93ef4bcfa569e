"""Standard output as a sink of the road: the verdicts of blocks as lines for a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.cli.report import Report, plain_verdict
from cpsudoku.road.sinks.base import ALL, JudgedBlock
from cpsudoku.road.sinks.pipe_lines import PipeLines

LINES = PipeLines(plain_verdict)


def print_blocks(judged: Iterator[JudgedBlock], report: Report) -> None:
    """Print the lines of each block at once, and report the rows that are malformed."""
    for block in judged:
        print(bytes(block.written(LINES, ALL)).decode(), end="", flush=True)
        for problem in block.facts.problems:
            report.tell(problem)
        del block  # see travel()
