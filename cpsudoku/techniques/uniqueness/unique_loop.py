"""Unique Loop: six or more cells that two digits could fill in two ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, each, once
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    cells_text,
    digits_text,
    houses_text,
    only_in,
    remove_text,
    sentences,
)
from cpsudoku.techniques.table import TABLE
from cpsudoku.techniques.uniqueness.rectangles import deadly_text, one_of_these


class LoopType(Detail, Enum):
    """The type of a loop, as of unique rectangles; of type 3 with a naked or a hidden set."""

    ONE = "1"
    TWO = "2"
    THREE_NAKED = "3 naked"
    THREE_HIDDEN = "3 hidden"
    FOUR = "4"


Found = tuple[LoopType, int, tuple[Candidate, ...], tuple[int, ...], tuple[Role, ...]]


@dataclass(frozen=True)
class UniqueLoop:
    """A loop of cells with the same two candidates, two in each house it visits.

    The types are those of unique rectangles. Type 1: one cell has extra candidates. Type 2: all
    extra candidates are the same digit. Type 3: those of two cells form a naked or a hidden set
    with other cells. Type 4: one of the two digits has no other place in a house of these cells.
    """

    name: str = "unique-loop"
    title: str = "Unique Loop"
    definition: str = (
        "Two digits could fill a loop of six or more cells, two in each house, in two ways: a cell "
        "with extra candidates must prevent this."
    )
    assumes_unique: bool = True
    any_houses: bool = False
    shortest: int = 6

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The lowest rating first, then by type, digits and cells."""
        found = [
            (rating + harder, type, digits, loop, gone, houses, roles)
            for digits, loop in _loops(candidates, self.shortest)
            for rating in (_rating(len(loop)),)
            for type, harder, gone, houses, roles in _types(candidates, digits, loop)
            if gone
        ]
        found.sort(key=lambda each: (each[0], each[1].value))
        for rating, type, digits, loop, gone, houses, roles in found:
            cells = sum(1 << cell for cell in loop)
            more = candidates.among(cells, ~digits)
            pattern = Role("pattern", candidates.among(cells, digits))
            all_roles = (pattern, Role("fin", more), *roles)
            yield Step(self.name, (), gone, digits_of(digits), all_roles, houses, (), rating, type)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Why the loop can't hold the two digits alone, and what follows."""
        type = step.detail
        assert isinstance(type, LoopType)
        gone = remove_text(step.eliminations, candidates.board)
        return sentences(deadly_text(step, candidates), _middle(type, step, candidates), gone)


def _middle(type: LoopType, step: Step, candidates: Candidates) -> str:
    """What the extra candidates of the loop mean."""
    board = candidates.puzzle.board
    rich = cells_text((cell for cell, _ in step.roles[1].candidates), board)
    more = any_digit_text((digit for _, digit in step.roles[1].candidates), board)
    if type == LoopType.ONE:
        text = marked("Only {cells} can hold another digit, so it is {digits}.")
        return translated(text, cells=rich, digits=more)
    if type == LoopType.TWO:
        return translated(
            "Only {cells} can hold another digit, {digits}, so one of these cells is {digits}, and "
            "no cell that sees them all can be {digits}.",
            cells=rich,
            digits=more,
        )
    house = houses_text(step.houses, candidates.board)
    if type == LoopType.FOUR:
        gone = {digit for _, digit in step.eliminations}
        kept = {*step.digits} - gone
        return translated(
            "{only_in}, so one of these cells is {digit}. If the other were {gone}, the loop would "
            "hold only these two digits.",
            only_in=only_in(kept, step.houses, candidates.board, rich),
            digit=digits_text(kept, board),
            gone=digits_text(gone, board),
        )
    others = cells_text((cell for cell, _ in step.roles[-1].candidates), board)
    either = one_of_these(rich, more)
    if type == LoopType.THREE_NAKED:
        digits = {digit for role in step.roles[1:] for _, digit in role.candidates}
        so = translated(
            "That cell and {others} form a naked set of {digits} in {house}.",
            others=others,
            digits=digits_text(digits, board),
            house=house,
        )
        return sentences(either, so)
    so = translated(
        "The other one and {others} are then the only cells left for {digits} in {house}, so they "
        "hold nothing else.",
        others=others,
        digits=digits_text(_hidden_digits(step, candidates), board),
        house=house,
    )
    return sentences(either, so)


def _hidden_digits(step: Step, candidates: Candidates) -> list[int]:
    """The digits of a hidden set: those of the loop, and others without a place outside it."""
    places = candidates.house_places[step.houses[0]]
    more = {digit for _, digit in step.roles[1].candidates}
    cells = sum(1 << at for at in {at for role in step.roles[1:] for at, _ in role.candidates})
    return [d for d, at in enumerate(places, 1) if at and not at & ~cells and d not in more]


def _rating(size: int) -> int:
    """The rating of a loop of so many cells, of its easiest types."""
    if size == 4:
        return TABLE["unique-rectangle-1"].rating
    return TABLE["unique-loop"].rating + {6: 0, 8: 1}.get(size, 4)


def _loops(candidates: Candidates, shortest: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each loop of six or more cells, once: its digits and cells, from the first with only two."""
    marks = candidates.marks
    for digits in dict.fromkeys(marks[cell] for cell in bits(candidates.bivalue)):
        low, high = digits_of(digits)
        both = candidates.places[low - 1] & candidates.places[high - 1]
        if both.bit_count() < shortest:
            continue
        both = _linked(candidates, both)
        if not _is_enough(candidates, both, digits, shortest):
            continue
        seen: set[int] = set()
        for start in bits(both & candidates.bivalue):
            for loop in _from(candidates, start, both, digits, shortest):
                cells = sum(1 << cell for cell in loop)
                if cells not in seen:
                    seen.add(cells)
                    yield digits, loop
            both &= ~(1 << start)


def _linked(candidates: Candidates, cells: int) -> int:
    """Those of the cells with a partner in every house of theirs; the others are in no loop."""
    board = candidates.board
    while True:
        alone = 0
        for house in board.house_cells:
            inside = cells & house
            if inside and not inside & (inside - 1):
                alone |= inside
        if not alone:
            return cells
        cells &= ~alone


def _is_enough(candidates: Candidates, cells: int, digits: int, shortest: int) -> bool:
    """Whether they could make a loop: all but two have only the digits, or one more in common."""
    if cells.bit_count() < shortest:
        return False
    kinds = Counter(candidates.marks[cell] & ~digits for cell in bits(cells))
    bare = kinds.pop(0, 0)
    same = max((count for more, count in kinds.items() if not more & (more - 1)), default=0)
    return bare >= shortest - 2 or bare + same >= shortest


def _from(
    candidates: Candidates, start: int, cells: int, digits: int, shortest: int
) -> Iterator[tuple[int, ...]]:
    """The loops through a cell. Each house it visits holds two cells, of either parity."""
    board, marks = candidates.board, candidates.marks
    houses = once(
        board.tables,
        "houses of cells",
        lambda: [sum(1 << house for house in of) for of in board.houses_of],
    )
    # path, its cells, the houses of its even and odd cells, the rich cells, the extra candidates
    first: tuple[int, ...] = (start,)
    stack = [(first, 1 << start, houses[start], 0, 0, 0)]
    while stack:
        path, on_path, even, odd, rich, more = stack.pop()
        if len(path) >= shortest and even == odd and board.peer_cells[start] >> path[-1] & 1:
            yield path
        is_odd = len(path) % 2
        visited = odd if is_odd else even
        for cell in bits(cells & board.peer_cells[path[-1]] & ~on_path):
            extra = marks[cell] & ~digits
            now_rich, now_more = rich + bool(extra), more | extra
            if houses[cell] & visited or (now_rich > 2 and now_more & (now_more - 1)):
                continue
            after = (even, odd | houses[cell]) if is_odd else (even | houses[cell], odd)
            stack.append(((*path, cell), on_path | 1 << cell, *after, now_rich, now_more))


def _types(candidates: Candidates, digits: int, loop: tuple[int, ...]) -> Iterator[Found]:
    marks, board = candidates.marks, candidates.board
    rich = [cell for cell in loop if marks[cell] & ~digits]
    cells, more = sum(1 << cell for cell in rich), 0
    for cell in rich:
        more |= marks[cell] & ~digits
    if len(rich) == 1:
        yield LoopType.ONE, 0, candidates.among(cells, digits), (), ()
    elif rich and more.bit_count() == 1:
        digit = more.bit_length()
        gone = candidates.places[digit - 1] & board.seen_by_all(cells)
        yield LoopType.TWO, 0, each(gone, digit), (), ()
    if len(rich) == 2:
        for house in board.common_houses(cells):
            if more.bit_count() > 1:
                yield from _naked(candidates, cells, more, house)
                yield from _hidden(candidates, rich, digits, more, house)
        yield from _type_4(candidates, cells, digits)


def _naked(candidates: Candidates, rich: int, more: int, house: int) -> Iterator[Found]:
    """Other cells of the house with which one of the two forms a naked set."""
    marks, board = candidates.marks, candidates.board
    first, second = bits(rich)
    shared = more & marks[first] & marks[second]
    others = list(bits(candidates.empty & board.house_cells[house] & ~rich))
    for size in range(more.bit_count(), (len(others) + 2) // 2 + 1):
        for chosen in combinations(others, size - 1):
            digits = shared
            for cell in chosen:
                digits |= marks[cell]
            if digits.bit_count() == size and not more & ~digits:
                cells = sum(1 << cell for cell in chosen)
                left = board.house_cells[house] & ~rich & ~cells
                role = Role("second", candidates.among(cells, digits))
                yield (
                    LoopType.THREE_NAKED,
                    size - 1,
                    candidates.among(left, digits),
                    (house,),
                    (role,),
                )


def _hidden(
    candidates: Candidates, rich: list[int], digits: int, more: int, house: int
) -> Iterator[Found]:
    """Other digits of the house that need the same cells as the pair, except one rich cell."""
    board, places = candidates.board, candidates.house_places[house]
    empty = (candidates.empty & board.house_cells[house]).bit_count()
    pair, both = digits_of(digits), sum(1 << cell for cell in rich)
    others = [d for d, at in enumerate(places, 1) if at and not (digits | more) >> (d - 1) & 1]
    for size in range(more.bit_count(), (empty + 1) // 2):
        for chosen in combinations(others, size - 2):
            cells, wanted = 0, digits
            for digit in (*pair, *chosen):
                cells |= places[digit - 1]
                wanted |= 1 << (digit - 1)
            cells &= ~both
            if cells.bit_count() == size - 1:
                role = Role("second", candidates.among(cells, wanted))
                yield (
                    LoopType.THREE_HIDDEN,
                    size - 2,
                    candidates.among(cells, ~wanted),
                    (house,),
                    (role,),
                )


def _type_4(candidates: Candidates, rich: int, digits: int) -> Iterator[Found]:
    low, high = digits_of(digits)
    for digit, other in ((low, high), (high, low)):
        for house in candidates.board.common_houses(rich):
            if not candidates.house_places[house][digit - 1] & ~rich:
                yield LoopType.FOUR, 0, each(rich, other), (house,), ()
                break


UNIQUE_LOOP = UniqueLoop()
# The same for four cells. The unique rectangles follow HoDoKu, which has no hidden sets there.
RECTANGLE = UniqueLoop(shortest=4)
