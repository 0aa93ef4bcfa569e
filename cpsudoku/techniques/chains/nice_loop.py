"""Nice loops and AICs: chains of all digits, with groups and almost locked sets as nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.almost_locked.als import als_role, als_table
from cpsudoku.techniques.base import General, Link, Role, Step
from cpsudoku.techniques.chains.als_links import AlsLinks
from cpsudoku.techniques.chains.alternating import (
    chain_roles,
    chain_text,
    either_text,
    preferred,
    proved_text,
    the_chain,
)
from cpsudoku.techniques.chains.loops import Loop, LoopKind, Loops
from cpsudoku.techniques.links import Links, links_of
from cpsudoku.techniques.step_words import remove_text, sentences


@dataclass(frozen=True)
class NiceLoop(General):
    """Loops and AICs of single candidates; with ``grouped`` those with a node of several cells.

    With ``als``, nodes of grouped ones can be almost locked sets.
    """

    name: str
    title: str
    definition: str
    grouped: bool
    als: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Most eliminations first; one for each kind and set of eliminations.

        Rings come last: AICs remove one by one what they remove together, as in HoDoKu.
        """
        links = self._links(candidates)
        loops = Loops(links)
        for found in (loops.find, loops.rings):
            wanted = (loop for loop in found() if not self.grouped or _has_group(links, loop))
            yield from preferred(self._step(links, loop) for loop in wanted)

    def _links(self, candidates: Candidates) -> Links:
        if self.als:
            return AlsLinks(candidates.board, candidates.marks, als_table(candidates).sets)
        return links_of(candidates, self.grouped)

    def _step(self, links: Links, loop: Loop) -> Step:
        chain = chain_links(links, loop.path)
        return Step(
            self.name,
            eliminations=loop.gone,
            digits=tuple(sorted({digit for _, digit in loop.gone})),
            roles=chain_roles(chain) + _set_roles(links, loop.path),
            links=chain,
            detail=loop.kind,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The chain, and what follows."""
        board = candidates.board
        if step.detail == LoopKind.AIC:
            return either_text(step, candidates)
        said = _return_text(step.links, board)
        if step.detail in (LoopKind.CONTINUOUS, LoopKind.RING):
            said = translated(
                "The chain {chain} closes into a loop. Either every second candidate is true, or "
                "all the others are. So each weak link (-) has a true end, and what both ends rule "
                "out is false.",
                chain=chain_text(step.links, board),
            )
        return sentences(said, remove_text(step.eliminations, board))


def _has_group(links: Links, loop: Loop) -> bool:
    return any(not links.is_candidate(state >> 1) for state in loop.path)


def _return_text(links: Sequence[Link], board: Board) -> str:
    """Why a chain that returns to its cell is a contradiction, or proves its start."""
    ((cell, first),), ((_, last),) = links[0].first, links[-1].second
    name, chain = board.cell_name(cell), the_chain(links, board)
    digit, other = board.symbols[first], board.symbols[last]
    if links[0].strong and first == last:
        return proved_text(name, digit, chain)
    if links[0].strong:
        text = marked(
            "If {cell} is not {digit}, {chain} shows that it is not {other}. If it is {digit}, it "
            "is not {other} either."
        )
    elif first == last:
        text = marked(
            "Suppose that {cell} is {digit}. Then {chain} shows that {cell} is not {digit}. This "
            "is a contradiction, so {cell} is not {digit}."
        )
    else:
        text = marked(
            "Suppose that {cell} is {digit}. Then {chain} shows that {cell} is {other}, too. A "
            "cell holds only one digit, so {cell} is not {digit}."
        )
    return translated(text, cell=name, digit=digit, chain=chain, other=other)


def chain_links(links: Links, path: Sequence[int]) -> tuple[Link, ...]:
    """The links of a chain of states; it leaves an almost locked set by places of another digit."""
    found, here = [], links.candidates(path[0] >> 1)
    for before, after in pairwise(path):
        node = after >> 1
        if not after & 1:
            out = links.way_out(before >> 1, links.digit(node))
            if out:
                found.append(Link(here, out, True))
                here = out
        there = links.candidates(node)
        found.append(Link(here, there, bool(after & 1)))
        here = there
    return tuple(found)


def _set_roles(links: Links, path: Sequence[int]) -> tuple[Role, ...]:
    if not isinstance(links, AlsLinks):
        return ()
    entries = (links.entry(state >> 1) for state in path)
    return tuple(als_role(entry.als, turn) for turn, entry in enumerate(filter(None, entries)))


NICE_LOOP = NiceLoop(
    "nice-loop",
    "Nice Loop",
    "A chain of strong and weak links returns to its first cell, or shows that one of its ends is "
    "true: what contradicts that is false. In a continuous loop, so is whatever sees both ends of "
    "a weak link.",
    grouped=False,
)
GROUPED_NICE_LOOP = NiceLoop(
    "grouped-nice-loop",
    "Grouped Nice Loop",
    "A nice loop in which some nodes are groups: cells of both a box and a line, one of which "
    "holds the digit, or none.",
    grouped=True,
)
