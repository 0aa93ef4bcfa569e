"""The real command line: ``cpsudoku`` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
        timeout=60,
        check=False,
    )
    result = Run(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.err, result.err
    return result
