"""The fields of rules. Each defines how it is written in JSON and in a line of the rule language.

A rule is a dataclass. Functions such as ``cells`` and ``number`` make its fields, which determine
its JSON form, its text form and its syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.amounts import refuse_many_cells
from cpsudoku.core.constraints.field_kinds import NEEDED, FieldKind, Needed, field_of
from cpsudoku.core.constraints.places import cells_as_text, read_cells, terms_of, terms_text
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import both, worded

T = TypeVar("T")
D = TypeVar("D")
Terms = tuple[tuple[int, int], ...]  # (cell, weight)
HEAVIEST = 1000
FAR = 10_000  # numbers further away are not tried, since a product can be very large
SMALL = 25  # the largest number of a list, such as a digit, that a person may have meant


def cells(
    least: int = 1,
    most: int | None = None,
    repeats: bool = False,
    adjacent: str = "",
    default: tuple[int, ...] | Needed = NEEDED,
) -> tuple[int, ...]:
    """Cells in an order.

    With ``repeats``, a cell may be listed twice. With ``adjacent="edge"``, neighbours in the list
    must touch at an edge. With ``"corner"``, they must touch at an edge or corner.
    """

    def checked(found: tuple[int, ...], board: Board) -> tuple[int, ...]:
        _check_count(found, least, most)
        if not repeats and len(set(found)) < len(found):
            twice = next(cell for cell in found if found.count(cell) > 1)
            raise InputError("{cell} is listed twice", cell=board.cell_name(twice))
        if adjacent:
            _check_adjacent(found, board, adjacent)
        return found

    return field_of(
        FieldKind(
            "CELL CELL" if least == most == 2 else "CELLS",
            lambda text, board: checked(read_cells(text, board), board),
            cells_as_text,
            lambda data, board: checked(_named(data, board), board),
            lambda value, board: [board.cell_name(cell) for cell in value],
            is_place=True,
            lists=1,
            most=most,
        ),
        default,
    )


def cell() -> int:
    """One cell."""

    def only(found: tuple[int, ...]) -> int:
        _check_count(found, 1, 1)
        return found[0]

    return field_of(
        FieldKind(
            "CELL",
            lambda text, board: only(read_cells(text, board)),
            lambda value, board: board.cell_name(value),
            lambda data, board: only(_named([data], board)),
            lambda value, board: board.cell_name(value),
            is_place=True,
            lists=1,
            most=1,
        )
    )


def groups(
    least: int = 2, cells_each: int = 1, copies: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Several lists of cells, separated by ``=``. With ``copies``, they have the same shape."""

    def checked(found: Sequence[tuple[int, ...]], board: Board) -> tuple[tuple[int, ...], ...]:
        refuse_many_cells([cell for group in found for cell in group], board)
        if len(found) < least:
            raise InputError(
                "{count} lists of cells; at least {least} are needed", count=len(found), least=least
            )
        for group in found:
            _check_count(group, cells_each, None)
        return tuple(found)

    def load(data: object, board: Board) -> tuple[tuple[int, ...], ...]:
        if not isinstance(data, list):
            raise InputError("{found} is not a list of lists of cells", found=quoted(data))
        return checked([_named(group, board) for group in data], board)

    return field_of(
        FieldKind(
            "CELLS = CELLS",
            lambda text, board: checked(
                [read_cells(part, board) for part in text.split("=")], board
            ),
            lambda value, board: " = ".join(cells_as_text(group, board) for group in value),
            load,
            lambda value, board: [[board.cell_name(cell) for cell in group] for group in value],
            is_place=True,
            takes_rest=True,
            lists=least,
            copies=copies,
        )
    )


def terms(least: int = 1) -> Terms:
    """Cells with whole weights: ``r1c1*2 r1c2 -r1c3``. A cell may be listed twice."""

    def checked(found: Terms) -> Terms:
        _check_count(found, least, None)
        for _, weight in found:
            if not -HEAVIEST <= weight <= HEAVIEST or not weight:
                raise InputError(
                    "the weight {weight} is not allowed; allowed are -{heaviest} to "
                    "{heaviest}, without 0",
                    weight=weight,
                    heaviest=HEAVIEST,
                )
        return found

    def load(data: object, board: Board) -> Terms:
        if not isinstance(data, list):
            raise InputError(
                "{found} is not a list of cells, or of [cell, weight]", found=quoted(data)
            )
        refuse_many_cells(data, board)
        found = []
        for each in data:
            cell, weight = each if isinstance(each, list) and len(each) == 2 else (each, 1)
            if not isinstance(cell, str) or type(weight) is not int:
                raise InputError(
                    "{found} is not a cell such as r1c1, or [cell, weight]", found=quoted(each)
                )
            found.append((board.cell_named(cell), weight))
        return checked(tuple(found))

    def dump(value: Terms, board: Board) -> object:
        named = [(board.cell_name(cell), weight) for cell, weight in value]
        return [cell if weight == 1 else [cell, weight] for cell, weight in named]

    read = lambda text, board: checked(terms_of(text, board))  # noqa: E731
    return field_of(FieldKind("TERMS", read, terms_text, load, dump, is_place=True, lists=1))


def relation() -> str:
    """A relation: ``=``, ``<=`` or ``>=``. The ``=`` may be left out."""
    allowed = {"=": "=", "==": "=", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">="}

    def load(data: object, board: Board) -> str:
        if data not in ("=", "<=", ">="):
            raise InputError("{found} is not one of =, <=, >=", found=quoted(data))
        return str(data)

    same = lambda value, board: value  # noqa: E731
    read = lambda text, board: load(allowed.get(text, text), board)  # noqa: E731
    starts = re.compile("[=<>≤≥]+")
    others = lambda value: [each for each in ("=", "<=", ">=") if each != value]  # noqa: E731
    return field_of(
        FieldKind("RELATION", read, same, load, same, starts=starts, others=others), "="
    )


def number(word: str, default: D | Needed = NEEDED, least: int = 0, most: int = 10_000) -> int | D:
    """A whole number. If the default is None, the number may be absent."""

    def load(data: object, board: Board) -> int:
        if type(data) is not int or not least <= data <= most:
            raise InputError(
                "{found} is not a whole number from {least} to {most}",
                found=quoted(data),
                least=least,
                most=most,
            )
        return data

    def read(text: str, board: Board) -> int:
        try:
            value = int(text)
        except ValueError:
            raise InputError("{text} is not a whole number", text=quoted(text)) from None
        return load(value, board)

    same = lambda value, board: value  # noqa: E731
    write = lambda value, board: str(value)  # noqa: E731
    others = lambda value: near(value, least, most)  # noqa: E731
    starts = re.compile("[^A-Za-z].*")  # a word may follow instead of an optional number
    return field_of(FieldKind(word, read, write, load, same, starts=starts, others=others), default)


def near(value: int, least: int, most: int) -> list[int]:
    """The other numbers within a range, nearest first, up to some 100 away or twice as much."""
    reach = 100 + 2 * min(abs(value), FAR)
    near = range(max(least, value - reach), min(most, value + reach) + 1)
    return sorted((each for each in near if each != value), key=lambda each: abs(each - value))


def numbers(
    word: str, default: D | Needed = NEEDED, least: int = 0, most: int = 10_000
) -> tuple[int, ...] | D:
    """Several whole numbers. In text, commas separate them."""

    def load(data: object, board: Board) -> tuple[int, ...]:
        if not isinstance(data, list) or not data:
            raise InputError("{found} is not a list of whole numbers", found=quoted(data))
        for value in data:
            if type(value) is not int or not least <= value <= most:
                raise InputError(
                    "{found} is not a whole number from {least} to {most}",
                    found=quoted(value),
                    least=least,
                    most=most,
                )
        return tuple(data)

    def read(text: str, board: Board) -> tuple[int, ...]:
        try:
            return load([int(part) for part in text.split(",")], board)
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                "{text} is not a list of numbers such as 1,2", text=quoted(text)
            ) from None

    def others(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for at, value in enumerate(values):
            for each in near(value, least, min(most, SMALL)):
                yield (*values[:at], each, *values[at + 1 :])

    write = lambda value, board: ",".join(map(str, value))  # noqa: E731
    dump = lambda value, board: list(value)  # noqa: E731
    return field_of(FieldKind(word, read, write, load, dump, others=others), default)


def refuse_strange_values(values: Sequence[int], board: Board) -> None:
    """Raise InputError if a number is not a digit of the board."""
    strange = [value for value in values if value not in board.values]
    if strange:
        first, last = board.values[0], board.values[-1]
        raise InputError(
            "{strange} is not a digit of the board; they are {first}-{last}",
            strange=strange[0],
            first=first,
            last=last,
        )


def choice(word: str, allowed: Sequence[str], default: D | Needed = NEEDED) -> str | D:
    """One of some words."""

    def load(data: object, board: Board) -> str:
        if data not in allowed:
            raise InputError(
                "{found} is not one of {allowed}", found=quoted(data), allowed=", ".join(allowed)
            )
        return str(data)

    def read(text: str, board: Board) -> str:
        known = {each.lower(): each for each in allowed}
        return load(known.get(text.lower(), text), board)

    same = lambda value, board: value  # noqa: E731
    starts = re.compile(rf"(?:{'|'.join(allowed)})(?!\S)", re.IGNORECASE)
    others = lambda value: [each for each in allowed if each != value]  # noqa: E731
    return field_of(FieldKind(word, read, same, load, same, starts=starts, others=others), default)


def choices(word: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """One or more of some words, each at most once, in the order of ``allowed``."""

    def load(data: object, board: Board) -> tuple[str, ...]:
        if not isinstance(data, list) or not data:
            raise InputError(
                "{found} is not a list of {allowed}", found=quoted(data), allowed=", ".join(allowed)
            )
        for each in data:
            if each not in allowed:
                raise InputError(
                    "{found} is not one of {allowed}",
                    found=quoted(each),
                    allowed=", ".join(allowed),
                )
        return tuple(each for each in allowed if each in data)

    return field_of(
        FieldKind(
            word,
            lambda text, board: load(text.lower().split(), board),
            lambda value, board: " ".join(value),
            load,
            lambda value, board: list(value),
            takes_rest=True,
        )
    )


def text(word: str, check: Callable[[str, Board], object], default: D | Needed = NEEDED) -> str | D:
    """A text such as an expression. ``check`` raises InputError if it is not well formed.

    In a line it takes everything before the colon.
    """

    def load(data: object, board: Board) -> str:
        if not isinstance(data, str):
            raise InputError("{found} is not a text", found=quoted(data))
        found = " ".join(data.split())
        check(found, board)
        return found

    same = lambda value, board: value  # noqa: E731
    return field_of(FieldKind(word, load, same, load, same, takes_rest=True), default)


def _named(data: object, board: Board) -> tuple[int, ...]:
    if isinstance(data, list):
        refuse_many_cells(data, board)
        try:
            return tuple(map(board.named_cells.__getitem__, data))
        except (KeyError, TypeError):  # an unusual spelling, or no cells
            pass
    if not isinstance(data, list) or not all(isinstance(each, str) for each in data):
        raise InputError("{found} is not a list of cells such as r1c1", found=quoted(data))
    return tuple(board.cell_named(each) for each in data)


def _check_count(found: Sequence[object], least: int, most: int | None) -> None:
    if len(found) < least or (most is not None and len(found) > most):
        if most is None:
            allowed: str = worded("at least {least}", least=least)
        else:
            allowed = (
                f"{least}" if least == most else worded("{least} to {most}", least=least, most=most)
            )
        raise InputError(
            "{cells}; {allowed} needed", cells=plural(len(found), "cell"), allowed=allowed
        )


def _check_adjacent(found: Sequence[int], board: Board, adjacent: str) -> None:
    for one, other in pairwise(found):
        (r, c), (s, d) = board.row_column(one), board.row_column(other)
        down, across = abs(r - s), abs(c - d)
        touch = down + across == 1 if adjacent == "edge" else max(down, across) == 1
        if not touch:
            names = both((board.cell_name(one), board.cell_name(other)))
            raise InputError("{names} do not touch", names=names)
