"""What a technique is: it finds steps, and explains why each is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.views import Shown


@dataclass(frozen=True)
class Role:
    """Candidates that play the same part in a pattern, drawn in one colour.

    ``name`` is one of ROLES. ``label`` distinguishes several parts with the same role (``A``,
    ``B``, ``C`` of almost locked sets); it is empty if there is only one.
    """

    name: str
    candidates: tuple[Candidate, ...]
    label: str = ""


BLOCKER = "blocker"  # digits on the board that are a reason for a step

# The parts that candidates play, in the order of a legend.
ROLES = {
    "pattern": "the candidates that make the pattern",
    "pivot": "the cell that connects the wings",
    "fin": "fins, or the extra candidates of a pattern",
    "first": "the first of two colours or sets",
    "second": "the second of two colours or sets",
    "third": "the third set",
    BLOCKER: "the digits that rule out other cells",
    "on": "true along the chain",
    "off": "false along the chain",
}


@dataclass(frozen=True)
class Link:
    """A link of a chain, from one candidate or group of candidates to another.

    A strong link: if the first is false the second is true. A weak one: if the first is true
    the second is false.
    """

    first: tuple[Candidate, ...]
    second: tuple[Candidate, ...]
    strong: bool


class Detail:
    """What a step of one family holds beyond its pattern; the family has its own subclass."""


class TwoPatterns(Detail, Enum):
    """Two patterns in one step, which share cells or houses."""

    DUAL = "dual"
    SIAMESE = "siamese"


@dataclass(frozen=True, repr=False)
class Step(Shown, view="bare step"):
    """One use of a technique: its pattern, and what follows from it.

    ``technique`` is a name of TECHNIQUES. ``digits`` are those of the pattern, ascending.
    ``houses`` are numbers of Board.houses, base houses before cover houses. ``rating`` is on the
    classic Sudoku Explainer 1.2.1 scale in tenths, 0 if that scale does not have the technique.
    ``detail`` is what its explanation needs besides, such as the type of a loop or a proof.
    ``before`` is the position of a step that was taken in one; its picture shows it.
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    digits: tuple[int, ...] = ()
    roles: tuple[Role, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    rating: int = 0
    detail: Detail | None = None
    before: Candidates | None = field(default=None, compare=False)

    @property
    def changes(self) -> tuple[Candidate, ...]:
        """The digits that it places, or else the candidates that it removes."""
        return self.placements or self.eliminations

    def apply(self, candidates: Candidates) -> Candidates:
        """The candidates after this step."""
        return candidates.without(self.eliminations).placed(self.placements)


def rating_text(tenths: int) -> str:
    """``3.2``; empty if the scale does not have the technique."""
    return f"{tenths / 10:.1f}" if tenths else ""


class Technique(Protocol):
    """One way in which a person finds the next step.

    ``assumes_unique``: it is right only for puzzles that have exactly one solution.
    ``any_houses``: it uses only what all houses have in common, so that it works for every size
    and constraint. If not, it needs plain rows, columns and rectangular boxes.
    """

    @property
    def name(self) -> str:
        """The name in TECHNIQUES."""

    @property
    def title(self) -> str:
        """The name in a sentence, such as ``X-Wing``."""

    @property
    def definition(self) -> str:
        """One line: what to look for and what follows."""

    @property
    def assumes_unique(self) -> bool:
        """Whether it relies on there being exactly one solution."""

    @property
    def any_houses(self) -> bool:
        """Whether it works for any houses."""

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Every step of this technique, each changing something, in a fixed order."""

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The step in one to six short sentences, naming cells, houses and digits."""


class General:
    """What most techniques have in common: they work for any houses and number of solutions."""

    assumes_unique = False
    any_houses = True
