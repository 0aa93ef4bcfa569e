"""The HTTP interface for programs, version 1: ``POST /v1/TOOL`` with a token."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded
from cpsudoku.web.answering import answered
from cpsudoku.web.guard import Guard
from cpsudoku.web.openapi import OF_PROGRAMS, document
from cpsudoku.web.tools import TOOLS
from cpsudoku.web.tools.base import error_data
from cpsudoku.web.workers import FOR_PROGRAMS, Workers

TOKEN = "CPSUDOKU_TOKEN"  # the variable of the environment
SHORTEST = 16  # characters of a token
FREE = ("/openapi.json",)  # anybody may read what there is


def chosen_token() -> str:
    """The token of the environment, or a new one. Raises InputError if it is too short."""
    token = os.environ.get(TOKEN, "")
    if token and (len(token) < SHORTEST or not token.isascii() or " " in token):
        allowed = worded("at least {shortest} ASCII characters without blanks", shortest=SHORTEST)
        raise InputError("{name} needs {key}", name=TOKEN, key=allowed)
    return token or secrets.token_urlsafe(24)


def application(token: str) -> Starlette:
    """The server of the interface. Each request needs the token."""
    jobs = Workers(questions=FOR_PROGRAMS)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await jobs.open()
        yield
        await jobs.close()

    async def act(request: Request) -> Response:
        return await answered(request, jobs, TOOLS, {}, error_data)

    routes = [
        Route("/openapi.json", _openapi),
        Route("/v1/{name}", act, methods=["POST"]),
    ]
    guard = Middleware(Guard, token=token, free=FREE)
    app = Starlette(routes=routes, middleware=[guard], lifespan=lifespan)
    app.state.jobs = jobs
    return app


async def _openapi(request: Request) -> Response:
    return JSONResponse(document(OF_PROGRAMS))
