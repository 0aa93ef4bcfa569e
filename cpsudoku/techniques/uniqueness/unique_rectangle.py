"""Unique rectangles, types 1 to 6: what prevents two digits from filling four cells in two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    cells_text,
    digits_text,
    houses_text,
    only_in,
    remove_seeing,
    remove_text,
    sentences,
)
from cpsudoku.techniques.table import TABLE
from cpsudoku.techniques.uniqueness.rectangles import (
    Rectangle,
    deadly_text,
    naked_set_text,
    one_of_these,
    pair_of,
    rectangle_roles,
    rectangles,
)

Found = tuple[tuple[Candidate, ...], tuple[int, ...], tuple[Role, ...], int]


@dataclass(frozen=True)
class UniqueRectangle:
    """One type of unique rectangle.

    ``missing``: corners can lack one of the two digits if only logic has removed it there; such
    steps have no rating on the scale of Sudoku Explainer.
    """

    type: int
    definition: str
    search: Callable[[Candidates, Rectangle], Iterator[Found]]
    words: Callable[[Step, Candidates], str]
    missing: bool = True
    assumes_unique: bool = True
    any_houses: bool = False

    @property
    def name(self) -> str:
        """The name in TECHNIQUES."""
        return f"unique-rectangle-{self.type}"

    @property
    def title(self) -> str:
        """The name in sentences."""
        return f"Unique Rectangle Type {self.type}"

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the first cell with two candidates, then by the other corners."""
        for rectangle in rectangles(candidates, self.missing):
            for gone, houses, roles, harder in self.search(candidates, rectangle):
                if gone:
                    lowest = TABLE[self.name].rating
                    rating = lowest + harder if lowest and rectangle.full else 0
                    all_roles = (*rectangle_roles(candidates, rectangle), *roles)
                    yield Step(
                        self.name, (), gone, pair_of(rectangle), all_roles, houses, (), rating
                    )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Why the rectangle can't hold the two digits alone, and what follows."""
        return sentences(deadly_text(step, candidates), self.words(step, candidates))


def _type_1(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    if len(rectangle.rich) == 1:
        yield candidates.among(1 << rectangle.rich[0], rectangle.digits), (), (), 0


def _type_1_words(step: Step, candidates: Candidates) -> str:
    board = candidates.puzzle.board
    name = board.cell_name(step.eliminations[0][0])
    more = any_digit_text((digit for _, digit in step.roles[1].candidates), board)
    so = translated(
        "Only {cells} can hold another digit, so it is {digits}.", cells=name, digits=more
    )
    return sentences(so, remove_text(step.eliminations, board))


def _one_digit_more(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    if len(rectangle.rich) > 1 and rectangle.more.bit_count() == 1:
        digit = rectangle.more.bit_length()
        rich = sum(1 << cell for cell in rectangle.rich)
        gone = candidates.places[digit - 1] & candidates.board.seen_by_all(rich)
        yield each(gone, digit), (), (), 0


def _type_2(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    if len(rectangle.rich) == 2 and not rectangle.is_diagonal:
        yield from _one_digit_more(candidates, rectangle)


def _type_5(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    if len(rectangle.rich) == 3 or (len(rectangle.rich) == 2 and rectangle.is_diagonal):
        yield from _one_digit_more(candidates, rectangle)


def _more_words(step: Step, candidates: Candidates) -> str:
    board = candidates.puzzle.board
    rich = {cell for cell, _ in step.roles[1].candidates}
    digit = digits_text([step.eliminations[0][1]], board)
    seen = translated("both") if len(rich) == 2 else translated("all three")
    so = translated(
        "Only {cells} can hold another digit, {digit}, so one of these cells is {digit}.",
        cells=cells_text(rich, board),
        digit=digit,
    )
    return sentences(so, remove_seeing(step.eliminations, board, seen))


def _type_3(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    """N - 1 other cells that have only n candidates together with the extra ones of the corners."""
    if len(rectangle.rich) != 2 or rectangle.more.bit_count() < 2:
        return
    board, marks, taken = candidates.board, candidates.marks, rectangle.all_cells
    rich = sum(1 << cell for cell in rectangle.rich)
    for house in board.common_houses(rich):
        others = [
            cell
            for cell in bits(candidates.empty & board.house_cells[house] & ~taken)
            if not marks[cell] & rectangle.digits
        ]
        for cells, digits in _completed(marks, others, rectangle.more):
            every = rich | cells
            homes = board.common_houses(every)
            if house in board.regions and any(home in board.lines for home in homes):
                continue  # found in the line
            around = 0
            for home in homes:
                around |= board.house_cells[home]
            gone = candidates.among(around & ~every, digits)
            role = Role("second", candidates.among(cells, digits))
            losing = sum(1 << cell for cell in {cell for cell, _ in gone})
            named = tuple(home for home in homes if board.house_cells[home] & losing)
            yield gone, named or (house,), (role,), digits.bit_count() - 1


def _completed(marks: tuple[int, ...], cells: list[int], digits: int) -> Iterator[tuple[int, int]]:
    """Each choice of cells that together with these digits has one digit more than cells."""
    stack = [(0, 0, digits)]
    while stack:
        start, chosen, union = stack.pop()
        if chosen and union.bit_count() == chosen.bit_count() + 1:
            yield chosen, union
        stack += [
            (index + 1, chosen | 1 << cells[index], union | marks[cells[index]])
            for index in range(len(cells) - 1, start - 1, -1)
        ]


def _type_3_words(step: Step, candidates: Candidates) -> str:
    board = candidates.puzzle.board
    rich = cells_text((cell for cell, _ in step.roles[1].candidates), board)
    more = any_digit_text((digit for _, digit in step.roles[1].candidates), board)
    others = cells_text((cell for cell, _ in step.roles[2].candidates), board)
    used = digits_text((digit for role in step.roles[1:] for _, digit in role.candidates), board)
    houses = houses_text(step.houses, candidates.board)
    return sentences(
        one_of_these(rich, more),
        naked_set_text(others, used, houses),
        remove_text(step.eliminations, board),
    )


def _type_4(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    """One digit has no other place in a house of the two rich cells: the other is removed there."""
    if len(rectangle.rich) != 2 or rectangle.is_diagonal:
        return
    board, rich = candidates.board, sum(1 << cell for cell in rectangle.rich)
    around = board.seen_by_all(rich)
    for digit, other in _both_ways(rectangle):
        if not candidates.places[digit - 1] & around and candidates.places[digit - 1] & rich:
            house = board.common_houses(rich)[0]
            yield candidates.among(rich, 1 << (other - 1)), (house,), (), 0
            return


def _type_4_words(step: Step, candidates: Candidates) -> str:
    board = candidates.puzzle.board
    rich = cells_text((cell for cell, _ in step.roles[1].candidates), board)
    gone = step.eliminations[0][1]
    others = {digit for digit in step.digits if digit != gone}
    why = translated(
        "{only_in}, so one of these cells is {digit}. If the other were {gone}, all four cells "
        "would hold only these two digits.",
        only_in=only_in(others, step.houses, candidates.board, rich),
        digit=digits_text(others, board),
        gone=digits_text([gone], board),
    )
    return sentences(why, remove_text(step.eliminations, board))


def _type_6(candidates: Candidates, rectangle: Rectangle) -> Iterator[Found]:
    """A digit has no place in the rows and columns outside the rectangle."""
    if len(rectangle.rich) != 2 or not rectangle.is_diagonal:
        return
    board = candidates.board
    lines = tuple(sorted(h for cell in rectangle.rich for h in board.houses_of[cell][:2]))
    rich, around = sum(1 << cell for cell in rectangle.rich), 0
    for house in lines:
        around |= board.house_cells[house]
    for digit, _ in _both_ways(rectangle):
        if not candidates.places[digit - 1] & around & ~rectangle.all_cells:
            yield candidates.among(rich, 1 << (digit - 1)), lines, (), 0
            return


def _type_6_words(step: Step, candidates: Candidates) -> str:
    board = candidates.puzzle.board
    rich = cells_text((cell for cell, _ in step.roles[1].candidates), board)
    gone = step.eliminations[0][1]
    digit = digits_text([gone], board)
    four = cells_text({cell for cell, _ in step.roles[0].candidates}, board)
    why = translated(
        "{only_in}. If one of {cells} were {digit}, the other would be {digit}, too, and all four "
        "would hold only these two digits.",
        only_in=only_in(
            [gone], step.houses, candidates.board, translated("the four cells {cells}", cells=four)
        ),
        cells=rich,
        digit=digit,
    )
    return sentences(why, remove_text(step.eliminations, board))


def _both_ways(rectangle: Rectangle) -> tuple[tuple[int, int], tuple[int, int]]:
    low, high = digits_of(rectangle.digits)
    return (low, high), (high, low)


UNIQUE_RECTANGLE_1 = UniqueRectangle(
    1,
    "Three corners of a rectangle in two boxes have only the same two candidates: neither of these "
    "can be in the fourth corner.",
    _type_1,
    _type_1_words,
)
UNIQUE_RECTANGLE_2 = UniqueRectangle(
    2,
    "Two adjacent corners of a rectangle of two digits have the same extra candidate: it can be "
    "removed from the cells that see both.",
    _type_2,
    _more_words,
)
UNIQUE_RECTANGLE_3 = UniqueRectangle(
    3,
    "The extra candidates of two adjacent corners of a rectangle of two digits form a naked set "
    "with other cells of their house.",
    _type_3,
    _type_3_words,
)
UNIQUE_RECTANGLE_4 = UniqueRectangle(
    4,
    "In a house of two adjacent corners of a rectangle of two digits, one of the digits has no "
    "other place: the other digit can be removed from both corners.",
    _type_4,
    _type_4_words,
)
UNIQUE_RECTANGLE_5 = UniqueRectangle(
    5,
    "Two opposite corners, or three corners, of a rectangle of two digits have the same extra "
    "candidate: it can be removed from the cells that see them all.",
    _type_5,
    _more_words,
)
UNIQUE_RECTANGLE_6 = UniqueRectangle(
    6,
    "One digit of a rectangle of two digits has no other place in its rows and columns: it can be "
    "removed from the two opposite corners with extra candidates.",
    _type_6,
    _type_6_words,
)
