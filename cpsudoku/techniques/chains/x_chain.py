"""X-Chain: a chain of one digit that starts and ends with a strong link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.chains.alternating import (
    chain_roles,
    either_text,
    path_links,
    preferred,
    simple_chains,
)
from cpsudoku.techniques.links import closure


class _DigitNet:
    """The links of one digit; nodes are cells."""

    def __init__(self, board: Board, places: int) -> None:
        self.board, self.places = board, places
        self.strong: dict[int, int] = {}
        for house in board.house_cells:
            both = places & house
            if both.bit_count() == 2:
                for cell in bits(both):
                    self.strong[cell] = self.strong.get(cell, 0) | both & ~(1 << cell)
        self.joined = sum(1 << cell for cell in self.strong)
        direct = {}
        for cell in bits(places):
            direct[cell] = 0
            for other in bits(board.peer_cells[cell] & self.joined):
                direct[cell] |= self.strong[other]
        self.implied = closure(direct)

    def is_fruitful(self) -> bool:
        """Whether any chain shows that a place is false."""
        return any(self.implied[cell] & self.board.peer_cells[cell] for cell in bits(self.places))

    def hops(self, cell: int) -> Iterator[tuple[int, int]]:
        for off in bits(self.board.peer_cells[cell] & self.joined):
            for on in bits(self.strong[off] & ~(1 << cell)):
                yield off, on

    def gone(self, start: int, end: int) -> int:
        """The places that see both ends."""
        return self.board.peer_cells[start] & self.board.peer_cells[end] & self.places

    def chains(self, start: int) -> Iterator[tuple[int, ...]]:
        """A chain from a place to each end that removes something together with it."""
        reach = 0
        for first in bits(self.strong[start]):
            reach |= self.implied[first]
        ends = sum(1 << end for end in bits(reach) if self.gone(start, end))
        if ends:
            firsts = tuple(bits(self.strong[start]))
            yield from simple_chains(start, firsts, ends, self.hops, len(self.board))


@dataclass(frozen=True)
class XChain(General):
    """Chains of one digit."""

    name: str = "x-chain"
    title: str = "X-Chain"
    definition: str = (
        "A chain of one digit whose first and last links are strong: one end is true, so the digit "
        "can be removed from the cells that see both ends."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Most eliminations first; one chain for each set of eliminations."""
        nets = {
            digit: _DigitNet(candidates.board, places)
            for digit, places in enumerate(candidates.places, 1)
        }
        starts = sorted(
            (start, digit)
            for digit, net in nets.items()
            if len(net.strong) > 2 and net.is_fruitful()
            for start in net.strong
        )
        steps = [
            self._step(digit, chain, nets[digit])
            for start, digit in starts
            for chain in nets[digit].chains(start)
        ]
        yield from preferred(steps)

    def _step(self, digit: int, chain: tuple[int, ...], net: _DigitNet) -> Step:
        area = len(net.board)
        links = path_links([(digit - 1) * area + cell for cell in chain], area)
        gone = net.gone(chain[0], chain[-1])
        return Step(
            self.name,
            eliminations=tuple((cell, digit) for cell in bits(gone)),
            digits=(digit,),
            roles=chain_roles(links),
            links=links,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The chain, and what follows from its ends."""
        return either_text(step, candidates)


X_CHAIN = XChain()
