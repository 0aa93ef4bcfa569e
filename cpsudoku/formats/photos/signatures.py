"""The first bytes of images and PDF files."""

from __future__ import annotations

PDF = b"%PDF-"
IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"BM")
AVIF = (b"ftypavif", b"ftypavis")  # from the fifth byte
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1", b"ftyphevc")  # from the fifth byte


def is_heic(head: bytes) -> bool:
    """Whether a file begins like a HEIC photo."""
    return head[4:12] in HEIC


def is_picture(head: bytes) -> bool:
    """Whether a file begins like an image or a PDF file."""
    is_webp = head[:4] == b"RIFF" and head[8:12] == b"WEBP"
    return head.startswith((PDF, *IMAGES)) or head[4:12] in (*HEIC, *AVIF) or is_webp
