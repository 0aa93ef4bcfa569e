"""A judged block: its rows as columns, which every sink writes in its own way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats import Entry
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import NO_ANSWER, Bytes, Ints
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.block import EntryBlock
from cpsudoku.road.statuses import BAD, STATUSES, UNIQUE
from cpsudoku.runtime.errors import InputError

FIRST = np.zeros(1, np.int64)


@dataclass(frozen=True)
class RowTexts:
    """Texts, many of which are equal: row k has ``texts[of[k]]``; an empty one means none.

    of: int64[n], or int64[1] if all rows have the same text.
    """

    texts: Sequence[str]
    of: Ints


@dataclass(frozen=True)
class Numbers:
    """Whole numbers; rows that are not ``known`` have none."""

    values: npt.NDArray[np.signedinteger]
    known: Bools | bool = True


@dataclass(frozen=True)
class Truths:
    """True or false; rows that are not ``known`` have neither."""

    values: Bools
    known: Bools


@dataclass(frozen=True)
class Grids:
    """Grids of 81 cells; the rows that are not ``known`` have a text in ``others`` instead."""

    cells: Bytes
    known: Bools
    others: RowTexts


Column = RowTexts | Numbers | Truths | Grids


@dataclass
class Facts:
    """What a run needs to know about the rows of a block, besides what its sinks write.

    ``lines``: the line of each row; ``hashes``: 0 for a row that can't be a duplicate; ``failed``:
    bits of requirements; ``statuses``: uint8[n]; ``formless``: the number of puzzles without a
    canonical form, if forms were requested; ``uncounted``: the number of proper puzzles without a
    number of guesses, if these were; ``doubtful``: the number of puzzles with parts that were not
    interpreted; ``problems``: why rows are malformed, for the first of them; ``duplicates``: the
    number of rows that repeat others.
    """

    lines: Ints
    hashes: Hashes
    failed: Ints
    statuses: Bytes
    wrong: Bools
    formless: int
    uncounted: int
    clues: Counter[int]
    engines: Counter[str]
    doubtful: int
    problems: tuple[InputError, ...]
    duplicates: int = 0

    @property
    def bad(self) -> Bools:
        """Which rows are not good: not proper, with a wrong solution, or failing a requirement."""
        bad: Bools = (self.statuses != UNIQUE) | (self.failed != 0)
        return bad | self.wrong


@dataclass(frozen=True)
class Judged:
    """The rows of a block with everything that was found out about them.

    ``columns`` are those of a table of verdicts, in order. Its last two, ``failed`` and
    ``duplicate_of``, are missing: only the whole run knows duplicates. ``facts.failed`` has the
    other requirements as bits.
    """

    columns: dict[str, Column]
    facts: Facts
    work: BlockFacts
    settings: Settings

    def __len__(self) -> int:
        return len(self.facts.statuses)


def column_names(settings: Settings) -> list[str]:
    """The columns of a table of verdicts, in order, without ``failed`` and ``duplicate_of``."""
    unasked = {
        "count": not settings.counts,
        "minimal": not settings.tests_minimality,
        "canonical": not settings.canonical,
        "guesses": not settings.guesses,
    }
    return [name for name in _COLUMNS if not unasked.get(name)]


def columns_of_block(work: BlockFacts, settings: Settings) -> dict[str, Column]:
    """The columns of a judged block, in order."""
    return {name: _COLUMNS[name](work) for name in column_names(settings)}


def _sources(work: BlockFacts) -> Column:
    if isinstance(work.block, EntryBlock):
        return RowTexts(work.block.sources, np.arange(len(work.statuses)))
    return RowTexts([work.block.source], FIRST)


def _lines(work: BlockFacts) -> Column:
    return Numbers(work.lines, work.lines > 0)


def _puzzles(work: BlockFacts) -> Column:
    """The givens; for a row that is not a classic 9x9 its line, or the start of its text."""
    texts = {row: _shown(work, row, entry) for row, entry in work.odd.items()}
    return Grids(work.rows.cells, ~work.is_odd, _words(texts, len(work.statuses)))


def _shown(work: BlockFacts, row: int, entry: Entry) -> str:
    if isinstance(entry, Puzzle):
        return entry.givens.line
    text = work.block.shown(int(work.rows.start[row]), int(work.rows.end[row]))
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def _statuses(work: BlockFacts) -> Column:
    return RowTexts(STATUSES, work.statuses.astype(np.int64))


def _clues(work: BlockFacts) -> Column:
    return Numbers(work.clues.astype(np.int16))


def _counts(work: BlockFacts) -> Column:
    return Numbers(work.counts, work.statuses != BAD)


def _solutions(work: BlockFacts) -> Column:
    """The solution of each proper puzzle."""
    known = (work.statuses == UNIQUE) & ~work.is_odd
    texts = {
        row: found.solution.line
        for row, found in work.verdicts.items()
        if row in work.odd and found.is_unique and found.solution is not None
    }
    return Grids(work.solutions, known, _words(texts, len(known)))


def _answers(work: BlockFacts) -> Column:
    answered = work.rows.has_answer != NO_ANSWER
    for row, entry in work.odd.items():
        answered[row] = isinstance(entry, Puzzle) and entry.answer is not None
    return Truths(~work.wrong, answered)


def _reasons(work: BlockFacts) -> Column:
    return RowTexts(work.reasons, work.reason_of)


def _minimal(work: BlockFacts) -> Column:
    return Truths(work.minimal, work.tested)


def _forms(work: BlockFacts) -> Column:
    texts = {row: form.line for row, form in work.forms.items()}
    cells = work.rows.cells if work.canonical is None else work.canonical
    return Grids(cells, work.has_form & ~work.is_odd, _words(texts, len(work.statuses)))


def _guesses(work: BlockFacts) -> Column:
    return Numbers(work.guesses, work.guesses >= 0)


def _words(texts: dict[int, str], n: int) -> RowTexts:
    """The texts of some of ``n`` rows."""
    if not texts:
        return RowTexts([""], FIRST)
    of = np.zeros(n, np.int64)
    of[list(texts)] = np.arange(1, len(texts) + 1)
    return RowTexts(["", *texts.values()], of)


_COLUMNS: dict[str, Callable[[BlockFacts], Column]] = {
    "source": _sources,
    "line": _lines,
    "puzzle": _puzzles,
    "status": _statuses,
    "clues": _clues,
    "count": _counts,
    "solution": _solutions,
    "given_solution_ok": _answers,
    "reason": _reasons,
    "minimal": _minimal,
    "canonical": _forms,
    "guesses": _guesses,
}
