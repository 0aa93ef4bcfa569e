"""Names of parts that were not interpreted, in the languages of people."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku.core.part_names import part_in_words, rules_in_words
from cpsudoku.runtime.language import speaking
from cpsudoku.runtime.words import worded
from tests.command import run

GERMAN = {
    "2 lines (drawing)": "2 Linien (Zeichnung)",
    "1 cage with the text 'a (b)' (drawing)": "1 Käfig mit dem Text 'a (b)' (Zeichnung)",
    "1,200 cells with several colours (drawing)": "1,200 Zellen mit mehreren Farben (Zeichnung)",
    "3 thermos outside the board (drawing)": "3 × Thermometer außerhalb des Bretts (Zeichnung)",
    "2 symbols 'x' (drawing)": "2 Zeichen 'x' (Zeichnung)",
    "rule 'torus'": "Regel 'torus'",
    "3 rules 'Pair'": "3 Regeln 'Pair'",
    "rule of type '7'": "Regel vom Typ '7'",
    "sentence 'Cells in fog\nare odd'": "Satz 'Cells in fog\nare odd'",
    "guess 9 counting circles, 1 renban (accepted without proof)": (
        "Vermutung 9 × Zählkreis, 1 × Renban (ohne Beweis angenommen)"
    ),
    "something drawn in r1c1 r1c2 r1c3 r1c4 and 5 more cells": (
        "etwas Gezeichnetes in r1c1 r1c2 r1c3 r1c4 und 5 weitere Zellen"
    ),
    "r1c1 (unclear)": "r1c1 (unklar)",
    "r9c9 (8: 85 %, 9: 15 %)": "r9c9 (8: 85 %, 9: 15 %)",
    "a name of another program": "a name of another program",
}


@pytest.mark.parametrize("name", GERMAN)
def test_a_name_is_translated(name: str) -> None:
    assert part_in_words(name) == name
    with speaking("de"):
        assert part_in_words(name) == GERMAN[name]


def test_a_name_that_knows_its_words_is_translated_by_them() -> None:
    with speaking("fr"):
        assert part_in_words(worded("numbers {sides} the grid", sides="above")) != (
            "numbers above the grid"
        )


def test_guessed_rules_are_counted() -> None:
    with speaking("ja"):
        assert rules_in_words("1 thermometer, 2 even cells, diagonals") == (
            "1 × 温度計, 2 × 偶数のマス, 対角線"
        )


def test_a_verdict_names_parts_in_the_language_that_was_asked_for() -> None:
    line = ".Shape~16x16.FullRank~R1~1~"
    assert "not interpreted: rule 'FullRank'" in run("check", line).out
    assert "nicht gedeutet: Regel 'FullRank'" in run("check", line, "--lang", "de").out


def test_rules_below_a_picture_are_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("1..4..1.2......3\nthermo: r1c1 r1c2\nanti-knight\n")
    said = {"svg": "温度計の数字は", "pdf": "Digits increase along a thermometer"}
    for name, words in said.items():  # the font of a PDF has no Japanese letters
        picture = tmp_path / f"puzzle.{name}"
        run("convert", str(puzzle), "-o", str(picture), "--lang", "ja")
        assert words in text_of(picture)
    run("convert", str(puzzle), "-o", str(tmp_path / "de.pdf"), "--lang", "de")
    assert "Die Ziffern steigen entlang eines Thermometers" in text_of(tmp_path / "de.pdf")


def test_data_is_english_in_every_language(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text("1..4..1.2......3\nanti-knight\n")
    found = run("convert", str(tmp_path / "puzzle.txt"), "--to", "json", "--lang", "de").out
    assert '{"rule": "anti-knight"}' in found


def text_of(path: Path) -> str:
    """The words of a picture, without line breaks."""
    if path.suffix == ".svg":
        return path.read_text()
    import pypdfium2

    pages = pypdfium2.PdfDocument(path)
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pages)
