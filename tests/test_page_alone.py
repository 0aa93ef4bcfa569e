"""The actions of the page without a server: no NumPy, Numba, OR-Tools or Pillow."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, cast

import pytest
import static_page

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines.propagate import forms, searching
from cpsudoku.engines.propagate.lowering import NoFamily, lowered
from cpsudoku.techniques import LEVELS
from cpsudoku.techniques.almost_locked import multi_sector
from cpsudoku.web import alone
from cpsudoku.web.actions import ACTIONS
from tests.chance import Chance
from tests.puzzles import INKALA, ROOT, WIKIPEDIA
from tests.rules import every_rule

# Answers each request of a list in a Python that finds only what the page has.
ANSWERING = """
import json, sys
from importlib.machinery import PathFinder

class Alone(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        known = sys.stdlib_module_names | {"cpsudoku", *LIBRARIES}
        is_known = name.split(".")[0] in known and name not in LEFT_OUT
        return super().find_spec(name, path, target) if is_known else None

LIBRARIES, LEFT_OUT = sys.argv[1].split(), sys.argv[2:]
LEFT_OUT = {f"cpsudoku.{place.replace('/', '.')}" for place in LEFT_OUT}
sys.meta_path[sys.meta_path.index(PathFinder)] = Alone
from cpsudoku.web.alone import answer
for name, request in json.load(sys.stdin):
    print(answer(name, json.dumps(request), "en"))
"""
EASY = {"puzzle": {"puzzle": WIKIPEDIA}}
HARD = {"puzzle": {"puzzle": INKALA}}
HARD_STEP = "51.....3.34..6.9.1...4..6..7........93.5.67....83.....6...3...4.......6.....24..8"
CHAINS = {"puzzle": {"puzzle": HARD_STEP}}
SEVERAL = {"puzzle": {"puzzle": "1....4....3....2"}}
MISTYPED = {"puzzle": {"puzzle": f"{WIKIPEDIA[:80]}1"}}
NONE = {"puzzle": {"puzzle": "1..4..1.2.......", "rules": ["thermo: r2c1 r1c1", "anti-king"]}}
LOOP = {"puzzle": {"puzzle": "1..4..1.2......3", "rules": ["loop"]}}
KILLER = {"puzzle": {"puzzle": "1..4..1.2.......", "rules": ["killer 5: r4c3 r4c4"]}}
ROW = " ".join(f"r1c{column}" for column in range(1, 10))
LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1~R1C4_4"
WORKBOOK = b64encode((ROOT / "data" / "samples" / "sample.xlsx").read_bytes()).decode()
Answers = list[dict[str, Any]]
# The name of a request with what its answer has: values of keys.
ANSWERED: Mapping[str, tuple[str, object, Mapping[str, object]]] = {
    "open": ("open", {"text": WIKIPEDIA}, {"problems": [], "remarks": []}),
    "open a link": ("open", {"text": LINK}, {"problems": [], "remarks": []}),
    "board": ("board", KILLER, {"size": 4, "uninterpreted": []}),
    "add a rule": ("change", SEVERAL | {"add": ["thermo: r1c1 r1c2"]}, {"size": 4}),
    "clashes": ("clashes", {"puzzle": {"puzzle": "11.............."}}, {"rules": []}),
    "one solution": ("check", EASY, {"status": "unique", "exhausted": True}),
    "hard": ("check", HARD, {"status": "unique", "exhausted": True}),
    "with a rule": ("check", KILLER, {"status": "unique", "exhausted": True}),
    "two solutions": ("check", SEVERAL, {"status": "multiple", "exhausted": False}),
    "true candidates": ("candidates", SEVERAL, {"complete": True}),
    "hint": ("hint", EASY, {"problem": "", "technique": "hidden-single"}),
    "hint among several solutions": ("hint", SEVERAL, {"wrong": []}),
    "a diagnosis of several solutions": ("diagnose", SEVERAL, {"red": ""}),
    "a diagnosis of none": ("diagnose", NONE, {"repairs": []}),
    "a diagnosis of a classic": ("diagnose", MISTYPED, {"rules": []}),
    "layers": ("candidates", LOOP, {"complete": True}),
    "rating": ("rate", EASY, {"status": "unique"}),
    "rating with chains": ("rate", CHAINS, {"ER": 6.6}),
    "explain": ("explain", EASY, {"outcome": "solved", "problem": ""}),
    "slow motion": ("film", SEVERAL | {"engine": "backtrack"}, {"verdict": "unknown"}),
    "picture": ("write", EASY | {"format": "svg"}, {"name": "sudoku.svg"}),
    "a workbook": ("write", EASY | {"format": "xlsx"}, {"name": "sudoku.xlsx"}),
    "a QR code": ("link", EASY | {"program": "iss"}, {"problem": ""}),
    "all steps": ("steps", KILLER, {"is_late": False}),
    "with the solution": ("write", EASY | {"format": "line", "solved": True}, {}),
    "choices": ("choices", {}, {"levels": [*LEVELS]}),
    "new": ("new", {"level": "easy", "seed": 1}, {"seed": 1}),
    "practise": ("practise", {"technique": "naked-pair", "seed": 1}, {"technique": "naked-pair"}),
}
# The name of a request with the library that it lacks.
LACKING: Mapping[str, tuple[str, object, str]] = {
    "to open a workbook": ("open", {"content": WORKBOOK, "name": "sample.xlsx"}, "NumPy"),
    "a PNG": ("write", EASY | {"format": "png"}, "Pillow"),
}


@pytest.fixture(scope="module")
def answers() -> Answers:
    """What a Python without other libraries answers: ANSWERED, then LACKING, then the links."""
    asked = [each[:2] for each in (*ANSWERED.values(), *LACKING.values())]
    asked += [("link", EASY | {"program": name}) for name in ("sudokupad", "sudokumaker")]
    done = subprocess.run(
        [sys.executable, "-c", ANSWERING, " ".join(static_page.LIBRARIES), *static_page.LEFT_OUT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_page_is_answered_without_other_libraries(answers: Answers) -> None:
    for (case, (_, _, wanted)), found in zip(ANSWERED.items(), answers, strict=False):
        assert "answer" in found, (case, found)
        assert wanted.items() <= found["answer"].items(), case


def test_errors_have_the_words_of_the_page() -> None:
    """No options of the command line: each error, and what it says."""
    ranked = {"puzzle": {"puzzle": WIKIPEDIA, "rules": ["full-rank 6: " + ROW]}}
    cases = [
        ("write", ranked | {"format": "csv"}, "; try the format 'json' or 'grid' of Export"),
        ("link", ranked | {"program": "f-puzzles"}, "; try the format 'json' of Export"),
        ("open", {"text": "https://sudokupad.app/abc"}, "the option online of 'cpsudoku serve'"),
    ]
    for name, request, wanted in cases:
        answer = json.loads(alone.answer(name, json.dumps(request), "en"))
        said = answer.get("error") or answer["answer"]["problems"][0]
        assert wanted in said, said
        assert "--" not in said
        assert "the page" not in said


def test_both_pythons_find_the_same(answers: Answers) -> None:
    same = ("check", "candidates", "hint", "rate", "explain", "new", "practise", "clashes")
    compared = 0
    for (case, (name, request, _)), found in zip(ANSWERED.items(), answers, strict=False):
        if name in same:
            here = json.loads(json.dumps(ACTIONS[name].work(cast("dict[str, Any]", request))))
            for each in (here, found["answer"]):
                each.pop("seconds", None)
            if found["answer"].get("status") == "multiple":  # engines find different ones first
                here, found["answer"] = here["status"], found["answer"]["status"]
            assert here == found["answer"], case
            compared += 1
    assert compared > 8


def test_what_needs_another_library_names_it_and_the_program(answers: Answers) -> None:
    of_these = answers[len(ANSWERED) :]
    for (case, (_, _, library)), found in zip(LACKING.items(), of_these, strict=False):
        words = f"This page has no server, and it lacks {library}. The program can do this"
        assert found.get("error", "").startswith(words), (case, found)


def test_links_to_other_programs_open_again(answers: Answers) -> None:
    for found in answers[-2:]:
        (opened,) = ACTIONS["open"].work({"text": found["answer"]["link"]})["puzzles"]
        assert opened["puzzle"]["puzzle"] == WIKIPEDIA


@pytest.mark.parametrize(
    ("request_text", "problem"),
    [
        ("{}", "the request needs 'puzzle'"),
        ("[]", "the request is [], needs an object"),
        ('{"puzzle": {"puzzle": "12"}}', "'12' is not a puzzle"),
        ('{"puzzle": {}, "x": 1}', "'x' is not a key"),
    ],
)
def test_a_request_that_is_wrong_is_refused_in_words(request_text: str, problem: str) -> None:
    assert problem in json.loads(alone.answer("check", request_text, "en"))["error"]


def test_plain_propagators_search_as_compiled_ones_do(
    monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    compared = nodes = 0
    for line, rule in chance.part([*every_rule()], 5):
        puzzle = Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,))
        found = []
        for form in (forms._compiled, forms.plain):
            monkeypatch.setattr(searching, "form", lambda form=form: form)
            try:
                search = searching.Search(puzzle, lowered(puzzle), Limit(nodes=60))
            except NoFamily:
                break
            found.append((search.run(6), *search.program[:56]))
            nodes += search.program[30]
        else:
            assert found[0] == found[1], line
            compared += 1
    assert compared > 80
    assert nodes > 400


def test_sets_of_lines_are_the_same_without_numpy() -> None:
    candidates = Candidates.of(Puzzle.parse(INKALA))
    forms = multi_sector._Crossing, multi_sector._PlainCrossing
    fast, plain = ([*each(candidates).locked(4, 5)] for each in forms)
    assert fast == plain
