"""Calls each function of the rater once, so that it is compiled or loaded."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.techniques.compiled.codes import STEP, TURNS
from cpsudoku.techniques.compiled.rater import chain_step, easy, take
from cpsudoku.techniques.compiled.room import large_room, new_way, small_room


def chains() -> None:
    """The search for chains."""
    with large_room(Board.of_size(9)) as room:
        chain_step(room, *TURNS[0])


def steps() -> None:
    """The search for other steps."""
    room, way = small_room(Board.of_size(9)), new_way()
    easy(room, way, STEP)
    take(room.geo, room.state, room.table[0], way)
