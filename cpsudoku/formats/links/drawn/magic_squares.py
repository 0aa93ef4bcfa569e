"""Boxes that are magic squares: the central one, those with a number or a colour, or any one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import MarkFamily
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords

_SHAPES = ("square", "circle", "diamond")
_BY_NUMBER = "numbered magic box"
# The places in a box, in reading order, of its rows, columns and diagonals.
_THREES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


def magic_questions(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offers for boxes that only sentences name."""
    boxes = _boxes(drawing.board)
    if not boxes:
        return
    about = words.about("magic square")
    if about:
        yield [Offer("magic square", 0, _magic(drawing.board, boxes[4]), frozenset(), about)]
    about = words.about("one magic box")
    if about:
        ways = (f"(all-of: {_joint(_magic(drawing.board, box))})" for box in boxes)
        line = f"exactly 1: {' | '.join(ways)}"
        yield [Offer("one magic box", 0, (line,), frozenset(), about)]
    for number in sorted({n for each in words.about(_BY_NUMBER) for n in _numbers(words, each)}):
        about = frozenset(n for n in words.about(_BY_NUMBER) if number in _numbers(words, n))
        if 1 <= int(number) <= len(boxes):
            lines = _magic(drawing.board, boxes[int(number) - 1])
            yield [Offer(_BY_NUMBER, 0, lines, frozenset(), about)]


def _numbers(words: RuleWords, number: int) -> frozenset[str]:
    return words.said[number].numbers(_BY_NUMBER)


def _boxes(board: Board) -> list[tuple[int, ...]]:
    """The cells of the boxes of 3x3 cells of a usual board, in reading order, or nothing."""
    if board.box_shape != (3, 3) or board.values[0] != 1:
        return []
    return [tuple(sorted(house.cells)) for house in board.houses if house.kind == "box"]


def _magic(board: Board, box: Sequence[int]) -> tuple[str, ...]:
    """The lines that each row, column and diagonal of a box has the same sum, which is 15."""
    return tuple(
        "sum 15: " + " ".join(board.cell_name(box[at]) for at in three) for three in _THREES
    )


def _joint(lines: Sequence[str]) -> str:
    return " & ".join(f"({line})" for line in lines)


def _shaded(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The marks fill boxes, and each of these is a magic square."""
    places = [place for mark in marks for place in mark.places or (mark.place,)]
    cells = set(drawing.cells(list(dict.fromkeys(places))) or ())
    boxes = [box for box in _boxes(drawing.board) if cells.issuperset(box)]
    if not boxes or any(mark.text for mark in marks) or cells != {c for box in boxes for c in box}:
        return None
    return [line for box in boxes for line in _magic(drawing.board, box)]


MAGIC_BOX = MarkFamily("magic box", "cell", _SHAPES, "magic box", (), _shaded)
