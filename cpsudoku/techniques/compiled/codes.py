"""What compiled code knows of the techniques: their codes, and their lowest ratings in tenths.

Both are constants of the machine code, which is therefore compiled again if the table changes.
"""

from __future__ import annotations

from enum import IntEnum

from cpsudoku.core.board import Board
from cpsudoku.techniques.table import NAME_OF_CODE, TABLE, TechniqueRow

MOST_CANDIDATES = 2048  # the most that chains can work on; a 16x16 puzzle has some 1,000
SOLVED, STUCK, FOUND = 0, 1, 2  # what the search without chains returns
WALK, STEP = 0, -1  # its tasks, besides the techniques
CODES = 1 + max(NAME_OF_CODE)
# Steps for boards with other rules, by their code: the technique that explains them, and the rating
# of Sukaku Explainer 1.18.1 in tenths.
COMMON_PEERS, CELL_CASES, LOCKED_NEAR = CODES, CODES + 1, CODES + 2
WITH_RULES = {
    COMMON_PEERS: ("common-peers", 29),
    CELL_CASES: ("cell-cases", 24),
    LOCKED_NEAR: ("common-peers", 25),
}
RATINGS = (
    *(TABLE[NAME_OF_CODE[code]].rating if code else 0 for code in range(CODES)),
    *(rating for _, rating in WITH_RULES.values()),
)
"""The lowest rating of each technique, by its code."""

FULL_HOUSE = TABLE["full-house"].code
HIDDEN_SINGLE = TABLE["hidden-single"].code
NAKED_SINGLE = TABLE["naked-single"].code
POINTING = TABLE["pointing"].code
CLAIMING = TABLE["claiming"].code
DIRECT_POINTING = TABLE["direct-pointing"].code
DIRECT_CLAIMING = TABLE["direct-claiming"].code
XY_WING = TABLE["xy-wing"].code
XYZ_WING = TABLE["xyz-wing"].code
UNIQUE_LOOP = TABLE["unique-loop"].code
BUG_1, BUG_2, BUG_3, BUG_4 = (TABLE[f"bug-{type}"].code for type in range(1, 5))
ALIGNED_PAIR = TABLE["aligned-pair-exclusion"].code
ALIGNED_TRIPLET = TABLE["aligned-triplet-exclusion"].code
FORCING_CHAIN = TABLE["forcing-chain"].code
NISHIO = TABLE["nishio"].code
MULTIPLE = TABLE["multiple-forcing-chain"].code
DYNAMIC = TABLE["dynamic-forcing-chain"].code
DYNAMIC_PLUS = TABLE["dynamic-forcing-chain-plus"].code
NESTED = TABLE["nested-forcing-chain"].code

# By the size of the set; by the type of the rectangle.
DIRECT_HIDDEN = (0, 0, TABLE["direct-hidden-pair"].code, TABLE["direct-hidden-triple"].code, 0)
NAKED = (0, 0, *(TABLE[f"naked-{size}"].code for size in ("pair", "triple", "quad")))
HIDDEN = (0, 0, *(TABLE[f"hidden-{size}"].code for size in ("pair", "triple", "quad")))
FISH = (0, 0, *(TABLE[name].code for name in ("x-wing", "swordfish", "jellyfish")))
RECTANGLE = (0, *(TABLE[f"unique-rectangle-{type}"].code for type in range(1, 5)))


class ProofKind(IntEnum):
    """What a proof looks like: one chain that ends where it began, or several branches."""

    X_CYCLE = 1
    Y_CYCLE = 2
    XY_CYCLE = 3
    X_CHAIN = 4
    XY_CHAIN = 5
    CONTRADICTION = 6
    DOUBLE = 7
    CELL = 8
    HOUSE = 9


X_CYCLE, Y_CYCLE, XY_CYCLE, X_CHAIN, XY_CHAIN, CONTRADICTION, DOUBLE, CELL, HOUSE = map(
    int, ProofKind
)


def _in_order() -> list[TechniqueRow]:
    """The compiled techniques in the order of the scale."""
    rows = [row for row in TABLE.values() if row.code]
    return sorted(rows, key=lambda row: row.se121)


# The first technique of each place in the order that needs no chain. One search finds all
# techniques of a place.
EASY = tuple(
    next(row.code for row in _in_order() if row.se121 == place)
    for place in range(1, TABLE["forcing-chain"].se121)
)
# The same for boards whose rules have steps of their own.
EASY_WITH_RULES = (
    *EASY[: EASY.index(NAKED_SINGLE) + 1],
    CELL_CASES,
    LOCKED_NEAR,
    *EASY[EASY.index(NAKED_SINGLE) + 1 :],
)
CLASSIC, SUKAKU, GENERAL = range(3)  # the styles of a ground
# The levels of what the runs of a chain can use: 1 patterns, 2 to 4 whole chains. See
# ``best_proof``.
LEVELS = {DYNAMIC_PLUS: (1,), NESTED: (2, 3, 4)}
# The techniques from forcing chains on, each with a level, in the order of the scale.
TURNS = tuple(
    (row.code, level)
    for row in _in_order()
    if row.se121 >= TABLE["forcing-chain"].se121
    for level in LEVELS.get(row.code, (0,))
)


def house_order(board: Board) -> tuple[int, ...]:
    """The numbers of the houses of a board in the order of compiled code: boxes come first."""
    return (*board.regions, *board.columns, *board.rows, *board.extras)
