"""The state machines of Interactive-Sudoku-Solver: bits in base64.

The bits, most significant first: the format in 2; the bits of a state less 1 in 4; the number of
digits less 1 in 4; the number of starts and of other ends, each in the bits of a state; for each
start a bit, the first one last, whether it is an end. States are numbered: starts, then other ends,
then the rest. In the format LISTED, 4 bits for the width of a count follow; each state has the
count of its steps, and each step a digit and a state. In the format MASKED, each state has a bit
for each digit, the first one last, and a state for each digit with a bit.
"""

from __future__ import annotations

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.machines import StateMachine, digits_of, machine_of
from cpsudoku.formats.links.iss_tokens import Arguments, ids, names_of
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

LISTED, MASKED = 0, 1
_Step = tuple[int, int, int]  # a state, the number of the digit, the next state


class _Bits:
    """Numbers of so many bits, one after the other."""

    def __init__(self, code: str) -> None:
        try:
            content = b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True)
        except ValueError:
            raise InputError(f"{quoted(code)} is not a state machine in base64") from None
        self._number, self.left = int.from_bytes(content), 8 * len(content)

    def take(self, width: int) -> int:
        """The next number."""
        if width > self.left:
            raise InputError("the state machine is cut short")
        self.left -= width
        return self._number >> self.left & (1 << width) - 1


def read_machine(arguments: Arguments) -> Iterator[str]:
    """A machine, and lines of cells."""
    if "-" in arguments.texts:
        raise Unsaid("a line in several segments")
    if not arguments.text(0):
        raise Unsaid("a machine that accepts nothing")
    text = _read(arguments.text(0), arguments.board).text
    return (f"machine {text}: {names_of(cells)}" for cells in arguments.lines(1))


def _read(code: str, board: Board) -> StateMachine:
    bits = _Bits(code)
    form, width, count = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form not in (LISTED, MASKED):
        raise Unsaid(f"a machine in the format {form}")
    starts, ends = bits.take(width), bits.take(width)
    is_end = bits.take(starts)
    steps = _listed(bits, width, count) if form == LISTED else _masked(bits, width, count)
    machine = StateMachine(
        [(_name(one), digits, _name(other)) for one, digits, other in _joined(steps, board)],
        [_name(state) for state in range(starts)],
        [_name(state) for state in range(starts + ends) if state >= starts or is_end >> state & 1],
    )
    return machine.without_useless()


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


def _joined(steps: Iterator[_Step], board: Board) -> Iterator[tuple[int, str, int]]:
    """Steps with all digits that lead from a state to another one. Others are not on the board."""
    together: dict[tuple[int, int], set[int]] = {}
    for one, digit, other in steps:
        if digit < board.size:
            together.setdefault((one, other), set()).add(digit)
    for (one, other), digits in together.items():
        symbols = "".join(board.symbols[1 + digit] for digit in sorted(digits))
        yield one, "." if len(digits) == board.size else symbols, other


def write_machine(rule: Any) -> list[str]:
    """A rule ``machine``."""
    board, machine = rule.board, machine_of(rule.machine)
    if board.size > 16:
        raise Unsaid("with more than 16 digits")
    steps = [
        (one, value - board.lowest, other)
        for one, digits, other in machine.steps
        for value in sorted(digits_of(digits, board.symbols[1:], board.lowest))
    ]
    return [f"{_written(machine, steps, board.size)}~{ids(rule)}"]


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
    content = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))
    return urlsafe_b64encode(content).decode().rstrip("=")
