"""Kraken fish: finned fish whose fins reach what the fish removes by chains.

Type 1: the fish would remove a candidate, and each fin implies that it is false. Type 2: the fish
would place its digit in a cover house, and each place there and each fin implies that some
candidate is false.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from cpsudoku.core.candidates import Candidate, Candidates, bits, each
from cpsudoku.runtime.language import counted
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.chains.branches import (
    Branch,
    Branches,
    Node,
    links_of_branches,
    main_line,
)
from cpsudoku.techniques.fish.basic_fish import Lines, all_lines, places_in_houses
from cpsudoku.techniques.fish.finned_fish import finned_text, nearly_tight
from cpsudoku.techniques.links import Links, links_of
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    one_by_one,
    removal_text,
)

SIZES = (2, 3, 4)
FINS = 3  # at most
LONGEST = 11  # links of a chain; HoDoKu has no limit


@dataclass(frozen=True)
class Kraken(Branches):
    """The chains of a kraken fish; ``cover`` is the cover house of type 2, None in type 1."""

    cover: int | None = None


@dataclass(frozen=True)
class _Finned:
    """A fish with fins, as sets of cells; ``open`` are the cells of the covers that it clears."""

    lines: Lines
    base: tuple[int, ...]
    covers: tuple[int, ...]
    body: int
    fins: int
    open: int


@dataclass(frozen=True)
class _Found:
    """A way to remove a candidate: the chains begin at ``starts``, ``cost`` is their length."""

    cost: int
    fish: _Finned
    starts: tuple[int, ...]
    cover: int | None


@dataclass(frozen=True)
class KrakenFish(General):
    """For each candidate that kraken fish remove, one of the smallest with the shortest chains."""

    name: str
    title: str

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        return (
            "A fish with fins, and chains from each fin: a candidate can be removed if the fish "
            "and every fin imply that it is false."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the length of all chains together, then by digit and cell."""
        chains = _ShortestChains(links_of(candidates))
        best: dict[int, _Found] = {}
        left = -1
        for size in SIZES:
            for fish in _finned(candidates, size):
                for node, found in _uses(fish, candidates, chains, left):
                    if node not in best or found.cost < best[node].cost:
                        best[node] = found
            left = ~sum(1 << node for node in best)
        for node in sorted(best, key=lambda node: (best[node].cost, node)):
            yield self._step(chains, best[node], node)

    def _step(self, chains: _ShortestChains, found: _Found, node: int) -> Step:
        fish, digit = found.fish, found.fish.lines.digit
        branches = tuple(chains.branch(start, node) for start in found.starts)
        own = [
            Role("pattern", each(fish.body, digit)),
            Role("fin", each(fish.fins, digit)),
        ]
        return Step(
            self.name,
            eliminations=(chains.candidate(node),),
            digits=(digit,),
            roles=(*own, *_along(branches, {at for role in own for at in role.candidates})),
            houses=(*fish.base, *fish.covers),
            links=links_of_branches(branches),
            detail=Kraken(branches, found.cover),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The fish, its fins, the chain of each, and what follows."""
        board, kraken = candidates.board, step.detail
        assert isinstance(kraken, Kraken)
        size = len(step.houses) // 2
        fins = {cell for cell, _ in step.roles[1].candidates}
        values = {
            "start": finned_text(step, size, board),
            "digit": digits_text(step.digits, board),
            "ways": one_by_one(main_line(branch, board) for branch in kraken.branches),
            "gone": removal_text(step.eliminations, board),
        }
        if kraken.cover is None:
            return counted(
                "{start}. Either {covers} must have their {digit} in {base}, or the fin is "
                "{digit}. The fin also rules out the candidate: {ways}. So remove {gone}.",
                "{start}. Either {covers} must have their {digit} in {base}, or one of the fins is "
                "{digit}. Each fin also rules out the candidate: {ways}. So remove {gone}.",
                len(fins),
                covers=houses_text(step.houses[size:], board),
                base=houses_text(step.houses[:size], board),
                **values,
            )
        return counted(
            "{start}. So {cover} has its {digit} in {others}, or the fin is {digit}. In each case "
            "the same follows: {ways}. So remove {gone}.",
            "{start}. So {cover} has its {digit} in {others}, or one of the fins is {digit}. In "
            "each case the same follows: {ways}. So remove {gone}.",
            len(fins),
            cover=houses_text((kraken.cover,), board),
            others=cells_text({branch[0].cell for branch in kraken.branches} - fins, board),
            **values,
        )


def _along(branches: tuple[Branch, ...], own: set[Candidate]) -> tuple[Role, ...]:
    """What is true and what is false along the chains, beside the fish."""
    nodes = {(node.cell, node.digit, node.true) for branch in branches for node in branch}
    beside = sorted(node for node in nodes if node[:2] not in own)
    roles = (
        Role(name, tuple((cell, digit) for cell, digit, true in beside if true is wanted))
        for name, wanted in (("on", True), ("off", False))
    )
    return tuple(role for role in roles if role.candidates)


class _ShortestChains:
    """The shortest chains from candidates that are assumed true, up to a length."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.has_strong = sum(1 << node for node in links.strong)
        self._levels: dict[int, list[int]] = {}
        self._false: dict[int, int] = {}

    def candidate(self, node: int) -> Candidate:
        """The candidate of a node."""
        digit, cell = divmod(node, self.links.area)
        return cell, digit + 1

    def false_after(self, start: int) -> int:
        """The nodes that some chain from a true node shows to be false."""
        if start not in self._false:
            self._levels[start] = self._new_false(start)
            self._false[start] = reduce(or_, self._levels[start])
        return self._false[start]

    def _new_false(self, start: int) -> list[int]:
        """The nodes that are shown to be false by one link, by three links, and so on."""
        weak, strong = self.links.weak, self.links.strong
        levels, known = [], [0, 0]  # false and true ones
        true = 1 << start
        for _ in range(1, LONGEST + 1, 2):
            known[1] |= true
            false = reduce(or_, (weak[node] for node in bits(true)), 0) & ~known[0]
            known[0] |= false
            levels.append(false)
            linked = false & self.has_strong
            true = reduce(or_, (strong[node] for node in bits(linked)), 0) & ~known[1]
        return levels

    def length(self, start: int, node: int) -> int:
        """The number of links from a true node to a false one."""
        levels = self._levels[start]
        return next(2 * n + 1 for n, false in enumerate(levels) if false >> node & 1)

    def branch(self, start: int, node: int) -> Branch:
        """The shortest chain from a true node to a false one."""
        first, last = 2 * start + 1, 2 * node
        before, queue = {first: first}, deque([first])
        while last not in before:
            state = queue.popleft()
            for after in self.links.successors(state):
                if after not in before:
                    before[after] = state
                    queue.append(after)
        states = [last]
        while states[-1] != first:
            states.append(before[states[-1]])
        return tuple(
            Node(*self.candidate(state >> 1), bool(state & 1), (place - 1,) if place else (), False)
            for place, state in enumerate(reversed(states))
        )


def _finned(candidates: Candidates, size: int) -> Iterator[_Finned]:
    """The basic fish of a size with few fins, and with something to remove without them."""
    for lines in all_lines(candidates):
        if len(lines.numbers) > size:
            for chosen, across in nearly_tight(lines.places, size, FINS):
                yield from _with_fins(candidates, lines, chosen, across)


def _with_fins(
    candidates: Candidates, lines: Lines, chosen: tuple[int, ...], across: int
) -> Iterator[_Finned]:
    """The fish of some lines, for each choice of covers among the lines that they meet."""
    base, excess = lines.base(chosen), across.bit_count() - len(chosen)
    counts = {1 << line: sum(lines.places[n] >> line & 1 for n in chosen) for line in bits(across)}
    few = [line for line, count in counts.items() if count <= FINS + 1 - excess]
    places = places_in_houses(candidates, base, lines.digit)
    for out in combinations(few, excess):
        if excess == 1 or sum(counts[line] for line in out) <= FINS:
            covers = lines.covers(across & ~sum(out))
            covered = places_in_houses(candidates, covers, lines.digit)
            if covered & ~places:
                yield _Finned(
                    lines, base, covers, places & covered, places & ~covered, covered & ~places
                )


def _uses(
    fish: _Finned, candidates: Candidates, chains: _ShortestChains, left: int
) -> Iterator[tuple[int, _Found]]:
    """Each of some candidates that a fish removes with chains."""
    board, shift = candidates.board, (fish.lines.digit - 1) * len(candidates.board)
    fins = tuple(shift + cell for cell in bits(fish.fins))
    false = left
    for fin in fins:
        false &= chains.false_after(fin)
    if not false:
        return
    own = fish.open << shift
    if false & own:
        plain = (fish.open & board.seen_by_all(fish.fins)) << shift
        for node in bits(false & own & ~plain):
            yield node, _found(fish, fins, node, None, chains)
    for cover in fish.covers:
        if fish.open & board.house_cells[cover]:
            starts = tuple(shift + cell for cell in bits(fish.body & board.house_cells[cover]))
            both = false & ~own
            for start in starts:
                both &= chains.false_after(start)
            for node in bits(both):
                yield node, _found(fish, (*starts, *fins), node, cover, chains)


def _found(
    fish: _Finned, starts: tuple[int, ...], node: int, cover: int | None, chains: _ShortestChains
) -> _Found:
    return _Found(sum(chains.length(start, node) for start in starts), fish, starts, cover)


KRAKEN_FISH = KrakenFish("kraken-fish", "Kraken Fish")
