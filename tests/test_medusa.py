"""3D Medusa: each of its rules in a position of its own, found on the way through top1465."""

from __future__ import annotations

import pytest

from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.chains.medusa import FalseColour, Shows, Trap
from cpsudoku.techniques.hodoku_notation import parse_position

RULES = {
    Shows.TWICE_IN_CELL: (
        ":medusa:1349:.9382456..856....22.6.75..8321769845...2583..578.4.29685..16723..7.8265..."
        "25.718.:451 981 491:925 427 432 937 481 182 382 395::",
        "In r8c2, 1 and 3 have the second colour, but only one of them can be true, so",
    ),
    Shows.TWICE_IN_HOUSE: (
        ":medusa:2569:+3..8..+7.9.873...4+56..7....+3..85+3+497......+8..+4.43..75.+8...+4.3.+9+7.3"
        "...145.4....2..1:515 615 625 925 533 535 935 151 251 951 152 153 253 654 954 155 255 161 "
        "664 964 165 265 171 271 572 672 573 675 877 281 981 685 985 695 895 995 697 698:516 618 "
        "921 626 532 936 655 261 965 668::",
        "The first colour has 6 in r16c8, which see each other in column 8, so the first colour is",
    ),
    Shows.EMPTY_CELL: (
        ":medusa:12345689:...4+7+5.+9...+5.61.7+8..+7.984+5..+716+59..2.5...39.+73.+97.+2..57.3.."
        "6.8+4.18..+47....4..+7..9:211 611 117 619 221 222 322 231 451 851 658 662 865 274 277 281 "
        "681 284 384 294 394 195 297 697 698:111 812 319 421 922 631 139 841 347 448 462 867 272 "
        "974 175 981 584 591::",
        "If all of the first colour were true, r6c5 would have no candidate left, so the first",
    ),
    Shows.NO_PLACE: (
        ":medusa:3567:+6.2..9.3+18.......4..95....8....+9.+4..+98365+4+1+7+246+5+271..3+518+93+62"
        "+47.........7......1.:722 726 727 732 235 848 482 987 988 492 997:512 717 322 736 637 784"
        "::",
        "If all of the first colour were true, row 3 would have no place left for 3, so the first",
    ),
    Shows.BOTH_IN_CELL: (
        ":medusa:24578:..2......8.13..6.......7..4.1.9.........+348...+8+3..6.75.24.9.3...6+8..+3."
        "...+39.5...8:411 511 711 512 912 614 814 415 815 518 522 922 531 534 634 537 937 538 541 "
        "741 643 245 246 551 751 752 154 254 261 167 267 171 774 179 185 285:114::",
        "If the first colour is true, r1c4 is 4; if the second colour is true, r1c4 is 5. Remove 1",
    ),
    Shows.SEES_BOTH: (
        ":medusa:23:...4...+9.....61.7+8..+7.984+5..+716+59..2.5...39.+73..7....57.3..6.8..18...7."
        "...4.....9:511 315 521 222 322 277 384 488 294 394 296 297:215 216::",
        "If the first colour is true, r1c5 sees the 2 of r1c7 in row 1; if the second colour is "
        "true, r1c5 sees the 2 of r3c4 in box 2.",
    ),
    Shows.CELL_AND_HOUSE: (
        ":medusa:134:+12+34....94+5+618+9+2+7+3+7+8+936+2+45+1+2....63+9+83.+894.5..+6+9+5+2+38+71"
        "+4+5......4.8.2.....+596......7:774 175 775 776 177 182 782 687:186 396::",
        "If the first colour is true, r8c6 sees the 1 of r7c6 in column 6; if the second colour is "
        "true, r8c6 is 4.",
    ),
}


@pytest.mark.parametrize("shows", Shows)
def test_each_rule_of_two_colours(shows: Shows) -> None:
    line, words = RULES[shows]
    position = parse_position(line)
    step = next(TECHNIQUES["medusa"].find(position.candidates))
    assert isinstance(step.detail, FalseColour | Trap)
    assert step.detail.shows == shows
    assert set(step.eliminations) == set(position.eliminations)
    said = TECHNIQUES["medusa"].explain(step, position.candidates)
    assert words in said
    assert len(said) < 600


def test_nets_of_one_digit_are_left_to_simple_colors() -> None:
    line = (
        ":simple-colors:7:.4.+1+52....+5.8+43..6.+2.7+69..52+1..36+57..+65..+7.1.9+7.+5.+1+6.4.+9."
        "2+7+485+3+53.+6+9+8..+1.8.+31+59+6.:919 483:713::"
    )
    position = parse_position(line)
    assert next(TECHNIQUES["simple-colors"].find(position.candidates)).eliminations == ((2, 7),)
    found = TECHNIQUES["medusa"].find(position.candidates)
    assert not [step for step in found if (2, 7) in step.eliminations]
