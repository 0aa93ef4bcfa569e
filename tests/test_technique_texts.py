"""What is written about techniques: texts, other names, legends, examples, and pages."""

from __future__ import annotations

import re
from itertools import chain

import pytest

import cpsudoku
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.drawing.looks import legend_of
from cpsudoku.runtime.errors import UnknownName
from cpsudoku.solving import as_puzzle, settle
from cpsudoku.teaching.explanation import explained
from cpsudoku.teaching.lessons import KINDS, lesson
from cpsudoku.techniques import ROWS, RULE_TABLE, TABLE, TECHNIQUES, technique_name
from cpsudoku.techniques.base import BLOCKER
from cpsudoku.techniques.examples import all_examples
from cpsudoku.techniques.reasons import blocked_in, seen_digits, with_reasons
from cpsudoku.techniques.rules.examples import examples_of
from cpsudoku.techniques.texts import text_of_technique, texts
from cpsudoku.techniques.walk import step_of, walk
from scripts import techniques as pages
from tests.command import invoke
from tests.puzzles import WIKIPEDIA

LONGEST = 70  # letters of a legend that fit below a board


@pytest.mark.parametrize("name", ROWS)
def test_a_technique_has_all_its_texts(name: str) -> None:
    text = text_of_technique(name)
    assert all([text.what, text.why, text.spot, text.pays])
    assert all(words.endswith((".", ")")) for _, words in text.sections)


def test_the_texts_are_of_techniques() -> None:
    assert list(texts()) == list(ROWS)


@pytest.mark.parametrize("name", RULE_TABLE)
def test_a_legend_of_a_technique_for_rules_fits(name: str) -> None:
    for candidates, step in examples_of(name):
        assert {role.name for role in step.roles} <= set(text_of_technique(name).marks)
        assert all(
            len(words) <= LONGEST for _, _, words in legend_of(with_reasons(step, candidates))
        )


@pytest.mark.parametrize("name", TABLE)
def test_a_legend_says_what_the_marks_mean_in_this_step(name: str) -> None:
    for example in all_examples()[name]:
        step = with_reasons(example.step(), example.position.candidates)
        assert {role.name for role in step.roles} <= set(text_of_technique(name).marks)
        for _, _, words in legend_of(step):
            assert len(words) <= LONGEST
            assert "colours or sets" not in words
        fins = any("fin" in words.split() for _, _, words in legend_of(step))
        assert not fins or TABLE[name].family == "fish"


def test_other_names_are_found() -> None:
    names = {
        "AIC": "nice-loop",
        "Y-Wing": "xy-wing",
        "Box/Line Reduction": "claiming",
        "Naked Quadruple": "naked-quad",
        "Locked Candidates Type 1": "pointing",
        "Simple Colouring": "simple-colors",
        "Last Digit": "full-house",
        "Full House": "full-house",
        "Pointing Pair": "pointing",
        "X-Cycle": "forcing-chain",
        "bug+1": "bug-1",
        "ur1": "unique-rectangle-1",
        "45 rule": "innies",
        "LoL": "leftovers",
        "killer combinations": "cage-combinations",
        "bifurcation": "trial",
    }
    assert {each: technique_name(each) for each in names} == names
    for name, text in texts().items():
        assert [technique_name(other) for other in text.also] == [name] * len(text.also)
    with pytest.raises(UnknownName, match="did you mean naked-quad"):
        technique_name("naked quadrupel")


def test_no_two_techniques_share_a_name() -> None:
    def letters(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    names = list(chain(ROWS, (TECHNIQUES[name].title for name in ROWS)))
    others = [other for text in texts().values() for other in text.also]
    assert len({letters(each) for each in others}) == len(others)
    own = {letters(each) for each in names}
    mine = {letters(title): name for name in ROWS for title in (name, TECHNIQUES[name].title)}
    for name, text in texts().items():
        for other in text.also:
            assert letters(other) not in own or mine[letters(other)] == name
            assert letters(other) != letters(TECHNIQUES[name].title)


def test_explanations_use_words_with_their_usual_meaning() -> None:
    texts_of_steps = [each.text for every in all_examples().values() for each in every]
    assert len(texts_of_steps) >= 2 * len(TABLE)
    for text in texts_of_steps:
        assert not re.search(r"\bleaves\b|too many|Both can't|goes with", text)
        assert text.endswith(".")
        assert len(text) < 1200


@pytest.mark.parametrize("name", TABLE)
def test_the_examples_of_a_technique_are_found_and_explained(name: str) -> None:
    found = all_examples()[name]
    assert len(found) == len(KINDS)
    for example in found:
        step, position = example.step(), example.position.candidates
        assert example.text == explained(position, step).text
        solution = settle(position.puzzle).solution
        assert solution is not None
        assert all(solution[cell] == digit for cell, digit in step.placements)
        assert all(solution[cell] != digit for cell, digit in step.eliminations)


SINGLES = ("full-house", "hidden-single", "naked-single")
# Whatever shows these, an easier technique shows too, or they are so rare that none was found.
RARE = {
    *("direct-pointing", "direct-claiming", "unique-rectangle-5", "bug-3"),
    *("sashimi-jellyfish", "kraken-fish", "template-set", "template-delete"),
    *("franken-x-wing", "franken-swordfish", "franken-jellyfish", "finned-franken-x-wing"),
    *("triple-firework", "quadruple-firework", "senior-exocet", "multi-sector-locked-set"),
    *("aligned-pair-exclusion", "aligned-triplet-exclusion", "nishio"),
    *(name for name in TABLE if "mutant" in name or "forcing-chain" in name),
}


def test_easy_examples_need_their_technique() -> None:
    for place, name in enumerate(TABLE):
        candidates = all_examples()[name][0].position.candidates
        easier = SINGLES if name in RARE else list(TABLE)[:place]
        for other in easier:
            if name not in SINGLES:
                assert step_of(other, candidates) is None, (name, other)
    assert len(RARE) < len(TABLE) / 2


POSITIONS = [
    before
    for before, _ in walk(Candidates.of(as_puzzle(WIKIPEDIA)), ["hidden-single", "naked-single"])
]


@pytest.mark.parametrize("name", ["hidden-single", "pointing", "claiming", "hidden-pair"])
def test_the_named_digits_rule_out_every_other_cell(name: str) -> None:
    tried = 0
    examples = [each.position.candidates for each in all_examples()[name]]
    for position in (*POSITIONS[::7], *examples):
        board = position.board
        for step in TECHNIQUES[name].find(position):
            pattern = {cell for cell, _ in step.roles[0].candidates}
            others = set(bits(board.house_cells[step.houses[0]] & position.empty)) - pattern
            for blocked in blocked_in(step, position):
                assert set(blocked.ruled_out) | set(blocked.removed) == others
                seen = {peer for cell in blocked.blockers for peer in board.peers[cell]}
                assert set(blocked.ruled_out) <= seen
                assert all(position.cells[cell] == blocked.digit for cell in blocked.blockers)
                assert not any(
                    position.cells[peer] == blocked.digit
                    for cell in blocked.removed
                    for peer in board.peers[cell]
                )
            text = TECHNIQUES[name].explain(step, position)
            roles = with_reasons(step, position).roles
            for role in (role for role in roles if role.name == BLOCKER):
                tried += 1
                assert all(SYMBOLS[digit] in text for _, digit in role.candidates)
    assert tried > 3


def test_a_naked_single_names_every_other_digit() -> None:
    tried = 0
    for position in POSITIONS:
        for step in TECHNIQUES["naked-single"].find(position):
            ((cell, digit),) = step.placements
            holders, where, removed = seen_digits(position, cell, digit)
            named = sorted([*chain.from_iterable(digits for _, digits in where), *removed])
            assert named == [each for each in range(1, 10) if each != digit]
            assert len(holders) == 8 - len(removed)
            assert all(holder in position.board.peers[cell] for holder, _ in holders)
            tried += 1
    assert tried > 20


TYPE_3 = "..5.4..1...8.32.7..4....3.936.....54........1.1965...3...72......4.9............."


def test_a_unique_rectangle_names_and_shades_every_house_that_it_removes_from() -> None:
    step = cpsudoku.explain(TYPE_3, until="unique-rectangle-3").steps[-1]
    board = step.before.board
    assert step.number == 14
    assert "column 9 and box 9" in step.text
    shaded = {cell for house in step.step.houses for cell in board.houses[house].cells}
    assert {cell for cell, _ in step.step.eliminations} <= shaded


@pytest.mark.parametrize("name", ["hidden-single", "x-chain", "nested-forcing-chain", "innies"])
def test_command_page_and_library_have_the_same_text(name: str) -> None:
    said = invoke("techniques", name).out
    page, found = (pages.FOLDER / f"{name}.md").read_text(), lesson(name)
    for text in (found.definition, *chain.from_iterable(found.sections)):
        assert text in said
        assert text in page
    for example in found.examples:
        assert example.text in said
        assert example.text in page
