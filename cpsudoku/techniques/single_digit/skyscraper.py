"""Skyscraper: two parallel lines with two places each, joined by a crossing line at one end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.candidates import Candidates, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Link, Role, Step
from cpsudoku.techniques.step_words import (
    digits_text,
    houses_text,
    listed,
    remove_seeing,
    sentences,
)
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class SkyscraperTechnique(General):
    """Two lines with two places each that share a crossing line at one end."""

    name: str = "skyscraper"
    title: str = "Skyscraper"
    definition: str = (
        "A digit has two places in each of two parallel lines, and one place of each is in the "
        "same crossing line: it can be removed from the cells that see both other places."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Rows before columns, then by digit and lines."""
        board = candidates.board
        for lines, across in ((board.rows, board.columns), (board.columns, board.rows)):
            for index, pairs in enumerate(candidates.pairs):
                here = [pair for pair in pairs if pair[0] in lines]
                for first, second in combinations(here, 2):
                    yield from self._steps(candidates, index + 1, across, first, second)

    def _steps(
        self,
        candidates: Candidates,
        digit: int,
        across: Sequence[int],
        first: tuple[int, int],
        second: tuple[int, int],
    ) -> Iterator[Step]:
        board, both = candidates.board, first[1] | second[1]
        shared = [house for house in across if (both & board.house_cells[house]).bit_count() == 2]
        if len(shared) != 1:
            return
        foot = both & board.house_cells[shared[0]]
        tops = both & ~foot
        gone = candidates.places[digit - 1] & board.seen_by_all(tops)
        if gone:
            top = [cells & tops for cells in (first[1], second[1])]
            feet = [cells & foot for cells in (first[1], second[1])]
            yield two_links(
                self.name,
                digit,
                (top[0], feet[0], feet[1], top[1]),
                gone,
                (first[0], second[0], shared[0]),
            )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two lines, the line that joins them, and the two ends, one of which is true."""
        return two_links_text(step, candidates)


def two_links(
    name: str,
    digit: int,
    cells: tuple[int, int, int, int],
    gone: int,
    houses: tuple[int, ...],
) -> Step:
    """The step of two strong links joined by a weak one; the outer two of the cells are the ends.

    Cells are sets of one cell each.
    """
    at = [each(cell, digit) for cell in cells]
    links = (
        Link(at[0], at[1], strong=True),
        Link(at[1], at[2], strong=False),
        Link(at[2], at[3], strong=True),
    )
    roles = (Role("on", (*at[0], *at[3])), Role("off", (*at[1], *at[2])))
    return Step(name, (), each(gone, digit), (digit,), roles, houses, links, TABLE[name].rating)


def two_links_text(step: Step, candidates: Candidates) -> str:
    """The houses of two strong links, the house that joins them, and what follows."""
    board = candidates.board
    first, second, shared = (houses_text([house], board) for house in step.houses)
    said = translated(
        "{digit} has two places in {first} and two in {second}, and one of each is in {shared}. "
        "These two can't both be {digit}, so {digit} is in {ends}.",
        digit=digits_text(step.digits, board),
        first=first,
        second=second,
        shared=shared,
        ends=ends_text(step, candidates),
    )
    return sentences(said, remove_seeing(step.eliminations, board, translated("both")))


def ends_text(step: Step, candidates: Candidates) -> str:
    """The two ends, one of which holds the digit."""
    name = candidates.board.cell_name
    return listed((name(cell) for cell, _ in step.roles[0].candidates), "or")


SKYSCRAPER = SkyscraperTechnique()
