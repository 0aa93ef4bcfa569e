"""Regular expressions over the digits of a line, such as ``.*(12|21).*``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lowered import Layers
from cpsudoku.core.constraints.networks import Network
from cpsudoku.core.constraints.networks import network_layers as layers_of_network
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.words import worded

LONGEST = 5000  # characters
DEEPEST = 30  # nested parentheses
ALLOWED = worded("allowed are digits, . [1-3] [^12] ( ) | * + ? {2} {1,3}")
_COUNT = re.compile(r"\{(\d{1,2})(?:(,)(\d{1,2})?)?\}")


def pattern_layers(pattern: str, board: Board, length: int) -> Layers | None:
    """The automaton of a pattern for a line of ``length`` cells, or None if no filling matches.

    Raises InputError if the pattern is not well formed or is too large.
    """
    return _layers(pattern, board.symbols[1:], board.lowest, length)


def check_pattern(pattern: str, board: Board) -> None:
    """Raise InputError unless the text is a pattern for the digits of a board."""
    _network(pattern, board.symbols[1:], board.lowest)


@lru_cache(maxsize=256)
def _layers(pattern: str, symbols: str, lowest: int, length: int) -> Layers | None:
    return layers_of_network(_network(pattern, symbols, lowest), length)


@lru_cache(maxsize=256)
def _network(pattern: str, symbols: str, lowest: int) -> Network:
    if len(pattern) > LONGEST:
        raise InputError(
            "a pattern of {count} characters; at most {longest} are allowed",
            count=len(pattern),
            longest=LONGEST,
        )
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
        self.network = Network(f"the pattern {quoted(text)}", [], [])

    @property
    def left(self) -> str:
        """The next character, or an empty text at the end."""
        return self.text[self.at : self.at + 1]

    def mistake(self) -> InputError:
        """The error for a mistake at this place."""
        what = quoted(self.left) if self.left else worded("the end")
        symbols = list(self.value_of)
        return InputError(
            "{what} is not expected in {title}; {allowed}; the digits are {first}-{last}",
            what=what,
            title=self.network.title,
            allowed=ALLOWED,
            first=symbols[0],
            last=symbols[-1],
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
            raise InputError(
                "the pattern has more than {deepest} parentheses in each other", deepest=DEEPEST
            )
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
                    raise InputError("{range} has its larger number first", range=match[0])
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
                raise InputError("{title} has brackets without digits", title=self.network.title)
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
