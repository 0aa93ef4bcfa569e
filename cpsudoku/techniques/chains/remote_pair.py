"""Remote Pair: a chain of cells with the same two candidates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Link, Role, Step
from cpsudoku.techniques.step_words import cells_text, digits_text, listed, remove_text, sentences

LONGEST = 10  # cells of a chain, as in HoDoKu


@dataclass(frozen=True)
class RemotePair(General):
    """An even number of cells, at least four, each seeing the next, with the same candidates."""

    name: str = "remote-pair"
    title: str = "Remote Pair"
    definition: str = (
        "The digits alternate along a chain of four or more cells with the same two candidates: "
        "both can be removed from a cell that sees two cells of the chain with different digits."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The shortest of the chains that remove the same; those that remove most first."""
        holders: dict[int, int] = {}
        for cell in bits(candidates.bivalue):
            marks = candidates.marks[cell]
            holders[marks] = holders.get(marks, 0) | 1 << cell
        found: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        for marks, cells in holders.items():
            if cells.bit_count() >= 4:
                for chain in _chains(candidates, cells):
                    gone = _removed(candidates, chain, marks)
                    if gone and (gone not in found or len(found[gone]) > len(chain)):
                        found[gone] = chain
        for gone, chain in sorted(found.items(), key=lambda each: (-len(each[0]), each)):
            yield self._step(candidates, chain, gone)

    def _step(
        self, candidates: Candidates, chain: tuple[int, ...], gone: tuple[tuple[int, int], ...]
    ) -> Step:
        low, high = digits_of(candidates.marks[chain[0]])
        every = [candidates.among(1 << cell, -1) for cell in chain]
        links = tuple(Link(here, there, strong=True) for here, there in pairwise(every))
        first, second = (sum(every[start::2], ()) for start in (0, 1))
        roles = (Role("first", first), Role("second", second))
        return Step(self.name, (), gone, (low, high), roles, (), links)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells in order, their digits, and the cells that see one of each kind."""
        board = candidates.puzzle.board
        chain = [step.links[0].first[0][0], *(link.second[0][0] for link in step.links)]
        names = listed(board.cell_name(cell) for cell in chain)
        low, high = (digits_text([digit], board) for digit in step.digits)
        kinds = [cells_text(chain[start::2], board) for start in (0, 1)]
        said = translated(
            "{cells} all have the candidates {digits}, and each sees the next. So {first} hold one "
            "of the digits, and {second} hold the other. A cell that sees one of each can be "
            "neither {low} nor {high}.",
            cells=names,
            digits=digits_text(step.digits, board),
            first=kinds[0],
            second=kinds[1],
            low=low,
            high=high,
        )
        return sentences(said, remove_text(step.eliminations, board))


def _chains(candidates: Candidates, cells: int) -> Iterator[tuple[int, ...]]:
    """Every chain of these cells, once, with an even length of four or more."""
    peers = candidates.board.peer_cells
    for start in bits(cells):
        first: tuple[int, ...] = (start,)
        stack = [first]
        while stack:
            path = stack.pop()
            if len(path) >= 4 and len(path) % 2 == 0 and path[-1] > start:
                yield path
            if len(path) < LONGEST:
                near = peers[path[-1]] & cells
                stack += [(*path, cell) for cell in bits(near) if cell not in path]


def _removed(
    candidates: Candidates, chain: tuple[int, ...], marks: int
) -> tuple[tuple[int, int], ...]:
    peers, gone = candidates.board.peer_cells, 0
    for first, cell in enumerate(chain):
        for other in chain[first + 3 :: 2]:
            gone |= peers[cell] & peers[other]
    return candidates.among(gone & ~sum(1 << cell for cell in chain), marks)


REMOTE_PAIR = RemotePair()
