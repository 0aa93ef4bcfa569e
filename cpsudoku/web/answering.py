"""Answers requests for actions, and turns every error into an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.registry import Registry
from cpsudoku.runtime.words import worded
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import Action
from cpsudoku.web.guard import answer
from cpsudoku.web.workers import Broken, Busy, Refused, Stopped, TooLong, Workers

CLIENT_LEFT = 499  # nobody reads the answer
Said = Callable[[CpsudokuError], JsonObject]


async def answered(
    request: Request, jobs: Workers, actions: Registry[Action], added: JsonObject, said: Said
) -> Response:
    """The answer to a request for one of these actions.

    An action that ``may_fetch`` also gets the values of ``added``. ``said`` is how the answer
    describes an error.
    """
    name = request.path_params["name"]
    if name not in actions:
        return answer(
            404,
            worded("there is no such action; choose one of {actions}", actions=", ".join(actions)),
        )
    action = actions[name]
    try:
        data = value_of_json(await request.body())
        schemas.check(action.request, data)
    except ClientDisconnect:
        return answer(CLIENT_LEFT, "stopped")
    except CpsudokuError as error:
        return JSONResponse(said(error), 422)
    except ValueError:
        return answer(400, worded("the request is not JSON"))
    if action.may_fetch:
        data |= added
    return await _worked(request, jobs, name, action, data, said)


async def _worked(
    request: Request, jobs: Workers, name: str, action: Action, data: JsonObject, said: Said
) -> Response:
    """Do the work of an action, and turn every error into an answer."""
    try:
        if action.seconds:
            return JSONResponse(await _while_connected(request, jobs, name, action, data))
        return JSONResponse(await run_in_threadpool(action.work, data))
    except CpsudokuError as error:
        return JSONResponse(said(error), 422)
    except Refused as refused:
        return JSONResponse(said(refused.args[0]), 422)
    except (Stopped, asyncio.CancelledError):
        return answer(CLIENT_LEFT, "stopped")
    except TooLong:
        return answer(504, translated("It took too long."))
    except Busy:
        return answer(503, translated("Too many questions wait already. Try again."))
    except Broken as error:
        return answer(500, worded("internal error, please report it: {error}", error=error))


async def _while_connected(
    request: Request, jobs: Workers, name: str, action: Action, data: JsonObject
) -> JsonObject:
    """The answer of a long action, which is stopped when nobody waits for it any longer."""
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
    """Wait until the other end has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
