"""The palette as Textual themes, and the choice of the one that fits the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

from cpsudoku.play.screen.palette import Palette


def _theme(dark: bool) -> Theme:
    colour = Palette(dark).hex
    return Theme(
        name=f"cpsudoku-{'dark' if dark else 'light'}",
        primary=colour("entry"),
        secondary=colour("mark"),
        accent=colour("entry"),
        warning=colour("clash"),
        error=colour("clash"),
        foreground=colour("given"),
        background=colour("paper"),
        surface=colour("bar"),
        panel=colour("bar"),
        dark=dark,
        variables={
            "link-background": colour("paper"),
            "link-background-hover": colour("cell"),
            "link-color": colour("mark"),
            "link-color-hover": colour("given"),
            "link-style": "none",
            "link-style-hover": "bold",
            "scrollbar": colour("thin"),
            "scrollbar-background": colour("paper"),
            "scrollbar-corner-color": colour("paper"),
        },
    )


THEMES = (_theme(dark=False), _theme(dark=True))  # indexed by dark


def has_light_ground(environment: Mapping[str, str]) -> bool:
    """Whether the terminal reports a light background: COLORFGBG is ``0;15`` or similar."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")
