"""The real command line: ``cpsudoku`` in a process of its own."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, suppress
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from cpsudoku.cli.app import app
from tests.forked import start

ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("NO_COLOR", "FORCE_COLOR", "CPSUDOKU_DEBUG", "COLUMNS")
}
COMMAND = (sys.executable, "-m", "cpsudoku")


@dataclass(frozen=True)
class Run:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()


def run(
    *arguments: str | Path,
    stdin: str | bytes = b"",
    folder: Path | None = None,
    more: Mapping[str, str] | None = None,
) -> Run:
    """Run ``cpsudoku`` with these arguments in a process of its own.

    ``more`` are added variables of its environment. A traceback never comes out of it.
    """
    given = stdin.encode() if isinstance(stdin, str) else stdin
    result = _run(list(map(str, arguments)), given, ENVIRONMENT | dict(more or {}), folder)
    assert "Traceback" not in result.err, result.err
    return result


def _run(words: list[str], given: bytes, variables: dict[str, str], folder: Path | None) -> Run:
    with ThreadPoolExecutor(3) as pool:
        (there, stdin), (out, stdout), (err, stderr) = os.pipe(), os.pipe(), os.pipe()
        child = start(words, (there, stdout, stderr), variables, folder)
        for each in (there, stdout, stderr):
            os.close(each)
        said = [pool.submit(_read, out), pool.submit(_read, err)]
        pool.submit(_write, stdin, given)
        return Run(child.wait(), *(each.result() for each in said))


def _read(handle: int) -> str:
    with open(handle, "rb") as stream:
        return stream.read().decode()


def _write(handle: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(handle, "wb") as stream:
        stream.write(data)


def invoke(*arguments: str | Path, folder: Path | None = None) -> Run:
    """The command line in this process: faster, and the same but for how the process ends."""
    with chdir(folder or "."):
        done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return Run(done.exit_code, done.stdout, done.stderr)


def on_a_terminal(
    *arguments: str, typed: str = "", waits_for: str = "", **environment: str
) -> tuple[int, str]:
    """The exit code and the screen of a command on a pseudo-terminal of 80 columns.

    typed: what a person types, once the screen shows ``waits_for``. A command that still waits for
    input after a minute is ended.
    """
    terminal, end = os.openpty()
    settings = ENVIRONMENT | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment
    child = start(arguments, (end, end, end), settings, terminal=True)
    os.close(end)
    screen = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # what Linux says at the end
            break
        if not chunk:
            break
        screen += chunk
        if typed and waits_for.encode() in screen:
            os.write(terminal, typed.encode())
            typed = ""
    else:
        os.kill(child.pid, signal.SIGKILL)
    os.close(terminal)
    return child.wait(), screen.decode().replace("\r\n", "\n")


UTF_8 = {"PYTHONIOENCODING": "utf-8"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
