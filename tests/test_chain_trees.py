"""Forcing chains in full: every link has a reason, and nothing is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.drawing.chain_tree import tree_html, tree_text
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.chains.trees import TreeLine, growing, tree_of
from cpsudoku.techniques.examples import Example, all_examples, examples
from cpsudoku.techniques.hodoku_notation import position_line
from cpsudoku.techniques.rules.examples import examples_of
from tests.command import invoke


def parts(example: Example) -> tuple[Step, Candidates]:
    return example.step(), example.position.candidates


def follows(line: TreeLine, causes: Sequence[TreeLine], candidates: Candidates) -> bool:
    """Whether a line follows from others by the rules of Sudoku alone, with code of its own."""
    board, cell, digit = candidates.board, line.cell, line.digit
    if not line.true:
        return any(
            each.true
            and (
                (each.cell == cell and each.digit != digit)
                or (each.digit == digit and each.cell in board.peers[cell])
            )
            for each in causes
        )
    false = {(each.cell, each.digit) for each in causes if not each.true}
    if all((cell, d) in false for d in digits_of(candidates.marks[cell]) if d != digit):
        return True
    return any(
        all(
            (at, digit) in false for at in bits(candidates.house_places[h][digit - 1]) if at != cell
        )
        for h in board.houses_of[cell]
    )


LINKED = [
    *("skyscraper", "two-string-kite", "turbot-fish", "w-wing", "x-chain", "xy-chain"),
    *("nice-loop", "grouped-nice-loop"),
]


@pytest.mark.parametrize("name", LINKED)
def test_every_link_of_other_chains_has_its_reason(name: str) -> None:
    decided = 0
    for example in (examples()[name], *all_examples()[name]):
        step, candidates = parts(example)
        tree = tree_of(step, candidates)
        assert tree is not None
        (lines,) = tree.branches
        assert len(lines) > len(step.links)
        assert lines[0].reason == "assumed"
        for number, line in enumerate(lines[1:], 1):
            assert line.because == (number,)
            cause = lines[number - 1]
            if all(re.fullmatch(r"r.c.[=≠].", each.statement) for each in (cause, line)):
                assert follows(line, [cause], candidates), line
                decided += 1
    assert decided > 3


def test_links_of_rules_name_the_rules() -> None:
    candidates, step = examples_of("rule-chain")[0]
    tree = tree_of(step, candidates)
    assert tree is not None
    told = tree_text(tree)
    assert "the black dot between r2c5 and r2c6 rules out 1, 2, 4, 5, 7, 8 and 9" in told
    assert "no other candidate is left in r2c6" in told


@pytest.mark.parametrize("name", all_examples())
def test_a_chain_grows_line_by_line(name: str) -> None:
    for example in all_examples()[name]:
        step, candidates = parts(example)
        tree = tree_of(step, candidates)
        if tree is None:
            continue
        for branch, whole, grown in zip(tree.branches, tree.steps, growing(step), strict=True):
            assert 0 <= len(branch) - len(grown) <= 1  # a loop comes back to its start
            counts = [len(each.links) for each in grown]
            assert counts == sorted(counts)
            assert grown[-1].links == whole.links
            assert grown[0].roles


def test_other_steps_have_no_tree() -> None:
    assert tree_of(*parts(examples()["x-wing"])) is None


def test_a_page_unfolds_each_branch_and_each_nested_chain() -> None:
    step, candidates = parts(all_examples()["nested-forcing-chain"][0])
    tree = tree_of(step, candidates)
    assert tree is not None
    html, text = tree_html(tree, candidates), tree_text(tree)
    nested = sum(bool(line.nested) for branch in tree.branches for line in branch)
    assert nested > 0
    assert html.count("<details>") == html.count("</details>") == len(tree.branches) + nested
    assert html.count("<svg") == len(tree.branches)
    links = sum(len(branch) for branch in tree.branches)
    links += sum(len(line.nested) for branch in tree.branches for line in branch)
    assert html.count("<li>") == links
    assert len(text.splitlines()) == links + len(tree.branches)


def test_the_command_prints_chains_in_full(tmp_path: Path) -> None:
    step, candidates = parts(examples()["multiple-forcing-chain"])
    line, chosen = position_line(candidates), ("--techniques", "multiple-forcing-chain")
    short = invoke("explain", line, "--step", "1", *chosen).out
    full = invoke("explain", line, "--step", "1", "--full", *chosen).out
    tree = tree_of(step, candidates)
    assert tree is not None
    assert tree_text(tree) in full
    assert "Branch 1" not in short
    data = json.loads(invoke("explain", line, "--step", "1", "--json", *chosen).out)
    assert data["steps"][0]["branches"] == tree.to_data()
    hinted = invoke("hint", line, "--full", *chosen).out
    assert hinted.index("4. ") < hinted.index(tree_text(tree))
    data = json.loads(invoke("hint", line, "--full", "--json", *chosen).out)
    assert data["step"]["branches"] == tree.to_data()
    page = tmp_path / "page.html"
    assert invoke("explain", line, "--step", "1", "--html", page, *chosen).code == 0
    assert tree_html(tree, candidates) in page.read_text()
