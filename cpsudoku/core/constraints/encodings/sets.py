"""Cells hold one of some sets of digits, encoded for CP-SAT with a literal for each set.

For cages this is 7 times as fast as a linear sum (6 TAREK killers: 4.7 s against 35 s).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables

DigitSet = frozenset[int]
MANY_SETS = 200  # a 9x9 cage has at most 12, a 16x16 cage 519, a 25x25 cage about 50,000


@lru_cache(maxsize=4096)
def sets_with_sum(values: tuple[int, ...], size: int, total: int) -> tuple[DigitSet, ...] | None:
    """The sets of ``size`` different values with this sum, or None if there are too many."""
    found = tuple(islice(_sets(values, size, total), MANY_SETS + 1))
    return found if len(found) <= MANY_SETS else None


def _sets(values: tuple[int, ...], size: int, total: int) -> Iterator[DigitSet]:
    """Yield these sets with ascending values. If values are consecutive, no search is wasted."""
    if size == 0:
        if total == 0:
            yield frozenset()
        return
    for index in range(len(values) - size + 1):
        first, rest = values[index], values[index + 1 :]
        if sum(values[index : index + size]) > total:
            return
        if first + sum(rest[len(rest) - size + 1 :]) >= total:
            for each in _sets(rest, size - 1, total - first):
                yield each | {first}


def post_sets(model: CpModel, x: Variables, cells: Sequence[int], sets: Iterable[DigitSet]) -> None:
    """The cells hold different digits, which form exactly one of the sets.

    Each set has as many digits as there are cells.
    """
    places: dict[int, list[IntVar | bool]] = {}
    for cell in cells:
        for value, literal in x[cell].items():
            places.setdefault(value, []).append(literal)
    settled = {
        value for value, literals in places.items() if any(each is True for each in literals)
    }
    fitting = [each for each in sets if settled <= each <= places.keys()]
    for literals in places.values():
        if len(literals) > 1:
            model.add_at_most_one(literals)
    if len(fitting) <= 1:
        chosen: list[IntVar | bool] = [True] * len(fitting)
    else:
        chosen = [model.new_bool_var("") for _ in fitting]
        model.add_exactly_one(chosen)
    if not fitting:
        model.add_bool_or([])
    for value, literals in places.items():
        if value in settled:
            continue
        holding = [is_it for each, is_it in zip(fitting, chosen, strict=True) if value in each]
        if len(holding) == len(fitting):
            model.add_bool_or(literals)
            continue
        # The digit is in the cage exactly if a set with this digit is chosen.
        for literal in literals:
            model.add_bool_or([*holding, ~literal])
        for is_it in holding:
            model.add_bool_or([*literals, ~is_it])
