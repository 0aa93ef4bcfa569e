"""What a technique is: it finds steps, and says why each is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from cpsudoku.core.candidates import Candidate, Candidates


@dataclass(frozen=True)
class Role:
    """Candidates that play the same part in a pattern, drawn in one colour.

    ``name`` is one of ROLES. ``label`` tells parts of the same role apart where there are several
    (``A``, ``B``, ``C`` of almost locked sets), else it is empty.
    """

    name: str
    candidates: tuple[Candidate, ...]
    label: str = ""


# The parts that candidates play, in the order of a legend.
ROLES = {
    "pattern": "the candidates that make the pattern",
    "pivot": "the cell that the wings hang on",
    "fin": "fins, or what a pattern has too many",
    "first": "the first of two colours or sets",
    "second": "the second of two colours or sets",
    "third": "the third set",
    "on": "true along the chain",
    "off": "false along the chain",
}


@dataclass(frozen=True)
class Link:
    """A link of a chain, from candidates to candidates; several are a group.

    A strong link: if the first is false the second is true. A weak one: if the first is true
    the second is false.
    """

    first: tuple[Candidate, ...]
    second: tuple[Candidate, ...]
    strong: bool


@dataclass(frozen=True)
class Step:
    """What one use of a technique shows: its pattern, and what follows.

    ``technique`` is a name of TECHNIQUES. ``digits`` are those that the pattern speaks of,
    ascending; ``houses`` numbers of Board.houses, base houses before cover houses. ``rating`` is
    on the classic Sudoku Explainer 1.2.1 scale in tenths, 0 where that scale does not have the
    technique. ``detail`` is what the technique needs to find its words again, such as the name
    of a sub-type.
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    digits: tuple[int, ...] = ()
    roles: tuple[Role, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    rating: int = 0
    detail: str = ""

    def apply(self, candidates: Candidates) -> Candidates:
        """The candidates after this step."""
        return candidates.without(self.eliminations).placed(self.placements)


def rating_text(tenths: int) -> str:
    """``3.2``; empty where the scale does not have the technique."""
    return f"{tenths / 10:.1f}" if tenths else ""


class Technique(Protocol):
    """One way a person finds the next step.

    ``assumes_unique``: right only for puzzles known to have one solution. ``any_houses``: speaks
    only of houses, so that it works for every size and variant; else it needs plain rows, columns
    and rectangular boxes.
    """

    @property
    def name(self) -> str:
        """The name in TECHNIQUES."""

    @property
    def title(self) -> str:
        """The name in sentences, such as ``X-Wing``."""

    @property
    def definition(self) -> str:
        """One line: what to look for and what follows."""

    @property
    def assumes_unique(self) -> bool:
        """Whether it uses that there is one solution."""

    @property
    def any_houses(self) -> bool:
        """Whether it works for any houses."""

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Every step of this technique, each changing something, in a fixed order."""

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The step in one to three sentences, naming cells, houses and digits."""
