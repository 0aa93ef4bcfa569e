"""Regular expressions over the digits of a line, such as ``.*(12|21).*``.

A pattern becomes a deterministic automaton in layers, with one step for each cell and as few states
as possible. Its size is limited, so that a short text cannot make a large automaton.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from cpsudoku.core.board import Board
from cpsudoku.runtime.errors import InputError, quoted

LONGEST = 5000  # characters
MOST_NODES = 10_000  # nodes of a pattern after its repeats are expanded
MOST_SETS = 2000  # different sets of nodes, each of which is a state
MOST_STATES = 100_000  # states of all layers together, before they are merged
MOST_WORK = 1_000_000  # visited nodes; this takes a second
DEEPEST = 30  # nested parentheses
MOST_REPEATS = 99
ALLOWED = "allowed are digits, . [1-3] [^12] ( ) | * + ? {2} {1,3}"
_COUNT = re.compile(r"\{(\d{1,2})(?:(,)(\d{1,2})?)?\}")

Nodes = frozenset[int]
# For each cell, the states before it. A state maps a value to the number of the next state.
Layers = tuple[tuple[Mapping[int, int], ...], ...]


def layers_of(pattern: str, board: Board, length: int) -> Layers | None:
    """The automaton of a pattern for a line of ``length`` cells, or None if no filling matches.

    The first layer has one state. Every path through the layers ends in the same state. Raises
    InputError if the pattern is not well formed or is too large.
    """
    return _layers(pattern, board.symbols[1:], board.lowest, length)


def check(pattern: str, board: Board) -> None:
    """Raise InputError unless the text is a pattern for the digits of a board."""
    _network(pattern, board.symbols[1:], board.lowest)


@lru_cache(maxsize=256)
def _layers(pattern: str, symbols: str, lowest: int, length: int) -> Layers | None:
    machine = _Machine(_network(pattern, symbols, lowest), _Work(pattern))
    layers: list[set[int]] = [{0}]
    count = 0
    for _ in range(length):
        count += len(layers[-1])
        if count > MOST_STATES:
            raise machine.work.too_much()
        layers.append({target for state in layers[-1] for target in machine.step(state).values()})
    last = {state: 0 for state in layers.pop() if machine.is_end(state)}
    return _merged(machine, layers, last)


def _merged(machine: _Machine, layers: Sequence[set[int]], last: dict[int, int]) -> Layers | None:
    """The layers after equivalent states are merged, from the last layer backwards."""
    found: list[tuple[Mapping[int, int], ...]] = []
    number_of = last  # state -> its number in the next layer, without dead states
    for layer in reversed(layers):
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        mine = {}
        for state in sorted(layer):
            targets = machine.step(state).items()
            alive = tuple((v, number_of[t]) for v, t in targets if t in number_of)
            if alive:
                mine[state] = numbers.setdefault(alive, len(numbers))
        found.append(tuple(dict(alive) for alive in numbers))
        number_of = mine
    return tuple(reversed(found)) if number_of else None


@dataclass
class _Work:
    """A count of visited nodes, with a limit."""

    pattern: str
    visits: int = 0

    def add(self, visits: int) -> None:
        """Count more visits. Raises InputError if there are too many."""
        self.visits += visits
        if self.visits > MOST_WORK:
            raise self.too_much()

    def too_much(self) -> InputError:
        """The error for a pattern that is too complicated."""
        return InputError(f"the pattern {quoted(self.pattern)} is too complicated")


@dataclass
class _Network:
    """An automaton with free moves. A node has at most one other move, with a set of values."""

    free: list[list[int]]
    moves: list[tuple[frozenset[int], int] | None]
    start: int = 0
    end: int = 0

    def node(self) -> int:
        """Add a node, and return its number."""
        if len(self.free) >= MOST_NODES:
            raise InputError(f"the pattern has more than {MOST_NODES} parts when written out")
        self.free.append([])
        self.moves.append(None)
        return len(self.free) - 1

    def joined(self, *nodes: int) -> int:
        """Add a node that is reached from these nodes by free moves."""
        found = self.node()
        for each in nodes:
            self.free[each].append(found)
        return found

    def closure(self, node: int, work: _Work) -> Nodes:
        """The nodes with a move, and the end, that free moves reach from a node."""
        found, waiting = {node}, [node]
        while waiting:
            targets = [each for each in self.free[waiting.pop()] if each not in found]
            found.update(targets)
            waiting += targets
        work.add(len(found))
        return frozenset(each for each in found if self.moves[each] or each == self.end)


class _Machine:
    """The deterministic automaton of a network. States are numbered from 0, which is the start."""

    def __init__(self, network: _Network, work: _Work) -> None:
        self.network, self.work = network, work
        self._reached = cache(lambda node: network.closure(node, work))
        self._states = [self._reached(network.start)]
        self._numbers = {self._states[0]: 0}
        self._steps: dict[int, dict[int, int]] = {}

    def is_end(self, state: int) -> bool:
        """Whether the pattern can end in a state."""
        return self.network.end in self._states[state]

    def step(self, state: int) -> dict[int, int]:
        """The next state for each value, ascending."""
        if state not in self._steps:
            self._steps[state] = self._new_step(state)
        return self._steps[state]

    def _new_step(self, state: int) -> dict[int, int]:
        ends: dict[int, set[int]] = {}
        for node in self._states[state]:
            move = self.network.moves[node]
            if move is not None:
                end = self._passed(move[1])
                for value in move[0]:
                    ends.setdefault(value, set()).add(end)
        return {value: self._number(ends[value]) for value in sorted(ends)}

    def _passed(self, node: int) -> int:
        """Follow free moves to the first node that has a choice or a move, or is the end."""
        network = self.network
        for _ in range(len(network.free)):
            if network.moves[node] or node == network.end or len(network.free[node]) != 1:
                break
            node = network.free[node][0]
        self.work.add(1)
        return node

    def _number(self, ends: set[int]) -> int:
        """The number of the state of some nodes and all nodes that free moves reach from them."""
        nodes: Nodes = frozenset().union(*map(self._reached, ends))
        self.work.add(len(nodes))
        if nodes not in self._numbers:
            if len(self._states) >= MOST_SETS:
                raise self.work.too_much()
            self._numbers[nodes] = len(self._states)
            self._states.append(nodes)
        return self._numbers[nodes]


@lru_cache(maxsize=256)
def _network(pattern: str, symbols: str, lowest: int) -> _Network:
    if len(pattern) > LONGEST:
        raise InputError(f"a pattern of {len(pattern)} characters; at most {LONGEST} are allowed")
    parser = _Parser("".join(pattern.split()).upper(), symbols, lowest)
    network = parser.network
    start = network.node()
    end = parser.alternatives(start, 0)
    if parser.left:
        raise parser.mistake()
    network.start, network.end = start, end
    return network


class _Parser:
    """Reads a pattern from left to right and adds it to a network."""

    def __init__(self, text: str, symbols: str, lowest: int) -> None:
        self.text, self.at = text, 0
        self.value_of = {symbol: lowest + index for index, symbol in enumerate(symbols)}
        self.network = _Network([], [])

    @property
    def left(self) -> str:
        """The next character, or an empty text at the end."""
        return self.text[self.at : self.at + 1]

    def mistake(self) -> InputError:
        """The error for a mistake at this place."""
        what = quoted(self.left) if self.left else "the end"
        symbols = list(self.value_of)
        return InputError(
            f"{what} is not expected in the pattern {quoted(self.text)}; {ALLOWED}; "
            f"the digits are {symbols[0]}-{symbols[-1]}"
        )

    def take(self, text: str) -> bool:
        """Read a character if it is next, and return whether it was."""
        if self.left != text:
            return False
        self.at += 1
        return True

    def alternatives(self, start: int, depth: int) -> int:
        """Add sequences separated by ``|`` after a node, and return the node where they end."""
        if depth > DEEPEST:
            raise InputError(f"the pattern has more than {DEEPEST} parentheses in each other")
        ends = [self.sequence(start, depth)]
        while self.take("|"):
            ends.append(self.sequence(start, depth))
        return self.network.joined(*ends)

    def sequence(self, start: int, depth: int) -> int:
        """Add parts one after the other, and return the node where the last one ends."""
        end = self.network.joined(start)
        while self.left and self.left not in "|)":
            end = self.repeated(end, depth)
        return end

    def repeated(self, start: int, depth: int) -> int:
        """Add a part with its repetition: ``*``, ``+``, ``?`` or a count."""
        at, join = self.at, self.network.joined
        first = begin = join(start)
        end = self.part(begin, depth)
        after, (least, most) = self.count()
        ends = [] if least else [first]
        for copy in range(2, max(least, most or 1) + 1):
            if copy > least:
                ends.append(end)
            begin = join(end)
            end = self.again(at, begin, depth, after)
        if most is None:
            self.network.free[end].append(begin)
        if most != 0:
            ends.append(end)
        return join(*ends) if len(ends) > 1 else ends[0]

    def again(self, begin: int, start: int, depth: int, after: int) -> int:
        """Add the part at ``begin`` once more, and return the node where it ends."""
        self.at = begin
        end = self.part(start, depth)
        self.at = after
        return end

    def count(self) -> tuple[int, tuple[int, int | None]]:
        """The position after the count, and the least and greatest number of repeats."""
        found: tuple[int, int | None] = 1, 1
        for sign, bounds in {"*": (0, None), "+": (1, None), "?": (0, 1)}.items():
            if self.take(sign):
                found = bounds
                break
        else:
            match = _COUNT.match(self.text, self.at)
            if match is not None:
                self.at = match.end()
                least = int(match[1])
                most = int(match[3]) if match[3] else None if match[2] else least
                if most is not None and most < least:
                    raise InputError(f"{match[0]} has its larger number first")
                found = least, most
        return self.at, found

    def part(self, start: int, depth: int) -> int:
        """Add one symbol, a set of symbols, or a group in parentheses."""
        if self.take("("):
            end = self.alternatives(start, depth + 1)
            if not self.take(")"):
                raise self.mistake()
            return end
        end = self.network.node()
        self.network.moves[start] = frozenset(self.values()), end
        return end

    def values(self) -> Iterator[int]:
        """The values of a symbol, of ``.`` or of a set such as ``[1-3]``."""
        if self.take("."):
            yield from self.value_of.values()
        elif self.take("["):
            excludes = self.take("^")
            listed = set(self.ranges())
            if not listed:
                raise InputError(f"the pattern {quoted(self.text)} has brackets without digits")
            yield from set(self.value_of.values()) - listed if excludes else listed
        else:
            yield self.symbol()

    def ranges(self) -> Iterator[int]:
        """The values between the brackets."""
        while not self.take("]"):
            first = self.symbol()
            last = self.symbol() if self.take("-") else first
            yield from range(first, last + 1)

    def symbol(self) -> int:
        """The value of the next symbol."""
        if self.left not in self.value_of:
            raise self.mistake()
        self.at += 1
        return self.value_of[self.text[self.at - 1]]
