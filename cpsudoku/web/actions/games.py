"""Games that the page saves where the game in the terminal finds them."""

from __future__ import annotations

import json
import re

from cpsudoku.play.saved_game import game_from_json, game_to_json
from cpsudoku.play.saves import Saves
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web import schemas
from cpsudoku.web.actions.base import HERE, Action

_NAME = re.compile(r"[0-9-]{10,40}\.json")


def save(data: JsonObject) -> JsonObject:
    """Save a game. Without a name it gets a new one."""
    game = game_from_json(json.dumps(data["game"]), HERE)
    saves = Saves()
    name = data.get("name", "")
    if name and not _NAME.fullmatch(name):
        raise InputError('"name" is not the name of a saved game')
    path = saves.folder / name if name else saves.new_path()
    saves.save(path, game)
    return {"name": path.name, "finished": game.is_finished}


def saved(data: JsonObject) -> JsonObject:
    """The game that was saved last."""
    found = Saves().latest()
    if found is None:
        return {"name": None, "game": None}
    path, game = found
    content: JsonObject = json.loads(game_to_json(game))
    return {"name": path.name, "game": content}


SAVE = Action(
    "Save a game",
    schemas.fields(
        {"game": schemas.anything("a saved game"), "name": schemas.text(60)},
        "game",
    ),
    save,
)
SAVED = Action("The game that was saved last", schemas.fields({}), saved)
