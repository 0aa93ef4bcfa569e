"""Houses in words, in the present language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from cpsudoku.runtime.language import (
    ENGLISH,
    counted,
    marked,
    paired,
    present_language,
    translated,
)
from cpsudoku.runtime.lists import listed

HOUSES = {
    "row": paired("row {names}", "rows {names}"),
    "column": paired("column {names}", "columns {names}"),
    "box": paired("box {names}", "boxes {names}"),
    "region": paired("region {names}", "regions {names}"),
    "window": paired("window {names}", "windows {names}"),
    "disjoint group": paired("disjoint group {names}", "disjoint groups {names}"),
}
DIAGONALS = {
    marked("falling diagonal"): marked("the falling diagonal"),
    marked("rising diagonal"): marked("the rising diagonal"),
}
# Houses of rules, as their titles name them.
OF_RULES = (
    marked("the cage at {cell}"),
    marked("the {sum} cage at {cell}"),
    marked("the lunchbox {sum} at {cell}"),
    marked("the extra region at {cell}"),
    marked("the renban from {first} to {last}"),
    marked("the nabner line from {first} to {last}"),
    marked("the run from {first} to {last}"),
    marked("the {sum} run from {first} to {last}"),
    marked("the pair rule {relation} at {cell}"),
    marked("the pair rule of a table at {cell}"),
    marked("the knight's move {cells}"),
    marked("the king's move {cells}"),
    marked("the offset {cells}"),
    marked("the missing digits of each row"),
    marked("the missing digits of each column"),
    marked("the missing digits of each box"),
    marked("{house} with its missing digit"),
)


def house_name(name: str) -> str:
    """One house in words, by its name on the board."""
    if name in DIAGONALS:
        return translated(name)
    kind, _, number = name.rpartition(" ")
    return of_kind(kind, [number])


def of_kind(kind: str, names: Sequence[str]) -> str:
    """Houses of one kind: ``rows 2 and 5``, ``row 1 of grids 2 and 3``, ``cage at r1c1``."""
    if kind in DIAGONALS:
        return translated(DIAGONALS[kind])
    named, in_grid = listed(names), kind.removesuffix(" of grid")
    if kind in HOUSES:
        return counted(*HOUSES[kind], len(names), names=named)
    if in_grid != kind:
        text, house = paired("{house} of grid {names}", "{house} of grids {names}"), in_grid
        return counted(*text, len(names), house=house_name(house), names=named)
    name = f"{kind} {named}".lstrip()
    return name if present_language() == ENGLISH else _of_rule(name)


def _of_rule(name: str) -> str:
    """The house of a rule in the present language, by its English name."""
    for text in OF_RULES:
        found = _form_of(text).fullmatch(name)
        if found:
            values = found.groupdict()
            if "house" in values:
                values["house"] = house_name(values["house"])
            return translated(text, **values)
    return name


@cache
def _form_of(text: str) -> re.Pattern[str]:
    """The names that have the words of a text, with or without its article."""
    form = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(text))
    return re.compile(f"(the )?{form.removeprefix(re.escape('the '))}")
