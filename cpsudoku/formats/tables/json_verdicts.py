"""Verdicts and true candidates as JSON values."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import TrueCandidates, Verdict
from cpsudoku.runtime.json_text import JsonObject

LAYER_KEYS = LAYERS, LAYERING, LAYERING_DIFFERING = "layers", "layering", "layering_differing"


def verdict_data(verdict: Verdict) -> JsonObject:
    """The status, the solutions, and what is wrong with the puzzle."""
    board = verdict.puzzle.board
    data: JsonObject = {
        "status": verdict.word,
        "solutions": [solution.line for solution in verdict.solutions],
        "exhausted": verdict.exhausted,
        "engine": verdict.engine,
        "milliseconds": round(verdict.seconds * 1000, 3),
    }
    if board.layers:
        data |= _layers_data(verdict)
    if cells := verdict.differing or verdict.differing_variables:
        data["differing"] = [board.cell_name(cell) for cell in cells]
    if verdict.conflicts:
        data["conflicts"] = [
            {
                **({"digit": conflict.digit} if conflict.digit else {}),
                "house" if conflict.digit else "rule": conflict.house,
                "cells": [board.cell_name(cell) for cell in conflict.cells],
            }
            | _addresses(verdict.puzzle, conflict.cells)
            for conflict in verdict.conflicts
        ]
    if verdict.puzzle.answer_ok is not None:
        data["answer_ok"] = verdict.puzzle.answer_ok
    if verdict.wrong_answer:
        data["answer_wrong"] = [board.cell_name(cell) for cell in verdict.wrong_answer]
    if verdict.note:
        data["note"] = verdict.note
    return data


def _layers_data(verdict: Verdict) -> JsonObject:
    """The layers of each solution, and whether those of the only one are determined."""
    data: JsonObject = {LAYERS: [solution.layers for solution in verdict.solutions]}
    if verdict.layering is not None:
        data[LAYERING] = verdict.layering.word
        cells = verdict.layering.differing_variables
        if cells:
            name = verdict.puzzle.board.cell_name
            data[LAYERING_DIFFERING] = [name(cell) for cell in cells]
    return data


def _addresses(puzzle: Puzzle, cells: tuple[int, ...]) -> dict[str, list[str]]:
    places = [puzzle.source.address(*puzzle.board.row_column(cell)) for cell in cells]
    return {"addresses": [place for place in places if place]} if any(places) else {}


def _values(found: TrueCandidates) -> dict[str, str]:
    """The values of each variable that a rule restricts, as ``TrueCandidates.values_text``."""
    board = found.puzzle.board
    texts = {number: found.values_text(number) for number in range(len(board), board.total)}
    return {board.cell_name(number): text for number, text in texts.items() if text}


def candidates_data(found: TrueCandidates) -> JsonObject:
    """The true candidates by cell; each digit with its number of solutions.

    If there are layers, ``values`` are those of their variables by name.
    """
    board = found.puzzle.board
    symbols, cells = board.symbols, [board.cell_name(cell) for cell in range(len(board))]

    def named(lists: Sequence[Sequence[int]]) -> dict[str, str]:
        pairs = zip(cells, lists, strict=True)
        return {cell: "".join(symbols[digit] for digit in each) for cell, each in pairs if each}

    return {
        "count": found.bound,
        "complete": found.is_complete,
        "counted": found.is_counted,
        "cells": {
            name: {symbols[digit]: found.count(cell, digit) for digit in found.digits[cell]}
            for cell, name in enumerate(cells)
        },
        **({"values": _values(found)} if board.layers else {}),
        "undecided": named(found.undecided),
        "uncounted": named(found.uncounted),
    }
