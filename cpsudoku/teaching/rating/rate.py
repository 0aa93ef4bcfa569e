"""One puzzle, rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import Unsupported
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Verdict
from cpsudoku.solving import Solvable, as_puzzle, settle
from cpsudoku.teaching.rating.explainer import Explained, explained
from cpsudoku.teaching.rating.hodoku import scored
from cpsudoku.techniques import SCALE

SCALES = ("se121", "hodoku")
SIZE = 9  # both scales are defined for 9x9 alone


@dataclass(frozen=True)
class Rating:
    """What a puzzle rates; only a proper puzzle, solved to the end, has numbers.

    ``status``: the word of its verdict, or ``beyond`` where the techniques ran out. ``er``,
    ``ep`` and ``ed`` are the highest rating of all steps, that up to the first placement and that
    of the first step, in tenths on the scale SCALE. ``level`` and ``score`` are HoDoKu's, summed
    over our steps. ``hardest`` is the technique of the highest rating; ``counts`` how often each
    technique was used, on the first scale that was asked for.
    """

    puzzle: Puzzle | None
    status: str
    er: int | None = None
    ep: int | None = None
    ed: int | None = None
    level: str | None = None
    score: int | None = None
    hardest: str | None = None
    counts: tuple[tuple[str, int], ...] = ()
    seconds: float = 0.0
    problem: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """``ER 7.2/1.2/1.2``: highest, to the first placement, first; empty without."""
        if self.er is None or self.ep is None or self.ed is None:
            return ""
        return f"{self.er / 10:.1f}/{self.ep / 10:.1f}/{self.ed / 10:.1f}"

    def to_data(self) -> dict[str, Any]:
        """The rating as JSON has it."""
        tenths = {"ER": self.er, "EP": self.ep, "ED": self.ed}
        ratings = {name: None if value is None else value / 10 for name, value in tenths.items()}
        return {
            "puzzle": self.puzzle.givens.line if self.puzzle is not None else None,
            "source": str(self.puzzle.source) if self.puzzle is not None else None,
            "status": self.status,
            "scale": SCALE,
            **ratings,
            "hodoku_level": self.level,
            "hodoku_score": self.score,
            "hardest": self.hardest,
            "techniques": dict(self.counts),
            "seconds": round(self.seconds, 6),
            **({"problem": self.problem} if self.problem else {}),
        }


def rate(thing: Solvable | Verdict, scales: Sequence[str] = SCALES) -> Rating:
    """The rating of a puzzle, or of one whose verdict is known; no numbers unless it is proper.

    Every step is checked against the solution. Raises Unsupported for other sizes than 9x9 and
    for variants, for which the scales are not defined.
    """
    puzzle = thing.puzzle if isinstance(thing, Verdict) else as_puzzle(thing)
    refuse_unratable(puzzle)
    verdict = thing if isinstance(thing, Verdict) else settle(puzzle)
    start = perf_counter()
    solution = verdict.solution
    if not verdict.is_unique or solution is None:
        return Rating(puzzle, verdict.word)
    first = explained(Candidates.of(puzzle), solution) if "se121" in scales else None
    level, score, counts = None, None, Counter[str]()
    if "hodoku" in scales:
        level, score, counts = scored(Candidates.of(puzzle), solution)
    return _rating(puzzle, first, level, score, counts, perf_counter() - start)


def refuse_unratable(puzzle: Puzzle) -> None:
    """Raise Unsupported for a puzzle that the scales are not defined for."""
    geometry = puzzle.geometry
    if geometry.size != SIZE or geometry.box_shape is None:
        size = geometry.size
        raise Unsupported(f"{puzzle.source}: ratings are for 9x9, this is {size}x{size}")
    if puzzle.variants:
        rules = ", ".join(variant.name for variant in puzzle.variants)
        raise Unsupported(f"{puzzle.source}: ratings are for classic rules, this has {rules}")


def _rating(
    puzzle: Puzzle,
    first: Explained | None,
    level: str | None,
    score: int | None,
    counts: Counter[str],
    seconds: float,
) -> Rating:
    if first is None:
        return Rating(
            puzzle, "unique", level=level, score=score, counts=_sorted(counts), seconds=seconds
        )
    if not first.solved:
        return Rating(puzzle, "beyond", level=level, score=score, seconds=seconds)
    return Rating(
        puzzle,
        "unique",
        first.er,
        first.ep,
        first.ed,
        level,
        score,
        first.hardest,
        _sorted(first.counts),
        seconds,
    )


def _sorted(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
