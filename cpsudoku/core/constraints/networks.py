"""Automata over the digits of a line, and the layers that a line of some length needs of them.

An automaton may have free moves and several moves for a digit. It becomes a deterministic one in
layers, with one step for each cell and as few states as possible. Its size is limited, so that a
short text cannot make a large automaton.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cpsudoku.core.constraints.lowered import Layers, numbered
from cpsudoku.runtime.errors import InputError

MOST_NODES = 10_000  # nodes of an automaton
MOST_SETS = 2000  # different sets of nodes, each of which is a state
MOST_STATES = 100_000  # states of all layers together, before they are merged
MOST_WORK = 1_000_000  # visited nodes; this takes a second

Nodes = frozenset[int]


def network_layers(network: Network, length: int) -> Layers | None:
    """The automaton for a line of ``length`` cells, or None if no filling of it is accepted.

    The first layer has one state. Every path through the layers ends in the same state. Raises
    InputError if the automaton is too large.
    """
    machine = _Machine(network, _Work(network.title))
    layers: list[list[tuple[int, dict[int, int]]]] = []
    states, count = {0}, 0
    for _ in range(length):
        count += len(states)
        if count > MOST_STATES:
            raise machine.work.too_much()
        steps = {state: machine.step(state) for state in states}
        layers.append([(state, dict(steps[state])) for state in sorted(steps)])
        states = {target for step in steps.values() for target in step.values()}
    return numbered(layers, {state: 0 for state in states if machine.is_end(state)})


@dataclass
class _Work:
    """A count of visited nodes, with a limit. ``title`` names what makes the work."""

    title: str
    visits: int = 0

    def add(self, visits: int) -> None:
        """Count more visits. Raises InputError if there are too many."""
        self.visits += visits
        if self.visits > MOST_WORK:
            raise self.too_much()

    def too_much(self) -> InputError:
        """The error for an automaton that is too complicated."""
        return InputError("{title} is too complicated", title=self.title)


@dataclass
class Network:
    """An automaton with free moves. A node has at most one other move, with a set of values.

    ``title`` names it in messages.
    """

    title: str
    free: list[list[int]]
    moves: list[tuple[frozenset[int], int] | None]
    start: int = 0
    end: int = 0

    def node(self) -> int:
        """Add a node, and return its number."""
        if len(self.free) >= MOST_NODES:
            raise InputError(
                "{title} has more than {most} parts when written out",
                title=self.title,
                most=MOST_NODES,
            )
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

    def __init__(self, network: Network, work: _Work) -> None:
        self.network, self.work = network, work
        self._reached = cache(lambda node: network.closure(node, work))
        self._passed = cache(self._pass)
        self._states = [self._reached(network.start)]
        self._numbers = {self._states[0]: 0}
        self._known: dict[Nodes, int] = {}  # the numbers of states by the nodes that moves lead to
        self._steps: dict[int, dict[int, int]] = {}

    def is_end(self, state: int) -> bool:
        """Whether a line can end in a state."""
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
        return {value: self._number(frozenset(ends[value])) for value in sorted(ends)}

    def _pass(self, node: int) -> int:
        """Follow free moves to the first node that has a choice or a move, or is the end."""
        network = self.network
        for _ in range(len(network.free)):
            if network.moves[node] or node == network.end or len(network.free[node]) != 1:
                break
            node = network.free[node][0]
        self.work.add(1)
        return node

    def _number(self, ends: Nodes) -> int:
        """The number of the state of some nodes and all nodes that free moves reach from them."""
        if ends not in self._known:
            nodes: Nodes = frozenset().union(*map(self._reached, ends))
            self.work.add(len(nodes))
            if nodes not in self._numbers:
                if len(self._states) >= MOST_SETS:
                    raise self.work.too_much()
                self._numbers[nodes] = len(self._states)
                self._states.append(nodes)
            self._known[ends] = self._numbers[nodes]
        return self._known[ends]
