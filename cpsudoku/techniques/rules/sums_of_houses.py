"""Innies, outies and their differences, and cages that they split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, once
from cpsudoku.core.constraints.arithmetic import supported
from cpsudoku.core.constraints.base import Elimination
from cpsudoku.core.constraints.bounds import with_numbers
from cpsudoku.core.constraints.encodings.sums import Group, groups_of
from cpsudoku.core.constraints.sentences import limits_text
from cpsudoku.runtime.plural import listed
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.rules.equations import Equation, EquationKind, equations
from cpsudoku.techniques.rules.narrowing import domains_of, position_key
from cpsudoku.techniques.step_words import capital, cells_text, houses_text, removal_text

MOST_OPEN = 6  # empty cells of an equation that is tried
MOST_NAMED = 3  # rules with sums that an explanation names
MOST_ADDED = 12  # sums that an explanation adds up


@dataclass(frozen=True)
class SumOfHouses:
    """Equations of one kind: each cell keeps only digits with which the sum can be reached."""

    name: str
    title: str
    definition: str
    kind: EquationKind
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The equations with few houses and few cells first."""
        for number, equation in enumerate(equations(candidates)):
            if equation.kind is self.kind and equation.cells & candidates.empty:
                gone = _excluded(candidates, number, equation)
                if gone:
                    yield self._step(candidates, equation, gone)

    def _step(
        self, candidates: Candidates, equation: Equation, gone: tuple[Candidate, ...]
    ) -> Step:
        left = candidates.without(gone)
        open_cells = equation.cells & candidates.empty
        cell = open_cells.bit_length() - 1
        if open_cells == 1 << cell and left.marks[cell].bit_count() == 1:
            at = ((cell, left.marks[cell].bit_length()),)
            pattern = (Role("first", at),)
            return Step(self.name, at, (), (at[0][1],), pattern, equation.houses, detail=equation)
        plus = left.among(equation.plus & candidates.empty, -1)
        minus = left.among(equation.minus & candidates.empty, -1)
        roles = [Role("first", plus)] if plus else []
        roles += [Role("second", minus)] if minus else []
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit in gone})),
            roles=tuple(roles),
            houses=equation.houses,
            detail=equation,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The sum of the houses, the sum of the cages, and what is left for the other cells."""
        equation, board = step.detail, candidates.board
        assert isinstance(equation, Equation)
        if step.placements:
            cell, digit = step.placements[0]
            said, others = _reason(candidates, equation), equation.cells & ~(1 << cell)
            held = [
                f"{board.symbols[candidates.cells[at]]} in {cells_text([at], board)}"
                for at in bits(others)
            ]
            if not held:
                return said
            return f"{said} With {listed(held)}, {board.cell_name(cell)} is {board.symbols[digit]}."
        shift = board.lowest - 1
        gone = [Elimination(cell, digit + shift, "") for cell, digit in step.eliminations]
        left = limits_text(board, domains_of(candidates), gone)
        terms = [(cell, 1) for cell in bits(equation.plus)]
        terms += [(cell, -1) for cell in bits(equation.minus)]
        groups, domains = groups_of(board, terms), domains_of(candidates)
        left = with_numbers(f"Therefore {left}", board, domains, groups, equation.total, gone)
        said = f"{_reason(candidates, equation)} {left}."
        return f"{said} Remove {removal_text(step.eliminations, board)}."


def _excluded(candidates: Candidates, number: int, equation: Equation) -> tuple[Candidate, ...]:
    """What an equation excludes; kept until something changes in its cells."""
    if (equation.cells & candidates.empty).bit_count() > MOST_OPEN:
        return ()
    known: dict[int, tuple[tuple[int, ...], tuple[Candidate, ...]]] = once(
        candidates.shared, "excluded by equations", dict
    )
    key = position_key(candidates, tuple(bits(equation.cells)))
    if number not in known or known[number][0] != key:
        known[number] = key, tuple(_search(candidates, number, equation))
    return known[number][1]


def _search(candidates: Candidates, number: int, equation: Equation) -> Iterator[Candidate]:
    domains, shift = domains_of(candidates), 1 - candidates.board.lowest
    kept = supported(domains, _groups(candidates, number, equation), "=", (equation.total,)) or {}
    for cell in bits(equation.cells & candidates.empty):
        for value in domains[cell]:
            if value not in kept.get(cell, ()):
                yield cell, value + shift


def _groups(candidates: Candidates, number: int, equation: Equation) -> list[Group]:
    """The cells in groups with different digits, once for each equation."""
    terms = [(cell, 1) for cell in bits(equation.plus)]
    terms += [(cell, -1) for cell in bits(equation.minus)]
    name = f"groups of equation {number}"
    return once(candidates.shared, name, lambda: groups_of(candidates.board, terms))


def _reason(candidates: Candidates, equation: Equation) -> str:
    """Why the equation holds, as sentences with the sums."""
    board, whole, caged = candidates.board, equation.whole, equation.caged
    houses = houses_text(equation.houses, board)
    it, adds = ("it", "adds") if len(equation.houses) == 1 else ("them", "add")
    first = cells_text(bits(equation.plus), board)
    adding = "is" if equation.plus.bit_count() == 1 else "add up to"
    start = f"{capital(houses)} {adds} up to {whole}."
    if equation.minus:
        second = cells_text(bits(equation.minus), board)
        crossing = f"there, without {first} but with {second} outside,"
        said = f"{start} {_cages(candidates, equation, crossing)}"
        if not equation.total:
            return f"{said}, too. So {first} and {second} have equal sums."
        first, second = _sum_of(equation.plus, board), _sum_of(equation.minus, board)
        if equation.total > 0:
            return f"{said}. So {first} is {whole} - {caged} = {equation.total} more than {second}."
        return f"{said}. So {second} is {caged} - {whole} = {-equation.total} more than {first}."
    if equation.outside:
        cells = "cell" if adding == "is" else "cells"
        return (
            f"{start} {_cages(candidates, equation, f'that cover {it}')}, so their {cells} "
            f"outside, {first}, {adding} {caged} - {whole} = {equation.total}."
        )
    return (
        f"{start} {_cages(candidates, equation, f'inside {it}')}, so {first} {adding} "
        f"{whole} - {caged} = {equation.total}."
    )


def _sum_of(cells: int, board: Board) -> str:
    """``r1c1``, or ``the sum of r1c12``."""
    return f"{'the sum of ' * (cells.bit_count() > 1)}{cells_text(bits(cells), board)}"


def _cages(candidates: Candidates, equation: Equation, where: str) -> str:
    """The cages and other sums of an equation, and what they add up to."""
    board, rules = candidates.board, candidates.puzzle.constraints
    cages, known, found = 0, list[str](), list[str]()
    for cage in equation.cages:
        if cage.house is not None:
            cells, house = cells_text(bits(cage.cells), board), houses_text([cage.house], board)
            found.append(f"{cells} ({cage.total} by the sum of {house})")
        elif cage.rule is not None and rules[cage.rule].name == "killer":
            cages += 1
        elif cage.rule is not None:
            known.append(rules[cage.rule].title)
    if cages:
        found.insert(0, f"the {'cages' if cages > 1 else 'cage'} {where}")
    found += known if len(known) <= MOST_NAMED else [f"{len(known)} known sums {where}"]
    numbers = " + ".join(str(cage.total) for cage in equation.cages)
    several = 1 < len(equation.cages) <= MOST_ADDED
    total = f"{numbers} = {equation.caged}" if several else f"{equation.caged}"
    verb = "add up to" if len(equation.cages) > 1 or cages else "is"
    return f"{capital(listed(found))} {verb} {total}"


INNIES = SumOfHouses(
    "innies",
    "Innies",
    "The cages inside a house leave a sum for its other cells (the rule of 45).",
    EquationKind.INNIES,
)
OUTIES = SumOfHouses(
    "outies",
    "Outies",
    "The cages that cover a house leave a sum for their cells outside it (the rule of 45).",
    EquationKind.OUTIES,
)
INNIES_AND_OUTIES = SumOfHouses(
    "innies-and-outies",
    "Innies and Outies",
    "Several houses and the cages there leave a sum, or a difference of cells inside and outside.",
    EquationKind.BOTH,
)
