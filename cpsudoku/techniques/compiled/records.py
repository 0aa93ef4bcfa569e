"""The memory of the compiled code: the records it works on, field by field.

Each class describes one NumPy record. Compiled code reads its fields as attributes, and so does
Python; ``record_fields`` reads the annotations, so that a field is named only once. The
records of a board are nested in one, which is passed as one pointer, and its shapes are constants
of the compiled code. As sixty separate arrays Numba needed three minutes to compile them::

    Room        geo | state | table                steps without chains; table has those found
    ChainRoom   geo | state | now | links | search | pool | runs | hunt | proof

    Geometry    cells[house, place] -> cell        of[cell, turn] -> house
    State       marks[cell] -> digits as bits      places[house, digit] -> places as bits
    Links       weak[number, i], strong[number, i] -> the candidates linked to one
    Runs        known[start, node]                 -> whether the node follows from the start
    Pool        row r eliminates gone[gone_at[r]] to gone[gone_at[r] + gone_n[r] - 1]

Digits count from 0. Sets of digits, and of places in a house, are bits of a uint32.

Outside a search, a *candidate* is the number cell * n + digit. Inside a search, the candidates of
the grid are numbered cell by cell, digits ascending, and a *node* is 2 * number + 1 for "it is
true", 2 * number for "it is false".
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Generic,
    Protocol,
    TypeVar,
)

if TYPE_CHECKING:
    from cpsudoku.techniques.compiled.arrays import (
        Floats,
        Int8s,
        Int16,
        Int16s,
        Int32,
        Int32s,
        Int64s,
        UInt8s,
        UInt32s,
        UInt64s,
    )

R_co = TypeVar("R_co", covariant=True)
# The names of types of numbers and arrays. ``arrays`` has them for NumPy.
ARRAYS = (
    *("Int8s", "Int16s", "Int32s", "Int64s", "Int16", "Int32"),
    *("UInt8s", "UInt32s", "UInt64s", "Floats"),
)
TRACE_ROWS = 1000  # steps of a way through a puzzle
MOST_FAMILIES, MOST_TURNS, MOST_JUMPS = 12, 18, 63  # of a geometry
MOST_NEAR = 4  # cells that touch one at an edge


class Records(Protocol, Generic[R_co]):
    """An array of records."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its length."""

    def __getitem__(self, row: int) -> R_co:
        """One of its records, not a copy."""


class Geometry(Protocol):
    """What never changes for a board.

    The houses are in this order: boxes, columns, rows, others; ``kinds[kind]`` is the first of a
    kind. ``of`` are the houses of a cell in the order box, row, column, others, then -1; ``at`` is
    the place of the cell in each. ``peers`` are the peers of a cell, house by house in that order
    without repeats, then -1. ``sees[a, b]`` is 1 if two cells see each other. ``cross[g, h]`` are
    the places of house g that lie in h too.

    ``families`` are the first houses of each kind, where each rule's houses are a kind, and then
    their number. A row of ``turns`` has the first and last houses of two kinds that locked
    candidates connect. ``windows`` is the family of windows, or -1. ``jumps`` are the peers of a
    cell outside its houses, of which the first ``linked`` are links of chains, and ``near`` the
    cells that may not hold consecutive digits; both are filled up with -1. ``style`` is CLASSIC for
    Sudoku Explainer, SUKAKU for the same techniques in the order of Sukaku Explainer, or GENERAL
    for those that look at peers instead of houses.
    """

    n: int
    cells: Annotated[Int16s, "houses", "n"]
    kinds: Annotated[Int16s, 5]
    of: Annotated[Int16s, "cells", "per_cell"]
    at: Annotated[Int16s, "cells", "per_cell"]
    peers: Annotated[Int16s, "cells", "peers"]
    sees: Annotated[UInt8s, "cells", "cells"]
    cross: Annotated[UInt32s, "houses", "houses"]
    families: Annotated[Int16s, "families"]
    turns: Annotated[Int16s, "turns", 4]
    jumps: Annotated[Int16s, "cells", "jumps"]
    linked: Annotated[Int16s, "cells"]
    near: Annotated[Int16s, "cells", 4]
    windows: int
    style: int


class State(Protocol):
    """The candidates of a grid.

    ``marks`` are the digits of a cell, 0 if it is filled; ``values`` its digit, or -1; ``places``
    where a digit can go in a house; ``empty`` the number of empty cells of a house.
    """

    marks: Annotated[UInt32s, "cells"]
    values: Annotated[Int8s, "cells"]
    places: Annotated[UInt32s, "houses", "n"]
    empty: Annotated[Int8s, "houses"]


class StepRecord(Protocol):
    """A step.

    ``technique`` is its code in the table of techniques, ``rating`` is in tenths. ``cell`` and
    ``digit`` are what it places, or -1. The first ``count`` of ``gone`` are the candidates that it
    eliminates.

    A pattern is described by the fields that its search fills: ``house`` and ``cover`` (two houses,
    or the first of the base houses), ``members`` and ``union`` (the bits that are chosen, and what
    they cover) and ``value`` (a digit). A loop or a proof has a ``kind``; a proof has a
    ``house`` or cell that it starts in, ``branches`` and ``nodes``. The searches for the easiest
    loop or chain compare ``exact``, the rating as a sum of doubles, and ``turn``.
    """

    technique: int
    rating: int
    cell: int
    digit: int
    count: int
    house: int
    cover: int
    members: int
    union: int
    value: int
    kind: int
    turn: int
    branches: int
    nodes: int
    exact: float
    gone: Annotated[Int32s, "gone"]


class Trace(Protocol):
    """One step of a way: the code of its technique, and its rating in tenths."""

    technique: Int16
    rating: Int16


class Way(Protocol):
    """A way through a puzzle.

    ``er`` is the highest rating so far, ``ep`` that up to the first placement, or 0, and ``ed``
    that of the first step, or 0; all are in tenths. The first ``used`` rows of ``steps`` are set.
    """

    er: int
    ep: int
    ed: int
    used: int
    steps: Annotated[Records[Trace], "trace"]


class LinkRecords(Protocol):
    """The candidates of the grid, and the links between them.

    ``many`` is their number, and ``number[cell, digit]`` that of one, or -1. ``weak[a]`` are the
    candidates that are false when a is true: first the ``weak_in_cell`` ones of its cell, together
    ``weak_n``. ``strong[a]`` are those that are true when a is false, likewise. A cause is 0 for a
    link inside the cell, 1 + k for one in house k of the cell.
    """

    many: int
    number: Annotated[Int16s, "cells", "n"]
    cell: Annotated[Int16s, "most"]
    digit: Annotated[Int16s, "most"]
    weak: Annotated[Int16s, "most", "wide"]
    weak_cause: Annotated[Int8s, "most", "wide"]
    weak_n: Annotated[Int16s, "most"]
    weak_in_cell: Annotated[Int16s, "most"]
    strong: Annotated[Int16s, "most", "per_cell_1"]
    strong_cause: Annotated[Int8s, "most", "per_cell_1"]
    strong_n: Annotated[Int16s, "most"]
    strong_in_cell: Annotated[Int16s, "most"]


class CycleEnd(Protocol):
    """The end of a cycle: its last false candidate, the true one before it, its length in nodes."""

    off: Int16
    on: Int16
    length: Int16


class PairRecord(Protocol):
    """A false candidate, and the true one that it follows from."""

    off: Int16
    on: Int16


class SearchRecord(Protocol):
    """A breadth-first search along single links.

    For a true candidate, ``via`` is the false one before it and ``before`` the true one before
    that, -1 at the start. For a false one, ``source`` is the true one before it. ``seen_true``,
    ``seen_false`` and ``ancestor`` hold the ``clock`` of the search in which they were set. The
    rest is space to work in.
    """

    via: Annotated[Int16s, "most"]
    before: Annotated[Int16s, "most"]
    source: Annotated[Int16s, "most"]
    seen_true: Annotated[Int64s, "most"]
    seen_false: Annotated[Int64s, "most"]
    ancestor: Annotated[Int64s, "most"]
    queue: Annotated[Int16s, "nodes"]
    pairs: Annotated[Records[PairRecord], "pairs"]
    ends: Annotated[Records[CycleEnd], "pairs"]
    nodes: Annotated[Int16s, "nodes"]
    met: Annotated[UInt8s, "most"]
    gone: Annotated[Int16s, "most"]
    clock: int


class Clash(Protocol):
    """How a run ended in a contradiction.

    ``found`` is 1 if it did. ``node`` was to be added, but ``other`` was known. The parents of the
    node are ``arena[at:][:count]`` of the runs, and ``how`` is what ``known`` would hold for it.
    """

    found: Int32
    node: Int32
    at: Int32
    count: Int32
    other: Int32
    how: Int32


class RunRecords(Protocol):
    """Runs by the number of their first node, and the nodes they know.

    ``known[r, v]`` is 0 if run r does not hold node v. Else it is 1, or 2 + the place of the link
    that made it true: 0 in the cell, 1 + k in house k. The parents of the node are
    ``arena[parents_at:][:parents_n]``; ``nested`` is the chain that it rests on, or -1. ``trues``
    and ``falses`` are candidates in the order in which they were found. ``top`` is the end of the
    arena; ``full`` is 1 if it was too small. ``stop`` is set to 1 by another thread, to end the
    search at the next run. The run in progress has followed ``true_done`` of its true nodes and
    ``false_done`` of the false ones. ``fresh`` is space to work in.
    """

    known: Annotated[UInt8s, "all_nodes", "all_nodes"]
    parents_at: Annotated[Int32s, "all_nodes", "all_nodes"]
    parents_n: Annotated[Int16s, "all_nodes", "all_nodes"]
    nested: Annotated[Int32s, "all_nodes", "all_nodes"]
    trues: Annotated[Int16s, "all_nodes", "most"]
    falses: Annotated[Int16s, "all_nodes", "most"]
    true_n: Annotated[Int16s, "all_nodes"]
    false_n: Annotated[Int16s, "all_nodes"]
    clash: Annotated[Records[Clash], "all_nodes"]
    arena: Annotated[Int16s, 6_000_000]
    top: int
    full: int
    stop: int
    true_done: int
    false_done: int
    fresh: Annotated[Int64s, "per_cell_1"]


class Pool(Protocol):
    """Steps that a larger proof can use, as columns.

    ``gone`` and ``parents`` hold candidates. Equal eliminations have equal ``same``, equal chains
    equal ``chain``. ``top`` counts the rows, the candidates in ``gone`` and those in ``parents``.
    """

    rating: Annotated[Floats, "pool"]
    nodes: Annotated[Int64s, "pool"]
    key: Annotated[Int64s, "pool"]
    gone_at: Annotated[Int64s, "pool"]
    gone_n: Annotated[Int64s, "pool"]
    parents_at: Annotated[Int64s, "pool"]
    parents_n: Annotated[Int64s, "pool"]
    same: Annotated[UInt64s, "pool"]
    chain: Annotated[UInt64s, "pool"]
    gone: Annotated[Int16s, 600_000]
    parents: Annotated[Int16s, 600_000]
    top: Annotated[Int64s, 3]


class Branch(Protocol):
    """The run and the node that a branch of a proof ends in.

    The node is -1 for the one that a contradiction was about to add.
    """

    run: int
    node: int


class Hunt(Protocol):
    """A search through runs for the easiest proof.

    ``best_nodes`` and ``best_key`` describe the best so far. ``marks`` hold the ``clock`` of the
    count in which a node was met, ``queue`` the nodes of one count. ``nest_nodes`` and
    ``nest_chain`` are the ``nest_top`` nested chains that runs rest on; ``counted`` are those
    counted for one proof. ``collect`` is 1 to fill the pool, 0 to keep the best. ``lowest`` is the
    rating that lengths are added to.
    """

    technique: int
    best_nodes: int
    best_key: int
    marks: Annotated[Int64s, "all_nodes"]
    clock: int
    queue: Annotated[Int32s, "queue"]
    branches: Annotated[Records[Branch], 64]
    nest_nodes: Annotated[Int64s, 400_000]
    nest_chain: Annotated[UInt64s, 400_000]
    nest_top: int
    counted: Annotated[UInt64s, 20_000]
    collect: int
    lowest: float


class Room(Protocol):
    """The memory for steps that need no chain: a state, the step found in it, one to try."""

    geo: Geometry
    state: State
    table: Annotated[Records[StepRecord], 400]
    trial: StepRecord


class ChainRoom(Protocol):
    """The memory for chains.

    A search starts from ``state``. It leaves its step in the first row of ``table`` and its proof
    in ``proof``; ``write_proof`` describes that. The rest is space to work in.
    """

    geo: Geometry
    state: State
    now: State
    deep: State
    links: LinkRecords
    sublinks: LinkRecords
    search: SearchRecord
    runs: RunRecords
    subruns: RunRecords
    pool: Pool
    hunt: Hunt
    table: Annotated[Records[StepRecord], 400]
    proof: Annotated[Int32s, 2_000_000]
