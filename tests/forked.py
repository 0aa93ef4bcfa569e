"""Many runs of ``cpsudoku`` from one process that has imported everything: a fork takes 10 ms.

Each has streams of its own, which may be closed, full or without a reader. As a program:
``python -m tests.forked`` reads the cases as JSON and writes what came of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from tests.command import ENVIRONMENT, Run

CLOSED, FULL, GONE, FINE = "closed", "full", "gone", "fine"
CASE_SECONDS = 120  # as long as the slowest may take on a busy machine, with a compiler


class Streams(NamedTuple):
    """How standard input, output and error are."""

    stdin: str = FINE
    stdout: str = FINE
    stderr: str = FINE


Case = tuple[Sequence[str], Streams]


def run_forked(cases: Mapping[str, Case]) -> dict[str, Run]:
    """What came of each case, by its name."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.forked"],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=600,
        check=True,
    )
    return {name: Run(*found) for name, found in json.loads(done.stdout).items()}


def _main() -> None:
    from cpsudoku.cli import app

    cases = json.load(sys.stdin)
    found = {}
    for arguments in {tuple(arguments): None for arguments, _ in cases.values()}:
        CliRunner().invoke(app.app, arguments)  # so that everything is imported, and compiled
    with tempfile.TemporaryDirectory() as folder:
        for name, (arguments, streams) in cases.items():
            child = os.fork()
            if not child:
                sys.argv = ["cpsudoku", *arguments]
                try:
                    _set_up(Streams(*streams), Path(folder))
                    app.main()
                finally:
                    os._exit(99)  # main did not end the process
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said = [(Path(folder) / each).read_text(errors="replace") for each in ("out", "err")]
            found[name] = (code, *said)
    print(json.dumps(found))


def _set_up(streams: Streams, folder: Path) -> None:
    """Give this process the streams, as Python finds them when it begins."""
    import signal

    signal.alarm(CASE_SECONDS)
    for name in ("out", "err"):
        (folder / name).write_text("")
    targets = (os.devnull, str(folder / "out"), str(folder / "err"))
    for number, (state, target) in enumerate(zip(streams, targets, strict=True)):
        os.close(number)
        mode = os.O_WRONLY | os.O_APPEND if number else os.O_RDONLY
        if state == FINE:
            handle = os.open(target, mode)
        elif state == FULL:
            handle = os.open("/dev/full", os.O_WRONLY)
        elif state == GONE:
            reader, handle = os.pipe()
            os.dup2(handle, number)
            if reader != number:
                os.close(reader)
        if state != CLOSED and handle != number:
            os.dup2(handle, number)
            os.close(handle)
    opened = [
        open(number, mode, closefd=False) if state != CLOSED else None  # noqa: SIM115  stays open
        for number, (state, mode) in enumerate(zip(streams, "rww", strict=True))
    ]
    sys.stdin, sys.stdout, sys.stderr = opened


if __name__ == "__main__":
    _main()
