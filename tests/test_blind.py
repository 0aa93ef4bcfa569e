"""Drawings become rules without a stored solution if everything is used and one reading is left."""

from __future__ import annotations

import json

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import choices, interpreting
from cpsudoku.solving.interpreting import interpreted
from tests.command import invoke
from tests.puzzles import WIKIPEDIA
from tests.test_drawings import GREEN, PURPLE, READ, Data, line, puzzle_with, ring, words
from tests.test_sudokupad import link_of, scl

RENBAN = ("Purple lines are renbans.", {"lines": [line("r1c1", "r1c3", colour=PURPLE)]})
# Drawings with two readings that this puzzle allows, or that the file reads in another way.
DOUBTFUL = {"renban of two lines", "V is a sign", "a cage whose digits repeat"}
ACCEPTED = {name: case for name, case in READ.items() if name not in DOUBTFUL}


def blind(text: str, parts: Data, givens: str = WIKIPEDIA) -> Puzzle:
    """The puzzle without a stored solution, as its drawings are read."""
    return interpreted(puzzle_with(text, parts, givens, solution=""))


@pytest.mark.parametrize(("text", "parts", "rules", "names"), ACCEPTED.values(), ids=ACCEPTED)
def test_the_only_complete_reading_is_accepted(
    text: str, parts: Data, rules: list[str], names: list[str]
) -> None:
    puzzle = blind(text, parts)
    wanted = Puzzle.parse(WIKIPEDIA).with_rules(*rules)
    assert set(puzzle.constraints) == set(wanted.constraints)
    assert sorted(puzzle.interpreted) == sorted(names)
    assert puzzle.uninterpreted == ()


def test_of_two_readings_neither_is_accepted_and_both_are_named() -> None:
    puzzle = blind(*READ["renban of two lines"][:2])
    assert (puzzle.constraints, puzzle.interpreted) == ((), ())
    assert "guess 2 renbans or 1 renban (each has exactly one solution)" in puzzle.uninterpreted


def test_of_two_readings_the_one_that_implies_the_other_is_accepted() -> None:
    lines = [line("r1c4", "r1c6", colour=PURPLE), line("r1c6", "r1c9", colour=PURPLE)]
    text = "Any three cells in a row on a purple line have different remainders modulo 3."
    puzzle = blind(text, {"lines": lines})
    wanted = Puzzle.parse(WIKIPEDIA).with_rules("modular 3: r1c4 r1c5 r1c6 r1c7 r1c8 r1c9")
    assert puzzle.constraints == wanted.constraints
    assert puzzle.uninterpreted == ()


def test_a_meaning_that_a_sentence_gives_comes_before_a_usual_one() -> None:
    green = {"lines": [line("r7c1", "r7c2", colour=GREEN)]}
    puzzle = blind("Digits along each line have different values.", green)
    assert puzzle.interpreted == ("1 no-repeat line",)


FAILED = {
    "a reading has no solution": (
        RENBAN[0],
        {"lines": [line("r1c4", "r1c8", colour=PURPLE)]},
        WIKIPEDIA,
        "guess 1 renban (then it has no solution)",
    ),
    "a reading has several solutions": (
        *RENBAN,
        "." * 81,
        "guess 1 renban (then it has several solutions)",
    ),
    "a sentence is not understood": (
        f"{RENBAN[0]} Cells in fog are odd.",
        RENBAN[1],
        WIKIPEDIA,
        "guess 1 renban (no stored solution to test this guess)",
    ),
    "a sentence says another thing": (
        f"{RENBAN[0]} Digits along purple lines increase.",
        RENBAN[1],
        WIKIPEDIA,
        "guess 1 renban (no stored solution to test this guess)",
    ),
    "a drawing has another colour": (
        RENBAN[0],
        {"lines": [*RENBAN[1]["lines"], line("r5c1", "r5c4", colour="#ff0000")]},
        WIKIPEDIA,
        "guess 1 renban, 1 renban (no stored solution to test this guess)",
    ),
}


@pytest.mark.parametrize(("text", "parts", "givens", "remark"), FAILED.values(), ids=FAILED)
def test_nothing_is_accepted_in_part(text: str, parts: Data, givens: str, remark: str) -> None:
    puzzle = blind(text, parts, givens)
    assert (puzzle.constraints, puzzle.interpreted) == ((), ())
    assert remark in puzzle.uninterpreted


SWALLOWED = {
    "a shape": ("odd and even", "The yellow squares contain odd digits."),
    "circles of lines": ("dots", "The two circles of a line contain consecutive digits."),
    "the same digit": ("odd and even", "Cells a knight's move apart must have the same digit."),
    "consecutive is missing": (
        "whispers",
        "Renban lines contain non-repeating digits in any order.",
    ),
}


@pytest.mark.parametrize(("name", "sentence"), SWALLOWED.values(), ids=SWALLOWED)
def test_a_sentence_about_something_else_is_not_taken(name: str, sentence: str) -> None:
    text, parts, _, _ = READ[name]
    assert blind(text, parts).uninterpreted == ()
    assert any("sentence" in part for part in blind(f"{text} {sentence}", parts).uninterpreted)


def test_a_reading_that_is_not_proved_is_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreting, "_result", lambda choice, deadline: interpreting.UNDECIDED)
    assert "guess 1 renban (undecided after 30 s)" in blind(*RENBAN).uninterpreted


def test_too_many_readings_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST_CHOICES", 1)
    puzzle = blind(*READ["renban of two lines"][:2])
    assert any("too many ways to read it" in part for part in puzzle.uninterpreted)


def test_the_verdict_and_json_say_how_it_was_read() -> None:
    text, parts = RENBAN
    link = link_of(scl(**parts, metadata={"rules": text, "solution": ""}))
    done = invoke("check", link)
    said = "read from 1 sentence and 1 drawn part, without a stored solution: 1 renban"
    assert (done.code, said in done.out) == (0, True)
    data = json.loads(invoke("check", link, "--json").out)
    assert data["readings"] == [
        {
            "name": "1 renban",
            "rules": ["renban: r1c1 r1c2 r1c3"],
            "sentences": ["sentence 1: Purple lines are renbans"],
            "parts": ["line 1"],
        }
    ]
    fog = link_of(scl(**parts, metadata={"rules": f"{text} Cells in fog are odd.", "solution": ""}))
    assert invoke("check", fog).code == 3


RED = line("r9c1", "r9c3", colour="#ff0000")
WITH_RED = f"{RENBAN[0]} Red lines are strange."


def link(text: str, *lines: Data) -> str:
    """A link with these rules in words and lines, without a solution."""
    return link_of(scl(lines=list(lines), metadata={"rules": text, "solution": ""}))


def test_guesses_are_accepted_on_request_and_stay_named() -> None:
    text = link(WITH_RED, *RENBAN[1]["lines"], RED)
    assert [puzzle.constraints for puzzle in cpsudoku.read(text)] == [()]
    (puzzle,) = cpsudoku.read(text, accept_guesses=True)
    said = [cpsudoku.convert(text, to="json", accept_guesses=wish).text for wish in (False, True)]
    assert ['"rule": "renban"' in each for each in said] == [False, True]
    assert (len(puzzle.constraints), puzzle.interpreted) == (1, ("1 renban",))
    assert puzzle.uninterpreted[:2] == (
        "1 line (drawing)",
        "guess 1 renban (accepted without proof)",
    )
    done = invoke("check", text, "--accept-guesses")
    assert (done.code, "accepted without proof" in done.out) == (3, True)


def test_guesses_that_leave_no_solution_are_not_accepted() -> None:
    text = "Purple lines are renbans. Adjacent digits on a green line differ by at least 5."
    lines = [line("r1c1", "r1c3", colour=PURPLE), line("r1c1", "r1c2", colour=GREEN)]
    parts = {"lines": [*lines, RED]}
    found = puzzle_with(f"{text} Red lines are strange.", parts, WIKIPEDIA, solution="")
    puzzle = interpreted(found, accept_guesses=True)
    assert [rule.name for rule in puzzle.constraints] == ["renban"]
    assert "guess 1 renban (accepted without proof)" in puzzle.uninterpreted
    assert "guess 1 whispers line (then it has no solution)" in puzzle.uninterpreted


def test_all_sentences_are_listed_with_those_that_are_left() -> None:
    text = link(f"{WITH_RED} Normal sudoku rules apply.", *RENBAN[1]["lines"])
    for without, left in ((None, [True, True, False]), ("sentence 2", [False] * 3)):
        (puzzle,) = cpsudoku.read(text, without=without)
        assert [each.is_left for each in puzzle.sentences] == left
    data = json.loads(invoke("check", text, "--json").out)
    assert data["sentences"][1] == {"text": "Red lines are strange", "left": True}
    assert [each["text"] for each in data["sentences"]][2] == "Normal sudoku rules apply"


def test_a_sentence_can_be_left_out() -> None:
    text = link(WITH_RED, *RENBAN[1]["lines"])
    assert invoke("check", text).code == 3
    done = invoke("check", text, "--without", "sentence 2")
    assert (done.code, "1 renban" in done.out) == (0, True)
    (puzzle,) = cpsudoku.read(text, without=["sentence 1", "sentence 2"])
    assert (puzzle.constraints, puzzle.uninterpreted) == ((), ("1 line (drawing)",))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            link(WITH_RED),
            "'sentence 3' is not a sentence of the rules; "
            "the sentences are 'sentence 1' to 'sentence 2'",
        ),
        (
            link("Purple lines are renbans"),
            "'sentence 3' is not a sentence of the rules; use 'sentence 1'",
        ),
        (WIKIPEDIA, "'sentence 3' is not a sentence of the rules; there are no sentences"),
    ],
)
def test_a_sentence_that_does_not_exist_is_an_error(text: str, problem: str) -> None:
    done = invoke("check", text, "--without", "sentence 3")
    assert (done.code, problem in done.err) == (2, True)


def test_converting_writes_the_sentences_as_comments() -> None:
    done = invoke("convert", link(*RENBAN[:1], *RENBAN[1]["lines"]), "--to", "grid")
    assert "# sentence 1: Purple lines are renbans\nrenban: r1c1 r1c2 r1c3\n" in done.out
    assert Puzzle.parse(done.out) == Puzzle.parse(done.out.replace("# sentence", "#"))
    assert [rule.name for rule in Puzzle.parse(done.out).constraints] == ["renban"]


BETWEEN: Data = {
    "lines": [line("r1c2", "r1c6", thickness=2)],
    "underlays": [ring("r1c2"), ring("r1c6")],
}
TITLES = {
    "a title that names the rule": ("Between Lines", ("1 between line",), 0),
    "a title with other words": ("Between Lines of Poetry", (), 3),
    "a title about something that is not drawn": ("Thermo Sudoku", (), 3),
}


@pytest.mark.parametrize(("title", "names", "code"), TITLES.values(), ids=TITLES)
def test_a_title_without_rules_names_what_is_drawn(
    title: str, names: tuple[str, ...], code: int
) -> None:
    text = link_of(scl(**BETWEEN, metadata={"title": title, "rules": "", "solution": ""}))
    (puzzle,) = cpsudoku.read(text)
    assert puzzle.interpreted == names
    assert invoke("check", text).code == code
    if names:
        assert puzzle.readings[0].sentences == (f"sentence 1: Title: {title}",)


WORDLESS: dict[str, tuple[Data, tuple[str, ...]]] = {
    "diagonals from corner to corner": (
        {"lines": [{"wayPoints": [[0, 0], [9, 9]]}, {"wayPoints": [[0, 9], [9, 0]]}]},
        (),
    ),
    "sandwiches": ({"overlays": [words([-0.5, 0.5], "0")]}, ()),
    "x-sums": ({"overlays": [words([0.5, -0.5], "25")]}, ("1 x-sum",)),
    "numbers with two meanings": ({"overlays": [words([4.5, 9.5], "3")]}, ()),
}


@pytest.mark.parametrize(("parts", "names"), WORDLESS.values(), ids=WORDLESS)
def test_a_drawing_without_any_words_has_its_usual_meaning_if_only_one_fits(
    parts: Data, names: tuple[str, ...]
) -> None:
    value = puzzle_with("", parts, solution="", rules="")
    assert interpreted(value).interpreted == names


def test_a_title_alone_adds_no_rule() -> None:
    text = link_of(scl(metadata={"title": "Anti-Knight", "rules": "", "solution": ""}))
    (puzzle,) = cpsudoku.read(text)
    assert (puzzle.constraints, puzzle.uninterpreted) == ((), ())


def test_rules_that_are_added_one_by_one_all_hold() -> None:
    rules = ("--rules", "diagonals,anti-king", "--rule", "windows", "--rule", "even: r1c3")
    printed = invoke("convert", WIKIPEDIA, "--to", "grid", *rules).out
    assert printed.split("\n\n")[0].splitlines()[-4:] == [
        "diagonals",
        "anti-king",
        "windows",
        "even: r1c3",
    ]
