"""Draws what was read, answers and hints into the photos in which puzzles were found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sight import Sight
from cpsudoku.core.verdict import Result, Status, Verdict
from cpsudoku.formats import open_input
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from cpsudoku.runtime.files import is_file, writing
from cpsudoku.runtime.words import worded
from cpsudoku.solving import read
from cpsudoku.teaching.hints import LEVELS, Hint, pattern_cells, pattern_place

if TYPE_CHECKING:
    from PIL.Image import Image

    from cpsudoku.formats.photos.overlay import Overlay

SINGLE = (".png", ".jpg", ".jpeg", ".webp")
SEVERAL = (".pdf", ".tif", ".tiff")  # files that may have several pages
QUALITY = 90  # of 100, for JPEG and WebP

InPhoto = Puzzle | Verdict | Result | Hint
"""What can be drawn into the photo that it was read from."""


def draw_in_photos(found: str | Path | InPhoto | Iterable[InPhoto], to: str | Path) -> None:
    """Draw puzzles, verdicts or hints into the photos from which they were read, to a file.

    ``found`` are one or several of them, or the file of a photo. Every digit that was read is
    repeated in the corner of its cell, and cells in doubt are orange. A verdict adds its solution
    if there is only one. A hint adds its place, cells or step, as far as its levels reach. ``to``
    is a .png, .jpg, .webp, .tif or .pdf file; only the last two can have several pages. Raises
    InputError if there is nothing from a photo, or if several pages do not fit into the file.

    >>> draw_in_photos("1....4....3....2", "answer.png")
    Traceback (most recent call last):
    cpsudoku.InputError: answer.png: there is no puzzle from a photo to show
    """
    target = Path(to)
    refuse_suffix(target)
    if isinstance(found, str | Path):
        found = read(found)
    several = [found] if isinstance(found, InPhoto) else found
    pages = list(_pages(_by_page(several)))
    if not pages:
        raise InputError("there is no puzzle from a photo to show", Source(str(target)))
    if len(pages) > 1 and target.suffix.lower() in SINGLE:
        problem = worded(
            "{count} pages have puzzles; only .pdf and .tif files can hold them", count=len(pages)
        )
        raise InputError(problem, Source(str(target)))
    data = BytesIO()
    first, *others = pages
    first.save(data, _kind(target), save_all=bool(others), append_images=others, quality=QUALITY)
    with writing(target) as stream:
        stream.write(data.getvalue())


def puzzle_in(found: InPhoto) -> Puzzle | None:
    """The puzzle, if it was read from a photo."""
    puzzle = found if isinstance(found, Puzzle) else found.puzzle
    return puzzle if puzzle is not None and puzzle.sight is not None else None


def refuse_suffix(target: Path) -> None:
    """Raise Unsupported if a picture can't be written under this name."""
    if target.suffix.lower() not in (*SINGLE, *SEVERAL):
        allowed = ", ".join((*SINGLE, *SEVERAL))
        raise Unsupported(
            "{target}: a picture with an overlay must end in one of {allowed}",
            target=target,
            allowed=allowed,
        )
    extras.require("PIL", "showing a photo")


def _kind(target: Path) -> str:
    """The name of a kind of picture in Pillow."""
    kind = target.suffix.lower().lstrip(".")
    return {"jpg": "jpeg", "tif": "tiff"}.get(kind, kind)


def _by_page(found: Iterable[InPhoto]) -> dict[str, dict[int | None, list[Overlay]]]:
    """The overlays of each page of each file."""
    pages: dict[str, dict[int | None, list[Overlay]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        puzzle = puzzle_in(each)
        if puzzle is None or puzzle.sight is None:
            continue
        if not is_file(puzzle.source.file):
            raise InputError("the photo is not a file, so that nothing can be drawn", puzzle.source)
        overlay = _overlay(each, puzzle, puzzle.sight)
        pages[puzzle.source.file][puzzle.sight.page].append(overlay)
    return pages


def _pages(overlays: dict[str, dict[int | None, list[Overlay]]]) -> Iterator[Image]:
    """The pages with their overlays."""
    from cpsudoku.formats.photos.loading import images
    from cpsudoku.formats.photos.overlay import overlaid

    for file, pages in overlays.items():
        with open_input(file) as document:
            for image, number in images(document):
                if number in pages:
                    yield overlaid(image, pages[number])


def _overlay(each: InPhoto, puzzle: Puzzle, sight: Sight) -> Overlay:
    """What is drawn over the grid of a puzzle."""
    from cpsudoku.formats.photos.overlay import Overlay

    symbols, givens = puzzle.board.symbols, puzzle.givens.cells
    read = tuple(symbols[digit] if digit else "" for digit in givens)
    doubtful = frozenset(sight.named(puzzle.uninterpreted))
    if isinstance(each, Hint):
        return _of_hint(Overlay(sight, read, doubtful=doubtful), each)
    verdict = each.verdict if isinstance(each, Result) else each
    answers = givens
    if isinstance(verdict, Verdict) and verdict.solution and verdict.status is not Status.MULTIPLE:
        answers = verdict.solution.cells
    pairs = enumerate(zip(givens, answers, strict=True))
    added = {cell: symbols[new] for cell, (given, new) in pairs if new != given}
    return Overlay(sight, read, added, doubtful=doubtful)


def _of_hint(overlay: Overlay, hint: Hint) -> Overlay:
    """The overlay with the cells of a hint, and at the last level with its digits."""
    level = len(hint.levels)
    if hint.step is None:
        wrong = frozenset(mistake.cell for mistake in hint.start.mistakes)
        return replace(overlay, marked=wrong)
    step, before = hint.step.step, hint.step.before
    if level < 3:
        place = pattern_place(step, before)[1]
        cells = [cell for cell in range(len(overlay.read)) if place >> cell & 1]
        return replace(overlay, marked=frozenset(cells))
    marked = frozenset(pattern_cells(step))
    if level < len(LEVELS):
        return replace(overlay, marked=marked)
    symbols = before.board.symbols
    added = {cell: symbols[digit] for cell, digit in step.placements}
    struck: dict[int, str] = defaultdict(str)
    for cell, digit in step.eliminations:
        struck[cell] += symbols[digit]
    return replace(overlay, added=added, struck=struck, marked=marked)
