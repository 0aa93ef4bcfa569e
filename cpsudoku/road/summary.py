"""The counts of a bulk run, for people, for JSON and for the exit code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cpsudoku.road.statuses import BAD, STATUSES, UNIQUE, UNKNOWN
from cpsudoku.runtime.errors import EXIT_IMPROPER, EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE
from cpsudoku.runtime.json_text import JsonObject

if TYPE_CHECKING:
    from cpsudoku.road.judge.judged import Facts
    from cpsudoku.road.settings import Requirements
    from cpsudoku.road.source.block import AnyBlock

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

    def exit_code(self, ignore_drawings: bool = False) -> int:
        """2: malformed or cut short; 3: undecided; 1: a row is not proper or fails; else 0.

        Rows with parts that were not interpreted are undecided, unless ``ignore_drawings``.
        """
        if self.problems or self.statuses[STATUSES[BAD]]:
            return EXIT_USAGE
        doubtful = 0 if ignore_drawings else self.with_uninterpreted
        if self.statuses[STATUSES[UNKNOWN]] or doubtful:
            return EXIT_UNDECIDED
        bad = self.rows - self.statuses[STATUSES[UNIQUE]]
        bad += self.wrong_solutions + sum(self.failed.values())
        return EXIT_IMPROPER if bad else EXIT_OK

    def add(self, block: AnyBlock, facts: Facts, requirements: Requirements) -> None:
        """Count the rows of a block."""
        import numpy as np

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
            "bad_rows": self.bad_rows,
            "problems": self.problems,
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
