"""The fields of the records of compiled code, read from their annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args, get_origin, get_type_hints

from cpsudoku.techniques.compiled.codes import MOST_CANDIDATES
from cpsudoku.techniques.compiled.records import (
    MOST_FAMILIES,
    MOST_JUMPS,
    MOST_NEAR,
    MOST_TURNS,
    TRACE_ROWS,
    Records,
)

Sizes = tuple[int, int, int, int]  # digits, houses, houses of a cell, peers of a cell


def fields_of(
    record: type, types: Mapping[str, type], sizes: Sizes
) -> Iterator[tuple[str, type, tuple[int, ...]]]:
    """The name, the type and the shape of each field of a record, for a board of these sizes.

    ``types`` are the types of the names in ``arrays``. The type can also be int, float or a record.
    """
    lengths = _lengths(*sizes)
    hints = get_type_hints(record, localns=dict(types), include_extras=True)
    for name, hint in hints.items():
        item, *shape = (hint,) if isinstance(hint, type) else get_args(hint)
        if get_origin(item) is Records:
            (item,) = get_args(item)
        yield name, item, tuple(lengths.get(at, at) for at in shape)


def _lengths(n: int, houses: int, per_cell: int, peers: int) -> dict[str, int]:
    """The lengths that annotations name."""
    most = min(n**3, MOST_CANDIDATES)
    wide = peers + n - 1 + 2 * MOST_NEAR
    return {
        "n": n,
        "cells": n * n,
        "houses": houses,
        "per_cell": per_cell,
        "per_cell_1": per_cell + 1,
        "peers": peers,
        "wide": wide,
        "most": most,
        "nodes": 2 * most + 2,
        "all_nodes": 2 * most,
        "queue": 2 * most + 1,
        "pairs": most * wide,
        "pool": 60_000,
        "gone": 6 * n * n,
        "families": MOST_FAMILIES + 1,
        "turns": MOST_TURNS,
        "jumps": MOST_JUMPS + 1,
        "trace": TRACE_ROWS,
    }
