"""Runs a server on a port of this computer, and opens its page in a browser."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.words import worded

HOST = "127.0.0.1"
PORT = 8765
TRIED = 20  # ports after PORT, if the user chose none


def serve(
    app: Starlette,
    port: int | None,
    ready: Callable[[str], None],
    host: str = HOST,
) -> None:
    """Serve until Ctrl-C. ``ready`` gets the address of the server when it answers.

    Raises InputError if the port is in use.
    """
    listening = _listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    with listening:
        _Server(app, lambda: ready(address)).run(sockets=[listening])


def open_in_browser(address: str) -> None:
    """Open an address in a browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


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


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens on the port of an address, or on the first free one."""
    ports = [port] if port is not None else [*range(PORT, PORT + TRIED), 0]
    for number in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
            made.listen(128)
        except OSError as error:
            made.close()
            if number == ports[-1]:
                names = [host] * (host != HOST) + [worded("port {number}", number=number)] * (
                    number > 0
                )
                place = Source(", ".join(names) or worded("every port"))
                raise InputError("can't be used: {error}", place, error=reason(error)) from None
        else:
            return made
    raise AssertionError("the last port is always free or refused")
