"""The data card of a data set: how it was made, its columns and its figures, as Markdown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.teaching.rating.base import GUESSES as SCALE

COLUMNS = {
    "question": "The puzzle: 81 cells, row by row, `.` is a blank.",
    "answer": "Its only solution.",
    "clues": "The number of givens.",
    "guesses": "The guesses of cpsudoku's bulk kernel until the answer is proved to be the only "
    "one. 0: singles and locked candidates suffice.",
    "ER": "The rating of the hardest step, on the scale of Sudoku Explainer 1.2.1; null if its "
    "techniques do not suffice.",
    "EP": "The highest rating up to the first placement.",
    "ED": "The rating of the first step.",
    "hodoku_level": "HoDoKu's level: easy, medium, hard, unfair or extreme.",
    "hodoku_score": "HoDoKu's score.",
    "hardest": "The technique with the highest rating.",
    "canonical": "The smallest image of the puzzle under all symmetries of Sudoku. It is the same "
    "for equivalent puzzles.",
}
GUESSES = ((0, 0), (1, 3), (4, 9), (10, 99), (100, None))  # the ranges that the card counts

_HEAD = """---
configs:
- config_name: default
  data_files:
  - split: train
    path: train.parquet
  - split: test
    path: test.parquet
tags:
- sudoku
---

# Sudoku puzzles with proved answers

Every question has exactly one solution, which was proved and verified. No two questions are
equivalent: no symmetry (relabelling, permuting lines and bands, transposing) maps one to another.
So the test questions are new to a model that was trained on the training questions.
"""


@dataclass
class Figures:
    """The counts of some columns."""

    clues: Counter[int] = field(default_factory=Counter)
    guesses: Counter[int] = field(default_factory=Counter)
    ratings: Counter[int] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)

    def add(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Count the values of some more rows."""
        self.clues.update(columns["clues"])
        self.guesses.update(columns["guesses"])
        self.ratings.update(int(er) for er in columns.get("ER", ()) if er is not None)
        self.levels.update(columns.get("hodoku_level", ()))


def card(
    request: Mapping[str, object], columns: Sequence[str], rows: tuple[int, int], figures: Figures
) -> str:
    """The text of the card. ``request`` is what was asked for, ``rows`` are those of each table."""
    parts = [
        _HEAD,
        _table(("table", "questions"), zip(("train", "test"), map(_number, rows), strict=True)),
        "## Columns\n",
        _table(("column", "content"), ((f"`{name}`", COLUMNS[name]) for name in columns)),
        "## How it was made\n",
        f"By [cpsudoku](https://pypi.org/project/cpsudoku/) {request['cpsudoku']}:\n",
        f"```python\n{_call(request)}\n```\n",
        "The same call with the same version makes the same rows. A question is in the training\n"
        "table if the 64-bit BLAKE2b hash of its canonical form is below "
        f"{request['split']:g} times 2^64.\nThis does not depend on the seed, so sets with other "
        "seeds and the same split are disjoint in\nthe same way. To check that the tables share no "
        "question up to symmetry:\n",
        '```python\ncpsudoku.overlap("train.parquet", "test.parquet").is_disjoint\n```\n',
        "## Figures\n",
        *_figures(figures),
    ]
    return "\n".join(parts)


def _call(request: Mapping[str, object]) -> str:
    """The call that makes the set."""
    told = ("cpsudoku", "count", "split", "scale")
    asked = [f"{name}={_quoted(value)}" for name, value in request.items() if name not in told]
    made = ", ".join([str(request["count"]), *asked])
    written = f'"folder", split={request["split"]:g}'
    if request["scale"] != SCALE:
        written += f", scale={_quoted(request['scale'])}"
    return f"cpsudoku.generate_many({made}).write_set({written})"


def _quoted(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _figures(figures: Figures) -> list[str]:
    parts = [_counted("clues", {str(n): figures.clues[n] for n in sorted(figures.clues)})]
    ranges = {
        _range(least, most): sum(
            count
            for guesses, count in figures.guesses.items()
            if least <= guesses and (most is None or guesses <= most)
        )
        for least, most in GUESSES
    }
    parts.append(_counted("guesses", ranges))
    if figures.ratings:
        names = {f"{n}.0 to {n}.9": figures.ratings[n] for n in sorted(figures.ratings)}
        parts.append(_counted("ER", names))
    if figures.levels:
        parts.append(_counted("hodoku_level", dict(figures.levels.most_common())))
    return parts


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} and more"
    return str(least) if least == most else f"{least} to {most}"


def _counted(name: str, counts: Mapping[str, int]) -> str:
    return _table((name, "questions"), ((key, _number(count)) for key, count in counts.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _number(count: int) -> str:
    return f"{count:,}"
