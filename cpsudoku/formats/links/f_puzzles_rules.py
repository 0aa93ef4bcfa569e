"""The clues of f-puzzles and our rules for them, for the reader and the writer."""

from __future__ import annotations

from cpsudoku.formats.links.outside import Place

# Keys whose clues are cells, and the rule for each clue.
REGIONS = {"extraregion": "region"}
# Keys whose clues are lists of lines.
LINES = {
    "thermometer": "thermo",
    "slowthermometer": "slow-thermo",
    "palindrome": "palindrome",
    "renban": "renban",
    "whispers": "whispers",
    "germanwhispers": "whispers",
    "dutchwhispers": "whispers",
    "regionsumline": "region-sum",
    "betweenline": "between",
    "entropicline": "entropic",
    "modularline": "modular",
    "nabner": "nabner",
    "doublearrow": "double-arrow",
    "zipperline": "zipper",
    "lockout": "lockout",
    "parity": "modular",
}
# Keys whose clues are single cells or lists of cells, which make one rule together.
CELLS = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
INDEXERS = {
    "rowindexer": "row-indexer",
    "columnindexer": "column-indexer",
    "boxindexer": "box-indexer",
}
# Keys of marks between two cells: the rule, and its field for the value.
MARKS = {"difference": ("white", "difference"), "ratio": ("black", "ratio"), "xv": ("xv", "sum")}
# Keys of numbers outside the grid.
STRAIGHT = {"sandwichsum": "sandwich", "xsum": "x-sum", "skyscraper": "skyscraper"}
DIAGONAL = {"littlekillersum": "little-killer"}
# Keys that are true or false.
FLAGS = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
    "nonconsecutive": "non-consecutive",
}
NEGATIVES = {"ratio": "black", "xv": "xv"}

# Keys of drawings, and keys whose drawings only show a clue that is also listed as a rule.
DRAWINGS = {"line": "line", "rectangle": "rectangle", "circle": "circle", "text": "text"}
COPIES = ("fromConstraint", "isNewConstraint", "fromRangskSolver")
# Keys of the colours of a cell.
COLOURS = {"c": "a colour", "cArray": "several colours", "highlight": "a highlight"}

DIRECTIONS: dict[str, Place] = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
