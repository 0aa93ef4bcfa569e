"""2-String Kite: a row and a column with two places each, one end of both in one box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step, TwoPatterns
from cpsudoku.techniques.single_digit.skyscraper import two_links, two_links_text
from cpsudoku.techniques.step_words import cells_text, removal_text


@dataclass(frozen=True)
class TwoStringKite(General):
    """A row and a column with two places each, joined in a box.

    ``dual`` finds pairs of kites with the same two cells in the box, instead of single ones.
    """

    dual: bool = False
    name: str = "two-string-kite"
    title: str = "2-String Kite"
    definition: str = (
        "A digit has two places in a row and two in a column, and one place of each is in the same "
        "box: it can be removed from the cells that see both other places."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, row and column."""
        if not self.dual:
            yield from self._single(candidates)
            return
        for first, second in combinations(self._single(candidates), 2):
            # The two may be of different digits; the first gives its own to the step.
            same = _in_box(first) == _in_box(second)
            if same and first.eliminations != second.eliminations:
                gone = tuple(sorted({*first.eliminations, *second.eliminations}))
                ends = Role("on", (*first.roles[0].candidates, *second.roles[0].candidates))
                yield replace(
                    first,
                    eliminations=gone,
                    roles=(ends, first.roles[1]),
                    links=(*first.links, *second.links),
                    detail=TwoPatterns.DUAL,
                )

    def _single(self, candidates: Candidates) -> Iterator[Step]:
        board = candidates.board
        for index, pairs in enumerate(candidates.pairs):
            rows = [pair for pair in pairs if pair[0] in board.rows]
            columns = [pair for pair in pairs if pair[0] in board.columns]
            for row, column in product(rows, columns):
                if not row[1] & column[1]:
                    yield from self._joined(candidates, index + 1, row, column)

    def _joined(
        self,
        candidates: Candidates,
        digit: int,
        row: tuple[int, int],
        column: tuple[int, int],
    ) -> Iterator[Step]:
        board = candidates.board
        for in_row, in_column in product(bits(row[1]), bits(column[1])):
            shared = set(board.houses_of[in_row][2:]) & set(board.houses_of[in_column][2:])
            if not shared:  # a board may have no boxes
                continue
            box = min(shared)
            ends = (row[1] | column[1]) & ~(1 << in_row | 1 << in_column)
            gone = candidates.places[digit - 1] & board.seen_by_all(ends) & ~row[1] & ~column[1]
            if gone and not ends & board.house_cells[box]:
                cells = (ends & row[1], 1 << in_row, 1 << in_column, ends & column[1])
                yield two_links(self.name, digit, cells, gone, (row[0], column[0], box))

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The row, the column, the box that joins them, and the two ends, one of which is true."""
        if step.detail != TwoPatterns.DUAL:
            return two_links_text(step, candidates)
        board = candidates.board
        return translated(
            "Two 2-String Kites share the cells {cells}: remove {gone}.",
            cells=cells_text(_in_box(step), board),
            gone=removal_text(step.eliminations, board),
        )


def _in_box(step: Step) -> set[int]:
    return {cell for cell, _ in step.roles[1].candidates}


TWO_STRING_KITE = TwoStringKite()
