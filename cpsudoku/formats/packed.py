"""Compressed input, recognised by its first bytes or its suffix, as a stream of plain bytes."""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, cast

from cpsudoku.runtime import extras
from cpsudoku.runtime.words import WordedError, worded

if TYPE_CHECKING:
    from typing_extensions import Buffer  # collections.abc has it from 3.12 on
    from zstandard import ZstdDecompressionObj

ZSTD = ".zst"
COMPRESSED = (".gz", ".xz", ZSTD)
# A block of four bytes can become 128 KiB. With more input at once, zstd may need gigabytes.
_ZSTD_BYTES = 1 << 10


def require_library(suffix: str) -> None:
    """Raise MissingExtra if files with this suffix need a library that is not installed."""
    if suffix == ZSTD:
        extras.require("zstandard", worded("a .zst file"))


class DamagedPacking(WordedError):
    """Compressed bytes end too early or can't be decompressed. The message explains which."""


def unpacked(raw: IO[bytes], suffix: str) -> IO[bytes]:
    """The decompressed stream, or ``raw`` itself if it is not compressed.

    It examines the first bytes only if the stream can be peeked at.
    """
    peek = getattr(raw, "peek", None)
    head = peek(6) if peek is not None else b""
    for known, magic, opened in _KINDS:
        if suffix == known or (magic and head.startswith(magic)):
            return opened(raw)
    return raw


def read(stream: IO[bytes], size: int) -> bytes:
    """At most ``size`` bytes, as soon as some arrive; b"" at the end. Raises Damaged, OSError."""
    try:
        return bytes(getattr(stream, "read1", stream.read)(size))
    except EOFError:
        raise DamagedPacking("the compressed file is broken off") from None
    except (zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise DamagedPacking("the compressed file is damaged: {error}", error=error) from None


class _Zstd(io.RawIOBase):
    """The plain bytes of zstd frames.

    zstandard's own reader mistakes the end of a file for the end of a frame. This one does not.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        require_library(ZSTD)
        import zstandard

        self._raw, self._error = raw, zstandard.ZstdError
        self._new: Callable[[], ZstdDecompressionObj] = zstandard.ZstdDecompressor().decompressobj
        self._frame: ZstdDecompressionObj | None = None
        self._packed, self._plain = b"", memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        while not self._plain:
            self._packed = self._packed or self._raw.read(_ZSTD_BYTES)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError
                return 0
            self._decompress()
        size = min(len(view), len(self._plain))
        view[:size], self._plain = self._plain[:size], self._plain[size:]
        return size

    def _decompress(self) -> None:
        """Pass the packed bytes to the current frame, or to the next one."""
        if self._frame is None:
            self._frame = self._new()
        try:
            self._plain = memoryview(self._frame.decompress(self._packed))
        except self._error as error:
            raise DamagedPacking("the compressed file is damaged: {error}", error=error) from None
        self._packed = b""
        if self._frame.eof:
            self._packed, self._frame = self._frame.unused_data, None


def _gzip(raw: IO[bytes]) -> IO[bytes]:
    return cast(IO[bytes], gzip.GzipFile(fileobj=raw))


def _xz(raw: IO[bytes]) -> IO[bytes]:
    return cast(IO[bytes], lzma.LZMAFile(raw))


def _zstd(raw: IO[bytes]) -> IO[bytes]:
    return cast(IO[bytes], io.BufferedReader(_Zstd(raw), 1 << 17))


_KINDS: tuple[tuple[str, bytes, Callable[[IO[bytes]], IO[bytes]]], ...] = (
    (".gz", b"\x1f\x8b", _gzip),
    (".xz", b"\xfd7zXZ\x00", _xz),
    (".zst", b"\x28\xb5\x2f\xfd", _zstd),
)
