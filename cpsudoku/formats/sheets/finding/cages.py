"""Killer boards: cages drawn by lines or backgrounds, with their sums in cells or comments.

A drawing is read only if it leaves no doubt: every cage has one sum, and if the cages cover the
board, the sums add up to those of all its houses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.formats.sheets.finding.frames import board_of_window, has_whole_frame
from cpsudoku.formats.sheets.finding.mending import mended
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import ByRow, Plane, bounding_box
from cpsudoku.formats.sheets.finding.regions import (
    THICK,
    edges_of,
    group_numbers,
    neighbours,
    shades_of,
)
from cpsudoku.formats.sheets.finding.shapes import rects_around, squares
from cpsudoku.formats.sheets.finding.values import CellKind
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.raised import RAISED_DIGITS, lowered
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture
from cpsudoku.runtime.errors import cell_address
from cpsudoku.runtime.plural import first_listed
from cpsudoku.runtime.words import worded

_USUAL = 9  # the size of a board that is found by its backgrounds alone, or refused
_FEWEST_SUMS = 3  # sums above the digits, or sums in comments: fewer are typing mistakes
_BOTH = re.compile(r"\(?(\d{1,3})\)?(?:\s*[:/|,;]\s*|\s+)(\d{1,2})")
_ALONE = re.compile(r"\(?(\d{1,3})\)?[:=]?")
_RAISED_FIRST = re.compile(rf"([{RAISED_DIGITS}]{{1,3}})\s*([0-9]{{0,2}})")
_IN_COMMENT = re.compile(r"\D*(\d{1,3})\D*")


class SheetCage(NamedTuple):
    """The cells of a cage on its board, and its sum."""

    cells: tuple[int, ...]
    sum: int


@dataclass(frozen=True)
class Killer:
    """A killer board: its cells on the sheet, its digits with 0 for blanks, and its cages."""

    window: Window
    board: Board
    digits: tuple[int, ...]
    cages: tuple[SheetCage, ...]
    problem: str = ""


class SumAndDigit(NamedTuple):
    """What a cell holds: a number that is a sum or a digit, and a digit after a sum."""

    number: int = 0
    digit: int = 0
    is_sum: bool = False


def killers(plane: Plane, asked: Board | None) -> Iterator[Killer]:
    """The killer boards of a sheet, or the reason why a board with sums can't be read."""
    seen = Overlaps[Rect]((), lambda rect: rect)
    sums: dict[int, ByRow] = {}
    for rect in sorted(squares(plane.picture), key=lambda rect: (-rect.height, rect)):
        size = rect.height
        sums[size] = sums.get(size) or _sums_of_sheet(plane, size)
        if len(sums[size].inside(rect)) >= _FEWEST_SUMS and not seen.of(rect):
            killer = killer_at(plane, Window.of_rect(rect), asked)
            if killer is not None:
                seen.add(rect)
                yield killer
    for island in plane.islands() if plane.picture.has_fills else ():
        killer = _coloured(plane, island, asked)
        if killer is not None and not seen.of(killer.window.rect):
            yield killer


def _sums_of_sheet(plane: Plane, size: int) -> ByRow:
    """The cells of a sheet that may hold the sum of a cage of a board, or have it in a comment."""
    cells, notes = plane.picture.cells, plane.picture.notes
    contents = ((at, content_of(cells[at].value)) for at in plane.meanings)
    large = {at for at, one in contents if one is not None and (one.number > size or one.is_sum)}
    return ByRow(large.union(notes))


def _coloured(plane: Plane, island: frozenset[Place], asked: Board | None) -> Killer | None:
    """The one 9x9 board around some numbers whose backgrounds are cages, without any lines."""
    bounds = bounding_box(island)
    is_small = max(bounds.height, bounds.width) <= _USUAL
    if not is_small or not any(plane.picture.cell(*place).fill for place in island):
        return None
    near = rects_around(bounds, _USUAL, _USUAL)
    found = (killer_at(plane, Window.of_rect(rect), asked) for rect in near)
    sure = [killer for killer in found if killer is not None and not killer.problem]
    return sure[0] if len(sure) == 1 else None


def killer_at(plane: Plane, window: Window, asked: Board | None) -> Killer | None:
    """The killer board of a window; None if the cells hold no sums."""
    picture, size = plane.picture, window.size
    if asked is not None and (asked.size != size or not asked.is_square):
        return None
    contents = _contents(plane, window)
    sums = _sums_in_comments(picture, window)
    if contents is None or not _has_sums(contents, sums, size):
        return None
    found = _drawn_cages(picture, window, contents, sums)
    if len(found) == 1:
        cages = found.pop()
        firsts = set() if sums else {cage.cells[0] for cage in cages}
        digits = tuple(
            content.digit or (0 if at in firsts else content.number)
            for at, content in enumerate(contents)
        )
        if max(digits) <= size:
            return Killer(window, board_of_window(picture, window, asked), digits, cages)
    total = _wrong_total(picture, window, contents, sums) if not found else None
    if total is not None:
        board = board_of_window(picture, window, asked)
        return Killer(window, board, (), (), _total_problem(total, size))
    if size != _USUAL:  # it may be a part of a larger board
        return None
    board = board_of_window(picture, window, asked)
    if not has_whole_frame(picture, window, board):
        return None
    return Killer(window, board, (), (), _problem(window, contents, sums))


def _wrong_total(
    picture: SheetPicture, window: Window, contents: Sequence[SumAndDigit], sums: Mapping[int, int]
) -> int | None:
    """The total of the sums of cages that cover a board, one sum each, if they do not fit it.

    Of several ways to read the cages, the one that misses least; None if there is no such way.
    """
    if window.size != _USUAL:  # it may be a part of a larger board
        return None
    groups = [*_lined(picture, window, contents, sums), *_filled(picture, window)]
    totals = [_total_of(each, contents, sums, window.size) for each in groups]
    whole = _whole(window.size)
    return min((each for each in totals if each), key=lambda each: abs(each - whole), default=None)


def _total_of(
    groups: Sequence[int], contents: Sequence[SumAndDigit], sums: Mapping[int, int], size: int
) -> int | None:
    """The total of the sums of some cages; None if one has no sum, or several, or is too large."""
    total = 0
    for group in set(groups):
        own = [cell for cell, each in enumerate(groups) if each == group]
        found = _sum_of(own, contents, sums)
        rest = any(contents[cell].number > size for cell in own[1:])
        if not found or len(own) > size or (rest and not sums):
            return None
        total += found
    return total


def _whole(size: int) -> int:
    """The sum of all cells of a board."""
    return size * size * (size + 1) // 2


def _total_problem(total: int, size: int) -> str:
    return (
        worded(
            "the sums of the cages add up to {total} where {whole} is needed",
            total=total,
            whole=_whole(size),
        )
        if total != _whole(size)
        else worded(
            "a cage can't have its sum, although the sums of all cages add up to {total}; compare "
            "each sum with the number of cells of its cage",
            total=total,
        )
    )


def _problem(window: Window, contents: Sequence[SumAndDigit], sums: Mapping[int, int]) -> str:
    size, places = window.size, window.places
    held = [
        cell_address(*places[at])
        for at, content in enumerate(contents)
        if at in sums or content.number > size or content.is_sum
    ]
    total = _whole(size)
    return worded(
        "{held} hold sums, but the lines and backgrounds show no cages with one sum each (those of "
        "cages that cover the board add up to {total}); list the cages beside the board in a table "
        "with the heading rule | cells | value",
        held=first_listed(held),
        total=total,
    )


def _contents(plane: Plane, window: Window) -> list[SumAndDigit] | None:
    """The content of each cell; None if one is neither a number nor a sum with a digit."""
    found: list[SumAndDigit] = []
    nothing = SumAndDigit()
    for place in window.places:
        meaning = plane.meanings.get(place)
        if meaning is None or meaning.kind is CellKind.BLANK:
            found.append(nothing)
            continue
        content = content_of(plane.picture.cell(*place).value)
        if content is None:
            return None
        found.append(content)
    return found


def content_of(value: object) -> SumAndDigit | None:
    """``13`` and ``(13)`` are numbers; ``13 5`` and raised digits before a 5 are a sum and a 5."""
    if type(value) is int and 0 <= value < 1000:  # most cells, so it is quick
        return SumAndDigit(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value).strip()
    raised = _RAISED_FIRST.fullmatch(text)
    if raised is not None:
        return SumAndDigit(int(lowered(raised[1])), int(raised[2] or 0), True)
    both = _BOTH.fullmatch(text)
    if both is not None:
        return SumAndDigit(int(both[1]), int(both[2]), True)
    alone = _ALONE.fullmatch(text)
    return SumAndDigit(int(alone[1]), 0, text != alone[1]) if alone is not None else None


def _sums_in_comments(picture: SheetPicture, window: Window) -> dict[int, int]:
    """The number in the comment of each cell that has one, such as ``sum 13``."""
    found = {
        at: _IN_COMMENT.fullmatch(" ".join(picture.notes[place].split()))
        for at, place in enumerate(window.places)
        if place in picture.notes
    }
    return {at: int(match[1]) for at, match in found.items() if match is not None}


def _has_sums(contents: Sequence[SumAndDigit], sums: Mapping[int, int], size: int) -> bool:
    """Whether the cells or their comments hold sums of cages of a board."""
    told = sum(content.number > size or content.is_sum for content in contents)
    if max(content.number for content in contents) > size * (size + 1) // 2:
        return False
    return max(told, len(sums)) >= _FEWEST_SUMS and not (told and sums)


def _drawn_cages(
    picture: SheetPicture, window: Window, contents: Sequence[SumAndDigit], sums: Mapping[int, int]
) -> set[tuple[SheetCage, ...]]:
    """The cages of each way to read the lines or backgrounds as cages with one sum each.

    If no way covers the board, cells without a background may be in no cage. There is no way if
    cages cover the board and only their sums do not fit it.
    """
    size = window.size
    most = sum(sums.values()) or sum(content.number for content in contents)
    if most >= _whole(size):
        groups = [*_lined(picture, window, contents, sums), *_filled(picture, window)]
        whole = {_cages(each, contents, sums, size) for each in groups}
        if whole != {()}:
            return whole - {()}
    if _wrong_total(picture, window, contents, sums) is not None:
        return set()
    shades = shades_of(picture, window)
    bare = {cell for cell, shade in enumerate(shades) if not shade}
    return {_cages(each, contents, sums, size, bare) for each in _filled(picture, window)} - {()}


def _filled(picture: SheetPicture, window: Window) -> list[tuple[int, ...]]:
    """The groups of cells with one background."""
    shades = shades_of(picture, window)
    if len(set(shades)) == 1:
        return []
    pairs = neighbours(window.size)
    return [
        group_numbers(window.size, (pair for pair in pairs if shades[pair[0]] == shades[pair[1]]))
    ]


def _lined(
    picture: SheetPicture, window: Window, contents: Sequence[SumAndDigit], sums: Mapping[int, int]
) -> Iterator[tuple[int, ...]]:
    """The groups of cells that lines of some weights separate.

    A line around a box hides whether a cage ends there. Such lines count, or do not count, or
    count except where a part without a sum must belong to a cage with one.
    """
    edges, size = edges_of(picture, window), window.size
    for limit in {weight for weight in edges.values() if weight}:
        heavier = {pair for pair, weight in edges.items() if weight >= limit}
        equal = {pair for pair, weight in edges.items() if weight == limit}
        thick = {pair for pair, weight in edges.items() if weight >= THICK}
        for lines in (heavier, equal, equal | thick):
            yield group_numbers(size, (pair for pair in edges if pair not in lines))
        for least in (1, size + 1) if equal != thick else ():  # small numbers may be givens
            told = {at: one.number for at, one in enumerate(contents) if one.number >= least}
            parts = group_numbers(size, (pair for pair in edges if pair not in equal | thick))
            yield from mended(parts, thick - equal, sums or told, size)


def _cages(
    groups: Sequence[int],
    contents: Sequence[SumAndDigit],
    sums: Mapping[int, int],
    size: int,
    bare: Collection[int] = (),
) -> tuple[SheetCage, ...]:
    """The groups as cages; empty if one lacks its sum or can't have it.

    ``bare`` are cells that may be in no cage. Without them, the cages must cover the board.
    """
    cells: dict[int, list[int]] = {}
    for cell, group in enumerate(groups):
        cells.setdefault(group, []).append(cell)
    cages: list[SheetCage] = []
    for own in cells.values():
        count, total = len(own), _sum_of(own, contents, sums)
        if own[0] in bare and not any(at in sums or contents[at].number > size for at in own):
            continue
        most = count * (2 * size + 1 - count) // 2
        if count > size or not count * (count + 1) // 2 <= total <= most:
            return ()
        cages.append(SheetCage(tuple(own), total))
    whole = sum(cage.sum for cage in cages) == _whole(size)
    return tuple(sorted(cages)) if whole or (bare and cages) else ()


def _sum_of(cells: Sequence[int], contents: Sequence[SumAndDigit], sums: Mapping[int, int]) -> int:
    """The sum in the first cell of a cage or in a comment of one of its cells; 0 if it has none."""
    if sums:
        told = [sums[cell] for cell in cells if cell in sums]
        return told[0] if len(told) == 1 else 0
    if any(contents[cell].is_sum for cell in cells[1:]):
        return 0
    return contents[cells[0]].number
