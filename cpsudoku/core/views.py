"""How values are shown: as a line, as text, and as a picture in a notebook.

A value names its view, and ``VIEWS`` loads the view on first use. The drawing code is not loaded
until a value is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.runtime.registry import Registry

_Drawing = Callable[[Any], str]  # of a value of the class that names the view


@dataclass(frozen=True)
class View:
    """The functions that make each form of a kind of value.

    ``line`` is short, for ``repr``. ``text`` is what ``print`` shows, in ASCII if the value itself
    is in ASCII. ``svg`` and ``html`` follow the light or dark theme of their page.
    """

    line: _Drawing
    text: _Drawing
    svg: _Drawing
    html: _Drawing


VIEWS: Registry[View] = Registry(
    "view",
    {
        "grid": "cpsudoku.drawing.views:GRID",
        "puzzle": "cpsudoku.drawing.views:PUZZLE",
        "verdict": "cpsudoku.drawing.views:VERDICT",
        "candidates": "cpsudoku.drawing.views:CANDIDATES",
        "step": "cpsudoku.drawing.views:STEP",
        "bare step": "cpsudoku.drawing.views:BARE_STEP",
        "exercise": "cpsudoku.drawing.views:EXERCISE",
        "explanation": "cpsudoku.drawing.views:EXPLANATION",
        "hint": "cpsudoku.drawing.views:HINT",
        "generated": "cpsudoku.drawing.views:GENERATED",
        "true candidates": "cpsudoku.drawing.views:TRUE_CANDIDATES",
        "diagnosis": "cpsudoku.drawing.views:DIAGNOSIS",
    },
)


class Drawn:
    """A value that a notebook shows as a picture.

    ``class Grid(Drawn, view="grid")`` names the view. Subclasses of ``Grid`` inherit it.
    """

    _view: ClassVar[str]

    def __init_subclass__(cls, view: str = "", **others: object) -> None:
        super().__init_subclass__(**others)
        if view:
            cls._view = view

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return VIEWS[self._view].svg(self)

    def _repr_html_(self) -> str:
        """The picture as HTML, with text for programs that remove pictures from pages."""
        return VIEWS[self._view].html(self)


class Shown(Drawn):
    """A value with a picture, whose ``repr`` is a short line and whose ``str`` is a text."""

    def __str__(self) -> str:
        return VIEWS[self._view].text(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {VIEWS[self._view].line(self)}>"
