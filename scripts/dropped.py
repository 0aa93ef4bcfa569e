#!/usr/bin/env python3
"""Drops each rule of each link that is read whole, and checks that this is never silent.

    scripts/dropped.py FILE_OR_FOLDER... [--limit SECONDS] [--most NUMBER] [--json FILE]

The lists are those of ``scripts/readings.py``. Every link is read blind. Without a rule, a puzzle
must have another verdict, or ``diagnose`` must report that it does not need this rule. A rule that
is neither was ``silent``: the exit code is 1. Rules that could not be tested in time are
``undecided``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from readings import links_of, parser_of, uninterpreted, without_solution, write_rows

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving import settle
from cpsudoku.solving.interpreting import interpreted


def accepted(paths: list[Path], limit: Limit) -> Iterator[tuple[str, Puzzle]]:
    """The links that are read whole and have exactly one solution, with their puzzles."""
    for link in (link for path in paths for link in links_of(path)):
        try:
            puzzle = interpreted(uninterpreted(without_solution(link.value())))
        except InputError:
            continue
        is_whole = puzzle.constraints and not puzzle.uninterpreted
        if is_whole and settle(puzzle, limit=limit).is_unique:
            yield link.name, puzzle


def outcomes(puzzle: Puzzle, limit: Limit) -> Iterator[tuple[str, str]]:
    """What happens without each rule, with the line of this rule."""
    seconds = (limit.seconds or 1.0) * (len(puzzle.constraints) + 1)
    found = cpsudoku.diagnose(puzzle, unnecessary=True, limit=seconds).unnecessary
    for number, rule in enumerate(puzzle.constraints):
        rest = puzzle.constraints[:number] + puzzle.constraints[number + 1 :]
        verdict = settle(replace(puzzle, constraints=rest), limit=limit)
        if verdict.word == "unknown":
            yield "undecided", line_of(rule)
        elif not verdict.is_unique:
            yield "needed", line_of(rule)
        elif found is None or number in found.undecided_rules:
            yield "undecided", line_of(rule)
        else:
            yield ("unnecessary" if number in found.rules else "silent"), line_of(rule)


def main() -> int:
    """Print how many rules are of each kind, and those that are silent."""
    parser = parser_of(__doc__)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds per rule")
    parser.add_argument("--most", type=int, default=1000, help="how many links to try")
    options = parser.parse_args()
    limit, counts, rows = Limit(seconds=options.limit), Counter[str](), list[dict[str, object]]()
    links = list(islice(accepted(options.paths, limit), options.most))
    for name, puzzle in links:
        for kind, line in outcomes(puzzle, limit):
            counts[kind] += 1
            rows.append({"link": name, "rule": line, "outcome": kind})
            if kind == "silent":
                print(f"silent: {name}: {line}", flush=True)
    kinds = ("needed", "unnecessary", "undecided", "silent")
    print(f"{len(links)} links: " + ", ".join(f"{counts[kind]} {kind}" for kind in kinds))
    write_rows(options.json, rows)
    return int(bool(counts["silent"]))


if __name__ == "__main__":
    sys.exit(main())
