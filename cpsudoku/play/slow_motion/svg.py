"""A film as one animated SVG, which browsers play without scripts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TypeVar

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import digits_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.looks import LOOKS
from cpsudoku.drawing.svg_picture import LINE, MARGIN, Picture
from cpsudoku.play.slow_motion.film import Frame
from cpsudoku.play.slow_motion.search_faces import faces_of_frame
from cpsudoku.runtime.printable import markup
from cpsudoku.scene.board import fills
from cpsudoku.scene.faces import Face
from cpsudoku.scene.svg import elements, ink

REST = 3.0  # seconds that the last picture stays
LETTERS = 52  # of a line below the board
GROUNDS = {"given-ground": "extra", "cursor": "second", "alert": "alert", "cell": "cell"}

Shown = TypeVar("Shown", bound=Hashable)


def animated_svg(frames: Sequence[Frame], puzzle: Puzzle, speed: float) -> str:
    """The picture. Each different content of a cell is drawn once, and is visible in its turns."""
    times = _Times(len(frames), speed)
    board = puzzle.board
    picture = _Film(puzzle, frames[-1].line(board))
    part = Picture(board, constraints=puzzle.constraints)
    turns = zip(*(faces_of_frame(frame, puzzle.givens.cells) for frame in frames), strict=True)
    for cell, faces in enumerate(turns):
        picture.layers["ground"] += times.turns(faces, partial(_ground, picture, cell))
        picture.layers["text"] += times.turns(faces, partial(_inside, part, cell))
    foot = picture.foot + LINE
    words = [captions(frame, board) for frame in frames]
    for line in range(len(words[0])):
        draw = partial(_caption, foot + line * LINE)
        texts = times.turns([each[line] for each in words], draw)
        picture.captions.append("".join(texts))
    return picture.svg


def captions(frame: Frame, board: Board) -> tuple[str, str]:
    """The two lines below the board."""
    words = frame.words(board)
    return words if len(words) <= LETTERS else f"{words[: LETTERS - 1]}…", frame.counts


class _Film(Picture):
    """A board with captions instead of a legend."""

    def __init__(self, puzzle: Puzzle, described: str) -> None:
        super().__init__(puzzle.board, described=described, constraints=puzzle.constraints)
        self.captions: list[str] = []

    def _legend_lines(self, width: float) -> list[str]:
        return self.captions


class _Times:
    """The times at which each frame of a film is visible, as fractions of the whole."""

    def __init__(self, pictures: int, speed: float) -> None:
        self.count = pictures
        self.seconds = pictures / speed + REST
        self.part = 1 / speed / self.seconds

    def turns(self, shown: Sequence[Shown], draw: Callable[[Shown], str]) -> list[str]:
        """Draw each different content once, with the turns in which it is visible."""
        starts: dict[Shown, list[tuple[int, int]]] = {}
        since = 0
        for at in range(1, len(shown) + 1):
            if at == len(shown) or shown[at] != shown[since]:
                starts.setdefault(shown[since], []).append((since, at))
                since = at
        drawn = ((draw(thing), turns) for thing, turns in starts.items())
        return [self._seen(what, turns) for what, turns in drawn if what]

    def _seen(self, what: str, turns: list[tuple[int, int]]) -> str:
        if turns == [(0, self.count)]:
            return what
        values, keys = ["hidden"], ["0"]
        for start, end in turns:
            if start == 0:
                values, keys = [], []
            values.append("visible")
            keys.append(self._key(start))
            if end < self.count:
                values.append("hidden")
                keys.append(self._key(end))
        return (
            f'<g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" '
            f'dur="{self.seconds:g}s" repeatCount="indefinite" values="{";".join(values)}" '
            f'keyTimes="{";".join(keys)}"/>{what}</g>'
        )

    def _key(self, at: int) -> str:
        return f"{at * self.part:.5f}".rstrip("0").rstrip(".") or "0"


def _ground(picture: Picture, cell: int, face: Face) -> str:
    if face.ground not in GROUNDS:
        return ""
    return "".join(elements(fills(picture.layout, {cell: GROUNDS[face.ground]}), themed=True))


def _inside(part: Picture, cell: int, face: Face) -> str:
    """The content of a cell, drawn with the same strokes as in every picture.

    part: a picture of the same board to draw in; its previous content is removed.
    """
    for layer in part.layers.values():
        layer.clear()
    if face.digit:
        part.digit(cell, face.digit, face.ink)
    elif face.flag:
        part.shape((cell, (part.board.size + 1) // 2), "strike", "eliminated")
    roles = dict(face.roles)
    for digit, role in roles.items():
        part.shape((cell, digit), LOOKS[role].shape, role)
    part.candidates([(cell, digit) for digit in digits_of(face.marks)])
    return "".join("".join(part.layers[name]) for name in ("shapes", "text", "front"))


def _caption(y: float, text: str) -> str:
    place = f'x="{MARGIN}" y="{y:g}" font-size="13" text-anchor="start"'
    return f"<text {place} {ink('given')}>{markup(text)}</text>"
