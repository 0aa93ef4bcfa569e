"""``cpsudoku mcp``."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from typer import BadParameter

from cpsudoku.cli.groups import OptionGroup, again, option
from cpsudoku.cli.serve import Page, shown_with
from cpsudoku.runtime import extras
from cpsudoku.runtime.words import worded


@dataclass(frozen=True)
class Transport(OptionGroup):
    """How the assistant is connected."""

    title = "Connection"
    http: bool = option(
        False, "--http", help="Serve over HTTP on this computer instead of the standard streams."
    )
    port: int | None = again(Page, "port", None)


def mcp(transport: Transport) -> None:
    """Serve the tools to an assistant, by the Model Context Protocol.

    The program that starts this command talks to it over standard input and output. It offers the
    tools read, solve, check, candidates, diagnose, hint, explain, rate, generate, convert and draw,
    and the rules and techniques as resources. It opens no files and no connections.

    With --http, it serves /mcp on a port of this computer. Each request needs the token in the
    variable CPSUDOKU_TOKEN, or the one that is shown at the start. Ctrl-C ends it.
    """
    extras.require("mcp", worded("a server for assistants"))
    if not transport.http and transport.port is not None:
        raise BadParameter(worded("--port works only with --http"))
    from cpsudoku.web import assistant

    if not transport.http:
        asyncio.run(assistant.serve_standard_streams())
        return
    from cpsudoku.web import api, running

    token = api.chosen_token()
    running.serve(assistant.application(token), transport.port, shown_with(token, "mcp"))
