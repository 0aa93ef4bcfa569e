"""The screens over the board: the help on keys, and a question."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from cpsudoku.grid import symbols_allowed

_KEYS = (
    ("arrows", "move; Home, End, PgUp, PgDn to the edge"),
    ("Shift+arrows", "choose more cells; with the mouse: draw over them"),
    ("DIGITS", "write a digit; once more takes it back"),
    ("0 Del Bksp .", "take back what is in the cell"),
    ("space", "what digits do: digit, corner, centre, colour"),
    ("p", "pencil on and off"),
    ("c", "all candidates, or your own pencilmarks"),
    ("", "(with all candidates, the pencil crosses them out)"),
    ("h", "hint; again and again it says more, then does it"),
    ("Enter", "do what the hint says"),
    ("Esc", "close the hint, choose one cell"),
    ("v", "check the entries against the solution"),
    ("u, Ctrl+Z", "undo; without end"),
    ("r, Ctrl+Y", "redo"),
    ("t", "pause and go on"),
    ("s", "fill in the solution"),
    ("g", "give up"),
    ("z", "larger cells, that scroll; then those that fit"),
    ("l", "light or dark"),
    ("q", "quit; every move is saved, --resume goes on"),
)
_SIGNS = (
    ("bold", "a given; your own digits are not bold"),
    ("5!", "clashes with another 5"),
    ("5x", "found wrong by the last check"),
    ("small", "pencilmarks, or candidates"),
)


class Manual(ModalScreen[None]):
    """All keys and signs."""

    CSS = """
    Manual { align: center middle; }
    #manual { width: 68; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
              background: $surface; border: round $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter,space", "dismiss_manual", "close", priority=True)
    ]

    def __init__(self, size: int) -> None:
        super().__init__()
        shift = ", letters as capitals" if size > 9 else ""
        self._digits = f"{symbols_allowed(size)}{shift}"

    def compose(self) -> ComposeResult:
        """The table."""
        parts: list[Content | tuple[str, str]] = []
        for key, meaning in _KEYS:
            name = "digits" if key == "DIGITS" else key
            more = f" ({self._digits})" if key == "DIGITS" else ""
            parts += [(f"{name:>13}", "bold"), Content(f"  {meaning}{more}\n")]
        parts += [Content("\n")]
        for sign, meaning in _SIGNS:
            parts += [(f"{sign:>13}", "bold"), Content(f"  {meaning}\n")]
        parts += [Content("\n"), ("  Esc closes this", "italic")]
        with VerticalScroll(id="manual"):
            yield Static(Content.assemble(*parts))

    def on_click(self) -> None:
        """A click closes it too."""
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
    #question Static { width: auto; }
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
                "\n[@click=screen.answer(True)][b]y[/b] yes[/]    "
                "[@click=screen.answer(False)][b]n[/b] no[/]"
            )

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)
