"""The colours of a board on a terminal: those of the pictures, light or dark, or none.

Without colours, bold, underlined, reversed and struck characters show the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from cpsudoku.drawing.character_cell import Ink
from cpsudoku.scene.inks import INKS

# Inks that only a terminal has: the colour on a light and on a dark ground.
_MORE = {
    "sign": INKS["given"],
    "centre": INKS["entry"],
    "blank": INKS["mark"],
    "answer": ("#6b7580", "#8b949e"),
    "clash": ("#b3261e", "#ffaaa2"),
    "dim": INKS["name"],
    "cursor": ("#ffd866", "#7a5d00"),
    "chosen": ("#fdeeb8", "#4a3d12"),
    "same": ("#cfe3fb", "#27466b"),
    "given-ground": ("#eceff2", "#242a31"),
    "bar": ("#e4e9ee", "#20262d"),
    "colour1": ("#ffd9c9", "#6b3420"),
    "colour2": ("#d5f0d0", "#27522b"),
    "colour3": ("#cdebf2", "#1b4f5a"),
    "colour4": ("#ddd8f7", "#40397a"),
    "colour5": ("#f7d3e6", "#682b4d"),
    "colour6": ("#e6ddd0", "#4d443a"),
}
COLOURS = INKS | _MORE
# The colour of these roles fills the ground behind a candidate.
_GROUNDED = ("pattern", "pivot", "fin", "first", "second", "third", "on")
_BOLD = ("given", "clash", "thick", "title", "placed", "off", "centre", *_GROUNDED)
_PLAIN_WAYS = {
    "given": "bold",
    "entry": "underline",
    "answer": "italic",
    "clash": "bold underline",
    "thick": "bold",
    "title": "bold",
    "centre": "underline",
    "eliminated": "strike",
    "placed": "reverse underline",
    "off": "underline",
    "same": "bold underline",
    "dim": "",
} | dict.fromkeys(_GROUNDED, "bold reverse")
_PLAIN_GROUNDS = {"cursor": "reverse", "chosen": "reverse", "alert": "reverse", "same": "bold"}


class Palette(NamedTuple):
    """The look of inks on a dark or a light ground, with or without colours."""

    dark: bool = True
    colours: bool = True

    def hex(self, name: str) -> str:
        """The colour of an ink, ``#rrggbb``."""
        return COLOURS[name][self.dark]

    def style(self, ink: Ink) -> Style:
        """The rich style of an ink."""
        return _style(self, ink)


@lru_cache(maxsize=4096)
def _style(palette: Palette, ink: Ink) -> Style:
    if not palette.colours:
        ways = f"{_PLAIN_WAYS.get(ink.text, '')} {_PLAIN_GROUNDS.get(ink.ground, '')}"
        return Style.parse(ways.strip() or "none")
    text, ground = ink
    if text in _GROUNDED:
        text, ground = "given", text
    elif text == "same":
        text, ground = "given", "same"
    elif ground == "cursor" and text == "mark":
        text = "given"
    return Style(
        color=Color.parse(palette.hex("given" if text == "title" else text)),
        bgcolor=Color.parse(palette.hex(ground)),
        bold=ink.text in _BOLD,
        strike=ink.text == "eliminated",
        italic=ink.text == "answer",
    )
