"""Checks of arguments. Everything except a number in range raises BadParameter."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Real
from operator import index

from cpsudoku.runtime.errors import BadParameter
from cpsudoku.runtime.words import worded

LONGEST = 1e9  # seconds: 31 years, and a number that every engine can calculate with
LARGEST = 2**63 - 1  # the largest number that CP-SAT and the kernel accept


def seconds(parameter: str, value: object) -> float:
    """A time as a float. Times above LONGEST become LONGEST.

    Raises BadParameter for nan, infinity, negative numbers, and values that are not numbers.
    """
    found = _float(value)
    if not 0 <= found < math.inf:
        raise BadParameter(parameter, value, worded("a finite number of seconds, 0 or more"))
    return min(found, LONGEST)


def between(parameter: str, value: object, least: float, most: float) -> float:
    """A number from ``least`` to ``most`` as a float. Raises BadParameter for anything else."""
    found = _float(value)
    if not least <= found <= most:
        raise BadParameter(
            parameter,
            value,
            worded("a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}"),
        )
    return found


def _float(value: object) -> float:
    """A number as a float, or nan if it is not a number or is too large."""
    if not isinstance(value, Real | Decimal) or isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except (OverflowError, ValueError):
        return math.nan


def whole(parameter: str, value: object, least: int) -> int:
    """A whole number, ``least`` or more. Raises BadParameter for anything else.

    Numbers above LARGEST become LARGEST.
    """
    try:
        number = least - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least:
        raise BadParameter(parameter, value, worded("a whole number, {least} or more", least=least))
    return min(number, LARGEST)


def text(parameter: str, value: object, allowed: str = worded("a text")) -> str:
    """A text. Raises BadParameter for anything else."""
    if not isinstance(value, str):
        raise BadParameter(parameter, value, allowed)
    return value
