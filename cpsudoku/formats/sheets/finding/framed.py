"""The windows that lines show to be grids, and those that are only parts of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import BOXES, COMMON_SIZES
from cpsudoku.formats.sheets.finding.choosing import rect_of
from cpsudoku.formats.sheets.finding.evidence import CLASHING, weigh
from cpsudoku.formats.sheets.finding.frames import framed_windows
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.windows import Candidate, Window


def boards_of(asked: Board | None) -> list[Board]:
    """The boards to look for: the requested one, else the usual one of each size."""
    return [asked] if asked is not None else [Board.boxes(*BOXES[size]) for size in COMMON_SIZES]


def framed_candidates(plane: Plane, asked: Board | None) -> list[Candidate]:
    """The windows found by lines, best fit first, without those inside a better one."""
    boards = boards_of(asked)
    if asked is None:
        boards += [Board.boxes(*reversed(shape)) for shape in BOXES.values() if len({*shape}) > 1]
    found: dict[Window, Candidate] = {}
    for size in sorted({board.size for board in boards}, reverse=True):
        larger = Overlaps([one for one in found.values() if one.clashes <= CLASHING], rect_of)
        drawn = {
            Window.of_rect(rect) for rect in plane.picture.drawn_squares if rect.height == size
        }
        for board in (each for each in boards if each.size == size):
            frames = framed_windows(plane.picture, board)
            for window in drawn.union(frames):
                if window in frames and _is_within(window, frames[window], larger):
                    continue
                known = found.get(window)
                candidate = weigh(plane, window, board, frame=frames.get(window))
                if candidate and (known is None or candidate.frame > known.frame):
                    found[window] = candidate
    best = sorted(found.values(), key=lambda one: (-one.frame, one.window.rect))
    return without_parts(best, best)


def _is_within(window: Window, frame: float, larger: Overlaps[Candidate]) -> bool:
    """Whether a larger window holds one whose lines fit less well."""
    return any(one.framed and one.frame > frame for one in larger.covering(window.rect))


def without_parts(candidates: Iterable[Candidate], framed: Iterable[Candidate]) -> list[Candidate]:
    """The windows that are not inside a larger one whose lines fit better."""
    larger = Overlaps(framed, rect_of)
    return [
        each
        for each in candidates
        if not any(_is_part(each, one) for one in larger.covering(each.window.rect))
    ]


def _is_part(each: Candidate, larger: Candidate) -> bool:
    """Whether the lines of a window that covers it fit better, and it is larger.

    The digits of the larger one may be several small grids, which clash in its boxes.
    """
    return (
        larger.framed
        and larger.frame > each.frame
        and larger.window.size > each.window.size
        and (larger.clashes <= CLASHING or larger.digits == each.digits or not each.is_tight)
    )


def not_known(framed: Sequence[Candidate], known: Sequence[Candidate]) -> Iterator[Candidate]:
    """The windows that were found by lines but not by digits."""
    sure = {candidate.window for candidate in known}
    clear = Overlaps([c for c in known if c.framed and c.is_clean], rect_of)
    for candidate in framed:
        if candidate.window not in sure and not clear.of(candidate.window.rect):
            yield candidate
