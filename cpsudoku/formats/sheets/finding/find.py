"""Finds the grids of a sheet: by names first, then pencilmark blocks, lines and digits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.sheets.finding.blocks import mark_blocks, tiles
from cpsudoku.formats.sheets.finding.cages import Killer, killer_at, killers
from cpsudoku.formats.sheets.finding.choosing import choose
from cpsudoku.formats.sheets.finding.doubts import is_lost, lost, smaller
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.framed import (
    boards_of,
    framed_candidates,
    not_known,
    without_parts,
)
from cpsudoku.formats.sheets.finding.frames import board_of_window
from cpsudoku.formats.sheets.finding.joints import joints
from cpsudoku.formats.sheets.finding.lattice import Lattice, lattices
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import GAP, Plane, bounding_box, groups_of_places
from cpsudoku.formats.sheets.finding.regions import drawn_board
from cpsudoku.formats.sheets.finding.search import WindowSearch, without_larger
from cpsudoku.formats.sheets.finding.shapes import board_near, drawn_boards
from cpsudoku.formats.sheets.finding.values import CellKind
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture
from cpsudoku.runtime.words import worded

PUZZLE_NAME = re.compile(r"sudoku|puzzle|grid|given|board|quiz|problem|start|input|raster", re.I)
ANSWER_NAME = re.compile(r"solution|solved|answer|result|output|time|list|data", re.I)
MOST_AREA = 200_000  # cells; a larger block of numbers is other data, and would take minutes
_SQUARE = 9  # the size of a grid if a name refers only to its first cell
_FRAMED, _FILLED, _DIGITS = worded("lines"), worded("backgrounds"), worded("digits")
_RANGE = worded("the range")


@dataclass(frozen=True)
class Spot:
    """A grid found on a sheet; ``why`` is the evidence in words.

    ``others`` are other readings that are equally good, which makes this one uncertain.
    ``is_marks``: each cell of the grid is 3x3 cells of the sheet with its candidates. ``problem``
    is the reason why a grid that was found can't be read. ``killer`` has its cages and digits.
    """

    plane: Plane
    window: Window
    board: Board
    why: str
    others: tuple[Window, ...] = ()
    is_marks: bool = False
    problem: str = ""
    killer: Killer | None = None

    @property
    def places(self) -> list[Place]:
        """The place of each cell of the board, in the order of its cells."""
        rows, columns = self.window.rows, self.window.columns
        return [(rows[r], columns[c]) for r, c in self.board.positions]

    @property
    def rect(self) -> Rect:
        """The cells of the sheet that it covers."""
        rect = self.window.rect
        return Rect(*rect[:2], rect.bottom + 2, rect.right + 2) if self.is_marks else rect

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells of the sheet that hold its digits or candidates."""
        return tuple(self.rect.places if self.is_marks or self.problem else self.places)

    @property
    def is_empty(self) -> bool:
        """Whether all its cells are blank, and there are no cages."""
        if self.killer is not None:
            return False
        meanings = (self.plane.at(place) for place in self.rect.places)
        return all(meaning.kind in (CellKind.EMPTY, CellKind.BLANK) for meaning in meanings)


def find(
    plane: Plane, asked: Board | None = None, without: frozenset[Place] = frozenset()
) -> list[Spot]:
    """The grids of a sheet, top to bottom and left to right, including empty boards.

    ``without`` are cells already known to be something else.
    """
    spots = [spot for lattice in lattices(plane) for spot in _on_lattice(plane, lattice, asked)]
    rest = [spot for spot in _on_sheet(plane, asked, without, spots) if spot not in spots]
    return sorted([*spots, *rest], key=lambda spot: spot.rect[:2])


def _on_lattice(plane: Plane, lattice: Lattice, asked: Board | None) -> Iterator[Spot]:
    """The grids whose cells are merged cells, at their places on the sheet."""
    whole = Rect(1, 1, len(lattice.rows), len(lattice.columns))
    for spot in inside(Plane(lattice.picture), whole, asked):
        if lattice.holds(spot.window):
            window = lattice.window(spot.window)
            others = tuple(lattice.window(one) for one in spot.others if lattice.holds(one))
            is_asked = spot.why == _RANGE
            why = (
                worded("merged cells")
                if is_asked
                else worded("{why} of merged cells", why=spot.why)
            )
            yield replace(spot, plane=plane, window=window, others=others, why=why)


def _on_sheet(
    plane: Plane, asked: Board | None, without: frozenset[Place], known: Sequence[Spot]
) -> list[Spot]:
    """The grids of a sheet whose cells are its cells, and those that are already known."""
    spots = [*known]
    spots += [spot for spot in _killers(plane, asked) if not _overlaps(spot, spots)]
    spots += [spot for spot in _drawn(plane, asked) if not _overlaps(spot, spots)]
    spots += [spot for spot in _named(plane, asked) if not _overlaps(spot, spots)]
    taken = [spot.rect for spot in spots if not spot.is_empty]
    for window in mark_blocks(plane) if asked in (None, Board.of_size(9)) else ():
        spot = Spot(plane, window, Board.of_size(9), worded("27x27 pencilmarks"), is_marks=True)
        if not any(spot.rect.overlaps(rect) for rect in taken):
            spots.append(spot)
            taken.append(spot.rect)
    inside = plane.numbers.intersection(place for rect in taken for place in rect.places)
    framed = framed_candidates(plane, asked)
    candidates: list[Candidate] = []
    for island in plane.islands(frozenset(inside | without)):
        candidates += _of_island(plane, island, asked, framed)
    candidates = without_parts(candidates, framed)
    candidates += not_known(framed, candidates)
    known_rects = Overlaps(taken, lambda rect: rect)
    free = [c for c in candidates if not known_rects.of(c.window.rect)]
    chosen = _spots(plane, choose(free), taken, asked)
    named = [spot for spot in spots if not _covered(spot, chosen)]
    spots = named + [spot for spot in chosen if not _covered(spot, named)]
    return _joined(plane, spots, known) if asked is None else spots


def _killers(plane: Plane, asked: Board | None) -> list[Spot]:
    """The boards with cages."""
    return [_killer(plane, killer) for killer in killers(plane, asked)]


def _killer(plane: Plane, killer: Killer) -> Spot:
    window, board, problem = killer.window, killer.board, killer.problem
    return Spot(plane, window, board, worded("cages"), problem=problem, killer=killer)


def _drawn(plane: Plane, asked: Board | None) -> list[Spot]:
    """The boards with drawn regions, unless the user named the boxes."""
    return [
        Spot(plane, window, board_of_window(plane.picture, window, None), worded("regions"))
        for window in (drawn_boards(plane) if asked is None else ())
    ]


def _overlaps(spot: Spot, others: Iterable[Spot]) -> bool:
    return any(spot.rect.overlaps(other.rect) for other in others)


def _joined(plane: Plane, spots: list[Spot], known: Sequence[Spot]) -> list[Spot]:
    """The grids, of which those that share boxes are one, unless they are known already."""
    joined = [
        Spot(plane, joint.window, joint.board, worded("shared boxes"), problem=joint.problem)
        for joint in joints(plane)
        if not any(joint.rect.overlaps(spot.rect) for spot in known)
    ]
    return [*joined, *(spot for spot in spots if not _overlaps(spot, joined))]


def _covered(spot: Spot, others: Iterable[Spot]) -> bool:
    """Whether an empty board is only a part of another board, which has digits or a name."""
    return spot.is_empty and any(
        spot.rect.overlaps(other.rect) and (not other.is_empty or other.why.startswith("the name"))
        for other in others
        if other is not spot
    )


def _spots(
    plane: Plane,
    chosen: Sequence[tuple[Candidate, tuple[Candidate, ...]]],
    taken: Iterable[Rect],
    asked: Board | None,
) -> list[Spot]:
    """The grids that were chosen, with what makes them uncertain."""
    rects = [*taken, *(best.window.rect for best, _ in chosen)]
    known = Overlaps(rects, lambda rect: rect)
    return [_spot(plane, best, others, known, asked) for best, others in chosen]


def _spot(
    plane: Plane,
    best: Candidate,
    others: tuple[Candidate, ...],
    known: Overlaps[Rect],
    asked: Board | None,
) -> Spot:
    near = board_near(plane, best.window) if asked is None and not best.framed else None
    if near is not None and near != best.window:
        return Spot(plane, near, board_of_window(plane.picture, near, None), worded("regions"))
    board = board_of_window(plane.picture, best.window, asked)
    why = _FRAMED if best.framed else _FILLED if best.fill else _DIGITS
    if best.window.spacers:
        why = worded("{why} with spacers", why=why)
    readings = [other.window for other in others]
    if asked is None:
        readings += [window for window in smaller(plane, best) if window not in readings]
    is_open = not readings and is_lost(plane, best, known)
    problem = lost(best.window.rect) if is_open else ""
    return Spot(plane, best.window, board, why, tuple(readings), problem=problem)


def _of_island(
    plane: Plane,
    island: frozenset[Place],
    asked: Board | None,
    framed: Sequence[Candidate],
) -> Iterator[Candidate]:
    """The candidates of one group of numbers.

    Grids that empty rows and columns or lines of their own separate from everything else are found
    quickly. They are the common case on sheets with many grids.
    """
    parts = {
        part: _exact(plane, part, asked) or _framing(bounding_box(part), framed)
        for part in groups_of_places(island, 1)
    }
    exact = {
        part: one
        for part, one in parts.items()
        if one is not None and (one.window.size == _SQUARE or len(parts) == 1)
    }
    yield from exact.values()
    for group in groups_of_places(island.difference(*exact), GAP):
        yield from _searched(plane, group, asked, framed)


def _searched(
    plane: Plane, island: frozenset[Place], asked: Board | None, framed: Sequence[Candidate]
) -> list[Candidate]:
    """The candidates of a search; spacers and tiles only if plain windows fail."""
    search = WindowSearch(plane, island, asked)
    only = _framing(search.bounds, framed)
    if only is not None:
        return [only]
    if search.bounds.height * search.bounds.width > MOST_AREA:
        return []
    found = without_larger(plane, list(search.candidates()))
    chosen = [best for best, _ in choose(found)]
    if not _explain(chosen, island) or any(best.slack > 1 for best in chosen):
        found += search.candidates(spaced=True)
        chosen = [best for best, _ in choose(found)]
    if not _explain(chosen, island):
        for board in boards_of(asked):
            found += tiles(plane, search.bounds, board)
    return found


def _exact(plane: Plane, group: frozenset[Place], asked: Board | None) -> Candidate | None:
    """The grid whose digits exactly fill a square without a clash, if a group of numbers is one."""
    bounds = bounding_box(group)
    size = bounds.height
    if bounds.width != size or size not in COMMON_SIZES:
        return None
    if size != _SQUARE and len(group) < size * size:
        return None
    board = asked or Board.of_size(size)
    if board.size != size:
        return None
    candidate = weigh(plane, Window.of_rect(bounds), board)
    if candidate is None or not candidate.is_tight:
        return None
    return candidate if candidate.digits >= 17 or size != _SQUARE else None


def _framing(bounds: Rect, framed: Iterable[Candidate]) -> Candidate | None:
    """The one grid whose lines enclose all the numbers, if no other lines are near."""
    near = [candidate for candidate in framed if candidate.window.rect.overlaps(bounds)]
    if len(near) == 1 and near[0].is_clean and near[0].window.rect.covers(bounds):
        return near[0]
    return None


def _explain(chosen: Iterable[Candidate], island: frozenset[Place]) -> bool:
    """Whether the chosen candidates hold nearly all the numbers of the island."""
    inside = {place for best in chosen for place in best.window.rect.places if place in island}
    return len(inside) >= 0.9 * len(island)


def _named(plane: Plane, asked: Board | None) -> list[Spot]:
    """The named ranges and tables that have the size and contents of a grid."""
    spots: list[Spot] = []
    for name, rect in plane.picture.names:
        if any(rect.overlaps(spot.rect) for spot in spots):
            continue
        window = _window_of_name(plane, name, rect, asked)
        if window is not None:
            board = board_of_window(plane.picture, window, asked)
            spots.append(Spot(plane, window, board, worded("the name {name}", name=repr(name))))
    return spots


def _window_of_name(plane: Plane, name: str, rect: Rect, asked: Board | None) -> Window | None:
    speaks = PUZZLE_NAME.search(name) is not None and ANSWER_NAME.search(name) is None
    if rect.height == rect.width == 1 and speaks:
        size = asked.size if asked is not None else _SQUARE
        rect = Rect(rect.top, rect.left, rect.top + size - 1, rect.left + size - 1)
        speaks = False  # the first cell alone does not determine the size
    if rect.height != rect.width or rect.height not in COMMON_SIZES:
        return None
    if asked is not None and asked.size != rect.height:
        return None
    board = asked or Board.of_size(rect.height)
    window = Window.of_rect(rect)
    named = weigh(plane, window, board, name)
    if speaks and named is not None and named.foreign * 4 <= board.size**2:
        return window
    by_digits = weigh(plane, window, board)
    if by_digits is not None and by_digits.digits >= 17 and not by_digits.foreign:
        return window
    return None


def inside(plane: Plane, rect: Rect, asked: Board | None) -> list[Spot]:
    """The grids in a range that the user named: the range itself, or the grids inside it."""
    if rect.height == rect.width == 27 and asked is None and list(mark_blocks(plane, rect)):
        window = next(iter(mark_blocks(plane, rect)))
        return [Spot(plane, window, Board.of_size(9), _RANGE, is_marks=True)]
    on_lattice = [
        spot
        for lattice in lattices(plane)
        if lattice.rect.overlaps(rect)
        for spot in _on_lattice(plane, lattice, asked)
        if rect.holds(spot.rect[:2])
    ]
    if on_lattice:
        return on_lattice
    window = Window.of_rect(rect)
    killer = killer_at(plane, window, asked) if rect.height == rect.width else None
    if killer is not None:
        return [_killer(plane, killer)]
    if rect.height == rect.width and _has_size(plane.picture, window):
        spot = Spot(plane, window, board_of_window(plane.picture, window, asked), _RANGE)
        joined = [] if asked is not None else joints(plane)
        near = [joint for joint in joined if joint.rect.overlaps(rect)]
        return [replace(spot, problem=near[0].advice)] if near else [spot]
    cells = {place: cell for place, cell in plane.picture.cells.items() if rect.holds(place)}
    part = Plane(SheetPicture(plane.picture.sheet, cells, plane.picture.merged))
    return [spot for spot in find(part, asked) if not spot.is_empty]


def _has_size(picture: SheetPicture, window: Window) -> bool:
    """Whether grids of a size are found by their digits, or a drawing shows this one."""
    return window.size in COMMON_SIZES or drawn_board(picture, window) is not None
