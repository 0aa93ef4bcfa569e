"""A bulk run on a local Ray cluster of two workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cpsudoku.road.running.on_ray import check_on_ray
from cpsudoku.road.settings import Settings
from cpsudoku.runtime.errors import InputError
from tests.command import run
from tests.puzzles import CLASHING, INKALA, SEVERAL, WIKIPEDIA

pytest.importorskip("ray", reason="Ray is not installed: pip install 'cpsudoku[ray]'")
WORDS = {WIKIPEDIA: "unique", INKALA: "unique", SEVERAL: "multiple", CLASHING: "conflict"}
ROWS = 2_000


def mapping_workers() -> list[int]:
    """The processes in which Ray runs our function now."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if b"ray::MapBatches" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find Ray's workers")
def test_nothing_is_lost_when_a_worker_is_killed(tmp_path: Path, exhaustive: bool) -> None:
    if not exhaustive:
        pytest.skip("Ray takes half a minute to replace a worker; run with --exhaustive")
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    puzzles = [list(WORDS)[number % len(WORDS)] for number in range(ROWS)]
    for part in range(4):
        rows = range(part, ROWS, 4)
        table = arrow.table({"id": list(rows), "quiz": [puzzles[row] for row in rows]})
        parquet.write_table(table, tmp_path / f"{part}.parquet")
    command = [sys.executable, "-m", "cpsudoku", "check", str(tmp_path / "*.parquet")]
    command += ["--on", "ray", "-o", str(tmp_path / "out"), "--json", "--cross-check"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        killed = 0
        while process.poll() is None and not killed:
            for worker in mapping_workers()[:1]:
                time.sleep(0.2)
                os.kill(worker, signal.SIGKILL)
                killed += 1
            time.sleep(0.05)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 1, (out, err)
    assert killed == 1
    quarter = ROWS // 4
    assert json.loads(out)["statuses"] == {
        "unique": 2 * quarter, "multiple": quarter, "conflict": quarter,
    }  # fmt: skip
    rows = pytest.importorskip("pyarrow.dataset").dataset(tmp_path / "out").to_table().to_pylist()
    assert sorted(row["id"] for row in rows) == list(range(ROWS))
    assert all(row["status"] == WORDS[row["quiz"]] for row in rows)


def test_duplicates_are_found_on_ray_as_without_it(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    others = [*lines(40), WIKIPEDIA]
    puzzles = [*lines(40), INKALA, WIKIPEDIA, "hello", "hello", SEVERAL, WIKIPEDIA, INKALA]
    for name, texts in (("a", others), ("b", puzzles)):
        table = arrow.table({"duplicate_of": texts, "n": range(len(texts))})
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    command = ["check", str(tmp_path / "*.parquet"), "--require", "unique,no-duplicates"]
    done = run(*command, "--on", "ray", "-o", str(tmp_path / "out"), "--json")
    assert done.code == 2, done.err
    alone = run(*command, "-o", str(tmp_path / "v.jsonl"), "--json")
    found, expected = json.loads(done.out), json.loads(alone.out)
    assert found["duplicates"] == expected["duplicates"] == 40 + 3
    assert found["failed"] == expected["failed"]
    rows = pytest.importorskip("pyarrow.dataset").dataset(tmp_path / "out").to_table().to_pylist()
    all_texts = [*others, *puzzles]
    assert [row["duplicate_of"] for row in rows] == all_texts
    first = {text: number for number, text in reversed([*enumerate(all_texts, 1)])}
    assert [row["cpsudoku_duplicate_of"] for row in rows] == [
        None if text == "hello" or first[text] == number else first[text]
        for number, text in enumerate(all_texts, 1)
    ]
    names = [json.loads(line)["failed"] for line in (tmp_path / "v.jsonl").open()]
    assert [row["failed"] for row in rows] == [";".join(each) or None for each in names]
    assert "hash" not in rows[0]


def test_the_lines_of_a_text_need_no_name_of_a_column(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "list.txt").write_text("\n".join([*lines(3), *WORDS]))
    done = run("check", tmp_path / "list.txt", "--on", "ray", "-o", tmp_path / "out", "--json")
    assert done.code == 1, done.err
    rows = parquet.read_table(tmp_path / "out").to_pylist()
    assert [row["text"] for row in rows] == [*lines(3), *WORDS]
    assert [row["status"] for row in rows] == ["multiple"] * 3 + [*WORDS.values()]


def lines(count: int) -> list[str]:
    """Some different puzzles."""
    return [f"{'.' * number}1{'.' * (80 - number)}" for number in range(count)]


def test_what_ray_can_not_do_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder exists; name a new one"):
        check_on_ray(["a.parquet"], tmp_path, Settings())
    table, out = tmp_path / "names.csv", tmp_path / "out"
    table.write_text("first,last\nAda,Lovelace\n")
    with pytest.raises(InputError, match=r"names\.csv: no column of puzzles"):
        check_on_ray([str(table)], out, Settings())
    with pytest.raises(InputError, match=r"gone\.parquet: can't be read"):
        check_on_ray([str(tmp_path / "gone.parquet")], out, Settings())
