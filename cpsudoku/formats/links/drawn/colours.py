"""The colours of drawings, and the words that people use for them."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls
from dataclasses import dataclass
from functools import cached_property

_HEX = re.compile("#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)(?:[,/\s]+([\d.]+)(%?))?\s*\)")
_NAMED = {"white": "#fff", "black": "#000", "grey": "#888", "gray": "#888", "red": "#f00"}
_NAMED |= {"green": "#080", "blue": "#00f", "purple": "#808", "orange": "#fa0", "yellow": "#ff0"}
_FAINT = 0.04  # a colour with less opacity cannot be seen

# The hues (0 to 360) that each word can mean. Words overlap, because people differ.
_HUES: dict[str, tuple[tuple[float, float], ...]] = {
    "red": ((0, 18), (340, 360)),
    "crimson": ((0, 12), (335, 360)),
    "orange": ((12, 50),),
    "peach": ((5, 45),),
    "gold": ((35, 65),),
    "yellow": ((44, 72),),
    "lime": ((65, 140),),
    "green": ((66, 176),),
    "turquoise": ((155, 200),),
    "teal": ((155, 200),),
    "cyan": ((160, 205),),
    "aqua": ((155, 205),),
    "blue": ((175, 262),),
    "lavender": ((225, 320),),
    "lilac": ((240, 320),),
    "violet": ((240, 320),),
    "indigo": ((220, 280),),
    "purple": ((248, 325),),
    "magenta": ((280, 345),),
    "pink": ((280, 360), (0, 12)),
    "brown": ((10, 50),),
    "tan": ((20, 55),),
    "beige": ((20, 60),),
}
# The hue that each word usually means
_USUAL = {"red": 0, "crimson": 350, "orange": 32, "peach": 28, "gold": 48, "yellow": 54, "lime": 90}
_USUAL |= {"green": 120, "turquoise": 175, "teal": 178, "cyan": 188, "aqua": 185, "blue": 215}
_USUAL |= {"lavender": 265, "lilac": 275, "violet": 280, "indigo": 250, "purple": 285, "pink": 325}
_USUAL |= {"magenta": 305, "brown": 30, "tan": 38, "beige": 40}
_GREYS = ("grey", "gray", "silver")
_ALIKE = {"navy": "blue", "mauve": "purple", "fuchsia": "magenta", "rose": "pink", "mint": "green"}
_ALIKE |= {"golden": "gold"}
_ALIKE |= {"salmon": "peach", "coral": "red", "maroon": "red", "burgundy": "red"}
_ALIKE |= {"amber": "orange", "apricot": "peach", "plum": "purple"}
COLOUR_WORDS = "|".join((*_HUES, *_GREYS, *_ALIKE, "white", "black"))
_WORD = re.compile(rf"\b(?:light |dark )?({COLOUR_WORDS})(?:ish)?\b")


def words_in(text: str) -> frozenset[str]:
    """The words for colours in a text in lower case."""
    return frozenset(_ALIKE.get(word, word) for word in _WORD.findall(text))


def is_colour(word: str) -> bool:
    """Whether a word in lower case is a colour."""
    return _WORD.fullmatch(word) is not None


@dataclass(frozen=True)
class Colour:
    """A colour on white paper: red, green and blue from 0 to 1, and whether it can be seen."""

    red: float = 1.0
    green: float = 1.0
    blue: float = 1.0
    is_seen: bool = False

    @cached_property
    def _hls(self) -> tuple[float, float, float]:
        return rgb_to_hls(self.red, self.green, self.blue)

    @property
    def is_white(self) -> bool:
        """Whether it looks white."""
        return self._hls[1] > 0.97

    @property
    def is_black(self) -> bool:
        """Whether it looks black or nearly so."""
        return self._hls[1] < 0.25 and not self.is_vivid

    @property
    def is_grey(self) -> bool:
        """Whether it is neither vivid nor white nor black."""
        return not (self.is_white or self.is_black or self.is_vivid)

    @property
    def is_vivid(self) -> bool:
        """Whether it has a hue that people see."""
        return max(self.red, self.green, self.blue) - min(self.red, self.green, self.blue) > 0.11

    def is_called(self, word: str) -> bool:
        """Whether people may call it by this word."""
        if word == "white":
            return self.is_white
        if word == "black":
            return self._hls[1] < 0.3
        if word in _GREYS:
            return self.is_grey or (self.is_black and self._hls[1] > 0.1)
        hue = self._hls[0] * 360
        return self.is_vivid and any(low <= hue <= high for low, high in _HUES[word])

    def distance(self, word: str) -> float:
        """How far its hue is from the usual one of a word for colours; greys have none."""
        hue = self._hls[0] * 360
        apart = abs(hue - _USUAL.get(word, hue)) % 360
        return min(apart, 360 - apart)

    @property
    def key(self) -> tuple[int, int, int]:
        """A coarse value that is equal for colours that look the same."""
        return (round(self.red * 16), round(self.green * 16), round(self.blue * 16))


UNSEEN = Colour()


def colour_of(value: object) -> Colour:
    """The colour of ``#RGB``, ``#RRGGBBAA``, ``rgba(...)`` or a name; unknown ones are unseen."""
    text = str(value or "").strip().lower()
    text = _NAMED.get(text, text)
    match = _RGB.fullmatch(text)
    if match:
        opacity = float(match[4]) / (100 if match[5] else 1) if match[4] else 1.0
        return _on_white([min(255.0, float(match[n])) / 255 for n in (1, 2, 3)], min(1.0, opacity))
    code = _HEX.fullmatch(text)
    if not code:
        return UNSEEN
    digits = code[1] if len(code[1]) > 4 else "".join(2 * digit for digit in code[1])
    parts = [int(digits[n : n + 2], 16) / 255 for n in range(0, len(digits), 2)]
    return _on_white(parts[:3], parts[3] if len(parts) > 3 else 1.0)


def _on_white(parts: list[float], opacity: float) -> Colour:
    if opacity < _FAINT:
        return UNSEEN
    red, green, blue = (1 - opacity + opacity * part for part in parts)
    return Colour(red, green, blue, True)
