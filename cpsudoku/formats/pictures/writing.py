"""What the formats of pictures have in common: they are written but not read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WrittenOnly, refused_losses
from cpsudoku.runtime.language import ENGLISH, languages, present_language, speaking


class PictureFormat(WrittenOnly):
    """The part of a Format that all pictures share.

    ``spoken`` are the languages for which its font has the letters.
    """

    spoken: tuple[str, ...] = languages()

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write the picture of all results, in English if the present language lacks letters."""
        language = present_language()
        with speaking(language if language in self.spoken else ENGLISH):
            stream.write(self.data_of(refused_losses(self, results)))

    def data_of(self, results: Iterable[Result]) -> bytes:
        """The content of the file."""
        raise NotImplementedError
