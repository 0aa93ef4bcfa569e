"""The game on the full screen, with keyboard and mouse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widgets import Static

from cpsudoku.play.game import COLOURS
from cpsudoku.play.practice import practise
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
from cpsudoku.play.session import Help, Session
from cpsudoku.play.terminal.game_faces import PlayerView, faces_of_game
from cpsudoku.play.terminal.panel import MODES, Panel
from cpsudoku.play.terminal.practice_screen import PracticeScreen
from cpsudoku.play.terminal.screens import Confirm, Manual
from cpsudoku.play.terminal.technique_picker import TechniquePicker
from cpsudoku.runtime.language import marked, translated

PAUSED = marked("Paused. Press t to continue.")
AUTOSAVE = 10.0  # seconds between saves of the time played; moves are saved at once


class PlayApp(ScreenProgram):
    """The game on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next_mode", "mode"),
        Binding("p", "pencil", "pencil"),
        Binding("c", "candidates", "candidates"),
        Binding("h", "hint", "hint"),
        Binding("enter", "follow", "apply the hint"),
        Binding("escape", "close_help", "close"),
        Binding("u,ctrl+z", "undo", "undo"),
        Binding("r,ctrl+y", "redo", "redo"),
        Binding("v", "check", "check"),
        Binding("s", "solve", "solve"),
        Binding("g", "give_up", "give up"),
        Binding("e", "practise", "practise"),
        Binding("t", "pause", "pause"),
        Binding("z", "zoom", "zoom"),
        Binding("l", "light", "light or dark"),
        *SCROLLING,
        Binding("question_mark", "manual", "help"),
        Binding("q,ctrl+q,ctrl+c", "leave", "quit", priority=True),
    ]

    def __init__(self, session: Session, dark: bool | None = None) -> None:
        super().__init__(dark)
        self.session = session
        self.game = session.game
        self.view = PlayerView(_first_empty(session))
        self.mode = MODES[0]
        self.zoom = 0
        self.message = session.ending
        self._busy = False

    def compose(self) -> ComposeResult:
        """The board, the panel beside it, the keys below."""
        with Horizontal(id="table"):
            with Container(id="around"):
                yield BoardView(self.game.puzzle, self.palette)
            yield Panel()
        yield Static(line_of_keys(_LINKS, "app"), id="keys")

    def on_mount(self) -> None:
        """Start the clock and draw."""
        self.game.go_on()
        if self.game.is_finished:
            self.game.pause()
        self.set_interval(1.0, self._tick)
        self.set_interval(AUTOSAVE, self._autosave)
        self.call_after_refresh(self._fit)

    def on_unmount(self) -> None:
        """Save the time played."""
        self.game.pause()
        self.session.save()

    def on_resize(self) -> None:
        """Fit the board to the new size of the terminal."""
        self.call_after_refresh(self._fit)

    # Drawing.

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.screen_stack[0].query_one(BoardView)

    @property
    def panel(self) -> Panel:
        """The panel beside it."""
        return self.screen_stack[0].query_one(Panel)

    def _fit(self) -> None:
        if not self.is_shown:
            return
        fit_table(self.screen_stack[0], self.board, self.panel, self.zoom)
        self._draw()

    def _draw(self) -> None:
        if not self.is_shown:
            return
        self.board.show(faces_of_game(self.session, self.view), self.view.cursor)
        self.panel.show(self.session, self.view, self.mode, self.message, self.is_paused)

    @property
    def is_paused(self) -> bool:
        """Whether the player has stopped the clock."""
        return self.view.hidden

    def _tick(self) -> None:
        if self.is_shown:
            self.panel.show_time(self.session)

    def _autosave(self) -> None:
        if not self.game.is_paused:
            self.session.save()

    # Moves. Each draws the board again and shows a message.

    def _do(self, move: Callable[[], str]) -> None:
        if self.is_paused:
            self.message = translated(PAUSED)
        else:
            self.message = move()
        self._draw()

    @property
    def _cells(self) -> list[int]:
        return sorted(self.view.chosen | {self.view.cursor})

    def on_key(self, event: events.Key) -> None:
        """Handle arrows, digits, and the keys that clear a cell."""
        if len(self.screen_stack) > 1:  # the keys are for the screen over the board
            return
        name = event.key.removeprefix("shift+").removeprefix("ctrl+")
        symbols = self.game.puzzle.board.symbols
        if name in STEPS:
            self._step(*STEPS[name], adding=name != event.key)
        elif name in ("home", "end", "pageup", "pagedown"):
            self._jump(name)
        elif event.key in symbols[1:]:  # before 0 erases: some boards have a digit 0
            self.action_digit(symbols.index(event.key))
        elif event.key in ERASING:
            self.action_erase()
        else:
            return
        event.stop()
        event.prevent_default()

    def action_digit(self, digit: int) -> None:
        """Use a digit as the mode requires."""
        self._do(partial(self._digit, digit))

    def _digit(self, digit: int) -> str:
        game, cell = self.game, self.view.cursor
        if self.mode == "colour":
            return self._paint(digit)
        if self.mode != "digit":
            return self._mark(digit)
        if game.is_given(cell):
            name = game.puzzle.board.cell_name(cell)
            return translated("{cell} is a given and can't be changed.", cell=name)
        self.view = PlayerView(cell, frozenset(), self.view.filled_in)
        return self.session.enter(cell, digit)

    def _paint(self, colour: int) -> str:
        if colour > COLOURS:
            return translated("Colours are 1-{most}; 0 removes them.", most=COLOURS)
        same = all(self.game.written(cell).colour == colour for cell in self._cells)
        return self.session.paint(self._cells, 0 if same else colour)

    def _mark(self, digit: int) -> str:
        if not self.view.filled_in:
            return self.session.mark(self.mode, self._cells, digit)
        bit, marks = 1 << (digit - 1), self.game.marks
        cells = [c for c in self._cells if (marks[c] | self.game.written(c).crossed) & bit]
        return self.session.mark("crossed", cells, digit)

    def action_erase(self) -> None:
        """Clear the selected cells."""
        self._do(self._erase)

    def _erase(self) -> str:
        if self.mode == "colour":
            return self.session.paint(self._cells, 0)
        own = [cell for cell in self._cells if not self.game.is_given(cell)]
        return self.session.erase(own) if own else translated("A given can't be changed.")

    def action_undo(self) -> None:
        """Undo a move."""
        self._do(self.session.undo)

    def action_redo(self) -> None:
        """Redo it."""
        self._do(self.session.redo)

    def action_check(self) -> None:
        """Compare with the solution."""
        self._do(self.session.check)

    def action_solve(self) -> None:
        """Ask, then fill in the solution."""
        self._ask(translated("Fill in the whole solution? (It can be undone.)"), giving_up=False)

    def action_give_up(self) -> None:
        """Ask, then end the game with the solution."""
        self._ask(translated("Give up, and see the solution?"), giving_up=True)

    def _ask(self, question: str, giving_up: bool) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._do(partial(self.session.solve, giving_up))

        if not self.game.is_finished:
            self.push_screen(Confirm(question), answered)

    # Help.

    def action_hint(self) -> None:
        """Show the next level of help. A thread looks for it, since it may take seconds."""
        if self._busy:
            return
        if self.session.help is not None and not self.is_paused:
            self._do(self.session.more_help)
            return
        if self.is_paused:
            self._do(str)
            return
        self._busy = True
        self.message = translated("Looking for the next step ...")
        self._draw()
        self.run_worker(self._look_for_help, thread=True)

    def _look_for_help(self) -> None:
        moves = self.game.moves
        found = self.session.find_help()
        self.call_from_thread(self._helped, found, moves)

    def _helped(self, found: Help | str, moves: object) -> None:
        self._busy = False
        if moves != self.game.moves:  # the player moved while the thread was looking
            self.message = ""
            self._draw()
            return
        self._do(partial(self.session.open_help, found))

    def action_follow(self) -> None:
        """Apply the open help if it is at its last level, else show the next level."""
        if self.session.help is not None:
            last = self.session.level == len(self.session.help.levels)
            self._do(self.session.follow if last else self.session.more_help)

    def action_close_help(self) -> None:
        """Close the help, and select only the cell of the cursor."""
        self.session.help, self.session.level = None, 0
        self.view = PlayerView(self.view.cursor, frozenset(), self.view.filled_in, self.view.hidden)
        self.message = ""
        self._draw()

    def action_practise(self) -> None:
        """Ask for a technique and practise it. The clock of the game stops."""
        progress = Progress()

        def chosen(technique: str | None) -> None:
            if technique is not None:
                self.game.pause()
                self.push_screen(PracticeScreen(practise(technique), progress), self._practised)

        self.push_screen(TechniquePicker(progress), chosen)

    def _practised(self, _: None) -> None:
        """Continue the game after practice."""
        if not (self.is_paused or self.game.is_finished):
            self.game.go_on()
        self._draw()

    # The view.

    def _step(self, down: int, right: int, adding: bool) -> None:
        size = self.game.size
        row, column = divmod(self.view.cursor, size)
        self._go((row + down) % size * size + (column + right) % size, adding)

    def _jump(self, key: str) -> None:
        size = self.game.size
        row, column = divmod(self.view.cursor, size)
        row = {"pageup": 0, "pagedown": size - 1}.get(key, row)
        column = {"home": 0, "end": size - 1}.get(key, column)
        self._go(row * size + column, adding=False)

    def _go(self, cell: int, adding: bool) -> None:
        chosen = self.view.chosen | {self.view.cursor, cell} if adding else frozenset()
        self.view = PlayerView(cell, frozenset(chosen), self.view.filled_in, self.view.hidden)
        if self.session.help is None and not self.is_paused:
            self.message = self.session.clash(cell) or self.session.unsaved
        self._draw()

    def on_board_view_pressed(self, message: BoardView.Pressed) -> None:
        """A cell was clicked."""
        self._go(message.cell, message.adding)

    def action_mode(self, mode: str) -> None:
        """Set what digits do from now on."""
        self.mode = mode
        self._draw()

    def action_next_mode(self) -> None:
        """Switch to the next mode."""
        self.action_mode(MODES[(MODES.index(self.mode) + 1) % len(MODES)])

    def action_pencil(self) -> None:
        """Switch between pencilmarks and digits."""
        self.action_mode("digit" if self.mode != "digit" else "corner")

    def action_candidates(self) -> None:
        """Show all candidates, or the player's pencilmarks."""
        view = self.view
        self.view = PlayerView(view.cursor, view.chosen, not view.filled_in, view.hidden)
        if self.view.filled_in and not self.board.shows_all_candidates:
            self.message = translated(TOO_SMALL)
        self._draw()

    def action_pause(self) -> None:
        """Stop the clock and hide the board, or continue."""
        if self.game.is_finished:
            return
        paused = not self.is_paused
        self.game.pause() if paused else self.game.go_on()
        self.message = translated(PAUSED) if paused else ""
        self.view = PlayerView(self.view.cursor, self.view.chosen, self.view.filled_in, paused)
        self.session.save()
        self._draw()

    def action_zoom(self) -> None:
        """Make the cells larger; after the largest, return to those that fit."""
        self.zoom = 0 if self.board.is_roomiest else self.zoom + 1
        self.message = ""
        self._fit()

    def action_scroll_text(self, down: bool) -> None:
        """Scroll a message that is longer than its place."""
        self.panel.query_one(ScrolledText).turn(down)

    def action_manual(self) -> None:
        """Show the help on keys."""
        self.push_screen(Manual(self.game.size))

    def action_leave(self) -> None:
        """Quit; the game is saved."""
        self.exit()


def _first_empty(session: Session) -> int:
    cells = session.game.cells
    return cells.index(0) if 0 in cells else 0


_LINKS = (
    ("manual", "?", marked("help")),
    ("next_mode", "space", marked("mode")),
    ("candidates", "c", marked("candidates")),
    ("hint", "h", marked("hint")),
    ("check", "v", marked("check")),
    ("undo", "u", marked("undo")),
    ("pause", "t", marked("pause")),
    ("leave", "q", marked("quit")),
)
