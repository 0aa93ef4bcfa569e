"""The boards of a picture or page: each puzzle, the contents of its cells, and its caption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status, TrueCandidates
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.printable import one_line
from cpsudoku.scene import board
from cpsudoku.scene.faces import faces_of_candidates, faces_of_grid
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.primitives import Primitive, Text, fitted
from cpsudoku.scene.tags import said_once, shapes_of_rules


@dataclass(frozen=True)
class PicturePanel:
    """A puzzle with the contents of its cells and the caption above it.

    ``name`` is at the left of the caption, ``label`` at the right. ``worded`` adds the rules as
    sentences below the board. ``candidates`` are drawn in the empty cells. ``link`` is drawn as a
    code below the board.
    """

    puzzle: Puzzle
    grid: Grid
    name: str = ""
    label: str = ""
    worded: bool = True
    candidates: TrueCandidates | None = None
    link: str = ""

    @property
    def is_captioned(self) -> bool:
        """Whether there is anything to write above it."""
        return bool(self.name or self.label)

    @cached_property
    def layout(self) -> Layout:
        """The places of its parts, with cells of side 1."""
        constraints = self.puzzle.constraints
        words = said_once(constraints) if self.worded else ()
        return Layout(self.grid.board, shapes_of_rules(constraints), words, filling=self.grid)

    def cell_in(self, width: float, height: float) -> float:
        """The largest side of a cell for which the drawing fits into this width and height."""
        return min(width / self.layout.columns, height / self.layout.rows)


def puzzles_among(results: Iterable[Result]) -> Iterator[tuple[Puzzle, Result]]:
    """Each result that is a puzzle."""
    for result in results:
        if result.puzzle is not None:
            yield result.puzzle, result


def label_of(puzzle: Puzzle, shown: bool) -> str:
    """The label of a puzzle, if labels are shown."""
    return one_line(puzzle.label) if shown else ""


def status_label(result: Result) -> str:
    """The status in words, unless the puzzle has exactly one solution or was not solved."""
    verdict = result.verdict
    return "" if verdict is None or verdict.status is Status.UNIQUE else translated(verdict.word)


def drawn(panel: PicturePanel, left: float, top: float, cell: float) -> Iterator[Primitive]:
    """A panel with its upper left corner at a place, and with cells of side ``cell``."""
    layout = replace(panel.layout, left=left, top=top, cell=cell)
    if panel.candidates is not None:
        return board.drawn(layout, faces_of_candidates(panel.candidates))
    return board.drawn(layout, faces_of_grid(panel.puzzle, panel.grid))


def caption(
    panel: PicturePanel, left: float, base: float, side: float, size: float
) -> Iterator[Text]:
    """The name at the left and the label at the right, above a board."""
    if panel.name:
        yield Text(left, base, panel.name, size, bold=True, anchor="start")
    small = 0.85 * size
    label = fitted(panel.label, side - size * (len(panel.name) + 1), small)
    if label:
        yield Text(left + side, base, label, small, "mark", anchor="end")
