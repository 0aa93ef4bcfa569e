"""Puzzles on pages of paper: first the puzzles, then their answers under a separate heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.board import (
    PicturePanel,
    caption,
    drawn,
    label_of,
    puzzles_among,
    status_label,
)
from cpsudoku.formats.pictures.code import ABOVE, drawn_code, link_for_code, side_of_code
from cpsudoku.runtime.errors import BadParameter
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.words import either, worded
from cpsudoku.scene.primitives import Box, Primitive, Scene, Text, fitted

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}  # points
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}  # columns, rows
USUAL = 2  # puzzles on a page
# The side of a code, and the most that it takes of the room for a board. With the least side of a
# module, in points, codes can be read from a scan at 150 dots per inch.
CODE, MOST_CODE, MODULE = 0.3, 0.6, 1.0
OF_ANSWERS = 12  # answers on a page
TITLE = "Sudoku"
MARGIN, HEADER, FOOTER, GAP = 48.0, 40.0, 24.0, 26.0


@dataclass(frozen=True)
class Section:
    """Boards with one heading, and the number of boards on each page."""

    heading: str
    boards: Sequence[PicturePanel]
    per_page: int

    @property
    def pages(self) -> int:
        """The number of pages that it needs."""
        return ceil(len(self.boards) / self.per_page)


def check_layout(options: WriteOptions) -> None:
    """Raise BadParameter for an unknown paper or number of puzzles on a page."""
    if options.paper is not None and options.paper.lower() not in PAPERS:
        raise BadParameter("paper", options.paper, either(PAPERS))
    if options.per_page is not None and options.per_page not in LAYOUTS:
        raise BadParameter(
            "per_page",
            options.per_page,
            worded("one of {allowed}", allowed=", ".join(map(str, LAYOUTS))),
        )


def pages(results: Iterable[Result], options: WriteOptions) -> Iterator[Scene]:
    """The pages of the puzzles, then those of the known answers."""
    sections = [each for each in _sections(results, options) if each.boards]
    total = sum(section.pages for section in sections)
    size = PAPERS[(options.paper or "a4").lower()]
    if not total:
        yield Scene(*size, tuple(_frame(options.title or TITLE, translated("no puzzles"), size)))
    number = 0
    for section in sections:
        for at in range(0, len(section.boards), section.per_page):
            number += 1
            boards = section.boards[at : at + section.per_page]
            foot = translated("Page {number} of {total}", number=number, total=total)
            yield _page(section, boards, foot, size)


def _sections(results: Iterable[Result], options: WriteOptions) -> tuple[Section, Section]:
    puzzles: list[PicturePanel] = []
    answers: list[PicturePanel] = []
    for puzzle, result in puzzles_among(results):
        name = str(len(puzzles) + 1)
        label = label_of(puzzle, options.labels)
        link, found = link_for_code(puzzle) if options.qr else "", result.candidates
        panel = PicturePanel(puzzle, puzzle.givens, name, label, candidates=found, link=link)
        puzzles.append(panel)
        solved = result.verdict.solution if result.verdict is not None else None
        answer, status = solved or puzzle.answer, status_label(result)
        if options.answers and (answer is not None or status):
            answers.append(
                PicturePanel(puzzle, answer or puzzle.givens, name, status, worded=False)
            )
    title = options.title if options.title is not None else TITLE
    heading = translated("Answers")
    if options.title:
        heading = translated("{title}: answers", title=title)
    return (
        Section(title, puzzles, options.per_page or USUAL),
        Section(heading, answers, max(OF_ANSWERS, options.per_page or 0)),
    )


def _page(
    section: Section, boards: Sequence[PicturePanel], foot: str, size: tuple[float, float]
) -> Scene:
    """One page: a heading, boards in columns and rows, and the number of the page."""
    columns, rows = LAYOUTS[section.per_page]
    wide = (size[0] - 2 * MARGIN - (columns - 1) * GAP) / columns
    inner = size[1] - 2 * MARGIN - HEADER - FOOTER
    high = (inner - (rows - 1) * GAP) / rows
    text = min(14.0, max(9.0, wide / 24))  # size of a caption
    above = 1.6 * text
    shapes = list(_frame(section.heading, foot, size))
    for number, board in enumerate(boards):
        r, c = divmod(number, columns)
        code, room = 0.0, min(wide, high)
        if board.link:
            code = side_of_code(board.link, CODE * room, MODULE, MOST_CODE * room)
        cell = board.cell_in(wide, high - above - (code + ABOVE if code else 0.0))
        side = cell * board.layout.columns
        left = MARGIN + c * (wide + GAP) + (wide - side) / 2
        top = MARGIN + HEADER + r * (high + GAP) + above
        shapes += caption(board, left, top - 0.5 * text, side, text)
        shapes += drawn(board, left, top, cell)
        if board.link:
            below = top + cell * board.layout.rows + ABOVE
            shapes += drawn_code(board.link, left, below, code)
    return Scene(*size, tuple(shapes), section.heading)


def _frame(heading: str, foot: str, size: tuple[float, float]) -> Iterator[Primitive]:
    """The heading with a line below it, and the foot of the page."""
    width, height = size
    inner = width - 2 * MARGIN
    if heading:
        yield Text(MARGIN, MARGIN + 14, fitted(heading, inner, 20), 20, bold=True, anchor="start")
        yield Box(MARGIN, MARGIN + 22, inner, 0.6, "hair")
    yield Text(width / 2, height - MARGIN, foot, 9, "mark")
