"""3D Medusa: two colours along the strong links of several digits, in cells and in houses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import chain

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, each, once
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.techniques.base import Detail, General, Link, Role, Step
from cpsudoku.techniques.chains.simple_colors import color_pairs, seen_by_any
from cpsudoku.techniques.link_reasons import reason_of
from cpsudoku.techniques.step_words import (
    candidates_text,
    cells_text,
    digits_text,
    houses_text,
    remove_text,
    sentences,
)


class Shows(Enum):
    """What two colours show: the first four make a colour false, the others remove candidates."""

    TWICE_IN_CELL = "twice in a cell"
    TWICE_IN_HOUSE = "twice in a house"
    EMPTY_CELL = "empty cell"
    NO_PLACE = "no place in a house"
    BOTH_IN_CELL = "both in a cell"
    SEES_BOTH = "sees both"
    CELL_AND_HOUSE = "cell and house"


COLORS = (marked("first"), marked("second"))
_CONTRADICTIONS = {
    Shows.TWICE_IN_CELL: marked(
        "In {cells}, {digits} have the {color} colour, but only one of them can be true"
    ),
    Shows.EMPTY_CELL: marked(
        "If all of the {color} colour were true, {cells} would have no candidate left"
    ),
    Shows.NO_PLACE: marked(
        "If all of the {color} colour were true, {house} would have no place left for {digits}"
    ),
}
FEW = 4  # candidates of a colour, or removed ones, that an explanation lists


@dataclass(frozen=True)
class FalseColour(Detail):
    """A false colour: ``turn`` is 0 or 1. ``where`` are the candidates that show it.

    ``house`` is where they are, if they show it in a house.
    """

    shows: Shows
    turn: int
    where: tuple[Candidate, ...]
    house: int = -1


@dataclass(frozen=True)
class Trap(Detail):
    """Candidates that neither colour leaves."""

    shows: Shows


@dataclass(frozen=True)
class Net:
    """The two colours of a net of strong links: if one is false the other is true.

    Sets of candidates are ints: bit ``(digit - 1) * cells + cell``.
    """

    candidates: Candidates
    colors: tuple[int, int]

    @cached_property
    def in_cells(self) -> tuple[int, int]:
        """For each colour the other candidates of its cells."""
        first, second = (_in_cells(self.candidates, color) for color in self.colors)
        return first, second

    @cached_property
    def in_houses(self) -> tuple[int, int]:
        """For each colour the candidates that see one of the same digit."""
        first, second = (_in_houses(self.candidates, color) for color in self.colors)
        return first, second

    def off(self, turn: int) -> int:
        """All candidates that are false if a colour is true."""
        return self.in_cells[turn] | self.in_houses[turn] | self.colors[1 - turn]


def nets(candidates: Candidates) -> Iterator[Net]:
    """Each net of strong links that has more than one digit, by its first candidate."""
    joined, done, area = _strong_links(candidates), 0, len(candidates.board)
    for start in sorted(joined):
        if not done >> start & 1:
            colors = _colored(start, joined)
            both = colors[0] | colors[1]
            done |= both
            if (both.bit_length() - 1) // area != start // area:
                yield Net(candidates, colors)


def _strong_links(candidates: Candidates) -> dict[int, int]:
    """For each candidate of a strong link the other ends of its strong links."""
    area, joined = len(candidates.board), dict[int, int]()

    def join(one: int, other: int) -> None:
        joined[one] = joined.get(one, 0) | 1 << other
        joined[other] = joined.get(other, 0) | 1 << one

    for cell in bits(candidates.bivalue):
        low, high = digits_of(candidates.marks[cell])
        join((low - 1) * area + cell, (high - 1) * area + cell)
    for digit, pairs in enumerate(candidates.pairs):
        for _, cells in pairs:
            first, second = bits(cells)
            join(digit * area + first, digit * area + second)
    return joined


def _colored(start: int, joined: dict[int, int]) -> tuple[int, int]:
    colors, new, turn = [1 << start, 0], 1 << start, 0
    while new:
        turn = 1 - turn
        reached = 0
        for node in bits(new):
            reached |= joined[node]
        new = reached & ~colors[turn]
        colors[turn] |= new
    return colors[0], colors[1]


def _in_cells(candidates: Candidates, color: int) -> int:
    area, found = len(candidates.board), 0
    for node in bits(color):
        digit, cell = divmod(node, area)
        for other in digits_of(candidates.marks[cell] & ~(1 << digit)):
            found |= 1 << (other - 1) * area + cell
    return found


def _in_houses(candidates: Candidates, color: int) -> int:
    board, places, found = candidates.board, candidates.places, 0
    for node in bits(color):
        digit, cell = divmod(node, len(board))
        found |= (places[digit] & board.peer_cells[cell]) << digit * len(board)
    return found


@dataclass(frozen=True)
class Medusa(General):
    """Two colours along the strong links of several digits."""

    name: str = "medusa"
    title: str = "3D Medusa"
    definition: str = (
        "Strong links in cells and houses give candidates of several digits two colours, one of "
        "which is true: a colour that contradicts itself or empties a cell or a house is false, "
        "and a candidate that both colours rule out can be removed."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By net: false colours, then what both colours rule out."""
        for net in nets(candidates):
            wrong = list(_contradictions(net))
            for detail in wrong:
                yield self._step(net, net.colors[detail.turn], detail)
            if not wrong:
                for shows, gone in _traps(net):
                    if gone:
                        yield self._step(net, gone, Trap(shows))

    def _step(self, net: Net, gone: int, detail: Detail) -> Step:
        area = len(net.candidates.board)
        shown = [_as_candidates(color, area) for color in net.colors]
        return Step(
            self.name,
            eliminations=_as_candidates(gone, area),
            digits=tuple(sorted({digit for color in shown for _, digit in color})),
            roles=tuple(Role(name, color) for name, color in zip(COLORS, shown, strict=True)),
            houses=_shown_houses(detail),
            detail=detail,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two colours, and the contradiction or the two cases of what is removed."""
        board, detail = candidates.board, step.detail
        first, second = (_color_text(role.candidates, board) for role in step.roles)
        either = translated(
            "Strong links connect {first} (first colour) with {second} (second colour). Either all "
            "candidates of the first colour are true, or all of the second.",
            first=first,
            second=second,
        )
        if isinstance(detail, FalseColour):
            so = translated(
                "{why}, so the {color} colour is false: remove all of its candidates.",
                why=_contradiction_text(detail, board),
                color=translated(COLORS[detail.turn]),
            )
            return sentences(either, so)
        gone = remove_text(step.eliminations, board)
        return sentences(either, _cases_text(step, candidates), gone)


def _as_candidates(nodes: int, area: int) -> tuple[Candidate, ...]:
    """A set of candidates, by cell."""
    return tuple(sorted((node % area, node // area + 1) for node in bits(nodes)))


def _shown_houses(detail: Detail) -> tuple[int, ...]:
    """The house that a picture shades."""
    if isinstance(detail, FalseColour) and detail.house >= 0:
        return (detail.house,)
    return ()


def _contradictions(net: Net) -> Iterator[FalseColour]:
    """The first reason for which a colour is false, for each colour."""
    for turn in (0, 1):
        for search in (_twice_in_cell, _twice_in_house, _empty_cell, _no_place):
            found = next(search(net, turn), None)
            if found:
                yield found
                break


def _twice_in_cell(net: Net, turn: int) -> Iterator[FalseColour]:
    area = len(net.candidates.board)
    nodes = _as_candidates(net.colors[turn] & net.in_cells[turn], area)
    for cell in dict.fromkeys(cell for cell, _ in nodes):
        where = tuple(at for at in nodes if at[0] == cell)
        yield FalseColour(Shows.TWICE_IN_CELL, turn, where)


def _twice_in_house(net: Net, turn: int) -> Iterator[FalseColour]:
    board = net.candidates.board
    nodes = _as_candidates(net.colors[turn] & net.in_houses[turn], len(board))
    for house in range(len(board.houses)):
        for digit in sorted({digit for _, digit in nodes}):
            inside = board.house_cells[house]
            where = tuple(at for at in nodes if at[1] == digit and inside >> at[0] & 1)
            if len(where) > 1:
                yield FalseColour(Shows.TWICE_IN_HOUSE, turn, where, house)
    # Cells may see each other outside houses, by a rule.
    for cell, digit in nodes:
        where = tuple(at for at in nodes if at[1] == digit and board.peer_cells[cell] >> at[0] & 1)
        if where:
            yield FalseColour(Shows.TWICE_IN_HOUSE, turn, ((cell, digit), *where[:1]))


def _empty_cell(net: Net, turn: int) -> Iterator[FalseColour]:
    candidates, kept = net.candidates, 0
    for places in _left(net, turn):
        kept |= places
    for cell in bits(candidates.empty & ~kept):
        where = tuple((cell, digit) for digit in digits_of(candidates.marks[cell]))
        yield FalseColour(Shows.EMPTY_CELL, turn, where)


def _no_place(net: Net, turn: int) -> Iterator[FalseColour]:
    houses = net.candidates.board.house_cells
    both = zip(net.candidates.places, _left(net, turn), strict=True)
    for digit, (places, left) in enumerate(both, 1):
        if places != left:
            for house, cells in enumerate(houses):
                if places & cells and not left & cells:
                    where = each(places & cells, digit)
                    yield FalseColour(Shows.NO_PLACE, turn, where, house)


def _left(net: Net, turn: int) -> list[int]:
    """For each digit its places if a colour is true."""
    off, area = net.off(turn), len(net.candidates.board)
    return [at & ~(off >> digit * area) for digit, at in enumerate(net.candidates.places)]


def _traps(net: Net) -> Iterator[tuple[Shows, int]]:
    """What both colours rule out, by the simplest reason."""
    (one, other), (near, far) = net.in_cells, net.in_houses
    in_cell, in_house = one & other, near & far
    yield Shows.BOTH_IN_CELL, in_cell
    if in_house & ~in_cell:
        yield Shows.SEES_BOTH, in_house & ~in_cell & ~_simple_traps(net.candidates)
    yield Shows.CELL_AND_HOUSE, (one & far | other & near) & ~in_cell & ~in_house


def _simple_traps(candidates: Candidates) -> int:
    """What sees both colours of a net of one digit: Simple Colors explains it better."""

    def work() -> int:
        board, found = candidates.board, 0
        for digit, places in enumerate(candidates.places):
            for first, second in color_pairs(board, places):
                seen = places & seen_by_any(board, first) & seen_by_any(board, second)
                found |= seen << digit * len(board)
        return found

    return once(candidates.memo, "simple traps", work)


def _contradiction_text(found: FalseColour, board: Board) -> str:
    if found.shows in _CONTRADICTIONS:
        text = _CONTRADICTIONS[found.shows]
    elif found.house >= 0:
        text = marked("The {color} colour has {digits} in {cells}, which see each other in {house}")
    else:
        text = marked("The {color} colour has {digits} in {cells}, which see each other")
    return translated(
        text,
        color=translated(COLORS[found.turn]),
        cells=cells_text((cell for cell, _ in found.where), board),
        digits=digits_text((digit for _, digit in found.where), board),
        house=houses_text([found.house], board) if found.house >= 0 else "",
    )


def _color_text(color: Sequence[Candidate], board: Board) -> str:
    """The candidates of a colour, or their number if there are many."""
    if len(color) <= FEW:
        return candidates_text(color, board)
    return counted("{count} candidate", "{count} candidates", len(color))


def _cases_text(step: Step, candidates: Candidates) -> str:
    """What each colour means for each candidate that is removed, or for the first ones."""
    told = dict[str, None]()
    for gone in step.eliminations:
        first, second = (_loss_of(role, gone, candidates) for role in step.roles[:2])
        case = translated(
            "If the first colour is true, {first}; if the second colour is true, {second}.",
            first=first,
            second=second,
        )
        told[case] = None
    more = translated("The others follow likewise.") if len(told) > FEW else ""
    return sentences(*list(told)[:FEW], more)


def _loss_of(color: Role, gone: Candidate, candidates: Candidates) -> str:
    """Why a true colour rules out a candidate: by another digit of its cell, or by its digit."""
    cell, digit = gone
    peers = candidates.board.peer_cells[cell]
    own = (at for at in color.candidates if at[0] == cell)
    seen = (at for at in color.candidates if at[1] == digit and peers >> at[0] & 1)
    cause = next(chain(own, seen))
    return reason_of(Link((cause,), (gone,), False), candidates)


MEDUSA = Medusa()
