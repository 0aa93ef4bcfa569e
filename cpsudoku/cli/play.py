"""``cpsudoku play``."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku.cli.asking import can_ask, prompted, settled
from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import Language, New
from cpsudoku.cli.say import say
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.words import worded
from cpsudoku.solving import read

if TYPE_CHECKING:
    from cpsudoku.core.puzzle import Puzzle
    from cpsudoku.play.session import Session


@dataclass(frozen=True)
class GameOptions(OptionGroup):
    """The puzzle to play, and how."""

    title = "Game"
    puzzle: str | None = argument(
        None, "PUZZLE", "Play this puzzle or file, or - for standard input."
    )
    number: int = option(
        1, "--number", metavar="N", least=1, help="Play puzzle number N of a file."
    )
    resume: bool = option(
        False, "--resume", help="Continue the last saved game, or the last one of PUZZLE."
    )
    handwriting: bool = option(
        False, "--handwriting", help="Start with the handwriting in a photo as entries."
    )
    plain: bool = option(
        False, "--plain", help="Use plain prompts, for screen readers and simple terminals."
    )


def play(game: GameOptions, wanted: New, language: Language) -> None:
    """Play a puzzle on the terminal, with keyboard or mouse.

    Without PUZZLE, a new one is made, of medium difficulty by default. Every move is saved at
    once, so --resume can continue the game later. In the game, ? shows the keys.
    """
    if wanted != New() and (game.puzzle is not None or game.resume):
        raise InputError(
            "--difficulty, --technique and --seed work only with a new puzzle", Source("play")
        )
    plain = game.plain or (os.environ.get("TERM") == "dumb" and sys.stdout.isatty())
    start = None if plain else _screen()
    makes_one = game.puzzle is None and not game.resume
    session = _new(wanted) if makes_one else _session(game)
    if start is not None:
        start(session)
        return
    from cpsudoku.play.terminal.plain_prompts import Plain, prompted

    Plain(session).run(prompted())


def _screen() -> Callable[[Session], None]:
    """The function that plays on the whole screen.

    Raises InputError without a terminal, and MissingExtra without textual.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError(
            "it needs a terminal; use --plain to play with lines of text", Source("play")
        )
    extras.require("textual", worded("the full screen"), worded("--plain does not"))
    from cpsudoku.play.terminal.play_app import PlayApp

    def start(session: Session) -> None:
        PlayApp(session).play_out()
        if session.farewell:
            say(session.farewell)

    return start


def _new(wanted: New) -> Session:
    """A new game with a new puzzle."""
    from cpsudoku.play.choose import PuzzleRequest, new_puzzle
    from cpsudoku.play.saves import Saves
    from cpsudoku.play.session import new_session

    request = PuzzleRequest(wanted.difficulty, wanted.technique)
    if sys.stderr.isatty():
        say(translated("Making a puzzle ..."))
    seed = secrets.randbelow(2**32) if wanted.seed is None else wanted.seed
    return new_session(new_puzzle(request, seed), Saves())


def _session(wanted: GameOptions) -> Session:
    from cpsudoku.play.saves import Saves
    from cpsudoku.play.session import Session, new_session

    saves = Saves()
    puzzle = _puzzle(wanted.puzzle, wanted) if wanted.puzzle is not None else None
    if wanted.resume:
        found = saves.latest(puzzle)
        if found is not None:
            path, game = found
            return Session.begin(game, saves, path)
        if puzzle is None:
            raise InputError("there is no saved game to continue", Source(str(saves.folder)))
        say(translated("there is no saved game of this puzzle; starting a new one"))
    assert puzzle is not None
    return new_session(puzzle, saves)


def _puzzle(text: str, wanted: GameOptions) -> Puzzle:
    """The puzzle of the input with the number that is wanted, counted from 1."""
    number = wanted.number
    puzzles = read(text, handwriting=wanted.handwriting)
    puzzle = next(islice(puzzles, number - 1, None), None)
    if puzzle is None:
        raise InputError("it has no puzzle number {number}", Source(text), number=number)
    return settled(puzzle, prompted) if can_ask() else puzzle
