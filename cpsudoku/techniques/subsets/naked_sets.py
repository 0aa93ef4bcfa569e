"""Naked pairs, triples and quads: n cells of a house that hold n digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import (
    NUMBERS,
    cells_text,
    digits_text,
    houses_text,
    remove_text,
    sentences,
)
from cpsudoku.techniques.subsets.combinations import tight_subsets
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class NakedSet(General):
    """n cells of a house whose candidates are n digits in all.

    ``locked``: only those that remove digits both from a box and from a line outside it. Such
    pairs and triples are techniques of their own.
    """

    name: str
    title: str
    definition: str
    size: int
    locked: bool

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By house, then by cells; a set of two houses once."""
        for cells, digits, gone, locked in _naked_sets(candidates, self.size):
            if locked is self.locked:
                yield Step(
                    self.name,
                    (),
                    candidates.among(gone, digits),
                    digits_of(digits),
                    (Role("pattern", candidates.among(cells, digits)),),
                    candidates.board.common_houses(cells),
                    (),
                    TABLE[self.name].rating,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells, the house, the digits, and where these are removed."""
        board = candidates.puzzle.board
        cells = cells_text((cell for cell, _ in step.roles[0].candidates), board)
        houses = houses_text(step.houses, candidates.board)
        said = translated(
            "In {houses}, the {number} cells {cells} have only the candidates {digits} between "
            "them and use them up. So no other cell there can hold these digits.",
            houses=houses,
            number=translated(NUMBERS[self.size]),
            cells=cells,
            digits=digits_text(step.digits, board),
        )
        return sentences(said, remove_text(step.eliminations, board))


def _naked_sets(candidates: Candidates, size: int) -> Iterator[tuple[int, int, int, bool]]:
    """The cells, their digits, the cells that lose digits, and whether the set is locked."""
    board, marks, empty = candidates.board, candidates.marks, candidates.empty
    few = sum(1 << cell for cell, m in enumerate(marks) if 1 < m.bit_count() <= size)
    seen = set()
    for house in board.search_order:
        inside = few & board.house_cells[house]
        if inside.bit_count() < size or (empty & board.house_cells[house]).bit_count() <= size:
            continue
        at = list(bits(inside))
        for chosen, digits in tight_subsets([marks[cell] for cell in at], size):
            cells = sum(1 << at[index] for index in chosen)
            gone = _losing(candidates, cells, digits)
            if gone and cells not in seen:
                seen.add(cells)
                yield cells, digits, gone, size < 4 and _is_locked(candidates, cells, gone)


def _losing(candidates: Candidates, cells: int, digits: int) -> int:
    """The cells that see all of these and have one of the digits."""
    having = 0
    for digit in digits_of(digits):
        having |= candidates.places[digit - 1]
    return having & candidates.board.seen_by_all(cells) & ~cells


def _is_locked(candidates: Candidates, cells: int, gone: int) -> bool:
    board = candidates.board
    return any(
        gone & board.house_cells[house] and gone & ~board.house_cells[house]
        for house in board.common_houses(cells)
        if house not in board.lines
    )


def naked_set(name: str, title: str, size: int, locked: bool = False) -> NakedSet:
    """The technique for sets of a size."""
    digits = NUMBERS[size]
    where = "of both a box and a line" if locked else "of a house"
    rest = "of either" if locked else "of the house"
    definition = (
        f"{digits.capitalize()} cells {where} have only {digits} candidates between them: no other "
        f"cell {rest} can hold these digits."
    )
    return NakedSet(name, title, definition, size, locked)


NAKED_PAIR = naked_set("naked-pair", "Naked Pair", 2)
NAKED_TRIPLE = naked_set("naked-triple", "Naked Triple", 3)
NAKED_QUAD = naked_set("naked-quad", "Naked Quad", 4)
