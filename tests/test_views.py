"""How values look in Python: ``repr``, ``print``, and their pictures in a notebook."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import cpsudoku
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import VIEWS, View
from cpsudoku.scene.inks import INKS
from tests.puzzles import CLASHING, SOLVED, WIKIPEDIA

SHORT = "1....4....3....2"
UNIQUE = "1.3..41.2..34.2."


def explained() -> Any:
    return cpsudoku.explain(UNIQUE)


# For each kind of value: how to make one, the start of its repr, a line of what print shows.
VALUES: dict[str, tuple[Callable[[], Any], str, str]] = {
    "grid": (lambda: Grid.from_line(SHORT), f"Grid.from_line('{SHORT}')", "| 1 . | . . |"),
    "puzzle": (lambda: Puzzle.parse(SHORT), f"Puzzle(Grid.from_line('{SHORT}'))", "| . 4 | . . |"),
    "verdict": (
        lambda: cpsudoku.solve(WIKIPEDIA),
        "<Verdict unique: 30 givens, exactly one solution>",
        "unique: 30 givens, exactly one solution",
    ),
    "several": (
        lambda: cpsudoku.solve("12343412" + "." * 8),
        "<Verdict multiple: at least 2 solutions; the first two differ in ",
        "| 1 2 | 3 4 |   | 1 2 | 3 4 |",
    ),
    "clash": (
        lambda: cpsudoku.solve(CLASHING),
        "<Verdict conflict: 5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2>",
        "|[5|5]. | . 7 . | . . . |",
    ),
    "candidates": (
        lambda: Candidates.of(Puzzle.parse(SHORT)),
        f"<Candidates {SHORT} with 24 candidates left>",
        "| 1  23 | 24 34 |",
    ),
    "explanation": (explained, "<Explanation solved in 8 steps>", "solved in 8 steps"),
    "step": (
        lambda: explained().steps[0],
        f"<{type(explained().steps[0]).__name__} 1: ",
        f"1. {explained().steps[0].title}",
    ),
    "bare step": (
        lambda: explained().steps[0].step,
        "<Step Full House, r2c1 = 3>",
        "Full House",
    ),
    "hint": (lambda: cpsudoku.hint(UNIQUE), "<Hint Look at ", "3. Look at r2c1."),
    "a hint without a step": (
        lambda: cpsudoku.hint("1234341221434321"),
        "<Hint no step found>",
        "no step found",
    ),
    "generated": (
        lambda: cpsudoku.generate(seed=1),
        "<GeneratedPuzzle ",
        "+-------+-------+-------+",
    ),
    "true candidates": (
        lambda: cpsudoku.candidates(SHORT),
        "<TrueCandidates 24 candidates in 12 blank cells; no other digit is possible>",
        "24 candidates in 12 blank cells; no other digit is possible",
    ),
    "diagnosis": (
        lambda: cpsudoku.diagnose(SHORT),
        "<Diagnosis multiple: exactly 2 solutions; ",
        "multiple",
    ),
}
every_value = pytest.mark.parametrize("kind", VALUES)


@every_value
def test_a_repr_is_short(kind: str) -> None:
    make, start, _ = VALUES[kind]
    assert repr(make()).startswith(start)
    assert "\n" not in repr(make())


@every_value
def test_print_shows_the_value(kind: str) -> None:
    make, _, line = VALUES[kind]
    assert line in str(make()).splitlines()
    assert str(make()).isascii()


@every_value
def test_a_picture_is_svg_that_is_dark_where_the_reader_prefers_it(kind: str) -> None:
    picture = VALUES[kind][0]()._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("}svg")
    style = root[0].text or ""
    assert style.startswith("@media (prefers-color-scheme:dark)")
    used = set(re.findall(r'\bclass="f-(\w+)', picture))
    assert len(used) > 2
    for name in used:
        assert f".f-{name}{{fill:{INKS[name][1]}}}" in style


@every_value
def test_a_page_gets_the_picture_and_the_text(kind: str) -> None:
    value = VALUES[kind][0]()
    page = ElementTree.fromstring(value._repr_html_())
    style, text, picture, *_ = page
    assert (style.tag, text.tag, picture.tag) == ("style", "pre", "{http://www.w3.org/2000/svg}svg")
    assert text.text == str(value)
    rules = style.text or ""
    used = set(re.findall(r"var\(--cps-(\w+)\)", rules))
    assert len(used) > 2
    for name in used:
        assert rules.count(f"--cps-{name}:{INKS[name][0]};") >= 1  # light
        assert rules.count(f"--cps-{name}:{INKS[name][1]};") >= 2  # dark by choice of page, reader


def test_solutions_beside_each_other_are_marked_where_they_differ() -> None:
    shown = str(cpsudoku.solve("1234341221434...")) + str(cpsudoku.solve("12343412" + "." * 8))
    assert "[" in shown
    left, right = shown.splitlines()[-3].split("   ")
    assert left.count("[") == right.count("[") > 0


def test_words_from_strangers_stay_words_in_a_picture() -> None:
    hostile = Puzzle(Grid.from_line(SOLVED), label='</svg><script>alert("1")</script>&\x1b[31m')
    for shown in (hostile._repr_svg_(), hostile._repr_html_()):
        root = ElementTree.fromstring(shown)
        assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert "\x1b" not in str(hostile)


@pytest.mark.parametrize("name", list(VIEWS))
def test_each_view_is_of_the_room_of_drawings(name: str) -> None:
    assert VIEWS._entries[name].startswith("cpsudoku.drawing.")
    assert isinstance(VIEWS[name], View)


def test_values_that_nobody_looks_at_load_no_drawing() -> None:
    script = (
        "import sys, cpsudoku; grid = cpsudoku.Grid.from_line('.' * 81); "
        "print(cpsudoku.Puzzle(grid), [repr(grid)]); "
        "print([name for name in sys.modules if 'drawing' in name or name in ('numpy', 'rich')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"


def test_a_step_without_its_position_says_what_is_known_and_is_not_drawn() -> None:
    step = replace(explained().steps[0].step, before=None)
    assert repr(step) == "<Step Full House, 1 placement, 0 eliminations>"
    with pytest.raises(NotImplementedError):  # for which IPython shows the text
        step._repr_svg_()
