"""X-Wing, Swordfish, Jellyfish: n parallel lines with a digit's places in n crossing lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits, digits_of, each, once
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import NUMBERS, digits_text, houses_text, only_in, removal_text
from cpsudoku.techniques.subsets.combinations import tight_subsets
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class Lines:
    """The parallel lines in which a digit has two or more places.

    ``first`` is the number of the first of all parallel lines as a house, ``crossing`` that of
    the lines across; ``numbers`` count from there, and ``places`` are sets of crossing lines.
    ``every`` has the places in all parallel lines.
    """

    digit: int
    first: int
    crossing: int
    numbers: tuple[int, ...]
    places: tuple[int, ...]
    every: tuple[int, ...]

    def base(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """The houses of some of ``numbers``, given by their position."""
        return tuple(self.first + self.numbers[index] for index in chosen)

    def covers(self, crossing: int) -> tuple[int, ...]:
        """The houses of a set of crossing lines."""
        return tuple(self.crossing + line for line in bits(crossing))


def all_lines(candidates: Candidates) -> list[Lines]:
    """For each digit its rows, then its columns; worked out once for all fish."""
    return once(candidates.memo, "lines", lambda: list(_all_lines(candidates)))


def _all_lines(candidates: Candidates) -> Iterator[Lines]:
    n = candidates.board.size
    for index, places in enumerate(candidates.places):
        if places:
            rows = [places >> row * n & candidates.board.all_digits for row in range(n)]
            columns = [0] * n
            for row, cells in enumerate(rows):
                for number in digits_of(cells):
                    columns[number - 1] |= 1 << row
            yield _lines(index + 1, 0, n, rows)
            yield _lines(index + 1, n, 0, columns)


def _lines(digit: int, first: int, crossing: int, places: list[int]) -> Lines:
    numbers = tuple([number for number, cells in enumerate(places) if cells & (cells - 1)])
    usable = tuple([places[number] for number in numbers])
    return Lines(digit, first, crossing, numbers, usable, tuple(places))


@dataclass(frozen=True)
class Fish(General):
    """n parallel lines in which all places of a digit are in n crossing lines."""

    name: str
    title: str
    size: int

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        number = NUMBERS[self.size]
        return (
            f"In {number} rows, all places of a digit are in {number} columns: no other cell of "
            "these columns can hold it. The same holds with rows and columns exchanged."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, rows before columns, then by lines."""
        for lines in all_lines(candidates):
            if len(lines.numbers) <= self.size:
                continue
            few = [cells.bit_count() <= self.size for cells in lines.places]
            if few.count(True) < self.size:
                continue
            at = [index for index, usable in enumerate(few) if usable]
            for chosen, crossing in tight_subsets([lines.places[index] for index in at], self.size):
                step = self._step(candidates, lines, tuple(at[i] for i in chosen), crossing)
                if step is not None:
                    yield step

    def _step(
        self, candidates: Candidates, lines: Lines, chosen: tuple[int, ...], crossing: int
    ) -> Step | None:
        base, covers, digit = lines.base(chosen), lines.covers(crossing), lines.digit
        pattern = places_in_houses(candidates, base, digit)
        gone = places_in_houses(candidates, covers, digit) & ~pattern
        if not gone:
            return None
        return Step(
            self.name,
            (),
            each(gone, digit),
            (digit,),
            (Role("pattern", each(pattern, digit)),),
            (*base, *covers),
            (),
            TABLE[self.name].rating,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The lines, the crossing lines, and where the digit is removed."""
        board = candidates.board
        base = houses_text(step.houses[: self.size], board)
        covers = houses_text(step.houses[self.size :], board)
        return translated(
            "{only_in}. So {covers} must have their {digit} in {base}: remove {gone}.",
            only_in=only_in(step.digits, step.houses[: self.size], board, covers),
            covers=covers,
            digit=digits_text(step.digits, board),
            base=base,
            gone=removal_text(step.eliminations, board),
        )


def places_in_houses(candidates: Candidates, houses: tuple[int, ...], digit: int) -> int:
    """The places of a digit in some houses."""
    cells = 0
    for house in houses:
        cells |= candidates.house_places[house][digit - 1]
    return cells


X_WING = Fish("x-wing", "X-Wing", 2)
SWORDFISH = Fish("swordfish", "Swordfish", 3)
JELLYFISH = Fish("jellyfish", "Jellyfish", 4)
