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

from tests.command import run
from tests.puzzles import CLASHING, INKALA, SEVERAL, WIKIPEDIA

pytest.importorskip("ray", reason="Ray is not installed: pip install 'cpsudoku[ray]'")
WORDS = {WIKIPEDIA: "unique", INKALA: "unique", SEVERAL: "multiple", CLASHING: "conflict"}
ROWS = 40_000


def judging_workers() -> list[int]:
    """The processes in which Ray judges a block now."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if b"ray::_pickled" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find Ray's workers")
def test_nothing_is_lost_when_a_worker_is_killed(tmp_path: Path, exhaustive: bool) -> None:
    if not exhaustive:
        pytest.skip("Ray takes some seconds to replace a worker; run with --exhaustive")
    puzzles = [list(WORDS)[number % len(WORDS)] for number in range(ROWS)]
    (tmp_path / "p.txt").write_text("\n".join(puzzles))
    command = [sys.executable, "-m", "cpsudoku", "check", "p.txt", "--on", "ray", "-o", "v.jsonl"]
    with subprocess.Popen(
        [*command, "--json", "--cross-check", "0.02"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as process:
        killed = 0
        while process.poll() is None and not killed:
            for worker in judging_workers()[:1]:
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
    rows = [json.loads(line) for line in (tmp_path / "v.jsonl").open()]
    assert [(row["line"], row["status"]) for row in rows] == [
        (number, WORDS[puzzle]) for number, puzzle in enumerate(puzzles, 1)
    ]


def test_a_run_on_ray_writes_the_same_files(tmp_path: Path) -> None:
    several = [f"{'.' * number}1{'.' * (80 - number)}" for number in range(40)]
    (tmp_path / "a.txt").write_text("\n".join([*several, WIKIPEDIA]))
    rows = [*several, INKALA, WIKIPEDIA, "hello", "hello", SEVERAL, WIKIPEDIA, INKALA]
    (tmp_path / "b.csv").write_text("\n".join(["n,quiz", *(f"1,{row}" for row in rows)]))
    (tmp_path / "c.txt").write_text("rules:\ndiagonal\n\n" + "\n".join(several[:3]))
    outputs = ("-o", "v.jsonl", "--keep", "good.csv", "--reject", "bad.txt")
    command = ["check", "a.txt", "b.csv", "c.txt", "--require", "unique,no-duplicates", "--json"]
    summaries = []
    files = []
    for where in ([], ["--on", "ray"]):
        done = run(*command, *where, *outputs, folder=tmp_path)
        assert done.code == 2, done.err
        summaries.append(json.loads(done.out) | {"seconds": 0, "rate": 0})
        files.append([(tmp_path / name).read_bytes() for name in outputs[1::2]])
        for name in outputs[1::2]:
            (tmp_path / name).unlink()
    assert summaries[0] == summaries[1]
    assert summaries[0]["duplicates"] == 40 + 3
    assert files[0] == files[1]


def test_an_address_without_a_cluster_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(WIKIPEDIA)
    done = run("check", "p.txt", "--on", "ray", "--address", "nowhere", folder=tmp_path)
    assert (done.code, "--address: 'nowhere': Invalid address" in done.err) == (2, True)
