"""The value of a rating. This module does not rate, so it is imported fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import UnknownName, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.plural import plural
from cpsudoku.techniques import SCALE

SCALES = ("se121", "hodoku")
BOTH = "both"
EFFORT = "effort"  # our own scale
GUESSES = "guesses"  # not a scale for people
NAMES = (*SCALES, BOTH, EFFORT, GUESSES)
SCALE_WITH_RULES = "Sukaku Explainer 1.18.1"
BEYOND, UNSUPPORTED = "beyond", "unsupported"  # statuses that no verdict has


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is for a person. Only a proper puzzle that can be solved has numbers.

    ``status`` is the word of its verdict, or ``beyond`` if the techniques do not solve it, or
    ``malformed`` or ``unsupported``, with the reason in ``problem``. ``er``, ``ep`` and ``ed`` are
    ratings of Sudoku Explainer: of the hardest step, of the hardest step up to the first placement,
    and of the first step. ``level`` and ``score`` are those of HoDoKu for our steps. ``hardest`` is
    the technique with the highest rating. ``counts`` has the number of uses of each technique on
    the first scale. ``guesses`` are those of the bulk kernel until the solution is proved to be the
    only one. A field is None if it was not rated.

    A puzzle with rules or on another board than 9x9 has no score. Its level is that of its hardest
    technique in the order ``human``. If its rules are houses, offsets or non-consecutive cells, it
    has ``er``, ``ep`` and ``ed`` as Sukaku Explainer rates it; ``scale`` names the scale. For all
    other rules and boards, ``effort`` is the number of a scale of our own.
    """

    puzzle: Puzzle | None
    status: str
    er: float | None = None
    ep: float | None = None
    ed: float | None = None
    level: str | None = None
    score: int | None = None
    hardest: str | None = None
    counts: tuple[tuple[str, int], ...] = ()
    seconds: float = field(default=0.0, compare=False)
    problem: str = field(default="", compare=False)
    guesses: int | None = None
    scale: str = SCALE
    effort: float | None = None

    @property
    def text(self) -> str:
        """ER, EP and ED, such as ``7.2/1.2/1.2``; empty if they are not known."""
        if self.er is None or self.ep is None or self.ed is None:
            return ""
        return f"{self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}"

    def __str__(self) -> str:
        """``hard, score 1234, ER 7.2`` or the part of it that is known, or else the status."""
        parts = [self.level] if self.level else []
        parts += [f"score {self.score}"] if self.score is not None else []
        parts += [f"ER {self.er:.1f}"] if self.er is not None else []
        parts += [f"effort {self.effort:.2f}"] if self.effort is not None else []
        parts += [plural(self.guesses, "guess", "guesses")] if self.guesses is not None else []
        return ", ".join(parts) or self.status

    @property
    def words(self) -> str:
        """The same in the present language."""
        parts = [translated(self.level)] if self.level else []
        if self.score is not None:
            parts.append(translated("score {score}", score=self.score))
        if self.er is not None:
            parts.append(f"ER {self.er:.1f}")
        if self.effort is not None:
            parts.append(translated("effort {number}", number=f"{self.effort:.2f}"))
        return ", ".join(parts) or translated(str(self))

    def to_data(self) -> JsonObject:
        """The rating as JSON values."""
        return {
            "puzzle": self.puzzle.givens.line if self.puzzle is not None else None,
            "source": str(self.puzzle.source) if self.puzzle is not None else None,
            "status": self.status,
            "scale": self.scale,
            "ER": self.er,
            "EP": self.ep,
            "ED": self.ed,
            "hodoku_level": self.level if self.score is not None else None,
            "hodoku_score": self.score,
            "level": self.level,
            "effort": self.effort,
            "guesses": self.guesses,
            "hardest": self.hardest,
            "techniques": dict(self.counts),
            **({"problem": self.problem} if self.problem else {}),
        }


Rater = Callable[[Puzzle], Rating | None]
"""Rates a proper puzzle; returns None if it does not have the difficulty that is wanted."""


def programs_of(scales: Sequence[str]) -> tuple[str, ...]:
    """The compiled programs that rate many puzzles on these scales."""
    return ("kernel", "steps", "chains") if "se121" in scales else ("kernel",)


def scales_of(name: str) -> tuple[str, ...]:
    """The scales of a name; ``both`` are those for people. Raises UnknownName for other names."""
    if name == BOTH:
        return SCALES
    if name not in NAMES:
        raise UnknownName(
            "unknown scale {name}; choose one of {names}", name=quoted(name), names=", ".join(NAMES)
        )
    return (name,)
