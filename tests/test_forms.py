"""One puzzle never waits for a compiler, and its answers are the same with and without one."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.compiled import compiling, door
from cpsudoku.runtime.compiled.programs import PROGRAMS, WITH_NUMBA
from cpsudoku.solving import as_puzzle, settle
from cpsudoku.teaching.rating import explainer
from cpsudoku.techniques.compiled import forms
from cpsudoku.techniques.compiled.codes import DYNAMIC, FORCING_CHAIN, NESTED
from cpsudoku.techniques.compiled.forms import COMPILED, PLAIN, WORK, form_for
from tests.chance import Chance
from tests.puzzles import DATA, WIKIPEDIA

LINES = [
    row["puzzle"]
    for row in csv.DictReader((DATA / "ratings.csv").open(encoding="utf-8"))
    if float(row["ER"]) <= 7.6
][::8]


def test_both_forms_give_the_same_rating(chance: Chance, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in chance.some(LINES, 1):
        puzzle = as_puzzle(line)
        solution = settle(puzzle).solution
        assert solution is not None
        found = []
        for form in (COMPILED, PLAIN):
            monkeypatch.setattr(explainer, "form_for", lambda *_, form=form: form)
            found.append(explainer.explained(Candidates.of(puzzle), solution))
        assert found[0] == found[1], line
    assert len(LINES) >= 5


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the programs, of which none is loaded or ready."""
    said: list[str] = []
    monkeypatch.setattr(compiling, "is_loaded", lambda _: False)
    monkeypatch.setattr(door, "is_ready", lambda _: False)
    monkeypatch.setattr(compiling, "load", lambda names, _: said.append(f"load {names[0]}"))

    def unfinished(names: Sequence[str]) -> list[str]:
        said.append("start")
        return list(names)

    monkeypatch.setattr(compiling, "unfinished", unfinished)
    monkeypatch.setattr(WORK, "spent", 0.0)
    return said


def test_a_search_begins_in_plain_form(asked: list[str]) -> None:
    assert form_for(["chains"], DYNAMIC) is PLAIN
    assert not asked


def test_after_half_a_second_it_is_compiled_in_the_background(asked: list[str]) -> None:
    WORK.spent = WITH_NUMBA
    assert form_for(["chains"], FORCING_CHAIN) is PLAIN
    assert asked == ["start"]


def test_what_nobody_can_compile_is_compiled_here_only_after_as_long(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "unfinished", lambda _: [])
    WORK.spent = PROGRAMS["chains"].compiling - 1
    assert form_for(["chains"], FORCING_CHAIN) is PLAIN
    WORK.spent += 1
    assert form_for(["chains"], FORCING_CHAIN) is COMPILED
    assert asked == ["load chains"]


def test_nested_chains_wait_for_compiled_code(asked: list[str]) -> None:
    assert form_for(["chains"], NESTED) is COMPILED
    assert asked == ["load chains"]


def test_a_small_board_does_not_wait_for_code_of_its_size(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "is_ready", lambda _: True)
    assert form_for(["chains"], NESTED, 36) is PLAIN
    assert not asked
    WORK.spent = forms.ANOTHER_SIZE
    assert form_for(["chains"], NESTED, 36) is COMPILED


def test_what_is_ready_is_used_where_it_pays(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "is_ready", lambda _: True)
    assert form_for(["steps"]) is PLAIN
    assert form_for(["chains"], FORCING_CHAIN) is PLAIN
    assert not asked
    assert form_for(["chains"], DYNAMIC) is COMPILED
    assert asked == ["load chains"]


COMMANDS = """
import sys
from tests.command import invoke
for command, unwanted in {commands!r}:
    done = invoke(*command)
    assert done.code == 0, (command, done)
    assert not unwanted & set(sys.modules), command
"""
HARDER = (
    "....6.8.......2.....94...2.41..86.35..2..4.9.....5.4.....3..6......18...2.....95."  # ER 7.0
)


def test_commands_for_one_puzzle_load_neither_the_compiler_nor_cp_sat_for_an_easy_one(
    tmp_path: Path,
) -> None:
    commands = [
        ([command, *options, WIKIPEDIA], {"numba", "ortools"})
        for command, *options in (
            ["solve"],
            ["check"],
            ["hint", "--level", "4"],
            ["explain", "--order", "se121"],
            ["rate"],
        )
    ]
    commands.append((["rate", "--scale", "se121", HARDER], {"numba"}))
    script = COMMANDS.format(commands=commands)
    environment = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.rglob("*.nbi"))
