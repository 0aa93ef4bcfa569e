"""Aligned exclusion: digits that would leave a cell without a candidate in every combination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import cells_text, listed, remove_text, sentences
from cpsudoku.techniques.table import TABLE

# The houses of a cell in the order in which Sudoku Explainer looks at them: the box is first.
HOUSES = (2, 0, 1)


@dataclass(frozen=True)
class AlignedExclusion(General):
    """``degree`` cells; an excluder sees them all and has at most as many candidates."""

    name: str
    title: str
    degree: int

    @property
    def definition(self) -> str:
        """One line: what to look for and what follows."""
        cells = {2: "two", 3: "three"}[self.degree]
        return (
            f"Combine the digits of {cells} cells: a digit can be removed if every combination "
            "with it puts a digit twice into a house or leaves a cell that sees them all without a "
            "candidate."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """In the order of Sudoku Explainer 1.2.1: by the last of the first two cells."""
        excluders = self._excluders(candidates)
        closing: dict[int, dict[int, int]] = {}
        done = set[frozenset[int]]()
        for cells in self._aligned(candidates, excluders):
            common = -1
            for cell in cells:
                common &= excluders[cell]
            if _two_or_more(common):
                if common not in closing:
                    closing[common] = _closing(candidates.marks, common)
                gone = tuple(_dead(candidates, cells, closing[common]))
                if gone and frozenset(cells) not in done:
                    done.add(frozenset(cells))
                    yield self._step(candidates, cells, common, gone)

    def _excluders(self, candidates: Candidates) -> dict[int, int]:
        """The excluders that each cell sees, for cells that see some and no single."""
        sizes = {cell: candidates.marks[cell].bit_count() for cell in bits(candidates.empty)}
        single = sum(1 << cell for cell, size in sizes.items() if size == 1)
        small = sum(1 << cell for cell, size in sizes.items() if 2 <= size <= self.degree)
        peers = candidates.board.peer_cells
        return {
            cell: peers[cell] & small
            for cell, size in sizes.items()
            if size > 1 and peers[cell] & small and not peers[cell] & single
        }

    def _aligned(
        self, candidates: Candidates, excluders: dict[int, int]
    ) -> Iterator[tuple[int, ...]]:
        """The sets of cells; a third is an excluder of one of the first two."""
        cells = list(excluders)
        for turn, second in enumerate(cells):
            for first in cells[:turn]:
                if self.degree == 2:
                    yield first, second
                elif _two_or_more(excluders[first] & excluders[second]):
                    for third in _tail(candidates, excluders, first, second):
                        yield first, second, third

    def _step(
        self,
        candidates: Candidates,
        cells: tuple[int, ...],
        common: int,
        gone: tuple[Candidate, ...],
    ) -> Step:
        parts = (("pattern", cells), ("second", _used(candidates, cells, common, gone)))
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit in gone})),
            roles=tuple(
                Role(name, candidates.among(sum(1 << cell for cell in part), -1))
                for name, part in parts
                if part
            ),
            rating=TABLE[self.name].rating,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells, the excluders, and what follows."""
        board = candidates.puzzle.board
        aligned, *excluders = (
            cells_text((cell for cell, _ in role.candidates), board) for role in step.roles
        )
        gone = remove_text(step.eliminations, board)
        if self.degree == 2:
            return sentences(*_pair_texts(step, candidates), gone)
        empties = "".join(
            translated(", or leave no digit for a cell among {cells}", cells=cells)
            for cells in excluders
        )
        said = translated(
            "Go through the digits that {cells} can hold together. Every combination with one of "
            "the removed digits would put a digit twice into a house{empties}.",
            cells=aligned,
            empties=empties,
        )
        return sentences(said, gone)


def _pair_texts(step: Step, candidates: Candidates) -> Iterator[str]:
    """Why each digit that is removed from one of two cells has no partner in the other."""
    board = candidates.board
    one, two = dict.fromkeys(cell for cell, _ in step.roles[0].candidates)
    excluders = dict.fromkeys(cell for role in step.roles[1:] for cell, _ in role.candidates)
    for cell, digit in step.eliminations:
        other = two if cell == one else one
        reasons = []
        for partner in digits_of(candidates.marks[other]):
            both = 1 << digit - 1 | 1 << partner - 1
            empty = next((at for at in excluders if not candidates.marks[at] & ~both), None)
            symbol, text = board.symbols[partner], marked("{digit} would be twice in their house")
            if partner != digit and empty is not None:
                text = marked("{digit} would leave no digit for {cell}")
            left = board.cell_name(empty) if empty is not None else ""
            reasons.append(translated(text, digit=symbol, cell=left))
        yield translated(
            "If {cell} were {digit}, nothing would fit {other}: {reasons}.",
            cell=board.cell_name(cell),
            digit=board.symbols[digit],
            other=board.cell_name(other),
            reasons=listed(reasons),
        )


def _two_or_more(cells: int) -> bool:
    return bool(cells & (cells - 1))


def _closing(marks: Sequence[int], common: int) -> dict[int, int]:
    """For a set of digits, those that would leave some excluder without a candidate if added."""
    found: dict[int, int] = {}
    for mask in {marks[cell] for cell in bits(common)}:
        for digit in digits_of(mask):
            rest = mask & ~(1 << (digit - 1))
            found[rest] = found.get(rest, 0) | mask & ~rest
    return found


def _dead(
    candidates: Candidates, cells: tuple[int, ...], closing: dict[int, int]
) -> Iterator[Candidate]:
    """The candidates of the cells that no choice of the others allows."""
    marks, peers = candidates.marks, candidates.board.peer_cells
    for turn, cell in enumerate(cells):
        others = cells[:turn] + cells[turn + 1 :]
        for digit in digits_of(marks[cell]):
            chosen = 1 << (digit - 1)
            shut = closing.get(chosen, 0)
            left = [marks[at] & ~shut & ~(chosen if peers[cell] >> at & 1 else 0) for at in others]
            if len(left) == 1:
                allowed = left[0] != 0
            else:
                twins = bool(peers[others[0]] >> others[1] & 1)
                allowed = _go_together(chosen, left[0], left[1], twins, closing)
            if not allowed:
                yield cell, digit


def _go_together(chosen: int, one: int, other: int, twins: bool, closing: dict[int, int]) -> bool:
    """Whether some digit of one cell and some digit of another are allowed with a chosen digit."""
    while one and other:
        digit = one & -one
        one ^= digit
        shut = closing.get(digit, 0) | closing.get(digit | chosen, 0)
        if other & ~(shut | digit if twins else shut):
            return True
    return False


def _tail(
    candidates: Candidates, excluders: dict[int, int], first: int, second: int
) -> Iterator[int]:
    """The cells that can be the third, in Sudoku Explainer's order."""
    seen = dict[int, None]()
    for cell in (first, second):
        houses = candidates.board.houses_of[cell]
        for turn in [turn for turn in (*HOUSES, *range(3, len(houses))) if turn < len(houses)]:
            members = candidates.board.houses[houses[turn]].cells
            seen.update(dict.fromkeys(at for at in members if excluders[cell] >> at & 1))
    return (cell for cell in seen if cell in excluders and cell not in (first, second))


def _used(
    candidates: Candidates,
    cells: tuple[int, ...],
    common: int,
    gone: tuple[Candidate, ...],
) -> tuple[int, ...]:
    """The excluders that some choice with a removed digit would leave without a candidate."""
    marks = candidates.marks
    dead = set(gone)
    used = dict[int, None]()
    for choice in product(*(digits_of(marks[cell]) for cell in cells)):
        if dead.isdisjoint(zip(cells, choice, strict=True)):
            continue
        together = sum(1 << (d - 1) for d in set(choice))
        used.update(dict.fromkeys(at for at in bits(common) if not marks[at] & ~together))
    return tuple(sorted(used))


ALIGNED_PAIR_EXCLUSION = AlignedExclusion("aligned-pair-exclusion", "Aligned Pair Exclusion", 2)
ALIGNED_TRIPLET_EXCLUSION = AlignedExclusion(
    "aligned-triplet-exclusion", "Aligned Triplet Exclusion", 3
)
