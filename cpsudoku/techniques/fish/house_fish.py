"""Fish whose houses may be boxes as well as lines: what Franken and mutant fish have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, each
from cpsudoku.runtime.language import counted, paired, translated
from cpsudoku.techniques.base import General, Role, Step, TwoPatterns
from cpsudoku.techniques.fish.fish_search import FishPattern
from cpsudoku.techniques.step_words import cells_text, digits_text, houses_text, removal_text


@dataclass(frozen=True)
class HouseFish(General):
    """Fish of one size, with fins or without; ``siamese``: two that differ in their covers."""

    name: str
    title: str
    size: int
    finned: bool
    siamese: bool = False
    any_houses: bool = False

    @property
    def definition(self) -> str:
        """One line: what to look for and what follows."""
        if self.finned:
            return (
                f"{self.pattern}, except fins: it can be removed from their other cells that see "
                "every fin."
            )
        return f"{self.pattern}: it can be removed from the other cells of these."

    @property
    def pattern(self) -> str:
        """Which houses have all places of the digit in which others, without fins."""
        raise NotImplementedError

    def fish(self, board: Board, places: int) -> Iterable[FishPattern]:
        """The fish of a digit with these places, in a fixed order."""
        raise NotImplementedError

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, then as ``fish`` finds them."""
        for digit, places in enumerate(candidates.places, 1):
            found = self.fish(candidates.board, places) if places else ()
            if self.siamese:
                pairs = combinations(found, 2)
                found = (_joined(*pair) for pair in pairs if _is_siamese(*pair))
            yield from (self._step(digit, fish) for fish in found)

    def _step(self, digit: int, fish: FishPattern) -> Step:
        parts = (("pattern", fish.body), ("fin", fish.fins))
        return Step(
            self.name,
            eliminations=each(fish.gone, digit),
            digits=(digit,),
            roles=tuple(Role(name, each(cells, digit)) for name, cells in parts if cells),
            houses=(*fish.bases, *fish.covers),
            detail=TwoPatterns.SIAMESE if self.siamese else None,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Base and cover houses, the fins, and what follows."""
        board = candidates.board
        digit = digits_text(step.digits, board)
        base = houses_text(step.houses[: self.size], board)
        cover = houses_text(step.houses[self.size :], board)
        gone = removal_text(step.eliminations, board)
        if step.detail == TwoPatterns.SIAMESE:
            return translated(
                "Two fish have the same houses, {base}, but different fins: remove {gone}.",
                base=base,
                gone=gone,
            )
        start = translated(
            "All places for {digit} in {base} are in {cover}", digit=digit, base=base, cover=cover
        )
        fins = [cell for role in step.roles if role.name == "fin" for cell, _ in role.candidates]
        follows = translated(
            "{cover} must have their {digit} in {base}{shared}",
            cover=cover,
            digit=digit,
            base=base,
            shared=_shared(step, board, self.size),
        )
        if not fins:
            return translated(
                "{start}. So {follows}: remove {gone}.", start=start, follows=follows, gone=gone
            )
        return counted(
            "{start}, except the fin {fins}{twice}. Either the fin is {digit}, or {follows}. "
            "In both cases, remove {gone}.",
            "{start}, except the fins {fins}{twice}. Either one of the fins is {digit}, or "
            "{follows}. In both cases, remove {gone}.",
            len(fins),
            start=start,
            fins=cells_text(fins, board),
            twice=_twice(step.houses[: self.size], fins, board),
            digit=digit,
            follows=follows,
            gone=gone,
        )


def _twice(bases: tuple[int, ...], fins: list[int], board: Board) -> str:
    """Which fins are in two base houses, in words."""
    cells = [cell for cell in fins if sum(cell in board.houses[base].cells for base in bases) > 1]
    if not cells:
        return ""
    text = paired(
        ", of which {cells} is in two of the first houses",
        ", of which {cells} are in two of the first houses",
    )
    if len(cells) == len(fins):
        text = paired(
            ", which is in two of the first houses", ", which are in two of the first houses"
        )
    return counted(*text, len(cells), cells=cells_text(cells, board))


def _shared(step: Step, board: Board, size: int) -> str:
    """Why candidates of the fish itself are removed, in words."""
    own = {cell for base in step.houses[:size] for cell in board.houses[base].cells}
    cells = sorted({cell for cell, _ in step.eliminations} & own)
    if not cells:
        return ""
    return translated(
        ", and no {digit} can count for two of them, as one in {cells} would",
        digit=board.symbols[step.digits[0]],
        cells=cells_text(cells, board),
    )


def _is_siamese(one: FishPattern, other: FishPattern) -> bool:
    """Whether two fish have the same bases and begin to remove at different cells."""
    return one.bases == other.bases and one.gone & -one.gone != other.gone & -other.gone


def _joined(one: FishPattern, other: FishPattern) -> FishPattern:
    """Two fish of the same bases as one."""
    covers = (*one.covers, *(house for house in other.covers if house not in one.covers))
    fins = one.fins | other.fins
    return FishPattern(one.bases, covers, one.body & ~fins, fins, one.gone | other.gone)
