"""The counts of a bulk run, for people, for JSON and for the exit code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cpsudoku.road.statuses import BAD, STATUSES, UNIQUE, UNKNOWN
from cpsudoku.runtime.errors import worst, worst_of
from cpsudoku.runtime.json_text import JsonObject

if TYPE_CHECKING:
    from cpsudoku.core.verdict import Result
    from cpsudoku.road.settings import Requirements
    from cpsudoku.road.sinks.base import JudgedBlock

SHOWN_BAD_ROWS = 10


@dataclass
class Summary:
    """The counts at the end of a run."""

    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    engines: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    duplicates: int = 0
    wrong_solutions: int = 0
    without_canonical: int = 0
    bad_rows: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    without_guesses: int = 0
    with_uninterpreted: int = 0
    codes: set[int] = field(default_factory=set)

    def exit_code(self, ignore_drawings: bool = False) -> int:
        """2: malformed or cut short; 3: undecided; 1: a row is not proper or fails; else 0.

        Rows with parts that were not interpreted are undecided, unless ``ignore_drawings``. Results
        that were counted one by one have codes of their own.
        """
        if self.codes:
            return worst(self.codes)
        bad = self.rows - self.statuses[STATUSES[UNIQUE]]
        return worst_of(
            malformed=len(self.problems) + self.statuses[STATUSES[BAD]],
            undecided=self.statuses[STATUSES[UNKNOWN]]
            + (0 if ignore_drawings else self.with_uninterpreted),
            improper=bad + self.wrong_solutions + self.failed.total(),
        )

    def count(self, result: Result, code: int) -> None:
        """Count one result; ``code`` is the exit code that its command has for it."""
        self.rows += 1
        self.statuses[result.word] += 1
        self.codes.add(code)
        if result.puzzle is not None and result.verdict is not None:
            self.engines[result.verdict.engine] += 1
            self.wrong_solutions += result.puzzle.answer_ok is False

    def add(self, judged: JudgedBlock, requirements: Requirements) -> None:
        """Count the rows of a block."""
        import numpy as np

        block, facts = judged.block, judged.facts
        bad = facts.bad
        self.rows += len(bad)
        counts = np.bincount(facts.statuses, minlength=len(STATUSES)).tolist()
        self.statuses.update(dict(zip(STATUSES, counts, strict=True)))
        self.clues.update(facts.clues)
        self.engines.update(facts.engines)
        self.without_canonical += facts.formless
        self.without_guesses += facts.uncounted
        self.with_uninterpreted += facts.doubtful
        self.wrong_solutions += int(facts.wrong.sum())
        self.duplicates += facts.duplicates
        for name in requirements.names:
            self.failed[name] += int(np.count_nonzero(facts.failed & requirements.bit(name)))
        for row in np.flatnonzero(bad)[: SHOWN_BAD_ROWS - len(self.bad_rows)].tolist():
            names = requirements.failed_names(int(facts.failed[row]))
            words = [STATUSES[facts.statuses[row]], *(name for name in names if name != "unique")]
            words += ["wrong solution"] if facts.wrong[row] else []
            place = block.source_of(row, int(facts.lines[row]) - block.first_line)
            self.bad_rows.append(f"{place}: {', '.join(words)}")

    def data(self) -> JsonObject:
        """The summary as JSON values."""
        rate = round(self.rows / self.seconds) if self.seconds else 0
        return {
            "rows": self.rows,
            "statuses": {word: self.statuses[word] for word in STATUSES if self.statuses[word]},
            "clues": {str(clues): self.clues[clues] for clues in sorted(self.clues)},
            "engines": {name: count for name, count in self.engines.items() if count},
            "duplicates": self.duplicates,
            "wrong_solutions": self.wrong_solutions,
            "without_canonical": self.without_canonical,
            "without_guesses": self.without_guesses,
            "with_uninterpreted": self.with_uninterpreted,
            "failed": dict(self.failed),
            "bad_rows": list(self.bad_rows),
            "problems": list(self.problems),
            "seconds": round(self.seconds, 3),
            "rate": rate,
        }

    @staticmethod
    def from_data(data: JsonObject) -> Summary:
        """The summary in ``data``, to continue counting."""
        return Summary(
            data["rows"],
            Counter(data["statuses"]),
            Counter({int(clues): count for clues, count in data["clues"].items()}),
            Counter(data["engines"]),
            Counter(data["failed"]),
            data["duplicates"],
            data["wrong_solutions"],
            data["without_canonical"],
            list(data["bad_rows"]),
            list(data["problems"]),
            data["seconds"],
            data["without_guesses"],
            data["with_uninterpreted"],
        )
