"""Lines of the rule language for each rule of the table, on small boards.

A line begins with ``@NAME`` of one of ``BOARDS``; without it the board is 4x4. Give every rule
several lines: usual ones, the smallest and largest, and some that nothing satisfies.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.rule_lines import rules_of

BOARDS = {
    "4x4": Board.boxes(2, 2),
    "6x6": Board.boxes(2, 3),
    "9x9": Board.boxes(3, 3),
    "12x12": Board.boxes(3, 4),
    "latin": Board.without_boxes(5),
    "jigsaw": Board.jigsaw("AAAB/CABB/CCDB/CDDD"),
    "zero": Board.rectangle(4, 4, 4, (2, 2), lowest=0),
    "wide": Board.rectangle(3, 4, 6),
    "twins": Board.of_grids([(0, 0), (2, 2)], (2, 2)),
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
}


def rules(name: str) -> Iterator[tuple[str, Constraint]]:
    """Each line of a rule and what it means."""
    for example in EXAMPLES[name]:
        where, line = example.split(maxsplit=1) if example.startswith("@") else ("@4x4", example)
        for rule in rules_of(line, BOARDS[where[1:]]):
            yield example, rule


def every_rule() -> Iterator[tuple[str, Constraint]]:
    """Each line of every rule and what it means."""
    for name in EXAMPLES:
        yield from rules(name)
