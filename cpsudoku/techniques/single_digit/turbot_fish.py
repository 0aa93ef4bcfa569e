"""Turbot Fish: two houses with two places of a digit each, joined by cells that see each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.single_digit.skyscraper import ends_text, two_links
from cpsudoku.techniques.step_words import digits_text, houses_text, remove_seeing, sentences


@dataclass(frozen=True)
class TurbotFish(General):
    """Two houses with two places each, where one place of the first sees one of the second."""

    name: str = "turbot-fish"
    title: str = "Turbot Fish"
    definition: str = (
        "A digit has two places in each of two houses, and one place of the first sees one of the "
        "second: it can be removed from the cells that see both other places."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Most eliminations first, then by the eliminations, then by cells."""
        found = [
            found
            for index, pairs in enumerate(candidates.pairs)
            if len(pairs) > 1
            for found in self._chains(candidates, index + 1, _links(pairs))
        ]
        found.sort(key=lambda each: each[0])
        for _, digit, chain, gone, houses in found:
            cells = tuple(1 << cell for cell in chain)
            yield two_links(self.name, digit, cells, gone, houses)  # type: ignore[arg-type]

    def _chains(
        self, candidates: Candidates, digit: int, links: list[tuple[int, int, int]]
    ) -> Iterator[tuple[tuple[int, ...], int, tuple[int, int, int, int], int, tuple[int, int]]]:
        """Each chain start < end: sort key, digit, cells, where it is removed, houses."""
        peers, places = candidates.board.peer_cells, candidates.places[digit - 1]
        for a, b, house in links:
            near = peers[b]
            for c, d, other in links:
                if a >= d or not near >> c & 1 or d == b or c == a:
                    continue
                gone = places & peers[a] & peers[d]
                if gone:
                    yield _order(gone, digit, a), digit, (a, b, c, d), gone, (house, other)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two houses, the cells that see each other, and the two ends, one of which is true."""
        first, second = (houses_text([house], candidates.board) for house in step.houses)
        board = candidates.puzzle.board
        near, far = (board.cell_name(cell) for cell, _ in step.roles[1].candidates)
        said = translated(
            "{digit} has two places in {first} and two in {second}, and {near} sees {far}. They "
            "cannot both be {digit}, so {digit} is in {ends}.",
            digit=digits_text(step.digits, board),
            first=first,
            second=second,
            near=near,
            far=far,
            ends=ends_text(step, candidates),
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("both")))


def _links(pairs: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
    """Each pair both ways: from, to, house; a pair of two houses once; by cell."""
    houses: dict[int, int] = {}
    for house, cells in pairs:
        houses.setdefault(cells, house)
    ways = []
    for cells, house in houses.items():
        a, b = bits(cells)
        ways += [(a, b, house), (b, a, house)]
    return sorted(ways)


def _order(gone: int, digit: int, start: int) -> tuple[int, ...]:
    """More eliminations first, then the sum that HoDoKu orders them by, then by first cell."""
    total = sum(cell * (80 * index + 1) + digit for index, cell in enumerate(bits(gone)))
    return (-gone.bit_count(), total, start)


TURBOT_FISH = TurbotFish()
