"""Death Blossom: a cell each of whose candidates touches an almost locked set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.runtime.deadline import look
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.almost_locked.als import AlsTable, als_role, als_table, role_text
from cpsudoku.techniques.base import General, Link, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    capital,
    cells_text,
    digits_text,
    one_by_one,
    remove_seeing,
    sentences,
)

Petals = tuple[int, ...]  # for each digit of the stem the number of a set


@dataclass(frozen=True)
class DeathBlossom(General):
    """A stem cell and a set for each of its digits; with ``overlap`` sets can share cells."""

    overlap: bool = False
    name: str = "death-blossom"
    title: str = "Death Blossom"
    definition: str = (
        "Each candidate of a stem cell would remove a digit from an almost locked set, which then "
        "holds all its other digits: a digit common to all these sets can be removed from the "
        "cells that see all its places in them."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Each set of eliminations once, by stem cell, then in the order of the sets."""
        table = als_table(candidates)
        done = set[frozenset[Candidate]]()
        for stem in bits(candidates.empty):
            digits = digits_of(candidates.marks[stem])
            if not digits:  # the position is impossible, and everything would follow
                continue
            options = [self._petals(table, stem, digit) for digit in digits]
            for petals, seen in self._blossoms(table, digits, options):
                gone = tuple((cell, z) for z, cells in seen.items() for cell in bits(cells))
                if frozenset(gone) not in done:
                    done.add(frozenset(gone))
                    yield self._step(table, stem, digits, petals, gone)

    def _petals(self, table: AlsTable, stem: int, digit: int) -> list[int]:
        """The sets without the stem of which it sees all places of the digit."""
        return [n for n, als in enumerate(table.sets) if als.seen.get(digit, 0) >> stem & 1]

    def _blossoms(
        self, table: AlsTable, digits: tuple[int, ...], options: list[list[int]]
    ) -> Iterator[tuple[Petals, dict[int, int]]]:
        """Each choice of sets, with the cells that lose a digit."""
        every = (1 << len(table.board)) - 1
        others = {z: every for z in range(1, table.board.size + 1) if z not in digits}
        stack: list[tuple[Petals, int, dict[int, int]]] = [((), 0, others)]
        while stack:
            look()
            petals, used, seen = stack.pop()
            if len(petals) == len(options):
                yield petals, seen
                continue
            longer = []
            for number in options[len(petals)]:
                als = table.sets[number]
                if self.overlap or not als.cells & used:
                    both = {z: cells & als.seen[z] for z, cells in seen.items() if z in als.seen}
                    left = {z: cells for z, cells in both.items() if cells}
                    if left:
                        longer.append(((*petals, number), used | als.cells, left))
            stack += reversed(longer)

    def _step(
        self,
        table: AlsTable,
        stem: int,
        digits: tuple[int, ...],
        petals: Petals,
        gone: tuple[Candidate, ...],
    ) -> Step:
        sets = [table.sets[number] for number in petals]
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({z for _, z in gone})),
            roles=(
                Role("pivot", tuple((stem, digit) for digit in digits)),
                *(als_role(als, turn) for turn, als in enumerate(sets)),
            ),
            links=tuple(
                Link(((stem, digit),), als.candidates((digit,)), False)
                for digit, als in zip(digits, sets, strict=True)
            ),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The stem, its sets, and what follows."""
        board = candidates.puzzle.board
        stem, *petals = step.roles
        at = cells_text((stem.candidates[0][0],), board)
        cases = one_by_one(
            translated(
                "if it is {digit}, the set {set} loses it",
                digit=board.symbols[digit],
                set=role_text(petal, board),
            )
            for (_, digit), petal in zip(stem.candidates, petals, strict=True)
        )
        z = digits_text(step.digits, board)
        either = any_digit_text(step.digits, board)
        said = translated(
            "{cell} is {digits}. {cases}. In each case, one set has no digit to spare and holds "
            "all that it has left, with {z} among them.",
            cell=at,
            digits=any_digit_text((digit for _, digit in stem.candidates), board),
            cases=capital(cases),
            z=z,
        )
        seen = translated("every {digits} of these sets", digits=either)
        return sentences(said, remove_seeing(step.eliminations, board, seen))


DEATH_BLOSSOM = DeathBlossom()
