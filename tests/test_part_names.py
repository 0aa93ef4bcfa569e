"""Names of parts that were not interpreted, in the languages of people."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from cpsudoku.core.guesses import Guess, Guesses
from cpsudoku.core.part_names import (
    DRAWN,
    OUTSIDE,
    WITH_COLOURS,
    counted_rules,
    drawn_with,
    numbered_part,
    parts_in_words,
    sentence_left,
    unknown_rule,
)
from cpsudoku.core.verdict import Result
from cpsudoku.formats.pictures.png import FORMAT
from cpsudoku.runtime.language import in_words, speaking
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.runtime.words import worded
from cpsudoku.scene import raster
from cpsudoku.solving import read
from cpsudoku.web.actions.base import SAID, data_of_puzzle, requested_puzzle
from tests.command import run

GERMAN = {
    parts_in_words("line", DRAWN, 2): "2 Linien (Zeichnung)",
    parts_in_words("cage", drawn_with("a (b)"), 1): "1 Käfig mit dem Text 'a (b)' (Zeichnung)",
    parts_in_words("cell", WITH_COLOURS, 1200): "1,200 Zellen mit mehreren Farben (Zeichnung)",
    parts_in_words("thermometer", OUTSIDE, 3): ("3 × Thermometer außerhalb des Bretts (Zeichnung)"),
    parts_in_words("", worded("outlines of cages (drawing)"), 2): "Umrisse von Käfigen (Zeichnung)",
    unknown_rule("torus"): "Regel 'torus'",
    sentence_left("'Cells in fog are odd'"): "Satz 'Cells in fog are odd'",
    numbered_part("rectangle", 1): "Rechteck 1",
    counted_rules("counting circle", 9): "9 × Zählkreis",
    "a name of another program": "a name of another program",
}
ENGLISH = (
    "2 lines (drawing)",
    "1 cage with the text 'a (b)' (drawing)",
    "1,200 cells with several colours (drawing)",
    "3 thermometers outside the board (drawing)",
    "outlines of cages (drawing)",
    "rule 'torus'",
    "sentence 'Cells in fog are odd'",
    "rectangle 1",
    "9 counting circles",
    "a name of another program",
)


@pytest.mark.parametrize(("name", "english"), list(zip(GERMAN, ENGLISH, strict=True)), ids=ENGLISH)
def test_a_name_is_english_for_programs_and_german_for_germans(name: str, english: str) -> None:
    assert str(name) == in_words(name) == english
    with speaking("de"):
        assert in_words(name) == GERMAN[name]


def test_guesses_are_named_in_the_language_of_the_reader() -> None:
    guesses = Guesses(
        (("line", DRAWN), ("rectangle", DRAWN), ("line", DRAWN)),
        ("Grey lines are palindromes",),
        (),
    )
    reading = guesses.reading(Guess("palindrome", 2, (), frozenset({0, 1, 2}), frozenset({0})))
    assert reading.parts == ("line 1", "rectangle 1", "line 2")
    with speaking("ja"):
        assert in_words(reading.name) == "2 × 回文"
        assert [in_words(part) for part in reading.parts] == ["線1", "長方形1", "線2"]
        assert [in_words(part) for part in guesses.unexplained()] == [
            "線 2 本 (描画)",
            "長方形 1 個 (描画)",
            "文 'Grey lines are palindromes'",
        ]


def test_the_page_names_parts_in_its_language_and_gets_them_back() -> None:
    part = parts_in_words("line", DRAWN, 2)
    puzzle = replace(next(iter(read("1..4..1.2......3"))), uninterpreted=(part, "another"))
    with speaking("de"):
        data = json.loads(json.dumps(data_of_puzzle(puzzle)))
        again = requested_puzzle({"puzzle": data})
        assert (
            data["uninterpreted"] == list(again.uninterpreted) == ["2 lines (drawing)", "another"]
        )
        assert [in_words(each) for each in again.uninterpreted] == [
            "2 Linien (Zeichnung)",
            "another",
        ]
    assert SAID not in data_of_puzzle(puzzle)


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


def test_a_png_has_the_words_of_a_language_if_a_font_here_has_its_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = next(iter(read("1..4..1.2......3"))).with_rules("thermo: r1c1 r1c2")
    remarks: list[str] = []

    def picture(language: str, *fonts: str) -> bytes:
        monkeypatch.setattr(raster, "FONTS", fonts)
        raster.font_name.cache_clear()
        stream = BytesIO()
        with speaking(language), heard_by(remarks.append):
            FORMAT.write([Result(puzzle)], stream)
        return stream.getvalue()

    usual = raster.font_name("Käfig")
    english = picture("en")
    assert (picture("de"), len(remarks)) == (english, 1)
    assert "no font for a PNG" in remarks[0]
    if usual is not None:
        assert picture("de", usual) != english
        assert len(remarks) == 1
    raster.font_name.cache_clear()


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
