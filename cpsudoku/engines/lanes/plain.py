"""Counts the guesses of the kernel for one puzzle in plain Python, without a compiler.

The sweep and the choice of the split are the source of ``sweep``, run with one word for each
vector, which is a single lane. So the number is that of the kernel. A puzzle without guesses takes
ten milliseconds, one with fifty half a second.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from cpsudoku.engines.lanes.memory import ALL, THREE, cell
from cpsudoku.runtime.compiled.plain_source import Functions, functions_of

_BITS = 0xFFFF


class Word:
    """One lane of a ``Vec``, with the same operators."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    def __and__(self, other: Word | int) -> Word:
        return Word(self.value & _of(other))

    def __or__(self, other: Word | int) -> Word:
        return Word(self.value | _of(other))

    def __xor__(self, other: Word | int) -> Word:
        return Word(self.value ^ _of(other))

    def __add__(self, other: Word | int) -> Word:
        return Word((self.value + _of(other)) & _BITS)

    def __sub__(self, other: Word | int) -> Word:
        return Word((self.value - _of(other)) & _BITS)

    def __invert__(self) -> Word:
        return Word(self.value ^ _BITS)

    def __neg__(self) -> Word:
        return Word(-self.value & _BITS)

    def popcount(self) -> Word:
        """The number of bits."""
        return Word(self.value.bit_count())

    def smaller(self, other: Word) -> Word:
        """The smaller of two words."""
        return self if self.value < other.value else other

    def equals(self, other: Word | int) -> PlainTest:
        """Whether the words are equal."""
        return PlainTest(self.value == _of(other))

    def below(self, other: Word | int) -> PlainTest:
        """Whether this word is smaller."""
        return PlainTest(self.value < _of(other))


class PlainTest:
    """A yes or no."""

    __slots__ = ("answer",)

    def __init__(self, answer: bool) -> None:
        self.answer = answer

    def pick(self, yes: Word, no: Word | int) -> Word:
        """One of two words."""
        return yes if self.answer else no if isinstance(no, Word) else Word(no)

    def bits(self) -> bool:
        """The answer."""
        return self.answer


def _of(other: Word | int) -> int:
    return other if isinstance(other, int) else other.value


class _Cells(list[Word]):
    """The memory of one lane: 81 masks and their sum."""

    def forget(self) -> None:
        """Nothing: only LLVM keeps values in registers."""


class _Builder:
    """What the source uses of LLVM's builder."""

    @staticmethod
    def and_(one: bool, other: bool) -> bool:
        return one and other

    @staticmethod
    def not_(one: bool) -> bool:
        return not one


@cache
def _functions() -> Functions:
    names = {"NamedTuple": NamedTuple, "itertools": itertools}
    names |= {"ALL": ALL, "THREE": THREE, "cell": cell}
    return functions_of(__file__, ["sweep"], names, without=("Triads",))


def guesses_until_proved(cells: Sequence[int], want: int = 2) -> int:
    """The guesses of the kernel until the solutions, up to ``want``, are known."""
    sweep, choose = _functions()["sweep"], _functions()["choose"]
    masks = [Word(1 << digit - 1 if digit else ALL) for digit in cells]
    lane, pending = _Cells([*masks, Word(0)]), list[_Cells]()
    guesses = solutions = 0
    while True:
        changed, dead, unsolved = sweep(_Builder, lane)
        if changed and not dead:
            continue
        if unsolved and not dead:
            picks = [Word(0), Word(0)]
            choose(_Builder, lane, picks)
            pending.append(_split(lane, picks[0].value, picks[1]))
            guesses += 1
            continue
        solutions += not dead
        if solutions == want or not pending:
            return guesses
        lane = pending.pop()


def _split(lane: _Cells, triad: int, digit: Word) -> _Cells:
    """A copy without the digit in the triad; the lane itself keeps it only there."""
    number, line, box = triad // 9, triad // 3 % 3, triad % 3
    other = _Cells(lane)
    for r, k in itertools.product(THREE, THREE):
        place = cell(number % 3, r, box, k, number >= 3)
        branch = other if r == line else lane
        branch[place] = branch[place] & ~digit
    return other
