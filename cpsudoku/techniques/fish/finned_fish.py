"""Finned and sashimi fish: fish with extra places, the fins, that share a box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, each, once
from cpsudoku.runtime.language import counted, translated
from cpsudoku.techniques.base import General, Role, Step, TwoPatterns
from cpsudoku.techniques.fish.basic_fish import Lines, all_lines, places_in_houses
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    removal_text,
)

FINS = 5  # at most, as in HoDoKu

# The crossing lines that each parallel line meets in a box; the places of each usable line beyond.
Box = tuple[tuple[int, ...], list[int]]


@dataclass(frozen=True)
class FinnedFish(General):
    """n parallel lines whose places are in n crossing lines, or are fins.

    The digit is removed from cells that see every fin. In a sashimi fish, some line has one place
    or none apart from its fins. ``siamese`` finds pairs of such fish with the same lines instead of
    single ones; the first of the pair decides the kind.
    """

    name: str
    title: str
    size: int
    sashimi: bool
    siamese: bool = False

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        fish = {2: "An X-Wing", 3: "A Swordfish", 4: "A Jellyfish"}[self.size]
        lack = ", without which a line has one place or none" if self.sashimi else ""
        return (
            f"{fish} with extra places, the fins{lack}: the digit can be removed from the cells of "
            "the crossing lines that see every fin."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, rows before columns, then by lines and crossing lines."""
        if self.siamese:
            yield from self._siamese(candidates)
            return
        for step, sashimi in self._either(candidates):
            if sashimi is self.sashimi:
                yield replace(step, technique=self.name)

    def _either(self, candidates: Candidates) -> list[tuple[Step, bool]]:
        """Each finned or sashimi fish of this size, and whether it is sashimi."""
        return once(
            candidates.memo,
            f"finned fish {self.size}",
            lambda: [
                self._fish(candidates, lines, chosen, across, out)
                for lines, boxes in _lines_and_boxes(candidates)
                if len(lines.numbers) > self.size
                for chosen, across, out in _with_fins(lines, boxes, self.size)
            ],
        )

    def _fish(
        self,
        candidates: Candidates,
        lines: Lines,
        chosen: tuple[int, ...],
        across: int,
        out: int,
    ) -> tuple[Step, bool]:
        """The fish of some lines and crossing lines; places in those that are ``out`` are fins."""
        digit, board = lines.digit, candidates.board
        base, covers = lines.base(chosen), lines.covers(across & ~out)
        places = places_in_houses(candidates, base, digit)
        fins = places & places_in_houses(candidates, lines.covers(out), digit)
        body, seen = places & ~fins, board.seen_by_all(fins)
        gone = places_in_houses(candidates, covers, digit) & ~places & seen
        bare = ((body & board.house_cells[house]).bit_count() <= 1 for house in base)
        return self._step(lines, (*base, *covers), body, fins, gone), any(bare)

    def _step(self, lines: Lines, houses: tuple[int, ...], body: int, fins: int, gone: int) -> Step:
        digit = lines.digit
        roles = (Role("pattern", each(body, digit)), Role("fin", each(fins, digit)))
        return Step(self.name, (), each(gone, digit), (digit,), roles, houses)

    def _siamese(self, candidates: Candidates) -> Iterator[Step]:
        found = self._either(candidates)
        for (first, sashimi), (second, _) in combinations(found, 2):
            base = first.houses[: self.size]
            same = first.digits == second.digits and base == second.houses[: self.size]
            if sashimi is self.sashimi and same and first.eliminations != second.eliminations:
                gone = sorted({*first.eliminations, *second.eliminations})
                fins = Role("fin", (*first.roles[1].candidates, *second.roles[1].candidates))
                houses = (*first.houses, *second.houses[self.size :])
                yield replace(
                    first,
                    technique=self.name,
                    eliminations=tuple(gone),
                    roles=(first.roles[0], fins),
                    houses=houses,
                    detail=TwoPatterns.SIAMESE,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The lines, the crossing lines, the fins, and where the digit is removed."""
        board = candidates.board
        base = houses_text(step.houses[: self.size], board)
        if step.detail == TwoPatterns.SIAMESE:
            return translated(
                "Two fish have the same lines, {base}, but different fins: remove {gone}.",
                base=base,
                gone=removal_text(step.eliminations, board),
            )
        return counted(
            "{start}. Either the fin is true, or {covers} must have their {digit} in {base}. "
            "In both cases, remove {gone}.",
            "{start}. Either one of the fins is true, or {covers} must have their {digit} in "
            "{base}. In both cases, remove {gone}.",
            len(step.roles[1].candidates),
            start=finned_text(step, self.size, board),
            covers=houses_text(step.houses[self.size :], board),
            digit=digits_text(step.digits, board),
            base=base,
            gone=removal_text(step.eliminations, board),
        )


def finned_text(step: Step, size: int, board: Board) -> str:
    """Which lines have the digit only in crossing lines and in fins."""
    fins = {cell for cell, _ in step.roles[1].candidates}
    return counted(
        "In {base}, the digit {digit} can only be in {covers} or in the fin {fins}",
        "In {base}, the digit {digit} can only be in {covers} or in the fins {fins}",
        len(fins),
        base=houses_text(step.houses[:size], board),
        digit=digits_text(step.digits, board),
        covers=houses_text(step.houses[size:], board),
        fins=cells_text(fins, board),
    )


def _box_lines(board: Board, first: int) -> list[tuple[int, ...]]:
    """For each box, for each parallel line, which crossing lines it meets in the box."""
    return once(
        board.tables,
        f"box lines {first}",
        lambda: [_met_in_box(board, first, box) for box in board.regions],
    )


def _met_in_box(board: Board, first: int, box: int) -> tuple[int, ...]:
    met = [0] * board.size
    for cell in board.houses[box].cells:
        row, column = divmod(cell, board.size)
        line, across = (row, column) if first == 0 else (column, row)
        met[line] |= 1 << across
    return tuple(met)


def _lines_and_boxes(candidates: Candidates) -> list[tuple[Lines, list[Box]]]:
    """All lines of all digits, each with the boxes that can hold fins; once for all sizes."""
    return once(
        candidates.memo,
        "lines and boxes",
        lambda: [(lines, _boxes(candidates, lines)) for lines in all_lines(candidates)],
    )


def _boxes(candidates: Candidates, lines: Lines) -> list[Box]:
    board, every = candidates.board, lines.every
    return [
        (met, [every[number] & ~met[number] for number in lines.numbers])
        for box, met in zip(board.regions, _box_lines(board, lines.first), strict=True)
        if candidates.house_places[box][lines.digit - 1].bit_count() > 1
    ]


def _with_fins(
    lines: Lines, boxes: list[Box], size: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Each choice of lines, the crossing lines of their places, and which of these hold the fins.

    All fins lie in one box, where a place outside the lines sees them.
    """
    every, numbers = lines.every, lines.numbers
    spare = max((cells.bit_count() for met, _ in boxes for cells in met), default=1) - 1
    for chosen, across in nearly_tight(lines.places, size, spare):
        excess = across.bit_count() - size
        found = set()
        for met, outside in boxes:
            beyond = 0
            for index in chosen:
                beyond |= outside[index]
            inside = across & ~beyond
            if inside.bit_count() >= excess:
                base = [numbers[index] for index in chosen]
                seeing = _union(every, met, base) & across
                for out in combinations(bits(inside), excess) if seeing else ():
                    fins = sum(1 << line for line in out)
                    if seeing & ~fins and _count(every, base, fins) <= FINS:
                        found.add((tuple(bits(across & ~fins)), fins))
        for _, fins in sorted(found):
            yield chosen, across, fins


def _union(every: tuple[int, ...], met: tuple[int, ...], base: list[int]) -> int:
    """The crossing lines of the places in a box but outside the base lines."""
    union = 0
    for number, places in enumerate(every):
        if number not in base:
            union |= places & met[number]
    return union


def _count(every: tuple[int, ...], base: list[int], crossing: int) -> int:
    return sum((every[number] & crossing).bit_count() for number in base)


def nearly_tight(
    places: tuple[int, ...], size: int, spare: int
) -> list[tuple[tuple[int, ...], int]]:
    """Each ``size`` sets whose union has 1 to ``spare`` members too many, and that union."""
    level: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for missing in range(size - 1, -1, -1):
        level = [
            ((*chosen, index), union | places[index])
            for chosen, union in level
            for index in range(chosen[-1] + 1 if chosen else 0, len(places) - missing)
            if (union | places[index]).bit_count() <= size + spare
        ]
    return [found for found in level if found[1].bit_count() > size]


FINNED_X_WING = FinnedFish("finned-x-wing", "Finned X-Wing", 2, sashimi=False)
SASHIMI_X_WING = FinnedFish("sashimi-x-wing", "Sashimi X-Wing", 2, sashimi=True)
FINNED_SWORDFISH = FinnedFish("finned-swordfish", "Finned Swordfish", 3, sashimi=False)
SASHIMI_SWORDFISH = FinnedFish("sashimi-swordfish", "Sashimi Swordfish", 3, sashimi=True)
FINNED_JELLYFISH = FinnedFish("finned-jellyfish", "Finned Jellyfish", 4, sashimi=False)
SASHIMI_JELLYFISH = FinnedFish("sashimi-jellyfish", "Sashimi Jellyfish", 4, sashimi=True)
