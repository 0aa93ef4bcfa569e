"""Locked pairs and triples: naked sets that remove digits from both a box and a line."""

from __future__ import annotations

from cpsudoku.techniques.subsets.naked_sets import naked_set

LOCKED_PAIR = naked_set("locked-pair", "Locked Pair", 2, locked=True)
LOCKED_TRIPLE = naked_set("locked-triple", "Locked Triple", 3, locked=True)
