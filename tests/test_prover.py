"""Explanations prove what they say: a checker with code of its own finds no gap, but damage."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

import cpsudoku
from cpsudoku.core.candidates import Candidates
from cpsudoku.teaching.explanation import ExplainedStep, explain, explained
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.chains.branches import Branches
from cpsudoku.techniques.chains.trees import Tree, TreeLine
from cpsudoku.techniques.examples import all_examples, examples
from cpsudoku.techniques.hodoku_notation import parse_position
from tests.prover import claim_faults, tree_faults
from tests.puzzles import DATA
from tests.sum_prover import sum_faults

SUMS = {"cage-combinations", "sums", "innies", "outies", "innies-and-outies"}

# Positions whose explanations did not prove their steps once: a technique, and a step of it.
POSITIONS = [
    "..9...4...7.3...2.8...6...71..8....6....1..7.....56...3....5..1.4.....9...2...7..:136 875 785:"
    " nested-forcing-chain",
    "1.......9..67...2..8....4......75.3...5..2....6.3......9....8..6...4...1..25...6.:321 758:"
    " nested-forcing-chain",
    "...+9+3..+1+7.1.+6+5.892...1...+63...31+527+8..2.+6.+9+5+1+1.5.+293+465..+276+1+392..5+9+178+4..+1..3+6+2+5"
    ":412 612 812 721 731 432 732 832 932 433 451 452 756 491 891 492 892: extended-rectangle",
    "...4...26+67...9...28.5.....8+6.3....79+4.+6...8.....9..64..+87..1....6.....2..3.15+6.."
    ":912 315 316 317 123 761 262 367 998: extended-rectangle",
    "..5+2.+6+41+3..4..3.+2.2.+37.4.+6.5.+7+1.26...+21.6+95..+39+6+57814+2..9+6..+28...8.2...6..+2...3.."
    ":121 721 722 825 925 927 829 929 835 935 839 471 172 175 575 579 779 182 482 984 491 192 494"
    " 195 495 595 998 599 799 999: unique-loop",
]


def test_every_example_proves_its_step() -> None:
    count, lines = 0, 0
    for example in chain(examples().values(), *all_examples().values()):
        step = explained(example.position.candidates, example.step())
        assert tree_faults(step) == []
        claims, faults = claim_faults(step.text, step.before)
        assert faults == [], step.text
        count += claims
        lines += sum(map(len, step.tree.branches)) if step.tree else 0
    assert count > 100
    assert lines > 500


@pytest.mark.parametrize("line", POSITIONS, ids=lambda line: line.rpartition(" ")[2])
def test_steps_that_were_not_proved(line: str) -> None:
    position, _, name = line.rpartition(" ")
    candidates = parse_position(f":::{position}::").candidates
    steps = [explained(candidates, step) for step in TECHNIQUES[name].find(candidates)]
    assert steps
    for step in steps:
        assert tree_faults(step) == []
        count, faults = claim_faults(step.text, candidates)
        assert faults == []
        assert count or step.tree


def test_puzzles_are_proved_to_the_end(exhaustive: bool) -> None:
    rows = list(csv.DictReader((DATA / "ratings.csv").open()))
    chosen = rows if exhaustive else [row for row in rows if row["ER"] == "7.7"]
    claims = trees = 0
    for row in chosen:
        for order in ("human", "se121"):
            for step in explain(row["puzzle"], order=order).steps:
                assert tree_faults(step) == [], (row["puzzle"], order, step.number)
                count, faults = claim_faults(step.text, step.before)
                assert faults == [], (row["puzzle"], order, step.number)
                claims, trees = claims + count, trees + (step.tree is not None)
    assert claims > 20
    assert trees > 0


@pytest.mark.parametrize("rules", ["killer", "jigsaw", "windows", "diagonals"])
def test_puzzles_with_rules_are_proved_to_the_end(rules: str) -> None:
    claims = 0
    for step in explain(cpsudoku.generate(rules=rules, seed=100, jobs=1).puzzle).steps:
        count, faults = claim_faults(step.text, step.before)
        assert faults == [], step.number
        assert tree_faults(step) == [], step.number
        claims += count
        if step.step.technique in SUMS:
            count, faults = sum_faults(step.text, step.before)
            assert faults == [], step.number
    assert claims > 20


# The checker itself


def chains() -> Iterator[tuple[ExplainedStep, Tree]]:
    for example in examples().values():
        step = example.step()
        if isinstance(step.detail, Branches):
            found = explained(example.position.candidates, step)
            assert found.tree is not None
            yield found, found.tree


def damaged(lines: tuple[TreeLine, ...]) -> Iterator[tuple[TreeLine, ...]]:
    """Branches in which one line is changed, so that they prove nothing."""
    last = lines[-1]
    yield (*lines[:-1], replace(last, digit=last.digit % 9 + 1))
    yield (*lines[:-1], replace(last, because=()))
    yield (*lines[:-1], replace(last, reason="it follows from these together", nested=()))
    yield (*lines[:-1], replace(last, because=(len(lines),)))
    if len(lines) > 2:
        yield lines[:-1]
    for at, line in enumerate(lines):
        if line.nested:
            yield (*lines[:at], replace(line, nested=line.nested[:-1]), *lines[at + 1 :])
            yield (*lines[:at], replace(line, nested=line.nested[1:]), *lines[at + 1 :])


def test_the_checker_sees_damage() -> None:
    decided = 0
    for found, tree in chains():
        for place, lines in enumerate(tree.branches):
            for wrong in damaged(lines):
                branches = (*tree.branches[:place], wrong, *tree.branches[place + 1 :])
                assert tree_faults(found, replace(tree, branches=branches)), wrong
                decided += 1
        if len(tree.branches) > 1:
            fewer = replace(tree, branches=tree.branches[1:])
            assert tree_faults(found, fewer), found.text
    assert decided > 50


FALSE_CLAIMS = {
    "In box 1, only r2c1 can hold 3: the 3 in r1c4 rules out the others.": False,
    "In column 6, the digits 2 and 5 can only be in these cells, so the others are 2 and 5.": False,
    "In rows 1 and 2, the digit 3 can only be in columns 1 and 2. So remove 3.": False,
    "In row 1, the two cells r1c23 have only the candidates 2 and 5 between them.": False,
    "In row 1, only r1c123456789 can hold 1: nothing else.": True,
}


@pytest.mark.parametrize("text", FALSE_CLAIMS)
def test_the_checker_sees_false_claims(text: str) -> None:
    candidates: Candidates = parse_position(f":::{'.' * 81}::::").candidates
    assert bool(claim_faults(text, candidates)[1]) is not FALSE_CLAIMS[text]
