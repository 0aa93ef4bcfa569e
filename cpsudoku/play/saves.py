"""Saves games, one file per game, finds them again, and renames the damaged ones."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.play.game import Game
from cpsudoku.play.saved_game import game_from_json, game_to_json
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import PRIVATE, replacing
from cpsudoku.runtime.words import worded

ASIDE = ".damaged"
PRIVATE_FOLDER = 0o700


def state_folder() -> Path:
    """Our folder for what a person keeps, in XDG_STATE_HOME, LOCALAPPDATA or ~/.local/state."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        if os.environ.get(name):
            return Path(os.environ[name], "cpsudoku")
    return Path.home() / ".local" / "state" / "cpsudoku"


def default_folder() -> Path:
    """The folder of saved games."""
    return state_folder() / "games"


class Saves:
    """A folder of saved games."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def new_path(self) -> Path:
        """A new name, made from the date and time."""
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        names = (f"{stem}{f'-{n}' if n else ''}.json" for n in range(10_000))
        return next(path for name in names if not (path := self.folder / name).exists())

    def save(self, path: Path, game: Game) -> None:
        """Write a game completely or not at all; remove it if it is finished.

        Raises InputError when that is not possible.
        """
        if game.is_finished:
            with _reporting(path, "removed"):
                path.unlink(missing_ok=True)
            return
        with _reporting(path.parent, "made"):
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        with replacing(path, PRIVATE) as stream:
            stream.write(game_to_json(game).encode())

    def latest(self, puzzle: Puzzle | None = None) -> tuple[Path, Game] | None:
        """The game that was saved last, for this puzzle if one is given; None if there is none.

        Raises InputError if it can't be read. A damaged file is renamed.
        """
        for path in sorted(self.folder.glob("*.json"), key=_modified, reverse=True):
            game = load(path)
            if puzzle is None or _rules_of(game.puzzle) == _rules_of(puzzle):
                return path, game
        return None


def _rules_of(puzzle: Puzzle) -> Puzzle:
    """A puzzle without its label and what a file said about it."""
    return replace(puzzle, label="", info=(), answer=None)


@contextmanager
def _reporting(path: Path, what: str) -> Iterator[None]:
    """Turn an error of the operating system into an InputError about the path."""
    try:
        yield
    except OSError as error:
        raise InputError(
            "can't be {what}: {error}", Source(str(path)), what=what, error=reason(error)
        ) from None


def load(path: Path) -> Game:
    """The game in a file.

    Raises InputError if it can't be read. A damaged file is renamed; the message names the new
    name.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError("can't be read: {error}", Source(str(path)), error=reason(error)) from None
    try:
        return game_from_json(data.decode(), Source(str(path)))
    except UnicodeDecodeError:
        problem: str = worded("the saved game is damaged: it is not text")
    except InputError as error:
        problem = error.problem
    aside = set_aside(path)
    raise InputError(
        "{problem}; the file was renamed to {aside}",
        Source(str(path)),
        problem=problem,
        aside=aside.name,
    )


def set_aside(path: Path) -> Path:
    """The new name of a damaged file, which is renamed."""
    aside = _free(path.with_name(path.name + ASIDE))
    path.rename(aside)
    return aside


def _free(path: Path) -> Path:
    """The path if it is free, else the path with a number."""
    names = (path, *(path.with_name(f"{path.name}{n}") for n in range(2, 10_000)))
    return next(name for name in names if not name.exists())


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
