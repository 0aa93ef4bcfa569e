"""Compiles programs in processes of their own, and loads them into this one.

Several cores compile at once, and another process of this user never compiles the same again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from cpsudoku.runtime import system
from cpsudoku.runtime.compiled.folder import code_folder
from cpsudoku.runtime.compiled.programs import FIRST_RUN, PACKAGE, PROGRAMS, is_ready, mark_of
from cpsudoku.runtime.deadline import DeadlineReached, look
from cpsudoku.runtime.threads import cores
from cpsudoku.runtime.words import worded

SILENCE = 2.0  # seconds of waiting before it is reported
POLL = 0.02  # seconds between two looks at the processes
_IN_CHILD = """
import sys
from cpsudoku.runtime.compiled.compiling import make
from cpsudoku.runtime.system import yield_to_others
if sys.argv[2:]:
    yield_to_others()
make(sys.argv[1])
"""

_loaded: set[str] = set()


def is_loaded(names: Iterable[str]) -> bool:
    """Whether these programs are ready to be called in this process."""
    return _loaded.issuperset(names)


def make(name: str) -> None:
    """Compile a program in this process, or load it, and mark it as ready."""
    module, _, function = PROGRAMS[name].where.partition(":")
    getattr(import_module(f"cpsudoku.{module}"), function)()
    mark = mark_of(name)
    if mark is not None:
        mark.touch()
    _loaded.add(name)


def prepare(names: Iterable[str], say: Callable[[str], None]) -> None:
    """Compile programs that are not ready, on all cores. A wait over two seconds is reported."""
    started = start(names)
    Wait(started, say).until_done()
    for name in started:
        if not is_ready(name):  # its process failed, or nothing can be kept
            make(name)


def load(names: Iterable[str], say: Callable[[str], None]) -> None:
    """Load programs, so that forked workers inherit them; compile those that are not ready."""
    wanted = list(names)
    prepare(wanted, say)
    for name in wanted:
        make(name)


def start(names: Iterable[str], is_beside: bool = False) -> list[str]:
    """Start to compile the programs that are not ready, and return their names.

    The processes go on when this one ends, so that the next run finds the programs ready. With
    ``is_beside``, nobody waits for them, and they leave the cores to other work.
    """
    missing = [name for name in PROGRAMS if name in set(names) and not is_ready(name)]
    if code_folder() is not None:
        running = [each for each in _children.values() if each.poll() is None]
        free = max(1, cores() - len(running))
        for name in missing[:free]:
            if name not in _children:
                _children[name] = _child(name, is_beside)
    return missing


def unfinished(names: Iterable[str], is_beside: bool = True) -> list[str]:
    """Start to compile the programs that are not ready, and return those that soon will be.

    Not those whose process has failed, and none at all if nothing can be kept.
    """
    if code_folder() is None:
        return []
    return [name for name in start(names, is_beside) if not _has_ended(name)]


_children: dict[str, subprocess.Popen[bytes]] = {}
system.in_forked_child(_children.clear)  # whose children they are not


def _child(name: str, is_beside: bool) -> subprocess.Popen[bytes]:
    """A process that compiles a program. Ctrl-C does not stop it, and all else comes first."""
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _IN_CHILD, name, *(["beside"] if is_beside else [])],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )


class Wait:
    """Waits for programs, and reports after two seconds which one is compiled.

    If the wait is interrupted, the processes end too. At a deadline they go on, for the next run.
    """

    def __init__(self, names: Sequence[str], say: Callable[[str], None]) -> None:
        self._left, self._many, self._say = list(names), len(names), say
        self._start = time.monotonic()
        self._named = ""

    def until_done(self) -> None:
        """Return when each program is ready or its process has failed. Raises DeadlineReached."""
        try:
            while code_folder() is not None and self._is_waiting():
                look()
                self.report()
                time.sleep(POLL)
        except DeadlineReached:
            raise
        except BaseException:
            for child in _children.values():
                child.kill()
            raise

    def _is_waiting(self) -> bool:
        """Whether a process works on one of the programs; starts those that have none."""
        start(self._left)
        self._left = [name for name in self._left if not _has_ended(name)]
        return bool(self._left)

    def report(self) -> None:
        """Name the first program that is not done, once, if there was enough silence."""
        if time.monotonic() - self._start >= SILENCE and self._left[0] != self._named:
            self._named = self._left[0]
            number = self._many - len(self._left) + 1
            of = worded(": {number} of {many}", number=number, many=self._many)
            self._say(
                worded(
                    "compiling {title}, {first_run}{of}",
                    title=PROGRAMS[self._named].title,
                    first_run=FIRST_RUN,
                    of=of if self._many > 1 else "",
                )
            )


def _has_ended(name: str) -> bool:
    child = _children.get(name)
    return is_ready(name) or (child is not None and child.poll() is not None)
