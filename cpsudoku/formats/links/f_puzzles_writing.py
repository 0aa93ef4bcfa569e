"""Writes the JSON of f-puzzles. Errors name the rules that it cannot express."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.links import f_puzzles_rules as table
from cpsudoku.formats.links import lz_string
from cpsudoku.formats.links.f_puzzles_drawing import drawings_of
from cpsudoku.formats.links.f_puzzles_grid import usual_regions
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT, Place, places_that_see
from cpsudoku.formats.links.spoken import SPOKEN, with_sentences
from cpsudoku.formats.links.unsaid import refused, refused_rule
from cpsudoku.runtime.errors import Unsupported

Data = dict[str, Any]
_LINE_KEYS = {rule: key for key, rule in reversed(table.LINES.items())}
_CELL_KEYS = {rule: key for key, rule in table.CELLS.items()}
_INDEXER_KEYS = {rule: key for key, rule in table.INDEXERS.items()}
_FLAG_KEYS = {rule: key for key, rule in table.FLAGS.items()}
_STRAIGHT_KEYS = {rule: key for key, rule in table.STRAIGHT.items()}
_USUAL = {"difference": 1, "ratio": 2}  # values that are left out
_SIGNS = {5: "V", 10: "X"}
_DIRECTIONS = {step: name for name, step in table.DIRECTIONS.items()}


def packed(result: Result, name: str, speaks: bool = False) -> str:
    """The object of a result, compressed; raises Unsupported, which names this format."""
    text = json.dumps(data_of(result, name, speaks), ensure_ascii=False, separators=(",", ":"))
    return lz_string.compressed_base64(text)


def data_of(result: Result, name: str, speaks: bool) -> Data:
    """The object of a puzzle, with its solution if one is known.

    With ``speaks``, some of the rules that f-puzzles does not have become drawings and sentences.
    Raises Unsupported for the others. It names the format ``name``.
    """
    puzzle = result.puzzle
    if puzzle is None:
        raise ValueError("a result without a puzzle")
    writing = _Writing(puzzle, name)
    for rule in puzzle.constraints:
        if speaks and rule.name in SPOKEN:
            writing.say(rule)
        else:
            writing.write(rule)
    solution = result.verdict.solution if result.verdict is not None else None
    data = writing.data
    known = solution or puzzle.answer
    return data | ({"solution": list(known.cells)} if known is not None else {})


class _Writing:
    """The object of a puzzle, to which the clues are added."""

    def __init__(self, puzzle: Puzzle, name: str) -> None:
        self.puzzle, self.board, self.name = puzzle, puzzle.board, name
        info = dict(puzzle.info)
        self.data: Data = {"size": self.board.size}
        texts = {"title": puzzle.label, "author": info.get("author"), "ruleset": info.get("rules")}
        self.data |= {key: text for key, text in texts.items() if text}
        self.data["grid"] = self.grid(puzzle.givens)

    def grid(self, givens: Grid) -> list[list[Data]]:
        """The objects of the cells, row by row."""
        n = self.board.size
        if len(self.board.positions) != n * n or self.board.height != n or self.board.width != n:
            raise self.refused("a board of this shape")
        regions, usual = self.regions(), usual_regions(n)
        cells: list[Data] = []
        for cell, given in enumerate(givens.cells):
            data: Data = {"value": given, "given": True} if given else {}
            if regions[cell] != usual[cell]:
                data["region"] = regions[cell]
            marks = self.puzzle.marks[cell] if self.puzzle.marks is not None else ()
            if marks and len(marks) < n and marks != (given,):
                data["givenPencilMarks"] = list(marks)
            elif self.puzzle.marks is not None and not marks:
                raise self.refused(f"{self.board.cell_name(cell)} without any candidate")
            cells.append(data)
        return [cells[start : start + n] for start in range(0, n * n, n)]

    def regions(self) -> list[int | None]:
        """The region of each cell; None for a cell without one."""
        usual = usual_regions(self.board.size)
        found: list[int | None] = [None] * len(self.board)
        for number, house in enumerate(self.board.regions):
            for cell in self.board.houses[house].cells:
                if found[cell] is not None:
                    raise self.refused("overlapping regions")
                found[cell] = number
        rows = [cell // self.board.size for cell in range(len(self.board))]
        return list(usual) if not self.board.regions and usual == rows else found

    def write(self, rule: Constraint) -> None:
        """Add the clue of a rule; raises Unsupported."""
        data = rule.to_data()
        writer = self._writers().get(rule.name)
        if rule.name in _LINE_KEYS:
            self.line(rule, data)
        elif rule.name in _CELL_KEYS:
            for name in data["cells" if "cells" in data else "at"]:
                self.add(_CELL_KEYS[rule.name], {"cell": name.upper()})
        elif rule.name in _INDEXER_KEYS:
            self.add(_INDEXER_KEYS[rule.name], {"cells": _upper(data["indexers"])})
        elif writer is None:
            raise self.unsaid(rule)
        else:
            writer(rule, data)

    def _writers(self) -> dict[str, Callable[[Constraint, Data], None]]:
        """The method for each rule that needs a method of its own."""
        return {
            "killer": self.cage,
            "arrow": self.arrow,
            "region": self.region,
            "windows": self.houses,
            "diagonals": self.diagonals,
            "clone": self.clone,
            "quadruple": self.quadruple,
            "white": self.mark,
            "black": self.mark,
            "xv": self.mark,
            "negative": self.negative,
            "little-killer": self.little_killer,
            **dict.fromkeys(_STRAIGHT_KEYS, self.straight),
            **dict.fromkeys(_FLAG_KEYS, self.flag),
        }

    def say(self, rule: Constraint) -> None:
        """Draw a rule that f-puzzles does not have, and say it in words."""
        self.data["ruleset"] = with_sentences(self.data.get("ruleset", ""), [rule])
        for key, drawing in drawings_of(rule):
            self.add(key, drawing)

    def add(self, key: str, clue: Data) -> None:
        """Add a clue to the list of its key."""
        self.data.setdefault(key, []).append(clue)

    def line(self, rule: Constraint, data: Data) -> None:
        """A line, with the difference of whispers."""
        modulus, difference = data.get("modulus", 3), data.get("difference")
        if modulus not in (2, 3):
            raise self.unsaid(rule, "with another number than 2 and 3")
        clue: Data = {"lines": [_upper(data["cells"])]}
        if rule.name == "lockout" and difference not in (None, self.board.size // 2):
            raise self.unsaid(rule, f"with the difference {difference}")
        if rule.name == "whispers" and difference is not None:
            clue["value"] = str(difference)
        self.add("parity" if modulus == 2 else _LINE_KEYS[rule.name], clue)

    def cage(self, rule: Constraint, data: Data) -> None:
        """A killer cage. The sum 0 would be read as none."""
        total = data.get("sum")
        if total == 0:
            raise self.unsaid(rule, "with the sum 0")
        value = {} if total is None else {"value": str(total)}
        self.add("killercage", {"cells": _upper(data["cells"])} | value)

    def arrow(self, rule: Any, data: Data) -> None:
        """An arrow. Its line begins in the circle, at the cell that it touches."""
        circle, line = _upper(data["circle"]), _upper(data["line"])
        if set(circle) & set(line):
            raise self.unsaid(rule, "whose line returns to its circle")
        start = self.board.cell_name(rule.start).upper()
        self.add("arrow", {"lines": [[start, *line]], "cells": circle})

    def region(self, _: Constraint, data: Data) -> None:
        """An extra region."""
        self.add("extraregion", {"cells": _upper(data["cells"])})

    def houses(self, rule: Constraint, _: Data) -> None:
        """Each house of a rule as an extra region."""
        for house in rule.houses():
            names = [self.board.cell_name(cell) for cell in house.cells]
            self.add("extraregion", {"cells": _upper(names)})

    def diagonals(self, _: Constraint, data: Data) -> None:
        """One or both diagonals."""
        which = data.get("which", "both")
        if which != "falling":
            self.data["diagonal+"] = True
        if which != "rising":
            self.data["diagonal-"] = True

    def clone(self, rule: Constraint, data: Data) -> None:
        """The first group with each of the others."""
        if "order" in data:
            raise self.unsaid(rule, "in any order")
        first, *others = map(_upper, data["groups"])
        for other in others:
            self.add("clone", {"cells": first, "cloneCells": other})

    def quadruple(self, _: Constraint, data: Data) -> None:
        """The digits in a circle."""
        self.add("quadruple", {"cells": _upper(data["cells"]), "values": list(data["values"])})

    def mark(self, rule: Constraint, data: Data) -> None:
        """A dot or a sign. The usual number of a dot is left out."""
        key, field = next(
            (key, field) for key, (name, field) in table.MARKS.items() if name == rule.name
        )
        number = getattr(rule, field)
        clue: Data = {"cells": _upper(data["cells"])}
        if key == "xv":
            if number not in _SIGNS:
                raise self.unsaid(rule, f"with the sum {number}")
            clue["value"] = _SIGNS[number]
        elif number != _USUAL[key]:
            clue["value"] = str(number)
        self.add(key, clue)

    def flag(self, rule: Constraint, data: Data) -> None:
        """A rule without clues. f-puzzles has no non-consecutive rule that ignores dots."""
        dots = any(each.name in ("white", "black") for each in self.puzzle.constraints)
        if data.get("where") == "everywhere" and dots:
            raise self.unsaid(rule, "that ignores dots")
        self.data[_FLAG_KEYS[rule.name]] = True

    def negative(self, rule: Constraint, data: Data) -> None:
        """The rule that all marks are given. For white dots of difference 1: non-consecutive."""
        known = {name: key for key, name in table.NEGATIVES.items()}
        for name in data["marks"]:
            whites = [each for each in self.puzzle.constraints if each.name == "white"]
            if name in known:
                named = self.data.setdefault("negative", [])
                named += [known[name]] if known[name] not in named else []
            elif all(getattr(each, "difference", 1) == 1 for each in whites):
                self.data["nonconsecutive"] = True
            else:
                raise self.unsaid(rule, "with other differences than 1")

    def straight(self, rule: Any, _: Data) -> None:
        """A number at the end of a row or column."""
        start, _step = self.place(rule, STRAIGHT)
        self.add(_STRAIGHT_KEYS[rule.name], {"cell": start, "value": str(rule.clue)})

    def little_killer(self, rule: Any, data: Data) -> None:
        """A number at the end of a diagonal. The sum 0 would be read as none."""
        if not rule.clue:
            raise self.unsaid(rule, "with the sum 0")
        start, step = self.place(rule, DIAGONAL)
        clue = {"cells": _upper(data["cells"]), "direction": _DIRECTIONS[step]}
        self.add("littlekillersum", {"cell": start, "value": str(rule.clue)} | clue)

    def place(self, rule: Constraint, steps: Sequence[Place]) -> tuple[str, Place]:
        """The name of the place outside that sees the cells of a rule, and the step from there."""
        for (r, c), step in places_that_see(self.board, rule.cells, steps):
            return f"R{r + 1}C{c + 1}", step
        raise self.unsaid(rule, "with cells that are not seen from outside the grid")

    def unsaid(self, rule: Constraint, reason: str = "") -> Unsupported:
        """The error for a rule that f-puzzles does not have."""
        return refused_rule(self.puzzle, self.name, rule, reason)

    def refused(self, what: str) -> Unsupported:
        """The error for anything that f-puzzles does not have."""
        return refused(self.puzzle, self.name, what)


def _upper(names: Sequence[str]) -> list[str]:
    """Cells as f-puzzles names them: ``R1C1``."""
    return [name.upper() for name in names]
