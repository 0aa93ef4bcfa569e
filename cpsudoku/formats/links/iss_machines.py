"""The state machines of Interactive-Sudoku-Solver: bits in base64.

The bits, most significant first: the format in 2; the bits of a state less 1 in 4; the number of
digits less 1 in 4; the number of starts and of other ends, each in the bits of a state; for each
start a bit, the first one last, whether it is an end. States are numbered: starts, then other ends,
then the rest. In the format LISTED, 4 bits for the width of a count follow; each state has the
count of its steps, and each step a digit and a state. In the format MASKED, each state has a bit
for each digit, the first one last, and a state for each digit with a bit.
"""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lowered import Layers, State, TooLarge, path_layers
from cpsudoku.core.constraints.machines import (
    LONGEST,
    MOST_STATES,
    StateMachine,
    listed_digits,
    machine_of,
)
from cpsudoku.formats.links.iss_kinds import impossible
from cpsudoku.formats.links.iss_tokens import Arguments, ids, in_base64, names_of
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

if TYPE_CHECKING:
    from cpsudoku.core.constraints.general.accepted import AcceptedLine
    from cpsudoku.core.constraints.general.machine import Machine


LISTED, MASKED = 0, 1
_BREAK = "-"  # between the segments of a line
_Step = tuple[int, int, int]  # a state, the number of the digit, the next state


class _Bits:
    """Numbers of so many bits, one after the other."""

    def __init__(self, code: str) -> None:
        try:
            content = b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True)
        except ValueError:
            raise InputError("{code} is not a state machine in base64", code=quoted(code)) from None
        self._bits, self._at = "".join(f"{byte:08b}" for byte in content), 0

    @property
    def left(self) -> int:
        """How many bits are left."""
        return len(self._bits) - self._at

    def take(self, width: int) -> int:
        """The next number."""
        if width > self.left:
            raise InputError("the state machine is cut short")
        self._at += width
        return int(self._bits[self._at - width : self._at] or "0", 2)


def read_machine(arguments: Arguments) -> Iterator[str]:
    """A machine, and lines of cells, which ``-`` may divide into segments."""
    if not arguments.text(0):
        raise Unsaid("a machine that accepts nothing")
    board = arguments.board
    steps, starts, ends = _read(arguments.text(0))
    lines = list(arguments.lines(1))
    text = ""
    if any(_BREAK not in cells for cells in lines):
        usual = [step for step in steps if step[1] < board.size]
        machine = _machine(usual, starts, ends, board).without_useless()
        _refuse_many(len(machine.states))
        text = machine.text
    if any(_BREAK in cells for cells in lines):
        _refuse_many(len({state for one, _, other in steps for state in (one, other)}))
    for cells in lines:
        if _BREAK in cells:
            layers = _segments(steps, starts, ends, board, cells)
            yield layered_line(layers, board, names_of(cell for cell in cells if cell != _BREAK))
        else:
            yield f"machine {text}: {names_of(cells)}"


def _refuse_many(states: int) -> None:
    """Raise InputError if a machine has too many states."""
    if states > MOST_STATES:
        raise InputError(
            "the machine has {states} states; at most {most} are allowed",
            states=f"{states:,}",
            most=f"{MOST_STATES:,}",
        )


def _read(code: str) -> tuple[list[_Step], list[int], list[int]]:
    """The steps of a machine, its starts and its ends."""
    bits = _Bits(code)
    form, width, count = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form not in (LISTED, MASKED):
        raise Unsaid("a machine in the format {form}", form=form)
    starts, ends = bits.take(width), bits.take(width)
    is_end = bits.take(starts)
    steps = _listed(bits, width, count) if form == LISTED else _masked(bits, width, count)
    last = [state for state in range(starts + ends) if state >= starts or is_end >> state & 1]
    return list(steps), list(range(starts)), last


def _machine(
    steps: Iterable[_Step], starts: Iterable[int], ends: Iterable[int] | None, board: Board
) -> StateMachine:
    return StateMachine(
        [(_name(one), digits, _name(other)) for one, digits, other in _joined(steps, board)],
        [*map(_name, starts)],
        None if ends is None else [*map(_name, ends)],
    )


def _segments(
    steps: Sequence[_Step],
    starts: Sequence[int],
    ends: Sequence[int],
    board: Board,
    cells: Sequence[str],
) -> Layers | None:
    """The machine for a line in segments. Between them it reads the symbol after the digits."""
    following: dict[tuple[int, int], set[int]] = {}
    for one, digit, other in steps:
        following.setdefault((one, digit), set()).add(other)
    count = len(cells) - cells.count(_BREAK)
    breaks = Counter(
        at - number
        for number, at in enumerate((at for at, cell in enumerate(cells) if cell == _BREAK))
    )

    def after(states: frozenset[int], digit: int) -> frozenset[int]:
        return frozenset(end for each in states for end in following.get((each, digit), ()))

    def broken(place: int, states: frozenset[int]) -> frozenset[int]:
        for _ in range(breaks[place]):
            states = after(states, board.size)
        return states

    def step(place: int, states: frozenset[int], value: int) -> frozenset[int] | None:
        return after(broken(place, states), value - board.lowest) or None

    def accepts(states: frozenset[int]) -> bool:
        return not broken(count, states).isdisjoint(ends)

    return small_layers(count, board, frozenset(starts), step, accepts)


def small_layers(
    length: int,
    board: Board,
    start: State,
    step: Callable[[int, State, int], State | None],
    accepts: Callable[[State], bool],
) -> Layers | None:
    """The layers of ``path_layers``; raises Unsaid if they have too many states."""
    try:
        return path_layers(length, board.values, start, step, accepts)
    except TooLarge:
        raise Unsaid("a clue with many states") from None


def layered_line(layers: Layers | None, board: Board, names: str) -> str:
    """The line of a machine with the states of all layers, for cells with these names.

    Raises Unsaid if it is too long, and InputError without cells.
    """
    if not names:
        raise InputError("it has too few arguments")
    if layers is None:
        return impossible(names, len(names.split()))
    text = _machine(_steps(layers, board), [0], None, board).text
    if sum(map(len, layers)) >= MOST_STATES or len(text) > LONGEST:
        raise Unsaid("a clue with many states")
    return f"machine {text}: {names}"


def _steps(layers: Layers, board: Board) -> list[_Step]:
    """The steps of the states of all layers, which are numbered one after the other."""
    first = list(accumulate(map(len, layers), initial=0))  # the number of a layer's first state
    return [
        (first[place] + state, value - board.lowest, first[place + 1] + after)
        for place, layer in enumerate(layers)
        for state, moves in enumerate(layer)
        for value, after in moves.items()
    ]


def _name(state: int) -> str:
    return f"s{state}"


def _listed(bits: _Bits, width: int, count: int) -> Iterator[_Step]:
    counts, digits = bits.take(4), (count - 1).bit_length()
    state = 0
    while counts and bits.left >= counts:
        for _ in range(bits.take(counts)):
            yield state, bits.take(digits), bits.take(width)
        state += 1


def _masked(bits: _Bits, width: int, count: int) -> Iterator[_Step]:
    state = 0
    while bits.left >= count:
        mask = bits.take(count)
        yield from ((state, digit, bits.take(width)) for digit in range(count) if mask >> digit & 1)
        state += 1


def _joined(steps: Iterable[_Step], board: Board) -> Iterator[tuple[int, str, int]]:
    """Steps with all digits that lead from a state to another one."""
    together: dict[tuple[int, int], set[int]] = {}
    for one, digit, other in steps:
        together.setdefault((one, other), set()).add(digit)
    for (one, other), digits in together.items():
        symbols = "".join(board.symbols[1 + digit] for digit in sorted(digits))
        yield one, "." if len(digits) == board.size else symbols, other


def write_machine(rule: Machine) -> list[str]:
    """A rule ``machine``."""
    board, machine = rule.board, machine_of(rule.machine)
    if board.size > 16:
        raise Unsaid("with more than 16 digits")
    steps = [
        (one, value - board.lowest, other)
        for one, digits, other in machine.steps
        for value in sorted(listed_digits(digits, board.symbols[1:], board.lowest))
    ]
    return [f"{_written(machine, steps, board.size)}~{ids(rule)}"]


def write_accepted(rule: AcceptedLine) -> list[str]:
    """A rule with an automaton in layers; raises Unsaid if it is too large."""
    board, layers = rule.board, rule.layers()
    if layers is None:
        raise Unsaid("that nothing satisfies")
    if board.size > 16 or sum(map(len, layers)) >= MOST_STATES:
        raise Unsaid("with so many states")
    steps = _steps(layers, board)
    named = [(_name(one), digit, _name(other)) for one, digit, other in steps]
    return [f"{_written(_machine(steps, [0], None, board), named, board.size)}~{ids(rule)}"]


def _written(machine: StateMachine, steps: Sequence[tuple[str, int, str]], size: int) -> str:
    starts, ends = machine.starts, machine.last
    order = list(dict.fromkeys([*starts, *ends, *machine.states]))
    number = {state: at for at, state in enumerate(order)}
    leaving: list[list[tuple[int, int]]] = [[] for _ in order]
    for one, digit, other in steps:
        leaving[number[one]].append((digit, number[other]))
    width = max(1, (len(order) - 1).bit_length())
    counts, digits = max(map(len, leaving)).bit_length(), (size - 1).bit_length()
    is_end = sum(1 << at for at, state in enumerate(starts) if state in ends)
    numbers = [(LISTED, 2), (width - 1, 4), (size - 1, 4)]
    numbers += [(len(starts), width), (len(set(ends) - set(starts)), width), (is_end, len(starts))]
    numbers.append((counts, 4))
    for own in leaving:
        numbers.append((len(own), counts))
        for digit, target in own:
            numbers += [(digit, digits), (target, width)]
    bits = "".join(f"{value:0{width}b}" for value, width in numbers if width)
    bits += "0" * (-len(bits) % 8)
    return in_base64(int(bits, 2).to_bytes(len(bits) // 8))
