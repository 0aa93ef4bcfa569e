"""``cpsudoku serve``, also called ``cpsudoku web``."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from typer import BadParameter

from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.inputs import is_online
from cpsudoku.cli.options import Input, Language
from cpsudoku.cli.say import say
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.runtime.json_text import JsonObject


@dataclass(frozen=True)
class Page(OptionGroup):
    """What the page shows first, and where it is."""

    title = "Page"
    puzzle: str | None = argument(
        None, "PUZZLE", "Show this puzzle or file, or - for standard input."
    )
    port: int | None = option(
        None,
        "--port",
        metavar="N",
        least=1,
        most=65535,
        help="Use this port [default: 8765, or the next free one].",
    )
    no_open: bool = option(False, "--no-open", help="Do not open a browser.")
    online: bool = again(Input, "online", False)


@dataclass(frozen=True)
class ProgramsOptions(OptionGroup):
    """The interface for programs."""

    title = "For programs"
    api: bool = option(
        False, "--api", help="Serve an HTTP interface for programs instead of the page."
    )
    host: str | None = option(
        None,
        "--host",
        metavar="ADDRESS",
        help="With --api, listen on this address of the computer [default: 127.0.0.1].",
    )


def serve(page: Page, interface: ProgramsOptions, language: Language) -> None:
    """Open a page in the browser to solve, play, learn and set puzzles.

    Only this computer can use the page. It needs no connection to the internet, unless --online
    lets it fetch the puzzles of short links. Ctrl-C ends it.

    With --api, it serves POST /v1/TOOL for programs, and /openapi.json describes it. Each request
    needs the token in the variable CPSUDOKU_TOKEN, or the one that is shown at the start.
    """
    for library in ("starlette", "uvicorn"):
        extras.require(library, worded("the page"))
    if interface.api:
        _serve_programs(page, interface.host)
        return
    if interface.host is not None:
        raise BadParameter(worded("--host works only with --api"))
    from cpsudoku.web import running
    from cpsudoku.web.server import application

    def ready(address: str) -> None:
        say(worded("the page is at {address} (Ctrl-C ends it)", address=address))
        if not page.no_open:
            running.open_in_browser(address)

    online = is_online(page.online)
    first = _first(page.puzzle, online)
    running.serve(application(first, online=online), page.port, ready)


def _serve_programs(page: Page, host: str | None) -> None:
    """Serve the interface for programs."""
    if page.puzzle is not None or page.online:
        raise BadParameter(worded("--api takes no PUZZLE and no --online"))
    from cpsudoku.web import api, running

    token = api.chosen_token()
    running.serve(api.application(token), page.port, shown_with(token, "v1/"), host or running.HOST)


def shown_with(token: str, path: str) -> Callable[[str], None]:
    """A function that shows an address, and the token if the environment does not have it."""

    def ready(address: str) -> None:
        say(
            worded(
                "the interface is at {address}{path} (Ctrl-C ends it)", address=address, path=path
            )
        )
        if os.environ.get("CPSUDOKU_TOKEN") != token:
            say(
                worded(
                    "the token is {token}; CPSUDOKU_TOKEN in the environment chooses another one",
                    token=token,
                )
            )

    return ready


def _first(text: str | None, online: bool) -> JsonObject | None:
    """What the page shows first; None for an empty board. Raises InputError without a puzzle.

    With a link, it has the ``request`` by which the page can read the link again.
    """
    if text is None:
        return None
    from cpsudoku.formats.document import exists
    from cpsudoku.web.actions.files import opened

    found = opened([text], online)
    if not found["puzzles"]:
        raise InputError(
            found["problems"][0] if found["problems"] else worded("it holds no puzzle")
        )
    return found if text == "-" or exists(text) else {**found, "request": {"text": text}}
