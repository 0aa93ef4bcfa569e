"""Why an attempt is wrong: the digits that follow from it, up to a contradiction."""

from __future__ import annotations

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.step_words import candidates_text, dead_end_text, listed, sentences
from cpsudoku.techniques.walk import step_of

MOST_DIGITS = 6  # digits that a person follows in the head
_WORDS = (
    marked("no digit would be possible in {cell}"),
    marked("{house} would have no place for {digit}"),
)
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
        claim = translated(
            "{digit} can't be removed from {cell}: in the only solution, {cell} is {digit}.",
            digit=symbol,
            cell=name,
        )
        without = marked("Without this candidate, {reason}")
        return _with_reason(claim, without, candidates.without([at]))
    for peer in board.peers[cell]:
        if candidates.cells[peer] == digit:
            return translated(
                "{cell} can't be {digit}: it sees the {digit} in {other}.",
                cell=name,
                digit=symbol,
                other=board.cell_name(peer),
            )
    if not candidates.has(cell, digit):
        removed = marked("{cell} can't be {digit}: this candidate was removed before.")
        return translated(removed, cell=name, digit=symbol)
    claim = translated("{cell} is not {digit}.", cell=name, digit=symbol)
    return _with_reason(claim, marked("If it were, {reason}"), candidates.placed([at]))


def _with_reason(claim: str, words: str, candidates: Candidates) -> str:
    reason = _contradiction(candidates)
    return claim if reason is None else sentences(claim, translated(words, reason=reason))


def _contradiction(candidates: Candidates) -> str | None:
    """The digits that follow by singles until a cell or a house has no candidate left."""
    board = candidates.board
    said: list[str] = []
    while len(said) <= MOST_DIGITS:
        impossible = dead_end_text(candidates, *_WORDS)
        if impossible:
            if not said:
                return translated("{sentence}.", sentence=impossible)
            return translated(
                "{digits} would follow, and then {reason}.", digits=listed(said), reason=impossible
            )
        step = next((found for name in _SINGLES if (found := step_of(name, candidates))), None)
        if step is None:
            return None
        ((cell, digit),) = step.placements
        said.append(candidates_text([(cell, digit)], board))
        candidates = step.apply(candidates)
    return None
