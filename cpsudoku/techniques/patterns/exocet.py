"""Junior and Senior Exocet: the two digits of a base are also those of two targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.runtime.plural import listed
from cpsudoku.techniques.base import Detail, Role, Step
from cpsudoku.techniques.patterns.exocet_inferences import (
    ExocetInference,
    Why,
    inferences,
    pairs,
)
from cpsudoku.techniques.patterns.exocet_pattern import Exocet
from cpsudoku.techniques.patterns.exocet_search import bases, junior_exocets, senior_exocets
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    removal_text,
    seeing_text,
)

MIRRORED = (Why.MIRROR, Why.MIRROR_CELL, Why.MIRROR_LOCKED)


@dataclass(frozen=True)
class FoundExocet(Detail):
    """An exocet, and what a step infers from it."""

    exocet: Exocet
    inference: ExocetInference


@dataclass(frozen=True)
class ExocetTechnique:
    """A kind of exocet; each inference is a step of its own."""

    name: str
    title: str
    definition: str
    search: Callable[[Candidates], Iterator[Exocet]]
    assumes_unique: bool = False
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each set of eliminations once, by base, then by reason."""
        if not bases(candidates.board):
            return
        done = set()
        for exocet in self.search(candidates):
            for inference in inferences(exocet, candidates):
                if inference.gone not in done:
                    done.add(inference.gone)
                    yield self._step(candidates, exocet, inference)

    def _step(self, candidates: Candidates, exocet: Exocet, inference: ExocetInference) -> Step:
        digits, empty = exocet.digits, candidates.empty
        numbers = digits_of(digits)
        base, targets = (
            candidates.among(sum(1 << cell for cell in cells), digits)
            for cells in (exocet.base.cells, exocet.target_cells)
        )
        places = tuple(
            (cell, digit)
            for digit in numbers
            for cell in bits(exocet.places(digit) & empty)
            if candidates.has(cell, digit)
        )
        roles = [Role("pattern", base), Role("first", targets)]
        if inference.why in MIRRORED:
            mirror = sum(1 << cell for cell in inference.others[:2])
            roles.append(Role("third", candidates.among(mirror & empty, digits)))
        roles.append(Role("second", places))
        return Step(
            self.name,
            eliminations=inference.gone,
            digits=numbers,
            roles=tuple(role for role in roles if role.candidates),
            houses=exocet.base.cross_lines(exocet.across),
            detail=FoundExocet(exocet, inference),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The base, the places of its digits, the targets, and what follows."""
        found, board = step.detail, candidates.board
        assert isinstance(found, FoundExocet)
        exocet = found.exocet
        base, targets = (
            cells_text(cells, board) for cells in (exocet.base.cells, exocet.target_cells)
        )
        lines = houses_text(sorted(step.houses), board)
        kind = "columns" if exocet.base.by_row else "rows"
        covers = listed(
            f"{board.symbols[digit]} {_where(exocet, digit, board)}" for digit in step.digits
        )
        return (
            f"The base {base} holds {'two of ' * (len(step.digits) > 2)}"
            f"{digits_text(step.digits, board)}, and {lines} need "
            f"both digits in cells that do not see the base. Apart from the targets {targets}, "
            f"these {kind} can have each digit in at most two lines: {covers}. Two lines hold a "
            "digit only twice, so each digit of the base is in a target. "
            f"{_reason(found, candidates)}: remove {_removal(step, found, candidates)}."
        )


def _where(exocet: Exocet, digit: int, board: Board) -> str:
    """The lines with the places of a digit, such as ``in rows 4 and 6``."""
    houses = sorted(next(exocet.covers(digit)))
    return f"in {houses_text(houses, board)}" if houses else "nowhere"


def _removal(step: Step, found: FoundExocet, candidates: Candidates) -> str:
    """What is removed from where, and how it is seen."""
    which = {Why.SEES_BASE: "both cells of the base", Why.SEES_TARGETS: "both targets"}
    seen = which.get(found.inference.why)
    if seen is None:
        return removal_text(step.eliminations, candidates.board)
    return seeing_text(step.eliminations, candidates.board, seen)


def _reason(found: FoundExocet, candidates: Candidates) -> str:
    """Why the eliminations follow from the pattern."""
    exocet, inference, board = found.exocet, found.inference, candidates.board
    why, digit = inference.why, board.symbols[inference.digit] if inference.digit else ""
    cell = board.cell_name(inference.cell) if inference.cell >= 0 else ""
    if why == Why.OTHER_DIGITS:
        return "So the targets hold nothing else"
    if why == Why.NO_SECOND_PLACE:
        return f"If {cell} were {digit}, {_conflict(exocet, inference, candidates)}"
    if why == Why.NOT_IN_TARGETS:
        return f"No target can be {digit}, so the base can't be {digit} either"
    if why == Why.NO_PARTNER:
        other = board.cell_name(inference.others[0])
        return (
            f"Base and targets hold the same two digits, and if {cell} were {digit}, no digit of "
            f"{other} would make a pair that fits both"
        )
    if why in MIRRORED:
        return _mirrored(exocet, inference, candidates)
    return _of_known(exocet, inference, candidates)


def _conflict(exocet: Exocet, inference: ExocetInference, candidates: Candidates) -> str:
    """What happens to both other cross-lines if a target has a digit."""
    board, digit = candidates.board, inference.digit
    number = exocet.target_cells.index(inference.cell)
    other, symbol = board.cell_name(exocet.target_cells[1 - number]), board.symbols[digit]
    line, across = exocet.targets[number]
    left = [
        (exocet.base.cross_lines((number,))[0], lines & ~(1 << line))
        for lines, number in zip(dict(exocet.rows)[digit], exocet.across, strict=True)
        if number != across
    ]
    for house, lines in left:
        if not lines:
            return (
                f"{other} would not be, and {houses_text((house,), board)} would have no {symbol}"
            )
    both = houses_text((house for house, _ in left), board)
    shared = houses_text(exocet.base.lines(left[0][1]), board)
    return f"{other} would not be, and {both} would both need their {symbol} in {shared}"


def _mirrored(exocet: Exocet, inference: ExocetInference, candidates: Candidates) -> str:
    """Where the digit of a target is in the box of the other target."""
    board, base = candidates.board, exocet.base
    number = exocet.target_cells.index(inference.cell)
    lines = houses_text(base.lines(1 << base.line | 1 << exocet.targets[number][0]), board)
    both = houses_text(sorted(_box(board, cell) for cell in (base.cells[0], inference.cell)), board)
    box = houses_text((_box(board, exocet.target_cells[1 - number]),), board)
    target, mirror = board.cell_name(inference.cell), cells_text(inference.others[:2], board)
    if inference.why == Why.MIRROR:
        return (
            f"If {target} were {board.symbols[inference.digit]}, {lines} would have it in {both}, "
            f"and {box} would need it in {mirror}, which can't hold it"
        )
    if inference.why == Why.MIRROR_LOCKED:
        house = houses_text(inference.others[2:], board)
        return (
            f"Base and target have the digit of {target} in {lines} in {both}, so {box} has it in "
            f"{mirror}; {house} has its {board.symbols[inference.digit]} there as well, and that "
            "fills both cells"
        )
    cell, other = (board.cell_name(each) for each in inference.others)
    return (
        f"Base and target have the digit of {target} in {lines} in {both}, so {box} has it in "
        f"{mirror}; {other} can't hold it, so {cell} is the same as {target}"
    )


def _box(board: Board, cell: int) -> int:
    return next(house for house in board.regions if board.house_cells[house] >> cell & 1)


def _of_known(exocet: Exocet, inference: ExocetInference, candidates: Candidates) -> str:
    """What a digit does that is certain to be in base and targets."""
    board, digit = candidates.board, candidates.board.symbols[inference.digit]
    fitting = sorted(tuple(sorted(pair)) for pair in pairs(exocet, candidates))
    named = listed("".join(board.symbols[each] for each in pair) for pair in fitting)
    shared = f"pairs {named}" if len(fitting) > 1 else f"pair {named}"
    which = f"Base and targets can only share the {shared}, so {digit} is in both"
    if inference.why == Why.COVERED:
        return f"{which}, and {houses_text(inference.others, board)} have it in the cross-lines"
    return which


JUNIOR_EXOCET = ExocetTechnique(
    "junior-exocet",
    "Junior Exocet",
    (
        "Two cells of a mini-line, the base, have the same two digits as two targets in the other "
        "boxes of its chute, because three lines across leave no other room for these digits: "
        "other candidates of the targets can be removed."
    ),
    junior_exocets,
)
SENIOR_EXOCET = ExocetTechnique(
    "senior-exocet",
    "Senior Exocet",
    (
        "Two cells of a mini-line, the base, have the same two digits as two targets anywhere in "
        "three lines across, because these lines leave no other room for the digits: other "
        "candidates of the targets can be removed."
    ),
    senior_exocets,
)
