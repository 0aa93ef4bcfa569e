"""Cells of a photo that a person has read, in the library and through the page's interface."""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import InputError, Puzzle
from cpsudoku.solving.correcting import corrected
from cpsudoku.web.actions.base import data_of_puzzle
from cpsudoku.web.actions.files import open_puzzles
from cpsudoku.web.actions.photos import correct
from tests.test_photos import PUZZLE, drawn, saved, seen, sight


def test_a_correction_decides_what_was_in_doubt() -> None:
    doubtful = seen({80: {8: 0.85, 9: 0.15}})
    assert doubtful.uninterpreted
    for digit in (9, 0):
        found = corrected(doubtful, {80: digit})
        assert found.uninterpreted == ()
        assert found.givens.cells[80] == digit


def test_a_wrong_digit_that_was_certain_is_corrected() -> None:
    doubtful = seen({80: {9: 1e-6, 8: 1 - 9e-6}})
    assert len(doubtful.uninterpreted) == 5
    assert corrected(doubtful, {80: 9}).uninterpreted == ()


def test_a_cell_that_a_person_has_read_is_never_asked_for_again() -> None:
    found = seen({80: {9: 1e-6, 8: 1 - 9e-6}})
    asked = set[str]()
    for _ in range(20):
        assert found.sight is not None
        cells = found.sight.named(found.uninterpreted)
        assert not asked & set(found.uninterpreted)
        asked |= set(found.uninterpreted)
        found = corrected(found, {cell: found.givens.cells[cell] for cell in cells})
        if not found.uninterpreted:
            break
    assert found.givens.cells[80] == 8  # improper as it is, but it is what a person has read
    assert len(asked) == 81


def test_an_unclear_cell_is_named_without_probabilities() -> None:
    start = Puzzle.parse(PUZZLE)
    covered = replace(sight({}), unclear=(0,))
    found = corrected(replace(start, sight=covered), {})
    assert found.uninterpreted == ("r1c1 (unclear)",)
    assert corrected(found, {0: 5}).uninterpreted == ()


@pytest.mark.parametrize("digits", [{81: 1}, {0: 10}, {-1: 1}])
def test_a_cell_or_digit_that_the_board_lacks_is_an_error(digits: dict[int, int]) -> None:
    with pytest.raises(InputError, match="9x9"):
        corrected(seen({}), digits)
    with pytest.raises(InputError, match="not read from a picture"):
        corrected(Puzzle.parse(PUZZLE), {0: 5})


def opened(photo: Path) -> dict[str, Any]:
    """The first puzzle of a photo as the page gets it."""
    content = base64.b64encode(photo.read_bytes()).decode()
    found = open_puzzles({"content": content, "name": photo.name})
    return dict(found["puzzles"][0])


def test_the_page_gets_the_picture_around_the_grid(tmp_path: Path) -> None:
    first = opened(saved(drawn(PUZZLE, 150), tmp_path))["photo"]
    assert first["picture"].startswith("data:image/jpeg;base64,/9j/")
    assert max(first["width"], first["height"]) <= 900
    assert len(first["crossings"]) == 100
    assert all(
        0 <= x <= first["width"] and 0 <= y <= first["height"] for x, y in first["crossings"]
    )
    assert len(first["chances"]) == 81
    assert open_puzzles({"text": PUZZLE})["puzzles"][0]["photo"] is None


def test_the_page_sends_corrections() -> None:
    rows = [
        [round(1000 * chance) for chance in row] for row in sight({80: {8: 0.85, 9: 0.15}}).chances
    ]
    data = {"puzzle": data_of_puzzle(Puzzle.parse(PUZZLE)), "chances": rows, "unclear": []}
    start = {**data, "confirmed": []}
    assert correct({**start, "cells": [], "digits": []})["doubtful"] == [80]
    found = correct({**start, "cells": [80], "digits": [9]})
    assert (found["doubtful"], found["confirmed"]) == ([], [80])
    assert found["puzzle"]["puzzle"] == PUZZLE.replace("0", ".")
    again = {"puzzle": found["puzzle"], "cells": [80], "digits": [0]}
    again |= {name: found[name] for name in ("chances", "unclear", "confirmed")}
    assert correct(again)["puzzle"]["puzzle"][80] == "."
    for wrong in ({"cells": [81]}, {"cells": [0, 1]}, {"chances": rows[:80]}, {"unclear": [99]}):
        with pytest.raises(InputError):
            correct({**start, "cells": [0], "digits": [5], **wrong})
