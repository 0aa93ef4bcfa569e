"""What ``check --publish`` reports: each thing that stands out, and nothing about plain puzzles."""

from __future__ import annotations

import json
from math import isqrt
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from tests.command import invoke

SMALL = "1..4..1.2......3"
TURNED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Givens and rules, and what stands out: the field, its value, and the sentence in two languages.
FOUND = {
    "spike": (
        (".......2....43..", "white: r1c2 r1c3", "killer 5: r2c2 r2c3"),
        ("spikes", [6]),
        "step 6 is much harder than the others: Chain Through Rules takes an effort of "
        "9.7, and they take 2.1 at most",
        "Schritt 6 ist viel schwerer als die anderen",
    ),
    "trial": (
        (
            "..3.............",
            *("killer 5: r2c2 r3c2", "greater: r4c1 r3c1", "greater: r2c2 r2c1"),
            "killer 5: r4c2 r4c3",
        ),
        ("trials", [16, 18]),
        "only trial and error finds the steps 16, 18",
        "die Schritte 16, 18 sind nur durch Probieren zu finden",
    ),
    "idle rule": (
        (SMALL, "killer 7: r1c3 r1c4"),
        ("idle_rules", [0]),
        "the 7 cage at r1c3 never acts: the same steps solve the puzzle without it",
        "Käfig 7 bei r1c3 wirkt nie",
    ),
    "broken symmetry": (
        (TURNED[:2] + "4" + TURNED[3:],),
        ("broken_symmetries", [{"symmetry": "180", "givens": ["r1c3"], "blanks": ["r9c7"]}]),
        "one place breaks the symmetry of the pattern (180): r1c3 given, r9c7 blank",
        "eine Stelle bricht die Symmetrie des Musters (halbe Drehung)",
    ),
    "nothing": (
        (TURNED,),
        ("outcome", "solved"),
        "the solving path has 51 steps; the hardest is step 1, Hidden Single (easy, effort 1.6)\n"
        "    nothing stands out in the solving path or the pattern",
        "am Lösungsweg und am Muster fällt nichts auf",
    ),
}
LIMIT = 1000  # seconds; a busy machine is slow
REVIEW = ("check", "--publish", "--limit", str(LIMIT))
LISTS = ("spikes", "trials", "idle_rules", "broken_symmetries", "untested_rules")


@pytest.mark.parametrize(("lines", "fact", "said", "german"), FOUND.values(), ids=FOUND.keys())
def test_what_stands_out_is_said_and_in_the_data(
    lines: tuple[str, ...], fact: tuple[str, object], said: str, german: str, tmp_path: Path
) -> None:
    givens, *rules = lines
    path = tmp_path / "puzzle.txt"
    size = isqrt(len(givens))
    rows = (givens[start : start + size] for start in range(0, len(givens), size))
    path.write_text("\n".join([*rows, *rules]) + "\n")
    done = invoke(*REVIEW, path)
    assert done.code == 0
    assert f"    {said}\n" in done.out
    assert german in invoke(*REVIEW, path, "--lang", "de").out
    data = json.loads(invoke(*REVIEW, path, "--json").out)
    review = data["diagnosis"]["review"]
    assert review[fact[0]] == fact[1]
    assert [name for name in LISTS if review[name]] == [fact[0]] * (fact[0] in LISTS)


def test_a_rule_that_the_path_needs_is_not_idle() -> None:
    givens, *rules = FOUND["spike"][0]
    found = cpsudoku.diagnose(Puzzle.parse(givens).with_rules(*rules), publish=True, limit=LIMIT)
    assert found.review is not None
    assert found.unnecessary is not None
    assert (found.unnecessary.rules, found.review.idle_rules) == ((), ())
    assert (
        cpsudoku.diagnose(givens, publish=True, limit=LIMIT).review is None
    )  # it has several solutions


def test_a_puzzle_that_is_not_proper_gets_its_diagnosis() -> None:
    assert "15 cells vary" in invoke("check", "--publish", "1" + "." * 15).out
    refused = invoke("check", "--publish", "--engine", "lanes", SMALL)
    assert refused.code == 2
    assert "--publish works only with" in refused.err
