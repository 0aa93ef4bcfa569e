"""What all kinds of kept machine code have in common: locks, remarks, and the end of old files."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from threading import Timer

from cpsudoku.runtime import system
from cpsudoku.runtime.compiled.compiling import SILENCE
from cpsudoku.runtime.compiled.folder import CHOSEN
from cpsudoku.runtime.compiled.programs import compiling_text
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

UNUSED = 90 * 24 * 3600.0  # seconds after which a file that was not used is deleted
_told = False  # whether a remark was made; each process makes at most one


def report_loss(problem: str) -> None:
    """Report once per process that the next run must compile again."""
    global _told
    if not _told:
        _told = True
        remark(
            worded(
                "{problem}, so every run compiles it again; set {chosen} to a folder that can be "
                "written",
                problem=problem,
                chosen=CHOSEN,
            )
        )


def report_unsaved(folder: Path, error: Exception) -> None:
    """Report that machine code can't be saved, and why."""
    reason = str(getattr(error, "strerror", None) or error or type(error).__name__)
    report_loss(
        worded(
            "compiled code can't be kept in {folder} ({reason})",
            folder=folder,
            reason=reason.lower(),
        )
    )


class Making:
    """The time in which one process compiles a function. Others wait for it; so may this one.

    Either is reported if it takes long.
    """

    def __init__(self, module: str, lock: Path) -> None:
        self._module, self._lock = module, _Lock(lock)
        self._timer: Timer | None = None

    def begin(self) -> bool:
        """Wait for the lock; whether another process may have compiled the function meanwhile."""
        if self._timer is None:
            self._timer = Timer(SILENCE, remark, [compiling_text(self._module)])
            self._timer.daemon = True
            self._timer.start()
        return self._lock.take()

    def end(self) -> None:
        """Let others go on."""
        self._lock.give_back()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Lock:
    """A lock between processes, which the system releases when its owner ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Wait for the lock; whether another process may have worked meanwhile."""
        if not system.CAN_LOCK or self._handle is not None:
            return False
        with suppress(OSError):
            flags = os.O_RDWR | os.O_CREAT | system.NO_FOLLOW
            self._handle = os.open(self._path, flags, 0o600)
            system.lock(self._handle, wait=True)
        return self._handle is not None

    def give_back(self) -> None:
        """Release the lock. Its file stays: deleting it would let two processes have the lock."""
        if self._handle is not None:
            with suppress(OSError):
                system.unlock(self._handle)
            os.close(self._handle)
            self._handle = None


def delete_unused(folder: Path) -> None:
    """Delete what old versions of the program have left."""
    oldest = time.time() - UNUSED
    for path in folder.iterdir():
        with suppress(OSError):
            found = path.stat()
            if max(found.st_atime, found.st_mtime) < oldest:
                path.unlink()
