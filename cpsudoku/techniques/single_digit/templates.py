"""Templates: all ways to place a digit in every row, column and box at the same time.

Templates of different digits share no cell. So a cell that all templates of one digit use is lost
to the other digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, each, once
from cpsudoku.runtime.language import counted, paired, translated
from cpsudoku.techniques.base import Detail, General, Role, Step
from cpsudoku.techniques.step_words import cells_text, digits_text, listed, sentences

MOST_TEMPLATES = 999  # that an explanation counts
_WAYS = paired(
    "There is only one way to place all missing {digit}s.",
    "There are {number} ways to place all missing {digit}s.",
)
_WAYS_THEN = paired(
    "{taken}. Then there is only one way to place all missing {digit}s.",
    "{taken}. Then there are {number} ways to place all missing {digit}s.",
)
_IN_COMMON = {  # whether the digit is placed, and whether there is only one way
    (True, True): paired(
        "It uses {cells}: place {digit} in this cell.",
        "It uses {cells}: place {digit} in these cells.",
    ),
    (True, False): paired(
        "All of them use {cells}: place {digit} in this cell.",
        "All of them use {cells}: place {digit} in these cells.",
    ),
    (False, True): paired(
        "It avoids {cells}: remove {digit} from this cell.",
        "It avoids {cells}: remove {digit} from these cells.",
    ),
    (False, False): paired(
        "All of them avoid {cells}: remove {digit} from this cell.",
        "All of them avoid {cells}: remove {digit} from these cells.",
    ),
}


@dataclass(frozen=True)
class Taken(Detail):
    """What other digits take first: each digit with the cells that all its templates use."""

    by: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Template(General):
    """What all templates of a digit have in common: cells that all use, or that none uses.

    ``places``: the digit is placed in the cells that all use.
    """

    name: str
    title: str
    places: bool

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        ways = "A template is a way to place a digit in all rows, columns and boxes at once."
        if self.places:
            return f"{ways} The digit is placed in the cells that every template uses."
        return f"{ways} The digit is removed from the cells that no template uses."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """One step for each digit."""
        every = once(candidates.memo, "templates", lambda: _Templates(candidates))
        for digit, places in enumerate(candidates.places, 1):
            used = every.used[digit - 1]
            placed = each(every.sure[digit - 1], digit) if self.places else ()
            gone = each(places & ~used, digit) if used and not self.places else ()
            if placed or gone:
                taken = every.taken_before(digit)
                yield Step(
                    self.name,
                    placements=placed,
                    eliminations=gone,
                    digits=(digit,),
                    roles=(Role("pattern", each(used, digit)),),
                    detail=Taken(taken) if taken else None,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """What other digits take, the number of templates, and what these have in common."""
        board = candidates.board
        digit = digits_text(step.digits, board)
        number = count_templates(board, sum(1 << cell for cell, _ in step.roles[0].candidates))
        cells = [cell for cell, _ in (*step.placements, *step.eliminations)]
        taken = _taken_text(step.detail, board) if isinstance(step.detail, Taken) else ""
        ways = _WAYS_THEN if taken else _WAYS
        start = counted(*ways, number, taken=taken, number=_number(number), digit=digit)
        every = _IN_COMMON[self.places, number == 1]
        common = counted(*every, len(cells), cells=cells_text(cells, board), digit=digit)
        return sentences(start, common)


def _number(number: int) -> str:
    """``5``, or ``over 999``."""
    if number <= MOST_TEMPLATES:
        return str(number)
    return translated("over {number}", number=MOST_TEMPLATES)


def _taken_text(taken: Taken, board: Board) -> str:
    cells = (
        translated("{digits} in {cells}", digits=board.symbols[other], cells=cells_text(at, board))
        for other, at in taken.by
    )
    return translated(
        "A cell that all templates of a digit use is lost to other digits: {cells}",
        cells=listed(cells),
    )


class _Templates:
    """The cells of the templates of all digits, when the digits do not take each other's cells.

    ``used`` has the cells of some template, ``sure`` those of every template, for each digit. A
    cell that is sure for one digit is lost to the others, until nothing changes.
    """

    def __init__(self, candidates: Candidates) -> None:
        self.board = candidates.board
        self.used = tuple(possible_places(self.board, places) for places in candidates.places)
        self.rounds: list[tuple[tuple[int, ...], tuple[int, ...]]] = []  # used and sure
        while True:
            self.sure = tuple(self._in_all(used) for used in self.used)
            self.rounds.append((self.used, self.sure))
            after = tuple(
                possible_places(self.board, used & ~self._of_others(digit))
                for digit, used in enumerate(self.used)
            )
            if after == self.used:
                return
            self.used = after

    def _in_all(self, used: int) -> int:
        """The cells of every template: those that are alone in their row."""
        rows = (used & self.board.house_cells[row] for row in self.board.rows)
        return sum(cells for cells in rows if cells.bit_count() == 1)

    def _of_others(self, digit: int) -> int:
        found = 0
        for other, sure in enumerate(self.sure):
            if other != digit:
                found |= sure
        return found

    def taken_before(self, digit: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The cells that others take from a digit, and from those others, in their order."""
        needed, found = {digit}, list[tuple[int, tuple[int, ...]]]()
        for number in range(len(self.rounds) - 1, -1, -1):
            used, sure = self.rounds[number]
            known = self.rounds[number - 1][1] if number else (0,) * len(sure)
            for other in range(len(sure), 0, -1):
                lost = 0
                for each_needed in needed - {other}:
                    lost |= used[each_needed - 1]
                cells = sure[other - 1] & ~known[other - 1] & lost
                if cells:
                    found.append((other, tuple(bits(cells))))
                    needed.add(other)
        return tuple(reversed(found))


@lru_cache(maxsize=512)
def possible_places(board: Board, places: int) -> int:
    """The places of a digit that occur when it is placed in every row in some way.

    No technique of one digit removes these, so they need no search.
    """
    found = 0
    for cell in bits(places):
        if not found >> cell & 1:
            found |= _placed_with(board, places, cell)
    return found


def _placed_with(board: Board, places: int, cell: int) -> int:
    """A way to place a digit in every row, with one in this cell; 0 if there is none."""
    rows = [places & board.house_cells[row] for row in board.rows]
    left = [row for row in rows if row and not row >> cell & 1]
    stack = [(left, ~board.peer_cells[cell], 1 << cell)]
    while stack:
        left, free, chosen = stack.pop()
        if not left:
            return chosen
        narrowest = min(left, key=lambda row: (row & free).bit_count())
        rest = [row for row in left if row != narrowest]
        stack += (
            (rest, free & ~board.peer_cells[each], chosen | 1 << each)
            for each in bits(narrowest & free)
        )
    return 0


def count_templates(board: Board, places: int) -> int:
    """The number of ways to place a digit in every row that has places for it.

    It stops when there are more than MOST_TEMPLATES.
    """
    left = [cells for row in board.rows if (cells := places & board.house_cells[row])]
    found, stack = 0, [(sorted(left, key=int.bit_count), -1)]
    while stack and found <= MOST_TEMPLATES:
        rows, free = stack.pop()
        if not rows:
            found += 1
            continue
        stack += ((rows[1:], free & ~board.peer_cells[cell]) for cell in bits(rows[0] & free))
    return found


TEMPLATE_SET = Template("template-set", "Template Set", places=True)
TEMPLATE_DELETE = Template("template-delete", "Template Delete", places=False)
