"""The screen that asks which technique to practise."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cpsudoku.play.progress import Progress
from cpsudoku.runtime.language import translated
from cpsudoku.techniques import ROWS, TABLE, TECHNIQUES
from cpsudoku.techniques.texts import names_of_aliases


class TechniquePicker(ModalScreen[str | None]):
    """A list of techniques. What is typed leaves only the names that contain it."""

    CSS = """
    TechniquePicker { align: center middle; }
    #picker { width: 60; max-width: 100%; height: 100%; max-height: 30; padding: 0 1;
              background: $surface; border: round $secondary; }
    #picker OptionList { height: 1fr; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+q,ctrl+c", "close", "back", priority=True),
        Binding("down", "move(1)", "next", priority=True),
        Binding("up", "move(-1)", "previous", priority=True),
    ]

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._records = dict(progress.rows)
        titles = {name: TECHNIQUES[name].title for name in TABLE}
        names = {name: [name, title, translated(title)] for name, title in titles.items()}
        for alias, name in names_of_aliases().items():
            if name in names:
                names[name].append(alias)
        self._words = {name: " ".join(words).lower() for name, words in names.items()}

    def compose(self) -> ComposeResult:
        """The field, and the list below it."""
        with Vertical(id="picker"):
            yield Static(translated("Which technique do you want to practise?"), markup=False)
            yield Input()
            yield OptionList(*self._options(""))

    def on_mount(self) -> None:
        """Choose the first technique."""
        self.query_one(OptionList).highlighted = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the techniques whose names contain the text."""
        found = self.query_one(OptionList)
        found.clear_options()
        found.add_options(self._options(event.value.strip().lower()))
        found.highlighted = 0 if found.option_count else None

    def on_input_submitted(self) -> None:
        """Choose the highlighted technique."""
        found = self.query_one(OptionList)
        if found.highlighted is not None:
            self.dismiss(found.get_option_at_index(found.highlighted).id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A technique was clicked."""
        self.dismiss(event.option.id)

    def action_move(self, by: int) -> None:
        """Move in the list while the field has the focus."""
        found = self.query_one(OptionList)
        if found.option_count:
            found.highlighted = ((found.highlighted or 0) + by) % found.option_count

    def action_close(self) -> None:
        """Choose nothing."""
        self.dismiss(None)

    def _options(self, text: str) -> list[Option]:
        return [Option(self._line(name), name) for name in TABLE if text in self._words[name]]

    def _line(self, name: str) -> str:
        title = translated(TECHNIQUES[name].title)
        record = self._records.get(title, translated(ROWS[name].level))
        return f"{title}  ({record})"
