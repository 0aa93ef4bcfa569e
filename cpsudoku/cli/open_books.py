"""Workbooks that must not be changed now: read-only ones, and those open in another program."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cpsudoku.cli.say import say
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

LOCKS = {"LibreOffice": ".~lock.{}#", "Excel": "~${}"}
"""The name of the file that a program leaves beside a workbook while it is open."""


def refuse_change(path: Path) -> None:
    """Raise InputError for a workbook that can't be changed itself now."""
    source = Source(str(path))
    if _is_read_only(path):
        raise InputError("the file is read-only; remove --in-place to write a copy", source)
    found = _opened(path)
    if found is not None:
        program, lock = found
        raise InputError(
            "the file is open in {program}; close it there first, or delete {lock} if it is "
            "left over, or remove --in-place to write a copy",
            source,
            program=program,
            lock=lock.name,
        )


def note_open(path: Path | None, target: Path) -> None:
    """Report that a workbook, or the copy that was just replaced, is open in another program."""
    for each, what in (
        (path, worded("what was changed there since the last save was not read")),
        (target, worded("load the new copy there")),
    ):
        found = _opened(each) if each is not None else None
        if found is not None:
            say(
                worded(
                    "{path} is open in {program} ({name}); {what}",
                    path=each,
                    program=found[0],
                    name=found[1].name,
                    what=what,
                )
            )


def _is_read_only(path: Path) -> bool:
    """Whether nobody may write to a file, or this user may not. Root may write to any."""
    try:
        return not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not (
            os.access(path, os.W_OK)
        )
    except OSError:
        return False


def _opened(path: Path) -> tuple[str, Path] | None:
    """The program that has a workbook open, and its lock file; None if there is none."""
    for program, name in LOCKS.items():
        lock = path.with_name(name.format(path.name))
        if lock.exists():
            return program, lock
    return None
