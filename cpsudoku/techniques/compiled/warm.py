"""Calls each function of the rater once, so that it is compiled or loaded."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques.compiled.codes import STEP, TURNS
from cpsudoku.techniques.compiled.ground import Ground, ground_of
from cpsudoku.techniques.compiled.rater import chain_step, easy, take
from cpsudoku.techniques.compiled.room import large_room, new_way, small_room


def chains() -> None:
    """The search for chains."""
    _chains(Board.of_size(9))


def steps() -> None:
    """The search for other steps."""
    _steps(Board.of_size(9))


def chains_with_rules() -> None:
    """The search for chains on the grounds of other rules, which have one size."""
    _chains(_ground())


def steps_with_rules() -> None:
    """The search for other steps on them."""
    _steps(_ground())


def _ground() -> Ground:
    ground = ground_of(Puzzle(Grid(bytes(81), Board.of_size(9))).with_rules("diagonals"))
    assert ground is not None
    return ground


def _chains(where: Board | Ground) -> None:
    with large_room(where) as room:
        chain_step(room, *TURNS[0])


def _steps(where: Board | Ground) -> None:
    room, way = small_room(where), new_way()
    easy(room, way, STEP)
    take(room.geo, room.state, room.table[0], way)
