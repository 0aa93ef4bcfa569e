"""XY-Chain: a chain through cells with two candidates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.chains.alternating import (
    chain_roles,
    either_text,
    path_links,
    preferred,
    simple_chains,
)
from cpsudoku.techniques.links import closure


class _CellNet:
    """The links of the cells with two candidates; nodes are ``(digit - 1) * area + cell``."""

    def __init__(self, candidates: Candidates) -> None:
        self.board, self.places = candidates.board, candidates.places
        self.area = len(self.board)
        self.other: dict[int, int] = {}
        for cell in bits(candidates.bivalue):
            one, two = (
                (digit - 1) * self.area + cell for digit in digits_of(candidates.marks[cell])
            )
            self.other[one], self.other[two] = two, one
        self.pairs = [candidates.bivalue & places for places in self.places]
        direct = {node: sum(1 << on for _, on in self.hops(node)) for node in self.other}
        self.implied = closure(direct)

    def hops(self, node: int) -> Iterator[tuple[int, int]]:
        digit, cell = divmod(node, self.area)
        base = node - cell
        for at in bits(self.board.peer_cells[cell] & self.pairs[digit]):
            yield base + at, self.other[base + at]

    def gone(self, start: int, end: int) -> int:
        """The cells that lose the digit of both ends; none if the ends are the same."""
        digit, cell = divmod(start, self.area)
        return (
            self.board.peer_cells[cell]
            & self.board.peer_cells[end % self.area]
            & self.places[digit]
        )

    def chains(self, start: int) -> Iterator[tuple[int, ...]]:
        """A chain from a candidate to each end that removes something together with it."""
        digit = start // self.area
        same = (self.pairs[digit] & ~(1 << start % self.area)) << digit * self.area
        first = self.other[start]
        ends = sum(1 << end for end in bits(same & self.implied[first]) if self.gone(start, end))
        if ends:
            yield from simple_chains(start, (first,), ends, self.hops, self.area)


@dataclass(frozen=True)
class XYChain(General):
    """Chains of cells with two candidates."""

    name: str = "xy-chain"
    title: str = "XY-Chain"
    definition: str = (
        "A chain of cells with two candidates, each sharing a digit with the next: one end holds "
        "the digit that is left over at both ends, so no cell that sees both ends can hold it."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Most eliminations first; one chain for each set of eliminations."""
        net = _CellNet(candidates)
        order = sorted(net.other, key=lambda node: (node % net.area, node))
        steps = [self._step(chain, net) for start in order for chain in net.chains(start)]
        yield from preferred(steps)

    def _step(self, chain: tuple[int, ...], net: _CellNet) -> Step:
        links = path_links(chain, net.area)
        digit = chain[0] // net.area + 1
        return Step(
            self.name,
            eliminations=tuple((cell, digit) for cell in bits(net.gone(chain[0], chain[-1]))),
            digits=(digit,),
            roles=chain_roles(links),
            links=links,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The chain, and what follows from its ends."""
        return either_text(step, candidates, bivalue=True)


XY_CHAIN = XYChain()
