"""The minlex forms of full grids, which have a beginning of their own."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cpsudoku.engines.lanes.canonical import canonical
from tests.puzzles import SOLVED

FORMS = {  # from the search that tries all arrangements of the first row
    SOLVED: "123456789457189263698273514271895346539764128864312957345928671786531492912647835",
    "123456789456789123789123456234567891567891234891234567345678912678912345912345678": (
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
    ),
}


def cells_of(line: str) -> np.ndarray:
    return np.array([[int(digit) for digit in line]], np.uint8)


def image(cells: np.ndarray, random: Random) -> np.ndarray:
    """The same grid under a random symmetry."""
    grid = cells.reshape(9, 9)
    lines = [
        [3 * band + k for band in random.sample(range(3), 3) for k in random.sample(range(3), 3)]
        for _ in range(2)
    ]
    names = np.array([0, *random.sample(range(1, 10), 9)], np.uint8)
    moved: np.ndarray = names[grid[lines[0]][:, lines[1]]]
    turned: np.ndarray = moved.T if random.random() < 0.5 else moved
    return turned.reshape(1, 81)


@pytest.mark.parametrize(("line", "form"), FORMS.items())
def test_each_image_of_a_full_grid_has_the_smallest_form(line: str, form: str) -> None:
    random = Random(4)
    for _ in range(20):
        found = canonical(image(cells_of(line), random))
        assert "".join(map(str, found[0].tolist())) == form


def test_a_full_grid_with_a_clash_has_the_same_form_as_its_images() -> None:
    random = Random(5)
    cells = cells_of(SOLVED)
    cells[0, 40] = cells[0, 41]
    forms = {canonical(image(cells, random)).tobytes() for _ in range(3)}
    assert len(forms) == 1
