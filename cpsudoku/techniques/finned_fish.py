"""Finned and sashimi fish: a fish but for some places, the fins, that share a box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from cpsudoku.candidates import Candidates, bits, each
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.fish import Lines, all_lines, union
from cpsudoku.techniques.words import cells_text, digits_text, houses_text, removal_text

FINS = 5  # at most, as in HoDoKu


@dataclass(frozen=True)
class FinnedFish:
    """n parallel lines whose places lie in n crossing lines, or are fins.

    What leaves must see every fin. In a sashimi fish some line without its fins has one place or
    none. ``siamese`` finds pairs of such fish with the same lines in place of single ones; the
    first of the pair tells its kind.
    """

    name: str
    title: str
    size: int
    sashimi: bool
    siamese: bool = False
    assumes_unique: bool = False
    any_houses: bool = True

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        fish = {2: "An X-Wing", 3: "A Swordfish", 4: "A Jellyfish"}[self.size]
        lack = " and with one place or none left in a line" if self.sashimi else ""
        return (
            f"{fish} but for some places, the fins{lack}: the digit leaves the cells of the "
            "crossing lines that see every fin."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, rows before columns, then by lines and crossing lines."""
        if self.siamese:
            yield from self._siamese(candidates)
            return
        for step, sashimi in self._either(candidates):
            if sashimi is self.sashimi:
                yield step

    def _either(self, candidates: Candidates) -> Iterator[tuple[Step, bool]]:
        """Each finned or sashimi fish of this size, and whether it is sashimi."""
        shape = candidates.puzzle.geometry.box_shape or (candidates.board.size,) * 2
        for lines in all_lines(candidates):
            width = shape[1] if lines.first == 0 else shape[0]
            if len(lines.numbers) <= self.size:
                continue
            for chosen, across in _nearly_tight(lines.places, self.size, width - 1):
                yield from self._fins(candidates, lines, chosen, across)

    def _fins(
        self, candidates: Candidates, lines: Lines, chosen: tuple[int, ...], across: int
    ) -> Iterator[tuple[Step, bool]]:
        """Every way to leave out some crossing lines so that their places are fins."""
        digit, cells = lines.digit, candidates.board.house_cells
        base = lines.base(chosen)
        pattern = union(candidates, base, digit)
        places = candidates.places[digit - 1]
        beyond = places & ~pattern
        left_out = list(combinations(lines.covers(across), across.bit_count() - self.size))
        for out in reversed(left_out):
            fins = pattern & sum(cells[house] for house in out)
            gone = beyond
            for cell in bits(fins):
                gone &= candidates.board.peers[cell]
                if not gone:
                    break
            if not gone or fins.bit_count() > FINS:
                continue
            covers = tuple(house for house in lines.covers(across) if house not in out)
            gone &= sum(cells[house] for house in covers)
            if gone:
                step = self._step(lines, (*base, *covers), pattern & ~fins, fins, gone)
                bare = ((pattern & ~fins & cells[house]).bit_count() <= 1 for house in base)
                yield step, any(bare)

    def _step(self, lines: Lines, houses: tuple[int, ...], body: int, fins: int, gone: int) -> Step:
        digit = lines.digit
        roles = (Role("pattern", each(body, digit)), Role("fin", each(fins, digit)))
        return Step(self.name, (), each(gone, digit), (digit,), roles, houses)

    def _siamese(self, candidates: Candidates) -> Iterator[Step]:
        found = list(self._either(candidates))
        for (first, sashimi), (second, _) in combinations(found, 2):
            same = (
                first.digits == second.digits
                and first.houses[: self.size] == (second.houses[: self.size])
            )
            if sashimi is self.sashimi and same and first.eliminations != second.eliminations:
                gone = sorted({*first.eliminations, *second.eliminations})
                fins = Role("fin", (*first.roles[1].candidates, *second.roles[1].candidates))
                houses = (*first.houses, *second.houses[self.size :])
                yield replace(
                    first,
                    eliminations=tuple(gone),
                    roles=(first.roles[0], fins),
                    houses=houses,
                    detail="siamese",
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The lines, the lines across, the fins, and where the digit leaves."""
        board, geometry = candidates.board, candidates.puzzle.geometry
        base = houses_text(step.houses[: self.size], board)
        if step.detail == "siamese":
            gone = removal_text(step.eliminations, geometry)
            return f"Two fish with the same lines, {base}, and different fins: remove {gone}."
        covers = houses_text(step.houses[self.size :], board)
        fins = cells_text((cell for cell, _ in step.roles[1].candidates), geometry)
        digit = digits_text(step.digits)
        some = "fins" if len(step.roles[1].candidates) > 1 else "fin"
        one = "a fin" if some == "fins" else "the fin"
        return (
            f"In {base}, {digit} can only go in {covers} or in the {some} {fins}. Either {one} is "
            f"true, or {base} take up {covers}: both ways remove "
            f"{removal_text(step.eliminations, geometry)}."
        )


def _nearly_tight(
    places: tuple[int, ...], size: int, spare: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each ``size`` sets whose union has 1 to ``spare`` members too many, and that union."""
    stack: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while stack:
        chosen, together = stack.pop()
        if len(chosen) == size:
            if together.bit_count() > size:
                yield chosen, together
            continue
        start = chosen[-1] + 1 if chosen else 0
        for index in range(len(places) - size + len(chosen), start - 1, -1):
            both = together | places[index]
            if both.bit_count() <= size + spare:
                stack.append(((*chosen, index), both))


FINNED_X_WING = FinnedFish("finned-x-wing", "Finned X-Wing", 2, sashimi=False)
SASHIMI_X_WING = FinnedFish("sashimi-x-wing", "Sashimi X-Wing", 2, sashimi=True)
FINNED_SWORDFISH = FinnedFish("finned-swordfish", "Finned Swordfish", 3, sashimi=False)
SASHIMI_SWORDFISH = FinnedFish("sashimi-swordfish", "Sashimi Swordfish", 3, sashimi=True)
FINNED_JELLYFISH = FinnedFish("finned-jellyfish", "Finned Jellyfish", 4, sashimi=False)
SASHIMI_JELLYFISH = FinnedFish("sashimi-jellyfish", "Sashimi Jellyfish", 4, sashimi=True)
