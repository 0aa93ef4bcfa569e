"""Extended unique rectangles: each type in a position of its own, and why the pattern is deadly."""

from __future__ import annotations

from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.hodoku_notation import parse_position
from cpsudoku.techniques.uniqueness.extended_rectangle import ExtendedType, sixes
from tests.puzzles import random_solution

NINE = Board.of_size(9)
# SudokuWiki's first example, and positions on the way through puzzles of top1465.
TYPES = {
    ExtendedType.ONE: (
        ":extended-rectangle:135:+9.7.2+43.58+42+36+591+7.3.9.+7+4....+4..+96.....246..+9..9."
        "...+4....+4+92+87+6+796.5.2+344+28+67+35+9+1:341 144 844 361 164 864:131 531::",
        "Only r3c1 can hold another digit, so it must: remove 1 and 5 from r3c1.",
    ),
    ExtendedType.TWO: (
        ":extended-rectangle:478:1...+7..8.+97...8.3+1+8...5147+95.+7....+46+64...7...21...4."
        ".+7..+1.9..+6...6.2....+38...+67..:212 512 213 313 316 223 234 344 844 346 247 254 3"
        "54 854 259 559 364 864 374 474 574 577 279 579 184 384 484 584 587 588 589 493 593 5"
        "94 198 499:359 377 387::",
        "So one of r78c9 is 3: remove 3 from r5c9 and r78c7, which see all of them.",
    ),
    ExtendedType.THREE: (
        ":extended-rectangle:189:.3.......+87.6.19.+3.4.....2.2..8.6.....9...1..+7..+15+9..+2"
        "4....2..5.....8+21.+6+2+8+91+5734:511 113 215 415 715 418 518 531 133 335 735 543 44"
        "5 548 552 458 658 858 759 663 667 867 468 981 583 385:659::",
        "So one of r13c9 is 6 or 7, and forms a naked set with r48c9 in column 9: remove 6",
    ),
    ExtendedType.FOUR: (
        ":extended-rectangle:157:....8.61..53............5.2...4.+2....2..58..74..7.9+25.964+"
        "8...+2.....2.86.3+8+2...7..:924 928 938 184 584 186 586 786 189 589:141 142 143::",
        "In row 4, the digits 5 and 7 can only be in r4c123, so the other cells are 5 and 7",
    ),
}


@pytest.mark.parametrize("type", ExtendedType)
def test_each_type(type: ExtendedType) -> None:
    line, words = TYPES[type]
    position = parse_position(line)
    found = [
        step
        for step in TECHNIQUES["extended-rectangle"].find(position.candidates)
        if step.detail == type and set(step.eliminations) == set(position.eliminations)
    ]
    assert words in TECHNIQUES["extended-rectangle"].explain(found[0], position.candidates)


def test_there_are_as_many_rectangles_as_two_lines_allow() -> None:
    same_band, other_bands = 9 * 3**3, 27 * 3
    assert len(sixes(NINE)) == 2 * (same_band + other_bands)


def test_lines_with_the_same_three_digits_can_be_exchanged() -> None:
    decided = 0
    for seed in range(12):
        solution = random_solution(Random(seed), NINE).cells
        for six in sixes(NINE):
            if len({solution[cell] for cell in bits(six.cells)}) == 3:
                other = bytearray(solution)
                for one, across in six.pairs:
                    other[one], other[across] = solution[across], solution[one]
                assert other != solution
                assert all(len({other[at] for at in each.cells}) == 9 for each in NINE.houses)
                decided += 1
    assert decided > 3
