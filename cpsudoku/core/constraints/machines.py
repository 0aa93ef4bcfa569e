"""State machines over the digits of a line, such as ``odd 2468 even, even 13579 odd``.

Steps are separated by commas: a state, the digits that leave it, and the state that they lead to.
A line begins in the state of the first step, or in those of a part ``start A B``. It may end in
any state, or only in those of a part ``end A B``. A digit may lead to several states.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lowered import Layers
from cpsudoku.core.constraints.networks import Network
from cpsudoku.core.constraints.networks import network_layers as layers_of_network
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.plural import plural

LONGEST = 50_000  # characters
MOST_STATES = 1000
START, END = "start", "end"
_STATE = re.compile(r"\w+")
_RANGE = re.compile(r"(.)(?:-(.))?")
Step = tuple[str, str, str]  # a state, its digits, the next state


@dataclass
class StateMachine:
    """The steps of a machine, and the states in which a line may begin and end.

    ``ends`` is None if it may end in any state.
    """

    steps: list[Step] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    ends: list[str] | None = None

    @property
    def states(self) -> list[str]:
        """The states in the order of the steps."""
        return list(dict.fromkeys(state for one, _, other in self.steps for state in (one, other)))

    @property
    def last(self) -> list[str]:
        """The states in which a line may end."""
        return self.states if self.ends is None else self.ends

    @property
    def text(self) -> str:
        """The machine as it is written in a rule."""
        parts = [" ".join(step) for step in self.steps]
        if self.starts != [self.steps[0][0]]:
            parts.insert(0, " ".join([START, *self.starts]))
        return ", ".join(parts if self.ends is None else [*parts, " ".join([END, *self.ends])])

    def reached(self, from_: Collection[str], backwards: bool = False) -> set[str]:
        """The states that steps reach from some states, with these."""
        following: dict[str, list[str]] = {}
        for one, _, other in self.steps:
            here, there = (other, one) if backwards else (one, other)
            following.setdefault(here, []).append(there)
        found, waiting = set(from_), list(from_)
        while waiting:
            new = [each for each in following.get(waiting.pop(), ()) if each not in found]
            found.update(new)
            waiting += new
        return found

    def without_useless(self) -> StateMachine:
        """The machine without the states that no line passes; raises InputError if none is left."""
        useful = self.reached(self.starts) & self.reached(self.last, backwards=True)
        steps = [step for step in self.steps if step[0] in useful and step[2] in useful]
        if not steps:
            raise InputError("the machine accepts nothing")
        kept = {state for one, _, other in steps for state in (one, other)}
        starts = [state for state in self.starts if state in kept]
        ends = None if self.ends is None else [state for state in self.ends if state in kept]
        return StateMachine(steps, starts, ends)


def layers_of(text: str, board: Board, length: int) -> Layers | None:
    """The machine for a line of ``length`` cells, or None if it accepts no filling.

    Raises InputError if the text is not a machine, or the machine is too large.
    """
    return _layers(text, board.symbols[1:], board.lowest, length)


def check(text: str, board: Board) -> None:
    """Raise InputError unless the text is a machine for the digits of a board."""
    _network(text, board.symbols[1:], board.lowest)


def machine_of(text: str) -> StateMachine:
    """The machine of a text; its digits are not checked. Raises InputError."""
    if len(text) > LONGEST:
        raise InputError(
            "a machine of {count} characters; at most {longest} are allowed",
            count=len(text),
            longest=LONGEST,
        )
    machine = StateMachine()
    for words in (part.split() for part in text.split(",")):
        if words[:1] == [START]:
            machine.starts += words[1:]
        elif words[:1] == [END]:
            machine.ends = [*(machine.ends or []), *words[1:]]
        elif len(words) == 3:
            machine.steps.append((words[0], words[1], words[2]))
        else:
            raise InputError(
                "{words} is not a step of a machine; a step is a state, digits and a state, "
                "such as low 1-4 high; other parts are {start} and {end} with states",
                words=quoted(" ".join(words)),
                start=START,
                end=END,
            )
    if not machine.steps:
        raise InputError("a machine needs a step, such as low 1-4 high")
    machine.starts = machine.starts or [machine.steps[0][0]]
    _check_states(machine)
    return machine


def _check_states(machine: StateMachine) -> None:
    states = machine.states
    if len(states) > MOST_STATES:
        raise InputError(
            "the machine has {states} states; at most {most} are allowed",
            states=len(states),
            most=MOST_STATES,
        )
    for found in (machine.steps, machine.starts, machine.ends or []):
        for each, count in Counter(found).items():
            if count > 1:
                name = each if isinstance(each, str) else " ".join(each)
                raise InputError(
                    "{name} is listed {count} times in the machine", name=quoted(name), count=count
                )
    named = [*machine.starts, *(machine.ends or [])]
    for state in (*states, *named):
        if not _STATE.fullmatch(state) or state in (START, END):
            raise InputError(
                "{state} is not the name of a state; use letters and digits", state=quoted(state)
            )
    for state in named:
        if state not in states:
            raise InputError("no step of the machine has the state {state}", state=quoted(state))
    _check_use(machine)


def _check_use(machine: StateMachine) -> None:
    """Refuse states that no line passes, because they are mistakes."""
    reached = machine.reached(machine.starts)
    useful = machine.reached(machine.last, backwards=True)
    for state in machine.states:
        if state not in reached:
            raise InputError(
                "no step leads to the state {state} of the machine", state=quoted(state)
            )
        if state not in useful:
            raise InputError(
                "the state {state} of the machine leads to no end", state=quoted(state)
            )


@lru_cache(maxsize=256)
def _layers(text: str, symbols: str, lowest: int, length: int) -> Layers | None:
    return layers_of_network(_network(text, symbols, lowest), length)


@lru_cache(maxsize=256)
def _network(text: str, symbols: str, lowest: int) -> Network:
    machine = machine_of(text)
    network = Network(f"the machine with {plural(len(machine.states), 'state')}", [], [])
    network.start, network.end = network.node(), network.node()
    node_of = {state: network.node() for state in machine.states}
    network.free[network.start] += [node_of[state] for state in machine.starts]
    for state in machine.last:
        network.free[node_of[state]].append(network.end)
    for one, digits, other in machine.steps:
        step = network.joined(node_of[one])
        network.moves[step] = listed_digits(digits, symbols, lowest), node_of[other]
    return network


@lru_cache(maxsize=1024)
def listed_digits(text: str, symbols: str, lowest: int) -> frozenset[int]:
    """The values of digits such as ``135``, ``1-4``, ``^12`` or ``.``."""
    number = {symbol: lowest + index for index, symbol in enumerate(symbols)}
    every = frozenset(number.values())
    if text == ".":
        return every
    ranges = _RANGE.findall(text.upper().removeprefix("^"))
    if not ranges or not {symbol for pair in ranges for symbol in pair if symbol} <= number.keys():
        raise InputError(
            "{text} are not digits of a step; allowed are digits {first}-{last}, such as 13, "
            "1-4, ^12, and . for any",
            text=quoted(text),
            first=symbols[0],
            last=symbols[-1],
        )
    listed = {
        value for first, last in ranges for value in range(number[first], number[last or first] + 1)
    }
    values = every - listed if text.startswith("^") else frozenset(listed)
    if not values:
        raise InputError("{text} leaves no digit for a step", text=quoted(text))
    return values
