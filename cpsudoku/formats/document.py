"""An input before anyone knows what is in it: a file, standard input or an argument.

Bytes come in once and as a stream; text is decoded here, whatever wrote it.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cpsudoku.errors import InputError, Source, reason

if TYPE_CHECKING:
    from typing_extensions import Buffer  # collections.abc has it from 3.12 on

SAMPLE_BYTES = 1 << 16
_BOMS = (  # the longer first: UTF-32 LE begins like UTF-16 LE
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What NFKC leaves alone and people's programs print for a blank or a dash.
_TIDY = str.maketrans({"·": ".", "•": ".", "–": "-", "—": "-", "−": "-", "\ufeff": None})


class Document:
    """A named stream of bytes that can be looked at before it is read, once.

    ``name`` is what messages call it, ``suffix`` its lower-case suffix with the dot.
    """

    def __init__(self, name: str, stream: IO[bytes], suffix: str = "") -> None:
        self.source = Source(name)
        self.suffix = suffix
        self._stream = stream
        self._head = b""

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    @staticmethod
    def open(path: Path) -> Document:
        """The document of a file; raises InputError when it can't be read."""
        source = Source(str(path))
        try:
            if path.is_dir():
                raise InputError("it is a folder; name the files in it", source)
            return Document(str(path), path.open("rb"), path.suffix.lower())
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", source) from None

    @staticmethod
    def of_text(text: str, name: str = "argument") -> Document:
        """The document of a text that is here already."""
        try:
            data = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # half a character of UTF-16: never a cell, perhaps in a label
            data = text.encode("utf-8", "backslashreplace")
        return Document(name, io.BytesIO(data))

    @staticmethod
    def standard_input() -> Document:
        """The document of standard input; it is not closed with the document."""
        try:
            return Document("<stdin>", open(os.dup(sys.stdin.fileno()), "rb"))
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", Source("<stdin>")) from None

    def peek(self, size: int = SAMPLE_BYTES) -> bytes:
        """The first bytes, ``size`` or more if there are, without using them up."""
        while len(self._head) < size:
            chunk = self._read(SAMPLE_BYTES)
            if not chunk:
                break
            self._head += chunk
        return self._head

    def data(self) -> bytes:
        """All bytes."""
        rest = b"".join(iter(lambda: self._read(1 << 20), b""))
        data, self._head = self._head + rest, b""
        return data

    @cached_property
    def sample(self) -> str:
        """The first 64 KiB as text, to recognise a format by; whole lines unless it is all."""
        head = self.peek()
        text = head.decode(self.encoding, "replace")
        if len(head) >= SAMPLE_BYTES and "\n" in text:
            text = text[: text.rindex("\n") + 1]
        return _tidy(text)

    @cached_property
    def encoding(self) -> str:
        """The encoding of the text: by its mark, else UTF-8, else Latin-1.

        Raises InputError when it is no text.
        """
        head = self.peek(1)  # one chunk: a slow pipe is not waited for
        for bom, name in _BOMS:
            if head.startswith(bom):
                return name
        if b"\0" in head:
            return self._wide_encoding(head)
        if sum(byte < 32 and byte not in b"\t\n\r\f\x0b\x1a\x1b" for byte in head) > len(head) / 50:
            raise InputError("it is not text (a binary file?)", self.source)
        try:
            codecs.getincrementaldecoder("utf-8")().decode(head)  # may end inside a character
        except UnicodeDecodeError:
            return "latin-1"
        return "utf-8"

    def _wide_encoding(self, head: bytes) -> str:
        """UTF-16 without a mark, told by where the zero bytes of its digits are."""
        pairs = len(head) // 2
        for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
            if pairs and zeros.count(0) > 0.9 * pairs and head.count(0) < 1.1 * pairs:
                return name
        raise InputError("it is not text (a binary file?)", self.source)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line with its number, from 1, tidied: no line end, full-width digits as plain."""
        stream = io.BufferedReader(_Replay(self))
        text = io.TextIOWrapper(stream, self.encoding, errors="replace", newline=None)
        for number, line in enumerate(text, 1):
            yield number, _tidy(line.rstrip("\n\x1a"))  # 1A ends a file of DOS

    def text(self) -> str:
        """The whole text, tidied."""
        return "\n".join(line for _, line in self.lines())

    def _read(self, size: int) -> bytes:
        try:
            read = getattr(self._stream, "read1", self._stream.read)
            chunk = read(size)
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", self.source) from None
        if not isinstance(chunk, bytes):
            kind = type(chunk).__name__
            problem = f"it gives {kind}, not bytes; open files with mode 'rb'"
            raise InputError(problem, self.source)
        return chunk


class _Replay(io.RawIOBase):
    """The bytes of a document again from the first, as a raw stream."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        document = self._document
        chunk = document._head or document._read(len(view))
        document._head = chunk[len(view) :]
        view[: len(chunk[: len(view)])] = chunk[: len(view)]
        return len(chunk[: len(view)])


def _tidy(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_TIDY)


def looks_like_a_puzzle(text: str) -> bool:
    """Whether an argument that is no file is meant as a puzzle: mostly digits and blanks."""
    symbols = re.sub(r"[\s|+=]", "", _tidy(text))
    if len(symbols) < 12 or "/" in symbols or "\\" in symbols:
        return False
    plain = len(re.findall(r"[0-9._*?xX-]", symbols))
    wide = len(re.findall(r"[0-9A-Pa-p._*?xX-]", symbols))
    return plain >= 0.75 * len(symbols) or (len(symbols) > 90 and wide >= 0.9 * len(symbols))


def open_input(text: str, number: int = 1) -> Document:
    """The document that an INPUT means: ``-``, a file, or the puzzle itself."""
    if text == "-":
        return Document.standard_input()
    name = f"argument {number}"
    if not text.strip():
        raise InputError("it is empty; expected a file, - or a puzzle", Source(name))
    path = Path(text)
    try:
        exists = path.exists()
    except (OSError, ValueError):  # a name too long for a file is a puzzle
        exists = False
    if exists:
        return Document.open(path)
    if looks_like_a_puzzle(text) or "\n" in text:
        return Document.of_text(text, name)
    raise InputError("no such file, and not a puzzle", Source(text))
