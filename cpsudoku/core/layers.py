"""Layers: what is to be found in a puzzle besides its digits.

A layer is a set of variables. Each of them holds one of the first values of the board, so a layer
of two values holds 1 and 2 on most boards. Variables are numbered like cells, after all cells of
the board, and rules restrict them like cells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cpsudoku.core.copying import Lean
from cpsudoku.runtime.errors import BadShape, quoted
from cpsudoku.runtime.words import either

CELLS, EDGES, EXTRA = "cells", "edges", "extra"
MOST_LAYERS = 20
MOST_EXTRA = 1000  # variables of one layer
_NAME = re.compile("[a-z][a-z-]{0,19}")
TAKEN = frozenset(("r", "c", "row", "column", "col", "box", "reversed", "everything"))


@dataclass(frozen=True)
class Layer(Lean):
    """Variables of one kind.

    ``kind``: the layer has one variable for each of the ``cells`` of the board, for each of the
    ``edges`` between two neighbours, or ``count`` variables beside the grid (``extra``).
    These are arranged in rows of ``columns``, by default as many as the board has.
    ``values`` is the number of values; 0 means all digits. ``signs`` has one character for each
    value if people do not read them as digits: ``.#`` for unshaded and shaded. ``is_counted``:
    solutions that differ only in this layer are different solutions. ``is_brought``: a rule
    brings the layer along, so no line of the board needs to name it.

    Raises BadShape for a name that is not allowed.
    """

    name: str
    kind: str = CELLS
    values: int = 2
    count: int = 0
    columns: int = 0
    signs: str = ""
    is_counted: bool = False
    is_brought: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or self.name in TAKEN:
            raise BadShape(
                "{name} is not a name of a layer; names have 1 to 20 small letters and are not "
                "{taken}",
                name=quoted(self.name),
                taken=either(sorted(TAKEN)),
            )
        if not 0 <= self.count <= MOST_EXTRA:
            raise BadShape(
                "{count} cells of {name}; allowed are 1-{most}",
                count=f"{self.count:,}",
                name=self.name,
                most=f"{MOST_EXTRA:,}",
            )


# The layers that rules bring along, so that no line of the board needs to name them.
SHADED = Layer("shaded", signs=".#", is_brought=True)
LOOP = Layer("loop", EDGES, signs=".#", is_brought=True)
WALL = Layer("wall", EDGES, signs=".#", is_brought=True)
REGION = Layer("region", values=0, is_brought=True)
STAR = Layer("star", signs=".*", is_brought=True)
SECOND = Layer("second", values=0, is_counted=True, is_brought=True)
OTHER = Layer("other", values=0, is_counted=True, is_brought=True)
ON_LOOP = Layer("on-loop", signs=".#", is_brought=True)
SNAKE = Layer("snake", EDGES, signs=".#", is_brought=True)
ON_SNAKE = Layer("on-snake", signs=".#", is_brought=True)
DOUBLED = Layer("doubled", signs=".d", is_brought=True)
NEGATED = Layer("negated", signs=".n", is_brought=True)
HOT = Layer("hot", signs=".h", is_brought=True)
COLD = Layer("cold", signs=".c", is_brought=True)
MULTIPLIED = Layer("multiplied", signs=".x", is_brought=True)
FACTOR = Layer("factor", EXTRA, 0, 1, is_brought=True)
MODIFIERS = (DOUBLED, MULTIPLIED, NEGATED, HOT, COLD)
STANDARD = (
    SHADED,
    LOOP,
    ON_LOOP,
    SNAKE,
    ON_SNAKE,
    WALL,
    REGION,
    STAR,
    SECOND,
    OTHER,
    *MODIFIERS,
    FACTOR,
)
