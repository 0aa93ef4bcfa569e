"""``cpsudoku mcp``."""

from __future__ import annotations

import asyncio

from cpsudoku.runtime import extras


def mcp() -> None:
    """Serve the tools to an assistant, by the Model Context Protocol.

    The program that starts this command talks to it over standard input and output. It offers the
    tools read, solve, check, candidates, diagnose, hint, explain, rate, generate, convert and draw,
    and the rules and techniques as resources. It opens no files and no connections.
    """
    extras.require("mcp", "a server for assistants")
    from cpsudoku.web.assistant import serve_standard_streams

    asyncio.run(serve_standard_streams())
