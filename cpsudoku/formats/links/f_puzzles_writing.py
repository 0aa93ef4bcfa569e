"""Writes the JSON of f-puzzles. Errors name the rules that it cannot express."""

from __future__ import annotations

import json

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.links import lz_string
from cpsudoku.formats.links.calculations import SIGNS
from cpsudoku.formats.links.f_puzzles_clues import CLUES
from cpsudoku.formats.links.f_puzzles_drawing import drawings_of
from cpsudoku.formats.links.f_puzzles_grid import usual_regions
from cpsudoku.formats.links.spoken import with_sentences, write_rules
from cpsudoku.formats.links.unsaid import Unsaid, refusal
from cpsudoku.formats.links.written_parts import refuse_ignored_dots, refuse_layers
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded


def packed_object(result: Result, name: str, speaks: bool = False) -> str:
    """The object of a result, compressed; raises Unsupported, which names this format."""
    text = json.dumps(object_of(result, name, speaks), ensure_ascii=False, separators=(",", ":"))
    return lz_string.compressed_base64(text)


def object_of(result: Result, name: str, speaks: bool) -> JsonObject:
    """The object of a puzzle, with its solution if one is known.

    With ``speaks``, rules that f-puzzles does not have become drawings and sentences. Raises
    Unsupported for rules that have no clue and no sentence. It names the format ``name``.
    """
    puzzle = result.puzzle
    if puzzle is None:
        raise ValueError("a result without a puzzle")
    writing = _Writing(puzzle, name, speaks)
    write_rules(puzzle, name, writing.write, writing.say if speaks else None)
    solution = result.verdict.solution if result.verdict is not None else None
    data = writing.data
    if writing.said:
        data["ruleset"] = with_sentences(data["ruleset"], writing.said)
    known = solution or puzzle.answer
    return data | ({"solution": list(known.cells)} if known is not None else {})


class _Writing:
    """The object of a puzzle, to which the clues are added."""

    def __init__(self, puzzle: Puzzle, name: str, speaks: bool) -> None:
        self.puzzle, self.board, self.name, self.speaks = puzzle, puzzle.board, name, speaks
        info = dict(puzzle.info)
        self.data: JsonObject = {"size": self.board.size}
        texts = {"title": puzzle.label, "author": info.get("author"), "ruleset": info.get("rules")}
        self.data |= {key: text for key, text in texts.items() if text}
        self.said: list[Constraint] = []
        self.data["grid"] = self.grid(puzzle.givens)

    def grid(self, givens: Grid) -> list[list[JsonObject]]:
        """The objects of the cells, row by row."""
        n = self.board.size
        if len(self.board.positions) != n * n or self.board.height != n or self.board.width != n:
            raise self.refused(worded("a board of this shape"))
        regions, usual = self.regions(), usual_regions(n)
        cells: list[JsonObject] = []
        for cell, given in enumerate(givens.cells):
            data: JsonObject = {"value": given, "given": True} if given else {}
            if regions[cell] != usual[cell]:
                data["region"] = regions[cell]
            marks = self.puzzle.marks[cell] if self.puzzle.marks is not None else ()
            if marks and len(marks) < n and marks != (given,):
                data["givenPencilMarks"] = list(marks)
            elif self.puzzle.marks is not None and not marks:
                raise self.refused(
                    worded("{cell} without any candidate", cell=self.board.cell_name(cell))
                )
            cells.append(data)
        return [cells[start : start + n] for start in range(0, n * n, n)]

    def regions(self) -> list[int | None]:
        """The region of each cell; None for a cell without one."""
        usual = usual_regions(self.board.size)
        found: list[int | None] = [None] * len(self.board)
        for number, house in enumerate(self.board.regions):
            for cell in self.board.houses[house].cells:
                if found[cell] is not None:
                    raise self.refused(worded("overlapping regions"))
                found[cell] = number
        rows = [cell // self.board.size for cell in range(len(self.board))]
        return list(usual) if not self.board.regions and usual == rows else found

    def write(self, rule: Constraint) -> None:
        """Add the clues of a rule; raises Unsaid.

        A calculation is only drawn, so it also needs a sentence where there can be one.
        """
        refuse_layers(rule)
        refuse_ignored_dots(rule, self.puzzle)
        if self.speaks and rule.name in SIGNS:
            raise Unsaid
        for key, clue in CLUES.written(rule)[1]:
            self.add(key, clue)

    def say(self, rule: Constraint) -> None:
        """Draw a rule that f-puzzles does not have, and say it in words."""
        self.data.setdefault("ruleset", "")
        self.said.append(rule)
        for key, drawing in drawings_of(rule):
            self.add(key, drawing)

    def add(self, key: str, clue: object) -> None:
        """Add a clue to the list of its key. A key that is only true has no list."""
        if clue is True:
            self.data[key] = True
        elif not (isinstance(clue, str) and clue in self.data.get(key, ())):
            self.data.setdefault(key, []).append(clue)

    def refused(self, what: str) -> Unsupported:
        """The error for anything that f-puzzles does not have."""
        return refusal(self.puzzle, self.name, what)
