"""Tridagon: twelve cells in four boxes that three digits can't fill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, once
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import Detail, General, Link, Role, Step
from cpsudoku.techniques.links import Links, links_of
from cpsudoku.techniques.step_words import (
    any_digit_text,
    candidates_text,
    digits_text,
    houses_text,
    one_by_one,
    removal_text,
    sentences,
)

FEWEST_PURE = 8  # of the twelve cells have no candidate but the three digits
LONGEST = 5  # links of a chain from a guardian

Path = tuple[int, ...]  # states of links: twice a node, and one more if it is true


@dataclass(frozen=True)
class Diagonal:
    """Three cells of a box in different rows and columns.

    ``falls``: from left to right they go down, counted around the edge of the box.
    """

    cells: int
    falls: bool


@dataclass(frozen=True)
class Boxes(Detail):
    """Four boxes at the corners of a rectangle, and the one whose cells go another way.

    ``chains`` lead from each guardian to what it rules out, as states of links.
    """

    houses: tuple[int, ...]
    odd: int
    odd_falls: bool
    chains: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Tridagon(General):
    """Twelve cells that need a candidate beside three digits, a guardian."""

    name: str = "tridagon"
    title: str = "Tridagon"
    definition: str = (
        "Four boxes at the corners of a rectangle have three cells each, in different rows and "
        "columns, which three digits alone can't fill: one of the other candidates of these twelve "
        "cells is true, and what all of them rule out can be removed."
    )
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digits, then by boxes and cells; each result once."""
        if candidates.board.size != 9 or candidates.board.box_shape != (3, 3):
            return
        done = set()
        for digits, pure in _three_digits(candidates):
            for boxes, cells in _patterns(candidates, digits, pure):
                for step in self._steps(candidates, digits, boxes, cells):
                    if (step.placements, step.eliminations) not in done:
                        done.add((step.placements, step.eliminations))
                        yield step

    def _steps(
        self, candidates: Candidates, digits: int, boxes: Boxes, cells: int
    ) -> Iterator[Step]:
        """What follows from one pattern: first what all guardians see, then by chains."""
        guardians = candidates.among(cells, ~digits)
        if not guardians:  # there is no solution
            return
        roles = (Role("first", candidates.among(cells, digits)), Role("fin", guardians))
        step = Step(self.name, (), (), digits_of(digits), roles, boxes.houses, detail=boxes)
        if len(guardians) == 1:
            yield replace(step, placements=guardians)
            return
        if len({cell for cell, _ in guardians}) == 1:
            yield replace(step, eliminations=candidates.among(1 << guardians[0][0], digits))
            return
        links = links_of(candidates)
        for gone, chains in common_ends(links, guardians):
            nodes = {state for chain in chains for state in chain[1:-1]}
            parts = tuple(
                Role(name, tuple(sorted(_candidate(s, links.area) for s in nodes if s % 2 == true)))
                for name, true in (("on", 1), ("off", 0))
            )
            yield replace(
                step,
                eliminations=gone,
                roles=(*roles, *(part for part in parts if part.candidates)),
                links=_links(chains, links.area),
                detail=replace(boxes, chains=chains),
            )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The boxes, why three digits do not suffice, and what the guardians rule out."""
        board, boxes = candidates.board, step.detail
        assert isinstance(boxes, Boxes)
        three, fin, *_ = step.roles
        twelve = {cell for cell, _ in (*three.candidates, *fin.candidates)}
        cells = ", ".join(
            " ".join(board.cell_name(cell) for cell in board.houses[house].cells if cell in twelve)
            for house in boxes.houses
        )
        digits = digits_text(step.digits, board)
        text = marked(
            "In {houses}, three cells each are in different rows and columns: {cells}. From left "
            "to right they go up in {odd} and down in {others}, and {digits} alone can't fill "
            "twelve such cells."
        )
        if boxes.odd_falls:
            text = marked(
                "In {houses}, three cells each are in different rows and columns: {cells}. From "
                "left to right they go down in {odd} and up in {others}, and {digits} alone can't "
                "fill twelve such cells."
            )
        odd = houses_text((boxes.odd,), board)
        others = houses_text([h for h in boxes.houses if h != boxes.odd], board)
        houses = houses_text(boxes.houses, board)
        said = translated(text, houses=houses, cells=cells, odd=odd, others=others, digits=digits)
        return sentences(said, _ending(step, boxes, board))


def _ending(step: Step, boxes: Boxes, board: Board) -> str:
    """Which guardian is true, and what follows."""
    guardians = step.roles[1].candidates
    cells = sorted({cell for cell, _ in guardians})
    digits = any_digit_text((digit for _, digit in guardians), board)
    gone = removal_text(step.eliminations, board) if step.eliminations else ""
    if len(cells) == 1:
        text = marked("So {cell}, the only cell with another digit, is {digits}.")
        if gone:
            text = marked(
                "So {cell}, the only cell with another digit, is {digits}: remove {gone}."
            )
        return translated(text, cell=board.cell_name(cells[0]), digits=digits, gone=gone)
    text = marked(
        "So one of the other digits, {digits}, is true, and each of them rules out {gone}: {ways}."
    )
    if not boxes.chains:
        text = marked(
            "So one of the other digits, {digits}, is true, and each of them sees what is removed: "
            "{gone}."
        )
    ways = one_by_one(_chain_text(chain, board) for chain in boxes.chains)
    return translated(text, digits=candidates_text(guardians, board), gone=gone, ways=ways)


def _chain_text(chain: Path, board: Board) -> str:
    """``r1c2=3 → r1c5≠3``."""
    return " → ".join(
        f"{board.cell_name(cell)}{'=' if state % 2 else '≠'}{board.symbols[digit]}"
        for state in chain
        for cell, digit in (_candidate(state, len(board)),)
    )


def _candidate(state: int, area: int) -> Candidate:
    digit, cell = divmod(state // 2, area)
    return cell, digit + 1


def _links(chains: tuple[Path, ...], area: int) -> tuple[Link, ...]:
    return tuple(
        Link((_candidate(one, area),), (_candidate(two, area),), strong=one % 2 == 0)
        for chain in chains
        for one, two in pairwise(chain)
    )


def common_ends(
    links: Links, guardians: tuple[Candidate, ...]
) -> Iterator[tuple[tuple[Candidate, ...], tuple[Path, ...]]]:
    """What every guardian rules out, with a shortest chain from each; the shortest chains first.

    What they all see comes first, without chains.
    """
    starts = [2 * links.node(*guardian) + 1 for guardian in guardians]
    direct = set.intersection(*({*links.successors(start)} for start in starts))
    if direct:
        yield tuple(sorted(_candidate(state, links.area) for state in direct)), ()
    reached = [_reached(links, start) for start in starts]
    common = set.intersection(*({s for s in each if s % 2 == 0} for each in reached)) - direct
    found = []
    for state in common:
        chains = tuple(_path(each, state) for each in reached)
        found.append((sum(map(len, chains)), _candidate(state, links.area), chains))
    for _, candidate, chains in sorted(found):
        yield (candidate,), chains


def _reached(links: Links, start: int) -> dict[int, int]:
    """The states that follow from a state by at most LONGEST links, each with the one before."""
    before, edge = {start: start}, [start]
    for _ in range(LONGEST):
        following = []
        for state in edge:
            for after in links.successors(state):
                if after not in before:
                    before[after] = state
                    following.append(after)
        edge = following
    return before


def _path(before: dict[int, int], end: int) -> Path:
    path = [end]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def _three_digits(candidates: Candidates) -> Iterator[tuple[int, int]]:
    """Three digits, and the cells with no other candidate, if these are enough."""
    held: dict[int, int] = {}
    for cell in bits(candidates.empty):
        marks = candidates.marks[cell]
        if marks.bit_count() <= 3:
            held[marks] = held.get(marks, 0) | 1 << cell
    found = set()
    for marks in held:
        for more in combinations(
            digits_of(candidates.board.all_digits & ~marks), 3 - marks.bit_count()
        ):
            found.add(marks | sum(1 << (digit - 1) for digit in more))
    for digits in sorted(found):
        pure = sum(cells for marks, cells in held.items() if not marks & ~digits)
        if pure.bit_count() >= FEWEST_PURE:
            yield digits, pure


def _patterns(candidates: Candidates, digits: int, pure: int) -> Iterator[tuple[Boxes, int]]:
    """The twelve cells in four boxes that the digits can't fill."""
    marks, boxes = candidates.marks, diagonals_of(candidates.board)
    usable = {
        house: [
            (diagonal, (diagonal.cells & ~pure).bit_count())
            for diagonal in diagonals
            if all(marks[cell] & digits for cell in bits(diagonal.cells))
        ]
        for house, diagonals in boxes.items()
    }
    for houses in _rectangles(candidates.board):
        for chosen in product(*(usable[house] for house in houses)):
            falling = [diagonal.falls for diagonal, _ in chosen]
            if sum(impure for _, impure in chosen) > 12 - FEWEST_PURE or sum(falling) % 2 == 0:
                continue
            odd_falls = sum(falling) == 1
            odd = houses[falling.index(odd_falls)]
            yield Boxes(houses, odd, odd_falls), sum(diagonal.cells for diagonal, _ in chosen)


def diagonals_of(board: Board) -> dict[int, list[Diagonal]]:
    """For each box the six ways to take three cells in different rows and columns."""
    return once(
        board.tables,
        "diagonals of boxes",
        lambda: {
            house: [_diagonal(board, house, rows) for rows in permutations(range(3))]
            for house in board.regions
        },
    )


def _diagonal(board: Board, house: int, rows: tuple[int, ...]) -> Diagonal:
    cells = board.houses[house].cells
    chosen = sum(1 << cells[row * 3 + column] for column, row in enumerate(rows))
    return Diagonal(chosen, (rows[1] - rows[0]) % 3 == 1)


def _rectangles(board: Board) -> Iterator[tuple[int, ...]]:
    """Every four boxes in two bands and two stacks."""
    for top, bottom in combinations(range(3), 2):
        for left, right in combinations(range(3), 2):
            yield tuple(
                board.regions[band * 3 + stack] for band in (top, bottom) for stack in (left, right)
            )


TRIDAGON = Tridagon()
