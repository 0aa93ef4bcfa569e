"""The values of programs of custom rules: calculations, lists, and the functions that all have."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, fmod
from operator import add, mul, sub, truediv
from typing import Any

from cpsudoku.formats.links.custom.tokens import NotKnown

Value = Any  # None, bool, int, float, str, list, dict, a function or a component
LONGEST = 20_000  # items of a list, characters of a text
_LARGEST = 2**53


def is_true(value: Value) -> bool:
    """Whether JavaScript takes a value as true: lists and objects are, if they are empty, too."""
    return isinstance(value, list | dict) or bool(value)


def number(value: Value) -> float:
    """A value that is a number."""
    if isinstance(value, int | float) and abs(value) < _LARGEST:
        return value
    raise NotKnown("a calculation with something that is not a number")


SHORT: dict[str, Callable[[Value], bool]] = {
    "&&": is_true,
    "||": lambda value: not is_true(value),
    "??": lambda value: value is None,
}


_SIGNS: dict[str, Callable[[float, float], Any]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": truediv,
    "%": fmod,
    "**": pow,
}


def calculated(sign: str, one: Value, other: Value) -> Value:
    """The value of a sign between two values."""
    if sign in ("==", "===", "!=", "!=="):
        kinds = (int | float, str, bool, type(None))
        is_nothing = one is None or other is None
        if not is_nothing and not any(
            isinstance(one, kind) and isinstance(other, kind) for kind in kinds
        ):
            raise NotKnown("a comparison of different things")
        return (one == other) == (sign[0] == "=")
    if isinstance(one, str) or isinstance(other, str):
        text = _text(one) + _text(other)
        if sign != "+" or len(text) > LONGEST:
            raise NotKnown("a text in a calculation")
        return text
    one, other = number(one), number(other)
    if sign in ("<", ">", "<=", ">="):
        return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}[sign]
    if sign == "**" and not -64 <= other <= 64:
        raise NotKnown("a large power")
    return _whole(_SIGNS[sign](one, other))


def _whole(found: Value) -> Value:
    return int(found) if isinstance(found, float) and found.is_integer() else found


def _text(value: Value) -> str:
    return "" if isinstance(value, list | dict) else str(value)


def type_of(value: Value) -> str:
    """What ``typeof`` returns."""
    if value is None:
        return "undefined"
    kinds = {bool: "boolean", int: "number", float: "number", str: "string"}
    return "function" if callable(value) else kinds.get(type(value), "object")


def items_of(value: Value) -> list[Value]:
    """The items of a list."""
    if not isinstance(value, list):
        raise NotKnown("items of something that is not a list")
    return value


def array_of(*values: Value) -> list[Value]:
    """What ``Array(3)`` or ``Array(1, 2)`` makes."""
    if len(values) != 1 or isinstance(values[0], bool) or not isinstance(values[0], int):
        return list(values)
    if not 0 <= values[0] <= LONGEST:
        raise NotKnown("a long list")
    return [None] * values[0]


def _mapped(items: list[Value], function: Callable[..., Value]) -> list[Value]:
    """The value of a function for each item and its number."""
    if not callable(function):
        raise NotKnown("a list")
    return [function(each, at) for at, each in enumerate(items)]


def _from(items: Value = None, function: Value = None) -> list[Value]:
    """What ``Array.from`` makes of a list, or of ``{length: 3}``."""
    length = items.get("length") if isinstance(items, dict) else None
    found = list(items_of(items)) if length is None else array_of(length)
    return found if function is None else _mapped(found, function)


def _push(items: list[Value], *values: Value) -> int:
    items.extend(values)
    if len(items) > LONGEST:
        raise NotKnown("a long list")
    return len(items)


def _fill(items: list[Value], value: Value = None) -> list[Value]:
    items[:] = [value] * len(items)
    return items


def _concat(items: list[Value], *others: Value) -> list[Value]:
    return items + [
        each for other in others for each in (other if isinstance(other, list) else [other])
    ]


def _slice(items: list[Value], start: int = 0, end: int | None = None) -> list[Value]:
    return items[start:end]


def _filtered(items: list[Value], function: Callable[..., Value]) -> list[Value]:
    wanted = _mapped(items, function)
    return [each for each, is_wanted in zip(items, wanted, strict=True) if is_true(is_wanted)]


OF_LISTS: dict[str, Callable[..., Value]] = {
    "map": _mapped,
    "forEach": lambda items, function: _mapped(items, function) and None,
    "filter": _filtered,
    "some": lambda items, function: any(map(is_true, _mapped(items, function))),
    "every": lambda items, function: all(map(is_true, _mapped(items, function))),
    "push": _push,
    "fill": _fill,
    "concat": _concat,
    "slice": _slice,
    "includes": lambda items, value: value in items,
    "flat": lambda items: [each for item in items for each in items_of(item)],
    "reverse": lambda items: items.reverse() or items,
}


def builtins() -> dict[str, Value]:
    """The objects of the language that programs use."""
    functions: dict[str, Callable[..., Any]] = {
        "floor": floor,
        "ceil": ceil,
        "abs": abs,
        "min": min,
        "max": max,
    }
    calculations = {name: _of_numbers(function) for name, function in functions.items()}
    return {
        "Math": calculations,
        "Array": {"from": _from},
        "DigitSet": {"from": items_of},
    }


def _of_numbers(function: Callable[..., Value]) -> Callable[..., Value]:
    def call(*values: Value) -> Value:
        found = list(map(number, values))
        if not found:
            raise NotKnown("a function without numbers")
        return _whole(function(*found) if len(found) < 2 or function in (min, max) else None)

    return call
