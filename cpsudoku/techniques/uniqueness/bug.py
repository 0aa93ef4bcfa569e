"""Bivalue Universal Grave: every cell would have two candidates, every digit two places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, each, once
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    candidates_text,
    cells_text,
    digits_text,
    houses_text,
    only_in,
    remove_text,
    sentences,
)
from cpsudoku.techniques.table import TABLE
from cpsudoku.techniques.uniqueness.rectangles import naked_set_text

GRAVE = marked(
    "every empty cell would have two candidates, and in each house every missing digit would have "
    "two places"
)
Found = tuple[tuple[Candidate, ...], tuple[int, ...], tuple[Role, ...], int]


@dataclass(frozen=True)
class Grave:
    """The cells with more than two candidates, and the extra ones of each: one of these is true."""

    extra: dict[int, int]

    @property
    def cells(self) -> int:
        """The cells, as a set."""
        return sum(1 << cell for cell in self.extra)

    @property
    def digits(self) -> int:
        """All extra candidates."""
        digits = 0
        for marks in self.extra.values():
            digits |= marks
        return digits


@dataclass(frozen=True)
class Bug(General):
    """One type of Bivalue Universal Grave."""

    type: int
    result: str
    search: Callable[[Candidates, Grave], Iterator[Found]]
    words: Callable[[Step, Candidates], str]
    assumes_unique: bool = True

    @property
    def name(self) -> str:
        """The name in TECHNIQUES."""
        return f"bug-{self.type}"

    @property
    def title(self) -> str:
        """The name in sentences."""
        return f"BUG Type {self.type}"

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        return f"Without {self.result.format(GRAVE)}."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """What follows if there would be two solutions or none without a few candidates."""
        grave = _grave(candidates)
        if grave is None:
            return
        fins = tuple((cell, d) for cell, m in sorted(grave.extra.items()) for d in digits_of(m))
        for gone, houses, roles, harder in self.search(candidates, grave):
            if gone:
                all_roles = (Role("fin", fins), *roles)
                digits = digits_of(grave.digits)
                rating = TABLE[self.name].rating + harder
                yield Step(self.name, (), gone, digits, all_roles, houses, (), rating)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The extra candidates, and what follows."""
        board = candidates.puzzle.board
        fins = candidates_text(step.roles[0].candidates, board)
        without = translated(
            "Without {fins}, {grave}. The puzzle would then have no solution, or at least two.",
            fins=fins,
            grave=translated(GRAVE),
        )
        gone = remove_text(step.eliminations, board)
        return sentences(without, self.words(step, candidates), gone)


def _grave(candidates: Candidates) -> Grave | None:
    """The extra candidates; None if there is no grave without them."""
    return once(candidates.memo, "grave", lambda: _search(candidates))


def _search(candidates: Candidates) -> Grave | None:
    many = candidates.empty & ~candidates.bivalue
    # The types need cells of one house, or that one cell sees: no more than a house has.
    if not 0 < many.bit_count() <= candidates.board.size:
        return None
    extra: dict[int, int] = {}
    for places in candidates.house_places:
        for index, cells in enumerate(places):
            if cells and cells.bit_count() != 2:
                rich = cells & many
                if not rich:
                    return None
                if not rich & (rich - 1):
                    cell = rich.bit_length() - 1
                    extra[cell] = extra.get(cell, 0) | 1 << index
    gone = [(cell, digit) for cell, marks in extra.items() for digit in digits_of(marks)]
    return Grave(extra) if _is_grave(candidates.without(gone)) else None


def _is_grave(candidates: Candidates) -> bool:
    return candidates.bivalue == candidates.empty and all(
        not cells or cells.bit_count() == 2
        for places in candidates.house_places
        for cells in places
    )


def _type_1(candidates: Candidates, grave: Grave) -> Iterator[Found]:
    if len(grave.extra) == 1:
        yield candidates.among(grave.cells, ~grave.digits), (), (), 0


def _type_1_words(step: Step, candidates: Candidates) -> str:
    name = candidates.puzzle.board.cell_name(step.roles[0].candidates[0][0])
    return translated("So {cell} is {digits}.", cell=name, digits=_either(step, candidates))


def _type_2(candidates: Candidates, grave: Grave) -> Iterator[Found]:
    if len(grave.extra) > 1 and grave.digits.bit_count() == 1:
        digit = grave.digits.bit_length()
        gone = candidates.places[digit - 1] & candidates.board.seen_by_all(grave.cells)
        yield each(gone, digit), (), (), 0


def _one_of_words(step: Step, candidates: Candidates) -> str:
    cells = cells_text({cell for cell, _ in step.roles[0].candidates}, candidates.board)
    digits = _either(step, candidates)
    return translated("So one of {cells} is {digits}.", cells=cells, digits=digits)


def _type_3(candidates: Candidates, grave: Grave) -> Iterator[Found]:
    """One of the cells forms a naked set with other cells of a house that holds them all."""
    board, marks = candidates.board, candidates.marks
    if len(grave.extra) < 2 or grave.digits.bit_count() < 2:
        return
    for house in board.common_houses(grave.cells):
        others = list(bits(candidates.empty & board.house_cells[house] & ~grave.cells))
        for size in range(grave.digits.bit_count(), len(others) + 1):
            for chosen in combinations(others, size - 1):
                digits = 0
                for cell in chosen:
                    digits |= marks[cell]
                if digits.bit_count() == size and not grave.digits & ~digits:
                    cells = sum(1 << cell for cell in chosen)
                    left = board.house_cells[house] & ~grave.cells & ~cells
                    role = Role("second", candidates.among(cells, digits))
                    yield candidates.among(left, digits), (house,), (role,), size - 2


def _type_3_words(step: Step, candidates: Candidates) -> str:
    others = cells_text((cell for cell, _ in step.roles[1].candidates), candidates.puzzle.board)
    used = digits_text((digit for _, digit in step.roles[1].candidates), candidates.board)
    houses = houses_text(step.houses, candidates.board)
    return sentences(_one_of_words(step, candidates), naked_set_text(others, used, houses))


def _type_4(candidates: Candidates, grave: Grave) -> Iterator[Found]:
    """Two cells of a house share one more digit: one of them holds it, or there is a grave."""
    if len(grave.extra) != 2:
        return
    marks = candidates.marks
    first, second = grave.extra
    shared = marks[first] & marks[second] & ~grave.digits
    houses = candidates.board.common_houses(grave.cells)
    if shared.bit_count() != 1 or not houses:
        return
    gone = [
        (cell, digit)
        for cell, extra in sorted(grave.extra.items())
        for digit in digits_of(marks[cell] & ~extra & ~shared)
    ]
    role = Role("pattern", each(grave.cells, shared.bit_length()))
    yield tuple(gone), houses[:1], (role,), 0


def _type_4_words(step: Step, candidates: Candidates) -> str:
    cells = cells_text((cell for cell, _ in step.roles[1].candidates), candidates.puzzle.board)
    shared, board = step.roles[1].candidates[0][1], candidates.board
    return translated(
        "{only_in}, so one of these cells is {digit}. The other is {digits}, because one of the "
        "extra candidates is true.",
        only_in=only_in([shared], step.houses, board, cells),
        digit=digits_text([shared], board),
        digits=_either(step, candidates),
    )


def _either(step: Step, candidates: Candidates) -> str:
    extra = (digit for _, digit in step.roles[0].candidates)
    return any_digit_text(extra, candidates.board)


BUG_1 = Bug(
    1,
    "the extra candidate of one cell, {}: that candidate is true",
    _type_1,
    _type_1_words,
)
BUG_2 = Bug(
    2,
    "an extra digit that some cells share, {}: it can be removed from the cells that see them all",
    _type_2,
    _one_of_words,
)
BUG_3 = Bug(
    3,
    "the extra candidates of some cells of a house, {}: these form a naked set with other cells",
    _type_3,
    _type_3_words,
)
BUG_4 = Bug(
    4,
    "the extra candidates of two cells of a house, {}: if the cells share another digit, one of "
    "them holds it, and the other an extra one",
    _type_4,
    _type_4_words,
)
