"""Writes the JSON of an ipuz document."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.calculated import CalculatedCage
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.constraints.cages.sum import Sum
from cpsudoku.core.constraints.regions.diagonals import Diagonals
from cpsudoku.core.constraints.regions.windows import Windows
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.exchange.ipuz_reading import INFO, KIND
from cpsudoku.formats.links.unsaid import refusal, refused_rule
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.words import worded

NAME = "ipuz"
_SIGNS = {"difference": "-", "product": "*", "quotient": "/"}


def data_of_ipuz(puzzle: Puzzle, solution: Grid | None) -> JsonObject:
    """The object of a puzzle with its solution, if one is known. Raises Unsupported."""
    board, rules = puzzle.board, puzzle.constraints
    kinds, zones, cages = set[str](), list[JsonObject](), list[JsonObject]()
    if not board.is_usual and board.regions:
        kinds.add("jigsawsudoku")
        zones += [_group(board, house.cells) for house in board.houses if house.kind == "box"]
    elif not board.regions:
        kinds.add("latinsquare")
    for rule in rules:
        kind, cage = _said(puzzle, rule)
        kinds.add(kind)
        zones += [] if cage else [_group(board, house.cells) for house in rule.houses()]
        cages += [cage] if cage else []
    if {"killersudoku", "calcudoku"} <= kinds:
        raise refusal(puzzle, NAME, worded("cages of killers beside cages with operators"))
    data: JsonObject = {"version": "http://ipuz.org/v2"}
    data["kind"] = [f"{KIND}#1", *(f"{KIND}/{kind}#1" for kind in sorted(kinds))]
    data |= {"title": encodable(puzzle.label)} if puzzle.label else {}
    named = {name: key for key, name in INFO.items()}
    data |= {named[name]: text for name, text in puzzle.info if name in named}
    data["boxes"] = board.is_usual and bool(board.regions)
    data["puzzle"] = _rows(puzzle.givens)
    data |= {"solution": _rows(solution)} if solution is not None else {}
    data |= {"zones": zones} if zones else {}
    data |= {"cages": cages} if cages else {}
    return data


def _rows(grid: Grid) -> list[list[int]]:
    size, cells = grid.board.size, list(grid.cells)
    return [cells[at : at + size] for at in range(0, len(cells), size)]


def _group(board: Board, cells: Iterable[int]) -> JsonObject:
    places = (board.positions[cell] for cell in cells)
    return {"cells": [[column + 1, row + 1] for row, column in places]}


def _said(puzzle: Puzzle, rule: Constraint) -> tuple[str, JsonObject]:
    """The kind of a rule, and its cage if it is one. Raises Unsupported."""
    board = puzzle.board
    if isinstance(rule, Diagonals) and rule.which == "both":
        return "diagonalsudoku", {}
    if isinstance(rule, Windows) and board.size == 9:
        return "hypersudoku", {}
    if isinstance(rule, KillerCage):
        value = {"value": rule.sum} if rule.sum is not None else {}
        return "killersudoku", _group(board, rule.cells) | value
    if isinstance(rule, CalculatedCage) and rule.name in _SIGNS:
        named = {"value": rule.number, "operator": _SIGNS[rule.name]}
        return "calcudoku", _group(board, rule.cells) | named
    if isinstance(rule, Sum) and rule.relation == "=" and {w for _, w in rule.terms} == {1}:
        return "calcudoku", _group(board, rule.cells) | {"value": rule.total, "operator": "+"}
    raise refused_rule(puzzle, NAME, rule)
