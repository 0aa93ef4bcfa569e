"""Checks explanations without the code that made them: lines of chains, and claims of sentences.

A grid is the set of candidates of each cell. A line of a chain must follow, in the way that it
says, from the grid and the lines that it names. The last lines must prove the step.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.teaching.explanation import ExplainedStep
from cpsudoku.techniques.base import Link
from cpsudoku.techniques.chains.branches import Branches
from cpsudoku.techniques.chains.trees import Tree, TreeLine

Fact = tuple[int, int, bool]
Cells = r"r\d+c\d+(?:(?:, | and )r\d+c\d+)*"
Kind, Kinds = "row|column|box|region|window", "rows|columns|boxes|regions|windows"
House = rf"(?:(?:{Kind}) \d|(?:{Kinds}) (?:\d, )*\d and \d|the (?:falling|rising) diagonal)"
Houses = rf"{House}(?:(?:, | and ){House})*"
Digits = r"\d(?:(?:, | and | or )\d)*"


class Grid:
    """The candidates of each cell of a position; a filled cell has its digit."""

    def __init__(self, board: Board, marks: Sequence[Collection[int]]) -> None:
        self.board, self.marks = board, [set(each) for each in marks]

    @classmethod
    def of(cls, candidates: Candidates) -> Grid:
        pairs = zip(candidates.cells, candidates.marks, strict=True)
        return cls(candidates.board, [{d} if d else digits_of(m) for d, m in pairs])

    def with_facts(self, facts: Collection[Fact]) -> Grid:
        """The grid in which these facts hold, and nothing else that follows."""
        after = Grid(self.board, self.marks)
        for cell, digit, true in facts:
            if true:
                after.marks[cell] &= {digit}
                for peer in self.board.peers[cell]:
                    after.marks[peer].discard(digit)
            else:
                after.marks[cell].discard(digit)
        return after

    def places(self, house: Collection[int], digit: int) -> set[int]:
        return {cell for cell in house if digit in self.marks[cell]}

    def houses(self, cell: int | None = None) -> Iterator[set[int]]:
        for house in self.board.houses:
            if cell is None or cell in house.cells:
                yield set(house.cells)

    def named(self, text: str) -> list[set[int]]:
        """``rows 1 and 3, box 2 and the rising diagonal``: the cells of each house."""
        found, kind = [], ""
        for word in re.findall(r"\w+ diagonal|[a-z]+|\d+", text):
            if word.isdigit() or "diagonal" in word:
                name = f"{kind} {word}" if word.isdigit() else word
                (house,) = (each for each in self.board.houses if each.name == name)
                found.append(set(house.cells))
            elif word not in ("and", "the"):
                kind = {"boxes": "box"}.get(word, word.removesuffix("s"))
        return found

    def is_empty(self) -> bool:
        """Whether a cell has no digit, or a house no place for one."""
        every = range(1, self.board.size + 1)
        houses = list(self.houses())
        return not all(self.marks) or any(not self.places(h, d) for h in houses for d in every)


def cells_of(text: str) -> set[int]:
    """``r12c3 and r4c5`` of a 9x9 board."""
    return {
        9 * (int(row) - 1) + int(column) - 1
        for rows, columns in re.findall(r"r(\d+)c(\d+)", text)
        for row, column in product(rows, columns)
    }


def digits_in(text: str) -> set[int]:
    return {int(digit) for digit in re.findall(r"\d", text)}


# Trees


def tree_faults(explained: ExplainedStep, tree: Tree | None = None) -> list[str]:
    """What is wrong with the chain of a step; empty if it proves it, or if there is none."""
    tree, grid = tree or explained.tree, Grid.of(explained.before)
    if tree is None:
        return []
    if not isinstance(explained.step.detail, Branches):
        return [*_links_faults(explained.step.links, grid), *_names_faults(tree.branches[0])]
    faults = [fault for branch in tree.branches for fault in _branch_faults(branch, grid)]
    return faults or _end_faults(explained, [[_fact(line) for line in b] for b in tree.branches])


def _fact(line: TreeLine) -> Fact:
    return line.cell, line.digit, line.true


def _branch_faults(lines: Sequence[TreeLine], grid: Grid) -> Iterator[str]:
    if lines[0].reason != "assumed" or lines[0].because:
        yield f"{lines[0].statement} is not assumed"
    for number, line in enumerate(lines[1:], 2):
        if max(line.because, default=0) >= number:
            yield f"{line.statement} follows from later lines"
            continue
        facts = [_fact(lines[at - 1]) for at in line.because]
        if line.nested:
            yield from _nested_faults(line, grid.with_facts(facts))
        elif not _follows(line, facts, grid):
            yield f"{line.statement} does not follow: {line.reason} {line.because}"


def _nested_faults(line: TreeLine, grid: Grid) -> Iterator[str]:
    start, end = line.nested[0], line.nested[-1]
    if _fact(start) != (line.cell, line.digit, not line.true):
        yield f"the chain for {line.statement} begins with {start.statement}"
    if end.statement not in (line.statement, "contradiction"):
        yield f"the chain for {line.statement} ends with {end.statement}"
    yield from _branch_faults(line.nested, grid)


def _follows(line: TreeLine, facts: Collection[Fact], grid: Grid) -> bool:
    """Whether a line follows from facts in the way that its reason says."""
    after, board, (cell, digit, true) = grid.with_facts(facts), grid.board, _fact(line)
    false = Grid(board, grid.marks)
    for at, value, is_true in facts:
        if not is_true:
            false.marks[at].discard(value)
    held = [(at, value) for at, value, is_true in facts if is_true]
    if line.statement == "contradiction":
        return after.is_empty()
    if found := re.fullmatch(r"no other candidate is left in (\S+)", line.reason):
        return true and cells_of(found[1]) == {cell} and false.marks[cell] == {digit}
    if found := re.fullmatch(r"no other place for (\d) is left in (.+)", line.reason):
        (house,) = grid.named(found[2])
        return true and int(found[1]) == digit and false.places(house, digit) == {cell}
    if found := re.fullmatch(r"it sees the (\d) of (\S+) in (.+)", line.reason):
        ((other,), (house,)) = cells_of(found[2]), grid.named(found[3])
        return not true and (other, digit) in held and {cell, other} <= house
    if found := re.fullmatch(r"(\S+) is (\d)", line.reason):
        return not true and (cell, int(found[2])) in held and int(found[2]) != digit
    if found := re.fullmatch(rf"(.+) of ({Digits}) in ({Cells})", line.reason):
        digits, cells = digits_in(found[2]), cells_of(found[3])
        return not true and _is_pattern(found[1], digits, cells, (cell, digit), false)
    return False


def _is_pattern(
    name: str, digits: set[int], cells: set[int], gone: tuple[int, int], grid: Grid
) -> bool:
    """Whether a pattern of this name is there and removes a candidate."""
    cell, digit = gone
    if digit not in digits and not name.startswith("Hidden"):
        return False
    homes = [house for house in grid.houses() if cells <= house]
    if name in ("Pointing", "Claiming"):
        locked = any(grid.places(house, digit) == cells for house in homes)
        return locked and any(cell in house for house in homes) and cell not in cells
    if name.startswith(("Naked", "Locked")):
        union = set().union(*(grid.marks[at] for at in cells))
        return union == digits and len(cells) == len(digits) and any(cell in h for h in homes)
    if name.startswith("Hidden"):
        return (
            cell in cells
            and digit not in digits
            and any(
                len(set().union(*(grid.places(h, d) for d in digits))) == len(digits) for h in homes
            )
        )
    if name == "X-Wing":
        kinds = ([each // 9 for each in range(81)], [each % 9 for each in range(81)])
        for base, cover in (kinds, kinds[::-1]):
            lines, across = {base[at] for at in cells}, {cover[at] for at in cells}
            if len(lines) == len(across) == 2 and cover[cell] in across and cell not in cells:
                rows = ({at for at in range(81) if base[at] == line} for line in lines)
                return all(grid.places(row, digit) <= cells for row in rows)
    return False


def _end_faults(explained: ExplainedStep, branches: Sequence[Sequence[Fact]]) -> list[str]:
    """Why branches whose lines are right do not prove their step."""
    grid, step = Grid.of(explained.before), explained.step
    wrong = [(cell, digit, True) for cell, digit in step.eliminations]
    wrong += [(cell, digit, False) for cell, digit in step.placements]
    starts, ends = [each[0] for each in branches], [each[-1] for each in branches]
    cases = [[ends[0]]]  # one of which holds
    if len(branches) == 2 and starts[0] == starts[1]:
        if ends[0] != _not(ends[1]):
            return [f"{ends} are no contradiction"]
        cases = [[_not(starts[0])]]
    elif len(branches) == 1 and ends == starts:
        cases = [list(branches[0]), [_not(fact) for fact in branches[0]]]
    elif len(set(ends)) > 1:
        return [f"the branches end with {ends}"]
    else:
        none = grid.with_facts([_not(start) for start in starts])
        alone = len(branches) == 1 and ends[0] == _not(starts[0])
        if not alone and not none.is_empty() and not _no_fish(explained, none, ends[0]):
            return [f"{starts} are not all cases"]
    for fact in wrong:
        opposite = grid.with_facts([fact])
        if any(all(opposite.with_facts(case).marks) for case in cases):
            return [f"{cases} do not exclude {fact}"]
    return []


def _not(fact: Fact) -> Fact:
    return fact[0], fact[1], not fact[2]


def _no_fish(explained: ExplainedStep, grid: Grid, end: Fact) -> bool:
    """Whether the digit of a fish has no place in all its base houses, if the end is not true."""
    step = explained.step
    digit, board, opposite = step.digits[0], grid.board, grid.with_facts([_not(end)])
    base = step.houses[: len(step.houses) // 2]

    def fits(left: Sequence[int], taken: set[int]) -> bool:
        if not left:
            return True
        cells = opposite.places(board.houses[left[0]].cells, digit)
        return any(
            fits(left[1:], taken | {cell}) for cell in cells if not taken & set(board.peers[cell])
        )

    return step.technique == "kraken-fish" and not fits(base, set())


def _names_faults(lines: Sequence[TreeLine]) -> Iterator[str]:
    """Lines of a chain of links that have no reason, or name another line than the one before."""
    for number, line in enumerate(lines):
        if not line.reason or line.because != ((number,) if number else ()):
            yield f"{line.statement}: {line.reason} {line.because}"


def _links_faults(links: Sequence[Link], grid: Grid) -> Iterator[str]:
    """Links that are not strong or weak as they say, and links that are not connected."""
    for one, other in pairwise(links):
        if one.second != other.first or one.strong is other.strong:
            yield f"{one} is not connected with {other}"
    for link in links:
        facts = [(*at, False) for at in (*link.first, *link.second)]
        if link.strong and not _is_full(grid.with_facts(facts)):
            continue
        if link.strong:
            yield f"{link} is not strong"
            continue
        for first, second in product(link.first, link.second):
            if _is_full(grid.with_facts([(*first, True), (*second, True)])):
                yield f"{first} and {second} are not linked"


def _is_full(grid: Grid) -> bool:
    """Whether every house can still be filled, alone, with different digits."""
    return all(_has_matching([grid.marks[cell] for cell in house]) for house in grid.houses())


def _has_matching(sets: Sequence[set[int]]) -> bool:
    owner: dict[int, int] = {}

    def place(index: int, seen: set[int]) -> bool:
        for digit in sets[index] - seen:
            seen.add(digit)
            if digit not in owner or place(owner[digit], seen):
                owner[digit] = index
                return True
        return False

    return all(place(index, set()) for index in range(len(sets)))


# Sentences


def claim_faults(text: str, candidates: Candidates) -> tuple[int, list[str]]:
    """How many claims about houses and cells a text makes, and those that are wrong."""
    grid, faults, count = Grid.of(candidates), [], 0
    open_cells = {cell for cell, digit in enumerate(candidates.cells) if not digit}
    for pattern, holds in _CLAIMS.items():
        for found in re.finditer(pattern, text):
            count += 1
            if not holds(found, grid, open_cells):
                faults.append(found[0])
    vague = re.findall(r"[^.]*(?:can only be in|only \S+ can hold|have only)[^.]*", text)
    strange = [part for part in vague if not any(re.search(each, part) for each in _CLAIMS)]
    return count, [*faults, *strange]


def _only_there(found: re.Match[str], grid: Grid, open_cells: set[int]) -> bool:
    """In these houses, the digits have no place but these cells, and each has one."""
    cells = cells_of(found["cells"])
    return all(
        (places := grid.places(house, digit)) and places <= cells and places <= open_cells
        for house in grid.named(found["houses"])
        for digit in digits_in(found["digits"])
    )


def _only_across(found: re.Match[str], grid: Grid, open_cells: set[int]) -> bool:
    """In these houses, the digit has no place but in the other houses, and in these fins."""
    covers = set().union(*grid.named(found["covers"])) | cells_of(found["fins"] or "")
    (digit,) = digits_in(found["digits"])
    houses = grid.named(found["houses"])
    return all((places := grid.places(h, digit)) and places <= covers & open_cells for h in houses)


def _only_these(found: re.Match[str], grid: Grid, _: set[int]) -> bool:
    """These cells have only these candidates, and each of them."""
    cells = cells_of(found["cells"])
    return set().union(*(grid.marks[cell] for cell in cells)) == digits_in(found["digits"])


def _then_left(found: re.Match[str], grid: Grid, open_cells: set[int]) -> bool:
    """In this house, digits have these cells and the rich ones, one of which is something else."""
    cells, rich, digits = (found[each] for each in ("cells", "rich", "digits"))
    full = len(digits_in(digits)) == len(cells_of(cells)) + 1
    (house,) = grid.named(found["houses"])
    allowed = cells_of(cells) | cells_of(rich)
    return full and all(grid.places(house, d) <= allowed & open_cells for d in digits_in(digits))


def _two_places(found: re.Match[str], grid: Grid, open_cells: set[int]) -> bool:
    (digit,) = digits_in(found["digits"])
    houses = [house for each in ("one", "two") for house in grid.named(found[each])]
    return all(len(grid.places(house, digit) & open_cells) == 2 for house in houses)


def _only_rich(found: re.Match[str], grid: Grid, _: set[int]) -> bool:
    """Of the cells of a deadly pattern only these have further candidates."""
    rich, digits = cells_of(found["rich"]), digits_in(found["digits"])
    return all(bool(grid.marks[c] - digits) == (c in rich) for c in cells_of(found["cells"]))


def _is_set(found: re.Match[str], grid: Grid, _: set[int]) -> bool:
    """An almost locked set has these digits, one more than cells."""
    cells, digits = cells_of(found["cells"]), {int(digit) for digit in found["digits"]}
    union = set().union(*(grid.marks[cell] for cell in cells))
    return union == digits and len(digits) == len(cells) + 1


_DIGITS, _CELLS = rf"(?P<digits>{Digits})", rf"(?P<cells>{Cells})"
_COVERS, _FINS = rf"(?P<covers>{Houses})", rf"fins? (?P<fins>{Cells})"
_HOUSES, _RICH = rf"(?P<houses>{Houses})", rf"[Oo]nly (?P<rich>{Cells}) can hold"
_OTHERS = rf"The other one and {_CELLS} are then the only cells left for {_DIGITS}"
_IN = rf"[Ii]n {_HOUSES},"
_IN_IT = rf"{_IN} the digits? {_DIGITS}"
_CLAIMS = {
    rf"{_IN} only {_CELLS} can hold {_DIGITS}": _only_there,
    rf"{_IN_IT} can only be in (?:the four cells )?{_CELLS}": _only_there,
    rf"{_IN_IT} (?:must be|is) in (?P<cells>r\dc\d or r\dc\d)": _only_there,
    rf"{_IN_IT} can only be in {_COVERS}(?: or in the {_FINS})?": _only_across,
    rf"All places for {_DIGITS} in {_HOUSES} are in {_COVERS}(?:, except the {_FINS})?": (
        _only_across
    ),
    rf"cells {_CELLS} have only the candidates {_DIGITS}": _only_these,
    r"\b(?P<cells>r\dc\d) is (?P<digits>\d(?:, \d)* or \d)\. (?:If it|In each)": _only_these,
    rf"{_RICH} other digits.* {_OTHERS} in {_HOUSES}": _then_left,
    rf"{_DIGITS} has two places in (?P<one>{Houses}) and two in (?P<two>{Houses})": _two_places,
    rf"If {_CELLS} held only {_DIGITS},.*{_RICH} (?:an)?other": _only_rich,
    rf"\b[A-Z] {_CELLS} \((?P<digits>\d+)\)": _is_set,
}
