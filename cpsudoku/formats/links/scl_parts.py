"""The parts of the JSON of SudokuPad: lists, cells, cages and colours."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.formats.links.drawn.collecting import point_of
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject

Place = tuple[int, int]


def objects_in(value: object) -> list[JsonObject]:
    """The objects in a list."""
    return [each for each in list_of(value) if isinstance(each, dict)]


def list_of(value: object) -> list[object]:
    """A value if it is a list, or else an empty list."""
    return value if isinstance(value, list) else []


def places_in(value: object) -> list[Place]:
    """The cells of a list of [row, column]. An empty place is left out. Raises InputError."""
    found = []
    for place in list_of(value):
        point = point_of(place)
        if point is not None:
            found.append((int(point[0]), int(point[1])))
        elif place not in ({}, [], None):
            raise InputError("{place} is not a cell such as [0, 8]", place=quoted(place))
    return found


def is_hidden_region(cage: JsonObject) -> bool:
    """Whether a cage is a region without an outline."""
    return (
        cage.get("hidden") is True
        and cage.get("unique") is True
        and bool(cage.get("cells"))
        and cage.get("sum", cage.get("value")) in (None, "")
    )


def is_drawn_cage(cage: JsonObject) -> bool:
    """Whether a cage has cells and is not a region."""
    return bool(places_in(cage.get("cells"))) and not is_hidden_region(cage)


def must_repeat(cells: Sequence[int], answer: list[int] | None, size: int) -> bool:
    """Whether cells can't differ: there are too many, or the stored solution repeats a digit."""
    if len(cells) > size:
        return True
    return answer is not None and len({answer[cell] for cell in cells}) < len(cells)


def is_colour(value: object, wanted: str) -> bool:
    """Whether a value is this colour."""
    return isinstance(value, str) and value.upper() in (wanted, f"{wanted}FF")


def text_of_lines(value: object) -> str:
    """The text of a value. A list has one line per entry."""
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)
