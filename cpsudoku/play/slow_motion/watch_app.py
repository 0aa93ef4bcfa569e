"""Watch a search on the full screen: pause, single steps, faster, slower, to the end."""

from __future__ import annotations

from collections import deque
from itertools import islice
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from cpsudoku.core.words import verdict_detail
from cpsudoku.play.screen.board_view import BoardView
from cpsudoku.play.screen.program import ScreenProgram, fit_table
from cpsudoku.play.slow_motion.film import Film, Frame
from cpsudoku.play.slow_motion.search_faces import faces_of_frame
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.wide_lines import columns

SPEEDS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # frames per second
PICTURES = 30  # per second at most
RUSH = 0.025  # seconds of reading frames between two pictures, when running to the end
_BARS = "▁▂▃▄▅▆▇█"


class WatchApp(ScreenProgram):
    """A film on the screen."""

    CSS = (
        ScreenProgram.CSS
        + """
    #panel { padding: 0 0 0 1; height: 100%; }
    #panel.below { padding: 0; }
    #panel Static { width: 100%; height: auto; }
    #depths { color: $secondary; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "pause"),
        Binding("s,right", "step", "step"),
        Binding("plus,up,f,equals_sign", "faster", "faster"),
        Binding("minus,down,d", "slower", "slower"),
        Binding("e,end", "to_the_end", "end"),
        Binding("l", "light", "light or dark"),
        Binding("q,ctrl+q,ctrl+c,escape", "leave", "quit", priority=True),
    ]

    def __init__(self, film: Film, speed: float, paused: bool, dark: bool | None = None) -> None:
        super().__init__(dark)
        self.film, self.speed, self.paused = film, speed, paused
        self.frame: Frame | None = None
        self.rushing = False
        self._owed = 1.0  # frames that are due; the first is due at once
        self._then = monotonic()
        self._filled: deque[int] = deque(maxlen=400)

    def compose(self) -> ComposeResult:
        """The board, the counts, the keys."""
        with Horizontal(id="table"):
            with Container(id="around"):
                yield BoardView(self.film.search.puzzle, self.palette)
            with Vertical(id="panel"):
                yield Static(id="counts", markup=False)
                yield Static(id="depths", markup=False)
                yield Static(id="said", markup=False)
        yield Static(_keys(), id="keys")

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(1 / PICTURES, self._tick)
        self.call_after_refresh(self._fit)

    def on_unmount(self) -> None:
        """End the search with the program."""
        self.film.close()

    def on_resize(self) -> None:
        """Fit the board to the new size of the terminal."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if not self.is_shown:
            return
        fit_table(self.screen, self.query_one(BoardView), self.query_one("#panel"))
        self._draw()

    @property
    def is_over(self) -> bool:
        """Whether every frame was shown or skipped."""
        return self.film.has_ended

    # Time.

    def _tick(self) -> None:
        """Read the frames that are due since the last tick, and show the last of them."""
        now = monotonic()
        passed, self._then = now - self._then, now
        if not self.paused and not self.rushing:
            self._owed += passed * self.speed
        taken = False
        for frame in islice(self.film.ready(), None if self.rushing else int(self._owed)):
            self.frame, taken = frame, True
            self._owed = max(0.0, self._owed - 1)
            self._filled.append(len(frame.moment.digits) - frame.moment.digits.count(0))
            if self.rushing and monotonic() - now > RUSH:
                break
        self._owed = min(self._owed, 1 + self.speed / PICTURES)  # an engine may be slower
        if taken or self.film.has_ended:
            self._draw()

    def _draw(self) -> None:
        if self.frame is None or not self.is_shown:
            return
        puzzle = self.film.search.puzzle
        faces = faces_of_frame(self.frame, puzzle.givens.cells)
        self.query_one(BoardView).show(faces, self.frame.moment.cell)
        self.query_one("#counts", Static).update(self._counts(self.frame))
        width = max(8, self.query_one("#depths").size.width)
        self.query_one("#depths", Static).update(_curve(list(self._filled)[-width:]))
        self.query_one("#said", Static).update(self._said(self.frame))

    def _counts(self, frame: Frame) -> Content:
        rows = (
            (translated("engine"), self.film.search.engine),
            (translated("speed"), self._state()),
            (translated("frame"), f"{frame.number:,}"),
            (translated("depth"), f"{frame.moment.depth}"),
            (translated("candidates"), f"{frame.candidates_left:,}"),
            (translated("steps"), f"{frame.steps:,}"),
            (translated("backtracks"), f"{frame.backtracks:,}"),
        )
        widest = max(columns(name) for name, _ in rows)
        parts: list[str | tuple[str, str]] = []
        for name, value in rows:
            parts += [f"{name}{' ' * (widest + 1 - columns(name))}", (f"{value}\n", "bold")]
        return Content.assemble(*parts)

    def _state(self) -> str:
        if self.film.has_ended:
            return translated("over")
        if self.rushing:
            return translated("to the end")
        if self.paused:
            return translated("paused")
        return translated("{number} per second", number=f"{self.speed:g}")

    def _said(self, frame: Frame) -> Content:
        board = self.film.search.puzzle.board
        said = f"\n{frame.words(board)}"
        verdict = self.film.verdict
        if verdict is None or not self.film.has_ended:
            return Content(said)
        return Content.assemble(said, "\n\n", (verdict_detail(verdict), "bold"))

    # Keys.

    def action_pause(self) -> None:
        """Pause, or continue."""
        self.paused, self.rushing = not self.paused and not self.rushing, False
        self._draw()

    def action_step(self) -> None:
        """Show one more frame and pause."""
        self.paused, self.rushing = True, False
        self._owed = int(self._owed) + 1.0

    def action_faster(self) -> None:
        """The next speed."""
        self.speed = next((s for s in SPEEDS if s > self.speed), SPEEDS[-1])
        self._draw()

    def action_slower(self) -> None:
        """The previous speed."""
        self.speed = next((s for s in reversed(SPEEDS) if s < self.speed), SPEEDS[0])
        self._draw()

    def action_to_the_end(self) -> None:
        """Run as fast as the engine can, to the end of the search."""
        self.rushing, self.paused = True, False

    def action_leave(self) -> None:
        """End."""
        self.exit()


def _curve(filled: list[int]) -> str:
    """The number of filled cells in each frame, as a row of bars."""
    least, most = min(filled, default=0), max(filled, default=1)
    step = max(1, most - least) / (len(_BARS) - 1)
    return "".join(_BARS[round((count - least) / step)] for count in filled)


def _keys() -> Content:
    rows = (
        ("pause", translated("space"), translated("pause")),
        ("step", "s", translated("step")),
        ("faster", "+", translated("faster")),
        ("slower", "-", translated("slower")),
        ("to_the_end", "e", translated("to the end")),
        ("light", "l", translated("light")),
        ("leave", "q", translated("quit")),
    )
    return Content.from_markup(
        "  ".join(f"[@click=app.{action}][b]{key}[/b] {words}[/]" for action, key, words in rows)
    )
