"""An input whose format is not known yet: a file, standard input or an argument.

The bytes are read once, as a stream. Text of any encoding is decoded here.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePath
from typing import IO, AnyStr

from cpsudoku.formats import packed
from cpsudoku.formats.packed import COMPRESSED
from cpsudoku.formats.puzzle_text import is_puzzle_text, tidy
from cpsudoku.runtime.errors import InputError, Source, UnreadableInput, reason
from cpsudoku.runtime.words import worded

SAMPLE_BYTES = 1 << 16
LONGEST_LINE = 1_000_000  # characters; a longer line is malformed, and is never held completely
LARGEST_DOCUMENT = 1 << 28  # bytes of a document that must be read at once
_KEPT_BYTES = 4 * (LONGEST_LINE + 1)  # of a line: enough for one character too many
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x0b\x1a\x1b"))  # bytes that no text has
_BOMS = (  # the longer first: UTF-32 LE begins like UTF-16 LE
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_RULES_FIRST = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*rules:", re.IGNORECASE)


class Document:
    """A named stream of bytes that can be read once, and peeked at before that.

    ``name`` is its name in messages. ``suffix`` is its lower-case suffix with the dot. Compressed
    bytes are decompressed; ``suffix`` is then the one before that of the compression.
    ``lines_read`` counts the lines that ``chunks`` has read so far. ``shared_rules`` are the lines
    of rules for all puzzles, once somebody has looked for them.
    """

    shared_rules: tuple[tuple[Source, str], ...] | None = None

    def __init__(self, name: str, stream: IO[bytes], suffix: str = "") -> None:
        self.source = Source(name)
        self._packing = suffix if suffix in COMPRESSED else ""
        self.suffix = PurePath(PurePath(name).stem).suffix.lower() if self._packing else suffix
        self._raw = stream
        self._head = b""
        self._fault: InputError | None = None
        self._line_ends = _LineEnds()
        self._left_out = 0

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the input."""
        self._raw.close()

    @property
    def lines_read(self) -> int:
        """The number of lines that ``chunks`` has read, without an incomplete last line."""
        return self._line_ends.lines

    @property
    def position(self) -> int | None:
        """The number of bytes of the file read so far; None once it is closed."""
        return None if self._raw.closed else self._raw.tell()

    @staticmethod
    def open(path: Path) -> Document:
        """The document of a file; raises InputError if it can't be read."""
        source = Source(str(path))
        try:
            if path.is_dir():
                raise UnreadableInput("it is a folder; name the files in it", source)
            return Document(str(path), path.open("rb"), path.suffix.lower())
        except OSError as error:
            raise UnreadableInput("can't be read: {error}", source, error=reason(error)) from None

    @staticmethod
    def of_text(text: str, name: str = "argument") -> Document:
        """The document of a text in memory."""
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
            raise InputError(
                "can't be read: {error}", Source("<stdin>"), error=reason(error)
            ) from None

    def peek(self, size: int = SAMPLE_BYTES) -> bytes:
        """The first bytes, without consuming them: ``size`` or more, or the whole input."""
        while len(self._head) < size and self._fault is None and self._fill():
            pass
        if self._fault is not None and not self._head:
            raise self._fault
        return self._head

    def data(self) -> bytes:
        """All bytes; raises InputError if there are too many to hold in memory."""
        return self._whole(iter(self._next, b""))

    def _whole(self, parts: Iterable[bytes]) -> bytes:
        kept, size = [], 0
        for part in parts:
            size += len(part)
            if size > LARGEST_DOCUMENT:
                raise InputError(
                    "it is larger than {most} MiB", self.source, most=LARGEST_DOCUMENT >> 20
                )
            kept.append(part)
        return b"".join(kept)

    @cached_property
    def sample(self) -> str:
        """The first 64 KiB as text, to recognise the format; if incomplete, cut after a line."""
        head = self.peek()
        text = head.decode(self.encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        if len(head) >= SAMPLE_BYTES and "\n" in text:
            text = text[: text.rindex("\n") + 1]
        return tidy(_emptied(text, "\n", self._left_out))

    @property
    def begins_with_rules(self) -> bool:
        """Whether the first line that is not a comment begins with ``rules:``."""
        try:
            return _RULES_FIRST.match(self.sample) is not None
        except InputError:  # not a text
            return False

    def leave_out(self, lines: int) -> None:
        """Read the first lines as empty ones from now on, so that the others keep their numbers."""
        self._left_out = lines
        self.__dict__.pop("sample", None)

    @cached_property
    def encoding(self) -> str:
        """The encoding of the text: that of its byte order mark, else UTF-8, else Latin-1.

        A few damaged bytes change nothing: the rows that have them are malformed, not the file.
        Raises InputError if it is not text.
        """
        # A file always gives the same sample. With a slow pipe, the first bytes must suffice.
        head = self.peek(SAMPLE_BYTES if self._raw.seekable() else 1)
        for bom, name in _BOMS:
            if head.startswith(bom):
                return name
        wide = _wide_encoding(head)
        if wide is not None:
            return wide
        if len(head) - len(head.translate(None, _CONTROLS)) > len(head) / 50:
            raise InputError("it is not text (a binary file?)", self.source)
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)  # may end inside one
        wrong = text.count("\ufffd")
        right = len(text) - len(text.encode("ascii", "ignore")) - wrong
        return "utf-8" if right >= wrong else "latin-1"

    def chunks(self, size: int = SAMPLE_BYTES, full: bool = False) -> Iterator[bytes]:
        """The text piece by piece, as UTF-8 with a line feed at the end of each line.

        A ``full`` piece has ``size`` bytes of the input, except for the last piece. If the input
        breaks off, InputError is raised after the pieces before that point.
        """
        encoding = self.encoding
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        left_out = self._left_out
        held = b""  # a carriage return at the end of a piece: a line feed may follow
        while True:
            try:
                data = self._next(size, full)
            except InputError as error:
                self._line_ends.break_off()
                if held:
                    yield b"\n"
                problem = worded(
                    "{problem}, after line {line}",
                    problem=error.problem,
                    line=f"{self.lines_read:,}",
                )
                raise InputError(problem, self.source) from None
            text = data if encoding == "utf-8" else decoder.decode(data, not data).encode()
            self._line_ends.add(text)
            text = held + text
            held = b"\r" if data and text.endswith(b"\r") else b""
            text = text[: len(text) - len(held)]
            if b"\r" in text:
                text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            if left_out:
                ends = text.count(b"\n")
                text, left_out = _emptied(text, b"\n", left_out), max(0, left_out - ends)
            if text:
                yield text
            if not data:
                return

    def whole_lines(self, size: int = SAMPLE_BYTES, full: bool = False) -> Iterator[bytes]:
        """The pieces of ``chunks``, cut after a line end. An incomplete last line is left out.

        If a line is too long, only its beginning is kept.
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
        """Each line with its number, counted from 1. The lines are tidied by default."""
        number = 0
        for piece in self.whole_lines():
            for line in piece.removesuffix(b"\n").split(b"\n"):
                number += 1
                yield number, line_of(line, tidied)

    def text(self) -> str:
        """The whole text, tidied; raises InputError if it is too long to hold in memory."""
        text = tidy(self._whole(self.chunks()).decode("utf-8", "replace"))
        return re.sub(r"\x1a+(?=\n|$)", "", text) if "\x1a" in text else text

    def _next(self, size: int = SAMPLE_BYTES, full: bool = False) -> bytes:
        """The next bytes, beginning with those that were only peeked at; b"" at the end.

        The bytes before a fault are returned before the fault is raised.
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
        """Read some more; return False at the end, or at a fault, which is stored.

        The number of bytes is always the same, because it determines how much of a damaged file
        can be read.
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
        except packed.DamagedPacking as error:
            raise InputError(str(error), self.source) from None
        except OSError as error:
            raise InputError("can't be read: {error}", self.source, error=reason(error)) from None
        if not isinstance(chunk, bytes):
            kind = type(chunk).__name__
            problem = worded("it gives {kind}, not bytes; open files with mode 'rb'", kind=kind)
            raise InputError(problem, self.source)
        return chunk


def _emptied(text: AnyStr, newline: AnyStr, lines: int) -> AnyStr:
    """A text whose first lines are empty. If it has fewer, only their ends are left."""
    *first, rest = text.split(newline, lines)
    return newline * len(first) + (rest if len(first) == lines else newline[:0])


def _again(number: int) -> IO[bytes]:
    """Another stream of the same open file. Closing it does not close the file."""
    return open(os.dup(number), "rb")


def _typed(number: int) -> bytes:
    """The text that is typed or pasted into a terminal, up to the first Ctrl-D.

    A terminal sends one line at a time. Text without a line end was sent by Ctrl-D.
    """
    parts = []
    while part := os.read(number, SAMPLE_BYTES):
        parts.append(part)
        if not part.endswith(b"\n"):
            break
    return b"".join(parts)


def _wide_encoding(head: bytes) -> str | None:
    """UTF-16 without a mark, recognised by the places of the zero bytes of its digits."""
    pairs = len(head) // 2
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if pairs and zeros.count(0) > 0.9 * pairs and head.count(0) < 1.1 * pairs:
            return name
    return None


class _LineEnds:
    """Counts the lines of a text that comes in pieces. Lines end with LF, CRLF or CR."""

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
        """The number of lines so far, including one that has not ended yet."""
        return self._ends + (self._last not in (b"", b"\r", b"\n"))


def line_of(line: bytes, tidied: bool = True) -> str:
    """The line for a reader: in plain symbols, without the end-of-file mark of DOS.

    If the line is too long, more than LONGEST_LINE characters are kept.
    """
    text = line.decode("utf-8", "replace")
    return text if len(text) > LONGEST_LINE or not tidied else tidy(text).rstrip("\x1a")


def exists(text: str) -> bool:
    """Whether there is a file, a folder or a device of this name."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # a name too long for a file is a puzzle
        return False


def open_input(text: str, number: int = 1) -> Document:
    """The document of an INPUT: ``-``, a file, or the puzzle itself."""
    if text == "-":
        return Document.standard_input()
    name = worded("argument {number}", number=number)
    if not text.strip():
        raise InputError("it is empty; expected a file, - or a puzzle", Source(name))
    if exists(text):
        return Document.open(Path(text))
    if is_puzzle_text(text):
        return Document.of_text(text, name)
    raise UnreadableInput("no such file, and not a puzzle", Source(text))
