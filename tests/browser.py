"""A real browser, driven through its debugging pipe, where one is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic, sleep
from typing import Any

from tests.patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PROGRAM = next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One page of a browser: commands of the DevTools protocol, and what they answer."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._number, self._left, self._session = 0, b"", None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.call("Page.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """What a command answers."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])

    def open(self, path: Path, fragment: str = "") -> None:
        """Show a file, and wait until it is loaded."""
        self.call("Page.navigate", url="about:blank")  # else another fragment loads nothing
        self.call("Page.navigate", url=path.as_uri() + fragment)
        until = monotonic() + PATIENCE
        while not self.run("location.protocol === 'file:' && document.readyState === 'complete'"):
            assert monotonic() < until, "the page does not load"
            sleep(0.02)

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key of the keyboard, such as ArrowRight."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def show_as(self, width: int, height: int, dark: bool) -> None:
        """Be a screen of that size, light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, path: Path) -> None:
        """Write what is on the screen as PNG."""
        path.write_bytes(b64decode(self.call("Page.captureScreenshot")["data"]))

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            ready, _, _ = select([self._reading], [], [], PATIENCE)
            assert ready, "the browser does not answer"
            chunk = os.read(self._reading, 1 << 16)
            assert chunk, "the browser ended"
            self._left += chunk
        message, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(message))


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A page of a headless browser, with an empty profile in that folder."""
    assert PROGRAM is not None
    to_browser, writing = os.pipe()
    reading, from_browser = os.pipe()
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    inner = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$0" "$@"'
    data = f"--user-data-dir={profile}"
    process = subprocess.Popen(
        ["bash", "-c", inner, PROGRAM, *options, "--remote-debugging-pipe", data],
        pass_fds=(to_browser, from_browser),
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        yield Page(reading, writing)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        os.close(reading)
        os.close(writing)
