"""The panel beside the board: the time, the mode, a pad of digits, the cell, and messages."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.words import clock
from cpsudoku.drawing.character_signs import rules_in_words
from cpsudoku.drawing.looks import LOOKS, legend_of
from cpsudoku.play.screen.scrolled_text import ScrolledText
from cpsudoku.play.session import Session
from cpsudoku.play.terminal.game_faces import PATTERN_LEVEL, PlayerView
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.printable import one_line

MODES = (marked("digit"), marked("corner"), marked("centre"), marked("colour"))
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Panel(Container):
    """The text beside the board, or below it on a narrow terminal."""

    DEFAULT_CSS = """
    Panel { padding: 0 0 0 1; height: 100%; }
    Panel Static { width: 100%; height: auto; }
    Panel #time { text-style: bold; }
    Panel #modes { margin: 1 0 0 0; }
    Panel #pad { margin: 1 0; }
    Panel #cell { color: $secondary; margin: 0 0 1 0; }
    Panel.helping #pad, Panel.helping #modes { display: none; }
    Panel.below { padding: 0; }
    Panel.below #label, Panel.below #pad { display: none; }
    Panel.below #modes, Panel.below #cell { margin: 0; }
    Panel.helping #cell { margin: 1 0; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, str | Content] = {}

    def compose(self) -> ComposeResult:
        """The parts, top first."""
        yield Static(id="label", markup=False)
        yield Static(id="time", markup=False)
        yield Static(id="modes")
        yield Static(id="pad")
        yield Static(id="cell", markup=False)
        yield ScrolledText()

    def show(
        self, session: Session, view: PlayerView, mode: str, message: str, paused: bool
    ) -> None:
        """Show the state of the game."""
        self.set_class(session.help is not None, "helping")
        self._set("#label", _label(session))
        self.show_time(session)
        self._set("#modes", _modes(mode, view.filled_in, self.has_class("below")))
        self._set("#pad", _pad(session, paused))
        self._set("#cell", "" if paused else _cell(session, view) + _rules(session, view))
        self.query_one(ScrolledText).show(_said(session, one_line(message)))

    def show_time(self, session: Session) -> None:
        """Show the time played and the number of cells left."""
        left = translated("{count} to go", count=session.game.left)
        self._set("#time", f"{clock(session.game.elapsed):<8} {left}")

    def _set(self, name: str, text: str | Content) -> None:
        """Show a text if it is new. If it has as many lines as before, the layout stays."""
        old = self._shown.get(name)
        if text != old:
            self._shown[name] = text
            lines = -1 if old is None else str(old).count("\n")
            layout = lines != str(text).count("\n")
            self.query_one(name, Static).update(text, layout=layout)


def _label(session: Session) -> str:
    puzzle = session.game.puzzle
    shape = "x".join(map(str, puzzle.board.box_shape or ()))
    size = f"{session.game.size}x{session.game.size}"
    return one_line(puzzle.label) or translated("{size}, boxes {shape}", size=size, shape=shape)


def _modes(mode: str, filled_in: bool, on_one_line: bool) -> str:
    """The modes, with brackets around the active one."""
    names = {name: name for name in MODES}
    if filled_in:
        names = {"digit": "digit", "corner": marked("cross out"), "colour": "colour"}
        mode = "corner" if mode == "centre" else mode
    text = ""
    for number, (name, english) in enumerate(names.items()):
        shown = translated(english)
        gap = " " * (9 - len(shown)) * (not on_one_line)
        on = rf"[b]\[{shown}][/b]{gap}" if name == mode else f" {shown} {gap}"
        text += f"[@click=app.mode('{name}')]{on}[/]" + "\n" * (number % 2 and not on_one_line)
    return text.rstrip("\n")


def _pad(session: Session, paused: bool) -> str:
    """The digits to click, each with the number left to place."""
    size, cells = session.game.size, session.game.cells
    columns = (session.game.puzzle.board.box_shape or (1, size))[1]
    lines = []
    for first in range(1, size + 1, columns):
        line = ""
        for digit in range(first, first + columns):
            left = max(0, size - cells.count(digit)) if not paused else size
            count = str(left).translate(_SUBSCRIPTS).ljust(2)
            text = f"[b]{session.game.puzzle.board.symbols[digit]}[/b]{count}" if left else "·  "
            line += f"[@click=app.digit({digit})] {text} [/]"
        lines.append(line)
    return "\n".join(lines)


def _cell(session: Session, view: PlayerView) -> str:
    """The cell of the cursor with its marks, since small cells do not show them."""
    game, cell = session.game, view.cursor
    symbols = game.puzzle.board.symbols
    name, own = game.puzzle.board.cell_name(cell), game.written(cell)
    if game.is_given(cell):
        given = translated("given {digit}", digit=symbols[game.cells[cell]])
        return f"{name}: {given}"
    if own.digit:
        return f"{name}: {symbols[own.digit]}"
    if view.filled_in:
        return f"{name}: {_digits(game.marks[cell], symbols) or translated('no candidate')}"
    kinds = (("corner", own.corner), ("centre", own.centre))
    marks = [f"{translated(kind)} {_digits(marks, symbols)}" for kind, marks in kinds if marks]
    return f"{name}: {', '.join(marks) or translated('empty')}"


def _rules(session: Session, view: PlayerView) -> str:
    """The rules of the cell of the cursor, since small boards do not show them all."""
    rules = session.game.puzzle.constraints
    lines = rules_in_words(rule for rule in rules if view.cursor in rule.cells)
    return "".join(f"\n{line}" for line in lines)


def _digits(marks: int, symbols: str) -> str:
    return "".join(symbols[digit] for digit in digits_of(marks))


def _said(session: Session, message: str) -> Content:
    """The message under its title; with a pattern, the meaning of its colours."""
    if session.help is None:
        return Content(message)
    parts: list[Content | tuple[str, str] | str] = [
        (f"{session.help_title}\n", "bold"),
        f"{message}\n",
    ]
    if session.level >= PATTERN_LEVEL:
        for name, label, words in legend_of(session.help.step):
            parts.append(f"\n{label or LOOKS[name].mark} {words}")
    last = session.level == len(session.help.levels)
    more = translated("Press Enter to apply it.") if last else translated("Press h for more.")
    parts.append(f"\n\n{more}")
    return Content.assemble(*parts)
