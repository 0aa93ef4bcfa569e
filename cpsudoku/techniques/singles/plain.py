"""Full house, naked single and hidden single: only one digit fits a cell, or one cell a digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.reasons import because_text, seen_text
from cpsudoku.techniques.step_words import digits_text, houses_text
from cpsudoku.techniques.table import TABLE

OUTSIDE_BOX = 3  # how much harder a hidden single is in a row or column, in tenths


@dataclass(frozen=True)
class FullHouse(General):
    """The last empty cell of a house."""

    name: str = "full-house"
    title: str = "Full House"
    definition: str = "A house has one empty cell: it holds the missing digit."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each cell that is the last empty one of a house, once."""
        board, empty, seen = candidates.board, candidates.empty, 0
        for house in board.search_order:
            left = empty & board.house_cells[house]
            if not left or left & (left - 1) or left & seen:
                continue
            cell = left.bit_length() - 1
            marks = candidates.marks[cell]
            if marks.bit_count() == 1:
                seen |= left
                yield single(self.name, cell, marks.bit_length(), (house,))

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Which house, which cell, which digit."""
        (cell, digit) = step.placements[0]
        where = houses_text(step.houses, candidates.board)
        name = candidates.puzzle.board.cell_name(cell)
        missing = digits_text([digit], candidates.board)
        return translated(
            "{cell} is the last empty cell of {house}, and only {digit} is missing there.",
            cell=name,
            house=where,
            digit=missing,
        )


@dataclass(frozen=True)
class NakedSingle(General):
    """A cell with one candidate."""

    name: str = "naked-single"
    title: str = "Naked Single"
    definition: str = "A cell has only one candidate: its peers hold every other digit."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each cell with one candidate, in the order of the cells."""
        for cell, marks in enumerate(candidates.marks):
            if marks and not marks & (marks - 1):
                yield single(self.name, cell, marks.bit_length(), ())

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Which cell, which digit, and why no other."""
        (cell, digit) = step.placements[0]
        name = candidates.puzzle.board.cell_name(cell)
        only, reason = candidates.board.symbols[digit], seen_text(candidates, cell, digit)
        return translated(
            "{cell} can only be {digit}: {reason}.", cell=name, digit=only, reason=reason
        )


@dataclass(frozen=True)
class HiddenSingle(General):
    """A digit with one place in a house."""

    name: str = "hidden-single"
    title: str = "Hidden Single"
    definition: str = "Only one cell of a house can hold the digit."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each such cell once, boxes before lines, without full houses."""
        board, empty, seen = candidates.board, candidates.empty, 0
        for house in board.search_order:
            left = empty & board.house_cells[house]
            if not left & (left - 1):
                continue
            for index, places in enumerate(candidates.house_places[house]):
                if places and not places & (places - 1) and not places & seen:
                    seen |= places
                    harder = 0 if house in board.regions else OUTSIDE_BOX
                    cell = places.bit_length() - 1
                    yield single(self.name, cell, index + 1, (house,), harder)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Which digit, which house, which cell, and what rules out the others."""
        (cell, digit) = step.placements[0]
        where = houses_text(step.houses, candidates.board)
        name = candidates.puzzle.board.cell_name(cell)
        return translated(
            "In {house}, only {cells} can hold {digit}{because}.",
            house=where,
            cells=name,
            digit=candidates.board.symbols[digit],
            because=because_text(step, candidates),
        )


def single(name: str, cell: int, digit: int, houses: tuple[int, ...], harder: int = 0) -> Step:
    """The step that places a digit; ``harder`` is added to the lowest rating of the technique."""
    at, rating = ((cell, digit),), TABLE[name].rating + harder
    return Step(name, at, (), (digit,), (Role("pattern", at),), houses, (), rating)


FULL_HOUSE = FullHouse()
NAKED_SINGLE = NakedSingle()
HIDDEN_SINGLE = HiddenSingle()
