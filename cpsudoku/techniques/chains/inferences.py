"""What follows from facts in a grid, one reason at a time, up to a contradiction.

``refutation`` shows that a candidate is false: it is assumed, and each inference has its causes. It
is how a nested chain is found again, because the compiled search does not keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.core.house_words import house_name
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.step_words import shared_house

Fact = tuple[int, int, bool]  # cell, digit, and whether it is there
Group = tuple[Candidate, ...]  # the candidates of a cell, or of a digit in a house

ASSUMED = marked("assumed")


@dataclass(frozen=True)
class Inference:
    """A fact with its causes; without a fact it is a contradiction, and ``reason`` names it.

    ``nested`` are the inferences that refute the opposite of the fact, if it needs them. An
    assumption has no causes.
    """

    fact: Fact | None
    because: tuple[Fact, ...] = ()
    reason: str = ""
    nested: tuple[Inference, ...] = ()


def reason_for(fact: Fact, causes: Sequence[Fact], candidates: Candidates) -> str:
    """Why a fact follows from others at once; empty if it is not that simple."""
    cell, digit, true = fact
    board, symbol = candidates.board, candidates.board.symbols[digit]
    if true:
        others = {(c, d) for c, d, is_true in causes if not is_true}
        left = {(cell, d) for d in digits_of(candidates.marks[cell]) if d != digit}
        if left <= others:
            return translated("no other candidate is left in {cell}", cell=board.cell_name(cell))
        for house in board.houses_of[cell]:
            places = candidates.house_places[house][digit - 1] & ~(1 << cell)
            if {(place, digit) for place in bits(places)} <= others:
                where = house_name(board.houses[house].name)
                return translated(
                    "no other place for {digit} is left in {house}", digit=symbol, house=where
                )
        return ""
    for other, value, is_true in causes:
        if not is_true:
            continue
        if other == cell:
            name, held = board.cell_name(cell), board.symbols[value]
            return translated("{cell} is {digit}", cell=name, digit=held)
        if value == digit and board.peer_cells[cell] >> other & 1:
            where, name = shared_house(1 << cell | 1 << other, board), board.cell_name(other)
            text = marked("it sees the {digit} of {cell} in {house}")
            if not where:
                text = marked("it sees the {digit} of {cell}")
            return translated(text, digit=symbol, cell=name, house=where)
    return ""


def refutation(
    start: Candidate, gone: Iterable[Candidate], candidates: Candidates, most: int = 2
) -> tuple[Inference, ...]:
    """Inferences from a candidate to a contradiction, or to its opposite; empty if none is found.

    ``gone`` are candidates that the grid has lost. Where the inferences get stuck, other candidates
    are refuted first, each by inferences of its own; ``most`` is how deep these may be nested.
    """
    for depth in range(most + 1):
        found = _AssumedGrid(start, gone, candidates).refuted(depth)
        if found:
            return found
    return ()


class _AssumedGrid:
    """A grid with an assumption, and all that is known to follow, breadth first."""

    def __init__(self, start: Candidate, gone: Iterable[Candidate], candidates: Candidates) -> None:
        self.start, self.candidates, self.board = start, candidates, candidates.board
        self.false = {at for at in gone if candidates.has(*at)}
        self.true = set[Candidate]()
        self.known = dict[Fact, Inference]()
        self.queue = list[Fact]()
        self.done = 0

    def refuted(self, depth: int) -> tuple[Inference, ...]:
        """The inferences that the contradiction needs, oldest first; empty if there is none."""
        self._learn(Inference((*self.start, True), reason=translated(ASSUMED)))
        end = self._begin() or self._spread()
        while end is None and depth:
            before = len(self.known)
            end = self._with_lemmas(depth - 1)
            if len(self.known) == before:
                break
        return () if end is None else self._needed(end)

    def _learn(self, found: Inference) -> Inference | None:
        """Know one more fact; the contradiction, if it is one."""
        fact = found.fact
        if fact is None or fact in self.known:
            return found if fact is None else None
        cell, digit, true = fact
        if not true and (cell, digit) in self.false:
            return None
        if not true and (cell, digit) in self.true:
            return found if (cell, digit) == self.start else self._clash(found)
        self.known[fact] = found
        (self.true if true else self.false).add((cell, digit))
        self.queue.append(fact)
        return None

    def _clash(self, found: Inference) -> Inference:
        """Two digits in a cell, or a digit twice in a house: what a false digit is that is known.

        The fact has one cause, the true candidate that excludes it.
        """
        assert found.fact is not None
        cell, digit, _ = found.fact
        ((other, value, _),) = found.because
        name, symbol = self.board.cell_name(cell), self.board.symbols[digit]
        if other == cell:
            second = self.board.symbols[value]
            text = marked("{cell} would be {digit} and {other}")
            problem = translated(text, cell=name, digit=symbol, other=second)
        else:
            second = self.board.cell_name(other)
            house = shared_house(1 << cell | 1 << other, self.board)
            text = marked("{other} and {cell} would both be {digit} in {house}")
            if not house:
                text = marked("{other} and {cell} would both be {digit}, which see each other")
            problem = translated(text, cell=name, digit=symbol, other=second, house=house)
        return Inference(None, (*found.because, (cell, digit, True)), problem)

    def _begin(self) -> Inference | None:
        """What the grid makes true before anything is assumed."""
        groups = {group for at in self.false for group in self._groups(at)}
        return self._first(self._of_group(group) for group in sorted(groups))

    def _spread(self) -> Inference | None:
        """Follow every fact; the contradiction, if there is one."""
        while self.done < len(self.queue):
            fact = self.queue[self.done]
            self.done += 1
            found = self._excluded(fact) if fact[2] else map(self._of_group, self._groups(fact[:2]))
            end = self._first(found)
            if end is not None:
                return end
        return None

    def _first(self, found: Iterable[Inference | None]) -> Inference | None:
        """Know these; the first contradiction among them."""
        ends = (self._learn(each) for each in found if each is not None)
        return next((end for end in ends if end is not None), None)

    def _excluded(self, fact: Fact) -> Iterator[Inference]:
        """The candidates that a true one makes false."""
        cell, digit, _ = fact
        for other in digits_of(self.candidates.marks[cell]):
            if other != digit:
                yield Inference((cell, other, False), (fact,))
        for peer in bits(self.candidates.places[digit - 1] & self.board.peer_cells[cell]):
            yield Inference((peer, digit, False), (fact,))

    def _groups(self, at: Candidate) -> Iterator[Group]:
        """The candidates of its cell, and the places of its digit in each house."""
        cell, digit = at
        yield tuple((cell, each) for each in digits_of(self.candidates.marks[cell]))
        for house in self.board.houses_of[cell]:
            places = self.candidates.house_places[house][digit - 1]
            yield tuple((place, digit) for place in bits(places))

    def _of_group(self, group: Group) -> Inference | None:
        """The last candidate of a cell or a house is true; with none left there is no solution."""
        left = [at for at in group if at not in self.false]
        if len(left) > 1:
            return None
        gone = tuple((*at, False) for at in group if at not in left)
        if left:
            return Inference((*left[0], True), gone)
        return Inference(None, gone, self._emptied(group))

    def _emptied(self, group: Group) -> str:
        """``no candidate is left in r1c2``, ``no place for 3 is left in row 4``."""
        cells = {cell for cell, _ in group}
        if len(cells) == 1:
            name = self.board.cell_name(*cells)
            return translated("no candidate is left in {cell}", cell=name)
        symbol = self.board.symbols[group[0][1]]
        places = sum(1 << cell for cell in cells)
        house = next(
            house
            for house in self.board.common_houses(places)
            if self.candidates.house_places[house][group[0][1] - 1] == places
        )
        where = house_name(self.board.houses[house].name)
        return translated("no place for {digit} is left in {house}", digit=symbol, house=where)

    def _with_lemmas(self, depth: int) -> Inference | None:
        """Refute each candidate that is left; the contradiction that this leads to, if any."""
        marks = self.candidates.marks
        for cell in sorted(bits(self.candidates.empty), key=lambda at: marks[at].bit_count()):
            for digit in digits_of(marks[cell]):
                at = (cell, digit)
                if at in self.false or at in self.true:
                    continue
                inner = _AssumedGrid(at, self.false, self.candidates).refuted(depth)
                if inner:
                    self._learn(Inference((*at, False), _outside(inner), nested=inner))
                    end = self._spread()
                    if end is not None:
                        return end
        return None

    def _needed(self, end: Inference) -> tuple[Inference, ...]:
        """The end and all that it follows from, with the words of each reason."""
        wanted, left = set[Fact](), list(end.because)
        while left:
            fact = left.pop()
            if fact not in wanted and fact in self.known:
                wanted.add(fact)
                left += self.known[fact].because
        wanted.add((*self.start, True))
        chosen = [each for fact, each in self.known.items() if fact in wanted]
        return tuple(self._worded(each) for each in (*chosen, end))

    def _worded(self, found: Inference) -> Inference:
        if found.reason or found.fact is None:
            return found
        reason = "" if found.nested else reason_for(found.fact, found.because, self.candidates)
        return Inference(found.fact, found.because, reason, found.nested)


def _outside(inner: Sequence[Inference]) -> tuple[Fact, ...]:
    """The facts that inferences use and don't show."""
    shown = {each.fact for each in inner}
    causes = (cause for each in inner for cause in each.because if cause not in shown)
    return tuple(dict.fromkeys(causes))
