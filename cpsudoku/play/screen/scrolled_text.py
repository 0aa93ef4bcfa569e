"""The text beside the board, which scrolls by keys when it is longer than its place."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cpsudoku.runtime.language import marked, translated

MORE = marked("j, k: scroll the text")
SCROLLING = (
    Binding("j", "scroll_text(True)", "scroll the text down"),
    Binding("k", "scroll_text(False)", "scroll the text up"),
)


class ScrolledText(Container):
    """A message. If it does not fit, a line below it names the keys that scroll it."""

    DEFAULT_CSS = """
    ScrolledText { height: 1fr; }
    ScrolledText VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    ScrolledText #more { display: none; color: $secondary; }
    ScrolledText.long #more { display: block; }
    """

    _shown: str | Content = ""

    def compose(self) -> ComposeResult:
        """The message, and the line below it."""
        with _Scrolled(can_focus=False):
            yield Static(id="message", markup=False)
        yield Static(translated(MORE), id="more", markup=False)

    def show(self, text: str | Content) -> None:
        """Show a text, and a new one from its beginning."""
        if text != self._shown:
            self._shown = text
            self.query_one(VerticalScroll).scroll_home(animate=False)
            self.query_one("#message", Static).update(text)

    def turn(self, down: bool) -> None:
        """Scroll half of what is shown."""
        shown = self.query_one(VerticalScroll)
        half = max(1, shown.size.height // 2)
        shown.scroll_relative(y=half if down else -half, animate=False)


class _Scrolled(VerticalScroll):
    """The part that scrolls. The widget around it hears whether there is something to scroll."""

    def watch_show_vertical_scrollbar(self) -> None:
        """Show or hide the line with the keys."""
        if isinstance(self.parent, ScrolledText):
            self.parent.set_class(self.show_vertical_scrollbar, "long")
