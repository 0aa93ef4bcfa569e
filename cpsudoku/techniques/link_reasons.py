"""Why a link of a chain holds, in a few words: by a cell, a house, a rule, or a locked set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.language import counted, paired, translated
from cpsudoku.techniques.base import Link
from cpsudoku.techniques.exclusions import cause
from cpsudoku.techniques.step_words import (
    by_cells_text,
    cells_text,
    digits_text,
    houses_text,
    joined,
    listed,
    shared_house,
)

MOST_RULES = 2  # rules that a reason names
_RULES = paired("{rules} rules out {candidates}", "{rules} rule out {candidates}")
_SEES = paired("{cells} sees the {digits} of {others}", "{cells} see the {digits} of {others}")
_SEES_IN = paired(
    "{cells} sees the {digits} of {others} in {house}",
    "{cells} see the {digits} of {others} in {house}",
)


def reason_of(link: Link, candidates: Candidates) -> str:
    """Why the second end of a link is true if the first is false, or false if it is true."""
    return _gain(link, candidates) if link.strong else _loss(link, candidates)


def _gain(link: Link, candidates: Candidates) -> str:
    """Which cell, house, rule or set has nothing else left."""
    board, (first, second) = candidates.board, (link.first, link.second)
    cells, digits = _cells(first) | _cells(second), {digit for _, digit in (*first, *second)}
    if not cells & (cells - 1):
        name = board.cell_name(second[0][0])
        return translated("no other candidate is left in {cell}", cell=name)
    if len(digits) == 1:
        symbol, where = board.symbols[second[0][1]], only_home(link, candidates)
        if not where:
            return translated("no other place for {digit} is left", digit=symbol)
        return translated(
            "no other place for {digit} is left in {house}", digit=symbol, house=where
        )
    gone, kept = (_digits(end, board) for end in (first, second))
    return translated(
        "without {gone}, the set has as many digits as cells, so it holds {digits}",
        gone=gone,
        digits=kept,
    )


def only_home(link: Link, candidates: Candidates) -> str:
    """The house or the rule in which a strong link of one digit has all places of the digit."""
    board, digit = candidates.board, link.second[0][1]
    cells, places = _cells(link.first) | _cells(link.second), candidates.places[digit - 1]
    for house in board.common_houses(cells):
        if not places & board.house_cells[house] & ~cells:
            return houses_text([house], board)
    for _, rule in candidates.puzzle.cell_rules:
        inside = sum(1 << cell for cell in set(rule.cells))
        if not cells & ~inside and not places & inside & ~cells:
            return rule.named
    return ""


@dataclass(frozen=True)
class Loss:
    """Why candidates are false if one is true: its own cell, cells that see it, and rules."""

    own: tuple[Candidate, ...]
    seen: tuple[Candidate, ...]
    ruled: tuple[Candidate, ...]
    rules: tuple[str, ...]

    @property
    def rules_text(self) -> str:
        """``the black dot between r1c1 and r1c2``, ``the sign r1c1 > r1c2 and other rules``."""
        more = [translated("other rules")] if len(self.rules) > MOST_RULES else []
        return listed([*self.rules[:MOST_RULES], *more])


def loss_of(link: Link, candidates: Candidates) -> Loss:
    """What the first end of a weak link rules out, by the kinds of reasons."""
    own, seen, ruled, rules = (
        list[Candidate](),
        list[Candidate](),
        list[Candidate](),
        dict[str, None](),
    )
    for at in link.second:
        if any(cell == at[0] for cell, _ in link.first):
            own.append(at)
            continue
        title = next((why for one in link.first if (why := cause(candidates, one, at))), "")
        (ruled if title else seen).append(at)
        rules |= {title: None} if title else {}
    return Loss(tuple(own), tuple(seen), tuple(ruled), tuple(rules))


def _loss(link: Link, candidates: Candidates) -> str:
    """Which cell, house or rules exclude the second end if the first is true."""
    board, first, found = candidates.board, link.first, loss_of(link, candidates)
    parts = []
    if found.own:
        name = board.cell_name(found.own[0][0])
        parts.append(translated("{cell} is {digit}", cell=name, digit=_digits(first, board)))
    if found.seen:
        parts.append(_seen(first, found.seen, board))
    if found.ruled:
        out, rules = by_cells_text(found.ruled, board), found.rules_text
        parts.append(counted(*_RULES, len(found.rules), rules=rules, candidates=out))
    return joined(parts)


def _digits(candidates: Sequence[Candidate], board: Board) -> str:
    return digits_text((digit for _, digit in candidates), board)


def _seen(first: Sequence[Candidate], second: Sequence[Candidate], board: Board) -> str:
    """``r5c2 sees the 3 of r1c2 in column 2``."""
    at, of = (cells_text((cell for cell, _ in end), board) for end in (second, first))
    house = shared_house(_cells(first) | _cells(second), board)
    return counted(
        *(_SEES_IN if house else _SEES),
        len({cell for cell, _ in second}),
        cells=at,
        digits=_digits(first, board),
        others=of,
        house=house,
    )


def _cells(candidates: Sequence[Candidate]) -> int:
    return sum(1 << cell for cell in {cell for cell, _ in candidates})
