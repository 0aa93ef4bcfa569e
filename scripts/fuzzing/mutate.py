"""Damages the bytes of a file, and the content of packages and compressed files."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Sequence
from random import Random

from fuzzing.words import NUMBERS, XML, odd

MOST_BYTES = 1 << 18  # the longest damaged file; longer ones only slow the fuzzer down

Change = Callable[[bytes, Random], bytes]


def _span(data: bytes, random: Random) -> tuple[int, int]:
    """The start and end of a part of the data. Short parts are more likely."""
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + int(2 ** random.uniform(0, 10)))


def flip(data: bytes, random: Random) -> bytes:
    """Flip some bits."""
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        if out:
            out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)


def overwrite(data: bytes, random: Random) -> bytes:
    """Make a few adjacent bytes random, or all equal."""
    start, end = _span(data, random)
    end = min(end, start + 16)
    new = random.choice((random.randbytes(end - start), bytes([random.randrange(256)])))
    return data[:start] + (new * (end - start))[: end - start] + data[end:]


def delete(data: bytes, random: Random) -> bytes:
    """Remove a part."""
    start, end = _span(data, random)
    return data[:start] + data[end:]


def repeat(data: bytes, random: Random) -> bytes:
    """Repeat a part several times."""
    start, end = _span(data, random)
    times = random.choice((2, 2, 3, 10, 100, 2000))
    return (
        data[:start] + data[start:end] * min(times, 1 + (1 << 15) // (end - start + 1)) + data[end:]
    )


def move(data: bytes, random: Random) -> bytes:
    """Copy a part to another place."""
    start, end = _span(data, random)
    to = random.randrange(len(data) + 1)
    return data[:to] + data[start:end] + data[to:]


def truncate(data: bytes, random: Random) -> bytes:
    """Cut off the end."""
    return data[: random.randrange(len(data) + 1)]


def insert_odd(data: bytes, random: Random) -> bytes:
    """Insert something odd in the middle."""
    at = random.randrange(len(data) + 1)
    word = odd(random).encode(random.choice(("utf-8", "utf-8", "utf-16-le", "utf-7")), "replace")
    return data[:at] + word + data[at:]


def insert_bytes(data: bytes, random: Random) -> bytes:
    """Insert random bytes in the middle."""
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.choice((1, 2, 7, 64))) + data[at:]


def other_number(data: bytes, random: Random) -> bytes:
    """Replace a number with an extreme one."""
    found = list(re.finditer(rb"\d{1,9}", data[: 1 << 16]))
    if not found:
        return insert_odd(data, random)
    number = random.choice(found)
    return data[: number.start()] + random.choice(NUMBERS).encode() + data[number.end() :]


def drop_line(data: bytes, random: Random) -> bytes:
    """Remove a line, duplicate it, or remove its end."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    what = random.randrange(3)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, lines[at])
    elif at + 1 < len(lines):
        lines[at : at + 2] = [lines[at] + lines[at + 1]]
    return b"\n".join(lines)


def swap_symbol(data: bytes, random: Random) -> bytes:
    """Replace a byte with another byte of the same file."""
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[random.randrange(len(data))]]) + data[at + 1 :]


CHANGES: Sequence[Change] = (
    *(flip, overwrite, delete, repeat, move, truncate, insert_odd, insert_odd, insert_bytes),
    *(other_number, drop_line, swap_symbol, swap_symbol),
)


def damaged(data: bytes, random: Random) -> bytes:
    """The data after a few changes."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        data = random.choice(CHANGES)(data, random)[:MOST_BYTES]
    return data


def damaged_text(data: bytes, random: Random) -> bytes:
    """The data after a few changes, perhaps in another encoding or with other line endings."""
    data = damaged(data, random)
    if random.random() < 0.15:
        data = data.replace(b"\n", random.choice((b"\r", b"\r\n", b"\n\n", b"\n\r")))
    if random.random() < 0.15:
        name = random.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp037"))
        data = data.decode("utf-8", "replace").encode(name, "replace")
    return data


def damaged_xml(data: bytes, random: Random) -> bytes:
    """XML after a few changes, most of which leave it readable as XML."""
    for _ in range(random.choice((1, 1, 2, 4))):
        what = random.random()
        tags = list(re.finditer(rb'<[^<>]*>|[\w:]+="[^"]*"', data[: 1 << 18]))
        if what < 0.25 or not tags:
            data = damaged(data, random)
            continue
        place, word = random.choice(tags), random.choice(XML).encode()
        name = word.partition(b"=")[0]
        attribute = re.compile(rb"\b" + re.escape(name) + rb'="[^"]*"')
        if b"=" in word and (found := list(attribute.finditer(data))) and what < 0.6:
            place = random.choice(found)
            data = data[: place.start()] + word + data[place.end() :]
        elif what < 0.7:
            data = data[: place.start()] + data[place.end() :]
        elif what < 0.85:
            data = data[: place.end()] + word + data[place.end() :]
        else:
            data = other_number(data, random)
    return data[:MOST_BYTES]


def damaged_package(data: bytes, random: Random) -> bytes:
    """A zipped workbook with a damaged, missing or duplicate part, or with a damaged archive."""
    if random.random() < 0.25:
        return damaged(data, random)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    for _ in range(random.choice((1, 1, 1, 2))):
        at = random.randrange(len(parts))
        name, content = parts[at]
        what = random.random()
        if what < 0.08:
            del parts[at]
        elif what < 0.12:
            parts.append((name, content))
        elif what < 0.16:
            parts[at] = (random.choice(parts)[0], content)
        elif what < 0.20:
            parts[at] = (name, random.choice(parts)[1])
        else:
            change = damaged_xml if content[:1] == b"<" else damaged
            parts[at] = (name, change(content, random))
        if not parts:
            break
    stored = random.random() < 0.3
    return zipped(parts, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)


def zipped(parts: Sequence[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these parts. Its bytes do not depend on the time."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method, compresslevel=1) as archive:
        warnings.simplefilter("ignore")  # duplicate names are intended
        for name, content in parts:
            info = zipfile.ZipInfo(name or "x", (2026, 1, 1, 0, 0, 0))
            archive.writestr(info, content, method)
    return out.getvalue()
