"""New puzzles: each proper, proved and verified; the same for the same seed, on every machine."""

from __future__ import annotations

from cpsudoku.generate.run import Made, Run
from cpsudoku.generate.wish import Wish

__all__ = ["Made", "Run", "Wish"]
