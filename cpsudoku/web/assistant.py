"""The server of ``cpsudoku mcp``: the tools and resources of the Model Context Protocol.

It translates requests to the tools of ``web/tools`` and their answers back, and decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ImageContent,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from starlette.applications import Starlette

from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.version import __version__
from cpsudoku.runtime.words import worded
from cpsudoku.web import schemas
from cpsudoku.web.guard import Guard
from cpsudoku.web.resources import resource_text, topics
from cpsudoku.web.tools import TOOLS
from cpsudoku.web.tools.base import error_data
from cpsudoku.web.workers import FOR_PROGRAMS, Broken, Busy, Refused, Stopped, TooLong, Workers

MARKDOWN = "text/markdown"
INSTRUCTIONS = (
    "Solve, check and explain Sudoku and its variants. A puzzle is a text: a grid with a line for "
    "each rule below it, such as 'killer 12: r1c1 r1c2'. Each verdict is proved. The resource "
    "cpsudoku://rules lists every rule with its syntax. If a puzzle is refused, the error names "
    "the line and what is allowed; if it has no or several solutions, 'diagnose' proposes "
    "corrections."
)


def server(workers: Workers) -> Server[Workers]:
    """The server, whose tools run in these worker processes."""

    @asynccontextmanager
    async def working(_: Server[Workers]) -> AsyncIterator[Workers]:
        await workers.open(ahead=False)
        try:
            yield workers
        finally:
            await workers.close()

    async def call(_: object, params: CallToolRequestParams) -> CallToolResult:
        if params.name not in TOOLS:
            problem = worded("no tool has this name; choose one of {tools}", tools=", ".join(TOOLS))
            raise MCPError(INVALID_PARAMS, problem)
        return await _called(workers, params.name, params.arguments or {})

    return Server(
        "cpsudoku",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=working,
        on_list_tools=_listed_tools,
        on_call_tool=call,
        on_list_resources=_listed_resources,
        on_read_resource=_read_resource,
    )


async def serve_standard_streams() -> None:
    """Serve the program at the other end of standard input and output, until it leaves.

    Raises OSError if a stream can't be read or written.
    """
    served = server(Workers(questions=FOR_PROGRAMS))
    try:
        async with stdio_server() as (incoming, outgoing):
            await served.run(incoming, outgoing, served.create_initialization_options())
    except ExceptionGroup as group:
        raise _cause(group) from None


def application(token: str) -> Starlette:
    """The server over HTTP, at /mcp. Each request needs the token."""
    workers = Workers(questions=FOR_PROGRAMS)
    app = server(workers).streamable_http_app(json_response=True, stateless_http=True)
    app.add_middleware(Guard, token=token)
    app.state.jobs = workers
    return app


def _cause(error: Exception) -> Exception:
    """The first error of a group of errors."""
    return _cause(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


async def _listed_tools(*_: object) -> ListToolsResult:
    tools = [
        Tool(
            name=name,
            description=TOOLS[name].summary,
            input_schema=dict(TOOLS[name].request),
            annotations=ToolAnnotations(
                read_only_hint=True, idempotent_hint=name != "generate", open_world_hint=False
            ),
        )
        for name in TOOLS
    ]
    return ListToolsResult(tools=tools)


async def _called(workers: Workers, name: str, arguments: JsonObject) -> CallToolResult:
    """The answer of a tool, or its error as an answer that a model can act on."""
    action = TOOLS[name]
    try:
        schemas.check(action.request, arguments, worded("the request"))
        return _result(await workers.ask(name, arguments, action.seconds))
    except CpsudokuError as error:
        return _refusal(error_data(error))
    except Refused as refused:
        return _refusal(error_data(refused.args[0]))
    except TooLong:
        return _refusal(
            {
                "error": worded(
                    "it took longer than {seconds} seconds", seconds=f"{action.seconds:g}"
                )
            }
        )
    except Busy:
        return _refusal({"error": worded("too many requests wait already; try again")})
    except Stopped:
        return _refusal({"error": worded("the request was stopped")})
    except Broken as error:
        return _refusal({"error": worded("internal error, please report it: {error}", error=error)})


def _result(data: JsonObject) -> CallToolResult:
    """An answer as JSON, and a picture or a drawing as what it is."""
    if data.get("format") == "png" and "base64" in data:
        picture = ImageContent(data=data["base64"], mime_type="image/png")
        return CallToolResult(content=[picture])
    return CallToolResult(content=[_json(data)], structured_content=data)


def _refusal(data: JsonObject) -> CallToolResult:
    return CallToolResult(content=[_json(data)], structured_content=data, is_error=True)


def _json(data: JsonObject) -> ContentBlock:
    return TextContent(text=json.dumps(data, ensure_ascii=False))


async def _listed_resources(*_: object) -> ListResourcesResult:
    resources = [
        Resource(uri=each.address, name=each.title, description=each.about, mime_type=MARKDOWN)
        for each in topics()
    ]
    return ListResourcesResult(resources=resources)


async def _read_resource(_: object, params: ReadResourceRequestParams) -> ReadResourceResult:
    try:
        text = resource_text(params.uri)
    except CpsudokuError as error:
        raise MCPError(INVALID_PARAMS, str(error)) from None
    contents = TextResourceContents(uri=params.uri, mime_type=MARKDOWN, text=text)
    return ReadResourceResult(contents=[contents])
