"""Practice on the full screen: cross out or place digits on the board, and check the attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from cpsudoku.core.candidates import Candidate, digits_of
from cpsudoku.drawing.looks import LOOKS, legend_of
from cpsudoku.play.drill import Drill
from cpsudoku.play.progress import Progress
from cpsudoku.play.screen.board_view import BoardView
from cpsudoku.play.screen.program import (
    ERASING,
    STEPS,
    TOO_SMALL,
    ScreenProgram,
    fit_table,
    line_of_keys,
)
from cpsudoku.play.screen.scrolled_text import SCROLLING, ScrolledText
from cpsudoku.play.terminal.practice_faces import Attempt, faces_of_exercise
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.language import in_words, marked, translated
from cpsudoku.runtime.printable import one_line
from cpsudoku.teaching.exercise import Exercise
from cpsudoku.teaching.explanation import ExplainedStep

_KEYS = (
    ("check", "Enter", marked("check")),
    ("hint", "h", marked("hint")),
    ("reveal", "s", marked("show the step")),
    ("skip", "n", marked("next")),
    ("mode", "space", marked("place or cross out")),
    ("leave", "Esc", marked("back")),
)


class ScreenDrill(Drill):
    """A series of exercises on the screen. It collects the messages and the position to show."""

    no_more_hints: ClassVar[str] = marked("There are no more hints. Press s to see the step.")

    def __init__(self, exercises: Iterator[Exercise], progress: Progress) -> None:
        super().__init__(exercises, progress, self._keep, self._collect)
        self.said: list[str] = []
        self.shown: tuple[Exercise, ExplainedStep | None] | None = None

    def _keep(self, exercise: Exercise, step: ExplainedStep | None) -> None:
        self.shown = exercise, step

    def _collect(self, text: str) -> None:
        self.said.append(text)


class PracticeScreen(ModalScreen[None]):
    """One exercise after another. A thread makes them, since that may take seconds."""

    CSS = """
    PracticeScreen { background: $background; }
    PracticeScreen #task { text-style: bold; margin: 0 0 1 0; }
    PracticeScreen #panel { padding: 0 0 0 1; }
    PracticeScreen #panel Static { width: 100%; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "check", "check", priority=True),
        Binding("h", "hint", "hint"),
        Binding("s", "reveal", "show the step"),
        Binding("n", "skip", "next"),
        Binding("space", "mode", "place or cross out"),
        Binding("z", "zoom", "zoom"),
        Binding("l", "light", "light or dark"),
        *SCROLLING,
        Binding("escape,q,ctrl+q,ctrl+c", "leave", "back", priority=True),
    ]

    def __init__(self, exercises: Iterator[Exercise], progress: Progress) -> None:
        super().__init__()
        self.drill = ScreenDrill(exercises, progress)
        self.cursor = 0
        self.zoom = 0
        self.placing = False
        self.placed: dict[int, int] = {}
        self.crossed: set[Candidate] = set()
        self.is_done = False  # the step is on the screen, and Enter begins the next exercise
        self._busy = False

    def compose(self) -> ComposeResult:
        """The board, the panel beside it, the keys below."""
        with Horizontal(id="table"):
            yield Container(id="around")
            with Container(id="panel"):
                yield Static(id="task", markup=False)
                yield ScrolledText()
        yield Static(line_of_keys(_KEYS, "screen"), id="keys")

    def on_mount(self) -> None:
        """Begin with the first exercise."""
        self._run(self.drill.begin)

    def on_resize(self) -> None:
        """Fit the board to the new size of the terminal."""
        self.call_after_refresh(self._fit)

    # What runs in a thread

    def _run(self, work: Callable[[], object]) -> None:
        """Do what may take seconds, then draw."""
        if self._busy:
            return
        self._busy = True
        self.query_one("#task", Static).update(translated("Looking for an exercise ..."))
        self.run_worker(partial(self._work, work), thread=True)

    def _work(self, work: Callable[[], object]) -> None:
        try:
            work()
        except CpsudokuError as error:
            self.drill.say(f"{in_words(error.words)}.")
        self.app.call_from_thread(self._worked)

    def _worked(self) -> None:
        """Draw what the drill shows now."""
        self._busy = False
        if self.is_attached:
            self.call_later(self._put)

    async def _put(self) -> None:
        """Show a new exercise, with the first empty cell under the cursor."""
        self.is_done = False
        self.placed, self.crossed = {}, set()
        exercise = self.drill.exercise
        if exercise is None:
            self._draw()
            return
        self.placing = bool(exercise.steps[0].placements)
        cells = exercise.candidates.cells
        self.cursor = cells.index(0) if 0 in cells else 0
        around = self.query_one("#around")
        await around.remove_children()
        await around.mount(BoardView(exercise.puzzle, self._program.palette))
        self._fit()

    @property
    def _program(self) -> ScreenProgram:
        assert isinstance(self.app, ScreenProgram)
        return self.app

    # Drawing

    def _fit(self) -> None:
        for board in self.query(BoardView):
            fit_table(self, board, self.query_one("#panel"), self.zoom)
        self._draw()

    def _draw(self) -> None:
        if self.drill.shown is not None:
            tried = Attempt(self.cursor, dict(self.placed), frozenset(self.crossed))
            for board in self.query(BoardView):
                board.show(faces_of_exercise(*self.drill.shown, tried), self.cursor)
        self.query_one("#task", Static).update(self._title())
        self.query_one(ScrolledText).show(self._message())

    def _title(self) -> str:
        exercise = self.drill.exercise
        if exercise is None:
            return ""
        board = exercise.candidates.board
        mode = translated("place") if self.placing else translated("cross out")
        text = f"{translated(exercise.title)}\n{board.cell_name(self.cursor)}: {mode}"
        digits = digits_of(exercise.candidates.marks[self.cursor])
        if digits and self._is_too_small:
            text += f" ({''.join(board.symbols[digit] for digit in digits)})"
        return text

    @property
    def _is_too_small(self) -> bool:
        """Whether the cells have no room for their candidates."""
        return any(not board.shows_all_candidates for board in self.query(BoardView))

    def _message(self) -> Content:
        lines = [one_line(text) for text in self.drill.said]
        if self._is_too_small:
            lines.insert(0, translated(TOO_SMALL))
        step = self.drill.shown[1] if self.drill.shown is not None else None
        if step is not None:
            legend = legend_of(step.step)
            lines.append(
                "\n".join(f"{label or LOOKS[name].mark} {words}" for name, label, words in legend)
            )
        if self.is_done:
            lines.append(translated("Press Enter for the next exercise."))
        return Content("\n\n".join(lines))

    # The attempt

    def on_key(self, event: events.Key) -> None:
        """Handle arrows, digits, and the keys that clear a cell."""
        exercise = self.drill.exercise
        if exercise is None or self._busy:
            return
        board = exercise.candidates.board
        symbols = board.symbols
        if event.key in STEPS:
            row, column = board.row_column(self.cursor)
            down, right = STEPS[event.key]
            self._move(row + down, column + right)
        elif event.key in symbols[1:]:
            self._digit(exercise, symbols.index(event.key))
        elif event.key in ERASING:
            self._clear(self.cursor)
        else:
            return
        event.stop()
        self._draw()

    def _move(self, row: int, column: int) -> None:
        exercise = self.drill.exercise
        assert exercise is not None
        board = exercise.candidates.board
        place = row % board.height, column % board.width
        self.cursor = board.cell_at.get(place, self.cursor)

    def on_board_view_pressed(self, message: BoardView.Pressed) -> None:
        """A cell was clicked."""
        message.stop()
        self.cursor = message.cell
        self._draw()

    def _digit(self, exercise: Exercise, digit: int) -> None:
        """Place or cross out a digit, or take that back."""
        at = self.cursor, digit
        if self.is_done or not exercise.candidates.has(*at):
            return
        if not self.placing:
            self.crossed ^= {at}
        elif self.placed.get(self.cursor) == digit:
            del self.placed[self.cursor]
        else:
            self.placed[self.cursor] = digit

    def _clear(self, cell: int) -> None:
        self.placed.pop(cell, None)
        self.crossed = {at for at in self.crossed if at[0] != cell}

    # The keys

    def _act(self, work: Callable[[], object]) -> None:
        """Do something with the exercise, unless it is done or one is being made."""
        if self.drill.exercise is None or self._busy or self.is_done:
            return
        self.drill.said.clear()
        try:
            work()
        except CpsudokuError as error:
            self.drill.say(f"{in_words(error.words)}.")
        self._draw()

    def action_check(self) -> None:
        """Check the attempt; after the end of an exercise, begin the next one."""
        if self.is_done:
            self._next()
        else:
            self._act(self._check)

    def _check(self) -> None:
        self.is_done = self.drill.attempt(self.placed.items(), self.crossed)

    def action_hint(self) -> None:
        """Show the next level of help."""
        self._act(self.drill.hint)

    def action_reveal(self) -> None:
        """Show the step."""
        self._act(self._reveal)

    def _reveal(self) -> None:
        self.drill.reveal()
        self.is_done = True

    def action_skip(self) -> None:
        """Begin the next exercise."""
        if self.is_done:
            self._next()
        elif not self._busy and self.drill.exercise is not None:
            self.drill.skip()
            self._next()

    def _next(self) -> None:
        self.drill.said.clear()
        self._run(self.drill.advance)

    def action_mode(self) -> None:
        """Switch between placing digits and crossing out candidates."""
        self.placing = not self.placing
        self._draw()

    def action_zoom(self) -> None:
        """Make the cells larger; after the largest, return to those that fit."""
        is_roomiest = all(board.is_roomiest for board in self.query(BoardView))
        self.zoom = 0 if is_roomiest else self.zoom + 1
        self._fit()

    def action_scroll_text(self, down: bool) -> None:
        """Scroll a message that is longer than its place."""
        self.query_one(ScrolledText).turn(down)

    def action_light(self) -> None:
        """Switch between light and dark."""
        self._program.action_light()

    def action_leave(self) -> None:
        """Leave the practice. An exercise that was tried and not solved is counted."""
        if self.drill.exercise is not None and not self.is_done and not self._busy:
            self.drill.skip()
        self.dismiss()


class PracticeApp(ScreenProgram):
    """Only the practice, for ``cpsudoku practise``."""

    def __init__(
        self, exercises: Iterator[Exercise], progress: Progress, dark: bool | None = None
    ) -> None:
        super().__init__(dark)
        self._screen = PracticeScreen(exercises, progress)

    def on_mount(self) -> None:
        """Show the exercises until the learner leaves them."""
        self.push_screen(self._screen, lambda _: self.exit())
