"""ALS-XY-Chain: almost locked sets connected by restricted commons."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.almost_locked.als import (
    AlsTable,
    Commons,
    als_role,
    als_table,
    common_link,
    role_text,
)
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.chains.alternating import preference
from cpsudoku.techniques.links import closure
from cpsudoku.techniques.step_words import (
    any_digit_text,
    digits_text,
    listed,
    remove_seeing,
    sentences,
    separated,
)

LONGEST = 6  # links; HoDoKu's limit when it lists all steps
ENOUGH = 20_000  # chains; only positions where simpler techniques abound have more
SHORTEST = 3  # with fewer it is an ALS-XZ or an ALS-XY-Wing

# A set that has lost a digit, and so holds all its others: (number of the set, digit).
State = tuple[int, int]
Path = tuple[State, ...]


class _StateGraph:
    """The graph of states. As nodes they are ``(digit - 1) * sets + number``."""

    def __init__(self, table: AlsTable, overlap: bool) -> None:
        self.table, self.count = table, len(table.sets)
        self.linked = [
            {
                digit: sets & (-1 if overlap else ~apart) & ~(1 << n)
                for digit, sets in by_digit.items()
            }
            for n, (by_digit, apart) in enumerate(zip(table.linked, table.overlapping, strict=True))
        ]
        self.reach = closure(
            {
                self.node(number, digit): self._after(number, digit)
                for number, als in enumerate(table.sets)
                for digit in als.at
            }
        )

    def node(self, number: int, digit: int) -> int:
        return (digit - 1) * self.count + number

    def _after(self, number: int, digit: int) -> int:
        found = 0
        for common, sets in self.linked[number].items():
            if common != digit:
                found |= sets << (common - 1) * self.count
        return found

    def find(self) -> Iterator[tuple[tuple[Candidate, ...], Path]]:
        """What each chain removes, and the chain."""
        for start, als in enumerate(self.table.sets):
            for z in als.at:
                ends = self.ends(start, z)
                for path in self.paths(start, z, ends) if ends else ():
                    gone = self.gone(path)
                    if gone:
                        yield gone, path

    def gone(self, path: Path) -> tuple[Candidate, ...]:
        """The cells that see all places of a digit in both ends, except for the commons there."""
        (start, _), (_, first_common), (before, held), (last, _) = *path[:2], *path[-2:]
        first, end = self.table.sets[start], self.table.sets[last]
        return tuple(
            (cell, z)
            for z in first.at
            if z in end.at and z != first_common
            if z == held or not self.linked[before].get(z, 0) >> last & 1
            for cell in bits(first.seen[z] & end.seen[z])
        )

    def ends(self, start: int, z: int) -> set[State]:
        """The states in which a chain can end so that z is removed, if the start has lost z."""
        reach, all_sets = self.reach[self.node(start, z)], (1 << self.count) - 1
        sharing = self.table.sharing[start][z] & ~(1 << start)
        return {
            (number, digit)
            for digit in range(1, self.table.board.size + 1)
            if digit != z
            for number in bits(reach >> (digit - 1) * self.count & all_sets & sharing)
        }

    def paths(self, start: int, z: int, ends: set[State]) -> Iterator[Path]:
        """The shortest chain to each of the ends, if it has an allowed length."""
        above: dict[State, State] = {}
        seen = [0] * (self.table.board.size + 1)  # for each digit the sets that have lost it
        queue = deque([((start, z), 1 << start, 0)])
        missing = set(ends)
        while queue and missing:
            state, used, links = queue.popleft()
            if links >= SHORTEST and state in missing:
                missing.discard(state)
                yield _path(state, above)
            if links == LONGEST:
                continue
            number, digit = state
            for common, sets in self.linked[number].items():
                if common != digit:
                    new = sets & ~(used | seen[common])
                    seen[common] |= new
                    for after in bits(new):
                        above[after, common] = state
                        queue.append(((after, common), used | 1 << after, links + 1))


def _path(state: State, above: dict[State, State]) -> Path:
    path = [state]
    while path[-1] in above:
        path.append(above[path[-1]])
    return tuple(reversed(path))


@dataclass(frozen=True)
class AlsChain(General):
    """Four or more almost locked sets; with ``overlap`` consecutive ones can share cells."""

    overlap: bool = False
    name: str = "als-chain"
    title: str = "ALS-XY-Chain"
    definition: str = (
        "Almost locked sets form a chain, each sharing a restricted common with the next, never "
        "the same one twice in a row: another digit common to both ends can be removed from the "
        "cells that see all its places there."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """Those with most eliminations first; one chain for each set of eliminations."""
        chains = _StateGraph(als_table(candidates), self.overlap)
        best: dict[tuple[Candidate, ...], tuple[tuple[int, int], Path]] = {}
        for gone, path in islice(chains.find(), ENOUGH):
            size = len(path), sum(chains.table.sets[n].cells.bit_count() for n, _ in path)
            if gone not in best or size < best[gone][0]:
                best[gone] = size, path
        order = sorted(best, key=lambda gone: (preference(gone), best[gone][0]))
        yield from (self._step(chains, best[gone][1], gone) for gone in order)

    def _step(self, chains: _StateGraph, path: Path, gone: tuple[Candidate, ...]) -> Step:
        sets = [chains.table.sets[number] for number, _ in path]
        commons = [digit for _, digit in path[1:]]
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({z for _, z in gone})),
            roles=tuple(als_role(als, turn) for turn, als in enumerate(sets)),
            links=tuple(
                common_link(one, other, x)
                for one, other, x in zip(sets[:-1], sets[1:], commons, strict=True)
            ),
            detail=Commons(tuple(commons)),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The sets, what each shares with the next, and what follows."""
        board = candidates.puzzle.board
        sets = listed(role_text(role, board) for role in step.roles)
        z = any_digit_text(step.digits, board)
        end, several = step.roles[-1].label, len(step.digits) > 1
        assert isinstance(step.detail, Commons)
        commons = [board.symbols[digit] for digit in step.detail.digits]
        then = translated(", so ").join(
            translated("{label} holds {digit}", label=role.label, digit=digit)
            for role, digit in zip(step.roles[1:-1], commons[1:], strict=True)
        )
        text = marked(
            "{sets} are almost locked sets. Each shares a digit with the next that only one of "
            "them can hold: {commons}. If A lacks {digits}, it holds {first}, so {then}, and so "
            "{end} holds {digits}."
        )
        if several:
            text = marked(
                "{sets} are almost locked sets. Each shares a digit with the next that only one of "
                "them can hold: {commons}. If A lacks one of {digits}, it holds {first}, so "
                "{then}, and so {end} holds that digit."
            )
        said = translated(
            text,
            sets=sets,
            commons=separated(commons),
            digits=digits_text(step.digits, board),
            first=commons[0],
            then=then,
            end=end,
        )
        seen = translated("every {digits} of A and {end}", digits=z, end=end)
        return sentences(said, remove_seeing(step.eliminations, board, seen))


ALS_CHAIN = AlsChain()
