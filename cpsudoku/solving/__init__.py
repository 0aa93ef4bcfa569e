"""Functions for the whole way of a puzzle: read, search, judge, write."""

from __future__ import annotations

from cpsudoku.solving.many import Progress, answers, check_many, counted, settle_many, solve_many
from cpsudoku.solving.reading import (
    AboutPuzzle,
    Several,
    Solvable,
    as_puzzle,
    entries_of,
    parse,
    puzzles_of,
    read,
    read_entries,
    read_many,
    reading_options,
)
from cpsudoku.solving.rewards import Reward, reward
from cpsudoku.solving.settling import (
    AnyEngine,
    check,
    chosen_engine,
    cross_check,
    refuse_unsupported,
    settle,
    settle_all,
    solve,
)
from cpsudoku.solving.true_candidates import candidates, candidates_many
from cpsudoku.solving.writing import (
    Writable,
    Written,
    convert,
    output_format,
    refuse_overwriting,
    write,
)

__all__ = [
    "AboutPuzzle",
    "AnyEngine",
    "Progress",
    "Reward",
    "Several",
    "Solvable",
    "Writable",
    "Written",
    "answers",
    "as_puzzle",
    "candidates",
    "candidates_many",
    "check",
    "check_many",
    "chosen_engine",
    "convert",
    "counted",
    "cross_check",
    "entries_of",
    "output_format",
    "parse",
    "puzzles_of",
    "read",
    "read_entries",
    "read_many",
    "reading_options",
    "refuse_overwriting",
    "refuse_unsupported",
    "reward",
    "settle",
    "settle_all",
    "settle_many",
    "solve",
    "solve_many",
    "write",
]
