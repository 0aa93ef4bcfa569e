"""Checks the arithmetic of explanations without the code that made it: sums by brute force."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import combinations, product

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, digits_of

Cell = r"r\d+c\d+"
Names = rf"(?P<cells>{Cell}(?:(?:, | and ){Cell})*)"
Digits = r"\d+(?:(?:, | or )\d+)*"
SYMBOL = re.compile(r"\b([A-Z]) \((\d+)\)|(\d+) \(([A-Z])\)")  # C (12) and = 12 (C)
Numbers = r"(?P<numbers>\d+(?:(?:, | or )\d+)*)"
GIVEN = re.compile(rf"with (?P<digits>{Digits}) in (?P<cell>{Cell})[^;]*?, ")
BOUND = re.compile(rf"{Names} (?:is|add up to|would be) at (?P<end>least|most) (?P<number>\d+)")
NEEDED = re.compile(rf"(?:sum of|,) {Names} would have to be {Numbers}, which it cannot")
FIRST = re.compile(rf"(?P<cell>{Cell}) is (?P<digits>\d+), so ")
EQUATION = re.compile(r"(?P<left>\d+(?: [+-] \d+)+) = (?P<right>\d+)")


class Sums:
    """The sums that cells of a position can have, if cells that see each other differ."""

    def __init__(self, board: Board, marks: Sequence[Collection[int]]) -> None:
        self.board, self.marks = board, marks

    @classmethod
    def at(cls, candidates: Candidates) -> Sums:
        """Those of a position. The cells of a cage see each other, too."""
        pairs = zip(candidates.cells, candidates.marks, strict=True)
        digits = [[d] if d else digits_of(m) for d, m in pairs]
        board = candidates.puzzle.board_with_rules
        return cls(board, [{digit + board.lowest - 1 for digit in each} for each in digits])

    def cells(self, text: str) -> list[int]:
        """The cells that a text names."""
        return [self.board.named_cells[name] for name in re.findall(Cell, text)]

    def given(self, cell: int, digit: int) -> Sums:
        """The sums if a cell holds a digit."""
        peers = self.board.peers[cell]
        marks = [set(m) - {digit} if at in peers else m for at, m in enumerate(self.marks)]
        return Sums(self.board, [{digit} if at == cell else m for at, m in enumerate(marks)])

    def of(self, cells: Sequence[int]) -> set[int]:
        """Every sum of these cells."""
        pairs = [
            (i, j)
            for (i, one), (j, other) in combinations(enumerate(cells), 2)
            if other in self.board.peers[one]
        ]
        fillings = product(*(self.marks[cell] for cell in cells))
        return {sum(each) for each in fillings if all(each[i] != each[j] for i, j in pairs)}


def numbers(text: str) -> list[int]:
    """The numbers of a text."""
    return list(map(int, re.findall(r"\d+", text)))


def sum_faults(text: str, candidates: Candidates) -> tuple[int, list[str]]:
    """How many statements about sums a text makes, and those that are wrong."""
    sums, count, faults = Sums.at(candidates), 0, list[str]()
    for symbol, number, same, after in SYMBOL.findall(text):
        if candidates.board.value_name(int(number or same)) != symbol + after:
            faults.append(f"{symbol or after} for {number or same}")
    text = SYMBOL.sub(lambda found: found[2] or found[3], text)
    _, _, reasons = text.rpartition(" Remove ")[0].partition(": ")
    for part in reasons.split("; "):
        if "×" in part:  # a weighted sum
            continue
        if first := FIRST.match(part):  # the first digit of an x-sum
            (cell,) = sums.cells(first["cell"])
            sums = sums.given(cell, int(first["digits"]))
            continue
        found = GIVEN.match(part)
        (cell,) = sums.cells(found["cell"]) if found else (-1,)
        cases = [sums.given(cell, d) for d in numbers(found["digits"])] if found else [sums]
        for claim in BOUND.finditer(part):
            count += 1
            cells, number = sums.cells(claim["cells"]), int(claim["number"])
            reached = {
                each for case in (cases if cell in cells else [sums]) for each in case.of(cells)
            }
            if not reached or (min if claim["end"] == "least" else max)(reached) != number:
                faults.append(claim[0])
        for claim in NEEDED.finditer(part):
            count += 1
            cells = sums.cells(claim["cells"])
            wanted = numbers(claim["numbers"])  # one for each digit
            if not found or any(n in case.of(cells) for n, case in zip(wanted, cases, strict=True)):
                faults.append(claim[0])
        for claim in EQUATION.finditer(part):
            count += 1
            terms = re.findall(r"[+-]?\d+", claim["left"].replace(" ", ""))
            if sum(map(int, terms)) != int(claim["right"]):
                faults.append(claim[0])
    return count, faults
