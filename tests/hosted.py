"""The page without a server, made once, and served by a host that knows nothing of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import static_page

from cpsudoku.web import alone

VARIABLE = "CPSUDOKU_PYODIDE"  # the folder with the files of Pyodide


class Host(SimpleHTTPRequestHandler):
    """Serves files, with a strict policy for each of them."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Add the policy."""
        self.send_header("content-security-policy", static_page.POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@dataclass(frozen=True)
class Hosted:
    """A host that serves the page in a folder. ``server`` can be closed."""

    folder: Path
    address: str
    server: ThreadingHTTPServer

    def ask(self, name: str, /, **data: Any) -> dict[str, Any]:
        """The answer of an action, from the Python of the tests."""
        answer: dict[str, Any] = json.loads(alone.answer(name, json.dumps(data), "en"))["answer"]
        return answer


@cache
def pyodide() -> Path:
    """The folder with Pyodide. Skips the test if there is none."""
    folder = os.environ.get(VARIABLE)
    if folder is None:
        pytest.skip(f"{VARIABLE} names no folder with Pyodide")
    if shutil.which("node") is None:
        pytest.skip("Node is not installed")
    return Path(folder)


@contextmanager
def hosted(folder: Path, *puzzle: str) -> Iterator[Hosted]:
    """The page, in a subfolder of a host. It opens with a puzzle, if one is given."""
    place = folder / "some" / "where"
    if not place.exists():
        place.mkdir(parents=True)
        static_page.make(place, pyodide())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/some/where/"
    try:
        yield Hosted(place, "#puzzle=".join([address, *puzzle]), server)
    finally:
        server.shutdown()
        server.server_close()
