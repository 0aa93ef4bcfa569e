"""Ratings: equal to those of the reference programs, none for what is not proper."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.solving import as_puzzle, settle
from cpsudoku.teaching.rating import many
from cpsudoku.teaching.rating.base import SCALES, Rating
from cpsudoku.teaching.rating.hodoku import summed
from cpsudoku.teaching.rating.many import rate_many
from cpsudoku.teaching.rating.rate import rate
from cpsudoku.teaching.rating.rate import rated as rated_verdict
from cpsudoku.techniques import ORDERS, TABLE, TECHNIQUES
from cpsudoku.techniques.walk import walk
from tests.command import run
from tests.puzzles import WIKIPEDIA

DATA = Path(__file__).parents[1] / "data"
ROWS = list(csv.DictReader((DATA / "ratings.csv").open(encoding="utf-8")))
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
# HoDoKu likes r7c9 <> 8 and r8c5 <> 3 equally, as 62 + 8 = 67 + 3, the numbers of the cells.
EQUALLY_GOOD = (
    (4960, "5.2..8.....83...4..7.12...51......2..3.2..416..46.......6......7....1.5....85...7"),
    (5334, "..9...8..62...8.9.....3...114...2.78...6......8..152...........3.4...1...6....487"),
)
# Puzzles of forums and newspapers, rated by many with the original program.
LANDMARKS = {
    "inkala-2012": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "10.7/10.7/9.7",
    ),
    "platinum-blonde": (
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
        "10.6/1.2/1.2",
    ),
    "easter-monster": (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "11.6/11.6/10.8",
    ),
}


def rated(line: str, *scales: str) -> Rating:
    """The rating of a puzzle."""
    return rated_verdict(settle(as_puzzle(line)), scales or SCALES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['ER']}-{row['puzzle'][:9]}")
def test_ratings_equal_those_of_sudoku_explainer(row: dict[str, str]) -> None:
    assert rated(row["puzzle"], "se121").text == "/".join(row[name] for name in ("ER", "EP", "ED"))


def test_levels_and_scores_equal_those_of_hodoku() -> None:
    for row in ROWS:
        rating = rated(row["puzzle"], "hodoku")
        assert (rating.level, rating.score) == (row["level"], int(row["score"])), row["puzzle"]


def test_the_cell_that_prevents_a_grave_has_three_candidates_for_hodoku() -> None:
    line = "................12..3.45.........4...16......72.8........2....7..4...5...8...6..."
    rating = rated(line, "hodoku")
    assert (rating.level, rating.score) == ("unfair", 1486)
    assert "bug-1" not in dict(rating.counts)
    puzzle = as_puzzle(line)
    steps = walk(Candidates.of(puzzle), ORDERS["hodoku"], settle(puzzle).solution)
    assert any(step.technique == "bug-1" for _, step in steps)


@pytest.mark.parametrize(("score", "line"), EQUALLY_GOOD)
def test_the_chain_found_first_is_taken_of_two_that_hodoku_likes_equally(
    score: int, line: str
) -> None:
    assert rated(line, "hodoku").score == score


def test_the_easter_monster_needs_guesses(exhaustive: bool) -> None:
    if not exhaustive:
        pytest.skip("seconds: --exhaustive")
    line, _ = LANDMARKS["easter-monster"]
    assert rated(line, "hodoku").score == 40_610


def test_each_guess_costs_ten_thousand() -> None:
    counts = {"hidden-single": 50, "dynamic-forcing-chain": 2}
    assert summed(counts, guesses=3) == ("extreme", 3 * 10_000 + 50 * 14 + 2 * 700)


def test_the_escargot_is_rated_as_everybody_knows() -> None:
    rating = rated(ESCARGOT, "se121")
    assert rating.text == "10.5/1.2/1.2"
    assert rating.hardest == "nested-forcing-chain"
    assert rated(ESCARGOT, "hodoku").score == 24_894  # two guesses and six nets


@pytest.mark.parametrize("name", LANDMARKS)
def test_landmarks(name: str, exhaustive: bool) -> None:
    if not exhaustive:
        pytest.skip("seconds each: --exhaustive")
    line, text = LANDMARKS[name]
    assert rated(line, "se121").text == text


@pytest.mark.parametrize("row", ROWS[::4], ids=lambda row: f"{row['ER']}-{row['puzzle'][:9]}")
def test_the_steps_of_the_order_are_those_of_the_rating(row: dict[str, str]) -> None:
    verdict = settle(as_puzzle(row["puzzle"]))
    steps = list(walk(Candidates.of(verdict.puzzle), ORDERS["se121"], verdict.solution))
    for candidates, step in steps:
        assert TECHNIQUES[step.technique].explain(step, candidates)
    assert steps[-1][1].apply(steps[-1][0]).is_solved
    assert max(step.rating for _, step in steps) / 10 == float(row["ER"])
    assert steps[0][1].rating / 10 == float(row["ED"])
    counts = dict(rated(row["puzzle"], "se121").counts)
    assert sum(counts.values()) == len(steps)
    assert counts.keys() <= TABLE.keys()


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (WIKIPEDIA, "unique"),
        ("." * 81, "multiple"),
        ("11" + "." * 79, "conflict"),
        ("12345678." + "." * 17 + "9" + "." * 54, "none"),
    ],
)
def test_only_a_proper_puzzle_has_numbers(line: str, status: str) -> None:
    rating = rated(line)
    assert rating.status == status
    assert (rating.er is not None) == (rating.score is not None) == (status == "unique")


@pytest.mark.parametrize(
    ("line", "scale", "only"),
    [
        ("1" + "." * 15, "hodoku", "classic 9x9 puzzles; this one is 4x4"),
        ("." * 256, "hodoku", "classic 9x9 puzzles; this one is 16x16"),
        ("." * 256, "se121", "boards of up to 9x9 cells with houses, offsets and non-consecutive"),
    ],
)
def test_the_scales_refuse_other_sizes(line: str, scale: str, only: str) -> None:
    with pytest.raises(Unsupported, match=f"{scale} rates only {only}"):
        rate(line, scale=scale)


def entries() -> Iterator[many.Entry]:
    """Puzzles with things between them that can't be rated."""
    yield InputError("not a puzzle")
    for row in ROWS[:40]:
        yield as_puzzle(row["puzzle"])
    yield as_puzzle("." * 256)
    yield as_puzzle("." * 81)


def test_many_are_rated_in_order_and_nothing_stops_them(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(rate_many(entries(), scale="se121"))
    monkeypatch.setattr(many, "ALONE", 4)
    monkeypatch.setattr(many, "CHUNK", 8)
    together = list(rate_many(entries(), scale="se121", jobs=2))
    assert [(r.status, r.text) for r in together] == [(r.status, r.text) for r in alone]
    assert [r.status for r in alone] == [
        *("malformed", *["unique"] * 40),
        *("unsupported", "multiple"),
    ]
    assert list(islice(rate_many(entries(), scale="se121", jobs=2), 3))[2].status == "unique"


def test_the_command_prints_a_line_a_puzzle(tmp_path: Path) -> None:
    lines = [ROWS[0]["puzzle"], "." * 81, "12x"]
    ran = run("rate", "-", stdin="\n".join(lines))
    assert ran.code == 2
    assert f"ER {ROWS[0]['ER']}/" in ran.lines[0]
    assert "(Sudoku Explainer 1.2.1)" in ran.lines[0]
    assert ran.lines[1].endswith("multiple")
    assert "malformed" in ran.lines[2]
    table = tmp_path / "ratings.csv"
    assert run("rate", *lines[:2], "-o", str(table)).code == 1
    first, second = csv.DictReader(table.open(encoding="utf-8"))
    assert (first["ER"], first["scale"]) == (ROWS[0]["ER"], "Sudoku Explainer 1.2.1")
    assert int(first["hidden-single"]) > 0
    assert (second["status"], second["ER"], second["hodoku_score"]) == ("multiple", "", "")
    data = json.loads(run("rate", lines[0], "--json", "--scale", "se121").out)
    assert data["ER"] == float(ROWS[0]["ER"])
    assert data["hodoku_level"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--scale", "se118"), "choose one of se121, hodoku, both"),
        (("-o", "ratings.xlsx"), "ratings are written to .csv or .jsonl"),
    ],
)
def test_bad_wishes_are_told(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = run("rate", WIKIPEDIA, *arguments, folder=tmp_path)
    assert ran.code == 2
    assert said in ran.err
    assert not any(tmp_path.iterdir())
