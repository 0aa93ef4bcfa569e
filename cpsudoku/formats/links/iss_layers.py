"""Types of Interactive-Sudoku-Solver with variables: areas, regions to be found, doppelgangers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.layers import REGION
from cpsudoku.formats.links.iss_kinds import Clue, alone, whole_board
from cpsudoku.formats.links.iss_tokens import Arguments, cell_id, group_of, layer_of
from cpsudoku.formats.links.outside import cells_ahead, cells_touching
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError

if TYPE_CHECKING:
    from cpsudoku.core.constraints.layers.chaos import ChaosConstruction
    from cpsudoku.core.constraints.layers.connected import Connected
    from cpsudoku.core.constraints.layers.region_clue import RegionCount

_BREAK = "-"  # between the arms of an arrow
_WAYS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def _read_connected(arguments: Arguments) -> Iterator[str]:
    group, values, size = (*arguments.texts, "", "")[:3]
    board = arguments.board
    cells = "everything"
    if group:
        cells = layer_of(group)
        if cells not in board.numbers_of:
            raise InputError("there are no variables {group}", group=group)
    numbers = [each for each in values.split("_") if each.isdecimal()]
    digits = ",".join(each for each in numbers if int(each) in board.values)
    if not digits:
        raise InputError("{values} are not digits of the board", values=values)
    yield f"connected {digits} {size}: {cells}"


def _write_connected(rule: Connected) -> list[str]:
    cells, board = sorted(rule.cells), rule.board
    groups = {layer: list(numbers) for layer, numbers in board.numbers_of.items()}
    layer = next((layer for layer, numbers in groups.items() if numbers == cells), None)
    if layer is None and cells != list(range(len(board))):
        raise Unsaid("with some cells only")
    group = "" if layer is None else group_of(layer)
    values = "_".join(map(str, rule.values))
    return [f"{group}~{values}" if rule.size is None else f"{group}~{values}~{rule.size}"]


def _read_chaos(arguments: Arguments) -> Iterator[str]:
    board = arguments.board
    side = max(board.height, board.width)
    yield f"chaos-construction {side}" if side < board.size else "chaos-construction"


def _read_arrow(arguments: Arguments) -> Iterator[str]:
    control, without = _control(arguments)
    board = arguments.board
    arms = [
        [_grid_cell(each, arguments) for each in arm]
        for cells in arguments.lines(2)
        for is_cell, arm in groupby(cells, lambda text: text != _BREAK)
        if is_cell
    ]
    yield _line("region-arrow", board, control, without, arms or _rays(board, control))


def _read_count(arguments: Arguments) -> Iterator[str]:
    control, without = _control(arguments)
    board = arguments.board
    cells = [_grid_cell(each, arguments) for arm in arguments.lines(2) for each in arm]
    around = [control, *cells_touching(board, board.row_column(control))]
    yield _line("region-count", board, control, without, [cells or around])


def _control(arguments: Arguments) -> tuple[int, int]:
    """The cell with the digit, and what is subtracted from the count."""
    without = arguments.text(1) if len(arguments.texts) > 1 else ""
    return arguments.cell(arguments.text(0)), int(without == "1")


def _grid_cell(text: str, arguments: Arguments) -> int:
    """A cell, which may be named by its region."""
    cell, board = arguments.cell(text), arguments.board
    return cell if cell < len(board) else board.variables[cell - len(board)][1][0]


def _rays(board: Board, cell: int) -> list[tuple[int, ...]]:
    """The cells from a cell on in each direction."""
    ahead = [cells_ahead(board, board.row_column(cell), step) for step in _WAYS]
    return [(cell, *cells) for cells in ahead if cells]


def _line(
    rule: str, board: Board, control: int, without: int, lists: Sequence[Sequence[int]]
) -> str:
    parts = (" ".join(map(board.cell_name, each)) for each in ([control], *lists))
    return f"{rule} {without or ''}: {' = '.join(parts)}"


def _write_clue(rule: RegionCount) -> list[str]:
    """ISS names the counted cells by their regions."""
    board = rule.board
    regions = board.numbers_of[REGION.name]
    lists = ("~".join(cell_id(board, regions[cell]) for cell in each) for each in rule.lists[1:])
    control = cell_id(board, rule.lists[0][0])
    return ["~".join([control, str(rule.without), f"~{_BREAK}~".join(lists)])]


def _write_chaos(rule: ChaosConstruction) -> list[str]:
    if rule.cells_each != max(rule.board.height, rule.board.width):
        raise Unsaid("with regions of another size")
    return alone(rule)


LAYERED = (
    Clue("ConnectedValues", "connected", _read_connected, _write_connected),
    Clue("ChaosConstruction", "chaos-construction", _read_chaos, _write_chaos),
    Clue("ChaosArrow", "region-arrow", _read_arrow, _write_clue),
    Clue("ChaosCount", "region-count", _read_count, _write_clue),
    whole_board("Doppelganger", "doppelganger"),
    whole_board("YinYang", "yin-yang"),
)
