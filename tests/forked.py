"""Runs ``cpsudoku`` in children of a process that has imported everything: a fork takes 10 ms.

``start`` connects to a server, which is started once for a test process. It sends the arguments,
the folder, the environment and the three standard streams, any of which may be closed. The answers
are the number of the new process and later its exit code, a line each.
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.puzzles import WIKIPEDIA

ROOT = Path(__file__).parent.parent
SMALL = "1.....4..2.....3"
WARM_UP = [
    ["--help"],
    ["check", SMALL, "--max-solutions", "2"],
    ["solve", "data/samples/sample.xlsx", "--json"],
    ["check", WIKIPEDIA, "--engine", "lanes"],
    ["explain", WIKIPEDIA, "--brief"],
    ["diagnose", SMALL.replace("1", ".")],
    ["generate", "--help"],
]


@dataclass(frozen=True)
class Child:
    """A running command. ``wait`` gives its exit code, negative for a signal."""

    pid: int
    line: socket.socket

    def wait(self) -> int:
        """The exit code, once it has ended."""
        with self.line, self.line.makefile() as answers:
            return int(answers.readline())

    @property
    def runs(self) -> bool:
        """Whether it has not ended yet. To be asked before ``wait``."""
        return not select.select([self.line], [], [], 0)[0]


def start(
    arguments: Sequence[str],
    streams: Sequence[int | None],
    environment: Mapping[str, str],
    folder: Path | None = None,
    *,
    terminal: bool = False,
) -> Child:
    """Run ``cpsudoku`` with these descriptors as its streams; None is a closed one.

    With ``terminal``, its standard input is the terminal that controls it.
    """
    line = socket.socket(socket.AF_UNIX)
    line.connect(server())
    request = {
        "arguments": list(arguments),
        "folder": str(folder or Path.cwd()),
        "environment": dict(environment),
        "is_open": [each is not None for each in streams],
        "terminal": terminal,
    }
    socket.send_fds(line, [b"-"], [0, *(each for each in streams if each is not None)])
    line.sendall(json.dumps(request).encode() + b"\n")
    return Child(int(_line(line)), line)


def _line(connection: socket.socket) -> bytes:
    """The next line, and nothing that follows it."""
    found = b""
    while not found.endswith(b"\n"):
        more = connection.recv(1)
        if not more:
            break
        found += more
    return found


@functools.cache
def server() -> str:
    """The address of the server of this process, which is started by the first call."""
    short = "/tmp" if os.access("/tmp", os.W_OK) else None  # an address has 107 bytes at most
    folder = tempfile.mkdtemp(prefix="forked-", dir=short)
    address = f"{folder}/socket"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forked", address],
        cwd=ROOT,
        stdin=subprocess.PIPE,  # it ends when this process does
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return address


CLIENT = """#!{python} -IS
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect({address!r})
request = dict(
    arguments=sys.argv[1:], folder=os.getcwd(), environment=dict(os.environ),
    is_open=[True] * 3, terminal=False,
)
socket.send_fds(line, [b"-"], [0, 0, 1, 2])
line.sendall(json.dumps(request).encode() + b"\\n")
with line.makefile() as answers:
    answers.readline()
    sys.exit(int(answers.readline()))
"""


def write_command(path: Path) -> None:
    """Write the program ``cpsudoku`` for a shell. It runs in a fork too."""
    path.write_text(CLIENT.format(python=sys.executable, address=server()))
    path.chmod(0o755)


# The server


def _main(address: str) -> None:
    from typer.testing import CliRunner

    from cpsudoku.cli import app

    for arguments in WARM_UP:
        CliRunner().invoke(app.app, arguments)
    gc.freeze()  # the children share this memory
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, socket.socket] = {}
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen(64)
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([door, ended, sys.stdin], [], [])
            if sys.stdin in ready:  # the tests have ended
                return
            if ended in ready:
                os.read(ended, 4096)
                _tell(running)
            if door in ready:
                connection, _ = door.accept()
                running[_begin(connection)] = connection


def _tell(running: dict[int, socket.socket]) -> None:
    """Tell the exit code of each process that has ended to who asked for it."""
    for child in list(running):
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            with running.pop(pid) as connection, suppress(OSError):
                connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def _begin(connection: socket.socket) -> int:
    """Start what a client asks for."""
    _, streams, _, _ = socket.recv_fds(connection, 1, 4)
    request = json.loads(_line(connection))
    child = os.fork()
    if not child:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become(request, streams[1:])
        finally:
            os._exit(99)  # the program did not end the process
    for each in streams:
        os.close(each)
    connection.sendall(b"%d\n" % child)
    return child


def _become(request: dict[str, Any], handles: list[int]) -> None:
    """Be the program, with streams as Python finds them when it begins."""
    from cpsudoku.cli import app

    os.setsid()
    streams: list[Any] = []
    rest = iter([fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 10) for each in handles])
    for number, is_open in enumerate(request["is_open"]):
        os.close(number)
        if is_open:
            moved = next(rest)
            os.dup2(moved, number)
            os.close(moved)
    for each in handles:  # nothing else is closed: objects of the server could still write to it
        with suppress(OSError):
            os.close(each)
    if request["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    wanted = request["environment"]
    if wanted.get("PYTHONPATH") != os.environ.get("PYTHONPATH"):  # it would import something else
        command = [sys.executable, "-m", "cpsudoku", *request["arguments"]]
        os.chdir(request["folder"])
        os.execve(sys.executable, command, wanted)
    encoding = wanted.get("PYTHONIOENCODING", "utf-8")
    for number, is_open in enumerate(request["is_open"]):
        errors, mode = ("backslashreplace", "w") if number == 2 else ("strict", "rw"[number])
        streams.append(
            open(number, mode, encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115
            if is_open
            else None
        )
    sys.stdin, sys.stdout, sys.stderr = streams
    for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
        setattr(sys, f"__{name}__", stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(wanted)
    sys.argv = ["cpsudoku", *request["arguments"]]
    app.main()


if __name__ == "__main__":
    _main(sys.argv[1])
