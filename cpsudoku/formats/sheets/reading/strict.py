"""Turns a Strict Open XML workbook into the usual (Transitional) one, which openpyxl can read."""

from __future__ import annotations

import io
import re
import zipfile

_STRICT = b"http://purl.oclc.org/ooxml/"
_PLACE = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_USUAL = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_CONFORMANCE = re.compile(rb'\sconformance="strict"')


def transitional(data: bytes) -> bytes:
    """The package with the usual names of its XML spaces. A usual package is returned unchanged."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if "_rels/.rels" not in archive.namelist() or _STRICT not in archive.read("_rels/.rels"):
            return data
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy:
            for part in archive.infolist():
                content = archive.read(part)
                if part.filename.endswith((".xml", ".rels", ".vml")):
                    content = _CONFORMANCE.sub(b"", _PLACE.sub(_usual, content))
                copy.writestr(part.filename, content)
    return out.getvalue()


def _usual(match: re.Match[bytes]) -> bytes:
    name = _USUAL.get(match[2], match[2])
    return b"http://schemas.openxmlformats.org/" + match[1] + b"/2006/" + name
