"""The soak itself: it compares what it says it does, and would notice a wrong kernel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soak
from soaking.rivals import UNDECIDED, Counts, plain
from soaking.sources import SHARES, Grids, chunk

from cpsudoku.engines.lanes import search_two

SMALL = soak.Soak(seed=5, size=1500, sample=1)


def test_the_kernel_agrees_with_the_plain_search_on_a_chunk() -> None:
    tally = soak.compared(SMALL, 3, plain)
    assert not tally.disagreements
    assert set(tally.sources) == {share.name for share in SHARES}
    assert all(tally.words[word] > tally.puzzles // 20 for word in soak.WORDS)
    assert tally.clues["0 to 8"]
    assert tally.clues["81"]
    assert tally.undecided < tally.puzzles // 100
    assert tally.sampled == 2


def test_a_chunk_depends_on_its_seed_and_number_alone() -> None:
    first, again = chunk(1, 7, 500)[0], chunk(1, 7, 500)[0]
    assert (first == again).all()
    assert (first != chunk(1, 8, 500)[0]).any()
    assert (first != chunk(2, 7, 500)[0]).any()


def test_a_rival_that_counts_otherwise_is_a_disagreement() -> None:
    def lying(puzzles: Grids) -> Counts:
        counts = plain(puzzles)
        counts[17], counts[18] = 2 if counts[17] != 2 else 1, UNDECIDED
        return counts

    (said,) = soak.compared(SMALL, 3, lying).disagreements
    assert said.startswith("lanes counts ")
    assert len(said.rpartition(": ")[2]) == 81


def test_a_wrong_solution_is_noticed() -> None:
    puzzles = chunk(5, 3, 300)[0]
    counts, solutions, _ = search_two(puzzles)
    assert soak.sound(puzzles, counts, solutions).all()
    several, one = np.flatnonzero(counts == 2), np.flatnonzero(counts == 1)
    solutions[several[0], 1] = solutions[several[0], 0]  # twice the same
    solutions[one[0], 0, :2] = solutions[one[0], 0, 1::-1]  # two digits swapped
    wrong = ~soak.sound(puzzles, counts, solutions)
    assert np.flatnonzero(wrong).tolist() == sorted([several[0], one[0]])


def test_a_soak_continues_where_it_stopped(tmp_path: Path) -> None:
    state = soak.State(SMALL, 4, 1.5, soak.compared(SMALL, 3, plain))
    state.save(tmp_path / "soak.json")
    assert soak.State.of(tmp_path / "soak.json", SMALL) == state
    with pytest.raises(SystemExit, match="name another file"):
        soak.State.of(tmp_path / "soak.json", soak.Soak(seed=6))
