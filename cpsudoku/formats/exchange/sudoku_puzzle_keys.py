"""What version 1 of the format ``sudoku-puzzle`` allows: keys, types and kinds of rules."""

from __future__ import annotations

TOP = frozenset(
    (
        *("format", "format_version", "$schema", "meta", "board", "digits", "givens", "solution"),
        *("candidates", "rules", "decorations", "style", "ext"),
    )
)
NEEDED = ("board", "digits", "givens", "rules")
COMMON = frozenset(("type", "id", "label", "style"))
# The keys that a rule of a type must have, then those that it may have.
KEYS: dict[str, tuple[str, str]] = {
    "grid": ("origin", ""),
    "box_grid": ("origin box", ""),
    "box": ("cells", ""),
    "row": ("cells", ""),
    "column": ("cells", ""),
    "region": ("kind cells", ""),
    "cage": ("cells", "sum"),
    "line": ("kind cells", "closed value groups"),
    "arrow": ("bulb lines", ""),
    "edge": ("kind cells", "color letter value sum"),
    "corner": ("kind cells", "op value"),
    "sum": ("kind sum cells", "side"),
    "sandwich": ("sum side cells", ""),
    "xsum": ("sum side cells", ""),
    "skyscraper": ("value side cells", ""),
    "rossini": ("arrow side cells", ""),
    "first_seen": ("value digits side cells", ""),
    "neighbours": ("", "kind op params where within area except"),
    "relation": ("op params pairs", ""),
    "cell": ("kind cells", "split values"),
    "contains": ("digits cells", ""),
    "appears": ("source cells", ""),
    "clone": ("regions", ""),
    "isomorphic": ("regions", ""),
    "count": ("cells", "kind each counts"),
    "distinct_count": ("value cells", "side"),
    "global_entropy": ("", ""),
    "equal_sum": ("segments", ""),
    "vudoku": ("cells", ""),
    "table": ("allowed", "cells where"),
    "negative": ("of", "color letter value sum kind split area"),
}
KINDS: dict[str, str] = {
    "region": "diagonal window disjoint colour extra region",
    "line": (
        "thermo slow_thermo whisper renban region_sum palindrome entropic modular parity zipper "
        "between lockout double_arrow"
    ),
    "edge": "kropki xv difference sum product ratio less",
    "corner": "battenburg mathrax exclude",
    "sum": "little_killer frame group corner",
    "neighbours": "antiknight antiking nonconsecutive",
    "cell": "odd even low high set exclude",
    "count": "circles",
}
SIDES = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
