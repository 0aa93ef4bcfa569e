"""Finds the elements of an XML part in its bytes, so that the part can be edited by splicing.

Everything else stays the same byte for byte: namespaces, extensions, order, spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from cpsudoku.runtime.printable import printable

_CHUNK = 1 << 20
_SPECIAL = re.compile(r"[&<>\n\r\t]")
_TAG = re.compile(rb"<[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*>")


@dataclass(slots=True)
class XmlElement:
    """An element. Its bytes are from ``start`` to ``end``. Its first tag ends at ``inside``."""

    name: str
    attributes: dict[str, str]
    start: int
    inside: int
    end: int = 0
    close: int = 0
    children: list[XmlElement] = field(default_factory=list)
    text: str = ""

    @property
    def local(self) -> str:
        """The name without its prefix."""
        return self.name.rpartition(":")[2]

    @property
    def prefix(self) -> str:
        """The prefix with its colon, or empty."""
        return self.name[: len(self.name) - len(self.local)]

    @property
    def is_open(self) -> bool:
        """Whether it has a closing tag."""
        return self.close < self.end

    def child(self, local: str) -> XmlElement | None:
        """The first child with this name."""
        return next((child for child in self.children if child.local == local), None)


def utf8(data: bytes) -> bytes:
    """An XML part in UTF-8; offsets count its bytes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16")
        return re.sub(r"encoding=[\"'][^\"']+[\"']", 'encoding="UTF-8"', text, count=1).encode()
    return data


class _Enough(Exception):
    """Raised when enough of a part has been read."""


def parse(
    data: bytes,
    keep: Callable[[int, str], bool] | None = None,
    last: Callable[[XmlElement], bool] | None = None,
) -> XmlElement:
    """The root of an XML part in UTF-8.

    ``keep`` selects the elements in the tree by depth and local name. The others are skipped.
    Reading stops at the first tag for which ``last`` is true, because a sheet may have a million
    rows after its grid. Raises ValueError if the part is not XML.
    """
    parser = expat.ParserCreate("utf-8")
    root = XmlElement("", {}, 0, 0)
    stack: list[XmlElement | None] = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        depth = len(stack)
        if keep is not None and not keep(depth, name.rpartition(":")[2]):
            stack.append(None)
            return
        at = parser.CurrentByteIndex
        tag = _TAG.match(data, at)
        if tag is None:
            raise ValueError(f"no tag at byte {at}")
        element = XmlElement(name, attributes, at, tag.end())
        if tag[0].endswith(b"/>"):
            element.close = element.end = tag.end()
        parent = stack[-1]
        if parent is not None:
            parent.children.append(element)
        stack.append(element)
        if last is not None and last(element):
            raise _Enough

    def end(_: str) -> None:
        element = stack.pop()
        if element is not None and not element.end:
            element.close = parser.CurrentByteIndex
            element.end = data.index(b">", element.close) + 1

    def characters(text: str) -> None:
        element = stack[-1]
        if element is not None:
            element.text += text

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    try:
        for at in range(0, len(data), _CHUNK):  # a single call would copy the whole part
            parser.Parse(data[at : at + _CHUNK], False)
        parser.Parse(b"", True)
    except _Enough:
        pass
    except expat.ExpatError as error:
        raise ValueError(str(error)) from None
    return root.children[0]


def tag(name: str, attributes: Mapping[str, str], inside: str | None = None) -> bytes:
    """The bytes of an element; ``inside`` is already XML."""
    pairs = "".join(f' {key}="{value}"' for key, value in attributes.items())
    if _SPECIAL.search(pairs) is not None or pairs.count('"') > 2 * len(attributes):
        pairs = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    if inside is None:
        return f"<{name}{pairs}/>".encode()
    return f"<{name}{pairs}>{inside}</{name}>".encode()


def escaped(text: str) -> str:
    """A text escaped for XML, with escapes for control characters, which XML forbids."""
    return escape("\n".join(map(printable, text.split("\n"))))


class Splices:
    """Replacements of bytes, by their places in the original."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pieces: list[tuple[int, int, bytes]] = []

    def replace(self, start: int, end: int, new: bytes) -> None:
        """Replace the bytes from ``start`` to ``end``; insert if both are the same."""
        self._pieces.append((start, end, new))

    def insert_into(self, element: XmlElement, new: bytes) -> None:
        """Insert bytes at the end of the inside of an element."""
        if element.is_open:
            self.replace(element.close, element.close, new)
        else:
            first = self._data[element.start : element.inside].rstrip(b"/>").rstrip()
            close = f"</{element.name}>".encode()
            self.replace(element.start, element.end, first + b">" + new + close)

    def retag(self, element: XmlElement, attributes: Mapping[str, str]) -> None:
        """Replace the first tag of an element, with these attributes."""
        new = tag(element.name, attributes)
        self.replace(element.start, element.inside, new[:-2] + (b">" if element.is_open else b"/>"))

    def apply(self) -> bytes:
        """The bytes with all replacements."""
        old = memoryview(self._data)  # slices without copying
        out: list[bytes | memoryview] = []
        at = 0
        for start, end, new in sorted(self._pieces, key=lambda piece: piece[:2]):
            out += [old[at:start], new]
            at = end
        out.append(old[at:])
        return b"".join(out)
