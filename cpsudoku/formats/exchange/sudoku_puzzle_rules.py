"""The rules of ``sudoku-puzzle``, and ours: how each is read, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.exchange.sudoku_puzzle_keys import SIDES
from cpsudoku.formats.links.dialect import Dialect, LinkClue
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.formats.links.written_parts import refuse_layers
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.cages.clone import Clone
    from cpsudoku.core.constraints.cages.sum import Sum
    from cpsudoku.core.constraints.lines.arrow import Arrow
    from cpsudoku.core.constraints.outside.frame_sum import FrameSum
    from cpsudoku.core.constraints.pairs.negative import Negative
    from cpsudoku.core.constraints.pairs.xv import PairSum

# Rules of the whole board that are written as regions, each with its form.
_OF_REGIONS: tuple[tuple[str, JsonObject], ...] = (
    *(("diagonals", {}), ("diagonals", {"which": "falling"}), ("diagonals", {"which": "rising"})),
    *(("windows", {}), ("disjoint-groups", {})),
)
Form = tuple[str, JsonObject]  # the name of a rule, and its JSON form
Clue = LinkClue[str, JsonPlace, Form, JsonObject]
# How far apart the next cell of a line may be.
_STEPS = {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(0, 0)}


def forms_of(place: JsonPlace, board: Board) -> Iterable[Form] | None:
    """The forms of the rules that an entry means; None if cpsudoku has no such rule."""
    clue = CLUES.clues.get(key_of(place))
    try:
        return None if clue is None else list(clue.read(place))
    except Unsaid:
        return None


def key_of(place: JsonPlace) -> str:
    """The type of an entry, and its kind if the type has several."""
    kind = place["kind"].value
    return f"{place['type'].value} {kind}" if kind is not None else str(place["type"].value)


def with_whole_rules(rules: Iterable[Constraint], board: Board) -> list[Constraint]:
    """The rules, with one for regions that a rule of the whole board makes, such as diagonals."""
    found = list(rules)
    for name, form in _OF_REGIONS:
        try:
            whole = CONSTRAINTS[name].from_data(form, board)
        except InputError:
            continue
        cells = [frozenset(house.cells) for house in whole.houses()]
        parts = {frozenset(each.cells): each for each in found if each.name == "region"}
        if cells and all(each in parts for each in cells):
            at = min(found.index(parts[each]) for each in cells)
            found = [each for each in found if each not in [parts[cell] for cell in cells]]
            found.insert(min(at, len(found)), whole)
    return found


def entries_of_rule(rule: Constraint, puzzle: Puzzle) -> list[JsonObject]:
    """The entries of a rule; raises Unsaid."""
    refuse_layers(rule)
    _refuse_numbered_dots(rule, puzzle)
    return list(CLUES.written(rule)[1])


def _refuse_numbered_dots(rule: Constraint, puzzle: Puzzle) -> None:
    """Raise Unsaid for a rule about missing dots beside dots that are not kropki there."""
    if rule.name == "non-consecutive":
        is_exempt = any(each.name in ("white", "black") for each in puzzle.constraints)
        if is_exempt and rule.to_data().get("where") != "everywhere":
            raise Unsaid("beside dots")
    if rule.name == "negative":
        for each in puzzle.constraints:
            keys = [key_of(JsonPlace(entry)) for entry in _written_if_dot(each)]
            if any(key not in ("edge kropki", "edge xv") for key in keys):
                raise Unsaid("beside dots with numbers")


def _written_if_dot(rule: Constraint) -> Sequence[JsonObject]:
    return CLUES.written(rule)[1] if rule.name in ("white", "black", "xv") else ()


def _names(rule: Constraint, cells: Iterable[int] | None = None) -> list[str]:
    return [rule.board.cell_name(cell) for cell in (rule.cells if cells is None else cells)]


def _same(type: str, rule: str, kind: str = "", **others: str) -> Clue:
    """A clue whose cells are those of the rule. ``others``: our field of each key of theirs."""
    head = {"type": type} | ({"kind": kind} if kind else {})

    def read(place: JsonPlace) -> Iterable[Form]:
        values = {ours: place[key].value for key, ours in others.items()}
        known = {ours: value for ours, value in values.items() if value is not None}
        yield rule, {"cells": place["cells"].value, **known}

    def write(constraint: Constraint) -> Sequence[JsonObject]:
        data = constraint.to_data()
        known = {key: data[ours] for key, ours in others.items() if ours in data}
        return [{**head, **known, "cells": data["cells"]}]

    return LinkClue(f"{type} {kind}".strip(), rule, read, write)


def _line(kind: str, rule: str, value: Callable[[Any], int] | None = None, ours: str = "") -> Clue:
    """A line whose cells touch, with a number if it has one."""

    def read(place: JsonPlace) -> Iterable[Form]:
        if place["closed"].value:
            raise Unsaid
        number = {ours: place["value"].whole()} if ours and place["value"].value is not None else {}
        yield rule, {"cells": place["cells"].value, **number}

    def write(constraint: Constraint) -> Sequence[JsonObject]:
        _refuse_gaps(constraint)
        number = {"value": value(constraint)} if value is not None else {}
        return [{"type": "line", "kind": kind, "cells": _names(constraint), **number}]

    return LinkClue(f"line {kind}", rule, read, write)


def _refuse_gaps(rule: Constraint) -> None:
    """Raise Unsaid unless the cells of a line touch each other, and none is there twice."""
    if len(set(rule.cells)) < len(rule.cells):
        raise Unsaid("that returns to a cell")
    for one, other in pairwise(rule.cells):
        (r, c), (down, across) = rule.board.positions[one], rule.board.positions[other]
        if (down - r, across - c) not in _STEPS:
            raise Unsaid("whose cells do not touch")


def _regions(kind: str, rule: str) -> Clue:
    """Groups of cells that a rule of the whole board makes. They are read as regions."""

    def write(constraint: Constraint) -> Sequence[JsonObject]:
        houses = constraint.houses()
        return [
            {"type": "region", "kind": kind, "cells": _names(constraint, house.cells)}
            for house in houses
        ]

    return LinkClue(f"region {kind}", rule, _read_region, write)


def _read_region(place: JsonPlace) -> Iterable[Form]:
    yield "region", {"cells": place["cells"].value}


def _whole_board(kind: str, rule: str, form: JsonObject) -> Clue:
    """A rule of all cells with a distance."""

    def read(place: JsonPlace) -> Iterable[Form]:
        if any(place[key].value is not None for key in ("within", "area", "except")):
            raise Unsaid
        yield rule, form

    def write(constraint: Constraint) -> Sequence[JsonObject]:
        return [{"type": "neighbours", "kind": kind}]

    return LinkClue(f"neighbours {kind}", rule, read, write)


def _refuse_apart(rule: Constraint) -> None:
    if len(rule.cells) != 2 or tuple(sorted(rule.cells)) not in rule.board.neighbours:
        raise Unsaid("between cells that do not touch at an edge")


def _write_dot(rule: Constraint) -> Sequence[JsonObject]:
    """A dot with or without a number."""
    data, cells = rule.to_data(), _names(rule)
    _refuse_apart(rule)
    number = next((value for key, value in data.items() if key != "cells"), None)
    usual, kind, colour = (
        (1, "difference", "white") if rule.name == "white" else (2, "ratio", "black")
    )
    if number in (None, usual):
        return [{"type": "edge", "kind": "kropki", "color": colour, "cells": cells}]
    return [{"type": "edge", "kind": kind, "value": number, "cells": cells}]


def _write_sum_of_two(rule: PairSum) -> Sequence[JsonObject]:
    """An X, a V or a sum."""
    _refuse_apart(rule)
    if rule.sum in (5, 10):
        said: JsonObject = {"kind": "xv", "letter": "XV"[rule.sum == 5]}
    else:
        said = {"kind": "sum", "sum": rule.sum}
    return [{"type": "edge", **said, "cells": _names(rule)}]


def _read_kropki(place: JsonPlace) -> Iterable[Form]:
    colour = place["color"].value
    if colour not in ("white", "black"):
        raise place["color"].not_allowed(worded("white or black"))
    yield str(colour), {"cells": place["cells"].value}


def _read_xv(place: JsonPlace) -> Iterable[Form]:
    if place["letter"].value not in ("X", "V"):
        raise place["letter"].not_allowed(worded("X or V"))
    yield "xv", {"cells": place["cells"].value, "sum": place["letter"].value}


def _read_sum_of_two(place: JsonPlace) -> Iterable[Form]:
    yield "xv", {"cells": place["cells"].value, "sum": place["sum"].whole()}


def _numbered_dot(kind: str, rule: str, ours: str) -> Clue:
    def read(place: JsonPlace) -> Iterable[Form]:
        yield rule, {"cells": place["cells"].value, ours: place["value"].whole()}

    return LinkClue(f"edge {kind}", rule, read, _write_dot)


def _read_less(place: JsonPlace) -> Iterable[Form]:
    yield "greater", {"cells": [each.value for each in reversed(place["cells"].items())]}


def _write_greater(rule: Constraint) -> Sequence[JsonObject]:
    found = []
    for larger, smaller in pairwise(rule.cells):
        if tuple(sorted((larger, smaller))) not in rule.board.neighbours:
            raise Unsaid("between cells that do not touch at an edge")
        found.append({"type": "edge", "kind": "less", "cells": _names(rule, (smaller, larger))})
    return found


def _read_arrow(place: JsonPlace) -> Iterable[Form]:
    for line in place["lines"].items():
        yield "arrow", {"circle": place["bulb"].value, "line": line.value}


def _write_arrow(rule: Arrow) -> Sequence[JsonObject]:
    bulb, line = _names(rule, rule.circle), _names(rule, rule.line)
    return [{"type": "arrow", "bulb": bulb, "lines": [line]}]


def _side_of(rule: Constraint) -> str:
    """The side from which a clue looks along its cells."""
    board, cells = rule.board, rule.cells
    (r, c), *others = (board.positions[cell] for cell in cells)
    down, across = (others[0][0] - r, others[0][1] - c) if others else (0, 0)
    for side, (up, left) in SIDES.items():
        is_ahead = not others or (up and down == -up) or (left and across == -left)
        if is_ahead and (r + up, c + left) not in board.cell_at:
            return side
    raise Unsaid("that is not next to its first cell")


def _outside(type: str, rule: str, number: str, kind: str = "") -> Clue:
    """A clue outside the board."""

    def read(place: JsonPlace) -> Iterable[Form]:
        if place["side"].value not in SIDES:
            raise place["side"].not_allowed(worded("one of top, bottom, left, right"))
        yield rule, {"cells": place["cells"].value, "clue": place[number].whole()}

    def write(constraint: Constraint) -> Sequence[JsonObject]:
        data = constraint.to_data()
        if set(data) != {"cells", "clue"} or not isinstance(data["clue"], int):
            raise Unsaid("of this form")
        head = {"type": type, **({"kind": kind} if kind else {}), number: data["clue"]}
        return [{**head, "side": _side_of(constraint), "cells": data["cells"]}]

    return LinkClue(f"{type} {kind}".strip(), rule, read, write)


def _read_group(place: JsonPlace) -> Iterable[Form]:
    yield "sum", {"terms": place["cells"].value, "total": place["sum"].whole()}


def _write_group(rule: Sum) -> Sequence[JsonObject]:
    if rule.relation != "=" or {weight for _, weight in rule.terms} != {1}:
        raise Unsaid("with weights or a limit")
    if rule.total < 0:
        raise Unsaid("with a negative sum")
    return [{"type": "sum", "kind": "group", "sum": rule.total, "cells": _names(rule)}]


def _write_frame(rule: FrameSum) -> Sequence[JsonObject]:
    """The sum of the cells that a frame sum counts. It is read as a sum of these cells."""
    cells = _names(rule, rule.cells[: rule.count])
    return [
        {"type": "sum", "kind": "frame", "sum": rule.clue, "side": _side_of(rule), "cells": cells}
    ]


def _read_clone(place: JsonPlace) -> Iterable[Form]:
    yield "clone", {"groups": place["regions"].value}


def _write_clone(rule: Clone) -> Sequence[JsonObject]:
    if rule.order != "in-order":
        raise Unsaid("in any order")
    return [{"type": "clone", "regions": [_names(rule, group) for group in rule.groups]}]


def _read_negative(place: JsonPlace) -> Iterable[Form]:
    of, colour = place["of"].value, place["color"].value
    if place["area"].value is not None or (of == "xv" and place["letter"].value is not None):
        raise Unsaid
    if of == "kropki":
        if colour not in (None, "white", "black"):
            raise place["color"].not_allowed(worded("white or black"))
        yield "negative", {"marks": [colour] if colour else ["white", "black"]}
    elif of == "xv":
        yield "negative", {"marks": ["xv"]}
    else:
        raise Unsaid


def _write_negative(rule: Negative) -> Sequence[JsonObject]:
    colours = [mark for mark in ("white", "black") if mark in rule.marks]
    found: list[JsonObject] = []
    if colours:
        one: JsonObject = {"color": colours[0]} if len(colours) == 1 else {}
        found.append({"type": "negative", "of": "kropki", **one})
    return [*found, {"type": "negative", "of": "xv"}] if "xv" in rule.marks else found


CLUES: Dialect[str, JsonPlace, Form, JsonObject] = Dialect(
    _same("region", "region", "extra"),
    _same("region", "region", "region"),
    _same("region", "region", "colour"),
    _regions("diagonal", "diagonals"),
    _regions("window", "windows"),
    _regions("disjoint", "disjoint-groups"),
    _same("cage", "killer", sum="sum"),
    _line("thermo", "thermo"),
    _line("slow_thermo", "slow-thermo"),
    _line("renban", "renban"),
    _line("palindrome", "palindrome"),
    _line("region_sum", "region-sum"),
    _line("zipper", "zipper"),
    _line("between", "between"),
    _line("double_arrow", "double-arrow"),
    _line("whisper", "whispers", lambda rule: rule.least, "difference"),
    _line("lockout", "lockout", lambda rule: rule.least, "difference"),
    _line("modular", "modular", lambda rule: rule.modulus, "modulus"),
    LinkClue("arrow", "arrow", _read_arrow, _write_arrow),
    LinkClue("edge kropki", "white black", _read_kropki, _write_dot),
    _numbered_dot("difference", "white", "difference"),
    _numbered_dot("ratio", "black", "ratio"),
    LinkClue("edge xv", "xv", _read_xv, _write_sum_of_two),
    LinkClue("edge sum", "xv", _read_sum_of_two, _write_sum_of_two),
    LinkClue("edge less", "greater", _read_less, _write_greater),
    LinkClue("negative", "negative", _read_negative, _write_negative),
    LinkClue("sum group", "sum", _read_group, _write_group),
    LinkClue("sum corner", "", _read_group),
    LinkClue("sum frame", "frame-sum", _read_group, _write_frame),
    _outside("sum", "little-killer", "sum", "little_killer"),
    _outside("sandwich", "sandwich", "sum"),
    _outside("xsum", "x-sum", "sum"),
    _outside("skyscraper", "skyscraper", "value"),
    _whole_board("antiknight", "anti-knight", {}),
    _whole_board("antiking", "anti-king", {}),
    _whole_board("nonconsecutive", "non-consecutive", {"where": "everywhere"}),
    _same("cell", "odd", "odd"),
    _same("cell", "even", "even"),
    _same("cell", "only", "set", values="values"),
    _same("contains", "quadruple", digits="values"),
    _same("count", "counting-circles", "circles"),
    LinkClue("clone", "clone", _read_clone, _write_clone),
)
