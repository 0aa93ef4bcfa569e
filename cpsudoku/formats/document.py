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
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePath
from typing import IO

from cpsudoku.core.errors import InputError, Source, reason
from cpsudoku.formats import packed
from cpsudoku.formats.packed import COMPRESSED

SAMPLE_BYTES = 1 << 16
LONGEST_LINE = 1_000_000  # characters; a longer line is malformed, and is never held whole
LARGEST_DOCUMENT = 1 << 28  # bytes of what can only be read whole
_KEPT_BYTES = 4 * (LONGEST_LINE + 1)  # of a line: enough for one character too many
_BOMS = (  # the longer first: UTF-32 LE begins like UTF-16 LE
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What NFKC leaves alone and people's programs print for a blank or a dash.
_TIDY = str.maketrans(
    {"·": ".", "•": ".", "–": "-", "—": "-", "−": "-"}
    | dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060")  # nobody sees them
)


class Document:
    """A named stream of bytes that can be looked at before it is read, once.

    ``name`` is what messages call it, ``suffix`` its lower-case suffix with the dot. Compressed
    bytes are decompressed; ``suffix`` is then the one before that of the compression.
    ``lines_read`` counts the lines that ``chunks`` has seen so far.
    """

    def __init__(self, name: str, stream: IO[bytes], suffix: str = "") -> None:
        self.source = Source(name)
        self._packing = suffix if suffix in COMPRESSED else ""
        self.suffix = PurePath(PurePath(name).stem).suffix.lower() if self._packing else suffix
        self._raw = stream
        self._head = b""
        self._fault: InputError | None = None
        self._line_ends = _LineEnds()

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the input."""
        self._raw.close()

    @property
    def lines_read(self) -> int:
        """The lines that ``chunks`` has read, without one that breaks off."""
        return self._line_ends.lines

    @property
    def position(self) -> int | None:
        """The number of bytes of the file read so far; None once it is closed."""
        return None if self._raw.closed else self._raw.tell()

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
            number = sys.stdin.fileno()
            stream: IO[bytes] = io.BytesIO(_typed(number)) if os.isatty(number) else _again(number)
            return Document("<stdin>", stream)
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", Source("<stdin>")) from None

    def peek(self, size: int = SAMPLE_BYTES) -> bytes:
        """The first bytes, ``size`` or more if there are, without using them up."""
        while len(self._head) < size and self._fault is None and self._fill():
            pass
        if self._fault is not None and not self._head:
            raise self._fault
        return self._head

    def data(self) -> bytes:
        """All bytes; raises InputError when they are too many to be held."""
        return self._whole(iter(self._next, b""))

    def _whole(self, parts: Iterable[bytes]) -> bytes:
        kept, size = [], 0
        for part in parts:
            size += len(part)
            if size > LARGEST_DOCUMENT:
                raise InputError(f"it is larger than {LARGEST_DOCUMENT >> 20} MiB", self.source)
            kept.append(part)
        return b"".join(kept)

    @cached_property
    def sample(self) -> str:
        """The first 64 KiB as text, to recognise a format by; whole lines unless it is all."""
        head = self.peek()
        text = head.decode(self.encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        if len(head) >= SAMPLE_BYTES and "\n" in text:
            text = text[: text.rindex("\n") + 1]
        return tidy(text)

    @cached_property
    def encoding(self) -> str:
        """The encoding of the text: the one of its mark, or UTF-8, or else Latin-1.

        Raises InputError if it is not text.
        """
        # A file is the same wherever it is read. From a slow pipe the first bytes must suffice.
        head = self.peek(SAMPLE_BYTES if self._raw.seekable() else 1)
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
        """UTF-16 without a mark, recognised by the places of the zero bytes of its digits."""
        pairs = len(head) // 2
        for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
            if pairs and zeros.count(0) > 0.9 * pairs and head.count(0) < 1.1 * pairs:
                return name
        raise InputError("it is not text (a binary file?)", self.source)

    def chunks(self, size: int = SAMPLE_BYTES, full: bool = False) -> Iterator[bytes]:
        """The text piece by piece, as UTF-8 whose lines end with a line feed alone.

        A ``full`` piece has ``size`` bytes of the input, the last one apart. Raises InputError
        where the input breaks off, after the pieces that came before.
        """
        encoding = self.encoding
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        held = b""  # a carriage return at the end of a piece: a line feed may follow
        while True:
            try:
                data = self._next(size, full)
            except InputError as error:
                self._line_ends.break_off()
                if held:
                    yield b"\n"
                problem = f"{error.problem}, after line {self.lines_read:,}"
                raise InputError(problem, self.source) from None
            text = data if encoding == "utf-8" else decoder.decode(data, not data).encode()
            self._line_ends.add(text)
            text = held + text
            held = b"\r" if data and text.endswith(b"\r") else b""
            text = text[: len(text) - len(held)]
            if b"\r" in text:
                text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            if text:
                yield text
            if not data:
                return

    def whole_lines(self, size: int = SAMPLE_BYTES, full: bool = False) -> Iterator[bytes]:
        """The pieces of ``chunks``, cut after a line end; a line that breaks off is left out.

        Of a line that is too long the beginning is kept.
        """
        rest = b""
        for chunk in self.chunks(size, full):
            end = chunk.rfind(b"\n") + 1
            if end:
                yield rest + chunk[:end]
                rest = b""
            if len(rest) < _KEPT_BYTES:
                rest = (rest + chunk[end:])[:_KEPT_BYTES]
        if rest:
            yield rest

    def lines(self, tidied: bool = True) -> Iterator[tuple[int, str]]:
        """Each line with its number, from 1, as ``line_of`` gives it, or not tidied."""
        number = 0
        for piece in self.whole_lines():
            for line in piece.removesuffix(b"\n").split(b"\n"):
                number += 1
                yield number, line_of(line, tidied)

    def text(self) -> str:
        """The whole text, tidied; raises InputError when it is too long to be held."""
        text = tidy(self._whole(self.chunks()).decode("utf-8", "replace"))
        return re.sub(r"\x1a+(?=\n|$)", "", text) if "\x1a" in text else text

    def _next(self, size: int = SAMPLE_BYTES, full: bool = False) -> bytes:
        """The next bytes, the first of them again if they were looked at; b"" at the end.

        What came before a fault is returned before the fault is raised.
        """
        parts, wanted = [], size
        while wanted > 0:
            if not self._head and self._fault is None:
                self._fill()
            part, self._head = self._head[:wanted], self._head[wanted:]
            if not part:
                break
            parts.append(part)
            wanted -= len(part) if full else wanted
        if self._fault is not None and not parts:
            raise self._fault
        return b"".join(parts)

    def _fill(self) -> bool:
        """Read some more; False at the end, or at a fault, which is kept.

        Always so many bytes at a time: how much of a damaged file can be read depends on that.
        """
        try:
            chunk = self._read(SAMPLE_BYTES)
        except InputError as error:
            self._fault = error
            return False
        self._head += chunk
        return bool(chunk)

    @cached_property
    def _stream(self) -> IO[bytes]:
        return packed.unpacked(self._raw, self._packing)

    def _read(self, size: int) -> bytes:
        try:
            chunk = packed.read(self._stream, size)
        except packed.Damaged as error:
            raise InputError(str(error), self.source) from None
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", self.source) from None
        if not isinstance(chunk, bytes):
            kind = type(chunk).__name__
            problem = f"it gives {kind}, not bytes; open files with mode 'rb'"
            raise InputError(problem, self.source)
        return chunk


def _again(number: int) -> IO[bytes]:
    """A stream of the same open file, which can be closed without closing that."""
    return open(os.dup(number), "rb")


def _typed(number: int) -> bytes:
    """What is typed or pasted on a terminal, up to the first Ctrl-D.

    A terminal hands over one line at a time; what comes without a line end was sent by Ctrl-D.
    """
    parts = []
    while part := os.read(number, SAMPLE_BYTES):
        parts.append(part)
        if not part.endswith(b"\n"):
            break
    return b"".join(parts)


class _LineEnds:
    """Counts the lines of a text that comes in pieces; knows LF, CRLF and CR."""

    def __init__(self) -> None:
        self._ends, self._last = 0, b""

    def add(self, text: bytes) -> None:
        """Count the ends in the next piece."""
        self._ends += text.count(b"\n")
        if b"\r" in text:
            self._ends += text.count(b"\r") - text.count(b"\r\n")
        if self._last == b"\r" and text.startswith(b"\n"):
            self._ends -= 1
        self._last = text[-1:] or self._last

    def break_off(self) -> None:
        """Do not count a line that has not ended."""
        self._last = b""

    @property
    def lines(self) -> int:
        """The lines so far, one that has not ended yet included."""
        return self._ends + (self._last not in (b"", b"\r", b"\n"))


def line_of(line: bytes, tidied: bool = True) -> str:
    """A line as every reader gets it: in plain symbols, without the mark of DOS for an end.

    A line that is too long keeps more than LONGEST_LINE characters.
    """
    text = line.decode("utf-8", "replace")
    return text if len(text) > LONGEST_LINE or not tidied else tidy(text).rstrip("\x1a")


def tidy(text: str) -> str:
    """A text with the plain form of every symbol: full-width digits, dots in the middle ..."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_TIDY)


def looks_like_a_puzzle(text: str) -> bool:
    """Whether an argument that does not name a file is a puzzle: mostly digits and blanks."""
    symbols = re.sub(r"[\s|+=]", "", tidy(text))
    if len(symbols) < 12 or "/" in symbols or "\\" in symbols:
        return False
    plain = len(re.findall(r"[0-9._*?xX-]", symbols))
    wide = len(re.findall(r"[0-9A-Pa-p._*?xX-]", symbols))
    return plain >= 0.75 * len(symbols) or (len(symbols) > 90 and wide >= 0.9 * len(symbols))


_NOTATION = re.compile(
    r"\s*(?:https?://|(?:www\.)?[a-z.-]+\.(?:app|com)/|(?:scl|ctc|scf|fpuz)\w{17}|N4Ig|\{|"
    r"\.[A-Za-z]*~|\.[A-Z][A-Za-z]{3,}(?:\.|\s*$)|SumoCueV1|\d{1,2}(?:x\d{1,2})?[a-z0-9]*[:#]"
    r"|(?=\S*[<v>^`'])[0-9A-Za-z<v>^`',.]{81}(?:\s|$)|(?:[0-9._*-]{16,81})[A-Za-z]{16,81}(?:\s|$))"
)


def is_notation(text: str) -> bool:
    """Whether an argument begins like a link or another notation that is not mostly digits."""
    return _NOTATION.match(text) is not None


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
    if looks_like_a_puzzle(text) or is_notation(text) or "\n" in text:
        return Document.of_text(text, name)
    raise InputError("no such file, and not a puzzle", Source(text))
