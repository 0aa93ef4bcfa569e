"""What the formats of pictures have in common: they are written but not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO

from cpsudoku.core.errors import InputError
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import EXTRAS, BaseFormat, Entry, ReadOptions, refused_losses
from cpsudoku.formats.document import Document


class PictureFormat(BaseFormat):
    """The part of a Format that all pictures share."""

    carries = EXTRAS  # parts that can't be drawn are refused
    reads = False

    def recognises(self, document: Document) -> bool:
        """False, because pictures are not read."""
        return False

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Raise InputError."""
        raise InputError(f"{self.name} files are written but not read", document.source)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write the picture of all results."""
        stream.write(self.data_of(refused_losses(self, results)))

    def data_of(self, results: Iterable[Result]) -> bytes:
        """The content of the file."""
        raise NotImplementedError
