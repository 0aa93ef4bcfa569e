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
from importlib.util import find_spec
from pathlib import Path

from cpsudoku.runtime import system

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
    home = system.folder_of_caches()
    if home is not None:
        yield home / NAME
    user = system.user()
    yield Path(tempfile.gettempdir()) / (NAME if user is None else f"{NAME}-{user}")


def _is_ours(folder: Path) -> bool:
    """Whether a folder is ours alone and can be written. It is made if it does not exist."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(OWNER_ONLY)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):  # a link that somebody else may have put there
        return False
    user = system.user()
    if user is not None:
        if found.st_uid != user:
            return False
        if stat.S_IMODE(found.st_mode) != OWNER_ONLY:
            folder.chmod(OWNER_ONLY)
    return os.access(folder, os.W_OK | os.X_OK)


@cache
def _versions() -> str:
    """The versions that machine code depends on, as the name of a folder."""
    return f"numba-{_version_of('numba')}-{sys.implementation.cache_tag}-{platform.machine()}"


def _version_of(package: str) -> str:
    """The version of a package, by the name of the folder that describes it.

    ``importlib.metadata`` would read that too, but it takes 20 ms to load.
    """
    spec = find_spec(package)
    for place in (spec and spec.submodule_search_locations) or ():
        for found in Path(place).parent.glob(f"{package}-*.dist-info"):
            return found.name.removesuffix(".dist-info").partition("-")[2]
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
