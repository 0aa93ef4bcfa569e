"""Explanations in every language: no English word is left, and no cell is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from rich.cells import cell_len

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.constraints.base import Domains
from cpsudoku.core.house_words import house_name
from cpsudoku.drawing.chain_tree import tree_text
from cpsudoku.drawing.step_picture import step_picture
from cpsudoku.drawing.terminal_steps import legend
from cpsudoku.runtime.errors import UnknownName
from cpsudoku.runtime.language import languages, speaking, translated
from cpsudoku.runtime.wide_lines import broken, wrapped
from cpsudoku.scene.layout import WORDS, Layout
from cpsudoku.scene.primitives import LETTER_WIDTH, fitted
from cpsudoku.teaching.credits import credit_text
from cpsudoku.teaching.hints import levels_of
from cpsudoku.teaching.lessons import lesson
from cpsudoku.techniques import RULE_TABLE, TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.chains.trees import tree_of
from cpsudoku.techniques.examples import all_examples, examples
from cpsudoku.techniques.texts import texts
from tests.chance import Chance
from tests.command import invoke, on_a_terminal
from tests.rules import random_rules

SMALL = "1..4..1.2......3"
OTHERS = [name for name in languages() if name != "en"]
CELL = re.compile(r"r\d+c\d+")
ENGLISH_WORD = re.compile(
    r"(?<!\w)(the|and|is|are|of|if|then|from|only|other|both|which|sees?|remove|hold|"
    r"cells?|digits?|candidates?|rows?|columns?|box(es)?|house|chain|"
    r"assumed|must|with|at|least|most|between|cannot|breaks|leaves|line|sum|rule|region|each|"
    r"would|by|but|every|missing|move|not)(?!\w)",
    re.IGNORECASE,
)


def steps() -> Iterator[tuple[Step, Candidates]]:
    """The first step of each technique in its example, as it is found."""
    for name, example in examples().items():
        candidates = example.position.candidates
        step = next(TECHNIQUES[name].find(candidates), None)
        assert step is not None, name
        yield step, candidates


def _words(step: Step, candidates: Candidates) -> str:
    """The four levels of a hint, its chain in full, and the legend of its picture."""
    tree = tree_of(step, candidates)
    chain = tree_text(tree) if tree is not None else ""
    return " ".join([*levels_of(step, candidates), chain, legend(step).plain])


def test_explanations_are_wholly_translated() -> None:
    count = 0
    for step, candidates in steps():
        english = _words(step, candidates)
        assert ENGLISH_WORD.search(english), english
        for language in OTHERS:
            with speaking(language):
                said = _words(step, candidates)
            assert not ENGLISH_WORD.search(said), (language, said)
            assert set(CELL.findall(said)) == set(CELL.findall(english)), (language, said)
            count += 1
    assert count == 4 * len(set(TECHNIQUES) - set(RULE_TABLE))


@pytest.mark.parametrize("language", OTHERS)
def test_no_lesson_has_an_english_sentence(language: str) -> None:
    sections = {text for each in texts().values() for _, text in each.sections}
    assert len(sections) > 420
    with speaking(language):
        for english in sections:
            said = translated(english)
            assert said != english
            assert not ENGLISH_WORD.search(said), said
            assert set(CELL.findall(said)) == set(CELL.findall(english)), said


def test_the_sources_of_positions_are_translated() -> None:
    sources = {each.source for every in all_examples().values() for each in every}
    sources |= {each for name in RULE_TABLE for each in lesson(name).sources}
    for source in sources:
        assert credit_text(source) == source
        with speaking("fr"):
            assert credit_text(source) != source


def test_a_step_is_worded_when_it_is_read() -> None:
    step = cpsudoku.explain(SMALL).steps[0]
    assert step.text_in("de").startswith("In Block 2 kann die 3 nur in r1c3 stehen")
    with speaking("ja"):
        assert step.text.startswith("ブロック2で3が入るのはr1c3だけです")
        assert step.to_data()["text"].startswith("In box 2, only r1c3 can hold 3")
    assert step.text.startswith("In box 2, only r1c3 can hold 3")
    with pytest.raises(UnknownName, match="unknown language 'xx'"):
        step.text_in("xx")


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_words_change_only_for_terminals_and_lang(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = (command, SMALL) if command == "explain" else (command, SMALL, "--level", "4")
    english = invoke(*options).out
    monkeypatch.setenv("LANGUAGE", "de")
    assert invoke(*options).out == english
    german = invoke(*options, "--lang", "de").out
    assert "In Block 2 kann die 3 nur in r1c3 stehen" in german
    assert "Block 2" in on_a_terminal(*options, LANGUAGE="de")[1]
    assert invoke(*options, "--lang", "fr", "--json").out == invoke(*options, "--json").out


def test_feedback_is_in_the_language_of_the_learner() -> None:
    exercise = cpsudoku.exercise_of(SMALL, "hidden single")
    assert exercise is not None
    with speaking("de"):
        assert exercise.check([(2, 3)]).text.startswith("Richtig. In Block 2 kann die 3 nur")
        assert (
            exercise.check([(2, 1)]).text == "r1c3 kann nicht die 1 sein: es sieht die 1 in r1c1."
        )
        assert not ENGLISH_WORD.search(exercise.check([(2, 2)]).text)


def test_japanese_lines_break_between_letters() -> None:
    with speaking("ja"):
        text = cpsudoku.explain(SMALL).steps[0].text
    lines = broken(text, 20).split("\n")
    assert "".join(lines) == text
    assert max(cell_len(line) for line in lines) <= 20
    assert not any(line.startswith(("\u3001", "\u3002", "\uff09")) for line in lines)
    assert len(lines) > 2
    assert any("r1c3" in line for line in lines)
    assert broken("a long line in English " * 9, 20) == "a long line in English " * 9


def test_no_japanese_line_begins_or_ends_with_a_mark_of_its_neighbour() -> None:
    text = (
        "\u3010\u6570\u72ec\u3011\u300c\u30c1\u30a7\u30c3\u30af\u300d\uff08r1c2\uff09"
        "\u30fb\u30ab\u30fc\u30c9\u3001\u300e\u3061\u3087\u3063\u3068\u300f (r3c4)\u3002"
        "\u3044\u3063\u305f\uff01"
    )
    for width in range(6, 40):
        lines = wrapped(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        for one, other in pairwise(lines):
            assert other[0] not in (
                "\u3001\u3002\u300d\u300f\u3011\uff09\uff01\u30fb\u30fc\u3063\u3087\u30a7\u30c3"
            )
            assert one[-1] not in "\u300c\u300e\u3010\uff08("


def test_the_words_below_a_picture_fit_its_width_in_japanese() -> None:
    board = Board.of_size(9)
    words = ("\u6570\u72ec\u306e\u30eb\u30fc\u30eb\u306f\u3001" * 20,)
    lines = Layout(board, words=words).lines
    assert len(lines) > 5
    assert all(cell_len(line) * LETTER_WIDTH * WORDS <= board.width for line in lines)
    shortened = fitted(words[0], 10.0, 1.0)
    assert shortened.endswith("...")
    assert cell_len(shortened) * LETTER_WIDTH <= 10


def rule_steps(name: str, random: Random, count: int) -> Iterator[tuple[Constraint, Domains]]:
    """A rule with random candidates in its cells, from which it excludes some."""
    for _, rule in random_rules(random, name, count):
        cells = sorted(set(rule.cells))
        if cells and max(cells) >= len(rule.board):
            continue  # techniques know rules about cells only
        for share in (1.0, 0.7, 0.4, 0.2):
            yield (
                rule,
                {
                    cell: [v for v in rule.board.values if random.random() < share]
                    or [random.choice(rule.board.values)]
                    for cell in range(len(rule.board))
                },
            )


@pytest.mark.parametrize("name", list(CONSTRAINTS))
def test_what_a_rule_excludes_is_wholly_translated(name: str, chance: Chance) -> None:
    for rule, domains in rule_steps(name, chance.random(name), 150 if chance.exhaustive else 3):
        for language in OTHERS:
            with speaking(language):
                excluded = list(rule.narrow(domains))
                said = [rule.named, *(each.reason for each in excluded)]
                if excluded:
                    said.append(rule.conclusion(domains, excluded))
                said.append(rule.sets_text(domains))
                houses = [house_name(house.name) for house in rule.houses()]
            for text in [*said, *houses]:
                words = re.sub("'[^']*'", "", text)  # without formulas, such as 'a<b and b>2'
                assert not ENGLISH_WORD.search(words), (language, name, text)


def test_japanese_words_beside_pictures_have_room() -> None:
    step, candidates = next(each for each in steps() if each[0].technique == "xyz-wing")
    with speaking("ja"):
        svg = step_picture(candidates, step)
    texts = re.findall(r'<text x="(\S+)" y="(\S+)" font-size="13" [^>]*>([^<]+)<', svg)
    assert len(texts) > 2
    for (x, y, words), (after, below, _) in pairwise(texts):
        assert y != below or float(x) + 6.5 * cell_len(words) < float(after) - 22, words
    assert all(cell_len(line) <= 20 for line in wrapped("数独のルール。" * 9, 20))
    assert wrapped("the rules of the puzzle", 12) == ["the rules of", "the puzzle"]
