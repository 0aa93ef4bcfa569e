"""Why an attempt is wrong: the digits that follow from it, up to a contradiction."""

from __future__ import annotations

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.plural import listed
from cpsudoku.techniques.step_words import dead_end_text
from cpsudoku.techniques.walk import step_of

MOST_DIGITS = 6  # digits that a person follows in the head
_WORDS = ("no digit would be possible in {cell}", "{house} would have no place for {digit}")
_SINGLES = ("full-house", "naked-single", "hidden-single")


def why_not(candidates: Candidates, at: Candidate, placed: bool) -> str:
    """Why a digit can't be placed, or a candidate can't be removed.

    The reason is a peer that holds the digit, a contradiction a few singles away, or else the
    solution.
    """
    cell, digit = at
    board = candidates.board
    name, symbol = board.cell_name(cell), board.symbols[digit]
    if not placed:
        claim = f"{symbol} can't be removed from {name}: in the only solution, {name} is {symbol}."
        return _with_reason(claim, "Without this candidate, {}", candidates.without([at]))
    for peer in board.peers[cell]:
        if candidates.cells[peer] == digit:
            return f"{name} can't be {symbol}: it sees the {symbol} in {board.cell_name(peer)}."
    if not candidates.has(cell, digit):
        return f"{name} can't be {symbol}: this candidate was removed before."
    return _with_reason(f"{name} is not {symbol}.", "If it were, {}", candidates.placed([at]))


def _with_reason(claim: str, words: str, candidates: Candidates) -> str:
    reason = _contradiction(candidates)
    return claim if reason is None else f"{claim} {words.format(reason)}"


def _contradiction(candidates: Candidates) -> str | None:
    """The digits that follow by singles until a cell or a house has no candidate left."""
    board = candidates.board
    said: list[str] = []
    while len(said) <= MOST_DIGITS:
        impossible = dead_end_text(candidates, *_WORDS)
        if impossible:
            if not said:
                return f"{impossible}."
            return f"{listed(said)} would follow, and then {impossible}."
        step = next((found for name in _SINGLES if (found := step_of(name, candidates))), None)
        if step is None:
            return None
        ((cell, digit),) = step.placements
        said.append(f"{board.symbols[digit]} in {board.cell_name(cell)}")
        candidates = step.apply(candidates)
    return None
