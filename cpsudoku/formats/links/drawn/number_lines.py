"""Lines on which the digits form sequences: the words about them, and the rules they become."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cpsudoku.formats.links.drawn.line_families import LineFamily
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine
from cpsudoku.formats.links.drawn.offers import equal_sums, one_is_rest


def _fibonacci(path: MarkedLine) -> list[str] | None:
    """From one end to the other, digits increase, and each is the sum of the two before it."""
    if path.is_loop:
        return None
    ways = (_fibonacci_way(path, path.cells), _fibonacci_way(path, path.cells[::-1]))
    return ["any-of: " + " | ".join(f"({way})" for way in ways)]


def _fibonacci_way(path: MarkedLine, cells: Sequence[int]) -> str:
    rules = [f"(thermo: {path.named(cells)})"]
    for first, second, third in zip(cells, cells[1:], cells[2:], strict=False):
        rules.append(f"(sum 0: {path.named((first, second))} -{path.named((third,))})")
    return "all-of: " + " & ".join(rules) if len(rules) > 1 else rules[0][1:-1]


def _equal_halves(path: MarkedLine) -> list[str] | None:
    """The first two digits of four have the same sum as the last two."""
    if len(path.distinct) != 4 or path.is_loop:
        return None
    return equal_sums(path.named(path.cells[:2]), path.named(path.cells[2:]))


def _run_on_renban(path: MarkedLine) -> list[str] | None:
    """Each part of the line with this number of cells is a renban, or the whole shorter line."""
    length, cells = int(path.number or 0), path.cells
    if length < 2 or path.is_loop:
        return None
    starts = range(max(1, len(cells) - length + 1))
    return [f"renban: {path.named(cells[start : start + length])}" for start in starts]


def _multiple_of_length(path: MarkedLine) -> list[str] | None:
    """The digits add up to a multiple of the number of cells."""
    count, cells = len(path.distinct), path.named(path.distinct)
    return [f"sums 0%{count}: {cells}"]


def _product(path: MarkedLine) -> list[str] | None:
    """The product of the digits is a number of the sentences."""
    return [f"product {path.number}: {path.named(path.distinct)}"] if path.number else None


def _one_parity(path: MarkedLine) -> list[str] | None:
    """All digits are odd, or all are even."""
    return [f"pair (a+b)%2=0: {path.named(pair)}" for pair in pairwise(path.distinct)]


def _end_sum(path: MarkedLine) -> list[str] | None:
    """The digit at one end is the sum of all others."""
    names = [path.named((cell,)) for cell in path.distinct]
    return None if path.is_loop else [one_is_rest(names, (0, len(names) - 1))]


def _half_sum(path: MarkedLine) -> list[str] | None:
    """One of the digits is the sum of all others."""
    names = [path.named((cell,)) for cell in path.distinct]
    return [one_is_rest(names, range(len(names)))]


def _zigzag(path: MarkedLine) -> list[str] | None:
    """Digits increase and decrease in turn."""
    pairs = list(enumerate(pairwise(path.cells)))
    if path.is_loop:
        return None
    if len(pairs) == 1:
        return [f"pair a!=b: {path.named(path.cells)}"]
    ways = (
        " & ".join(
            f"(pair a>b: {path.named(pair if number % 2 == first else pair[::-1])})"
            for number, pair in pairs
        )
        for first in (0, 1)
    )
    return ["any-of: " + " | ".join(f"(all-of: {way})" for way in ways)]


def _oscillating(path: MarkedLine) -> list[str] | None:
    """Digits are below and above the middle digit in turn."""
    values = path.drawing.board.values
    if len(values) % 2 == 0:
        return None
    middle = values[len(values) // 2]
    relation = f"(a<{middle} and b>{middle}) or (a>{middle} and b<{middle})"
    return [f"pair {relation}: {path.named(pair)}" for pair in pairwise(path.cells)]


def _all_digits(path: MarkedLine) -> list[str] | None:
    """The line has each digit once."""
    cells = path.distinct
    is_whole = len(cells) == len(path.drawing.board.values)
    return [f"region: {path.named(cells)}"] if is_whole else None


NUMBER_LINES = (
    LineFamily("end-sum line", "end-sum line", (), _end_sum),
    LineFamily("half-sum line", "half-sum line", (), _half_sum),
    LineFamily("zigzag line", "zigzag line", (), _zigzag, joins="chain"),
    LineFamily("oscillating line", "oscillating line", (), _oscillating, joins="chain"),
    LineFamily("full line", "full line", (), _all_digits, joins="chain"),
    LineFamily("one-parity line", "one-parity line", (), _one_parity),
    LineFamily("product line", "product line", (), _product),
    LineFamily("Fibonacci line", "Fibonacci line", (), _fibonacci),
    LineFamily("two-sum line", "two-sum line", (), _equal_halves),
    LineFamily("run-on renban", "run-on renban", (), _run_on_renban),
    LineFamily("length-multiple line", "length-multiple line", (), _multiple_of_length),
)
