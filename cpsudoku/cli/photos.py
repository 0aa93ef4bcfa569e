"""The option ``--show``: what was found is drawn into the photos that were read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.options import Input
from cpsudoku.cli.say import say
from cpsudoku.core.verdict import Result
from cpsudoku.runtime.words import worded
from cpsudoku.solving import refuse_overwriting

if TYPE_CHECKING:
    from cpsudoku.drawing.in_photos import InPhoto


@dataclass(frozen=True)
class PhotoOptions(OptionGroup):
    """Whether photos are shown with what was read in them."""

    title = "Pictures and paper"
    show: Path | None = option(
        None,
        "--show",
        metavar="PICTURE",
        help="Draw what was read and found into the photo, and write it to PICTURE (.png, .jpg, "
        ".webp, .tif or .pdf).",
    )

    def drawing(self, source: Input, answers: bool) -> PhotoDrawing | None:
        """The picture that is asked for, if any. ``answers`` are drawn too.

        Raises Unsupported for another suffix, and InputError if it is one of the inputs.
        """
        if self.show is None:
            return None
        from cpsudoku.drawing.in_photos import refuse_suffix

        refuse_suffix(self.show)
        refuse_overwriting(self.show, source.inputs or [])
        return PhotoDrawing(self.show, answers)


class PhotoDrawing:
    """Collects what is drawn into photos, and writes the picture."""

    def __init__(self, target: Path, answers: bool = True) -> None:
        self._target, self._answers = target, answers
        self._found: list[InPhoto] = []

    def collecting(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the same results, and keep those of photos."""
        for result in results:
            if result.puzzle is not None:
                self.add(result if self._answers else result.puzzle)
            yield result

    def add(self, found: InPhoto) -> None:
        """Keep something if its puzzle was read from a photo."""
        from cpsudoku.drawing.in_photos import puzzle_in

        if puzzle_in(found) is not None:
            self._found.append(found)

    def write(self, quiet: bool) -> None:
        """Write the picture. Raises InputError if nothing was read from a photo."""
        from cpsudoku.drawing.in_photos import draw_in_photos

        draw_in_photos(self._found, self._target)
        if not quiet:
            say(worded("wrote {path}", path=self._target))
