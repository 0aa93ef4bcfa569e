"""The folder that keeps machine code. Only its owner can read and write it.

It is in NUMBA_CACHE_DIR, in the user's cache folder, or in the folder for temporary files: the
first of them that can be written. Machine code is executed, so a folder that belongs to somebody
else is never used. Each version of Python and of Numba has a folder of its own.
"""

from __future__ import annotations

import os
import platform
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

NAME = "cpsudoku"
CHOSEN = "NUMBA_CACHE_DIR"
OWNER_ONLY = 0o700


def code_folder() -> Path | None:
    """The folder, made if it does not exist; None if no place for it can be written."""
    for place in _places():
        with suppress(OSError):
            if _is_ours(place) and _is_ours(place / _versions()):
                return place / _versions()
    return None


def _places() -> Iterator[Path]:
    chosen = os.environ.get(CHOSEN)
    if chosen:
        yield Path(chosen).absolute() / NAME
    home = cache_home()
    if home is not None:
        yield home / NAME
    owner = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    yield Path(tempfile.gettempdir()) / f"{NAME}{owner}"


def cache_home() -> Path | None:
    """The user's cache folder; None if the home folder is not known."""
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return Path(named)
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    return Path(home, "Library", "Caches") if sys.platform == "darwin" else Path(home, ".cache")


def _is_ours(folder: Path) -> bool:
    """Whether a folder is ours alone and can be written. It is made if it does not exist."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(OWNER_ONLY)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):  # a link that somebody else may have put there
        return False
    if hasattr(os, "geteuid"):
        if found.st_uid != os.geteuid():
            return False
        if stat.S_IMODE(found.st_mode) != OWNER_ONLY:
            folder.chmod(OWNER_ONLY)
    return os.access(folder, os.W_OK | os.X_OK)


@cache
def _versions() -> str:
    """The versions that machine code depends on, as the name of a folder."""
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "unknown"
    return f"numba-{numba}-{sys.implementation.cache_tag}-{platform.machine()}"
