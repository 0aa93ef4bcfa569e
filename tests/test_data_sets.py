"""Data sets for machine learning: the same bytes again, in any number of steps, and disjoint."""

from __future__ import annotations

from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.generating import data_set
from cpsudoku.runtime.errors import BadParameter, InputError, Unsupported
from tests.command import invoke

parquet = pytest.importorskip("pyarrow.parquet")

NAMES = ["README.md", "test.parquet", "train.parquet"]
COUNT = 60


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of each file of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set that was made in one go."""
    folder = tmp_path_factory.mktemp("sets") / "whole"
    made = cpsudoku.generate_many(COUNT, seed=7).write_set(folder, split=0.7)
    assert (made.train + made.test, made.missing, made.repeated) == (COUNT, 0, 0)
    return folder


def test_every_row_says_what_is_true(whole: Path) -> None:
    rows = [row for name in NAMES[1:] for row in parquet.read_table(whole / name).to_pylist()]
    assert len(rows) == COUNT
    checked = cpsudoku.check_table(
        parquet.read_table(whole / "train.parquet"), canonical=True, guesses=True, minimal=True
    )
    assert set(checked["status"].to_pylist()) == {"unique"}
    for name, ours in (("clues", "clues"), ("canonical", "canonical"), ("guesses", "guesses")):
        assert checked[name].to_pylist() == checked[f"cpsudoku_{ours}"].to_pylist()
    assert checked["answer"].to_pylist() == checked["solution"].to_pylist()
    assert {each.givens.line for each in cpsudoku.generate_many(COUNT, seed=7)} == {
        row["question"] for row in rows
    }


def test_the_tables_share_no_puzzle_up_to_symmetry(whole: Path) -> None:
    train, test = whole / "train.parquet", whole / "test.parquet"
    found = invoke("check", train, "--against", test)
    assert (found.code, found.out) == (0, "")
    assert cpsudoku.overlap(train, test).is_disjoint


def test_an_interrupted_run_continues_to_the_same_bytes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_set, "ROWS_OF_A_PART", 1)
    monkeypatch.setattr("cpsudoku.generating.generation.FIRST_BLOCK", 8)
    monkeypatch.setattr("cpsudoku.generating.generation.LAST_BLOCK", 8)

    def stop(done: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    folder = tmp_path / "set"
    with pytest.raises(KeyboardInterrupt):
        cpsudoku.generate_many(COUNT, seed=7, jobs=1, progress=stop).write_set(folder, split=0.7)
    assert len(list((folder / "parts").iterdir())) >= 3
    with pytest.raises(InputError, match="parts are of another request"):
        cpsudoku.generate_many(COUNT, seed=8).write_set(folder, split=0.7)
    cpsudoku.generate_many(COUNT, seed=7).write_set(folder, split=0.7)
    assert contents(folder) == contents(whole)


def test_a_run_out_of_time_says_how_many_are_missing(tmp_path: Path) -> None:
    made = cpsudoku.generate_many(10, seed=1, rating=(11.5, 12.0), limit=0.0).write_set(tmp_path)
    assert (made.missing, made.train, made.test) == (10, 0, 0)
    arguments = ["--rating", "11.5-12", "--limit", "0", "--seed", "1", "--split", "0.9"]
    done = invoke("generate", "-n", "10", *arguments, "-o", tmp_path / "other")
    assert done.code == 3
    assert "10 of 10 puzzles missing; repeat the command with --seed 1 to continue" in done.err


def test_equivalent_puzzles_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data_set, "_hash", lambda form: form.count(".") << 56)
    made = cpsudoku.generate_many(4, seed=1).write_set(tmp_path / "set", split=0.5)
    assert made.train + made.test == 4
    assert made.repeated > 0


def test_the_command_writes_ratings_and_a_card(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    arguments = ["-n", "8", "--seed", "3", "--clues", "30-32", "--scale", "both"]
    done = invoke("generate", *arguments, "--split", "0.5", "-o", folder)
    assert done.code == 0
    assert sorted(path.name for path in folder.iterdir()) == NAMES
    card = (folder / "README.md").read_text()
    call = 'generate_many(8, seed=3, clues=[30, 32]).write_set("folder", split=0.5, scale="both")'
    assert call in card
    rows = parquet.read_table(folder / "train.parquet").to_pylist()
    for row in rows:
        rating = cpsudoku.rate(row["question"])
        assert (row["ER"], row["hodoku_level"]) == (rating.er, rating.level)
        assert 30 <= row["clues"] <= 32
    again = invoke("generate", *arguments, "--split", "0.5", "-o", folder)
    assert (again.code, "already has train.parquet" in again.err) == (2, True)


REFUSED = [
    (["--split", "0.9"], "--split needs -o FOLDER"),
    (["--split", "0.9", "-o", "-"], "--split needs -o FOLDER"),
    (["--split", "1.5", "-o", "x"], "'1.5' is not a number from 0 to 1"),
    (["--split", "0.9", "-o", "x", "--to", "csv"], "--split does not work with --to"),
    (["--split", "0.9", "-o", "x", "--size", "6"], "only have classic 9x9 puzzles"),
    (["--split", "0.9", "-o", "x", "--scale", "easy"], "unknown scale 'easy'"),
    (["--scale", "both"], "--scale works only with --split"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_can_not_be_a_set_is_refused(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    done = invoke("generate", *arguments, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert list(tmp_path.iterdir()) == []


def test_the_library_refuses_the_same(tmp_path: Path) -> None:
    made = cpsudoku.generate_many(2, seed=1)
    with pytest.raises(BadParameter, match="split"):
        made.write_set(tmp_path / "x", split=2)
    with pytest.raises(Unsupported):
        cpsudoku.generate_many(2, seed=1, size=4).write_set(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
