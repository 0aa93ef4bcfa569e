"""A sentence is understood only if its whole content is what a rule says."""

from __future__ import annotations

from time import process_time

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import _short
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.drawn.phrases import pieces_of
from cpsudoku.formats.links.drawn.sayings import all_phrases, rules_with_sayings
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of
from cpsudoku.solving.interpreting import interpreted
from tests.chance import Chance
from tests.further_sentences import SAYS_FURTHER
from tests.more_sentences import SAYS_MORE
from tests.other_sentences import SAYS_OTHERWISE
from tests.sentences import FOREIGN, USUAL, listed
from tests.test_drawings import READ, puzzle_with
from tests.worded_sentences import SAYS_WORDED

STRANGE = listed(FOREIGN)
BOARDS = (Board.boxes(3, 3), Board.boxes(2, 3))


@pytest.mark.parametrize("name", READ)
def test_a_strange_sentence_in_a_right_link_is_never_taken(name: str, chance: Chance) -> None:
    text, parts, _, names = READ[name]
    strange = chance.part(STRANGE, 4)
    puzzle = interpreted(puzzle_with("\n".join([text, *strange]), parts))
    left = set(puzzle.uninterpreted)
    assert [sentence for sentence in strange if f"sentence {_short(sentence)}" not in left] == []
    assert list(puzzle.interpreted) == names


@pytest.mark.parametrize("subject", USUAL)
def test_usual_sentences_are_taken(subject: str) -> None:
    for text in listed(USUAL[subject]):
        some = [RuleWords(sentences_of(text), board) for board in BOARDS]
        for number, sentence in enumerate(some[0].lower):
            is_known = any(some[0].said[number].says(key) for key in rules_with_sayings())
            assert is_known or any(number in words.plain for words in some), sentence


def test_every_phrase_has_a_word_that_is_not_filler() -> None:
    empty = [each for each in all_phrases() if not all(part.first for part in pieces_of(each))]
    assert empty == []


def left_over(text: str, *rules: str) -> list[str]:
    """What is not understood of a text about rules on an empty board."""
    puzzle = Puzzle.parse("." * 81).with_rules(*rules)
    guesses = guesses_for(Drawing(puzzle.board), (), text, puzzle.constraints, (), looks={})
    return list(guesses.unexplained())


@pytest.mark.parametrize(
    ("rule", "right", "others"),
    [
        (rule, *texts)
        for each in (SAYS_OTHERWISE, SAYS_MORE, SAYS_WORDED, SAYS_FURTHER)
        for rule, texts in each.items()
    ],
)
def test_a_sentence_about_a_rule_is_taken_only_if_it_says_what_the_rule_does(
    rule: str, right: str, others: str
) -> None:
    text = f"Normal sudoku rules apply.\n{right}"
    assert left_over(text, rule) == []
    for other in listed(others):
        assert f"sentence {_short(other)}" in left_over(f"{text}\n{other}", rule), other


def test_a_sentence_about_a_rule_that_was_read_and_one_that_was_not_needs_the_other() -> None:
    text = "Digits in grey circles are odd and orthogonally adjacent digits differ by at most 3"
    assert left_over(text.partition(" and ")[0], "odd: r1c1") == []
    assert left_over(text, "odd: r1c1")


def test_a_sentence_may_say_which_of_two_things_numbers_outside_are() -> None:
    text = (
        "Numbers outside show either the sum of the indicated diagonal or the sum of the cells "
        "sandwiched between the 1 and the 9 in a row or column"
    )
    assert left_over(text, "sandwich 10: row 1", "little-killer 12: r1c2 r2c1") == []
    other = text.replace("sum of the indicated", "product of the indicated")
    assert left_over(other, "sandwich 10: row 1", "little-killer 12: r1c2 r2c1")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sudoku 1-9", 0),
        ("Sudoku 0-8", 1),
        ("9x9 Sudoku with digits from 1 to 9", 0),
        ("Normal 6x6 sudoku rules apply", 1),
        ("Place the digits 0-8 in each row, column and box", 1),
        ("Place the digits 1-9 in each row, column and 3x3 box", 0),
        ("Place the digits 1 through 9 in each empty cell", 0),
        ("Digits must not repeat in any row, column or box", 0),
        ("Cages show their sums, and X joins two cells that sum to 10", 0),
        ("1) Cages: the sum of the digits in a cage is equal to the number in its corner", 0),
        ("1) Cages: the product of the digits in a cage is equal to the number in its corner", 1),
        ("Not all X's and V's given", 0),
        ("Xs (not all are given) join two cells that sum to 10", 0),
        ("Xs (not all are cells) join two cells that sum to 10", 1),
        (
            "\U0001d5d7\U0001d5f6\U0001d5f4\U0001d5f6\U0001d601\U0001d600 in a cage "
            "sum to the total",
            0,
        ),
        ("The grid is partially covered in fog", 0),
        ("Placing correct digits clears the fog from the surrounding cells", 0),
        ("The fog covers nine odd digits", 1),
        ("All X/V clues are given, but may be hidden in the fog", 1),
        ("No X is missing", 1),
        ("Cages show their sums, and X joins two cells that sum to 9", 1),
        ("Shell: digits in a shell (cage) sum to the number in the corner", 0),
        ("Digits in a shell (cage) sum to the number in the corner", 1),
    ],
)
def test_every_word_of_a_sentence_counts(text: str, left: int) -> None:
    assert len(left_over(text, "killer 12: r1c1 r1c2", "xv X: r3c1 r3c2")) == left


def test_not_all_marks_are_given_contradicts_all_marks_are_given() -> None:
    negative = ("white: r1c1 r1c2", "negative white")
    assert left_over("All white dots are given", *negative) == []
    assert left_over("Not all white dots are given", *negative) != []
    assert left_over("Not all Vs are given", *negative) == []
    assert left_over("Not all white dots are given", negative[0]) == []


def test_to_say_where_a_rule_holds_is_not_to_say_what_it_does() -> None:
    text = "In cages, digits sum to the small clue in the corner (if given)"
    words = RuleWords(sentences_of(text), BOARDS[0])
    assert words.about("killer")
    assert not words.about("equal cage")
    assert RuleWords(sentences_of("Killer, thermometers"), BOARDS[0]).about("thermo")


def test_all_cells_of_a_clue_are_not_all_clues() -> None:
    text = "A number outside the grid shows the sum of all the cells on the indicated diagonal"
    assert RuleWords(sentences_of(text), BOARDS[0]).about("little-killer")


ALL_CELLS = " ".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))
AREA = "There is an additional area (cage) where all digits from 1 to 9 must appear exactly once"


@pytest.mark.parametrize(
    ("text", "rule", "other"),
    [
        ("Column indexer everywhere", f"column-indexer: {ALL_CELLS}", "column-indexer: r1c1"),
        ("Global row indexers", f"row-indexer: {ALL_CELLS}", "row-indexer: r1c1"),
        (AREA, "killer: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r4c1", "killer: r1c1 r1c2"),
        (AREA, "killer: r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r4c1", "killer 12: r1c1 r1c2"),
    ],
)
def test_a_sentence_about_all_cells_or_digits_needs_a_rule_for_all(
    text: str, rule: str, other: str
) -> None:
    assert left_over(text, rule) == []
    assert left_over(text, other) != []


ABOUT_MUCH = (
    "Digits along the renban lines, between circles, in cages and on arrows sum to the number of "
    "dots on each side, or differ by at least 5 from their neighbours, or increase from the bulb, "
)
HOSTILE = {
    "300 sentences about all rules": "\n".join(f"{2 * ABOUT_MUCH}{n}" for n in range(300)),
    "10 MB of sentences": "digits sum to the circle. " * 400_000,
    "nested brackets": "(" * 10_000_000,
    "every word a colour": "red blue green grey " * 500_000,
    "names": f"{'strange ' * 4}: {'strange ' * 70}\n" * 300,
    "no spaces": "a" * 10_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_ends_in_seconds_and_is_named(text: str) -> None:
    before = process_time()
    left = left_over(text, "killer 12: r1c1 r1c2")
    assert process_time() - before < 3  # a quiet machine needs 0.6
    assert left


def test_an_example_restricts_nothing_but_ends_with_its_brackets() -> None:
    text = "Thermometers are strange\nE.g. a 3 may be on such a line"
    assert left_over(text) == [f"sentence {_short(text.splitlines()[0])}"]
    rule = "Digits along a thermometer increase from the bulb"
    thermo = "thermo: r1c1 r1c2 r1c3"
    assert left_over(f"{rule} (e.g. 1, 3 (or 4) and 5)", thermo) == []
    assert len(left_over(f"{rule} (e.g. 1, 3 and 5), but not in box 3", thermo)) == 1
    assert len(left_over("E.g. a 3 may be on such a line")) == 1


def test_the_rest_of_a_long_text_is_named() -> None:
    known = "Digits may repeat along an arrow.\n"
    assert left_over(known * 300) == []
    assert any("more characters" in part for part in left_over(known * 1000))


def test_the_lists_are_long() -> None:
    assert sum(len(listed(text)) for text in USUAL.values()) >= 100
    assert len(STRANGE) >= 150
    assert sum(len(listed(others)) for _, others in SAYS_OTHERWISE.values()) >= 230
