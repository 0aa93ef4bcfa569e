"""SadMan's collections (``.sdm``): 81 digits per line, ``0`` for a blank, nothing else."""

from __future__ import annotations

from cpsudoku.core.verdict import Result
from cpsudoku.formats.document import Document
from cpsudoku.formats.text.line import OneLineFormat


class Sdm(OneLineFormat):
    """The format ``sdm``."""

    name = "sdm"
    title = "SadMan collections: one puzzle per line, without labels"
    suffixes = (".sdm",)
    carries: frozenset[str] = frozenset()

    def recognises(self, document: Document) -> bool:
        """False: only the suffix identifies the format. ``line`` reads the same text."""
        return False

    def text_of(self, result: Result) -> str:
        """The cells."""
        return f"{result.grid.line.replace('.', '0')}\n" if result.grid is not None else ""


FORMAT = Sdm()
