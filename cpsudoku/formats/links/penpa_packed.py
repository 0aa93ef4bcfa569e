"""The packing of Penpa+ links: lines of text with short names for frequent words, deflated."""

from __future__ import annotations

import base64
import binascii
import zlib

from cpsudoku.runtime.errors import InputError

LARGEST = 4_000_000  # characters of an unpacked link
# The short names of words in the text. They are put in from the first to the last.
_SHORT = (
    ("z", "zZ"),
    *(
        (f'"{word}"', f"z{letter}")
        for word, letter in (
            *(("qa", "9"), ("pu_q", "Q"), ("pu_a", "A"), ("grid", "G"), ("edit_mode", "M")),
            *(("surface", "S"), ("line", "L"), ("lineE", "E"), ("wall", "W"), ("cage", "C")),
            *(("number", "N"), ("symbol", "Y"), ("special", "P"), ("board", "B")),
            *(("command_redo", "R"), ("command_undo", "U"), ("command_replay", "8")),
            *(("numberS", "1"), ("freeline", "F"), ("freelineE", "2"), ("thermo", "T")),
            *(("arrows", "3"), ("direction", "D"), ("squareframe", "0"), ("polygon", "5")),
            *(("deletelineE", "4"), ("killercages", "6"), ("nobulbthermo", "7"), ("__a", "_")),
        )
    ),
    ("null", "zO"),
)


def packed_part(text: str) -> str:
    """A text as it is in a link."""
    for word, short in _SHORT:
        text = text.replace(word, short)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode()) + deflate.flush()
    return base64.b64encode(data).decode()


def unpacked_part(text: str) -> str:
    """The text of a part of a link; raises InputError."""
    found = unpacked_plain(text)
    for word, short in reversed(_SHORT):
        found = found.replace(short, word)
        if len(found) > LARGEST:
            raise InputError("the link is too long")
    return found


def unpacked_plain(text: str) -> str:
    """The text of a part of a link without short names; raises InputError."""
    text = text.strip().replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        inflate = zlib.decompressobj(-15)
        found = inflate.decompress(data, LARGEST)
        if inflate.unconsumed_tail:
            raise InputError("the link is too long")
        return found.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise InputError("the link is damaged; copy it again") from error
