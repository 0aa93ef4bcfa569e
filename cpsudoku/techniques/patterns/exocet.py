"""Junior and Senior Exocet: the two digits of a base are also those of two targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.runtime.language import counted, marked, paired, translated
from cpsudoku.techniques.base import Detail, General, Role, Step
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
    listed,
    one_by_one,
    removal_text,
    seeing_text,
)

MIRRORED = (Why.MIRROR, Why.MIRROR_CELL, Why.MIRROR_LOCKED)
_ROWS = marked(
    "The base {base} holds {digits}, and {lines} need both digits in cells that do not see the "
    "base. Apart from the targets {targets}, these rows can have each digit in at most two lines: "
    "{covers}. Two lines hold a digit only twice, so each digit of the base is in a target. "
    "{reason}: remove {gone}."
)
_COLUMNS = marked(
    "The base {base} holds {digits}, and {lines} need both digits in cells that do not see the "
    "base. Apart from the targets {targets}, these columns can have each digit in at most two "
    "lines: {covers}. Two lines hold a digit only twice, so each digit of the base is in a target. "
    "{reason}: remove {gone}."
)
_SHARED = paired(
    "Base and targets can only share the pair {pairs}, so {digit} is in both",
    "Base and targets can only share the pairs {pairs}, so {digit} is in both",
)
_COVERED = paired(
    "Base and targets can only share the pair {pairs}, so {digit} is in both, and {houses} have it "
    "in the cross-lines",
    "Base and targets can only share the pairs {pairs}, so {digit} is in both, and {houses} have "
    "it in the cross-lines",
)


@dataclass(frozen=True)
class FoundExocet(Detail):
    """An exocet, and what a step infers from it."""

    exocet: Exocet
    inference: ExocetInference


@dataclass(frozen=True)
class ExocetTechnique(General):
    """A kind of exocet; each inference is a step of its own."""

    name: str
    title: str
    definition: str
    search: Callable[[Candidates], Iterator[Exocet]]
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
        covers = one_by_one(_where(exocet, digit, board) for digit in step.digits)
        digits = digits_text(step.digits, board)
        if len(step.digits) > 2:
            digits = translated("two of {digits}", digits=digits)
        return translated(
            _COLUMNS if exocet.base.by_row else _ROWS,
            base=base,
            digits=digits,
            lines=lines,
            targets=targets,
            covers=covers,
            reason=_reason(found, candidates),
            gone=_removal(step, found, candidates),
        )


def _where(exocet: Exocet, digit: int, board: Board) -> str:
    """The lines with the places of a digit, such as ``3 in rows 4 and 6``."""
    houses, symbol = sorted(next(exocet.covers(digit))), board.symbols[digit]
    if not houses:
        return translated("{digit} nowhere", digit=symbol)
    return translated("{digits} in {cells}", digits=symbol, cells=houses_text(houses, board))


def _removal(step: Step, found: FoundExocet, candidates: Candidates) -> str:
    """What is removed from where, and how it is seen."""
    which = {
        Why.SEES_BASE: marked("both cells of the base"),
        Why.SEES_TARGETS: marked("both targets"),
    }
    seen = which.get(found.inference.why)
    if seen is None:
        return removal_text(step.eliminations, candidates.board)
    return seeing_text(step.eliminations, candidates.board, translated(seen))


def _reason(found: FoundExocet, candidates: Candidates) -> str:
    """Why the eliminations follow from the pattern."""
    exocet, inference, board = found.exocet, found.inference, candidates.board
    why, digit = inference.why, board.symbols[inference.digit] if inference.digit else ""
    cell = board.cell_name(inference.cell) if inference.cell >= 0 else ""
    if why == Why.OTHER_DIGITS:
        return translated("So the targets hold nothing else")
    if why == Why.NO_SECOND_PLACE:
        return _conflict(exocet, inference, candidates)
    if why == Why.NOT_IN_TARGETS:
        text = marked("No target can be {digit}, so the base can't be {digit} either")
        return translated(text, digit=digit)
    if why == Why.NO_PARTNER:
        return translated(
            "Base and targets hold the same two digits, and if {cell} were {digit}, no digit of "
            "{other} would make a pair that fits both",
            cell=cell,
            digit=digit,
            other=board.cell_name(inference.others[0]),
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
    cell = board.cell_name(inference.cell)
    for house, lines in left:
        if not lines:
            return translated(
                "If {cell} were {digit}, {other} would not be, and {house} would have no {digit}",
                cell=cell,
                digit=symbol,
                other=other,
                house=houses_text((house,), board),
            )
    return translated(
        "If {cell} were {digit}, {other} would not be, and {houses} would both need their {digit} "
        "in {shared}",
        cell=cell,
        digit=symbol,
        other=other,
        houses=houses_text((house for house, _ in left), board),
        shared=houses_text(exocet.base.lines(left[0][1]), board),
    )


def _mirrored(exocet: Exocet, inference: ExocetInference, candidates: Candidates) -> str:
    """Where the digit of a target is in the box of the other target."""
    board, base = candidates.board, exocet.base
    number = exocet.target_cells.index(inference.cell)
    lines = houses_text(base.lines(1 << base.line | 1 << exocet.targets[number][0]), board)
    both = houses_text(sorted(_box(board, cell) for cell in (base.cells[0], inference.cell)), board)
    box = houses_text((_box(board, exocet.target_cells[1 - number]),), board)
    values = {
        "target": board.cell_name(inference.cell),
        "mirror": cells_text(inference.others[:2], board),
        "lines": lines,
        "both": both,
        "box": box,
    }
    symbol = board.symbols[inference.digit] if inference.digit else ""
    if inference.why == Why.MIRROR:
        return translated(
            "If {target} were {digit}, {lines} would have it in {both}, and {box} would need it in "
            "{mirror}, which can't hold it",
            digit=symbol,
            **values,
        )
    if inference.why == Why.MIRROR_LOCKED:
        return translated(
            "Base and target have the digit of {target} in {lines} in {both}, so {box} has it in "
            "{mirror}; {house} has its {digit} there as well, and that fills both cells",
            house=houses_text(inference.others[2:], board),
            digit=symbol,
            **values,
        )
    cell, other = (board.cell_name(each) for each in inference.others)
    return translated(
        "Base and target have the digit of {target} in {lines} in {both}, so {box} has it in "
        "{mirror}; {other} can't hold it, so {cell} is the same as {target}",
        cell=cell,
        other=other,
        **values,
    )


def _box(board: Board, cell: int) -> int:
    return next(house for house in board.regions if board.house_cells[house] >> cell & 1)


def _of_known(exocet: Exocet, inference: ExocetInference, candidates: Candidates) -> str:
    """What a digit does that is certain to be in base and targets."""
    board, digit = candidates.board, candidates.board.symbols[inference.digit]
    fitting = sorted(tuple(sorted(pair)) for pair in pairs(exocet, candidates))
    named = listed("".join(board.symbols[each] for each in pair) for pair in fitting)
    if inference.why != Why.COVERED:
        return counted(*_SHARED, len(fitting), pairs=named, digit=digit)
    houses = houses_text(inference.others, board)
    return counted(*_COVERED, len(fitting), pairs=named, digit=digit, houses=houses)


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
