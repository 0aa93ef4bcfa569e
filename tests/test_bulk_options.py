"""The options of ``check`` on its bulk road: each is obeyed, or refused by its name."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from tests.command import invoke
from tests.puzzles import WIKIPEDIA

JOBS = [("check", "-o", "v.csv"), ("rate",), ("generate",)]


@pytest.mark.parametrize("arguments", JOBS, ids=[command for command, *_ in JOBS])
def test_no_more_processes_than_cores_are_started(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(multiprocessing, "get_context", _no_workers)
    command, *others = arguments
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n" * 3)
    inputs = [] if command == "generate" else ["p.txt"]
    done = invoke(command, *inputs, *others, "--jobs", "100000", folder=tmp_path)
    assert done.code == 0
    assert "--jobs 100000: at most one process per core is used, 1 here" in done.err
    quiet = invoke(command, *inputs, *others, "-q", "--jobs", "9", folder=tmp_path)
    assert (quiet.code, quiet.err) == (0, "")


def _no_workers(*_: object) -> None:
    raise AssertionError("a worker was started")
