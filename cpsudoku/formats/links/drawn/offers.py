"""An offer: lines of rules for some drawn parts. It becomes a guess if the lines are rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.guesses import Guess
from cpsudoku.core.layers import STANDARD
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.runtime.errors import InputError

_LAYER = re.compile(r"([a-z][a-z-]*)\.")  # of "shaded.r1c1"
_MOST_PRODUCTS = 400  # that groups of cells may have in common
_LONGEST_PRODUCT = 9  # digits


@dataclass(frozen=True)
class Offer:
    """A guess with its rules as text."""

    noun: str
    count: int
    lines: tuple[str, ...]
    parts: frozenset[int] = frozenset()
    sentences: frozenset[int] = frozenset()
    is_doubtful: bool = False

    def guess(self, board: Board) -> Guess | None:
        """The guess on a board, or None if the board has no such rules."""
        rules: dict[Constraint, None] = {}
        named = {word for line in self.lines for word in _LAYER.findall(line)}
        board = board.with_layers(*(layer for layer in STANDARD if layer.name in named))
        try:
            for line in self.lines:
                rules |= dict.fromkeys(rules_of(line, board))
        except InputError:
            return None
        return Guess(
            self.noun, self.count, tuple(rules), self.parts, self.sentences, self.is_doubtful
        )


def equal_sums(first: str, *others: str) -> list[str]:
    """The lines that each other group of cells has the same sum as the first one.

    first, others: the names of the cells of a group.
    """
    return [f"sum 0: {first} {minus(other)}" for other in others]


def equal_products(board: Board, groups: Sequence[str]) -> list[str]:
    """The line that all groups of cells have the same product, or nothing if there is none.

    groups: the names of the cells of each group.
    """
    found = [_products(board, len(names.split())) for names in groups]
    shared = sorted(set.intersection(*found)) if found else []
    if not 0 < len(shared) <= _MOST_PRODUCTS:
        return []
    ways = (" & ".join(f"(product {each}: {names})" for names in groups) for each in shared)
    return ["any-of: " + " | ".join(f"(all-of: {way})" for way in ways)]


def one_of_sums(totals: Sequence[int], cells: str) -> str:
    """The line that cells have one of these sums."""
    return f"sum{'s' * (len(totals) > 1)} {'/'.join(map(str, totals))}: {cells}"


def exactly_if(a: int, b: int) -> str:
    """The relation that the first digit is ``a`` if and only if the second one is ``b``."""
    return f"(a!={a} or b={b}) and (b!={b} or a={a})"


def any_of(ways: Sequence[str]) -> str:
    """The line that one of these rules holds."""
    return ways[0] if len(ways) == 1 else "any-of: " + " | ".join(f"({way})" for way in ways)


def different_sums(names: Sequence[str]) -> list[str]:
    """The lines that no two groups of cells have the same sum.

    names: those of the cells of each group.
    """
    both = (f"{one} {minus(other)}" for one, other in combinations(names, 2))
    return [f"any-of: (sum <= -1: {each}) | (sum >= 1: {each})" for each in both]


def different_pairs(names: Sequence[str]) -> list[str]:
    """The lines that no two pairs of cells have the same two digits.

    names: those of the cells of each pair.
    """
    lines = []
    for (a, b), (c, d) in combinations(map(str.split, names), 2):
        lines += [f"any-of: (pair a!=b: {a} {c}) | (pair a!=b: {b} {d})"]
        lines += [f"any-of: (pair a!=b: {a} {d}) | (pair a!=b: {b} {c})"]
    return lines


def _products(board: Board, count: int) -> set[int]:
    """The products of so many digits, which may repeat."""
    found = {1}
    for _ in range(min(count, _LONGEST_PRODUCT)):
        found = {product * value for product in found for value in board.values}
    return found


def one_is_rest(names: Sequence[str], places: Iterable[int]) -> str:
    """The line that the digit at one of these places is the sum of all other digits.

    names: the name of each cell.
    """
    ways = (
        f"(sum 0: {names[at]} {minus(' '.join((*names[:at], *names[at + 1 :])))})" for at in places
    )
    return "any-of: " + " | ".join(ways)


def minus(names: str) -> str:
    """The names of some cells, each with a minus sign."""
    return " ".join(f"-{name}" for name in names.split())


def guesses_of(questions: Iterable[Iterable[Offer]], board: Board) -> tuple[tuple[Guess, ...], ...]:
    """The guesses of each question that has any."""
    found = []
    for offers in questions:
        guesses = dict.fromkeys(offer.guess(board) for offer in offers)
        kept = tuple(guess for guess in guesses if guess is not None)
        if kept:
            found.append(kept)
    return tuple(found)
