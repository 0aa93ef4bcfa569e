"""Finds the formulas that depend on changed cells: their stored values are out of date.

A program that trusts stored values, like LibreOffice, would still show the old sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from cpsudoku.formats.sheets.reading.references import references_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture

MANY = 1000  # cells of one reference; examining more would take longer than recalculating

Spot = tuple[str, Place]
"""A cell of a workbook: the title of its sheet in lower case, and its place."""


def stale_formulas(
    pictures: Sequence[SheetPicture], changed: Mapping[str, set[Place]]
) -> dict[str, set[Place]]:
    """The formulas of each sheet that depend on changed cells, directly or through others.

    A formula with unknown references (names, tables, INDIRECT) is assumed to depend on them.
    """
    formulas = {
        (picture.sheet.lower(), place): cell.formula
        for picture in pictures
        for place, cell in picture.cells.items()
        if cell.formula
    }
    waiting = {(name.lower(), at) for name, places in changed.items() for at in places}
    interesting: dict[str, set[Place]] = defaultdict(set)
    for sheet, place in (*formulas, *waiting):
        interesting[sheet].add(place)
    users: dict[Spot | None, list[Spot]] = defaultdict(list)
    for spot, formula in formulas.items():
        for used in _used(spot, formula, interesting):
            users[used].append(spot)
    stale = _reached(users, {*waiting, None})
    found = {
        picture.sheet: {at for at in picture.cells if (picture.sheet.lower(), at) in stale}
        - changed.get(picture.sheet, set())
        for picture in pictures
    }
    return {sheet: places for sheet, places in found.items() if places}


def _reached(users: dict[Spot | None, list[Spot]], start: set[Spot | None]) -> set[Spot]:
    """All spots that use these, directly or through others; empties ``users``."""
    found: set[Spot] = set()
    while start:
        new = set(users.pop(start.pop(), ())) - found
        found |= new
        start |= new
    return found


def _used(spot: Spot, formula: str, among: Mapping[str, set[Place]]) -> Iterator[Spot | None]:
    """The cells of ``among`` that a formula refers to; None for an unknown reference."""
    references = references_of(formula)
    for name, rect in references.ranges:
        sheet = name or spot[0]
        places = among.get(sheet, set())
        if min(rect.height * rect.width, len(places)) > MANY:
            yield None
        elif rect.height * rect.width < len(places):
            yield from ((sheet, place) for place in rect.places if place in places)
        else:
            yield from ((sheet, place) for place in places if rect.holds(place))
    if references.names or references.is_unknown:
        yield None
