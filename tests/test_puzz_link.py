"""Links of puzz.link: what they hold is kept, and everything else is refused by name."""

from __future__ import annotations

import re

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.puzz_link.parts import numbers_of, numbers_text
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.reading import puzzles_of, text_of

AT = "https://puzz.link/p?"
LATIN = "....\n....\n....\n....\nboxes: none\n"
RUNS = "runs: X.../X.../X.X.\n"

# The links of the tests of pzpr itself, with some rules of each.
GENRES: dict[str, tuple[str, str, list[str]]] = {
    "sudoku": ("sudoku/4/4/g1k23k3g", ".1.....23.....3.", []),
    "sudoku, 6x6": ("sudoku/6/6/g1zt", "." + "1" + "." * 34, []),
    "skyscrapers": (
        "skyscrapers/4/4/k13h4j3g",
        "." * 16,
        ["skyscraper 1: r4c2 r3c2 r2c2 r1c2", "skyscraper 4: r2c1 r2c2 r2c3 r2c4"],
    ),
    "skyscrapers, givens": ("skyscrapers/3/3/1qh2l", "..2......", ["skyscraper 1: r1c1 r2c1 r3c1"]),
    "kropki": (
        "kropki/4/4/aa7fioco",
        "." * 16,
        ["negative white black", "white: r1c1 r1c2", "black: r3c2 r3c3"],
    ),
    "minarism": (
        "minarism/4/4/hhhq21pgi",
        "." * 16,
        ["greater: r1c2 r1c1", "white 2: r1c1 r2c1", "greater: r3c3 r4c3"],
    ),
    "factors": (
        "factors/5/5/rvvcm9jf54653-28ca2833-14",
        "." * 25,
        ["product 5: r1c1", "product 40: r2c3 r3c3 r4c3", "product 20: r5c3 r5c4 r5c5"],
    ),
    "kakuro": (
        "kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3",
        "." * 16,
        ["kakuro 4: r2c1 r3c1", "kakuro 21: r4c2 r4c3 r4c4 r4c5", "kakuro 3: r3c1 r3c2"],
    ),
    "starbattle": ("starbattle/6/6/1/2u9gn9c9jpmk", "." * 36, ["star-battle 1"]),
}


@pytest.mark.parametrize(("link", "givens", "rules"), GENRES.values(), ids=GENRES)
def test_a_genre_is_read_and_written(link: str, givens: str, rules: list[str]) -> None:
    (puzzle,) = puzzles_of(f"{AT}{link} A title")
    assert (puzzle.givens.line, puzzle.label) == (givens, "A title")
    assert set(rules) <= set(map(line_of, puzzle.constraints))
    assert text_of([puzzle], "puzz-link").decode() == f"{AT}{link} A title\n"


OTHERS = {
    "an editor of pzv": (
        "http://pzv.jp/p.html?sudoku_edit/4/4/g1k23k3g",
        AT + "sudoku/4/4/g1k23k3g",
    ),
    "a type and an old name": (
        AT + "type=player&building_play/4/4/k13h4j3g/",
        AT + "skyscrapers/4/4/k13h4j3g",
    ),
    "question marks": (AT + "sudoku/4/4/.1k23k3g", AT + "sudoku/4/4/g1k23k3g"),
    "the difference 0": (AT + "minarism/2/2/0g1.", AT + "minarism/2/2/ig1i"),
    "sums of 0": (AT + "kakuro/2/2/.k0-k0", AT + "kakuro/2/2/.k.k-/"),
}


@pytest.mark.parametrize(("link", "same"), OTHERS.values(), ids=OTHERS)
def test_other_forms_of_links_are_read(link: str, same: str) -> None:
    assert Puzzle.parse(link) == Puzzle.parse(same)


BAD = {
    "another genre": ("nurikabe/4/4/a1", "genre 'nurikabe' of puzz.link is not one of sudoku, "),
    "no size": ("sudoku/4", "the numbers of columns and rows are missing"),
    "a rectangle": ("sudoku/4/5/zz", "a grid of 5 rows and 4 columns; 2x2 to 25x25 are possible"),
    "boxes of 2x2": ("sudoku/8/8/zzzj", "8x8 grid, whose boxes do not hold every digit"),
    "too few cells": ("sudoku/4/4/u", "numbers and gaps for 15 of 16 places"),
    "too many cells": ("sudoku/4/4/w", "numbers and gaps for more than 16 places"),
    "more text": ("sudoku/4/4/vg", "'g' is more than this kind of puzzle has"),
    "a large digit": ("sudoku/4/4/5u", "5 is not a number 1-4"),
    "half a number": ("factors/2/2/00-1", "'-1' is neither a number nor a gap"),
    "a sign": ("sudoku/4/4/!u", "'!' is neither a number nor a gap"),
    "borders": ("factors/2/2/0", "'' is not 1 symbols of borders, 0-9 and a-v"),
    "dots": ("kropki/4/4/zzzzzzzz", "'zzzzzzzz' is not 8 symbols of dots, 0-9 and a-q"),
    "an edge": ("minarism/2/2/?l", "'?' is not a number, a sign or a gap"),
    "edges": ("minarism/2/2/m", "clues for 5 edges or more; a grid of this size has 4"),
    "kakuro, a sum": ("kakuro/2/2/.1?", "'?' is not a sum 0-9, a-j or A-Z, or -"),
    "kakuro, cells": ("kakuro/2/2/k", "black and white cells for 1 of 4 places"),
    "kakuro, no run": ("kakuro/2/2/5-p", "black and white cells for more than 4 places"),
    "kakuro, no cells": ("kakuro/2/2/-5.l-", "the sum 5 before r1c2 has no cells for it"),
    "starbattle, stars": ("starbattle/2/2/x/00", "'x' is not a number of stars"),
    "starbattle, regions": ("starbattle/6/6/1/vvvvvvvvvvvv", "36 regions; 26 are possible"),
    "kakuro, large": ("kakuro/200/2/k", "a grid of 2 rows and 200 columns; 100 are possible"),
}


@pytest.mark.parametrize(("link", "problem"), BAD.values(), ids=BAD)
def test_a_damaged_link_is_refused(link: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        puzzles_of(AT + link)


REFUSED = {
    "a rule beside boxes": ("1...\n....\n....\n....\ndiagonals", "the rule diagonals"),
    "large boxes": ("\n".join(["." * 8] * 7 + ["......12"]), "boxes of 2x4"),
    "a jigsaw": ("1...\n....\n....\n....\nregions: AAAB/ABBB/CCCD/CDDD", "regions"),
    "a digit and a product": (
        LATIN.replace(".", "1", 1) + "product 4: r1c1 r1c2",
        "given digits in a puzzle of Rooms of Factors",
    ),
    "a huge product": (LATIN + "product 2000000: row 1", "the rule product"),
    "a room in pieces": (LATIN + "product 4: r1c1 r2c2", "cells do not touch"),
    "two rooms": (LATIN + "product 4: r1c1 r1c2; r1c2 r1c3", "that overlaps another cage"),
    "a sum": (LATIN + "sum 4: r1c1 r1c2", "the rule sum"),
    "black dots alone": (LATIN + "black: r1c1 r1c2", "in a puzzle of skyscrapers"),
    "other dots": (LATIN + "negative white black\nwhite 2: r1c1 r1c2", "in a puzzle of Kropki"),
    "white dots alone": (LATIN + "negative white", "the rule negative"),
    "two signs": (LATIN + "greater: r1c1 r1c2; r1c2 r1c1", "beside another clue there"),
    "a clue inside": (LATIN + "skyscraper 2: r1c2-r1c4", "in a puzzle of skyscrapers"),
    "a part of a run": (RUNS + "kakuro 4: r1c2 r1c3", "in a puzzle of Kakuro"),
    "a large sum": (RUNS + "kakuro 46: r1c2 r1c3 r1c4", "in a puzzle of Kakuro"),
    "stars and a sum": (
        "digits: 0-1 repeated\nboard: 4x4\nstars 1\nsum 1: r1c1 r1c2",
        "the rule sum",
    ),
    "another board": ("board: 4x6\n", "can't hold a board of this shape"),
}


@pytest.mark.parametrize(("text", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_no_link_holds_is_refused_by_name(text: str, problem: str) -> None:
    with pytest.raises(Unsupported, match=f"'puzz-link' .*{problem}"):
        text_of([Puzzle.parse(text)], "puzz-link")


def test_numbers_of_any_length_are_kept() -> None:
    edges = [15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776, 1126351]
    numbers = [0, *edges, *[0] * 45, 1, *[0] * 20]
    assert numbers_of(numbers_text(numbers), len(numbers)) == (numbers, "")
