"""Clues of Interactive-Sudoku-Solver about the sums and kinds of digits in a list of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cpsudoku.core.constraints.lines.sum_line import SumLine, is_small
from cpsudoku.core.constraints.lowered import State
from cpsudoku.formats.links.iss_kinds import Clue
from cpsudoku.formats.links.iss_machines import layered_line, small_layers
from cpsudoku.formats.links.iss_tokens import Arguments, ids, name_of, names_of
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError

if TYPE_CHECKING:
    from cpsudoku.core.constraints.cells.count_distinct import CountDistinct

_LOOP = "LOOP"  # the last argument of a line that ends where it begins


def _stepwise(
    arguments: Arguments,
    cells: Sequence[str],
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool] = lambda _: True,
) -> str:
    """The rule that the values of the cells lead step by step from the start to an end."""
    board = arguments.board
    layers = small_layers(
        len(cells), board, start, lambda _, state, value: step(state, value), accepts
    )
    return layered_line(layers, board, names_of(cells))


def _read_sum_line(arguments: Arguments) -> Iterator[str]:
    """A line that splits into parts with the same sum. ``LOOP`` at its end makes it a loop."""
    is_loop = arguments.text(-1) == _LOOP
    cells = arguments.texts[1 : -1 if is_loop else None]
    if not cells:
        raise InputError("it has too few arguments")
    total, board = arguments.number(0), arguments.board
    if total < 1 or not is_small(total, is_loop, board, len(cells)):
        raise Unsaid("a sum below 1, or a line that is too long for it")
    form = "loop" if is_loop else ""
    yield f"sum-line {total} {form}: {names_of(cells)}"


def _write_sum_line(rule: SumLine) -> list[str]:
    loop = f"~{_LOOP}" if rule.form == "loop" else ""
    return [f"{rule.total}~{ids(rule)}{loop}"]


def _read_count(arguments: Arguments) -> Iterator[str]:
    """The cell that counts, and those that it counts."""
    yield f"count-distinct: {name_of(arguments.text(0))} = {arguments.cells(1)}"


def _write_count(rule: CountDistinct) -> list[str]:
    return [ids(rule, [*rule.counter, *rule.counted])]


def _read_rellik(arguments: Arguments) -> Iterator[str]:
    """Different digits, none of which have this sum together. A state has the sums below it."""
    total, cells = arguments.number(0), arguments.texts[1:]
    most = sum(arguments.board.values)
    if total < 1:
        raise Unsaid("a sum below 1")

    def step(sums: int, value: int) -> int | None:
        found = sums | sums << value
        return None if found >> total & 1 else found & (1 << total) - 1

    if total <= most and len(cells) <= arguments.board.size:
        yield _stepwise(arguments, cells, 1, step)
    if len(cells) > 1:
        yield f"region: {names_of(cells)}"


def _read_lunchbox(arguments: Arguments) -> Iterator[str]:
    total, names = arguments.number(0), arguments.cells(1).split()
    if len(names) < 2:
        raise Unsaid("a lunchbox of one cell")
    yield f"lunchbox {total}: {' '.join(names)}"


def _read_equality(arguments: Arguments) -> Iterator[str]:
    """As many even digits as odd ones, and as many low ones as high ones; all different."""
    names, board = arguments.cells(), arguments.board
    count = len(arguments.texts)
    if count % 2:
        raise InputError("{count} cells cannot be half even and half odd", count=count)
    symbols, half = board.symbols[1:], board.size // 2
    low, high = symbols[:half], symbols[-half:]
    even, odd = (symbols[(board.lowest + rest) % 2 :: 2] for rest in (0, 1))
    for one, other in ((even, odd), (low, high)):
        yield f"line ([{other}]*[{one}]){{{count // 2}}}[{other}]*: {names}"
    yield f"region: {names}"


COUNTED = (
    Clue("SumLine", "sum-line", _read_sum_line, _write_sum_line),
    Clue("CountDistinct", "count-distinct", _read_count, _write_count),
    Clue("RellikCage", "", _read_rellik),
    Clue("Lunchbox", "lunchbox", _read_lunchbox, lambda rule: [f"{rule.sum}~{ids(rule)}"]),
    Clue("EqualityCage", "", _read_equality),
)
