"""Pages of Logic Masters Germany, saved as HTML: their links are read, everything else is named."""

from __future__ import annotations

import html

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.runtime.errors import InputError
from tests.puzzles import INKALA, WIKIPEDIA
from tests.reading import puzzles_of, text_of

PAGE = """<!DOCTYPE html>
<html><head><title>Logic Masters</title></head><body>
<a href="https://logic-masters.de/Raetselportal/">Raetselportal</a>
<h2>A &quot;small&quot; killer</h2>
<p>(Published on 1. May 2024, 12:00 by <a href="/name">Some &amp; One</a>)</p>
<div class="rp_html"><div><p>{rules}</p></div><p>{links}</p></div>
<h3>Comments</h3><p><a href="{comment}">also good</a></p></body></html>
"""
NORMAL = "Normal sudoku rules apply."


def link_of(text: str, name: str) -> str:
    """The link of a puzzle in a format."""
    return text_of([Puzzle.parse(text)], name).decode().strip()


def page_of(*links: str, rules: str = NORMAL, comment: str = "https://a.b/") -> str:
    """A page with these links in the description."""
    named = " ".join(f'<a href="{html.escape(link)}">solve</a>' for link in links)
    return PAGE.format(rules=rules, links=named, comment=html.escape(comment))


KILLER = f"{WIKIPEDIA}\nkiller 7: r1c3 r1c4"
KILLER_LINK = link_of(KILLER, "f-puzzles")
WIKIPEDIA_LINK = link_of(WIKIPEDIA, "puzz-link")
INKALA_LINK = link_of(INKALA, "puzz-link")


def test_the_linked_puzzle_gets_the_title_the_author_and_the_rules_of_the_page() -> None:
    (puzzle,) = puzzles_of(page_of("https://a.b/", KILLER_LINK))
    assert puzzle.givens.line == WIKIPEDIA
    assert list(map(line_of, puzzle.constraints)) == ["killer 7: r1c3 r1c4"]
    assert puzzle.label == 'A "small" killer'
    assert dict(puzzle.info)["author"] == "Some & One"
    assert puzzle.uninterpreted == ()


def test_rules_of_the_page_that_the_link_lacks_are_named() -> None:
    (puzzle,) = puzzles_of(page_of(WIKIPEDIA_LINK, rules="Digits on a thermometer increase."))
    assert len(puzzle.uninterpreted) == 1
    assert "Digits on a thermometer increase" in puzzle.uninterpreted[0]


LINKED = {
    "the same puzzle in two programs": ((KILLER_LINK, WIKIPEDIA_LINK), [WIKIPEDIA]),
    "one puzzle twice": ((WIKIPEDIA_LINK, WIKIPEDIA_LINK + "/"), [WIKIPEDIA]),
    "two puzzles of one program": ((INKALA_LINK, WIKIPEDIA_LINK), [INKALA, WIKIPEDIA]),
    "a damaged link": (("https://f-puzzles.com/?load=N4I", WIKIPEDIA_LINK), [WIKIPEDIA]),
}


@pytest.mark.parametrize(("links", "lines"), LINKED.values(), ids=LINKED)
def test_the_links_of_the_first_program_that_can_be_read_are_read(
    links: tuple[str, ...], lines: list[str]
) -> None:
    found = puzzles_of(page_of(*links, comment=INKALA_LINK))
    assert [puzzle.givens.line for puzzle in found] == lines


REFUSED = {
    "no link": ((), "no link of the page holds a puzzle that can be read; its links: none"),
    "other links": (
        ("https://solver.example/#m=edit&p=" + "x" * 60, "https://a.b/c.png"),
        r"its links: https://solver.example/#m=edit&p=x+\.\.\., https://a.b/c.png",
    ),
    "a damaged link": (("https://f-puzzles.com/?load=N4I",), "the compressed text is cut off"),
    "a damaged address": (("http://[a",), r"its links: http://\[a"),
    "a short link": (("https://tinyurl.com/abc",), "shortened by tinyurl.com; use online to fetch"),
}


@pytest.mark.parametrize(("links", "problem"), REFUSED.values(), ids=REFUSED)
def test_a_page_without_a_puzzle_is_refused(links: tuple[str, ...], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        puzzles_of(page_of(*links, comment=WIKIPEDIA_LINK))
