"""What each cell of a game shows: digits, marks, selection, mistakes, a hint's pattern."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.drawing.character_board import CandidatePart, parts_in, with_parts
from cpsudoku.play.session import Session
from cpsudoku.scene.faces import Face
from cpsudoku.teaching.hints import pattern_cells
from cpsudoku.techniques.base import BLOCKER

CELLS_LEVEL, PATTERN_LEVEL = 3, 4  # the levels of help that show cells, and the pattern
CLASH, WRONG = "!", "x"
SAME = CandidatePart("same", " ")  # a candidate of the digit that the cursor is on


@dataclass(frozen=True)
class PlayerView:
    """The player's view: the cursor, the selected cells, and which marks are shown."""

    cursor: int = 0
    chosen: frozenset[int] = frozenset()
    filled_in: bool = False
    hidden: bool = False


def faces_of_game(session: Session, view: PlayerView) -> list[Face]:
    """The face of each cell."""
    size = session.game.size
    if view.hidden:
        return [Face(ground="given-ground") for _ in range(size * size)]
    return _Faces(session, view).all


class _Faces:
    """The game, and everything else that a picture of it needs."""

    def __init__(self, session: Session, view: PlayerView) -> None:
        game = session.game
        self.session, self.view, self.game = session, view, game
        self.givens, self.cells = game.puzzle.givens.cells, game.cells
        self.digit = self.cells[view.cursor]
        clashes = game.clashes
        self.clashing = set(clashes).union(*clashes.values())
        self.answers = _answers(session)
        self.helped = _helped_cells(session)
        self.blocking = _blocking_cells(session)
        self.shown = session.level >= PATTERN_LEVEL or _is_short(session)
        filled_in = view.filled_in or (session.help is not None and session.level >= CELLS_LEVEL)
        self.marks = game.marks if filled_in or self.shown else None
        self.parts = parts_in(session.help.step) if session.help and self.shown else {}

    @property
    def all(self) -> list[Face]:
        """The faces."""
        seen = peers_of(self.game.puzzle.board, self.view.cursor)
        return [self._face(cell, cell in seen) for cell in range(len(self.cells))]

    def _face(self, cell: int, seen: bool) -> Face:
        digit, own = self.cells[cell], self.game.written(cell)
        ground = self._ground(cell, digit, own.colour, seen)
        if digit:
            return Face(digit, self._ink(cell), ground, self._flag(cell))
        if self.marks is None:
            return Face(ground=ground, ink="blank", corner=own.corner, centre=own.centre)
        face = Face(ground=ground, ink="blank", marks=self.marks[cell])
        parts = dict(self.parts.get(cell, {}))
        if self.digit and self.marks[cell] >> (self.digit - 1) & 1:
            parts.setdefault(self.digit, SAME)
        return with_parts(face, parts) if parts else face

    def _ink(self, cell: int) -> str:
        if cell in self.clashing or cell in self.session.wrong:
            return "clash"
        if self.givens[cell]:
            return "given"
        return "answer" if cell in self.answers else "entry"

    def _flag(self, cell: int) -> str:
        return CLASH if cell in self.clashing else WRONG if cell in self.session.wrong else ""

    def _ground(self, cell: int, digit: int, colour: int, seen: bool) -> str:
        if cell == self.view.cursor:
            return "cursor"
        if cell in self.view.chosen:
            return "chosen"
        if cell in self.helped:
            return "cell"
        if cell in self.blocking or (digit and digit == self.digit):
            return "same"
        if colour:
            return f"colour{colour}"
        if seen:
            return "house"
        return "given-ground" if self.givens[cell] else "paper"


def peers_of(board: Board, cell: int) -> Collection[int]:
    """The cells that share a house with a cell."""
    return frozenset(board.peers[cell])


def _answers(session: Session) -> set[int]:
    """The cells that were filled by solving or giving up."""
    moves = (move for move in session.game.moves if move.name in ("solve", "give up"))
    return {change.cell for move in moves for change in move.changes}


def _is_short(session: Session) -> bool:
    """Whether the open help has only one level, which shows everything."""
    return session.help is not None and len(session.help.levels) < PATTERN_LEVEL


def _blocking_cells(session: Session) -> Collection[int]:
    """The filled cells that are a reason for the step of the open help, once it is shown."""
    if session.help is None or session.level < PATTERN_LEVEL:
        return ()
    roles = (role for role in session.help.step.roles if role.name == BLOCKER)
    return frozenset(cell for role in roles for cell, _ in role.candidates)


def _helped_cells(session: Session) -> Collection[int]:
    """The cells that the open help points at; empty at its earlier levels."""
    if session.help is None or (session.level < CELLS_LEVEL and not _is_short(session)):
        return ()
    return frozenset(pattern_cells(session.help.step))
