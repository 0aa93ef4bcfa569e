"""lz-string, the compression of puzzles in links.

It is LZW over UTF-16 code units. A code has as many bits as the size of the dictionary, its lowest
bit first. Code 0 introduces a character of 8 bits, code 1 one of 16 bits, and code 2 ends the text.
The bits are written as characters of 6 bits, the highest first.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.runtime.errors import InputError, quoted

LONGEST = 500_000  # characters of a compressed text
LARGEST = 2_000_000  # characters of a text; a few thousand are usual
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"
BASE64 = f"{_LETTERS}/"
ENCODED_URI = f"{_LETTERS}-"
_PADDING = "=\\$"  # of base64, of SudokuPad, and of encoded URI components
_SIX = {
    character: f"{value:06b}"
    for alphabet in (BASE64, ENCODED_URI)
    for value, character in enumerate(alphabet)
}
_LITERAL = {0: 8, 1: 16}  # the number of bits after a code that introduces a character
_END = 2
_FIRST = 3  # the first code of the dictionary


def compressed_base64(text: str) -> str:
    """The compressed text, as ``compressToBase64`` of lz-string writes it."""
    packed = _packed(text, BASE64)
    return packed + "=" * (-len(packed) % 4)


def compressed_uri(text: str) -> str:
    """The compressed text, as ``compressToEncodedURIComponent`` of lz-string writes it."""
    return _packed(text, ENCODED_URI)


def decompressed(packed: str) -> str:
    """The original text. The input may use either alphabet, padding, and a blank for ``+``.

    Raises InputError if it is damaged, or too long before or after it is unpacked.
    """
    if len(packed) > LONGEST:
        raise InputError(
            "the compressed text has more than {longest} characters", longest=f"{LONGEST:,}"
        )
    letters = packed.strip().replace(" ", "+").rstrip(_PADDING)
    try:
        bits = "".join([_SIX[letter] for letter in letters])
    except KeyError as error:
        raise InputError(
            "{args} is not a letter of a compressed text", args=quoted(error.args[0])
        ) from None
    units = _unpacked(bits)
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _unpacked(bits: str) -> str:
    """The code units of a text."""
    known: dict[int, str] = {}
    parts: list[str] = []
    before, at, size, length = "", 0, _FIRST, 0
    while True:
        code, at = _number(bits, at, size.bit_length())
        if code == _END:
            return "".join(parts)
        if code in _LITERAL:
            unit, at = _number(bits, at, _LITERAL[code])
            entry = known[size] = chr(unit)
            size += 1
        elif code in known:
            entry = known[code]
        elif before and code == size:
            entry = before + before[0]
        else:
            raise InputError("the compressed text is damaged")
        if before:
            known[size] = before + entry[0]
            size += 1
        parts.append(entry)
        length += len(entry)
        if length > LARGEST:
            raise InputError(
                "the text has more than {largest} characters when it is unpacked",
                largest=f"{LARGEST:,}",
            )
        before = entry


def _number(bits: str, at: int, width: int) -> tuple[int, int]:
    """The number in ``width`` bits, the lowest first, and the place after it."""
    end = at + width
    if end > len(bits):
        raise InputError("the compressed text is cut off")
    return int(bits[at:end][::-1], 2), end


def _packed(text: str, alphabet: str) -> str:
    bits = "".join(_codes(_code_units(text)))
    bits += "0" * (6 - len(bits) % 6)  # lz-string adds a whole letter even if none is needed
    return "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def _code_units(text: str) -> str:
    """The text with one character per unit of UTF-16."""
    if text.isascii():
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def _codes(units: str) -> Iterator[str]:
    """The bits of each code. ``size`` is the size of the dictionary of the reader."""
    known: dict[str, int] = {}
    new, before, size, number = set[str](), "", _FIRST, _FIRST
    for unit in (*units, ""):
        if unit and unit not in known:
            known[unit] = number
            number += 1
            new.add(unit)
        if unit and before + unit in known:
            before += unit
            continue
        if before:
            is_first = size == _FIRST
            if before in new:
                new.remove(before)
                wide = ord(before) > 255
                yield _bits(int(wide), size.bit_length()) + _bits(ord(before), _LITERAL[wide])
                size += 1
            else:
                yield _bits(known[before], size.bit_length())
            size += not is_first
            known[before + unit] = number
            number += 1
        before = unit
    yield _bits(_END, size.bit_length())


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]
