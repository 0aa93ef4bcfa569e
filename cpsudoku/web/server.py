"""The server: the page, its files, and the actions, on this computer only."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import PurePosixPath

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from cpsudoku.drawing.svg_picture import dark_css
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.language import accepted_language, catalogue, speaking, translated
from cpsudoku.web import openapi, schemas
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.actions.base import Action
from cpsudoku.web.guard import Guard, answer
from cpsudoku.web.workers import Broken, Busy, Refused, Stopped, TooLong, Workers

STATIC = files("cpsudoku.web").joinpath("static")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
CLIENT_LEFT = 499  # nobody reads the answer


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
        name = request.path_params["name"]
        if name not in ACTIONS:
            return answer(404, "there is no such action")
        action = ACTIONS[name]
        try:
            data = value_of_json(await request.body())
            schemas.check(action.request, data)
        except ClientDisconnect:
            return answer(CLIENT_LEFT, "stopped")
        except ValueError as error:
            status = 422 if isinstance(error, CpsudokuError) else 400
            problem = str(error) if status == 422 else "the request is not JSON"
            return answer(status, problem)
        if action.may_fetch:
            data["online"] = online
        with speaking(_language(request)):
            return await _answered(request, jobs, name, action, data)

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


async def _answered(
    request: Request, jobs: Workers, name: str, action: Action, data: JsonObject
) -> Response:
    """Do the work of an action, and turn every error into an answer."""
    try:
        if action.seconds:
            return JSONResponse(await _while_connected(request, jobs, name, action, data))
        return JSONResponse(await run_in_threadpool(action.work, data))
    except (CpsudokuError, Refused) as error:
        return answer(422, str(error))
    except (Stopped, asyncio.CancelledError):
        return answer(CLIENT_LEFT, "stopped")
    except TooLong:
        return answer(504, translated("It took too long."))
    except Busy:
        return answer(503, translated("Too many questions wait already. Try again."))
    except Broken as error:
        return answer(500, f"internal error, please report it: {error}")


async def _while_connected(
    request: Request, jobs: Workers, name: str, action: Action, data: JsonObject
) -> JsonObject:
    """The answer of a long action, which is stopped when the page no longer waits for it."""
    work = asyncio.ensure_future(jobs.ask(name, data, action.seconds))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Stopped
        return work.result()
    finally:
        for task in (work, gone):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _gone(request: Request) -> None:
    """Wait until the page has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


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
    return Response(path.read_bytes(), media_type=kind)


async def _inks(request: Request) -> Response:
    """The dark colours of the drawings."""
    rules = f"@media (prefers-color-scheme: dark) {{{dark_css()}}}"
    return Response(rules, media_type=KINDS[".css"])


async def _words(request: Request) -> Response:
    """The words of the page in a language that the browser asks for."""
    language = _language(request)
    return JSONResponse({"language": language, "words": catalogue(language)})


def _language(request: Request) -> str:
    return accepted_language(request.headers.get("accept-language", ""))


async def _api(request: Request) -> Response:
    return HTMLResponse(openapi.page())


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi.document())
