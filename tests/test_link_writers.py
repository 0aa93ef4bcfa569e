"""Formats of links: what they write reads as the same puzzle, or they refuse it by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import example_of, line_of
from cpsudoku.formats.links.link import PROGRAMS
from cpsudoku.formats.links.spoken import rules_said, sentence_of
from cpsudoku.runtime.errors import Unsupported
from tests.command import invoke, run
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.reading import puzzles_of, text_of
from tests.rules import BOARDS, EXAMPLES, random_rules
from tests.test_constraints import values_at

WRITERS = ("f-puzzles", "sudokupad", "sudokumaker", "iss", "sumocue")
KEEPS_INFO = ("f-puzzles", "sudokupad", "sudokumaker")
BECOME_MARKS = ("odd", "even", "only")
FILLINGS = 40
each_writer = pytest.mark.parametrize("name", WRITERS)


def random_puzzle(seed: int, names: Sequence[str]) -> Puzzle:
    """A puzzle with some rules of these names on one board, givens, marks, texts or a solution."""
    random = Random(seed)
    found = [rule for name in names for _, rule in random_rules(random, name, 1)]
    boards = [rule.board for rule in found] or [random.choice(list(BOARDS.values()))]
    board = random.choice(boards)
    rules = tuple(rule for rule in found if rule.board == board)
    digits = range(1, board.size + 1)
    givens = bytes(random.choice([0, 0, 0, *digits]) for _ in board.positions)
    marks = None
    if random.random() < 0.2:
        some = [
            tuple(sorted(random.sample(digits, random.randint(2, len(digits))))) for _ in givens
        ]
        marks = tuple((d,) if d else each for d, each in zip(givens, some, strict=True))
    answer = bytes(given or random.choice(digits) for given in givens)
    return Puzzle(
        Grid(givens, board),
        rules,
        label=random.choice(["", "A title", "Ünïcode ☃"]),
        info=random.choice([(), (("author", "me"), ("rules", "Normal sudoku rules apply."))]),
        answer=Grid(answer, board) if random.random() < 0.2 and 0 in givens else None,
        marks=marks,
    )


def fillings(board: Board, random: Random) -> list[list[int]]:
    """Some fillings of a board, which need not be solutions; with few digits and with all."""
    few = random.sample(board.values, min(3, board.size))
    return [
        [
            *(random.choice(board.values if number % 2 else few) for _ in board.positions),
            *(random.choice(values_at(board, n)) for n in range(len(board), board.total)),
        ]
        for number in range(FILLINGS)
    ]


def verdicts(rules: Sequence[Constraint], values: Sequence[list[int]]) -> list[bool]:
    """Whether each filling keeps all rules."""
    return [
        all(rule.allows([filling[cell] for cell in rule.cells]) for rule in rules)
        for filling in values
    ]


def check_same(name: str, puzzle: Puzzle, found: Puzzle) -> None:
    """Assert that a format keeps everything of a puzzle that it can say."""
    rules = puzzle.constraints
    if name == "iss":  # these are candidates there
        rules = tuple(rule for rule in rules if rule.name not in BECOME_MARKS)
    assert found.board == puzzle.board
    assert found.givens == puzzle.givens or len(rules) < len(puzzle.constraints)
    assert found.uninterpreted == ()
    assert found.label == puzzle.label
    values = fillings(puzzle.board, Random(1))
    lines = [[line_of(rule) for rule in each] for each in (rules, found.constraints)]
    assert verdicts(found.constraints, values) == verdicts(rules, values), lines
    if name in KEEPS_INFO:
        assert found.info == puzzle.info
        assert found.answer == puzzle.answer
    assert marks_of(found, ()) == marks_of(puzzle, BECOME_MARKS if name == "iss" else ())


def marks_of(puzzle: Puzzle, rules: Sequence[str]) -> list[set[int]]:
    """The candidates of each cell, after some rules on single cells. A given has one."""
    every = tuple(range(1, puzzle.board.size + 1))
    marks = puzzle.marks or (every,) * len(puzzle.board)
    left = [{d} if d else set(each) for d, each in zip(puzzle.givens.cells, marks, strict=True)]
    for rule in puzzle.constraints:
        if rule.name in rules:
            for cell in rule.cells:
                others = [None] * (len(rule.cells) - 1)
                least = puzzle.board.lowest - 1
                left[cell] = {d for d in left[cell] if rule.allows([d + least, *others])}
    return left


@each_writer
@given(
    st.integers(0, 2**32), st.lists(st.sampled_from(sorted(CONSTRAINTS)), min_size=0, max_size=3)
)
def test_what_is_written_is_the_same_puzzle_or_refused(
    name: str, seed: int, names: list[str]
) -> None:
    puzzle = random_puzzle(seed, names)
    text = written(name, puzzle)
    if text.startswith("refused"):
        assert re.search("can't hold|goes up to|holds only", text)
        return
    (found,) = puzzles_of(text, name)
    check_same(name, puzzle, found)
    again = written(name, found)
    if () in (found.marks or ()):  # the puzzle contradicts itself in one cell
        assert "can't hold a cell without candidates" in again
        return
    assert puzzles_of(again, name) == [found]


def written(name: str, puzzle: Puzzle) -> str:
    """What a format writes, or the reason why it refuses."""
    try:
        return text_of([puzzle], name).decode()
    except Unsupported as error:
        return f"refused: {error}"


NEWER = ("toroidal", "toroidal-non-consecutive", "ascending-series", "ascending-starter")
# The rules of the table that a format has no clue for.
WITHOUT = {
    "f-puzzles": {
        *("digit-set", "euler", "straights", "kakuro", "schroedinger", "schroedinger-sum"),
        *("offset", "sum", "greater", "sequence", "counting-circles", "numbered-room"),
        *("frame-sum", "full-rank", "pair", "line", "machine", "any-of", "all-of", "exactly"),
        *("yin-yang", "nurikabe", "neighbours", "sums"),
        *("only", "connected", "chaos-construction", "region-count", "region-arrow"),
        *("doppelganger", "count-distinct", "sum-line", "lunchbox", "count", "sees"),
        *("hidden-skyscraper", "look-and-say"),
        *("sum-regions", "galaxies"),
        *("star-battle", "loop", "snake", "doubler", "multiplier", "negator", "hot-cell"),
        *("cold-cell", "modified", *NEWER),
    },
    "sudokupad": {
        "doppelganger",
        "digit-set",
        "straights",
        "kakuro",
        "schroedinger",
        "schroedinger-sum",
    },
    "sudokumaker": {"straights", "kakuro"},  # their examples have holes
    "iss": {
        *("straights", "kakuro", "schroedinger", "schroedinger-sum"),
        *("offset", "box-indexer", "exactly", "star-battle", "loop", "snake"),
        "euler",
        *("nurikabe", "count", "sees", "sum-regions", "galaxies"),
        *("doubler", "multiplier", "negator", "hot-cell", "cold-cell", "modified"),
        *NEWER,
        "sum",  # its example is an inequality
    },
    "sumocue": set(CONSTRAINTS) - {"killer", "diagonals"},
    "tatham": set(CONSTRAINTS) - {"killer", "diagonals"},
    "sudokuwiki": set(CONSTRAINTS) - {"killer", "diagonals", "windows", "disjoint-groups"},
    "puzz-link": set(CONSTRAINTS),  # the example of kakuro is a part of a run
}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_format_refuses_a_rule_by_name_and_says_the_others(name: str) -> None:
    refused = {}
    for rule in CONSTRAINTS:
        rules = example_of(CONSTRAINTS[rule])
        board = rules[0].board
        text = written(name, Puzzle(Grid(bytes(len(board)), board), rules))
        if text.startswith("refused"):
            refused[rule] = text
    assert refused.keys() == WITHOUT[name]
    for rule, text in refused.items():
        reason = "digits from 0|only .*9x9|this shape|" if CONSTRAINTS[rule].example_board else ""
        assert re.search(rf"{reason}the rule {rule} \(", text), text


def test_sudokupad_and_sudokumaker_hold_every_example_of_every_rule() -> None:
    written_ones = 0
    for lines in EXAMPLES.values():
        for line in lines:
            board, _, text = line[1:].partition(" ") if line[0] == "@" else ("4x4", "", line)
            at = BOARDS[board]
            puzzle = Puzzle(Grid(bytes(len(at)), at)).with_rules(text)
            for name in ("sudokupad", "sudokumaker"):
                link = written(name, puzzle)
                if link.startswith("refused"):
                    reasons = "a board of this shape|digits from 0|digits that may be|the layer"
                    assert re.search(reasons, link), link
                    continue
                (found,) = puzzles_of(link, name)
                check_same(name, puzzle, found)
                written_ones += 1
    assert written_ones > 400


SPOKEN_RULES = [
    *("greater: r1c1 r1c2 r2c2", "greater: r2c1 r1c1", "frame-sum 12: column 1 reversed"),
    *("frame-sum 9 2: row 3", "offset 1,3", "pair a+b<10: r1c1 r1c2 r2c2"),
    *("pair all 1-2 2-1: r1c1 r9c9", "line .*([12]1|21).*: row 1", "line [^1]2.*: r1c1 r1c2 r1c1"),
]


@pytest.mark.parametrize("name", ["sudokupad", "sudokumaker"])
def test_rules_without_a_clue_are_drawn_and_said_in_words(name: str) -> None:
    puzzle = Puzzle.parse(WIKIPEDIA).with_rules("anti-knight", *SPOKEN_RULES)
    (found,) = puzzles_of(written(name, puzzle), name)
    assert found == puzzle
    assert found.uninterpreted == ()
    words = replace(puzzle, info=(("rules", "Normal sudoku rules apply.\nHave fun!"),))
    assert puzzles_of(written(name, words), name) == [words]


@pytest.mark.parametrize("name", ["sudokupad", "sudokumaker"])
@pytest.mark.parametrize(("old", "new"), [(" > ", " < "), ("[greater: r1c3", "[greater: r1c5")])
def test_a_sentence_that_was_changed_is_named(name: str, old: str, new: str) -> None:
    puzzle = Puzzle.parse(WIKIPEDIA).with_rules("greater: r1c3 r1c4")
    text = sentence_of(puzzle.constraints[0])
    assert rules_said(text, puzzle.board) == ("", puzzle.constraints)
    changed = replace(puzzle, constraints=(), info=(("rules", text.replace(old, new)),))
    (found,) = puzzles_of(written(name, changed), name)
    assert found.constraints == ()
    assert found.uninterpreted[0].startswith("sentence 'The sign r1c3")


REASONS = {
    "with the sum 0": ("f-puzzles iss", "killer 0: r1c1"),
    "with another number than 2 and 3": ("f-puzzles", "modular 4: r1c1 r1c2"),
    "in any order": ("f-puzzles", "clone any-order: r1c1 r1c2 = r5c5 r5c6"),
    "with the difference 3": ("f-puzzles", "lockout 3: r1c1 r2c2 r3c3"),
    "with cells that are not seen from outside the grid": ("f-puzzles", "x-sum 9: r2c2-r2c9"),
    "that ignores dots": ("f-puzzles", "non-consecutive everywhere; white: r1c1 r1c2"),
    "with the sum 7": ("f-puzzles", "xv 7: r1c1 r1c2"),
    "with other differences than 1": ("sudokupad", "negative white; white 3: r1c1 r1c2"),
    "with other sums than 5 and 10": ("sudokumaker", "negative xv; xv 7: r1c1 r1c2"),
    "with the relation <=": ("iss", "sum <= 9: r1c1 r1c2"),
    "with two cells": ("iss", "between: r1c2 r1c3"),
    "with the clue 0": ("iss", "x-sum 0: row 2"),
    "with the clue 10": ("iss", "skyscraper 10: row 2"),
    "with the rule diagonals": ("iss", "any-of: diagonals | thermo: r1c2 r1c3"),
    "against the given in r1c1": ("iss", "even: r1c1"),
    "with weights or bounds": ("f-puzzles", "sum 9: r1c1*2 r1c2"),
    "with repeated cells or a negative sum": ("f-puzzles", "sum 9: r1c1 r1c2 r1c1"),
    "that nothing satisfies": ("iss", "product 11: r1c1 r1c2"),
    "with so many states": ("iss", "product 25401600: row 1 row 2 row 3 row 4"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_says_why(reason: str) -> None:
    names, lines = REASONS[reason]
    puzzle = Puzzle.parse("5" + "." * 80).with_rules(*lines.split("; "))
    for name in names.split():
        text = written(name, puzzle)
        assert text.startswith("refused")
        assert f") {reason}; try format json" in text


# Links that open in a browser

WIDE = Puzzle(Grid(bytes(len(BOARDS["wide"])), BOARDS["wide"]))
LINKS = {
    "https://sudokupad.app/fpuzzles": Puzzle.parse(WIKIPEDIA).with_rules(
        "killer 8: r1c3 r1c4", "zipper: r4c4 r4c5 r4c6", "sequence: r1c3 r1c4 r2c3"
    ),
    "https://sudokumaker.app/?puzzle=": WIDE.with_rules("zipper: r1c1 r1c2 r1c3"),
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=": replace(
        WIDE, marks=((1, 2), *[(1, 2, 3, 4, 5, 6)] * 11)
    ),
}


@pytest.mark.parametrize("start", LINKS)
def test_a_link_is_of_the_first_program_that_has_all_rules(start: str) -> None:
    puzzle = LINKS[start]
    link = cpsudoku.write(puzzle, format="link").text.strip()
    assert link.startswith(start)
    assert re.fullmatch(r"[\w%.~?=&:/+-]+", link)
    found = Puzzle.parse(link)
    assert (found.givens, found.constraints) == (puzzle.givens, puzzle.constraints)


def test_the_command_line_prints_a_link(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    dots, signs = "white 3: r1c3 r1c4\nnegative white", "xv 7: r4c2 r4c3\nnegative xv"
    path.write_text(f"{WIKIPEDIA}\n{dots}\n{signs}\nbox-indexer: r1c3\n")
    refused = invoke("convert", path, "--to", "link")
    assert refused.code == 2
    for name, rule in {"sudokupad": "neg", "sudokumaker": "neg", "iss": ""}.items():
        assert f"format '{name}' can't hold the rule {rule}" in refused.err
    done = invoke("convert", WIKIPEDIA, "--to", "link")
    assert invoke("solve", done.out.strip()).out.split()[0] == SOLVED


OPENING = {"BROWSER": "echo opened %s"}  # what stands in for a browser


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_link_is_opened_in_the_program(program: str) -> None:
    done = run("convert", WIKIPEDIA, "--to", program, "--open", more=OPENING)
    (link,) = [line.split()[1] for line in done.lines if line.startswith("opened ")]
    assert link.startswith("https://")
    assert Puzzle.parse(link).givens.line == WIKIPEDIA
    assert link in done.lines or program == "iss"  # which writes the string of the link


def test_only_links_are_opened_and_only_a_few() -> None:
    wrong = run("convert", WIKIPEDIA, "--to", "line", "--open", more=OPENING)
    assert (wrong.code, "'line' does not open in a browser; choose one of link" in wrong.err) == (
        2,
        True,
    )
    many = run("convert", "-", "--open", stdin=f"{WIKIPEDIA}\n" * 6, more=OPENING)
    assert (many.code, "at most 5 puzzles" in many.err) == (2, True)
    assert "opened" not in many.out + wrong.out


def test_parts_that_were_not_interpreted_are_not_lost_in_a_link() -> None:
    puzzle = replace(Puzzle.parse(WIKIPEDIA), uninterpreted=("1 line (drawing)",))
    with pytest.raises(Unsupported, match=r"not interpreted: 1 line \(drawing\)"):
        cpsudoku.write(puzzle, format="link")
    link = cpsudoku.write(puzzle, format="link", ignore_drawings=True).text
    assert Puzzle.parse(link).givens == puzzle.givens
