"""The real command line: ``cpsudoku`` in a process of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from cpsudoku.cli.app import app

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
    command: tuple[str, ...] = COMMAND,
) -> Run:
    """Run ``cpsudoku`` with these arguments; a traceback never comes out of it."""
    done = subprocess.run(
        [*command, *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=folder,
        env=ENVIRONMENT,
        timeout=300,  # the first call of some commands compiles
        check=False,
    )
    result = Run(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.err, result.err
    return result


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
    child, terminal = pty.fork()
    if not child:
        os.environ.clear()
        os.environ.update(ENVIRONMENT, TERM="xterm-256color", COLUMNS="80", **environment)
        os.execv(sys.executable, [*COMMAND, *arguments])
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
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), screen.decode().replace("\r\n", "\n")


UTF_8 = {"PYTHONIOENCODING": "utf-8"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
