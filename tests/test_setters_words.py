"""Remarks, short forms and other names that setters use for rules that were read or drawn."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import Guess
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of
from cpsudoku.solving.choices import complete_choices
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import SOLVED
from tests.test_drawings import line, pairs_of, puzzle_with
from tests.test_f_puzzles import data, puzzle_of
from tests.test_sentences import left_over

GREEN = "#40c040"
WITHOUT = Board.without_boxes(6)
NINES = ("column-indexer: column 1", "column-indexer: column 5", "column-indexer: column 9")
TRIPLE = "renban: r1c1 r1c2 r1c3"
TRIPLES = "Along each line, every set of three contiguous digits forms a set of consecutive digits"


@pytest.mark.parametrize(
    ("text", "rules", "others"),
    [
        ("Dutch whispers", ("whispers 4: r1c1 r1c2",), ("whispers 5: r1c1 r1c2",)),
        ("German whispers", ("whispers 5: r1c1 r1c2",), ("whispers 4: r1c1 r1c2",)),
        ("1-5-9 rules apply", NINES, NINES[:2]),
        ("Killer sudoku with disjoint groups", ("killer 9: r1c1 r1c2", "disjoint-groups"), NINES),
        (TRIPLES, (TRIPLE,), (TRIPLE, "renban: r3c1 r3c2")),
        (f"{TRIPLES}. The line 5314 is not valid, because 531 is none", (TRIPLE,), ("anti-king",)),
        ("Less than signs point at the smaller digit", ("thermo: r1c1 r1c2",), (TRIPLE,)),
        ("Cells separated\n- by an X sum to 10\n- by a V sum to 5", ("xv X: r1c1 r1c2",), ()),
        ("All purple lines are given", None, ("white: r1c1 r1c2", "negative white")),
        ("slow thermo without branching", ("slow-thermo: r1c1 r1c2",), ()),
        ("Sandwich rules apply", ("sandwich 9: row 1",), ("x-sum 9: row 1",)),
        ("Played at the championship 2019", (), None),
        ("Played by 12 people", None, ()),
        ("There are no regions", None, ()),
        ("If the rules do not apply, sandwiches do", None, ("sandwich 9: row 1",)),
        ("Each pair of adjacent digits on a line forms a number divisible by 5", None, ()),
    ],
)
def test_setters_have_other_words_for_rules(
    text: str, rules: tuple[str, ...] | None, others: tuple[str, ...] | None
) -> None:
    assert rules is None or left_over(text, *rules) == []
    assert others is None or left_over(text, *others) != []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Orth. adj. cells have diff. parity", "opposite parity of neighbours"),
        ("Orth. adj. digits are diff. mod3", "different remainders of neighbours"),
    ],
)
def test_words_may_be_short(text: str, key: str) -> None:
    assert RuleWords(sentences_of(text), Board.of_size(9)).about(key) == {0}


@pytest.mark.parametrize(
    ("text", "rules", "wanted"),
    [
        ("The grid wraps around", ("anti-knight",), ["toroidal anti-knight"]),
        (
            "The grid wraps around",
            ("anti-knight", "non-consecutive"),
            ["toroidal anti-knight", "toroidal-non-consecutive"],
        ),
        (
            "Rows and columns wrap around, antiknight applies to opposite edges",
            ("anti-knight", "non-consecutive"),
            ["toroidal anti-knight"],
        ),
        ("The grid wraps around", ("killer 9: r1c1 r1c2",), []),
        ("The grid does not wrap around", ("anti-knight",), []),
    ],
)
def test_rules_may_hold_across_the_edges(
    text: str, rules: tuple[str, ...], wanted: list[str]
) -> None:
    puzzle = Puzzle.parse("." * 81).with_rules(*rules)
    guesses = guesses_for(Drawing(puzzle.board), (), text, puzzle.constraints, (), looks={})
    found = [each for question in guesses.questions for each in question if each.rules]
    assert [line_of(rule) for each in found for rule in each.rules] == wanted
    assert guesses.unexplained()  # no rule that was read says so


def test_what_is_said_of_neighbours_holds_across_the_edges() -> None:
    text = "Orthogonally adjacent digits do not sum to 9. The grid wraps around."
    guesses = puzzle_with(text, {}).guesses
    assert guesses is not None
    (torus,) = (each[0] for each in guesses.questions if each[0].noun == "torus")
    assert line_of(torus.rules[0]) == "pair a+b!=9: r1c1 r1c9"
    assert len(torus.rules) == 18


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Anti-knight and anti-king rules apply", "anti-knight"),
        ("Killer sudoku with disjoint groups", "killer 9: r1c1 r1c2"),
    ],
)
def test_a_sentence_that_names_a_rule_more_is_not_about_those_that_were_read(
    text: str, rule: str
) -> None:
    assert left_over(text, rule) != []


@pytest.mark.parametrize(("text", "is_plain"), [("There are no regions", True), ("No box", True)])
def test_a_board_without_regions_has_none(text: str, is_plain: bool) -> None:
    words = RuleWords(sentences_of(f"Normal 6x6 rules apply; however, {text}"), WITHOUT)
    assert words.plain == frozenset({0, 1} if is_plain else {0})


@pytest.mark.parametrize(
    ("turns", "name"), [(False, "negative lines"), (True, "")], ids=["straight", "diagonal"]
)
def test_all_lines_may_be_given(turns: bool, name: str) -> None:
    far = [(a, b) for a, b in pairs_of(SOLVED) if abs(int(SOLVED[a]) - int(SOLVED[b])) > 4]
    drawn = [line(*map(Board.of_size(9).cell_name, pair), colour=GREEN) for pair in far]
    drawn += [line("r1c6", "r2c7", colour=GREEN)] if turns else []  # other diagonals are not drawn
    text = "Adjacent digits along a green line differ by at least 5. All green lines are given."
    puzzle = interpreted(puzzle_with(text, {"lines": drawn}))
    assert puzzle.interpreted == (f"{len(drawn)} whispers lines", *([name] if name else []))
    assert bool(puzzle.uninterpreted) is turns
    also = [*drawn, line("r1c1", "r1c3", colour="#c040c0")]  # without a relation of neighbours
    mixed = puzzle_with(text.replace("All green", "All"), {"lines": also}).guesses
    assert mixed is not None
    assert not any(guess.noun == "negative lines" for each in mixed.questions for guess in each)
    other = puzzle_with(text.replace("All green", "All purple"), {"lines": drawn}).guesses
    assert other is not None
    assert not any(guess.noun == "negative lines" for each in other.questions for guess in each)
    fewer = interpreted(puzzle_with(text, {"lines": drawn[1:]}))
    assert fewer.interpreted == (f"{len(drawn) - 1} whispers lines",)
    assert any("All green lines" in each for each in fewer.uninterpreted)


SHORT_NAMES = (
    *("Antiknight", "antiking, antiknight", "nonconsecutive", "xv", "No roping anywhere", "Quads"),
    *("Windoku", "Squishdoku", "orth. adj. diff. mod5", "Little killers", "Disjoint groups"),
    *("Deconstruction", "Global entropy", "Indexers", "Killers", "This is an antiknight sudoku"),
    *("Enjoy this disjoint groups sudoku", "My first windoku", "Welcome to my XV puzzle"),
)


@pytest.mark.parametrize("name", SHORT_NAMES)
def test_a_short_name_of_a_rule_is_no_remark(name: str) -> None:
    puzzle = interpreted(puzzle_with(name, {}, "." * 81, solution=""))
    assert f"sentence {name!r}" in puzzle.uninterpreted


def test_what_follows_a_bracket_is_said_of_the_same_rule() -> None:
    text = "Cells separated by a knight's move (in chess) must {}contain the same digit."
    right, wrong = (puzzle_with(text.format(word), {}, "." * 81) for word in ("not ", ""))
    assert {each.name for each in guesses_of(right)} == {"anti-knight"}
    assert "anti-knight" not in {each.name for each in guesses_of(wrong)}


def guesses_of(puzzle: Puzzle) -> list[Guess]:
    """All guesses about sentences."""
    assert puzzle.guesses is not None
    return [each for some in puzzle.guesses.questions for each in some if each.sentences]


TWO_RULES = (
    "Anti-knight and anti-king rules apply.",
    "Cells a knight's move or a king's move apart cannot contain the same digit.",
    "Neighbouring digits do not sum to 10 and are not consecutive.",
    "Orthogonally adjacent digits have a different parity and different remainders mod 3.",
    "The windows and the diagonals contain each digit once.",
)


@pytest.mark.parametrize("text", TWO_RULES)
def test_a_sentence_about_two_rules_is_not_explained_by_one_of_them(text: str) -> None:
    puzzle = puzzle_with(text, {}, "." * 81, solution="")
    assert puzzle.guesses is not None
    choices = complete_choices(puzzle, puzzle.guesses)
    assert choices
    assert all(len(choice.guesses) == 2 for choice in choices)


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("Gray circles are odd and gray squares are even", True),
        ("Cells with gray circles/squares contain an odd/even digit", True),
        ("Gray circles are odd and gray squares are odd", False),
        ("Cells in grey circles are even", False),
    ],
)
def test_odd_and_even_digits_have_their_shapes(text: str, is_right: bool) -> None:
    cells = {"odd": [{"cell": "R1C1"}], "even": [{"cell": "R5C5"}]}
    puzzle = puzzle_of(data() | cells | {"ruleset": text})
    assert (puzzle.uninterpreted == ()) == is_right
