"""The memory through which a run and its workers pass blocks and verdicts."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from cpsudoku.road.kernels.hashing import digest, hashes
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.running.slots import SLOT, Slots, beside
from cpsudoku.road.source.block import Block

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers do not inherit memory")


@pytest.fixture
def slots() -> Iterator[Slots]:
    """Two slots."""
    with closing(Slots(2)) as slots:
        yield slots


def test_a_block_arrives_as_it_was_sent(slots: Slots) -> None:
    block = Block("a file", 7, b"." * 81 + b"\n", LineLayout())
    parcel = slots.packed(5, block)
    assert parcel is not None
    assert pickle.loads(pickle.dumps(parcel)).opened() == block


def test_an_answer_leaves_the_question_as_it_was(slots: Slots) -> None:
    question = slots.packed(1, np.arange(100))
    assert question is not None
    answer = beside(question, np.arange(7.0))
    assert answer is not None
    assert answer.opened().tolist() == list(range(7))
    assert question.opened().tolist() == list(range(100))


def test_what_has_no_room_is_not_packed(slots: Slots) -> None:
    assert slots.packed(0, np.zeros(SLOT + 1, np.uint8)) is None
    nearly_all = slots.packed(0, np.zeros(SLOT - 100, np.uint8))
    assert nearly_all is not None
    assert beside(nearly_all, np.zeros(100, np.uint8)) is None


@pytest.mark.parametrize("place", [0, 7, 8, 80])
def test_each_byte_counts_in_a_hash(place: int) -> None:
    cells = np.zeros((2, 81), np.uint8)
    cells[1, place] = 1
    assert len(set(hashes(cells).tolist())) == 2
    assert digest(cells[0].tobytes()) != digest(cells[1].tobytes())


def test_the_order_of_lines_counts_in_a_digest() -> None:
    lines = [b"%07d\n" % n for n in range(9)]
    assert digest(b"".join(lines)) != digest(b"".join(reversed(lines)))
