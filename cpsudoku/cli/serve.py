"""``cpsudoku serve``, also called ``cpsudoku web``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.inputs import is_online
from cpsudoku.cli.options import Input
from cpsudoku.cli.say import say
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject

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


def serve(page: Page) -> None:
    """Open a page in the browser to solve, play, learn and set puzzles.

    Only this computer can use the page. It needs no connection to the internet, unless --online
    lets it fetch the puzzles of short links. Ctrl-C ends it.
    """
    for library in ("starlette", "uvicorn"):
        extras.require(library, "the page")
    from cpsudoku.web import running

    online = is_online(page.online)
    running.serve(_first(page.puzzle, online), page.port, not page.no_open, online, say)


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
        raise InputError(found["problems"][0] if found["problems"] else "it holds no puzzle")
    return found if text == "-" or exists(text) else {**found, "request": {"text": text}}
