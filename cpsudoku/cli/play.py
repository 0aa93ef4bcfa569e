"""``cpsudoku play``."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cpsudoku.cli.report import say
from cpsudoku.core.errors import InputError, MissingExtra, Source
from cpsudoku.solving import read

if TYPE_CHECKING:
    from cpsudoku.core.puzzle import Puzzle
    from cpsudoku.play.session import Session

Input = Annotated[
    str | None,
    Argument(metavar="PUZZLE|FILE", help="A puzzle itself, a file, or -.", show_default=False),
]
Number = Annotated[
    int, Option("--number", metavar="N", min=1, help="Which puzzle of a file that has several.")
]
Difficulty = Annotated[
    str | None,
    Option("--difficulty", metavar="LEVEL", help="easy, medium, hard, unfair or extreme."),
]
Technique = Annotated[
    str | None,
    Option("--technique", metavar="NAME", help="A technique it needs ('cpsudoku techniques')."),
]
Seed = Annotated[
    int | None, Option("--seed", metavar="S", min=0, help="The same seed makes the same puzzle.")
]
Resume = Annotated[
    bool, Option("--resume", help="Go on with the game that was saved last (of that puzzle).")
]
PlainPrompts = Annotated[
    bool, Option("--plain", help="Plain prompts, for screen readers and dumb terminals.")
]


def play(
    puzzle: Input = None,
    number: Number = 1,
    difficulty: Difficulty = None,
    technique: Technique = None,
    seed: Seed = None,
    resume: Resume = False,
    plain: PlainPrompts = False,
) -> None:
    """Play a puzzle on the terminal, with keyboard or mouse; ? shows the keys.

    Without a puzzle a new one is made, medium if nothing is said. Every move is saved at once,
    so that --resume goes on after whatever happened.
    """
    wishes = (difficulty, technique, seed)
    if any(wish is not None for wish in wishes) and (puzzle is not None or resume):
        raise InputError(
            "--difficulty, --technique and --seed are for a new puzzle", Source("play")
        )
    if os.environ.get("TERM") == "dumb" and sys.stdout.isatty():
        plain = True
    start = None if plain else _screen()
    if puzzle is None and not resume:
        session = _new(difficulty, technique, seed)
    else:
        session = _session(puzzle, number, resume)
    if start is not None:
        start(session)
        return
    from cpsudoku.play.terminal.plain_prompts import Plain, prompted

    Plain(session).run(prompted())


def _screen() -> Callable[[Session], None]:
    """What plays on the whole screen; raises where that is not possible."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("it needs a terminal; --plain plays by lines of text", Source("play"))
    try:
        from cpsudoku.play.terminal.play_app import PlayApp
    except ImportError as error:
        if not (error.name or "").startswith("textual"):
            raise
        command = "pip install 'cpsudoku[play]'"
        raise MissingExtra(f"playing on the screen needs: {command} (--plain does not)") from None

    def start(session: Session) -> None:
        PlayApp(session).play_out()
        if session.farewell:
            say(session.farewell)

    return start


def _new(difficulty: str | None, technique: str | None, seed: int | None) -> Session:
    """A new game of a new puzzle."""
    from cpsudoku.generating import warm_up
    from cpsudoku.play.choose import WISH, Request, new_puzzle
    from cpsudoku.play.saves import Saves
    from cpsudoku.play.session import new_session

    request = Request(difficulty, technique)
    warm_up(WISH, say)
    if sys.stderr.isatty():
        say("making a puzzle ...")
    chosen = secrets.randbelow(2**32) if seed is None else seed
    return new_session(new_puzzle(request, chosen), Saves())


def _session(text: str | None, number: int, resume: bool) -> Session:
    from cpsudoku.play.saves import Saves
    from cpsudoku.play.session import Session, new_session

    saves = Saves()
    puzzle = _puzzle(text, number) if text is not None else None
    if resume:
        found = saves.latest(puzzle)
        if found is not None:
            path, game = found
            return Session.begin(game, saves, path)
        if puzzle is None:
            raise InputError("there is no game to go on with", Source(str(saves.folder)))
        say("no saved game of this puzzle; a new one begins")
    assert puzzle is not None
    return new_session(puzzle, saves)


def _puzzle(text: str, number: int) -> Puzzle:
    """The puzzle of that number, from 1."""
    puzzle = next(islice(read(text), number - 1, None), None)
    if puzzle is None:
        raise InputError(f"there is no puzzle number {number} in it", Source(text))
    return puzzle
