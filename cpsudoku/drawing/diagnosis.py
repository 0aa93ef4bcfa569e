"""A diagnosis in words, as JSON values, and the cells to mark in a picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.plural import is_are, plural
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status
from cpsudoku.core.words import (
    NAMED_CELLS,
    cell_in_words,
    cell_names,
    conflicts_in_words,
    givens_in_words,
    uninterpreted_in_words,
)
from cpsudoku.diagnosing.base import ClueEdit, Diagnosis, Edit, Repair, Unnecessary
from cpsudoku.drawing.svg_sheet import Drawing
from cpsudoku.formats.tables.json import data_of

LINES = 6  # about clues that leave several solutions; the JSON lists all
SETTLING = 40  # clues that alone make a puzzle unique; the JSON lists all

# Each kind of marked cell, and the ink behind it in a picture.
FILLS = {"conflict": "alert", "varies": "cell", "redundant": "extra", "clue": "pattern"}


def marks_of(found: Diagnosis) -> dict[int, str]:
    """The cells to mark, each with its kind: a key of ``FILLS``."""
    clashing = [cell for clash in found.verdict.conflicts for cell in clash.cells]
    guilty = [cell for rule in guilty_of(found) for cell in marked_cells(rule)]
    return {
        **dict.fromkeys(clashing or (*found.conflict, *guilty), "conflict"),
        **{cell: "varies" for cell, _ in found.varying},
        **dict.fromkeys(found.redundant or (), "redundant"),
        **{edit.cell: "clue" for edit in (found.extra.clues if found.extra else ())},
    }


def guilty_of(found: Diagnosis) -> list[Constraint]:
    """The rules that contradict each other or the givens."""
    return [found.puzzle.constraints[number] for number in found.conflict_rules]


def marked_cells(rule: Constraint) -> tuple[int, ...]:
    """The cells to mark for a rule: none if it is about the whole board."""
    return () if len(set(rule.cells)) == len(rule.board) else tuple(rule.cells)


def in_words(found: Diagnosis) -> list[str]:
    """The findings, one per line."""
    status = found.verdict.status
    parts = found.puzzle.uninterpreted
    lines = [f"under the rules read; {uninterpreted_in_words(parts)}"] if parts else []
    if status is Status.NO_SOLUTION:
        lines += _of_no_solution(found)
    elif status is Status.MULTIPLE:
        lines += _of_several(found)
    elif status is Status.UNIQUE:
        lines += _of_proper(found)
    lines += _repairs(found)
    return [*lines, *found.notes]


def _of_no_solution(found: Diagnosis) -> Iterator[str]:
    puzzle = found.puzzle
    if found.verdict.conflicts:
        yield conflicts_in_words(puzzle, found.verdict.conflicts)
    else:
        yield from _contradiction(found)


def _contradiction(found: Diagnosis) -> Iterator[str]:
    """The givens and rules that contradict each other. The rules are on a line each."""
    if not found.conflict and not found.conflict_rules:
        if found.irreducible:
            yield "the board has no filling, even without any given and any rule"
        return
    puzzle, rules = found.puzzle, guilty_of(found)
    cells = [Edit(cell, 0, puzzle.givens[cell]) for cell in found.conflict]
    givens = plural(len(cells), "given") if cells else ""
    parts = " and ".join(filter(None, (givens, plural(len(rules), "rule") if rules else "")))
    needed = ", and each is needed for that" * found.irreducible
    fewest = "; no smaller set conflicts" if found.smallest else ""
    if len(cells) + len(rules) == 1:
        [name] = _parts(puzzle, cells, rules)
        yield f"this {'given' if cells else 'rule'} is impossible by itself: {name}"
    elif not rules:
        yield f"these {parts} can't stand together{needed}{fewest}: {_clues(puzzle, cells)}"
    else:
        yield f"{parts} can't stand together{needed}{fewest}:"
        yield from (f"  {text}" for text in _parts(puzzle, cells, rules))


def _parts(puzzle: Puzzle, edits: list[Edit], rules: list[Constraint]) -> list[str]:
    """Givens on one line, then each rule on a line."""
    return [_clues(puzzle, edits)] * bool(edits) + [rule.full_title for rule in rules]


def _of_several(found: Diagnosis) -> Iterator[str]:
    puzzle, verdict = found.puzzle, found.verdict
    number = "exactly" if verdict.exhausted else "at least"
    yield f"{number} {plural(len(verdict.solutions), 'solution')}"
    blank = len(puzzle.givens.cells) - puzzle.givens.count
    same = blank - len(found.varying)
    shown = " ".join(
        f"{cell_in_words(puzzle, cell)}={'/'.join(puzzle.board.symbols[d] for d in digits)}"
        for cell, digits in found.varying[:NAMED_CELLS]
    )
    more = len(found.varying) - NAMED_CELLS
    least = "" if found.varying_all else "at least "
    cells = plural(len(found.varying), "cell")
    yield f"{least}{cells} vary: {shown}{f' and {more} more' * (more > 0)}"
    if found.varying_all and same:
        yield f"the other {plural(same, 'blank cell')} {is_are(same)} the same in all"
    yield from _of_clues(found)


def _of_clues(found: Diagnosis) -> Iterator[str]:
    """The clues that would leave one solution, and the number that each other clue leaves."""
    puzzle, extra = found.puzzle, found.extra
    settling = [each.edit for each in found.singles if each.solutions == 1]
    if len(settling) > 1:
        count = plural(len(settling), "clue")
        yield f"each of these {count} alone makes it unique: {_some(puzzle, settling, SETTLING)}"
    elif settling:
        yield f"only this clue alone makes it unique: {_clues(puzzle, settling)}"
    elif extra is not None:
        fewest = {
            "any": " (fewer do not suffice)",
            "this": " (fewer do not suffice for this solution)",
        }
        several = plural(len(extra.clues), "added clue")
        verb = "makes" if len(extra.clues) == 1 else "make"
        proved = fewest.get(extra.proved, "")
        yield f"{several} {verb} it unique{proved}: {_clues(puzzle, extra.clues)}"
    others = [each for each in found.singles if each.solutions > 1]
    groups = groupby(others, key=lambda each: (each.solutions, each.exact))
    for (solutions, exact), group in islice(groups, LINES):
        edits = [each.edit for each in group]
        left = plural(solutions, "solution") if exact else f"{solutions:,} or more solutions"
        verb = "leaves" if len(edits) == 1 else "each leave"
        clues = plural(len(edits), "other clue" if settling else "clue")
        yield f"{clues} {verb} {left}: {_some(puzzle, edits, NAMED_CELLS)}"
    more = [each.solutions for _, group in groups for each in group]
    if more:
        verb = "leaves" if len(more) == 1 else "leave"
        yield f"{plural(len(more), 'more clue')} {verb} {min(more):,} to {max(more):,} solutions"


def _of_proper(found: Diagnosis) -> Iterator[str]:
    puzzle = found.puzzle
    yield f"{givens_in_words(puzzle)}, exactly one solution"
    if found.unnecessary is not None:
        yield from _of_unnecessary(puzzle, found.unnecessary)
    elif found.redundant:
        names = cell_names(puzzle, found.redundant)
        yield f"not minimal; redundant, each by itself: {names}"
    elif found.redundant is not None:
        yield "minimal: no given is redundant"
    yield f"symmetries of the pattern: {', '.join(found.symmetries) or 'none'}"
    if found.rating is not None:
        yield f"rating: {found.rating}"


def _of_unnecessary(puzzle: Puzzle, tested: Unnecessary) -> Iterator[str]:
    """What the puzzle does not need: each part by itself, and many together."""
    undecided = len(tested.undecided_cells) + len(tested.undecided_rules)
    if not tested.cells and not tested.rules:
        what = "given and every rule" if puzzle.constraints else "given"
        if not undecided:
            yield f"minimal: every {what} is needed"
    else:
        yield "unnecessary, each by itself: the puzzle stays unique without any one of these"
        yield from _listed(puzzle, tested.cells, tested.rules)
    if len(tested.cells) + len(tested.rules) > 1:
        then = "" if undecided else "; then everything else is needed"
        yield f"unnecessary together: it stays unique without all of these{then}"
        yield from _listed(puzzle, tested.together_cells, tested.together_rules)
    if undecided:
        yield "undecided"
        yield from _listed(puzzle, tested.undecided_cells, tested.undecided_rules)


def _listed(puzzle: Puzzle, cells: tuple[int, ...], numbers: tuple[int, ...]) -> Iterator[str]:
    edits = [Edit(cell, 0, puzzle.givens[cell]) for cell in cells]
    rules = [puzzle.constraints[number] for number in numbers]
    yield from (f"  {text}" for text in _parts(puzzle, edits, rules))


def _repairs(found: Diagnosis) -> Iterator[str]:
    if not found.repairs:
        if found.verdict.status is Status.NO_SOLUTION and not found.notes:
            yield "no typing mistake of the kinds that were tried explains it"
        return
    shown, every = len(found.repairs), found.repairs_found
    some = f"the likeliest {shown} of {every}" if every > shown else f"{shown}"
    yield f"typing mistakes that would explain it, each proved ({some}):"
    for number, repair in enumerate(found.repairs, 1):
        yield f"  {number}. {repair_in_words(found.puzzle, repair)}"


def repair_in_words(puzzle: Puzzle, repair: Repair) -> str:
    """``r3c4: 5 should be 7``."""
    if repair.clue is not None:
        return _clue_repair(repair, repair.clue)
    if repair.kind in ("change", "pair"):
        said = ", ".join(_change(puzzle, edit) for edit in repair.edits)
        return f"{said} (or leave {_them(repair)} out)" if repair.removable else said
    first, last = repair.edits[0], repair.edits[-1]
    names = cell_in_words(puzzle, first.cell), cell_in_words(puzzle, last.cell)
    if repair.kind == "move":
        off, to = (names[0], names[1]) if first.before else (names[1], names[0])
        return f"the {puzzle.board.symbols[first.before or last.before]} in {off} belongs in {to}"
    if repair.kind == "swap":
        digits = puzzle.board.symbols[first.before], puzzle.board.symbols[last.before]
        return f"the {digits[0]} in {names[0]} and the {digits[1]} in {names[1]} are swapped"
    if repair.kind == "shift":
        where = f"in {repair.line}, {names[0]} to {names[1]}"
        return f"{where}, the digits are one cell off: {_line(puzzle, repair)}"
    becomes = _line(puzzle, repair)
    leave = "leave it out" if not becomes.strip(".") else f"it should be {becomes}, and so on"
    several = "" if repair.proper else "; that leaves several solutions"
    return f"{repair.line} is the one before it, entered twice: {leave}{several}"


def _clue_repair(repair: Repair, clue: ClueEdit) -> str:
    """``the 23 cage at r4c5 with r4c5 r4c6: 23 should be 21``."""
    name = clue.before.full_title
    several = "" if repair.proper else "; that leaves several solutions"
    if clue.after is None:
        return f"leave out {name}{several}"
    before, after = clue.values
    return f"{name}: {before} should be {after}{' (or leave it out)' * repair.removable}{several}"


def _them(repair: Repair) -> str:
    return "it" if len(repair.edits) == 1 else "them"


def _change(puzzle: Puzzle, edit: Edit) -> str:
    name = cell_in_words(puzzle, edit.cell)
    return (
        f"{name}: {puzzle.board.symbols[edit.before]} should be {puzzle.board.symbols[edit.after]}"
    )


def _line(puzzle: Puzzle, repair: Repair) -> str:
    """The row or column after the repair."""
    house = next(house for house in puzzle.board.houses if house.name == repair.line)
    return "".join(puzzle.board.symbols[repair.mended[cell]] for cell in house.cells)


def _clues(puzzle: Puzzle, edits: tuple[Edit, ...] | list[Edit]) -> str:
    return " ".join(
        f"{cell_in_words(puzzle, e.cell)}={puzzle.board.symbols[e.after]}" for e in edits
    )


def _some(puzzle: Puzzle, edits: list[Edit], most: int) -> str:
    """The first few clues, and the number of the others."""
    left = len(edits) - most
    return f"{_clues(puzzle, edits[:most])}{f' and {left:,} more' if left > 0 else ''}"


def drawing_of(found: Diagnosis) -> Drawing:
    """The picture: the givens, the marked cells in colour, and varying digits in small type."""
    fills = {cell: FILLS[what] for cell, what in marks_of(found).items()}
    candidates = dict(found.varying)
    clues = found.extra.clues if found.extra is not None else ()
    chosen = [(edit.cell, edit.after) for edit in clues]
    title = f"{found.puzzle.label or found.puzzle.source}: {found.verdict.word}"
    givens = found.puzzle.givens
    words, rules = in_words(found), found.puzzle.constraints
    guilty = guilty_of(found)
    return Drawing(givens, givens, fills, candidates, chosen, title, words, rules, guilty)


def data_of_diagnosis(found: Diagnosis) -> dict[str, Any]:
    """The diagnosis as JSON values; cells by name."""
    name = found.puzzle.board.cell_name
    data: dict[str, Any] = {}
    if found.verdict.status is Status.NO_SOLUTION:
        data["conflict"] = {
            **_parts_data(found.puzzle, found.conflict, found.conflict_rules),
            "irreducible": found.irreducible,
            "smallest": found.smallest,
        }
    if found.verdict.status is Status.MULTIPLE:
        data["solutions"] = len(found.verdict.solutions)
        data["varying"] = {
            name(cell): [_value(found.puzzle, digit) for digit in digits]
            for cell, digits in found.varying
        }
        data["varying_all"] = found.varying_all
    if found.extra is not None:
        data["extra"] = {
            "clues": {
                name(edit.cell): _value(found.puzzle, edit.after) for edit in found.extra.clues
            },
            "proved_fewest_for": found.extra.proved or None,
        }
    if found.singles:
        data["single_clues"] = [
            {
                "cell": name(each.edit.cell),
                "digit": _value(found.puzzle, each.edit.after),
                "solutions": each.solutions,
                "exact": each.exact,
            }
            for each in found.singles
        ]
    if found.repairs_found or found.verdict.status is Status.NO_SOLUTION:
        data["repairs"] = [_repair_data(found.puzzle, repair) for repair in found.repairs]
        data["repairs_found"] = found.repairs_found
    if found.verdict.is_unique:
        data["symmetries"] = list(found.symmetries)
        if found.redundant is not None:
            data |= {"redundant": [name(cell) for cell in found.redundant]}
            data |= {"minimal": not found.redundant}
        if found.unnecessary is not None:
            data["unnecessary"] = _unnecessary_data(found.puzzle, found.unnecessary)
        if found.rating is not None:
            data["rating"] = {"level": found.rating.level, "score": found.rating.score}
    mended = found.mended_puzzle
    if mended is not None:
        data["mended"] = mended.givens.line
        if mended.constraints != found.puzzle.constraints:
            data["mended_rules"] = data_of(Result(mended)).get("rules", [])
    data |= {"notes": list(found.notes)} if found.notes else {}
    return data


def _value(puzzle: Puzzle, digit: int) -> int | None:
    """The number that a person reads in a cell. A blank is 0, or None if 0 is a digit."""
    least = puzzle.board.lowest
    if digit:
        return digit + least - 1
    return 0 if least else None


def _parts_data(puzzle: Puzzle, cells: tuple[int, ...], numbers: tuple[int, ...]) -> dict[str, Any]:
    """Cells by name, and rules by their number in ``rules``, from 0, and by their name."""
    names = {number: puzzle.constraints[number].full_title for number in numbers}
    return {
        "cells": [puzzle.board.cell_name(cell) for cell in cells],
        "rules": [{"number": number, "name": text} for number, text in names.items()],
    }


def _unnecessary_data(puzzle: Puzzle, tested: Unnecessary) -> dict[str, Any]:
    return {
        "alone": _parts_data(puzzle, tested.cells, tested.rules),
        "together": _parts_data(puzzle, tested.together_cells, tested.together_rules),
        "undecided": _parts_data(puzzle, tested.undecided_cells, tested.undecided_rules),
    }


def _clue_data(puzzle: Puzzle, clue: ClueEdit) -> dict[str, Any]:
    [rule] = _parts_data(puzzle, (), (clue.number,))["rules"]
    if clue.after is None:
        return {"rule": rule}
    before, after = clue.values
    return {"rule": rule | {"field": clue.field, "from": before, "to": after}}


def _repair_data(puzzle: Puzzle, repair: Repair) -> dict[str, Any]:
    name = puzzle.board.cell_name
    return {
        "kind": repair.kind,
        "words": repair_in_words(puzzle, repair),
        "edits": [
            {
                "cell": name(edit.cell),
                "from": _value(puzzle, edit.before),
                "to": _value(puzzle, edit.after),
            }
            for edit in repair.edits
        ],
        **({"line": repair.line} if repair.line else {}),
        **(_clue_data(puzzle, repair.clue) if repair.clue is not None else {}),
        "removable": repair.removable,
        "proper": repair.proper,
        "puzzle": repair.mended.line,
    }
