"""The server: the page, its files, and the actions, on this computer only."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import PurePosixPath

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from cpsudoku.drawing.svg_picture import dark_css
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import accepted_language, speaking
from cpsudoku.web import alone, openapi
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.answering import answered
from cpsudoku.web.guard import Guard, answer
from cpsudoku.web.page_words import on_the_page
from cpsudoku.web.slim import slim_text
from cpsudoku.web.workers import Workers

STATIC = files("cpsudoku.web").joinpath("static")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def application(
    first: JsonObject | None = None, workers: int = 2, online: bool = False
) -> Starlette:
    """The server. ``first`` is what the page opens with: the answer of the action ``open``.

    ``online`` lets actions fetch the puzzles of short links. The page can't ask for that.
    """
    jobs, name_of_run = Workers(workers), secrets.token_hex(8)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await jobs.open()
        yield
        await jobs.close()

    async def act(request: Request) -> Response:
        added = {"online": online}
        with speaking(_language(request)):
            return await answered(request, jobs, ACTIONS, added, _error_data)

    async def start(request: Request) -> Response:
        return JSONResponse({**(first or {}), "id": name_of_run})

    routes = [
        Route("/", _index),
        Route("/api", _api),
        Route("/openapi.json", _openapi),
        Route("/words", _words),
        Route("/static/inks.css", _inks),
        Route("/api/start", start),
        Route("/api/{name}", act, methods=["POST"]),
        Route("/static/{name}", _static),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Guard)], lifespan=lifespan)
    app.state.jobs = jobs
    return app


def _error_data(error: CpsudokuError) -> JsonObject:
    return {"error": on_the_page(error)}


async def _index(request: Request) -> Response:
    return _file("index.html")


async def _static(request: Request) -> Response:
    return _file(request.path_params["name"])


def _file(name: str) -> Response:
    """A file of the page; names with folders are never found."""
    kind = KINDS.get(PurePosixPath(name).suffix)
    path = STATIC.joinpath(name)
    if kind is None or "/" in name or "\\" in name or not path.is_file():
        return answer(404, "there is no such file")
    return Response(slim_text(path), media_type=kind)


async def _inks(request: Request) -> Response:
    """The dark colours of the drawings."""
    rules = f"@media screen and (prefers-color-scheme: dark) {{{dark_css()}}}"
    return Response(rules, media_type=KINDS[".css"])


async def _words(request: Request) -> Response:
    """The words of the page in a language that the browser asks for."""
    said = alone.words(request.headers.get("accept-language", ""))
    return Response(said, media_type=KINDS[".json"])


def _language(request: Request) -> str:
    return accepted_language(request.headers.get("accept-language", ""))


async def _api(request: Request) -> Response:
    return HTMLResponse(openapi.page(openapi.OF_THE_PAGE))


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi.document(openapi.OF_THE_PAGE))
