"""The role of each grid of a workbook: what people type is solved, what is calculated is not.

A formula workbook has many blocks that look like grids: copies for printing, the solution, the
candidates, the places of one digit. They are told apart by the cells that their formulas read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import SOLUTION_BOARD, Entry
from cpsudoku.formats.sheets.beside import tables_beside
from cpsudoku.formats.sheets.finding.strings import extends
from cpsudoku.formats.sheets.items import (
    ROLE_EMPTY,
    ROLE_HELPER,
    ROLE_MIRROR,
    ROLE_PUZZLE,
    ROLE_SOLUTION,
    ROLE_UNREADABLE,
    Item,
    place_of_item,
)
from cpsudoku.formats.sheets.reading.references import references_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture
from cpsudoku.runtime.words import worded

FEWEST_TO_PAIR = 6  # one given in six cells: a grid may extend one with fewer givens by chance
AGREEING = 0.8  # the share of givens that a wrong solution keeps; other grids keep one in nine
_MOST_STEPS = 50_000  # formulas to follow from one block; enough for every workbook seen


def with_roles(items: Sequence[Item], pictures: Sequence[SheetPicture]) -> list[Item]:
    """The items with their roles: solutions belong to puzzles, and what is calculated to inputs."""
    graph = _Graph(items, pictures)
    inputs = graph.inputs()
    tables = tables_beside(items, inputs, graph.calculated)
    inputs -= tables.keys()
    out = _paired(items, inputs, graph)
    for at, item in enumerate(out):
        if at in tables and item.role != ROLE_SOLUTION:
            is_table = not graph.calculated[at]
            out[at] = replace(item, role=ROLE_HELPER, reason=tables[at], is_table=is_table)
        elif at not in inputs and item.role in (ROLE_PUZZLE, ROLE_UNREADABLE, ROLE_EMPTY):
            out[at] = graph.judged(at, item, inputs)
    return _with_boards_for_solutions(out)


def _with_boards_for_solutions(items: list[Item]) -> list[Item]:
    """The items. An empty board whose heading says solution is offered to the nearest puzzle."""
    out, asking = list(items), [at for at, one in enumerate(items) if _is_asking(one)]
    for at, item in enumerate(items):
        board = item.entry
        if item.role != ROLE_EMPTY or not item.heading or not isinstance(board, Puzzle):
            continue
        fits = [each for each in asking if items[each].entry.board == board.board]  # type: ignore[union-attr]
        if not fits:
            continue
        best = min(fits, key=lambda each: _distance(items, at, each))
        asking.remove(best)
        puzzle = out[best].entry
        assert isinstance(puzzle, Puzzle)
        place = place_of_item(item, out[best])
        info = (*puzzle.info, (SOLUTION_BOARD, place))
        out[best] = replace(out[best], entry=replace(puzzle, info=info))
        reason = worded(
            "for the solution of {place}, as {heading} says",
            place=place_of_item(out[best], item),
            heading=item.heading,
        )
        out[at] = replace(item, reason=reason, solves=best)
    return out


def _is_asking(item: Item) -> bool:
    """Whether an item is a puzzle without its solution."""
    puzzle = item.entry
    is_puzzle = item.role == ROLE_PUZZLE and isinstance(puzzle, Puzzle)
    return is_puzzle and not item.is_complete and puzzle.answer is None  # type: ignore[union-attr]


def _paired(items: Sequence[Item], inputs: Collection[int], graph: _Graph) -> list[Item]:
    """The items. A complete grid that extends an incomplete input becomes its answer.

    If none does, one that keeps most of its givens is its answer too, and it is wrong. So is the
    only one whose heading says solution, if only one puzzle has no answer.
    """
    complete = [
        at for at, item in enumerate(items) if item.is_complete and not graph.is_scratch(at, inputs)
    ]
    out, free = list(items), set(complete)
    asking = [at for at in sorted(inputs) if _may_have_answer(items[at])]
    ways: tuple[Callable[[Puzzle, Puzzle], bool], ...] = (extends, _nearly_extends)
    for is_answer in ways:
        for at in list(asking):
            puzzle = items[at].entry
            answers = [other for other in complete if _is_answer(items[other], puzzle, is_answer)]
            if is_answer is _nearly_extends:
                answers = [other for other in answers if other in free]
            if not answers:
                continue
            asking.remove(at)
            free -= set(answers)
            best = min(answers, key=lambda other: _distance(items, at, other))
            solution = items[best].entry
            assert isinstance(puzzle, Puzzle)
            assert isinstance(solution, Puzzle)
            out[at] = replace(out[at], entry=replace(puzzle, answer=solution.givens))
            for each in answers:
                out[each] = replace(out[each], role=ROLE_SOLUTION, solves=at)
    for at, other in _by_heading(items, asking, sorted(free)):
        puzzle, solution = items[at].entry, items[other].entry
        assert isinstance(puzzle, Puzzle)
        assert isinstance(solution, Puzzle)
        out[at] = replace(out[at], entry=replace(puzzle, answer=solution.givens))
        reason = worded(
            "as {heading} says, but it keeps few of the givens", heading=items[other].heading
        )
        out[other] = replace(out[other], role=ROLE_SOLUTION, reason=reason, solves=at)
    return out


def _by_heading(
    items: Sequence[Item], asking: Sequence[int], free: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """The pairs of a puzzle and a full grid whose heading alone says that it is the solution.

    Both must be the only ones on their sheet, or in the workbook.
    """
    named = [at for at in free if items[at].heading]
    for sheet in dict.fromkeys([*(items[at].sheet for at in named), None]):
        puzzles, grids = (
            [at for at in each if sheet is None or items[at].sheet == sheet]
            for each in (asking, named)
        )
        if len(puzzles) == len(grids) == 1 and _is_answer(
            items[grids[0]], items[puzzles[0]].entry, lambda *_: True
        ):
            yield puzzles[0], grids[0]
            return


def _may_have_answer(item: Item) -> bool:
    """Whether an item is a puzzle with enough givens to recognise its solution."""
    puzzle = item.entry
    if not isinstance(puzzle, Puzzle) or puzzle.answer is not None or item.is_complete:
        return False
    return puzzle.givens.count * FEWEST_TO_PAIR >= len(puzzle.board)


def _is_answer(item: Item, puzzle: Entry, way: Callable[[Puzzle, Puzzle], bool]) -> bool:
    solution = item.entry
    assert isinstance(puzzle, Puzzle)
    return isinstance(solution, Puzzle) and solution.board == puzzle.board and way(solution, puzzle)


def _nearly_extends(complete: Puzzle, partial: Puzzle) -> bool:
    pairs = zip(complete.givens.cells, partial.givens.cells, strict=True)
    kept = sum(given == digit for digit, given in pairs if given)
    return kept >= AGREEING * partial.givens.count


def _distance(items: Sequence[Item], first: int, second: int) -> tuple[bool, int]:
    """How far apart two grids are: first by sheet, then by their order in the workbook."""
    return items[first].sheet != items[second].sheet, abs(first - second)


@dataclass
class _Graph:
    """Which blocks of a workbook read which others, through any number of other formulas."""

    items: Sequence[Item]
    pictures: Sequence[SheetPicture]
    _sheets: dict[str, SheetPicture] = field(init=False)
    _names: dict[str, tuple[str, Rect]] = field(init=False)
    _owners: dict[str, dict[Place, int]] = field(init=False)
    calculated: list[bool] = field(init=False)
    _reads: list[set[int]] = field(init=False)
    _unknown: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self._sheets = {picture.sheet.lower(): picture for picture in self.pictures}
        self._names = {
            name.lower(): (picture.sheet.lower(), rect)
            for picture in self.pictures
            for name, rect in picture.names
        }
        self._owners = {sheet: {} for sheet in self._sheets}
        for at, item in enumerate(self.items):
            self._owners.setdefault(item.sheet.lower(), {}).update(dict.fromkeys(item.places, at))
        self.calculated = [self._is_calculated(item) for item in self.items]
        direct = [self._direct(at) for at in range(len(self.items))]
        self._unknown = [unknown for _, unknown in direct]
        self._reads = [
            self._closure(at, [reads for reads, _ in direct]) for at in range(len(direct))
        ]

    def _is_calculated(self, item: Item) -> bool:
        """Whether most digits of a block, or most cells of an empty one, come from formulas."""
        picture = self._sheets.get(item.sheet.lower())
        if picture is None or not (picture.arrays or picture.has_formulas):
            return False
        shown = [place for place in item.places if _shows(picture, place)] or list(item.places)
        return sum(map(picture.is_calculated, shown)) * 2 > len(shown)

    def _direct(self, at: int) -> tuple[set[int], bool]:
        """The other blocks that a block reads, and whether it has references that are unknown."""
        if not self.calculated[at]:
            return set(), False
        sheet = self.items[at].sheet.lower()
        waiting = [(sheet, place) for place in self.items[at].places]
        seen, ranges, found, unknown = set(waiting), set(), set(), False
        while waiting and len(seen) < _MOST_STEPS:
            name, place = waiting.pop()
            formula = self._sheets[name].cell(*place).formula
            if not formula:
                continue
            references = references_of(formula)
            unknown = unknown or references.is_unknown
            for target, rect in self._targets(references.ranges, references.names, name):
                if (target, rect) in ranges:
                    continue
                ranges.add((target, rect))
                for read in self._inside(target, rect):
                    owner = self._owners[target].get(read)
                    if owner is not None:
                        found.add(owner)
                    elif (target, read) not in seen:
                        seen.add((target, read))
                        waiting.append((target, read))
        return found - {at}, unknown

    def _targets(
        self, ranges: Sequence[tuple[str, Rect]], names: Sequence[str], sheet: str
    ) -> Iterator[tuple[str, Rect]]:
        """The ranges of a formula on a sheet, each with the sheet that it is on."""
        for name, rect in ranges:
            if (name or sheet) in self._sheets:
                yield name or sheet, rect
        for word in names:
            if word.lower() in self._names:
                yield self._names[word.lower()]

    def _inside(self, sheet: str, rect: Rect) -> Iterator[Place]:
        """The cells with content in a range."""
        cells = self._sheets[sheet].cells
        if rect.height * rect.width <= len(cells):
            return (place for place in rect.places if place in cells)
        return (place for place in cells if rect.holds(place))

    def _closure(self, at: int, direct: Sequence[set[int]]) -> set[int]:
        """The other blocks that a block reads, also through other blocks that are calculated."""
        found: set[int] = set()
        waiting = list(direct[at])
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting += direct[other]
        return found - {at}

    def inputs(self) -> set[int]:
        """The grids to solve: those that people type, and those that nothing typed determines.

        A grid that is calculated from full grids only is a puzzle too: a generator made it.
        """
        some = [
            at for at, item in enumerate(self.items) if item.role in (ROLE_PUZZLE, ROLE_UNREADABLE)
        ]
        typed = {at for at in some if not self.calculated[at]}
        plain = [at for at in some if not self.items[at].has_one_digit]
        found = {at for at in plain if at in typed and not self.items[at].is_complete}
        for is_complete in (False, True):
            for at in sorted(plain, key=lambda each: (len(self._reads[each]), each)):
                if at not in found and self.items[at].is_complete == is_complete:
                    depends = self._reads[at] & found or (self._unknown[at] and found)
                    if not depends and not (is_complete and self._is_source(at, found)):
                        found.add(at)
        return found or set(some)

    def _is_source(self, at: int, inputs: Collection[int]) -> bool:
        """Whether an input is calculated from this grid."""
        return any(at in self._reads[each] for each in inputs)

    def is_scratch(self, at: int, inputs: Collection[int]) -> bool:
        """Whether an input is calculated from this grid, which is not a valid one."""
        entry = self.items[at].entry
        if not isinstance(entry, Puzzle) or not self._is_source(at, inputs):
            return False
        return bool(entry.conflicts)

    def judged(self, at: int, item: Item, inputs: Collection[int]) -> Item:
        """An item that is not an input, with its role and the reason."""
        read = sorted(self._reads[at] & set(inputs))
        if item.role == ROLE_EMPTY and not read:
            return item
        for other in read:
            if _same(self.items[other].entry, item.entry):
                reason = worded("its formulas copy {place}", place=self._name(other, at))
                return replace(item, role=ROLE_MIRROR, reason=reason)
        if read:
            reason = worded("its formulas read {place}", place=self._name(read[0], at))
        elif item.has_one_digit:
            reason = worded("all its digits are equal")
        elif self._unknown[at]:
            reason = worded("it is calculated, and its formulas do not show from which cells")
        else:
            users = [each for each in sorted(inputs) if at in self._reads[each]]
            reason = worded("the formulas of {place} read it", place=self._name(users[0], at))
        return replace(item, role=ROLE_HELPER, reason=reason)

    def _name(self, at: int, beside: int) -> str:
        """The place of a block, for a reader who looks at another one."""
        return place_of_item(self.items[at], self.items[beside])


def _shows(picture: SheetPicture, place: Place) -> bool:
    value = picture.cell(*place).value
    return value not in (None, "", 0, "0", ".") and str(value).strip() != ""


def _same(one: Entry, other: Entry) -> bool:
    if not isinstance(one, Puzzle) or not isinstance(other, Puzzle):
        return False
    return (one.givens, one.marks, one.board) == (other.givens, other.marks, other.board)
