"""Hints: four levels that say ever more, and wrong entries before anything else."""

from __future__ import annotations

import json
import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku import explain, hint
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.teaching.available import MOST, available
from cpsudoku.teaching.hints import LEVELS, levels_of, pattern_cells
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.hodoku_notation import position_line
from cpsudoku.techniques.step_words import houses_text
from tests.command import invoke
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA
from tests.test_explain import filled

EXAMPLES = examples()
LINE = position_line(EXAMPLES["x-wing"].position.candidates)


def test_all_available_steps_by_technique() -> None:
    position = EXAMPLES["xy-chain"].position.candidates
    found = available(position)
    names = [step.step.technique for step in found.steps]
    assert [*dict.fromkeys(names)] == [name for name in found.start.techniques if name in names]
    effects = [(step.step.technique, step.effect) for step in found.steps]
    assert len(effects) == len({*effects}) > 50
    assert max(map(names.count, names)) == MOST
    assert {name for name in names if names.count(name) == MOST} <= {*found.incomplete}
    first = hint(position).step
    assert first is not None
    assert effects[0] == (first.step.technique, first.effect)
    only = available(position, techniques="xy-chain")
    assert [step.effect for step in only.steps] == [e for n, e in effects if n == "xy-chain"]
    late = available(position, limit=0)
    assert (late.steps, late.note) == ((), "the limit of 0 s ran out")
    assert available("55......." * 9).steps == ()


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_technique_has_four_levels_of_which_only_the_last_tells_the_step(name: str) -> None:
    step, position = EXAMPLES[name].step(), EXAMPLES[name].position.candidates
    where, which, cells, told = levels_of(step, position)
    technique = TECHNIQUES[name]
    assert where.startswith("Look at ")
    assert where.endswith(".")
    assert technique.title not in where
    assert which == f"{technique.title}: {technique.definition}"
    assert cells.startswith("Look at r")
    assert told == technique.explain(step, position)
    assert not {where, which} & {cells, told}
    assert pattern_cells(step)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_place_is_two_houses_at_most_or_the_places_of_a_digit(name: str) -> None:
    step, position = EXAMPLES[name].step(), EXAMPLES[name].position.candidates
    assert_narrow(levels_of(step, position)[0], step, position)


def test_the_place_is_narrow_for_rules_too() -> None:
    rules = (
        *("killer 9: r1c1 r1c2 r2c1", "killer 8: r1c3 r2c3 r3c3", "killer 3: r1c4 r2c4"),
        *("killer 7: r2c2 r3c2 r4c2", "killer 4: r3c1 r4c1", "killer 9: r3c4 r4c3 r4c4"),
    )
    steps = explain(Puzzle.parse("." * 16).with_rules(*rules)).steps
    assert steps
    for each in steps:
        assert_narrow(levels_of(each.step, each.before)[0], each.step, each.before)


def assert_narrow(where: str, step: Step, position: Candidates) -> None:
    """The place names at most two houses, or a digit; and says so if they don't hold all."""
    board, pattern = position.board, set(pattern_cells(step))
    if found := re.fullmatch(r"Look at where (\S+) can still go\.", where):
        places = position.places[board.symbols.index(found[1]) - 1]
        held = {cell for cell in range(len(board)) if places >> cell & 1}
        assert len(held) <= 2 * board.size
        assert pattern <= held
        return
    words = where.removeprefix("Look at ").removesuffix(".")
    place, _, beyond = words.partition("; the pattern reaches beyond them")
    pairs = combinations_with_replacement(range(len(board.houses)), 2)
    named = [two for two in pairs if houses_text(dict.fromkeys(two), board) == place]
    assert named
    held = {cell for house in named[0] for cell in board.houses[house].cells}
    assert not beyond
    assert pattern & held
    assert ("beyond" in where) is not (pattern <= held)


def test_removed_candidates_stay_removed_beside_the_original() -> None:
    position = EXAMPLES["x-wing"].position.candidates
    found = hint(position).step
    assert found is not None
    after = position.without(found.step.eliminations)
    again = hint(after, original=position.puzzle).step
    assert again is None or again.before == after
    assert again is None or again.step != found.step


def test_the_library_function_gives_the_next_step() -> None:
    found = hint(WIKIPEDIA)
    assert found.levels[0] == "Look at box 2."
    assert found.levels[-1] == SAID[3][3:]
    assert found.step is not None
    assert found.step.step.placements == ((5, 8),)
    assert (found.problem, found.is_stuck) == ("", False)
    assert hint(WIKIPEDIA, techniques="full-house").is_stuck


def test_the_library_function_reports_what_is_wrong() -> None:
    found = hint(filled(r1c4=2), original=WIKIPEDIA)
    assert found.problem == "r1c4 is wrong: it is not 2"
    assert (found.step, found.levels, found.is_stuck) == (None, (), False)
    assert hint(SOLVED).start.candidates.is_solved


def test_the_public_name_stays_the_function_once_its_module_is_loaded() -> None:
    assert callable(cpsudoku.hint)
    assert callable(cpsudoku.explain)


SAID = [
    "1. Look at box 2.",
    f"2. Hidden Single: {TECHNIQUES['hidden-single'].definition}",
    "3. Look at r1c6.",
    "4. In box 2, only r1c6 can hold 8: the 8s in r3c3 and r5c4 rule out the other empty cells.",
]


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_a_level_says_no_more_than_it_should(level: int) -> None:
    done = invoke("hint", WIKIPEDIA, "--level", str(level))
    assert done.code == 0
    assert done.lines[:level] == SAID[:level]
    assert ("8=" in done.out) is (level == 4)
    data = json.loads(invoke("hint", WIKIPEDIA, "--level", str(level), "--json").out)
    assert data["levels"] == [said[3:] for said in SAID[:level]]
    assert (data["step"] is not None) is (level == 4)


CASES = {
    "a wrong entry": (
        (filled(r1c4=2), "--givens", WIKIPEDIA),
        (1, "wrong: r1c4 is wrong: it is not 2"),
    ),
    "two wrong entries": (
        (filled(r1c4=2, r9c1=1), "--givens", WIKIPEDIA),
        (1, "wrong: r1c4 is wrong: it is not 2; r9c1 is wrong: it is not 1"),
    ),
    "a wrong entry of a library line": (
        (f":::53+1{WIKIPEDIA[3:]}::::",),
        (1, "wrong: r1c3 is wrong: it is not 1"),
    ),
    "a likely mistake": (
        (filled(r1c4=2),),
        (1, "none: no solution, though no two of its 31 givens clash; most likely r1c4 or r3c3"),
    ),
    "a wrong deletion": (
        (f":::{WIKIPEDIA}:413:::",),
        (1, "wrong: r1c3 has lost its right candidate, 4"),
    ),
    "several solutions": ((SEVERAL, "--techniques", "easy"), (1, "multiple: at least 2 solutions")),
    "stuck": (
        (INKALA, "--techniques", "easy"),
        (3, "None of 3 techniques finds a step here."),
    ),
    "solved": ((SOLVED,), (0, "The puzzle is solved.")),
    "a library line": (
        (LINE, "--techniques", "x-wing"),
        (0, "1. Look at where "),
    ),
    "undecided": ((INKALA, "--limit", "0", "--techniques", "easy"), (3, "unknown: undecided, ")),
    "a short line": ((WIKIPEDIA[:-1],), (2, "cpsudoku: argument 1, line 1: 80 cells")),
    "level 5": ((WIKIPEDIA, "--level", "5"), (2, "Usage: ")),
    "an unknown order": ((WIKIPEDIA, "--order", "x"), (2, "cpsudoku: unknown order 'x'")),
}


@pytest.mark.parametrize(("arguments", "expected"), CASES.values(), ids=CASES.keys())
def test_what_is_wrong_comes_first(arguments: tuple[str, ...], expected: tuple[int, str]) -> None:
    done = invoke("hint", *arguments)
    assert (done.code, (done.out + done.err)[: len(expected[1])]) == expected


def test_mistakes_are_in_the_json() -> None:
    done = invoke("hint", filled(r1c4=2), "--givens", WIKIPEDIA, "--json")
    data = json.loads(done.out)
    assert data["mistakes"] == [{"cell": "r1c4", "found": 2, "right": 6}]
    assert (data["status"], data["levels"], data["step"]) == ("wrong", [], None)


def test_each_call_for_a_position_shows_one_level_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for level in (1, 2, 3, 4, 4):
        done = invoke("hint", WIKIPEDIA)
        assert done.lines[:level] == SAID[:level]
        assert ("5. " in done.out, "8=" in done.out) == (False, level == 4)
        again = f"run the same command again, or use --level {level + 1}"
        assert (again in done.err) is (level < 4)
    assert len(invoke("hint", LINE).lines) == 1
    assert len(invoke("hint", WIKIPEDIA, "--level", "2").lines) == 2
    assert len(invoke("hint", WIKIPEDIA, "--quiet").lines) == 3
    assert len(json.loads(invoke("hint", WIKIPEDIA, "--json").out)["levels"]) == 1


@pytest.mark.parametrize("content", ["{", "[]", '{"x": "y"}', "\xff", ""])
def test_a_damaged_file_of_levels_is_ignored(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "cpsudoku").mkdir()
    (tmp_path / "cpsudoku" / "hints.json").write_text(content, encoding="latin-1")
    assert [len(invoke("hint", WIKIPEDIA).lines) for _ in range(2)] == [1, 2]


def test_without_a_folder_nothing_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    for _ in range(2):
        done = invoke("hint", WIKIPEDIA)
        assert (len(done.lines), done.err) == (1, "cpsudoku: for more help, use --level 2\n")
