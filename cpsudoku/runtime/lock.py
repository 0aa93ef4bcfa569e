"""A lock file beside an output, so that only one run writes it at a time.

The system releases the lock when its process ends, in whatever way, so the file of a killed run
blocks nobody. It is a POSIX lock: the forked workers of a run do not inherit it.
"""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from cpsudoku.runtime import system
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import is_stream
from cpsudoku.runtime.json_text import value_of_json
from cpsudoku.runtime.words import worded

_UNKNOWN_TO_THE_DISK = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # some network file systems
_held: set[Path] = set()  # by this process: POSIX locks only separate processes


def lock_of(output: Path) -> Path:
    """The lock file of an output; the same for every name of the output."""
    whole = output.resolve()
    return whole.with_name(whole.name + ".lock")


@contextmanager
def locked(outputs: Iterable[Path]) -> Iterator[None]:
    """Lock these outputs against other runs; raises InputError if another run writes one."""
    with ExitStack() as stack:
        for output in outputs:
            if system.CAN_LOCK and not is_stream(output):
                stack.enter_context(_locked(output))
        yield


@contextmanager
def _locked(output: Path) -> Iterator[None]:
    path = lock_of(output)
    if path in _held:
        raise _busy(output, path)
    try:
        handle = _acquired(output, path)
    except OSError as error:
        raise InputError(
            "can't be written: {error}", Source(str(output)), error=reason(error)
        ) from None
    _held.add(path)
    try:
        yield
    finally:
        _held.discard(path)
        path.unlink(missing_ok=True)
        os.close(handle)


def _acquired(output: Path, path: Path) -> int:
    """The open and locked lock file; raises InputError if another process holds it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | system.NO_FOLLOW, 0o644)
        try:
            system.lock(handle, wait=False)
        except OSError as error:
            if error.errno not in _UNKNOWN_TO_THE_DISK:
                os.close(handle)
                raise _busy(output, path) from None
        if _is_there(path, handle):
            os.truncate(handle, 0)
            since = datetime.now().astimezone().isoformat(" ", "seconds")
            owner = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
            os.write(handle, (json.dumps(owner) + "\n").encode())
            return handle
        os.close(handle)  # its owner has just ended and removed it


def _is_there(path: Path, handle: int) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


def _busy(output: Path, path: Path) -> InputError:
    """The error that names the run that holds the lock."""
    try:
        owner = value_of_json(path.read_text())
        who = worded(
            "process {number} on {host}, since {start}",
            number=owner["pid"],
            host=owner["host"],
            start=owner["since"],
        )
    except (OSError, ValueError, KeyError, TypeError):  # the owner has not written it yet
        who = worded("it has just started")
    problem = worded(
        "another run is writing it ({who}); wait for it, or name another file", who=who
    )
    return InputError(problem, Source(str(output)))
