"""The real server of the page, in a process of its own, and requests to it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.command import ENVIRONMENT
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Served:
    """A running server. ``address`` is that of its page."""

    address: str
    process: subprocess.Popen[str]

    def ask(self, name: str, /, **data: Any) -> dict[str, Any]:
        """The answer of an action, which must not be refused."""
        response = self.send(name, data)
        assert response.status_code == 200, response.text
        answer = response.json()
        assert isinstance(answer, dict)
        return answer

    def refusal(self, name: str, /, **data: Any) -> str:
        """The message of an action that is refused."""
        response = self.send(name, data)
        assert response.status_code == 422, response.text
        return str(response.json()["error"])

    def send(self, name: str, data: Any, **headers: str) -> httpx.Response:
        """The response to a request for an action; ``data`` that is bytes is sent as it is."""
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        headers = {"content-type": "application/json", **headers}
        address = f"{self.address}api/{name}"
        return httpx.post(address, content=content, headers=headers, timeout=PATIENCE)


@contextmanager
def served(folder: Path, *arguments: str, **variables: str) -> Iterator[Served]:
    """A server of the page that saves its games in a folder; Ctrl-C ends it."""
    with running(folder, "serve", "--no-open", *arguments, **variables) as server:
        yield server


@contextmanager
def running(folder: Path, *words: str, **variables: str) -> Iterator[Served]:
    """The server of a command, with more variables in its environment."""
    command = [sys.executable, "-m", "cpsudoku", *words]
    environment = {
        **ENVIRONMENT,
        **variables,
        "XDG_STATE_HOME": str(folder),
        "PYTHONUNBUFFERED": "1",
    }
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, env=environment, text=True, start_new_session=True
    )
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None, line
        yield Served(found[0], process)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        process.stderr.close()
