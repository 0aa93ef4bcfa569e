"""What the formats of pictures have in common: they are written but not read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WrittenOnly, refused_losses
from cpsudoku.runtime.language import ENGLISH, languages, present_language, speaking
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded


class PictureFormat(WrittenOnly):
    """The part of a Format that all pictures share."""

    def speaks(self, language: str) -> bool:
        """Whether its fonts have the letters of a language."""
        return language in languages()

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write the picture of all results, in English if its fonts lack letters."""
        language, shown = present_language(), list(refused_losses(self, results))
        speaks = self.speaks(language)
        if not speaks and any(each.puzzle and each.puzzle.constraints for each in shown):
            remark(
                worded(
                    "no font for a {format} has the letters of this language, so its words are "
                    "English; an SVG has all letters",
                    format=self.name.upper(),
                )
            )
        with speaking(language if speaks else ENGLISH):
            stream.write(self.data_of(shown))

    def data_of(self, results: Iterable[Result]) -> bytes:
        """The content of the file."""
        raise NotImplementedError
