"""The candidates that an explanation shows: as many as a person would have written by then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cpsudoku import explain
from cpsudoku.teaching.stages import STAGES, needed, own_candidates
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.hodoku_notation import position_line
from tests.command import invoke

PUZZLE = "..13............69....943..1.76......8.....41..3.8..5.4...7...6.7...2..463...1..."
STEPS = explain(PUZZLE).steps


def test_more_and_more_candidates_are_written() -> None:
    assert STEPS[0].written == frozenset()
    before = frozenset[tuple[int, int]]()
    for step in STEPS:
        assert step.written is not None
        assert before <= step.written
        assert needed(step.step, step.before) <= step.written
        before = step.written
    assert len(before) > 20


def test_a_stage_shows_at_least_the_step_itself() -> None:
    for step in STEPS:
        own = own_candidates(step.step, step.before)
        some = step.shown("as-needed")
        assert some is not None
        assert step.shown("all") is None
        assert step.shown("none") == own <= some
        assert own


def test_all_candidates_of_a_position_that_has_some_are_shown() -> None:
    example = examples()["naked-triple"]
    line = position_line(example.step().apply(example.position.candidates))
    assert {step.written for step in explain(line).steps} == {None}


def small_digits(picture: str) -> int:
    """The number of candidates that a picture draws."""
    texts = re.findall(r'<text x="[\d. ]+" y="[\d. ]+" font-size="\d+"[^>]*>(\d+)</text>', picture)
    return sum(len(text) for text in texts)


@pytest.mark.parametrize("stage", STAGES)
def test_terminal_pictures_and_pages_show_a_stage(stage: str, tmp_path: Path) -> None:
    chosen = ("--step", "2", "--candidates", stage)
    printed = invoke("explain", PUZZLE, *chosen).out
    assert printed.count("1=") == 1
    assert (len(re.findall(r"│ +\.|\. ", printed)) > 20) is (stage != "all")
    invoke("explain", PUZZLE, *chosen, "--pictures", tmp_path, "--html", tmp_path / "a.html")
    (picture,) = tmp_path.glob("*.svg")
    assert (small_digits(picture.read_text()) > 100) is (stage == "all")
    assert (small_digits((tmp_path / "a.html").read_text()) > 200) is (stage == "all")


def test_an_unknown_stage_is_refused() -> None:
    done = invoke("explain", PUZZLE, "--candidates", "some")
    assert done.code == 2
    assert "unknown candidates 'some'; choose one of all, as-needed, none" in done.err
