"""Innies, outies and their differences, and cages that they split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, once
from cpsudoku.core.constraints.arithmetic import supported
from cpsudoku.core.constraints.base import Elimination
from cpsudoku.core.constraints.bounds import with_arithmetic
from cpsudoku.core.constraints.encodings.sums import Group, groups_of_terms
from cpsudoku.core.constraints.sentences import limits_text
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.runtime.lists import phrases
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.rules.equations import Equation, EquationKind, equations, shades_of
from cpsudoku.techniques.rules.narrowing import domains_of, position_key
from cpsudoku.techniques.step_words import (
    capital,
    cells_text,
    houses_text,
    remove_text,
    sentences,
)

MOST_OPEN = 6  # empty cells of an equation that is tried
MOST_NAMED = 3  # rules with sums that an explanation names
MOST_ADDED = 12  # sums that an explanation adds up


@dataclass(frozen=True)
class SumOfHouses(General):
    """Equations of one kind: each cell keeps only digits with which the sum can be reached."""

    name: str
    title: str
    definition: str
    kind: EquationKind

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
                translated(
                    "{digits} in {cells}",
                    digits=board.symbols[candidates.cells[at]],
                    cells=cells_text([at], board),
                )
                for at in bits(others)
            ]
            if not held:
                return said
            end = translated(
                "With {held}, {cell} is {digit}.",
                held=phrases(held),
                cell=board.cell_name(cell),
                digit=board.symbols[digit],
            )
            return sentences(said, end)
        shift = board.lowest - 1
        gone = [Elimination(cell, digit + shift, "") for cell, digit in step.eliminations]
        left = limits_text(board, domains_of(candidates), gone)
        terms = [(cell, 1) for cell in bits(equation.plus)]
        terms += [(cell, -1) for cell in bits(equation.minus)]
        groups, domains = groups_of_terms(board, terms), domains_of(candidates)
        left = with_arithmetic(
            translated("Therefore {left}", left=left), board, domains, groups, equation.total, gone
        )
        left = translated("{sentence}.", sentence=left)
        return sentences(_reason(candidates, equation), left, remove_text(step.eliminations, board))


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
    """The cells in groups with different digits, once for each equation.

    They join groups in an order that turned and mirrored puzzles have, too.
    """
    order = shades_of(candidates).__getitem__
    terms = [(cell, 1) for cell in sorted(bits(equation.plus), key=order)]
    terms += [(cell, -1) for cell in sorted(bits(equation.minus), key=order)]
    name = f"groups of equation {number}"
    return once(candidates.shared, name, lambda: groups_of_terms(candidates.board, terms))


def _reason(candidates: Candidates, equation: Equation) -> str:
    """Why the equation holds, as sentences with the sums."""
    board, whole, caged = candidates.board, equation.whole, equation.caged
    start = counted(
        "{houses} adds up to {sum}.",
        "{houses} add up to {sum}.",
        len(equation.houses),
        houses=houses_text(equation.houses, board),
        sum=whole,
    )
    first = cells_text(bits(equation.plus), board)
    values = {
        **{"cages": _cages(candidates, equation), "cells": first, "total": equation.total},
        **{"whole": whole, "caged": caged},
    }
    if equation.minus:
        said = _difference(board, equation, values)
    elif equation.outside:
        said = translated(_OUTSIDE[equation.plus.bit_count() > 1], **values)
    else:
        said = translated(_INSIDE[equation.plus.bit_count() > 1], **values)
    return sentences(capital(start), said)


_OUTSIDE = (  # one cell, several cells
    marked("{cages}, so their cell outside, {cells}, is {caged} - {whole} = {total}."),
    marked("{cages}, so their cells outside, {cells}, add up to {caged} - {whole} = {total}."),
)
_INSIDE = (
    marked("{cages}, so {cells} is {whole} - {caged} = {total}."),
    marked("{cages}, so {cells} add up to {whole} - {caged} = {total}."),
)


def _difference(board: Board, equation: Equation, values: dict[str, object]) -> str:
    """The sums inside and outside are equal, or one of them is greater."""
    if not equation.total:
        second = cells_text(bits(equation.minus), board)
        text = marked("{cages}, too. So {cells} and {others} have equal sums.")
        return translated(text, cages=values["cages"], cells=values["cells"], others=second)
    text = marked("{cages}. So {greater} is {whole} - {caged} = {difference} more than {less}.")
    sides = equation.plus, equation.minus
    if equation.total < 0:
        text = marked("{cages}. So {greater} is {caged} - {whole} = {difference} more than {less}.")
        sides = equation.minus, equation.plus
    greater, less = (_sum_of(side, board) for side in sides)
    more = {"greater": greater, "less": less, "difference": abs(equation.total)}
    return translated(text, **values, **more)


def _sum_of(cells: int, board: Board) -> str:
    """``r1c1``, or ``the sum of r1c12``."""
    named = cells_text(bits(cells), board)
    return translated("the sum of {cells}", cells=named) if cells.bit_count() > 1 else named


def _where(board: Board, equation: Equation) -> str:
    """Where the cages are: inside the houses, across their border, or around them."""
    one = len(equation.houses) == 1
    if equation.minus:
        return translated(
            "there, without {cells} but with {others} outside,",
            cells=cells_text(bits(equation.plus), board),
            others=cells_text(bits(equation.minus), board),
        )
    if equation.outside:
        return translated(marked("that cover it") if one else marked("that cover them"))
    return translated(marked("inside it") if one else marked("inside them"))


def _cages(candidates: Candidates, equation: Equation) -> str:
    """The cages and other sums of an equation, and what they add up to."""
    board, rules = candidates.board, candidates.puzzle.constraints
    where = _where(board, equation)
    cages, known, found = 0, list[str](), list[str]()
    for cage in equation.cages:
        if cage.house is not None:
            cells, house = cells_text(bits(cage.cells), board), houses_text([cage.house], board)
            text = marked("{cells} ({total} by the sum of {house})")
            found.append(translated(text, cells=cells, total=cage.total, house=house))
        elif cage.rule is not None and rules[cage.rule].name == "killer":
            cages += 1
        elif cage.rule is not None:
            known.append(rules[cage.rule].named)
    if cages:
        found.insert(0, counted("the cage {where}", "the cages {where}", cages, where=where))
    if len(known) > MOST_NAMED:
        known = [translated("{count} known sums {where}", count=len(known), where=where)]
    numbers = " + ".join(str(cage.total) for cage in equation.cages)
    several = 1 < len(equation.cages) <= MOST_ADDED
    total = f"{numbers} = {equation.caged}" if several else f"{equation.caged}"
    text = marked("{cells} is {sum}")
    if len(equation.cages) > 1 or cages:
        text = marked("{cells} add up to {sum}")
    return capital(translated(text, cells=phrases([*found, *known]), sum=total))


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
