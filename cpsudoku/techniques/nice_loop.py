"""Nice loops and AICs: chains of all digits, with groups and almost locked sets as nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.candidates import Candidates
from cpsudoku.techniques.als import als_role, als_table
from cpsudoku.techniques.als_links import AlsLinks
from cpsudoku.techniques.base import Link, Role, Step
from cpsudoku.techniques.chains import chain_roles, chain_text, preferred, removal_text
from cpsudoku.techniques.links import Links, links_of
from cpsudoku.techniques.loops import Loop, Loops


@dataclass(frozen=True)
class NiceLoop:
    """Loops and AICs. ``grouped``: those with a group; ``with_als``: or a set, among the nodes."""

    name: str
    title: str
    definition: str
    grouped: bool
    with_als: bool = False
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Those with most eliminations first; one for each kind and set of eliminations."""
        links = self._links(candidates)
        loops = Loops(links).find()
        wanted = (loop for loop in loops if not self.grouped or _has_group(links, loop))
        yield from preferred(self._step(links, loop) for loop in wanted)

    def _links(self, candidates: Candidates) -> Links:
        if self.with_als:
            return AlsLinks(candidates.board, candidates.marks, als_table(candidates).sets)
        return links_of(candidates, self.grouped)

    def _step(self, links: Links, loop: Loop) -> Step:
        chain = _chain_links(links, loop.path)
        entries = (
            [links.entry(state >> 1) for state in loop.path] if isinstance(links, AlsLinks) else []
        )
        sets = [entry.als for entry in entries if entry]
        roles: tuple[Role, ...] = chain_roles(chain)
        return Step(
            self.name,
            eliminations=loop.gone,
            digits=tuple(sorted({links.digit(state >> 1) for state in loop.path})),
            roles=roles + tuple(als_role(als, turn) for turn, als in enumerate(sets)),
            links=chain,
            detail=loop.kind,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The chain, and what follows."""
        geometry = candidates.puzzle.geometry
        chain, gone = chain_text(step.links, geometry), removal_text(step, geometry)
        return f"{chain}: {gone}."


def _has_group(links: Links, loop: Loop) -> bool:
    return any(not links.is_candidate(state >> 1) for state in loop.path)


def _chain_links(links: Links, path: tuple[int, ...]) -> tuple[Link, ...]:
    return tuple(
        Link(links.candidates(a >> 1), links.candidates(b >> 1), bool(b & 1))
        for a, b in zip(path, path[1:])
    )


NICE_LOOP = NiceLoop(
    "nice-loop",
    "Nice Loop",
    "a chain of strong and weak links that comes back to its first cell, or one of whose ends is "
    "true: it removes what contradicts it; a continuous loop removes along every weak link",
    grouped=False,
)
GROUPED_NICE_LOOP = NiceLoop(
    "grouped-nice-loop",
    "Grouped Nice Loop",
    "a nice loop with groups: two or three cells of a box and a line that hold a digit together",
    grouped=True,
)
# HoDoKu's option: almost locked sets as nodes too. Not in the table.
GROUPED_NICE_LOOP_WITH_ALS = NiceLoop(
    GROUPED_NICE_LOOP.name,
    GROUPED_NICE_LOOP.title,
    GROUPED_NICE_LOOP.definition,
    grouped=True,
    with_als=True,
)
