"""The look of answers in OpenDocument workbooks: automatic styles of cells, with looks added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from cpsudoku.formats.sheets.writing.answer_styles import (
    NO_LOOK,
    FormerLook,
    LookChange,
    former_look,
    look_on,
)
from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, parse, tag

_FAMILY_KEY, _PARENT_KEY = "style:family", "style:parent-style-name"
_FAMILY = {"cell": "table-cell", "column": "table-column"}
_CELL, _TEXT = "style:table-cell-properties", "style:text-properties"
_ORDER = (_CELL, "style:paragraph-properties", _TEXT)
_FO = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
_WEIGHT = ("fo:font-weight", "style:font-weight-asian", "style:font-weight-complex")
_SLANT = ("fo:font-style", "style:font-style-asian", "style:font-style-complex")
_COLOUR, _FILL = "fo:color", "fo:background-color"
_WIDTH_OF_A_CHARACTER = 0.2  # cm


@dataclass(frozen=True)
class _AutomaticStyle:
    """An automatic style without its name: its attributes, and the XML of its parts by name."""

    attributes: Mapping[str, str]
    parts: Mapping[str, bytes]

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for styles with the same look."""
        return tuple(sorted(self.attributes.items())), tuple(sorted(self.parts.items()))


class OdfStyles:
    """The automatic styles of a document. ``declared`` are the attributes of its root."""

    def __init__(
        self, data: bytes, element: XmlElement | None, declared: Mapping[str, str]
    ) -> None:
        self._declares = "xmlns:fo" not in declared
        self._styles: dict[str, _AutomaticStyle] = {}
        self._used: set[str] = set()
        self._new: list[bytes] = []
        self._known: dict[tuple[str, LookChange], str] = {}
        self._keys: dict[tuple[object, ...], str] = {}
        self._fonts: dict[str, tuple[str, bytes]] = {}
        for each in element.children if element is not None else ():
            name = each.attributes.get("style:name", "")
            self._used.add(name)
            if each.attributes.get(_FAMILY_KEY) == _FAMILY["cell"]:
                self._styles[name] = _style(data[each.start : each.end])
                self._keys.setdefault(self._styles[name].key, name)
        for name, style in self._styles.items():
            self.font(name)
            self._register(style.attributes.get(_PARENT_KEY, ""), b"")

    def styled(self, base: str, look: LookChange) -> str:
        """The name of a style that combines the style ``base`` with a look."""
        look = look_on(look, lambda: self._shown(base), self.background(base), self.font(base))
        if look == NO_LOOK:
            return base
        if (base, look) not in self._known:
            self._known[base, look] = self._add(base, look)
        return self._known[base, look]

    def former_look(self, base: str, look: LookChange) -> FormerLook:
        """How cells with a style looked before they get a look."""
        fill = self.background(base) if look.fill is not None else None
        return former_look(fill, self.font(base), self.font(self.styled(base, look)))

    def font(self, base: str) -> str:
        """The key of the font of a style: the same for equal fonts of one parent style."""
        style = self._styles.get(base, _AutomaticStyle({}, {}))
        parent = style.attributes.get(_PARENT_KEY, base if base not in self._styles else "")
        text = style.parts.get(_TEXT, b"")
        return self._register(parent, text)

    def _register(self, parent: str, text: bytes) -> str:
        """The key of a font: the text properties of a style, added to those of its parent."""
        said = repr((parent, sorted(_attributes(text).items())))
        key = sha256(said.encode()).hexdigest()[:12]
        self._fonts.setdefault(key, (parent, text))
        return key

    def background(self, base: str) -> str | None:
        """The background RRGGBB of a style, empty for none; None for one of another kind."""
        if base and base not in self._styles:
            return None
        return self._shown(base)[1]

    def column(self, width: float) -> str:
        """The name of a style for columns of this width, in characters."""
        name = self._free("cpsudoku-co")
        width_in_cm = {"style:column-width": f"{width * _WIDTH_OF_A_CHARACTER:.2f}cm"}
        inside = tag("style:table-column-properties", width_in_cm).decode()
        attributes = {"style:name": name, _FAMILY_KEY: _FAMILY["column"]}
        self._new.append(tag("style:style", attributes, inside))
        return name

    def save(self, splices: Splices, element: XmlElement | None, before: int) -> None:
        """Add the new styles to the document; ``before`` is where its body starts."""
        if not self._new:
            return
        new = b"".join(self._new)
        if element is not None:
            splices.insert_into(element, new)
        else:
            splices.replace(before, before, tag("office:automatic-styles", {}, new.decode()))

    def _shown(self, base: str) -> tuple[str, str]:
        """The colours RRGGBB of the text and the background of a style; empty for the usual."""
        style = self._styles.get(base)
        if style is None:
            return "", ""
        colours = (_attributes(style.parts.get(part)).get(key, "") for part, key in _COLOURS)
        text, fill = (colour.removeprefix("#").upper() for colour in colours)
        return text, fill if fill != "TRANSPARENT" else ""

    def _add(self, base: str, look: LookChange) -> str:
        old = self._styles.get(base)
        if old is None:
            named = {_PARENT_KEY: base} if base else {}
            old = _AutomaticStyle({_FAMILY_KEY: _FAMILY["cell"]} | named, {})
        parent, text = self._fonts.get(look.font, ("", b""))
        if look.font in self._fonts and parent == old.attributes.get(_PARENT_KEY, ""):
            others = {name: xml for name, xml in old.parts.items() if name != _TEXT}
            old = replace(old, parts=others | ({_TEXT: text} if text else {}))
        new = _with_look(old, look)
        if not new.parts and new.attributes.keys() <= {_FAMILY_KEY, _PARENT_KEY}:
            return new.attributes.get(_PARENT_KEY, "")
        if new.key not in self._keys:
            name = self._free("cpsudoku-ce")
            self._keys[new.key] = name
            self._styles[name] = new
            ordered = [new.parts[part] for part in _ORDER if part in new.parts]
            ordered += [xml for part, xml in new.parts.items() if part not in _ORDER]
            prefix = {"xmlns:fo": _FO} if self._declares else {}
            attributes = {"style:name": name, **new.attributes, **prefix}
            self._new.append(tag("style:style", attributes, b"".join(ordered).decode()))
        return self._keys[new.key]

    def _free(self, start: str) -> str:
        number = 1
        while f"{start}{number}" in self._used:
            number += 1
        self._used.add(f"{start}{number}")
        return f"{start}{number}"


_COLOURS = ((_TEXT, _COLOUR), (_CELL, _FILL))


def _style(xml: bytes) -> _AutomaticStyle:
    element = parse(xml)
    kept = {key: text for key, text in element.attributes.items() if key != "style:name"}
    parts: dict[str, bytes] = {}
    for child in element.children:
        parts[child.name] = parts.get(child.name, b"") + xml[child.start : child.end]
    return _AutomaticStyle(kept, parts)


def _attributes(part: bytes | None) -> dict[str, str]:
    return dict(parse(part).attributes) if part else {}


def _with_look(style: _AutomaticStyle, look: LookChange) -> _AutomaticStyle:
    """The style with a look. A cleared look, whose colour is empty, is that of the parent."""
    clears = look.colour == ""
    text = _attributes(style.parts.get(_TEXT))
    if look.colour is not None:
        text.pop("style:use-window-font-color", None)
        _put(text, _COLOUR, f"#{look.colour.lower()}" if look.colour else "")
    for names, wanted, word in ((_WEIGHT, look.bold, "bold"), (_SLANT, look.italic, "italic")):
        if wanted is not None:
            for name in names:
                _put(text, name, word if wanted else "" if clears else "normal")
    parts = dict(style.parts)
    if (look.colour, look.bold, look.italic) != (None, None, None):
        _set(parts, _TEXT, text)
    if look.fill is not None:
        cell = _attributes(style.parts.get(_CELL))
        _put(cell, _FILL, f"#{look.fill.lower()}" if look.fill else "")
        _set(parts, _CELL, cell)
    return replace(style, parts=parts)


def _put(attributes: dict[str, str], name: str, text: str) -> None:
    attributes.pop(name, None)
    if text:
        attributes[name] = text


def _set(parts: dict[str, bytes], name: str, attributes: Mapping[str, str]) -> None:
    """Replace the attributes of a part. What is inside it stays, except a colour of a theme."""
    old = parts.pop(name, b"")
    element = parse(old) if old else None
    inside = b"".join(
        old[child.start : child.end]
        for child in (element.children if element is not None else ())
        if child.local != "char-complex-color"
    )
    if attributes or inside:
        parts[name] = tag(name, attributes, inside.decode() if inside else None)
