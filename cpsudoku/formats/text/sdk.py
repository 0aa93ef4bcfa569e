"""SudoCue and SadMan puzzles (``.sdk``): ``#A``, ``#D`` ... lines, then one row per line.

Source of the letters: sudocue.net/fileformats.php. ``[Puzzle]`` sections are also read. The
``[State]`` of a game is not the puzzle and is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.notes import is_about_rules
from cpsudoku.formats.rows import RowBlock, puzzles_of_blocks, with_solutions
from cpsudoku.formats.text.grid import GridText, blocks_of, lines_of
from cpsudoku.runtime.printable import one_line

LETTERS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_NAMED = {name: letter for letter, name in LETTERS.items()}
_LABEL = "description"
_META = re.compile(r"#([ADCBSLU])[ \t]*(.*)")


class Sdk(GridText):
    """The format ``sdk``. The description is the label."""

    name = "sdk"
    title = "SadMan and SudoCue puzzles with author, description and other details"
    suffixes = (".sdk",)

    def recognises(self, document: Document) -> bool:
        """Whether the sample has metadata or a [Puzzle] section, and a grid."""
        mark = re.search(r"^(#[ADCBSLU]|\[Puzzle\])", document.sample, re.MULTILINE)
        return mark is not None and super().recognises(document)

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each puzzle with the metadata above it."""
        return with_solutions(puzzles_of_blocks(self._blocks(document), options))

    def _blocks(self, document: Document) -> Iterator[RowBlock]:
        """The blocks. Metadata below the last grid can only be about that grid."""
        meta: dict[str, str] = {}
        last: RowBlock | None = None
        for block in self._described(document, meta):
            if last is not None:
                yield last
            last = block
        if last is not None:
            last.below += filter(is_about_rules, meta.values())
            yield last

    def _described(self, document: Document, meta: dict[str, str]) -> Iterator[RowBlock]:
        """The blocks with the metadata above them. ``meta`` keeps those without a grid below."""
        lines: list[tuple[int, str]] = []

        def blocks() -> Iterator[RowBlock]:
            for block in blocks_of(lines, document.source, document.sample):
                label = meta.pop(_LABEL, "") or re.sub(r"^\[.*\]$", "", block.label)
                above = filter(is_about_rules, (label, *meta.values()))
                info, texts = tuple(meta.items()), [*block.above, *above]
                meta.clear()  # the metadata above a grid describe only that grid
                yield replace(block, label=label, info=info, above=texts)
            lines.clear()

        in_state = False
        for number, line in lines_of(document):
            section = re.fullmatch(r"\s*\[(\w+)\]\s*", line)
            if section is not None:
                in_state = section[1].lower() == "state"
            match = _META.match(line)
            if match is None and not in_state:
                lines.append((number, line))
            if match is not None:
                if lines:
                    yield from blocks()
                name = LETTERS[match[1]]
                meta[name] = f"{meta[name]} {match[2]}" if name in meta else match[2].strip()
        yield from blocks()

    def text_of(self, result: Result) -> str:
        """Metadata, then the rows, then a blank line."""
        if result.grid is None or result.puzzle is None:
            return ""
        info = dict(result.puzzle.info) | (
            {_LABEL: result.puzzle.label} if result.puzzle.label else {}
        )
        meta = [f"#{_NAMED[name]}{one_line(text)}" for name, text in info.items() if name in _NAMED]
        size = result.grid.board.size
        line = result.grid.line
        rows = [line[at : at + size] for at in range(0, size * size, size)]
        return "\n".join([*meta, *rows]) + "\n\n"


FORMAT = Sdk()
