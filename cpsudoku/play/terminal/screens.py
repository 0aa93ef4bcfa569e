"""The screens over the board: the help on keys, and a question."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from cpsudoku.core.grid import symbols_allowed
from cpsudoku.runtime.language import marked, translated

_KEYS = (
    (marked("arrows"), marked("move; Home, End, PgUp, PgDn move to the edge")),
    (marked("Shift+arrows"), marked("select several cells; or drag over them with the mouse")),
    ("DIGITS", marked("write a digit; press it again to remove it")),
    ("0 Del Bksp .", marked("clear the cell")),
    (marked("space"), marked("change what digits write: digit, corner, centre, colour")),
    ("p", marked("switch the pencil on or off")),
    ("c", marked("show or hide all candidates; the pencil crosses them out")),
    ("h", marked("hint; each press shows more, and the last applies it")),
    ("Enter, Esc", marked("apply the hint; close it")),
    ("v", marked("check the entries against the solution")),
    ("u, r", marked("undo, redo, without limit (also Ctrl+Z, Ctrl+Y)")),
    ("e", marked("practise a technique")),
    ("t", marked("pause, continue")),
    ("s, g", marked("fill in the solution; give up")),
    ("z, l", marked("larger cells, which scroll; light or dark colours")),
    ("j, k", marked("scroll a long text down or up")),
    ("q", marked("quit; the game is saved, and --resume continues it")),
)
_SIGNS = marked("Bold: a given. 5!: a clash. 5x: a mistake. Small: marks, candidates.")


class Manual(ModalScreen[None]):
    """All keys and signs."""

    CSS = """
    Manual { align: center middle; }
    #manual { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
              background: $surface; border: round $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter,space", "dismiss_manual", "close", priority=True)
    ]

    def __init__(self, size: int) -> None:
        super().__init__()
        self._digits = symbols_allowed(size).replace(" A", " Shift+A", size > 9)

    def compose(self) -> ComposeResult:
        """The table."""
        parts: list[Content | tuple[str, str] | str] = []
        for key, meaning in _KEYS:
            name = self._digits if key == "DIGITS" else translated(key)
            parts += [(f"{name:>14}", "bold"), f"  {translated(meaning)}\n"]
        parts += [f"\n{translated(_SIGNS)}\n", (translated("Esc closes this."), "italic")]
        with VerticalScroll(id="manual"):
            yield Static(Content.assemble(*parts))

    def on_click(self) -> None:
        """Close on a click too."""
        self.dismiss()

    def action_dismiss_manual(self) -> None:
        """Close."""
        self.dismiss()


class Confirm(ModalScreen[bool]):
    """A question with yes and no."""

    CSS = """
    Confirm { align: center middle; }
    #question { width: auto; max-width: 90%; height: auto; padding: 1 3;
                background: $surface; border: round $secondary; }
    #question Static { width: auto; link-background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes", priority=True),
        Binding("n,escape,q", "answer(False)", "no", priority=True),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Static(
                f"\n[@click=screen.answer(True)][b]y[/b] {translated('yes')}[/]    "
                f"[@click=screen.answer(False)][b]n[/b] {translated('no')}[/]"
            )

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)
