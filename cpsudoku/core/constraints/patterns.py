"""Regular expressions over the digits of a line, such as ``.*(12|21).*``.

A pattern becomes an automaton in layers: one step for each cell, with the fewest states that a
deterministic one can have. Its size is limited, so that a short text cannot make a large one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.errors import InputError, quoted

LONGEST = 300  # characters
MOST_NODES = 1000  # of a pattern after its repeats are written out
MOST_SETS = 2000  # different sets of nodes, each of which is a state
MOST_STATES = 20_000  # of all layers together, before they are merged
DEEPEST = 30  # parentheses
MOST_REPEATS = 99
ALLOWED = "allowed are digits, . [1-3] [^12] ( ) | * + ? {2} {1,3}"
_COUNT = re.compile(r"\{(\d{1,2})(?:(,)(\d{1,2})?)?\}")

# For each cell, the states before it; a state maps a value to the number of the next state.
Layers = tuple[tuple[Mapping[int, int], ...], ...]


def layers_of(pattern: str, board: Board, length: int) -> Layers | None:
    """The automaton of a pattern for a line of ``length`` cells; None if no filling matches.

    The first layer has one state; every path through the layers ends in the same state. Raises
    InputError when the pattern is not well formed or too large.
    """
    return _layers(pattern, board.symbols[1:], board.lowest, length)


def check(pattern: str, board: Board) -> None:
    """Raise InputError unless the text is a pattern for the digits of a board."""
    _network(pattern, board.symbols[1:], board.lowest)


@lru_cache(maxsize=256)
def _layers(pattern: str, symbols: str, lowest: int, length: int) -> Layers | None:
    network = _network(pattern, symbols, lowest)
    steps: list[dict[int, dict[int, int]]] = []  # for each cell: state set -> value -> state set
    seen: dict[int, dict[int, int]] = {}
    current = {network.start}
    count = 0
    for _ in range(length):
        count += len(current)
        if count > MOST_STATES or len(seen.keys() | current) > MOST_SETS:
            raise InputError(f"pattern {quoted(pattern)} is too complicated for {length} cells")
        for states in current:
            if states not in seen:
                seen[states] = network.step(states)
        steps.append({states: seen[states] for states in current})
        current = {target for step in steps[-1].values() for target in step.values()}
    merged = {states: 0 for states in current if states & network.end}
    return _merged(steps, merged)


def _merged(steps: Sequence[dict[int, dict[int, int]]], last: dict[int, int]) -> Layers | None:
    """The layers with states merged that accept the same, from the last one backwards."""
    layers: list[tuple[Mapping[int, int], ...]] = []
    number_of = last  # state set -> its number in the next layer; dead ones are not in it
    for step in reversed(steps):
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        mine = {}
        for states, targets in step.items():
            alive = tuple((v, number_of[t]) for v, t in sorted(targets.items()) if t in number_of)
            if alive:
                mine[states] = numbers.setdefault(alive, len(numbers))
        layers.append(tuple(dict(alive) for alive in numbers))
        number_of = mine
    return tuple(reversed(layers)) if number_of else None


@dataclass
class _Network:
    """An automaton with free moves; sets of its nodes are ints whose bit n stands for node n."""

    free: list[list[int]]
    moves: list[tuple[frozenset[int], int] | None]
    start: int = 0
    end: int = 0

    def node(self) -> int:
        """A new node."""
        if len(self.free) >= MOST_NODES:
            raise InputError(f"the pattern has more than {MOST_NODES} parts when written out")
        self.free.append([])
        self.moves.append(None)
        return len(self.free) - 1

    def closure(self, node: int) -> int:
        """The nodes that free moves reach from a node, and itself."""
        found, waiting = 1 << node, [node]
        while waiting:
            for target in self.free[waiting.pop()]:
                if not found >> target & 1:
                    found |= 1 << target
                    waiting.append(target)
        return found

    def step(self, states: int) -> dict[int, int]:
        """For each value the nodes that it leads to."""
        found: dict[int, int] = {}
        for node, move in enumerate(self.moves):
            if move is not None and states >> node & 1:
                for value in move[0]:
                    found[value] = found.get(value, 0) | move[1]
        return found


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
    for node, move in enumerate(network.moves):
        if move is not None:
            network.moves[node] = move[0], network.closure(move[1])
    network.start, network.end = network.closure(start), 1 << end
    return network


class _Parser:
    """Reads a pattern from left to right and adds it to a network."""

    def __init__(self, text: str, symbols: str, lowest: int) -> None:
        self.text, self.at = text, 0
        self.value_of = {symbol: lowest + index for index, symbol in enumerate(symbols)}
        self.network = _Network([], [])

    @property
    def left(self) -> str:
        """What has not been read."""
        return self.text[self.at :]

    def mistake(self) -> InputError:
        """What is wrong at this place."""
        what = quoted(self.left[0]) if self.left else "the end"
        symbols = list(self.value_of)
        return InputError(
            f"{what} is not expected in the pattern {quoted(self.text)}; {ALLOWED}; "
            f"the digits are {symbols[0]}-{symbols[-1]}"
        )

    def take(self, text: str) -> bool:
        """Whether the text is next; it is then read."""
        if self.left.startswith(text):
            self.at += len(text)
            return True
        return False

    def alternatives(self, start: int, depth: int) -> int:
        """Add sequences separated by ``|`` after a node; return the node where they end."""
        if depth > DEEPEST:
            raise InputError(f"the pattern has more than {DEEPEST} parentheses in each other")
        ends = [self.sequence(start, depth)]
        while self.take("|"):
            ends.append(self.sequence(start, depth))
        end = self.network.node()
        for each in ends:
            self.network.free[each].append(end)
        return end

    def sequence(self, start: int, depth: int) -> int:
        """Add parts one after the other; return the node where the last one ends."""
        end = self.network.node()
        self.network.free[start].append(end)
        while self.left and self.left[0] not in "|)":
            end = self.repeated(end, depth)
        return end

    def repeated(self, start: int, depth: int) -> int:
        """Add a part with what follows it: ``*``, ``+``, ``?`` or a count."""
        begin = self.at
        end = self.part(start, depth)
        after, (least, most) = self.count()
        if (least, most) == (1, 1):
            return end
        free = self.network.free
        ends = [start, end] if least == 0 else [end]
        for done in range(1, max(least, most or 1)):
            end = self.again(begin, end, depth, after)
            ends = [end] if done < least else [*ends, end]
        if most is None:
            loop = self.network.node()
            free[end].append(loop)
            last = self.again(begin, loop, depth, after)
            free[last].append(loop)
            ends = [*ends, loop]
        if most == 0:
            ends = [start]
        join = self.network.node()
        for each in ends:
            free[each].append(join)
        return join

    def again(self, begin: int, start: int, depth: int, after: int) -> int:
        """Add the part at ``begin`` once more; return the node where it ends."""
        self.at = begin
        end = self.part(start, depth)
        self.at = after
        return end

    def count(self) -> tuple[int, tuple[int, int | None]]:
        """How often the part is there, at least and at most, and where the text goes on."""
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
        """Add one symbol, a set of symbols, or what is in parentheses."""
        if self.take("("):
            end = self.alternatives(start, depth + 1)
            if not self.take(")"):
                raise self.mistake()
            return end
        values = frozenset(self.values())
        node, end = self.network.node(), self.network.node()
        self.network.free[start].append(node)
        self.network.moves[node] = values, end
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
        if self.left[:1] not in self.value_of:
            raise self.mistake()
        self.at += 1
        return self.value_of[self.text[self.at - 1]]
