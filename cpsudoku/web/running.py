"""Runs the server on a port of this computer, and opens the page in a browser."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web.server import application

HOST = "127.0.0.1"
PORT = 8765
TRIED = 20  # ports after PORT, if the user chose none


def serve(
    first: JsonObject | None,
    port: int | None,
    opens: bool,
    online: bool,
    say: Callable[[str], None],
) -> None:
    """Serve the page until Ctrl-C. ``online`` lets it fetch the puzzles of short links.

    Raises InputError if the port is in use.
    """
    listening = _listening(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"

    def ready() -> None:
        say(f"the page is at {address} (Ctrl-C ends it)")
        if opens:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    with listening:
        _Server(application(first, online=online), ready).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that calls ``ready`` when it answers, and that ends without a word."""

    def __init__(self, app: Starlette, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=1,
            server_header=False,
            ws="none",
        )
        super().__init__(config)
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the questions first, so that no request has to be cancelled for them."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await self._app.state.jobs.close()
        await super().shutdown(sockets)


def _listening(port: int | None) -> socket.socket:
    """A socket that listens on the port, or on the first free one."""
    ports = [port] if port is not None else [*range(PORT, PORT + TRIED), 0]
    for number in ports:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((HOST, number))
            made.listen(128)
        except OSError as error:
            made.close()
            if number == ports[-1]:
                place = Source(f"port {number}")
                raise InputError(f"can't be used: {reason(error)}", place) from None
        else:
            return made
    raise AssertionError("the last port is always free or refused")
