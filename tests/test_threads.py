"""Threads share nothing that one of them writes to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.compiled import room
from tests.puzzles import INKALA, grid_of

ROOT = Path(__file__).parent.parent


def test_eight_threads_get_the_answers_of_one(exhaustive: bool) -> None:
    seconds, every = ("300", "1") if exhaustive else ("0", "24")
    command = [sys.executable, "-m", "tests.threads", seconds, every]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]  # memory that is overwritten ends the process
    assert int(done.stdout.split()[0]) >= (40 if exhaustive else 20)


def board() -> Board:
    return Puzzle(grid_of(INKALA)).board_with_rules


def test_each_small_room_is_new() -> None:
    one, other = room.small_room(board()), room.small_room(board())
    one.state.marks[:] = 1
    one.geo.n = 4
    assert not other.state.marks.any()
    assert other.geo.n == room.small_room(board()).geo.n == 9


def test_a_large_room_has_one_user_at_a_time_and_is_used_again() -> None:
    with room.large_room(board()) as first, room.large_room(board()) as second:
        first.state.marks[0] = 7
        assert second.state.marks[0] == 0
    with room.large_room(board()) as again:
        assert again.state.marks[0] in (0, 7)
        assert again is first or again is second


def test_a_chain_holds_no_room_while_its_step_is_looked_at() -> None:
    """Else two such generators in one thread would wait for each other."""
    candidates = Candidates.of(Puzzle(grid_of(INKALA)))

    def steps() -> Iterator[object]:
        return TECHNIQUES["nested-forcing-chain"].find(candidates)

    many = [steps() for _ in range(room._slots.qsize() + 1)]
    assert len({next(each) for each in many}) == 1
