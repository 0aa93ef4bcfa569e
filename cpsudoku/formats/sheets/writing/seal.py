"""The seal of a copy that cpsudoku wrote: a digest of the file at its end.

It is the comment of a ZIP archive, or a comment after the root element of an XML file, so no part
of the workbook changes. Programs that save the workbook drop it, and it matches no other content.
So a file with its seal was not changed since it was written.
"""

from __future__ import annotations

import re
from hashlib import sha256

from cpsudoku.formats.sheets.reading.guard import ZIP

_END = b"PK\x05\x06"  # the record at the end of an archive; its last two bytes count the comment
_END_SIZE = 22
_TEXT = b"cpsudoku sha256 %s"
_SIZE = len(_TEXT % b"") + 64
_XML = re.compile(rb"<!-- cpsudoku sha256 ([0-9a-f]{64}) -->\n\Z")


def sealed(data: bytes) -> bytes:
    """A workbook with its seal. A kind of file that has no place for it stays as it is."""
    text = _TEXT % sha256(data).hexdigest().encode()
    if data.startswith(ZIP) and data[-_END_SIZE:].startswith(_END):
        return data[:-2] + _SIZE.to_bytes(2, "little") + text
    return data + b"<!-- %s -->\n" % text if data.rstrip().endswith(b">") else data


def is_sealed(data: bytes) -> bool:
    """Whether cpsudoku wrote this file and nobody changed it since."""
    if data.startswith(ZIP):
        unsealed = data[: -_SIZE - 2] + b"\0\0"
    else:
        match = _XML.search(data[-2 * _SIZE :])
        if match is None:
            return False
        unsealed = data[: len(data) - len(match[0])]
    return sealed(unsealed) == data
