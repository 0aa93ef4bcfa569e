"""Chains whose links come from rules as well as from houses.

A candidate that is true excludes others, by houses and by relations of two cells. If it excludes
all but one of some candidates of which one is true, that one is true, too. A chain of such links
that ends in a candidate which excludes the first shows that the first is false.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import General, Link, Step
from cpsudoku.techniques.chains.alternating import chain_roles, chain_text
from cpsudoku.techniques.exclusions import all_candidates, exclusions, named, relates
from cpsudoku.techniques.link_reasons import loss_of, only_home, reason_of
from cpsudoku.techniques.links import closure
from cpsudoku.techniques.rules.musts import needed_digits
from cpsudoku.techniques.step_words import capital, remove_text, sentences, shared_house

LONGEST = 5  # candidates of a chain that is written link by link


class _Net:
    """What each candidate makes true at once; candidates are bits as in ``exclusions``."""

    def __init__(self, candidates: Candidates) -> None:
        every = all_candidates(candidates)
        table = exclusions(candidates)
        self.excluded = {node: table[node] & every for node in bits(every)}
        self.cases = tuple(dict.fromkeys(_cases(candidates)))
        with_node: dict[int, list[int]] = {node: [] for node in self.excluded}
        for number, case in enumerate(self.cases):
            for node in bits(case):
                with_node[node].append(number)
        self.direct = {node: self._follows(node, with_node) for node in self.excluded}

    def _follows(self, node: int, with_node: dict[int, list[int]]) -> int:
        excluded, found = self.excluded[node], 0
        touched = {number for other in bits(excluded) for number in with_node[other]}
        for number in touched:
            left = self.cases[number] & ~excluded
            if not left & (left - 1):
                found |= left
        return found & ~(1 << node)

    def false(self) -> Iterator[int]:
        """The candidates that a chain shows to be false."""
        reach = closure(self.direct)
        return (node for node, after in reach.items() if after & self.excluded[node])

    def path(self, start: int) -> tuple[int, ...]:
        """The shortest chain from a candidate to one that excludes it."""
        above, queue = {start: -1}, deque([start])
        while queue:
            node = queue.popleft()
            if self.excluded[node] >> start & 1:
                break
            for after in bits(self.direct[node]):
                if after not in above:
                    above[after] = node
                    queue.append(after)
        found = [node]
        while above[found[-1]] >= 0:
            found.append(above[found[-1]])
        return tuple(reversed(found))

    def lost(self, node: int, after: int) -> int:
        """The candidates that a candidate excludes, so that only the next one is left."""
        fitting = (
            case & ~(1 << after)
            for case in self.cases
            if case >> after & 1 and not case & ~(self.excluded[node] | 1 << after)
        )
        return min(fitting, key=int.bit_count)


def _cases(candidates: Candidates) -> Iterator[int]:
    """Candidates of which one is true: those of a cell, of a digit in a house or in a cage."""
    size = candidates.board.size
    for cell, marks in enumerate(candidates.marks):
        if marks:
            yield marks << cell * size
    for places in candidates.house_places:
        for index, cells in enumerate(places):
            if cells:
                yield sum(1 << cell * size + index for cell in bits(cells))
    for _, digit, cells in needed_digits(candidates):
        yield sum(1 << cell * size + digit - 1 for cell in bits(cells))


@dataclass(frozen=True)
class RuleChain(General):
    """A candidate that leads to another one which excludes it."""

    name: str = "rule-chain"
    title: str = "Chain Through Rules"
    definition: str = (
        "Suppose that a cell holds a digit: by houses and by rules such as dots, one cell after "
        "another gets its digit, until one of them excludes the first."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The shortest chains first, then by cell and digit."""
        if not any(relates(rule) for _, rule in candidates.puzzle.cell_rules):
            return
        net, size = _Net(candidates), candidates.board.size
        for path in sorted((net.path(node) for node in net.false()), key=len):
            yield self._step(net, path, size)

    def _step(self, net: _Net, path: tuple[int, ...], size: int) -> Step:
        links: list[Link] = []
        for node, after in pairwise(path):
            here, there = named(1 << node, size), named(1 << after, size)
            lost = named(net.lost(node, after), size)
            links += (Link(here, lost, False), Link(lost, there, True))
        first, last = named(1 << path[0], size), named(1 << path[-1], size)
        links.append(Link(last, first, False))
        return Step(
            self.name,
            eliminations=first,
            digits=tuple(sorted({digit for node in path for _, digit in named(1 << node, size)})),
            roles=chain_roles(links),
            links=tuple(links),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The assumption, what follows from it, and the contradiction."""
        board = candidates.board
        ((cell, digit),) = step.eliminations
        symbol = board.symbols[digit]
        start = translated(
            "Suppose that {cell} is {digit}.", cell=board.cell_name(cell), digit=symbol
        )
        gone = remove_text(step.eliminations, board)
        *steps, last = step.links
        why = reason_of(last, candidates)
        if last.first[0][0] == cell:
            why = translated("{reason}, not {digit}", reason=why, digit=symbol)
        but = translated("But then {reason}.", reason=why)
        if len(steps) > 2 * LONGEST:
            ((at, value),) = last.first
            chain = translated(
                "The chain {chain} shows that {cell} is {digit}.",
                chain=chain_text(steps, board),
                cell=board.cell_name(at),
                digit=board.symbols[value],
            )
            return sentences(start, chain, but, gone)
        pairs = zip(steps[::2], steps[1::2], strict=True)
        told = (_sentence(lose, gain, candidates) for lose, gain in pairs)
        return sentences(start, *told, but, gone)


def _sentence(lose: Link, gain: Link, candidates: Candidates) -> str:
    """What a true candidate excludes, and which one is left."""
    ((cell, digit),), board = gain.second, candidates.board
    name, symbol, loss = board.cell_name(cell), board.symbols[digit], loss_of(lose, candidates)
    if lose.second[0][0] == cell:
        if not loss.ruled:
            why = reason_of(lose, candidates)
            return translated("{reason}, so it is {digit}.", reason=why, digit=symbol)
        house = shared_house(1 << cell | 1 << lose.first[0][0], board) if loss.seen else ""
        text = marked("By {rules}, {cell} is {digit}.")
        if house:
            text = marked("By {house} and {rules}, {cell} is {digit}.")
        return translated(text, rules=loss.rules_text, cell=name, digit=symbol, house=house)
    others = replace(lose, second=(*loss.seen, *loss.ruled)) if loss.seen or loss.ruled else lose
    why, home = reason_of(others, candidates), only_home(gain, candidates)
    return translated(
        "{reason}, so the {digit} of {house} is in {cell}.",
        reason=capital(why),
        digit=symbol,
        house=home,
        cell=name,
    )


RULE_CHAIN = RuleChain()
