"""Lines of the rule language for each rule of the table, on small boards.

A line begins with ``@NAME`` of one of ``BOARDS``; without it the board is 4x4. Give every rule
several lines: usual ones, the smallest and largest, and some that nothing satisfies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.holes import of_runs, with_holes
from cpsudoku.core.layers import DOUBLED, FACTOR, HOT, MULTIPLIED, NEGATED, OTHER
from cpsudoku.core.repeating import with_repeats
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.runtime.errors import InputError

BOARDS = {
    "4x4": Board.boxes(2, 2),
    "6x6": Board.boxes(2, 3),
    "9x9": Board.boxes(3, 3),
    "12x12": Board.boxes(3, 4),
    "latin": Board.without_boxes(5),
    "jigsaw": Board.jigsaw("AAAB/CABB/CCDB/CDDD"),
    "zero": Board.rectangle(4, 4, 4, (2, 2), lowest=0),
    "wide": Board.rectangle(3, 4, 6),
    "stars": with_repeats((5, 5), (0, 1), "AABBB/AABBB/CCBDD/CCDDD/EEEED"),
    "signs": with_repeats((4, 4), (1, 2)),
    "four": Board.rectangle(3, 3, 4, lowest=0),
    "five": Board.rectangle(4, 4, 5, (2, 2), lowest=0),
    "doubled": Board.boxes(2, 2).with_layers(DOUBLED),
    "multiplied": Board.boxes(2, 2).with_layers(FACTOR, MULTIPLIED),
    "hot": Board.rectangle(4, 4, 4, (2, 2), lowest=0).with_layers(HOT, NEGATED),
    "twins": Board.of_grids([(0, 0), (2, 2)], (2, 2)),
    "holes": with_holes("..X./X.../..../.X..", 5),
    "runs": of_runs("XXXX/X.../X.../XX..", 5),
    "three": Board.rectangle(2, 2, 3),
    "cats": Board.rectangle(3, 3, 4, lowest=0).with_layers(OTHER),
    "kittens": Board.rectangle(2, 2, 3).with_layers(OTHER),
    "tiny": Board.rectangle(2, 2, 4),
}

EXAMPLES: dict[str, list[str]] = {
    "region": [
        "region: r1c1 r1c2 r1c3 r1c4",
        "region: r1c1 r2c2 r3c3",
        "region: r1c4 r2c4",
        "@zero region: r1c1 r2c2 r3c3 r4c4",
        "@wide region: r1c1 r2c2 r3c3 r3c4",
        "@twins region: r1c1 r3c3 r6c6",
    ],
    "diagonals": [
        "diagonals",
        "diagonals rising",
        "diagonals falling",
        "@6x6 diagonals rising",
        "@latin diagonals",
        "@zero diagonals",
        "@jigsaw diagonals falling",
        "@twins diagonals rising",
    ],
    "windows": [
        "windows",
        "@zero windows",
        "@jigsaw windows",
        "@twins windows",
        "@9x9 windows",
    ],
    "disjoint-groups": [
        "disjoint-groups",
        "@zero disjoint-groups",
        "@jigsaw disjoint-groups",
        "@twins disjoint-groups",
        "@6x6 disjoint-groups",
    ],
    "straights": [
        "straights",
        "straights: r2c2",
        "@holes straights",
        "@holes straights: r1c1 r3c3",
        "@runs straights",
        "@tiny straights",
        "@tiny straights: r1c1",
    ],
    "kakuro": [
        "kakuro 5: r1c1 r1c2",
        "kakuro 9: r2c1 r3c1 r4c1",
        "@runs kakuro 12: r2c2 r2c3 r2c4",
        "@runs kakuro 3: r3c4 r4c4",
        "@runs kakuro 30: r4c3 r4c4",
        "@holes kakuro 6: r2c2 r3c2",
    ],
    "digit-set": [
        "digit-set",
        "@four digit-set",
        "@five digit-set",
        "@wide digit-set",
        "@twins digit-set",
        "@tiny digit-set",
    ],
    "only": [
        "only 1: r1c1",
        "only 1,3: r1c1 r2c2",
        "@zero only 0,3: row 1",
        "@latin only 2,5: r1c1 r5c5",
        "@wide only 6: r3c4",
        "primes: r1c1 r2c2",
        "@6x6 only fibonacci: row 1",
        "squares: r4c4",
    ],
    "count": [
        "count 1,3: r1c1 = r1c2 r1c3 r1c4",
        "count 2: r2c2 = r1c1 r1c2 r2c1 r2c2",
        "count primes: r1c1 = box 4",
        "count 4: r1c1 = r2c2",
        "@zero count 0: r1c1 = r1c2 r2c1 r2c2",
        "@6x6 count 1,2,3: r3c3 = r2c2 r2c3 r4c4 r6c6",
        "@wide count 5,6: r1c1 = row 3",
    ],
    "sees": [
        *("sees 1,3: r1c1", "sees 1,2: r2c2", "sees itself: r2c3", "sees 2,4 itself: r4c4"),
        *("@zero sees 0,1: r1c1", "@zero sees: r3c3", "@latin sees 1,2,3: r3c3"),
        *("@doubled sees 1: r2c2 = doubled.r2c2", "@doubled sees itself: r1c1 = doubled.r1c1"),
        *("@wide sees 4,5,6 itself: r2c2 = r3c1",),
    ],
    "connected": [
        "connected 1: everything",
        "connected 1,2: everything",
        "connected 2,3 4: row 1 row 2",
        "connected 1,2,3 7: r1-3c1-3",
        "@zero connected 0,1: everything",
        "@wide connected 1,6: everything",
        "@wide connected 2 3: everything",
        "@latin connected 1,5 10: everything",
    ],
    "chaos-construction": [
        *("chaos-construction", "@wide chaos-construction 2", "@zero chaos-construction"),
        *("@latin chaos-construction", "@wide chaos-construction 4", "@zero chaos"),
        *("chaos", "chaos 4", "@wide chaos-construction 3", "@wide chaos-construction"),
    ],
    "sum-regions": [
        *("sum-regions 10", "sum-regions 20", "sum-regions 10 different", "@zero sum-regions 6"),
        *("@zero sum-regions 8 different", "@latin sum-regions 15", "@jigsaw sum-regions 10"),
        *("@latin sum-regions 25", "@6x6 sum-regions 42", "sum-regions 40"),
    ],
    "galaxies": [
        "galaxies: r2c2 = r1c2 = r1c3 = r2c4 r3c4 = r3c1 r4c1 = r3c2 = r4c2 = r4c3",
        "galaxies: r2c1 r2c2 r3c1 r3c2 = r1c3 = r2c4 r3c4 = r3c3 = r4c3",
        "galaxies different: r1c1 r1c2 r2c1 r2c2 = r2c3 = r2c4 = r3c1 r4c1 = r3c4 = r4c2 = r4c3-4",
        "@zero galaxies different: r2c1 r2c2 = r2c3 = r1c4 r2c4 = r3c1 = r4c1 r4c2 = r4c3 = r4c4",
        "@wide galaxies: r2c2 r2c3 = r1c4 = r1c1 = r3c3",
        "galaxies: r2c2 r2c3 r3c2 r3c3",
        "galaxies different: r2c2 r2c3 r3c2 r3c3",
    ],
    "region-count": [
        "region-count: r1c1 = r1c1 r1c2 r2c1",
        "region-count 1: r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2",
        "region-count: r4c4 = r1c1 r1c2 r1c3",
        "@zero region-count: r1c1 = r2c2 r2c1",
        "@zero region-count 1: r1c1 = r1c1 r2c1 r3c1",
    ],
    "region-arrow": [
        "region-arrow: r1c1 = r1c1 r1c2 r1c3",
        "region-arrow: r2c2 = r2c2 r1c2 = r2c2 r2c3 r2c4 = r2c2 r3c2",
        "region-arrow 1: r2c2 = r2c2 r1c2 = r2c2 r2c3 r2c4",
        "@zero region-arrow: r1c1 = r2c2 r2c1",
        "@latin region-arrow: r1c1 = r5c5 r5c4 r5c3 = r5c5 r4c5",
    ],
    "euler": [
        "euler",
        "euler: 1..4/..../3.../....",
        "@latin euler",
        "@jigsaw euler: 1.../1.../..../....",
        "@zero euler: ...0/..../..../....",
        "@wide euler",
        "@tiny euler",
        "@tiny euler: 12/..",
    ],
    "schroedinger": [
        "@five schroedinger",
        "@four schroedinger",
        "@three schroedinger",
    ],
    "schroedinger-sum": [
        "@cats schroedinger-sum 5: r1c1",
        "@cats schroedinger-sum 4: r1c1 r2c2 r3c3",
        "@kittens schroedinger-sum 3: r1c1 r1c2",
        "@kittens schroedinger-sum 6: everything",
    ],
    "doppelganger": [
        *("@five doppelganger", "@four doppelganger", "@five doppelganger"),
        *("@four doppelganger", "@five doppelganger", "@four doppelganger"),
    ],
    "star-battle": [
        *("star-battle 1", "@6x6 star-battle 1", "@latin star-battle 1", "@zero stars 1"),
        *("@zero star-battle 1", "@wide star-battle 1", "@jigsaw star-battle 1"),
        *("star-battle 2", "@9x9 star-battle 2", "@twins star-battle 1", "@stars star-battle 1"),
    ],
    "loop": [
        *("loop", "loop apart", "@zero loop apart", "@wide loop apart", "@four loop"),
        *("loop far-apart", "@zero loop far-apart", "@wide loop far-apart"),
    ],
    "snake": [
        *(
            "snake",
            "snake: r1c1",
            "snake far-apart: r1c1",
            "@zero snake far-apart",
            "snake: r1c1 r4c4",
            "@wide snake: r1c1 r1c2",
            "@zero snake: r2c2",
        ),
    ],
    "doubler": [
        *("doubler", "@zero doubler", "@jigsaw doubler", "@6x6 doubler", "doublers"),
    ],
    "multiplier": [
        *("multiplier 3", "multiplier", "@zero multiplier 0", "@jigsaw multiplier", "tripler"),
    ],
    "negator": [
        *("negator", "@zero negator", "@jigsaw negator", "@6x6 negator", "negators"),
    ],
    "hot-cell": [
        *("hot-cell", "@zero hot-cell", "@jigsaw hot-cell", "@6x6 hot-cell", "hot-cells"),
    ],
    "cold-cell": [
        *("cold-cell", "@zero cold-cell", "@jigsaw cold-cell", "@6x6 cold-cell", "cold-cells"),
    ],
    "modified": [
        "@doubled modified: (killer 8: r1c1 r1c2)",
        "@doubled modified: (killer 9: r1c1 r1c2 r2c1) & (arrow: r4c4 = r4c3 r3c4)",
        "@doubled modified: (sum <= 3: r1c1 -2*r4c4)",
        "@doubled modified: (little-killer 12: r1c1-r4c4)",
        "@hot modified: (killer 4: r1c1 r1c2)",
        "@doubled modified: (thermo: r1c1 r1c2 r2c2)",
        "@hot modified: (slow-thermo: r1c1 r2c2) & (greater: r1c2 r1c1)",
        "@hot modified: (killer 1: r1c1 r1c2) & (sum >= 9: r2c2 r3c3)",
        "@doubled modified: (killer: r1c1 r2c2)",
        "@doubled modified: (whispers 3: r1c1 r1c2 r2c2)",
        "@doubled modified: (renban: r1c1 r1c2 r3c3) & (palindrome: r1c2 r3c3)",
        "@hot modified: (renban: r1c1 r1c2 r3c3)",
        "@hot modified: (between: r1c1 r1c2 r3c3)",
        "@doubled modified: (lockout 3: r1c1 r1c2 r3c3)",
        "@doubled modified: (sequence: r1c1 r1c2 r3c3) & (white: r3c3 r3c4)",
        "@doubled modified: (modular 3: r1c1 r1c2 r3c3 r4c4)",
        "@doubled modified: (black: r1c1 r1c2) & (X: r2c1 r2c2)",
        "@doubled modified: (pair a=3*b or b=3*a: r1c1 r1c2)",
        "@hot modified: (pair all abs(a-b)!=2: r1c1 r1c2 r2c2)",
        "@multiplied modified: (nabner: r1c1 r1c2)",
        "@multiplied modified: (killer 10: r1c1 r1c2)",
        "@multiplied modified: (sum >= 9: r1c1 -r2c2 r3c3)",
    ],
    "yin-yang": [
        *("yin-yang", "@6x6 yin-yang", "@jigsaw yin-yang", "@zero yin-yang", "@wide yin-yang"),
        *("@twins yin-yang", "@latin yin-yang", "@signs yin-yang", "@stars yin-yang"),
    ],
    "nurikabe": [
        *("nurikabe", "nurikabe: r1c1 r3c4", "nurikabe: r1c2 r4c4", "@zero nurikabe: r1c1 r2c4"),
        *("@wide nurikabe: r1c1 r3c4", "@latin nurikabe: r1c1 r5c5 r1c4", "@jigsaw islands: r1c1"),
        *("nurikabe: r2c2", "@6x6 nurikabe: r1c1 r3c3 r5c5 r2c6", "nurikabe: r1c1 r1c2"),
    ],
    "killer": [
        "killer 5: r1c1 r1c2",
        "killer 6: r1c1 r1c2 r2c1",
        "killer: r1c1 r2c2 r3c3",
        "killer 10: row 2",
        "killer 3: r2c2",
        "killer 9: r1c1 r1c2",
        "killer 1: r1c1 r1c2",
        "killer: box 1 r3c3",
        "@6x6 killer 12: r1c1 r1c2 r2c1",
        "@6x6 killer 15: r1c1 r1c2 r2c1 r2c2 r3c1",
        "@latin killer 3: r1c1 r1c2",
        "@latin killer 9: r5c5 r4c5",
        "@jigsaw killer 3: r4c3 r4c4",
        "@zero killer 3: r1c1 r1c2 r2c1",
        "@wide killer 11: r1c1 r2c2",
    ],
    "sum": [
        "sum 5: r1c1 r2c2",
        "sum 12: r1c1 r1c2 r2c1 r3c3",
        "sum <= 3: r1c1*2 r1c2 -r1c3",
        "sum >=9: r1c1 r1c1 r2c1",
        "sum = 0: r1c1 - 2*r4c4 + r4c1",
        "sum 4: r1c1 -r1c1 r2c2",
        "sum 7: r1c1 r1c2 r1c3",
        "sum 40: row 1",
        "sum -3: r1c1 -r4c4",
        "@zero sum 6: r1c1 r1c2 r2c1 r4c4",
        "@6x6 sum 25: r1c1*3 r1c2 r2c1",
        "@jigsaw sum <= 5: r4c1 r4c2 r4c3",
        "@twins sum 12: r1c1 r3c3 r6c6",
    ],
    "product": [
        "product 12: r1c1 r1c2 r2c1",
        "product 4: r1c1 r2c2",
        "product 3: r4c4",
        "product 5: r1c1 r1c2",
        "product 24: row 2",
        "product 64: r1c1 r2c2 r3c3",
        "product 1000000000: r1c1 r1c2",
        "@zero product 0: r1c1 r1c2 r2c1",
        "@zero product 6: r1c1 r1c2 r2c2",
        "@zero product 1: r1c1 r1c2",
        "@6x6 product 36: r1c1 r1c2 r2c1 r2c2",
        "@latin product 60: r1c1 r1c2 r2c1 r3c1",
        "@jigsaw product 12: r1c1 r2c2 r3c3",
        "@twins product 18: r1c1 r3c3 r6c6",
    ],
    "difference": [
        "difference 2: r1c1 r1c2",
        "difference 0: r1c1 r2c3",
        "difference 0: r1c1 r1c2",
        "difference 1: r1c1 r1c2 r2c1",
        "difference 4: r1c1 r1c2",
        "difference 0: r1c1 r2c2 r3c4 r4c3",
        "@zero difference 3: r1c1 r1c2",
        "@zero difference 1: r1c1 r1c2 r2c2",
        "@6x6 difference 2: r1c1 r1c2 r2c1",
        "@latin difference 1: r1c1 r2c2 r3c3",
        "@wide difference 5: r1c1 r2c1",
        "@twins difference 3: r1c1 r3c3",
    ],
    "quotient": [
        "quotient 2: r1c1 r1c2",
        "quotient 1: r1c1 r2c3",
        "quotient 1: r1c1 r1c2",
        "quotient 2: r1c1 r1c2 r2c1",
        "quotient 5: r1c1 r1c2",
        "quotient 1: r1c1 r2c2 r3c4 r4c3",
        "@zero quotient 3: r1c1 r1c2",
        "@zero quotient 1: r1c1 r2c2 r3c3",
        "@6x6 quotient 3: r1c1 r1c2 r2c1",
        "@latin quotient 2: r1c1 r2c2 r3c3",
        "@12x12 quotient 5: r1c1 r2c1",
        "@twins quotient 3: r1c1 r3c3",
    ],
    "lunchbox": [
        "lunchbox 3: r1c1 r1c2 r2c3 r3c4",
        "lunchbox 0: r1c1 r1c2 r2c3",
        "lunchbox 2: r1c1 r1c2 r2c2",
        "lunchbox 0: r1c1 r2c3",
        "lunchbox 4: r1c1 r2c2",
        "lunchbox 9: r1c1 r1c2 r2c2",
        "lunchbox 5: r1c1 r2c2 r3c3 r4c4",
        "@zero lunchbox 1: r1c1 r1c2 r2c3",
        "@6x6 lunchbox 5: r1c1 r1c2 r2c2 r3c3",
        "@latin lunchbox 4: r1c1 r2c2 r3c3",
    ],
    "clone": [
        "clone: r1c1 r1c2 = r3c3 r3c4",
        "clone: r1c1 = r2c3 = r4c4",
        "clone: r1c1 = r1c2",
        "clone any-order: r1c1 r1c2 = r3c3 r4c4",
        "clone any-order: r1c1 r1c2 r2c3 = r3c3 r4c4 r1c4",
        "clone any-order: r1c1 r2c3 = r3c3 r4c4 = r4c1 r1c1",
        "@zero clone any-order: r1c1 r2c1 = r3c3 r3c4",
        "@6x6 clone: r1c1 r1c2 = r5c3 r6c4",
    ],
    "thermo": [
        "thermo: r1c1 r1c2 r1c3 r1c4",
        "thermo: r4c4 r3c3",
        "thermo: r1c1 r2c2 r3c3",
        "@zero thermo: r1c1 r1c2 r2c2 r3c3",
        "@6x6 thermo: r1c1 r1c2 r2c2 r3c3",
        "@latin thermo: r1c1 r2c2 r3c3 r4c4 r5c5",
        "@jigsaw thermo: r1c1 r1c2",
    ],
    "arrow": [
        "arrow: r1c1 = r1c2 r2c2",
        "arrow: r1c1 = r2c1",
        "arrow: r3c3 = r1c1 r2c1 r3c1 r4c1",
        "arrow: r1c1 r1c2 = r1c3 r2c3 r3c3 r4c3",
        "arrow: r2c1 r1c1 r3c1 = r1c3 r2c3",
        "@zero arrow: r1c1 r1c2 = r2c3 r2c4 r3c4",
        "@6x6 arrow: r1c1 = r2c2 r3c3 r4c3",
        "@6x6 arrow: r1c1 r1c2 = r2c2 r3c3 r4c3 r5c3",
        "@12x12 arrow: r1c1 r1c2 = r2c1 r3c1 r4c1 r5c2",
        "@12x12 arrow: r1c1 r1c2 r1c3 = r2c1 r3c1 r4c1",
    ],
    "double-arrow": [
        "double-arrow: r1c1 r1c2 r1c3",
        "double-arrow: r1c1 r2c2 r3c3 r4c4",
        "double-arrow: r1c1 r1c2 r2c2 r2c3 r3c3",
        "@zero double-arrow: r1c1 r1c2 r2c2 r2c3",
        "@6x6 double-arrow: r1c1 r2c2 r3c3 r4c3",
    ],
    "zipper": [
        "zipper: r1c1 r1c2 r1c3",
        "zipper: r1c1 r1c2 r2c3 r3c3",
        "zipper: r1c1 r1c2 r2c2 r2c3 r3c3",
        "@zero zipper: r1c1 r1c2 r2c3 r3c3",
        "@6x6 zipper: r1c1 r1c2 r2c2 r2c3 r3c3 r3c4",
    ],
    "region-sum": [
        "region-sum: r1c1 r1c2 r1c3 r1c4",
        "region-sum: r1c1 r2c2 r2c3 r3c2",
        "region-sum: r2c2 r2c3 r1c2 r1c1",
        "region-sum: r1c1 r1c2",
        "@zero region-sum: r2c2 r2c3 r3c3 r4c3",
        "@jigsaw region-sum: r1c1 r1c2 r2c2 r2c3",
        "@twins region-sum: r2c2 r3c3 r4c3 r5c5",
    ],
    "white": [
        "white: r1c1 r1c2",
        "white 2: r1c1 r2c1",
        "white 3: r2c1 r2c2",
        "white 4: r2c1 r2c2",
        "@zero white: r1c1 r1c2",
        "@6x6 white 2: r1c1 r1c2",
    ],
    "quadruple": [
        "quadruple 1,2: r1c1 r1c2 r2c1 r2c2",
        "quadruple 3,3,4: r1c1 r1c2 r2c1 r2c2",
        "quadruple 4: r2c2 r2c3 r3c2 r3c3",
        "quadruple 1,1: r1c1 r1c2",
        "quadruple 2,3,3: r1c1 r2c2 r3c3",
        "@zero quadruple 0,1: r2c2 r2c3 r3c2 r3c3",
        "@wide quadruple 6,6,1,2: r2c2 r2c3 r3c2 r3c3",
    ],
    "row-indexer": [
        "row-indexer: r1c1",
        "row-indexer: row 2",
        "@zero row-indexer: r1c1 r3c4",
        "@wide row-indexer: r2c1 r1c1",
        "@twins row-indexer: r3c3",
    ],
    "column-indexer": [
        "column-indexer: r1c1",
        "column-indexer: column 2",
        "@zero column-indexer: r1c1 r3c4",
        "@wide column-indexer: r2c1 r2c2",
        "@twins column-indexer: r4c4",
    ],
    "box-indexer": [
        "box-indexer: r1c1",
        "box-indexer: box 2",
        "@zero box-indexer: r1c1 r3c4",
        "@jigsaw box-indexer: r1c1 r4c4 r2c3",
    ],
    "counting-circles": [
        "counting-circles: r1c1 r2c2 r3c3",
        "counting-circles: r1c1 r2c3 r3c4 r4c2 r1c4",
        "counting-circles: r1c1",
        "counting-circles: row 1 row 2 r3c1 r3c2",
        "@zero counting-circles: r1c1 r2c2 r3c3 r4c4",
        "@6x6 counting-circles: r1c1 r2c3 r3c5 r4c1",
        "@wide counting-circles: r1c1 r2c3 r3c1 r3c2 r2c4",
    ],
    "little-killer": [
        "little-killer 5: r1c2 r2c1",
        "little-killer 9: r2c1-r4c3",
        "little-killer 16: r4c1-r1c4",
        "little-killer 3: r1c1-r4c4",
        "little-killer 2: r1c1",
        "@zero little-killer 2: r3c1-r1c3",
        "@6x6 little-killer 14: r1c4-r3c6",
        "@wide little-killer 8: r1c2-r3c4",
    ],
    "sandwich": [
        "sandwich 0: row 1",
        "sandwich 5: column 2",
        "sandwich 2: row 4",
        "sandwich 4: row 4",
        "sandwich 3: r1c1-r4c4",
        "@zero sandwich 3: row 1",
        "@latin sandwich 7: row 2",
        "@6x6 sandwich 9: column 4",
        "@wide sandwich 5: row 1",
    ],
    "x-sum": [
        "x-sum 6: row 1",
        "x-sum 10: row 2 reversed",
        "x-sum 1: column 3",
        "x-sum 2: column 3",
        "x-sum 5: r1c1-r3c3",
        "@zero x-sum 0: row 1",
        "@zero x-sum 4: row 2",
        "@latin x-sum 9: column 1",
        "@6x6 x-sum 15: row 6",
        "@wide x-sum 12: row 1",
    ],
    "skyscraper": [
        "skyscraper 1: row 1",
        "skyscraper 2: row 2 reversed",
        "skyscraper 4: column 3",
        "skyscraper 5: column 3",
        "skyscraper 2: r1c1-r4c4",
        "@zero skyscraper 2: row 1",
        "@zero skyscraper 0: r1c1-r1c3",
        "@latin skyscraper 3: row 1",
        "@6x6 skyscraper 3: column 6",
        "@wide skyscraper 3: column 1",
    ],
    "hidden-skyscraper": [
        "hidden-skyscraper 1: row 1",
        "hidden-skyscraper 3: column 2 reversed",
        "hidden-skyscraper 4: row 3",
        "hidden-skyscraper 2: r1c1-r4c4",
        "@zero hidden-skyscraper 0: row 1",
        "@6x6 hidden-skyscraper 5: r1c1-r1c4",
        "@wide hidden-skyscraper 2: column 1",
        "hidden-skyscraper 9: row 2",
    ],
    "ascending-starter": [
        "ascending-starter 4: row 1",
        "ascending-starter 10: column 2",
        "ascending-starter 3: column 2 reversed",
        "ascending-starter 6: r1c1-r4c4",
        "@zero ascending-starter 0: row 1",
        "@6x6 ascending-starter 7: r1c1-r1c4",
        "@wide ascending-starter 9: column 1",
        "ascending-starter 11: row 2",
    ],
    "ascending-series": [
        "ascending-series 1: row 1",
        "ascending-series 2: column 2 reversed",
        "ascending-series 0: row 3",
        "ascending-series 2: r1c1-r4c4",
        "@zero ascending-series 1: row 1",
        "@6x6 ascending-series 2: r1c1-r1c5",
        "@wide ascending-series 1: column 1",
        "ascending-series 3: row 2",
    ],
    "sums": [
        "sums 5/10: r1c1 r1c2 r2c1",
        "sums 2%5: r1c1 r1c2 r2c2",
        "sums 0%2: r1c1",
        "sums 3/5/7/9/11/12: r1c1 r1c2 r1c3",
        "sums 40/50: r1c1 r1c2",
        "@zero sums 0/1: r1c1 r2c2",
        "@6x6 sums 7%9: r1c1 r2c2 r3c3",
        "@wide sums 1%3: r1c1 r1c2 r2c1 r2c2",
        "@signs sums -1/1: r1c1 r1c2 r2c1",
    ],
    "look-and-say": [
        "look-and-say 12: r1c1 r1c2 r2c2",
        "look-and-say 2113: r1c1 r1c2 r2c1 r3c3",
        "look-and-say 04: r1c1 r2c2",
        "look-and-say 1124: r1c1 r2c2 r3c3",
        "@zero look-and-say 10: r1c1 r1c2",
        "@6x6 look-and-say 16: r1c1 r2c2 r3c3",
        "look-and-say 31: r1c1 r1c2",
    ],
    "numbered-room": [
        "numbered-room 3: row 1",
        "numbered-room 1: column 2 reversed",
        "numbered-room 4: row 3",
        "numbered-room 9: row 3",
        "numbered-room 2: r1c1-r4c4",
        "@zero numbered-room 0: row 1",
        "@6x6 numbered-room 6: row 1",
        "@wide numbered-room 5: column 1",
    ],
    "full-rank": [
        "full-rank 1: row 1",
        "full-rank 6: row 2",
        "full-rank 11: column 3 reversed",
        "full-rank 16: row 4 reversed",
        "full-rank 8: row 3",
        "full-rank 13: column 2",
        "full-rank 3: column 4 reversed",
        "full-rank 7 ties: column 1",
        "full-rank 10 ties: row 3",
        "full-rank 4 ties: row 1",
        "full-rank 5 ties: column 3 reversed",
        "full-rank 9 ties: row 2 reversed",
        "full-rank 14 ties: row 2",
        "@zero full-rank 3: row 1",
        "@zero full-rank 5 ties: row 2",
        "@zero full-rank 12 ties: column 4",
        "@jigsaw full-rank 9: column 2",
        "@latin full-rank 13: row 2",
    ],
    "frame-sum": [
        "frame-sum 5: row 1",
        "frame-sum 3: column 2 reversed",
        "frame-sum 9 3: row 2",
        "frame-sum 20: row 4",
        "@zero frame-sum 3 2: row 1",
        "@latin frame-sum 9: row 3",
        "@6x6 frame-sum 11: row 1",
        "@6x6 frame-sum 9: column 1",
    ],
    "black": [
        "black: r1c1 r1c2",
        "black 3: r1c1 r2c1",
        "black 4: r2c1 r2c2",
        "black 5: r2c1 r2c2",
        "@zero black: r1c1 r1c2",
        "@6x6 black 3: r1c1 r1c2",
        "@twins black: r3c3 r3c4",
    ],
    "xv": [
        "xv V: r1c1 r1c2",
        "v: r2c2 r2c3",
        "xv 7: r1c1 r2c1",
        "xv 3: r2c1 r2c2",
        "xv X: r2c1 r2c2",
        "@zero xv 0: r1c1 r1c2",
        "@6x6 xv x: r1c1 r1c2",
    ],
    "greater": [
        "greater: r1c1 r1c2",
        "greater: r1c1 r1c2 r2c2",
        "greater: r4c4 r4c3 r4c2 r4c1",
        "@zero greater: r1c1 r2c1 r2c2",
        "@6x6 greater: r1c1 r1c2 r1c3 r2c3 r2c2 r2c1",
        "@latin greater: r1c1 r1c2 r1c3 r2c3 r2c2 r2c1",
        "@6x6 greater: r1c1 r1c2 r1c3",
    ],
    "negative": [
        "negative white",
        "negative black",
        "negative white black",
        "negative xv white",
        "strict-xv",
        "@zero negative black white",
        "@twins negative xv",
        "@wide negative black",
    ],
    "offset": [
        "offset 1,3",
        "offset 2,2",
        "@latin offset 0,2",
    ],
    "anti-knight": [
        "anti-knight",
        "@zero anti-knight",
        "@wide knight",
    ],
    "anti-king": [
        "anti-king",
        "@twins anti-king",
        "@wide anti-king",
    ],
    "toroidal": [
        "toroidal anti-knight",
        "toroidal anti-king",
        "@wide toroidal anti-king",
        "@zero toroidal anti-knight",
    ],
    "toroidal-non-consecutive": [
        "toroidal-non-consecutive",
        "@zero toroidal-non-consecutive",
        "@wide toroidal-non-consecutive",
    ],
    "non-consecutive": [
        "non-consecutive",
        "non-consecutive everywhere",
        "@wide non-consecutive",
        "@zero non-consecutive",
    ],
    "neighbours": [
        "neighbours a+b!=10",
        "neighbours corner a%3!=b%3 or a=b",
        "neighbours knight abs(a-b)>=2",
        "neighbours rows a!=b+1",
        "@zero neighbours falling a+b<9",
        "@zero neighbours rising 0-0 1-2 2-1 3-3",
        "@wide neighbours king a!=b",
        "@wide neighbours columns a*b!=8",
        "@4x4 neighbours half-turn a+b=5",
        "@4x4 neighbours a+b=5",
    ],
    "sum-line": [
        "sum-line 5: r1c1 r1c2 r2c3",
        "sum-line 4: r1c1 r1c2 r2c3 r3c4",
        "sum-line 5 loop: r1c1 r1c2 r2c2 r2c1",
        "sum-line: r1c1 r1c2 r2c3 r3c3",
        "sum-line 3: r2c2",
        "sum-line 9: r1c1 r1c2",
        "@zero sum-line 3: r1c1 r1c2 r2c2 r2c3",
        "@zero sum-line 1 loop: r1c1 r1c2 r2c2 r2c1",
        "@6x6 sum-line 7: r1c1 r1c2 r2c2 r2c3",
        "@twins sum-line 6: r2c2 r3c3 r4c4",
    ],
    "slow-thermo": [
        "slow-thermo: r1c1 r1c2 r1c3 r1c4",
        "slow-thermo: r4c4 r3c3",
        "slow-thermo: r1c1 r2c2 r3c3",
        "@zero slow-thermo: r1c2 r2c1 r3c2 r4c3",
        "@jigsaw slow-thermo: r1c1 r1c2 r2c2",
    ],
    "palindrome": [
        "palindrome: r1c1 r1c2 r2c3",
        "palindrome: r1c1 r2c2 r3c3 r4c2",
        "palindrome: r1c1 r1c2",
        "@latin palindrome: r1c1 r2c2",
        "@zero palindrome: r1c1 r2c2 r2c3 r3c4 r4c3",
    ],
    "renban": [
        "renban: r1c1 r2c2",
        "renban: r1c1 r1c2 r2c2",
        "renban: r1c1 r2c2 r3c3 r4c4 r4c3",
        "@6x6 renban: r1c1 r2c2 r2c3 r3c3",
        "@zero renban: r1c2 r2c2 r3c3",
        "@wide renban: r1c1 r2c2 r3c3",
    ],
    "nabner": [
        "nabner: r1c1 r2c2",
        "nabner: r1c1 r1c2 r2c2",
        "@6x6 nabner: r1c1 r2c2 r3c3",
        "@wide nabner: r1c1 r2c2 r3c3",
    ],
    "whispers": [
        "whispers: r1c1 r1c2 r2c3",
        "whispers 1: r1c1 r2c2 r3c3",
        "whispers 3: r1c1 r2c2",
        "whispers 4: r1c1 r2c2",
        "@6x6 whispers: r1c1 r1c2 r2c2 r2c1 r1c1",
        "@zero whispers: r1c1 r1c2 r2c3",
    ],
    "between": [
        "between: r1c1 r1c2",
        "between: r1c1 r1c2 r2c3",
        "between: r1c1 r1c2 r1c3 r1c4",
        "@6x6 between: r1c1 r2c2 r3c3 r4c4",
        "@zero between: r1c1 r2c2 r3c3",
    ],
    "lockout": [
        "lockout: r1c1 r1c2",
        "lockout 1: r1c1 r1c2 r2c3",
        "lockout 4: r1c1 r1c2 r2c3",
        "@6x6 lockout: r1c1 r2c2 r3c3 r4c4",
        "@zero lockout 2: r1c1 r2c2 r3c3",
    ],
    "sequence": [
        "sequence: r1c1 r1c2",
        "sequence: r1c1 r2c2 r3c3",
        "@6x6 sequence: r1c1 r1c2 r1c3",
        "@zero sequence: r1c1 r2c2 r2c3 r3c4",
        "@latin sequence: r1c1 r2c2 r3c3 r4c4 r5c5",
    ],
    "entropic": [
        "entropic: r1c1 r1c2",
        "entropic: r1c1 r2c2 r3c3 r4c4",
        "@6x6 entropic: r1c1 r1c2 r2c2 r2c1",
        "@6x6 entropic: r1c1 r1c2 r1c3 r2c3 r2c2 r2c1 r1c1",
        "@zero entropic: r1c1 r1c2 r2c2 r3c3",
    ],
    "modular": [
        "modular: r1c1 r2c2 r3c3 r4c4",
        "modular 2: r1c1 r1c2 r2c3 r2c4",
        "modular 5: r1c1 r1c2 r2c3",
        "@6x6 modular 2: r1c1 r1c2 r2c2 r2c1 r1c1",
        "@zero modular: r1c1 r1c2 r2c2 r3c3",
    ],
    "count-distinct": [
        "count-distinct: r1c1 = r1c2 r2c2 r2c1",
        "count-distinct: r1c1 = r2c3 r3c2 r4c4",
        "count-distinct: r2c2 = r1c1",
        "count-distinct: r1c1 = r1c1 r2c3 r3c3",
        "count-distinct: r4c4 = row 1 r2c1",
        "@zero count-distinct: r1c1 = r1c2 r2c2 r3c3",
        "@6x6 count-distinct: r1c1 = r1c2 r2c2 r3c3 r4c4",
        "@12x12 count-distinct: r1c1 = r2c2 r5c5",
        "@latin count-distinct: r1c1 = r1c2 r2c2 r3c3",
    ],
    "odd": [
        "odd: r1c1",
        "odd: r1c1 r2c2 r3c3",
        "@zero odd: r1c1 r1c2",
        "@6x6 odd: r1c1 r1c2",
    ],
    "even": [
        "even: r1c1",
        "even: r1c1 r2c2 r3c3",
        "@zero even: r1c1 r1c2",
        "@6x6 even: row 1",
    ],
    "minimum": [
        "minimum: r1c1",
        "minimum: r2c2",
        "@zero minimum: r1c1 r1c2",
        "@6x6 minimum: r2c3 r4c4",
        "@twins minimum: r4c4",
    ],
    "maximum": [
        "maximum: r1c1",
        "maximum: r2c2",
        "@zero maximum: r4c4 r1c2",
        "@wide max: r1c2",
    ],
    "pair": [
        "pair a+b<5: r1c1 r1c2 r2c2",
        "pair all a != b: r1c1 r2c2 r3c3",
        "pair a*2 = b or a-b>1: r1c1 r1c2",
        "pair (a+b)%3==0 and not a//2>=b: r4c1 r3c1 r2c1",
        "pair neighbours abs(a-b)>=max(2,a): r4c1 r3c1 r2c1",
        "pair 1-2 2-1 3-4 4-4: r1c1 r3c3",
        "pair all 1-1 2-2: r1c1 r3c3 r2c1",
        "pair a<b<3: r1c1 r1c2 r1c3",
        "@zero pair a//b>=1: r1c1 r1c2",
        "@zero pair 0-0 0-3: r1c1 r1c2",
        "@6x6 pair -a+b<-2: r1c1 r1c2 r2c2",
        "@wide pair min(a,b)<2: r1c1 r3c4 r2c2",
    ],
    "line": [
        "line .*(12|21).*: row 1",
        "line 1+2*[34]?: r1c1 r1c2 r2c2 r3c3",
        "line (1|2){2}3{1,2}: r1c1 r1c2 r2c2",
        "line [^1-2]{2,}.: r1c1 r1c2 r2c2 r1c1",
        "line (12*|(3|4)+)?: r1c1 r1c2 r2c2 r2c3",
        "line 12: r1c1 r1c2 r2c2",
        "line .{0}4: r1c1",
        "@zero line 0.*[1-3]: r1c1 r1c2 r2c2",
        "@6x6 line (.*6)?[1-3]{3}: r1c1 r1c2 r2c2 r3c3",
        "@wide line [13]*[246]*: column 1",
    ],
    "machine": [
        "machine low 3-4 high, high 12 low: row 1",
        "machine a 1 a, a 2 b, b ^1 a, end b: r1c1 r1c2 r2c2 r3c3",
        "machine start a b, a . b, b 13 c, c 2 a, end c a: r1c1 r1c2 r2c2",
        "machine a . b, a 4 c, b . a, c 1-3 b, end c: r1c1 r1c2 r2c2 r1c1",
        "machine a 1 b, end b: r1c1 r1c2",
        "machine a 4 b: r1c1",
        "@zero machine a 0 b, b 1-3 b: r1c1 r1c2 r2c2",
        "@6x6 machine a 1-5 a, a 6 b, b 2-4 a: r1c1 r1c2 r2c2 r3c3",
        "@wide machine odd 246 even, even 135 odd: column 1",
    ],
    "any-of": [
        "any-of: killer 3: r1c1 r1c2 | killer 6: r1c2 r2c2",
        "any-of: (thermo: r1c1 r1c2 r1c3) | (line 1(2|3)4: r1c1 r1c2 r1c3) | white 3: r1c1 r1c2",
        "any-of: (all-of: killer 5: r1c1 r1c2 & thermo: r1c1 r1c2) | (killer: r1c1 r2c2 r3c3)",
        "any-of: (killer 9: r1c1 r1c2; r2c1 r2c2) | killer 1: r3c3",
        "any-of: region: r1c1 r1c2 r1c3 r1c4 | killer 10: r2c1 r2c2 r2c3 r2c4",
        "any-of: (any-of: quadruple 1: r1c1 r1c2 | quadruple 2,2: r1c1 r2c2) | diagonals rising",
        "any-of: white: r1c1 r1c2",
        "any-of: (line 12*|2+1*: r1c1 r1c2 r2c2 r2c3 r3c3 r3c4) | counting-circles: row 2 r1c1",
        "@zero any-of: killer 3: r1c1 r1c2 r2c1 | killer 0: r4c4",
        "@6x6 any-of: killer 6: r1c1 r1c2 r2c2 | thermo: r1c1 r1c2 r2c2 r3c2",
    ],
    "exactly": [
        "exactly 1: killer 3: r1c1 r1c2 | killer 6: r1c2 r2c2",
        "exactly 2: (killer 5: r1c1 r1c2) | (killer 4: r2c1 r2c2) | (killer 6: r3c3 r3c4)",
        "exactly 0: (thermo: r1c1 r1c2 r1c3) | (line 1(2|3)4: r1c1 r1c2 r1c3) | white 3: r1c1 r1c2",
        "exactly 1: (region: r1c1 r2c2 r3c3) | (sum <= 5: r1c1 r2c2 r3c3) | (only 1,3: r4c4)",
        "exactly 2: (sum >= 8: r1c1 -r2c2 3*r3c3) | (sum 7: r1c1 r1c2 r1c3) | (renban: r1c1 r2c2)",
        "exactly 1: (any-of: quadruple 1: r1c1 r1c2 | quadruple 2,2: r1c1 r2c2) | (odd: r1c1)",
        "exactly 1: (all-of: killer 5: r1c1 r1c2 & thermo: r1c1 r1c2) | (killer: r1c1 r2c2 r3c3)",
        "exactly 1: (counting-circles: row 2 r1c1) | (line 12: r1c1) | (clone: r1c1 = r3c4)",
        "exactly 0: (line 12*|2+1*: r1c1 r1c2 r2c2 r2c3) | (sandwich 2: row 1)",
        "exactly 2: (zipper: r1c1 r2c2 r3c3) | (between: r1c1 r2c2 r3c3)",
        "@zero exactly 1: pair a+b=3: r1c1 r1c2 | pair a=b: r1c2 r3c4",
        "@6x6 exactly 1: killer 6: r1c1 r1c2 r2c2 | thermo: r1c1 r1c2 r2c2 r3c2",
    ],
    "all-of": [
        "all-of: killer 5: r1c1 r1c2 & thermo: r1c1 r1c2",
        "all-of: (any-of: killer 5: r1c1 r1c2 | killer 3: r1c1 r1c2) & (white: r1c1 r2c1)",
        "all-of: killer 5: r1c1 r1c2 & killer 6: r1c1 r1c2",
        "all-of: region: r1c1 r2c2 r3c3",
        "@zero all-of: pair a+b=3: r1c1 r1c2 & pair a=b: r1c2 r3c4",
    ],
}


def rules(name: str) -> Iterator[tuple[str, Constraint]]:
    """Each line of a rule and what it means."""
    for example in EXAMPLES[name]:
        where, line = _split(example)
        for rule in rules_of(line, BOARDS[where]):
            yield example, rule


def every_rule() -> Iterator[tuple[str, Constraint]]:
    """Each line of every rule and what it means."""
    for name in EXAMPLES:
        yield from rules(name)


def random_rules(random: Random, name: str, count: int) -> list[tuple[str, Constraint]]:
    """Variations of the examples of a rule: other cells, other numbers, another board.

    The cells of a list are a walk over the board, so that rules for lines and dots are met too.
    """
    found: list[tuple[str, Constraint]] = []
    for _ in range(200):
        where, line = _split(random.choice(EXAMPLES[name]))
        board = random.choice([BOARDS[where], *(BOARDS[each] for each in ("4x4", "wide", "zero"))])
        head, colon, tail = line.partition(":")
        words = [
            random.choice([word, str(random.randint(1, 12))]) if word.isdecimal() else word
            for word in head.split()
        ]
        parts = re.split(f"({CELLS})", tail)
        cells = "".join(
            _walk(random, board, part.count("c")) if re.match(CELLS, part) else part
            for part in parts
        )
        changed = " ".join(words) + colon + cells
        try:
            found += [(changed, rule) for rule in rules_of(changed, board)]
        except InputError:
            continue
        if len(found) >= count:
            break
    return found


CELLS = r"r\d+c\d+(?: r\d+c\d+)*"


def _split(example: str) -> tuple[str, str]:
    """The name of the board of an example, and its line."""
    if not example.startswith("@"):
        return "4x4", example
    where, line = example.split(maxsplit=1)
    return where[1:], line


def _walk(random: Random, board: Board, count: int) -> str:
    """Different cells, each beside the one before it where that is possible."""
    cells = [random.randrange(len(board))]
    for _ in range(max(1, count + random.randint(-1, 1)) - 1):
        r, c = board.row_column(cells[-1])
        places = [(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)]
        near = [board.cell_at[place] for place in places if place in board.cell_at]
        free = [cell for cell in near if cell not in cells]
        cells.append(random.choice(free or near))
    return " ".join(board.cell_name(cell) for cell in cells)
