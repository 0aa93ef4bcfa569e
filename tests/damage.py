"""Damaged files: bytes flipped, ends missing, parts removed, XML broken."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable
from random import Random

_NUMBER = re.compile(rb"\d+")
_TAG = re.compile(rb"<[^>]*>")
_STRANGE = (b"-1", b"0", b"99999999999", b"1e999", b"NaN", b"", b"A1", b"\xff", b"4294967295")


def flipped(data: bytes, random: Random) -> bytes:
    """Some bytes have another value."""
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 3, 10, 60))):
        out[random.randrange(len(out))] = random.randrange(256)
    return bytes(out)


def cut(data: bytes, random: Random) -> bytes:
    """The end is missing."""
    return data[: random.randrange(len(data))]


def torn(data: bytes, random: Random) -> bytes:
    """A piece is missing, is there twice, or is zero."""
    start = random.randrange(len(data))
    end = min(len(data), start + random.choice((1, 4, 100, 1000)))
    piece = random.choice((b"", data[start:end] * 2, bytes(end - start)))
    return data[:start] + piece + data[end:]


def _renumbered(data: bytes, random: Random) -> bytes:
    """A number is another, or none."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return torn(data, random) if data else data
    match = random.choice(found)
    return data[: match.start()] + random.choice(_STRANGE) + data[match.end() :]


def _untagged(data: bytes, random: Random) -> bytes:
    """A tag is missing, or there twice."""
    found = list(_TAG.finditer(data))
    if not found:
        return torn(data, random) if data else data
    match = random.choice(found)
    return data[: match.start()] + match[0] * random.choice((0, 0, 2)) + data[match.end() :]


def repacked(data: bytes, random: Random) -> bytes:
    """A part of the zip archive is missing, has the content of another, or is damaged itself."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(sorted(parts))
    ways: tuple[Callable[[bytes, Random], bytes], ...]
    ways = (cut, torn, flipped, _renumbered, _renumbered, _untagged, _untagged)
    kind = random.randrange(10)
    if kind == 0:
        del parts[name]
    elif kind == 1:
        parts[name] = parts[random.choice(sorted(parts))]
    elif kind == 2:
        parts[name.upper()] = parts.pop(name)
    elif parts[name]:
        for _ in range(random.choice((1, 1, 4))):
            parts[name] = random.choice(ways)(parts[name], random) or b" "
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in parts.items():
            archive.writestr(each, content)
    return out.getvalue()


def damaged(data: bytes, random: Random) -> bytes:
    """The file, damaged in one of many ways."""
    ways = [flipped, cut, torn]
    if data.startswith(b"PK"):
        ways += [repacked] * 5
    return random.choice(ways)(data, random)
