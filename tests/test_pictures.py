"""Pictures of steps, and the page of an explanation, also in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cpsudoku import Candidates
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.html_page import Scene, page
from cpsudoku.drawing.looks import EFFECTS, LOOKS, legend_of, parts_of
from cpsudoku.drawing.step_picture import candidates_picture, step_picture
from cpsudoku.drawing.svg_picture import INKS, Picture, shape_svg
from cpsudoku.drawing.terminal_steps import pencilmarks
from cpsudoku.techniques.base import ROLES, Link, Role, Step
from cpsudoku.techniques.examples import examples
from tests.browser import PROGRAM, Page, browser
from tests.command import invoke
from tests.puzzles import WIKIPEDIA

EXAMPLES = examples()
SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ElementTree.Element:
    """The picture as XML; every colour in it is an ink."""
    root = ElementTree.fromstring(svg)
    colours = set(re.findall(r'(?:fill|stroke)="(#\w+)"', svg))
    assert colours <= {light for light, _ in INKS.values()}
    return root


def letters(root: ElementTree.Element) -> list[str]:
    """Each letter of the candidates and digits, without row names, title and legend."""
    texts = [text for text in root.findall(f"{SVG}text") if text.get("text-anchor") != "start"]
    return [letter for text in texts for letter in text.text or ""]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_picture_of_a_technique_shows_all_of_its_step(name: str) -> None:
    step, position = EXAMPLES[name].step(), EXAMPLES[name].position.candidates
    svg = step_picture(position, step, "A title", "In words & more")
    root = drawn(svg)
    assert root.findtext(f"{SVG}title") == "A title"
    assert root.findtext(f"{SVG}desc") == "In words & more"
    filled = sum(digit > 0 for digit in position.cells)
    labels = sum(len(label) for _, label, _ in legend_of(step))
    assert len(letters(root)) >= filled + sum(map(int.bit_count, position.marks)) + labels
    for _, _, words in legend_of(step):
        assert words.replace("&", "&amp;") in svg
    strikes = [line for line in root.iter(f"{SVG}line") if line.get("class") == "s-eliminated"]
    assert len(strikes) == len(step.eliminations) + bool(step.eliminations)  # and the legend's
    arrows = [path for path in root.iter(f"{SVG}path") if path.get("class") == "s-link"]
    links = set(step.links)
    kinds = {link.strong for link in links}
    assert len(arrows) == len(links) + len(kinds)
    dashed = sum(path.get("stroke-dasharray") is not None for path in arrows)
    assert dashed == sum(not link.strong for link in links) + (False in kinds)


def test_each_part_has_a_mark_a_shape_and_an_ink() -> None:
    assert list(LOOKS) == [*ROLES, *EFFECTS]
    marks = [look.mark for look in LOOKS.values()]
    assert len(set(marks)) == len(marks)
    shapes = {name: look.shape for name, look in LOOKS.items() if name != "on"}
    assert len(set(shapes.values())) == len(shapes)  # "on" is as "pattern": never in one step
    assert set(LOOKS) <= set(INKS)
    for name, look in LOOKS.items():
        ElementTree.fromstring(f"<g>{shape_svg(look.shape, name, (0, 0), 5)}</g>")


def test_parts_of_one_name_are_told_apart_by_labels() -> None:
    first = Role("first", ((0, 1),), "A"), Role("first", ((1, 1),), "B")
    step = Step("multi-colors", (), ((2, 1),), roles=(*first, Role("second", ((3, 1),), "A")))
    assert [entry[:2] for entry in legend_of(step)] == [
        ("first", "A"),
        ("first", "B"),
        ("second", ""),
        ("eliminated", ""),
    ]
    position = Candidates.of(Puzzle(Grid(bytes(81), Geometry.of_size(9))))
    assert letters(drawn(step_picture(position, step))).count("B") == 2


def test_a_placed_candidate_is_shown_as_that_alone() -> None:
    at = ((0, 1),)
    step = Step("naked-single", at, roles=(Role("pattern", (*at, (1, 1))),))
    assert [(part.name, part.candidates) for part in parts_of(step)] == [
        ("pattern", ((1, 1),)),
        ("placed", at),
    ]


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_every_size_has_room_for_its_candidates(size: int) -> None:
    geometry = Geometry.of_size(size)
    empty = Candidates.of(Puzzle(Grid(bytes(size * size), geometry)))
    picture = Picture(geometry)
    places = {picture.place((cell, digit)) for cell in (0, 1) for digit in range(1, size + 1)}
    assert len(places) == 2 * size
    left, top = picture.corner(0)
    assert all(
        left < x < left + 2 * picture.cell and top < y < top + picture.cell for x, y in places
    )
    assert len(letters(drawn(candidates_picture(empty)))) == size**3


def test_links_of_groups_are_banded_once() -> None:
    group = ((0, 1), (1, 1))
    step = Step("grouped-nice-loop", (), ((2, 1),), links=(Link(group, ((9, 1),), True),) * 2)
    position = Candidates.of(Puzzle(Grid(bytes(81), Geometry.of_size(9))))
    assert len(drawn(step_picture(position, step)).findall(f"{SVG}polyline")) == 1


# The terminal


@pytest.mark.parametrize("size", [4, 6, 9, 10, 16])
def test_pencilmarks_take_lines_instead_of_columns_where_these_are_too_wide(size: int) -> None:
    geometry = Geometry.of_size(size)
    empty = Candidates.of(Puzzle(Grid(bytes([1] + [0] * (size * size - 1)), geometry)))
    step = Step("pointing", (), ((size * size - 1, size),))
    wide = pencilmarks(empty, step).plain
    narrow = pencilmarks(empty, step, width=len(wide.splitlines()[0]) - 1).plain
    digits = sum(map(int.bit_count, empty.marks)) + 1
    for text, lines in ((wide, 1), (narrow, -(-size // side_by_side(size)))):
        assert len({len(line) for line in text.splitlines()}) == 1
        assert sum(line.startswith("│") for line in text.splitlines()) == lines * size
        assert sum(letter.isalnum() for letter in text.replace("x", "")) == digits
        assert text.count(f"{SYMBOLS[size]}x") == 1
    assert pencilmarks(empty, step, width=5).plain == wide  # neither fits


def side_by_side(size: int) -> int:
    """How many candidates stand side by side in a cell."""
    return ceil(sqrt(size))


# The page


def test_what_is_on_a_page_is_escaped() -> None:
    html = page(
        "<b>%%LAST%%</b>", "<u>", [Scene("a<i>", "b&c", "%%TITLE%%</script>", "<svg></svg>")]
    )
    assert "<h1>&lt;b&gt;%%LAST%%&lt;/b&gt;</h1>" in html
    assert '<p class="remark">&lt;u&gt;</p>' in html
    assert "<h2>a&lt;i&gt; <small>b&amp;c</small></h2>" in html
    assert "<p>%%TITLE%%&lt;/script&gt;</p>" in html
    assert html.count("<script>") == html.count("</script>") == 1


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert invoke("explain", WIKIPEDIA, "--html", path, "-q").code == 0
    html = path.read_text()
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    """A real browser, and the page of a puzzle with 51 steps."""
    if PROGRAM is None:
        pytest.skip("no Chromium or Chrome is installed")
    folder = tmp_path_factory.mktemp("browser")
    path = folder / "page.html"
    assert invoke("explain", WIKIPEDIA, "--html", path, "-q").code == 0
    with browser(folder / "profile") as tab:
        yield tab, path


COUNT = "document.getElementById('count').textContent"
VISIBLE = (
    "[...document.querySelectorAll('section')].filter(s => s.offsetHeight).map(s => s.id).join()"
)
CLICK = "document.getElementById('{}').click()"


def test_buttons_keys_and_slider_go_back_and_forward(shown: tuple[Page, Path]) -> None:
    tab, path = shown
    tab.show_as(1000, 800, dark=False)
    tab.open(path)
    seen = [tab.run(COUNT)]
    for button in ("forward", "forward", "back", "last", "first"):
        tab.run(CLICK.format(button))
        seen.append(tab.run(COUNT))
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        tab.press(key)
        seen.append(tab.run(COUNT))
    numbers = [int(text.removesuffix(" of 52")) for text in seen]
    assert numbers == [1, 2, 3, 2, 52, 1, 2, 3, 2, 52, 52, 1, 1]
    slide = "(s => {{ s.value = {}; s.dispatchEvent(new Event('input')); }})"
    tab.run(f"{slide.format(30)}(document.getElementById('slider'))")
    assert (tab.run(VISIBLE), tab.run("location.hash")) == ("step-30", "#step-30")
    assert tab.run("document.getElementById('back').disabled") is False
    assert tab.run("document.querySelector('#step-52 h2').textContent") == "Solved"


def test_a_link_opens_its_step(shown: tuple[Page, Path]) -> None:
    tab, path = shown
    tab.open(path, "#step-7")
    assert (tab.run(VISIBLE), tab.run("window.scrollY")) == ("step-7", 0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_shows_it_whole_in_the_colours_it_likes(
    dark: bool, shown: tuple[Page, Path]
) -> None:
    tab, path = shown
    tab.show_as(390, 844, dark)
    tab.open(path, "#step-5")
    assert tab.run("document.documentElement.scrollWidth") == 390
    assert tab.run("document.getElementById('forward').getBoundingClientRect().bottom") <= 844
    paper = "getComputedStyle(document.querySelector('.now rect')).fill"
    light, night = (
        f"rgb({', '.join(str(int(c[n : n + 2], 16)) for n in (1, 3, 5))})" for c in INKS["paper"]
    )
    assert tab.run(paper) == (night if dark else light)
