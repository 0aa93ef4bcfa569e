"""A program on a pseudo-terminal: what it shows, keys for it, and an end for it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from tests.command import ENVIRONMENT
from tests.forked import start
from tests.patience import PATIENCE


class Terminal:
    """``cpsudoku`` with these arguments on a terminal of its own; it is ended on leaving."""

    def __init__(
        self,
        *arguments: str,
        state: Path,
        size: tuple[int, int] = (80, 24),
        more: Mapping[str, str] | None = None,
    ) -> None:
        self.fd, inside = pty.openpty()
        width, height = size
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        environment = ENVIRONMENT | {"TERM": "xterm-256color", "XDG_STATE_HOME": str(state)}
        self.child = start(arguments, (inside, inside, inside), environment | dict(more or {}))
        os.close(inside)
        self.shown = ""
        self.code: int | None = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        os.close(self.fd)

    def send(self, text: str) -> None:
        """Type something."""
        os.write(self.fd, text.encode())

    def read(self, seconds: float) -> bool:
        """Take what the program shows within some seconds; False when there was nothing."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, text: str) -> str:
        """Read until a text was shown, colours left out; what was shown before it and with it."""
        end = time.monotonic() + PATIENCE
        while text not in plain(self.shown):
            if time.monotonic() > end or (not self.read(1.0) and not self.child.runs):
                raise AssertionError(f"{text!r} was not shown:\n{plain(self.shown)[-3000:]}")
        said, self.shown = plain(self.shown), ""
        return said

    def kill(self, how: int = signal.SIGKILL) -> int:
        """End the program by a signal; how it ended."""
        if self.code is None:
            os.kill(self.child.pid, how)
        return self.wait()

    def wait(self) -> int:
        """Wait until it ends by itself; how it ended. The rest is in ``shown``."""
        if self.code is not None:
            return self.code
        end = time.monotonic() + PATIENCE
        while self.child.runs and time.monotonic() < end:
            self.read(0.05)
        while self.read(0.05):
            pass
        assert not self.child.runs, "it has not ended"
        self.code = self.child.wait()
        return self.code


def plain(shown: str) -> str:
    """Text without the codes of a terminal."""
    return re.sub(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_]|P[^\x1b]*)", "", shown)
