"""Writing files: completely or not at all. Only regular files are replaced.

The new content is written to a temporary file in the same folder, flushed to the disk and renamed.
If the path is a symbolic link, the target is replaced, and the link stays. Output to a device, a
FIFO or a socket is written directly.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from cpsudoku.runtime import system
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.remarks import note
from cpsudoku.runtime.words import worded

STDOUT = Path("-")
PRIVATE = 0o600
_NO_FOLLOW: int = system.NO_FOLLOW | getattr(os, "O_BINARY", 0)
_NEW = os.O_CREAT | os.O_EXCL | _NO_FOLLOW
_DESCRIPTOR = re.compile(r"/dev/(?:std(in|out|err)|fd/(\d+))|/proc/self/fd/(\d+)")
_STANDARD = {"in": 0, "out": 1, "err": 2}
_AGAIN = worded("without {resume} the run starts again")
_MOST_LINKS = 40  # as many as Linux follows


@contextmanager
def writing(path: Path, noted: bool = True, kept: bool = True) -> Iterator[IO[bytes]]:
    """A stream into the file that the user named. ``-`` is standard output.

    If a file is replaced, a note reports it unless ``noted`` is false. ``kept``: see ``replacing``.
    Raises InputError for a folder or a file that can't be written.
    """
    if path == STDOUT and sys.stdout is not None:
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    if not is_stream(path):
        with _said_of(path):
            target = target_of(path)
            replaces = noted and target.exists()
        with replacing(target, kept=kept) as stream:
            yield stream
        if replaces:
            note(worded("replaced {path}", path=path))
        return
    with _said_of(path), open_stream(path) as stream:
        yield stream


@contextmanager
def replacing(path: Path, mode: int | None = None, kept: bool = True) -> Iterator[IO[bytes]]:
    """A stream into a temporary file that replaces ``path`` on success.

    ``path`` itself is replaced, even if it is a link. ``mode`` sets its permissions. By default
    they are those of the replaced file. After an error no file is left. After Ctrl-C the finished
    part is kept as ``<path>.partial``, and a note on the KeyboardInterrupt names it. Without
    ``kept`` nothing is, for files that are useless until their end is written.
    """
    with _said_of(path):
        if path.is_dir():
            raise InputError("it is a folder, not a file to write", Source(str(path)))
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    temporary = Path(name)
    try:
        with _said_of(path):
            with os.fdopen(handle, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(handle)
            take_place(temporary, path, mode)
    except KeyboardInterrupt as stop:
        partial = path.with_name(path.name + ".partial")
        with suppress(OSError):  # the file was renamed already
            if kept:
                temporary.replace(partial)
                stop.add_note(worded("what was finished is in {partial}", partial=partial))
        raise
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _said_of(path: Path, but_for: type[OSError] = BrokenPipeError) -> Iterator[None]:
    """A context that turns an OSError into an InputError that names the file.

    Errors of the type ``but_for`` are passed on. The default is a closed pipe, because its reader
    has ended and needs no message.
    """
    try:
        yield
    except but_for:
        raise
    except OSError as error:
        raise InputError(
            "can't be written: {error}", Source(str(path)), error=reason(error)
        ) from None


def are_one_file(one: Path, other: Path) -> bool:
    """Whether two names are those of one file, which need not exist yet. Streams may be shared."""
    if one == other:
        return True
    if is_stream(one) or is_stream(other):
        return False
    with suppress(OSError):
        return one.samefile(other)
    first, second = one.resolve(), other.resolve()
    if first == second:
        return True
    is_alike = str(first).casefold() == str(second).casefold()
    return is_alike and ignores_case(first.parent)


def ignores_case(folder: Path) -> bool:
    """Whether names in a folder that differ only in capitals are one, as on Windows and macOS."""
    for each in (folder, *folder.parents):
        other = each.with_name(each.name.swapcase()) if each.name else each
        if other != each:
            with suppress(OSError):
                return other.samefile(each)
            return False
    return False


def is_stream(path: Path) -> bool:
    """Whether output is written directly: to standard output, a device, a FIFO or a socket."""
    if path == STDOUT or _descriptor(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def open_stream(path: Path) -> IO[bytes]:
    """Open a path for which ``is_stream`` is true. Never create or truncate it. Raises OSError."""
    if sys.stdout is not None:
        sys.stdout.flush()  # earlier prints must come before this output
    number = 1 if path == STDOUT else _descriptor(path)
    if number is not None:  # opening it by name would overwrite a file from its start
        return os.fdopen(os.dup(number), "wb")
    if stat.S_ISSOCK(path.stat().st_mode):
        return _connected(path)
    return os.fdopen(os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)), "wb")


def _connected(path: Path) -> IO[bytes]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        return cast(IO[bytes], connection.makefile("wb"))


def _descriptor(path: Path) -> int | None:
    """The file descriptor that a name such as /dev/stdout, or a link to it, refers to."""
    for _ in range(_MOST_LINKS):
        match = _DESCRIPTOR.fullmatch(str(path))
        if match is not None:
            return _STANDARD[match[1]] if match[1] else int(match[2] or match[3])
        try:
            path = path.parent / path.readlink()
        except (OSError, ValueError):  # it is not a link
            return None
    return None


def target_of(path: Path) -> Path:
    """The target of a link, or the path itself. It need not exist.

    Raises OSError if the links form a loop.
    """
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def partial_of(path: Path) -> Path:
    """The path of a file until it is complete."""
    target = target_of(path)
    return target.with_name(target.name + ".partial")


def new_file(path: Path, mode: int = 0o666) -> IO[bytes]:
    """Create and open a file. Raises FileExistsError if anything has this name, even a link."""
    return os.fdopen(os.open(path, _NEW | os.O_WRONLY, mode), "wb", buffering=0)


def own_file(path: Path) -> IO[bytes]:
    """Open a file that this user left here, to read it and append to it.

    Raises InputError for a link, for anything that is not a regular file, and for another user's
    file. Its creator could choose which file we overwrite, or make us accept false results.
    """
    source = Source(str(path))
    problem = worded("it is a symbolic link") if path.is_symlink() else ""
    if problem:
        raise InputError("{problem}; {again}", source, problem=problem, again=_AGAIN)
    with _said_of(path):
        handle = os.open(path, os.O_RDWR | system.NO_WAIT | _NO_FOLLOW)
    stream = os.fdopen(handle, "r+b", buffering=0)
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        problem = worded("it is not a regular file")
    elif system.user() not in (None, found.st_uid):
        problem = worded("it belongs to another user")
    if problem:
        stream.close()
        raise InputError("{problem}; {again}", source, problem=problem, again=_AGAIN)
    return stream


def backed_up(path: Path) -> Path:
    """A copy of a file named ``<path>.bak``, or with a number if that name exists.

    Raises InputError if it can't be made.
    """
    number = 1
    while True:
        backup = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        try:
            with _said_of(backup, FileExistsError), new_file(backup, PRIVATE) as copy:
                copy.write(path.read_bytes())
                shutil.copystat(path, backup)
            return backup
        except FileExistsError:
            number += 1


def take_place(new: Path, path: Path, mode: int | None = None) -> None:
    """Rename a finished file, and give it the permissions of the file that it replaces.

    Raises OSError.
    """
    _like(new, path, mode)
    new.replace(path)
    _sync_folder(path.parent)


def _like(new: Path, old: Path, mode: int | None = None) -> None:
    """Give a file the owner and permissions of the old one, or the defaults of a new file."""
    try:
        before = old.lstat()
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask if mode is None else mode)
        return
    if stat.S_ISLNK(before.st_mode):
        new.chmod(PRIVATE if mode is None else mode)
        return
    with suppress(OSError, AttributeError):  # only root may change the owner
        os.chown(new, before.st_uid, before.st_gid)
    new.chmod(stat.S_IMODE(before.st_mode) & 0o777 if mode is None else mode)


def _sync_folder(folder: Path) -> None:
    """Flush the new name to the disk too, if the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_file(text: str) -> bool:
    """Whether an input is a file. A text that is too long for a file name is not."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
