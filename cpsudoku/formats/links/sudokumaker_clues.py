"""The table of SudokuMaker's constraints: how each type is read, and written.

A constraint is read as the JSON forms of rules, and written as the data of constraints of its type.
What no rule expresses is named in the element. A type that is not in the table is named as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.counting import exactly
from cpsudoku.formats.links.dialect import Dialect, LinkClue
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT
from cpsudoku.formats.links.sudokumaker_element import (
    SudokuMakerElement,
    corner_of,
    edge_of,
    outer_cell_of,
)
from cpsudoku.formats.links.sudokumaker_groups import data_of_turns, read_squares, read_turns
from cpsudoku.formats.links.sudokumaker_styles import STYLES
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.formats.links.written_parts import (
    groups_of_clone,
    refuse_ignored_dots,
    refuse_layers,
    refuse_no_sum,
    regions_of,
    way_of,
)
from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.cages.clone import Clone
    from cpsudoku.core.constraints.cages.killer import KillerCage
    from cpsudoku.core.constraints.cells.quadruple import Quadruple
    from cpsudoku.core.constraints.lines.arrow import Arrow
    from cpsudoku.core.constraints.lines.lockout import Lockout
    from cpsudoku.core.constraints.outside.clue import OutsideClue
    from cpsudoku.core.constraints.outside.little_killer import LittleKiller
    from cpsudoku.core.constraints.regions.all_different import AllDifferent
    from cpsudoku.core.constraints.regions.diagonals import Diagonals
    from cpsudoku.core.constraints.regions.windows import Windows


Form = tuple[str, JsonObject]  # the name of a rule, and its JSON form
Clue = LinkClue[int, SudokuMakerElement, Form, JsonObject]


# The kinds of clues


def _whole(number: int, rule: str) -> Clue:
    """A rule for the whole board."""
    return Clue(number, rule, lambda _: [(rule, {})], lambda _: [{}])


def _cells(number: int, rule: str, field: str = "cells") -> Clue:
    """A rule with a list of cells in this field."""

    def read(element: SudokuMakerElement) -> Iterator[Form]:
        if element.place["cells"].value:
            yield rule, {field: element.cells(element.place["cells"])}

    return Clue(number, rule, read, lambda rule: [{"cells": list(getattr(rule, field))}])


def _lines(
    number: int,
    rules: str,
    form: Callable[[SudokuMakerElement], Form | None] | None = None,
    more: Callable[[Any], JsonObject] = lambda rule: {},
    key: str = "lines",
) -> Clue:
    """A rule for each line. ``form`` returns it with its number, and ``more`` its other data."""

    def read(element: SudokuMakerElement) -> Iterator[Form]:
        found = (rules, JsonObject()) if form is None else form(element)
        if found is not None:
            for line in element.place[key].items_if_any():
                yield found[0], {**found[1], "cells": element.cells(line)}

    return Clue(number, rules, read, lambda rule: [{**more(rule), key: [list(rule.cells)]}])


def _outside(number: int, rule: str) -> Clue:
    """A number in front of a row or column."""

    def read(element: SudokuMakerElement) -> Iterator[Form]:
        for clue in element.place["clues"].objects():
            if isinstance(clue["value"].value, int):
                yield rule, {"clue": clue["value"].value, "cells": element.seen(clue)}

    def write(rule: OutsideClue) -> list[JsonObject]:
        return [{"clues": [{"value": rule.clue, "outerCell": outer_cell_of(rule, STRAIGHT)[0]}]}]

    return Clue(number, rule, read, write)


def _marks(number: int, rules: str, field: str, usual: tuple[int, ...]) -> Clue:
    """Marks on edges, whose number is in this field, and the rule that all marks are given."""
    rule = rules.split(maxsplit=1)[0]

    def read(element: SudokuMakerElement) -> Iterator[Form]:
        values = set(usual)
        for clue in element.place["clues"].objects():
            value = clue["value"].whole() if clue["value"].value else usual[0]
            values.add(value)
            yield rule, {field: value, "cells": element.pair(clue)}
        negative = {each.whole() for each in element.place["negative"].items_if_any()}
        data = element.place.object().items()
        overrides = [value for key, value in data if key.startswith("override")]
        if negative and (negative != values or False in overrides):
            element.named.append(f"negative {field}s {', '.join(map(str, sorted(negative)))}")
        elif negative:
            yield "negative", {"marks": [rule]}

    return Clue(number, rules, read, _write_marks)


def _write_marks(rule: Any) -> list[JsonObject]:
    if rule.name == "negative":
        if any(ban.mark == "xv" and set(ban.numbers) != {5, 10} for ban in rule.bans):
            raise Unsaid("with other sums than 5 and 10")
        return [_of_marks(ban.mark, negative=list(ban.numbers)) for ban in rule.bans]
    if rule.name == "xv" and rule.number not in rule.usual:
        raise Unsaid("with the sum {number}", number=rule.number)
    return [_of_marks(rule.name, clues=[{"value": rule.number, "edge": edge_of(rule)}])]


def _of_marks(name: str, **more: object) -> JsonObject:
    number, override = {
        "white": (200, {"overrideNegativeRatios": True}),
        "black": (201, {"overrideNegativeDifferences": True}),
        "xv": (202, {}),
    }[name]
    return {"type": number, "clues": [], "negative": [], **override, **more}


# What is special about a single clue


def _write_diagonals(rule: Diagonals) -> list[JsonObject]:
    which = {"falling": [10], "rising": [11], "both": [11, 10]}
    return [{"type": number} for number in which[rule.which]]


def _read_cages(element: SudokuMakerElement) -> Iterator[Form]:
    for cage in element.place["cages"].objects():
        total = {"sum": cage["value"].whole()} if cage["value"].value else {}
        yield "killer", {"cells": element.cells(cage["cells"]), **total}


def _write_cage(rule: KillerCage) -> list[JsonObject]:
    refuse_no_sum(rule.sum)
    return [{"cages": [{"cells": list(rule.cells), "value": rule.sum or 0}]}]


def _read_clones(element: SudokuMakerElement) -> Iterator[Form]:
    """Each group lists the cells that hold the same digit, one of each clone."""
    found = map(element.cells, element.place["groups"].items_if_any())
    groups = [group for group in found if len(group) > 1]
    shapes = list(zip(*groups, strict=False))
    is_whole = len({len(group) for group in groups}) == 1
    if is_whole and all(len(set(shape)) == len(shape) for shape in shapes):
        yield "clone", {"groups": list(map(list, shapes))}
    else:
        for group in groups:
            yield "clone", {"groups": [[cell] for cell in group]}


def _write_clone(rule: Clone) -> list[JsonObject]:
    return [{"groups": list(map(list, zip(*groups_of_clone(rule), strict=True)))}]


def _read_quadruples(element: SudokuMakerElement) -> Iterator[Form]:
    for clue in element.place["clues"].objects():
        cells, digits = element.corner(clue), clue["digits"].items_if_any()
        if digits:
            yield "quadruple", {"values": [each.whole() for each in digits], "cells": cells}


def _write_quadruple(rule: Quadruple) -> list[JsonObject]:
    return [{"clues": [{"corner": corner_of(rule), "digits": list(rule.values)}]}]


def _read_look_and_say(element: SudokuMakerElement) -> Iterator[Form]:
    """``1522`` means one 5 and two 2s."""
    values = element.board.values
    for cage in element.place["cages"].objects():
        clue = str(cage["value"].value or "")
        if len(clue) > 2 * len(values) or not clue.isdecimal() or len(clue) % 2 or values[-1] > 9:
            element.named.append(worded("look-and-say cage {quoted}", quoted=quoted(clue)))
            continue
        cells = element.cells(cage["cells"])
        for count, value in zip(clue[::2], clue[1::2], strict=True):
            yield "line", {"pattern": exactly(value, int(count)), "cells": cells}


def _write_region(rule: AllDifferent | Windows) -> list[JsonObject]:
    return [{"cells": list(cells)} for cells in regions_of(rule)]


def _thermo(element: SudokuMakerElement) -> Form:
    return "slow-thermo" if element.place["slow"].value is True else "thermo", {}


def _slow(rule: Constraint) -> JsonObject:
    return {"slow": rule.name == "slow-thermo"}


def _whispers(element: SudokuMakerElement) -> Form:
    least = element.place["minDifference"].value
    return "whispers", {"difference": least} if isinstance(least, int) else {}


def _region_sum(element: SudokuMakerElement) -> Form | None:
    is_single = element.place["singleRegionTotals"].value is True
    if not is_single or not element.place["lines"].value:
        return "region-sum", {}
    element.named.append(worded("region sum lines with one total for each region"))
    return None


def _lockout(element: SudokuMakerElement) -> Form:
    return "lockout", {"difference": max(1, element.board.size // 2)}


def _refuse_unusual(lockout: Lockout) -> JsonObject:
    if lockout.least != lockout.board.size // 2:
        raise Unsaid("with the difference {difference}", difference=lockout.least)
    return {}


def _read_arrows(element: SudokuMakerElement) -> Iterator[Form]:
    for each in element.place["bulbsWithArrows"].objects():
        bulb = element.cells(each["bulbCells"])[::-1]  # SudokuMaker has the units first
        for arrow in each["arrows"].items():
            line = element.cells(arrow)
            begins_inside = bool(line) and line[0] in bulb
            yield "arrow", {"circle": bulb, "line": line[begins_inside:]}


def _write_arrow(rule: Arrow) -> list[JsonObject]:
    return [{"bulbsWithArrows": [{"bulbCells": [*rule.circle[::-1]], "arrows": [way_of(rule)]}]}]


def _read_little_killers(element: SudokuMakerElement) -> Iterator[Form]:
    for clue in element.place["clues"].objects():
        r, c = element.outside(clue)
        across = -1 if clue["diagonal"].value == 1 else 1  # of the step down
        for step in (-1, -across), (1, across):
            if clue["value"].value and (r + step[0], c + step[1]) in element.board.cell_at:
                total = clue["value"].whole()
                yield "little-killer", {"clue": total, "cells": element.seen(clue, step)}


def _write_little_killer(rule: LittleKiller) -> list[JsonObject]:
    refuse_no_sum(rule.clue)
    place, (down, across) = outer_cell_of(rule, DIAGONAL)
    diagonal = -1 if down == across else 1
    return [{"clues": [{"value": rule.clue, "outerCell": place, "diagonal": diagonal}]}]


CLUES: Dialect[int, SudokuMakerElement, Form, JsonObject] = Dialect(
    Clue(10, "diagonals", lambda _: [("diagonals", {"which": "falling"})], _write_diagonals),
    Clue(11, "", lambda _: [("diagonals", {"which": "rising"})]),
    _whole(12, "anti-king"),
    _whole(13, "anti-knight"),
    _whole(14, "disjoint-groups"),
    _whole(15, "non-consecutive"),
    Clue(16, "", read_squares),
    _cells(100, "even"),
    _cells(101, "odd"),
    _cells(102, "maximum", "at"),
    _cells(103, "minimum", "at"),
    _marks(200, "white", "difference", (1,)),
    _marks(201, "black", "ratio", (2,)),
    _marks(202, "xv negative", "sum", (10, 5)),
    _lines(300, "thermo slow-thermo", _thermo, _slow, "thermometers"),
    Clue(301, "killer", _read_cages, _write_cage),
    Clue(302, "clone", _read_clones, _write_clone),
    Clue(303, "quadruple", _read_quadruples, _write_quadruple),
    Clue(304, "", _read_look_and_say),
    replace(_cells(305, "region"), rules="region windows", write=_write_region),
    _cells(306, "counting-circles"),
    _lines(400, "renban"),
    _lines(401, "whispers", _whispers, lambda rule: {"minDifference": rule.least}),
    _lines(402, "palindrome"),
    _lines(403, "between"),
    _lines(404, "region-sum", _region_sum, lambda rule: {"singleRegionTotals": False}),
    _lines(405, "sequence"),
    Clue(406, "entropic modular", read_turns, data_of_turns),
    _lines(407, "lockout", _lockout, _refuse_unusual),
    Clue(408, "arrow", _read_arrows, _write_arrow),
    _lines(409, "double-arrow"),
    Clue(500, "little-killer", _read_little_killers, _write_little_killer),
    _outside(501, "sandwich"),
    _outside(502, "x-sum"),
    _outside(503, "skyscraper"),
    _outside(504, "numbered-room"),
    _cells(600, "row-indexer", "indexers"),
    _cells(601, "column-indexer", "indexers"),
)

SQUARES, RULES_OF_SQUARES = 16, 10  # its type, and how many rules per cell it may have
GIVENS, REGIONS, ROWS_AND_COLUMNS = 0, 1, 2003  # they are read with the board
FOG_LIGHTS, FOG_TRIGGERS = 4000, 4001  # what a person sees while solving
LINES, CAGES, SYMBOLS = 2000, 2001, 2002  # drawings
_WITHOUT_RULE = (GIVENS, REGIONS, ROWS_AND_COLUMNS, FOG_LIGHTS, FOG_TRIGGERS, LINES, CAGES, SYMBOLS)
CUSTOM = 1000


def forms_of(element: SudokuMakerElement) -> Iterable[Form]:
    """The rules of a constraint. The parts that they do not express are named in it."""
    kind = element.place["type"].value
    if isinstance(kind, int) and kind in CLUES.clues:
        return CLUES.clues[kind].read(element)
    if not isinstance(kind, int) or kind not in _WITHOUT_RULE:
        element.named.append(_name_of(element.place.object(), kind))
    return ()


def _name_of(data: JsonObject, kind: object) -> str:
    """The name of a constraint that is not in the table."""
    if kind != CUSTOM:
        return worded("rule of type {quoted}", quoted=quoted(kind))
    name = name_of_custom(data) or "without a name"
    return worded("custom rule {quoted} (JavaScript)", quoted=quoted(name))


def name_of_custom(data: JsonObject) -> str:
    """The name of a custom rule, or nothing."""
    definition = data.get("definition")
    given = definition.get("name") if isinstance(definition, dict) else None
    return str(data.get("name") or given or "")


def constraints_of(rule: Constraint, puzzle: Puzzle) -> list[JsonObject]:
    """The constraints of a rule; raises Unsaid."""
    refuse_layers(rule)
    refuse_ignored_dots(rule, puzzle)
    number, written = CLUES.written(rule)
    style = {"style": STYLES[number]} if number in STYLES else {}
    return [{"type": number, **data, **style} for data in written]
