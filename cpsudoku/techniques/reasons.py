"""The digits that are a reason for a step, because they rule out other cells or other digits.

They are found when a step is shown, not when it is searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.language import counted, paired, translated
from cpsudoku.runtime.lists import phrases
from cpsudoku.techniques.base import BLOCKER, Role, Step
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    removal_text,
    separated,
)

_BLOCKER = paired("the {digit} in {cells}", "the {digit}s in {cells}")
_RULED_OUT = {
    "all": paired(
        "{blockers} rules out the other empty cells", "{blockers} rule out the other empty cells"
    ),
    "most": paired(
        "{blockers} rules out most of the other cells",
        "{blockers} rule out most of the other cells",
    ),
    "named": paired("{blockers} rules out {cells}", "{blockers} rule out {cells}"),
}


@dataclass(frozen=True)
class Blocked:
    """Why cells can't hold a digit.

    ``blockers`` are filled cells with the digit; each of the cells ``ruled_out`` sees one of them.
    ``removed`` are the cells where an earlier step has removed the digit.
    """

    digit: int
    blockers: tuple[int, ...]
    ruled_out: tuple[int, ...]
    removed: tuple[int, ...]


def with_reasons(step: Step, candidates: Candidates) -> Step:
    """The step with the digits that are a reason for it as a further role, if it has any."""
    digits = tuple(sorted(set(_reasons(step, candidates))))
    return replace(step, roles=(*step.roles, Role(BLOCKER, digits))) if digits else step


def _reasons(step: Step, candidates: Candidates) -> Iterator[Candidate]:
    """The digits on the board that a step relies on."""
    if step.technique == "full-house":
        (house,) = step.houses
        cells = candidates.board.houses[house].cells
        yield from ((cell, candidates.cells[cell]) for cell in cells if candidates.cells[cell])
    elif step.technique == "naked-single":
        ((cell, digit),) = step.placements
        yield from seen_digits(candidates, cell, digit)[0]
    elif step.technique in _IN_ONE_HOUSE:
        for blocked in blocked_in(step, candidates):
            yield from ((cell, blocked.digit) for cell in blocked.blockers)


_IN_ONE_HOUSE = {
    *("hidden-single", "pointing", "claiming", "direct-pointing", "direct-claiming"),
    *("hidden-pair", "hidden-triple", "hidden-quad"),
    *("direct-hidden-pair", "direct-hidden-triple"),
}


def blocked_in(step: Step, candidates: Candidates) -> list[Blocked]:
    """Why the digits of a step are confined to its pattern in its first house."""
    pattern = {cell for cell, _ in step.roles[0].candidates}
    cells = candidates.board.house_cells[step.houses[0]] & candidates.empty
    others = [cell for cell in bits(cells) if cell not in pattern]
    return [blocked(candidates, others, digit) for digit in step.digits]


def blocked(candidates: Candidates, cells: Iterable[int], digit: int) -> Blocked:
    """Why none of these empty cells can hold a digit, with as few blockers as a person names."""
    board, left = candidates.board, list(cells)
    holders = sum(1 << cell for cell, held in enumerate(candidates.cells) if held == digit)
    seen = {
        holder: {cell for cell in left if board.peer_cells[cell] >> holder & 1}
        for holder in bits(holders)
    }
    open_cells = set().union(*seen.values()) if seen else set()
    ruled_out, chosen = tuple(sorted(open_cells)), list[int]()
    while open_cells:
        best = max(seen, key=lambda holder: (len(seen[holder] & open_cells), -holder))
        chosen.append(best)
        open_cells -= seen[best]
    removed = tuple(cell for cell in left if cell not in ruled_out)
    return Blocked(digit, tuple(sorted(chosen)), ruled_out, removed)


def reason_text(step: Step, candidates: Candidates) -> str:
    """Why the digits of a step are confined to its pattern; empty if there is no other cell."""
    every, board = blocked_in(step, candidates), candidates.board
    if not any(each.ruled_out or each.removed for each in every):
        return ""
    gone = [(cell, each.digit) for each in every for cell in each.removed]
    removed = removal_text(gone, board) if gone else ""
    if not any(each.blockers for each in every):
        return translated("earlier steps removed {gone}", gone=removed)
    ruled_out = _ruled_out_text(every, candidates)
    if not removed:
        return ruled_out
    return translated("{reason}, and earlier steps removed {gone}", reason=ruled_out, gone=removed)


def because_text(step: Step, candidates: Candidates) -> str:
    """The reason as the end of a sentence, ``: the 3 in r2c5 rules out the other empty cells``."""
    reason = reason_text(step, candidates)
    return translated(": {reason}", reason=reason) if reason else ""


def _ruled_out_text(every: Sequence[Blocked], candidates: Candidates) -> str:
    """``the 3s in r2c5 and r7c2 rule out the other empty cells``, or most of them, or which."""
    which = "all"
    if any(each.removed for each in every):
        which = "most" if len(every) > 1 else "named"
    return counted(
        *_RULED_OUT[which],
        sum(len(each.blockers) for each in every),
        blockers=phrases(_blockers_text(each, candidates) for each in every if each.blockers),
        cells=cells_text({cell for each in every for cell in each.ruled_out}, candidates.board),
    )


def _blockers_text(found: Blocked, candidates: Candidates) -> str:
    """``the 3 in r2c5``, ``the 3s in r2c5 and r7c2``."""
    board = candidates.board
    cells, digit = cells_text(found.blockers, board), board.symbols[found.digit]
    return counted(*_BLOCKER, len(found.blockers), digit=digit, cells=cells)


def seen_digits(
    candidates: Candidates, cell: int, digit: int
) -> tuple[tuple[Candidate, ...], tuple[tuple[str, tuple[int, ...]], ...], tuple[int, ...]]:
    """The digits that a cell sees, where, and the digits that were removed before.

    First the filled cells, as candidates; then each house or cell in words with the digits that
    it explains; then the other digits. Houses with many digits come first.
    """
    board = candidates.board
    missing = [other for other in range(1, board.size + 1) if other != digit]
    holders, where = list[Candidate](), list[tuple[str, tuple[int, ...]]]()
    left = set(missing)
    houses = list(board.houses_of[cell])
    while houses:
        held = {house: _held(candidates, house, left) for house in houses}
        best = max(houses, key=lambda house: (len(held[house]), -house))
        houses.remove(best)
        if held[best]:
            holders += held[best]
            found = tuple(sorted(each for _, each in held[best]))
            where.append((houses_text([best], board), found))
            left -= set(found)
    for peer in board.peers[cell]:
        if candidates.cells[peer] in left:
            holders.append((peer, candidates.cells[peer]))
            where.append((board.cell_name(peer), (candidates.cells[peer],)))
            left.discard(candidates.cells[peer])
    return tuple(holders), tuple(where), tuple(sorted(left))


def _held(candidates: Candidates, house: int, digits: set[int]) -> list[Candidate]:
    cells = candidates.board.houses[house].cells
    return [(cell, candidates.cells[cell]) for cell in cells if candidates.cells[cell] in digits]


def seen_text(candidates: Candidates, cell: int, digit: int) -> str:
    """``it sees 1, 3 and 8 in row 5, and 2 in column 5; earlier steps removed 4``."""
    _, where, removed = seen_digits(candidates, cell, digit)
    board, seen = candidates.board, ""
    if where:
        *most, last = (
            translated("{digits} in {cells}", digits=digits_text(digits, board), cells=place)
            for place, digits in where
        )
        if most:
            last = translated("{most}, and {last}", most=separated(most), last=last)
        seen = translated("it sees {digits}", digits=last)
    if not removed:
        return seen
    gone = translated("earlier steps removed {gone}", gone=digits_text(removed, board))
    return translated("{reason}; {other}", reason=seen, other=gone) if seen else gone
