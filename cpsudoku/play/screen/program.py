"""The common base of the full-screen programs: colours, themes, and errors."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from textual.app import App
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from cpsudoku.play.screen.board_view import BoardView
from cpsudoku.play.screen.palette import Palette
from cpsudoku.play.screen.themes import THEMES, has_light_ground
from cpsudoku.runtime.language import marked, translated

T = TypeVar("T")
TOO_SMALL = marked("The cells are too small for candidates. Press z for larger ones.")
PANEL_WIDTH, WIDEST_PANEL = 24, 44  # beside the board; 9x9 with all candidates fits 80 columns
PANEL_HEIGHT = 6  # below it
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}  # rows, columns
ERASING = ("backspace", "delete", "0", "full_stop")


def fit_table(screen: Screen[T], board: BoardView, panel: Widget, zoom: int = 0) -> None:
    """Choose the shape of the cells, and put the panel beside the board or below it."""
    width, height = screen.size.width, screen.size.height - 1
    below = board.fit(width, height, PANEL_WIDTH, PANEL_HEIGHT, zoom)
    screen.query_one("#table").set_class(below, "below")
    panel.set_class(below, "below")
    panel.styles.width = "100%" if below else min(WIDEST_PANEL, width - board.shown_width)
    panel.styles.height = PANEL_HEIGHT if below else "100%"


def line_of_keys(links: Iterable[tuple[str, str, str]], owner: str) -> Content:
    """The line of keys, which can also be clicked. ``owner`` of the actions: app or screen.

    links: the action, the key, and what it does, as texts that can be translated.
    """
    parts = (
        f"[@click={owner}.{action}][b]{translated(key)}[/b] {translated(words)}[/]"
        for action, key, words in links
    )
    return Content.from_markup("  ".join(parts))


class ScreenProgram(App[None]):
    """A board, a panel beside or below it, and a line of keys, in colours that fit the terminal.

    dark: None means that the environment decides. With NO_COLOR no colours are sent.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "cpsudoku"
    CSS = """
    Screen { background: $background; color: $foreground; }
    ModalScreen { background: $background 60%; }
    #table { height: 1fr; align: center middle; }
    #table.below { layout: vertical; }
    #around { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    .below #around { width: 100%; align: center top; }
    #keys { height: 1; width: 100%; text-align: center; color: $secondary; text-wrap: nowrap; }
    """

    def __init__(self, dark: bool | None = None) -> None:
        colours = "NO_COLOR" not in os.environ
        super().__init__(ansi_color=not colours)
        dark = not has_light_ground(os.environ) if dark is None else dark
        self.palette = Palette(dark, colours)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[dark].name

    def on_mount(self) -> None:
        """Restore the terminal when a signal ends the process."""
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            with suppress(ValueError, RuntimeError, NotImplementedError):  # not supported here
                asyncio.get_running_loop().add_signal_handler(number, self.exit)

    @property
    def is_shown(self) -> bool:
        """Whether the board is on the screen; False while the program starts or ends."""
        return bool(self.screen_stack) and bool(self.screen_stack[0].query(BoardView))

    def action_light(self) -> None:
        """Switch between light and dark."""
        self.palette = self.palette._replace(dark=not self.palette.dark)
        for screen in self.screen_stack:
            for board in screen.query(BoardView):
                board.recolour(self.palette)
        self.theme = THEMES[self.palette.dark].name

    def _fatal_error(self) -> None:
        """End quietly, where Textual would show a traceback; ``play_out`` raises the error."""
        self._close_messages_no_wait()

    def play_out(self) -> None:
        """Run until the user quits; raise an error inside here, after the screen is restored."""
        self.run()
        if self._exception is not None:
            raise self._exception
