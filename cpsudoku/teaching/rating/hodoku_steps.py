"""The next step as HoDoKu finds it, where its search differs from the technique of that name."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.runtime.deadline import look
from cpsudoku.teaching.rating.hodoku_als_chain import forward_als_chain
from cpsudoku.teaching.rating.hodoku_forcing import forcing_chain, forcing_net
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.walk import check_sound


def hodoku_step(candidates: Candidates, names: Sequence[str], solution: Grid) -> Step | None:
    """The first step of the first of these techniques that finds one as HoDoKu searches."""
    for name in names:
        look()
        if name in _POSSIBLE and not _POSSIBLE[name](candidates):
            continue
        step = (
            _OWN[name](candidates)
            if name in _OWN
            else next(TECHNIQUES[name].find(candidates), None)
        )
        if step is not None:
            check_sound(step, candidates, solution)
            return step
    return None


def removals(step: Step, board: Board) -> list[Candidate]:
    """The eliminations in HoDoKu's order, on which the order of the next singles depends.

    Chains remove digit by digit, and locked sets first in the line and then in the box.
    """
    if step.technique in _BY_DIGIT:
        return sorted(step.eliminations, key=lambda at: (at[1], at[0]))
    if step.technique in _LINE_FIRST:
        lines = [board.house_cells[h] for h in step.houses if board.houses[h].kind != "box"]
        return sorted(step.eliminations, key=lambda at: (not lines[0] >> at[0] & 1, at))
    return sorted(step.eliminations)


def _one_cell_of_three(candidates: Candidates) -> bool:
    """Whether no cell has more than three candidates, and exactly one has three."""
    numbers = [marks.bit_count() for marks in candidates.marks]
    return max(numbers) == 3 and numbers.count(3) == 1


_POSSIBLE = {"bug-1": _one_cell_of_three}
_BY_DIGIT = ("remote-pair", "nice-loop", "grouped-nice-loop")
_LINE_FIRST = ("locked-pair", "locked-triple")
_OWN = {
    "als-chain": forward_als_chain,
    "multiple-forcing-chain": forcing_chain,
    "dynamic-forcing-chain": forcing_net,
}
