"""The look of answers: the available styles, and their XML in the styles of a workbook."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, parse, tag, utf8
from cpsudoku.runtime.errors import InputError

COLOURS = {
    **{"red": "C00000", "blue": "0072B2", "green": "00803C", "black": "000000", "grey": "808080"},
    **{"orange": "E69F00", "purple": "7030A0", "yellow": "FFFFCC", "lightblue": "DDEBF7"},
    **{"lightgrey": "EDEDED", "lightgreen": "E2EFDA", "white": "FFFFFF", "none": ""},
}
_FONT_ORDER = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz"),
    *("color", "name", "family", "charset", "scheme"),
)


@dataclass(frozen=True)
class LookChange:
    """Changes to the style of a cell: a colour RRGGBB and a weight; None leaves it is.

    An empty colour is the usual one. With ``over``, only cells with this background change.
    ``spares``: a background that can't be restored (a pattern, a colour of a theme) stays. ``font``
    is the key of a font of the workbook, to which colour and weight are added. With ``over_font``,
    it replaces only this font, and then nothing is added.
    """

    colour: str | None = None
    bold: bool | None = None
    italic: bool | None = None
    fill: str | None = None
    over: str | None = None
    spares: bool = False
    font: str = ""
    over_font: str = ""


class FormerLook(NamedTuple):
    """How a cell looked before a change: its background, if it changed and can be restored.

    ``font`` and ``new_font`` are the keys of its fonts; both are empty if it kept its font.
    """

    fill: str | None = None
    font: str = ""
    new_font: str = ""


NO_LOOK = LookChange()
UNWRITTEN = LookChange("", bold=False, italic=False)
"""The look of a cell whose answer is cleared."""


@dataclass(frozen=True)
class Style:
    """The look of each kind of cell.

    ``yields``: givens are not shaded on a board that has backgrounds of its own.
    """

    answer: LookChange
    given: LookChange
    clash: LookChange
    differs: LookChange
    yields: bool = False

    @property
    def without_shading(self) -> Style:
        """The same looks for a board whose backgrounds mean something: givens keep theirs."""
        return replace(self, given=replace(self.given, fill=None))


# `safe` suits every kind of colour vision: blue, orange and yellow of Okabe and Ito, 2008
STYLES = {
    "classic": Style(
        LookChange("C00000", bold=True),
        LookChange(fill="FFFFCC"),
        LookChange(fill="FF7C80"),
        LookChange("C00000", bold=True, fill="FFD966"),
        yields=True,
    ),
    "keep": Style(LookChange(), LookChange(), LookChange(fill="FF7C80"), LookChange(fill="FFC000")),
    "print": Style(
        LookChange("000000", bold=False, italic=True),
        LookChange("000000", bold=True),
        LookChange(fill="BFBFBF"),
        LookChange("000000", bold=False, italic=True, fill="D9D9D9"),
    ),
    "safe": Style(
        LookChange("0072B2", bold=True),
        LookChange(fill="EDEDED"),
        LookChange(fill="E69F00"),
        LookChange("0072B2", bold=True, fill="F0E442"),
        yields=True,
    ),
}


def style_of(name: str, answer_colour: str | None = None, given_fill: str | None = None) -> Style:
    """The style of this name, with the user's colours; raises InputError for an unknown name."""
    if name not in STYLES:
        raise InputError(
            "unknown style {name}; choose one of {styles}",
            name=repr(name),
            styles=", ".join(STYLES),
        )
    style = STYLES[name]
    if answer_colour is not None:
        wanted = colour(answer_colour)
        answer, differs = (replace(look, colour=wanted) for look in (style.answer, style.differs))
        style = replace(style, answer=answer, differs=differs)
    if given_fill is not None:
        given = replace(style.given, fill=colour(given_fill))
        style = replace(style, given=given, yields=False)
    return style


def look_on(
    look: LookChange, shown: Callable[[], tuple[str, str]], background: str | None, font: str
) -> LookChange:
    """What a look changes in a cell with these colours of text and background, and this font."""
    if look.over_font:
        old, look = look, replace(look, font="", over_font="")
        if old.over_font == font:
            plain = replace(look, colour=None, bold=None, italic=None)
            return replace(_applied(plain, background), font=old.font)
    if _is_unwritten(look):
        look = _undone(look, *shown())
    return _applied(look, background)


def _applied(look: LookChange, background: str | None) -> LookChange:
    """The part of a look that applies to a cell with a background; None is one of another kind."""
    if look.over is not None and look.over != background:
        look = replace(look, fill=None)
    fill = None if look.spares and background is None else look.fill
    return replace(look, fill=fill, over=None, spares=False)


def _is_unwritten(look: LookChange) -> bool:
    """Whether a look is that of a cleared answer, whatever its old background."""
    return replace(look, fill=None, over=None) == UNWRITTEN


def _undone(look: LookChange, colour: str, fill: str) -> LookChange:
    """The changes that undo the look of an answer, from the colours that its cell shows.

    If the cell does not look like an answer, only its old background in ``look`` is restored.
    """
    written = [look for style in STYLES.values() for look in (style.differs, style.answer)]
    for one in written:
        if one.colour and (one.colour, one.fill or fill) == (colour, fill):
            return replace(UNWRITTEN, fill=look.fill or "" if one.fill else None)
    return LookChange(fill=look.fill, over=look.over)


def colour(text: str) -> str:
    """``RRGGBB`` for a name or for ``#RRGGBB``; empty for ``none``."""
    plain = text.strip().lower().removeprefix("#")
    if plain in COLOURS:
        return COLOURS[plain]
    if re.fullmatch(r"[0-9a-f]{6}", plain):
        return plain.upper()
    raise InputError(
        "colour {text} is neither #RRGGBB nor one of {colours}",
        text=repr(text),
        colours=", ".join(COLOURS),
    )


def former_look(fill: str | None, font: str, new_font: str) -> FormerLook:
    """How a cell looked before, from its old background and the keys of its fonts."""
    return FormerLook(fill, font, new_font) if font != new_font else FormerLook(fill)


class Styles:
    """The styles part of a workbook, with looks added to it."""

    def __init__(self, data: bytes) -> None:
        self._data = utf8(data)
        root = parse(self._data)
        self._parts = {name: root.child(name) for name in ("fonts", "fills", "cellXfs")}
        self._new: dict[str, list[bytes]] = {"fonts": [], "fills": [], "cellXfs": []}
        self._known: dict[tuple[int, LookChange], int] = {}
        self._fonts_of_new: dict[int, int] = {}
        fonts = self._parts["fonts"]
        self._keys = [_key(each) for each in fonts.children] if fonts is not None else []

    def styled(self, base: int, look: LookChange) -> int:
        """The number of a cell format that combines ``base`` with a look."""
        if look == LookChange() or self._parts["cellXfs"] is None:
            return base
        look = look_on(look, lambda: self._shown(base), self.background(base), self.font(base))
        if look == NO_LOOK:
            return base
        if (base, look) not in self._known:
            self._known[base, look] = self._add(base, look)
        return self._known[base, look]

    def former_look(self, base: int, look: LookChange) -> FormerLook:
        """How cells with a format looked before they get a look."""
        fill = self.background(base) if look.fill is not None else None
        return former_look(fill, self.font(base), self.font(self.styled(base, look)))

    def font(self, base: int) -> str:
        """The key of the font of a cell format: the same for equal fonts, empty if unknown."""
        formats = self._parts["cellXfs"]
        if formats is None:
            return ""
        numbers = [each.attributes.get("fontId", "0") for each in formats.children[base : base + 1]]
        number = int(numbers[0] if numbers else self._fonts_of_new.get(base, -1))
        return self._keys[number] if 0 <= number < len(self._keys) else ""

    def background(self, base: int) -> str | None:
        """The background RRGGBB of a cell format, empty for none; None for any other."""
        formats, fills = self._parts["cellXfs"], self._parts["fills"]
        if formats is None or fills is None or base >= len(formats.children):
            return None
        number = int(formats.children[base].attributes.get("fillId", "0"))
        if number == 0:
            return ""
        pattern = (
            fills.children[number].child("patternFill") if number < len(fills.children) else None
        )
        kind = pattern.attributes.get("patternType", "none") if pattern is not None else ""
        if kind == "none":
            return ""
        return (self._colour("fills", "fillId", base) or None) if kind == "solid" else None

    def _shown(self, base: int) -> tuple[str, str]:
        """The colours RRGGBB of the text and the background of a cell format."""
        return self._colour("fonts", "fontId", base), self._colour("fills", "fillId", base)

    def _colour(self, part: str, key: str, base: int) -> str:
        """The colour RRGGBB of the font or the fill of a cell format; empty for the usual one."""
        formats, parts = self._parts["cellXfs"], self._parts[part]
        if formats is None or parts is None or base >= len(formats.children):
            return ""
        number = int(formats.children[base].attributes.get(key, "0"))
        if number >= len(parts.children):
            return ""
        element = parts.children[number]
        if part == "fills":
            pattern = element.child("patternFill")
            colour = pattern.child("fgColor") if pattern is not None else None
        else:
            colour = element.child("color")
        return colour.attributes.get("rgb", "")[-6:].upper() if colour is not None else ""

    def _add(self, base: int, look: LookChange) -> int:
        formats = self._parts["cellXfs"]
        assert formats is not None
        old = formats.children[base] if base < len(formats.children) else formats.children[0]
        attributes = dict(old.attributes)
        number = int(attributes.get("fontId", "0"))
        if look.font in self._keys:
            number = self._keys.index(look.font)
        if (look.colour, look.bold, look.italic) != (None, None, None):
            number = self._font(number, look)
        if number != int(attributes.get("fontId", "0")):
            attributes["fontId"] = str(number)
            attributes["applyFont"] = "1"
        if look.fill is not None:
            attributes["fillId"] = str(self._fill(look.fill, formats.prefix))
            attributes["applyFill"] = "1"
        inside = self._data[old.inside : old.close].decode() if old.is_open else None
        new = self._append("cellXfs", tag(old.name, attributes, inside))
        self._fonts_of_new[new] = number
        return new

    def _font(self, base: int, look: LookChange) -> int:
        fonts = self._parts["fonts"]
        assert fonts is not None
        old = fonts.children[base] if base < len(fonts.children) else fonts.children[0]
        parts = {child.local: tag(child.name, child.attributes) for child in old.children}
        prefix = old.prefix
        for name, wanted in (("b", look.bold), ("i", look.italic)):
            if wanted is not None:
                parts.pop(name, None)
            if wanted:
                parts[name] = tag(prefix + name, {})
        if look.colour == "":
            parts.pop("color", None)
        elif look.colour is not None:
            parts["color"] = tag(prefix + "color", {"rgb": f"FF{look.colour}"})
        ordered = [parts.pop(name) for name in _FONT_ORDER if name in parts]
        inside = b"".join([*ordered, *parts.values()]).decode()
        new = tag(old.name, {}, inside)
        at = self._append("fonts", new)
        if at == len(self._keys):
            self._keys.append(_key(parse(new)))
        return at

    def _fill(self, colour: str, prefix: str) -> int:
        if not colour:
            return 0
        front = tag(prefix + "fgColor", {"rgb": f"FF{colour}"})
        back = tag(prefix + "bgColor", {"indexed": "64"})
        solid = tag(prefix + "patternFill", {"patternType": "solid"}, (front + back).decode())
        return self._append("fills", tag(prefix + "fill", {}, solid.decode()))

    def _append(self, part: str, new: bytes) -> int:
        element, added = self._parts[part], self._new[part]
        assert element is not None
        if new not in added:
            added.append(new)
        return len(element.children) + added.index(new)

    def save(self) -> bytes:
        """The part with the additions."""
        splices = Splices(self._data)
        for part, element in self._parts.items():
            added = self._new[part]
            if element is not None and added:
                count = str(len(element.children) + len(added))
                splices.retag(element, element.attributes | {"count": count})
                splices.replace(element.close, element.close, b"".join(added))
        return splices.apply()


def _key(font: XmlElement) -> str:
    """The key of a font."""
    parts = sorted((each.local, sorted(each.attributes.items())) for each in font.children)
    return sha256(repr(parts).encode()).hexdigest()[:12]
