"""Game ids of Simon Tatham's collection that are puzzles of digits: Solo and its relatives.

An id such as ``3x3:b5a2...`` does not name its game; its form does. Links of the collection's pages
(``.../keen.html#5:...``) and of its Android app (``sgtpuzzles:keen:5:...``) name it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.calculated import CalculatedCage
from cpsudoku.core.constraints.cages.sum import Sum
from cpsudoku.core.constraints.outside.skyscraper import Skyscraper
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.base import BOXES, REGIONS, RULES
from cpsudoku.formats.links.game_ids import keen, solo, towers, unequal
from cpsudoku.formats.links.game_ids.parts import NAME
from cpsudoku.formats.links.unsaid import refusal
from cpsudoku.formats.symbols import shorten
from cpsudoku.formats.text.one_per_line import OnePerLine
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

_GAMES = {
    "unequal": unequal.GAME,
    "towers": towers.GAME,
    "keen": keen.GAME,
    "solo": solo.GAME,
}
_LINK = rf"(?:(?:https?://\S+/|sgtpuzzles:)?({'|'.join(_GAMES)})(?:\.html#|:))?"
_SEED = r"\d{1,2}(?:x\d{1,2})?[a-z\d]{0,8}#\d\S*"
_ID = "|".join(game.pattern.pattern for game in _GAMES.values())
_WHOLE = re.compile(rf"{_LINK}(?P<id>{_ID}|{_SEED})")


class GameIds(OnePerLine):
    """The format ``tatham``."""

    name = NAME
    title = "game ids of Simon Tatham's Solo, Unequal, Towers and Keen: 3x3:..., one per line"
    pattern = _WHOLE
    carries = frozenset((RULES, BOXES, REGIONS))
    writes = True
    writes_solutions = True
    sizes = range(2, LARGEST + 1)

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the symbols of a line."""
        match = _WHOLE.fullmatch(text)
        assert match is not None  # it is this format's pattern
        name, game_id = match[1], match["id"]
        head, colon, description = game_id.partition(":")
        if not colon:
            paste = worded("paste the game id, which has a colon after the size")
            raise InputError(
                "{text} names a random seed and not a puzzle; {paste}",
                text=shorten(game_id),
                paste=paste,
            )
        found = next(each for each in _GAMES if _GAMES[each].pattern.fullmatch(game_id))
        if name not in (None, found):
            problem = worded(
                "is a game id of {found}, not of {name}", found=found.title(), name=name.title()
            )
            raise InputError("{text} {problem}", text=shorten(game_id), problem=problem)
        givens, rules = _GAMES[found].read(head, description)
        return Puzzle(givens, tuple(rules), source=source, label=label)

    def symbols_of(self, puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
        """The game id."""
        name = _game_of(puzzle, rules)
        game, size = _GAMES[name], puzzle.board.size
        if not game.least <= size <= game.most:
            raise refusal(
                puzzle, NAME, worded("{name} of {size}x{size}", name=name.title(), size=size)
            )
        return game.write(puzzle, grid, rules)


def _game_of(puzzle: Puzzle, rules: Sequence[Constraint]) -> str:
    """The name of the game that a puzzle may be."""
    if puzzle.board.regions:
        return "solo"
    if any(isinstance(rule, Skyscraper) for rule in rules):
        return "towers"
    is_keen = any(isinstance(rule, CalculatedCage | Sum) for rule in rules)
    return "keen" if is_keen else "unequal"


FORMAT = GameIds()
