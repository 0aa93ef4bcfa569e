"""The board as a Textual widget. It is as large as fits, and scrolls if no size fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.character_board import CharacterBoard
from cpsudoku.drawing.character_cell import Ink, Run, shapes_of
from cpsudoku.play.screen.palette import Palette
from cpsudoku.scene.faces import Face

ROOMIEST, SMALLEST = 0, 5  # shapes of a cell; smaller ones are only for boards above 16x16

NARROW = 60  # columns; if nothing fits, a terminal up to this width shows the panel below


@lru_cache(maxsize=1 << 14)
def _segment(palette: Palette, run: Run) -> Segment:
    """A run as Textual draws it; cached, since a picture of a 16x16 has thousands."""
    return Segment(run[0], palette.style(run[1]))


class BoardView(ScrollView):
    """Shows faces, and posts the cell under the mouse when it is clicked or dragged over."""

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; max-width: 100%; max-height: 100%;
                scrollbar-size: 1 1; }
    """

    class Pressed(Message):
        """A cell was clicked; ``adding`` if it was dragged over, or Ctrl or Shift was held."""

        def __init__(self, cell: int, adding: bool) -> None:
            super().__init__()
            self.cell, self.adding = cell, adding

    def __init__(self, puzzle: Puzzle, palette: Palette) -> None:
        super().__init__()
        board, rules = puzzle.board, puzzle.constraints
        self._boards = [CharacterBoard(board, shape, rules) for shape in shapes_of(board.size)]
        self._at = len(self._boards) - 1
        self._faces: Sequence[Face] = [Face()] * len(board)
        self.palette = palette
        self._drawn_over: int | None = None
        self.shown_width = self.board.width
        self.can_focus = False

    @property
    def board(self) -> CharacterBoard:
        """The board in its present shape."""
        return self._boards[self._at]

    @property
    def shows_all_candidates(self) -> bool:
        """Whether a cell has room for every candidate."""
        return self.board.shape.height > 1

    @property
    def is_roomiest(self) -> bool:
        """Whether the cells have the largest shape."""
        return self._at == ROOMIEST

    def fit(self, width: int, height: int, beside: int, below: int, zoom: int = 0) -> bool:
        """Choose the largest shape that leaves room for a panel; return whether the panel is below.

        beside, below: the width of the panel beside the board, and its height below it. If
        nothing fits, or ``zoom`` asks for more than fits, the board scrolls.
        """
        smallest = SMALLEST if self.board.board.size <= 16 else len(self._boards) - 1
        fitting = [
            (at, not is_beside)
            for at, board in enumerate(self._boards[: smallest + 1])
            for is_beside in (True, False)
            if board.width + is_beside * beside <= width
            and board.height + (not is_beside) * below <= height
        ]
        at, is_below = fitting[0] if fitting else (smallest, width < NARROW)
        self._at = max(ROOMIEST, at - zoom)
        self.virtual_size = Size(self.board.width, self.board.height)
        width, height = width - (not is_below) * beside, height - is_below * below
        bar_beside, bar_below = self.board.height > height, self.board.width > width
        self.shown_width = min(width, self.board.width + bar_beside)
        self.styles.width = self.shown_width
        self.styles.height = min(height, self.board.height + bar_below)
        self.refresh(layout=True)
        return is_below

    def show(self, faces: Sequence[Face], cursor: int | None = None) -> None:
        """Draw these faces, and scroll to the cell of the cursor."""
        changed = [
            at for at, (old, new) in enumerate(zip(self._faces, faces, strict=True)) if old != new
        ]
        self._faces = faces
        if len(changed) > len(faces) // 2:
            self.refresh()
        else:
            for cell in changed:
                self.refresh(Region(*self.board.place_of(cell)).translate(-self.scroll_offset))
        if cursor is not None:
            self.scroll_to_region(Region(*self.board.place_of(cursor)), animate=False, force=True)

    def recolour(self, palette: Palette) -> None:
        """Draw with another palette."""
        self.palette = palette
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line, for Textual."""
        left, top = self.scroll_offset
        blank = self.palette.style(Ink())
        if y + top >= self.board.height:
            return Strip.blank(self.size.width, blank)
        palette = self.palette
        runs = self.board.line(y + top, self._faces)
        strip = Strip([_segment(palette, run) for run in runs], self.board.width)
        return strip.crop_extend(left, left + self.size.width, blank)

    def cell_under(self, event: events.MouseEvent) -> int | None:
        """The cell under the mouse."""
        left, top = self.scroll_offset
        return self.board.cell_at(event.x + left, event.y + top)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Select a cell; a drag may follow."""
        cell = self.cell_under(event)
        if cell is not None:
            self._drawn_over = cell
            self.capture_mouse()
            self.post_message(self.Pressed(cell, adding=event.ctrl or event.shift))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Add each cell that is dragged over."""
        if self._drawn_over is not None:
            cell = self.cell_under(event)
            if cell is not None and cell != self._drawn_over:
                self._drawn_over = cell
                self.post_message(self.Pressed(cell, adding=True))

    def on_mouse_up(self, _: events.MouseUp) -> None:
        """End the drag."""
        self._drawn_over = None
        self.release_mouse()
