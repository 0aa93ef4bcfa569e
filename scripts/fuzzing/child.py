"""Tries inputs in a separate process. An input that ends or blocks the process is a finding."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzzing.doors import Outcome, empty_folder

HANG_SECONDS = 20.0  # for one input at all its entry points; the machine may be busy
MORE_BYTES = 1 << 30  # of memory, more than the program has at the start; files are small

Try = Callable[[int], Iterator[Outcome]]


@dataclass
class Tried:
    """The outcomes of one input at all its entry points."""

    number: int
    outcomes: list[Outcome] = field(default_factory=list)


class Child:
    """A forked process that tries inputs in order and reports each."""

    def __init__(self, work: Try, first: int, end: int | None) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  closed by finish()
        self._read, write = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if not self.pid:
            os.close(self._read)
            _live(work, first, end, write, self.log.fileno())
        os.close(write)
        self._rest = b""

    def messages(self, patience: float) -> Iterator[dict[str, Any]]:
        """The messages of the child until it ends; raises TimeoutError if none arrives."""
        while True:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                yield json.loads(line)
            if not select.select([self._read], [], [], patience)[0]:
                raise TimeoutError
            chunk = os.read(self._read, 1 << 16)
            if not chunk:
                return
            self._rest += chunk

    def finish(self) -> tuple[int, str]:
        """End the child; return its exit code or negative signal, and the end of its output."""
        os.close(self._read)
        os.kill(self.pid, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.log.seek(0)
        said = self.log.read().decode("utf-8", "replace")
        self.log.close()
        return code, said


def _live(work: Try, first: int, end: int | None, write: int, log: int) -> None:
    """Run as the child; this function never returns."""
    code = 1
    try:
        for number in (1, 2):
            os.dup2(log, number)
        os.environ["RUST_BACKTRACE"] = "0"  # a backtrace takes a second
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MORE_BYTES, size + MORE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        faulthandler.enable(log)
        with empty_folder():
            number = first
            while end is None or number < end:
                _say(write, {"begin": number})
                faulthandler.dump_traceback_later(HANG_SECONDS * 0.8, file=log)
                for outcome in work(number):
                    _say(write, {"outcome": vars(outcome)})
                faulthandler.cancel_dump_traceback_later()
                _say(write, {"end": number})
                number += 1
        code = 0
    except BaseException:  # an error of the fuzzer itself
        os.write(log, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _last_words(said: str) -> str:
    """The line that says why a process ended, if there is one."""
    for mark in ("memory allocation of .*", "Fatal Python error: .*"):
        if found := re.findall(mark, said):
            return f": {found[-1][:200]}"
    return ""


def _say(write: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(write, data) :]


def tried(
    work: Try,
    first: int,
    end: int | None,
    deadline: float | None = None,
    hang: float = HANG_SECONDS,
) -> Iterator[Tried]:
    """The outcomes of each input. If a child ends or blocks, that is a finding; a new one starts.

    ``deadline`` is a time of ``time.monotonic``, after which no new input is tried.
    """
    number = first
    while end is None or number < end:
        child = Child(work, number, end)
        now: Tried | None = None
        fault = ""
        try:
            for message in child.messages(hang):
                if "begin" in message:
                    now = Tried(message["begin"])
                elif "outcome" in message and now is not None:
                    now.outcomes.append(Outcome(**message["outcome"]))
                elif now is not None:
                    number = now.number + 1
                    yield now
                    now = None
                    if deadline is not None and time.monotonic() > deadline:
                        return
        except TimeoutError:
            fault = f"no end within {hang:g} s"
        finally:
            code, said = child.finish()
        if now is None and not fault and code == 0:
            return
        if now is None:
            raise RuntimeError(f"the fuzzer itself failed: {said}")
        if code == 1 and "fuzzing/child.py" in said:
            raise RuntimeError(f"the fuzzer itself failed: {said}")
        fault = fault or f"the process ended with {code}{_last_words(said)}"
        now.outcomes.append(Outcome("process", finding=fault, trace=said[-6000:]))
        number = now.number + 1
        yield now
