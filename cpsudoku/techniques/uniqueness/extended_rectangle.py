"""Extended Unique Rectangle: six cells of two lines that three digits could fill in two ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, combinations_with_replacement, product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, each, once
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.techniques.base import Detail, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    cells_text,
    digits_text,
    houses_text,
    only_in,
    removal_text,
    seeing_text,
    sentences,
)

LONG = 3  # cells of each of the two lines, and digits


class ExtendedType(Detail, Enum):
    """The type, as of unique rectangles."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"


Found = tuple[ExtendedType, tuple[Candidate, ...], tuple[int, ...], tuple[Role, ...]]


@dataclass(frozen=True)
class Six:
    """The cells of two lines, all and by line, as sets, and the pairs that could be exchanged."""

    cells: int
    lines: tuple[int, int]
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SixCells:
    """Six cells and three digits; ``rich`` are the cells with ``more``, which are other digits."""

    six: Six
    digits: int
    rich: int
    more: int


def sixes(board: Board) -> tuple[Six, ...]:
    """Every two lines of three cells that can be exchanged without a change to other houses."""
    return once(board.tables, "sixes", lambda: tuple(dict.fromkeys(_sixes(board))))


def _sixes(board: Board) -> Iterator[Six]:
    for lines in (board.rows, board.columns):
        for one, other in combinations(lines, 2):
            by_boxes: dict[tuple[int, int], list[tuple[int, int]]] = {}
            for pair in zip(board.houses[one].cells, board.houses[other].cells, strict=True):
                first, second = (board.houses_of[cell][2] for cell in pair)
                by_boxes.setdefault((first, second), []).append(pair)
            yield from _of_lines(by_boxes)


def _of_lines(by_boxes: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[Six]:
    """From two lines, whose pairs of cells are given by their boxes.

    Each pair is in a box of its own, or the cells of each line are in one box.
    """
    for (first, second), pairs in by_boxes.items():
        if first != second:
            yield from map(_six, combinations(pairs, LONG))
    same = [pairs for (first, second), pairs in by_boxes.items() if first == second]
    for three in combinations(same, LONG):
        yield from map(_six, product(*three))


def _six(pairs: Sequence[tuple[int, int]]) -> Six:
    lines = zip(*pairs, strict=True)
    first, second = (sum(1 << cell for cell in line) for line in lines)
    return Six(first | second, (first, second), tuple(pairs))


@dataclass(frozen=True)
class ExtendedRectangle:
    """Two lines of three cells, with three digits.

    Type 1: one cell has extra candidates. Type 2: all extra candidates are the same digit. Type 3:
    the cells with extra candidates form a naked set with other cells. Type 4: digits of the six
    cells have no place in a house but the cells with extra candidates, except one of these.
    """

    name: str = "extended-rectangle"
    title: str = "Extended Unique Rectangle"
    definition: str = (
        "Three digits could fill six cells of two lines in two ways, because the lines could be "
        "exchanged: a cell with extra candidates must prevent this."
    )
    assumes_unique: bool = True
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By type, then by cells and digits."""
        found = [
            (type.value, number, filled, type, gone, houses, roles)
            for number, filled in enumerate(_filled(candidates))
            for type, gone, houses, roles in _types(candidates, filled)
            if gone
        ]
        for _, _, filled, type, gone, houses, roles in sorted(found, key=lambda each: each[:2]):
            pattern = Role("pattern", candidates.among(filled.six.cells, filled.digits))
            fins = Role("fin", candidates.among(filled.rich, filled.more))
            digits, every = digits_of(filled.digits), (pattern, fins, *roles)
            yield Step(self.name, (), gone, digits, every, houses, detail=type)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Why the six cells can't hold the three digits alone, and what follows."""
        board = candidates.puzzle.board
        cells = cells_text({cell for cell, _ in step.roles[0].candidates}, board)
        digits = digits_text(step.digits, board)
        assert isinstance(step.detail, ExtendedType)
        start = translated(
            "If {cells} held only {digits}, these digits could be exchanged between {lines}, and "
            "there would be two solutions.",
            cells=cells,
            digits=digits,
            lines=_lines_text(step, board),
        )
        return sentences(start, _middle(step.detail, step, candidates))


def _lines_text(step: Step, board: Board) -> str:
    """``rows 1 and 2``, or ``columns 3 and 5``."""
    cells = {cell for cell, _ in step.roles[0].candidates}
    rows, columns = ({board.houses_of[cell][kind] for cell in cells} for kind in (0, 1))
    return houses_text(sorted(rows if len(rows) == 2 else columns), board)


def _middle(type: ExtendedType, step: Step, candidates: Candidates) -> str:
    """What the extra candidates mean."""
    board, fins = candidates.puzzle.board, step.roles[1].candidates
    rich = cells_text((cell for cell, _ in fins), board)
    more = any_digit_text((digit for _, digit in fins), board)
    gone = removal_text(step.eliminations, board)
    if type == ExtendedType.ONE:
        text = marked("Only {cells} can hold another digit, so it must: remove {gone}.")
        return translated(text, cells=rich, gone=gone)
    if type == ExtendedType.TWO:
        seen = seeing_text(step.eliminations, board, translated("all of them"))
        text = marked("So one of {cells} is {digits}: remove {gone}.")
        return translated(text, cells=rich, digits=more, gone=seen)
    house = houses_text(step.houses, candidates.board)
    if type == ExtendedType.THREE:
        others = cells_text((cell for cell, _ in step.roles[-1].candidates), board)
        return translated(
            "So one of {cells} is {digits}, and forms a naked set with {others} in {house}: remove "
            "{gone}.",
            cells=rich,
            digits=more,
            others=others,
            house=house,
            gone=gone,
        )
    cells = sum(1 << cell for cell in {cell for cell, _ in fins})
    kept = tuple(_kept_in(candidates, step.houses[0], cells, step.digits))
    return counted(
        "One of {cells} has an extra digit. {only_in}, so the other cell is {digits}: remove "
        "{gone}.",
        "One of {cells} has an extra digit. {only_in}, so the other cells are {digits}: remove "
        "{gone}.",
        cells.bit_count() - 1,
        cells=rich,
        only_in=only_in(kept, step.houses, candidates.board, rich),
        digits=digits_text(kept, board),
        gone=gone,
    )


def _filled(candidates: Candidates) -> Iterator[SixCells]:
    """Six empty cells with three digits that could fill them, if some cells had no others."""
    empty = candidates.empty
    few = sum(1 << at for at in bits(empty) if candidates.marks[at].bit_count() <= LONG)
    for six in sixes(candidates.board):
        if not six.cells & ~empty and _is_exchangeable(candidates.puzzle, six):
            for digits in _threes(candidates, six, few):
                filled = _with(candidates, six, digits)
                if filled.more and _can_hold(candidates, six, digits):
                    yield filled


def _is_exchangeable(puzzle: Puzzle, six: Six) -> bool:
    """Whether marks that a puzzle comes with are the same for the two cells of each pair."""
    given = puzzle.marks
    return given is None or all(given[one] == given[other] for one, other in six.pairs)


def _threes(candidates: Candidates, six: Six, few: int) -> Iterable[int]:
    """The sets of three digits that could leave few enough extra candidates."""
    marks, every = candidates.marks, 0
    for cell in bits(six.cells):
        every |= marks[cell]
    if every.bit_count() == LONG + 1:
        return [every & ~(1 << (digit - 1)) for digit in digits_of(every)]
    if (six.cells & few).bit_count() < LONG:
        return ()
    bare = {marks[cell] for cell in bits(six.cells & few)}
    unions = (one | other for one, other in combinations_with_replacement(sorted(bare), 2))
    return dict.fromkeys(digits for digits in unions if digits.bit_count() == LONG)


def _with(candidates: Candidates, six: Six, digits: int) -> SixCells:
    rich, more = 0, 0
    for cell in bits(six.cells):
        extra = candidates.marks[cell] & ~digits
        if extra:
            rich, more = rich | 1 << cell, more | extra
    return SixCells(six, digits, rich, more)


def _can_hold(candidates: Candidates, six: Six, digits: int) -> bool:
    """Whether each of the digits is a candidate in both lines."""
    places = candidates.places
    return all(places[digit - 1] & line for digit in digits_of(digits) for line in six.lines)


def _types(candidates: Candidates, filled: SixCells) -> Iterator[Found]:
    board, rich, count = candidates.board, filled.rich, filled.rich.bit_count()
    if count == 1:
        yield ExtendedType.ONE, candidates.among(rich, filled.digits), (), ()
        return
    if filled.more.bit_count() == 1:
        digit = filled.more.bit_length()
        gone = candidates.places[digit - 1] & board.seen_by_all(rich)
        yield ExtendedType.TWO, each(gone, digit), (), ()
    if count <= LONG:
        for house in board.common_houses(rich):
            if filled.more.bit_count() > 1:
                yield from _naked(candidates, filled, house)
            yield from _locked(candidates, filled, house)


def _naked(candidates: Candidates, filled: SixCells, house: int) -> Iterator[Found]:
    """Other cells of the house with which the extra candidates form a naked set."""
    inside = candidates.board.house_cells[house] & candidates.empty & ~filled.rich
    for size in range(filled.more.bit_count(), inside.bit_count() + 1):
        usable = [cell for cell in bits(inside) if candidates.marks[cell].bit_count() <= size]
        for chosen in combinations(usable, size - 1):
            digits = filled.more
            for cell in chosen:
                digits |= candidates.marks[cell]
            if digits.bit_count() == size:
                cells = sum(1 << cell for cell in chosen)
                role = Role("second", candidates.among(cells, digits))
                gone = candidates.among(inside & ~cells, digits)
                yield ExtendedType.THREE, gone, (house,), (role,)


def _locked(candidates: Candidates, filled: SixCells, house: int) -> Iterator[Found]:
    """Digits without another place in the house, as many as cells with extra candidates but one."""
    kept = _kept_in(candidates, house, filled.rich, digits_of(filled.digits))
    if len(kept) == filled.rich.bit_count() - 1:
        locked = sum(1 << (digit - 1) for digit in kept)
        gone = candidates.among(filled.rich, filled.digits & ~locked)
        yield ExtendedType.FOUR, gone, (house,), ()


def _kept_in(candidates: Candidates, house: int, cells: int, digits: Iterable[int]) -> list[int]:
    """Those of the digits that the house still needs and that have no place in it but the cells."""
    places = candidates.house_places[house]
    return [digit for digit in digits if places[digit - 1] and not places[digit - 1] & ~cells]


EXTENDED_RECTANGLE = ExtendedRectangle()
