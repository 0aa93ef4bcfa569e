"""The rules of the components that programs of custom rules add, by the names of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.custom.running import Component, components_of
from cpsudoku.formats.links.custom.tokens import NotKnown
from cpsudoku.formats.links.custom.validating import Validators
from cpsudoku.formats.links.custom.values import Value
from cpsudoku.formats.links.digit_groups import different_groups
from cpsudoku.formats.links.drawn.offers import one_of_sums
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.runtime.errors import InputError

_ADDS = "addConstraintComponent"
_MOST = 3_000  # components of a rule
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
Said = tuple[str, Any]  # a relation and a pair of cells, or a line of rules and nothing


def custom_rules(place: JsonPlace, board: Board, most: int) -> list[Constraint] | None:
    """The rules of a custom rule, at most so many, or None if its program is not known whole.

    A program may add nothing, such as one about groups of cells of which there are none.
    """
    code = _field(place.value, "definition", "backend", "code")
    if not isinstance(code, str) or _ADDS not in code:
        return None
    try:
        own = Validators(_programs(_field(place.value, "definition", "components")), board)
        added = components_of(code, _names(place, board))
        if len(added) > _MOST:
            return None
        lines = _lines([each for component in added for each in _said(component, own)], board)
        found = list(dict.fromkeys(rule for line in lines for rule in rules_of(line, board)))
        return found if len(found) <= most else None
    except (NotKnown, InputError):
        return None


def _lines(said: Sequence[Said], board: Board) -> list[str]:
    """The lines of rules; pairs with the same relation are one line."""
    pairs: dict[str, dict[tuple[int, ...], None]] = {}
    for relation, pair in said:
        pairs.setdefault(relation, {}).update({} if pair is None else {pair: None})
    return [
        f"pair {each}: " + "; ".join(_named(pair, board) for pair in cells) if cells else each
        for each, cells in pairs.items()
    ]


def _programs(components: object) -> dict[str, str]:
    """The programs of the components that are in a link, by the names of their classes."""
    found = dict[str, str]()
    for each in components if isinstance(components, list) else []:
        name, code = _field(each, "name"), _field(each, "code")
        if not isinstance(name, str) or not isinstance(code, str):
            raise NotKnown("a component of its own")
        found[name] = code
    return found


def _said(component: Component, own: Validators) -> Iterator[Said]:
    """What a component says; its first value is its name."""
    if component.kind in own.programs:
        yield from ((line, None) for line in own.lines(component))
        return
    board, kind = own.board, _KINDS.get(component.kind)
    if kind is None or len(component.values) < 2:
        raise NotKnown(component.kind)
    yield from kind(board, *component.values[1:])


def _different(board: Board, cells: Value) -> Iterator[Said]:
    """Different digits."""
    found = _cells(cells, board)
    if len(found) == 2:
        yield "a!=b", _pair(found)
    elif len(found) > 2:
        yield f"region: {_named(found, board)}", None


def _house(board: Board, cells: Value) -> Iterator[Said]:
    """All digits, once each."""
    if len(_cells(cells, board)) != len(board.values):
        raise NotKnown("a house of another size")
    yield from _different(board, cells)


def _groups(board: Board, groups: Value, cells: Value) -> Iterator[Said]:
    """Digits of different groups. A group may have digits that the board lacks."""
    members = [_digits(each) for each in _list(groups)]
    own = [[digit for digit in each if digit in board.values] for each in members]
    relation = different_groups(own, board.values)
    if relation is None:
        raise NotKnown("groups that do not have each digit once")
    for pair in combinations(_cells(cells, board), 2):
        yield relation, _pair(pair)


def _no_sum(board: Board, sums: Value, *cells: Value) -> Iterator[Said]:
    """Two digits with none of these sums."""
    found = " and ".join(f"a+b!={each}" for each in _digits(sums))
    yield found, _pair(_two(cells, board))


def _no_difference(board: Board, differences: Value, *cells: Value) -> Iterator[Said]:
    found = " and ".join(f"abs(a-b)!={each}" for each in _digits(differences))
    yield found, _pair(_two(cells, board))


def _largest_difference(board: Board, most: Value, *cells: Value) -> Iterator[Said]:
    yield f"abs(a-b)<={_whole(most)}", _pair(_two(cells, board))


def _least_difference(board: Board, least: Value, *cells: Value) -> Iterator[Said]:
    yield f"abs(a-b)>={_whole(least)}", _pair(_two(cells, board))


def _sum(board: Board, sums: Value, cells: Value) -> Iterator[Said]:
    """One of these sums."""
    names = _named(_cells(cells, board), board)
    found = _digits(sums) if isinstance(sums, list) else [_whole(sums)]
    yield one_of_sums(found, names), None


def _combinations(board: Board, groups: Value) -> Iterator[Said]:
    """Groups of cells with different sets of digits; each group is inside a house."""
    found = [_cells(each, board) for each in _list(groups)]
    houses = [set(house.cells) for house in board.houses]
    if len({len(each) for each in found}) != 1 or not all(
        any(house.issuperset(each) for house in houses) for each in found
    ):
        raise NotKnown("groups that may repeat digits")
    for one, other in combinations(found, 2):
        ways = (
            " & ".join(f"(pair a!=b: {_named((cell, each), board)})" for each in other)
            for cell in one
        )
        yield "any-of: " + " | ".join(f"(all-of: {way})" for way in ways), None


_KINDS: dict[str, Callable[..., Iterator[Said]]] = {
    "DifferentDigitsComponent": _different,
    "HouseComponent": _house,
    "DifferentGroupsComponent": _groups,
    "NegativeSumComponent": _no_sum,
    "NegativeDifferenceComponent": _no_difference,
    "MaximumDifferenceComponent": _largest_difference,
    "MinimumDifferenceComponent": _least_difference,
    "SumComponent": _sum,
    "DifferentCombinationsComponent": _combinations,
}


def _names(place: JsonPlace, board: Board) -> dict[str, Value]:
    """The objects that a program finds. Cells are numbered in reading order."""
    width, height = board.width, -(-len(board) // board.width)
    if width * height != len(board):
        raise NotKnown("a board with holes")

    def near(r: float, c: float, steps: Sequence[tuple[int, int]]) -> list[int]:
        places = [(_whole(r) + down, _whole(c) + right) for down, right in steps]
        return [r * width + c for r, c in places if 0 <= r < height and 0 <= c < width]

    def beside(cell: Value) -> list[int]:
        return near(*divmod(_whole(cell), width), _BESIDE)

    def diagonal(cell: Value) -> list[int]:
        return near(*divmod(_whole(cell), width), _DIAGONAL)

    ids = {
        "getCoordsFromId": lambda cell: {"x": _whole(cell) % width, "y": _whole(cell) // width},
        "getIdFromCoords": lambda x, y: _whole(y) * width + _whole(x),
    }
    around = {"getOrthogonallyAdjacentCells": beside, "getDiagonallyAdjacentCells": diagonal}
    return {
        "puzzle": {
            "spec": {"size": {"width": width, "height": height}, "digitCount": len(board.values)},
            "getAllCellIds": lambda: list(range(len(board))),
            "getCellsOrthogonallyAdjacentToCoords": lambda x, y: near(y, x, _BESIDE),
        },
        "helpers": {"cellIds": ids, "geometry": around},
        "input": {"groups": _field(place.value, "input", "groups") or []},
    }


def _field(data: object, *names: str) -> object:
    """A value in objects that may be missing."""
    for name in names:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _cells(value: Value, board: Board) -> list[int]:
    found = list(map(_whole, _list(value)))
    if len(set(found)) != len(found) or not all(0 <= each < len(board) for each in found):
        raise NotKnown("cells that are not on the board")
    return found


def _two(values: Sequence[Value], board: Board) -> list[int]:
    """The two cells of a component, which has them as a list or one after the other."""
    found = _cells(values[0] if isinstance(values[0], list) else list(values), board)
    if len(found) != 2:
        raise NotKnown("a pair of another size")
    return found


def _pair(cells: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cells))


def _named(cells: Sequence[int], board: Board) -> str:
    return " ".join(map(board.cell_name, cells))


def _list(value: Value) -> list[Value]:
    if not isinstance(value, list) or not value:
        raise NotKnown("something that is not a list")
    return value


def _digits(value: Value) -> list[int]:
    return list(map(_whole, _list(value)))


def _whole(value: Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or int(value) != value:
        raise NotKnown("something that is not a whole number")
    return int(value)
