"""W-Wing: two cells with the same two candidates, joined by two places of one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from cpsudoku.core.candidates import Candidates, bits, digits_of, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Link, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    digits_text,
    houses_text,
    remove_seeing,
    sentences,
)


@dataclass(frozen=True)
class WWing(General):
    """Two cells with x and y; each sees one of two places of y in a house, so one cell is x."""

    name: str = "w-wing"
    title: str = "W-Wing"
    definition: str = (
        "Two cells have the same candidates x and y, and a house has two places for y, each seen "
        "by one of the cells: one cell is x, which can be removed from the cells that see both."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the two cells, then by digit and house."""
        marks, peers = candidates.marks, candidates.board.peer_cells
        holders: dict[int, list[int]] = {}
        for cell in bits(candidates.bivalue):
            holders.setdefault(marks[cell], []).append(cell)
        twins = [pair for cells in holders.values() for pair in combinations(cells, 2)]
        for first, second in sorted(twins):
            if peers[first] >> second & 1:
                continue
            both = peers[first] & peers[second]
            low, high = digits_of(marks[first])
            for x, y in ((low, high), (high, low)):
                gone = both & candidates.places[x - 1]
                if gone:
                    yield from self._joined(candidates, (first, second), (x, y), gone)

    def _joined(
        self, candidates: Candidates, twins: tuple[int, int], digits: tuple[int, int], gone: int
    ) -> Iterator[Step]:
        near, far = (candidates.board.peer_cells[cell] for cell in twins)
        for house, cells in candidates.pairs[digits[1] - 1]:
            for a, b in (tuple(bits(cells)), tuple(bits(cells))[::-1]):
                if near >> a & 1 and far >> b & 1:
                    yield self._step(candidates, twins, digits, (a, b), gone, house)
                    break

    def _step(
        self,
        candidates: Candidates,
        twins: tuple[int, int],
        digits: tuple[int, int],
        bridge: tuple[int, int],
        gone: int,
        house: int,
    ) -> Step:
        x, y = digits
        first, second = twins
        a, b = bridge
        steps = [(first, x), (first, y), (a, y), (b, y), (second, y), (second, x)]
        links = tuple(
            Link((here,), (there,), strong=index % 2 == 0)
            for index, (here, there) in enumerate(pairwise(steps))
        )
        roles = (
            Role("on", (steps[0], steps[5])),
            Role("off", tuple(steps[1:5])),
        )
        return Step(self.name, (), each(gone, x), tuple(sorted(digits)), roles, (house,), links)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two cells, the house that joins them, and the digit that one of them is."""
        board = candidates.puzzle.board
        (first, on), (second, _) = step.roles[0].candidates
        (_, off), (a, _), (b, _), _ = step.roles[1].candidates
        x, y = digits_text([on], board), digits_text([off], board)
        one, two, near, far = (board.cell_name(cell) for cell in (first, second, a, b))
        house = houses_text(step.houses, candidates.board)
        said = translated(
            "{one} and {two} are each {digits}. In {house}, {y} is in {near} or {far}. If it is in "
            "{near}, {one} is {x}. If it is in {far}, {two} is {x}. So at least one of {one} and "
            "{two} is {x}.",
            one=one,
            two=two,
            near=near,
            far=far,
            digits=any_digit_text(step.digits, board),
            house=house,
            x=x,
            y=y,
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("both")))


W_WING = WWing()
